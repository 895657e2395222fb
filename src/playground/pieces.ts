/**
 * The pieces of a packing: sets by name, each piece with its picture and its number of copies, and
 * pieces that the reader has drawn.
 */

import type { Cube } from '../puzzles/packing/cubes.ts';
import type { Piece } from '../puzzles/packing/pieces.ts';
import { PALETTE } from '../puzzles/picture/palette.ts';
import { type DrawnPiece, MOST_COPIES, type Supply } from './drawing-state.ts';
import { button, h, svgOf } from './element.ts';
import { wholeIn } from './state.ts';

/** The build writes the sets in place of this name, as JSON. */
declare const PIECE_SETS: string;

/** A set: its title, then name and cells of each piece. */
type ListedSet = readonly [
  title: string,
  pieces: readonly (readonly [name: string, cells: readonly (readonly number[])[]])[],
];

/** A set of pieces to choose from. */
export interface ListedPieces {
  readonly title: string;
  readonly set: readonly Piece[];
}

/** A picture of the cells of a piece. */
type Icon = (cells: readonly Cube[]) => SVGSVGElement;

/** The sets of squares and cubes. */
export const SETS: readonly ListedPieces[] = (JSON.parse(PIECE_SETS) as ListedSet[]).map(
  ([title, listed]) => ({
    title,
    set: listed.map(([name, places]): Piece => {
      const cells = places.map(([row = 0, column = 0, layer = 0]) => ({ row, column, layer }));
      return { name, cells };
    }),
  }),
);

/** The longest name that has room beside a number of copies. */
const SHORT_NAME = 4;

interface PickerEvents {
  /** Sets the numbers of copies of some pieces. */
  supply(change: Supply): void;
  /** Says that a number is out of bounds. */
  refuse(message: string): void;
  /** Takes a drawn piece away. */
  remove(name: string): void;
}

/** All pieces of some sets, by name. */
export function knownPieces(sets = SETS): Map<string, Piece> {
  return new Map(sets.flatMap(({ set }) => set.map((piece) => [piece.name, piece])));
}

/** The picker: a part to unfold for each set. Sets with chosen pieces are unfolded. */
export function picker(
  supply: Supply,
  drawn: readonly (DrawnPiece & Piece)[],
  events: PickerEvents,
  sets = SETS,
  icon: Icon = iconOf,
): HTMLElement {
  const parts = sets.map(({ title, set }) => part(title, set, supply, events, icon));
  const remove = (name: string) => events.remove(name);
  const own = drawn.length > 0 && part('Your pieces', drawn, supply, events, icon, remove);
  return h('div.picker', own, ...parts);
}

function part(
  title: string,
  set: readonly Piece[],
  supply: Supply,
  events: PickerEvents,
  icon: Icon,
  remove?: (name: string) => void,
): HTMLElement {
  const chosen = set.reduce((sum, { name }) => sum + (supply[name] ?? 0), 0);
  const give = (times: number) => () =>
    events.supply(Object.fromEntries(set.map(({ name }) => [name, times])));
  const all = button('one of each', { class: 'link' }, give(1));
  const none = button('none', { class: 'link' }, give(0));
  const tiles = h('ul.tiles', { 'data-wide': set.some(({ name }) => name.length > SHORT_NAME) });
  const details = h(
    'details',
    { 'data-set': title },
    h('summary', `${title} `, h('span.chosen', chosen > 0 ? String(chosen) : '')),
    h('p.links', all, none),
    tiles,
  );
  // Pieces of a part that stays folded are not made.
  const unfold = () => {
    if (!details.open || tiles.childElementCount > 0) return;
    tiles.append(...set.map((piece) => tile(piece, supply, events, icon, remove)));
  };
  details.addEventListener('toggle', unfold);
  details.open = chosen > 0 || remove !== undefined;
  unfold();
  return details;
}

function tile(
  piece: Piece,
  supply: Supply,
  events: PickerEvents,
  icon: Icon,
  remove?: (name: string) => void,
): HTMLElement {
  const { name } = piece;
  const times = supply[name] ?? 0;
  const input = h('input', {
    type: 'number',
    min: 0,
    max: MOST_COPIES,
    'aria-label': `How many of ${name}`,
    onchange: () => {
      const typed = wholeIn(input.valueAsNumber, 0, MOST_COPIES);
      if (typed !== undefined) events.supply({ [name]: typed });
      else {
        events.refuse(`There may be from 0 to ${MOST_COPIES} of a piece.`);
        input.value = String(times);
      }
    },
  });
  input.value = String(times);
  const add = button(icon(piece.cells), { 'aria-label': `One more ${name}`, title: name }, () =>
    events.supply({ [name]: Math.min(MOST_COPIES, times + 1) }),
  );
  const label = { class: 'link', 'aria-label': `Remove ${name}` };
  return h(
    'li',
    { 'data-chosen': times > 0, 'data-piece': name },
    add,
    h('label', h('span', name), input),
    remove && button('remove', label, () => remove(name)),
  );
}

/** A picture of a piece. Upper layers stand beside lower ones, paler. */
function iconOf(cells: readonly Cube[]): SVGSVGElement {
  const wide = Math.max(...cells.map(({ column }) => column)) + 1;
  const high = Math.max(...cells.map(({ row }) => row)) + 1;
  const layers = Math.max(...cells.map(({ layer }) => layer)) + 1;
  const width = layers * wide + (layers - 1) * 0.6;
  const size = Math.max(width, high, 4);
  const [left, top] = [(size - width) / 2, (size - high) / 2];
  const squares = cells.map(({ row, column, layer }) => {
    const x = left + layer * (wide + 0.6) + column;
    return `<rect x="${x}" y="${top + row}" width="1" height="1" fill="${PALETTE[layer]?.fill ?? ''}"/>`;
  });
  return svgOf(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-.1 -.1 ${size + 0.2} ${size + 0.2}" class="piece" aria-hidden="true">${squares.join('')}</svg>`,
  );
}

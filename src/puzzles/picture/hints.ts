import { badSetting } from '../mistakes.ts';
import type { Cube } from '../packing/cubes.ts';
import { isGraph, isLattice, type Note, type Outline, type Picture, type Square } from './board.ts';
import { checkPictures } from './checks.ts';
import { columnsOf } from './letters.ts';
import { lettersFor } from './piece-marks.ts';
import { EMPTY_CELL } from './tiling.ts';

/** A square of an option, and what the option puts there. */
export interface MarkedSquare extends Omit<Cube, 'layer'> {
  /** Default: 0. */
  readonly layer?: number | undefined;
  /** A short text: a value, the name of a piece. */
  readonly mark: string;
  /** Its place among the notes of a square, from 0. Default: as they come. */
  readonly slot?: number | undefined;
}

/** An option of a step, in squares. */
export interface MarkedOption {
  readonly squares: readonly MarkedSquare[];
  /** Absent for one that the argument weighs. */
  readonly verdict?: Outline['verdict'] | undefined;
}

/** A step, in squares. */
export interface Hinted {
  /** Where to look. */
  readonly look: readonly (Omit<Cube, 'layer'> & { readonly layer?: number | undefined })[];
  readonly options: readonly MarkedOption[];
  /** The number of places for notes in a square. Default: as many as there are notes. */
  readonly slots?: number | undefined;
  readonly caption?: string | undefined;
}

/** More options of several squares would hide each other. */
const MOST_WIDE = 3;
/** Notes in a square, where these have no places of their own. */
const MOST_LOOSE_NOTES = 4;
/** The longest note that its square has room for. */
const MOST_NOTE_COLUMNS = 3;

/**
 * Shows a step on the boards of a position, one for each layer: the squares to look at have a light
 * ground, and each option notes what it would put into its squares: on a ground of its own if it is
 * only weighed, in a circle if it holds, crossed out if it is out. One of several squares has a
 * line around them. Such options overlap: those that are only weighed are left out, and so are
 * others beyond the first few. Long names have letters, and a key. The cell `[x, y, z]` of a lattice
 * is column x, row y, layer z of its picture.
 */
export function hintBoards<P extends Picture>(pictures: P | readonly P[], hinted: Hinted): P[] {
  const { look, options, slots, caption } = hinted;
  const small = options.filter(({ squares }) => squares.length < 2);
  const wide = options.filter(({ squares, verdict }) => squares.length > 1 && verdict);
  const drawn = [...small, ...wide.slice(0, MOST_WIDE)];
  const names = namesOf(drawn);
  const rest = wide.length > MOST_WIDE ? `${MOST_WIDE} of ${wide.length} drawn` : undefined;
  const key = [...names].map(([name, mark]) => ({ mark, name }));
  return checkPictures(pictures).map((picture, layer, { length }) => {
    const indexOf = placesOf(picture, layer);
    const lit = new Set(look.flatMap(indexOf));
    const notes = new Map<number, (Note | undefined)[]>();
    const outlines: Outline[] = [];
    for (const { squares, verdict } of drawn) {
      for (const square of squares) {
        for (const index of indexOf(square)) {
          const list = notes.get(index) ?? new Array<undefined>(slots ?? 0).fill(undefined);
          notes.set(index, list);
          note(list, { mark: names.get(square.mark) ?? square.mark, verdict }, square.slot);
        }
      }
      const outlined = squares.flatMap(indexOf);
      if (squares.length > 1 && outlined.length > 0 && verdict !== undefined) {
        outlines.push({ squares: outlined, verdict });
      }
    }
    const noted = <S extends Square>(square: S, k: number): S => ({
      ...square,
      ...(square.mark === EMPTY_CELL.mark && { mark: undefined }),
      ...(lit.has(k) && { lit: true }),
      notes: notes.get(k) ?? square.notes,
    });
    const captions = layer === 0 ? [caption, rest, picture.caption] : [picture.caption];
    return {
      ...picture,
      caption: captions.filter((text) => text !== undefined).join(', ') || undefined,
      outlines,
      ...(key.length > 0 && layer === length - 1 && { key }),
      ...('cells' in picture && { cells: picture.cells.map(noted) }),
      ...('squares' in picture && {
        squares: picture.squares.map((square, k) => square && noted(square, k)),
      }),
    } as Picture as P;
  });
}

/** Names that are too long for notes -> letters for them. */
function namesOf(options: readonly MarkedOption[]): Map<string, string> {
  const names = [...new Set(options.flatMap(({ squares }) => squares.map(({ mark }) => mark)))];
  return names.every((name) => columnsOf(name) <= MOST_NOTE_COLUMNS)
    ? new Map()
    : lettersFor(names);
}

/** A function that finds the index of a place: one, or none in another layer. */
function placesOf(picture: Picture, layer: number): (place: Hinted['look'][number]) => number[] {
  if (isGraph(picture)) throw badSetting('A graph has no squares; give boards.');
  if (isLattice(picture)) {
    const indices = new Map(picture.cells.map(({ at }, k) => [at.join(), k]));
    return ({ row, column, layer = 0 }) => {
      const index = indices.get([column, row, layer].join());
      if (index !== undefined) return [index];
      throw badSetting(`The cell ${column},${row},${layer} is none of the picture.`);
    };
  }
  const { width, height } = picture;
  return (place) => {
    const { row, column } = place;
    if ((place.layer ?? 0) !== layer) return [];
    if (row >= 0 && column >= 0 && row < height && column < width) return [row * width + column];
    const size = `${height}x${width}`;
    throw badSetting(`Row ${row}, column ${column} is no square of a board of ${size}.`);
  };
}

/** Adds a note, once. A verdict takes precedence over a mere look. */
function note(list: (Note | undefined)[], added: Note, slot?: number): void {
  if (slot !== undefined) {
    if (list[slot]?.verdict === undefined) list[slot] = added;
    return;
  }
  const same = (one: Note | undefined) => one?.mark === added.mark && one.verdict === added.verdict;
  if (list.some(same) || list.length >= MOST_LOOSE_NOTES) return;
  list.push(list.length < MOST_LOOSE_NOTES - 1 ? added : { mark: '…' });
}

/** The matrix of a problem as one picture in SVG: options in rows, items in columns. */

import type { Problem } from '../../engine/problem/problem.ts';
import { sanitizeText } from '../../puzzles/picture/letters.ts';
import { element, group, textAt } from '../../puzzles/picture/svg/figure.ts';

/** The largest problem that is drawn. */
const MOST_GRID_ITEMS = 500;
const MOST_GRID_OPTIONS = 2500;
const MOST_GRID_NODES = 25_000;

/** The room for the marks that cells try to keep, and the least and the most that a cell takes. */
const GRID_WIDTH = 560;
const GRID_LEAST_CELL = 5;
const GRID_MOST_CELL = 26;
/** Cells below this have no names beside them. */
const NAMED_CELL = 11;
const GRID_NAME_CHARACTERS = 12;
const LETTER_PART = 0.62;

const NAME_INK = '#1f1e1b';
const SOFT_INK = '#5d5a53';
const MARK_INK = '#1f4e8c';
const CHOSEN_INK = '#a04907';
const BAND = '#fbeede';
const STRIPE = '#efece3';

/** The picture, and where its columns and rows are. */
export interface Grid {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly cell: number;
}

/** Why the matrix is not drawn; undefined if it is. */
export function tooLargeToDraw(problem: Problem<unknown>): string | undefined {
  const { primaryCount, secondaryCount, optionCount, nodeCount } = problem;
  const items = primaryCount + secondaryCount;
  if (
    items <= MOST_GRID_ITEMS &&
    optionCount <= MOST_GRID_OPTIONS &&
    nodeCount <= MOST_GRID_NODES
  ) {
    return undefined;
  }
  return `The matrix of ${items} items and ${optionCount} options is too large to be drawn. It can be solved all the same.`;
}

/** Draws the matrix; the rows of these options are marked as chosen. */
export function drawGrid(problem: Problem<unknown>, chosen: readonly number[]): Grid {
  const { primaryCount, secondaryCount, optionCount } = problem;
  const items = primaryCount + secondaryCount;
  const cell = Math.max(
    GRID_LEAST_CELL,
    Math.min(GRID_MOST_CELL, Math.floor(GRID_WIDTH / Math.max(items, 1))),
  );
  const isNamed = cell >= NAMED_CELL;
  const font = Math.min(13, cell * 0.82);
  const names = Array.from({ length: items }, (_, item) => labelOf(problem.itemName(item)));
  const longest = isNamed ? Math.max(1, ...names.map((name) => [...name].length)) : 0;
  const isFlat = longest === 1;
  const top = isNamed ? Math.ceil(isFlat ? font + 10 : longest * LETTER_PART * font + 12) : 8;
  const left = isNamed ? Math.ceil(12 + LETTER_PART * font * String(optionCount).length) : 8;
  const width = left + cell * items + 8;
  const height = top + cell * optionCount + 8;
  const place: Place = { problem, taken: new Set(chosen), cell, font, top, left, width, height };
  const labels = isNamed ? [...itemLabels(place, names, isFlat), ...optionLabels(place)] : [];
  const stripes = Array.from({ length: items }, (_, item) => item)
    .filter((item) => item % 2 === 0)
    .map((item) => `M${left + cell * item} ${top}h${cell}v${cell * optionCount}h-${cell}z`);
  const lines = [
    element('path', { d: stripes.join(''), fill: STRIPE, class: 'stripes' }),
    ...bands(place),
    ...marks(place),
    ...(secondaryCount > 0 && primaryCount > 0 ? [border(place)] : []),
    ...group('g', { 'font-family': 'system-ui, sans-serif', class: 'labels' }, labels),
  ];
  const size = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
  };
  const svg = element('svg', size, ...lines);
  return { svg, width, height, left, top, cell };
}

/** Measures that the parts of the picture share: where cells are, and which options are chosen. */
interface Place extends Omit<Grid, 'svg'> {
  readonly problem: Problem<unknown>;
  readonly taken: ReadonlySet<number>;
  readonly font: number;
}

/** A band behind the row of each chosen option. */
function bands({ problem, taken, cell, top, width }: Place): string[] {
  const rows = Array.from({ length: problem.optionCount }, (_, option) => option);
  return rows
    .filter((option) => taken.has(option))
    .map((option) =>
      element('rect', {
        x: 2,
        y: top + cell * option + 0.5,
        width: width - 4,
        height: cell - 1,
        rx: 3,
        fill: BAND,
        stroke: CHOSEN_INK,
        class: 'band',
      }),
    );
}

/** The marks of all options, and those of the chosen ones. */
function marks({ problem, taken, cell, top, left }: Place): string[] {
  const plain: string[] = [];
  const marked: string[] = [];
  for (let option = 0; option < problem.optionCount; option++) {
    for (const use of problem.option(option)) {
      const item = problem.itemIndex(typeof use === 'string' ? use : use.item);
      const x = left + cell * item;
      const mark = markOf(x, top + cell * option, cell, typeof use !== 'string');
      (taken.has(option) ? marked : plain).push(mark);
    }
  }
  return [
    element('path', { d: plain.join(''), fill: MARK_INK, class: 'plain' }),
    element('path', { d: marked.join(''), fill: CHOSEN_INK, class: 'chosen' }),
  ];
}

/** The line between primary and secondary items. */
function border({ problem, cell, left, height }: Place): string {
  return element('path', {
    d: `M${left + cell * problem.primaryCount} 4V${height - 6}`,
    stroke: SOFT_INK,
    'stroke-dasharray': '3 3',
    class: 'border',
  });
}

/** The names of the items above their columns: upright if all are one letter. */
function itemLabels(
  { problem, cell, font, top, left }: Place,
  names: readonly string[],
  isFlat: boolean,
): string[] {
  return names.map((name, item) => {
    const x = left + cell * (item + 0.5);
    const kind = { fill: item < problem.primaryCount ? NAME_INK : SOFT_INK };
    return isFlat
      ? textAt(x, top - font * 0.5 - 3, font, name, kind)
      : textAt(x, top - 5, font, name, { ...kind, anchor: 'start', turn: -90 });
  });
}

/** The numbers of the options before their rows. */
function optionLabels({ problem, taken, cell, font, top, left }: Place): string[] {
  return Array.from({ length: problem.optionCount }, (_, option) => {
    const y = top + cell * (option + 0.5);
    const fill = taken.has(option) ? CHOSEN_INK : SOFT_INK;
    return textAt(left / 2 - 1, y, font * 0.85, String(option), { fill, bold: taken.has(option) });
  });
}

/** A mark in a cell: a square, or a diamond for an item with a colour. */
function markOf(x: number, y: number, cell: number, isColoured: boolean): string {
  const inset = Math.max(0.5, Math.round(cell * 0.2));
  const size = cell - 2 * inset;
  if (!isColoured) return `M${x + inset} ${y + inset}h${size}v${size}h-${size}z`;
  const half = size / 2;
  return `M${x + cell / 2} ${y + inset}l${half} ${half}l-${half} ${half}l-${half} -${half}z`;
}

/** A name as a picture can show it. */
function labelOf(name: string): string {
  const letters = [...sanitizeText(name)];
  return letters.length <= GRID_NAME_CHARACTERS
    ? letters.join('')
    : `${letters.slice(0, GRID_NAME_CHARACTERS - 1).join('')}…`;
}

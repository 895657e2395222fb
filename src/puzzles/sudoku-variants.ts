import { mistakeAt, plural, QuadrilleError, shown } from '../engine/problem/error.ts';
import type { Problem } from '../engine/problem/problem.ts';
import { checkSettings } from '../engine/problem/setting.ts';
import {
  boxAt,
  boxHouses,
  fillHouses,
  type Givens,
  type House,
  houseOf,
  lines,
  squareBoard,
} from './houses.ts';
import { badText, checkString } from './mistakes.ts';
import { SAMURAI_GRIDS, SAMURAI_WIDTH } from './samurai-grids.ts';
import type { Placement } from './sudoku/encode.ts';
import { Shape, type ShapeSettings } from './sudoku/shape.ts';

/** The size of a Sudoku X, and its givens. */
export interface SudokuXSettings extends ShapeSettings {
  /** Given values, row by row; 0 is a blank. */
  readonly givens?: Givens | undefined;
}

/** Sudoku X: both diagonals have every value too. */
export function sudokuX(settings: SudokuXSettings = {}): Problem<Placement> {
  checkSettings(settings, ['size', 'boxes', 'givens']);
  const shape = Shape.of({ size: settings.size, boxes: settings.boxes });
  const { size } = shape;
  const indices = Array.from({ length: size }, (_, k) => k);
  const houses = [
    ...boxHouses(shape),
    {
      name: 'd1',
      title: 'the diagonal from top left',
      cells: indices.map((k) => k * size + k),
    },
    {
      name: 'd2',
      title: 'the diagonal from top right',
      cells: indices.map((k) => k * size + size - 1 - k),
    },
  ];
  return fillHouses(squareBoard(size, houses), settings.givens);
}

/** The size of a Windoku, and its givens. */
export interface WindokuSettings {
  /** The number of values, and of cells in a row: a square number. Default: 9. */
  readonly size?: number | undefined;
  /** Given values, row by row; 0 is a blank. */
  readonly givens?: Givens | undefined;
}

/**
 * Windoku: (n - 1) x (n - 1) windows of n x n cells have every value too. The windows lie one cell
 * away from the border and from each other. With n = 3 they take rows and columns 2 to 4 and 6 to
 * 8.
 */
export function windoku(settings: WindokuSettings = {}): Problem<Placement> {
  checkSettings(settings, ['size', 'givens']);
  const { size = 9, givens } = settings;
  const n = Math.sqrt(size);
  if (!(Number.isInteger(n) && n >= 2 && n <= 10)) {
    throw new QuadrilleError(
      'bad-shape',
      `The size of the windoku is ${shown(size)}; give a square number from 4 to 100, such as 9. ` +
        'Windows have the form of boxes, and boxes are square.',
    );
  }
  const shape = Shape.of({ size });
  const windows = Array.from({ length: (n - 1) ** 2 }, (_, k): House => {
    const row = 1 + Math.floor(k / (n - 1)) * (n + 1);
    const column = 1 + (k % (n - 1)) * (n + 1);
    return houseOf('window', k, boxAt(shape, row * size + column));
  });
  return fillHouses(squareBoard(size, [...boxHouses(shape), ...windows]), givens);
}

/** The regions of a jigsaw Sudoku, and its givens. */
export interface JigsawSettings {
  /**
   * The regions as text: one line for a row, one symbol for a cell, the same for all cells of a
   * region.
   */
  readonly regions: string;
  /** Given values, row by row; 0 is a blank. */
  readonly givens?: Givens | undefined;
}

const MOST_REGIONS = 100;

/**
 * Jigsaw Sudoku: regions of any form replace the boxes. Their drawing has N lines of N symbols,
 * each symbol N times. Blanks and empty lines do not count:
 *
 *     A A B B
 *     A C C B
 *     A C D B
 *     C D D D
 */
export function jigsaw(settings: JigsawSettings): Problem<Placement> {
  checkSettings(settings, ['regions', 'givens']);
  const regions = regionHouses(settings.regions);
  return fillHouses(squareBoard(regions.length, regions), settings.givens);
}

/** The regions, in the order of their first cells. */
function regionHouses(text: string): House[] {
  checkString(text, 'The regions are');
  const rows = text
    .split(/\r?\n/)
    .map((content, k) => ({ line: k + 1, symbols: [...content.matchAll(/\S/gu)] }))
    .filter(({ symbols }) => symbols.length > 0);
  const size = rows.length;
  if (size === 0 || size > MOST_REGIONS) {
    throw badText(
      `The regions have ${size} lines; draw N lines of N symbols, N from 1 to ${MOST_REGIONS}.`,
    );
  }
  const regions = new Map<string, number[]>();
  rows.forEach(({ line, symbols }, row) => {
    if (symbols.length !== size) {
      throw badText(
        `Line ${line} of the regions has ${plural(symbols.length, 'symbol')}; ` +
          `give ${size}, since there are ${size} lines.`,
        line,
      );
    }
    symbols.forEach(({ 0: symbol, index }, column) => {
      const cells = regions.get(symbol);
      if (cells === undefined) regions.set(symbol, [row * size + column]);
      else cells.push(row * size + column);
      if (cells === undefined || cells.length <= size) return;
      throw mistakeAt(
        { line, column: index + 1 },
        'bad-text',
        `region ${shown(symbol)} has more than ${plural(size, 'cell')}; ` +
          `give each region ${size}, as many as a row has.`,
      );
    });
  });
  for (const [symbol, cells] of regions) {
    if (cells.length === size) continue;
    throw badText(
      `Region ${shown(symbol)} has ${plural(cells.length, 'cell')}; ` +
        `give each region ${size}, as many as a row has.`,
    );
  }
  return [...regions].map(([symbol, cells], k) => ({
    name: `g${k + 1}`,
    title: `region ${symbol}`,
    cells,
  }));
}

/** The givens of a samurai Sudoku. */
export interface SamuraiSettings {
  /** 21 x 21 given values, row by row; 0 is a blank or a hole. */
  readonly givens?: Givens | undefined;
}

/** Rows and columns of one grid. */
const GRID_SIZE = 9;

/**
 * Samurai Sudoku: five grids of 9x9. The middle grid shares its corner boxes with the others. 72 of
 * the 441 cells are holes:
 *
 *     nw nw nw  .  ne ne ne
 *     nw nw nw  .  ne ne ne
 *     nw nw  *  m  *  ne ne
 *      .  .  m  m  m  .  .      each a box of 3x3, * one that two grids share
 *     sw sw  *  m  *  se se
 *     sw sw sw  .  se se se
 *     sw sw sw  .  se se se
 */
export function samurai(settings: SamuraiSettings = {}): Problem<Placement> {
  checkSettings(settings, ['givens']);
  const houses: House[] = [];
  for (const { name, title, top, left } of SAMURAI_GRIDS) {
    const cellOnBoard = (cell: number) =>
      (top + Math.floor(cell / GRID_SIZE)) * SAMURAI_WIDTH + left + (cell % GRID_SIZE);
    for (const house of [...lines(GRID_SIZE), ...boxHouses(Shape.of({ size: GRID_SIZE }))]) {
      const cells = house.cells.map(cellOnBoard);
      // A shared box is one house.
      if (houses.some((known) => known.cells.every((cell, k) => cell === cells[k]))) continue;
      houses.push({ name: `${name}.${house.name}`, title: `${house.title} of ${title}`, cells });
    }
  }
  return fillHouses(
    { rows: SAMURAI_WIDTH, columns: SAMURAI_WIDTH, values: GRID_SIZE, houses },
    settings.givens,
  );
}

import { shown } from '../problem/error.ts';
import { checkInteger } from '../problem/setting.ts';
import type { GreekLetter } from '../puzzles/latin.ts';
import type { Placement } from '../sudoku/encode.ts';
import { checkValues, type Grid } from '../sudoku/grid.ts';
import { Shape } from '../sudoku/shape.ts';
import { Symbols } from '../sudoku/symbols.ts';
import type { Board, Square } from './board.ts';
import { checkObjects, checkPictureSettings, checkSide, settingError } from './checks.ts';
import { Filling } from './filling.ts';
import { TINTS } from './palette.ts';

/** As many values as there are symbols for. */
const MOST_VALUE = 100;

/** Values in squares, row by row: 0 for a blank. */
export interface ValuesPicture {
  readonly width: number;
  /** Default: as the width. */
  readonly height?: number | undefined;
  readonly values: ArrayLike<number>;
  /** What was given, of the same form: drawn in bold. */
  readonly givens?: ArrayLike<number> | undefined;
  /** Square -> its region, between which walls stand; undefined for a hole. Default: one region. */
  readonly regions?: ArrayLike<string | number | undefined> | undefined;
  /** Square -> a colour of the palette, or undefined. */
  readonly tints?: ArrayLike<number | undefined> | undefined;
  /** How values are written. Default: 1 to 9, A to Z, a to z; numbers where these do not do. */
  readonly symbols?: Symbols | undefined;
  readonly caption?: string | undefined;
}

/** A board of values: for a Sudoku of any kind and a Latin square. */
export function valuesBoard(picture: ValuesPicture): Board {
  checkPictureSettings(picture);
  const { width, height = width, values, givens, regions, tints, caption } = picture;
  checkSide(width, 'The width of the board');
  checkSide(height, 'The height of the board');
  const count = width * height;
  for (const [name, list] of Object.entries({ values, givens, regions, tints })) {
    if (list === undefined && name !== 'values') continue;
    if (typeof list === 'object' && list !== null && list.length === count) continue;
    const given =
      typeof list === 'object' && list !== null ? `${list.length} entries` : shown(list);
    throw settingError(
      `A board of ${height}x${width} has ${given} for ${name}; give ${count}, row by row.`,
    );
  }
  let most = 0;
  for (const list of givens === undefined ? [values] : [values, givens]) {
    for (let k = 0; k < count; k++) most = Math.max(most, checkedValue(list[k], k, width));
  }
  const symbols = picture.symbols ?? Symbols.usual(Math.max(1, most));
  if (!(symbols instanceof Symbols) || symbols.size < most) {
    throw settingError(`symbols are ${String(symbols)}; give Symbols for values up to ${most}.`);
  }
  const squares = Array.from({ length: count }, (_, k): Square | undefined => {
    if (regions !== undefined && regions[k] === undefined) return undefined;
    const given = givens?.[k] ?? 0;
    const value = given || (values[k] as number);
    const mark = value === 0 ? undefined : symbols.symbolOf(value);
    const strong = given > 0 || undefined;
    return { region: regions?.[k], tint: tints?.[k], mark, strong };
  });
  return { width, height, squares, ground: 'ruled', caption };
}

/** The values of placements, row by row, 0 where there is none: what `valuesBoard` takes. */
export function valuesOf(
  placements: readonly Placement[],
  width: number,
  height = width,
): number[] {
  checkSide(width, 'The width of the board');
  checkSide(height, 'The height of the board');
  checkObjects(placements, 'The values');
  const values = new Array<number>(width * height).fill(0);
  for (const { row, column, value } of placements) {
    const k = row * width + column;
    if (!(row >= 0 && row < height && column >= 0 && column < width && Number.isInteger(k))) {
      throw settingError(
        `A value stands at row ${shown(row)}, column ${shown(column)}; both count from 0.`,
      );
    }
    if (values[k] !== 0)
      throw settingError(`Row ${row}, column ${column} has two values; give it one.`);
    values[k] = value;
  }
  return values;
}

function checkedValue(value: unknown, k: number, width: number): number {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST_VALUE) {
    return value as number;
  }
  throw settingError(
    `Row ${Math.floor(k / width) + 1}, column ${(k % width) + 1} holds ${shown(value)}; ` +
      `give a number from 1 to ${MOST_VALUE}, or 0 for a blank.`,
  );
}

const LATIN = 'ABCDEFGHIJKLMNOPQRSTUVWX';
const GREEK = 'αβγδεζηθικλμνξοπρστυφχψω';

/** A Latin square, its values row by row: each value in its colour, as far as there are colours. */
export function latinBoard(
  square: ArrayLike<number>,
  givens?: ArrayLike<number>,
  caption?: string,
): Board {
  const width = Math.sqrt(square?.length ?? Number.NaN);
  if (!Number.isInteger(width))
    throw settingError('A Latin square has n rows of n values; give n x n.');
  checkSide(width, 'The order of the square');
  // The values are checked with the board; colours come after.
  const board = valuesBoard({ width, values: square, givens, caption });
  const squares = board.squares.map((one, k) => ({ ...one, tint: tintOf(square[k] as number) }));
  return { ...board, squares };
}

/**
 * Two Latin squares in one. They are written in Latin and Greek letters, as Euler did, and in
 * numbers beyond order 24.
 */
export function graecoLatinBoard(letters: readonly GreekLetter[], caption?: string): Board {
  checkObjects(letters, 'The letters');
  const order = letters.length;
  const filling = new Filling({ width: order, height: order });
  for (const { letter, cells } of letters) {
    checkInteger('A letter', letter, 1, order);
    checkObjects(cells, 'The cells of a letter');
    for (const { row, column, value } of cells) {
      checkInteger('A value', value, 1, order);
      const mark =
        order <= LATIN.length
          ? LATIN.charAt(value - 1) + GREEK.charAt(letter - 1)
          : `${value},${letter}`;
      filling.put({ row, column }, { tint: tintOf(value), mark });
    }
  }
  return filling.board({ ground: 'ruled', caption });
}

function tintOf(value: number): number | undefined {
  return value > 0 ? (value - 1) % TINTS : undefined;
}

export interface SudokuPicture {
  /** What was given: drawn in bold. */
  readonly givens?: Grid | undefined;
  readonly symbols?: Symbols | undefined;
  /** Extra houses that are coloured: both diagonals, or windows. */
  readonly extra?: 'diagonals' | 'windows' | undefined;
  readonly caption?: string | undefined;
}

/** Five Sudokus of 9x9 lie on this board of 21x21, four at the corners and one in the middle. */
const SAMURAI = 21;
/** Their first rows and columns. */
const CORNERS = [
  [0, 0],
  [0, 12],
  [6, 6],
  [12, 0],
  [12, 12],
] as const;

/** For what belongs together besides boxes (diagonals, windows, the middle): plain and light. */
const EXTRA_TINT = 1;

/** A Sudoku with walls about its boxes. */
export function sudokuBoard(shape: Shape, grid: Grid, picture: SudokuPicture = {}): Board {
  checkValues(shape, grid);
  checkPictureSettings(picture);
  const { givens, symbols, extra, caption } = picture;
  if (givens !== undefined) checkValues(shape, givens);
  if (extra !== undefined && extra !== 'diagonals' && extra !== 'windows') {
    throw settingError(`extra is ${shown(extra)}; give 'diagonals' or 'windows', or leave it out.`);
  }
  const { size, cells } = shape;
  const regions = Array.from({ length: cells }, (_, cell) => shape.boxOf(cell));
  const tints = Array.from({ length: cells }, (_, cell) => {
    const [row, column] = [shape.rowOf(cell), shape.columnOf(cell)];
    const onDiagonal = row === column || row + column === size - 1;
    const has = extra === 'diagonals' ? onDiagonal : inWindow(shape, row, column);
    return extra !== undefined && has ? EXTRA_TINT : undefined;
  });
  return valuesBoard({ width: size, values: grid, givens, regions, tints, symbols, caption });
}

/** A Sudoku with regions in place of boxes, drawn as text: a symbol for each cell, row by row. */
export function jigsawBoard(
  regions: string,
  grid: Grid,
  picture: Omit<SudokuPicture, 'extra'> = {},
): Board {
  if (typeof regions !== 'string')
    throw settingError(`The regions are ${shown(regions)}; give a text.`);
  checkPictureSettings(picture);
  const symbols = [...regions.replace(/\s/g, '')];
  const width = Math.floor(Math.sqrt(symbols.length));
  const { givens, caption } = picture;
  return valuesBoard({
    width,
    values: grid,
    givens,
    regions: symbols,
    symbols: picture.symbols,
    caption,
  });
}

/** Five Sudokus that share boxes, as a grid of 21x21 in which cells of none of them hold 0. */
export function samuraiBoard(grid: Grid, picture: Omit<SudokuPicture, 'extra'> = {}): Board {
  checkPictureSettings(picture);
  const shape = Shape.of({ size: 9 });
  const regions = new Array<number | undefined>(SAMURAI ** 2).fill(undefined);
  const tints = new Array<number | undefined>(SAMURAI ** 2).fill(undefined);
  for (const [top, left] of CORNERS) {
    for (let cell = 0; cell < shape.cells; cell++) {
      const [row, column] = [top + shape.rowOf(cell), left + shape.columnOf(cell)];
      const k = row * SAMURAI + column;
      // Boxes of all five lie on the same lines, so that they have one numbering.
      regions[k] = Math.floor(row / 3) * 7 + Math.floor(column / 3);
      if (top === 6) tints[k] = EXTRA_TINT;
    }
  }
  return valuesBoard({ ...picture, width: SAMURAI, values: grid, regions, tints });
}

/** Windows are as large as boxes, and lie one cell from the border and from each other. */
function inWindow(shape: Shape, row: number, column: number): boolean {
  return row % (shape.boxRows + 1) !== 0 && column % (shape.boxColumns + 1) !== 0;
}

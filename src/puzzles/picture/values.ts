import { plural, shown } from '../../engine/problem/error.ts';
import { checkInteger, checkSettings } from '../../engine/problem/setting.ts';
import type { GreekLetter } from '../latin.ts';
import { badSetting } from '../mistakes.ts';
import { SAMURAI_GRIDS, SAMURAI_WIDTH } from '../samurai-grids.ts';
import type { Placement } from '../sudoku/encode.ts';
import { checkValues, type Grid } from '../sudoku/grid.ts';
import { Shape } from '../sudoku/shape.ts';
import { Symbols } from '../sudoku/symbols.ts';
import { type Board, BoardBuilder, checkSide, type Square } from './board.ts';
import { TINTS } from './palette.ts';

/** The number of symbols. */
const MOST_SYMBOLS = 100;

/** A board of values. */
export interface ValuesPicture {
  readonly width: number;
  /** Default: the width. */
  readonly height?: number | undefined;
  readonly values: ArrayLike<number>;
  /** Given values, drawn in bold; of the same form. */
  readonly givens?: ArrayLike<number> | undefined;
  /**
   * Square -> its region; undefined is a hole. Walls stand between regions. Default: one region.
   */
  readonly regions?: ArrayLike<string | number | undefined> | undefined;
  /** Square -> a colour of the palette, or undefined. */
  readonly tints?: ArrayLike<number | undefined> | undefined;
  /** How to write values. Default: 1 to 9, A to Z, a to z, or numbers if there are more values. */
  readonly symbols?: Symbols | undefined;
  readonly caption?: string | undefined;
}

const VALUES = ['width', 'height', 'values', 'givens', 'regions', 'tints', 'symbols', 'caption'];

/** A board of values, for any kind of Sudoku and for Latin squares. */
export function valuesBoard(picture: ValuesPicture): Board {
  checkSettings(picture, VALUES);
  const { width, height = width, values, givens, regions, tints, caption } = picture;
  checkSide(width, 'The width of the board');
  checkSide(height, 'The height of the board');
  const count = width * height;
  for (const [name, list] of Object.entries({ values, givens, regions, tints })) {
    if (list === undefined || list.length === count) continue;
    throw badSetting(
      `A board of ${height}x${width} has ${plural(list.length, 'value')} for ${name}; give ${count}, row by row.`,
    );
  }
  let most = 0;
  for (const list of givens === undefined ? [values] : [values, givens]) {
    for (let k = 0; k < count; k++) most = Math.max(most, checkValue(list[k], k, width));
  }
  const symbols = picture.symbols ?? Symbols.usual(Math.max(1, most));
  if (symbols.size < most) {
    throw badSetting(`symbols are ${String(symbols)}; give Symbols for values up to ${most}.`);
  }
  const squares = Array.from({ length: count }, (_, k): Square | undefined => {
    if (regions !== undefined && regions[k] === undefined) return undefined;
    const given = givens?.[k] ?? 0;
    const value = given || values[k];
    const mark = value === 0 ? undefined : symbols.symbolOf(value);
    const strong = given > 0 || undefined;
    return { region: regions?.[k], tint: tints?.[k], mark, strong };
  });
  return { width, height, squares, ground: 'ruled', caption };
}

/** The values of placements for `valuesBoard`: row by row, 0 for a blank. */
export function valuesOf(
  placements: readonly Placement[],
  width: number,
  height = width,
): number[] {
  checkSide(width, 'The width of the board');
  checkSide(height, 'The height of the board');
  const values = new Array<number>(width * height).fill(0);
  for (const { row, column, value } of placements) {
    const k = row * width + column;
    if (!(row >= 0 && row < height && column >= 0 && column < width && Number.isInteger(k))) {
      throw badSetting(
        `A value stands at row ${shown(row)}, column ${shown(column)}; both count from 0.`,
      );
    }
    if (values[k] !== 0)
      throw badSetting(`Row ${row}, column ${column} has two values; give it one.`);
    values[k] = value;
  }
  return values;
}

function checkValue(value: number, k: number, width: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= MOST_SYMBOLS) return value;
  throw badSetting(
    `Row ${Math.floor(k / width)}, column ${k % width} holds ${shown(value)}; ` +
      `give a number from 1 to ${MOST_SYMBOLS}, or 0 for a blank.`,
  );
}

const LATIN = 'ABCDEFGHIJKLMNOPQRSTUVWX';
const GREEK = 'αβγδεζηθικλμνξοπρστυφχψω';

/**
 * A Latin square, given row by row. Each value has a colour; colours repeat after the palette ends.
 */
export function latinBoard(
  square: ArrayLike<number>,
  givens?: ArrayLike<number>,
  caption?: string,
): Board {
  const width = Math.sqrt(square.length);
  if (!Number.isInteger(width))
    throw badSetting('A Latin square has n rows of n values; give n x n.');
  checkSide(width, 'The order of the square');
  // valuesBoard checks the values, so it comes before the colours.
  const board = valuesBoard({ width, values: square, givens, caption });
  const squares = board.squares.map((one, k) => ({ ...one, tint: tintOf(square[k]) }));
  return { ...board, squares };
}

/**
 * A Graeco-Latin square: Latin and Greek letters, as Euler wrote it, and numbers beyond order 24.
 */
export function graecoLatinBoard(letters: readonly GreekLetter[], caption?: string): Board {
  const order = letters.length;
  const builder = new BoardBuilder({ width: order, height: order });
  for (const { letter, cells } of letters) {
    checkInteger('A letter', letter, 1, order);
    for (const { row, column, value } of cells) {
      checkInteger('A value', value, 1, order);
      const mark =
        order <= LATIN.length
          ? LATIN.charAt(value - 1) + GREEK.charAt(letter - 1)
          : `${value},${letter}`;
      builder.put({ row, column }, { tint: tintOf(value), mark });
    }
  }
  return builder.board({ ground: 'ruled', caption });
}

function tintOf(value: number): number | undefined {
  return value > 0 ? (value - 1) % TINTS : undefined;
}

/** What to draw besides the values of a Sudoku. */
export interface SudokuPicture {
  /** Given values, drawn in bold. */
  readonly givens?: Grid | undefined;
  readonly symbols?: Symbols | undefined;
  /** Extra houses to colour: both diagonals, or windows. */
  readonly extra?: 'diagonals' | 'windows' | undefined;
  readonly caption?: string | undefined;
}

const SUDOKU = ['givens', 'symbols', 'extra', 'caption'];

/** The tint of diagonals, windows and the middle grid: light, without a pattern. */
const EXTRA_TINT = 1;

/** A Sudoku with walls around its boxes. */
export function sudokuBoard(shape: Shape, grid: Grid, picture: SudokuPicture = {}): Board {
  checkValues(shape, grid);
  checkSettings(picture, SUDOKU);
  const { givens, symbols, extra, caption } = picture;
  if (givens !== undefined) checkValues(shape, givens);
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

/** A jigsaw Sudoku. The regions are a text: a symbol for each cell, row by row. */
export function jigsawBoard(
  regions: string,
  grid: Grid,
  picture: Omit<SudokuPicture, 'extra'> = {},
): Board {
  checkSettings(picture, SUDOKU);
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

/** A samurai Sudoku, as a grid of 21x21. Holes hold 0. */
export function samuraiBoard(grid: Grid, picture: Omit<SudokuPicture, 'extra'> = {}): Board {
  checkSettings(picture, SUDOKU);
  const shape = Shape.of({ size: 9 });
  const regions = new Array<number | undefined>(SAMURAI_WIDTH ** 2).fill(undefined);
  const tints = new Array<number | undefined>(SAMURAI_WIDTH ** 2).fill(undefined);
  for (const { name, top, left } of SAMURAI_GRIDS) {
    for (let cell = 0; cell < shape.cells; cell++) {
      const [row, column] = [top + shape.rowOf(cell), left + shape.columnOf(cell)];
      const k = row * SAMURAI_WIDTH + column;
      // The boxes of all five grids lie in one raster of 7x7.
      regions[k] = Math.floor(row / 3) * 7 + Math.floor(column / 3);
      if (name === 'mid') tints[k] = EXTRA_TINT;
    }
  }
  return valuesBoard({ ...picture, width: SAMURAI_WIDTH, values: grid, regions, tints });
}

/**
 * True if a cell lies in a window. Windows are one cell away from the border and from each other.
 */
function inWindow(shape: Shape, row: number, column: number): boolean {
  return row % (shape.boxRows + 1) !== 0 && column % (shape.boxColumns + 1) !== 0;
}

import { shown } from '../problem/error.ts';
import { checkValues, type Grid } from '../sudoku/grid.ts';
import { Shape } from '../sudoku/shape.ts';
import type { Symbols } from '../sudoku/symbols.ts';
import type { Board } from './board.ts';
import { bad, checkSettings } from './checks.ts';
import { valuesBoard } from './values.ts';

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
  checkSettings(picture);
  const { givens, symbols, extra, caption } = picture;
  if (givens !== undefined) checkValues(shape, givens);
  if (extra !== undefined && extra !== 'diagonals' && extra !== 'windows') {
    throw bad(`extra is ${shown(extra)}; give 'diagonals' or 'windows', or leave it out.`);
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
  if (typeof regions !== 'string') throw bad(`The regions are ${shown(regions)}; give a text.`);
  checkSettings(picture);
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
  checkSettings(picture);
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

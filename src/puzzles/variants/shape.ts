import { plural, QuadrilleError, shown } from '../../engine/problem/error.ts';
import type { Shape } from '../sudoku/shape.ts';
import { CellGrid, type Cells } from './cell-grid.ts';

/** The most rows, columns and values. */
export const MOST_SIZE = 16;
/** The most cells of a clue: a line may go through a cell again. */
export const MOST_CELLS = 4 * MOST_SIZE ** 2;

/** The grid of a variant Sudoku. */
export interface VariantShape {
  readonly rows: number;
  readonly columns: number;
  /** Ascending and without a gap, from 0 or 1. */
  readonly values: readonly number[];
  /** True for the boxes that tile the grid, each with different values. */
  readonly boxes: boolean;
  /** The pieces of a jigsaw, each with different values, maybe besides boxes. Not all cells need one. */
  readonly pieces: readonly Cells[];
}

/** The shape of a square grid with its boxes, or of another one. */
export function plainShape(rows: number, columns = rows, firstValue = 1): VariantShape {
  const size = Math.max(rows, columns);
  return {
    rows,
    columns,
    values: Array.from({ length: size }, (_, k) => firstValue + k),
    boxes: new CellGrid({ rows, columns }).box !== undefined,
    pieces: [],
  };
}

/** The shape of a plain Sudoku. Boxes of another form than the usual one are pieces. */
export function shapeOf(plain: Shape): VariantShape {
  const { size, boxRows, cells } = plain;
  const usual = plainShape(size);
  if (new CellGrid(usual).box?.[0] === boxRows) return usual;
  const pieces: number[][] = Array.from({ length: size }, () => []);
  for (let cell = 0; cell < cells; cell++) pieces[plain.boxOf(cell)].push(cell);
  return { ...usual, boxes: false, pieces };
}

/** Throws unless the grid, its values, boxes and pieces fit together. */
export function checkShape(shape: VariantShape): void {
  const { rows, columns, values, boxes, pieces } = shape;
  for (const [name, side] of [
    ['rows', rows],
    ['columns', columns],
  ] as const) {
    if (Number.isInteger(side) && side >= 1 && side <= MOST_SIZE) continue;
    throw new QuadrilleError(
      'bad-shape',
      `The grid has ${shown(side)} ${name}; give a whole number from 1 to ${MOST_SIZE}.`,
    );
  }
  const size = Math.max(rows, columns);
  const isRange = values.every((value, k) => value === values[0] + k) && [0, 1].includes(values[0]);
  if (!isRange || values.length < size || values.length > MOST_SIZE) {
    throw new QuadrilleError(
      'bad-shape',
      `The grid has the values ${shown(values)}; give ${size} or more in a row, from 0 or 1 up.`,
    );
  }
  const grid = new CellGrid(shape);
  if (boxes && grid.box === undefined) {
    throw new QuadrilleError(
      'bad-shape',
      `There are no boxes of ${plural(size, 'cell')} in a grid of ${rows}x${columns}; leave the boxes out.`,
    );
  }
  const seen = new Set<number>();
  for (const piece of pieces) {
    for (const cell of piece) {
      if (Number.isInteger(cell) && cell >= 0 && cell < grid.cells && !seen.has(cell)) {
        seen.add(cell);
        continue;
      }
      throw new QuadrilleError(
        'bad-shape',
        `A piece has cell ${shown(cell)}; give cells from 0 to ${grid.cells - 1}, each in one piece.`,
      );
    }
    if (piece.length <= values.length) continue;
    throw new QuadrilleError(
      'bad-shape',
      `A piece has ${piece.length} cells; give at most ${values.length}, one for each value.`,
    );
  }
}

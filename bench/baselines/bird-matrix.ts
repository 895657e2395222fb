import type { Grid } from '../../src/puzzles/sudoku/grid.ts';
import type { Shape } from '../../src/puzzles/sudoku/shape.ts';
import { type Run, refusesDeep } from './baseline.ts';

// The common parts of Bird's three programs ("A program to solve Sudoku", Journal of Functional
// Programming 16, 2006): matrices of choices that are never changed, and functions on whole rows of
// them.

/** The values that are open for a cell. */
export type Choices = readonly number[];
export type Matrix<T> = readonly (readonly T[])[];

/** A given leaves its cell that one choice, a blank has them all. */
export function choices(shape: Shape, givens: Grid): Matrix<Choices> {
  const { size } = shape;
  const all = Array.from({ length: size }, (_, k) => k + 1);
  return all.map((_, row) =>
    all.map((_, column) => {
      const value = givens[row * size + column];
      return value === 0 ? all : [value];
    }),
  );
}

export const single = (cell: Choices): boolean => cell.length === 1;

export function columns<T>(rows: Matrix<T>): Matrix<T> {
  return rows.map((_, column) => rows.map((row) => row[column]));
}

/** The boxes as rows. For every shape that is its own inverse, as columns() is. */
export function boxes<T>({ boxRows, boxColumns }: Shape, rows: Matrix<T>): Matrix<T> {
  return rows.map((_, box) =>
    rows.map((_, place) => {
      const row = box - (box % boxRows) + Math.floor(place / boxColumns);
      return rows[row]?.[(box % boxRows) * boxColumns + (place % boxColumns)];
    }),
  );
}

/** Takes the fixed values of a row, a column or a box from its other cells: one pass over each. */
export function prune(shape: Shape, matrix: Matrix<Choices>, run: Run): Matrix<Choices> {
  const pruneRows = (rows: Matrix<Choices>) => rows.map((row) => pruneRow(row, run));
  const byRows = pruneRows(matrix);
  const byColumns = columns(pruneRows(columns(byRows)));
  return boxes(shape, pruneRows(boxes(shape, byColumns)));
}

/** Prunes until nothing changes. */
export function pruneFully(shape: Shape, matrix: Matrix<Choices>, run: Run): Matrix<Choices> {
  const pruned = prune(shape, matrix, run);
  return total(pruned) === total(matrix) ? pruned : pruneFully(shape, pruned, run);
}

function pruneRow(row: readonly Choices[], run: Run): readonly Choices[] {
  const taken = fixed(row);
  if (taken.length === 0) return row;
  return row.map((cell) => {
    if (single(cell)) return cell;
    const rest = cell.filter((value) => !taken.includes(value));
    if (single(rest)) run.placements++;
    return rest;
  });
}

/** The values of the cells that have one choice. */
function fixed(row: readonly Choices[]): readonly number[] {
  return row.filter(single).map(([value]) => value);
}

function total(matrix: Matrix<Choices>): number {
  return matrix.flat().reduce((sum, cell) => sum + cell.length, 0);
}

/** True if a cell has no choice left, or two of a unit are fixed at the same value: no way on. */
export function blocked(shape: Shape, matrix: Matrix<Choices>): boolean {
  if (matrix.some((row) => row.some((cell) => cell.length === 0))) return true;
  return !(
    matrix.map(fixed).every(distinct) &&
    columns(matrix).map(fixed).every(distinct) &&
    boxes(shape, matrix).map(fixed).every(distinct)
  );
}

function distinct(values: readonly number[]): boolean {
  return new Set(values).size === values.length;
}

/** Grids to be made before a program that makes them all gives up beforehand. */
const MOST_GRIDS = 2 ** 20;

export function refusesMany(shape: Shape, matrix: Matrix<Choices>): string | undefined {
  const grids = matrix.flat().reduce((product, cell) => product * cell.length, 1);
  return grids > MOST_GRIDS ? 'too many combinations' : refusesDeep(shape);
}

/** Makes the grids of every combination of choices, and keeps the valid ones. */
export function expand(shape: Shape, matrix: Matrix<Choices>, run: Run): void {
  const cells = matrix.flat();
  const grid: number[] = [];
  const fill = (cell: number): boolean => {
    if (cell === cells.length) return valid(shape, grid) && run.take(grid);
    const open = cells[cell];
    for (const value of open) {
      grid[cell] = value;
      if (open.length > 1) {
        run.guesses++;
        run.placements++;
        if (run.late()) return true;
      }
      if (fill(cell + 1)) return true;
    }
    return false;
  };
  fill(0);
}

function valid(shape: Shape, grid: readonly number[]): boolean {
  const { size } = shape;
  const rows = Array.from({ length: size }, (_, r) => grid.slice(r * size, (r + 1) * size));
  return (
    rows.every(distinct) && columns(rows).every(distinct) && boxes(shape, rows).every(distinct)
  );
}

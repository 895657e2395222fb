import { Random } from '../../src/kernels/random.ts';
import { rearranged } from '../../src/sudoku/random-puzzle.ts';
import { Shape } from '../../src/sudoku.ts';

export const LARGE = Shape.of({ size: 100 });

/** The cyclic grid, each row the one above moved on by a box, shuffled; and that many blanks. */
export function largePuzzle(blanks: number, seed: number): Uint8Array {
  const { size, boxRows, boxColumns, cells } = LARGE;
  const cyclic = Uint8Array.from({ length: cells }, (_, cell) => {
    const row = LARGE.rowOf(cell);
    const shift = (row % boxRows) * boxColumns + Math.floor(row / boxRows);
    return ((shift + LARGE.columnOf(cell)) % size) + 1;
  });
  const random = new Random(seed);
  const grid = rearranged(LARGE, cyclic, random);
  for (const cell of random.order(cells).subarray(0, blanks)) grid[cell] = 0;
  return grid;
}

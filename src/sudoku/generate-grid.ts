import type { Random } from '../kernels/random.ts';
import type { Steps } from './generate-puzzle.ts';
import { rearranged } from './rearrange.ts';
import type { Shape } from './shape.ts';
import type { Solver } from './solver.ts';

/** What a try may choose: one option for each cell is the least, and most need little more. */
const NODES_PER_CELL = 4;
/** Of the shapes up to 25x25 the worst succeeds in two of three tries. */
const MOST_TRIES = 50;

/**
 * A full grid at random: the boxes of a diagonal, which share no row or column, filled at random;
 * what the solver finds first for the rest; and that rearranged. Not every grid comes as often as
 * any other, since what is found first is no matter of chance. (To draw evenly one would have to
 * count: there are 6.7e21 grids of 9x9, by Felgenhauer and Jarvis, 2005.)
 *
 * A search whose first choices were unlucky may never end (at 25x25 one in three); so each is left
 * early for another try. If all fail, as with hardly any nodes allowed, the grid is the regular
 * one, rearranged.
 */
export function* randomGrid(solver: Solver, random: Random, maxNodes: number): Steps<Uint8Array> {
  const { shape } = solver;
  const limits = { maxNodes: Math.min(maxNodes, NODES_PER_CELL * shape.cells) };
  for (let k = 0; k < MOST_TRIES; k++) {
    const { solution } = solver.first(diagonalBoxes(shape, random), limits);
    yield;
    if (solution !== undefined) return rearranged(shape, solution, random);
  }
  return rearranged(shape, regularGrid(shape), random);
}

/** The boxes at the top left, one down and one to the right, and so on, filled at random. */
function diagonalBoxes(shape: Shape, random: Random): Uint8Array {
  const { size, boxRows, boxColumns } = shape;
  const grid = new Uint8Array(shape.cells);
  // There are as many boxes beside each other as a box has rows.
  for (let box = 0; box < Math.min(boxRows, boxColumns); box++) {
    const values = random.order(size);
    for (let k = 0; k < size; k++) {
      const row = box * boxRows + Math.floor(k / boxColumns);
      const column = box * boxColumns + (k % boxColumns);
      grid[row * size + column] = (values[k] as number) + 1;
    }
  }
  return grid;
}

/**
 * The grid in which each row is the one above it, moved on by the columns of a box; by one more
 * where a box ends. As 123456 456123 231564 564231 312645 645312 for boxes of 2x3.
 */
function regularGrid(shape: Shape): Uint8Array {
  const { size, boxRows, boxColumns, cells } = shape;
  return Uint8Array.from({ length: cells }, (_, cell) => {
    const row = shape.rowOf(cell);
    const shift = (row % boxRows) * boxColumns + Math.floor(row / boxRows);
    return ((shift + shape.columnOf(cell)) % size) + 1;
  });
}

import type { Grid } from '../../src/puzzles/sudoku/grid.ts';
import type { Shape } from '../../src/puzzles/sudoku/shape.ts';

/** The cells that belong together, for methods that look it up. */
export interface Units {
  /** The cells of each unit: the rows, then the columns, then the boxes. */
  readonly units: readonly (readonly number[])[];
  /** cell -> its row, its column and its box, as indices into `units`. */
  readonly unitsOf: readonly (readonly [row: number, column: number, box: number])[];
  /** cell -> the other cells of these three, each once. */
  readonly peers: readonly (readonly number[])[];
}

const known = new Map<Shape, Units>();

/** The units of a shape; made once, as a program for one shape would have them. */
export function unitsOf(shape: Shape): Units {
  let found = known.get(shape);
  if (found === undefined) {
    found = made(shape);
    known.set(shape, found);
  }
  return found;
}

/** True if two givens of a unit are equal. */
export function contradicts(shape: Shape, givens: Grid): boolean {
  return unitsOf(shape).peers.some(
    (peers, cell) => givens[cell] !== 0 && peers.some((peer) => givens[peer] === givens[cell]),
  );
}

function made(shape: Shape): Units {
  const { size, cells } = shape;
  const units = Array.from({ length: 3 * size }, (): number[] => []);
  const unitsOf = Array.from({ length: cells }, (_, cell) => {
    const three: [number, number, number] = [
      shape.rowOf(cell),
      size + shape.columnOf(cell),
      2 * size + shape.boxOf(cell),
    ];
    for (const unit of three) units[unit]?.push(cell);
    return three;
  });
  const peers = unitsOf.map((three, cell) => {
    const together = new Set(three.flatMap((unit) => units[unit]));
    together.delete(cell);
    return [...together];
  });
  return { units, unitsOf, peers };
}

import { solutions } from '../ask/answers.ts';
import { QuadrilleError } from '../problem/error.ts';
import { Problem } from '../problem/problem.ts';
import type { Placement } from '../sudoku/encode.ts';
import type { Givens } from './houses.ts';
import { orderOf } from './latin.ts';

/** One Greek letter of a Graeco-Latin square, everywhere it stands. */
export interface GreekLetter {
  /** From 1, in the order in which letters stand in the first row. */
  readonly letter: number;
  /** Where it stands, and on what values of the Latin square: a transversal of that. */
  readonly cells: readonly Placement[];
}

/** The cyclic square of order 11 has 37,851 transversals, that of order 13 has 1,030,367. */
const MOST_ORDER = 11;

/** The transversals of a Latin square: n cells, one of each row, each column and each value. */
export function transversals(square: Givens): Problem<Placement> {
  const order = orderOf(square);
  const names = ['r', 'c', 'v'].flatMap((letter) =>
    Array.from({ length: order }, (_, k) => `${letter}${k + 1}`),
  );
  const problem = new Problem<Placement>({ primary: names });
  for (let row = 0; row < order; row++) {
    for (let column = 0; column < order; column++) {
      const value = square[row * order + column] as number;
      const items = [row, order + column, 2 * order + value - 1];
      problem.addIndices(items, { row, column, value });
    }
  }
  return problem;
}

/**
 * The orthogonal mates of a Latin square, given row by row: the ways to write a Greek letter into
 * each cell, so that the letters make a Latin square too and each meets each value once. The cells
 * of a letter are then a transversal, and a mate is a set of transversals that have every cell once:
 * items are cells, options transversals (as E. T. Parker searched, 1959). Since the letters have no
 * names of their own, mates are counted with the first row in order; times n! for all of them.
 *
 * The transversals are listed at once, which bounds the order by 11.
 */
export function orthogonalMates(square: Givens): Problem<GreekLetter> {
  const order = orderOf(square);
  if (order > MOST_ORDER) {
    throw new QuadrilleError(
      'bad-setting',
      `The square has order ${order}; mates are searched for up to order ${MOST_ORDER}, ` +
        'since a larger square may have millions of transversals.',
    );
  }
  const names: string[] = [];
  for (let row = 1; row <= order; row++) {
    for (let column = 1; column <= order; column++) names.push(`r${row}c${column}`);
  }
  const problem = new Problem<GreekLetter>({ primary: names });
  for (const { payloads } of solutions(transversals(square))) {
    const cells = [...payloads].sort((a, b) => a.row - b.row);
    const items = cells.map(({ row, column }) => row * order + column);
    problem.addIndices(items, { letter: (cells[0] as Placement).column + 1, cells });
  }
  return problem;
}

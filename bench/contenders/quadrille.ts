import { type EngineName, solutions } from '../../src/index.ts';
import { problemOf } from '../cases/problem.ts';
import type { Contender } from './contender.ts';

/**
 * One of our engines, as a user calls it. A bare loop over `createSearch` is no faster: the
 * stream of solutions costs less than the noise (measured on all cases, the Sudoku included).
 */
export function quadrille(engine: EngineName | 'auto'): Contender {
  return {
    name: engine,
    cannot: () => undefined,
    solve(matrix, limit) {
      const stream = solutions(problemOf(matrix), { engine, limit });
      const found = [...stream];
      return {
        numbers: () => found.map((solution) => solution.numbers),
        nodes: () => stream.progress.nodes,
      };
    },
    count(matrix) {
      let count = 0;
      for (const _ of solutions(problemOf(matrix), { engine })) count++;
      return count;
    },
  };
}

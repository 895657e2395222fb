import { Lists } from '../../src/engine/kernels/lists.ts';
import { solutionsPortfolio } from '../../src/engine/solve/portfolios.ts';
import { type EngineName, solutions } from '../../src/index.ts';
import type { Matrix } from '../../test/cases/matrix.ts';
import { problemOf } from '../../test/cases/problem.ts';
import type { Contender } from './contender.ts';

const ENDLESS = Number.POSITIVE_INFINITY;

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
      const search = solutionsPortfolio(problemOf(matrix).compile(), { engine });
      while (search.advance(ENDLESS, ENDLESS) !== 'exhausted');
      return search.solutions;
    },
  };
}

/**
 * The engine `lists` without WebAssembly: the yardstick for the gain of `auto` by it and by `sweep`.
 */
export const LISTS_IN_JS = 'lists in JavaScript';

export function listsInJs(): Contender {
  const start = (matrix: Matrix) => new Lists(problemOf(matrix).compile());
  return {
    name: LISTS_IN_JS,
    cannot: () => undefined,
    solve(matrix, limit) {
      const search = start(matrix);
      const found: number[][] = [];
      while (found.length < limit && search.advance(ENDLESS) === 'solution') {
        found.push(search.solution());
      }
      return { numbers: () => found, nodes: () => search.nodes };
    },
    count(matrix) {
      const search = start(matrix);
      while (search.advance(ENDLESS, ENDLESS) !== 'exhausted');
      return search.solutions;
    },
  };
}

import type { Matrix } from '../../test/cases/matrix.ts';
import { loadRival } from '../rivals.ts';
import { type Contender, cannotColour } from './contender.ts';

interface DancingLinksModule {
  readonly DancingLinks: new () => { createSolver(size: Size): Solver };
}

type Size =
  | { readonly columns: number }
  | { readonly primaryColumns: number; readonly secondaryColumns: number };

interface Solver {
  addRows(rows: { readonly coveredColumns: readonly number[]; readonly data: number }[]): void;
  find(limit: number): { readonly index: number }[][];
  findAll(): { readonly index: number }[][];
  createGenerator(): Iterable<unknown>;
}

/**
 * The npm package `dancing-links`, by `addRows`: it takes the rows as they are, secondary columns
 * numbered behind the primaries as in our matrix. On the Sudoku `addRow` and
 * `addSparseConstraint` take 2 % longer, `addSparseConstraints` 12 %; on whole enumerations all
 * are within 6 %, and `createGenerator` is up to 10 % behind `findAll`.
 */
export async function dancingLinks(): Promise<Contender> {
  const { exports, version } = await loadRival<DancingLinksModule>('dancing-links');
  const { DancingLinks } = exports;
  const solverOf = (matrix: Matrix) => {
    const solver = new DancingLinks().createSolver(sizeOf(matrix));
    solver.addRows(matrix.options.map((coveredColumns, data) => ({ coveredColumns, data })));
    return solver;
  };
  return {
    name: 'dancing-links',
    version,
    cannot: cannotColour,
    solve(matrix, limit) {
      const solver = solverOf(matrix);
      const found = limit === Number.POSITIVE_INFINITY ? solver.findAll() : solver.find(limit);
      return { numbers: () => found.map((solution) => solution.map(({ index }) => index)) };
    },
    count(matrix) {
      let count = 0;
      for (const _ of solverOf(matrix).createGenerator()) count++;
      return count;
    },
  };
}

function sizeOf({ primary, secondary }: Matrix): Size {
  if (secondary === 0) return { columns: primary };
  return { primaryColumns: primary, secondaryColumns: secondary };
}

import { loadRival } from '../rivals.ts';
import { type Contender, cannotColour } from './contender.ts';

interface DlxModule {
  readonly default: {
    /** All solutions: rows of item numbers, without end. */
    solve_sparse_matrix(rows: readonly (readonly number[])[]): number[][];
  };
}

/** The npm package `dlx`: it takes the first column each time, not the shortest, and gives all solutions. */
export async function dlx(): Promise<Contender> {
  const { exports, version } = await loadRival<DlxModule>('dlx');
  const solve = exports.default.solve_sparse_matrix;
  return {
    name: 'dlx',
    version,
    trial: 'dlx',
    cannot(matrix, limit) {
      // A matrix without solutions, or with one, is found out only at the end.
      if (limit !== Number.POSITIVE_INFINITY) return 'finds all solutions and no fewer';
      return matrix.secondary > 0 ? 'has no secondary items' : cannotColour(matrix);
    },
    solve(matrix) {
      const found = solve(matrix.options);
      return { numbers: () => found };
    },
  };
}

export const contender = dlx;

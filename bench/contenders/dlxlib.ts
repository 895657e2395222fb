import { loadRival } from '../rivals.ts';
import { type Contender, cannotColour } from './contender.ts';

interface DlxlibModule {
  /** The two callbacks are optional; no limit gives all solutions. */
  solve(rows: number[][], onStep: null, onSolution: null, limit?: number): number[][];
}

/** The npm package `dlxlib`: it wants a row of noughts and ones for each option. */
export async function dlxlib(): Promise<Contender> {
  const { exports, version } = await loadRival<DlxlibModule>('dlxlib');
  const { solve } = exports;
  return {
    name: 'dlxlib',
    trial: 'dlxlib',
    version,
    cannot(matrix) {
      return matrix.secondary > 0 ? 'has no secondary items' : cannotColour(matrix);
    },
    solve(matrix, limit) {
      const rows = matrix.options.map((items) => {
        const row = new Array<number>(matrix.primary).fill(0);
        for (const item of items) row[item] = 1;
        return row;
      });
      const found =
        limit === Number.POSITIVE_INFINITY
          ? solve(rows, null, null)
          : solve(rows, null, null, limit);
      return { numbers: () => found };
    },
  };
}

export const contender = dlxlib;

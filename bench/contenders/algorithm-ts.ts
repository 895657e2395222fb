import { loadRival } from '../rivals.ts';
import { type Contender, cannotColour } from './contender.ts';

interface AlgorithmModule {
  readonly DancingLinkX: new (props: {
    readonly MAX_N: number;
  }) => {
    init(columns: number): void;
    addRow(row: number, columns: readonly number[]): void;
    solve(): number[] | null;
  };
}

/** The npm package `@algorithm.ts/dlx`: columns count from 1, and it stops at a first solution. */
export async function algorithmTs(): Promise<Contender> {
  const { exports, version } = await loadRival<AlgorithmModule>('@algorithm.ts/dlx');
  const { DancingLinkX } = exports;
  return {
    name: '@algorithm.ts/dlx',
    version,
    cannot(matrix, limit) {
      if (limit !== 1) return 'finds a first solution and no more';
      return matrix.secondary > 0 ? 'has no secondary items' : cannotColour(matrix);
    },
    solve(matrix) {
      const { primary, options } = matrix;
      const nodes = options.reduce((sum, items) => sum + items.length, 0);
      const links = new DancingLinkX({ MAX_N: 1 + primary + nodes });
      links.init(primary);
      options.forEach((items, option) => {
        links.addRow(
          option,
          items.map((item) => item + 1),
        );
      });
      const found = links.solve();
      return { numbers: () => (found === null ? [] : [found]) };
    },
  };
}

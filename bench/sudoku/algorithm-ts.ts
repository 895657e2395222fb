import { loadRival } from '../rivals.ts';
import type { Contender } from './contender.ts';

interface SudokuModule {
  /** (Its README calls the setting `childMatrixSize`.) */
  readonly SudokuSolver: new (options: {
    readonly childMatrixWidth: number;
  }) => {
    solve(puzzle: readonly number[], solution: number[]): boolean;
  };
}

/** The npm package `@algorithm.ts/sudoku`: values count from 0, and -1 is a blank. */
export async function algorithmTsSudoku(): Promise<Contender> {
  const { exports, version } = await loadRival<SudokuModule>('@algorithm.ts/sudoku');
  const { SudokuSolver } = exports;
  return {
    name: '@algorithm.ts/sudoku',
    kind: 'package',
    version,
    refuses({ size, boxRows, boxColumns }) {
      if (boxRows !== boxColumns) return 'takes square boxes only';
      // It makes room for options x items nodes, though an option has four.
      return size > 16 ? 'needs gigabytes for that size' : undefined;
    },
    prepare({ boxRows, cells }) {
      const solver = new SudokuSolver({ childMatrixWidth: boxRows });
      const puzzle = new Array<number>(cells).fill(-1);
      const solution = new Array<number>(cells).fill(-1);
      return {
        solve(givens) {
          for (let cell = 0; cell < cells; cell++) puzzle[cell] = givens[cell] - 1;
          if (!solver.solve(puzzle, solution)) return 'none';
          const grid = new Uint8Array(cells);
          for (let cell = 0; cell < cells; cell++) grid[cell] = solution[cell] + 1;
          return grid;
        },
      };
    },
  };
}

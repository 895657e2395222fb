// Run by `limited.ts` as a process of its own.
import { loadRival } from '../rivals.ts';
import type { Batch } from './apart.ts';

interface Module {
  solve(board: (number | null)[]): {
    readonly solved: boolean;
    readonly board?: readonly (number | null)[];
  };
}

/** Solves puzzles until the time is over; after each it gives the answers so far. */
export async function load() {
  const { exports } = await loadRival<Module>('sudoku-core');
  return function* ({ puzzles, ms: most }: Batch['input']): Iterable<Batch['result']> {
    const answers: Batch['result']['answers'][number][] = [];
    let ms = 0;
    for (const givens of puzzles) {
      const board = [...givens].map((value) => (value === 0 ? null : value));
      const began = performance.now();
      const { solved, board: grid = [] } = exports.solve(board);
      ms += performance.now() - began;
      const isFull = solved && grid.every((value) => value !== null);
      answers.push(isFull ? Uint8Array.from(grid as number[]) : 'unsolved');
      if (ms >= most || answers.length % 16 === 1) yield { answers, ms };
      if (ms >= most) return;
    }
    yield { answers, ms };
  };
}

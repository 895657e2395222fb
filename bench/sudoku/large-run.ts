// Run by `large.ts` as a process of its own, so that its peak memory is that of one puzzle alone.
import { type Shape, Solver, type Status } from '../../src/sudoku.ts';

export interface Order {
  readonly boxes: Shape['boxes'];
  readonly givens: Uint8Array;
  /** Milliseconds for the search. */
  readonly timeout: number;
}

export interface Outcome {
  /** To state the empty grid as a problem, compile it, and lay out a search. */
  readonly encodeMs: number;
  readonly solveMs: number;
  readonly status: Status;
  readonly nodes: number;
  readonly solution: Uint8Array | undefined;
  /** The most that the process ever held. */
  readonly peakBytes: number;
}

function solve({ boxes, givens, timeout }: Order): Outcome {
  const start = performance.now();
  const solver = new Solver({ boxes, engine: 'lists' });
  const encoded = performance.now();
  const stream = solver.solutions(givens, { limit: 1, timeout });
  const [solution] = stream;
  const solved = performance.now();
  return {
    encodeMs: encoded - start,
    solveMs: solved - encoded,
    status: stream.status ?? 'limit',
    nodes: stream.progress.nodes,
    solution,
    peakBytes: 1024 * process.resourceUsage().maxRSS,
  };
}

process.once('message', (order: Order) => {
  process.send?.(solve(order));
});

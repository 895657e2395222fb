import { type EngineName, type Limits, Solver } from '../../src/sudoku.ts';
import type { Contender } from './contender.ts';

/** One of our engines as most will call it, a puzzle at a time. */
export function engine(name: EngineName): Contender {
  return {
    name,
    kind: 'engine',
    refuses: () => undefined,
    prepare(shape) {
      const solver = new Solver({ boxes: shape.boxes, engine: name });
      return {
        solve(givens, _room, deadline) {
          const { solution, status } = solver.first(givens, within(deadline));
          return solution ?? (status === 'complete' ? 'none' : 'unsolved');
        },
      };
    },
  };
}

/** One of our engines, called as for many puzzles: it allocates nothing. */
export function engineInBatch(name: EngineName): Contender {
  return {
    ...engine(name),
    name: `${name}, batch`,
    prepare(shape) {
      const solver = new Solver({ boxes: shape.boxes, engine: name });
      return {
        solve(givens, room, deadline) {
          const status = solver.firstInto(room, givens, within(deadline));
          if (status === 'found') return room;
          return status === 'complete' ? 'none' : 'unsolved';
        },
      };
    },
  };
}

/** No limits where there is no deadline: that is the way that allocates nothing. */
function within(deadline: number): Limits | undefined {
  if (deadline === Number.POSITIVE_INFINITY) return undefined;
  return { timeout: Math.max(0, deadline - performance.now()) };
}

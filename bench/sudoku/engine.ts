import { type EngineName, Solver } from '../../src/sudoku.ts';
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
          const limits = Number.isFinite(deadline) ? { timeout: left(deadline) } : undefined;
          const { solution, status } = solver.first(givens, limits);
          return solution ?? (status === 'complete' ? 'none' : 'unsolved');
        },
      };
    },
  };
}

/** One of our engines as those will call it who have many puzzles: it allocates nothing. */
export function engineInBatch(name: EngineName): Contender {
  return {
    ...engine(name),
    name: `${name}, batch`,
    prepare(shape) {
      const solver = new Solver({ boxes: shape.boxes, engine: name });
      return {
        solve(givens, room, deadline) {
          const limits = Number.isFinite(deadline) ? { timeout: left(deadline) } : undefined;
          const status = solver.firstInto(room, givens, limits);
          if (status === 'solution') return room;
          return status === 'complete' ? 'none' : 'unsolved';
        },
      };
    },
  };
}

function left(deadline: number): number {
  return Math.max(0, deadline - performance.now());
}

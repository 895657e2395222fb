import { type EngineName, type Limits, Solver } from '../../src/sudoku.ts';
import type { Baseline } from '../baselines/baseline.ts';
import { BASELINES } from '../baselines/index.ts';
import { algorithmTsSudoku } from './algorithm-ts.ts';
import type { Contender } from './contender.ts';
import { dancingLinks } from './dancing-links.ts';

/** Ours, the packages of npm, and the methods, in the order of the tables. */
export async function sudokuContenders(): Promise<Contender[]> {
  return [
    engine('auto'),
    engineInBatch('auto'),
    engine('lists'),
    engineInBatch('lists'),
    engine('links'),
    engineInBatch('links'),
    await dancingLinks(),
    await algorithmTsSudoku(),
    ...BASELINES.map(method),
  ];
}

/** One of our engines as most will call it, a puzzle at a time. */
function engine(name: EngineName | 'auto'): Contender {
  return {
    name,
    kind: 'engine',
    countsGuesses: name !== 'auto',
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
function engineInBatch(name: EngineName | 'auto'): Contender {
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

/** A backtracking method of `bench/baselines/`. */
function method(baseline: Baseline): Contender {
  return {
    name: baseline.name,
    kind: 'method',
    refuses: (shape, givens) => baseline.refuses(shape, givens),
    prepare(shape) {
      let guesses = 0;
      return {
        solve(givens, _room, deadline) {
          const found = baseline.solve(shape, givens, 1, deadline);
          guesses = found.guesses;
          return found.solutions[0] ?? (found.status === 'complete' ? 'none' : 'unsolved');
        },
        guesses: () => guesses,
      };
    },
  };
}

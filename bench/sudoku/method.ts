import type { Baseline } from '../baselines/baseline.ts';
import type { Contender } from './contender.ts';

/** A backtracking method of `bench/baselines/`. */
export function method(baseline: Baseline): Contender {
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

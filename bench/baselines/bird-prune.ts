// Bird's second program: prune to a fixed point, then make every grid that the choices allow.
// Solves easy puzzles by pruning alone; costs the product of the choices that it leaves open in the
// others.

import { baseline, Run } from './baseline.ts';
import { choices, expand, pruneFully, refusesMany } from './bird-matrix.ts';

export const birdPrune = baseline(
  'Bird, prune then expand',
  (shape, givens) => {
    // Uncounted: only pruning tells their number.
    const aside = new Run(1, Number.POSITIVE_INFINITY);
    return refusesMany(shape, pruneFully(shape, choices(shape, givens), aside));
  },
  (shape, givens, run) => expand(shape, pruneFully(shape, choices(shape, givens), run), run),
);

// Bird's specification: make every grid that the blanks allow, keep the valid ones.
// Costs size ** blanks grids, whatever the givens say: for a handful of blanks only.

import { baseline } from './baseline.ts';
import { choices, expand, refusesMany } from './bird-matrix.ts';

export const birdBruteForce = baseline(
  'Bird, brute force',
  (shape, givens) => refusesMany(shape, choices(shape, givens)),
  (shape, givens, run) => expand(shape, choices(shape, givens), run),
);

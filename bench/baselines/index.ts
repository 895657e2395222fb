import type { Baseline } from './baseline.ts';
import { birdBruteForce } from './bird-brute-force.ts';
import { birdFewest, birdFewestFully, birdFirst, birdFirstFully } from './bird-guess.ts';
import { birdPrune } from './bird-prune.ts';
import { bitmasks } from './bitmasks.ts';
import { cohen } from './cohen.ts';
import { inaimathi } from './inaimathi.ts';
import { koot } from './koot.ts';
import { lynn } from './lynn.ts';
import { norvig } from './norvig.ts';
import { plain } from './plain.ts';
import { praxis } from './praxis.ts';
import { sarkarExclusive, sarkarFixed } from './sarkar.ts';
import { thornton } from './thornton.ts';

/** Twelve ways to backtrack a Sudoku, variants of a way one after the other; ours is the last. */
export const BASELINES: readonly Baseline[] = [
  birdBruteForce,
  birdPrune,
  birdFirst,
  birdFirstFully,
  birdFewest,
  birdFewestFully,
  inaimathi,
  praxis,
  plain,
  koot,
  norvig,
  cohen,
  sarkarFixed,
  sarkarExclusive,
  lynn,
  thornton,
  bitmasks,
];

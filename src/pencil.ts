export type { Decisions } from './kernels/prefix.ts';
export type { ClueSettings } from './maker/about-clues.ts';
export { type Clash, clash, clashAsync } from './maker/clash.ts';
export type { Clue, Clues } from './maker/clues.ts';
export {
  type MadePuzzle,
  type Making,
  makePuzzle,
  makePuzzleAsync,
} from './maker/make.ts';
export { type Needless, needless, needlessAsync } from './maker/needless.ts';
export type { MakeSettings } from './maker/wish.ts';
export type { Position } from './pencil/position.ts';
export {
  AsyncSteps,
  type Hint,
  hint,
  hintAsync,
  type PencilSettings,
  type Rating,
  rate,
  rateAsync,
  type StepSettings,
  Steps,
  steps,
  stepsAsync,
} from './pencil/questions.ts';
export { generalScale, type Scale, type Scaled, type Techniques } from './pencil/scale.ts';
export { sentences } from './pencil/sentences.ts';
export type { Link, Reason, Sink, Step } from './pencil/step.ts';
export type { Ending } from './pencil/stepping.ts';
export { sudokuScale } from './pencil/sudoku-scale.ts';
export type { Technique } from './pencil/technique.ts';
export { type ErrorCode, type Place, QuadrilleError } from './problem/error.ts';
export type { Watch } from './solve/cooperative.ts';
export type { Limits, Progress, Status } from './solve/limits.ts';
export type { Words } from './why/sentences.ts';

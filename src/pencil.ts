/**
 * How a person solves a problem: the next {@link steps}, a {@link hint}, how hard it is ({@link rate}), and new puzzles with one solution ({@link makePuzzle}).
 *
 * ```ts
 * import { hint, rate, sentences, sudokuScale } from 'quadrille/pencil';
 * import { encode, readPuzzle } from 'quadrille/sudoku';
 *
 * const puzzle = readPuzzle(
 *   '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
 * );
 * const problem = encode(puzzle.shape, puzzle.givens);
 * const next = hint(problem, { scale: sudokuScale });
 * if (next.kind === 'step') console.log(sentences(next.step, problem).join('\n'));
 * console.log(rate(problem, { scale: sudokuScale }).difficulty); // 1.2
 * ```
 *
 * *Experimental*: [a minor version may change it](../docs/stability.md).
 *
 * @module quadrille/pencil
 */

export type { Decisions } from './engine/kernels/prefix.ts';
export { type ErrorCode, type Place, QuadrilleError } from './engine/problem/error.ts';
export type { AnyProblem } from './engine/problem/problem.ts';
export type { Slices } from './engine/problem/slices.ts';
export type { Watch } from './engine/solve/cooperative.ts';
export type { Limits, Progress, Status } from './engine/solve/limit-settings.ts';
export type { Words } from './engine/why/sentences.ts';
export type { ClueSettings } from './puzzles/pencil/about-clues.ts';
export { type Clash, clash, clashAsync } from './puzzles/pencil/clash.ts';
export type { Clue, Clues } from './puzzles/pencil/clues.ts';
export {
  type MadePuzzle,
  type Making,
  makePuzzle,
  makePuzzleAsync,
} from './puzzles/pencil/make.ts';
export {
  type Needless,
  needless,
  needlessAsync,
  type SpareRules,
} from './puzzles/pencil/needless.ts';
export type { Position } from './puzzles/pencil/position.ts';
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
} from './puzzles/pencil/questions.ts';
export type { MakeSettings } from './puzzles/pencil/request.ts';
export { generalScale, type Scale, type Scaled, type Techniques } from './puzzles/pencil/scale.ts';
export { sentences } from './puzzles/pencil/sentences.ts';
export type { Link, Reason, Sink, Step } from './puzzles/pencil/step.ts';
export type { Ending } from './puzzles/pencil/stepping.ts';
export { sudokuScale } from './puzzles/pencil/sudoku-scale.ts';
export type { Technique } from './puzzles/pencil/technique.ts';
export {
  type Solvable,
  type VariantCover,
  variantCover,
} from './puzzles/pencil/variant-cover.ts';
export type { Variant } from './puzzles/variants/variant.ts';

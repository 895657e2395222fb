import type { Compiled } from '../../engine/problem/compiled.ts';
import {
  type AnyProblem,
  compiledOf,
  type Problem,
  preparationOf,
  type Solution,
  solutionOf,
} from '../../engine/problem/problem.ts';
import { cooperate, type Watch } from '../../engine/solve/cooperative.ts';
import type { Status } from '../../engine/solve/limit-settings.ts';
import { checkNames, WATCH } from '../../engine/solve/settings.ts';
import { block, Task } from '../../engine/solve/task.ts';
import type { Read } from './about-clues.ts';
import { type Clue, decisionsOf } from './clues.ts';
import { Maker } from './maker.ts';
import { type MakeSettings, requestOf } from './request.ts';

/** A puzzle: clues that have one solution. */
export interface MadePuzzle<S> {
  /** The clues, each a list of decisions. */
  readonly clues: readonly Clue[];
  /** All decisions of the clues: below this prefix there is one solution. */
  readonly prefix: readonly number[];
  readonly solution: S;
  /** True if no clue can go (with orbits: no group of clues). */
  readonly minimal: boolean;
  /**
   * The difficulty and the techniques of its steps, if `rating` or `technique` is set and
   * techniques up to the most difficulty solve it.
   */
  readonly difficulty?: number;
  readonly techniques?: readonly string[];
}

/** The result of an attempt to make a puzzle. */
export interface Making<S> {
  /** The puzzle, or the closest one so far; undefined if there is none. */
  readonly puzzle?: MadePuzzle<S>;
  /**
   * A solution and another one that all possible clues allow, where no solution so far could be
   * told from all others.
   */
  readonly doubt?: readonly [solution: S, other: S];
  /** True if all solutions were equally likely to be drawn. */
  readonly uniform: boolean;
  /** The number of attempts. */
  readonly attempts: number;
  readonly seed: number;
  /**
   * - `found`: the puzzle meets the settings.
   * - `complete`: proven that there is none: no solution, or clues that allow another one.
   * - `limit`: the attempts are used up.
   * - Others: the time, the nodes, the memory or the signal stopped it.
   */
  readonly status: Status;
}

const MAKE_SETTINGS = [
  'solution',
  'clues',
  'orbits',
  'count',
  'minimal',
  'rating',
  'technique',
  'scale',
  'attempts',
  'seed',
  'uniform',
  'memoryLimit',
  'maxNodes',
  'timeout',
];

/**
 * Makes a puzzle: a solution, and clues that no other solution meets.
 *
 * @example
 * ```ts
 * import { makePuzzle } from 'quadrille/pencil';
 * import { queens } from 'quadrille/puzzles';
 *
 * const { puzzle, status } = makePuzzle(queens(8), { seed: 1 });
 * console.log(puzzle?.clues, status); // queens that are placed; the others follow
 * ```
 */
export function makePuzzle<T>(problem: Problem<T>, settings?: MakeSettings): Making<Solution<T>>;
export function makePuzzle(compiled: Compiled, settings?: MakeSettings): Making<number[]>;
export function makePuzzle(problem: AnyProblem, settings: MakeSettings = {}): Making<unknown> {
  checkNames(settings, MAKE_SETTINGS);
  return block(makeTask(problem, settings));
}

/** As `makePuzzle`, but lets the event loop run. */
export function makePuzzleAsync<T>(
  problem: Problem<T>,
  settings?: MakeSettings & Watch,
): Promise<Making<Solution<T>>>;
export function makePuzzleAsync(
  compiled: Compiled,
  settings?: MakeSettings & Watch,
): Promise<Making<number[]>>;
export async function makePuzzleAsync(
  problem: AnyProblem,
  settings: MakeSettings & Watch = {},
): Promise<Making<unknown>> {
  checkNames(settings, [...MAKE_SETTINGS, ...WATCH]);
  return cooperate(makeTask(problem, settings), settings);
}

function makeTask(
  problem: AnyProblem,
  { maxNodes, timeout, ...settings }: MakeSettings,
): Task<Making<unknown>, Maker> {
  const request = requestOf(problem, settings);
  const read = (numbers: readonly number[]) => solutionOf(problem, [...numbers]);
  const slices = preparationOf(problem);
  const { seed } = request;
  const early = (status: Status) => ({ uniform: false, attempts: 0, seed, status });
  return new Task<Making<unknown>, Maker>(
    () => new Maker(compiledOf(problem), request),
    { maxNodes, timeout },
    (maker, ended) => makingOf(maker, ended, read),
    undefined,
    slices && { slices, answer: early },
  );
}

function makingOf(maker: Maker, ended: Status, read: Read): Making<unknown> {
  const { result, doubt, isUniform: uniform, attempts, request } = maker;
  const { seed } = request;
  const status = ended === 'complete' ? maker.status : ended;
  return {
    ...(result !== undefined && {
      puzzle: {
        clues: result.groups.flat(),
        prefix: decisionsOf(result.groups),
        solution: read(result.solution),
        minimal: result.isMinimal,
        ...result.rated,
      },
    }),
    ...(doubt !== undefined && result === undefined && { doubt: [read(doubt[0]), read(doubt[1])] }),
    uniform,
    attempts,
    seed,
    status,
  };
}

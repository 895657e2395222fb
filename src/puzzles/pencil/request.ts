import { Start } from '../../engine/kernels/prefix.ts';
import { flawOfChoice } from '../../engine/problem/check.ts';
import { itemsOf, leastOf } from '../../engine/problem/compiled.ts';
import { QuadrilleError, shown } from '../../engine/problem/error.ts';
import {
  type AnyProblem,
  ascending,
  compiledOf,
  Problem,
  refuseRules,
} from '../../engine/problem/problem.ts';
import { checkFlag, checkInteger } from '../../engine/problem/setting.ts';
import type { Limits } from '../../engine/solve/limit-settings.ts';
import type { Clues, Group } from './clues.ts';
import {
  checkScale,
  generalScale,
  type Scale,
  type Techniques,
  techniqueNamed,
  techniquesFor,
} from './scale.ts';

const ATTEMPTS = 100;
/** The distance of a puzzle that lacks a technique, and of one that is too hard. */
const LACKING = 100;
const TOO_HARD = 200;
/** Tenths are rounded. */
const ROUNDING_TENTHS = 1e-9;

/** The puzzle that is wanted, and the limits. */
export interface MakeSettings extends Pick<Limits, 'maxNodes' | 'timeout'> {
  /** The solution of the puzzle, as option numbers. Default: a random one. */
  readonly solution?: readonly number[] | undefined;
  /**
   * Possible clues: `chosen`, options of the solution (the default); `crossed`, options that
   * are not in it; or lists of decisions, all that there may be or, by a function, those for a
   * solution. A clue that disagrees with the solution is none.
   */
  readonly clues?: Clues | undefined;
  /**
   * Option -> the label of its orbit, as `symmetries(problem).optionOrbits` has them. Clues with
   * options of one orbit are given together or not at all. Default: each clue stands alone.
   */
  readonly orbits?: ArrayLike<number> | undefined;
  /** The number of clues. Default: any. */
  readonly count?: number | undefined;
  /**
   * True if every clue must be needed (with orbits: each group of clues). Default: true, unless
   * `count` is set.
   */
  readonly minimal?: boolean | undefined;
  /** The least and the most difficulty, by `rate` on the `scale`. Default: any. */
  readonly rating?: readonly [least: number, most: number] | undefined;
  /** A technique that must occur among the `steps` of the puzzle, by its name there. */
  readonly technique?: string | undefined;
  /** The techniques and their difficulties. Default: `generalScale`. */
  readonly scale?: Scale | undefined;
  /** The most attempts to meet these settings. Default: 100. */
  readonly attempts?: number | undefined;
  /** The same seed and settings give the same puzzle. Default: a random one. */
  readonly seed?: number | undefined;
  /**
   * False to draw a solution by a search in a random order at once; true to try for some 0.2 s to
   * draw each solution with the same chance. Default: true.
   */
  readonly uniform?: boolean | undefined;
  /** The most bytes for `learn`, or for a diagram of all solutions. Default: 512 MB, 128 MB. */
  readonly memoryLimit?: number | undefined;
}

/** The settings with their defaults. */
export interface Request {
  readonly solution: readonly number[] | undefined;
  readonly clues: Clues;
  readonly orbits: ArrayLike<number> | undefined;
  readonly count: number | undefined;
  readonly minimal: boolean;
  readonly rating: readonly [least: number, most: number] | undefined;
  readonly technique: string | undefined;
  /** The techniques, if the rating matters. */
  readonly techniques: Techniques | undefined;
  readonly attempts: number;
  readonly seed: number;
  readonly uniform: boolean;
  readonly memoryLimit: number | undefined;
}

export function requestOf(problem: AnyProblem, settings: MakeSettings): Request {
  const { clues = 'chosen', orbits, count, attempts = ATTEMPTS, memoryLimit } = settings;
  const { seed = Math.floor(Math.random() * 2 ** 32) } = settings;
  if (count !== undefined) checkInteger('count', count, 0);
  checkInteger('attempts', attempts, 1);
  const minimal = checkFlag('minimal', settings.minimal ?? count === undefined);
  const solution = settings.solution && checkedSolution(problem, settings.solution);
  const uniform = checkFlag('uniform', settings.uniform ?? true);
  const { rating, scale = generalScale } = settings;
  if (rating !== undefined) checkRating(rating);
  checkScale(scale);
  const isRated = rating !== undefined || settings.technique !== undefined;
  if (isRated) refuseRules(problem, 'Steps do not know rules', 'leave out rating and technique');
  const all = isRated ? techniquesFor(problem, scale) : undefined;
  const technique =
    settings.technique === undefined || all === undefined
      ? undefined
      : techniqueNamed(settings.technique, all);
  const techniques = all && easier(all, rating?.[1]);
  return {
    ...{ solution, clues, orbits, count, minimal, rating, technique, techniques },
    ...{ attempts, seed, uniform, memoryLimit },
  };
}

/** The techniques that may be needed up to a difficulty: the harder ones take longer. */
export function easier(techniques: Techniques, most = Number.POSITIVE_INFINITY): Techniques {
  const list = techniques.list.filter(({ from }) => from <= 10 * most + ROUNDING_TENTHS);
  return { ...techniques, list };
}

function checkRating(rating: unknown): void {
  const [least, most] = Array.isArray(rating) && rating.length === 2 ? rating : [];
  if (typeof least === 'number' && typeof most === 'number' && least <= most) return;
  throw new QuadrilleError(
    'bad-setting',
    `rating is ${shown(rating)}; give the least and the most difficulty, as in [3, 4.5].`,
  );
}

/** Option numbers in ascending order, if they are a solution. */
function checkedSolution(problem: AnyProblem, numbers: readonly number[]): number[] {
  if (!Array.isArray(numbers)) {
    throw new QuadrilleError(
      'bad-setting',
      `solution is ${shown(numbers)}; give the numbers of its options, as solution.numbers.`,
    );
  }
  if (problem instanceof Problem && problem.ruling !== undefined) {
    const flaw = flawOfChoice(problem, numbers);
    if (flaw === undefined) return ascending([...numbers]);
    throw new QuadrilleError('bad-setting', `The solution ${flaw}; give one of the problem.`);
  }
  const compiled = compiledOf(problem);
  const { chosenCount } = new Start(compiled, numbers);
  const covered = new Int32Array(compiled.primary);
  for (const option of numbers) {
    for (const item of itemsOf(compiled, option)) {
      if (item < compiled.primary) covered[item] = covered[item] + 1;
    }
  }
  const open = covered.findIndex((times, item) => times < leastOf(compiled, item));
  if (open < 0 && chosenCount === numbers.length) return ascending([...numbers]);
  throw new QuadrilleError(
    'bad-setting',
    open < 0
      ? 'The solution leaves options out; give the numbers of those it chooses.'
      : `The solution covers item ${open} too seldom; give the numbers of all its options.`,
  );
}

/** A puzzle as it is made. */
export interface Candidate {
  readonly groups: readonly Group[];
  readonly solution: readonly number[];
  readonly isMinimal: boolean;
  /** How a person solves it, if that is known. */
  readonly rated?: RatedSteps;
}

export interface RatedSteps {
  readonly difficulty: number;
  readonly techniques: readonly string[];
}

/** The distance of a puzzle from the request; 0 if it meets it. A clue more or less weighs most. */
export function distanceTo(request: Request, { groups, isMinimal, rated }: Candidate): number {
  const { count, minimal, techniques } = request;
  const off = count === undefined ? 0 : Math.abs(groups.flat().length - count);
  const missed = techniques === undefined ? 0 : mismatch(rated, request);
  return 1000 * off + missed + (minimal && !isMinimal ? 1 : 0);
}

/** The distance of a puzzle from the difficulty and the technique requested; 0 if it has them. */
export function mismatch(
  rated: RatedSteps | undefined,
  { rating, technique }: Pick<MakeSettings, 'rating' | 'technique'>,
): number {
  if (rated === undefined) return TOO_HARD;
  const { difficulty, techniques } = rated;
  const lacks = technique !== undefined && !techniques.includes(technique);
  const [least, most] = rating ?? [difficulty, difficulty];
  return Math.max(0, least - difficulty, difficulty - most) + (lacks ? LACKING : 0);
}

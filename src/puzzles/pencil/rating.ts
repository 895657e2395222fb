/**
 * A rating by the steps of a person. It stands apart from the questions about solutions
 * (`questions.ts`): a rating of a puzzle with one solution needs no search, so the page loads none
 * for it.
 */
import { type Decisions, decisionsIn } from '../../engine/kernels/prefix.ts';
import { type AnyProblem, compiledOf, refuseRules } from '../../engine/problem/problem.ts';
import { checkFlag } from '../../engine/problem/setting.ts';
import type { Limits, Status } from '../../engine/solve/limit-settings.ts';
import { Task } from '../../engine/solve/task.ts';
import { type Scale, techniquesFor } from './scale.ts';
import type { Step } from './step.ts';
import { type Ending, type Steppable, Stepping } from './stepping.ts';

/** The position to begin at, the techniques, and the limits. */
export interface PencilSettings extends Pick<Limits, 'timeout'> {
  /** Decisions made so far: `k` for option k chosen, `~k` for option k crossed out. */
  readonly prefix?: Decisions | undefined;
  /**
   * The techniques and their difficulties: `sudokuScale` for Sudokus. Default: `generalScale`, for any
   * problem; for a `Variant` the scale of Sudokus with techniques for its clues. No program sets the
   * numbers of those: they are this project's own.
   */
  readonly scale?: Scale | undefined;
  /** True if there is exactly one solution: then patterns that would have a twin count too. */
  readonly unique?: boolean | undefined;
}

/**
 * The hardest step that a person needs. `difficulty` is absent where no step is needed. It holds
 * only if `ending` is `solved`; else steps beyond the techniques are missing.
 */
export interface Rating {
  readonly difficulty?: number;
  readonly hardest?: Step;
  readonly ending: Ending | undefined;
  readonly status: Status;
}

/** The parts of the steps of a problem that is no variant, without a look at its solutions. */
export function plainPartsOf(
  problem: AnyProblem,
  { prefix, scale, unique }: PencilSettings,
): Steppable {
  refuseRules(problem, 'Steps do not know rules', 'ask about the problem without its rules');
  const compiled = compiledOf(problem);
  return {
    problem: compiled,
    techniques: techniquesFor(problem, scale),
    prefix: decisionsIn(compiled, prefix ?? []),
    isForOne: checkFlag('unique', unique),
  };
}

/**
 * A rating takes the known difficulties together. To lay out the techniques is part of its time.
 */
export function ratingTask(
  { timeout }: Pick<Limits, 'timeout'>,
  parts: () => Steppable,
): Task<Rating, Stepping> {
  return new Task(
    () => new Stepping({ ...parts(), isRating: true }),
    { timeout },
    ({ hardest, ending }, status) =>
      hardest === undefined
        ? { ending, status }
        : { difficulty: hardest.difficulty, hardest, ending, status },
  );
}

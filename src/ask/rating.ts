/**
 * The steps of a person within limits, and a rating by them. It stands apart from the questions
 * about solutions (`pencil.ts`): a rating of a puzzle with one solution needs no search, so the
 * page loads none for it.
 */
import { type Limits, type Status, type Task, Walk } from '../core/walk.ts';
import { type Decisions, decisionsIn } from '../kernels/prefix.ts';
import { type Scale, techniquesFor } from '../pencil/scale.ts';
import type { Step } from '../pencil/step.ts';
import { type Ending, type Steppable, Stepping } from '../pencil/stepping.ts';
import type { AnyProblem } from '../plan/model.ts';
import { compiledOf } from '../problem/problem.ts';
import { checkFlag } from '../problem/setting.ts';

/** The position to begin at, the techniques, and the limits. */
export interface PencilSettings extends Pick<Limits, 'timeout'> {
  /** Decisions made so far: `k` for option k chosen, `~k` for option k crossed out. */
  readonly prefix?: Decisions | undefined;
  /**
   * The techniques and their difficulties: `sudokuScale` for Sudokus and their variants. Default:
   * `generalScale`, for any problem.
   */
  readonly scale?: Scale | undefined;
  /** True if there is exactly one solution: then patterns that would have a twin count too. */
  readonly unique?: boolean | undefined;
}

export interface StepSettings extends PencilSettings, Pick<Limits, 'limit'> {}

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

/** Steps within limits. */
export class SteppingWalk<S extends Stepping = Stepping> extends Walk<Step, S> {
  readonly stepping: S;

  constructor(settings: StepSettings, make: () => S, most?: number) {
    const { limit, timeout } = settings;
    // The time to lay out the techniques counts.
    const began: { stepping?: S } = {};
    super(
      () => {
        began.stepping = make();
        return began.stepping;
      },
      ({ step }) => step as Step,
      { limit, timeout },
      most,
    );
    this.stepping = began.stepping as S;
  }
}

/** What the steps of a problem are made of, without a look at its solutions. */
export function partsOf(problem: AnyProblem, { prefix, scale, unique }: PencilSettings): Steppable {
  const compiled = compiledOf(problem);
  return {
    problem: compiled,
    techniques: techniquesFor(problem, scale),
    prefix: decisionsIn(compiled, prefix ?? []),
    isForOne: checkFlag('unique', unique),
  };
}

/** A rating takes the known difficulties together. */
export class RatingTask extends SteppingWalk implements Task<Rating> {
  constructor({ timeout }: Pick<Limits, 'timeout'>, parts: () => Steppable) {
    super({ timeout }, () => new Stepping({ ...parts(), isRating: true }));
  }

  answer(status: Status): Rating {
    const { hardest, ending } = this.stepping;
    if (hardest === undefined) return { ending, status };
    return { difficulty: hardest.difficulty, hardest, ending, status };
  }
}

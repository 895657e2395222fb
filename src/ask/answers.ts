import {
  type Count,
  type Exact,
  type First,
  type Question,
  Solutions,
  type Source,
  taskOf,
  type Uniqueness,
  walkOf,
} from '../core/answers.ts';
import { answer } from '../core/drivers.ts';
import { checkNames, type Walkable } from '../core/walk.ts';
import { Planes } from '../kernels/planes/planes.ts';
import { checkMemoryLimit } from '../kernels/search.ts';
import { countingPlan } from '../plan/counting.ts';
import { engineOf } from '../plan/engines.ts';
import { type AnyProblem, type Model, SETTINGS, type Settings } from '../plan/model.ts';
import type { Plan } from '../plan/plan.ts';
import { decidingPlan, enumeratingPlan } from '../plan/team.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { compiledOf, type Problem, type Solution, solutionOf } from '../problem/problem.ts';
import { checkFlag } from '../problem/setting.ts';
import { ClassSource } from './classes.ts';

const KNOWN = [...SETTINGS, 'proof'];
const NONE: Settings = {};
/** A problem with fewer options is answered by lists before planes are laid out. */
const TINY = 60;

/** Looks for one solution. */
export function first<T>(problem: Problem<T>, settings?: Settings): First<Solution<T>>;
export function first(compiled: Compiled, settings?: Settings): First<number[]>;
export function first(problem: AnyProblem, settings: Settings = NONE): First<unknown> {
  return answer(taskOf('first', sourceOf(problem, settings, decidingPlan, ClassSource), settings));
}

/** Counts the solutions, and keeps none of them. */
export function count<T>(problem: Problem<T> | Compiled, settings: Settings = NONE): Count {
  return answer(
    taskOf(
      'count',
      sourceOf(problem, settings, enumeratingPlan, ClassSource, countingPlan),
      settings,
    ),
  );
}

/** Decides if there is exactly one solution. It stops at the second. */
export function isUnique<T>(problem: Problem<T> | Compiled, settings: Settings = NONE): Uniqueness {
  return answer(
    taskOf('isUnique', sourceOf(problem, settings, decidingPlan, ClassSource), settings),
  );
}

/** The solutions one by one. The search for each begins when the caller asks for it. */
export function solutions<T>(problem: Problem<T>, settings?: Settings): Solutions<Solution<T>>;
export function solutions(compiled: Compiled, settings?: Settings): Solutions<number[]>;
export function solutions(problem: AnyProblem, settings: Settings = NONE): Solutions<unknown> {
  return new Solutions(walkOf(sourceOf(problem, settings, enumeratingPlan, ClassSource), settings));
}

/** Where the solutions of a problem come from. */
export interface ModelSource extends Source<unknown> {
  /** The problem as it is searched, once it is reduced and the opening is over. */
  readonly model: Model | undefined;
}

/** A function that makes the plan of a question. A page loads what its questions name. */
type Planning = typeof enumeratingPlan;

/**
 * The solutions of a problem, by the plans for them and for their number alone. Without `classes` the
 * settings cannot ask for classes of them.
 */
export function sourceOf(
  problem: AnyProblem,
  settings: Settings,
  planning: Planning,
  classes?: typeof ClassSource,
  counting?: Planning,
  known: readonly string[] = KNOWN,
): ModelSource {
  if (settings !== NONE) checkNames(settings, known);
  engineOf(settings);
  if (checkFlag('upToSymmetry', settings.upToSymmetry) && classes !== undefined) {
    return new classes(problem, settings, counting);
  }
  if (checkFlag('reduce', settings.reduce) && settings.proof !== undefined) {
    throw new QuadrilleError(
      'bad-setting',
      'A proof is about the problem as it is stated; leave out reduce or proof.',
    );
  }
  checkFlag('symmetry', settings.symmetry);
  checkMemoryLimit(settings);
  return new ProblemSource(problem, settings, planning, counting);
}

/** The same for any question, which loads all plans. */
export function sourceFor(
  question: Question | 'solutions',
  problem: AnyProblem,
  settings: Settings,
  known: readonly string[],
): ModelSource {
  const isDecision = question === 'first' || question === 'isUnique';
  const planning = isDecision ? decidingPlan : enumeratingPlan;
  return sourceOf(problem, settings, planning, ClassSource, countingPlan, known);
}

class ProblemSource implements ModelSource {
  readonly counting: (() => Exact) | undefined;
  readonly #problem: AnyProblem;
  readonly #settings: Settings;
  readonly #planning: Planning;
  #plan: Plan | undefined;

  constructor(problem: AnyProblem, settings: Settings, planning: Planning, counting?: Planning) {
    this.#problem = problem;
    this.#settings = settings;
    this.#planning = planning;
    this.counting = counting && (() => this.#begin(counting, false));
  }

  get model(): Model | undefined {
    return this.#plan?.model;
  }

  search(few: boolean): Walkable {
    return this.#begin(this.#planning, few);
  }

  read(search: Walkable): unknown {
    return solutionOf(this.#problem, search.solution());
  }

  /**
   * Compiles the problem: that is part of the time of the answer, and options that are stated later
   * belong to later questions. Where planes suit well, all solutions take a third of the time by
   * these, that to lay them out included (8 queens). That takes some 30 µs, in which lists are
   * through with a problem of few options (Sudoku of 4x4: 0.3 of the time).
   */
  #begin(planning: Planning, few: boolean): Plan {
    const compiled = compiledOf(this.#problem);
    const isTiny = compiled.options < TINY;
    const opens = few || isTiny || !Planes.suitsWell(compiled);
    this.#plan = planning(compiled, this.#settings, { opens });
    return this.#plan;
  }
}

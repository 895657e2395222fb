import {
  type Count,
  type Exact,
  type First,
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
import type { Kind, Plan } from '../plan/plan.ts';
import { planOf } from '../plan/team.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { compiledOf, type Problem, type Solution, solutionOf } from '../problem/problem.ts';
import { checkFlag } from '../problem/setting.ts';

const KNOWN = [...SETTINGS, 'proof'];
const NONE: Settings = {};
/** A problem with fewer options is answered by lists before planes are laid out. */
const TINY = 60;

/** Looks for one solution. */
export function first<T>(problem: Problem<T>, settings?: Settings): First<Solution<T>>;
export function first(compiled: Compiled, settings?: Settings): First<number[]>;
export function first(problem: AnyProblem, settings: Settings = NONE): First<unknown> {
  return answer(taskOf('first', sourceOf(problem, settings), settings));
}

/** Counts the solutions, and keeps none of them. */
export function count<T>(problem: Problem<T> | Compiled, settings: Settings = NONE): Count {
  return answer(taskOf('count', sourceOf(problem, settings, KNOWN, countingPlan), settings));
}

/** Decides if there is exactly one solution. It stops at the second. */
export function isUnique<T>(problem: Problem<T> | Compiled, settings: Settings = NONE): Uniqueness {
  return answer(taskOf('isUnique', sourceOf(problem, settings), settings));
}

/** The solutions one by one. The search for each begins when the caller asks for it. */
export function solutions<T>(problem: Problem<T>, settings?: Settings): Solutions<Solution<T>>;
export function solutions(compiled: Compiled, settings?: Settings): Solutions<number[]>;
export function solutions(problem: AnyProblem, settings: Settings = NONE): Solutions<unknown> {
  return new Solutions(walkOf(sourceOf(problem, settings), settings));
}

/** Where the solutions of a problem come from. */
export interface ModelSource extends Source<unknown> {
  /** The problem as it is searched, once it is reduced and the opening is over. */
  readonly model: Model | undefined;
}

/**
 * The solutions of a problem. `known` are the names of the settings. With `counting` it counts by
 * other ways too: only who counts loads them.
 */
export function sourceOf(
  problem: AnyProblem,
  settings: Settings,
  known: readonly string[] = KNOWN,
  counting?: typeof countingPlan,
): ModelSource {
  if (settings !== NONE) checkNames(settings, known);
  const engine = engineOf(settings);
  if (checkFlag('reduce', settings.reduce) && settings.proof !== undefined) {
    throw new QuadrilleError(
      'bad-setting',
      'A proof is about the problem as it is stated; leave out reduce or proof.',
    );
  }
  checkMemoryLimit(settings);
  return new ProblemSource(problem, settings, engine === 'auto' ? counting : undefined);
}

class ProblemSource implements ModelSource {
  readonly counting: (() => Exact) | undefined;
  readonly #problem: AnyProblem;
  readonly #settings: Settings;
  #plan: Plan | undefined;

  constructor(problem: AnyProblem, settings: Settings, counting?: typeof countingPlan) {
    this.#problem = problem;
    this.#settings = settings;
    this.counting = counting && (() => this.#begin('count', counting));
  }

  get model(): Model | undefined {
    return this.#plan?.model;
  }

  search(few: boolean): Walkable {
    return this.#begin(few ? 'few' : 'all');
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
  #begin(kind: Kind, counting?: typeof countingPlan): Plan {
    const compiled = compiledOf(this.#problem);
    const isTiny = compiled.options < TINY;
    const opens = kind === 'few' || isTiny || !Planes.suitsWell(compiled);
    this.#plan =
      counting?.(compiled, this.#settings, { opens }) ??
      planOf(kind, compiled, this.#settings, { opens });
    return this.#plan;
  }
}

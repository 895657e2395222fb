import type { Exact, Question, Source } from '../core/answers.ts';
import { checkNames, type Walkable } from '../core/walk.ts';
import { Planes } from '../kernels/planes/planes.ts';
import { checkMemoryLimit } from '../kernels/search.ts';
import { engineOf, type startDeciding } from '../plan/engines.ts';
import { type AnyProblem, type Model, SETTINGS, type Settings } from '../plan/model.ts';
import type { Plan } from '../plan/plan.ts';
import type { decidingPlan } from '../plan/team.ts';
import { QuadrilleError } from '../problem/error.ts';
import { compiledOf, solutionOf } from '../problem/problem.ts';
import { checkFlag } from '../problem/setting.ts';

const KNOWN = [...SETTINGS, 'proof'];
const NONE: Settings = {};
/** A problem with fewer options is answered by lists before planes are laid out. */
const TINY = 60;

type Planning = typeof decidingPlan;

/** What answers a question. A page loads that of its questions alone. */
export interface Means {
  readonly question: Question | 'solutions';
  /** Starts an engine that is named. */
  readonly start: typeof startDeciding;
  /** The plan for the solutions. */
  readonly planning: Planning;
  /** The plan for their number. */
  readonly counting?: Planning;
  /** The source of classes of solutions; without it the settings cannot ask for classes. */
  readonly classes?: (problem: AnyProblem, settings: Settings) => Source<unknown>;
}

/** Where the solutions of a problem come from. */
export interface ModelSource extends Source<unknown> {
  /** The problem as it is searched, once it is reduced and the opening is over. */
  readonly model?: Model | undefined;
}

/** The solutions of a problem. */
export function sourceOf(
  problem: AnyProblem,
  means: Means,
  settings: Settings = NONE,
  known: readonly string[] = KNOWN,
): ModelSource {
  if (settings !== NONE) checkNames(settings, known);
  engineOf(settings);
  const { planning, counting, classes } = means;
  if (checkFlag('upToSymmetry', settings.upToSymmetry) && classes !== undefined) {
    return classes(problem, settings);
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

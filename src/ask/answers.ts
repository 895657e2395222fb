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
import { checkNames, type Walkable, type Walked } from '../core/walk.ts';
import { Planes } from '../kernels/planes/planes.ts';
import { checkMemoryLimit, notOnSolution } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { compiledOf, type Problem, type Solution, solutionOf } from '../problem/problem.ts';
import { checkFlag } from '../problem/setting.ts';
import { AidedSearch } from './aided.ts';
import { createCounting, createDecision, createEnumeration, engineOf } from './engines.ts';
import { type AnyProblem, type Model, SETTINGS, type Settings } from './model.ts';
import { Opening } from './opening.ts';

/** Where the solutions of a problem come from. */
export interface ModelSource extends Source<unknown> {
  /** The problem as it is searched, once it is reduced. */
  readonly model: Model | undefined;
}

const KNOWN = [...SETTINGS, 'proof'];
const NONE: Settings = {};

/** Looks for one solution. */
export function first<T>(problem: Problem<T>, settings?: Settings): First<Solution<T>>;
export function first(compiled: Compiled, settings?: Settings): First<number[]>;
export function first(problem: AnyProblem, settings: Settings = NONE): First<unknown> {
  return answer(taskOf('first', sourceOf(problem, settings), settings));
}

/** Counts the solutions, and keeps none of them. */
export function count<T>(problem: Problem<T> | Compiled, settings: Settings = NONE): Count {
  return answer(taskOf('count', sourceOf(problem, settings), settings));
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

/** The solutions of a problem. `known` are the names of the settings. */
export function sourceOf(
  problem: AnyProblem,
  settings: Settings,
  known: readonly string[] = KNOWN,
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
  return new ProblemSource(problem, settings, engine === 'auto');
}

class ProblemSource implements ModelSource {
  /** Known once the search of the core is over, or where it does not begin. */
  model: Model | undefined;
  readonly counting: (() => Exact) | undefined;
  readonly #problem: AnyProblem;
  readonly #settings: Settings;
  readonly #isAuto: boolean;

  constructor(problem: AnyProblem, settings: Settings, isAuto: boolean) {
    this.#problem = problem;
    this.#settings = settings;
    this.#isAuto = isAuto;
    this.counting = isAuto ? () => this.#count() : undefined;
  }

  search(few: boolean): Walkable {
    const start = few ? createDecision : createEnumeration;
    return this.#begin(few, false, (compiled, settings) => {
      return new AidedWalkable(compiled, settings, this.#keeping(start));
    });
  }

  read(search: Walkable): unknown {
    const numbers = search.solution();
    return this.model?.read(numbers) ?? solutionOf(this.#problem, numbers);
  }

  #count(): Exact {
    return this.#begin(false, true, (compiled, settings) => {
      return new AidedCounting(compiled, settings, this.#keeping(createCounting));
    });
  }

  /**
   * Compiles the problem: that is part of the time of the answer, and options that are stated later
   * belong to later questions. The search of the core begins, and `follow` starts what comes after
   * it. But where planes suit well, all solutions take half the time by these, that to lay them out
   * included (8 queens).
   */
  #begin<W extends Walked>(
    few: boolean,
    isCount: boolean,
    follow: (compiled: Compiled, settings: Settings) => W,
  ): W | Opening {
    const compiled = compiledOf(this.#problem);
    const settings = this.#settings;
    const opens = this.#isAuto && settings.reduce !== true && Opening.suits(compiled);
    if (!opens || (!few && Planes.suitsWell(compiled))) return follow(compiled, settings);
    return new Opening(compiled, settings, isCount, (prefix) =>
      follow(compiled, { ...settings, prefix }),
    );
  }

  /** Starts a search in the model, and keeps the model to read solutions by. */
  #keeping<W>(start: (compiled: Compiled, settings: Settings) => W): (made: Model) => W {
    return ({ compiled, settings, read }) => {
      // A model of a compiled problem gives option numbers.
      const solution = (numbers: number[]) => solutionOf(this.#problem, read(numbers) as number[]);
      this.model = { compiled, settings, read: solution };
      return start(compiled, settings);
    };
  }
}

class AidedWalkable extends AidedSearch<Walkable> implements Walkable {
  solution(into?: number[]): number[] {
    if (this.search === undefined) throw notOnSolution();
    return this.search.solution(into);
  }
}

class AidedCounting extends AidedSearch<Exact> {
  get exact(): bigint {
    return this.search?.exact ?? 0n;
  }
}

import { notOnSolution } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import type { Problem, Solution } from '../problem/problem.ts';
import { checkFlag } from '../problem/setting.ts';
import { AidedSearch } from './aided.ts';
import { answer } from './drivers.ts';
import { createCounting, createDecision, createEnumeration, engineOf } from './engines.ts';
import { type AnyProblem, type Model, SETTINGS, type Settings } from './model.ts';
import {
  checkNames,
  type Limits,
  type Progress,
  type Status,
  type Task,
  Walk,
  type Walkable,
  type Walked,
} from './walk.ts';

/** A first solution, with status `found`. Without one, only `complete` proves that there is none. */
export interface First<S> {
  readonly solution?: S;
  readonly status: Status;
}

export interface Count {
  /** The solutions, as a number where that is exact: up to 2 ** 53 - 1, and undefined beyond. */
  readonly count: number | undefined;
  /** The solutions: all of them where the status is `complete`, else those found. In JSON a string. */
  readonly exact: bigint;
  readonly status: Status;
}

export interface Uniqueness {
  readonly answer: 'unique' | 'several' | 'none' | 'unknown';
  readonly status: Status;
}

/** The answer to each question; S is a solution as the caller knows it. */
export interface AnswersOf<S> {
  readonly first: First<S>;
  readonly count: Count;
  readonly isUnique: Uniqueness;
}

export type Question = keyof AnswersOf<unknown>;

/** How a walk over solutions answers a question. */
interface Description<Q extends Question> {
  /** This number of solutions answers it; absent: it takes all of them. */
  readonly enough?: number;
  /** The answer of a walk that ended with that status. */
  answer<S>(walk: Found<S>, status: Status): AnswersOf<S>[Q];
}

/** What an answer is made of: the number of solutions, and the one that the walk stands on. */
type Found<S> = Pick<Walk<S>, 'solutions' | 'solution'>;

/**
 * All that this library knows of each question. Functions, solvers, batches and commands name one.
 * A question that needs more than a walk (an exact count by a diagram, the best solution, a sample)
 * adds its answer to `AnswersOf` and a case to `taskOf`; the drivers stay as they are.
 */
const DESCRIPTIONS: { readonly [Q in Question]: Description<Q> } = {
  first: {
    enough: 1,
    answer: (walk, status) =>
      walk.solutions > 0 ? { solution: walk.solution(), status: 'found' } : { status },
  },
  count: { answer: ({ solutions }, status) => countOf(BigInt(solutions), status) },
  isUnique: {
    enough: 2,
    answer({ solutions }, status) {
      if (solutions >= 2) return { answer: 'several', status: 'found' };
      if (status !== 'complete') return { answer: 'unknown', status };
      return { answer: solutions === 1 ? 'unique' : 'none', status };
    },
  },
};

/** The number of solutions that answers a question; none if it takes all of them. */
export function enoughFor(question: Question): number | undefined {
  return DESCRIPTIONS[question].enough;
}

/** The answer of a walk elsewhere. */
export function answerFrom<Q extends Question, S>(
  question: Q,
  found: Found<S>,
  status: Status,
): AnswersOf<S>[Q] {
  return (DESCRIPTIONS[question] as Description<Q>).answer(found, status);
}

/** A way to count, whose count may be beyond 2 ** 53. */
type Exact = Walked & { readonly exact: bigint };

/** Where solutions come from. */
export interface Source<S> {
  /** The search, at its start. `few`: a few of its solutions answer the question. */
  search(few: boolean): Walkable;
  /** A way to count all of them that may be faster than the search. */
  counting?(): Exact;
  /** The solution that the search stands on, as the caller knows it. */
  read(search: Walkable): S;
  /** Whether the search is there for other questions as well. Else it ends with the answer. */
  readonly isShared?: boolean;
  /** The problem as it is searched, once it is reduced. */
  readonly model?: Model | undefined;
}

/** The work that answers a question. */
export function taskOf<Q extends Question, S>(
  question: Q,
  source: Source<S>,
  limits: Limits,
): Task<AnswersOf<S>[Q]> {
  if (question === 'count' && source.counting !== undefined && isEndless(limits.limit)) {
    return new CountingTask(source.counting, limits) as Task<unknown> as Task<AnswersOf<S>[Q]>;
  }
  return new WalkTask(DESCRIPTIONS[question] as Description<Q>, source, limits);
}

class WalkTask<Q extends Question, S> extends Walk<S> implements Task<AnswersOf<S>[Q]> {
  readonly #description: Description<Q>;
  readonly #isShared: boolean;

  constructor(description: Description<Q>, source: Source<S>, limits: Limits) {
    const { enough } = description;
    super(() => source.search(enough !== undefined), source.read, limits, enough);
    this.#description = description;
    this.#isShared = source.isShared ?? false;
  }

  override end(): void {
    if (!this.#isShared) super.end();
  }

  answer(status: Status): AnswersOf<S>[Q] {
    return this.#description.answer(this, status);
  }
}

function isEndless(limit: number | undefined): boolean {
  return limit === undefined || limit === Number.POSITIVE_INFINITY;
}

class CountingTask extends Walk<bigint, Exact> implements Task<Count> {
  constructor(start: () => Exact, limits: Limits) {
    super(start, ({ exact }) => exact, limits);
  }

  answer(status: Status): Count {
    return countOf(this.solution(), status);
  }
}

export function countOf(exact: bigint, status: Status): Count {
  const count = exact <= Number.MAX_SAFE_INTEGER ? Number(exact) : undefined;
  const answer = { count, exact, status };
  // JSON has no bigint. Not enumerable, so that it does not show in a console.
  const toJSON = () => ({ ...answer, exact: String(exact) });
  return Object.defineProperty(answer, 'toJSON', { value: toJSON });
}

/** The walk of a stream, which reads the solutions one by one. */
export function walkOf<S>(source: Source<S>, limits: Limits): Walk<S> {
  return new Walk(() => source.search(false), source.read, limits);
}

/** Looks for one solution. */
export function first<T>(problem: Problem<T>, settings?: Settings): First<Solution<T>>;
export function first(compiled: Compiled, settings?: Settings): First<number[]>;
export function first(problem: AnyProblem, settings: Settings = {}): First<unknown> {
  return answer(taskOf('first', sourceOf(problem, settings), settings));
}

/** Counts the solutions, and keeps none of them. */
export function count<T>(problem: Problem<T> | Compiled, settings: Settings = {}): Count {
  return answer(taskOf('count', sourceOf(problem, settings), settings));
}

/** Whether there is exactly one solution. It stops at the second. */
export function isUnique<T>(problem: Problem<T> | Compiled, settings: Settings = {}): Uniqueness {
  return answer(taskOf('isUnique', sourceOf(problem, settings), settings));
}

/** The solutions one by one. The search for each begins when the caller asks for it. */
export function solutions<T>(problem: Problem<T>, settings?: Settings): Solutions<Solution<T>>;
export function solutions(compiled: Compiled, settings?: Settings): Solutions<number[]>;
export function solutions(problem: AnyProblem, settings: Settings = {}): Solutions<unknown> {
  return new Solutions(walkOf(sourceOf(problem, settings), settings));
}

/** The solutions of a problem. `known` are the names of the settings. */
export function sourceOf(
  problem: AnyProblem,
  settings: Settings,
  known: readonly string[] = [...SETTINGS, 'proof'],
): Source<unknown> {
  checkNames(settings, known);
  const engine = engineOf(settings);
  if (checkFlag('reduce', settings.reduce) && settings.proof !== undefined) {
    throw new QuadrilleError(
      'bad-setting',
      'A proof is about the problem as it is stated; leave out reduce or proof.',
    );
  }
  let model: Model | undefined;
  /** Keeps the model, to read solutions by. */
  const begin = <W>(start: (compiled: Compiled, settings: Settings) => W) => {
    return (made: Model): W => {
      model = made;
      return start(made.compiled, made.settings);
    };
  };
  return {
    ...(engine === 'auto' && {
      counting: () => new AidedCounting(problem, settings, begin(createCounting)),
    }),
    search: (few) =>
      new AidedWalkable(problem, settings, begin(few ? createDecision : createEnumeration)),
    read: (search) => (model as Model).read(search.solution()),
    get model() {
      return model;
    },
  };
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

/** A stream of solutions. A loop may leave it at any time. Its `status` tells why it ended. */
export class Solutions<S> implements IterableIterator<S, Status | undefined> {
  readonly #walk: Walk<S>;
  #status: Status | undefined;
  #left = false;

  /** @internal */
  constructor(walk: Walk<S>) {
    this.#walk = walk;
  }

  /** Why the stream ended; undefined before its end. */
  get status(): Status | undefined {
    return this.#status;
  }

  get progress(): Progress {
    return this.#walk.progress();
  }

  next(): IteratorResult<S, Status | undefined> {
    if (this.#left || this.#status !== undefined) return { done: true, value: this.#status };
    const outcome = this.#walk.next();
    if (outcome === 'solution') return { done: false, value: this.#walk.solution() };
    this.#status = outcome;
    this.#walk.end();
    return { done: true, value: this.#status };
  }

  /** A loop that ends early calls this. */
  return(): IteratorResult<S, Status | undefined> {
    this.#left = true;
    this.#walk.end();
    return { done: true, value: this.#status };
  }

  [Symbol.iterator](): this {
    return this;
  }
}

import type { Search } from '../kernels/search.ts';
import { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { Problem, Solution } from '../problem/problem.ts';
import { checkSettings } from '../problem/setting.ts';
import type { Counting } from './counting.ts';
import {
  createCounting,
  createDecision,
  createEnumeration,
  type QuestionSettings,
  SEARCH_SETTINGS,
} from './engines.ts';
import { LIMITS, type Limits, type Progress, type Status, type Task, Walk } from './walk.ts';

/** How to search for an answer, and when to stop. */
export interface Settings extends QuestionSettings, Limits {}

export const SETTINGS = [...SEARCH_SETTINGS, ...LIMITS];
/** The settings that need the event loop to be heeded. */
export const WATCH = ['signal', 'onProgress'];

/** A first solution, with status `found`. Without one, only `complete` means that there is none. */
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
  answer<S>(walk: Walk<S>, status: Status): AnswersOf<S>[Q];
}

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

/** Where solutions come from. */
export interface Source<S> {
  /** The search, at its start. `few`: a few of its solutions answer the question. */
  search(few: boolean): Search;
  /** A way to count all of them that may be faster than the search. */
  counting?(): Counting;
  /** The solution that the search stands on, as the caller knows it. */
  read(search: Search): S;
}

/** The work that answers a question. */
export function taskOf<Q extends Question, S>(
  question: Q,
  source: Source<S>,
  limits: Limits,
): Task<AnswersOf<S>[Q]> {
  if (question === 'count' && source.counting !== undefined && isEndless(limits.limit)) {
    return countingTask(source.counting, limits) as Task<AnswersOf<S>[Q]>;
  }
  const { enough, answer } = DESCRIPTIONS[question] as Description<Q>;
  const search = () => source.search(enough !== undefined);
  const walk = new Walk(search, source.read, limits, enough);
  return {
    began: walk.began,
    finish: (until) => walk.finish(until),
    progress: () => walk.progress(),
    answer: (status) => answer(walk, status),
  };
}

function isEndless(limit: number | undefined): boolean {
  return limit === undefined || limit === Number.POSITIVE_INFINITY;
}

function countingTask(start: () => Counting, limits: Limits): Task<Count> {
  const walk = new Walk(start, ({ exact }) => exact, limits);
  return {
    began: walk.began,
    finish: (until) => walk.finish(until),
    progress: () => walk.progress(),
    answer: (status) => countOf(walk.solution(), status),
  };
}

function countOf(exact: bigint, status: Status): Count {
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

/** The driver that blocks: nothing else runs until the answer is there. */
export function answer<A>(task: Task<A>): A {
  for (;;) {
    const outcome = task.finish(Number.POSITIVE_INFINITY);
    if (outcome !== 'paused') return task.answer(outcome);
  }
}

/** Looks for one solution. */
export function first<T>(problem: Problem<T>, settings?: Settings): First<Solution<T>>;
export function first(compiled: Compiled, settings?: Settings): First<number[]>;
export function first(asked: Asked, settings: Settings = {}): First<unknown> {
  return answer(taskOf('first', sourceOf(asked, settings), settings));
}

/** Counts the solutions, and keeps none of them. */
export function count<T>(asked: Problem<T> | Compiled, settings: Settings = {}): Count {
  return answer(taskOf('count', sourceOf(asked, settings), settings));
}

/** Whether there is exactly one solution; stops at the second. */
export function isUnique<T>(asked: Problem<T> | Compiled, settings: Settings = {}): Uniqueness {
  return answer(taskOf('isUnique', sourceOf(asked, settings), settings));
}

/** The solutions one by one, each searched for only when it is asked for. */
export function solutions<T>(problem: Problem<T>, settings?: Settings): Solutions<Solution<T>>;
export function solutions(compiled: Compiled, settings?: Settings): Solutions<number[]>;
export function solutions(asked: Asked, settings: Settings = {}): Solutions<unknown> {
  return new Solutions(walkOf(sourceOf(asked, settings), settings));
}

/** What questions are asked of. A solution of a compiled problem is its option numbers. */
export type Asked = Problem<unknown> | Compiled;

/** The solutions of a problem. `known` are the names of the settings. */
export function sourceOf(
  asked: Asked,
  settings: Settings,
  known: readonly string[] = SETTINGS,
): Source<unknown> {
  checkNames(settings, known);
  const isProblem = asked instanceof Problem;
  if (!isProblem && !(asked instanceof Compiled)) {
    throw new QuadrilleError(
      'bad-setting',
      `The problem is ${shown(asked)}; give a Problem, or what compile() or Compiled.from() gives.`,
    );
  }
  const compile = () => (isProblem ? asked.compile() : asked);
  const { engine = 'auto' } = settings;
  return {
    ...(engine === 'auto' && { counting: () => createCounting(compile(), settings) }),
    search(few) {
      const compiled = compile();
      return few ? createDecision(compiled, settings) : createEnumeration(compiled, settings);
    },
    read(search) {
      const numbers = search.solution();
      return isProblem ? new Solution(asked, numbers) : numbers;
    },
  };
}

/** Refuses settings that are no object, and names that are not known to the function. */
export function checkNames(settings: object, known: readonly string[]): void {
  if (settings !== null && typeof settings === 'object' && !known.includes('signal')) {
    const unheeded = WATCH.find((name) => Object.hasOwn(settings, name));
    if (unheeded !== undefined) {
      throw new QuadrilleError(
        'bad-setting',
        `${unheeded} is not heeded by a function that blocks the event loop; ` +
          'call firstAsync, countAsync, isUniqueAsync or solutionsAsync.',
      );
    }
  }
  checkSettings(settings, known);
}

/** A stream of solutions. It can be left at any time, and its `status` tells why it ended. */
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
    return { done: true, value: this.#status };
  }

  /** Called by a loop that is left early. */
  return(): IteratorResult<S, Status | undefined> {
    this.#left = true;
    return { done: true, value: this.#status };
  }

  [Symbol.iterator](): this {
    return this;
  }
}

import {
  type Limits,
  type Progress,
  type Status,
  type Streamed,
  type Task,
  Walk,
  type Walkable,
  type Walked,
} from './walk.ts';

/**
 * A first solution, with status `found`. Without one, only `complete` proves that there is none.
 */
export interface First<S> {
  readonly solution?: S;
  readonly status: Status;
}

export interface Count {
  /** The solutions, as a number where that is exact: up to 2 ** 53 - 1, and undefined beyond. */
  readonly count: number | undefined;
  /**
   * The solutions: all of them where the status is `complete`, else those found. In JSON a string.
   */
  readonly exact: bigint;
  /**
   * Where classes of solutions are counted, by `upToSymmetry`: the solutions in all of them. In
   * JSON a string.
   */
  readonly all?: bigint;
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

/** The parts of an answer: the number of solutions, and the solution that the walk stands on. */
type Found<S> = Pick<Walk<S>, 'solutions' | 'solution'>;

/**
 * The description of each question. Functions, solvers, batches and commands name one. A question
 * that needs more than a walk (an exact count by a diagram, the best solution, a sample) adds its
 * answer to `AnswersOf` and a case to `taskOf`; the drivers stay as they are.
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

/** The number of solutions that answers a question; undefined if the question needs all of them. */
export function enoughFor(question: Question): number | undefined {
  return DESCRIPTIONS[question].enough;
}

/** The answer from a walk that took place elsewhere. */
export function answerFrom<Q extends Question, S>(
  question: Q,
  found: Found<S>,
  status: Status,
): AnswersOf<S>[Q] {
  return (DESCRIPTIONS[question] as Description<Q>).answer(found, status);
}

/** A way to count. The count may be beyond 2 ** 53. */
export type Exact = Walked & { readonly exact: bigint; readonly all?: bigint };

/** A source of solutions. */
export interface Source<S> {
  /** The search, at its start. `few` is true if one or two solutions answer the question. */
  search(few: boolean): Walkable;
  /** A way to count all of them that may be faster than the search. */
  readonly counting?: (() => Exact) | undefined;
  /** The solution that the search stands on, in the caller's terms. */
  read(search: Walkable): S;
  /** True if the search answers further questions. If not, it ends with the answer. */
  readonly isShared?: boolean;
}

const NO_LIMITS: Limits = {};

/** The work that answers a question. */
export function taskOf<Q extends Question, S>(
  question: Q,
  source: Source<S>,
  limits: Limits = NO_LIMITS,
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
    super(
      () => source.search(enough !== undefined),
      (search) => source.read(search),
      limits,
      enough,
    );
    this.#description = description;
    this.#isShared = source.isShared ?? false;
  }

  override end(): void {
    if (!this.#isShared) this.release();
  }

  answer(status: Status): AnswersOf<S>[Q] {
    return this.#description.answer(this, status);
  }
}

function isEndless(limit: number | undefined): boolean {
  return limit === undefined || limit === Number.POSITIVE_INFINITY;
}

class CountingTask extends Walk<Exact, Exact> implements Task<Count> {
  constructor(start: () => Exact, limits: Limits) {
    super(start, (search) => search, limits);
  }

  answer(status: Status): Count {
    const { exact, all } = this.solution();
    return countOf(exact, status, all);
  }
}

export function countOf(exact: bigint, status: Status, all?: bigint): Count {
  const count = exact <= Number.MAX_SAFE_INTEGER ? Number(exact) : undefined;
  const classes = all === undefined ? {} : { all };
  const answer = { count, exact, ...classes, status };
  // JSON has no bigint. Not enumerable, so that it does not show in a console.
  const toJSON = () => ({
    ...answer,
    exact: String(exact),
    ...(all !== undefined && { all: String(all) }),
  });
  return Object.defineProperty(answer, 'toJSON', { value: toJSON });
}

/** The walk of a stream, which reads the solutions one by one. */
export function walkOf<S>(source: Source<S>, limits: Limits = NO_LIMITS): Walk<S> {
  return new Walk(
    () => source.search(false),
    (search) => source.read(search),
    limits,
  );
}

/** A stream of solutions. A loop may leave it at any time. Its `status` tells why it ended. */
export class Solutions<S> implements IterableIterator<S, Status | undefined> {
  readonly #walk: Streamed<S>;
  #status: Status | undefined;
  #left = false;

  /** @internal */
  constructor(walk: Streamed<S>) {
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

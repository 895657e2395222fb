/** The questions about solutions: how many answer one, and what the answer is. */
import type { Work } from '../kernels/search.ts';
import type { Slices } from '../problem/slices.ts';
import { type Limits, NO_LIMITS, type Status } from './limit-settings.ts';
import { Task } from './task.ts';

/**
 * A first solution, with status `found`. Without one, only `complete` proves that there is none.
 */
export interface First<S> {
  readonly solution?: S;
  readonly status: Status;
}

/** The number of solutions. */
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

/** Whether there is exactly one solution. */
export interface Uniqueness {
  /** `unknown` where the search ended before it could tell: see `status`. */
  readonly answer: 'unique' | 'several' | 'none' | 'unknown';
  readonly status: Status;
}

/** The answer to each question; S is a solution as the caller knows it. */
export interface AnswersOf<S> {
  readonly first: First<S>;
  readonly count: Count;
  readonly isUnique: Uniqueness;
}

export type QuestionName = keyof AnswersOf<unknown>;

/** True if a solution or two answer a question. */
export function wantsFew(question: QuestionName | 'solutions'): boolean {
  return question === 'first' || question === 'isUnique';
}

/** The parts of an answer. Work gives them; so does a record of work that was done elsewhere. */
type Found = Pick<Work, 'solutions' | 'exact' | 'all'>;

/** How solutions answer a question. */
export interface Question<Q extends QuestionName> {
  /** This number of solutions answers it; absent: it takes all of them. */
  readonly enough?: number;
  /** The answer where the work ended with that status. `read` gives the solution it stands on. */
  answer<S>(found: Found, status: Status, read: () => S): AnswersOf<S>[Q];
}

// A page that asks one question has the code of that one.

export const FIRST_QUESTION: Question<'first'> = {
  enough: 1,
  answer: ({ solutions }, status, read) =>
    solutions > 0 ? { solution: read(), status: 'found' } : { status },
};

export const COUNT_QUESTION: Question<'count'> = {
  answer: ({ solutions, exact = BigInt(solutions), all }, status) => countOf(exact, status, all),
};

export const UNIQUE_QUESTION: Question<'isUnique'> = {
  enough: 2,
  answer({ solutions }, status) {
    if (solutions >= 2) return { answer: 'several', status: 'found' };
    if (status !== 'complete') return { answer: 'unknown', status };
    return { answer: solutions === 1 ? 'unique' : 'none', status };
  },
};

const QUESTIONS: { readonly [Q in QuestionName]: Question<Q> } = {
  first: FIRST_QUESTION,
  count: COUNT_QUESTION,
  isUnique: UNIQUE_QUESTION,
};

/** The question of that name, for those that get it by name. */
export function questionOf<Q extends QuestionName>(name: Q): Question<Q> {
  return QUESTIONS[name] as Question<Q>;
}

/**
 * The task that answers a question. `read` gives the solution that the work stands on; `slices` are
 * done before the work starts.
 */
export function taskOf<Q extends QuestionName, W extends Work, S>(
  { enough, answer }: Question<Q>,
  start: () => W,
  read: (work: W) => S,
  limits: Limits = NO_LIMITS,
  slices?: Slices<unknown>,
): Task<AnswersOf<S>[Q], W> {
  return new Task<AnswersOf<S>[Q], W>(
    start,
    limits,
    (work, status) => answer(work, status, () => read(work)),
    enough,
    // Without a solution none is read.
    slices && { slices, answer: (status) => answer<S>({ solutions: 0 }, status, read as () => S) },
  );
}

/** The task of a stream, which reads the solutions one by one and has no answer. */
export function streamOf<W extends Work>(
  start: () => W,
  limits: Limits = NO_LIMITS,
  slices?: Slices<unknown>,
): Task<undefined, W> {
  const answer = () => undefined;
  return new Task(start, limits, answer, undefined, slices && { slices, answer });
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

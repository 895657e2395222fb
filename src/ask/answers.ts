import { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { Problem } from '../problem/problem.ts';
import { checkSettings } from '../problem/setting.ts';
import { Solution } from '../problem/solution.ts';
import {
  createDecision,
  createEnumeration,
  type QuestionSettings,
  SEARCH_SETTINGS,
} from './engines.ts';
import { LIMITS, type Limits, type Progress, type Status, Walk } from './walk.ts';

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
  /** The solutions found: all of them only where the status is `complete`. */
  readonly count: number;
  readonly status: Status;
}

export interface Uniqueness {
  readonly answer: 'unique' | 'several' | 'none' | 'unknown';
  readonly status: Status;
}

/** What can be asked, and what is answered; S is a solution to whoever asks. */
export interface AnswersOf<S> {
  readonly first: First<S>;
  readonly count: Count;
  readonly isUnique: Uniqueness;
}

export type Question = keyof AnswersOf<unknown>;

/** How a question is answered: drivers, solvers and batches name it, and know no more of it. */
interface Asking<Q extends Question> {
  /** As many solutions answer it; none: it takes all of them. */
  readonly most?: number;
  /** What comes of a walk that ended with that status. */
  answer<S>(walk: Walk<S>, status: Status): AnswersOf<S>[Q];
}

const ASKING: { readonly [Q in Question]: Asking<Q> } = {
  first: {
    most: 1,
    answer: (walk, status) =>
      walk.solutions > 0 ? { solution: walk.solution(), status: 'found' } : { status },
  },
  count: { answer: ({ solutions }, status) => ({ count: solutions, status }) },
  isUnique: {
    most: 2,
    answer({ solutions }, status) {
      if (solutions >= 2) return { answer: 'several', status: 'found' };
      if (status !== 'complete') return { answer: 'unknown', status };
      return { answer: solutions === 1 ? 'unique' : 'none', status };
    },
  },
};

/** The solutions that answer a question, where a few do. */
export function mostOf(question: Question | 'all'): number | undefined {
  return question === 'all' ? undefined : ASKING[question].most;
}

/** The answer of a walk that has ended. */
export function answerOf<Q extends Question, S>(
  question: Q,
  walk: Walk<S>,
  status: Status,
): AnswersOf<S>[Q] {
  return (ASKING[question] as Asking<Q>).answer(walk, status);
}

/** Looks for one solution. */
export function first<T>(problem: Problem<T>, settings?: Settings): First<Solution<T>>;
export function first(compiled: Compiled, settings?: Settings): First<number[]>;
export function first(asked: Asked, settings: Settings = {}): First<unknown> {
  return answer('first', walkThrough('first', asked, settings));
}

/** Counts the solutions, and keeps none of them. */
export function count<T>(asked: Problem<T> | Compiled, settings: Settings = {}): Count {
  return answer('count', walkThrough('count', asked, settings));
}

/** Whether there is exactly one solution; stops at the second. */
export function isUnique<T>(asked: Problem<T> | Compiled, settings: Settings = {}): Uniqueness {
  return answer('isUnique', walkThrough('isUnique', asked, settings));
}

/** The solutions one by one, each searched for only when it is asked for. */
export function solutions<T>(problem: Problem<T>, settings?: Settings): Solutions<Solution<T>>;
export function solutions(compiled: Compiled, settings?: Settings): Solutions<number[]>;
export function solutions(asked: Asked, settings: Settings = {}): Solutions<unknown> {
  return new Solutions(walkThrough('all', asked, settings));
}

/** Answers a question, and lets nothing else run meanwhile. */
export function answer<Q extends Question, S>(question: Q, walk: Walk<S>): AnswersOf<S>[Q] {
  return answerOf(question, walk, walk.toEnd());
}

/** What questions are asked of. A solution of a compiled problem is its option numbers. */
export type Asked = Problem<unknown> | Compiled;

/** The walk that answers a question. `known` are the names of the settings. */
export function walkThrough(
  question: Question | 'all',
  asked: Asked,
  settings: Settings,
  known: readonly string[] = SETTINGS,
): Walk<unknown> {
  checkNames(settings, known);
  const most = mostOf(question);
  const create = most === undefined ? createEnumeration : createDecision;
  if (asked instanceof Problem) {
    const start = () => create(asked.compile(), settings);
    return new Walk(start, (search) => new Solution(asked, search.solution()), settings, most);
  }
  if (asked instanceof Compiled) {
    const start = () => create(asked, settings);
    return new Walk(start, (search) => search.solution(), settings, most);
  }
  throw new QuadrilleError(
    'bad-setting',
    `The problem is ${shown(asked)}; give a Problem, or what compile() or Compiled.from() gives.`,
  );
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

import { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { Problem } from '../problem/problem.ts';
import { Solution } from '../problem/solution.ts';
import {
  checkNames,
  createDecision,
  createEnumeration,
  SETTINGS,
  type Settings,
} from './settings.ts';
import { type Progress, type Status, Walk } from './walk.ts';

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

/** Looks for one solution. */
export function first<T>(problem: Problem<T>, settings?: Settings): First<Solution<T>>;
export function first(compiled: Compiled, settings?: Settings): First<number[]>;
export function first(asked: Asked, settings: Settings = {}): First<unknown> {
  return firstOf(walkThrough(asked, settings, 1));
}

/** Counts the solutions, and keeps none of them. */
export function count<T>(asked: Problem<T> | Compiled, settings: Settings = {}): Count {
  return countOf(walkThrough(asked, settings));
}

/** Whether there is exactly one solution; stops at the second. */
export function isUnique<T>(asked: Problem<T> | Compiled, settings: Settings = {}): Uniqueness {
  return uniquenessOf(walkThrough(asked, settings, 2));
}

/** The solutions one by one, each searched for only when it is asked for. */
export function solutions<T>(problem: Problem<T>, settings?: Settings): Solutions<Solution<T>>;
export function solutions(compiled: Compiled, settings?: Settings): Solutions<number[]>;
export function solutions(asked: Asked, settings: Settings = {}): Solutions<unknown> {
  return new Solutions(walkThrough(asked, settings));
}

/** What questions are asked of. A solution of a compiled problem is its option numbers. */
export type Asked = Problem<unknown> | Compiled;

/**
 * The walk through the solutions; at most `most` of them, for a question that so many answer.
 * `known` are the names of the settings.
 */
export function walkThrough(
  asked: Asked,
  settings: Settings,
  most?: number,
  known: readonly string[] = SETTINGS,
): Walk<unknown> {
  checkNames(settings, known);
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

/** What a walk that ends at its first solution says, where it ended. */
export function firstOf<S>(walk: Walk<S>, outcome = walk.next()): First<S> {
  if (outcome === 'solution') return { solution: walk.solution(), status: 'found' };
  return { status: outcome };
}

export function countOf(walk: Walk<unknown>, status = walk.toEnd()): Count {
  return { count: walk.solutions, status };
}

/** The same for a walk that ends at its second solution. */
export function uniquenessOf(walk: Walk<unknown>, status = walk.toEnd()): Uniqueness {
  const found = walk.solutions;
  if (found >= 2) return { answer: 'several', status: 'found' };
  if (status !== 'complete') return { answer: 'unknown', status };
  return { answer: found === 1 ? 'unique' : 'none', status };
}

import type { Problem } from '../problem/problem.ts';
import type { Settings } from './settings.ts';
import type { Solution } from './solution.ts';
import { type Progress, type Status, Walk } from './walk.ts';

/** A first solution, if one was found. Without one, only `complete` means that there is none. */
export interface First<T> {
  readonly solution?: Solution<T>;
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
export function first<T>(problem: Problem<T>, settings: Settings = {}): First<T> {
  const walk = new Walk(problem, settings, 1);
  return firstOf(walk, walk.next());
}

/** Counts the solutions, and keeps none of them. */
export function count<T>(problem: Problem<T>, settings: Settings = {}): Count {
  const walk = new Walk(problem, settings);
  const status = walk.toEnd();
  return { count: walk.solutions, status };
}

/** Whether there is exactly one solution; stops at the second. */
export function isUnique<T>(problem: Problem<T>, settings: Settings = {}): Uniqueness {
  const walk = new Walk(problem, settings, 2);
  const status = walk.toEnd();
  return uniqueness(walk.solutions, status);
}

/** The solutions one by one, each searched for only when it is asked for. */
export function solutions<T>(problem: Problem<T>, settings: Settings = {}): Solutions<T> {
  return new Solutions(new Walk(problem, settings));
}

/** A stream of solutions. It can be left at any time, and its `status` tells why it ended. */
export class Solutions<T> implements IterableIterator<Solution<T>, Status | undefined> {
  readonly #walk: Walk<T>;
  #status: Status | undefined;
  #left = false;

  /** @internal */
  constructor(walk: Walk<T>) {
    this.#walk = walk;
  }

  /** Why the stream ended; undefined before its end. */
  get status(): Status | undefined {
    return this.#status;
  }

  get progress(): Progress {
    return this.#walk.progress();
  }

  next(): IteratorResult<Solution<T>, Status | undefined> {
    if (this.#left || this.#status !== undefined) return { done: true, value: this.#status };
    const outcome = this.#walk.next();
    if (outcome === 'solution') return { done: false, value: this.#walk.solution() };
    this.#status = outcome;
    return { done: true, value: this.#status };
  }

  /** Called by a loop that is left early. */
  return(): IteratorResult<Solution<T>, Status | undefined> {
    this.#left = true;
    return { done: true, value: this.#status };
  }

  [Symbol.iterator](): this {
    return this;
  }
}

export function firstOf<T>(walk: Walk<T>, outcome: 'solution' | Status): First<T> {
  if (outcome === 'solution') return { solution: walk.solution(), status: 'limit' };
  return { status: outcome };
}

export function uniqueness(found: number, status: Status): Uniqueness {
  if (found >= 2) return { answer: 'several', status };
  if (status !== 'complete') return { answer: 'unknown', status };
  return { answer: found === 1 ? 'unique' : 'none', status };
}

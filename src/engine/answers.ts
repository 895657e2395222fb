import { QuadrilleError, shown } from '../problem/error.ts';
import { Problem } from '../problem/problem.ts';
import { createDecision, createSearch, type Settings } from './settings.ts';
import { Solution } from './solution.ts';
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
export function first<T>(problem: Problem<T>, settings: Settings = {}): First<Solution<T>> {
  return firstOf(walkThrough(problem, settings, 1));
}

/** Counts the solutions, and keeps none of them. */
export function count<T>(problem: Problem<T>, settings: Settings = {}): Count {
  return countOf(walkThrough(problem, settings));
}

/** Whether there is exactly one solution; stops at the second. */
export function isUnique<T>(problem: Problem<T>, settings: Settings = {}): Uniqueness {
  return uniquenessOf(walkThrough(problem, settings, 2));
}

/** The solutions one by one, each searched for only when it is asked for. */
export function solutions<T>(problem: Problem<T>, settings: Settings = {}): Solutions<Solution<T>> {
  return new Solutions(walkThrough(problem, settings));
}

/** The walk through the solutions of a problem, to `most` of them if only so many matter. */
export function walkThrough<T>(
  problem: Problem<T>,
  settings: Settings,
  most?: number,
): Walk<Solution<T>> {
  if (!(problem instanceof Problem)) {
    throw new QuadrilleError(
      'bad-setting',
      `The problem is ${shown(problem)}; give a Problem (for a compiled one: createSearch).`,
    );
  }
  return new Walk(
    () => (most === undefined ? createSearch : createDecision)(problem.compile(), settings),
    (search) => new Solution(problem, search.solution()),
    settings,
    most,
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

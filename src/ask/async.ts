import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import type { Problem } from '../problem/problem.ts';
import type { Solution } from '../problem/solution.ts';
import {
  type AnswersOf,
  type Asked,
  answerOf,
  type Count,
  type First,
  type Question,
  SETTINGS,
  type Settings,
  type Uniqueness,
  WATCH,
  walkThrough,
} from './answers.ts';
import { now, type Progress, type Status, type Walk } from './walk.ts';

/** What only an answer that lets the event loop run can heed. */
export interface Watch {
  /** Ends the search with status `aborted`; what was found until then is kept. */
  readonly signal?: { readonly aborted: boolean } | undefined;
  /**
   * Called each time the event loop has had its turn, and at the end; what it throws comes out. The
   * search waits for a promise that it returns, and what that is rejected with comes out, too.
   */
  readonly onProgress?: ((progress: Progress) => unknown) | undefined;
}

export interface AsyncSettings extends Settings, Watch {}

const KNOWN = [...SETTINGS, ...WATCH];

/** As `first`, but lets the event loop run. */
export function firstAsync<T>(
  problem: Problem<T>,
  settings?: AsyncSettings,
): Promise<First<Solution<T>>>;
export function firstAsync(compiled: Compiled, settings?: AsyncSettings): Promise<First<number[]>>;
export async function firstAsync(
  asked: Asked,
  settings: AsyncSettings = {},
): Promise<First<unknown>> {
  return answerAsync('first', walkThrough('first', asked, settings, KNOWN), settings);
}

/** As `count`, but lets the event loop run. */
export async function countAsync<T>(
  asked: Problem<T> | Compiled,
  settings: AsyncSettings = {},
): Promise<Count> {
  return answerAsync('count', walkThrough('count', asked, settings, KNOWN), settings);
}

/** As `isUnique`, but lets the event loop run. */
export async function isUniqueAsync<T>(
  asked: Problem<T> | Compiled,
  settings: AsyncSettings = {},
): Promise<Uniqueness> {
  return answerAsync('isUnique', walkThrough('isUnique', asked, settings, KNOWN), settings);
}

/** As `solutions`, for `for await`, but lets the event loop run, however fast they come. */
export function solutionsAsync<T>(
  problem: Problem<T>,
  settings?: AsyncSettings,
): AsyncSolutions<Solution<T>>;
export function solutionsAsync(
  compiled: Compiled,
  settings?: AsyncSettings,
): AsyncSolutions<number[]>;
export function solutionsAsync(
  asked: Asked,
  settings: AsyncSettings = {},
): AsyncSolutions<unknown> {
  return new AsyncSolutions(walkThrough('all', asked, settings, KNOWN), settings);
}

/** Answers a question as `answer` does, but lets the event loop run. */
export async function answerAsync<Q extends Question, S>(
  question: Q,
  walk: Walk<S>,
  watch: Watch,
): Promise<AnswersOf<S>[Q]> {
  return answerOf(question, walk, await new PoliteWalk(walk, watch).toEnd());
}

/** A stream of solutions. It can be left at any time, and its `status` tells why it ended. */
export class AsyncSolutions<S> implements AsyncIterableIterator<S, Status | undefined> {
  readonly #walk: PoliteWalk<S>;
  #status: Status | undefined;
  #left = false;
  /** Calls of `next` that did not wait for each other are served one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  /** @internal */
  constructor(walk: Walk<S>, watch: Watch) {
    this.#walk = new PoliteWalk(walk, watch);
  }

  /** Why the stream ended; undefined before its end. */
  get status(): Status | undefined {
    return this.#status;
  }

  get progress(): Progress {
    return this.#walk.walk.progress();
  }

  next(): Promise<IteratorResult<S, Status | undefined>> {
    const result = this.#queue.then(() => this.#next());
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #next(): Promise<IteratorResult<S, Status | undefined>> {
    if (this.#left || this.#status !== undefined) return { done: true, value: this.#status };
    try {
      const outcome = await this.#walk.next();
      if (outcome === 'solution') return { done: false, value: this.#walk.walk.solution() };
      this.#status = outcome;
      return { done: true, value: outcome };
    } catch (error) {
      // What onProgress threw: the stream ends with it.
      this.#left = true;
      throw error;
    }
  }

  /** Called by a loop that is left early. */
  async return(): Promise<IteratorResult<S, Status | undefined>> {
    this.#left = true;
    this.#walk.stop();
    return { done: true, value: this.#status };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** A walk that gives way to the event loop, heeds a signal and reports how far it is. */
class PoliteWalk<S> {
  readonly walk: Walk<S>;
  readonly #signal: Watch['signal'];
  readonly #onProgress: Watch['onProgress'];
  /** When the turn of the search began. */
  #turn: number;
  #stopped = false;
  /** How many searches are under way: they share the time between two turns. */
  static #underWay = 0;

  constructor(walk: Walk<S>, { signal, onProgress }: Watch) {
    this.walk = walk;
    this.#turn = walk.began;
    if (signal !== undefined && typeof signal?.aborted !== 'boolean') {
      throw new QuadrilleError(
        'bad-setting',
        `signal is ${shown(signal)}; give the signal of an AbortController, controller.signal.`,
      );
    }
    if (onProgress !== undefined && typeof onProgress !== 'function') {
      throw new QuadrilleError(
        'bad-setting',
        `onProgress is ${shown(onProgress)}; give a function, or leave it out.`,
      );
    }
    this.#signal = signal;
    this.#onProgress = onProgress;
  }

  async next(): Promise<'solution' | Status> {
    PoliteWalk.#underWay++;
    try {
      // What the caller does between two solutions is part of the turn.
      let turnIsOver = now() >= this.#turnEnd();
      for (;;) {
        if (turnIsOver && !this.#isAborted()) await this.#giveWay();
        if (this.#isAborted()) return this.#ended('aborted');
        const outcome = this.walk.next(this.#turnEnd());
        if (outcome === 'solution') return outcome;
        if (outcome !== 'paused') return this.#ended(outcome);
        turnIsOver = true;
      }
    } finally {
      PoliteWalk.#underWay--;
    }
  }

  #turnEnd(): number {
    return this.#turn + TURN / PoliteWalk.#underWay;
  }

  #isAborted(): boolean {
    return this.#stopped || this.#signal?.aborted === true;
  }

  /** Lets the event loop run, and the listener: the time they take is not the search's. */
  async #giveWay(): Promise<void> {
    await eventLoop();
    await this.#report();
    this.#turn = now();
  }

  /** Ends it as a signal would. */
  stop(): void {
    this.#stopped = true;
  }

  /** Waits for the listener, too: nobody else would hear that its promise was rejected. */
  async #report(): Promise<void> {
    await this.#onProgress?.(this.walk.progress());
  }

  async toEnd(): Promise<Status> {
    for (;;) {
      const outcome = await this.next();
      if (outcome !== 'solution') return outcome;
    }
  }

  async #ended(status: Status): Promise<Status> {
    await this.#report();
    return status;
  }
}

/** Milliseconds of searching, by all searches together, between two turns of the event loop. */
const TURN = 10;

/**
 * Gives the event loop a turn. By a message to oneself, since a timer would cost 1 ms in Node and
 * 4 in browsers.
 */
function eventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

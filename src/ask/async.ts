import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import type { Problem, Solution } from '../problem/problem.ts';
import {
  type Asked,
  type Count,
  type First,
  SETTINGS,
  type Settings,
  sourceOf,
  taskOf,
  type Uniqueness,
  WATCH,
  walkOf,
} from './answers.ts';
import { now, type Progress, type Status, type Task, type Walk } from './walk.ts';

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
  return answerAsync(taskOf('first', sourceOf(asked, settings, KNOWN), settings), settings);
}

/** As `count`, but lets the event loop run. */
export async function countAsync<T>(
  asked: Problem<T> | Compiled,
  settings: AsyncSettings = {},
): Promise<Count> {
  return answerAsync(taskOf('count', sourceOf(asked, settings, KNOWN), settings), settings);
}

/** As `isUnique`, but lets the event loop run. */
export async function isUniqueAsync<T>(
  asked: Problem<T> | Compiled,
  settings: AsyncSettings = {},
): Promise<Uniqueness> {
  return answerAsync(taskOf('isUnique', sourceOf(asked, settings, KNOWN), settings), settings);
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
  return new AsyncSolutions(walkOf(sourceOf(asked, settings, KNOWN), settings), settings);
}

/** The polite driver: the event loop runs while the answer is worked out. */
export async function answerAsync<A>(task: Task<A>, watch: Watch): Promise<A> {
  const turns = new Turns(task, watch);
  return task.answer(await turns.run((until) => task.finish(until)));
}

/** A stream of solutions. It can be left at any time, and its `status` tells why it ended. */
export class AsyncSolutions<S> implements AsyncIterableIterator<S, Status | undefined> {
  readonly #walk: Walk<S>;
  readonly #turns: Turns;
  #status: Status | undefined;
  #left = false;
  /** Calls of `next` that did not wait for each other are served one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  /** @internal */
  constructor(walk: Walk<S>, watch: Watch) {
    this.#walk = walk;
    this.#turns = new Turns(walk, watch);
  }

  /** Why the stream ended; undefined before its end. */
  get status(): Status | undefined {
    return this.#status;
  }

  get progress(): Progress {
    return this.#walk.progress();
  }

  next(): Promise<IteratorResult<S, Status | undefined>> {
    const result = this.#queue.then(() => this.#next());
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #next(): Promise<IteratorResult<S, Status | undefined>> {
    if (this.#left || this.#status !== undefined) return { done: true, value: this.#status };
    try {
      const outcome = await this.#turns.run((until) => this.#walk.next(until));
      if (outcome === 'solution') return { done: false, value: this.#walk.solution() };
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
    this.#turns.stop();
    return { done: true, value: this.#status };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** The turns of a task or a walk: it gives way to the event loop, heeds a signal and reports progress. */
class Turns {
  readonly #progress: () => Progress;
  readonly #signal: Watch['signal'];
  readonly #onProgress: Watch['onProgress'];
  /** When the turn of the search began. */
  #began: number;
  #stopped = false;
  /** How many searches are under way: they share the time between two turns. */
  static #underWay = 0;

  constructor(work: Pick<Task<unknown>, 'began' | 'progress'>, { signal, onProgress }: Watch) {
    this.#progress = () => work.progress();
    this.#began = work.began;
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

  /** Goes on in turns until it does not pause: to a solution, or to the end and its reason. */
  async run<R extends 'solution' | Status>(
    goOn: (until: number) => R | 'paused',
  ): Promise<R | 'aborted'> {
    Turns.#underWay++;
    try {
      // What the caller does between two solutions is part of the turn.
      let isOver = now() >= this.#end();
      for (;;) {
        if (isOver && !this.#isAborted()) await this.#giveWay();
        const outcome = this.#isAborted() ? 'aborted' : goOn(this.#end());
        if (outcome === 'solution') return outcome;
        if (outcome !== 'paused') {
          await this.#report();
          return outcome;
        }
        isOver = true;
      }
    } finally {
      Turns.#underWay--;
    }
  }

  /** Ends the work as a signal would. */
  stop(): void {
    this.#stopped = true;
  }

  #end(): number {
    return this.#began + TURN / Turns.#underWay;
  }

  #isAborted(): boolean {
    return this.#stopped || this.#signal?.aborted === true;
  }

  /** Lets the event loop run, and the listener: the time they take is not the search's. */
  async #giveWay(): Promise<void> {
    await eventLoop();
    await this.#report();
    this.#began = now();
  }

  /** Waits for the listener, too: nobody else would hear that its promise was rejected. */
  async #report(): Promise<void> {
    await this.#onProgress?.(this.#progress());
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

import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import type { Problem, Solution } from '../problem/problem.ts';
import {
  type AnswersOf,
  type Count,
  type First,
  type Question,
  type Source,
  sourceOf,
  taskOf,
  type Uniqueness,
  walkOf,
} from './answers.ts';
import type { State } from './checkpoint.ts';
import { type CheckpointSettings, Keeper } from './keeper.ts';
import { type AnyProblem, SETTINGS, type Settings } from './model.ts';
import {
  CHECKPOINTS,
  now,
  type Progress,
  type Status,
  type Task,
  WATCH,
  type Walk,
} from './walk.ts';

/** Settings that need the event loop to run. */
export interface Watch {
  /** Ends the search with status `aborted`; what was found until then is kept. */
  readonly signal?: { readonly aborted: boolean } | undefined;
  /**
   * Called after each turn of the event loop, and at the end. The search waits for a promise that it
   * returns. An error that it throws, or that its promise is rejected with, ends the answer.
   */
  readonly onProgress?: ((progress: Progress) => unknown) | undefined;
}

export interface AsyncSettings extends Settings, Watch, CheckpointSettings {}

const KNOWN = [...SETTINGS, 'proof', ...WATCH, ...CHECKPOINTS];

/** As `first`, but lets the event loop run. */
export function firstAsync<T>(
  problem: Problem<T>,
  settings?: AsyncSettings,
): Promise<First<Solution<T>>>;
export function firstAsync(compiled: Compiled, settings?: AsyncSettings): Promise<First<number[]>>;
export async function firstAsync(
  problem: AnyProblem,
  settings: AsyncSettings = {},
): Promise<First<unknown>> {
  return ask('first', problem, settings);
}

/** As `count`, but lets the event loop run. */
export async function countAsync<T>(
  problem: Problem<T> | Compiled,
  settings: AsyncSettings = {},
): Promise<Count> {
  return ask('count', problem, settings);
}

/** As `isUnique`, but lets the event loop run. */
export async function isUniqueAsync<T>(
  problem: Problem<T> | Compiled,
  settings: AsyncSettings = {},
): Promise<Uniqueness> {
  return ask('isUnique', problem, settings);
}

/** As `solutions`, for `for await`, but lets the event loop run, however fast solutions come. */
export function solutionsAsync<T>(
  problem: Problem<T>,
  settings?: AsyncSettings,
): AsyncSolutions<Solution<T>>;
export function solutionsAsync(
  compiled: Compiled,
  settings?: AsyncSettings,
): AsyncSolutions<number[]>;
export function solutionsAsync(
  problem: AnyProblem,
  settings: AsyncSettings = {},
): AsyncSolutions<unknown> {
  const [source, watch, keeper] = sourceAndWatch('solutions', problem, settings);
  return new AsyncSolutions(walkOf(source, settings), watch, keeper);
}

async function ask<Q extends Question>(
  question: Q,
  problem: AnyProblem,
  settings: AsyncSettings,
): Promise<AnswersOf<unknown>[Q]> {
  const [source, watch, keeper] = sourceAndWatch(question, problem, settings);
  return answerAsync(taskOf(question, source, settings), watch, keeper);
}

/** Where solutions come from, and what to heed; with checkpoints, if they are asked for. */
export function sourceAndWatch(
  question: Question | 'solutions',
  problem: AnyProblem,
  settings: AsyncSettings,
): [Source<unknown>, Watch, Keeper | undefined] {
  const source = sourceOf(problem, settings, KNOWN);
  const keeper = Keeper.of(question, problem, settings);
  return [keeper?.source ?? source, watchOf(settings, keeper), keeper];
}

/** What to heed, where progress tells of checkpoints too. `state`: other than that of the keeper's own search. */
export function watchOf(
  { signal, onProgress }: Watch,
  keeper: Keeper | undefined,
  state?: () => State,
): Watch {
  return { signal, onProgress: keeper ? keeper.watched(onProgress, state) : onProgress };
}

/** Answers by the polite driver: the event loop runs meanwhile. */
export async function answerAsync<A>(task: Task<A>, watch: Watch, keeper?: Keeper): Promise<A> {
  const driver = new PoliteDriver(task, watch);
  const status = await driver.run((until) => task.finish(until));
  await keeper?.tell();
  return task.answer(status);
}

/** A stream of solutions. A loop may leave it at any time. Its `status` tells why it ended. */
export class AsyncSolutions<S> implements AsyncIterableIterator<S, Status | undefined> {
  readonly #walk: Walk<S>;
  readonly #driver: PoliteDriver;
  readonly #keeper: Keeper | undefined;
  #status: Status | undefined;
  #left = false;
  /** The last call of `next`: the following one waits for it. */
  #queue: Promise<unknown> = Promise.resolve();

  /** @internal */
  constructor(walk: Walk<S>, watch: Watch, keeper?: Keeper) {
    this.#walk = walk;
    this.#keeper = keeper;
    this.#driver = new PoliteDriver(walk, watch);
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
      const outcome = await this.#driver.run((until) => this.#walk.next(until));
      if (outcome === 'solution') return { done: false, value: this.#walk.solution() };
      await this.#keeper?.tell();
      this.#status = outcome;
      return { done: true, value: outcome };
    } catch (error) {
      // An error of onProgress ends the stream.
      this.#left = true;
      throw error;
    }
  }

  /** Called by a loop that is left early. */
  async return(): Promise<IteratorResult<S, Status | undefined>> {
    this.#left = true;
    this.#driver.stop();
    return { done: true, value: this.#status };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** Drives a task or a walk in turns with the event loop, heeds the signal and reports progress. */
export class PoliteDriver {
  readonly #progress: () => Progress;
  readonly #signal: Watch['signal'];
  readonly #onProgress: Watch['onProgress'];
  /** When the turn of the search began, in milliseconds. */
  #began: number;
  #stopped = false;
  /** The number of searches under way. They share the time between two turns of the event loop. */
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
  async run<R extends string>(goOn: (until: number) => R | 'paused'): Promise<R | 'aborted'> {
    PoliteDriver.#underWay++;
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
      PoliteDriver.#underWay--;
    }
  }

  /** Ends the work as a signal would. */
  stop(): void {
    this.#stopped = true;
  }

  #end(): number {
    return this.#began + TURN / PoliteDriver.#underWay;
  }

  #isAborted(): boolean {
    return this.#stopped || this.#signal?.aborted === true;
  }

  /** Lets the event loop and the listener run. The next turn begins after them. */
  async #giveWay(): Promise<void> {
    await eventLoop();
    await this.#report();
    this.#began = now();
  }

  /** Waits for the listener: otherwise the rejection of its promise would be lost. */
  async #report(): Promise<void> {
    await this.#onProgress?.(this.#progress());
  }
}

/** Milliseconds of searching, by all searches together, between two turns of the event loop. */
const TURN = 10;

/** Node calls the function in the next turn of the event loop. */
const { setImmediate } = globalThis as { setImmediate?: (resume: () => void) => unknown };

/**
 * Lets the event loop run once. In browsers it waits for a message to itself, since a timer would take 4 ms there;
 * in Node a message takes 40 µs, and `setImmediate` 4.
 */
function eventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (setImmediate !== undefined) {
      setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

import type { Exchange } from '../learn/exchange.ts';
import type { Compiled } from '../problem/compiled.ts';
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
import { answerAsync, PoliteDriver, type Watch } from './drivers.ts';
import { type CheckpointSettings, Keeper } from './keeper.ts';
import { type AnyProblem, SETTINGS, type Settings } from './model.ts';
import { CHECKPOINTS, checkNames, type Progress, type Status, WATCH, type Walk } from './walk.ts';

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

/**
 * Where solutions come from, and what to heed; with checkpoints, if they are asked for. `exchange`: what other threads
 * that answer the same question learn.
 */
export function sourceAndWatch(
  question: Question | 'solutions',
  problem: AnyProblem,
  asked: AsyncSettings,
  exchange?: Exchange,
): [Source<unknown>, Watch, Keeper | undefined] {
  checkNames(asked, KNOWN);
  const settings = { ...asked, exchange };
  const source = sourceOf(problem, settings, [...KNOWN, 'exchange']);
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
      this.#walk.end();
      return { done: true, value: outcome };
    } catch (error) {
      // An error of onProgress ends the stream.
      this.#left = true;
      this.#walk.end();
      throw error;
    }
  }

  /** Called by a loop that is left early. */
  async return(): Promise<IteratorResult<S, Status | undefined>> {
    this.#left = true;
    this.#driver.stop();
    this.#queue = this.#queue.then(() => this.#walk.end());
    return { done: true, value: this.#status };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

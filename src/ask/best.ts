import { Branching } from '../best/branching.ts';
import type { Decisions } from '../kernels/prefix.ts';
import { checkMemoryLimit } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import type { Problem, Solution } from '../problem/problem.ts';
import { AidedSearch } from './aided.ts';
import { answer, PoliteDriver, type Watch } from './drivers.ts';
import type { AnyProblem, Model, Settings } from './model.ts';
import { checkNames, type Status, type Task, WATCH, Walk } from './walk.ts';

/** Which solutions to look for, and when to stop. */
export interface BestSettings extends Pick<Settings, 'maxNodes' | 'timeout' | 'reduce'> {
  /** The number of solutions, from 1 up; default: 1. */
  readonly k?: number | undefined;
  /** Whether to look for the dearest solutions; default: the cheapest. */
  readonly max?: boolean | undefined;
  /** Only the solutions that keep to these decisions: options chosen (`k`) and left out (`~k`). */
  readonly prefix?: Decisions | undefined;
  /** Breaks ties another way, the same way each time. */
  readonly seed?: number | undefined;
  /** The most bytes that the search may take; default: 2 ** 30. */
  readonly memoryLimit?: number | undefined;
}

/** A solution and the sum of the costs of its options. */
export interface Priced<S> {
  readonly cost: number;
  readonly solution: S;
}

/** What is known of the cheapest solutions. */
export interface Improvement<S> {
  /** The cheapest solutions found, at most k, the cheapest first. With `max` the dearest, the dearest first. */
  readonly solutions: readonly Priced<S>[];
  /**
   * No solution that is not listed costs less than this; with `max`, none costs more. It is proven.
   * Infinity (with `max`, -Infinity) says that there are no others. In JSON it is null where it is infinite.
   */
  readonly bound: number;
}

/** The answer. With status `complete` these are the k cheapest, or all there are, and that is proven. */
export interface Best<S> extends Improvement<S> {
  readonly status: Status;
}

/**
 * The nodes before it looks for weights: fewer than others take, as each is a linear program, which finds most weights by
 * itself.
 */
const FIRST = 1 << 10;
const SETTINGS = ['k', 'max', 'reduce', 'prefix', 'seed', 'memoryLimit', 'maxNodes', 'timeout'];

/** Finds the cheapest solution, or the `k` cheapest. */
export function best<T>(problem: Problem<T>, settings?: BestSettings): Best<Solution<T>>;
export function best(compiled: Compiled, settings?: BestSettings): Best<number[]>;
export function best(problem: AnyProblem, settings: BestSettings = {}): Best<unknown> {
  checkNames(settings, SETTINGS);
  return answer(new BestTask(problem, settings));
}

/**
 * As `best`, but lets the event loop run. Await it for the answer, or loop over it by `for await` to see each
 * improvement as it is found, with the bound at that time.
 */
export function bestAsync<T>(
  problem: Problem<T>,
  settings?: BestSettings & Watch,
): AsyncBest<Solution<T>>;
export function bestAsync(compiled: Compiled, settings?: BestSettings & Watch): AsyncBest<number[]>;
export function bestAsync(
  problem: AnyProblem,
  settings: BestSettings & Watch = {},
): AsyncBest<unknown> {
  checkNames(settings, [...SETTINGS, ...WATCH]);
  return new AsyncBest(new BestTask(problem, settings), settings);
}

class BestTask<S> extends Walk<Improvement<S>, AidedSearch<Branching>> implements Task<Best<S>> {
  readonly #max: boolean;

  constructor(problem: AnyProblem, settings: BestSettings) {
    const { k = 1, max = false, reduce, prefix, seed, memoryLimit, maxNodes, timeout } = settings;
    checkSettings(settings);
    /** Both are there once the problem is reduced. */
    let model: Model | undefined;
    let branching: Branching | undefined;
    const start = (made: Model) => {
      model = made;
      const { prefix } = made.settings;
      branching = new Branching(made.compiled, { k, max, prefix, seed, memoryLimit });
      return branching;
    };
    const solutionOf = (numbers: number[]) => (model as Model).read(numbers) as S;
    super(
      () => new AidedSearch(problem, { reduce, prefix }, start, { first: FIRST }),
      () => ({
        solutions: (branching?.found ?? []).map(({ cost, options }) => ({
          cost,
          solution: solutionOf([...options]),
        })),
        bound: branching?.bound ?? (max ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY),
      }),
      { maxNodes, timeout },
    );
    this.#max = max;
  }

  answer(status: Status): Best<S> {
    const found = this.solution();
    if (status !== 'complete' || found.solutions.length > 0) return { ...found, status };
    // Weights have proven it, or the search: it makes no difference.
    const bound = this.#max ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return { ...found, bound, status };
  }
}

function checkSettings(settings: BestSettings): void {
  checkMemoryLimit(settings);
  const { k, max } = settings;
  if (k !== undefined && !(Number.isSafeInteger(k) && k >= 1)) {
    throw new QuadrilleError(
      'bad-setting',
      `k is ${shown(k)}; give the number of solutions, a whole number from 1 up, or leave it out.`,
    );
  }
  if (max !== undefined && typeof max !== 'boolean') {
    throw new QuadrilleError(
      'bad-setting',
      `max is ${shown(max)}; give true for the dearest solutions, or leave it out.`,
    );
  }
}

/** A stream of improvements, and a promise of the answer. A loop may leave it at any time. */
export class AsyncBest<S>
  implements AsyncIterableIterator<Improvement<S>, Status | undefined>, PromiseLike<Best<S>>
{
  readonly #task: BestTask<S>;
  readonly #driver: PoliteDriver;
  #status: Status | undefined;
  #left = false;
  /** The last call of `next`: the following one waits for it. */
  #queue: Promise<unknown> = Promise.resolve();

  /** @internal */
  constructor(task: BestTask<S>, watch: Watch) {
    this.#task = task;
    this.#driver = new PoliteDriver(task, watch);
  }

  /** Why the stream ended; undefined before its end. */
  get status(): Status | undefined {
    return this.#status;
  }

  /** The next improvement. */
  next(): Promise<IteratorResult<Improvement<S>, Status | undefined>> {
    const result = this.#queue.then(() => this.#next());
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #next(): Promise<IteratorResult<Improvement<S>, Status | undefined>> {
    if (this.#left || this.#status !== undefined) return { done: true, value: this.#status };
    try {
      const outcome = await this.#driver.run((until) => this.#task.next(until));
      if (outcome === 'solution') return { done: false, value: this.#task.solution() };
      this.#status = outcome;
      return { done: true, value: outcome };
    } catch (error) {
      // An error of onProgress ends the stream.
      this.#left = true;
      throw error;
    }
  }

  /** The answer, when the search has ended. */
  async #answer(): Promise<Best<S>> {
    for (let step = await this.next(); !step.done; ) step = await this.next();
    return this.#task.answer(this.#status ?? 'aborted');
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited like the answers of the other questions.
  then<A = Best<S>, B = never>(
    onFulfilled?: ((answer: Best<S>) => A | PromiseLike<A>) | null,
    onRejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer().then(onFulfilled, onRejected);
  }

  /** Called by a loop that is left early. */
  async return(): Promise<IteratorResult<Improvement<S>, Status | undefined>> {
    this.#left = true;
    this.#driver.stop();
    return { done: true, value: this.#status };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

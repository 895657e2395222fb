import { Branching } from '../best/branching.ts';
import { answer, PoliteDriver, type Watch } from '../core/drivers.ts';
import { checkNames, type Status, type Task, WATCH, Walk } from '../core/walk.ts';
import type { Decisions } from '../kernels/prefix.ts';
import { checkMemoryLimit } from '../kernels/search.ts';
import { COSTS } from '../plan/costs.ts';
import type { Way } from '../plan/expert.ts';
import { MOST_WEIGHED, Weights } from '../plan/experts.ts';
import type { AnyProblem, Model, Settings } from '../plan/model.ts';
import { Plan } from '../plan/plan.ts';
import { TIMES } from '../plan/turns.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { compiledOf, type Problem, type Solution, solutionOf } from '../problem/problem.ts';
import { checkFlag } from '../problem/setting.ts';

/** The number and kind of solutions to look for, and the limits. */
export interface BestSettings extends Pick<Settings, 'maxNodes' | 'timeout' | 'reduce'> {
  /** The number of solutions, from 1 up; default: 1. */
  readonly k?: number | undefined;
  /** True for the dearest solutions; default: the cheapest. */
  readonly max?: boolean | undefined;
  /** Only the solutions that keep to these decisions: options chosen (`k`) and left out (`~k`). */
  readonly prefix?: Decisions | undefined;
  /**
   * True for the cheapest solution of each class: solutions that a symmetry of the problem takes to
   * each other are in one.
   */
  readonly upToSymmetry?: boolean | undefined;
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

/** The cheapest solutions so far, and a bound on all others. */
export interface Improvement<S> {
  /**
   * The cheapest solutions found, at most k, the cheapest first. With `max` the dearest, the
   * dearest first.
   */
  readonly solutions: readonly Priced<S>[];
  /**
   * No solution that is not listed costs less than this; with `max`, none costs more. It is proven.
   * With `upToSymmetry` it is about solutions of other classes. With `k` solutions proven to be the
   * cheapest, it is the cost of the last one: others may cost as much.
   * 'none': it is proven that there are no others. 'unknown': nothing is proven yet.
   */
  readonly bound: number | 'none' | 'unknown';
}

/**
 * The answer. With status `complete` these are proven to be the k cheapest, or all solutions if
 * there are fewer.
 */
export interface Best<S> extends Improvement<S> {
  readonly status: Status;
}

/** The work before it looks for weights: a linear program finds most of them by itself. */
const JOINED = 2 ** 22;
const SETTINGS = [
  ...['k', 'max', 'upToSymmetry', 'reduce', 'prefix', 'seed', 'memoryLimit', 'maxNodes', 'timeout'],
];

/** Finds the cheapest solution, or the `k` cheapest. */
export function best<T>(problem: Problem<T>, settings?: BestSettings): Best<Solution<T>>;
export function best(compiled: Compiled, settings?: BestSettings): Best<number[]>;
export function best(problem: AnyProblem, settings: BestSettings = {}): Best<unknown> {
  checkNames(settings, SETTINGS);
  return answer(new BestTask(problem, settings));
}

/**
 * As `best`, but lets the event loop run. Await it for the answer, or loop over it by `for await`
 * to see each improvement as it is found, with the bound at that time.
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

/** The main search of `best`. It cannot estimate what is left. */
class PacedBranching extends Branching implements Way {
  readonly states = 0;

  get work(): number {
    return COSTS.branching.node * this.nodes;
  }

  get exact(): bigint {
    return BigInt(this.solutions);
  }

  logWork(): number {
    return Number.POSITIVE_INFINITY;
  }

  /** Its memory is the garbage collector's. */
  end(): void {}
}

class BestTask<S> extends Walk<Improvement<S>, Plan<PacedBranching>> implements Task<Best<S>> {
  constructor(problem: AnyProblem, settings: BestSettings) {
    const { k = 1, max = false, reduce, maxNodes, timeout } = settings;
    const { prefix, upToSymmetry, seed, memoryLimit } = settings;
    checkSettings(settings);
    const team = ({ compiled, settings: { prefix } }: Model) => {
      const start = () => new Weights(compiled, prefix);
      const calls = [{ from: JOINED, pace: 1, helps: 'before' as const, start }];
      const main = new PacedBranching(compiled, {
        ...{ k, max, prefix, upToSymmetry, seed, memoryLimit },
      });
      return { main, calls: compiled.nodes <= MOST_WEIGHED ? calls : [] };
    };
    super(
      () => {
        const of = { kind: 'all', opens: false, times: TIMES, team } as const;
        return new Plan(compiledOf(problem), { reduce, prefix }, of);
      },
      ({ main, model }) => ({
        solutions: (main?.found ?? []).map(({ cost, options, classSize }) => ({
          cost,
          solution: solutionOf(problem, (model as Model).read([...options]), classSize) as S,
        })),
        bound: main === undefined ? 'unknown' : boundOf(main, max),
      }),
      { maxNodes, timeout },
    );
  }

  answer(status: Status): Best<S> {
    const found = this.solution();
    if (status !== 'complete' || found.solutions.length > 0) return { ...found, status };
    // Weights have proven it, or the search.
    return { ...found, bound: 'none', status };
  }
}

/** No number stands for "nothing is known" or "no others": JSON writes null for both infinities. */
function boundOf({ bound }: Branching, max: boolean): Improvement<unknown>['bound'] {
  if (Number.isFinite(bound)) return bound;
  return bound > 0 === max ? 'unknown' : 'none';
}

function checkSettings(settings: BestSettings): void {
  checkMemoryLimit(settings);
  const { k, max } = settings;
  if (checkFlag('upToSymmetry', settings.upToSymmetry) && settings.reduce === true) {
    throw new QuadrilleError(
      'bad-setting',
      'upToSymmetry is about the problem as it is stated; leave out reduce or upToSymmetry.',
    );
  }
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

  // biome-ignore lint/suspicious/noThenProperty: it is awaited like the other answers.
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

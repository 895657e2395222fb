import { askedBelow } from '../kernels/asked-below.ts';
import { COSTS } from '../kernels/costs.ts';
import { type Decisions, Start } from '../kernels/prefix.ts';
import { checkMemoryLimit } from '../kernels/search.ts';
import type { CompleteSolver } from '../kernels/solver.ts';
import { type Compiled, costOf } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import {
  type AnyProblem,
  describedOf,
  Problem,
  preparationOf,
  type Ruling,
  type Solution,
  solutionOf,
} from '../problem/problem.ts';
import type { Slices } from '../problem/slices.ts';
import type { Watch } from '../solve/cooperative.ts';
import { MOST_WEIGHED_NODES, WeightsDecider } from '../solve/deciders.ts';
import type { Status } from '../solve/limit-settings.ts';
import type { Model } from '../solve/model.ts';
import { Portfolio } from '../solve/portfolio.ts';
import { checkUpToSymmetry, type Settings } from '../solve/question-settings.ts';
import { checkNames, WATCH } from '../solve/settings.ts';
import { AsyncSolutions } from '../solve/streams.ts';
import { givenSymmetry } from '../solve/symmetry-source.ts';
import { block, Task } from '../solve/task.ts';
import { Images } from '../symmetry/images.ts';
import type { OptionGroup } from '../symmetry/option-group.ts';
import { Branching, MEMORY_BYTES } from './branching.ts';
import type { PricedSolution } from './cheapest.ts';
import { type BestWork, PlanSearch } from './plan-search.ts';
import { Plans } from './plans.ts';

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
   * each other are in one. A group in place of true: its maps have to keep the costs.
   */
  readonly upToSymmetry?: Settings['upToSymmetry'];
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

/** The cost before it looks for weights: a linear program finds most of them by itself. */
const WEIGHTS_FROM_NS = 2 ** 22;
const BEST_SETTINGS = [
  ...['k', 'max', 'upToSymmetry', 'reduce', 'prefix', 'seed', 'memoryLimit', 'maxNodes', 'timeout'],
];

/**
 * Finds the cheapest solution, or the `k` cheapest.
 *
 * @example
 * ```ts
 * import { best, Problem } from 'quadrille';
 *
 * const problem = new Problem({ primary: ['a', 'b'] });
 * problem.setCost(problem.addOption(['a', 'b']), 5);
 * problem.setCost(problem.addOption(['a']), 1);
 * problem.setCost(problem.addOption(['b']), 3);
 *
 * const { solutions, bound, status } = best(problem);
 * console.log(solutions[0]?.cost, bound, status);
 * ```
 */
export function best<T>(problem: Problem<T>, settings?: BestSettings): Best<Solution<T>>;
export function best(compiled: Compiled, settings?: BestSettings): Best<number[]>;
export function best(problem: AnyProblem, settings: BestSettings = {}): Best<unknown> {
  checkNames(settings, BEST_SETTINGS);
  return block(bestTask(problem, settings));
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
  checkNames(settings, [...BEST_SETTINGS, ...WATCH]);
  const task = bestTask(problem, settings);
  const read = () => improvementOf(problem, task.work, settings.max ?? false);
  return new AsyncBest(task, read, settings);
}

/** The main search of `best`. It cannot estimate what is left. */
class BranchingSolver extends Branching implements CompleteSolver {
  readonly states = 0;

  get cost(): number {
    return COSTS.branching.node * this.nodes;
  }

  get exact(): bigint {
    return BigInt(this.solutions);
  }

  expectedCost(): number {
    return Number.POSITIVE_INFINITY;
  }

  /** Its memory is the garbage collector's. */
  end(): void {}
}

/** The main search with its deciders, of a problem as it is compiled. */
class BestPortfolio extends Portfolio<BranchingSolver> implements BestWork {
  readonly #max: boolean;

  constructor(problem: AnyProblem, settings: BestSettings, below?: number) {
    const { k = 1, max = false, reduce, upToSymmetry, seed, memoryLimit } = settings;
    const { compiled, prefix } = askedBelow(problem, settings.prefix);
    const given = givenSymmetry(compiled, { upToSymmetry, prefix }, problem);
    if (given !== undefined) checkCosts(compiled, given.group);
    const images = given && new Images(given.stated, given.group, given.rules);
    const solvers = ({ compiled, settings: { prefix } }: Model<Settings>) => {
      const start = () => new WeightsDecider(compiled, prefix);
      const entrants = [{ from: WEIGHTS_FROM_NS, pace: () => 1, when: 'before' as const, start }];
      const described = upToSymmetry === true ? describedOf(problem) : undefined;
      const classes = images ?? upToSymmetry === true;
      const of = { k, max, prefix, classes, described, seed, memoryLimit, below };
      const main = new BranchingSolver(compiled, of);
      return { main, entrants: compiled.nodes <= MOST_WEIGHED_NODES ? entrants : [] };
    };
    super(compiled, { reduce, prefix }, { kind: 'all', solvers });
    this.#max = max;
  }

  get found(): readonly PricedSolution[] {
    const { model } = this;
    return (this.main?.found ?? []).map((one) => ({
      ...one,
      options: model?.read([...one.options]) ?? one.options,
    }));
  }

  get bound(): number {
    const unknown = this.#max ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    return this.main?.bound ?? unknown;
  }
}

type BestTask<S> = Task<Best<S>, BestWork>;

function bestTask(problem: AnyProblem, settings: BestSettings): BestTask<unknown> {
  const { max = false, maxNodes, timeout } = settings;
  checkSettings(settings);
  let plans: PlanSearch | undefined;
  function* prepare(): Slices {
    plans = yield* planSearch(problem, settings);
    if (plans === undefined) yield* preparationOf(problem, settings) ?? [];
  }
  const start = (): BestWork => plans ?? new BestPortfolio(problem, settings);
  const answer = (work: BestWork, status: Status): Best<unknown> => {
    const found = improvementOf(problem, work, max);
    if (status !== 'complete' || found.solutions.length > 0) return { ...found, status };
    // Weights have proven it, or the search.
    return { ...found, bound: 'none', status };
  };
  const early = (status: Status): Best<unknown> => ({ solutions: [], bound: 'unknown', status });
  return new Task(start, { maxNodes, timeout }, answer, undefined, {
    slices: prepare(),
    answer: early,
  });
}

/** The search by plans, where the rules of a problem have the structure and its options have costs. */
function* planSearch(problem: AnyProblem, settings: BestSettings): Slices<PlanSearch | undefined> {
  const { k = 1, max = false, reduce, upToSymmetry, seed, memoryLimit } = settings;
  const ruling = rulingOf(problem);
  if (ruling === undefined || reduce || upToSymmetry) return undefined;
  const { stated } = ruling;
  const prefix = soundPrefix(stated, settings.prefix);
  const grouping = stated.priced && prefix && (yield* ruling.grouping(prefix));
  if (!grouping) return undefined;
  const plans = yield* Plans.of(stated, grouping, max);
  if (!plans.isFine || plans.bytes > (memoryLimit ?? MEMORY_BYTES) / 2) return undefined;
  function* whole(below: number): Slices<BestWork> {
    yield* preparationOf(problem) ?? [];
    return new BestPortfolio(problem, settings, below);
  }
  return new PlanSearch(stated, plans, { k, max, seed, memoryLimit, whole });
}

function rulingOf(problem: AnyProblem): Ruling<unknown> | undefined {
  return problem instanceof Problem ? problem.ruling : undefined;
}

/** The decisions of a prefix; undefined where the search of the whole has to say what is wrong with it. */
function soundPrefix(
  stated: Compiled,
  prefix: Decisions | undefined,
): Iterable<number> | undefined {
  try {
    return new Start(stated, prefix).prefix;
  } catch {
    return undefined;
  }
}

/** The solutions so far, and the bound. */
function improvementOf(
  problem: AnyProblem,
  { found, bound }: BestWork,
  max: boolean,
): Improvement<unknown> {
  return {
    solutions: found.map(({ cost, options, classSize }) => ({
      cost,
      solution: solutionOf(problem, [...options], classSize),
    })),
    bound: boundOf(bound, max),
  };
}

/** No number stands for "nothing is known" or "no others": JSON writes null for both infinities. */
function boundOf(bound: number, max: boolean): Improvement<unknown>['bound'] {
  if (Number.isFinite(bound)) return bound;
  return bound > 0 === max ? 'unknown' : 'none';
}

/** Of one class the cheapest is found by its cost, so all of a class must cost the same. */
function checkCosts(compiled: Compiled, { elements }: OptionGroup): void {
  if (!compiled.priced) return;
  const costs = Float64Array.from({ length: compiled.stated }, (_, k) => costOf(compiled, k));
  for (const element of elements) {
    for (const [option, image] of element.entries()) {
      if (image < 0 || costs[image] === costs[option]) continue;
      throw new QuadrilleError(
        'bad-setting',
        `A symmetry of upToSymmetry takes option ${option} of cost ${costs[option]} to option ${image} of cost ${costs[image]}; ` +
          'give symmetries that keep the costs.',
        { option },
      );
    }
  }
}

function checkSettings(settings: BestSettings): void {
  checkMemoryLimit(settings);
  const { k, max } = settings;
  if (checkUpToSymmetry(settings.upToSymmetry) && settings.reduce === true) {
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
export class AsyncBest<S> extends AsyncSolutions<Improvement<S>> implements PromiseLike<Best<S>> {
  readonly #task: BestTask<S>;

  /** @internal */
  constructor(task: BestTask<S>, read: () => Improvement<S>, watch: Watch) {
    super(task, read, watch);
    this.#task = task;
  }

  /** The answer, when the search has ended. */
  async #answer(): Promise<Best<S>> {
    for (let step = await this.next(); !step.done; ) step = await this.next();
    return this.#task.answer(this.status ?? 'aborted');
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited like the other answers.
  then<A = Best<S>, B = never>(
    onFulfilled?: ((answer: Best<S>) => A | PromiseLike<A>) | null,
    onRejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer().then(onFulfilled, onRejected);
  }
}

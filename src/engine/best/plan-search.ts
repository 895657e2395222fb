import { Random } from '../kernels/random.ts';
import { checkBudget, type Outcome, type Work } from '../kernels/search.ts';
import { type Compiled, statedOf, timesOf } from '../problem/compiled.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import { Problem } from '../problem/problem.ts';
import { Pace, type Slices } from '../problem/slices.ts';
import { Branching } from './branching.ts';
import { CheapestList, type PricedSolution } from './cheapest.ts';
import type { Plans } from './plans.ts';
import { repair } from './repair.ts';

/** What a question of the cheapest solutions reads. */
export interface BestWork extends Work {
  readonly found: readonly PricedSolution[];
  /** As `Branching` has it. */
  readonly bound: number;
}

type Steps = Generator<'stuck' | undefined, void>;

interface SmallSearch {
  readonly search: Branching;
  /** Option of the small problem -> those that it stands for. */
  readonly optionsOf: readonly (readonly number[])[];
}

interface PlanSettings {
  readonly k: number;
  readonly max: boolean;
  readonly seed?: number | undefined;
  readonly memoryLimit?: number | undefined;
  /** All plans are taken if they are no more. Tests give 0, so that small problems come to prices. */
  readonly fewPlans?: number | undefined;
  /**
   * A search of the whole problem, its rules compiled, for solutions that cost less; negated with
   * `max`.
   */
  whole(below: number): Slices<BestWork>;
}

const ALL = Number.POSITIVE_INFINITY;
/** All plans of all groups are taken if they are no more than this. */
const FEW_PLANS = 1000;
/** Steps of prices before the first two repairs, and in each round after that. */
const FIRST_STEPS = [30, 120];
const ROUND_STEPS = 300;
/** The work of a repair and of a small problem, in steps of prices: at first, in the first round. */
const FIRST_REPAIR = 20;
const REPAIR = 300;
const SMALL = 100;
/** Plans for each group in the first small problem, and the most in all. */
const FIRST_PLANS = 60;
const MOST_PLANS = 1 << 16;
/** The next round has that many times the plans and the work of the last one. */
const ROUND_FACTOR = 2;
/** Tries to find the slack that leaves this number of plans. */
const SLACK_TRIES = 10;
/** The work to state an item of an option, in integers read. */
const STATING = 16;
/** The work of the search of the whole problem as a part of all other work. */
const WHOLE_PART = 1 / 8;
/** What a slice of it counts: it decides options, which are no numbers looked at. */
const SLICE_WORK = 1 << 17;

/**
 * The k cheapest solutions of a problem whose rules fall into groups (`Plans`):
 *
 *     [climb]    prices of the items that link groups, and the bound that they prove
 *     [repair]   a solution near these prices
 *     [small]    the problem whose options are the plans that cost little more than the cheapest of
 *        |       their group, by `Branching`
 *        v
 *     again, from where it ended, with more plans, until no plan is left that a better solution has
 *
 * With prices that prove a bound b, a plan that costs s more than the cheapest of its group is in no
 * solution that costs less than b + s. So the small problem of all plans with less proves that all other
 * solutions cost at least b + s.
 */
export class PlanSearch implements BestWork {
  readonly #compiled: Compiled;
  readonly #plans: Plans;
  readonly #settings: PlanSettings;
  readonly #list: CheapestList;
  readonly #random: Random;
  readonly #steps: Steps;
  #small: Branching | undefined;
  /** What the small problems before it counted. */
  readonly #before = { nodes: 0, updates: 0, deepest: 0 };
  #whole: BestWork | undefined;
  /** True where memory does not suffice for the search of the whole problem. */
  #hasNoRoom = false;
  #wholeWork = 0;
  /** All solutions that are not listed cost at least this, in units times the scale. */
  #proven = Number.NEGATIVE_INFINITY;
  /** True once it is proven that all solutions are listed. */
  #isAll = false;
  #isDone = false;

  constructor(compiled: Compiled, plans: Plans, settings: PlanSettings) {
    const { k, seed = 1 } = settings;
    this.#compiled = compiled;
    this.#settings = settings;
    this.#plans = plans;
    this.#list = new CheapestList(k);
    this.#random = new Random(seed);
    this.#steps = this.#search();
  }

  get found(): PricedSolution[] {
    const { unit } = this.#plans;
    return this.#list.list.map((one) => ({ ...one, cost: this.#signed(one.cost * unit) }));
  }

  get bound(): number {
    const { unit, scale } = this.#plans;
    const { worst } = this.#list;
    const bound = Math.min(Math.ceil(this.#proven / scale), this.#isAll ? ALL : worst);
    return this.#signed(bound * unit);
  }

  get solutions(): number {
    return this.#list.improvements;
  }

  get nodes(): number {
    const others = (this.#small?.nodes ?? 0) + (this.#whole?.nodes ?? 0);
    return this.#plans.steps + this.#before.nodes + others;
  }

  get guesses(): number {
    return this.nodes;
  }

  get updates(): number {
    return this.#ownWork + (this.#whole?.updates ?? 0);
  }

  get deepest(): number {
    const { deepest } = this.#before;
    return Math.max(deepest, this.#small?.deepest ?? 0, this.#whole?.deepest ?? 0);
  }

  get #ownWork(): number {
    return this.#plans.work + this.#before.updates + (this.#small?.updates ?? 0);
  }

  /** It cannot be estimated: 0 until the end. */
  share(): number {
    return this.#isDone ? 1 : 0;
  }

  /** Goes on to the next improvement, as `Search` does. */
  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    for (;;) {
      if (this.#isDone) return 'exhausted';
      if (nodeBudget === 0) return 'paused';
      const before = this.#list.improvements;
      const { done, value } = this.#steps.next();
      if (done) {
        this.#proven = ALL;
        this.#isDone = true;
      }
      if (value === 'stuck') return 'stuck';
      if (this.#list.improvements > before) return 'solution';
      if (nodeBudget !== ALL && !done) return 'paused';
    }
  }

  end(): void {
    this.#whole?.end?.();
  }

  /** The most that a solution of interest costs, in units. */
  get #goal(): number {
    return Math.min(this.#list.worst - 1, this.#plans.range);
  }

  /** True once no solution of interest is left. */
  get #isProven(): boolean {
    return this.#proven > this.#goal * this.#plans.scale;
  }

  *#search(): Steps {
    const plans = this.#plans;
    const { fewPlans = FEW_PLANS } = this.#settings;
    if (plans.groups.reduce((sum, group) => sum + group.plans, 0) <= fewPlans) {
      const small = yield* this.#smallSearch((yield* this.#pool(ALL, fewPlans)) ?? []);
      while (!(yield* this.#goOn(small, ALL, ALL))) yield 'stuck';
      this.#isAll = small.search.bound === ALL;
      return;
    }
    const step = plans.groups.reduce((sum, { size }) => sum + size, 0);
    for (const steps of FIRST_STEPS) {
      if (yield* this.#climb(steps)) return;
      yield* this.#repair(FIRST_REPAIR * step);
      if (this.#isProven) return;
    }
    for (let factor = 1; ; factor *= ROUND_FACTOR) {
      if (yield* this.#climb(ROUND_STEPS)) return;
      // Several short ones come nearer than a long one.
      for (let n = 0; n < factor; n++) {
        yield* this.#repair(REPAIR * step);
        if (this.#isProven) return;
      }
      const most = Math.min(MOST_PLANS, factor * FIRST_PLANS * plans.groups.length);
      const room = this.#goal * plans.scale - plans.bound;
      const { slack, pool } = yield* this.#cheapest(room, most);
      yield* this.#goOn(yield* this.#smallSearch(pool), slack, factor * SMALL * step);
      if (this.#isProven || (yield* this.#runWhole())) return;
      if (this.#hasNoRoom && most === MOST_PLANS) yield 'stuck';
    }
  }

  /** True if nothing of interest is left. A group without a plan is seen here. */
  *#climb(steps: number): Slices<boolean> {
    const plans = this.#plans;
    for (const _ of plans.climb(steps, () => this.#goal)) {
      this.#raise(plans.bound);
      yield;
    }
    this.#raise(plans.bound);
    return this.#isProven;
  }

  *#repair(workLimit: number): Slices {
    const found = (options: number[]) => {
      this.#list.add(this.#plans.costOf(options), options);
      return this.#isProven;
    };
    yield* repair(this.#plans, { workLimit, random: this.#random, found });
  }

  /**
   * Gives the search of the whole problem its part of the work. True if it came to its end: then it
   * has found all that is cheaper than what was known when it began. Where memory does not suffice for
   * it, plans go on alone, as far as they have room.
   */
  *#runWhole(): Slices<boolean> {
    const { unit, scale } = this.#plans;
    if (this.#hasNoRoom) return false;
    try {
      this.#whole ??= yield* this.#settings.whole(this.#list.worst * unit);
    } catch (error) {
      if (!isMemoryRefused(error)) throw error;
      this.#hasNoRoom = true;
      return false;
    }
    const whole = this.#whole;
    while (this.#wholeWork < WHOLE_PART * this.#ownWork) {
      this.#wholeWork += SLICE_WORK;
      const outcome = whole.advance(1);
      for (const { cost, options } of outcome === 'paused' ? [] : whole.found) {
        this.#list.add(this.#signed(cost) / unit, statedOf(this.#compiled, options));
      }
      this.#raise((this.#signed(whole.bound) / unit) * scale);
      if (outcome === 'exhausted') return true;
      if (outcome === 'stuck') {
        this.#hasNoRoom = true;
        return false;
      }
      yield;
    }
    return false;
  }

  #raise(bound: number): void {
    this.#proven = Math.max(this.#proven, bound);
  }

  /** The plans of all groups within a slack; undefined if they are more than that. */
  *#pool(slack: number, most: number): Slices<number[][][] | undefined> {
    const { groups, reduced } = this.#plans;
    const pool: number[][][] = [];
    let count = 0;
    for (const group of groups) {
      group.solve(reduced);
      const own = yield* group.within(reduced, slack, most - count);
      if (own === undefined) return undefined;
      count += own.length;
      pool.push(own);
    }
    return pool;
  }

  /**
   * A slack up to `room` with no more than `most` plans, nearly the largest; -1 if there is none. With
   * it its plans, and the cheapest of those seen.
   */
  *#cheapest(room: number, most: number) {
    const plans = this.#plans;
    let slack = room;
    let pool = yield* this.#pool(room, most);
    if (pool !== undefined) return { slack, pool };
    slack = -1;
    for (let high = room, tries = 0; tries < SLACK_TRIES && high - slack > 1; tries++) {
      const next = slack < 0 ? Math.floor(high / 4) : Math.floor((slack + high) / 2);
      const own = yield* this.#pool(next, most);
      if (own === undefined) high = next;
      else [slack, pool] = [next, own];
    }
    const seen = yield* plans.cheapestSeen(Math.ceil(most / plans.groups.length));
    return { slack, pool: seen.map((own, g) => unique([...(pool?.[g] ?? []), ...own])) };
  }

  /** The problem whose options are these plans, and those that no group has. */
  *#smallSearch(pool: readonly (readonly (readonly number[])[])[]): Slices<SmallSearch> {
    const { k, seed, memoryLimit } = this.#settings;
    const { problem, optionsOf, prefix } = yield* this.#smallProblem(pool);
    const below = this.#list.worst;
    const settings = { k, max: false, seed, memoryLimit, prefix, below };
    return { search: new Branching(problem.compile(), settings), optionsOf };
  }

  /** Goes on with a small problem that has all plans within a slack. True at its end. */
  *#goOn({ search, optionsOf }: SmallSearch, slack: number, workLimit: number): Slices<boolean> {
    const plans = this.#plans;
    this.#small = search;
    // A solution with another plan costs at least that.
    const outside = slack === ALL ? ALL : plans.bound + slack + 1;
    let outcome: Outcome = 'paused';
    while (outcome !== 'exhausted' && outcome !== 'stuck' && search.updates < workLimit) {
      outcome = search.advance(1);
      for (const { cost, options } of outcome === 'paused' ? [] : search.found) {
        this.#list.add(
          cost,
          options.flatMap((option) => optionsOf[option]),
        );
      }
      this.#raise(Math.min(search.bound * plans.scale, outside));
      yield;
    }
    const before = this.#before;
    before.nodes += search.nodes;
    before.updates += search.updates;
    before.deepest = Math.max(before.deepest, search.deepest);
    this.#small = undefined;
    return outcome === 'exhausted';
  }

  *#smallProblem(
    pool: readonly (readonly (readonly number[])[])[],
  ): Slices<{ problem: Problem; optionsOf: (readonly number[])[]; prefix: number[] }> {
    const pace = new Pace();
    const plans = this.#plans;
    const { plain, chosen, items, cost } = plans;
    const { primary } = this.#compiled;
    const isPrimary = items.map((item) => item < primary);
    const times = (item: number) => timesOf(this.#compiled, item);
    const problem = new Problem<undefined>({
      primary: [
        ...pool.map((_, g) => ({ item: `group ${g}`, times: 1 })),
        ...items.flatMap((item, i) =>
          isPrimary[i] ? [{ item: `item ${i}`, times: times(item) }] : [],
        ),
      ],
      secondary: items.flatMap((_, i) => (isPrimary[i] ? [] : [`item ${i}`])),
    });
    const places = items.map((_, i) => problem.itemIndex(`item ${i}`));
    const optionsOf: (readonly number[])[] = [];
    const prefix: number[] = [];
    const state = (options: readonly number[], group: readonly number[]) => {
      const links = options.flatMap((option) =>
        Array.from(plans.linksOf(option), (i) => places[i]),
      );
      const number = problem.addIndices([...group, ...links]);
      problem.setCost(
        number,
        options.reduce((sum, option) => sum + cost[option], 0),
      );
      optionsOf.push(options);
      return number;
    };
    for (const [g, own] of pool.entries()) {
      for (const plan of own) {
        state(plan, [g]);
        if (pace.spent(STATING * plan.length)) yield;
      }
    }
    for (const option of plain) {
      const number = state([option], []);
      if (chosen.has(option)) prefix.push(number);
      if (pace.spent(STATING)) yield;
    }
    return { problem, optionsOf, prefix };
  }

  #signed(cost: number): number {
    return this.#settings.max ? 0 - cost : cost + 0;
  }
}

function unique(plans: readonly (readonly number[])[]): (readonly number[])[] {
  return [...new Map(plans.map((plan) => [plan.join(), plan])).values()];
}

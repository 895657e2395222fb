import { type Compiled, costOf, itemsOf, leastOf, mostOf } from '../problem/compiled.ts';
import type { Grouping, RuleGroup } from '../problem/problem.ts';
import { Pace, type Slices } from '../problem/slices.ts';
import { unitOf } from './model.ts';

/** Sums of integers below this are exact, with room for one more term. */
const EXACT = 2 ** 52;
/** The most bits after the point, and the room for prices that are larger than costs. */
const MOST_BITS = 16;
const PRICE_BITS = 44;
const LEAST_BITS = 4;
/** The part of a step that the next one goes on with. */
const MOMENTUM = 0.9;
/** Steps without gain before they become shorter, by how much, and the length at which they end. */
const PATIENCE_STEPS = 12;
const SHORTER = 0.6;
const SHORTEST = 2 ** -7;
/** The most plans of a group that are kept, and the most options of all plans: some 200 MB. */
const MOST_SEEN = 1 << 11;
const MOST_SEEN_OPTIONS = 1 << 24;
/** The first step is as long as a bound higher by this part would ask for. */
const GOAL = 0.05;

/**
 * A group of variables that rules link: its diagram as integers. A *plan* is a path with an option for
 * each of its transitions.
 *
 *     leave   state -> its first transition; the last state is the end and has none. Without a plan it
 *             is the only one
 *     to      transition -> the state after it, which has a larger number
 *     letter  transition -> letter
 *     first   letter -> its first option in `options`
 */
export class PlanGroup {
  readonly leave: Int32Array;
  readonly to: Int32Array;
  readonly letter: Int32Array;
  readonly first: Int32Array;
  readonly options: Int32Array;
  readonly positions: number;
  /** State -> the least that leads from it to the end; letter -> its least and the option that has it. */
  readonly rest: Float64Array;
  readonly #least: Float64Array;
  readonly #option: Int32Array;

  constructor({ layers }: RuleGroup) {
    const states = layers.reduce((sum, layer) => sum + layer.states, 0);
    const transitions = layers.reduce((sum, layer) => sum + layer.to.length, 0);
    const letters = layers.flatMap((layer) => layer.letters);
    this.positions = layers.length;
    this.leave = new Int32Array(states + 2).fill(transitions);
    this.to = new Int32Array(transitions);
    this.letter = new Int32Array(transitions);
    this.first = new Int32Array(letters.length + 1);
    this.options = Int32Array.from(letters.flat());
    this.rest = new Float64Array(states + 1);
    this.#least = new Float64Array(letters.length);
    this.#option = new Int32Array(letters.length);
    for (const [a, own] of letters.entries()) this.first[a + 1] = this.first[a] + own.length;
    let state = 0;
    let letter = 0;
    let next = 0;
    for (const layer of layers) {
      for (let k = layer.to.length - 1; k >= 0; k--) {
        this.leave[state + layer.from[k]] = next + k;
        this.to[next + k] = state + layer.states + layer.to[k];
        this.letter[next + k] = letter + layer.letter[k];
      }
      next += layer.to.length;
      state += layer.states;
      letter += layer.letters.length;
    }
  }

  /** The numbers that a shortest path looks at. */
  get size(): number {
    return this.to.length + this.options.length;
  }

  /** The number of its plans, as a floating-point number. */
  get plans(): number {
    const { leave, to, letter, first } = this;
    const counts = new Float64Array(this.rest.length);
    const end = counts.length - 1;
    counts[end] = 1;
    for (let state = end - 1; state >= 0; state--) {
      for (let k = leave[state]; k < leave[state + 1]; k++) {
        const a = letter[k];
        counts[state] = counts[state] + (first[a + 1] - first[a]) * counts[to[k]];
      }
    }
    return end === 0 ? 0 : counts[0];
  }

  /** Finds the cheapest plan by these costs of options. Returns its cost; Infinity if there is none. */
  solve(costs: Float64Array): number {
    const { leave, to, letter, first, options, rest } = this;
    const least = this.#least;
    for (let a = 0; a < least.length; a++) {
      let best = first[a];
      for (let at = best + 1; at < first[a + 1]; at++) {
        if (costs[options[at]] < costs[options[best]]) best = at;
      }
      this.#option[a] = options[best];
      least[a] = costs[options[best]];
    }
    const end = rest.length - 1;
    for (let state = end - 1; state >= 0; state--) {
      let cheapest = Number.POSITIVE_INFINITY;
      for (let k = leave[state]; k < leave[state + 1]; k++) {
        const cost = least[letter[k]] + rest[to[k]];
        if (cost < cheapest) cheapest = cost;
      }
      rest[state] = cheapest;
    }
    return end === 0 ? Number.POSITIVE_INFINITY : rest[0];
  }

  /** The options of the plan that `solve` has found. */
  plan(): number[] {
    const { leave, to, letter, rest } = this;
    const options: number[] = [];
    for (let state = 0; state < rest.length - 1; ) {
      let k = leave[state];
      while (this.#least[letter[k]] + rest[to[k]] !== rest[state]) k++;
      options.push(this.#option[letter[k]]);
      state = to[k];
    }
    return options;
  }

  /**
   * All plans that cost at most `slack` more than the cheapest one, by the costs of `solve`; undefined
   * if they are more than `most`. Each step leads to a plan, so it takes no longer than they are long.
   */
  *within(costs: Float64Array, slack: number, most: number): Slices<number[][] | undefined> {
    const { leave, to, letter, first, options, rest, positions } = this;
    const pace = new Pace();
    const found: number[][] = [];
    /** Position -> the transition, the place of its option, the state before it, the slack left there. */
    const edge = new Int32Array(positions + 1);
    const place = new Int32Array(positions + 1);
    const at = new Int32Array(positions + 1);
    const left = new Float64Array(positions + 1);
    left[0] = slack;
    edge[0] = leave[0];
    place[0] = first[letter[edge[0]]];
    for (let depth = 0; depth >= 0; ) {
      const state = at[depth];
      if (depth === positions) {
        found.push(Array.from(place.subarray(0, depth), (n) => options[n - 1]));
        if (found.length > most) return undefined;
        depth--;
        continue;
      }
      if (pace.spent(8)) yield;
      const k = edge[depth];
      if (k === leave[state + 1]) {
        depth--;
        continue;
      }
      const option = place[depth]++;
      if (option === first[letter[k] + 1]) {
        edge[depth]++;
        place[depth] = first[letter[k + 1]];
        continue;
      }
      const spare = left[depth] - (costs[options[option]] + rest[to[k]] - rest[state]);
      if (spare < 0) continue;
      depth++;
      at[depth] = to[k];
      left[depth] = spare;
      edge[depth] = leave[to[k]];
      place[depth] = first[letter[edge[depth]]];
    }
    return found;
  }
}

/**
 * Prices of the items that link groups, and the bound that they prove: for any prices `y`,
 *
 *     cost of a solution  >=  sum of y[i] * (y[i] > 0 ? least[i] : most[i])
 *                             + for each group the cheapest plan, by costs less the prices
 *                             + for each other option its cost less the prices, if that is negative
 *
 * It is the bound of Dantzig and Wolfe. All numbers are multiplied by `scale`, a power of two, and are
 * integers below 2 ** 53; so the bound is exact.
 */
export class Plans {
  readonly groups: readonly PlanGroup[];
  readonly plain: readonly number[];
  /** Other options that each solution has. */
  readonly chosen: ReadonlySet<number>;
  /** Linking item -> its number in the problem, its least and its most. */
  readonly items: readonly number[];
  readonly least: Float64Array;
  readonly most: Float64Array;
  /** Option -> where its linking items begin in `link`. */
  readonly linkStart: Int32Array;
  readonly link: Int32Array;
  /** Option -> its cost, in units; negated where the dearest solutions are sought. */
  readonly cost: Float64Array;
  readonly unit: number;
  /** No solution costs more, in units. */
  readonly range: number;
  readonly scale: number;
  /** The best prices so far, what they prove, and option -> its cost less these prices. */
  readonly price: Float64Array;
  bound = Number.NEGATIVE_INFINITY;
  readonly reduced: Float64Array;
  /** Group -> the plans seen, by their options as a text. */
  readonly #seen: Map<string, readonly number[]>[];
  readonly #mostSeen: number;
  /** Numbers looked at, and steps of prices. */
  work = 0;
  steps = 0;
  /** The prices that a climb goes on from, and what it adds to them. */
  readonly #next: Float64Array;
  readonly #move: Float64Array;
  readonly #gradient: Float64Array;
  readonly #costs: Float64Array;

  /** In slices. */
  static *of(compiled: Compiled, grouping: Grouping, max: boolean): Slices<Plans> {
    const groups: PlanGroup[] = [];
    for (const group of grouping.groups) {
      groups.push(new PlanGroup(group));
      yield;
    }
    return new Plans(compiled, grouping, groups, max);
  }

  private constructor(
    compiled: Compiled,
    grouping: Grouping,
    groups: readonly PlanGroup[],
    max: boolean,
  ) {
    const { linking, plain, chosen } = grouping;
    this.groups = groups;
    this.#seen = this.groups.map(() => new Map());
    const positions = groups.reduce((sum, group) => sum + group.positions, 0);
    this.#mostSeen = Math.min(MOST_SEEN, Math.floor(MOST_SEEN_OPTIONS / positions));
    this.plain = plain;
    this.chosen = new Set(chosen);
    this.items = linking;
    const number = new Map(linking.map((item, i) => [item, i]));
    const { options, primary } = compiled;
    this.linkStart = new Int32Array(options + 1);
    this.cost = new Float64Array(options);
    const link: number[] = [];
    for (let option = 0; option < options; option++) {
      const cost = costOf(compiled, option);
      this.cost[option] = max ? 0 - cost : cost;
      for (const item of itemsOf(compiled, option)) {
        const i = number.get(item);
        if (i !== undefined) link.push(i);
      }
      this.linkStart[option + 1] = link.length;
    }
    this.link = Int32Array.from(link);
    const open = [...plain, ...this.groups.flatMap(({ options }) => [...options])];
    this.unit = unitOf(open.map((option) => this.cost[option]));
    this.cost.forEach((cost, option) => {
      this.cost[option] = cost / this.unit;
    });
    /** A group covers an item once at most. */
    const covers = new Float64Array(linking.length);
    for (const option of plain) for (const i of this.linksOf(option)) covers[i] = covers[i] + 1;
    for (const { options: own } of this.groups) {
      const linked = new Set([...own].flatMap((option) => [...this.linksOf(option)]));
      for (const i of linked) covers[i] = covers[i] + 1;
    }
    this.least = Float64Array.from(linking, (item) =>
      item < primary ? leastOf(compiled, item) : 0,
    );
    this.most = Float64Array.from(linking, (item, i) =>
      Math.min(covers[i], item < primary ? mostOf(compiled, item) : 1),
    );
    let range = plain.reduce((sum, option) => sum + Math.abs(this.cost[option]), 0);
    const gain = this.cost.map((cost) => 0 - Math.abs(cost));
    for (const group of this.groups) {
      range += Math.max(0, -group.solve(gain));
    }
    this.range = range;
    this.scale = 2 ** Math.min(MOST_BITS, PRICE_BITS - Math.ceil(Math.log2(range + 1)));
    this.price = new Float64Array(linking.length);
    this.#next = new Float64Array(linking.length);
    this.#move = new Float64Array(linking.length);
    this.#gradient = new Float64Array(linking.length);
    this.reduced = new Float64Array(options);
    this.#costs = new Float64Array(options);
  }

  /** False where costs are so large that prices have no place beside them. */
  get isFine(): boolean {
    return this.scale >= 2 ** LEAST_BITS;
  }

  /** The bytes of all groups. */
  get bytes(): number {
    const numbers = (group: PlanGroup) => 8 * group.size + 12 * group.rest.length;
    return this.groups.reduce((sum, group) => sum + numbers(group), 0);
  }

  linksOf(option: number): Int32Array {
    return this.link.subarray(this.linkStart[option], this.linkStart[option + 1]);
  }

  /** Notes a plan of a group. */
  see(group: number, plan: readonly number[]): void {
    const seen = this.#seen[group];
    const most = this.#mostSeen;
    seen.set(plan.join(), plan);
    if (seen.size > most) for (const old of seen.keys()) if (seen.size > most / 2) seen.delete(old);
  }

  /** The plans seen of each group that are the cheapest by the best prices. */
  *cheapestSeen(most: number): Slices<(readonly number[])[][]> {
    const costOf = (plan: readonly number[]) =>
      plan.reduce((sum, option) => sum + this.reduced[option], 0);
    const cheapest: (readonly number[])[][] = [];
    for (const seen of this.#seen) {
      const priced = [...seen.values()].map((plan) => ({ plan, cost: costOf(plan) }));
      priced.sort((a, b) => a.cost - b.cost);
      cheapest.push(priced.slice(0, most).map(({ plan }) => plan));
      yield;
    }
    return cheapest;
  }

  /** The cost of these options, in units. */
  costOf(options: readonly number[]): number {
    return options.reduce((sum, option) => sum + this.cost[option], 0);
  }

  /**
   * Better prices, by steps along the subgradient (Held, Wolfe and Crowder, 1974): an item that too many
   * plans cover gets dearer. `goal()`: a cost, in units, that the bound need not exceed. True where the
   * bound exceeds it.
   */
  *climb(most: number, goal: () => number): Slices<boolean> {
    const { scale, price } = this;
    const [next, move, gradient] = [this.#next, this.#move, this.#gradient];
    next.set(price);
    move.fill(0);
    let length = 1;
    let idle = 0;
    for (let k = 0; k < most && length > SHORTEST; k++) {
      const low = yield* this.#measure(next);
      idle = this.#keep(next, low) ? 0 : idle + 1;
      if (low > goal() * scale) return true;
      // Prices without an exact bound are too large: no step leads on from there.
      if (idle > PATIENCE_STEPS || low === Number.NEGATIVE_INFINITY) {
        length *= SHORTER;
        idle = 0;
        next.set(price);
        move.fill(0);
        continue;
      }
      let norm = 0;
      for (let i = 0; i < move.length; i++) {
        const step = gradient[i] + MOMENTUM * move[i];
        move[i] = step;
        norm += step * step;
      }
      if (norm === 0) return false;
      const highest = this.bound / scale;
      const far = highest + Math.max(1, GOAL * Math.abs(highest));
      const factor = (length * Math.max(scale, far * scale - low)) / norm;
      for (let i = 0; i < move.length; i++) next[i] = Math.round(next[i] + factor * move[i]);
    }
    return false;
  }

  /** Keeps prices and what they prove if that is the best. True if it gains. */
  #keep(next: Float64Array, low: number): boolean {
    if (low <= this.bound) return false;
    const isGain = low > this.bound + this.scale / 64;
    this.bound = low;
    this.price.set(next);
    this.reduced.set(this.#costs);
    return isGain;
  }

  /**
   * The bound of prices; -Infinity where it may be inexact. The gradient becomes how fast it rises with
   * the price of each item.
   */
  *#measure(next: Float64Array): Slices<number> {
    const { groups, plain, chosen, least, most, cost, scale, linkStart, link } = this;
    const [costs, gradient] = [this.#costs, this.#gradient];
    let low = 0;
    let size = 0;
    this.steps++;
    for (let option = 0; option < costs.length; option++) {
      let rest = cost[option] * scale;
      for (let at = linkStart[option]; at < linkStart[option + 1]; at++) rest -= next[link[at]];
      costs[option] = rest;
    }
    gradient.fill(0);
    const cover = (option: number) => {
      for (let at = linkStart[option]; at < linkStart[option + 1]; at++) {
        gradient[link[at]] = gradient[link[at]] - 1;
      }
    };
    for (const option of plain) {
      size += Math.abs(costs[option]);
      if (costs[option] >= 0 && !chosen.has(option)) continue;
      low += costs[option];
      cover(option);
    }
    const pace = new Pace();
    for (const [g, group] of groups.entries()) {
      low += group.solve(costs);
      if (low === Number.POSITIVE_INFINITY) return low;
      const plan = group.plan();
      for (const option of plan) cover(option);
      this.see(g, plan);
      let largest = 0;
      for (const option of group.options) largest = Math.max(largest, Math.abs(costs[option]));
      size += largest * group.positions;
      this.work += group.size;
      if (pace.spent(group.size)) yield;
    }
    for (let i = 0; i < gradient.length; i++) {
      const y = next[i];
      const few = least[i] + gradient[i];
      const many = most[i] + gradient[i];
      // A price of 0 stays where the item is covered as it may be.
      gradient[i] = y > 0 ? few : y < 0 ? many : Math.max(few, Math.min(0, many));
      low += y * (y > 0 ? least[i] : most[i]);
      size += Math.abs(y) * Math.max(1, least[i], most[i]);
    }
    yield;
    return size < EXACT ? low : Number.NEGATIVE_INFINITY;
  }
}

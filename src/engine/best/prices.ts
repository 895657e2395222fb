import { Pace, type Slices } from '../problem/slices.ts';
import type { Model } from './model.ts';
import { CHOSEN, FREE, type PartialSolution } from './partial-solution.ts';

/** Sums of integers below this are exact, with room for one more term. */
const EXACT = 2 ** 52;
/** The most bits after the point, and the room for prices that are larger than costs. */
const MOST_BITS = 20;
const PRICE_BITS = 46;
/** Steps of `climb`. The first is as long as a bound higher by this part would ask for. */
const MOST_CLIMB_STEPS = 200;
const GOAL = 0.05;
/** The part of a step that the next one goes on with. */
const MOMENTUM = 0.5;
/** Steps without gain before they become half as long, and the length at which they end. */
const PATIENCE_STEPS = 8;
const GAIN = 1e-4;
const SHORTEST = 2 ** -7;

/**
 * Prices of the items, and the bound that they prove, in exact integers. For any prices `y` at all,
 *
 *     cost of a solution  >=  sum of y[i] * (y[i] > 0 ? least[i] : most[i])
 *                             + sum over its options of (cost[j] - sum of y[i] over the items of j)
 *
 * since its options cover item i between `least[i]` and `most[i]` times. The last bracket is the
 * reduced cost of option j. An option that is still free adds at least min(0, its reduced cost).
 * (Lagrangian relaxation.) The linear program finds good prices by floating point; rounded to
 * multiples of 1 / `scale` they are as good, and the bound is proven, whatever errors the linear
 * program has made.
 *
 * All numbers here are multiplied by `scale`, a power of two, and are integers below 2 ** 53.
 */
export class Prices {
  readonly #model: Model;
  readonly scale: number;
  /** Item -> its price. */
  readonly price: Float64Array;
  /** Option -> its reduced cost, unless it was left out when that was computed. */
  readonly reduced: Float64Array;
  /**
   * The bound below the partial solution it was computed for; -Infinity where sums would be
   * inexact.
   */
  bound = Number.NEGATIVE_INFINITY;

  constructor(model: Model) {
    this.#model = model;
    const bits = PRICE_BITS - Math.ceil(Math.log2(model.range + 1));
    this.scale = 2 ** Math.min(MOST_BITS, bits);
    this.price = new Float64Array(model.linear);
    this.reduced = new Float64Array(model.options);
  }

  /**
   * Prices that need no linear program: each item pays the least share that an option asks of its
   * items.
   */
  *divide(partial: PartialSolution): Slices {
    const { options, linear, optionStart, itemOf, least, cost } = this.#model;
    const pace = new Pace();
    this.price.fill(Number.POSITIVE_INFINITY);
    for (let j = 0; j < options; j++) {
      if (partial.decided[j] !== FREE) continue;
      const end = optionStart[j + 1];
      let payers = 0;
      for (let at = optionStart[j]; at < end; at++) {
        const item = itemOf[at];
        if (item < linear && least[item] > 0) payers++;
      }
      const share = Math.floor((cost[j] * this.scale) / Math.max(1, payers));
      for (let at = optionStart[j]; at < end; at++) {
        const item = itemOf[at];
        if (item >= linear) continue;
        const price = least[item] > 0 ? share : Math.min(0, share);
        this.price[item] = Math.min(this.price[item], price);
      }
      if (pace.spent(8 * (end - optionStart[j]))) yield;
    }
    for (let item = 0; item < linear; item++) {
      if (this.price[item] === Number.POSITIVE_INFINITY) this.price[item] = 0;
    }
    yield;
    this.prove(partial);
  }

  /**
   * Better prices, by steps along the subgradient of the bound (Held, Wolfe and Crowder, 1974): an
   * item that too many options with negative reduced costs want gets dearer, an item that too few
   * want gets cheaper. A step costs a look at the matrix. Where the costs are close to what the
   * items are worth, 100 steps come within 0.2 % of the linear program, in a tenth of its time. It
   * yields after each step, and proves the best prices at its end.
   */
  *climb(partial: PartialSolution): Slices {
    const { linear } = this.#model;
    const { price, scale, bound } = this;
    const before = price.slice();
    const best = price.slice();
    const gradient = new Float64Array(linear);
    const step = new Float64Array(linear);
    let highest = Number.NEGATIVE_INFINITY;
    let length = 1;
    let idle = 0;
    for (let k = 0; k < MOST_CLIMB_STEPS && length > SHORTEST; k++) {
      const low = this.#measure(partial, gradient);
      idle = low > highest + GAIN * Math.abs(highest) ? 0 : idle + 1;
      if (low > highest) {
        highest = low;
        best.set(price);
      }
      if (idle > PATIENCE_STEPS) {
        length /= 2;
        idle = 0;
        price.set(best);
        step.fill(0);
        continue;
      }
      let norm = 0;
      for (let item = 0; item < linear; item++) {
        const s = gradient[item] + MOMENTUM * step[item];
        step[item] = s;
        norm += s * s;
      }
      if (norm === 0) break;
      const factor = (length * (highest + GOAL * Math.abs(highest) + scale - low)) / norm;
      for (let item = 0; item < linear; item++) {
        price[item] = price[item] + factor * step[item];
      }
      yield;
    }
    for (let item = 0; item < linear; item++) price[item] = Math.round(best[item]);
    if (this.prove(partial) > bound) return;
    price.set(before);
    this.prove(partial);
  }

  /**
   * The bound of prices that may be fractions, so with rounding errors. `gradient` becomes how fast
   * it rises with the price of each item.
   */
  #measure(partial: PartialSolution, gradient: Float64Array): number {
    const { options, linear, optionStart, itemOf, least, most, cost } = this.#model;
    const { price, scale } = this;
    const { decided } = partial;
    let low = 0;
    gradient.fill(0);
    for (let j = 0; j < options; j++) {
      const answer = decided[j];
      if (answer > CHOSEN) continue;
      const end = optionStart[j + 1];
      let d = cost[j] * scale;
      for (let at = optionStart[j]; at < end; at++) {
        const item = itemOf[at];
        if (item < linear) d -= price[item];
      }
      if (answer === FREE && d >= 0) continue;
      low += d;
      for (let at = optionStart[j]; at < end; at++) {
        const item = itemOf[at];
        if (item < linear) gradient[item] = gradient[item] - 1;
      }
    }
    for (let item = 0; item < linear; item++) {
      const y = price[item];
      const few = least[item] + gradient[item];
      const many = most[item] + gradient[item];
      // A price of 0 stays where the item is covered as it may be.
      gradient[item] = y > 0 ? few : y < 0 ? many : Math.max(few, Math.min(0, many));
      low += y * (y > 0 ? least[item] : most[item]);
    }
    return low;
  }

  /**
   * The costs of options less these prices of their items, without the scale. Items that may be
   * covered more or less often are left out, since the others add the same to each solution.
   */
  less(prices: Float64Array): Float64Array {
    const { cost, linear, options, optionStart, itemOf, least, most } = this.#model;
    const rest = cost.slice();
    for (let j = 0; j < options; j++) {
      const end = optionStart[j + 1];
      for (let at = optionStart[j]; at < end; at++) {
        const item = itemOf[at];
        if (item >= linear || least[item] !== most[item]) continue;
        rest[j] = rest[j] - prices[item] / this.scale;
      }
    }
    return rest;
  }

  /**
   * Takes the prices from a linear program with the costs that `less(offered)` gave: they begin at
   * `from`, and are multiplied by `scale`.
   */
  round(prices: Float64Array, from: number, scale: number, offered: Float64Array): void {
    const { least, most } = this.#model;
    const factor = this.scale / scale;
    for (let item = 0; item < this.price.length; item++) {
      const own = least[item] === most[item] ? offered[item] : 0;
      this.price[item] = own + Math.round(prices[from + item] * factor);
    }
  }

  /** Computes the bound and the reduced costs below a partial solution. */
  prove(partial: PartialSolution): number {
    return this.#bound(partial, this.scale);
  }

  /**
   * True if prices, by item, prove that nothing is below a partial solution, whatever it costs:
   * with costs of 0 they prove a bound above 0.
   */
  refutes(partial: PartialSolution, ray: Float64Array): boolean {
    let largest = 0;
    for (const y of ray) largest = Math.max(largest, Math.abs(y));
    if (!(largest > 0)) return false;
    const factor = 2 ** 30 / largest;
    for (const item of this.price.keys()) {
      this.price[item] = Math.round(ray[item] * factor);
    }
    return this.#bound(partial, 0) > 0;
  }

  /** The bound of costs that are multiplied by `scale`. */
  #bound(partial: PartialSolution, scale: number): number {
    const { cost, linear, items, options, optionStart, itemOf, least, most } = this.#model;
    const { price, reduced } = this;
    const { decided } = partial;
    let low = 0;
    let size = 0;
    for (let item = 0; item < linear; item++) {
      const y = price[item];
      const times = y > 0 ? least[item] : most[item];
      low += y * times;
      size += Math.abs(y) * Math.max(1, times);
    }
    const isLinear = items === linear;
    for (let j = 0; j < options; j++) {
      const answer = decided[j];
      if (answer > CHOSEN) continue;
      // Rounded down, in case the scale is below 1.
      let d = Math.floor(cost[j] * scale);
      const end = optionStart[j + 1];
      for (let at = optionStart[j]; at < end; at++) {
        const item = itemOf[at];
        if (isLinear || item < linear) d -= price[item];
      }
      reduced[j] = d;
      if (answer === FREE && d >= 0) continue;
      low += d;
      size += Math.abs(d);
    }
    this.bound = size < EXACT ? low : Number.NEGATIVE_INFINITY;
    return this.bound;
  }

  /**
   * The least cost that a bound leaves: it is rounded up to a multiple of the unit of all costs.
   */
  costOf(bound: number): number {
    const { unit } = this.#model;
    return Math.ceil(bound / this.scale / unit) * unit;
  }
}

import { type Compiled, costOf, hasPrimary, leastOf, mostOf } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { integers } from '../problem/memory.ts';
import { Pace, type Slices } from '../problem/slices.ts';
import { bansOf } from './bans.ts';

const MODEL_ARRAYS = 'the model of a problem with costs';
/** The largest sum of costs that is exact. */
const MOST_COST = 2 ** 53;

/** With more items than this the linear program leaves colours to the searches. */
const MOST_ROWS = 4096;

/** The matrix of a model in both orders: see there. */
interface Matrix {
  readonly optionStart: Int32Array;
  readonly itemOf: Int32Array;
  readonly itemStart: Int32Array;
  readonly optionOf: Int32Array;
}

/**
 * A problem with costs, without what no cost depends on: options without a primary item, and
 * secondary items that no option has. At least `least` and at most `most` options cover an item;
 * for secondary items `least` is 0.
 *
 * Bans stand for colours: see `bansOf`. They are the options from `stated` on. An item without a
 * colour leaves its bans open, so a solution is one once all stated options are decided.
 *
 *     optionStart  option -> where its items begin in `itemOf`
 *     itemStart    item -> where its options begin in `optionOf`
 */
export class Model {
  readonly items: number;
  /** The items before this one are primary. */
  readonly primary: number;
  /** The items before this one are rows of the linear program. */
  readonly linear: number;
  readonly options: number;
  /** The options before this one are those of the problem. */
  readonly stated: number;
  readonly least: Int32Array;
  readonly most: Int32Array;
  readonly optionStart: Int32Array;
  readonly itemOf: Int32Array;
  readonly itemStart: Int32Array;
  readonly optionOf: Int32Array;
  /** Option -> its cost; negated where the dearest solutions are sought. */
  readonly cost: Float64Array;
  /** Option -> its number in the problem. */
  readonly numberOf: Int32Array;
  /** All costs are multiples of it; 1 where all are 0. */
  readonly unit: number;
  /** No solution costs more than this, nor less than its negative. */
  readonly range: number;

  private constructor(
    matrix: Matrix,
    bounds: { least: Int32Array; most: Int32Array; primary: number; linear: number },
    prices: { cost: Float64Array; numberOf: Int32Array },
  ) {
    this.items = bounds.least.length;
    this.primary = bounds.primary;
    this.linear = bounds.linear;
    this.options = prices.cost.length;
    this.stated = prices.numberOf.length;
    this.least = bounds.least;
    this.most = bounds.most;
    this.optionStart = matrix.optionStart;
    this.itemOf = matrix.itemOf;
    this.itemStart = matrix.itemStart;
    this.optionOf = matrix.optionOf;
    this.cost = prices.cost;
    this.numberOf = prices.numberOf;
    this.unit = unitOf(this.cost);
    this.range = this.#range();
  }

  /** The model of a problem, in slices. */
  static *of(compiled: Compiled, max: boolean): Slices<Model> {
    const { data, primary, secondary, options, coloured, startAt, itemAt, colourAt } = compiled;
    const pace = new Pace();
    const numberOf = integers(options, MODEL_ARRAYS)
      .map((_, k) => k)
      .filter((k) => hasPrimary(compiled, k));
    const hasColour = new Uint8Array(primary + secondary);
    /** Item of the problem -> the options that have it. */
    const uses = integers(primary + secondary, MODEL_ARRAYS);
    for (const k of numberOf) {
      const start = data[startAt + k];
      const end = data[startAt + k + 1];
      for (let node = start; node < end; node++) {
        const item = data[itemAt + node];
        uses[item] = uses[item] + 1;
        if (coloured && data[colourAt + node] > 0) hasColour[item] = 1;
      }
      if (pace.spent(16 + 4 * (end - start))) yield;
    }
    /** Item of the problem -> item of the model. */
    const itemPlace = integers(primary + secondary, MODEL_ARRAYS).fill(-1);
    const least: number[] = [];
    const most: number[] = [];
    for (const [item, count] of uses.entries()) {
      if (hasColour[item] === 1 || (item >= primary && count === 0)) continue;
      itemPlace[item] = least.push(item < primary ? leastOf(compiled, item) : 0) - 1;
      most.push(Math.min(item < primary ? mostOf(compiled, item) : 1, count));
    }
    const plain = least.length;
    yield;
    /** Node of the problem -> item of the model; -1 for an item with colours. */
    const placeOf = integers(compiled.nodes, MODEL_ARRAYS);
    for (const k of numberOf) {
      const start = data[startAt + k];
      const end = data[startAt + k + 1];
      for (let node = start; node < end; node++) placeOf[node] = itemPlace[data[itemAt + node]];
      if (pace.spent(4 * (end - start))) yield;
    }
    const bans = coloured ? yield* bansOf(compiled, numberOf, placeOf, { least, most }) : [];
    const stated = numberOf.length;
    const optionStart = integers(stated + bans.length + 1, MODEL_ARRAYS);
    const cost = new Float64Array(stated + bans.length);
    const room = bans.reduce((sum, own) => sum + own.length, compiled.nodes);
    const itemOf = integers(room, MODEL_ARRAYS);
    const itemStart = integers(least.length + 1, MODEL_ARRAYS);
    let length = 0;
    const put = (item: number) => {
      itemOf[length++] = item;
      itemStart[item + 1] = itemStart[item + 1] + 1;
    };
    for (const [option, k] of numberOf.entries()) {
      const price = costOf(compiled, k);
      // Not -0.
      cost[option] = max ? 0 - price : price;
      const end = data[startAt + k + 1];
      const from = length;
      for (let node = data[startAt + k]; node < end; node++) {
        if (placeOf[node] >= 0) put(placeOf[node]);
      }
      optionStart[option + 1] = length;
      if (pace.spent(16 + 4 * (length - from))) yield;
    }
    for (const [n, own] of bans.entries()) {
      for (const item of own) put(item);
      optionStart[stated + n + 1] = length;
      if (pace.spent(8 * own.length)) yield;
    }
    for (const item of least.keys()) itemStart[item + 1] = itemStart[item + 1] + itemStart[item];
    yield;
    const optionOf = integers(length, MODEL_ARRAYS);
    const next = itemStart.slice();
    for (const option of cost.keys()) {
      const end = optionStart[option + 1];
      for (let at = optionStart[option]; at < end; at++) {
        const item = itemOf[at];
        const to = next[item];
        optionOf[to] = option;
        next[item] = to + 1;
      }
      if (pace.spent(8 + 8 * (end - optionStart[option]))) yield;
    }
    return new Model(
      { optionStart, itemOf: itemOf.subarray(0, length), itemStart, optionOf },
      {
        least: Int32Array.from(least),
        most: Int32Array.from(most),
        primary,
        linear: least.length > MOST_ROWS ? plain : least.length,
      },
      { cost, numberOf },
    );
  }

  /** About the numbers worked on to decide an option. */
  get width(): number {
    return (4 * this.itemOf.length) / Math.max(1, this.options);
  }

  /** The option with that number in the problem; -1 where there is none. */
  find(number: number): number {
    let low = 0;
    for (let high = this.stated; low < high; ) {
      const middle = (low + high) >> 1;
      if (this.numberOf[middle] < number) low = middle + 1;
      else high = middle;
    }
    return this.numberOf[low] === number ? low : -1;
  }

  /**
   * The most that a solution can cost, by absolute value: each of its options covers a primary
   * item, which at most `most` options cover. It refuses costs whose sums could be inexact.
   */
  #range(): number {
    const { itemStart, optionOf, cost, primary } = this;
    let range = 0;
    for (let item = 0; item < primary; item++) {
      let largest = 0;
      for (let at = itemStart[item]; at < itemStart[item + 1]; at++) {
        largest = Math.max(largest, Math.abs(cost[optionOf[at]]));
      }
      range += largest * this.most[item];
    }
    const all = cost.reduce((sum, c) => sum + Math.abs(c), 0);
    range = Math.min(range, all);
    if (range < MOST_COST) return range;
    throw new QuadrilleError(
      'too-large',
      `The costs of a solution may add up to ${range}, and sums are exact only below 2 ** 53; ` +
        'state costs in a larger unit.',
    );
  }
}

/** The largest whole number that divides all of some costs; 1 if they are 0. */
export function unitOf(costs: Iterable<number>): number {
  let unit = 0;
  for (const cost of costs) {
    let rest = Math.abs(cost);
    while (rest > 0) [unit, rest] = [rest, unit % rest];
  }
  return Math.max(1, unit);
}

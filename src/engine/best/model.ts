import { type Compiled, costOf, hasPrimary, leastOf, mostOf } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { integers } from '../problem/memory.ts';
import { Pace, type Slices } from '../problem/slices.ts';

const MODEL_ARRAYS = 'the model of a problem with costs';
/** The largest sum of costs that is exact. */
const MOST_COST = 2 ** 53;

/** The nodes of a model in both orders: see there. */
interface Nodes {
  readonly optionStart: Int32Array;
  readonly itemOf: Int32Array;
  readonly colourOf: Int32Array;
  readonly itemStart: Int32Array;
  readonly optionOf: Int32Array;
  readonly nodeOf: Int32Array;
}

/**
 * A problem with costs, without what no cost depends on: options without a primary item, and
 * secondary items that no option has. At least `least` and at most `most` options cover an item;
 * for secondary items `least` is 0.
 *
 * Items with colours stand after the `linear` ones: "any number in one colour" is no bound on a
 * sum. The linear program leaves them out, and the searches keep their rule.
 *
 *     optionStart  option -> where its items begin in `itemOf` and `colourOf`
 *     itemStart    item -> where its options begin in `optionOf` and `nodeOf`
 */
export class Model {
  readonly items: number;
  /** The items before this one are bounds on sums; the others have colours. */
  readonly linear: number;
  readonly options: number;
  readonly least: Int32Array;
  readonly most: Int32Array;
  readonly optionStart: Int32Array;
  readonly itemOf: Int32Array;
  readonly colourOf: Int32Array;
  readonly itemStart: Int32Array;
  readonly optionOf: Int32Array;
  /** Beside `optionOf`: the place of that pair in `itemOf` and `colourOf`. */
  readonly nodeOf: Int32Array;
  /** Option -> its cost; negated where the dearest solutions are sought. */
  readonly cost: Float64Array;
  /** Option -> its number in the problem. */
  readonly numberOf: Int32Array;
  /** All costs are multiples of it; 1 where all are 0. */
  readonly unit: number;
  /** No solution costs more than this, nor less than its negative. */
  readonly range: number;

  private constructor(
    nodes: Nodes,
    bounds: { linear: number; least: Int32Array; most: Int32Array; primary: number },
    prices: { cost: Float64Array; numberOf: Int32Array },
  ) {
    this.items = bounds.least.length;
    this.linear = bounds.linear;
    this.options = prices.cost.length;
    this.least = bounds.least;
    this.most = bounds.most;
    this.optionStart = nodes.optionStart;
    this.itemOf = nodes.itemOf;
    this.colourOf = nodes.colourOf;
    this.itemStart = nodes.itemStart;
    this.optionOf = nodes.optionOf;
    this.nodeOf = nodes.nodeOf;
    this.cost = prices.cost;
    this.numberOf = prices.numberOf;
    this.unit = Math.max(
      1,
      this.cost.reduce((unit, cost) => gcd(unit, Math.abs(cost)), 0),
    );
    this.range = this.#range(bounds.primary);
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
    const optionStart = integers(numberOf.length + 1, MODEL_ARRAYS);
    const cost = new Float64Array(numberOf.length);
    for (const [option, k] of numberOf.entries()) {
      const price = costOf(compiled, k);
      // Not -0.
      cost[option] = max ? 0 - price : price;
      const start = data[startAt + k];
      const end = data[startAt + k + 1];
      for (let node = start; node < end; node++) {
        const item = data[itemAt + node];
        uses[item] = uses[item] + 1;
        if (coloured && data[colourAt + node] > 0) hasColour[item] = 1;
      }
      optionStart[option + 1] = optionStart[option] + end - start;
      if (pace.spent(16 + 4 * (end - start))) yield;
    }
    /** Item of the problem -> item of the model. */
    const placeOf = integers(primary + secondary, MODEL_ARRAYS).fill(-1);
    const items: number[] = [];
    for (const isColoured of [0, 1]) {
      for (const [item, count] of uses.entries()) {
        if (hasColour[item] !== isColoured || (item >= primary && count === 0)) continue;
        placeOf[item] = items.push(item) - 1;
      }
    }
    const least = Int32Array.from(items, (i) => (i < primary ? leastOf(compiled, i) : 0));
    const most = Int32Array.from(items, (i) => {
      const bound = hasColour[i] ? options : i < primary ? mostOf(compiled, i) : 1;
      return Math.min(bound, uses[i]);
    });
    yield;
    const itemStart = integers(items.length + 1, MODEL_ARRAYS);
    for (const [place, item] of items.entries()) {
      itemStart[place + 1] = itemStart[place] + uses[item];
    }
    const [itemOf, colourOf, optionOf, nodeOf] = Array.from({ length: 4 }, () =>
      integers(optionStart[numberOf.length], MODEL_ARRAYS),
    ) as [Int32Array, Int32Array, Int32Array, Int32Array];
    const next = itemStart.slice();
    for (const [option, k] of numberOf.entries()) {
      const from = optionStart[option];
      const count = optionStart[option + 1] - from;
      const node = data[startAt + k];
      for (let n = 0; n < count; n++) {
        const item = placeOf[data[itemAt + node + n]];
        itemOf[from + n] = item;
        if (coloured) colourOf[from + n] = data[colourAt + node + n];
        const at = next[item];
        optionOf[at] = option;
        nodeOf[at] = from + n;
        next[item] = at + 1;
      }
      if (pace.spent(8 + 8 * count)) yield;
    }
    return new Model(
      { optionStart, itemOf, colourOf, itemStart, optionOf, nodeOf },
      { linear: items.filter((i) => !hasColour[i]).length, least, most, primary },
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
    for (let high = this.options; low < high; ) {
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
  #range(primary: number): number {
    const { itemStart, optionOf, cost } = this;
    let range = 0;
    // The primary items are the first ones, since they have no colours.
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

function gcd(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b];
  return a;
}

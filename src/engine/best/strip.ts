import { integers } from '../problem/memory.ts';
import { Pace, type Slices } from '../problem/slices.ts';
import type { Model } from './model.ts';
import { FREE } from './partial-solution.ts';
import type { Root } from './root.ts';

const STRIP_ARRAYS = 'a strip of items';

/**
 * The open items and options of a root, laid out along an order of the items: those that must be
 * covered have positions, and each option begins at the first of its positions.
 *
 *     position   0 1 2 3 4 5 6 7 8
 *     options    x x . x                 two of them begin at 0, one at 2
 *                x . x
 *                    x x . x
 *
 * The items that may be covered, or not, are bits behind those of the positions.
 */
export class Strip {
  /** The positions. */
  readonly length: number;
  /** The most positions from the first to the last one of an option, both included. */
  readonly span: number = 1;
  /**
   * Words of a set of items: those of the positions, from that of the first one on, and all words.
   */
  readonly near: number;
  readonly words: number;
  /** Position -> the place in `options` of those that begin there, the cheapest first. */
  readonly start: Int32Array;
  readonly options: Int32Array;
  /** Beside `options`: their reduced costs, and the sets of their items. */
  readonly key: Float64Array;
  readonly masks: Int32Array;
  /** Position -> the options from there on pay at least this. */
  readonly rest: Float64Array;
  /** All solutions pay this beside the reduced costs of their free options, times the scale. */
  readonly base: number;

  /** The root stands above all branches. */
  constructor({ model, partial, prices, best }: Root, order: Iterable<number>) {
    const { items, least, optionStart, itemOf } = model;
    const { decided, covered } = partial;
    prices.price.set(best);
    const bound = prices.prove(partial);
    const { reduced } = prices;
    /** Item -> its position; or -2 and below, where it need not be covered. */
    const position = integers(items, STRIP_ARRAYS).fill(-1);
    let length = 0;
    let others = 0;
    for (const item of order) {
      if (covered[item] === 0) position[item] = least[item] === 1 ? length++ : -2 - others++;
    }
    this.length = length;
    const first = integers(model.options, STRIP_ARRAYS);
    const open: number[] = [];
    for (let j = 0; j < model.options; j++) {
      if (decided[j] !== FREE) continue;
      let low = length;
      let high = 0;
      for (let at = optionStart[j]; at < optionStart[j + 1]; at++) {
        const place = position[itemOf[at]];
        if (place < 0) continue;
        low = Math.min(low, place);
        high = Math.max(high, place);
      }
      first[j] = low;
      open.push(j);
      this.span = Math.max(this.span, high - low + 1);
    }
    open.sort((a, b) => first[a] - first[b] || reduced[a] - reduced[b] || a - b);
    // An option may begin at the last bit of a word.
    this.near = ((this.span + 30) >> 5) + 1;
    this.words = this.near + ((others + 31) >> 5);
    this.start = integers(length + 1, STRIP_ARRAYS);
    this.options = Int32Array.from(open);
    this.key = Float64Array.from(open, (j) => reduced[j]);
    this.masks = integers(open.length * this.words, STRIP_ARRAYS);
    this.rest = new Float64Array(length + 1);
    for (const [c, j] of open.entries()) {
      const from = first[j];
      this.start[from + 1] = this.start[from + 1] + 1;
      this.rest[from] = this.rest[from] + Math.min(0, reduced[j]);
      for (let at = optionStart[j]; at < optionStart[j + 1]; at++) {
        const place = position[itemOf[at]];
        const word = place >= 0 ? (place >> 5) - (from >> 5) : this.near + ((-2 - place) >> 5);
        const bit = place >= 0 ? place : -2 - place;
        const to = c * this.words + word;
        this.masks[to] = this.masks[to] | (1 << (bit & 31));
      }
    }
    for (let f = 0; f < length; f++) {
      this.start[f + 1] = this.start[f + 1] + this.start[f];
    }
    for (let f = length - 1; f >= 0; f--) {
      this.rest[f] = this.rest[f] + this.rest[f + 1];
    }
    this.base = bound - this.rest[0];
  }
}

/**
 * True if a model can be a strip: at most one option covers an item, no item has colours, and each
 * option has an item that must be covered.
 */
export function suitsStrip(model: Model): boolean {
  const { least, most, options, optionStart, itemOf } = model;
  // Colours have bans, and two bans cover one item.
  if (most.some((count) => count > 1)) return false;
  for (let j = 0; j < options; j++) {
    const own = itemOf.subarray(optionStart[j], optionStart[j + 1]);
    if (!own.some((item) => least[item] === 1)) return false;
  }
  return true;
}

/**
 * An order in which the items of an option are near one another: next is the item with the largest
 * part of its weight already placed. An option of n items adds 1/(n-1) to each of its pairs. The
 * first item is the last one of such an order, so it lies at an end. It works in slices.
 */
export function* orderOf(model: Model): Slices<Int32Array> {
  const order = yield* grow(model, 0);
  return yield* grow(model, order.at(-1) ?? 0);
}

function* grow(model: Model, start: number): Slices<Int32Array> {
  const { items, itemStart, optionOf, optionStart, itemOf } = model;
  const pace = new Pace();
  const order = integers(items, STRIP_ARRAYS);
  const placed = new Float64Array(items);
  const total = new Float64Array(items);
  /** Adds the weights of an item to those of its neighbours. Returns the numbers worked on. */
  const add = (to: Float64Array, item: number) => {
    let work = 0;
    for (let at = itemStart[item]; at < itemStart[item + 1]; at++) {
      const j = optionOf[at];
      const end = optionStart[j + 1];
      const from = optionStart[j];
      const weight = 1 / Math.max(1, end - from - 1);
      for (let k = from; k < end; k++) {
        const other = itemOf[k];
        to[other] = to[other] + weight;
      }
      work += end - from;
    }
    return work;
  };
  for (let item = 0; item < items; item++) if (pace.spent(4 * add(total, item))) yield;
  const isPlaced = new Uint8Array(items);
  for (let n = 0, next = start; n < items; n++) {
    order[n] = next;
    isPlaced[next] = 1;
    if (pace.spent(2 * items + 4 * add(placed, next))) yield;
    let most = -1;
    for (let item = 0; item < items; item++) {
      if (isPlaced[item]) continue;
      const part = placed[item] / Math.max(1, total[item]);
      if (part <= most) continue;
      most = part;
      next = item;
    }
  }
  return order;
}

import { type Compiled, hasPrimary, leastOf, mostOf } from '../../problem/compiled.ts';
import { integers } from '../../problem/memory.ts';
import { inSlices, type Slices } from '../../problem/slices.ts';
import type { SearchOrder } from '../search-order.ts';

// The fields of an item's record, and its size; END has the offset 0. Each module has its own
// constants (why: see tree-search.ts).
const FLOOR = 1;
const ROOM = 2;
const FIRST = 3;
const WEIGHT = 4;
const ITEM = 5;

/** More than the weight of any option. */
const WEIGHT_LIMIT = 2 ** 30;

/**
 * The memory of `multiples`: one Int32Array. Knuth's example, with primary items a (once), b (once
 * or twice) and c (twice), secondary items d..g, and options 0: c e f, 1: a d g, 2: b c f, 3: a d,
 * 4: b g, 5: d e g, at first:
 *
 *     item     0  [88 87 1 86 1] [90 89 2 88 0] [92 92 2 90 0] [94 92 0 92 1] [95 94 0 94 1] ...
 *                  a              b              c              d              e
 *     OPTION   35  42 50 58 66 72 0                     option -> its first node; 0: never chosen
 *     NODE     42  [10 90] [20 94] [25 95] [-43 0] [0 86] [15 92] [30 97] [-51 1] [5 88] ...
 *     HUE          -                                         node / 2 -> colour, 0 for none
 *     SLOT     86  50 66 | 58 72 | 42 60 | 52 68 | ...         slices: the addresses of nodes
 *     FORCED, TRAIL, CHOSEN, BRANCH                        stacks, described with their fields
 *
 * An item is a record [end, floor, room, first, weight]. Its *slice* of slots begins at `first`,
 * and its live options lie before `end`. It still needs `floor - first` options, and may take
 * `room` more. So it has `end - floor` options to spare: with none to spare all of them are forced
 * (c), and below 0 there is no solution. A secondary item has in `room` the node that uses it
 * first, or 0.
 *
 * The weight of a secondary item is 1, or 0 if some option gives it a colour. That of a primary
 * item is the least weight that each of its options takes for it: the weight of the option's
 * secondary items, divided by the number of its primary items and rounded down (0 for b and c,
 * because of option 2).
 *
 * A node is a pair [item's record, slot], named by its address. The nodes of an option are followed
 * by a spacer [~first node, option number].
 */
export class MultiplesLayout {
  readonly primary: number;
  readonly items: number;
  /**
   * The number of options that can be chosen: those with a primary item. Known when it is built.
   */
  choosable = 0;
  /** The address after the last spacer. Known when it is built. */
  end = 0;
  // Where each part of the array begins, as drawn above.
  readonly OPTION: number;
  readonly NODE: number;
  /** Less half of NODE, so that the colour of the node at x is at `HUE + (x >> 1)`; 0: none. */
  readonly HUE: number;
  readonly SLOT: number;
  /** Stack of primary items without options to spare. */
  readonly FORCED: number;
  /**
   * Stack of the options that are decided, by their first nodes x: `x` follows from others, `~x` is
   * a decision, chosen or left out.
   */
  readonly TRAIL: number;
  /** Stack of the options chosen, by their first nodes. */
  readonly CHOSEN: number;
  /**
   * Stack of branches, one for each choice whose alternative is still to be tried. Its record is
   * described there.
   */
  readonly BRANCH: number;
  readonly #size: number;

  /** Only the counts of the problem matter here. */
  constructor({ primary, secondary, options, nodes, coloured }: Compiled) {
    this.primary = primary;
    this.items = primary + secondary;
    this.OPTION = ITEM * this.items;
    // Even, so that half of a node's address is an integer.
    this.NODE = this.OPTION + options + ((this.OPTION + options) & 1);
    const hue = this.NODE + 2 * (nodes + options);
    this.HUE = coloured ? hue - (this.NODE >> 1) : 0;
    this.SLOT = coloured ? hue + nodes + options : hue;
    this.FORCED = this.SLOT + nodes;
    this.TRAIL = this.FORCED + primary;
    this.CHOSEN = this.TRAIL + options;
    this.BRANCH = this.CHOSEN + options;
    this.#size = this.BRANCH + 3 * options;
  }

  /** The array at the start of a search. */
  *build({ compiled, numbers }: SearchOrder): Slices<Int32Array> {
    const { options } = compiled;
    const a = integers(this.#size, 'the layout of a search');
    let choosable = 0;
    yield* inSlices(options, (from, to) => {
      choosable += this.countOptions(a, compiled, from, to);
    });
    this.choosable = choosable;
    this.placeItems(a, compiled);
    let x = this.NODE;
    yield* inSlices(options, (from, to) => {
      x = this.placeOptions(a, compiled, numbers, x, from, to);
    });
    this.end = x;
    this.endWeights(a);
    return a;
  }

  /**
   * The end of each item counts its options first, and its weight is -1 if some option gives it a
   * colour. Options without a primary item stay out.
   */
  private countOptions(a: Int32Array, compiled: Compiled, from: number, to: number): number {
    const { data, coloured, startAt, itemAt, colourAt } = compiled;
    let count = 0;
    for (let k = from; k < to; k++) {
      if (!hasPrimary(compiled, k)) continue;
      count++;
      const end = data[startAt + k + 1];
      for (let node = data[startAt + k]; node < end; node++) {
        const item = ITEM * data[itemAt + node];
        a[item] = a[item] + 1;
        if (coloured && data[colourAt + node] !== 0) a[item + WEIGHT] = -1;
      }
    }
    return count;
  }

  /** The end of an item says where its next option goes, from here on. */
  private placeItems(a: Int32Array, compiled: Compiled): void {
    let slot = this.SLOT;
    for (let k = 0; k < this.items; k++) {
      const item = ITEM * k;
      const size = a[item];
      // An item that needs one option more than it has is as hopeless as one that needs a billion
      // more.
      const need = k < this.primary ? Math.min(leastOf(compiled, k), size + 1) : 0;
      a[item] = slot;
      a[item + FLOOR] = slot + need;
      a[item + ROOM] = k < this.primary ? mostOf(compiled, k) : 0;
      a[item + FIRST] = slot;
      a[item + WEIGHT] = k < this.primary ? WEIGHT_LIMIT : 1 + a[item + WEIGHT];
      slot += size;
    }
  }

  /** Writes options from the address x on; gives the address after them. */
  private placeOptions(
    a: Int32Array,
    compiled: Compiled,
    numbers: Int32Array | undefined,
    x: number,
    from: number,
    to: number,
  ): number {
    const { data, startAt, itemAt, colourAt } = compiled;
    const { OPTION, HUE } = this;
    let next = x;
    for (let k = from; k < to; k++) {
      if (!hasPrimary(compiled, k)) continue;
      const option = numbers === undefined ? k : numbers[k];
      const first = next;
      a[OPTION + option] = first;
      const end = data[startAt + k + 1];
      for (let node = data[startAt + k]; node < end; node++) {
        const item = ITEM * data[itemAt + node];
        const place = a[item];
        a[item] = place + 1;
        a[place] = next;
        a[next] = item;
        a[next + 1] = place;
        if (HUE !== 0) a[HUE + (next >> 1)] = data[colourAt + node];
        next += 2;
      }
      a[next] = ~first;
      a[next + 1] = option;
      this.weigh(a, first, next);
      next += 2;
    }
    return next;
  }

  /** Weighs the primary items anew, after the secondary ones got other weights. */
  weighAll(a: Int32Array): void {
    for (let k = 0; k < this.primary; k++) a[ITEM * k + WEIGHT] = WEIGHT_LIMIT;
    let first = this.NODE;
    for (let x = first; x < this.end; x += 2) {
      if (a[x] >= 0) continue;
      this.weigh(a, first, x);
      first = x + 2;
    }
    this.endWeights(a);
  }

  /** No primary item is heavier than its share of each of its options. */
  private weigh(a: Int32Array, first: number, end: number): void {
    const secondary = ITEM * this.primary;
    let weight = 0;
    let owners = 0;
    for (let x = first; x < end; x += 2) {
      const item = a[x];
      if (item < secondary) owners++;
      else weight += a[item + WEIGHT];
    }
    const share = Math.floor(weight / owners);
    for (let x = first; x < end; x += 2) {
      const item = a[x];
      if (item < secondary && a[item + WEIGHT] > share) a[item + WEIGHT] = share;
    }
  }

  /** The capacity that the primary items need. */
  needed(a: Int32Array): number {
    let sum = 0;
    for (let item = 0; item < ITEM * this.primary; item += ITEM) {
      const need = a[item + FLOOR] - a[item + FIRST];
      sum += need * a[item + WEIGHT];
    }
    return sum;
  }

  /** The weights of the secondary items that have a live option. */
  capacity(a: Int32Array): number {
    let sum = 0;
    for (let item = ITEM * this.primary; item < ITEM * this.items; item += ITEM) {
      if (a[item] > a[item + FIRST]) sum += a[item + WEIGHT];
    }
    return sum;
  }

  /** An item without options has no weight. */
  private endWeights(a: Int32Array): void {
    for (let item = 0; item < ITEM * this.primary; item += ITEM) {
      if (a[item + WEIGHT] === WEIGHT_LIMIT) a[item + WEIGHT] = 0;
    }
  }
}

/** The spacer after a node. */
export function spacerAfter(a: Int32Array, node: number): number {
  let spacer = node;
  while (a[spacer] >= 0) spacer += 2;
  return spacer;
}

import { type Compiled, hasPrimary, leastOf, mostOf } from '../../problem/compiled.ts';
import { integers } from '../../problem/memory.ts';
import { inSlices, type SearchOrder } from '../layout.ts';

// The fields of an item's record, and its size. Other modules that need them in a hot loop have their own
// constants (why: see kernel.ts).
const FLOOR = 1;
const ROOM = 2;
const FIRST = 3;
const WEIGHT = 4;
const ITEM = 5;

/** More than the weight of any option. */
const MOST = 2 ** 30;

/**
 * The memory of `multiples`: one Int32Array. Knuth's example with items a..g, of which c is to be covered twice
 * and e once or twice, and options 0: c e f, 1: a d g, 2: b c f, 3: a d, 4: b g, 5: d e g, at first:
 *
 *     item    0   [82 81  1  80]  [84 83  1  82]  [86 86  2  84]  [89 87  1  86]  [91 90  2  89] ...
 *                  a               b               c               d               e
 *     OPTION 32   38   46   54   62   68   74             option -> its first node; 0: never chosen
 *     NODE   38   [8 84] [16 89] [20 91] [-39 0] [0 80] [12 86] [24 93] [-47 1] [4 82] ...
 *     HUE         -                                         node / 2 -> colour, 0 for none
 *     SLOT   80   46 62 | 54 68 | 38 58 | ...                 slices: the addresses of nodes
 *     FORCED, TRAIL, CHOSEN, BRANCH                         stacks, described with their fields
 *
 * An item is a record [end, floor, room, first]. Its *slice* of slots begins at `first`, and its live options lie
 * before `end`. It still needs `floor - first` options, and may take `room` more. So it has `end - floor` options
 * to spare: with none to spare all of them are forced, and with fewer there is no solution. A secondary item has
 * in `room` the node that fixed its colour, or 0.
 *
 * A node is a pair [item's record, slot], named by its address. The nodes of an option are followed by a
 * spacer [~first node, option number].
 */
export class MultiplesLayout {
  readonly primary: number;
  readonly items: number;
  /** How many options can be chosen: those with a primary item. Known when it is built. */
  choosable = 0;
  // Where each part of the array begins, as drawn above.
  readonly OPTION: number;
  readonly NODE: number;
  /** Less half of NODE, so that the colour of the node at x is at `HUE + (x >> 1)`; 0: none. */
  readonly HUE: number;
  readonly SLOT: number;
  /** Stack of primary items without options to spare. */
  readonly FORCED: number;
  /**
   * Stack of the options that are decided, by their first nodes x: `x` follows from others, `~x` is a decision,
   * chosen or left out.
   */
  readonly TRAIL: number;
  /** Stack of the options chosen, by their first nodes. */
  readonly CHOSEN: number;
  /** Stack of branches, one for each choice whose alternative is still to be tried: [length of the trail, node]. */
  readonly BRANCH: number;
  readonly #size: number;

  /** Only the counts of the problem matter here. */
  constructor({ primary, secondary, options, nodes, coloured }: Compiled) {
    this.primary = primary;
    this.items = primary + secondary;
    this.OPTION = ITEM * (this.items + 1);
    // Even, so that half of a node's address is an integer.
    this.NODE = this.OPTION + options + (options & 1);
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
  *build({ compiled, numbers }: SearchOrder): Generator<undefined, Int32Array> {
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
    this.weigh(a, x);
    return a;
  }

  /** The end of each item counts its options first. Options without a primary item stay out. */
  private countOptions(a: Int32Array, compiled: Compiled, from: number, to: number): number {
    const { data, startAt, itemAt } = compiled;
    let count = 0;
    for (let k = from; k < to; k++) {
      if (!hasPrimary(compiled, k)) continue;
      count++;
      const end = itemAt + (data[startAt + k + 1] as number);
      for (let node = itemAt + (data[startAt + k] as number); node < end; node++) {
        const item = ITEM * (data[node] as number);
        a[item] = (a[item] as number) + 1;
      }
    }
    return count;
  }

  /** The end of an item says where its next option goes, from here on. */
  private placeItems(a: Int32Array, compiled: Compiled): void {
    let slot = this.SLOT;
    for (let k = 0; k < this.items; k++) {
      const item = ITEM * k;
      const size = a[item] as number;
      // Whether an item needs one option or a billion more than it has does not matter.
      const need = k < this.primary ? Math.min(leastOf(compiled, k), size + 1) : 0;
      a[item] = slot;
      a[item + FLOOR] = slot + need;
      a[item + ROOM] = k < this.primary ? mostOf(compiled, k) : 0;
      a[item + FIRST] = slot;
      slot += size;
    }
  }

  /** Gives each secondary item without colours the weight 1, and each primary item the least of its options. */
  private weigh(a: Int32Array, end: number): void {
    const { primary, items, NODE, HUE } = this;
    for (let item = ITEM * primary; item < ITEM * items; item += ITEM) a[item + WEIGHT] = 1;
    for (let item = 0; item < ITEM * primary; item += ITEM) a[item + WEIGHT] = MOST;
    for (let x = NODE; HUE !== 0 && x < end; x += 2) {
      const item = a[x] as number;
      if (item >= ITEM * primary && a[HUE + (x >> 1)] !== 0) a[item + WEIGHT] = 0;
    }
    for (let x = NODE; x < end; x += 2) {
      const first = x;
      let weight = 0;
      let own = 0;
      for (; (a[x] as number) >= 0; x += 2) {
        if ((a[x] as number) < ITEM * primary) own++;
        else weight += a[(a[x] as number) + WEIGHT] as number;
      }
      weight = Math.floor(weight / own);
      for (let y = first; y < x; y += 2) {
        const item = a[y] as number;
        if (item < ITEM * primary && (a[item + WEIGHT] as number) > weight) a[item + WEIGHT] = weight;
      }
    }
    for (let item = 0; item < ITEM * primary; item += ITEM) {
      if (a[item + WEIGHT] === MOST) a[item + WEIGHT] = 0;
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
      const option = numbers === undefined ? k : (numbers[k] as number);
      const first = next;
      a[OPTION + option] = first;
      const end = data[startAt + k + 1] as number;
      for (let node = data[startAt + k] as number; node < end; node++) {
        const item = ITEM * (data[itemAt + node] as number);
        const place = a[item] as number;
        a[item] = place + 1;
        a[place] = next;
        a[next] = item;
        a[next + 1] = place;
        if (HUE !== 0) a[HUE + (next >> 1)] = data[colourAt + node] as number;
        next += 2;
      }
      a[next] = ~first;
      a[next + 1] = option;
      next += 2;
    }
    return next;
  }
}

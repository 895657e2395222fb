import { type Compiled, hasPrimary } from '../../problem/compiled.ts';
import { integers } from '../../problem/memory.ts';
import { inSlices, type Slices } from '../../problem/slices.ts';
import type { SearchOrder } from '../search-order.ts';

/**
 * The memory of `cells`: one Int32Array (why one: see kernel.ts). Knuth's example, with items a..g
 * = 0..6, options 0: c e f, 1: a d g, 2: b c f, 3: a d, 4: b g, 5: d e g, at first:
 *
 *     item         a    b    c    d    e    f    g
 *     END    0    74   76   78   81   83   85   88      one past the last live slot
 *     KEEP   7    -                                     secondary -> the node that fixed its colour
 *     FLOOR  7    72   74   76   78   81   83   85      first slot; far below for a secondary item
 *     FIRST 14    72   74   76   78   81   83   85   88 first slot, for every item and one more
 *     OPTION 22   28   36   44   52   58   64           option -> its first node; 0: never chosen
 *     NODE  28    [2 76] [4 81] [5 83] [-29 0] [0 72] [3 78] [6 85] [-37 1] [1 74] ...
 *     HUE         -                                     node / 2 -> colour, 0 for none
 *     SLOT  72    36 52 | 44 58 | 28 46 | ...           slices: the addresses of nodes
 *     FORCED, CHOSEN, BRANCH                         stacks, described with their fields
 *
 * A node is a pair [item, slot]; its address is that of its item field, so no multiplication is
 * ever needed. The nodes of an option are followed by a spacer [~first node, option number].
 */
export class CellsLayout {
  readonly primary: number;
  /** The number of integers at the start of the array that a branch saves: all of END and KEEP. */
  readonly saved: number;
  // Where each part of the array begins, as drawn above; END begins it.
  readonly KEEP: number;
  readonly FLOOR: number;
  readonly FIRST: number;
  readonly OPTION: number;
  readonly NODE: number;
  /** Less half of NODE, so that the colour of the node at x is at `HUE + (x >> 1)`; 0: none. */
  readonly HUE: number;
  readonly SLOT: number;
  /**
   * Stack of primary items that were left with one option; some may be covered since. On the way
   * to a branch each item gets there once at most, so there is room for every one.
   */
  readonly FORCED: number;
  /**
   * Depth -> the node through which an option was chosen, and the number of the option (that is
   * written last: a choice that led nowhere lacks it, but no path has such a choice).
   */
  readonly CHOSEN: number;
  /**
   * Stack of branches, the choices with an alternative: each a record of [depth, items covered
   * slot to try next, end of its slots, items covered before it, SHARED], then the ends before it
   * was entered. While the branch is open its slots must not move, for `untried` and the order of
   * solutions rest on them. Nothing moves them, because the item is covered below the branch. The
   * stack grows as the branches get deeper.
   */
  readonly BRANCH: number;

  /** Only the counts of the problem matter here. */
  constructor({ primary, secondary, options, nodes, coloured }: Compiled) {
    const items = primary + secondary;
    this.primary = primary;
    this.saved = items + (coloured ? secondary : 0);
    this.KEEP = items;
    this.FLOOR = this.saved;
    this.FIRST = this.FLOOR + items;
    this.OPTION = this.FIRST + items + 1;
    // Even, so that half of a node's address is a whole number.
    this.NODE = this.OPTION + options + ((this.OPTION + options) & 1);
    const hue = this.NODE + 2 * (nodes + options);
    this.HUE = coloured ? hue - (this.NODE >> 1) : 0;
    this.SLOT = coloured ? hue + nodes + options : hue;
    this.FORCED = this.SLOT + nodes;
    this.CHOSEN = this.FORCED + primary;
    this.BRANCH = this.CHOSEN + 2 * primary;
  }

  /** All of the array that lies before the stack of branches. */
  *build({ compiled, numbers }: SearchOrder): Slices<Int32Array> {
    const { options } = compiled;
    const a = integers(this.BRANCH, 'the layout of a search');
    yield* inSlices(options, (from, to) => this.countOptions(a, compiled, from, to));
    if (this.KEEP > this.primary) {
      yield* inSlices(options, (from, to) => this.leaveOut(a, compiled, from, to));
    }
    this.placeSlices(a);
    let x = this.NODE;
    yield* inSlices(options, (from, to) => {
      x = this.placeOptions(a, compiled, numbers, x, from, to);
    });
    return a;
  }

  /** END counts the options of each item first. */
  private countOptions(a: Int32Array, compiled: Compiled, from: number, to: number): void {
    const { data, startAt, itemAt } = compiled;
    const end = itemAt + data[startAt + to];
    for (let node = itemAt + data[startAt + from]; node < end; node++) {
      const item = data[node];
      a[item] = a[item] + 1;
    }
  }

  /** Options without a primary item stay out. */
  private leaveOut(a: Int32Array, compiled: Compiled, from: number, to: number): void {
    const { data, startAt, itemAt } = compiled;
    for (let k = from; k < to; k++) {
      if (hasPrimary(compiled, k)) continue;
      const end = itemAt + data[startAt + k + 1];
      for (let node = itemAt + data[startAt + k]; node < end; node++) {
        const item = data[node];
        a[item] = a[item] - 1;
      }
    }
  }

  /** END says where the next option of an item goes, from here on. */
  private placeSlices(a: Int32Array): void {
    const { primary, KEEP: items, FLOOR, FIRST } = this;
    let slot = this.SLOT;
    for (let item = 0; item < items; item++) {
      const size = a[item];
      a[FIRST + item] = slot;
      a[FLOOR + item] = item < primary ? slot : FAR_BELOW;
      a[item] = slot;
      slot += size;
    }
    a[FIRST + items] = slot;
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
    const someStayOut = this.KEEP > this.primary;
    let next = x;
    for (let k = from; k < to; k++) {
      if (someStayOut && !hasPrimary(compiled, k)) continue;
      const option = numbers === undefined ? k : numbers[k];
      const first = next;
      a[OPTION + option] = first;
      const end = data[startAt + k + 1];
      for (let node = data[startAt + k]; node < end; node++) {
        const item = data[itemAt + node];
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
      next += 2;
    }
    return next;
  }
}

/** The floor of a secondary item: so low that it never shows as left without options. */
const FAR_BELOW = -0x40000000;

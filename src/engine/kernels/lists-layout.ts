import type { Compiled } from '../problem/compiled.ts';
import { copyIntegers, integers } from '../problem/memory.ts';
import type { SearchOrder } from './layout.ts';

/**
 * Added to the count of an item that is covered, so that it is never the fewest. A secondary item
 * has it from the start, so that it is never forced either. No count reaches `LIMIT`.
 */
export const COVERED = 1 << 30;
export const LIMIT = 1 << 29;
/** The bit of a mark that is 0 while the option is taken out. */
export const LIVE = 1 << 30;
const NONE = -1;
const EMPTY = new Int32Array(0);

/**
 * The memory of lists: one Int32Array, since V8 looks up where an array lies anew in each round of a
 * loop. For Knuth's example (see compiled.ts):
 *
 *     counts    item -> its live options            2 2 2 3 2 2 3
 *     keep      coloured item -> the node that gave it its colour; 0: none
 *     first     item -> its first slot
 *     options   ~number and items, one by one       ~0 2 4 5 ~1 0 3 6 ~2 1 2 5 ~3 0 3 ~4 1 6 ~5 3 4 6 ~0
 *     slots     the options of each item            1 3 | 2 4 | 0 2 | 1 3 5 | 0 5 | 0 2 | 1 4 5
 *     trail     the options taken out, in order
 *     forced    items that had one option when they were put here
 *     chosen    depth -> option
 *     branches  a record each
 *
 * Everywhere else an option is the address of its ~number. That is its mark as well, and ends the
 * option before it, since items are never negative. With colours, those of the options' nodes and
 * of the slots follow behind them.
 */
export class ListsLayout {
  private readonly primary: number;
  private readonly coloured: boolean;
  /** The number of items. */
  readonly KEEP: number;
  // Where each part begins, as drawn above. The counts begin at 0.
  readonly FIRST: number;
  readonly OPTIONS: number;
  readonly SLOTS: number;
  readonly TRAIL: number;
  readonly FORCED: number;
  readonly CHOSEN: number;
  readonly BRANCH: number;
  /** The colour of a slot lies so far behind it: the number of slots. */
  readonly toHue: number;
  /** The colour of a node of an option lies so far behind it. */
  readonly toColour: number;
  /** The problem in the order in which it is searched. */
  order: SearchOrder;
  /** Number of an option -> its place, where they differ; made when it is needed. */
  private placeOf: Int32Array = EMPTY;

  /** `perChoice` is the number of integers for each option chosen. */
  constructor(compiled: Compiled, perChoice: number) {
    const { primary, secondary, options, nodes, coloured } = compiled;
    this.order = { compiled };
    this.primary = primary;
    this.coloured = coloured;
    const items = primary + secondary;
    this.KEEP = items;
    this.FIRST = items + (coloured ? secondary : 0);
    this.toHue = nodes;
    this.toColour = nodes + options + 1;
    this.OPTIONS = this.FIRST + items + 1;
    this.SLOTS = this.OPTIONS + (coloured ? 2 : 1) * this.toColour;
    this.TRAIL = this.SLOTS + (coloured ? 2 : 1) * nodes;
    this.FORCED = this.TRAIL + options;
    this.CHOSEN = this.FORCED + primary;
    this.BRANCH = this.CHOSEN + perChoice * primary;
  }

  /** Copies options of the problem, and counts those of each item. */
  load(a: Int32Array, from: number, to: number): void {
    const { data, startAt, itemAt, colourAt } = this.order.compiled;
    const start = data[startAt + from];
    const length = data[startAt + to] - start;
    const first = (this.loadedAt + start) | 0;
    copyIntegers(data, itemAt + start, length, a, first);
    if (this.coloured) copyIntegers(data, colourAt + start, length, a, first + this.toColour);
    const end = (first + length) | 0;
    for (let node = first; node < end; node++) {
      const item = a[node];
      a[item] = (a[item] + 1) | 0;
    }
  }

  /** Until they are placed, all items lie at the end of the room of the options, which are longer. */
  private get loadedAt(): number {
    return this.OPTIONS + this.order.compiled.options + 1;
  }

  /**
   * Gives each item its slots. Until the options are placed, `first` of an item is that of the next
   * one.
   */
  placeItems(a: Int32Array): void {
    const { primary, KEEP, FIRST } = this;
    let slot = this.SLOTS;
    a[FIRST] = slot;
    for (let item = 0; item < KEEP; item++) {
      const count = a[item];
      a[FIRST + 1 + item] = slot;
      if (item >= primary) a[item] = count + COVERED;
      slot += count;
    }
  }

  /** Moves options to their addresses, and writes these to the slots of their items. */
  placeOptions(a: Int32Array, from: number, to: number): void {
    const { compiled, numbers } = this.order;
    const { data, startAt } = compiled;
    const loaded = this.loadedAt | 0;
    const next = (this.FIRST + 1) | 0;
    const isColoured = this.coloured === true;
    let at = this.addressOf(from) | 0;
    let node = (loaded + data[startAt + from]) | 0;
    for (let place = from | 0; place < to; place++) {
      const option = at;
      const end = (loaded + data[startAt + place + 1]) | 0;
      a[at] = ~(numbers === undefined ? place : numbers[place]);
      at = (at + 1) | 0;
      for (; node < end; node++) {
        const item = a[node];
        const to = (next + item) | 0;
        const slot = a[to];
        a[to] = (slot + 1) | 0;
        a[slot] = option;
        a[at] = item;
        if (isColoured) {
          const colour = a[node + this.toColour];
          a[at + this.toColour] = colour;
          a[slot + this.toHue] = colour;
        }
        at = (at + 1) | 0;
      }
    }
    a[at] = NONE;
  }

  /** Makes every option live, where the first `taken` of the trail are taken out. */
  open(a: Int32Array, taken: number): void {
    const { primary, KEEP, FIRST, TRAIL } = this;
    for (let item = 0; item < KEEP; item++) {
      const count = a[FIRST + item + 1] - a[FIRST + item];
      a[item] = item < primary ? count : count + COVERED;
    }
    a.fill(0, KEEP, FIRST);
    for (let t = TRAIL; t < TRAIL + taken; t++) a[a[t]] = a[a[t]] | LIVE;
  }

  /**
   * Takes an option out before any is chosen, and puts it on the trail of the `taken` ones before;
   * a second time does nothing. Gives their number.
   */
  leaveOut(a: Int32Array, number: number, taken: number): number {
    const x = this.optionOf(number);
    if ((a[x] & LIVE) === 0) return taken;
    a[x] = a[x] & ~LIVE;
    a[this.TRAIL + taken] = x;
    let node = x + 1;
    for (let item = a[node]; item >= 0; item = a[++node]) a[item] = a[item] - 1;
    return taken + 1;
  }

  /** The number of an option in the caller's problem. */
  numberOf(a: Int32Array, option: number): number {
    return ~(a[option] | LIVE);
  }

  /** The option with a number of the caller's problem. */
  optionOf(number: number): number {
    const { numbers } = this.order;
    if (numbers === undefined) return this.addressOf(number);
    if (this.placeOf.length === 0) {
      this.placeOf = integers(numbers.length, 'an order of the options');
      for (let k = 0; k < numbers.length; k++) this.placeOf[numbers[k]] = k;
    }
    return this.addressOf(this.placeOf[number]);
  }

  /** The address of the option at a place of the order. */
  private addressOf(place: number): number {
    const { data, startAt } = this.order.compiled;
    return this.OPTIONS + place + data[startAt + place];
  }
}

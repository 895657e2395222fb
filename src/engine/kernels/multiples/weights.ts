import { integers } from '../../problem/memory.ts';
import type { Slices } from '../../problem/slices.ts';
import { type MultiplesLayout, spacerAfter } from './multiples-layout.ts';

// The fields of an item's record: see multiples-layout.ts. END has the offset 0.
const FLOOR = 1;
const FIRST = 3;
const WEIGHT = 4;
const ITEM = 5;

/** The most weightings that are tried. */
const MOST_WEIGHTINGS = 6;
/** The work that all of them may take together, for each integer of the layout. */
const WORK_EACH = 64;
/** The work between two pauses. */
const WEIGHTS_SLICE_WORK = 1 << 16;
/** No item. */
const NONE = -1;

/**
 * Looks for weights by which the primary items need more than the capacity, where they do not by
 * the weights of the layout. If it finds some, they replace those, and the search is dead at its
 * start. Ten squares of 2x2 need 40 of the 49 cells of 7x7. But each of them covers one of the nine
 * cells marked here, so at most nine fit:
 *
 *     . . . . . . .
 *     . x . x . x .
 *     . . . . . . .        x  weight 1
 *     . x . x . x .        .  weight 0
 *     . . . . . . .
 *     . x . x . x .
 *     . . . . . . .
 *
 * So it marks few secondary items, such that each option of a large primary item has a mark: a
 * *hitting set*. At first an item is large if it weighs most by the layout, then also if it has the
 * next weight, and so on. The marks are placed greedily. The secondary item with the fewest options
 * without a mark, such as a corner, is next. Of all items of these options it marks the one that
 * most of them have, and of several the one that most options have in all.
 */
export class Weights {
  private readonly a: Int32Array;
  private readonly layout: MultiplesLayout;
  private readonly options: number;
  /** Item's record -> its options without a mark, for items that need one. */
  private open = new Int32Array(0);
  /** The same for the options of one item. All 0 between two steps. */
  private near = new Int32Array(0);
  /** Option -> 1 if it needs a mark and has none. */
  private isOpen = new Int32Array(0);
  private work = 0;
  private pauseAt = WEIGHTS_SLICE_WORK;

  constructor(a: Int32Array, layout: MultiplesLayout, options: number) {
    this.a = a;
    this.layout = layout;
    this.options = options;
  }

  /** Only where at least half of the capacity is needed. */
  *replace(): Slices {
    const { a, layout, options } = this;
    const before = Int32Array.from({ length: layout.items }, (_, k) => a[ITEM * k + WEIGHT]);
    const needed = layout.needed(a);
    const capacity = layout.capacity(a);
    if (needed === 0 || needed > capacity || 2 * needed < capacity) return;
    const sizes = new Set<number>();
    for (let item = 0; item < ITEM * layout.primary; item += ITEM) {
      if (this.needOf(item) > 0) sizes.add(a[item + WEIGHT]);
    }
    sizes.delete(0);
    this.open = integers(ITEM * layout.items, 'the items of a search');
    this.near = integers(ITEM * layout.items, 'the items of a search');
    this.isOpen = integers(options, 'the options of a search');
    for (const least of [...sizes].sort((p, q) => q - p).slice(0, MOST_WEIGHTINGS)) {
      const marked = yield* this.hittingSet(least);
      if (marked === undefined) continue;
      for (let item = ITEM * layout.primary; item < ITEM * layout.items; item += ITEM) {
        a[item + WEIGHT] = marked.has(item) ? 1 : 0;
      }
      layout.weighAll(a);
      if (layout.needed(a) > marked.size) return;
      for (const [k, weight] of before.entries()) a[ITEM * k + WEIGHT] = weight;
    }
  }

  private isPauseDue(): boolean {
    if (this.work < this.pauseAt) return false;
    this.pauseAt = this.work + WEIGHTS_SLICE_WORK;
    return true;
  }

  private needOf(item: number): number {
    return this.a[item + FLOOR] - this.a[item + FIRST];
  }

  /**
   * Secondary items such that each option has one, if its primary item weighs `least` or more. None
   * if there are too many of them to prove anything.
   */
  private *hittingSet(least: number): Slices<Set<number> | undefined> {
    const { a, layout } = this;
    const marked = new Set<number>();
    let most = 0;
    this.open.fill(0);
    this.isOpen.fill(0);
    for (let item = 0; item < ITEM * layout.primary; item += ITEM) {
      const weight = a[item + WEIGHT];
      if (this.needOf(item) === 0 || weight < least) continue;
      // An option that is several times as large has several marks, perhaps.
      most += this.needOf(item) * Math.floor(weight / least);
      for (let slot = a[item + FIRST]; slot < a[item]; slot++) {
        this.change(a[slot], 1);
        if (this.isPauseDue()) yield;
      }
    }
    for (let next = this.tightest(); next !== NONE; next = this.tightest()) {
      const mark = this.bestMark(next);
      marked.add(mark);
      if (marked.size >= most || this.work > WORK_EACH * layout.end) return undefined;
      for (let slot = a[mark + FIRST]; slot < a[mark]; slot++) {
        this.change(a[slot], 0);
      }
      if (this.isPauseDue()) yield;
    }
    return marked;
  }

  /** Opens the option with a node x (to 1) or marks it (to 0), if it is not so yet. */
  private change(x: number, to: 0 | 1): void {
    const { a, isOpen, open } = this;
    const spacer = spacerAfter(a, x);
    const option = a[spacer + 1];
    if (isOpen[option] === to) return;
    isOpen[option] = to;
    for (let y = ~a[spacer]; y < spacer; y += 2) {
      const item = a[y];
      open[item] = open[item] + 2 * to - 1;
    }
    this.work += spacer - x;
  }

  /** The secondary item with the fewest open options, but at least one; NONE if there is none. */
  private tightest(): number {
    const { a, open, layout } = this;
    let best = NONE;
    let fewest = Number.POSITIVE_INFINITY;
    for (let item = ITEM * layout.primary; item < ITEM * layout.items; item += ITEM) {
      const size = open[item];
      if (size === 0 || size >= fewest || a[item + WEIGHT] === 0) continue;
      fewest = size;
      best = item;
    }
    this.work += layout.items;
    return best;
  }

  /** The item to mark for the open options of an item. */
  private bestMark(tight: number): number {
    const { a, open, near, isOpen, layout } = this;
    const touched: number[] = [];
    for (let slot = a[tight + FIRST]; slot < a[tight]; slot++) {
      const spacer = spacerAfter(a, a[slot]);
      if (isOpen[a[spacer + 1]] === 0) continue;
      for (let y = ~a[spacer]; y < spacer; y += 2) {
        const item = a[y];
        if (item < ITEM * layout.primary || a[item + WEIGHT] === 0) continue;
        if (near[item] === 0) touched.push(item);
        near[item] = near[item] + 1;
      }
    }
    let best = tight;
    for (const item of touched) {
      const closer = near[item] - near[best];
      if (closer > 0 || (closer === 0 && open[item] > open[best])) {
        best = item;
      }
    }
    for (const item of touched) near[item] = 0;
    this.work += a[tight] - a[tight + FIRST] + touched.length;
    return best;
  }
}

import type { Compiled } from '../../problem/compiled.ts';
import type { SearchSettings } from '../search.ts';
import { TreeSearch } from '../tree-search.ts';
import { MultiplesLayout, spacerAfter } from './multiples-layout.ts';

// The fields of an item's record: see multiples-layout.ts. END has the offset 0.
const FLOOR = 1;
const ROOM = 2;
const FIRST = 3;
const WEIGHT = 4;
const ITEM = 5;

/**
 * The sparse sets of `multiples`: the live options, and how they leave and come back. An option
 * leaves all its items when it is decided: chosen, left out, or out because others were chosen. To
 * take it away from an item, swap it with the last live one and move the end down by one.
 *
 * To undo, it keeps a trail of all options decided, and moves the ends of their items up again in
 * reverse order. So the memory does not depend on the depth, and a branch saves three integers.
 * (`lists` saves all ends at a branch where they are few: 0.86 of the time.)
 *
 * It also watches the *capacity*. Each secondary item can be used once. An item without a live
 * option is lost. The items that are left must hold the needs of the primary items:
 *
 *     spare = weights of secondary items with a live option
 *             - for each primary item: need * least weight of its options
 *
 * Below 0 there is no solution. (In a packing the weight is the area, and `spare` is the number of
 * cells that may stay empty. Where other weights prove at the start that there is no solution, they
 * replace these: see weights.ts.)
 */
export abstract class MultiplesSets extends TreeSearch {
  protected readonly layout: MultiplesLayout;
  protected a: Int32Array = new Int32Array(0);
  /** The lengths of stacks. */
  protected trail = 0;
  protected forced = 0;
  /** The capacity beyond the needs of the primary items. */
  protected spare = 0;
  /**
   * Primary items that have room for another option. At 0 it stands on a solution: nothing else
   * fits.
   */
  protected unfilled = 0;

  constructor(compiled: Compiled, settings: SearchSettings) {
    super(compiled, settings);
    this.layout = new MultiplesLayout(compiled);
  }

  /**
   * Undoes the trail, and makes the decisions of the prefix. True if capacity is scarce: at least
   * half of it is needed.
   */
  protected openSets(): boolean {
    const { a, primary, start } = this;
    const { OPTION } = this.layout;
    this.depth = this.trail = this.forced = this.unfilled = 0;
    const needed = this.layout.needed(a);
    const capacity = this.layout.capacity(a);
    for (let item = 0; item < ITEM * primary; item += ITEM) {
      if (a[item + ROOM] !== 0) this.unfilled++;
    }
    this.spare = capacity - needed;
    this.mustBackUp = this.spare < 0;
    // All are looked at before any is cleared, so that none is noted as forced twice: the stack
    // would overflow.
    for (let item = 0; item < ITEM * primary; item += ITEM) this.lookAt(item);
    for (let item = 0; item < ITEM * primary; item += ITEM) {
      if (a[item + ROOM] === 0) this.clear(item, 0);
    }
    for (let k = 0; k < start.leftOutCount; k++) {
      const x = a[OPTION + start.leftOut[k]];
      if (x !== 0 && this.isLive(x)) this.leaveOut(x);
    }
    for (let k = 0; k < start.chosenCount && !this.mustBackUp; k++) {
      this.choose(a[OPTION + start.chosen[k]]);
    }
    return needed > 0 && 2 * needed >= capacity;
  }

  private isLive(x: number): boolean {
    return this.a[x + 1] < this.a[this.a[x]];
  }

  /**
   * Chooses the option with the first node x, and clears its items that are full, unless all are.
   */
  protected choose(x: number): void {
    const { a } = this;
    const { TRAIL, CHOSEN, HUE } = this.layout;
    const secondary = ITEM * this.primary;
    a[TRAIL + this.trail++] = ~x;
    a[CHOSEN + this.depth++] = x;
    if (this.depth > this.deepest) this.deepest = this.depth;
    let { spare } = this;
    let y = x;
    for (let item = a[y]; item >= 0; item = a[y]) {
      remove(a, item, y);
      if (item < secondary) {
        const floor = a[item + FLOOR];
        if (floor > a[item + FIRST]) spare += a[item + WEIGHT];
        a[item + FLOOR] = floor - 1;
        const room = a[item + ROOM] - 1;
        a[item + ROOM] = room;
        if (room === 0) this.unfilled--;
      } else if (a[item + ROOM] === 0) {
        a[item + ROOM] = y;
        spare -= a[item + WEIGHT];
      }
      y += 2;
    }
    this.spare = spare;
    if (spare < 0) this.mustBackUp = true;
    this.updates += (y - x) >> 1;
    if (this.unfilled === 0) return;
    y = x;
    for (let item = a[y]; item >= 0 && !this.mustBackUp; item = a[y]) {
      if (item < secondary) {
        if (a[item + ROOM] === 0) this.clear(item, 0);
      } else {
        // Only for the first: a later one has the same colour, or would not be live.
        const hue = HUE === 0 ? 0 : a[HUE + (y >> 1)];
        if (a[item + ROOM] === y) this.clear(item, hue);
      }
      y += 2;
    }
  }

  /**
   * Takes all live options of an item out of play, except those that use it in the colour `hue`, if
   * that is not 0. It stops at once where an item has too few left.
   */
  private clear(item: number, hue: number): void {
    const { a } = this;
    const { TRAIL, FORCED, HUE } = this.layout;
    const secondary = ITEM * this.primary;
    const first = a[item + FIRST];
    let { trail, forced, spare, updates, mustBackUp } = this;
    for (let slot = a[item] - 1; slot >= first && !mustBackUp; slot--) {
      const start = a[slot];
      if (hue !== 0 && a[HUE + (start >> 1)] === hue) continue;
      // The nodes from `start` up to the spacer, then those before it.
      let z = start;
      let i = item;
      do {
        const last = remove(a, i, z);
        updates++;
        const floor = a[i + FLOOR];
        if (last <= floor) {
          if (last < floor) mustBackUp = true;
          else if (floor > a[i + FIRST]) a[FORCED + forced++] = i;
          else if (i >= secondary && a[i + ROOM] === 0) {
            spare -= a[i + WEIGHT];
            if (spare < 0) mustBackUp = true;
          }
        }
        z += 2;
        i = a[z];
        if (i < 0) {
          z = ~i;
          i = a[z];
          a[TRAIL + trail++] = z;
        }
      } while (z !== start);
    }
    this.trail = trail;
    this.forced = forced;
    this.updates = updates;
    this.spare = spare;
    this.mustBackUp = mustBackUp;
  }

  /** Leaves out the live option with the first node x, as a decision. */
  protected leaveOut(x: number): void {
    const { a } = this;
    a[this.layout.TRAIL + this.trail++] = ~x;
    let y = x;
    for (let item = a[y]; item >= 0; item = a[y]) {
      if (remove(a, item, y) <= a[item + FLOOR]) this.lookAt(item);
      y += 2;
    }
    this.updates += (y - x) >> 1;
  }

  /** Takes decisions and their consequences back, until the trail has that length. */
  protected undo(length: number): void {
    const { a } = this;
    const { TRAIL, CHOSEN } = this.layout;
    const secondary = ITEM * this.primary;
    while (this.trail > length) {
      const entry = a[TRAIL + --this.trail];
      let y = entry;
      let choice = 0;
      if (entry < 0) {
        y = ~entry;
        if (this.depth > 0 && a[CHOSEN + this.depth - 1] === y) {
          choice = 1;
          this.depth--;
        }
      }
      for (let item = a[y]; item >= 0; item = a[y]) {
        a[item] = a[item] + 1;
        if (choice === 1) {
          if (item < secondary) {
            a[item + FLOOR] = a[item + FLOOR] + 1;
            const room = a[item + ROOM];
            a[item + ROOM] = room + 1;
            if (room === 0) this.unfilled++;
          } else if (a[item + ROOM] === y) {
            a[item + ROOM] = 0;
          }
        }
        y += 2;
      }
    }
  }

  /** Checks if an item has too few options or none to spare, or is lost. */
  private lookAt(item: number): void {
    const { a } = this;
    const floor = a[item + FLOOR];
    const spare = a[item] - floor;
    if (spare < 0) this.mustBackUp = true;
    else if (spare === 0 && floor > a[item + FIRST]) {
      a[this.layout.FORCED + this.forced++] = item;
    } else if (spare === 0 && item >= ITEM * this.primary && a[item + ROOM] === 0) {
      this.spare -= a[item + WEIGHT];
      if (this.spare < 0) this.mustBackUp = true;
    }
  }

  /** The first of an item's live options, as stated. */
  protected firstOf(item: number): number {
    const { a } = this;
    const end = a[item];
    const from = a[item + FIRST];
    let first = a[from];
    for (let slot = from + 1; slot < end; slot++) {
      if (a[slot] < first) first = a[slot];
    }
    this.looks += end - from;
    return this.firstNode(first);
  }

  /**
   * A live option of the leftmost item that has one. No item needs it, so their order means
   * nothing.
   */
  protected freeNode(): number {
    const { a } = this;
    let item = 0;
    while (a[item] === a[item + FIRST]) item += ITEM;
    return this.firstNode(a[a[item + FIRST]]);
  }

  protected firstNode(x: number): number {
    return ~this.a[spacerAfter(this.a, x)];
  }

  /** The number of the option with a node x. */
  protected optionOf(x: number): number {
    return this.a[spacerAfter(this.a, x) + 1];
  }
}

/**
 * Takes a node away from its item: it changes places with the last live one. Returns the new end.
 */
function remove(a: Int32Array, item: number, node: number): number {
  const last = a[item] - 1;
  const mine = a[node + 1];
  const other = a[last];
  a[item] = last;
  a[mine] = other;
  a[other + 1] = mine;
  a[last] = node;
  a[node + 1] = last;
  return last;
}

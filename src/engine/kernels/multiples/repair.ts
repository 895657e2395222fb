import type { Compiled } from '../../problem/compiled.ts';
import { integers } from '../../problem/memory.ts';
import type { Slices } from '../../problem/slices.ts';
import type { Start } from '../prefix.ts';
import { Random } from '../random.ts';
import { PAUSE_UPDATES } from '../search.ts';
import { searchOrderInSlices } from '../search-order.ts';
import { MultiplesLayout, spacerAfter } from './multiples-layout.ts';

// The fields of an item's record: see multiples-layout.ts. Here NEED replaces `floor`: the number
// of options that it still needs.
const NEED = 1;
const ROOM = 2;
const FIRST = 3;
const WEIGHT = 4;
const ITEM = 5;

/** The choices are by chance up to this part. */
const NOISE = 0.1;
/** Half of the steps make room for one option, the other half for two. */
const MOST_CLEARED = 2;
/** The options that are prepared at once. */
const SLICE_OPTIONS = 1 << 13;
/** No item. */
const NONE = -1;

/**
 * Looks for a solution where capacity is scarce by placing options and taking some back, without a
 * tree. It proves nothing, but it corrects mistakes that a tree search returns to after years: one
 * piece on the wrong side of a packing. It works as repair does in scheduling (Minton and others,
 * 1992):
 *
 *     [fill] as much as fits, tight items first, as `Multiples` does, with a little chance
 *        |           ^
 *        v           |
 *     less is needed than before, or as much? no -> [restore] what was there
 *        |                                                   |
 *        '------> [make room]: take back all that rules out an option of some unused item
 *
 * Its memory is that of `Multiples`, used in another way: a slot holds the first node of its
 * option, and the second integer of that node counts the things that *block* the option: its
 * secondary items in use, itself if it is placed, and the prefix if that leaves it out. An option
 * without blocks is live. (If primary items without room blocked their options as well, a step
 * would take ten times as long: in a packing, a tenth of all options.)
 */
export class Repair {
  nodes = 0;
  updates = 0;
  readonly guesses = 0;
  readonly deepest = 0;
  /** The needs of the primary items, by weight. 0: it stands on a solution. */
  missing = 0;
  private readonly layout: MultiplesLayout;
  private readonly start: Start;
  private readonly random: Random;
  private building: Slices | undefined;
  private a: Int32Array = new Int32Array(0);
  /** Item -> its live options. */
  private live: Int32Array = new Int32Array(0);
  /** Secondary item -> the first node of the option that uses it, or 0. */
  private user: Int32Array = new Int32Array(0);
  /** The options placed, by their first nodes; `fixed` are those of the prefix. */
  private readonly placed = new Set<number>();
  private readonly fixed = new Set<number>();
  /** Secondary items that a fill still looks at. */
  private open: number[] = [];
  /** The options that the last step took back and placed, and the value of `missing` before. */
  private removed: number[] = [];
  private added: number[] = [];
  private before = Number.POSITIVE_INFINITY;

  /** Below the decisions of a prefix. */
  constructor(compiled: Compiled, start: Start, seed: number | undefined) {
    this.layout = new MultiplesLayout(compiled);
    this.start = start;
    this.random = new Random(seed ?? 0);
    this.building = this.build(compiled, seed);
  }

  /**
   * Does at most this number of nodes, and pauses after about a millisecond. It finds one solution,
   * and stands on it.
   */
  advance(nodeBudget: number): 'solution' | 'paused' {
    if (this.building !== undefined) {
      if (this.building.next().done) this.building = undefined;
      return 'paused';
    }
    const stop = this.nodes + nodeBudget;
    const enough = this.updates + PAUSE_UPDATES;
    while (this.missing > 0 && this.nodes < stop && this.updates < enough) {
      if (!this.placeNext()) this.endFill();
    }
    return this.missing === 0 ? 'solution' : 'paused';
  }

  /** The options placed, those of the prefix first. */
  solution(into: number[] = []): number[] {
    into.length = 0;
    for (const x of this.placed) into.push(this.optionOf(x));
    return into;
  }

  end(): void {
    this.a = this.live = this.user = new Int32Array(0);
  }

  private *build(compiled: Compiled, seed: number | undefined): Slices {
    const { layout, start } = this;
    const order = yield* searchOrderInSlices(compiled, seed);
    const a = yield* layout.build(order);
    const end = ITEM * layout.items;
    this.a = a;
    this.live = integers(end, 'the items of a search');
    this.user = integers(end, 'the items of a search');
    for (let item = 0; item < end; item += ITEM) {
      const first = a[item + FIRST];
      this.live[item] = a[item] - first;
      a[item + NEED] = a[item + NEED] - first;
      if (item < ITEM * layout.primary) this.missing += a[item + NEED] * this.weightOf(item);
    }
    // From the last option to the first, since a spacer says where its option begins.
    let options = 0;
    for (let spacer = layout.end - 2; spacer > layout.NODE; ) {
      const first = ~a[spacer];
      for (let x = first; x < spacer; x += 2) a[a[x + 1]] = first;
      a[first + 1] = 0;
      spacer = first - 2;
      if (++options % SLICE_OPTIONS === 0) yield;
    }
    for (let k = 0; k < start.leftOutCount; k++) {
      const x = a[layout.OPTION + start.leftOut[k]];
      if (x !== 0) this.blockOne(x, 1);
    }
    for (let k = 0; k < start.chosenCount; k++) {
      const x = a[layout.OPTION + start.chosen[k]];
      this.fixed.add(x);
      this.place(x);
    }
    this.lookAtAll();
  }

  /** An item that no secondary item limits counts as well. */
  private weightOf(item: number): number {
    return Math.max(1, this.a[item + WEIGHT]);
  }

  private lookAtAll(): void {
    const { layout, live } = this;
    this.open.length = 0;
    for (let item = ITEM * layout.primary; item < ITEM * layout.items; item += ITEM) {
      if (live[item] > 0) this.open.push(item);
    }
    this.updates += layout.items;
  }

  /** Places an option at the tightest item that has one; false if there is none. */
  private placeNext(): boolean {
    const { live, open, random } = this;
    for (;;) {
      let tightest = NONE;
      let place = 0;
      let fewest = Number.POSITIVE_INFINITY;
      let left = 0;
      for (const item of open) {
        const size = live[item];
        if (size === 0) continue;
        const noisy = size * (1 + NOISE * (random.word() / 2 ** 32));
        if (noisy < fewest) {
          fewest = noisy;
          tightest = item;
          place = left;
        }
        open[left++] = item;
      }
      this.updates += open.length;
      open.length = left;
      if (tightest === NONE) return false;
      const x = this.snuggest(tightest);
      if (x !== NONE) {
        this.nodes++;
        this.place(x);
        this.added.push(x);
        return true;
      }
      open[place] = open[left - 1];
      open.length--;
    }
  }

  /**
   * The live option of an item that leaves the least room around it, of those that are needed; NONE
   * without.
   */
  private snuggest(item: number): number {
    const { a, live, random } = this;
    const secondary = ITEM * this.layout.primary;
    const end = a[item];
    let best = NONE;
    let least = Number.POSITIVE_INFINITY;
    for (let slot = a[item + FIRST]; slot < end; slot++) {
      const x = a[slot];
      if (a[x + 1] !== 0) continue;
      let isNeeded = false;
      let hasRoom = true;
      let sum = 0;
      let count = 0;
      for (let y = x; a[y] >= 0; y += 2) {
        const i = a[y];
        if (i < secondary) {
          isNeeded ||= a[i + NEED] > 0;
          hasRoom &&= a[i + ROOM] > 0;
        } else {
          sum += live[i];
          count++;
        }
      }
      this.updates += count;
      if (!isNeeded || !hasRoom) continue;
      const mean = (sum / count) * (1 + NOISE * (random.word() / 2 ** 32));
      if (mean >= least) continue;
      least = mean;
      best = x;
    }
    return best;
  }

  /**
   * After the last option that fits: keeps the placed ones, unless more is missing than before, and
   * makes room.
   */
  private endFill(): void {
    this.nodes++;
    if (this.missing > this.before) {
      for (const x of this.added) this.remove(x);
      for (const x of this.removed) this.place(x);
    }
    this.before = this.missing;
    this.added.length = this.removed.length = 0;
    const cleared = 1 + this.random.below(MOST_CLEARED);
    const item = this.unusedItem();
    if (item !== NONE) for (let k = 0; k < cleared; k++) this.makeRoom(item);
    this.lookAtAll();
  }

  /**
   * A secondary item, by chance, that no option uses; NONE if it meets none. Each is equally
   * likely, so large holes of a packing come more often than small ones.
   */
  private unusedItem(): number {
    const { a, user, layout } = this;
    const count = layout.items - layout.primary;
    for (let k = 0; k < count; k++) {
      const item = ITEM * (layout.primary + this.random.below(count));
      if (user[item] === 0 && a[item] > a[item + FIRST]) return item;
    }
    return NONE;
  }

  /** Takes back the options that block an option of an item, unless the prefix does. */
  private makeRoom(item: number): void {
    const { a, user, fixed } = this;
    const first = a[item + FIRST];
    const x = a[first + this.random.below(a[item] - first)];
    for (let y = x; a[y] >= 0; y += 2) {
      const other = user[a[y]];
      if (other === 0 || fixed.has(other)) continue;
      this.remove(other);
      this.removed.push(other);
    }
  }

  private place(x: number): void {
    const { a, user } = this;
    const secondary = ITEM * this.layout.primary;
    this.placed.add(x);
    this.blockOne(x, 1);
    for (let y = x; a[y] >= 0; y += 2) {
      const item = a[y];
      if (item >= secondary) {
        user[item] = x;
        this.block(item, 1);
        continue;
      }
      const need = a[item + NEED];
      if (need > 0) this.missing -= this.weightOf(item);
      a[item + NEED] = need - 1;
      a[item + ROOM] = a[item + ROOM] - 1;
    }
  }

  /** Undoes `place`. */
  private remove(x: number): void {
    const { a, user } = this;
    const secondary = ITEM * this.layout.primary;
    this.placed.delete(x);
    this.blockOne(x, -1);
    for (let y = x; a[y] >= 0; y += 2) {
      const item = a[y];
      if (item >= secondary) {
        user[item] = 0;
        this.block(item, -1);
        continue;
      }
      const need = a[item + NEED] + 1;
      if (need > 0) this.missing += this.weightOf(item);
      a[item + NEED] = need;
      a[item + ROOM] = a[item + ROOM] + 1;
    }
  }

  /** Blocks all options of an item, or takes that back: `by` is 1 or -1. */
  private block(item: number, by: 1 | -1): void {
    const { a } = this;
    const end = a[item];
    for (let slot = a[item + FIRST]; slot < end; slot++) {
      this.blockOne(a[slot], by);
    }
    this.updates += end - a[item + FIRST];
  }

  private blockOne(x: number, by: 1 | -1): void {
    const { a, live } = this;
    const blocks = a[x + 1] + by;
    a[x + 1] = blocks;
    // It was live, or it is again.
    if (blocks !== (by + 1) >> 1) return;
    let y = x;
    for (let item = a[y]; item >= 0; item = a[y]) {
      live[item] = live[item] - by;
      y += 2;
    }
    this.updates += (y - x) >> 1;
  }

  private optionOf(x: number): number {
    return this.a[spacerAfter(this.a, x) + 1];
  }
}

import type { Compiled } from '../../problem/compiled.ts';
import { SlicedLayout, type Slices } from '../../problem/slices.ts';
import type { Decisions, Prefix } from '../prefix.ts';
import type { Outcome, Search, SearchSettings } from '../search.ts';
import { searchOrderInSlices } from '../search-order.ts';
import { MultiplesSets } from './sets.ts';
import { Weights } from './weights.ts';

// The fields of an item's record: see multiples-layout.ts. END has the offset 0.
const FLOOR = 1;
const ROOM = 2;
const FIRST = 3;
const WEIGHT = 4;
const ITEM = 5;

/** No node, and no item. */
const NONE = -1;
/** A branch: [length of the trail, node, spare]. */
const RECORD = 3;
/**
 * Where capacity is scarce, and each primary item has more ways than this, a branch looks at
 * secondary items as well. (A packing of 5x12 that has no solution takes 31,700 nodes with 0 or 4,
 * 34,700 with 8, 55,700 with 16 and 50,000 with primary items alone. In 50x50, nine tenths filled,
 * only the secondary items lead to a solution.)
 */
const MANY_OPTIONS = 8;

/**
 * Exact cover where items have bounds: a primary item is covered by `least` to `most` options. It
 * branches as Filip Stappers's SSMCC (2023) does: on one option, chosen or left out. So each set of
 * options comes once, even if items may stay uncovered, and the tree consists of decisions.
 *
 * An item *needs* the options that it lacks to `least`. If it needs n of its s live options, one of
 * the first s + 1 - n is chosen in each solution: these are its *ways* (Knuth's degree in TAOCP
 * 7.2.2.1, Algorithm M). A branch takes the item with the fewest ways, the leftmost of several, and
 * its first option as stated; by Knuth's estimate the choice has the part 1 / ways of the tree.
 * Where no item needs any, all live options are *free*: each may be chosen or not.
 *
 * Identical pieces in a packing have thousands of ways, and a search by pieces leaves holes
 * everywhere. So where capacity is scarce, a branch may begin at the secondary item with the fewest
 * live options, such as a corner. One of these is chosen, or the item is lost; an item heavier than
 * the spare capacity cannot be lost. The branch takes the option whose items have the fewest live
 * options on average. So pieces nestle against walls and each other.
 */
export class Multiples extends MultiplesSets {
  /** True if the primary items need half of the capacity or more. Known when it is laid out. */
  isScarce = false;
  private branches = 0;
  /** The length of the trail at the start, below the prefix. */
  private base = 0;
  /** The part of the tree below the current decisions, by Knuth's estimate. */
  private part = 1;
  /** The parts that are finished, without the current one. */
  private finished = 0;
  /** Branch -> the part below its alternative. */
  private parts = new Float64Array(16);
  /** Replaces `MANY_OPTIONS` in tests, even where capacity is not scarce. */
  private readonly tuning: number | undefined;
  /** A primary item with more ways lets a branch look at secondary items. */
  private many = Number.POSITIVE_INFINITY;

  constructor(compiled: Compiled, settings: SearchSettings = {}, many?: number) {
    super(compiled, settings);
    this.tuning = many;
    this.layingOut = new SlicedLayout(compiled, () => this.build(compiled, settings.seed));
    this.layOut();
  }

  private *build(compiled: Compiled, seed: number | undefined): Slices {
    const order = yield* searchOrderInSlices(compiled, seed);
    this.firstLook = order.preferred || this.primary;
    const a = yield* this.layout.build(order);
    yield* new Weights(a, this.layout, compiled.options).replace();
    this.a = a;
  }

  override frontier(): Iterable<Prefix> {
    if (this.done) return [];
    const { a } = this;
    const { TRAIL, CHOSEN, BRANCH } = this.layout;
    let { prefix } = this.start;
    if (this.layingOut !== undefined) return [prefix];
    const whole = prefix.share;
    const share = whole * this.part;
    const open: Prefix[] = [];
    let depth = this.start.chosenCount;
    for (let k = this.base; k < this.trail; k++) {
      const x = ~a[TRAIL + k];
      if (x < 0) continue;
      const option = this.optionOf(x);
      if (depth < this.depth && a[CHOSEN + depth] === x) {
        const n = open.length;
        if (n < this.branches && a[BRANCH + RECORD * n] === k) {
          open.push(prefix.and(~option, whole * this.parts[n]));
        }
        prefix = prefix.and(option, share);
        depth++;
      } else {
        prefix = prefix.and(~option, share);
      }
    }
    if (!this.mustBackUp) open.push(prefix);
    return open.reverse();
  }

  override share(): number {
    if (this.done) return 1;
    // A sum of many parts may be a little above 1.
    return Math.min(1, this.mustBackUp ? this.finished + this.part : this.finished);
  }

  override reset(prefix?: Decisions, length?: number): void {
    if (prefix !== undefined) this.start.set(prefix, length);
    if (this.layingOut !== undefined) return;
    this.undo(0);
    this.begin();
  }

  /**
   * At most `limit` nodes of the search (at least 1), until there is `enough` work or all `wanted`
   * solutions. Its phases:
   *
   *              .-------------------- alive --------------------.
   *              v                                               |
   *   a [forced node], or [begin branch] -----------> [choose] the option
   *              ^                                               |
   *              | alive                                         | too few options are left, or too
   *              |                                               v little capacity, or a solution
   *   [leave out] the option of the last branch <------------ [back up] to it -> exhausted
   *              |                                               ^
   *              '------------------ mustBackUp -----------------'
   *
   * It can stop before every choice, and after a fixed amount of work. `mustBackUp` says on which
   * arrow it stands.
   */
  protected override run(limit: number): Outcome {
    const stop = this.nodes + limit;
    for (;;) {
      if (this.mustBackUp) {
        if (this.branches === 0) {
          this.done = true;
          return 'exhausted';
        }
        if (this.updates + this.looks >= this.enough) return 'paused';
        this.backUp();
      } else if (this.unfilled === 0 || this.trail === this.layout.choosable) {
        this.solutions++;
        this.mustBackUp = true;
        if (this.solutions < this.wanted) continue;
        this.onSolution = true;
        return 'solution';
      } else {
        if (this.nodes === stop || this.updates + this.looks >= this.enough) return 'paused';
        let x = this.forcedNode();
        const last = x === NONE ? this.lastSolutions() : 0;
        if (last > 0 && this.solutions + last < this.wanted) {
          this.nodes++;
          this.solutions += last;
          this.mustBackUp = true;
          continue;
        }
        if (x === NONE) x = this.beginBranch();
        this.nodes++;
        this.choose(x);
      }
    }
  }

  protected override begin(): void {
    this.nodes = this.guesses = this.updates = this.solutions = this.deepest = this.looks = 0;
    this.branches = this.finished = 0;
    this.part = 1;
    this.done = this.onSolution = false;
    this.isScarce = this.openSets();
    this.many = this.tuning ?? (this.isScarce ? MANY_OPTIONS : Number.POSITIVE_INFINITY);
    this.base = this.trail;
    this.updates = 0;
  }

  /** The first node of an option that is forced; NONE if there is none. */
  private forcedNode(): number {
    const { a } = this;
    while (this.forced > 0) {
      const item = a[this.layout.FORCED + this.forced - 1];
      const first = a[item + FIRST];
      if (a[item + FLOOR] > first) return this.firstNode(a[first]);
      this.forced--;
    }
    return NONE;
  }

  /**
   * The number of solutions below, where it takes no search: one item lacks one option, and has
   * room for no more. Then all live options are its own, and each makes a solution. 0 elsewhere.
   */
  private lastSolutions(): number {
    if (this.unfilled !== 1) return 0;
    const { a } = this;
    const item = this.neediest();
    if (item === NONE || a[item + ROOM] !== 1) return 0;
    return a[item] - a[item + FIRST];
  }

  /** Begins a branch, unless there is but one way; gives the first node of the option to choose. */
  private beginBranch(): number {
    const { a } = this;
    const item = this.neediest();
    let ways = item === NONE ? 2 : a[item] - a[item + FLOOR] + 1;
    let x = NONE;
    if (item !== NONE && ways > this.many) {
      const tight = this.tightest(ways);
      if (tight !== NONE) x = this.snuggest(tight);
      if (x !== NONE) ways = this.waysOf(tight);
      if (ways === 1) return x;
    }
    if (x === NONE) x = item === NONE ? this.freeNode() : this.firstOf(item);
    this.beginPart(ways);
    this.guesses++;
    const branch = this.layout.BRANCH + RECORD * this.branches++;
    a[branch] = this.trail;
    a[branch + 1] = x;
    a[branch + 2] = this.spare;
    return x;
  }

  /**
   * The primary item with the fewest ways, the leftmost of several; NONE if no item needs any
   * option.
   */
  private neediest(): number {
    const { a } = this;
    const all = ITEM * this.primary;
    let best = NONE;
    let fewest = Number.POSITIVE_INFINITY;
    let item = 0;
    for (let end = ITEM * this.firstLook; best === NONE && item < all; end = all) {
      for (; item < end; item += ITEM) {
        const floor = a[item + FLOOR];
        const spare = a[item] - floor;
        if (spare >= fewest || floor <= a[item + FIRST]) continue;
        fewest = spare;
        best = item;
        // None without options to spare is left.
        if (spare === 1) break;
      }
    }
    this.looks += this.primary;
    return best;
  }

  /** The secondary item with the fewest ways, if it has fewer than `most`; else NONE. */
  private tightest(most: number): number {
    const { a } = this;
    const all = ITEM * this.layout.items;
    let best = NONE;
    let fewest = most;
    for (let item = ITEM * this.primary; item < all; item += ITEM) {
      const size = a[item] - a[item + FIRST];
      if (size === 0 || size >= fewest || a[item + WEIGHT] === 0) continue;
      const ways = this.waysOf(item);
      if (ways >= fewest) continue;
      fewest = ways;
      best = item;
    }
    this.looks += this.layout.items - this.primary;
    return best;
  }

  /** The live options of a secondary item, and one way more if it can be lost. */
  private waysOf(item: number): number {
    const { a } = this;
    const size = a[item] - a[item + FIRST];
    return a[item + WEIGHT] <= this.spare ? size + 1 : size;
  }

  /**
   * The live option of an item whose secondary items have the fewest live options on average, among
   * those that some primary item needs; NONE if there is none.
   */
  private snuggest(item: number): number {
    const { a } = this;
    const secondary = ITEM * this.primary;
    const end = a[item];
    let best = NONE;
    let least = Number.POSITIVE_INFINITY;
    for (let slot = a[item + FIRST]; slot < end; slot++) {
      const first = this.firstNode(a[slot]);
      let isNeeded = false;
      let sum = 0;
      let count = 0;
      let x = first;
      for (let i = a[x]; i >= 0; i = a[x]) {
        const from = a[i + FIRST];
        if (i < secondary) {
          isNeeded ||= a[i + FLOOR] > from;
        } else {
          sum += a[i] - from;
          count++;
        }
        x += 2;
      }
      this.looks += count;
      const mean = sum / count;
      if (!isNeeded || mean > least || (mean === least && first > best)) continue;
      least = mean;
      best = first;
    }
    return best;
  }

  /** Gives the choice of a branch one of `ways` parts, and its alternative the others. */
  private beginPart(ways: number): void {
    if (this.branches === this.parts.length) {
      const longer = new Float64Array(2 * this.branches);
      longer.set(this.parts);
      this.parts = longer;
    }
    const part = this.part / ways;
    this.parts[this.branches] = this.part - part;
    this.part = part;
  }

  /** Takes back the last branch, and leaves its option out. */
  private backUp(): void {
    const { a } = this;
    const branch = this.layout.BRANCH + RECORD * --this.branches;
    this.finished += this.part;
    this.part = this.parts[this.branches];
    this.undo(a[branch]);
    this.forced = 0;
    this.mustBackUp = false;
    this.spare = a[branch + 2];
    this.leaveOut(a[branch + 1]);
  }

  protected override chosenAt(depth: number): number {
    return this.optionOf(this.a[this.layout.CHOSEN + depth]);
  }

  protected override twin(): Search {
    return new Multiples(this.compiled, this.settings, this.tuning);
  }
}

import { type Compiled, checkCompiled } from '../problem/compiled.ts';
import { copyIntegers, integers, MOST_INTEGERS, resized } from '../problem/memory.ts';
import { inSlices, SLICE_OPTIONS, SlicedLayout, type Slices } from '../problem/slices.ts';
import type { Decisions, Prefix } from './prefix.ts';
import type { Outcome, Search, SearchSettings } from './search.ts';
import { type SearchOrder, searchOrderInSlices } from './search-order.ts';
import { type Branch, TreeSearch } from './tree-search.ts';

/**
 * Added to the count of an item that is covered, so that it is never the fewest. A secondary item
 * has it from the start, so that it is never forced either. No count reaches `LIMIT`.
 */
const COVERED = 1 << 30;
const LIMIT = 1 << 29;
const NONE = -1;
/** The bit of a mark that is 0 while the option is taken out. */
const LIVE = 1 << 30;

// A branch, as `wasm/registers.ts` has it for WebAssembly: its depth, its item, the slots of its
// options, the next one and the end; SHARED; the numbers of items covered and options taken out
// before its first choice, and before it covered its item; a copy of the counts.
const DEPTH = 0;
const BRANCH_ITEM = 1;
const NEXT = 2;
const COVERED_THEN = 3;
const LAST = 4;
const SHARED = 5;
const TAKEN_THEN = 6;
const TAKEN_BEFORE = 7;
const COUNTS = 8;
/**
 * SHARED says how the item of a branch is covered. 0: by each option for itself. 1: by the branch,
 * once for all. SHORT: by the branch as well, which left some items with one option or none, so all
 * items are looked at after each choice.
 */
const SHORT = 2;
/**
 * A branch with more options than this covers its item once for all of them. With thousands of
 * options, each of which covers the item for itself, it would take for ever.
 */
const MOST_ALONE = 8;
/** The branches that there is room for at first. */
const LISTS_FIRST_BRANCHES = 2;
/** The built-in sort is faster for more options than this. */
const MOST_INSERTED_OPTIONS = 32;
const MOST_LOOPED_OPTIONS = 16;
/** Where there are more counts than this, choices are taken back one by one. */
const MOST_COPIED = 4096;
const LAYOUT = 'the layout of a search';
const EMPTY = new Int32Array(0);
/**
 * The largest memory of a small search that has ended, for the next one. To make an array, clear it
 * and collect it takes a third of the time of a small search.
 */
let spare: Int32Array = EMPTY;
const MOST_SPARE = 1 << 16;

/** Other values of the constants, for tests; `firstBranches` is for lists in WebAssembly. */
export interface Tuning {
  readonly mostAlone: number;
  readonly mostCopied: number;
  readonly firstBranches: number;
}

/**
 * Exact cover with colours over lazy lists. An option that is taken out is marked so, and the
 * counts of its items go down; it stays in their lists. A walk along a list stops when it has seen
 * all live options by the item's count, and swaps these to the front, so the next walk is short.
 * (Christine Solnon's dancing cells, from which Knuth made SSXCC, keep each list in order at each
 * step. Here a step writes one integer in place of five, the layout takes half as long, and a small
 * problem is solved before the other one could begin.)
 *
 * All lies in one Int32Array, since V8 looks up where an array lies anew in each round of a loop.
 * For Knuth's example (see compiled.ts):
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
 * of the slots follow behind them. To go back, the options on the trail are marked live again, and
 * the counts come back as a copy (where they are too many: each is counted up again).
 *
 * `WasmLists` goes on with the same array in WebAssembly. Each list is in the same order there, so
 * both take the same nodes.
 */
export class Lists extends TreeSearch {
  protected a: Int32Array = EMPTY;
  /** The problem in the order in which it is searched. */
  private order: SearchOrder;
  protected readonly coloured: boolean;
  /** Where each part begins, in the order drawn above. The counts begin at 0. */
  protected readonly KEEP: number;
  protected readonly FIRST: number;
  private readonly OPTIONS: number;
  private readonly SLOTS: number;
  protected readonly TRAIL: number;
  protected readonly FORCED: number;
  protected readonly CHOSEN: number;
  protected readonly BRANCH: number;
  /** The colour of a slot lies so far behind it: the number of slots. */
  protected readonly toHue: number;
  /** The colour of a node of an option lies so far behind it. */
  protected readonly toColour: number;
  /** The size of a branch's record. */
  protected readonly recordSize: number;
  /** True where choices are taken back one by one, since the counts are too many to copy. */
  protected readonly unwinds: boolean;

  protected readonly tuning: Partial<Tuning>;
  protected readonly mostAlone: number;
  /** Number of an option -> its place, where they differ; made when it is needed. */
  private placeOf: Int32Array = EMPTY;

  protected covered = 0;
  protected taken = 0;
  protected forced = 0;
  protected branches = 0;

  constructor(compiled: Compiled, settings: SearchSettings = {}, tuning: Partial<Tuning> = {}) {
    super(compiled, settings);
    const { primary, secondary, options, nodes, coloured } = compiled;
    this.order = { compiled };
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
    this.BRANCH = this.CHOSEN + primary;
    this.tuning = tuning;
    this.mostAlone = tuning.mostAlone ?? MOST_ALONE;
    this.unwinds = this.FIRST > (tuning.mostCopied ?? MOST_COPIED);
    this.recordSize = COUNTS + (this.unwinds ? 0 : this.FIRST);
    if (settings.seed === undefined && !compiled.prefers && options <= SLICE_OPTIONS) {
      this.layOutAtOnce();
      this.begin();
      return;
    }
    this.layingOut = new SlicedLayout(compiled, () => this.build(settings.seed));
    this.layOut();
  }

  /** A small problem needs no slices, and takes its memory from the search before. */
  private layOutAtOnce(): void {
    const { options } = this.compiled;
    const room = this.firstRoom;
    if (spare.length >= room) {
      this.a = spare;
      spare = EMPTY;
      this.a.fill(0, 0, this.FIRST);
    } else this.a = integers(room, LAYOUT);
    this.load(0, options);
    this.placeItems();
    this.placeOptions(0, options);
  }

  /** Its memory goes to the next small search. */
  override end(): void {
    super.end();
    // Not by the length of the array: a reset finds the lists in one order, whatever ended before.
    if (this.layingOut !== undefined || this.BRANCH > MOST_SPARE) return;
    if (this.a.length > spare.length && this.a.length <= MOST_SPARE) spare = this.a;
    this.a = EMPTY;
  }

  private get firstRoom(): number {
    return this.branch(Math.min(LISTS_FIRST_BRANCHES, this.primary));
  }

  private *build(seed: number | undefined): Slices {
    const order = yield* searchOrderInSlices(this.compiled, seed);
    this.order = order;
    this.firstLook = order.preferred || this.primary;
    this.a = integers(this.firstRoom, LAYOUT);
    const { options } = this.compiled;
    yield* inSlices(options, (from, to) => this.load(from, to));
    this.placeItems();
    yield* inSlices(options, (from, to) => this.placeOptions(from, to));
  }

  /** Copies options of the problem, and counts those of each item. */
  private load(from: number, to: number): void {
    const { a } = this;
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

  /**
   * Until they are placed, all items lie at the end of the room of the options, which are longer.
   */
  private get loadedAt(): number {
    return this.OPTIONS + this.compiled.options + 1;
  }

  /**
   * Gives each item its slots. Until the options are placed, `first` of an item is that of the next
   * one.
   */
  private placeItems(): void {
    const { a, primary, KEEP, FIRST } = this;
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
  private placeOptions(from: number, to: number): void {
    const { a } = this;
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

  /** The address of the option at a place of the order. */
  private addressOf(place: number): number {
    const { data, startAt } = this.order.compiled;
    return this.OPTIONS + place + data[startAt + place];
  }

  override frontier(): Iterable<Prefix> {
    return this.frontierOf(this.branches, (n) => this.describeBranch(n));
  }

  override share(): number {
    return this.shareOf(this.branches, (n) => this.describeBranch(n));
  }

  private describeBranch(n: number): Branch {
    const { a } = this;
    const branch = this.branch(n);
    const next = a[branch + NEXT];
    const last = a[branch + LAST];
    const first = a[this.FIRST + a[branch + BRANCH_ITEM]];
    return {
      depth: a[branch + DEPTH],
      width: last - first,
      left: last - next,
      untried: () => Array.from(a.subarray(next, last), (option) => this.numberOf(option)),
    };
  }

  override reset(prefix?: Decisions, length?: number): void {
    checkCompiled(this.compiled);
    if (prefix !== undefined) this.start.set(prefix, length);
    if (this.layingOut !== undefined) return;
    if (this.a.length === 0) this.layOutAtOnce();
    else this.open();
    this.begin();
  }

  protected override begin(): void {
    const { chosen, chosenCount, leftOut, leftOutCount } = this.start;
    this.nodes = this.guesses = this.updates = this.solutions = this.deepest = this.looks = 0;
    this.depth = this.covered = this.taken = this.forced = this.branches = 0;
    this.done = this.onSolution = false;
    for (let k = 0; k < leftOutCount; k++) this.leaveOut(this.optionOf(leftOut[k]));
    this.mustBackUp = !this.lookAround();
    for (let k = 0; k < chosenCount && !this.mustBackUp; k++) {
      this.choose(this.optionOf(chosen[k]), 0, NONE);
    }
    // The options of the prefix are on the path even where it fails.
    for (let k = this.depth; k < chosenCount; k++) {
      this.a[this.CHOSEN + this.depth++] = this.optionOf(chosen[k]);
    }
    this.updates = this.looks = 0;
  }

  /** Makes every option live. */
  private open(): void {
    const { a, primary, KEEP, FIRST } = this;
    for (let item = 0; item < KEEP; item++) {
      const count = a[FIRST + item + 1] - a[FIRST + item];
      a[item] = item < primary ? count : count + COVERED;
    }
    a.fill(0, KEEP, FIRST);
    const end = this.TRAIL + this.taken;
    for (let t = this.TRAIL; t < end; t++) this.revive(a[t]);
  }

  /** Remembers all items that have one option. False if some item has none. */
  private lookAround(): boolean {
    const { a, primary, FORCED } = this;
    let { forced } = this;
    this.looks += primary;
    for (let item = 0; item < primary; item++) {
      const count = a[item];
      if (count > 1) continue;
      if (count === 0) return false;
      a[FORCED + forced++] = item;
    }
    this.forced = forced;
    return true;
  }

  /** Takes an option out before any is chosen; a second time does nothing. */
  private leaveOut(x: number): void {
    const { a } = this;
    if (this.isOut(x)) return;
    a[x] = a[x] & ~LIVE;
    a[this.TRAIL + this.taken++] = x;
    let node = x + 1;
    for (let item = a[node]; item >= 0; item = a[++node]) a[item] = a[item] - 1;
  }

  /**
   * At most `limit` nodes of the search (at least 1), until there is `enough` work or all `wanted`
   * solutions. Its phases:
   *
   *                 .-------------- alive --------------.
   *                 v                                   |
   *   a [forced option], or [begin branch] -> [choose] the option, cover its items
   *                                               ^     |
   *                              the next option  |     | some item has no option left,
   *                                               |     v or no item is left: a solution
   *                                             [back up] to the last branch -> exhausted
   *
   * It can stop before every choice. `mustBackUp` says on which arrow it stands.
   */
  protected override run(limit: number): Outcome {
    const stop = this.nodes + limit;
    for (;;) {
      if (this.mustBackUp) {
        if (!this.hasBranch()) {
          this.done = true;
          return 'exhausted';
        }
        if (this.nodes === stop || this.updates + this.looks >= this.enough) return 'paused';
        this.nodes++;
        this.guesses++;
        this.backUp();
      } else if (this.covered === this.primary) {
        this.solutions++;
        this.mustBackUp = true;
        if (this.solutions < this.wanted) continue;
        this.onSolution = true;
        return 'solution';
      } else {
        if (this.nodes === stop || this.updates + this.looks >= this.enough) return 'paused';
        const x = this.forcedOption();
        if (x === NONE) {
          this.makeRoom();
          this.guesses++;
          this.beginBranch();
        } else {
          this.choose(x, 0, NONE);
        }
        this.nodes++;
      }
    }
  }

  /** Room for another branch. */
  private makeRoom(): void {
    const least = this.branch(this.branches + 1);
    if (least <= this.a.length) return;
    const plenty = Math.min(this.branch(2 * (this.branches + 1)), this.branch(this.primary));
    const room = Math.max(least, Math.min(plenty, MOST_INTEGERS));
    this.a = resized(this.a, room, 'the branches of a search');
  }

  /** The only option of an item that has but one; NONE if there is no such item. */
  private forcedOption(): number {
    const { a, FORCED, FIRST } = this;
    while (this.forced > 0) {
      const item = a[FORCED + --this.forced];
      if (a[item] !== 1) continue;
      let slot = a[FIRST + item];
      while (this.isOut(a[slot])) slot++;
      return a[slot];
    }
    return NONE;
  }

  /**
   * Branches at the item with the fewest options, the leftmost of several, and chooses its first
   * one.
   */
  private beginBranch(): void {
    const { a, primary, FIRST } = this;
    // Items with one option were among the forced ones, so 2 is the least there can be.
    let best = 0;
    let fewest = LIMIT;
    let item = 0;
    for (let end = this.firstLook; fewest === LIMIT; end = primary) {
      for (; item < end; item++) {
        const count = a[item];
        if (count >= fewest) continue;
        fewest = count;
        best = item;
        if (count === 2) break;
      }
    }
    this.looks += primary;
    const first = a[FIRST + best];
    const last = first + fewest;
    this.gather(first, last);
    const branch = this.branch(this.branches++);
    a[branch + DEPTH] = this.depth;
    a[branch + NEXT] = first + 1;
    a[branch + LAST] = last;
    a[branch + TAKEN_BEFORE] = this.taken;
    a[branch + BRANCH_ITEM] = best;
    let shared = 0;
    if (fewest > this.mostAlone) {
      const emptied = this.cover(NONE, best);
      shared = emptied || this.forced > 0 ? SHORT : 1;
      this.forced = 0;
    }
    a[branch + SHARED] = shared;
    a[branch + COVERED_THEN] = this.covered;
    a[branch + TAKEN_THEN] = this.taken;
    if (!this.unwinds) this.copyCounts(0, branch + COUNTS);
    this.choose(a[first], shared, best);
  }

  /**
   * Copies all counts, and what is kept of colours. For a few, the call takes longer than a loop.
   */
  private copyCounts(from: number, to: number): void {
    const { a } = this;
    const length = this.FIRST | 0;
    if (length > MOST_LOOPED_OPTIONS) a.copyWithin(to, from, from + length);
    else for (let k = 0; k < length; k++) a[to + k] = a[from + k];
  }

  /** Brings the live options of an item to its first slots, sorted as they were stated. */
  private gather(first: number, last: number): void {
    const { a } = this;
    let end = first;
    for (let slot = first; end < last; slot++) {
      const x = a[slot];
      if (this.isOut(x)) continue;
      a[slot] = a[end];
      a[end++] = x;
    }
    if (last - first > MOST_INSERTED_OPTIONS) {
      a.subarray(first, last).sort();
      return;
    }
    for (let slot = first + 1; slot < last; slot++) {
      const x = a[slot];
      let to = slot;
      for (; to > first && a[to - 1] > x; to--) a[to] = a[to - 1];
      a[to] = x;
    }
  }

  /** True if some branch has an option left to try. It leaves those that have none. */
  private hasBranch(): boolean {
    const { a } = this;
    while (this.branches > 0) {
      const branch = this.branch(this.branches - 1);
      if (a[branch + NEXT] !== a[branch + LAST]) return true;
      if (this.unwinds) {
        this.unwind(branch);
        this.takeBack(a[branch + TAKEN_BEFORE]);
        if (a[branch + SHARED] !== 0) this.uncover(a[branch + BRANCH_ITEM]);
      }
      this.branches--;
    }
    return false;
  }

  /** Returns to the last branch, and chooses the next option there. */
  private backUp(): void {
    const { a } = this;
    const branch = this.branch(this.branches - 1);
    const shared = a[branch + SHARED];
    const slot = a[branch + NEXT];
    if (this.unwinds) this.unwind(branch);
    else {
      const end = this.TRAIL + a[branch + TAKEN_THEN];
      for (let t = this.TRAIL + this.taken - 1; t >= end; t--) this.revive(a[t]);
      if (shared !== 0) {
        const before = a[slot - 1];
        a[before] = a[before] & ~LIVE;
      }
      this.copyCounts(branch + COUNTS, 0);
    }
    this.taken = a[branch + TAKEN_THEN];
    this.depth = a[branch + DEPTH];
    this.covered = a[branch + COVERED_THEN];
    this.forced = 0;
    a[branch + NEXT] = slot + 1;
    this.choose(a[slot], shared, a[branch + BRANCH_ITEM]);
  }

  /**
   * Chooses an option: covers its items. Where its branch has covered the item of the branch for
   * all options, this one was taken out with them, and must come back first.
   */
  private choose(x: number, shared: number, branchItem: number): void {
    this.a[this.CHOSEN + this.depth++] = x;
    if (this.depth > this.deepest) this.deepest = this.depth;
    this.mustBackUp = false;
    if (shared !== 0) {
      this.bringBack(x);
      if (shared === SHORT && !this.lookAround()) {
        this.mustBackUp = true;
        return;
      }
    }
    this.mustBackUp = this.cover(x, branchItem);
  }

  /**
   * Covers all items of the option x, or for NONE the item of a branch alone: takes out every other
   * option that has one of them, unless both give it the same colour. True if that leaves some item
   * without options; with x it stops there, since nothing can come of x. The slots of the item of
   * the branch do not move: those to come are among them.
   */
  private cover(x: number, branchItem: number): boolean {
    const { a } = this;
    const coloured = this.coloured === true;
    const primary = this.primary | 0;
    const toHue = this.toHue | 0;
    const FIRST = this.FIRST | 0;
    const FORCED = this.FORCED | 0;
    let trail = (this.TRAIL + this.taken) | 0;
    let forced = (FORCED + this.forced) | 0;
    let { covered, updates } = this;
    let emptied = false;
    let node = x + 1;
    let item = x === NONE ? branchItem : a[node];
    const own = x === NONE ? 0 : 1;
    for (; item >= 0; item = x === NONE ? NONE : a[++node]) {
      const count = a[item];
      let colour = 0;
      if (item < primary) {
        // The item of a branch that has covered it.
        if (count >= LIMIT) continue;
        a[item] = count + COVERED;
        covered++;
      } else if (coloured) {
        colour = a[node + this.toColour];
        const keep = this.KEEP + item - primary;
        if (colour !== 0) {
          // Another option gave it this colour: the live ones all agree.
          if (a[keep] !== 0) continue;
          a[keep] = node;
        }
      }
      // The other live options.
      let left = ((count & ~COVERED) - own) | 0;
      let front = a[FIRST + item];
      for (let slot = front; left > 0; slot++) {
        const other = a[slot];
        const mark = a[other];
        if (slot !== front && item !== branchItem) {
          a[slot] = a[front];
          a[front] = other;
          if (coloured && item >= primary) {
            const hue = a[slot + toHue];
            a[slot + toHue] = a[front + toHue];
            a[front + toHue] = hue;
          }
        }
        if ((mark & LIVE) === 0 || other === x) continue;
        front++;
        left--;
        // Nothing more is taken out, but the list comes in order as in WebAssembly.
        if (emptied && x !== NONE) continue;
        if (colour !== 0 && a[front - 1 + toHue] === colour) continue;
        a[other] = mark & ~LIVE;
        a[trail++] = other;
        let n = other + 1;
        for (let i = a[n]; i >= 0; i = a[++n]) {
          const count = (a[i] - 1) | 0;
          a[i] = count;
          if (count > 1) continue;
          if (count === 0) emptied = true;
          else a[forced++] = i;
        }
        updates += n - other - 1;
      }
      if (emptied) break;
    }
    this.updates = updates;
    this.taken = trail - this.TRAIL;
    this.forced = forced - FORCED;
    this.covered = covered;
    return emptied;
  }

  /** Takes back the choices below a branch, the last one first, without copied counts. */
  private unwind(branch: number): void {
    const { a, primary, KEEP } = this;
    const depth = a[branch + DEPTH];
    this.takeBack(a[branch + TAKEN_THEN]);
    while (this.depth > depth) {
      const x = a[this.CHOSEN + --this.depth];
      const rejoined = this.depth === depth && a[branch + SHARED] !== 0;
      let node = x + 1;
      for (let item = a[node]; item >= 0; item = a[++node]) {
        if (item >= primary) {
          if (this.coloured && a[KEEP + item - primary] === node) a[KEEP + item - primary] = 0;
        } else if (!(rejoined && item === a[branch + BRANCH_ITEM])) this.uncover(item);
        if (rejoined) a[item] = a[item] - 1;
      }
      if (rejoined) a[x] = a[x] & ~LIVE;
    }
  }

  /** Brings options back that were taken out, except the first `taken` of them. */
  private takeBack(taken: number): void {
    while (this.taken > taken) this.bringBack(this.a[this.TRAIL + --this.taken]);
  }

  private bringBack(x: number): void {
    const { a } = this;
    this.revive(x);
    let node = x + 1;
    for (let item = a[node]; item >= 0; item = a[++node]) {
      a[item] = a[item] + 1;
    }
  }

  private uncover(item: number): void {
    const count = this.a[item];
    if (count >= LIMIT) this.a[item] = count - COVERED;
  }

  protected override chosenAt(depth: number): number {
    return this.numberOf(this.a[this.CHOSEN + depth]);
  }

  protected override twin(): Search {
    return new Lists(this.compiled, this.settings, this.tuning);
  }

  private revive(option: number): void {
    this.a[option] = this.a[option] | LIVE;
  }

  private isOut(option: number): boolean {
    return (this.a[option] & LIVE) === 0;
  }

  /** The number of an option in the caller's problem. */
  private numberOf(option: number): number {
    return ~(this.a[option] | LIVE);
  }

  /** The option with a number of the caller's problem. */
  private optionOf(number: number): number {
    const { numbers } = this.order;
    if (numbers === undefined) return this.addressOf(number);
    if (this.placeOf.length === 0) {
      this.placeOf = integers(numbers.length, 'an order of the options');
      for (let k = 0; k < numbers.length; k++) this.placeOf[numbers[k]] = k;
    }
    return this.addressOf(this.placeOf[number]);
  }

  protected branch(n: number): number {
    return this.BRANCH + this.recordSize * n;
  }
}

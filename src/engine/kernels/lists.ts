import { type Compiled, checkCompiled } from '../problem/compiled.ts';
import { integers, MOST_INTEGERS, resized } from '../problem/memory.ts';
import { inSlices, SLICE, SlicedLayout, searchOrderInSlices } from './layout.ts';
import { COVERED, LIMIT, LIVE, ListsLayout } from './lists-layout.ts';
import type { Observer } from './observer.ts';
import type { Decisions, Prefix } from './prefix.ts';
import type { Outcome, Search, SearchSettings } from './search.ts';
import { type Branch, TreeSearch } from './tree-search.ts';

const NONE = -1;

// A branch: the depth; the slots of its options, the next one and the end; the numbers of items
// covered and options taken out before its first choice; its item, and SHARED; a copy of the
// counts.
const DEPTH = 0;
const NEXT = 1;
const LAST = 2;
const COVERED_THEN = 3;
const TAKEN_THEN = 4;
const TAKEN_BEFORE = 5;
const BRANCH_ITEM = 6;
const SHARED = 7;
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
const FIRST_BRANCHES = 2;
/** The built-in sort is faster for more options than this. */
const MOST_INSERTED = 32;
const MOST_LOOPED = 16;
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

/** Other values of the constants, for tests. */
interface Tuning {
  readonly mostAlone: number;
  readonly mostCopied: number;
}

/**
 * Exact cover with colours over lazy lists. An option that is taken out is marked so, and the counts
 * of its items go down; it stays in their lists. A walk along a list stops when it has seen all
 * live options by the item's count, and swaps these to the front, so the next walk is short.
 * (Christine Solnon's dancing cells, from which Knuth made SSXCC, keep each list in order at each
 * step. Here a step writes one integer in place of five, the layout takes half as long, and a small
 * problem is solved before the other one could begin.)
 *
 * To go back, the options on the trail are marked live again, and the counts come back as a copy
 * (where they are too many: each is counted up again). `ListsLayout` draws the memory; `WasmLists`
 * takes the same steps in WebAssembly.
 */
export class Lists extends TreeSearch {
  observer: Observer | undefined;
  private a: Int32Array = EMPTY;
  private readonly layout: ListsLayout;
  private readonly coloured: boolean;
  // Of the layout, for the loops.
  private readonly KEEP: number;
  private readonly FIRST: number;
  private readonly TRAIL: number;
  private readonly FORCED: number;
  private readonly CHOSEN: number;
  private readonly BRANCH: number;
  private readonly toHue: number;
  private readonly toColour: number;
  /** The size of a branch's record. */
  private readonly recordSize: number;
  /** True where choices are taken back one by one, since the counts are too many to copy. */
  private readonly unwinds: boolean;

  private readonly mostAlone: number;
  private readonly mostCopied: number;

  private covered = 0;
  private taken = 0;
  private forced = 0;
  private branches = 0;

  constructor(compiled: Compiled, settings: SearchSettings = {}, tuning: Partial<Tuning> = {}) {
    super(compiled, settings);
    const layout = new ListsLayout(compiled, 1);
    this.layout = layout;
    this.coloured = compiled.coloured;
    this.KEEP = layout.KEEP;
    this.FIRST = layout.FIRST;
    this.toHue = layout.toHue;
    this.toColour = layout.toColour;
    this.TRAIL = layout.TRAIL;
    this.FORCED = layout.FORCED;
    this.CHOSEN = layout.CHOSEN;
    this.BRANCH = layout.BRANCH;
    this.mostAlone = tuning.mostAlone ?? MOST_ALONE;
    this.mostCopied = tuning.mostCopied ?? MOST_COPIED;
    this.unwinds = this.FIRST > this.mostCopied;
    this.recordSize = COUNTS + (this.unwinds ? 0 : this.FIRST);
    if (settings.seed === undefined && !compiled.prefers && compiled.options <= SLICE) {
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
    this.layout.load(this.a, 0, options);
    this.layout.placeItems(this.a);
    this.layout.placeOptions(this.a, 0, options);
  }

  /** Its memory goes to the next small search. */
  override end(): void {
    super.end();
    if (this.layingOut !== undefined || this.a.length > MOST_SPARE) return;
    if (this.a.length <= spare.length) return;
    spare = this.a;
    this.a = EMPTY;
  }

  private get firstRoom(): number {
    return this.branch(Math.min(FIRST_BRANCHES, this.primary));
  }

  private *build(seed: number | undefined): Generator<undefined, void> {
    const order = yield* searchOrderInSlices(this.compiled, seed);
    this.layout.order = order;
    this.firstLook = order.preferred || this.primary;
    const a = integers(this.firstRoom, LAYOUT);
    const { layout } = this;
    const { options } = this.compiled;
    yield* inSlices(options, (from, to) => layout.load(a, from, to));
    layout.placeItems(a);
    yield* inSlices(options, (from, to) => layout.placeOptions(a, from, to));
    this.a = a;
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
    else this.layout.open(this.a, this.taken);
    this.begin();
  }

  /** Item -> the options of its list as they lie there, ~k for an option k that is marked. */
  lists(): number[][] {
    const { a, FIRST, KEEP } = this;
    return Array.from({ length: KEEP }, (_, item) =>
      Array.from(a.subarray(a[FIRST + item], a[FIRST + item + 1]), (option) =>
        this.isOut(option) ? ~this.numberOf(option) : this.numberOf(option),
      ),
    );
  }

  protected override begin(): void {
    const { chosen, chosenCount, leftOut, leftOutCount } = this.start;
    this.nodes = this.guesses = this.updates = this.solutions = this.deepest = this.looks = 0;
    this.depth = this.covered = this.taken = this.forced = this.branches = 0;
    this.done = this.onSolution = false;
    for (let k = 0; k < leftOutCount; k++) {
      this.taken = this.layout.leaveOut(this.a, leftOut[k], this.taken);
    }
    this.dead = !this.lookAround();
    for (let k = 0; k < chosenCount && !this.dead; k++) {
      this.choose(this.layout.optionOf(chosen[k]), 0, NONE);
    }
    // The options of the prefix are on the path even where it fails.
    for (let k = this.depth; k < chosenCount; k++) {
      this.a[this.CHOSEN + this.depth++] = this.layout.optionOf(chosen[k]);
    }
    this.updates = this.looks = 0;
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
   * It can stop before every choice. `dead` tells on which arrow it stands.
   */
  protected override run(limit: number): Outcome {
    const stop = this.nodes + limit;
    for (;;) {
      if (this.dead) {
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
        this.dead = true;
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
          this.observer?.chosen(this.a[this.FORCED + this.forced], this.numberOf(x));
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
    const x = a[first];
    this.observer?.picked(best, fewest);
    this.observer?.chosen(best, this.numberOf(x));
    this.choose(x, shared, best);
  }

  /**
   * Copies all counts, and what is kept of colours. For a few, the call takes longer than a loop.
   */
  private copyCounts(from: number, to: number): void {
    const { a } = this;
    const length = this.FIRST | 0;
    if (length > MOST_LOOPED) a.copyWithin(to, from, from + length);
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
    if (last - first > MOST_INSERTED) {
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
      for (let t = this.TRAIL + this.taken - 1; t >= end; t--) {
        const option = a[t];
        a[option] = a[option] | LIVE;
      }
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
    const item = a[branch + BRANCH_ITEM];
    const x = a[slot];
    this.observer?.takenBack(this.depth);
    this.observer?.chosen(item, this.numberOf(x));
    this.choose(x, shared, item);
  }

  /**
   * Chooses an option: covers its items. Where its branch has covered the item of the branch for
   * all options, this one was taken out with them, and must come back first.
   */
  private choose(x: number, shared: number, branchItem: number): void {
    this.a[this.CHOSEN + this.depth++] = x;
    if (this.depth > this.deepest) this.deepest = this.depth;
    this.dead = false;
    if (shared !== 0) {
      this.bringBack(x);
      if (shared === SHORT && !this.lookAround()) {
        this.dead = true;
        return;
      }
    }
    this.dead = this.cover(x, branchItem);
  }

  /**
   * Covers all items of the option x, or for NONE the item of a branch alone: takes out every other
   * option that has one of them, unless both give it the same colour. True if that leaves some item
   * without options; with x it stops there, since nothing can come of x. The slots of the item of
   * the branch do not move: those to come are among them.
   */
  private cover(x: number, branchItem: number): boolean {
    const { a, observer } = this;
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
    // Until the end it counts as taken out, so that it is not among the others.
    if (x !== NONE) a[x] = a[x] & ~LIVE;
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
      const before = updates;
      const first = a[FIRST + item];
      let left = ((count & ~COVERED) - own) | 0;
      // The live ones come to the front, without a jump that depends on a mark.
      if (item !== branchItem) {
        const end = (first + left) | 0;
        for (let slot = first, front = first; front < end; slot++) {
          const other = a[slot];
          a[slot] = a[front];
          a[front] = other;
          if (coloured) {
            const hue = a[slot + toHue];
            a[slot + toHue] = a[front + toHue];
            a[front + toHue] = hue;
          }
          front = (front + ((a[other] >> 30) & 1)) | 0;
        }
      }
      for (let slot = first; left > 0; slot++) {
        const other = a[slot];
        const mark = a[other];
        if ((mark & LIVE) === 0) continue;
        left--;
        if (colour !== 0 && a[slot + toHue] === colour) continue;
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
        if (emptied && x !== NONE) break;
      }
      observer?.covered(item, updates - before);
      if (emptied) break;
    }
    if (x !== NONE) a[x] = a[x] | LIVE;
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
    a[x] = a[x] | LIVE;
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
    const { mostAlone, mostCopied } = this;
    return new Lists(this.compiled, this.settings, { mostAlone, mostCopied });
  }

  private isOut(option: number): boolean {
    return (this.a[option] & LIVE) === 0;
  }

  /** The number of an option in the caller's problem. */
  private numberOf(option: number): number {
    return this.layout.numberOf(this.a, option);
  }

  private branch(n: number): number {
    return this.BRANCH + this.recordSize * n;
  }
}

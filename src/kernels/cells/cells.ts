// More than 350 lines: the sets, and the steps by which a walk changes them, share their fields.

import type { Compiled } from '../../problem/compiled.ts';
import { Kernel, NONE, type Twin } from '../kernel.ts';
import { SlicedLayout, searchOrderInSlices } from '../layout.ts';
import type { Search, SearchSettings } from '../search.ts';
import * as register from '../wasm/registers.ts';
import { CellsLayout } from './layout.ts';
import { type Cut, leave, rejoin, takeBack, uncover } from './undo.ts';

/** The end of an item that is covered: later than any other, so never the fewest. */
export const COVERED = 0x7fffffff;
/**
 * A branch with more options than this covers its item once for all of them. With fewer, each
 * option covers it for itself, which needs less care (Langford 11: 0.95 of the time);
 * but with thousands of options it would take for ever.
 */
const MOST_ALONE = 8;
/** The least number of branches that there is room for at first. */
const FIRST_BRANCHES = 4;
/**
 * Their least room at first, as a part of the whole array: to grow it copies all, and with a
 * million options that takes 50 ms or more.
 */
const FIRST_PART = 1 / 8;
/**
 * With more ends than this to save at each branch, choices are taken back one by one instead:
 * faster then (60 primary items: with 2,000 secondary ones 0.86 of the rate, with 10,000 1.6
 * times, with 100,000 7 times), and saved ends stay below 64 MB however deep the branches.
 */
const MOST_SAVED = 4096;
const TWINS: Twin = { run: 'cells', choose: 'cellsChoose' };
/** The built-in sort is faster for more options than this. */
const MOST_INSERTED = 32;

/** Other values for `MOST_SAVED`, `MOST_ALONE` and `FIRST_BRANCHES`, for tests. */
interface Tuning {
  readonly mostSaved: number;
  readonly mostAlone: number;
  readonly firstBranches: number;
  /** The work to do before it goes to WebAssembly. */
  readonly workInJs: number;
}

// The fields of a branch. NEXT and LAST are slots of its item: the next option to try, and the end.
// While the branch is open these slots must not move, for `untried` and the order of solutions rest
// on them. Nothing moves them, because the item is covered below the branch.
const DEPTH = 0;
const NEXT = 1;
const LAST = 2;
const COVERED_THEN = 3;
const SHARED = 4;
const ENDS = 5;
/**
 * SHARED says how the item of a branch is covered. 0: by each option for itself. 1: by the branch,
 * once for all. SHORT: by the branch as well, which left some items with one option or none, so
 * that after each choice all items must be looked at.
 */
const SHORT = 2;

/**
 * Dancing cells: exact cover with colours over sparse sets (Christine Solnon's idea, which Knuth
 * turned into his programs SSXC and SSXCC; the sets are Briggs and Torczon's).
 *
 * Each item owns a fixed *slice* of slots and keeps its live options in the first of them. To take
 * an option away from an item, swap it with the last live one and move the end down by one. Nothing
 * is lost: to undo any number of removals, put the ends back. The order within a slice drifts, but
 * the set does not; so the options of a branch are put in order first (that costs less than 1 %),
 * and solutions come in the order of `links`. The order of forced options still drifts, and a dead
 * end may show sooner or later: after a reset `nodes` may differ a little.
 */
export class Cells extends Kernel {
  private readonly tuning: Partial<Tuning>;
  private readonly layout: CellsLayout;
  /** True if a branch saves nothing, and choices are taken back one by one. */
  private readonly unwinds: boolean;
  /** Branches with more options cover their item once for all of them. */
  private readonly mostAlone: number;
  /** Where the last choice was broken off, if it was. */
  private readonly cut: Cut = { node: 0, slot: 0 };

  protected override readonly twins: Twin = TWINS;

  /** `tuning` is for tests: a problem small enough for brute force never needs the other ways. */
  constructor(compiled: Compiled, settings: SearchSettings = {}, tuning: Partial<Tuning> = {}) {
    super(compiled, settings, tuning.workInJs);
    this.tuning = tuning;
    this.layout = new CellsLayout(compiled);
    const { saved } = this.layout;
    this.CHOSEN = this.layout.CHOSEN;
    this.BRANCH = this.layout.BRANCH;
    this.unwinds = saved > (tuning.mostSaved ?? MOST_SAVED);
    // To take choices back one by one is not written in WebAssembly.
    if (this.unwinds) this.workInJs = Number.POSITIVE_INFINITY;
    this.mostAlone = tuning.mostAlone ?? MOST_ALONE;
    this.recordSize = ENDS + (this.unwinds ? 0 : saved);
    const { firstBranches } = tuning;
    const room = firstBranches === undefined ? this.firstRoom() : firstBranches * this.recordSize;
    this.layingOut = new SlicedLayout(compiled, () => this.build(compiled, settings.seed, room));
    this.layOut();
  }

  private *build(
    compiled: Compiled,
    seed: number | undefined,
    room: number,
  ): Generator<undefined, void> {
    const order = yield* searchOrderInSlices(compiled, seed);
    this.firstLook = order.preferred || this.primary;
    this.a = yield* this.layout.build(order, room);
  }

  private firstRoom(): number {
    const most = this.recordSize * this.primary;
    const least = FIRST_BRANCHES * this.recordSize;
    return Math.min(most, Math.max(least, Math.ceil(FIRST_PART * this.BRANCH)));
  }

  protected override describe(registers: Int32Array, base: number): void {
    const { saved, FIRST, KEEP, FLOOR, WAS, HUE, FORCED } = this.layout;
    registers[register.SAVED] = saved;
    registers[register.FIRST_LOOK] = this.firstLook;
    registers[register.FIRST] = base + 4 * FIRST;
    registers[register.FORCED] = base + 4 * FORCED;
    registers[register.KEEP] = base + 4 * KEEP;
    registers[register.FLOOR] = base + 4 * FLOOR;
    registers[register.WAS] = base + 4 * WAS;
    registers[register.HUE] = HUE === 0 ? 0 : base + 4 * HUE;
    registers[register.MOST_ALONE] = this.mostAlone;
  }

  protected override hasBranch(): boolean {
    const a = this.a;
    while (this.branches > 0) {
      const branch = this.branch(this.branches - 1);
      if (a[branch + NEXT] !== a[branch + LAST]) return true;
      if (this.unwinds) this.unwindBranch(branch);
      this.branches--;
    }
    return false;
  }

  protected override backUp(): number {
    const a = this.a;
    const branch = this.branch(this.branches - 1);
    const depth = a[branch + DEPTH] as number;
    if (this.unwinds) {
      this.unwind(depth, a[branch + SHARED] as number);
    } else {
      a.copyWithin(0, branch + ENDS, branch + ENDS + this.layout.saved);
      if (a[branch + SHARED] !== 0) leave(a, a[this.layout.CHOSEN + 2 * depth] as number, 0);
    }
    this.depth = depth;
    this.covered = a[branch + COVERED_THEN] as number;
    this.forced = 0;
    this.dead = false;
    const slot = a[branch + NEXT] as number;
    a[branch + NEXT] = slot + 1;
    return a[slot] as number;
  }

  protected override forcedNode(): number {
    const a = this.a;
    const { FLOOR, FORCED } = this.layout;
    while (this.forced > 0) {
      const item = a[FORCED + --this.forced] as number;
      const first = a[FLOOR + item] as number;
      if ((a[item] as number) - first === 1) return a[first] as number;
    }
    return NONE;
  }

  /**
   * If the options are many, the item is covered for all of them at once. The state to come back to
   * is saved after that.
   */
  protected override beginBranch(): number {
    const a = this.a;
    const { primary, saved, FLOOR } = this.layout;
    // Items with one option were on the stack of forced ones, so 2 is the least there can be.
    let best = 0;
    let fewest = COVERED;
    let item = 0;
    let end = this.firstLook;
    do {
      for (; item < end; item++) {
        const size = (a[item] as number) - (a[FLOOR + item] as number);
        if (size < fewest) {
          fewest = size;
          best = item;
          if (size === 2) break;
        }
      }
      end = primary;
    } while (a[best] === COVERED);
    this.looks += primary;
    const branch = this.branch(this.branches++);
    const first = a[FLOOR + best] as number;
    this.putInOrder(first, a[best] as number);
    a[branch + DEPTH] = this.depth;
    a[branch + NEXT] = first + 1;
    a[branch + LAST] = a[best] as number;
    a[branch + SHARED] = 0;
    if (fewest > this.mostAlone) {
      const emptied = this.cover(best, NONE, false);
      a[branch + SHARED] = emptied || this.forced > 0 ? SHORT : 1;
      this.forced = 0;
    }
    a[branch + COVERED_THEN] = this.covered;
    if (!this.unwinds) a.copyWithin(branch + ENDS, 0, saved);
    return a[first] as number;
  }

  /** Sorts the live options of an item as they were stated. */
  private putInOrder(first: number, end: number): void {
    const a = this.a;
    if (end - first > MOST_INSERTED) {
      a.subarray(first, end).sort();
      for (let slot = first; slot < end; slot++) a[(a[slot] as number) + 1] = slot;
      return;
    }
    for (let slot = first + 1; slot < end; slot++) {
      const x = a[slot] as number;
      let to = slot;
      for (; to > first; to--) {
        const before = a[to - 1] as number;
        if (before < x) break;
        a[to] = before;
        a[before + 1] = to;
      }
      a[to] = x;
      a[x + 1] = to;
    }
  }

  /**
   * Chooses the option of the node x: covers its items one after the other, x's own item first.
   * With `branching`, the top branch owns x. If that branch has covered the item for all its
   * options (`SHARED`), this option went away with its rivals and must come back first.
   */
  protected override choose(x: number, branching: boolean): void {
    const a = this.a;
    const shared = branching ? (a[this.branch(this.branches - 1) + SHARED] as number) : 0;
    a[this.layout.CHOSEN + 2 * this.depth++] = x;
    if (this.depth > this.deepest) this.deepest = this.depth;
    this.cut.node = 0;
    if (shared !== 0) {
      rejoin(a, x);
      if (shared === SHORT && !this.lookAround()) {
        this.cut.node = x;
        this.dead = true;
        return;
      }
    }
    this.dead = this.cover(a[x] as number, x, shared !== 0);
  }

  /**
   * Covers an item, for all its options if x is NONE, else in favour of its node x and, one after
   * the other, all further items of that option. To cover an item is to take each other live option
   * that has it away from all *its* other items, unless both want it in the same hue. In a live
   * option every item is live too, so the way has only two rare tests: an item left with one option
   * (remember it), or with none (say so, and stop at once: x leads to no solution).
   *
   * With `begun`, a branch has covered the first item. (All in one function: with a call for
   * each item it takes 1.06 times as long on Langford 11 and 12 queens. To go on in here with
   * what the option forces gained 2 % on Sudokus, and an array of 16-bit integers nothing.)
   */
  private cover(item: number, x: number, begun: boolean): boolean {
    const a = this.a;
    const { primary, KEEP, FLOOR, FIRST, WAS, HUE, FORCED, CHOSEN } = this.layout;
    let forced = this.forced;
    let covered = this.covered;
    let updates = 0;
    let emptied = false;
    let y = x;
    for (let open = !begun; ; open = true) {
      let hue = 0;
      if (HUE !== 0 && item >= primary) {
        hue = a[HUE + (y >> 1)] as number;
        if (hue !== 0) {
          // Only for the first option: later ones have the same colour, or would not be live.
          const keep = KEEP + item - primary;
          open = a[keep] === 0;
          if (open) a[keep] = y;
        }
      }
      if (open) {
        const end = a[item] as number;
        a[WAS + item] = end;
        for (let slot = a[FIRST + item] as number; slot < end; slot++) {
          const start = a[slot] as number;
          if (start === y) continue;
          if (hue !== 0 && a[HUE + (start >> 1)] === hue) continue;
          // The nodes after `start` up to the spacer, then those before it. (As one loop, with a
          // jump at the spacer, it takes 1.02 to 1.1 times as long.)
          let z = start + 2;
          let i = a[z] as number;
          while (i >= 0) {
            const last = (a[i] as number) - 1;
            const mine = a[z + 1] as number;
            const other = a[last] as number;
            a[i] = last;
            a[mine] = other;
            a[other + 1] = mine;
            a[last] = z;
            a[z + 1] = last;
            const size = last - (a[FLOOR + i] as number);
            if (size <= 1) {
              if (size === 0) emptied = true;
              else a[FORCED + forced++] = i;
            }
            z += 2;
            i = a[z] as number;
          }
          updates += z - 2;
          z = ~i;
          updates -= z;
          while (z !== start) {
            i = a[z] as number;
            const last = (a[i] as number) - 1;
            const mine = a[z + 1] as number;
            const other = a[last] as number;
            a[i] = last;
            a[mine] = other;
            a[other + 1] = mine;
            a[last] = z;
            a[z + 1] = last;
            const size = last - (a[FLOOR + i] as number);
            if (size <= 1) {
              if (size === 0) emptied = true;
              else a[FORCED + forced++] = i;
            }
            z += 2;
          }
          if (emptied && x !== NONE) {
            this.cut.node = y;
            this.cut.slot = slot;
            break;
          }
        }
        if (emptied && x !== NONE) break;
        if (item < primary) {
          a[item] = COVERED;
          covered++;
        }
      }
      if (x === NONE) break;
      y += 2;
      item = a[y] as number;
      if (item < 0) {
        a[CHOSEN + 2 * this.depth - 1] = a[y + 1] as number;
        y = ~item;
        item = a[y] as number;
      }
      if (y === x) break;
    }
    this.updates += updates >> 1;
    this.forced = forced;
    this.covered = covered;
    return emptied;
  }

  /** Remembers all items that have one option; false if an item has none. */
  private lookAround(): boolean {
    const a = this.a;
    const { primary, FLOOR, FORCED } = this.layout;
    this.looks += primary;
    for (let item = 0; item < primary; item++) {
      const size = (a[item] as number) - (a[FLOOR + item] as number);
      if (size > 1) continue;
      if (size === 0) return false;
      a[FORCED + this.forced++] = item;
    }
    return true;
  }

  /** Takes choices back, the last one first, until the choice of a branch is taken back, too. */
  private unwind(depth: number, shared: number): void {
    while (this.depth > depth) {
      const x = this.a[this.layout.CHOSEN + 2 * --this.depth] as number;
      takeBack(this.a, this.layout, x, this.depth === depth && shared !== 0, this.cut);
      this.cut.node = 0;
    }
  }

  /** Takes back all choices of the last branch, and the branch itself. */
  private unwindBranch(branch: number): void {
    const depth = this.a[branch + DEPTH] as number;
    const shared = this.a[branch + SHARED] as number;
    this.unwind(depth, shared);
    const x = this.a[this.layout.CHOSEN + 2 * depth] as number;
    if (shared !== 0) uncover(this.a, this.layout, this.a[x] as number, NONE, 0, this.cut);
  }

  /** With the ends where the slices end, every option is live. */
  protected override open(): void {
    const { KEEP, FIRST, saved } = this.layout;
    this.a.copyWithin(0, FIRST + 1, FIRST + 1 + KEEP);
    if (saved > KEEP) this.a.fill(0, KEEP, saved);
    this.dead = !this.lookAround();
  }

  /** Its nodes move past the ends, as those of an option that is taken away. */
  protected override leaveOut(x: number): void {
    const a = this.a;
    const { primary, FLOOR, FORCED } = this.layout;
    if (x === 0 || (a[x + 1] as number) >= (a[a[x] as number] as number)) return;
    for (let y = x; (a[y] as number) >= 0; y += 2) {
      const item = a[y] as number;
      const last = (a[item] as number) - 1;
      const mine = a[y + 1] as number;
      const other = a[last] as number;
      a[item] = last;
      a[mine] = other;
      a[other + 1] = mine;
      a[last] = y;
      a[y + 1] = last;
      if (item >= primary) continue;
      const size = last - (a[FLOOR + item] as number);
      if (size === 0) this.dead = true;
      else if (size === 1) a[FORCED + this.forced++] = item;
    }
  }

  protected override twin(): Search {
    return new Cells(this.compiled, this.settings, this.tuning);
  }

  protected override nodeOf(option: number): number {
    return this.a[this.layout.OPTION + option] as number;
  }

  protected override untried(branch: number): number[] {
    return Array.from(this.a.subarray(this.a[branch + NEXT], this.a[branch + LAST]));
  }

  protected override left(branch: number): number {
    return (this.a[branch + LAST] as number) - (this.a[branch + NEXT] as number);
  }

  protected override width(branch: number): number {
    const a = this.a;
    const x = a[this.CHOSEN + 2 * (a[branch + DEPTH] as number)] as number;
    return (a[branch + LAST] as number) - (a[this.layout.FIRST + (a[x] as number)] as number);
  }
}

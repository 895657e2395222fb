import type { Compiled } from '../problem/compiled.ts';
import { CellsLayout } from './cells-layout.ts';
import { checkStart } from './prefix.ts';
import {
  checkBudget,
  notOnSolution,
  type Outcome,
  type Search,
  type SearchSettings,
} from './search.ts';
import { tried } from './shuffle.ts';

/** The end of an item that is covered: later than any other, so never the fewest. */
const COVERED = 0x7fffffff;
/** What `pick` gives where a branch should begin, but there is no room for it. */
const NO_ROOM = -1;
/** Branches that there is room for at first. */
const FIRST_BRANCHES = 4;
/** If saved ends could fill more integers than this (32 MB), choices are taken back one by one. */
const MOST_SAVED = 1 << 23;
/** How many nodes `run` does in one go. */
const STRIDE = 1 << 16;

// The fields of a branch.
const DEPTH = 0;
const COVERED_BEFORE = 1;
const NEXT = 2;
const LAST = 3;
const ENDS = 4;

/**
 * Dancing cells: exact cover with colours over sparse sets (Christine Solnon's idea, which Knuth
 * turned into his programs SSXC and SSXCC; the sets are Briggs and Torczon's).
 *
 * Each item owns a fixed *slice* of slots and keeps its live options in the first of them. To
 * take an option away from an item, swap it with the last live one and move the end down by
 * one. Nothing is lost: to undo any number of removals, put the ends back. The order within a
 * slice drifts, but the set does not. So options are tried in a reproducible order that means
 * nothing; `links` has the orderly one.
 */
export class Cells implements Search {
  // `private`, not `#`: with so many private names V8 may give instances a dictionary for their
  // fields, if earlier ones were collected meanwhile; that takes 2.2 times as long.
  private readonly compiled: Compiled;
  private prefix: readonly number[] = [];

  nodes = 0;
  updates = 0;
  solutions = 0;
  deepest = 0;

  private readonly layout: CellsLayout;
  /** Whether a branch saves nothing, and choices are taken back one by one. */
  private readonly unwinds: boolean;
  /** The size of a branch's record. */
  private readonly recordSize: number;
  private a: Int32Array;
  /** The array as it was built, kept from the first reset on. */
  private pristine: Int32Array | undefined;

  private depth = 0;
  private covered = 0;
  private forced = 0;
  private branches = 0;
  /** Whether the last choice leads no further: some item lost all its options, or a solution. */
  private dead = false;
  private done = false;
  private onSolution = false;
  /** Where the last choice was broken off: the node it was covering for, and the slot; or 0. */
  private cutNode = 0;
  private cutSlot = 0;

  /** `mostSaved` is for tests: 0 makes it take every choice back by itself. */
  constructor(compiled: Compiled, settings: SearchSettings = {}, mostSaved = MOST_SAVED) {
    const prefix = settings.prefix ?? [];
    checkStart(compiled, prefix);
    this.compiled = compiled;
    this.layout = new CellsLayout(tried(compiled, settings.seed));
    const { primary, saved } = this.layout;
    this.unwinds = primary * saved > mostSaved;
    this.recordSize = ENDS + (this.unwinds ? 0 : saved);
    this.a = this.layout.build(FIRST_BRANCHES * this.recordSize);
    this.start(prefix);
  }

  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    if (this.done) return 'exhausted';
    this.onSolution = false;
    let left = Math.floor(nodeBudget);
    while (left > 0) {
      const before = this.nodes;
      // In strides, so that the counters within are small integers.
      const outcome = this.run(Math.min(left, STRIDE));
      if (outcome !== 'paused') return outcome;
      left -= this.nodes - before;
      if (!this.hasRoom()) this.grow();
    }
    return 'paused';
  }

  solution(): number[] {
    if (!this.onSolution) throw notOnSolution();
    return this.path(this.depth);
  }

  frontier(): number[][] {
    const a = this.a;
    const prefixes: number[][] = [];
    if (this.done) return prefixes;
    if (!this.dead) prefixes.push(this.path(this.depth));
    for (let n = this.branches - 1; n >= 0; n--) {
      const branch = this.branch(n);
      const path = this.path(a[branch + DEPTH] as number);
      for (let slot = a[branch + NEXT] as number; slot < (a[branch + LAST] as number); slot++) {
        prefixes.push([...path, this.optionOf(a[slot] as number)]);
      }
    }
    return prefixes;
  }

  share(): number {
    if (this.done) return 1;
    const a = this.a;
    let share = 0;
    let width = 1;
    for (let n = 0; n < this.branches; n++) {
      const branch = this.branch(n);
      const item = a[a[this.layout.CHOSEN + 2 * (a[branch + DEPTH] as number)] as number] as number;
      const first = a[this.layout.FIRST + item] as number;
      width /= (a[branch + LAST] as number) - first;
      share += width * ((a[branch + NEXT] as number) - first - 1);
    }
    return this.dead ? share + width : share;
  }

  reset(prefix: readonly number[] = this.prefix): void {
    checkStart(this.compiled, prefix);
    this.pristine ??= this.layout.build(0);
    this.a.set(this.pristine);
    this.nodes = this.updates = this.solutions = this.deepest = 0;
    this.depth = this.covered = this.forced = this.branches = 0;
    this.dead = this.done = this.onSolution = false;
    this.cutNode = 0;
    this.start(prefix);
  }

  /**
   * The search, at most `limit` nodes of it (at least 1). Its phases:
   *
   *           .---------- alive -----------.
   *           v                            |
   *        [pick] an item, an option -> [choose] it, cover its items
   *                                        ^     |
   *                       the next option  |     | some item has no option left,
   *                                        |     v or no item is left: a solution
   *                                        [back up] to the last branch -> exhausted
   *
   * It can stop before every choice, so nothing of a pause needs to be kept but the arrow.
   */
  private run(limit: number): Outcome {
    const stop = this.nodes + limit;
    for (;;) {
      let x: number;
      if (this.dead) {
        if (!this.hasBranch()) {
          this.done = true;
          return 'exhausted';
        }
        if (this.nodes === stop) return 'paused';
        x = this.backUp();
      } else if (this.covered === this.layout.primary) {
        this.solutions++;
        this.onSolution = true;
        this.dead = true;
        return 'solution';
      } else {
        if (this.nodes === stop) return 'paused';
        x = this.pick();
        if (x === NO_ROOM) return 'paused';
      }
      this.nodes++;
      this.choose(x);
    }
  }

  /** Whether a branch has an option left to try; drops those that have none. */
  private hasBranch(): boolean {
    const a = this.a;
    let branches = this.branches;
    let branch = this.branch(branches - 1);
    while (branches > 0 && a[branch + NEXT] === a[branch + LAST]) {
      branches--;
      branch -= this.recordSize;
    }
    this.branches = branches;
    return branches > 0;
  }

  /** Returns to the last branch, and gives the next option to try there. */
  private backUp(): number {
    const a = this.a;
    const branch = this.branch(this.branches - 1);
    const depth = a[branch + DEPTH] as number;
    if (this.unwinds) {
      this.unwind(depth);
    } else {
      // The built-in beats a loop even for 33 integers (Langford 11: 0.95 of the time; queens,
      // 70 integers: 0.82).
      a.copyWithin(0, branch + ENDS, branch + ENDS + this.layout.saved);
    }
    this.depth = depth;
    this.covered = a[branch + COVERED_BEFORE] as number;
    this.forced = 0;
    this.dead = false;
    const slot = a[branch + NEXT] as number;
    a[branch + NEXT] = slot + 1;
    return a[slot] as number;
  }

  /**
   * The node of the next option to choose: the only one of an item that has one, if there is
   * such an item, else the first one of the item with fewest. In the second case a branch
   * begins, and what is needed to come back is saved.
   */
  private pick(): number {
    const a = this.a;
    const { primary, saved, FLOOR, FORCED } = this.layout;
    while (this.forced > 0) {
      const item = a[FORCED + --this.forced] as number;
      const first = a[FLOOR + item] as number;
      if ((a[item] as number) - first === 1) return a[first] as number;
    }
    if (!this.hasRoom()) return NO_ROOM;
    // Every item with one option has been on the stack, so 2 is the least there can be.
    let best = 0;
    let fewest = COVERED;
    for (let item = 0; item < primary; item++) {
      const size = (a[item] as number) - (a[FLOOR + item] as number);
      if (size < fewest) {
        fewest = size;
        best = item;
        if (size === 2) break;
      }
    }
    const branch = this.branch(this.branches++);
    const first = a[FLOOR + best] as number;
    a[branch + DEPTH] = this.depth;
    a[branch + COVERED_BEFORE] = this.covered;
    a[branch + NEXT] = first + 1;
    a[branch + LAST] = a[best] as number;
    if (!this.unwinds) a.copyWithin(branch + ENDS, 0, saved);
    return a[first] as number;
  }

  /**
   * Chooses the option of the node x: covers its items one after the other, x's own item first,
   * so that the slice that a branch is working through keeps its order. To cover an item is to
   * take each other live option that has it away from all *its* other items. In an option that
   * is live every item is live too, so nothing has to be tested on the way, but two rare things:
   * an item left without options (stop at once), or with one (remember it).
   *
   * A secondary item in a colour rules out only options that want another one, and only the
   * first time: who comes later has the same colour, or would not be live.
   */
  private choose(x: number): void {
    const a = this.a;
    const { primary, KEEP, FLOOR, FIRST, WAS, HUE, FORCED, CHOSEN } = this.layout;
    let forced = this.forced;
    let updates = 0;
    let dead = false;
    const chosen = CHOSEN + 2 * this.depth++;
    a[chosen] = x;
    this.cutNode = 0;
    let y = x;
    do {
      const item = a[y] as number;
      const end = a[item] as number;
      let hue = 0;
      let open = true;
      if (HUE !== 0 && item >= primary) {
        hue = a[HUE + (y >> 1)] as number;
        if (hue !== 0) {
          const keep = KEEP + item - primary;
          open = a[keep] === 0;
          if (open) a[keep] = y;
        }
      }
      if (open) {
        a[WAS + item] = end;
        for (let slot = a[FIRST + item] as number; slot < end; slot++) {
          const start = a[slot] as number;
          if (start === y) continue;
          if (hue !== 0 && a[HUE + (start >> 1)] === hue) continue;
          // The nodes after `start` up to the spacer, then those before it. (One loop over all
          // of them that skips `start` needs a third field, and is no faster.)
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
              if (size === 0) dead = true;
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
              if (size === 0) dead = true;
              else a[FORCED + forced++] = i;
            }
            z += 2;
          }
          if (dead) {
            this.cutNode = y;
            this.cutSlot = slot;
            break;
          }
        }
        if (dead) break;
        if (item < primary) {
          a[item] = COVERED;
          this.covered++;
        }
      }
      y += 2;
      if ((a[y] as number) < 0) {
        a[chosen + 1] = a[y + 1] as number;
        y = ~(a[y] as number);
      }
    } while (y !== x);
    this.updates += updates >> 1;
    this.forced = forced;
    this.dead = dead;
    if (this.depth > this.deepest) this.deepest = this.depth;
  }

  /** Takes choices back, the last one first, until `depth` of them are left. */
  private unwind(depth: number): void {
    while (this.depth > depth) {
      this.takeBack(this.a[this.layout.CHOSEN + 2 * --this.depth] as number);
      this.cutNode = 0;
    }
  }

  /**
   * Undoes `choose(x)`. What was taken away still lies just past the ends, so moving each end
   * up again is all there is to do. The items go in reverse order, so that each has its own end
   * back before the options of the ones covered earlier are counted in again.
   */
  private takeBack(x: number): void {
    const a = this.a;
    let spacer = x;
    while ((a[spacer] as number) >= 0) spacer += 2;
    const first = ~(a[spacer] as number);
    const beforeX = x === first ? spacer - 2 : x - 2;
    for (let y = this.cutNode || beforeX; ; y = y === first ? spacer - 2 : y - 2) {
      this.uncover(y, y === this.cutNode);
      if (y === x) return;
    }
  }

  private uncover(y: number, cut: boolean): void {
    const a = this.a;
    const { primary, KEEP, FIRST, WAS, HUE } = this.layout;
    const item = a[y] as number;
    let hue = 0;
    if (item < primary) {
      if (!cut) a[item] = a[WAS + item] as number;
    } else if (HUE !== 0) {
      hue = a[HUE + (y >> 1)] as number;
      const keep = KEEP + item - primary;
      if (hue !== 0 && a[keep] !== y) return;
      a[keep] = 0;
    }
    const end = cut ? this.cutSlot + 1 : (a[WAS + item] as number);
    for (let slot = a[FIRST + item] as number; slot < end; slot++) {
      const start = a[slot] as number;
      if (start === y || (hue !== 0 && a[HUE + (start >> 1)] === hue)) continue;
      let z = start + 2;
      while (z !== start) {
        const i = a[z] as number;
        if (i < 0) {
          z = ~i;
        } else {
          a[i] = (a[i] as number) + 1;
          z += 2;
        }
      }
    }
  }

  /** The address of a branch's record. */
  private branch(n: number): number {
    return this.layout.BRANCH + this.recordSize * n;
  }

  /** Whether there is room for another branch. */
  private hasRoom(): boolean {
    return this.branch(this.branches + 1) <= this.a.length;
  }

  private grow(): void {
    const grown = new Int32Array(this.branch(2 * (this.branches + 1)));
    grown.set(this.a);
    this.a = grown;
  }

  private path(depth: number): number[] {
    const options = new Array<number>(depth);
    for (let d = 0; d < depth; d++) options[d] = this.a[this.layout.CHOSEN + 2 * d + 1] as number;
    return options;
  }

  private optionOf(x: number): number {
    let spacer = x;
    while ((this.a[spacer] as number) >= 0) spacer += 2;
    return this.a[spacer + 1] as number;
  }

  /** Finds the items that are settled or hopeless from the outset, and chooses the prefix. */
  private start(prefix: readonly number[]): void {
    const a = this.a;
    const { primary, FLOOR, OPTION, FORCED } = this.layout;
    this.prefix = Array.from(prefix);
    for (let item = 0; item < primary; item++) {
      const size = (a[item] as number) - (a[FLOOR + item] as number);
      if (size === 0) this.dead = true;
      if (size === 1) a[FORCED + this.forced++] = item;
    }
    for (const option of prefix) {
      if (this.dead) break;
      this.choose(a[OPTION + option] as number);
    }
    this.updates = 0;
    this.deepest = this.depth;
  }
}

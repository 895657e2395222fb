import type { Compiled } from '../../problem/compiled.ts';
import { SlicedLayout, searchOrderInSlices } from '../layout.ts';
import type { Decisions, Prefix } from '../prefix.ts';
import type { Outcome, Search, SearchSettings } from '../search.ts';
import { TreeSearch } from '../tree-search.ts';
import { MultiplesLayout } from './layout.ts';

// The fields of an item's record: see layout.ts. END has the offset 0.
const FLOOR = 1;
const ROOM = 2;
const FIRST = 3;
const WEIGHT = 4;
const ITEM = 5;

/** No node. */
const NONE = -1;
/** Where each item has more ways than this, a branch looks at secondary items as well. */
const MANY = 32;

/**
 * Exact cover where items have bounds: a primary item is covered by `least` to `most` options. It keeps sparse
 * sets, as `cells` does, and branches as Filip Stappers's SSMCC (2023) does: on one option, chosen or left out.
 * So each set of options comes once, even if items may stay uncovered, and the tree consists of decisions.
 *
 * An item *needs* the options that it lacks to `least`. It branches on the item with the fewest options to spare,
 * the leftmost of several, and on the first of its options as stated. If an item needs n of its s options, one
 * of the first s + 1 - n is chosen in each solution. So Knuth's estimate gives the choice a part of
 * 1 / (s + 1 - n) of the tree. Where no item needs any, all live options are *free*: each may be chosen or not.
 *
 * To undo, it keeps a trail of all options decided, and puts the ends of their items back up in reverse order. So
 * the memory does not depend on the depth, and a branch saves two integers.
 */
export class Multiples extends TreeSearch {
  private readonly layout: MultiplesLayout;
  private a: Int32Array = new Int32Array(0);
  private trail = 0;
  private forced = 0;
  private branches = 0;
  /** The length of the trail at the start, below the prefix. */
  private base = 0;
  /** The part of the tree below the current decisions, by Knuth's estimate. */
  private part = 1;
  /** The parts that are finished, without the current one. */
  private finished = 0;
  /** Branch -> the part below its alternative. */
  private parts = new Float64Array(16);
  private spare = 0;
  private readonly many: number;

  constructor(compiled: Compiled, settings: SearchSettings = {}, many = MANY) {
    super(compiled, settings);
    this.many = many;
    this.layout = new MultiplesLayout(compiled);
    this.layingOut = new SlicedLayout(compiled, () => this.build(compiled, settings.seed));
    this.layOut();
  }

  private *build(compiled: Compiled, seed: number | undefined): Generator<undefined, void> {
    const order = yield* searchOrderInSlices(compiled, seed);
    this.firstLook = order.preferred || this.primary;
    this.a = yield* this.layout.build(order);
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
      const x = ~(a[TRAIL + k] as number);
      if (x < 0) continue;
      const option = this.optionOf(x);
      if (depth < this.depth && a[CHOSEN + depth] === x) {
        const n = open.length;
        if (n < this.branches && a[BRANCH + 3 * n] === k) {
          open.push(prefix.and(~option, whole * (this.parts[n] as number)));
        }
        prefix = prefix.and(option, share);
        depth++;
      } else {
        prefix = prefix.and(~option, share);
      }
    }
    if (!this.dead) open.push(prefix);
    return open.reverse();
  }

  override share(): number {
    if (this.done) return 1;
    // A sum of many parts may be a little above 1.
    return Math.min(1, this.dead ? this.finished + this.part : this.finished);
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
   *              | alive                                         | an item has too few options left,
   *              |                                               v or none is live: a solution
   *   [leave out] the option of the last branch <------------- [undo] -> exhausted
   *              '--------------- dead ------------------------->'
   *
   * It can stop before every choice, and after a fixed amount of work. `dead` tells on which arrow it stands.
   */
  protected override run(limit: number): Outcome {
    const stop = this.nodes + limit;
    for (;;) {
      if (this.dead) {
        if (this.branches === 0) {
          this.done = true;
          return 'exhausted';
        }
        if (this.updates + this.looks >= this.enough) return 'paused';
        this.backUp();
      } else if (this.trail === this.layout.choosable) {
        this.solutions++;
        this.dead = true;
        if (this.solutions < this.wanted) continue;
        this.onSolution = true;
        return 'solution';
      } else {
        if (this.nodes === stop || this.updates + this.looks >= this.enough) return 'paused';
        let x = this.forcedNode();
        if (x === NONE) x = this.beginBranch();
        this.nodes++;
        this.choose(x);
      }
    }
  }

  /** Below the prefix. All of the trail is undone. */
  protected override begin(): void {
    const { chosen, chosenCount, leftOut, leftOutCount } = this.start;
    const { a, primary } = this;
    const { OPTION } = this.layout;
    this.nodes = this.guesses = this.updates = this.solutions = this.deepest = this.looks = 0;
    this.depth = this.trail = this.forced = this.branches = this.finished = 0;
    this.dead = this.done = this.onSolution = false;
    this.part = 1;
    this.spare = this.capacity();
    if (this.spare < 0) this.dead = true;
    for (let item = 0; item < ITEM * primary; item += ITEM) this.lookAt(item);
    for (let item = 0; item < ITEM * primary; item += ITEM) {
      if (a[item + ROOM] === 0) this.clear(item, 0);
    }
    for (let k = 0; k < leftOutCount; k++) {
      const x = a[OPTION + (leftOut[k] as number)] as number;
      if (x !== 0 && this.isLive(x)) this.leaveOut(x);
    }
    for (let k = 0; k < chosenCount && !this.dead; k++) {
      this.choose(a[OPTION + (chosen[k] as number)] as number);
    }
    this.base = this.trail;
    this.updates = 0;
  }

  /** Sees whether an item has too few options at the start, or none to spare. */
  private lookAt(item: number): void {
    const { a } = this;
    const floor = a[item + FLOOR] as number;
    const spare = (a[item] as number) - floor;
    if (spare < 0) this.dead = true;
    else if (spare === 0 && floor > (a[item + FIRST] as number)) {
      a[this.layout.FORCED + this.forced++] = item;
    } else if (spare === 0 && item >= ITEM * this.primary && a[item + ROOM] === 0) {
      this.spare -= a[item + WEIGHT] as number;
      if (this.spare < 0) this.dead = true;
    }
  }

  private capacity(): number {
    const { a, primary } = this;
    let spare = 0;
    for (let item = 0; item < ITEM * this.layout.items; item += ITEM) {
      const weight = a[item + WEIGHT] as number;
      const first = a[item + FIRST] as number;
      if (item < ITEM * primary) spare -= weight * Math.max(0, (a[item + FLOOR] as number) - first);
      else if ((a[item] as number) > first) spare += weight;
    }
    return spare;
  }

  private isLive(x: number): boolean {
    return (this.a[x + 1] as number) < (this.a[this.a[x] as number] as number);
  }

  /** The first node of an option that is forced; NONE if there is none. */
  private forcedNode(): number {
    const { a } = this;
    while (this.forced > 0) {
      const item = a[this.layout.FORCED + this.forced - 1] as number;
      const first = a[item + FIRST] as number;
      if ((a[item + FLOOR] as number) > first) return this.firstNode(a[first] as number);
      this.forced--;
    }
    return NONE;
  }

  /** Begins a branch; gives the first node of its option. */
  private beginBranch(): number {
    const { a } = this;
    let best = NONE;
    let fewest = Number.POSITIVE_INFINITY;
    let item = 0;
    let end = ITEM * this.firstLook;
    for (; item < ITEM * this.primary; end = ITEM * this.primary) {
      for (; item < end; item += ITEM) {
        const floor = a[item + FLOOR] as number;
        const spare = (a[item] as number) - floor;
        if (spare < fewest && floor > (a[item + FIRST] as number)) {
          fewest = spare;
          best = item;
          if (spare === 1) break;
        }
      }
      if (best !== NONE) break;
    }
    this.looks += this.primary;
    let ways = fewest + 1;
    let x = NONE;
    if (best === NONE) {
      ways = 2;
      x = this.freeNode();
    } else {
      if (ways > this.many) {
        const tight = this.tightest(ways);
        if (tight !== NONE) {
          x = this.bestOf(tight);
          ways = (a[tight] as number) - (a[tight + FIRST] as number);
          if ((a[tight + WEIGHT] as number) <= this.spare) ways++;
          if (ways === 1 && x !== NONE) return x;
        }
      }
      if (x === NONE) x = this.firstOf(best);
    }
    this.beginPart(ways);
    this.guesses++;
    const branch = this.layout.BRANCH + 3 * this.branches++;
    a[branch] = this.trail;
    a[branch + 1] = x;
    a[branch + 2] = this.spare;
    return x;
  }

  private tightest(most: number): number {
    const { a, spare } = this;
    const { items } = this.layout;
    this.looks += items - this.primary;
    let best = NONE;
    let fewest = most;
    for (let item = ITEM * this.primary; item < ITEM * items; item += ITEM) {
      const size = (a[item] as number) - (a[item + FIRST] as number);
      if (size === 0 || size >= fewest) continue;
      const weight = a[item + WEIGHT] as number;
      if (weight === 0 || a[item + ROOM] !== 0) continue;
      const ways = weight <= spare ? size + 1 : size;
      if (ways < fewest) {
        fewest = ways;
        best = item;
      }
    }
    return best;
  }

  private bestOf(item: number): number {
    const { a } = this;
    const secondary = ITEM * this.primary;
    const end = a[item] as number;
    let best = NONE;
    let least = Number.POSITIVE_INFINITY;
    for (let slot = a[item + FIRST] as number; slot < end; slot++) {
      const first = this.firstNode(a[slot] as number);
      let isNeeded = false;
      let sum = 0;
      let y = first;
      let n = 0;
      for (let i = a[y] as number; i >= 0; i = a[y] as number) {
        if (i < secondary) {
          if ((a[i + FLOOR] as number) > (a[i + FIRST] as number)) isNeeded = true;
        } else {
          sum += (a[i] as number) - (a[i + FIRST] as number);
          n++;
        }
        y += 2;
      }
      sum /= n;
      if (isNeeded && (sum < least || (sum === least && first < best))) {
        least = sum;
        best = first;
      }
    }
    this.looks += 4 * (end - (a[item + FIRST] as number));
    return best;
  }

  /** Gives the choice of a branch one of so many parts, and its alternative the others. */
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

  /** The first of an item's live options, as stated. */
  private firstOf(item: number): number {
    const { a } = this;
    const end = a[item] as number;
    const from = a[item + FIRST] as number;
    let first = a[from] as number;
    for (let slot = from + 1; slot < end; slot++) {
      if ((a[slot] as number) < first) first = a[slot] as number;
    }
    this.looks += end - from;
    return this.firstNode(first);
  }

  /** A live option of the leftmost item that has one. No item needs it, so their order means nothing. */
  private freeNode(): number {
    const { a } = this;
    let item = 0;
    while (a[item] === a[item + FIRST]) item += ITEM;
    return this.firstNode(a[a[item + FIRST] as number] as number);
  }

  /** Takes back the last branch, and leaves its option out. */
  private backUp(): void {
    const { a } = this;
    const branch = this.layout.BRANCH + 3 * --this.branches;
    this.finished += this.part;
    this.part = this.parts[this.branches] as number;
    this.undo(a[branch] as number);
    this.forced = 0;
    this.dead = false;
    this.spare = a[branch + 2] as number;
    this.leaveOut(a[branch + 1] as number);
  }

  /** Chooses the option with the first node x, and clears its items that are full. */
  private choose(x: number): void {
    const { a } = this;
    const { TRAIL, CHOSEN, HUE } = this.layout;
    const secondary = ITEM * this.primary;
    a[TRAIL + this.trail++] = ~x;
    a[CHOSEN + this.depth++] = x;
    if (this.depth > this.deepest) this.deepest = this.depth;
    let { spare } = this;
    let y = x;
    for (let item = a[y] as number; item >= 0; item = a[y] as number) {
      const last = (a[item] as number) - 1;
      const mine = a[y + 1] as number;
      const other = a[last] as number;
      a[item] = last;
      a[mine] = other;
      a[other + 1] = mine;
      a[last] = y;
      a[y + 1] = last;
      if (item < secondary) {
        const floor = a[item + FLOOR] as number;
        if (floor > (a[item + FIRST] as number)) spare += a[item + WEIGHT] as number;
        a[item + FLOOR] = floor - 1;
        a[item + ROOM] = (a[item + ROOM] as number) - 1;
      } else if (a[item + ROOM] === 0) {
        a[item + ROOM] = y;
        spare -= a[item + WEIGHT] as number;
      }
      y += 2;
    }
    this.spare = spare;
    if (spare < 0) this.dead = true;
    this.updates += (y - x) >> 1;
    y = x;
    for (let item = a[y] as number; item >= 0 && !this.dead; item = a[y] as number) {
      if (item < secondary) {
        if (a[item + ROOM] === 0) this.clear(item, 0);
      } else {
        // Only for the first: a later one has the same colour, or would not be live.
        const hue = HUE === 0 ? 0 : (a[HUE + (y >> 1)] as number);
        if (a[item + ROOM] === y) this.clear(item, hue);
      }
      y += 2;
    }
  }

  /**
   * Takes all live options of an item out of play, but those that use it in the colour `hue`, if that is not
   * 0. It stops at once where an item has too few left.
   */
  private clear(item: number, hue: number): void {
    const { a } = this;
    const { TRAIL, FORCED, HUE } = this.layout;
    const first = a[item + FIRST] as number;
    let { trail, forced } = this;
    const secondary = ITEM * this.primary;
    let updates = 0;
    let dead = false;
    let { spare } = this;
    for (let slot = (a[item] as number) - 1; slot >= first && !dead; slot--) {
      const start = a[slot] as number;
      if (hue !== 0 && a[HUE + (start >> 1)] === hue) continue;
      // The nodes from `start` up to the spacer, then those before it.
      let z = start;
      let i = item;
      do {
        const last = (a[i] as number) - 1;
        const mine = a[z + 1] as number;
        const other = a[last] as number;
        a[i] = last;
        a[mine] = other;
        a[other + 1] = mine;
        a[last] = z;
        a[z + 1] = last;
        const floor = a[i + FLOOR] as number;
        if (last <= floor) {
          if (last < floor) dead = true;
          else if (floor > (a[i + FIRST] as number)) a[FORCED + forced++] = i;
          else if (i >= secondary && a[i + ROOM] === 0) spare -= a[i + WEIGHT] as number;
        }
        z += 2;
        i = a[z] as number;
      } while (i >= 0);
      updates += z;
      z = ~i;
      updates -= z;
      a[TRAIL + trail++] = z;
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
        const floor = a[i + FLOOR] as number;
        if (last <= floor) {
          if (last < floor) dead = true;
          else if (floor > (a[i + FIRST] as number)) a[FORCED + forced++] = i;
          else if (i >= secondary && a[i + ROOM] === 0) spare -= a[i + WEIGHT] as number;
        }
        z += 2;
      }
    }
    this.trail = trail;
    this.forced = forced;
    this.updates += updates >> 1;
    this.spare = spare;
    if (dead || spare < 0) this.dead = true;
  }

  /** Leaves out the live option with the first node x, as a decision. */
  private leaveOut(x: number): void {
    const { a } = this;
    a[this.layout.TRAIL + this.trail++] = ~x;
    let y = x;
    for (let item = a[y] as number; item >= 0; item = a[y] as number) {
      const last = (a[item] as number) - 1;
      const mine = a[y + 1] as number;
      const other = a[last] as number;
      a[item] = last;
      a[mine] = other;
      a[other + 1] = mine;
      a[last] = y;
      a[y + 1] = last;
      if (last <= (a[item + FLOOR] as number)) this.lookAt(item);
      y += 2;
    }
    this.updates += (y - x) >> 1;
  }

  /** Takes decisions and what follows from them back, until the trail has that length. */
  private undo(length: number): void {
    const { a } = this;
    const { TRAIL, CHOSEN } = this.layout;
    const secondary = ITEM * this.primary;
    while (this.trail > length) {
      const entry = a[TRAIL + --this.trail] as number;
      let y = entry;
      let choice = 0;
      if (entry < 0) {
        y = ~entry;
        if (this.depth > 0 && a[CHOSEN + this.depth - 1] === y) {
          choice = 1;
          this.depth--;
        }
      }
      for (let item = a[y] as number; item >= 0; item = a[y] as number) {
        a[item] = (a[item] as number) + 1;
        if (choice === 1) {
          if (item < secondary) {
            a[item + FLOOR] = (a[item + FLOOR] as number) + 1;
            a[item + ROOM] = (a[item + ROOM] as number) + 1;
          } else if (a[item + ROOM] === y) {
            a[item + ROOM] = 0;
          }
        }
        y += 2;
      }
    }
  }

  private firstNode(x: number): number {
    let spacer = x;
    while ((this.a[spacer] as number) >= 0) spacer += 2;
    return ~(this.a[spacer] as number);
  }

  /** The number of the option with a node x. */
  private optionOf(x: number): number {
    let spacer = x;
    while ((this.a[spacer] as number) >= 0) spacer += 2;
    return this.a[spacer + 1] as number;
  }

  protected override chosenAt(depth: number): number {
    return this.optionOf(this.a[this.layout.CHOSEN + depth] as number);
  }

  protected override twin(): Search {
    return new Multiples(this.compiled, this.settings);
  }
}

import type { Slices } from '../problem/slices.ts';
import { type Account, RANDOM_READ_WORK } from './account.ts';
import { NONE } from './clauses.ts';
import { needsCounter } from './matrix.ts';
import type { Open } from './open.ts';

// Fields of an item. Those of a pair are for options chosen and for options left out.
const START = 0;
const END = 1;
const COUNT = 2;
const LIMIT = 4;
/** The integers of an item. They are even, so that a side can be added to the name of an item. */
const COUNTER_FIELDS = 6;

/** The part of the trail that the counters use. */
interface Assignment {
  readonly values: Int8Array;
  readonly literals: Int32Array;
  readonly size: number;
  readonly head: number;
  updates: number;
  readonly account: Account;
  assign(literal: number, reason: number): void;
}

/**
 * The bounds of primary items as counters. At least 3 of 8 options are chosen if and only if at
 * most 5 are left out. So both bounds are one rule for a *side*, chosen (0) or left out (1): at
 * most `limit` options of the item are on it. A literal, 2v or 2v + 1, has its side as its lowest
 * bit. An item with 4 options, that needs 2 or 3 of them, after one was left out:
 *
 *     items     | start end | chosen out | most spare |          members   ... v v v v ...
 *                  8    12       0    1      3    2
 *
 * When a side is full, all other options of the item go to the other side. The *reason* for that is
 * the item and the side: -2 - (literals + name of the item + side), below the reasons of `Trail`.
 * The literals that it stands for are looked up in `explain`, if a conflict asks for them. While
 * such a literal is on the trail, the options on the full side stay the same, since no option of
 * the item is open.
 *
 * An item has no counter if at most one more option may be chosen and at most one must be: the
 * lists of `Open` and a clause say that, as without multiplicities.
 */
export class Counters {
  /** The literals that `explain` found, and where they begin. */
  readonly reason: Int32Array;
  readonly from = 0;
  /** The literals of the trail before this are counted. */
  head = 0;
  private readonly items: Int32Array;
  private readonly members: Int32Array;
  /** Variable -> where its items begin in `uses`; one more at the end. */
  private readonly useStart: Int32Array;
  /** The names of items: where each begins in `items`. */
  private readonly uses: Int32Array;
  /** The number of literals. */
  private readonly offset: number;

  private constructor(
    open: Open,
    reason: Int32Array,
    items: Int32Array,
    members: Int32Array,
    useStart: Int32Array,
    uses: Int32Array,
  ) {
    this.offset = 2 * open.variables;
    this.reason = reason;
    this.items = items;
    this.members = members;
    this.useStart = useStart;
    this.uses = uses;
  }

  /** The codes of its reasons: as many integers. */
  get reasonCodes(): number {
    return this.items.length;
  }

  /** Counters for the items that need one, or none if no item does. */
  static *of(open: Open, account: Account): Slices<Counters | undefined> {
    const { variables, list, primaryStart, bounds } = open;
    let count = 0;
    let length = 0;
    let longest = 0;
    for (let k = 0; 2 * k < bounds.length; k++) {
      const size = primaryStart[k + 1] - primaryStart[k];
      if (account.spent(1)) yield;
      if (!needsCounter(bounds, k, size)) continue;
      count++;
      length += size;
      longest = Math.max(longest, size);
    }
    if (count === 0) return undefined;

    const items = account.integers(COUNTER_FIELDS * count);
    const members = account.integers(length);
    const useStart = account.integers(variables + 1);
    let item = 0;
    let to = 0;
    for (let k = 0; 2 * k < bounds.length; k++) {
      const start = primaryStart[k];
      const end = primaryStart[k + 1];
      const size = end - start;
      if (account.spent(1)) yield;
      if (!needsCounter(bounds, k, size)) continue;
      const least = bounds[2 * k];
      const most = bounds[2 * k + 1];
      items[item + START] = to;
      for (let x = start; x < end; x++) {
        const v = list[x] >> 1;
        members[to++] = v;
        useStart[v + 1] = useStart[v + 1] + 1;
        if (account.spent(RANDOM_READ_WORK)) yield;
      }
      items[item + END] = to;
      // A side that has another guard, or needs none, is never full.
      items[item + LIMIT] = Math.min(most, size + 1);
      items[item + LIMIT + 1] = least > 1 ? size - least : size + 1;
      item += COUNTER_FIELDS;
    }
    for (let v = 0; v < variables; v++) {
      useStart[v + 1] = useStart[v + 1] + useStart[v];
      if (account.spent(1)) yield;
    }
    const uses = account.integers(length);
    const next = account.integers(variables);
    next.set(useStart.subarray(0, variables));
    for (item = 0; item < items.length; item += COUNTER_FIELDS) {
      for (let m = items[item + START]; m < items[item + END]; m++) {
        const v = members[m];
        const use = next[v];
        next[v] = use + 1;
        uses[use] = item;
        if (account.spent(2 * RANDOM_READ_WORK)) yield;
      }
    }
    account.release(next);
    return new Counters(open, account.integers(longest), items, members, useStart, uses);
  }

  /**
   * Counts the literals of the trail that clauses have followed up, and assigns the literals that
   * full sides imply. It returns for the clauses to follow that up, or where the work runs out;
   * each literal is counted whole. So slices do not change the order. If a side has more than its
   * limit, it gives that conflict as a reason.
   */
  propagate(trail: Assignment): number {
    const { items, useStart, uses } = this;
    const { literals, account } = trail;
    while (this.head < trail.head && trail.head === trail.size && account.left > 0) {
      const literal = literals[this.head++];
      const side = literal & 1;
      const end = useStart[(literal >> 1) + 1];
      const start = useStart[literal >> 1];
      let conflict = NONE;
      account.left -= 1 + RANDOM_READ_WORK * (end - start);
      for (let use = start; use < end; use++) {
        const item = uses[use];
        const count = items[item + COUNT + side] + 1;
        items[item + COUNT + side] = count;
        const limit = items[item + LIMIT + side];
        if (count > limit) conflict = this.reasonOf(item, side);
        else if (count === limit) this.closeSide(item, side, trail);
      }
      if (conflict !== NONE) return conflict;
    }
    return NONE;
  }

  /** Uncounts the literals from `stop` on. */
  takeBack(literals: Int32Array, stop: number): void {
    const { items, useStart, uses } = this;
    for (; this.head > stop; this.head--) {
      const literal = literals[this.head - 1];
      const count = COUNT + (literal & 1);
      const end = useStart[(literal >> 1) + 1];
      for (let use = useStart[literal >> 1]; use < end; use++) {
        const at = uses[use] + count;
        items[at] = items[at] - 1;
      }
    }
  }

  /**
   * Writes the false literals that a reason stands for into `reason`; gives their number. For a
   * conflict one more than the limit suffices.
   */
  explain(reason: number, values: Int8Array): number {
    const { items, members } = this;
    const code = -2 - reason - this.offset;
    const side = code & 1;
    const item = code - side;
    const most = items[item + LIMIT + side] + 1;
    const end = items[item + END];
    let size = 0;
    for (let m = items[item + START]; m < end && size < most; m++) {
      const literal = 2 * members[m] + side;
      if (values[literal] > 0) this.reason[size++] = literal ^ 1;
    }
    return size;
  }

  /** True if it is one of its own. */
  isReason(reason: number): boolean {
    return -2 - reason < this.offset + this.items.length;
  }

  private reasonOf(item: number, side: number): number {
    return -2 - (this.offset + item + side);
  }

  /** Puts the open options of an item on the other side. */
  private closeSide(item: number, side: number, trail: Assignment): void {
    const { items, members } = this;
    const { values } = trail;
    const reason = this.reasonOf(item, side);
    const before = trail.size;
    const start = items[item + START];
    const end = items[item + END];
    for (let m = start; m < end; m++) {
      const literal = 2 * members[m] + 1 - side;
      if (values[literal] === 0) trail.assign(literal, reason);
    }
    trail.account.left -= RANDOM_READ_WORK * (end - start);
    trail.updates += trail.size - before;
  }
}

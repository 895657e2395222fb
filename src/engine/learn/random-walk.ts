import { Random } from '../kernels/random.ts';
import type { Slices } from '../problem/slices.ts';
import { RANDOM_READ_WORK } from './account.ts';
import { NONE } from './clauses.ts';
import { USE } from './open.ts';
import type { Trail } from './trail.ts';

// The fields of an item. It is named by the place in `Open.list` where its options begin.
/** The use that the first of its chosen options has of it, plus 1; 0 if none is chosen. */
const OWNER_FIELD = 0;
/** The number of its chosen options, which all agree. */
const CHOSEN_FIELD = 1;
/** Where its options end in `list`, if an option is to cover it; else 0. */
const END_FIELD = 2;
/** Its place in `missing`. */
const PLACE_FIELD = 3;
const ITEM_FIELDS = 4;

/** The blocks of an option that has a value already. */
const SETTLED_BLOCKS = 1 << 20;
/** The items that a step looks at, at most, and the work after which it looks at no further one. */
const MOST_STEP_ITEMS = 40;
const MOST_STEP_WORK = 1 << 15;
/**
 * The steps for which an option that was thrown out stays out: by chance less than the first, and
 * this part of the number of items that are missing. (On Latin squares 0.3 takes ten times as long;
 * on Sudokus of 25x25 less than 0.1 gets stuck.)
 */
const TENURE = 8;
const TENURE_PER_ITEM = 0.1;

/**
 * A local search for a solution, and the values it ends with for the decisions. It keeps a set of
 * options of which no two exclude each other. The rest is a list of *missing* items. A step chooses
 * an option of a missing item, throws out what it excludes, and may miss other items then:
 *
 *     missing  a            choose {a b}, throw out {b c d}           missing  c d
 *
 * Best is the option with the fewest *blocks*: items that chosen options use otherwise. Ties are
 * broken by chance. An option that was thrown out is tabu for some steps, else it would come back
 * at once (Blöchliger and Zufferey: A graph coloring heuristic using partial solutions and a
 * reactive tabu scheme, 2008). Steady turns begin with it, as in CaDiCaL: if it finds a solution,
 * the decisions lead there without a conflict. It proves nothing.
 */
export class Walk {
  private readonly trail: Trail;
  private readonly random = new Random(0);
  private items = new Int32Array(0);
  /** Variable -> the number of its items that chosen options use otherwise. */
  private blocks = new Int32Array(0);
  /** Variable -> the step from which it may be chosen. */
  private free = new Int32Array(0);
  private chosen = new Int8Array(0);
  private missing = new Int32Array(0);
  /** The number of items that are missing. */
  private size = 0;
  private step = 0;
  /** The work left, in the unit of `Account.left`, and the work of all walks. */
  private budget = 0;
  work = 0;

  constructor(trail: Trail) {
    this.trail = trail;
  }

  /**
   * From the values that variables last had to better ones. All that follows from the trail must be
   * on it, and no item may be covered several times. Without memory or much work to do it does
   * nothing.
   */
  *run(budget: number): Slices {
    const { trail } = this;
    const { account } = trail;
    const { list, variables, primaryStart } = trail.open;
    const integers = ITEM_FIELDS * list.length + 2 * variables + primaryStart.length;
    if (budget < integers || !account.has(4 * integers + variables)) return;
    this.budget = budget;
    this.items = account.integers(ITEM_FIELDS * list.length);
    if (account.spent(0)) yield;
    this.blocks = account.integers(variables);
    this.free = account.integers(variables);
    if (account.spent(0)) yield;
    this.chosen = account.bytes(variables);
    this.missing = account.integers(primaryStart.length);
    this.size = this.step = 0;
    yield* this.begin();
    let fewest = this.size;
    let isNew = true;
    while (this.size > 0 && this.budget > 0) {
      const v = this.best();
      this.step++;
      if (v !== NONE) {
        if (isNew && this.blocks[v] > 0) {
          isNew = false;
          this.keep();
        }
        this.choose(v);
        if (this.size < fewest) {
          fewest = this.size;
          isNew = true;
        }
      }
      if (account.spent(0)) yield;
    }
    if (isNew) this.keep();
    for (const array of [this.items, this.blocks, this.free, this.chosen, this.missing]) {
      account.release(array);
    }
    this.items = this.blocks = this.free = this.missing = new Int32Array(0);
    this.chosen = new Int8Array(0);
  }

  /** Ends a walk that is under way at its next step. */
  stop(): void {
    this.budget = 0;
  }

  /** The values for the decisions. */
  private keep(): void {
    const { chosen } = this;
    const { last } = this.trail;
    this.spend(chosen.length >> 3);
    for (let v = 0; v < chosen.length; v++) last[v] = 2 * chosen[v] - 1;
  }

  /** Chooses the options that were chosen last, as far as they go together. */
  private *begin(): Slices {
    const { items, blocks, trail } = this;
    const { values, last, account, open } = trail;
    const { list, primaryStart, over } = open;
    for (let k = 1; k < primaryStart.length; k++) {
      const start = primaryStart[k - 1];
      const end = primaryStart[k];
      let isMissing = end > start;
      for (let x = start; x < end; x++) if (values[list[x]] === 1) isMissing = false;
      if (isMissing) {
        items[ITEM_FIELDS * start + END_FIELD] = end;
        this.miss(start);
      }
      this.spend(end - start);
      if (account.spent(0)) yield;
    }
    for (let v = 0; v < over; v++) if (values[2 * v] !== 0) blocks[v] = SETTLED_BLOCKS;
    for (let v = 0; v < over; v++) {
      if (last[v] === 1 && blocks[v] === 0) this.choose(v);
      this.spend(RANDOM_READ_WORK);
      if (account.spent(0)) yield;
    }
  }

  /** An option with the fewest blocks of some missing items; `NONE` if all are tabu. */
  private best(): number {
    const { items, blocks, free, missing, random, size, step } = this;
    const { list } = this.trail.open;
    const count = Math.min(MOST_STEP_ITEMS, size);
    let at = count < size ? random.below(size) : 0;
    let best = NONE;
    let fewest = SETTLED_BLOCKS - 1;
    let ties = 0;
    let work = 0;
    for (let k = 0; k < count && work < MOST_STEP_WORK; k++) {
      const start = missing[at];
      if (++at === size) at = 0;
      const end = items[ITEM_FIELDS * start + END_FIELD];
      for (let x = start; x < end; x++) {
        const v = list[x] >> 1;
        const own = blocks[v];
        if (own > fewest || (own > 0 && free[v] > step)) continue;
        if (own < fewest) {
          fewest = own;
          ties = 0;
          best = v;
        }
        if (ties++ > 0 && random.below(ties) === 0) best = v;
      }
      work += RANDOM_READ_WORK + end - start;
    }
    this.spend(work);
    return best;
  }

  /** Throws out what an option excludes, and chooses it. */
  private choose(v: number): void {
    const { items, chosen } = this;
    const { list, uses, useStart } = this.trail.open;
    const from = useStart[2 * v];
    const to = useStart[2 * v + 1];
    for (let use = from; use < to; use += USE) {
      const owner = items[ITEM_FIELDS * uses[use] + OWNER_FIELD] - 1;
      if (owner < 0 || uses[owner + 1] === uses[use + 1]) continue;
      const end = uses[owner + 2];
      for (let x = uses[owner + 1]; x < end; x++) {
        const other = list[x] >> 1;
        if (chosen[other] === 1) this.throwOut(other);
      }
    }
    chosen[v] = 1;
    for (let use = from; use < to; use += USE) {
      const item = ITEM_FIELDS * uses[use];
      const count = items[item + CHOSEN_FIELD];
      items[item + CHOSEN_FIELD] = count + 1;
      if (count > 0) continue;
      items[item + OWNER_FIELD] = use + 1;
      this.block(use, 1);
      if (items[item + END_FIELD] !== 0) this.cover(item);
    }
  }

  private throwOut(v: number): void {
    const { items } = this;
    const { uses, useStart } = this.trail.open;
    this.chosen[v] = 0;
    this.free[v] = this.step + this.random.below(TENURE) + TENURE_PER_ITEM * this.size;
    const to = useStart[2 * v + 1];
    for (let use = useStart[2 * v]; use < to; use += USE) {
      const item = ITEM_FIELDS * uses[use];
      const count = items[item + CHOSEN_FIELD] - 1;
      items[item + CHOSEN_FIELD] = count;
      if (count > 0) continue;
      items[item + OWNER_FIELD] = 0;
      this.block(use, -1);
      if (items[item + END_FIELD] !== 0) this.miss(uses[use]);
    }
  }

  /** Blocks the options that do not agree with a use, or takes that back: `by` is 1 or -1. */
  private block(use: number, by: 1 | -1): void {
    const { blocks } = this;
    const { list, uses } = this.trail.open;
    const start = uses[use];
    const agree = uses[use + 1];
    const end = uses[use + 3];
    for (let x = start; x < end; x++) {
      if (x === agree) {
        x = uses[use + 2];
        if (x === end) break;
      }
      const v = list[x] >> 1;
      blocks[v] = blocks[v] + by;
    }
    this.spend(end - start);
  }

  private miss(start: number): void {
    this.items[ITEM_FIELDS * start + PLACE_FIELD] = this.size;
    this.missing[this.size++] = start;
  }

  private cover(item: number): void {
    const at = this.items[item + PLACE_FIELD];
    const last = this.missing[--this.size];
    this.missing[at] = last;
    this.items[ITEM_FIELDS * last + PLACE_FIELD] = at;
  }

  private spend(work: number): void {
    this.budget -= work;
    this.work += work;
    this.trail.account.left -= work;
  }
}

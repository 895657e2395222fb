import { Random } from '../kernels/random.ts';
import { type Compiled, hasPrimary, itemsOf, leastOf, mostOf } from '../problem/compiled.ts';
import type { Slices } from '../problem/slices.ts';
import { type Account, RANDOM_READ_WORK } from './account.ts';

/**
 * The places of the option and of the colour in an occurrence. Both together are sorted as an
 * integer of 64 bits. The colour is its upper half, which some machines keep first and some last.
 */
export const [OPTION, COLOUR] = new Int8Array(Int16Array.of(1).buffer)[0] === 1 ? [0, 1] : [1, 0];

/** The size of a primary item that no more options may cover. */
const COVERED_SIZE = -1;

/** Decisions, and all that follows from them. */
export interface Consequences {
  /** The options chosen: those of the decisions, then what these force. They are `size`. */
  readonly chosen: Int32Array;
  size: number;
  /** Option -> 1 if it is chosen, -1 if it never will be, 0 where that is open. */
  readonly fate: Int8Array;
  /** Primary item -> the number of options that it has left, or `COVERED_SIZE`. */
  readonly left: Int32Array;
  /** Primary item -> the least and the most options that are still to be chosen for it. */
  readonly bounds: Int32Array;
  /** True if some item has too few options left. */
  isDead: boolean;
}

/** The options and items settled so far. */
interface Settling extends Consequences {
  /**
   * Stack of primary items that need all the options they have left, or more. Each enters at most
   * twice: when it has none to spare, and when it lacks one. It stays until its options are chosen.
   */
  forced: Int32Array;
  forcedSize: number;
}

/**
 * The lists of a compiled problem, by item instead of by option. It is made once. Then it opens the
 * problem below one prefix after another.
 */
export class Matrix {
  /** True once `layOut` has come to its end. */
  isLaidOut = false;
  readonly compiled: Compiled;
  private readonly account: Account;
  private readonly random: Random | undefined;
  /** Item -> where its options begin in `occurrence`; one more at the end. */
  start: Int32Array;
  /** Pairs of an option and its colour, by item and within an item by colour. */
  occurrence: Int32Array<ArrayBuffer>;
  /**
   * With a seed, or with preferred items: the options in the order in which they are numbered.
   * Options with a preferred item come first, and so are decided first, until conflicts tell of
   * others.
   */
  order: Int32Array | undefined;

  constructor(compiled: Compiled, seed: number | undefined, account: Account) {
    this.compiled = compiled;
    this.account = account;
    this.random = seed === undefined ? undefined : new Random(seed);
    this.start = this.occurrence = account.integers(0);
  }

  /** The bytes that it takes once it is laid out. */
  get bytes(): number {
    const { start, occurrence, order } = this;
    return start.byteLength + occurrence.byteLength + (order?.byteLength ?? 0);
  }

  *layOut(): Slices {
    const { account, random } = this;
    const { data, primary, secondary, options, nodes, coloured } = this.compiled;
    const { startAt, itemAt, colourAt } = this.compiled;
    const items = primary + secondary;
    const start = account.integers(items + 1);
    const occurrence = account.integers(2 * nodes);
    for (let n = itemAt; n < itemAt + nodes; n++) {
      const item = data[n];
      start[item + 1] = start[item + 1] + 1;
      if (account.spent(RANDOM_READ_WORK)) yield;
    }
    for (let item = 0; item < items; item++) {
      start[item + 1] = start[item + 1] + start[item];
      if (account.spent(1)) yield;
    }
    const next = account.integers(items + 1);
    next.set(start);
    for (let option = 0; option < options; option++) {
      const from = data[startAt + option];
      const end = data[startAt + option + 1];
      for (let n = from; n < end; n++) {
        const item = data[itemAt + n];
        const at = next[item];
        next[item] = at + 1;
        occurrence[2 * at + OPTION] = option;
        if (coloured) occurrence[2 * at + COLOUR] = data[colourAt + n];
      }
      if (account.spent(2 * RANDOM_READ_WORK * (end - from))) yield;
    }
    this.start = start;
    this.occurrence = occurrence;
    for (let item = primary; coloured && item < items; item++) {
      if (account.spent(4 * this.sortByColour(item))) yield;
    }
    if (random !== undefined || this.compiled.prefers) {
      const order = account.integers(options);
      for (let k = 0; k < options; k++) {
        const other = random?.below(k + 1) ?? k;
        order[k] = order[other];
        order[other] = k;
        if (account.spent(RANDOM_READ_WORK)) yield;
      }
      this.order = order;
      if (this.compiled.prefers) yield* this.putPreferredFirst(order);
    }
    account.release(next);
    this.isLaidOut = true;
  }

  private *putPreferredFirst(order: Int32Array): Slices {
    const { account, compiled } = this;
    const others = account.integers(order.length);
    let preferred = 0;
    let left = 0;
    for (const option of order) {
      if (hasPreferred(compiled, option)) order[preferred++] = option;
      else others[left++] = option;
      if (account.spent(RANDOM_READ_WORK)) yield;
    }
    order.set(others.subarray(0, left), preferred);
    account.release(others);
  }

  /** Follows up decisions that do not contradict each other. */
  *settle(decisions: Iterable<number>): Slices<Consequences> {
    const { account, start } = this;
    const { primary, options, multiple } = this.compiled;
    const settled: Settling = {
      chosen: account.integers(multiple ? options : primary),
      size: 0,
      fate: account.bytes(options),
      left: account.integers(primary),
      bounds: account.integers(2 * primary),
      isDead: false,
      forced: account.integers(2 * primary),
      forcedSize: 0,
    };
    const { chosen, fate, left, bounds, forced } = settled;
    for (let option = 0; option < options; option++) {
      if (!hasPrimary(this.compiled, option)) fate[option] = -1;
      if (account.spent(RANDOM_READ_WORK)) yield;
    }
    for (let item = 0; item < primary; item++) {
      const count = start[item + 1] - start[item];
      left[item] = count;
      bounds[2 * item] = leastOf(this.compiled, item);
      bounds[2 * item + 1] = mostOf(this.compiled, item);
      if (count <= bounds[2 * item]) forced[settled.forcedSize++] = item;
      if (account.spent(1)) yield;
    }
    for (let item = 0; multiple && item < primary; item++) {
      if (bounds[2 * item + 1] === 0) {
        left[item] = COVERED_SIZE;
        account.spent(RANDOM_READ_WORK * this.leaveOutAll(item, settled));
      }
      if (account.spent(1)) yield;
    }
    for (const decision of decisions) {
      if (decision < 0) account.spent(RANDOM_READ_WORK * this.leaveOut(~decision, settled));
      else {
        fate[decision] = 1;
        chosen[settled.size++] = decision;
      }
      if (account.spent(1)) yield;
    }
    settled.isDead = !(yield* this.force(settled));
    account.release(forced);
    settled.forced = new Int32Array(0);
    return settled;
  }

  /** Chooses forced options to the end; false where some item has too few options left. */
  private *force(settled: Settling): Slices<boolean> {
    const { account, start } = this;
    const { primary } = this.compiled;
    const { chosen, fate, left, bounds, forced } = settled;
    for (let done = 0; ; ) {
      for (; done < settled.size; done++) {
        const option = chosen[done];
        for (const item of itemsOf(this.compiled, option)) {
          if (item < primary) {
            bounds[2 * item] = bounds[2 * item] - 1;
            const most = bounds[2 * item + 1] - 1;
            bounds[2 * item + 1] = most;
            left[item] = most > 0 ? left[item] - 1 : COVERED_SIZE;
            if (most > 0) continue;
          }
          if (account.spent(RANDOM_READ_WORK * this.ruleOut(option, item, settled))) yield;
        }
      }
      if (settled.forcedSize === 0) return true;
      const item = forced[settled.forcedSize - 1];
      if (left[item] === COVERED_SIZE || bounds[2 * item] <= 0) {
        settled.forcedSize--;
        continue;
      }
      const only = this.onlyOption(item, fate);
      if (only < 0) return false;
      account.spent(start[item + 1] - start[item]);
      fate[only] = 1;
      chosen[settled.size++] = only;
    }
  }

  /** The first option that an item has left, or -1. */
  private onlyOption(item: number, fate: Int8Array): number {
    const { start, occurrence } = this;
    for (let x = start[item]; x < start[item + 1]; x++) {
      const option = occurrence[2 * x + OPTION];
      if (fate[option] === 0) return option;
    }
    return -1;
  }

  /** Rules out the options that one of an option's items excludes; gives the work. */
  private ruleOut(option: number, item: number, settled: Settling): number {
    const { start, occurrence } = this;
    const { primary, coloured } = this.compiled;
    const { fate } = settled;
    const from = start[item];
    const to = start[item + 1];
    let work = to - from;
    let own = from;
    if (coloured && item >= primary) while (occurrence[2 * own + OPTION] !== option) own++;
    const colour = occurrence[2 * own + COLOUR];
    for (let x = from; x < to; x++) {
      const other = occurrence[2 * x + OPTION];
      if (fate[other] !== 0 || (colour > 0 && occurrence[2 * x + COLOUR] === colour)) continue;
      work += this.leaveOut(other, settled);
    }
    return work;
  }

  /** Leaves out all options of an item that none may cover; gives the work. */
  private leaveOutAll(item: number, settled: Settling): number {
    const { start, occurrence } = this;
    let work = 0;
    for (let x = start[item]; x < start[item + 1]; x++) {
      work += this.leaveOut(occurrence[2 * x + OPTION], settled);
    }
    return work;
  }

  /** An option will never be chosen, if that is still open; gives the work. */
  private leaveOut(option: number, settled: Settling): number {
    const { fate, left, bounds, forced } = settled;
    const { data, primary, startAt, itemAt } = this.compiled;
    if (fate[option] !== 0) return 1;
    fate[option] = -1;
    const first = data[startAt + option];
    const end = data[startAt + option + 1];
    for (let n = first; n < end; n++) {
      const i = data[itemAt + n];
      if (i >= primary || left[i] === COVERED_SIZE) continue;
      left[i] = left[i] - 1;
      const spare = left[i] - bounds[2 * i];
      if (spare === 0 || spare === -1) forced[settled.forcedSize++] = i;
    }
    return end - first;
  }

  /** Sorts the occurrences of an item; gives their number. */
  private sortByColour(item: number): number {
    const from = this.start[item];
    const size = this.start[item + 1] - from;
    // As integers of 64 bits, which the machine sorts in place.
    if (size > 1) new BigInt64Array(this.occurrence.buffer, 8 * from, size).sort();
    return size;
  }
}

function hasPreferred(compiled: Compiled, option: number): boolean {
  const { data, primary, preferredAt } = compiled;
  const isPreferred = (item: number) => item < primary && data[preferredAt + item] === 1;
  return itemsOf(compiled, option).some(isPreferred);
}

/** True if neither the lists nor a clause can state the rule of an item with `size` options. */
export function needsCounter(bounds: Int32Array, k: number, size: number): boolean {
  const most = bounds[2 * k + 1];
  return bounds[2 * k] > 1 || (most > 1 && most < size);
}

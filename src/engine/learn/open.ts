import { type Compiled, itemsOf } from '../problem/compiled.ts';
import type { Slices } from '../problem/slices.ts';
import { type Account, RANDOM_READ_WORK } from './account.ts';
import { NONE } from './clauses.ts';
import { COLOUR, type Consequences, type Matrix, OPTION } from './matrix.ts';
import { merge, rootOf } from './merged.ts';

/** Instead of a variable, for options that are settled. */
export const CHOSEN = -1;
export const OUT = -2;
/** The integers of a use. */
export const USE = 4;

/**
 * The part of a problem that a prefix and all forced choices leave open. The options that are left
 * are its *variables*, numbered anew from 0.
 *
 * To choose a variable is to rule out every other one that shares an item with it, unless both
 * give that item the same colour. So the options of an item lie together, sorted by colour. Each
 * *use* of the item knows where they begin and end, and which of them agree with it: itself, or all
 * of its colour. One item with variables 0 and 2 (no colour), 1 and 3 (red), 4 (blue), as literals
 * (2 x variable, see `Trail`):
 *
 *     list          ... | 0 | 4 | 2 6 | 8 | ...
 *                       20  21  22    24  25
 *     uses          by 0: [20 20 21 25]   by 1: [20 22 24 25]   by 4: [20 24 25 25]
 *
 * Variable 1 rules out the variables at 20 .. 21 and at 24 .. 24. So no loop over these compares
 * colours or looks for its own variable.
 *
 * Where rules add options, some say what another one says, or the opposite. They share its variable
 * (`merge`), so that a negative literal has uses, too.
 *
 * If several options may still cover a primary item, they all agree, as if they had one colour. The
 * item's bounds are for `Counters`.
 */
export class Open {
  /** The options chosen already: those of the base, then those that they force. */
  readonly settled: Int32Array;
  /** Options from this number on are added by rules, and follow from the others. */
  stated = 0;
  /** True if forced choices alone prove that there is no solution. */
  readonly isDead: boolean;
  /** One for each option that is open, unless it is merged with another one; and `over`. */
  variables = 0;
  /**
   * Variable -> the number of its option. Option -> its literal, or `CHOSEN`, or `OUT`.
   */
  optionOf: Int32Array;
  literalOf: Int32Array;
  /** The options as literals, item by item. */
  list: Int32Array;
  /** Where each primary item with options left begins in `list`; one more at the end. */
  primaryStart: Int32Array;
  /**
   * With multiplicities: the least and the greatest number of options to choose of each such item.
   */
  bounds: Int32Array;
  /**
   * With multiplicities: the variables that a solution may have or lack. All their items allow
   * another number of options than the least.
   */
  optional: Int32Array;
  /** Literal -> where its uses begin; one more at the end. */
  useStart: Int32Array;
  /** The uses: [begin of the item, begin of those that agree, their end, the item's end]. */
  uses: Int32Array;
  private readonly account: Account;

  /** True if rules add some of the options. */
  get hasAdded(): boolean {
    return this.stated < this.literalOf.length;
  }

  isOut(option: number): boolean {
    return this.literalOf[option] === OUT;
  }

  /** The last variable. It has no option, and rules nothing out. See `ClauseSearch`. */
  get over(): number {
    return this.variables - 1;
  }

  /** The part of a matrix's problem that decisions leave open. */
  static *below(decisions: Iterable<number>, matrix: Matrix, account: Account): Slices<Open> {
    const settled = yield* matrix.settle(decisions);
    const open = new Open(settled, account);
    if (!open.isDead) yield* open.layOut(matrix, settled);
    // At the end, since a paused generator keeps its local variables.
    account.release(settled.fate);
    account.release(settled.left);
    account.release(settled.bounds);
    return open;
  }

  /** Without variables, until they are laid out. */
  constructor({ chosen, size, isDead }: Consequences, account: Account) {
    this.account = account;
    this.settled = chosen.subarray(0, size);
    this.isDead = isDead;
    this.optionOf = this.literalOf = this.list = this.uses = account.integers(0);
    this.primaryStart = this.useStart = this.bounds = this.optional = this.optionOf;
  }

  /** Numbers the options that are open, and lays out their lists and uses. */
  *layOut(matrix: Matrix, settled: Consequences): Slices {
    const { account } = this;
    const { start, occurrence, order } = matrix;
    const { data, primary, secondary, options, stated, startAt, multiple } = matrix.compiled;
    const { fate, left, bounds } = settled;
    const merged = stated < options ? yield* merge(matrix, settled, account) : undefined;
    const literalOf = account.integers(options);
    let variables = 0;
    let length = 0;
    for (let k = 0; k < options; k++) {
      const option = order === undefined ? k : order[k];
      literalOf[option] = fate[option] === 1 ? CHOSEN : OUT;
      if (fate[option] === 0) {
        if (merged === undefined || merged.roots[option] === 2 * option) {
          literalOf[option] = 2 * variables++;
        }
      }
      if (account.spent(2)) yield;
    }
    const optionOf = account.integers(variables);
    const useStart = account.integers(2 * variables + 3);
    for (let k = 0; k < options; k++) {
      const option = order === undefined ? k : order[k];
      if (fate[option] === 0) {
        let size = data[startAt + option + 1] - data[startAt + option];
        let literal = literalOf[option];
        if (merged !== undefined) {
          const root = rootOf(merged.roots, option);
          literal = literalOf[option] = literalOf[root >> 1] ^ (root & 1);
          size -= merged.definitions[option];
        }
        if (merged === undefined || merged.roots[option] === 2 * option) {
          optionOf[literal >> 1] = option;
        }
        useStart[literal + 1] = useStart[literal + 1] + USE * size;
        length += size;
      }
      if (account.spent(2)) yield;
    }
    for (let end = 2; end < useStart.length; end++) {
      useStart[end] = useStart[end] + useStart[end - 1];
      if (account.spent(1)) yield;
    }
    if (merged !== undefined) {
      account.release(merged.roots);
      account.release(merged.definitions);
    }
    let uncovered = 0;
    for (let item = 0; item < primary; item++) if (left[item] > 0) uncovered++;
    const next = account.integers(2 * variables);
    next.set(useStart.subarray(0, 2 * variables));
    if (account.spent(0)) yield;

    const primaryStart = account.integers(uncovered + 1);
    const list = account.integers(length);
    const uses = account.integers(USE * length);
    const ownBounds = account.integers(multiple ? 2 * uncovered : 0);
    let clauses = 0;
    let to = 0;
    for (let item = 0; item < primary + secondary; item++) {
      const first = to;
      const isShared = item < primary && bounds[2 * item + 1] > 1;
      let agree = first;
      let last = 0;
      // An item that needs no more options has none that are open, or is the definition of one.
      const end = item < primary && left[item] <= 0 ? 0 : start[item + 1];
      for (let x = start[item]; x < end; x++) {
        const literal = literalOf[occurrence[2 * x + OPTION]];
        if (literal >= 0) {
          const colour = occurrence[2 * x + COLOUR];
          if (!isShared && (colour === 0 || colour !== last)) agree = to;
          last = colour;
          const use = next[literal];
          next[literal] = use + USE;
          uses[use] = first;
          uses[use + 1] = agree;
          list[to++] = literal;
        }
        if (account.spent(2 * RANDOM_READ_WORK)) yield;
      }
      for (let x = to - 1, differ = to; x >= first; x--) {
        const use = next[list[x]] - USE;
        uses[use + 2] = differ;
        uses[use + 3] = to;
        if (uses[use + 1] === x) differ = x;
        if (account.spent(RANDOM_READ_WORK)) yield;
      }
      if (item < primary && to > first) {
        if (multiple) ownBounds.set(bounds.subarray(2 * item, 2 * item + 2), 2 * clauses);
        primaryStart[++clauses] = to;
      }
    }
    account.release(next);
    this.stated = stated;
    this.variables = variables + 1;
    this.optionOf = optionOf;
    this.literalOf = literalOf;
    this.list = list;
    this.primaryStart = primaryStart;
    this.bounds = ownBounds;
    this.useStart = useStart;
    this.uses = uses;
    if (multiple) yield* this.findOptional(matrix.compiled, bounds);
  }

  private *findOptional(compiled: Compiled, bounds: Int32Array): Slices {
    const { primary } = compiled;
    const { account, optionOf, stated } = this;
    const isFixed = (item: number) => item < primary && bounds[2 * item] === bounds[2 * item + 1];
    const optional = account.integers(optionOf.length);
    let size = 0;
    for (const [v, option] of optionOf.entries()) {
      if (option < stated && !itemsOf(compiled, option).some(isFixed)) optional[size++] = v;
      if (account.spent(RANDOM_READ_WORK)) yield;
    }
    this.optional = optional.subarray(0, size);
  }

  /**
   * Writes the open literals of which at least one is true in every solution but this one. Returns
   * their number, or `NONE` if one of them is true already.
   */
  differences(solution: readonly number[], values: Int8Array, into: Int32Array): number {
    const { literalOf, optionOf, settled, stated, optional } = this;
    const chosen = new Set(solution);
    if (settled.some((option) => option < stated && !chosen.has(option))) return NONE;
    /** Options that are merged have one literal. */
    const open = new Set<number>();
    for (const option of chosen) {
      const literal = literalOf[option];
      const value = literal < 0 ? (literal === CHOSEN ? 1 : -1) : values[literal];
      if (value < 0) return NONE;
      if (value === 0) open.add(literal ^ 1);
    }
    for (const v of optional) {
      if (chosen.has(optionOf[v])) continue;
      const value = values[2 * v];
      if (value > 0) return NONE;
      if (value === 0) open.add(2 * v);
    }
    let size = 0;
    for (const literal of open) into[size++] = literal;
    return size;
  }

  /**
   * Drops the variables that have a value for good, and the uses that rule nothing out any more.
   * The arrays get shorter in place. Without memory for it nothing changes.
   */
  *sweep(values: Int8Array): Slices {
    const { account, list, uses, useStart, variables } = this;
    if (!account.has(4 * (list.length + 1))) return;
    /** Where something lay -> where it lies after this. */
    const moved = account.integers(list.length + 1);
    let left = 0;
    for (let x = 0; x < list.length; x++) {
      moved[x] = left;
      const literal = list[x];
      if (values[literal] === 0) list[left++] = literal;
      if (account.spent(1)) yield;
    }
    moved[list.length] = left;
    let to = 0;
    let from = 0;
    for (let own = 0; own < 2 * variables; own++) {
      const end = useStart[own + 1];
      useStart[own] = to;
      for (let use = from; use < end && values[own] === 0; use += USE) {
        const start = moved[uses[use]];
        const agree = moved[uses[use + 1]];
        const differ = moved[uses[use + 2]];
        const stop = moved[uses[use + 3]];
        if (start === agree && differ === stop) continue;
        uses[to++] = start;
        uses[to++] = agree;
        uses[to++] = differ;
        uses[to++] = stop;
      }
      const used = 1 + end - from;
      from = end;
      if (account.spent(used)) yield;
    }
    useStart[2 * variables] = to;
    const { primaryStart } = this;
    for (let k = 0; k < primaryStart.length; k++) {
      primaryStart[k] = moved[primaryStart[k]];
      if (account.spent(RANDOM_READ_WORK)) yield;
    }
    account.release(moved);
    this.list = list.subarray(0, left);
    this.uses = uses.subarray(0, to);
  }
}

import type { Account, Slices } from './learn-account.ts';
/** Instead of a variable, for options that are settled. */
export const CHOSEN = -1;
export const OUT = -2;
/** The integers of a use. */
const USE = 4;

/** What is laid out for the variables. */
interface Lists {
  /** Variable -> the number of its option, and back: option -> its variable, or `CHOSEN`, or `OUT`. */
  readonly optionOf: Int32Array;
  readonly variableOf: Int32Array;
  /** Variables as literals, item by item. */
  readonly list: Int32Array;
  /** Where each primary item that is not covered begins in `list`; one more at the end. */
  readonly primaryStart: Int32Array;
  /** Variable -> where its uses begin; one more at the end. */
  readonly useStart: Int32Array;
  /** The uses: [where the item begins, where what agrees begins, where it ends, the item's end]. */
  readonly uses: Int32Array;
}

/**
 * What a prefix leaves open of a problem, after every forced choice: the part that is worth
 * searching. The options that are left are its *variables*, numbered anew from 0.
 *
 * To choose a variable is to rule out every other one that shares an item with it, unless both
 * give that item one and the same colour. So the options of an item lie together, sorted by
 * colour, and each *use* of the item knows where they begin and end, and which of them do not mind
 * it: itself, or all of its colour. One item with variables 0 and 2 (no colour), 1 and 3 (red),
 * 4 (blue), as literals (2 x variable, see `Trail`):
 *
 *     list          ... | 0 | 4 | 2 6 | 8 | ...
 *                       20  21  22    24  25
 *     uses          by 0: [20 20 21 25]   by 1: [20 22 24 25]   by 4: [20 24 25 25]
 *
 * Variable 1 rules out what lies at 20 .. 21 and at 24 .. 24. No loop over these ever asks for a
 * colour, or whether it has come upon itself.
 */
export class Open implements Lists {
  /** The options chosen already: the prefix, then what it forces. */
  readonly settled: Int32Array;
  /** Whether forced choices alone show that there is no solution. */
  readonly isDead: boolean;
  variables = 0;
  optionOf: Int32Array;
  variableOf: Int32Array;
  list: Int32Array;
  primaryStart: Int32Array;
  useStart: Int32Array;
  uses: Int32Array;
  private readonly account: Account;

  /** Without variables, until it is given some. */
  constructor(account: Account, settled: Int32Array, isDead: boolean) {
    this.account = account;
    this.settled = settled;
    this.isDead = isDead;
    this.optionOf = this.variableOf = this.list = this.uses = account.integers(0);
    this.primaryStart = this.useStart = this.optionOf;
  }

  take(lists: Lists): void {
    this.variables = lists.optionOf.length;
    this.optionOf = lists.optionOf;
    this.variableOf = lists.variableOf;
    this.list = lists.list;
    this.primaryStart = lists.primaryStart;
    this.useStart = lists.useStart;
    this.uses = lists.uses;
  }

  /**
   * Drops the variables that have a value for good, and uses that rule nothing out any more. The
   * arrays stay where they are, only shorter. Without memory for it nothing changes.
   */
  *sweep(values: Int8Array): Slices {
    const { account, list, uses, useStart, variables } = this;
    if (!account.has(4 * (list.length + 1))) return;
    /** Where something lay -> where it lies after this. */
    const moved = account.integers(list.length + 1);
    let left = 0;
    for (let x = 0; x < list.length; x++) {
      moved[x] = left;
      const literal = list[x] as number;
      if (values[literal] === 0) list[left++] = literal;
      if (account.spent(1)) yield;
    }
    moved[list.length] = left;
    let to = 0;
    let from = 0;
    for (let v = 0; v < variables; v++) {
      const end = useStart[v + 1] as number;
      useStart[v] = to;
      for (let use = from; use < end && values[2 * v] === 0; use += USE) {
        const start = moved[uses[use] as number] as number;
        const agree = moved[uses[use + 1] as number] as number;
        const differ = moved[uses[use + 2] as number] as number;
        const stop = moved[uses[use + 3] as number] as number;
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
    useStart[variables] = to;
    account.release(moved);
    this.list = list.subarray(0, left);
    this.uses = uses.subarray(0, to);
  }
}

import { type Compiled, hasPrimary } from '../problem/compiled.ts';
import type { Account, Slices } from './learn-account.ts';
import { CHOSEN, Open, OUT } from './learn-open.ts';
import { Random } from './random.ts';

/** The integers of a use: see `Open`. */
const USE = 4;
/** The work for an integer that may lie anywhere, in the unit of `Account.left`. */
const RANDOM = 4;
/** What is left of a primary item that is covered. */
const COVERED = -1;

/**
 * The place of the option and of the colour in an occurrence: both together, as an integer of 64
 * bits, are sorted by the colour, whichever half of it this machine keeps first.
 */
const [OPTION, COLOUR] = new Int8Array(Int16Array.of(1).buffer)[0] === 1 ? [0, 1] : [1, 0];

/** While a prefix and all that it forces is chosen. */
interface Settling {
  readonly settled: Int32Array;
  size: number;
  /** Option -> 1 if it is chosen, -1 if it never will be, 0 while that is open. */
  readonly fate: Int8Array;
  /** Primary item -> how many options it has left, or `COVERED`. */
  readonly left: Int32Array;
  /** Primary items with at most one option left, to be looked at: each at most twice. */
  readonly forced: Int32Array;
  forcedSize: number;
}

/**
 * The lists of a compiled problem, by item instead of by option: made once, to open the problem
 * below one prefix after the other.
 */
export class Matrix {
  /** Whether `layOut` has come to its end. */
  isLaidOut = false;
  private readonly compiled: Compiled;
  private readonly account: Account;
  private readonly random: Random | undefined;
  /** Item -> where its options begin in `occurrence`; one more at the end. */
  private start: Int32Array;
  /** Pairs of an option and its colour, by item and within an item by colour. */
  private occurrence: Int32Array<ArrayBuffer>;
  /** With a seed: the options in the order in which they are numbered. */
  private order: Int32Array | undefined;

  constructor(compiled: Compiled, seed: number | undefined, account: Account) {
    this.compiled = compiled;
    this.account = account;
    this.random = seed === undefined ? undefined : new Random(seed);
    this.start = this.occurrence = account.integers(0);
  }

  *layOut(): Slices {
    const { account, random } = this;
    const { data, primary, secondary, options, nodes, coloured } = this.compiled;
    const { startAt, itemAt, colourAt } = this.compiled;
    const items = primary + secondary;
    const start = account.integers(items + 1);
    const occurrence = account.integers(2 * nodes);
    for (let n = itemAt; n < itemAt + nodes; n++) {
      const item = data[n] as number;
      start[item + 1] = (start[item + 1] as number) + 1;
      if (account.spent(RANDOM)) yield;
    }
    for (let item = 0; item < items; item++) {
      start[item + 1] = (start[item + 1] as number) + (start[item] as number);
      if (account.spent(1)) yield;
    }
    const next = account.integers(items + 1);
    next.set(start);
    for (let option = 0; option < options; option++) {
      const from = data[startAt + option] as number;
      const end = data[startAt + option + 1] as number;
      for (let n = from; n < end; n++) {
        const item = data[itemAt + n] as number;
        const at = next[item] as number;
        next[item] = at + 1;
        occurrence[2 * at + OPTION] = option;
        if (coloured) occurrence[2 * at + COLOUR] = data[colourAt + n] as number;
      }
      if (account.spent(2 * RANDOM * (end - from))) yield;
    }
    this.start = start;
    this.occurrence = occurrence;
    for (let item = primary; coloured && item < items; item++) {
      if (account.spent(4 * this.sortByColour(item))) yield;
    }
    if (random !== undefined) {
      const order = account.integers(options);
      for (let k = 0; k < options; k++) {
        const other = random.below(k + 1);
        order[k] = order[other] as number;
        order[other] = k;
        if (account.spent(RANDOM)) yield;
      }
      this.order = order;
    }
    account.release(next);
    this.isLaidOut = true;
  }

  /** What is open below a prefix that cannot contradict itself. */
  *below(prefix: Int32Array): Slices<Open> {
    const { account } = this;
    const { primary, options } = this.compiled;
    const settling: Settling = {
      settled: account.integers(primary),
      size: prefix.length,
      fate: account.bytes(options),
      left: account.integers(primary),
      forced: account.integers(2 * primary),
      forcedSize: 0,
    };
    const { settled, fate, left, forced } = settling;
    for (let option = 0; option < options; option++) {
      if (!hasPrimary(this.compiled, option)) fate[option] = -1;
      if (account.spent(RANDOM)) yield;
    }
    for (let item = 0; item < primary; item++) {
      const count = (this.start[item + 1] as number) - (this.start[item] as number);
      left[item] = count;
      if (count <= 1) forced[settling.forcedSize++] = item;
      if (account.spent(1)) yield;
    }
    settled.set(prefix);
    for (const option of prefix) fate[option] = 1;
    const isDead = !(yield* this.settle(settling));
    const open = new Open(account, settled.subarray(0, settling.size), isDead);
    if (!isDead) yield* this.layOutOpen(open, fate, left);
    // Not before: while it is to go on, a generator refers to all that it named.
    for (const array of [fate, left, forced]) account.release(array);
    return open;
  }

  /** Chooses what is forced, to the end; false where some item has nothing left. */
  private *settle(settling: Settling): Slices<boolean> {
    const { account, start } = this;
    const { data, primary, startAt, itemAt } = this.compiled;
    const { settled, fate, left, forced } = settling;
    for (let done = 0; ; ) {
      for (; done < settling.size; done++) {
        const option = settled[done] as number;
        const end = data[startAt + option + 1] as number;
        for (let n = data[startAt + option] as number; n < end; n++) {
          const item = data[itemAt + n] as number;
          if (item < primary) left[item] = COVERED;
          if (account.spent(RANDOM * this.ruleOut(option, item, settling))) yield;
        }
      }
      if (settling.forcedSize === 0) return true;
      const item = forced[--settling.forcedSize] as number;
      if (left[item] === COVERED) continue;
      const only = this.onlyOption(item, fate);
      if (only < 0) return false;
      account.spent((start[item + 1] as number) - (start[item] as number));
      fate[only] = 1;
      settled[settling.size++] = only;
    }
  }

  /** The first option that an item has left, or -1. */
  private onlyOption(item: number, fate: Int8Array): number {
    const { start, occurrence } = this;
    for (let x = start[item] as number; x < (start[item + 1] as number); x++) {
      const option = occurrence[2 * x + OPTION] as number;
      if (fate[option] === 0) return option;
    }
    return -1;
  }

  /** Rules out what cannot stand beside an option because of one of its items; gives the work. */
  private ruleOut(option: number, item: number, settling: Settling): number {
    const { start, occurrence, compiled } = this;
    const { data, primary, coloured, startAt, itemAt } = compiled;
    const { fate, left, forced } = settling;
    const from = start[item] as number;
    const to = start[item + 1] as number;
    let work = to - from;
    let own = from;
    if (coloured && item >= primary) while (occurrence[2 * own + OPTION] !== option) own++;
    const colour = occurrence[2 * own + COLOUR] as number;
    for (let x = from; x < to; x++) {
      const other = occurrence[2 * x + OPTION] as number;
      if (fate[other] !== 0 || (colour > 0 && occurrence[2 * x + COLOUR] === colour)) continue;
      fate[other] = -1;
      const first = data[startAt + other] as number;
      const end = data[startAt + other + 1] as number;
      work += end - first;
      for (let n = first; n < end; n++) {
        const i = data[itemAt + n] as number;
        if (i >= primary || left[i] === COVERED) continue;
        left[i] = (left[i] as number) - 1;
        if ((left[i] as number) <= 1) forced[settling.forcedSize++] = i;
      }
    }
    return work;
  }

  /** Numbers the options that are open, and lays out their lists and uses. */
  private *layOutOpen(open: Open, fate: Int8Array, left: Int32Array): Slices {
    const { account, start, occurrence, order } = this;
    const { data, primary, secondary, options, startAt } = this.compiled;
    const variableOf = account.integers(options);
    let variables = 0;
    let length = 0;
    for (let k = 0; k < options; k++) {
      const option = order === undefined ? k : (order[k] as number);
      variableOf[option] = fate[option] === 1 ? CHOSEN : OUT;
      if (fate[option] === 0) {
        variableOf[option] = variables++;
        length += (data[startAt + option + 1] as number) - (data[startAt + option] as number);
      }
      if (account.spent(2)) yield;
    }
    let uncovered = 0;
    for (let item = 0; item < primary; item++) if (left[item] !== COVERED) uncovered++;

    const optionOf = account.integers(variables);
    const useStart = account.integers(variables + 1);
    const next = account.integers(variables);
    let size = 0;
    for (let k = 0, v = 0; k < options; k++) {
      const option = order === undefined ? k : (order[k] as number);
      if ((variableOf[option] as number) >= 0) {
        optionOf[v] = option;
        next[v] = size;
        size += USE * ((data[startAt + option + 1] as number) - (data[startAt + option] as number));
        useStart[++v] = size;
      }
      if (account.spent(2)) yield;
    }

    const primaryStart = account.integers(uncovered + 1);
    const list = account.integers(length);
    const uses = account.integers(USE * length);
    let clauses = 0;
    let to = 0;
    for (let item = 0; item < primary + secondary; item++) {
      const first = to;
      let agree = first;
      let last = 0;
      const end = start[item + 1] as number;
      for (let x = start[item] as number; x < end; x++) {
        const variable = variableOf[occurrence[2 * x + OPTION] as number] as number;
        if (variable >= 0) {
          const colour = occurrence[2 * x + COLOUR] as number;
          if (colour === 0 || colour !== last) agree = to;
          last = colour;
          const use = next[variable] as number;
          next[variable] = use + USE;
          uses[use] = first;
          uses[use + 1] = agree;
          list[to++] = 2 * variable;
        }
        if (account.spent(2 * RANDOM)) yield;
      }
      for (let x = to - 1, differ = to; x >= first; x--) {
        const use = (next[(list[x] as number) >> 1] as number) - USE;
        uses[use + 2] = differ;
        uses[use + 3] = to;
        if (uses[use + 1] === x) differ = x;
        if (account.spent(RANDOM)) yield;
      }
      if (item < primary && to > first) primaryStart[++clauses] = to;
    }
    account.release(next);
    open.take({ optionOf, variableOf, list, primaryStart, useStart, uses });
  }

  /** Sorts the occurrences of an item; gives how many there are. */
  private sortByColour(item: number): number {
    const from = this.start[item] as number;
    const size = (this.start[item + 1] as number) - from;
    // As integers of 64 bits, which the machine sorts in place.
    if (size > 1) new BigInt64Array(this.occurrence.buffer, 8 * from, size).sort();
    return size;
  }
}

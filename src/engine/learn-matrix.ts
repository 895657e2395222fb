import { type Compiled, hasPrimary } from '../problem/compiled.ts';
import { Open } from './learn-open.ts';

/** The integers of a use: see `Open`. */
const USE = 4;
/** What is left of a primary item that is covered. */
const COVERED = -1;

/** While a prefix and all that it forces is chosen. */
interface Settling {
  readonly settled: number[];
  /** Option -> 1 if it is chosen, -1 if it never will be, 0 while that is open. */
  readonly fate: Int8Array;
  /** Primary item -> how many options it has left, or `COVERED`. */
  readonly left: Int32Array;
  /** Primary items with at most one option left, to be looked at. */
  readonly forced: number[];
}

/**
 * The lists of a compiled problem, by item instead of by option: made once, to open the problem
 * below one prefix after the other.
 */
export class Matrix {
  private readonly compiled: Compiled;
  /** Item -> where its options begin in `occurrence`; one more at the end. */
  private readonly start: Int32Array;
  /** Pairs [option, colour], by item and within an item by colour. */
  private readonly occurrence: Int32Array;

  constructor(compiled: Compiled) {
    this.compiled = compiled;
    const { data, primary, secondary, options, nodes, coloured } = compiled;
    const { startAt, itemAt, colourAt } = compiled;
    const items = primary + secondary;
    this.start = new Int32Array(items + 1);
    this.occurrence = new Int32Array(2 * nodes);
    const { start, occurrence } = this;
    for (let n = itemAt; n < itemAt + nodes; n++) {
      const item = data[n] as number;
      start[item + 1] = (start[item + 1] as number) + 1;
    }
    for (let item = 0; item < items; item++) {
      start[item + 1] = (start[item + 1] as number) + (start[item] as number);
    }
    const next = start.slice();
    for (let option = 0; option < options; option++) {
      const end = data[startAt + option + 1] as number;
      for (let n = data[startAt + option] as number; n < end; n++) {
        const item = data[itemAt + n] as number;
        const at = next[item] as number;
        next[item] = at + 1;
        occurrence[2 * at] = option;
        if (coloured) occurrence[2 * at + 1] = data[colourAt + n] as number;
      }
    }
    if (coloured) for (let item = primary; item < items; item++) this.sortByColour(item);
  }

  get bytes(): number {
    return this.start.byteLength + this.occurrence.byteLength;
  }

  /** What is open below a prefix that cannot contradict itself. */
  below(prefix: ArrayLike<number>): Open {
    const { primary, options } = this.compiled;
    const settling: Settling = {
      settled: [],
      fate: new Int8Array(options),
      left: new Int32Array(primary),
      forced: [],
    };
    const { settled, fate, left, forced } = settling;
    for (let option = 0; option < options; option++) {
      if (!hasPrimary(this.compiled, option)) fate[option] = -1;
    }
    for (let item = 0; item < primary; item++) {
      const count = (this.start[item + 1] as number) - (this.start[item] as number);
      left[item] = count;
      if (count <= 1) forced.push(item);
    }
    for (let k = 0; k < prefix.length; k++) {
      const option = prefix[k] as number;
      fate[option] = 1;
      settled.push(option);
    }
    if (!this.settle(settling)) return new Open(settled, true);
    return this.layOut(settling);
  }

  /** Chooses what is forced, to the end; false where some item has nothing left. */
  private settle(settling: Settling): boolean {
    const { data, primary, startAt, itemAt } = this.compiled;
    const { settled, fate, left, forced } = settling;
    for (let done = 0; ; ) {
      for (; done < settled.length; done++) {
        const option = settled[done] as number;
        const end = data[startAt + option + 1] as number;
        for (let n = data[startAt + option] as number; n < end; n++) {
          const item = data[itemAt + n] as number;
          if (item < primary) left[item] = COVERED;
          this.ruleOut(option, item, settling);
        }
      }
      const item = forced.pop();
      if (item === undefined) return true;
      if (left[item] === COVERED) continue;
      const only = this.onlyOption(item, fate);
      if (only < 0) return false;
      fate[only] = 1;
      settled.push(only);
    }
  }

  /** The first option that an item has left, or -1. */
  private onlyOption(item: number, fate: Int8Array): number {
    const { start, occurrence } = this;
    for (let x = start[item] as number; x < (start[item + 1] as number); x++) {
      const option = occurrence[2 * x] as number;
      if (fate[option] === 0) return option;
    }
    return -1;
  }

  /** Rules out what cannot stand beside an option because of one of its items. */
  private ruleOut(option: number, item: number, { fate, left, forced }: Settling): void {
    const { start, occurrence, compiled } = this;
    const { data, primary, coloured, startAt, itemAt } = compiled;
    const from = start[item] as number;
    const to = start[item + 1] as number;
    let own = from;
    if (coloured && item >= primary) while (occurrence[2 * own] !== option) own++;
    const colour = occurrence[2 * own + 1] as number;
    for (let x = from; x < to; x++) {
      const other = occurrence[2 * x] as number;
      if (fate[other] !== 0 || (colour > 0 && occurrence[2 * x + 1] === colour)) continue;
      fate[other] = -1;
      const end = data[startAt + other + 1] as number;
      for (let n = data[startAt + other] as number; n < end; n++) {
        const i = data[itemAt + n] as number;
        if (i >= primary || left[i] === COVERED) continue;
        left[i] = (left[i] as number) - 1;
        if ((left[i] as number) <= 1) forced.push(i);
      }
    }
  }

  private layOut({ settled, fate, left }: Settling): Open {
    const { start, occurrence, compiled } = this;
    const { primary, options } = compiled;
    const items = start.length - 1;
    /** Option -> its variable. */
    const variable = new Int32Array(options);
    let variables = 0;
    for (let option = 0; option < options; option++) {
      if (fate[option] === 0) variable[option] = variables++;
    }
    const open = new Open(settled, false, variables);
    for (let option = 0; option < options; option++) {
      if (fate[option] === 0) open.optionOf[variable[option] as number] = option;
    }
    let length = 0;
    for (let x = 0; x < occurrence.length; x += 2) {
      if (fate[occurrence[x] as number] === 0) length++;
    }
    const list = new Int32Array(length);
    /** Place in the list -> where those that agree with it begin and end, and its item does. */
    const places = new Int32Array(USE * length);
    open.primaryStart = new Int32Array(1 + left.reduce((n, l) => n + (l === COVERED ? 0 : 1), 0));
    let clauses = 0;
    let to = 0;
    for (let item = 0; item < items; item++) {
      const first = to;
      let agree = first;
      let last = 0;
      for (let x = start[item] as number; x < (start[item + 1] as number); x++) {
        const option = occurrence[2 * x] as number;
        if (fate[option] !== 0) continue;
        const colour = occurrence[2 * x + 1] as number;
        if (colour === 0 || colour !== last) agree = to;
        last = colour;
        places[USE * to + 1] = agree;
        list[to++] = 2 * (variable[option] as number);
      }
      for (let x = to - 1, differ = to; x >= first; x--) {
        places[USE * x] = first;
        places[USE * x + 2] = differ;
        places[USE * x + 3] = to;
        if (places[USE * x + 1] === x) differ = x;
      }
      if (item < primary && to > first) open.primaryStart[++clauses] = to;
    }
    open.list = list;
    open.sortUses(places);
    return open;
  }

  private sortByColour(item: number): void {
    const { start, occurrence } = this;
    const from = start[item] as number;
    const pairs: [number, number][] = [];
    for (let x = from; x < (start[item + 1] as number); x++) {
      pairs.push([occurrence[2 * x] as number, occurrence[2 * x + 1] as number]);
    }
    pairs.sort(([, a], [, b]) => a - b);
    for (const [k, pair] of pairs.entries()) occurrence.set(pair, 2 * (from + k));
  }
}

import { Pace } from '../../engine/problem/slices.ts';
import type { Position } from './position.ts';
import { crossOut, type Technique } from './technique.ts';

/** The items whose options are taken together. */
interface ExclusionSearch {
  readonly name: string;
  readonly tenths: number;
  /** The number of items that are taken together. */
  readonly length: 2 | 3;
  /** Items that take part, and that may be left empty. */
  readonly items: readonly number[];
  /** The most options of an item that may be left empty. */
  readonly most: number;
  /** All items of which some option excludes one of this item, in ascending order. */
  readonly nearTo: (item: number, position: Position) => readonly number[];
}

/** The options of near items that fit into a mask, a bit each. */
const MASK_BITS = 30;
/** The work to combine the options of some items, roughly. */
const COMBINATIONS = 1000;
const NOTHING: readonly never[] = [];

/**
 * Two or three items: their options, taken together, may leave another item without any. An option
 * is out if no combination with it leaves every item near all of them some option.
 */
export const exclusions = ({
  name,
  tenths,
  length,
  items,
  most,
  nearTo,
}: ExclusionSearch): Technique =>
  function* (position, sink) {
    const { count, need } = position;
    const pace = new Pace();
    const isOpen = (item: number) => need[item] === 1 && count[item] >= 2;
    /** Item -> the items near it that may be left empty; none where it takes no part. */
    const near: (readonly number[])[] = [];
    const nearOf = (item: number): readonly number[] => near[item] ?? NOTHING;
    const candidates: number[] = [];
    for (const item of items) {
      if (!isOpen(item)) continue;
      const before = position.work;
      const all = nearTo(item, position);
      if (pace.spent(8 * all.length + position.work - before)) yield;
      const small = all.filter((other) => count[other] <= most && isOpen(other));
      near[item] = small;
      if (small.length >= 2) candidates.push(item);
    }
    const combinations = new Combinations(position);
    /** Item -> when it was last seen near another one. */
    const stamp = new Int32Array(position.items);
    let time = 0;
    const both = (some: readonly number[], item: number): number[] => {
      const now = ++time;
      for (const other of nearOf(item)) stamp[other] = now;
      return some.filter((other) => stamp[other] === now);
    };
    const check = (set: readonly number[], seen: readonly number[]): void => {
      const out = combinations.impossible(set, seen);
      crossOut(sink, name, tenths, out, () => ({
        items: set,
        covers: seen,
        options: [...set, ...seen].flatMap((item) => [...position.optionsOf(item)]),
      }));
    };
    for (const [a, first] of candidates.entries()) {
      if (sink.isEnough) return;
      for (let b = a + 1; b < candidates.length; b++) {
        const second = candidates[b];
        const seen = both(nearOf(first), second);
        if (pace.spent(4 * (seen.length + nearOf(first).length))) yield;
        if (seen.length < 2) continue;
        if (length === 2) {
          check([first, second], seen);
          if (pace.spent(COMBINATIONS)) yield;
          continue;
        }
        const thirds = new Set([...nearOf(first), ...nearOf(second)]);
        for (const third of thirds) {
          if (third === first || third === second || nearOf(third).length < 2) continue;
          const common = both(seen, third);
          if (common.length >= 2) check([first, second, third], common);
          if (pace.spent(COMBINATIONS)) yield;
        }
      }
    }
  };

/** The options of a few items, taken together. Sets of options are bits. */
class Combinations {
  readonly #position: Position;
  /** Option -> its bit among those of the set, and among those of the items near; -1 for none. */
  readonly #inSet: Int8Array;
  readonly #inNear: Int8Array;
  /** By bit: the options of the set, what they exclude of the set, and what of the items near. */
  readonly #options: number[] = [];
  readonly #barred: number[] = [];
  readonly #emptied: number[] = [];
  /** The options of each item near. */
  readonly #whole: number[] = [];
  /** Place in the set -> where the bits of its item begin. */
  readonly #from: number[] = [];
  /** The options that some combination has. */
  #possible = 0;

  constructor(position: Position) {
    this.#position = position;
    this.#inSet = new Int8Array(position.live.length).fill(-1);
    this.#inNear = new Int8Array(position.live.length).fill(-1);
  }

  /** The options of the set that no combination has. Too many options for bits: none. */
  impossible(set: readonly number[], near: readonly number[]): number[] {
    const { count, at, list } = this.#position;
    let own = 0;
    for (const item of set) own += count[item];
    if (own > MASK_BITS) return [];
    const marked: number[] = [];
    let whole = 0;
    for (const item of near) {
      if (marked.length + count[item] > MASK_BITS) break;
      let bits = 0;
      for (let k = 0; k < count[item]; k++) {
        const option = list[at[item] + k];
        this.#inNear[option] = marked.length;
        bits |= 1 << marked.length;
        marked.push(option);
      }
      this.#whole[whole++] = bits;
    }
    let bit = 0;
    set.forEach((item, place) => {
      this.#from[place] = bit;
      for (let k = 0; k < count[item]; k++) {
        const option = list[at[item] + k];
        this.#inSet[option] = bit;
        this.#options[bit++] = option;
      }
    });
    this.#from[set.length] = bit;
    for (let k = 0; k < bit; k++) {
      let barred = 0;
      let emptied = 0;
      for (const other of this.#position.excludedBy(this.#options[k])) {
        if (this.#inSet[other] >= 0) barred |= 1 << this.#inSet[other];
        if (this.#inNear[other] >= 0) emptied |= 1 << this.#inNear[other];
      }
      this.#barred[k] = barred;
      this.#emptied[k] = emptied;
    }
    this.#possible = 0;
    const out: number[] = [];
    for (let place = 0; place < set.length; place++) {
      for (let k = this.#from[place]; k < this.#from[place + 1]; k++) {
        if ((this.#possible & (1 << k)) !== 0) continue;
        const emptied = this.#emptied[k];
        if (!this.#complete(0, place, 1 << k, this.#barred[k], emptied, set.length, whole)) {
          // An option of two of the items comes up twice.
          if (!out.includes(this.#options[k])) out.push(this.#options[k]);
        }
      }
    }
    for (let k = 0; k < bit; k++) this.#inSet[this.#options[k]] = -1;
    for (const option of marked) this.#inNear[option] = -1;
    return out;
  }

  /** Completes a combination with the option at `fixed`, if that is possible. */
  #complete(
    place: number,
    fixed: number,
    chosen: number,
    barred: number,
    emptied: number,
    length: number,
    whole: number,
  ): boolean {
    if (place === length) {
      for (let k = 0; k < whole; k++) if ((this.#whole[k] & ~emptied) === 0) return false;
      this.#possible |= chosen;
      return true;
    }
    if (place === fixed) {
      return this.#complete(place + 1, fixed, chosen, barred, emptied, length, whole);
    }
    for (let k = this.#from[place]; k < this.#from[place + 1]; k++) {
      if ((barred & (1 << k)) !== 0) continue;
      const more = barred | this.#barred[k];
      const out = emptied | this.#emptied[k];
      if (this.#complete(place + 1, fixed, chosen | (1 << k), more, out, length, whole))
        return true;
    }
    return false;
  }
}

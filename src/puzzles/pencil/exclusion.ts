import { Pace, type Slices } from '../../engine/problem/slices.ts';
import type { Position } from './position.ts';
import type { Sink } from './step.ts';
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

const NOTHING: readonly never[] = [];
const NO_OPTIONS: number[] = [];
/** The most options of the items taken together, and of the items near them. */
const MOST_OPTIONS = 30;
/** The work to combine the options of some items, roughly. */
const COMBINATIONS = 200;

/**
 * Two or three items: their options, taken together, may leave another item without any. An option
 * is out if no combination with it leaves every item near all of them some option.
 */
export const exclusions = (search: ExclusionSearch): Technique =>
  function* (position, sink, clean) {
    const pace = new Pace();
    const combinations = yield* Combinations.of(position, search, clean, pace);
    const { candidates } = combinations;
    for (let a = 0; a < candidates; a++) {
      if (sink.isEnough) return;
      for (let b = a + 1; b < candidates; b++) {
        if (pace.spent(combinations.words)) yield;
        if (!combinations.pair(a, b)) continue;
        if (search.length === 2) {
          look(position, sink, search, combinations);
          if (pace.spent(COMBINATIONS)) yield;
          continue;
        }
        const thirds = combinations.thirds(a, b);
        for (let k = 0; k < thirds.length; k++) {
          const c = thirds[k];
          if (pace.spent(combinations.words)) yield;
          if (!combinations.triple(c)) continue;
          look(position, sink, search, combinations);
          if (pace.spent(COMBINATIONS)) yield;
        }
      }
    }
  };

function look(
  position: Position,
  sink: Sink,
  { name, tenths }: ExclusionSearch,
  combinations: Combinations,
): void {
  const out = combinations.impossible();
  // The next item near comes into sight as one of these is filled.
  if (combinations.hasMore) sink.defer?.();
  if (out.length === 0) return;
  const { set, seen } = combinations;
  crossOut(sink, name, tenths, out, () => ({
    items: set,
    covers: seen,
    options: [...set, ...seen].flatMap((item) => [...position.optionsOf(item)]),
  }));
}

/**
 * The options of a few items, taken together. Sets of items near are bits of `words` integers; an
 * item near has few options, a bit each.
 */
class Combinations {
  /** The number of items that may be taken. They are numbered in order, as the items near are. */
  readonly candidates: number;
  readonly words: number;
  readonly #position: Position;
  /** The number of items that are taken together. */
  readonly #length: number;
  readonly #items: readonly number[];
  readonly #near: readonly number[];
  /** Near item -> its number as one that may be taken; -1 for none. */
  readonly #candidateOf: Int32Array;
  /** Candidate -> the items near it, and its own bit among these, if it has one. */
  readonly #bits: Int32Array;
  readonly #own: Int32Array;
  /** Near items whose options have changed. All, if nothing is known of before. */
  readonly #changed: Int32Array;
  readonly #isNew: Uint8Array;
  /** Option -> its row: `row * near + item` has the options of an item near that it excludes. */
  readonly #row: Int32Array;
  readonly #struck: Uint8Array;
  /** All bits of the options of an item near. */
  readonly #whole: Uint8Array;
  /** Row -> the rows that it excludes, as bits. */
  readonly #barred: Int32Array;
  readonly #barredWords: number;
  /** The candidates at hand, and the items near all of them. */
  readonly #set: number[] = [];
  readonly #both: Int32Array;
  readonly #common: Int32Array;
  readonly #seen: number[] = [];
  #seenItems = 0;
  /** True if they have too many options to look at all of them. */
  hasMore = false;
  readonly #thirds: number[] = [];
  /** The combination under way, and the options that some combination has: place * options + k. */
  readonly #chosen: number[] = [];
  readonly #isPossible = new Uint8Array(3 * MOST_OPTIONS);

  private constructor(
    position: Position,
    length: number,
    items: readonly number[],
    near: ReadonlyMap<number, readonly number[]>,
    clean: Int32Array | undefined,
  ) {
    const { count, live } = position;
    this.#position = position;
    this.#length = length;
    this.#items = items;
    this.candidates = items.length;
    const all = new Uint8Array(position.items);
    for (const item of items) for (const other of near.get(item) ?? NOTHING) all[other] = 1;
    const numbers = new Int32Array(position.items);
    const nearby: number[] = [];
    all.forEach((is, item) => {
      if (is === 1) numbers[item] = nearby.push(item) - 1;
    });
    this.#near = nearby;
    const words = (nearby.length + 31) >> 5;
    this.words = words;
    this.#candidateOf = new Int32Array(nearby.length).fill(-1);
    this.#bits = new Int32Array(items.length * words);
    this.#own = new Int32Array(items.length).fill(-1);
    this.#changed = new Int32Array(words);
    this.#isNew = new Uint8Array(items.length);
    this.#both = new Int32Array(words);
    this.#common = new Int32Array(words);
    items.forEach((item, candidate) => {
      if (all[item] === 1) {
        this.#own[candidate] = numbers[item];
        this.#candidateOf[numbers[item]] = candidate;
      }
      if (clean?.[item] !== count[item]) this.#isNew[candidate] = 1;
      for (const other of near.get(item) ?? NOTHING) {
        const at = candidate * words + (numbers[other] >> 5);
        this.#bits[at] = this.#bits[at] | (1 << (numbers[other] & 31));
      }
    });
    nearby.forEach((item, k) => {
      if (clean?.[item] !== count[item])
        this.#changed[k >> 5] = this.#changed[k >> 5] | (1 << (k & 31));
    });
    this.#row = new Int32Array(live.length).fill(-1);
    let rows = 0;
    for (const item of items) {
      for (const option of position.optionsOf(item)) {
        if (this.#row[option] < 0) this.#row[option] = rows++;
      }
    }
    this.#struck = new Uint8Array(rows * nearby.length);
    this.#whole = new Uint8Array(nearby.length);
    this.#barredWords = (rows + 31) >> 5;
    this.#barred = new Int32Array(rows * this.#barredWords);
  }

  static *of(
    position: Position,
    { items, length, most, nearTo }: ExclusionSearch,
    clean: Int32Array | undefined,
    pace: Pace,
  ): Slices<Combinations> {
    const { count, need } = position;
    const isOpen = (item: number) => need[item] === 1 && count[item] >= 2;
    /** Item -> the items near it that may be left empty. */
    const near = new Map<number, readonly number[]>();
    const candidates: number[] = [];
    for (const item of items) {
      if (!isOpen(item)) continue;
      const before = position.work;
      const all = nearTo(item, position);
      if (pace.spent(8 * all.length + position.work - before)) yield;
      const small = all.filter((other) => count[other] <= most && isOpen(other));
      if (small.length < 2) continue;
      near.set(item, small);
      candidates.push(item);
    }
    const combinations = new Combinations(position, length, candidates, near, clean);
    yield* combinations.#fill(pace);
    return combinations;
  }

  /** Notes what each option excludes. */
  *#fill(pace: Pace): Slices {
    const position = this.#position;
    const near = this.#near.length;
    /** Option -> its last use by an item near; use -> the item, the bit there, the use before. */
    const lastUse = new Int32Array(position.live.length).fill(-1);
    const users: number[] = [];
    const bits: number[] = [];
    const before: number[] = [];
    this.#near.forEach((item, k) => {
      position.optionsOf(item).forEach((option, place) => {
        before.push(lastUse[option]);
        bits.push(1 << place);
        lastUse[option] = users.push(k) - 1;
        this.#whole[k] = this.#whole[k] | (1 << place);
      });
    });
    for (let option = 0; option < position.live.length; option++) {
      const row = this.#row[option];
      if (row < 0) continue;
      const excluded = position.excludedBy(option);
      for (const other of excluded) {
        for (let use = lastUse[other]; use >= 0; use = before[use]) {
          const at = row * near + users[use];
          this.#struck[at] = this.#struck[at] | bits[use];
        }
        const bit = this.#row[other];
        if (bit < 0) continue;
        const at = row * this.#barredWords + (bit >> 5);
        this.#barred[at] = this.#barred[at] | (1 << (bit & 31));
      }
      if (pace.spent(excluded.length)) yield;
    }
  }

  /** The items at hand, and those near all of them. */
  get set(): number[] {
    return this.#set.map((candidate) => this.#items[candidate]);
  }

  get seen(): number[] {
    return this.#seen.slice(0, this.#seenItems).map((k) => this.#near[k]);
  }

  /** Takes two items. False if they are not worth a look. */
  pair(a: number, b: number): boolean {
    const { words } = this;
    for (let word = 0; word < words; word++) {
      this.#both[word] = this.#bits[a * words + word] & this.#bits[b * words + word];
    }
    this.#set.length = 2;
    this.#set[0] = a;
    this.#set[1] = b;
    return this.#isWorth(this.#both);
  }

  /**
   * The third items for two, those near the first one first. Of the orders in which the same three
   * come up, only the first is there.
   */
  thirds(a: number, b: number): readonly number[] {
    const { words } = this;
    const bits = this.#bits;
    const found = this.#thirds;
    found.length = 0;
    for (let word = 0; word < 2 * words; word++) {
      const at = word % words;
      const nearA = bits[a * words + at];
      let left = word < words ? nearA : bits[b * words + at] & ~nearA;
      for (; left !== 0; left &= left - 1) {
        const c = this.#candidateOf[32 * at + 31 - Math.clz32(left & -left)];
        if (c < 0 || c === a || c === b) continue;
        if (c < b && (this.#isNear(a, b) || this.#isNear(c, b))) continue;
        if (c < a && (this.#isNear(c, a) || this.#isNear(b, a))) continue;
        found.push(c);
      }
    }
    return found;
  }

  /** Takes a third item beside the pair. False if they are not worth a look. */
  triple(c: number): boolean {
    const { words } = this;
    for (let word = 0; word < words; word++) {
      this.#common[word] = this.#both[word] & this.#bits[c * words + word];
    }
    this.#set[2] = c;
    return this.#isWorth(this.#common);
  }

  /** True if `other` is near a candidate. */
  #isNear(candidate: number, other: number): boolean {
    const own = this.#own[other];
    return own >= 0 && (this.#bits[candidate * this.words + (own >> 5)] & (1 << (own & 31))) !== 0;
  }

  /** True if two items or more are near and, once all items are taken, one of all has changed. */
  #isWorth(common: Int32Array): boolean {
    let number = 0;
    let isNew = false;
    for (let word = 0; word < this.words; word++) {
      const bits = common[word];
      if ((bits & this.#changed[word]) !== 0) isNew = true;
      for (let left = bits; left !== 0; left &= left - 1) {
        this.#seen[number++] = 32 * word + 31 - Math.clz32(left & -left);
      }
    }
    this.#seenItems = number;
    if (number < 2) return false;
    for (const candidate of this.#set) isNew ||= this.#isNew[candidate] === 1;
    return isNew || this.#set.length < this.#length;
  }

  /** The options of the items at hand that no combination has. Too many options: none. */
  impossible(): number[] {
    const { count, at, list } = this.#position;
    let own = 0;
    for (const candidate of this.#set) own += count[this.#items[candidate]];
    this.hasMore = false;
    if (own > MOST_OPTIONS) return NO_OPTIONS;
    // The first of the items near that have few options in all.
    let near = 0;
    for (let options = 0; near < this.#seenItems; near++) {
      options += count[this.#near[this.#seen[near]]];
      if (options > MOST_OPTIONS) break;
    }
    this.hasMore = near < this.#seenItems;
    this.#isPossible.fill(0);
    let out = NO_OPTIONS;
    for (let place = 0; place < this.#set.length; place++) {
      const item = this.#items[this.#set[place]];
      for (let k = 0; k < count[item]; k++) {
        if (this.#isPossible[place * MOST_OPTIONS + k] === 1) continue;
        this.#chosen[place] = k;
        if (this.#complete(0, place, near)) continue;
        const option = list[at[item] + k];
        // An option of two of the items comes up twice.
        if (!out.includes(option)) out = [...out, option];
      }
    }
    return out;
  }

  /** The row of the option chosen at a place. */
  #rowAt(place: number): number {
    const { at, list } = this.#position;
    return this.#row[list[at[this.#items[this.#set[place]]] + this.#chosen[place]]];
  }

  /** Completes a combination with the option at `fixed`, if that is possible. */
  #complete(place: number, fixed: number, near: number): boolean {
    const length = this.#set.length;
    if (place === length) {
      if (this.#empties(near)) return false;
      for (let p = 0; p < length; p++) this.#isPossible[p * MOST_OPTIONS + this.#chosen[p]] = 1;
      return true;
    }
    if (place === fixed) return this.#complete(place + 1, fixed, near);
    const { count } = this.#position;
    const options = count[this.#items[this.#set[place]]];
    for (let k = 0; k < options; k++) {
      this.#chosen[place] = k;
      if (this.#isBarred(place, fixed)) continue;
      if (this.#complete(place + 1, fixed, near)) return true;
    }
    return false;
  }

  /** True if the option chosen at a place is excluded by one chosen before, or by the fixed one. */
  #isBarred(place: number, fixed: number): boolean {
    const row = this.#rowAt(place);
    for (let other = 0; other < this.#set.length; other++) {
      if (other >= place && other !== fixed) continue;
      const at = this.#rowAt(other) * this.#barredWords + (row >> 5);
      if ((this.#barred[at] & (1 << (row & 31))) !== 0) return true;
    }
    return false;
  }

  /** True if the combination leaves an item near without options. */
  #empties(near: number): boolean {
    const width = this.#near.length;
    const a = this.#rowAt(0) * width;
    const b = this.#rowAt(1) * width;
    const c = this.#set.length === 3 ? this.#rowAt(2) * width : a;
    const struck = this.#struck;
    for (let k = 0; k < near; k++) {
      const item = this.#seen[k];
      if ((struck[a + item] | struck[b + item] | struck[c + item]) === this.#whole[item])
        return true;
    }
    return false;
  }
}

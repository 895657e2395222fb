import { integers } from '../problem/memory.ts';
import { Pages, pageOf, placeOf } from './pages.ts';
import type { State } from './state.ts';

/** The slots in which a key may lie, from the one that its hash names. */
const WINDOW = 16;
const FIRST_SLOTS = 1 << 10;
const SLOTS = 'the table of states';
const NO_INTEGERS = new Int32Array(0);
/** Slots that hold no entry. */
const FREE = 0;
const LEFT_SLOT = -1;
/** The entries that go over to larger slots with each entry that comes. */
const MOVES = 8;

/**
 * A hash of a key: of `size` integers of an array, from a place on. A bad one is slow, never wrong.
 */
export type Hash = (keys: Int32Array, at: number, size: number) => number;

/** Austin Appleby's MurmurHash3, for whole words. */
export function murmur(keys: Int32Array, at: number, size: number): number {
  let h = size;
  for (let k = at; k < at + size; k++) {
    let w = Math.imul(keys[k], 0xcc9e2d51);
    w = Math.imul((w << 15) | (w >>> 17), 0x1b873593);
    h ^= w;
    h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * The states that are known, each by its whole key: a hash only says where to look. Entries are
 * numbered from 0; the caller keeps their values.
 *
 *     slots   [entry + 1; 0: free; -1: left by a forgotten entry ...]; WINDOW slots may have a key
 *     keys    [hash, worth, key ...] for each entry, in pages
 *
 * When the slots are crowded, an array of twice their number follows them. The entries go over a
 * few at a time, so that no step takes long:
 *
 *     entry     0 1 2 3 4 5 6 7 8 9        0 to 4 have gone over, 8 and 9 came since then
 *     slots     x x x x x       x x
 *     old                 x x x
 *
 * The table grows up to a number of entries. From then on it forgets one for each that comes: a
 * hand goes round, passes over entries with some worth and halves it, and takes the first without
 * any.
 */
export class Table {
  /** The entries in use. */
  entries = 0;
  private readonly keySize: number;
  /** The integers of an entry. */
  private readonly size: number;
  private readonly hashOf: Hash;
  private slots = integers(FIRST_SLOTS, SLOTS);
  /**
   * The slots before; none once all entries have gone over. Those up to `moved` have, and those
   * from `all` on came later.
   */
  private old = NO_INTEGERS;
  private moved = 0;
  private all = 0;
  private readonly keys: Pages<Int32Array>;
  private hand = 0;

  constructor(keySize: number, hash: Hash = murmur) {
    this.keySize = keySize;
    this.size = keySize + 2;
    this.hashOf = hash;
    this.keys = new Pages(this.size, 4, (length) => integers(length, 'the keys of states'));
  }

  get bytes(): number {
    return 4 * (this.slots.length + this.old.length) + this.keys.bytes;
  }

  /** The bytes of the arrays that another entry needs. */
  get growth(): number {
    const slots = this.isCrowded() ? 8 * this.slots.length : 0;
    return slots + (this.entries === this.keys.room ? this.keys.growth : 0);
  }

  hash(keys: Int32Array, at: number): number {
    return this.hashOf(keys, at, this.keySize);
  }

  /** The entry of a key, or -1. */
  find(keys: Int32Array, at: number, hash: number): number {
    const entry = this.findIn(this.slots, keys, at, hash);
    return entry < 0 && this.old !== NO_INTEGERS ? this.findIn(this.old, keys, at, hash) : entry;
  }

  private findIn(slots: Int32Array, keys: Int32Array, at: number, hash: number): number {
    const pages = this.keys.list;
    const mask = slots.length - 1;
    const { keySize, size } = this;
    for (let k = 0; k < WINDOW; k++) {
      const entry = slots[(hash + k) & mask] - 1;
      if (entry < 0) {
        if (entry === FREE - 1) return -1;
        continue;
      }
      const mine = pages[pageOf(entry)];
      const from = placeOf(entry) * size;
      if (mine[from] !== hash) continue;
      let n = 0;
      while (n < keySize && mine[from + 2 + n] === keys[at + n]) n++;
      if (n === keySize) return entry;
    }
    return -1;
  }

  /**
   * Enters a key that is not there, and gives its entry: a new one, or if it `mayGrow` no more,
   * that of a forgotten one. `worth`: the number of turns of the hand that it outlives, as a power
   * of two.
   */
  add(keys: Int32Array, at: number, hash: number, worth: number, mayGrow: boolean): number {
    if (mayGrow && this.isCrowded()) this.enlarge();
    if (this.old !== NO_INTEGERS) this.move(MOVES);
    const slot = this.freeSlot(hash);
    let entry: number;
    if (slot < 0) {
      entry = this.slots[hash & (this.slots.length - 1)] - 1;
    } else {
      entry = mayGrow ? this.entries++ : this.forget();
      this.slots[slot] = entry + 1;
    }
    if (entry >= this.keys.room) this.keys.grow();
    const mine = this.keys.list[pageOf(entry)];
    const from = placeOf(entry) * this.size;
    mine[from] = hash;
    mine[from + 1] = worth;
    for (let n = 0; n < this.keySize; n++) mine[from + 2 + n] = keys[at + n];
    return entry;
  }

  private isCrowded(): boolean {
    return this.slots.length < 2 * this.entries;
  }

  private freeSlot(hash: number): number {
    const slots = this.slots;
    const mask = slots.length - 1;
    for (let k = 0; k < WINDOW; k++) {
      const slot = (hash + k) & mask;
      if (slots[slot] <= 0) return slot;
    }
    return -1;
  }

  private forget(): number {
    for (;;) {
      const entry = this.hand;
      this.hand = entry + 1 === this.entries ? 0 : entry + 1;
      const mine = this.keys.list[pageOf(entry)];
      const from = placeOf(entry) * this.size;
      const worth = mine[from + 1];
      if (worth > 0) {
        mine[from + 1] = worth >> 1;
        continue;
      }
      const hash = mine[from];
      leave(this.slots, hash, entry);
      if (this.old !== NO_INTEGERS) leave(this.old, hash, entry);
      return entry;
    }
  }

  private enlarge(): void {
    this.move(Number.POSITIVE_INFINITY);
    this.old = this.slots;
    this.moved = 0;
    this.all = this.entries;
    this.slots = integers(2 * this.old.length, SLOTS);
  }

  /**
   * Moves at most `most` entries from the old slots. Entries that find no new slot lose theirs:
   * they are forgotten already when the hand comes, as are those that have got another key since
   * then.
   */
  private move(most: number): void {
    const { old } = this;
    for (let left = most; left > 0 && this.moved < this.all; left--) {
      const entry = this.moved++;
      const mine = this.keys.list[pageOf(entry)];
      const hash = mine[placeOf(entry) * this.size];
      if (!leave(old, hash, entry)) continue;
      const slot = this.freeSlot(hash);
      if (slot >= 0) this.slots[slot] = entry + 1;
    }
    if (this.moved === this.all) this.old = NO_INTEGERS;
  }
}

/** Takes an entry out of the slots; false where it is not there. */
function leave(slots: Int32Array, hash: number, entry: number): boolean {
  const mask = slots.length - 1;
  for (let k = 0; k < WINDOW; k++) {
    const slot = (hash + k) & mask;
    if (slots[slot] !== entry + 1) continue;
    slots[slot] = LEFT_SLOT;
    return true;
  }
  return false;
}

/**
 * The record of a build about each state. V is the value of a state: the number of its solutions
 * (`Counts`), or the node of a diagram that leads to them (`Nodes`).
 */
export interface Tally<V> {
  /** The worth of a state without solutions, and of one that is a solution. */
  readonly none: V;
  readonly one: V;
  readonly bytes: number;
  /** The bytes that it needs in addition before it keeps that number of entries. */
  growth(entries: number): number;
  /** A state begins, inside the one before. */
  open(): void;
  /**
   * From the last state, that option and those chosen from that depth on lead to one of that worth.
   */
  add(value: V, option: number, state: State, depth: number): void;
  /** The last state is done; this is its worth. */
  close(): V;
  /**
   * The worth of a state from which the options chosen from that depth on lead to one of that
   * worth.
   */
  before(value: V, state: State, depth: number): V;
  /** The worth of an entry of the table. */
  get(entry: number): V;
  set(entry: number, value: V): void;
}

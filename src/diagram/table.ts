import { grown, integers } from '../problem/memory.ts';
import type { State } from './state.ts';

/** The slots in which a key may lie, from the one that its hash names. */
const WINDOW = 16;
const FIRST_SLOTS = 1 << 10;
/** Slots that hold no entry. */
const FREE = 0;
const LEFT = -1;

/** A hash of a key: of so many integers of an array, from a place on. A bad one is slow, never wrong. */
export type Hash = (keys: Int32Array, at: number, size: number) => number;

/** Austin Appleby's MurmurHash3, for whole words. */
export function murmur(keys: Int32Array, at: number, size: number): number {
  let h = size;
  for (let k = at; k < at + size; k++) {
    let w = Math.imul(keys[k] as number, 0xcc9e2d51);
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
 * numbered from 0; what they are worth is kept by the caller.
 *
 *     slots   [entry + 1; 0: free; -1: left by a forgotten entry ...]  a key lies in one of WINDOW slots
 *     keys    [hash, worth, key ...] for each entry
 *
 * The table grows up to a number of entries. From then on it forgets one for each that comes: a hand goes
 * round, passes over what is worth keeping and halves its worth, and takes the first that is worth nothing.
 */
export class Table {
  /** The entries in use. */
  entries = 0;
  forgotten = 0;
  private readonly keySize: number;
  /** The integers of an entry. */
  private readonly size: number;
  private readonly hashOf: Hash;
  private slots = integers(FIRST_SLOTS, 'the table of states');
  private keys: Int32Array;
  private hand = 0;

  constructor(keySize: number, hash: Hash = murmur) {
    this.keySize = keySize;
    this.size = keySize + 2;
    this.hashOf = hash;
    this.keys = integers(64 * this.size, 'the keys of states');
  }

  get bytes(): number {
    return 4 * (this.slots.length + this.keys.length);
  }

  /** The bytes of the arrays that another entry needs in place of those that are full. */
  get growth(): number {
    const slots = this.isCrowded() ? 8 * this.slots.length : 0;
    const keys = this.keys.length;
    return slots + ((this.entries + 1) * this.size > keys ? 8 * keys : 0);
  }

  hash(keys: Int32Array, at: number): number {
    return this.hashOf(keys, at, this.keySize);
  }

  /** The entry of a key, or -1. */
  find(keys: Int32Array, at: number, hash: number): number {
    const slots = this.slots;
    const mine = this.keys;
    const mask = slots.length - 1;
    const keySize = this.keySize;
    for (let k = 0; k < WINDOW; k++) {
      const entry = (slots[(hash + k) & mask] as number) - 1;
      if (entry < 0) {
        if (entry === FREE - 1) return -1;
        continue;
      }
      const from = entry * this.size;
      if (mine[from] !== hash) continue;
      let n = 0;
      while (n < keySize && mine[from + 2 + n] === keys[at + n]) n++;
      if (n === keySize) return entry;
    }
    return -1;
  }

  /**
   * Enters a key that is not there, and gives its entry: a new one, or if it `mayGrow` no more, that of a
   * forgotten one. `worth`: how many turns of the hand it outlives, as a power of two.
   */
  add(keys: Int32Array, at: number, hash: number, worth: number, mayGrow: boolean): number {
    if (mayGrow && this.isCrowded()) this.enlarge();
    const slot = this.freeSlot(hash);
    let entry: number;
    if (slot < 0) {
      entry = (this.slots[hash & (this.slots.length - 1)] as number) - 1;
      this.forgotten++;
    } else {
      entry = mayGrow ? this.entries++ : this.forget();
      this.slots[slot] = entry + 1;
    }
    const from = entry * this.size;
    if (from + this.size > this.keys.length) {
      this.keys = grown(this.keys, from + this.size, 'the keys of states');
    }
    const mine = this.keys;
    mine[from] = hash;
    mine[from + 1] = worth;
    for (let n = 0; n < this.keySize; n++) mine[from + 2 + n] = keys[at + n] as number;
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
      if ((slots[slot] as number) <= 0) return slot;
    }
    return -1;
  }

  private forget(): number {
    const mine = this.keys;
    for (;;) {
      const entry = this.hand;
      this.hand = entry + 1 === this.entries ? 0 : entry + 1;
      const from = entry * this.size;
      const worth = mine[from + 1] as number;
      if (worth > 0) {
        mine[from + 1] = worth >> 1;
        continue;
      }
      const slots = this.slots;
      const mask = slots.length - 1;
      const hash = mine[from] as number;
      for (let k = 0; k < WINDOW; k++) {
        const slot = (hash + k) & mask;
        if (slots[slot] === entry + 1) slots[slot] = LEFT;
      }
      this.forgotten++;
      return entry;
    }
  }

  /** Entries for which there is no slot lose theirs: they are forgotten already when the hand comes. */
  private enlarge(): void {
    this.slots = integers(2 * this.slots.length, 'the table of states');
    for (let entry = 0; entry < this.entries; entry++) {
      const slot = this.freeSlot(this.keys[entry * this.size] as number);
      if (slot >= 0) this.slots[slot] = entry + 1;
    }
  }
}

/**
 * What a build keeps of each state. V is the worth of a state: how many solutions it has (`Counts`), or
 * the node of a diagram that says which (`Nodes`).
 */
export interface Tally<V> {
  /** The worth of a state without solutions, and of one that is a solution. */
  readonly none: V;
  readonly one: V;
  readonly bytes: number;
  /** What the arrays take that it needs in addition before it keeps that number of entries: they grow by copies. */
  growth(entries: number): number;
  /** A state begins, inside the one before. */
  open(): void;
  /** From the last state, that option and those chosen from that depth on lead to one of that worth. */
  add(value: V, option: number, state: State, depth: number): void;
  /** The last state is done; this is its worth. */
  close(): V;
  /** The worth of a state from which the options chosen from that depth on lead to one of that worth. */
  before(value: V, state: State, depth: number): V;
  /** The worth of an entry of the table. */
  get(entry: number): V;
  set(entry: number, value: V): void;
}

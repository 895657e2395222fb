import { integers, MOST_INTEGERS, outOfMemory } from '../problem/memory.ts';

/** The work to read an integer that may lie anywhere in a large array. */
export const FAR = 4;
/** Bytes that take as long to allocate as one integer to read: the system clears their pages. */
const BYTES_PER_WORK = 32;

/** What an `Account` throws instead of passing its limit. The search is stuck then. */
export const SHORT_OF_MEMORY: unique symbol = Symbol('short of memory');

const WHAT = "the search by engine 'learn'";

/**
 * Something done in slices: it yields when the work of a slice is done, and goes on at the next call.
 */
export type Slices<R = void> = Generator<undefined, R, undefined>;

/**
 * What `learn` takes: memory in all, and work until its next pause.
 *
 * Every array is allocated here and released here. So the account knows what is held. It refuses what
 * would pass the limit before it allocates it. While an array grows, the old one and the new one count
 * both, until the old one is released.
 *
 * An array that the machine refuses is an error: `out-of-memory`. So is one that cannot be addressed:
 * `too-large`.
 */
export class Account {
  /** The bytes that are held. */
  used = 0;
  /** The work that is left of the slice. A unit takes as long as to read an integer. */
  left = 0;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Spends work; says whether none is left, and it is time to pause. */
  spent(work: number): boolean {
    this.left -= work;
    return this.left <= 0;
  }

  /** The most integers of an array that grows: three quarters of what is left, for others grow too. */
  get roomToGrow(): number {
    return Math.min(MOST_INTEGERS, Math.floor((0.75 * (this.limit - this.used)) / 4));
  }

  integers(length: number): Int32Array<ArrayBuffer> {
    this.check(4 * length);
    const array = integers(length, WHAT);
    this.note(4 * length);
    return array;
  }

  bytes(length: number): Int8Array<ArrayBuffer> {
    return this.take(Int8Array, length, 1);
  }

  doubles(length: number): Float64Array<ArrayBuffer> {
    return this.take(Float64Array, length, 8);
  }

  /** Gives an array up. Nothing may refer to it any more. */
  release(array: ArrayBufferView): void {
    this.used -= array.buffer.byteLength;
  }

  /** Whether half of the limit is left. */
  get hasHalf(): boolean {
    return this.used <= this.limit / 2;
  }

  /** Whether so many bytes more are within the limit. */
  has(bytes: number): boolean {
    return this.used + bytes <= this.limit;
  }

  private take<A>(Kind: new (length: number) => A, length: number, size: number): A {
    const bytes = size * length;
    this.check(bytes);
    try {
      const array = new Kind(length);
      this.note(bytes);
      return array;
    } catch (error) {
      throw outOfMemory(error, bytes, WHAT);
    }
  }

  private note(bytes: number): void {
    this.used += bytes;
    this.left -= bytes / BYTES_PER_WORK;
  }

  private check(bytes: number): void {
    if (!this.has(bytes)) throw SHORT_OF_MEMORY;
  }
}

import { integers, MOST_INTEGERS, outOfMemory } from '../problem/memory.ts';

/** The work to read an integer at a random place of a large array. */
export const RANDOM_READ_WORK = 4;
/**
 * The bytes that take as long to allocate as one integer takes to read. (The system clears their
 * pages.)
 */
const BYTES_PER_WORK = 32;

/** The default limit, in bytes. */
const MEMORY_LIMIT = 2 ** 29;
/** Addresses are integers of 32 bits, so arrays hold no more. */
const MOST_MEMORY = 2 ** 33;

/** An `Account` throws this instead of passing its limit. The search is stuck then. */
export const SHORT_OF_MEMORY: unique symbol = Symbol('short of memory');

/** The purpose of the memory, in errors. */
const PURPOSE = "the search by engine 'learn'";

/**
 * Counts the memory of `learn`, and its work until the next pause.
 *
 * It allocates and releases every array, so it knows the number of bytes that are held. It throws
 * `SHORT_OF_MEMORY` instead of passing the limit. While an array grows, the old one and the new one
 * both count.
 *
 * If the machine has no memory for an array, the error is `out-of-memory`. If an array is too long
 * for addresses of 32 bits, it is `too-large`.
 */
export class Account {
  /** The bytes that are held. */
  used = 0;
  /** The work left in this slice. The unit is the time to read an integer. */
  left = 0;
  private before = 0;
  private readonly limit: number;

  constructor(limit = MEMORY_LIMIT) {
    this.limit = Math.min(limit, MOST_MEMORY);
  }

  /** All work so far, in that unit. */
  get work(): number {
    return this.before - this.left;
  }

  /** Begins a slice of that work. */
  begin(slice: number): void {
    this.before = this.work + slice;
    this.left = slice;
  }

  /** Spends work. True if none is left, so that the search must pause. */
  spent(work: number): boolean {
    this.left -= work;
    return this.left <= 0;
  }

  /**
   * The most integers that an array may grow to: three quarters of the memory left, since others
   * grow too.
   */
  get roomToGrow(): number {
    return Math.min(MOST_INTEGERS, Math.floor((0.75 * (this.limit - this.used)) / 4));
  }

  integers(length: number): Int32Array<ArrayBuffer> {
    this.check(4 * length);
    const array = integers(length, PURPOSE);
    this.note(4 * length);
    return array;
  }

  bytes(length: number): Int8Array<ArrayBuffer> {
    return this.allocate(Int8Array, length, 1);
  }

  doubles(length: number): Float64Array<ArrayBuffer> {
    return this.allocate(Float64Array, length, 8);
  }

  /** Counts an array as released. Nothing may refer to it after this. */
  release(array: ArrayBufferView): void {
    this.used -= array.buffer.byteLength;
  }

  /** True while at least half of the limit is free. */
  get hasHalf(): boolean {
    return this.used <= this.limit / 2;
  }

  /** True if this number of bytes more is within the limit. */
  has(bytes: number): boolean {
    return this.used + bytes <= this.limit;
  }

  private allocate<A>(Kind: new (length: number) => A, length: number, size: number): A {
    const bytes = size * length;
    this.check(bytes);
    try {
      const array = new Kind(length);
      this.note(bytes);
      return array;
    } catch (error) {
      throw outOfMemory(error, bytes, PURPOSE);
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

import { QuadrilleError, shown } from '../problem/error.ts';
import { integers } from '../problem/memory.ts';

/**
 * Reproducible random numbers: Tommy Ettinger's mulberry32, a SplitMix generator (Steele, Lea
 * and Flood, 2014) of 32 bits. Small, fast, and good enough to break ties; not for secrets.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    if (!Number.isSafeInteger(seed)) {
      throw new QuadrilleError(
        'bad-setting',
        `The seed is ${shown(seed)}; give a whole number that a double holds exactly.`,
      );
    }
    // Every bit of a 53-bit seed counts.
    this.#state = (seed | 0) ^ Math.imul(Math.floor(seed / 2 ** 32) | 0, 0x9e3779b1);
  }

  /** 32 random bits. */
  word(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** A whole number from 0 to bound - 1; bound at most 2 ** 32. */
  below(bound: number): number {
    return Math.floor((this.word() / 2 ** 32) * bound);
  }

  /** The numbers 0 to n - 1 in an order of its own. */
  order(n: number): Int32Array {
    const array = integers(n, 'an order of numbers');
    this.extend(array, 0, n);
    return array;
  }

  /** Mixes the numbers `from` to `to` - 1 into an order of those before them (Fisher and Yates). */
  extend(array: Int32Array, from: number, to: number): void {
    for (let k = from; k < to; k++) {
      const other = this.below(k + 1);
      array[k] = array[other];
      array[other] = k;
    }
  }
}

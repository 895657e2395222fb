import { Random } from '../kernels/random.ts';
import { type Exact, exact } from './counts.ts';

/**
 * The words that are drawn first and not used, until all bits of the seed have reached all words.
 */
const WARM_UP = 16;

/**
 * Random whole numbers, each as likely as any other: xoshiro128** by David Blackman and Sebastiano
 * Vigna (2018). Its 128 bits of state come again after 2 ** 128 - 1 words. (`Random` has 32 bits of
 * state, enough to break ties: its words begin anew after 2 ** 32, and it has no more samples than
 * that.)
 */
export class Draws {
  readonly state = new Int32Array(4);

  constructor(seed: number) {
    // It checks the seed, and mixes its bits.
    const random = new Random(seed);
    this.state.set([seed | 0, Math.floor(seed / 2 ** 32) | 0, random.word(), random.word() | 1]);
    for (let n = 0; n < WARM_UP; n++) this.word();
  }

  /** 32 random bits. */
  word(): number {
    const { state } = this;
    const b = state[1];
    const five = Math.imul(b, 5);
    const word = Math.imul((five << 7) | (five >>> 25), 9) >>> 0;
    const c = state[2] ^ state[0];
    const d = state[3] ^ b;
    state[1] = b ^ c;
    state[0] = state[0] ^ d;
    state[2] = c ^ (b << 9);
    state[3] = (d << 11) | (d >>> 21);
    return word;
  }

  /** A whole number from 0 to bound - 1. Words that come to more are drawn again. */
  below(bound: Exact): Exact {
    const most = BigInt(bound) - 1n;
    const bits = most.toString(2).length;
    for (;;) {
      let drawn = 0n;
      for (let left = bits; left > 0; left -= 32) {
        const taken = Math.min(left, 32);
        drawn = (drawn << BigInt(taken)) | BigInt(this.word() >>> (32 - taken));
      }
      if (drawn <= most) return exact(drawn);
    }
  }
}

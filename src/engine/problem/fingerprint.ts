import { type Compiled, checkCompiled } from './compiled.ts';

/**
 * The SHA-256 of a compiled problem, in hexadecimal digits: the same on every machine for the same
 * integers, in whichever order a machine keeps their bytes. Two problems with the same fingerprint
 * have the same items, options, colours, multiplicities, costs and preferences. Names are no part
 * of it.
 */
export function fingerprint(compiled: Compiled): string {
  checkCompiled(compiled);
  return sha256(compiled.data);
}

// SHA-256 as in FIPS 180-4. Web Crypto has it as well, but only with promises, and only on pages
// from HTTPS.

/** The words of a block, and its rounds. */
const BLOCK_WORDS = 16;
const HASH_ROUNDS = 64;

/** The SHA-256 of integers, in hexadecimal digits. */
export function sha256(words: Int32Array): string {
  return [...digestOf(words)].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The SHA-256 of integers, each as four bytes, the high one first: eight integers. */
export function digestOf(words: Int32Array): Int32Array {
  const state = Int32Array.from(FIRST_STATE);
  const schedule = new Int32Array(HASH_ROUNDS);
  const whole = words.length - (words.length % BLOCK_WORDS);
  for (let at = 0; at < whole; at += BLOCK_WORDS) digest(state, words, at, schedule);
  const rest = words.length - whole;
  // The last blocks: the rest of the bytes, then a single bit, zeros, and the number of bits of the
  // message in two words.
  const end = new Int32Array(rest + 3 <= BLOCK_WORDS ? BLOCK_WORDS : 2 * BLOCK_WORDS);
  end.set(words.subarray(whole));
  end[rest] = 0x80000000;
  end[end.length - 2] = Math.floor(words.length / 2 ** 27);
  end[end.length - 1] = words.length << 5;
  for (let at = 0; at < end.length; at += BLOCK_WORDS) digest(state, end, at, schedule);
  return state;
}

/** Stirs a block of words into the state. */
function digest(state: Int32Array, words: Int32Array, at: number, schedule: Int32Array): void {
  for (let k = 0; k < BLOCK_WORDS; k++) schedule[k] = words[at + k];
  for (let k = BLOCK_WORDS; k < HASH_ROUNDS; k++) {
    const early = schedule[k - 15];
    const late = schedule[k - 2];
    const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    schedule[k] = schedule[k - 16] + s0 + schedule[k - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as State;
  for (let k = 0; k < HASH_ROUNDS; k++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + s1 + choice + CONSTANTS[k] + schedule[k]) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + s0 + majority) | 0;
  }
  const stirred = [a, b, c, d, e, f, g, h];
  for (let k = 0; k < 8; k++) state[k] = state[k] + stirred[k];
}

type State = [number, number, number, number, number, number, number, number];

/** A word turned to the right. */
function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** The first `count` primes. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  }
  return found;
}

/** The first 32 bits of the fractions of roots. A double has 48 and more for them. */
function fractions(roots: number[]): Int32Array {
  return Int32Array.from(roots, (root) => Math.floor((root % 1) * 2 ** 32));
}

const FIRST_STATE = fractions(primes(8).map(Math.sqrt));
const CONSTANTS = fractions(primes(HASH_ROUNDS).map(Math.cbrt));

import { QuadrilleError } from './error.ts';

/** Engines keep addresses in signed integers of 32 bits, so no array may be longer than this. */
export const MOST_INTEGERS = 2 ** 31 - 1;

/**
 * Zeros for `length` integers. `what` says what they are for, as in `the options of the problem`:
 * both errors name it. An array that cannot be addressed is refused before it is allocated.
 */
export function integers(length: number, what: string): Int32Array<ArrayBuffer> {
  if (length > MOST_INTEGERS) {
    throw new QuadrilleError(
      'too-large',
      `There are ${length} integers in ${what}, and at most ${MOST_INTEGERS} can be addressed; ` +
        'split the problem, or state fewer options.',
    );
  }
  try {
    return new Int32Array(length);
  } catch (error) {
    throw outOfMemory(error, 4 * length, what);
  }
}

/** The error that says how much memory could not be had, and for what; another error as it is. */
export function outOfMemory(error: unknown, bytes: number, what: string): unknown {
  if (!(error instanceof RangeError)) return error;
  const amount = bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
  return new QuadrilleError(
    'out-of-memory',
    `This machine has no ${amount} left for ${what}; close other programs, allow the process more ` +
      'memory, or state a smaller problem.',
  );
}

/** A copy with room for at least `length`, and for as much again as there was. */
export function grown(array: Int32Array, length: number, what: string): Int32Array<ArrayBuffer> {
  return resized(array, Math.max(length, Math.min(2 * array.length, MOST_INTEGERS)), what);
}

/** A copy of that length, zeros at its end. */
export function resized(array: Int32Array, length: number, what: string): Int32Array<ArrayBuffer> {
  const copy = integers(length, what);
  copy.set(array);
  return copy;
}

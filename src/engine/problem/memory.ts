import { QuadrilleError } from './error.ts';

/** The longest array: engines keep addresses in signed integers of 32 bits. */
export const MOST_INTEGERS = 2 ** 31 - 1;
/** The most keys of a Map or a Set in V8. */
export const MOST_KEYS = 2 ** 24;
/**
 * The longest ordinary array of numbers. A longer one could fill V8's heap, which ends the process;
 * as text it could pass the longest string, 2 ** 29 characters.
 */
export const LONGEST_ARRAY = 2 ** 25;
/** The shortest slice of a text that refers to the whole text. V8 copies shorter ones. */
const SHORTEST_SLICE = 13;
/**
 * The number of lines joined at once: few enough for an array, and enough that V8 adds few long
 * strings.
 */
const LINES_A_PIECE = 4096;

/**
 * `length` zeros. `what` names the array in errors, as in `the options of the problem`. An array
 * that cannot be addressed is refused before it is allocated.
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

/**
 * The integers of a buffer or of a view of its bytes. It copies only bytes that do not begin at a
 * multiple of four. `refuse` throws the error of the reader.
 */
export function integersOf(
  buffer: ArrayBufferLike | ArrayBufferView,
  what: string,
  refuse: (why: string) => never,
): Int32Array {
  if (buffer instanceof Int32Array) return buffer;
  const bytes = (buffer as Partial<ArrayBufferLike> | null | undefined)?.byteLength;
  if (typeof bytes !== 'number') return refuse('it is neither a buffer nor a view of one');
  if (bytes % 4 !== 0) refuse(`its ${bytes} bytes are not a whole number of 32-bit integers`);
  if (!ArrayBuffer.isView(buffer)) return new Int32Array(buffer);
  const { buffer: bytesAround, byteOffset } = buffer;
  if (byteOffset % 4 === 0) return new Int32Array(bytesAround, byteOffset, bytes / 4);
  try {
    return new Int32Array(bytesAround.slice(byteOffset, byteOffset + bytes));
  } catch (error) {
    throw outOfMemory(error, bytes, what);
  }
}

/** True if an error says that memory was refused. An engine that can do without then goes on. */
export function isMemoryRefused(error: unknown): boolean {
  if (!(error instanceof QuadrilleError)) return false;
  return error.code === 'out-of-memory' || error.code === 'too-large';
}

/** The error for a failed allocation, with its size and purpose. Another error stays as it is. */
export function outOfMemory(error: unknown, bytes: number, what: string): unknown {
  if (!(error instanceof RangeError)) return error;
  const amount = bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
  return new QuadrilleError(
    'out-of-memory',
    `This machine has no ${amount} left for ${what}; close other programs, allow the process more ` +
      'memory, or state a smaller problem.',
  );
}

/**
 * A copy with room for at least `length`. It has `times` the room, or an eighth more where memory is
 * short. (Both arrays exist during the copy. Doubling alone fails when a third of the memory is in
 * use, an eighth only when nearly half of it is.)
 */
export function grown(
  array: Int32Array,
  length: number,
  what: string,
  times = 2,
): Int32Array<ArrayBuffer> {
  const copy = larger(array, length, what, times);
  copy.set(array);
  return copy;
}

/** The array of such a copy, still empty: the caller copies, in slices. */
export function larger(
  array: Int32Array,
  length: number,
  what: string,
  times = 2,
): Int32Array<ArrayBuffer> {
  const plenty = Math.max(length, Math.min(times * array.length, MOST_INTEGERS));
  const some = Math.max(length, array.length + (array.length >> 3));
  try {
    return integers(plenty, what);
  } catch (error) {
    if (some >= plenty) throw error;
    return integers(some, what);
  }
}

/**
 * Copies integers from one place to another. A view, or a call of V8, takes longer than a short
 * loop.
 */
export function copyIntegers(
  from: Int32Array,
  start: number,
  length: number,
  to: Int32Array,
  at: number,
): void {
  if (length > MOST_LOOPED_INTEGERS) to.set(from.subarray(start, start + length), at);
  else for (let k = 0; k < length; k++) to[at + k] = from[start + k];
}
const MOST_LOOPED_INTEGERS = 256;

/** A copy with that length, filled up with zeros. */
export function resized(array: Int32Array, length: number, what: string): Int32Array<ArrayBuffer> {
  const copy = integers(length, what);
  copy.set(array);
  return copy;
}

/**
 * A copy of a text. A slice keeps the whole text alive, so a name of 20 characters may hold a
 * megabyte. JavaScript has no function that copies a string. `join` makes a copy in every engine,
 * and is the fastest way in V8 (0.1 µs). Rejected: the slice of a sum keeps the sum alive, and a
 * sum of long parts keeps both parts.
 */
export function copyOf(text: string): string {
  if (text.length < SHORTEST_SLICE) return text;
  return [text.slice(0, 1), text.slice(1)].join('');
}

/**
 * Joins lines to one string. If it is too long, the error names the function `instead`, which gives
 * the lines.
 */
export function textOf(lines: Iterable<string>, instead: string): string {
  let text = '';
  let piece: string[] = [];
  try {
    for (const line of lines) {
      piece.push(line);
      if (piece.length < LINES_A_PIECE) continue;
      text += piece.join('');
      piece = [];
    }
    return text + piece.join('');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new QuadrilleError(
      'too-large',
      `The text has more than ${text.length} characters, too many for a string; ` +
        `use ${instead}(), which gives it line by line.`,
    );
  }
}

/** The array in memory that all threads share; a copy is posted where that is not allowed. */
export function shared(data: Int32Array): Int32Array {
  if (typeof SharedArrayBuffer === 'undefined') return data;
  const copy = new Int32Array(new SharedArrayBuffer(data.byteLength));
  copy.set(data);
  return copy;
}

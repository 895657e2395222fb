import type { Puzzle } from '../grid.ts';
import type { Shape } from '../shape.ts';
import { Symbols } from '../symbols.ts';

export const LINE_FEED = 10;
export const RETURN = 13;
/** Byte -> value: 0 for a point and for 0, and more than any size where it is neither that nor a digit. */
const VALUES = new Uint8Array(256).fill(255);
VALUES['.'.charCodeAt(0)] = 0;
for (let digit = 0; digit <= 9; digit++) VALUES['0'.charCodeAt(0) + digit] = digit;

/**
 * Lines of digits and points, each a puzzle, as they stand in the text: collections of a million
 * are common, and no string is made of them.
 */
export interface PlainLines {
  readonly shape: Shape;
  readonly bytes: Uint8Array;
  /** The number of the first line, and how many there are. */
  readonly line: number;
  readonly count: number;
}

/** The end of the plain line that begins at an index; 0 if it is none. */
export function plainLineEnd(bytes: Uint8Array, from: number, { cells, size }: Shape): number {
  let at = from + cells;
  if (bytes[at] === RETURN) at++;
  if (bytes[at] !== LINE_FEED) return 0;
  // Without a branch for each byte it takes a third of the time.
  let isOther = 0;
  for (let k = from; k < from + cells; k++) isOther |= size - VALUES[bytes[k]];
  return isOther < 0 ? 0 : at + 1;
}

/** The puzzle on a plain line that begins at an index. */
export function plainPuzzle({ shape, bytes }: PlainLines, from: number, line: number): Puzzle {
  const cells = bytes.subarray(from, from + shape.cells);
  const givens = Uint8Array.from(cells, (byte) => VALUES[byte]);
  return { shape, givens, symbols: Symbols.usual(shape.size), line };
}

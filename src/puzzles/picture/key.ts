/** How a key is laid out in columns, in text and in SVG. */
import type { KeyEntry } from './board.ts';

/** The entries in columns of so many lines. */
export function columnsOfKey(key: readonly KeyEntry[], height: number): (readonly KeyEntry[])[] {
  const columns: (readonly KeyEntry[])[] = [];
  for (let from = 0; from < key.length; from += height)
    columns.push(key.slice(from, from + height));
  return columns;
}

/** A number of lines in which a key fits; a few more than it needs, where it is long. */
export function linesFor(key: readonly KeyEntry[], fits: (lines: number) => boolean): number {
  let lines = 1;
  while (lines < key.length && !fits(lines)) lines = Math.ceil(1.1 * lines);
  return Math.min(lines, key.length);
}

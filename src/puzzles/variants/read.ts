import { readIss } from './read-iss.ts';
import { Variant } from './variant.ts';

/** A variant Sudoku from its text. */
export function variant(text: string): Variant {
  return new Variant(readIss(text));
}

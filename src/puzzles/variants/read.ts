import { QuadrilleError, shown } from '../../engine/problem/error.ts';
import { MOST_CHARACTERS, readAddress } from './address.ts';
import { readFPuzzles } from './read-fpuzzles.ts';
import { readIss } from './read-iss.ts';
import { isAddress } from './recognise.ts';
import { Variant } from './variant.ts';

/**
 * A variant Sudoku from its text. That is
 *
 * - JSON of f-puzzles, the same compressed, or an address of f-puzzles or SudokuPad with it;
 * - a string of Interactive Sudoku Solver such as `.Cage~15~R1C3~R1C4.~R1C1_8`, one of the forms of
 *   cells that it reads, such as 81 characters of a killer, or its address.
 *
 * The meaning is that of these programs. Drawings without a meaning are passed over. Throws where a
 * text is in none of these forms, or states what quadrille does not know.
 */
export function variant(text: string): Variant {
  if (typeof text !== 'string') {
    throw new QuadrilleError('bad-text', `The variant Sudoku is ${shown(text)}; give a text.`);
  }
  if (text.length > MOST_CHARACTERS) {
    throw new QuadrilleError(
      'too-large',
      `The text has ${text.length} characters; no puzzle has more than ${MOST_CHARACTERS}.`,
    );
  }
  const trimmed = text.trim();
  if (trimmed === '') throw new QuadrilleError('bad-text', 'The text is empty; give a puzzle.');
  if (trimmed.startsWith('{')) return new Variant(readFPuzzles(trimmed));
  if (!isAddress(trimmed)) return new Variant(readIss(text));
  const carried = readAddress(trimmed);
  return new Variant(carried.form === 'iss' ? readIss(carried.text) : readFPuzzles(carried.text));
}

import { QuadrilleError } from '../../engine/problem/error.ts';
import { checkString } from '../mistakes.ts';
import { isAddress, MOST_CHARACTERS, readAddress } from './address.ts';
import { readFPuzzles } from './read-fpuzzles.ts';
import { isOfCells, readIss } from './read-iss.ts';
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
  checkString(text, 'The variant Sudoku is');
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

/** Characters at which `isVariantText` looks. */
const LOOKED_AT = 400;
/** The longest line that may have a character for each cell, or for each value of a cell. */
const MOST_OF_CELLS = 1000;
/** A constraint of Interactive Sudoku Solver: `.Cage~`, `.~R1C1_5`, or `.AntiKnight` alone. */
const CONSTRAINT = /^[.\s]*(?:\.[A-Za-z]*~|\.(?:[A-Z][a-z]+)+(?:[A-Z]*)(?:[.\s]|$))/;
/** The grid of f-puzzles. It may stand anywhere in the object. */
const GRID_OF_CELLS = /"grid"\s*:\s*\[\s*\[\s*\{/;

/**
 * True if a text is to be read by `variant`, and not as a plain Sudoku. It is cheap: what the text
 * begins with decides. No text of a plain Sudoku that `readPuzzles` reads is one.
 */
export function isVariantText(text: string): boolean {
  const start = text.slice(0, LOOKED_AT).trimStart();
  if (start.startsWith('{')) return GRID_OF_CELLS.test(text);
  if (isAddress(start) || CONSTRAINT.test(start) || start.startsWith('3x3:')) return true;
  return text.length <= MOST_OF_CELLS && isOfCells(text.trim());
}

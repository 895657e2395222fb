import { isOfCells } from './read-iss.ts';

/** Characters at which `isVariantText` looks. */
const LOOKED_AT = 400;
/** The longest line that may have a character for each cell, or for each value of a cell. */
const MOST_OF_CELLS = 1000;
/** A constraint of Interactive Sudoku Solver: `.Cage~`, `.~R1C1_5`, or one that has no words. */
const CONSTRAINT =
  /^[.\s]*\.(?:[A-Za-z]*~|(?:Anti(?:Knight|King|Consecutive|Taxicab)|DisjointSets|Windoku|Strict(?:Kropki|XV)|NoBoxes|Global(?:Entropy|Mod)|Doppelganger|DutchFlatmates)(?:[.\s]|$))/;
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

/** True if a text begins as an address, or as something compressed. */
export function isAddress(text: string): boolean {
  return isHosted(text) || PREFIXED.test(text) || isCompressed(text);
}

/** True if a text begins with the host of an address. */
export function isHosted(text: string): boolean {
  return HOSTED.test(text);
}

/** True for JSON of an object as f-puzzles compresses it: it begins with a brace and a quote. */
export function isCompressed(text: string): boolean {
  return /^N4Ig[\w+/=$ -]*$/.test(text.slice(0, LOOKED_AT));
}

/** An address; of the programs also without the scheme. */
const HOSTED = /^(?:https?:\/\/|(?:www\.)?(?:f-puzzles\.com|sudokupad\.app)\/)/i;
/** Names of forms that SudokuPad puts before what it has compressed. */
const PREFIXED = /^(?:fpuzzles|fpuz|scl|ctc|scf)N4Ig/;

/** The text of a variant that a line or an object of JSON is, if it is one. */
export function variantTextIn(found: string | object): string | undefined {
  if (typeof found === 'string') {
    return !/^\s*[[{]/.test(found) && isVariantText(found) ? found : undefined;
  }
  const { grid } = found as { readonly grid?: unknown };
  const row: unknown = Array.isArray(grid) ? grid[0] : undefined;
  const cell: unknown = Array.isArray(row) ? row[0] : undefined;
  const isFPuzzle = typeof cell === 'object' && cell !== null && !Array.isArray(cell);
  return isFPuzzle ? JSON.stringify(found) : undefined;
}

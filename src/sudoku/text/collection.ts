import type { Shape } from '../shape.ts';
import { fieldsOf, type Line } from './line.ts';

/*
 * What stands about the puzzles of a collection: titles, the sections of `.sdk` files, the headers
 * and records of CSV.
 */

/** Titles as they are found in collections: `Grid 01`, `Puzzle #3:`. */
const TITLE = /^(?:grid|puzzle|sudoku)s?[\s\d]*:?$/i;
const PUZZLE_SECTION = /^(?:puzzle|sudoku|grid)s?[\s\d]*$/i;
const OTHER_SECTION =
  /^(?:state|pencil ?marks?|candidates|solutions?|colou?rs|history|settings|author|title|description|comments?|date|source|level|difficulty|rating|url)$/i;

export function isTitle(line: string): boolean {
  return TITLE.test(line);
}

/** The section that a line begins, as `[Puzzle]` does, and whether it has puzzles, if that is known. */
export function sectionIn(line: string): { name: string; hasPuzzles?: boolean } | undefined {
  const name = /^\[([^[\]]*)\]$/.exec(line)?.[1]?.trim();
  if (name === undefined) return undefined;
  if (PUZZLE_SECTION.test(name)) return { name, hasPuzzles: true };
  return OTHER_SECTION.test(name) ? { name, hasPuzzles: false } : { name };
}

/** What a header says: which field has the puzzles, from 0, of how many, and what divides them. */
export interface Header {
  readonly field: number;
  readonly fields: number;
  readonly separator: string;
}

const PUZZLES = /^(?:puzzles?|quiz(?:zes)?|grids?|sudokus?|boards?)$/i;

/** Whether a column of CSV, or a value of JSON, has puzzles by its name. */
export function isPuzzleName(name: string): boolean {
  return PUZZLES.test(name.trim());
}

/** What a line says as a header of two fields or more, one of them with puzzles; or nothing. */
export function headerIn(line: string): Header | undefined {
  if (!/puzzle|quiz|grid|sudoku|board/i.test(line)) return undefined;
  for (const separator of [',', ';', '\t']) {
    const fields = fieldsOf(line, separator);
    const field = fields.findIndex(({ text }) => isPuzzleName(text));
    if (field >= 0 && fields.length > 1) return { field, fields: fields.length, separator };
  }
  return undefined;
}

/** The puzzle of a record as a line, or what is wrong with the record, and in which column. */
export function puzzleIn(
  { line, text, shift }: Line,
  { field, fields, separator }: Header,
): Line | { readonly column: number; readonly what: string } {
  const record = fieldsOf(text, separator);
  const puzzle = record[field];
  // A field too many may have moved another one into the place of the puzzle.
  if (puzzle === undefined || record.length !== fields) {
    const what = `found ${record.length} fields; the header has ${fields}, divided by '${separator}'.`;
    return { column: shift + text.length + 1, what };
  }
  const before = shift + puzzle.shift;
  if (puzzle.text.trim() !== '') return { line, text: puzzle.text, shift: before };
  return {
    column: before + 1,
    what: `found nothing in field ${field + 1}; give the puzzle there.`,
  };
}

/** Puzzles that share a piece of memory, which lives as long as any of them. */
const SHARING = 16;
const POINT = 46;
const ZERO = 48;

/** Reads digits and points with nothing between them as givens. */
export class PlainGivens {
  /** Memory for the givens of `SHARING` puzzles, and how many cells of it are taken. */
  #memory = new Uint8Array();
  #taken = 0;

  /** The givens of a puzzle; undefined if there is another character, or too large a value. */
  read(text: string, from: number, { cells, size }: Shape): Uint8Array | undefined {
    // A view takes a quarter of the time of a new array: V8 allocates 81 bytes outside of its heap.
    if (this.#taken + cells > this.#memory.length) {
      this.#memory = new Uint8Array(SHARING * cells);
      this.#taken = 0;
    }
    const givens = this.#memory.subarray(this.#taken, this.#taken + cells);
    if (!readPlain(givens, text, from, size)) return undefined;
    this.#taken += cells;
    return givens;
  }
}

/** Writes digits and points to givens. Returns whether there is nothing else, and no value beyond the size. */
export function readPlain(givens: Uint8Array, text: string, from: number, size: number): boolean {
  for (let cell = 0; cell < givens.length; cell++) {
    const code = text.charCodeAt(from + cell);
    const value = code === POINT ? 0 : code - ZERO;
    if (!(value >= 0 && value <= size)) return false;
    givens[cell] = value;
  }
  return true;
}

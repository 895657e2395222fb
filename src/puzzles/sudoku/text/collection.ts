import { fieldsOf, type Line } from './line.ts';

/*
 * The lines about the puzzles of a collection: titles, the sections of `.sdk` files, the headers
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

/** The section that a line begins, as `[Puzzle]` does; an unknown one has no `hasPuzzles`. */
export function sectionIn(line: string): { name: string; hasPuzzles?: boolean } | undefined {
  const name = /^\[([^[\]]*)\]$/.exec(line)?.[1]?.trim();
  if (name === undefined) return undefined;
  if (PUZZLE_SECTION.test(name)) return { name, hasPuzzles: true };
  return OTHER_SECTION.test(name) ? { name, hasPuzzles: false } : { name };
}

/**
 * A header of CSV: the field with the puzzles, from 0, the number of fields, and their separator.
 */
export interface Header {
  readonly field: number;
  readonly fields: number;
  readonly separator: string;
}

const PUZZLES = /^(?:puzzles?|quiz(?:zes)?|grids?|sudokus?|boards?)$/i;

/** True if a column of CSV, or a value of JSON, has puzzles by its name. */
export function isPuzzleName(name: string): boolean {
  return PUZZLES.test(name.trim());
}

/** A line as a header, if it has two fields or more, and one of them is for puzzles. */
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

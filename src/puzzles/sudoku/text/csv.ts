import type { Line } from './line.ts';

/*
 * Headers and records of CSV: a table with a puzzle in each record.
 */

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

/** The fields of a record of CSV: between separators, some of them in quotes. */
function fieldsOf(line: string, separator: string): { text: string; shift: number }[] {
  const fields: { text: string; shift: number }[] = [];
  for (let at = 0; at <= line.length; ) {
    const isQuoted = line.charAt(at) === '"';
    const from = isQuoted ? at + 1 : at;
    let end = line.indexOf(isQuoted ? '"' : separator, from);
    while (isQuoted && end >= 0 && line.charAt(end + 1) === '"') end = line.indexOf('"', end + 2);
    if (end < 0) end = line.length;
    fields.push({ text: line.slice(from, end), shift: from });
    const next = isQuoted ? line.indexOf(separator, end) : end;
    if (next < 0) break;
    at = next + 1;
  }
  return fields;
}

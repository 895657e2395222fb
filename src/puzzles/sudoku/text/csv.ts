/*
 * Headers and records of CSV: a table with a puzzle in each record.
 */

/** A header of CSV. */
export interface Header {
  /** The names of its fields. */
  readonly names: readonly string[];
  /** The number of the field with the puzzles, from 0; -1 if none has their name. */
  readonly field: number;
  readonly separator: string;
}

interface Field {
  readonly text: string;
  readonly index: number;
}

const SEPARATORS = [',', ';', '\t'];
const PUZZLES = /^(?:puzzles?|quiz(?:zes)?|grids?|sudokus?|boards?)$/i;
const NAME = /^[\p{L}_][\p{L}\d_.-]*$/u;
export const PUZZLE_NAMES = 'puzzle, quizzes, grid, sudoku or board';

/** True if a column of CSV, or a value of JSON, has puzzles by its name. */
export function isPuzzleName(name: string): boolean {
  return PUZZLES.test(name.trim());
}

/** A line as a header, if it has two fields or more, of which one, or each, has a name. */
export function headerIn(line: string): Header | undefined {
  if (!/\p{L}{2}/u.test(line)) return undefined;
  for (const separator of SEPARATORS) {
    if (!line.includes(separator)) continue;
    const names = fieldsOf(line, separator).map(({ text }) => text);
    const field = names.findIndex(isPuzzleName);
    const isHeader = field >= 0 || names.every((name) => NAME.test(name));
    if (isHeader && names.length > 1) return { names, field, separator };
  }
  return undefined;
}

/** The fields of a record: between separators, some of them in quotes. */
export function fieldsOf(line: string, separator: string): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at <= line.length; ) {
    const isQuoted = line.charAt(at) === '"';
    const index = isQuoted ? at + 1 : at;
    let end = line.indexOf(isQuoted ? '"' : separator, index);
    while (isQuoted && end >= 0 && line.charAt(end + 1) === '"') end = line.indexOf('"', end + 2);
    if (end < 0) end = line.length;
    fields.push({ text: line.slice(index, end), index });
    const next = isQuoted ? line.indexOf(separator, end) : end;
    if (next < 0) break;
    at = next + 1;
  }
  return fields;
}

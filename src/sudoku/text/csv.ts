/** A field of a record, and how many columns of the line come before its text. */
export interface Field {
  readonly text: string;
  readonly shift: number;
}

/** What a header says: the field with the puzzles, from 0, of how many, and what is between. */
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

/** What a line says as a header of two fields or more, one of them of puzzles; or nothing. */
export function headerIn(line: string): Header | undefined {
  if (!/puzzle|quiz|grid|sudoku|board/i.test(line)) return undefined;
  for (const separator of [',', ';', '\t']) {
    const fields = fieldsOf(line, separator);
    const field = fields.findIndex(({ text }) => isPuzzleName(text));
    if (field >= 0 && fields.length > 1) return { field, fields: fields.length, separator };
  }
  return undefined;
}

/**
 * The fields of a record: between separators, and in quotes if need be. (A doubled quote within
 * quotes stays doubled: no puzzle has one.) A quote that is not closed goes on to the end.
 */
export function fieldsOf(line: string, separator: string): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at <= line.length; ) {
    const quoted = line.charAt(at) === '"';
    const from = quoted ? at + 1 : at;
    let end = line.indexOf(quoted ? '"' : separator, from);
    while (quoted && end >= 0 && line.charAt(end + 1) === '"') end = line.indexOf('"', end + 2);
    if (end < 0) end = line.length;
    fields.push({ text: line.slice(from, end), shift: from });
    const next = quoted ? line.indexOf(separator, end) : end;
    if (next < 0) break;
    at = next + 1;
  }
  return fields;
}

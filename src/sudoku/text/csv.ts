/** A field of a record, and how many columns of the line come before its text. */
export interface Field {
  readonly text: string;
  readonly shift: number;
}

const PUZZLES = /^(?:puzzles?|quiz(?:zes)?)$/i;

/** The field of a header that names the puzzles, from 0; none if the line is no such header. */
export function puzzleField(line: string): number | undefined {
  if (!/puzzle|quiz/i.test(line)) return undefined;
  const fields = fieldsOf(line);
  const at = fields.findIndex(({ text }) => PUZZLES.test(text.trim()));
  return at >= 0 && fields.length > 1 ? at : undefined;
}

/**
 * The fields of a record: between commas, and in quotes if need be. (A doubled quote within
 * quotes stays doubled: no puzzle has one.) A quote that is not closed goes on to the end.
 */
export function fieldsOf(line: string): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at <= line.length; ) {
    const quoted = line.charAt(at) === '"';
    const from = quoted ? at + 1 : at;
    let end = line.indexOf(quoted ? '"' : ',', from);
    while (quoted && end >= 0 && line.charAt(end + 1) === '"') end = line.indexOf('"', end + 2);
    if (end < 0) end = line.length;
    fields.push({ text: line.slice(from, end), shift: from });
    const comma = quoted ? line.indexOf(',', end) : end;
    if (comma < 0) break;
    at = comma + 1;
  }
  return fields;
}

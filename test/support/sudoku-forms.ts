import { Shape, writeFramed, writeIntegers, writeJson } from '../../src/sudoku.ts';

/*
 * The forms in which Sudokus of 9x9 are published. Each takes a puzzle of 81 characters, with a
 * point for a blank, and gives its text.
 */

export type Form = (line: string) => string;

const shape = Shape.of();
const gridOf = (line: string) => cellsOf(line).map(Number);

/** The rows of a grid, each as its cells, '' for a blank. */
const rowsOf = (cells: readonly string[]) => {
  const size = Math.sqrt(cells.length);
  return Array.from({ length: size }, (_, k) => cells.slice(k * size, (k + 1) * size));
};
const cellsOf = (line: string) => Array.from(line, (cell) => (cell === '.' ? '' : cell));
const joined = (separator: string, quoted: (cell: string) => string) => (line: string) =>
  rowsOf(cellsOf(line))
    .map((row) => row.map(quoted).join(separator))
    .join('\n');
const table = (line: string) =>
  rowsOf(cellsOf(line))
    .map((row) => `|${row.map((cell) => ` ${cell || ' '} `).join('|')}|`)
    .join('\n');
const dashes = `|${'---|'.repeat(9)}`;

/** Forms in which an empty place between separators is a blank. */
export const FORMS: Record<string, Form> = {
  'a table of Markdown': (line) => table(line).replace('\n', `\n${dashes}\n`),
  'bars about each cell': table,
  'bars and rules about each cell': (line) =>
    `${dashes}\n${table(line).replaceAll('\n', `\n${dashes}\n`)}\n${dashes}`,
  'bars alone about each cell': (line) => table(line).replaceAll(' ', ''),
  'CSV that begins with ends of lines as in DOS': (line) =>
    joined(',', (cell) => cell)(line).replaceAll('\n', '\r\n'),
};
for (const separator of [',', ';', '\t', ', ']) {
  const name = JSON.stringify(separator);
  FORMS[`CSV with ${name}`] = joined(separator, (cell) => cell);
  FORMS[`CSV with ${name} and quotes`] = joined(separator, (cell) => `"${cell}"`);
  FORMS[`CSV with ${name} and some quotes`] = joined(separator, (cell) => cell && `"${cell}"`);
}

const inRows = (row: (cells: string) => string) => (line: string) =>
  (line.match(/.{9}/g) as string[]).map(row).join('\n');
/** With a rule between bands, and above and below them with `frame`. */
const inBands =
  (rule: string, row: (cells: string) => string, frame = false) =>
  (line: string) => {
    const bands = (line.match(/.{27}/g) as string[]).map(inRows(row));
    return (frame ? ['', ...bands, ''] : bands).join(`\n${rule}\n`).trim();
  };
const spaced = (cells: string) => [...cells].join(' ');
const barred = (cells: string) => (cells.match(/.../g) as string[]).join('|');

/** Forms with a point, 0, -, X or -1 for a blank. */
export const DOTTED_FORMS: Record<string, Form> = {
  'one line': (line) => line,
  'nine groups': (line) => inRows((row) => row)(line).replaceAll('\n', ' '),
  rows: inRows((row) => row),
  'rows with dashes': (line) => inRows((row) => row)(line).replaceAll('.', '-'),
  'rows with spaces between': inRows(spaced),
  'rows with commas': inRows((row) => [...row].join(',')),
  'rows with tabs': inRows((row) => [...row].join('\t')),
  'rows of numbers, -1 for a blank': (line) => inRows(spaced)(line).replaceAll('.', '-1'),
  'numbers on a line': (line) => [...line.replaceAll('.', '0')].join(','),
  integers: (line) => writeIntegers(shape, gridOf(line)),
  JSON: (line) => writeJson(shape, gridOf(line)),
  'bands and empty lines': inBands('', (row) => row),
  'bands with spaces between': inBands('', spaced),
  'bands and rules': inBands('---------', (row) => row),
  'a frame of rules': inBands('---------', (row) => row, true),
  'Simple Sudoku': inBands('-----------', barred),
  'Simple Sudoku, printed': inBands('*-----------*', (row) => `|${barred(row)}|`, true),
  Hodoku: inBands('.-------.-------.-------.', (row) => `| ${spaced(row)} |`, true),
  'a frame with points': (line) => writeFramed(shape, gridOf(line)),
  'a frame of Unicode with points': inBands(
    '├───┼───┼───┤',
    (row) => `│${barred(row).replaceAll('|', '│')}│`,
    true,
  ),
  'bars and rules with spaces': inBands('------+-------+------', (row) =>
    (row.match(/.../g) as string[]).map(spaced).join(' | '),
  ),
  'Markdown with points': (line) =>
    inRows((row) => `| ${[...row].join(' | ')} |`)(line).replace('\n', `\n${dashes}\n`),
  'bars about each cell with points': inRows((row) => `|${[...row].join('|')}|`),
};

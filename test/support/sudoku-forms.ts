import { Shape, writeFramed, writeIntegers, writeJson } from '../../src/sudoku.ts';

/*
 * The forms in which Sudokus of 9x9 are published. Each takes a puzzle of 81 characters, with a
 * point for a blank, and gives its text.
 */

export type Form = (line: string) => string;

const shape = Shape.of();
const gridOf = (line: string) => Array.from(line, (cell) => Number(cell) || 0);

const dashes = `|${'---|'.repeat(9)}`;
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
export const FORMS: Record<string, Form> = {
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

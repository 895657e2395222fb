import { expect, test } from 'vitest';
import { readEach } from '../../../src/sudoku.ts';
import { slow } from '../../support/effort.ts';
import { DOTTED_FORMS, FORMS, type Form, SPACED_FORMS } from '../../support/sudoku-forms.ts';

const forms = Object.entries({ ...DOTTED_FORMS, ...SPACED_FORMS, ...FORMS });

const puzzles = [
  '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  '534678912672195348198342567859761423426853791713924856961537284287419635345286.79',
  '.........6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  '1.......................2..............................................3.........',
  '5346789126721953.8198342567.59761423426853791.1392485696153728.287419635345286179',
];
/** The distance of two places of a text that get a slip. A prime, so that all columns get one. */
const STEP = slow ? 29 : 97;

/**
 * Every text with one slip in its characters, and the number of cells that it may change unnoticed.
 */
function* slipsInLines(
  text: string,
  from: number,
): Iterable<readonly [slip: string, cells: number]> {
  for (let at = from; at < text.length; at += STEP) {
    const [before, after] = [text.slice(0, at), text.slice(at)];
    yield [before + after.slice(1), 1];
    yield [before + after.charAt(0) + after, 1];
    yield [before + after.charAt(1) + after.charAt(0) + after.slice(2), 2];
    if (/^\n|\n$/.test(before.slice(-1) + after.charAt(0))) continue;
    for (const tear of ['\n', '\n# a\n', '\n\n', '\n\n\n']) yield [before + tear + after, 0];
  }
}

/** Every text that has lost a line, or has it twice, or has lost the end of it. */
function* slipsOfLines(text: string): Iterable<readonly [slip: string, cells: number]> {
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const [above, below] = [lines.slice(0, at), lines.slice(at + 1)];
    const joined = [line + (below[0] ?? ''), ...below.slice(1)];
    for (const rest of [below, [line, line, ...below], joined, [line.trimEnd(), ...below]]) {
      yield [[...above, ...rest].join('\n'), 0];
    }
  }
}

/** The number of cells of a grid that differ from a puzzle; all of them if it has another size. */
function changes(puzzle: string, values: ArrayLike<number>): number {
  const line = Array.from(values, (value) => value || '.').join('');
  if (line.length !== 81) return 81;
  return [...puzzle].filter((cell, k) => cell !== line.charAt(k)).length;
}

/** The worst of what was read: cells that are others without an error, and with one. */
function worst(text: string, puzzle: string): { silent: number; told: number } {
  const reads = [...readEach(text, { size: 9 })];
  const wrong = reads.map((read) =>
    read.puzzle === undefined ? 0 : changes(puzzle, read.puzzle.givens),
  );
  const most = Math.max(0, ...wrong);
  const isTold = reads.some(({ error }) => error !== undefined);
  return isTold ? { silent: 0, told: most } : { silent: most, told: 0 };
}

/** The texts that were read as other grids. */
function misread(form: Form, puzzle: string, slips: Iterable<readonly [string, number]>): string[] {
  const text = form(puzzle);
  const misread: string[] = [];
  for (const [slip, cells] of slips) {
    if (slip === text) continue;
    const { silent, told } = worst(slip, puzzle);
    // Where a line was torn before its last cell, this cell is a blank, and the rest of the line an
    // error.
    if (silent > cells || told > Math.max(cells, 1)) misread.push(slip);
  }
  return misread;
}

test.each(forms)('a slip in a line gives no other grid: %s', (_, form) => {
  for (const [k, puzzle] of puzzles.entries()) {
    expect(misread(form, puzzle, slipsInLines(form(puzzle), (5 * k) % STEP))).toEqual([]);
  }
});

test.each(forms)('a line too many or too few gives no other grid: %s', (_, form) => {
  for (const puzzle of puzzles.slice(1, 4)) {
    expect(misread(form, puzzle, slipsOfLines(form(puzzle)))).toEqual([]);
  }
});

test.each([
  ["a cell and a bar in each other's place", '|6|5|2|5|9||7|1||9'],
  ['a row without its first bar', '6|7|5|8|2|7|6||1|'],
])('bars alone about each cell: %s', (_, row) => {
  const [first, ...rows] = FORMS['bars alone about each cell'](puzzles[0]).split('\n');
  const reads = [...readEach([first, row, ...rows.slice(1)].join('\n'))];
  expect(reads.map(({ error }) => error?.line)).toEqual([2]);
});

test('a row of three cells in quotes below a full grid begins no other grid', () => {
  const line = `${puzzles[0]?.slice(0, 72)}5..9...2.`;
  const csv = FORMS['CSV with ", " and some quotes'](line);
  const rows = csv.split('\n');
  expect([...readEach([csv, csv].join('\n'))].map(({ error }) => error)).toEqual([
    undefined,
    undefined,
  ]);
  const doubled = [rows[0], ...rows.slice(0, 8), ...rows.slice(8)].join('\n');
  expect([...readEach(doubled)].map(({ error }) => error?.line)).toEqual([10]);
});

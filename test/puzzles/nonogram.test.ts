import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count, isUnique, solutions } from '../../src/engine/solve/api.ts';
import {
  type Clues,
  cluesOf,
  nonogram,
  readClues,
  type Stretch,
} from '../../src/puzzles/nonogram.ts';
import { expectSame } from '../support/same.ts';
import { expectRefusal } from '../support/thrown.ts';
import { checkSize, pictures } from './check-pictures.ts';

/** The picture that stretches make, if those of the rows and of the columns say the same. */
function drawn(clues: Clues, stretches: readonly Stretch[]): string {
  const marks = new Map<string, string>();
  for (const { kind, cells } of stretches) {
    for (const { row, column } of cells) {
      const key = `${row} ${column}`;
      marks.set(key, (marks.get(key) ?? '') + kind);
    }
  }
  const picture = clues.rows.map((_, row) =>
    clues.columns
      .map((_, column) => {
        const mark = marks.get(`${row} ${column}`);
        if (mark === 'blank') return '.';
        expectSame(mark === 'rowcolumn' || mark === 'columnrow', true);
        return '#';
      })
      .join(''),
  );
  return picture.join('\n');
}

describe('pictures that their clues tell, of all there are (OEIS A384764, A242876)', () => {
  test.each([
    [1, 1, 2],
    [1, 6, 64],
    [2, 2, 14],
    [2, 3, 52],
    [4, 2, 210],
    [2, 5, 816],
    [3, 3, 384],
    // nonogram.system.test.ts has 3 x 4.
  ])('%i x %i: %i', (rows, columns, unique) => checkSize(rows, columns, unique));
});

test('clues that nobody drew a picture for', () => {
  // Any clue of a line of three, for all lines: most of these have no solution.
  const clue = fc.constantFrom<number[][]>([], [1], [2], [3], [1, 1]);
  const three = fc.array(clue, { minLength: 3, maxLength: 3 });
  const all = pictures(3, 3).map((picture) => JSON.stringify(cluesOf(picture)));
  fc.assert(
    fc.property(three, three, (rows, columns) => {
      const sum = (lines: number[][]) => lines.flat().reduce((a, b) => a + b, 0);
      fc.pre(sum(rows) === sum(columns));
      const wanted = all.filter((text) => text === JSON.stringify({ rows, columns })).length;
      expect(count(nonogram({ rows, columns })).count).toBe(wanted);
    }),
  );
});

test('random pictures, larger: every solution has their clues, and they are one', () => {
  const row = fc.string({ unit: fc.constantFrom('#', '#', '.'), minLength: 9, maxLength: 9 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 7, maxLength: 7 }), (rows) => {
      const picture = rows.join('\n');
      const clues = cluesOf(`${picture}\n`);
      fc.pre(clues.rows.length === 7 && clues.columns.length === 9);
      const all = [...solutions(nonogram(clues), { limit: 500 })];
      const found = all.map(({ payloads }) => drawn(clues, payloads));
      expect(new Set(found).size).toBe(found.length);
      for (const other of found) expectSame(cluesOf(other), clues);
      if (found.length < 500) expect(found).toContain(picture);
    }),
    { numRuns: 50 },
  );
});

/** Two dancers, 23 x 19; drawn for this test. */
const DANCERS = `
......###...............
.....#####........###...
.....#####.......#####..
.....#####.......#####..
......###........#####..
.......#..........###...
.....######........#....
....########.....#####..
....###.##.##...#######.
....###.##..##.##.#####.
....###.##...###..##.##.
....##..##....#...##.##.
....##..##.......###.##.
....#..####......######.
......##..##....########
......#....##...########
.....##.....#..#########
.....#......#..#########
....##......##....#..#..
...###......###..##..##.
`.trim();

test('a large picture that its clues tell', () => {
  const clues = cluesOf(DANCERS);
  const problem = nonogram(clues);
  expect(isUnique(problem)).toEqual({ answer: 'unique', status: 'complete' });
  const [solution] = solutions(problem);
  expect(drawn(clues, solution?.payloads ?? [])).toBe(DANCERS);
});

test('items are named after what they say', () => {
  // One row of four with runs of 1 and 1: each may be moved by 0 or 1.
  const problem = nonogram({ rows: [[1, 1]], columns: [[1], [], [], [1]] });
  expect(problem.option(0)).toEqual(['r1c1h', 'r1.1']);
  expect(problem.option(1)).toEqual(['r1c2h', 'r1.1', 'r1.1>1']);
  expect(problem.option(2)).toEqual(['r1c3h', 'r1.2', 'r1.1>1']);
  expect(problem.option(3)).toEqual(['r1c4h', 'r1.2']);
  expect(problem.option(4)).toEqual(['r1c1v', 'c1.1']);
  expect(problem.option(6)).toEqual(['r1c1h', 'r1c1v']);
  expect(count(problem).count).toBe(1);
});

test('lines without any run, and lines that are full', () => {
  expect(count(nonogram({ rows: [[], []], columns: [[], [], []] })).count).toBe(1);
  expect(count(nonogram({ rows: [[3], [3]], columns: [[2], [2], [2]] })).count).toBe(1);
});

describe('what is refused', () => {
  test.each<[unknown, string, RegExp]>([
    [undefined, 'bad-setting', /clues are undefined; give \{ rows/],
    [{ rows: [[1]] }, 'bad-setting', /clues are an object/],
    [{ rows: [], columns: [[1]] }, 'bad-setting', /0 rows; give from 1 to 100/],
    [{ rows: [[1]], columns: [] }, 'bad-setting', /0 columns; give from 1 to 100/],
    [{ rows: [1], columns: [[1]] }, 'bad-setting', /Row 1 has the clue 1; give an array/],
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
    [{ rows: [, [1]], columns: [[1]] }, 'bad-setting', /Row 1 has the clue undefined/],
    [{ rows: [[0]], columns: [[]] }, 'bad-setting', /Row 1 has a run of 0/],
    [{ rows: [[1]], columns: [['1']] }, 'bad-setting', /Column 1 has a run of "1"/],
    [{ rows: [[Number.NaN]], columns: [[1]] }, 'bad-setting', /Row 1 has a run of NaN/],
    [{ rows: [[101]], columns: [[1]] }, 'bad-grid', /Row 1 has runs that need 101 cells/],
    [
      { rows: [[1, 1]], columns: [[1], [1]] },
      'bad-grid',
      /Row 1 has runs that need 3 cells, and has 2/,
    ],
    [
      { rows: [[2], []], columns: [[1], []] },
      'bad-grid',
      /rows have 2 filled cells and the columns 1/,
    ],
    [{ rows: new Array(101).fill([]), columns: [[]] }, 'bad-setting', /101 rows/],
  ])('%j', (clues, code, message) => {
    expectRefusal(() => nonogram(clues as Clues), message, { code });
  });
});

const HEART: Clues = {
  rows: [[1, 1], [5], [5], [3], [1]],
  columns: [[2], [4], [4], [4], [2]],
};

describe('clues as text', () => {
  test.each([
    ['without sizes', 'rows\n1,1\n5\n5\n3\n1\ncolumns\n2\n4\n4\n4\n2\n'],
    [
      'columns first, blanks, \\r\\n',
      'Columns:\r\n2\r\n4\r\n4\r\n4\r\n2\r\n\r\nROWS:\r\n1 1\r\n5\r\n5\r\n3\r\n1',
    ],
    [
      'with all that the format has',
      'catalogue "1"\ntitle "Heart"\nby "Q."\n# a comment\nwidth 5\nheight 5\n\nrows\n1, 1\n\n5\n5\n3\n1\n\n' +
        'columns\n2\n4\n4\n4\n2\n\ngoal "0101011111111110111000100"\n',
    ],
    [
      'sizes by the lines',
      '\ufeffrows 5\ncolumns 5\nrows\n1,1\n5\n5\n3\n1\ncolumns\n2\n4\n4\n4\n2',
    ],
  ])('%s', (_what, text) => {
    expect(readClues(text)).toEqual(HEART);
    expect(count(nonogram(readClues(text))).count).toBe(1);
  });

  test('lines without filled cells: 0, or empty where a size says that there are more', () => {
    const wanted = { rows: [[], [1], []], columns: [[1], []] };
    expect(readClues('rows\n0\n1\n0\ncolumns\n1\n0')).toEqual(wanted);
    expect(readClues('height 3\nwidth 2\nrows\n\n1\n\ncolumns\n1\n\n')).toEqual(wanted);
    expect(readClues('height 3\nrows\n\n1\n\n\n\ncolumns\n1\n0')).toEqual(wanted);
  });

  test.each<[unknown, number | undefined, number | undefined, RegExp]>([
    [5, undefined, undefined, /clues are 5; give a text/],
    ['', undefined, undefined, /no rows; write 'rows' on a line/],
    ['rows\n1\n', undefined, undefined, /no columns; write 'columns'/],
    ['rows\ncolumns\n1', 1, undefined, /Below line 1 are clues for 0 rows, not for any/],
    ['height 2\nrows\n1\ncolumns\n1', 2, undefined, /clues for 1 rows, not for 2; .*0 for one/],
    ['height 2\nrows\n1\n1\n1\ncolumns\n1', 2, undefined, /clues for 3 rows, not for 2/],
    ['height 3\nrows\n\n\n\n1\n1\ncolumns\n1', 2, undefined, /clues for 2 rows, not for 3/],
    ['rows\n1\nrows\n1', 3, 1, /the rows came before/],
    ['width 2\ncolumns 3', 2, 1, /the number of columns came before/],
    ['width 2.5', 1, 7, /found "2.5"; give one whole number/],
    ['width 0', 1, 7, /found "0"/],
    ['rows: 3, 1 1, 2', 1, 7, /found "3, 1 1, 2"; give one whole number/],
    ['1 2\nrows', 1, 1, /found "1 2" in no section; write 'rows'/],
    ['rows\n1, 2b', 2, 4, /found "2b"; give lengths alone: all filled cells are of one colour/],
    ['rows\n 1;2', 2, 2, /found "1;2"; give lengths with commas or blanks/],
    ['rows\n0 3', 2, 1, /found "0"; .* 0 alone/],
    ['rows\n-1', 2, 1, /found "-1"/],
    ['rows\n1234567', 2, 1, /found "1234567"/],
  ])('%j is refused', (text, line, column, message) => {
    expectRefusal(() => readClues(text as string), message, { code: 'bad-text', line, column });
  });

  test('garbage is refused in words, never otherwise', () => {
    const words = ['rows', 'columns', 'width', 'height'];
    const piece = fc.constantFrom(...words, ...' ,\n03x#');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        try {
          const { rows, columns } = readClues(pieces.join(''));
          expect(rows.length * columns.length).toBeGreaterThan(0);
          for (const run of [...rows, ...columns].flat()) expectSame(run > 0, true);
        } catch (error) {
          expect(error).toMatchObject({ name: 'QuadrilleError', code: 'bad-text' });
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('clues of a picture', () => {
  test('are the lengths of its runs', () => {
    expect(cluesOf('.#.#.\n#####\n#####\n.###.\n..#..\n')).toEqual(HEART);
    expect(cluesOf('\n # #\r\n#####\r\n#####\r\n ###\r\n  #\r\n\r\n')).toEqual(HEART);
    expect(cluesOf('##.\n\n..#')).toEqual({ rows: [[2], [], [1]], columns: [[1], [1], [1]] });
    expect(cluesOf('...')).toEqual({ rows: [[]], columns: [[], [], []] });
  });

  test.each<[unknown, RegExp]>([
    [undefined, /picture is undefined; give a text/],
    [' \n', /no rows; draw them/],
    ['#.\n.x', /Line 2, column 2: found "x" in the picture; draw '#'/],
    ['\n#😀', /Line 2, column 2: found "😀"/],
  ])('%j is refused', (picture, message) => {
    expect(() => cluesOf(picture as string)).toThrow(message);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count } from '../../src/ask/answers.ts';
import { type Clues, nonogram } from '../../src/puzzles/nonogram.ts';
import { cluesOf, readClues } from '../../src/puzzles/nonogram-text.ts';

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
    ['rows\ncolumns\n1', 1, undefined, /Below line 1 are clues of 0 rows, not of any/],
    ['height 2\nrows\n1\ncolumns\n1', 2, undefined, /clues of 1 rows, not of 2; .*0 for one/],
    ['height 2\nrows\n1\n1\n1\ncolumns\n1', 2, undefined, /clues of 3 rows, not of 2/],
    ['height 3\nrows\n\n\n\n1\n1\ncolumns\n1', 2, undefined, /clues of 2 rows, not of 3/],
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
    expect(() => readClues(text as string)).toThrow(message);
    expect(() => readClues(text as string)).toThrow(
      expect.objectContaining({ code: 'bad-text', line, column }),
    );
  });

  test('garbage is refused in words, never otherwise', () => {
    const piece = fc.constantFrom(
      'rows',
      'columns',
      'width',
      'height',
      ' ',
      ',',
      '\n',
      '0',
      '3',
      'x',
      '#',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        try {
          const { rows, columns } = readClues(pieces.join(''));
          expect(rows.length * columns.length).toBeGreaterThan(0);
          for (const run of [...rows, ...columns].flat()) expect(run).toBeGreaterThan(0);
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

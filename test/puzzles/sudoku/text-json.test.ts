import { describe, expect, test } from 'vitest';
import { PuzzleReader, readEach, readPuzzles, Shape, writeLine } from '../../../src/sudoku.ts';
import { EXAMPLE, ROWS, seen } from '../../support/sudoku-read.ts';

const example = EXAMPLE;
const rows = ROWS;
const values = [...example].map((cell) => Number(cell) || 0);
const grid = rows.map((row) => [...row].map((cell) => Number(cell) || 0));

/** Two puzzles each. */
const FORMS: Readonly<Record<string, unknown>> = {
  'an array of objects': [
    { puzzle: example },
    { id: 2, puzzle: example, solution: '1'.repeat(81) },
  ],
  'an array of texts': [example, example],
  'an array of flat arrays': [values, values],
  'an array of grids': [grid, grid],
  'grids of texts': [rows, rows],
  'grids of cells that are texts, as at LeetCode': [
    grid.map((row) => row.map((cell) => (cell === 0 ? '.' : String(cell)))),
    grid.map((row) => row.map((cell) => (cell === 0 ? '' : String(cell)))),
  ],
  'null and false for blanks': [
    grid.map((row) => row.map((cell) => cell || null)),
    grid.map((row) => row.map((cell) => cell || false)),
  ],
  '"0" and -1 for blanks': [
    grid.map((row) => row.map((cell) => String(cell))),
    grid.map((row) => row.map((cell) => cell || -1)),
  ],
  'an object with many': { puzzles: [example, { grid: values }] },
  'two names in an object': { grid, board: example },
  'objects within objects': {
    newboard: {
      grids: [
        { value: grid, solution: grid, difficulty: 'Easy' },
        { value: grid, solution: [grid] },
      ],
      message: 'All Ok',
    },
  },
  'rows of a dataset, as a viewer gives them': {
    features: [{ name: 'puzzle' }],
    rows: [
      { row_idx: 0, row: { puzzle: example, solution: example } },
      { row_idx: 1, row: { puzzle: example } },
    ],
  },
  'a text with a line for each row': [rows.join('\n'), { Sudoku: rows.join('\r\n') }],
  'the object of writeJson, and one without a size': [
    { size: 9, boxes: '3x3', rows: grid },
    { rows: grid.map((row) => row.map((cell) => cell || null)) },
  ],
};

describe('JSON as people have it', () => {
  test.each(Object.entries(FORMS))('%s', (_, form) => {
    for (const space of [0, 1, '\t']) {
      for (const end of ['\n', '\r\n']) {
        const text = JSON.stringify(form, null, space).replaceAll('\n', end);
        expect(seen(text)).toEqual([example, example]);
        expect(seen(text, { size: 9 })).toEqual([example, example]);
      }
    }
  });

  test('one value on each line, and text about them', () => {
    const line = JSON.stringify({ puzzle: example });
    const text = ['# mine', line, `${line},`, line, example, ...rows, line];
    expect(seen(text.join('\n'))).toEqual(Array(6).fill(example));
  });

  test('36x36 in numbers, in texts and in letters', () => {
    const shape = Shape.of({ size: 36 });
    const cells = Array.from({ length: 1296 }, (_, k) => (k % 5 < 3 ? 0 : ((k * 7) % 36) + 1));
    const inRows = <T>(list: readonly T[]) =>
      Array.from({ length: 36 }, (_, k) => list.slice(k * 36, k * 36 + 36));
    const letters = inRows([...writeLine(shape, cells)]).map((row) => row.join(''));
    for (const form of [inRows(cells), inRows(cells.map(String)), letters, cells]) {
      const [puzzle, another] = readPuzzles(JSON.stringify({ board: form }));
      expect([...(puzzle?.givens ?? [])]).toEqual(cells);
      expect(another).toBeUndefined();
    }
  });

  test('the boxes beside rows', () => {
    const blank = Array(6).fill([1, 0, 0, 0, 0, 0]);
    const [puzzle] = readPuzzles(JSON.stringify({ boxes: '3x2', rows: blank }));
    expect(puzzle.shape.boxes).toBe('3x2');
    expect(seen(JSON.stringify({ boxes: '3x2', rows: blank }), { size: 6 })).toEqual([
      'bad-text 1:1',
    ]);
  });
});

describe('a mistake is told by line and column, and the rest is read:', () => {
  const nextRow = (change: (row: number[]) => unknown) =>
    JSON.stringify([grid.map((row, k) => (k === 4 ? change(row) : row)), grid]);

  test.each<[string, string, string[]]>([
    [
      'a bad puzzle',
      `[\n  "${example}",\n  "${example.slice(1)}",\n  "${example}"\n]`,
      [example, 'bad-text 3:84', example],
    ],
    ['a symbol that is none', `[{"puzzle": "${example.replace('8', '?')}"}]`, ['bad-text 1:34']],
    [
      'a value beyond the size',
      nextRow((row) => [12, ...row.slice(1)]),
      ['bad-text 1:83', example],
    ],
    ['a fraction', nextRow((row) => [1.5, ...row.slice(1)]), ['bad-text 1:83', example]],
    [
      'a number beyond all numbers',
      nextRow((row) => row).replace('8', '1e400'),
      ['bad-text 1:43', example],
    ],
    ['a cell too few', nextRow((row) => row.slice(1)), ['bad-text 1:83', example]],
    [
      'a grid in place of a row',
      nextRow((row) => [row]),
      ['bad-text 1:63', 'bad-text 1:84', 'bad-text 1:165', example],
    ],
    [
      'an object without a puzzle',
      `[{"a": 1},\n {"puzzle": "${example}"}]`,
      ['bad-text 1:2', example],
    ],
    ['a row too few', JSON.stringify([grid.slice(1), grid]), ['bad-text 1:143', example]],
    [
      'a mistake in the first row',
      JSON.stringify([[55, ...grid[0].slice(1)], ...grid.slice(1)]),
      ['bad-text 1:2', 'bad-text 1:163'],
    ],
    ['cells beside rows', JSON.stringify([[...grid, 5], grid]), [example, 'bad-text 1:2', example]],
    ['JSON of another kind', '{"row":1}', ['bad-text 1:1']],
    ['a number that is no puzzle', '{"puzzle":7}', ['bad-text 1:1']],
    ['a text that is none', '{"puzzle":"53..x"}', ['bad-text 1:17']],
    ['an empty text', '{"puzzle":""}', ['bad-text 1:12']],
    ['a size that cannot be', '{"size":7,"rows":[]}', ['bad-text 1:1']],
    ['a mistake in JSON', `["${example}",\n  ,"${example}"]`, ['bad-text 2:3']],
    ['a comma too many', `["${example}",\n]`, ['bad-text 2:1']],
    ['a comma too few', `["${example}"\n"${example}"]`, ['bad-text 2:1']],
    ['a quote that is missing', `{\n"puzzle: ${example}}\n`, ['bad-text 2:1']],
    ['a wrong bracket', `[[1, 2}\n  , 3]]\n${example}`, ['bad-text 1:7']],
    ['no quotes at a name', `{puzzle: "${example}"}`, ['bad-text 1:2']],
    ['a word', '[1, nul]', ['bad-text 1:5']],
    ['JSON that is cut', `[\n"${example}",\n`, ['bad-text 2:85']],
    ['two values', `[\n"${example}"]\n["${example}"]`, ['bad-text 3:1']],
    ['more levels than there can be', `${'['.repeat(40)}${']'.repeat(40)}`, ['bad-text 1:34']],
    [
      'a line that is none, among lines that are',
      `["${example}"]\n[1,\n"${example}"\n["${example}"]`,
      [example, 'bad-text 2:3', example, example],
    ],
  ])('%s', (_, text, expected) => {
    expect(seen(text)).toEqual(expected);
  });

  test('a name twice, of which JSON.parse keeps one value', () => {
    for (const text of [
      `{"puzzle":"${example}","puzzle":""}`,
      `[{"puzzle":[1],"puzzle":"${example}","id":3}]`,
      `{"a":{"b":1,"b":2},"puzzle":"${example}"}`,
    ]) {
      expect(seen(text).at(-1)).toMatch(/^bad-text/);
      expect(() => readPuzzles(text)).toThrow();
    }
  });

  test('a text that is cut anywhere is an error', () => {
    for (const form of Object.values(FORMS)) {
      for (const space of [0, 2]) {
        const text = JSON.stringify(form, null, space);
        for (let length = 1; length < text.length; length += 37) {
          const [answer, ...others] = seen(text.slice(0, length));
          expect(answer).toMatch(/^bad-text/);
          expect(others).toEqual([]);
        }
      }
    }
  });
});

test('a long line of JSON is read whole, and one that is none is refused where it is too long', () => {
  const long = JSON.stringify(Array.from({ length: 20_000 }, () => ({ puzzle: example })));
  const reader = new PuzzleReader();
  let reads = 0;
  for (let from = 0; from < long.length; from += 65_536) {
    reads += reader.push(long.slice(from, from + 65_536)).length;
  }
  expect(reads + reader.end().length).toBe(20_000);
  expect([...readEach(`${'1'.repeat(1_000_001)}\n${example}`)]).toMatchObject([
    { error: { line: 1, column: 1_000_001 } },
    { puzzle: { line: 2 } },
  ]);
});

// text-json.system.test.ts has one of millions.
test('a text of thousands of escapes is no matter', () => {
  const long = '\\"'.repeat(50_000);
  const [{ puzzle } = { puzzle: undefined }] = readEach(`{"a":"${long}","puzzle":"${EXAMPLE}"}`);
  expect(puzzle?.givens).toHaveLength(81);
  expect(() => readPuzzles(`["${long}`)).toThrow(/column 2: found what begins as JSON/);
});

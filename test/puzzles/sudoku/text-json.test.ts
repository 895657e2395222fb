import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PuzzleReader, readEach, readPuzzles, Shape, writeLine } from '../../../src/sudoku.ts';
import { runs } from '../../support/effort.ts';
import { growthOf } from '../../support/growth.ts';
import { EXAMPLE, ROWS, seen, timeToRead } from '../../support/sudoku-read.ts';

const example = EXAMPLE;
const rows = ROWS;
const values = [...example].map((cell) => Number(cell) || 0);
const grid = rows.map((row) => [...row].map((cell) => Number(cell) || 0));

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
  'null, false and "0" for blanks': [
    grid.map((row) => row.map((cell) => cell || null)),
    grid.map((row) => row.map((cell) => cell || false)),
    grid.map((row) => row.map((cell) => String(cell))),
  ].slice(0, 2),
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
  'the object of writeJson, among others': [
    { size: 9, boxes: '3x3', rows: grid },
    { rows: grid.map((row) => row.map((cell) => cell || null)) },
  ],
};

describe('JSON as people have it', () => {
  test.each(Object.entries(FORMS))('%s', (_, form) => {
    for (const space of [0, 1, '\t']) {
      expect(seen(JSON.stringify(form, null, space))).toEqual([example, example]);
      expect(seen(JSON.stringify(form, null, space), { size: 9 })).toEqual([example, example]);
    }
  });

  const dots = rows.map((row) => [...row]);
  const zeros = grid.map((row) => row.join(''));
  test.each<[string, unknown]>([
    ['texts', rows],
    ['texts with 0', zeros],
    ['texts with spaces between', dots.map((row) => row.join(' '))],
    ['texts with spaces for blanks', rows.map((row) => row.replaceAll('.', ' '))],
    ['texts with commas', dots.map((row) => row.join(',').replaceAll('.', ''))],
    ['null', grid.map((row) => row.map((cell) => cell || null))],
    ['-1', grid.map((row) => row.map((cell) => cell || -1))],
    ['values as texts', grid.map((row) => row.map((cell) => String(cell)))],
    ['points', dots],
    ['empty texts', dots.map((row) => row.map((cell) => (cell === '.' ? '' : cell)))],
  ])('rows, and puzzles, of %s', (_, form) => {
    for (const name of ['rows', 'puzzle', 'grid', 'board', 'sudoku']) {
      for (const space of [0, 2]) {
        const puzzles = readPuzzles(JSON.stringify({ [name]: form }, null, space));
        expect(puzzles.map(({ givens }) => [...givens])).toEqual([values]);
      }
    }
  });

  test('36x36 in numbers, in texts and in letters', () => {
    const shape = Shape.of({ size: 36 });
    const cells = Array.from({ length: 1296 }, (_, k) => (k % 5 < 3 ? 0 : ((k * 7) % 36) + 1));
    const inRows = <T>(list: readonly T[]) =>
      Array.from({ length: 36 }, (_, k) => list.slice(k * 36, k * 36 + 36));
    const letters = inRows([...writeLine(shape, cells)]).map((row) => row.join(''));
    for (const form of [inRows(cells), inRows(cells.map(String)), letters, cells]) {
      for (const one of [form, { board: form }, ...(form === cells ? [] : [{ rows: form }])]) {
        for (const space of [0, 2]) {
          const [puzzle, another] = readPuzzles(JSON.stringify(one, null, space));
          expect([...(puzzle?.givens ?? [])]).toEqual(cells);
          expect(another).toBeUndefined();
        }
      }
    }
  });

  test('a grid with a mistake in its first row is told once', () => {
    const [first = [], ...others] = grid;
    for (const wrong of [[55, ...first.slice(1)], first.slice(1), first.slice(2), [...first, 1]]) {
      const text = JSON.stringify([wrong, ...others], null, 2);
      expect(seen(text)).toEqual([expect.stringMatching(/^bad-text \d+:3$/)]);
    }
  });

  test('one object on each line, and text about it', () => {
    const line = JSON.stringify({ puzzle: example });
    const text = ['# mine', line, `${line},`, line, `${line} # again`, example, ...rows, line];
    expect(seen(text.join('\n'))).toEqual(Array(7).fill(example));
  });

  test('larger grids, whose values tell their size', () => {
    const shape = Shape.of({ size: 16 });
    const large = Array.from({ length: 16 }, (_, row) =>
      Array.from({ length: 16 }, (_, k) => (k % 3 === 0 ? 0 : ((row * 4 + k) % 16) + 1)),
    );
    const [puzzle, another] = readPuzzles(JSON.stringify([large, large], null, 1));
    expect([puzzle?.shape, another?.shape]).toEqual([shape, shape]);
    expect([...(puzzle?.givens ?? [])]).toEqual(large.flat());
  });

  test('is read within the text of any spaces, wherever it is cut', () => {
    const spaces = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r\n'), maxLength: 3 });
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(FORMS)),
        fc.array(spaces, { minLength: 1, maxLength: 20 }),
        fc.array(fc.nat(), { maxLength: 10 }),
        (form, list, places) => {
          let k = 0;
          const space = () => list[k++ % list.length];
          // Spaces before and behind each sign, but not within texts.
          const text = JSON.stringify(form).replace(/"(?:[^"\\]|\\.)*"|[[\]{}:,]/g, (piece) =>
            piece.startsWith('"')
              ? piece
              : `${piece === '[' || piece === '{' ? '' : space()}${piece}${space()}`,
          );
          const cuts = places.map((place) => place % (text.length + 1)).sort((a, b) => a - b);
          const reader = new PuzzleReader();
          const reads = [0, ...cuts].flatMap((from, at) => reader.push(text.slice(from, cuts[at])));
          const all = [...reads, ...reader.end()];
          expect(all.map(({ error }) => error)).toEqual([undefined, undefined]);
          for (const { puzzle } of all) expect([...(puzzle?.givens ?? [])]).toEqual(values);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('a mistake is told by line and column, and the rest is read:', () => {
  test.each<[string, string, string[]]>([
    [
      'a bad puzzle',
      `[\n  "${example}",\n  "${example.slice(1)}",\n  "${example}"\n]`,
      [example, 'bad-text 3:84', example],
    ],
    ['a symbol that is none', `[{"puzzle": "${example.replace('8', '?')}"}]`, ['bad-text 1:34']],
    [
      'a value beyond the size',
      JSON.stringify([grid.map((row, k) => (k === 4 ? [12, ...row.slice(1)] : row)), grid]),
      ['bad-text 1:83', example],
    ],
    [
      'an object without a puzzle',
      `[{"a": 1},\n {"puzzle": "${example}"}]`,
      ['bad-text 1:2', example],
    ],
    ['a row too few', JSON.stringify([grid.slice(1), grid]), ['bad-text 1:143', example]],
    ['cells beside rows', JSON.stringify([[...grid, 5], grid]), [example, 'bad-text 1:2', example]],
    ['a comma too many', `[\n "${example}",\n]\n${example}`, [example, 'bad-text 3:1', example]],
    ['a quote that is missing', `{"puzzle": ${example}}\n${example}`, ['bad-text 1:12', example]],
    ['wrong nesting', `[[1, 2}\n  , 3]]\n${example}`, ['bad-text 1:7', example]],
    ['no quotes at a name', `{puzzle: "${example}"}\n${example}`, ['bad-text 1:2', example]],
    ['a name twice', `{"puzzle":"${example}","puzzle":""}\n${example}`, ['bad-text 1:1', example]],
    ['a comma too few', `[0,\n [1 2]]\n${example}`, ['bad-text 2:5', example]],
    ['a wrong backslash', `["\\x${example}"]\n${example}`, ['bad-text 1:2', example]],
    ['more levels than there can be', `${'['.repeat(40)}\n${example}`, ['bad-text 1:33', example]],
    ['more behind it', `["${example}"] hard\n${example}`, [example, 'bad-text 1:87', example]],
    [
      'more cells than there can be',
      `[${'1,'.repeat(10_001)}1]\n${example}`,
      ['bad-text 1:1', example],
    ],
  ])('%s', (_, text, expected) => {
    expect(seen(text)).toEqual(expected);
  });

  test('a text that is cut is an error, and what came before is there', () => {
    for (const form of Object.values(FORMS)) {
      for (const space of [0, 2]) {
        const text = JSON.stringify(form, null, space);
        for (let length = 1; length < text.length; length += 7) {
          const answers = seen(text.slice(0, length));
          expect(answers.at(-1)).toMatch(/^bad-text/);
          expect(answers.length).toBeLessThan(40);
        }
      }
    }
  });

  test('anything at all in brackets ends, with errors in their places', () => {
    const piece = fc.constantFrom(
      ...'[]{},:"\\\n .-',
      'null',
      '12',
      '"a"',
      '"puzzle"',
      `"${example}"`,
      '"rows"',
      '[',
      '{"puzzle":',
      '1,2',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.constantFrom('[1', '{', '[[', '{"rows":['),
        (pieces, start) => {
          const text = start + pieces.join('');
          const lines = text.split('\n');
          const reads = [...readEach(text)];
          expect(reads.length).toBeGreaterThan(0);
          for (const { puzzle, error } of reads) {
            if (puzzle !== undefined) expect(puzzle.givens).toHaveLength(puzzle.shape.cells);
            const place = lines[(error?.line ?? 1) - 1];
            expect(error?.column ?? 1).toBeLessThanOrEqual(place.length + 1);
          }
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});

test('rows of arrays, of other numbers or of too few cells are no rows', () => {
  const blank = [0, 0, 0, 0];
  for (const row of [
    [
      [1, 2],
      [3, 4],
    ],
    [1, 2, 3, 5],
    [1, 2, 3, 1.5],
    [12, 34],
    [1, 2, 3],
    1234,
  ]) {
    const answers = seen(JSON.stringify({ rows: [row, blank, blank, blank] }));
    expect(answers).toEqual(['bad-text 1:1']);
  }
  expect(seen(JSON.stringify({ rows: [[1, 2, 3, -1], blank, blank, blank] }))).toEqual([
    `123${'.'.repeat(13)}`,
  ]);
});

test('an array of any length is read as it comes, on one line or on many', () => {
  for (const separator of [',', ',\n  ', ',\n']) {
    const reader = new PuzzleReader();
    const one = `{"id":1,"puzzle":"${example}"}`;
    const piece = `${one}${separator}`.repeat(2000);
    let read = reader.push('[').length;
    for (let k = 0; k < 5; k++) {
      read += reader.push(piece).length;
      // The reader holds back less than a piece of a line.
      expect(read).toBeGreaterThan(2000 * (k + 1) - 1000);
    }
    read += reader.push(`${one}]\n`).length;
    expect([read, reader.end()]).toEqual([10_001, []]);
  }
});

test.each<[string, (n: number) => string]>([
  ['puzzles on a line', (n) => `[${`"${example}",`.repeat(n)}"${example}"]`],
  ['puzzles on lines', (n) => `[\n${`"${example}",\n`.repeat(n)}"${example}"]`],
  ['grids', (n) => `[${`${JSON.stringify(grid)},`.repeat(n)}[]]`],
  ['cells without end', (n) => `[${'1,'.repeat(n)}1]`],
  ['rows without end', (n) => `{"rows":[${'[1],'.repeat(n)}1]}`],
  ['a text without end', (n) => `["${'1'.repeat(n)}`],
  ['spaces', (n) => `[${' '.repeat(n)}]`],
  ['empty arrays', (n) => `[${'[],'.repeat(n)}[]]`],
  ['empty objects', (n) => `[${'{},'.repeat(n)}{}]`],
  ['lines of brackets', (n) => '[\n'.repeat(n)],
  ['backslashes', (n) => `["${'\\\\'.repeat(n)}"]`],
  ['names', (n) => `{${'"a":1,'.repeat(n)}"b":2}`],
  ['beginnings', (n) => '{"puzzle":\n'.repeat(n)],
])('time grows with the text: %s', { timeout: 60_000 }, (_, textOf) => {
  // Many short ones where a long one would be refused at once.
  const growth = growthOf((n) => {
    const text = `${textOf(Math.min(n, 200_000))}\n`.repeat(Math.max(1, Math.ceil(n / 200_000)));
    return timeToRead(text);
  });
  expect(growth).toBeLessThan(8);
});

describe('at the borders', () => {
  const long = JSON.stringify(Array.from({ length: 2000 }, () => ({ puzzle: example })));

  test.each([16_384, 65_536, 1e9])(
    'a byte order mark before a long line, in pieces of %i',
    (size) => {
      const reader = new PuzzleReader();
      const text = `\ufeff${long}`;
      let puzzles = 0;
      for (let from = 0; from < text.length; from += size) {
        for (const { error } of reader.push(text.slice(from, from + size))) {
          expect(error).toBeUndefined();
          puzzles++;
        }
      }
      expect(puzzles + reader.end().length).toBe(2000);
    },
  );

  test('a number beyond all numbers is no value', () => {
    const [read] = readEach('[1e400,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]');
    expect(read?.error?.message).toContain('found "1e400", which is no value of JSON');
  });

  test('objects with commas between them, on one line', () => {
    const line = Array.from({ length: 3 }, () => `{"puzzle":"${example}"}`).join(', ');
    expect([...readEach(line)].map(({ error }) => error)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

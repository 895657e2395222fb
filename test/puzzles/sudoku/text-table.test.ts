import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { regularGrid } from '../../../src/puzzles/sudoku/random-puzzle.ts';
import { readEach, readPuzzle, Shape, Symbols, writeFramed } from '../../../src/sudoku.ts';
import { runs, slow } from '../../support/effort.ts';
import {
  cellsOf,
  FORMS,
  framed,
  joined,
  rowsOf,
  spread,
  table,
} from '../../support/sudoku-forms.ts';
import { EXAMPLE, seen } from '../../support/sudoku-read.ts';

const shape = Shape.of();
const example = EXAMPLE;
const grids = {
  'the example': example,
  'its first row blank': `.........${example.slice(9)}`,
  'its last row blank': `${example.slice(0, 72)}.........`,
};

describe.each(Object.entries(FORMS))('an empty place is a blank: %s', (_, form) => {
  test.each(Object.entries(grids))('%s', (_, line) => {
    expect(seen(form(line), { size: 9 })).toEqual([line]);
    // Spaces below each other may be no row at all, where nothing tells that they are.
    expect(seen(form(line))).toEqual([line]);
    expect(seen(`# one\n${form(line)}\n\n\n${form(example)}\n`)).toEqual([line, example]);
  });
});

test('any grid in any of these forms is read, or refused; it is never another', () => {
  const anyGrid = fc
    .array(fc.integer({ min: -9, max: 9 }), { minLength: 81, maxLength: 81 })
    .map((values) => values.map((value) => (value > 0 ? value : '.')).join(''));
  let read = 0;
  fc.assert(
    fc.property(anyGrid, fc.constantFrom(...Object.values(FORMS)), (line, form) => {
      const all = seen(form(line), { size: 9 }).filter((answer) => answer.length === 81);
      read += all.length;
      for (const one of all) expect(one).toBe(line);
      for (const one of seen(form(line))) if (one.length > 16) expect(one).toBe(line);
    }),
    { numRuns: runs(600) },
  );
  expect(read).toBeGreaterThan(runs(500));
});

describe.each([4, 6, 10, 12, 16, 25, 36])('size %i', (size) => {
  const larger = Shape.of({ size });
  const grid = regularGrid(larger).map((value, cell) => ((cell * 7919) % 5 < 3 ? 0 : value));

  test.each(['integers', Symbols.usual(size).name])('in %s', (name) => {
    const symbols = Symbols.of(name, size);
    const cells = Array.from(grid, (value) => (value === 0 ? '' : symbols.symbolOf(value)));
    const texts = [',', ';', '\t'].map((separator) =>
      rowsOf(cells)
        .map((row) => row.join(separator))
        .join('\n'),
    );
    texts.push(writeFramed(larger, grid, symbols).replaceAll('.', ' '));
    texts.push(
      rowsOf(cells)
        .map((row) => `| ${row.map((cell) => cell.padEnd(2)).join(' | ')} |`)
        .join('\n'),
    );
    for (const text of texts) {
      const puzzle = readPuzzle(text);
      expect(puzzle.shape).toBe(larger);
      expect(puzzle.givens).toEqual(grid);
    }
  });
});

describe('a row of a frame with spaces for blanks is read whole or not at all:', () => {
  const lines = framed(example).split('\n');

  test('torn in two', () => {
    for (const settings of [{}, { size: 9 }]) {
      for (const [number, line] of lines.entries()) {
        for (let at = 2; at < line.length && line.startsWith('|'); at += slow ? 1 : 3) {
          for (const tear of ['\n', '\n# a\n', '\n\n', '\n\n\n']) {
            const torn = [...lines];
            torn[number] = line.slice(0, at) + tear + line.slice(at);
            for (const answer of seen(torn.join('\n'), settings)) {
              if (answer.length >= 81) expect(answer).toBe(example);
            }
          }
        }
      }
    }
  });

  test('without the spaces at its end', () => {
    const cut = spread(example).replace(/ +$/gm, '');
    for (const answer of seen(cut)) expect(answer).toMatch(/^bad-text \d+:\d+$/);
    expect(() => readPuzzle(cut)).toThrow(/Write '\.' or 0 for an empty cell/);
  });
});

test('bars at other places than in the rows about it: a character too many hides a lost cell', () => {
  for (const [row, wrong] of [
    ['|     7 | 4   6 | 7 8   |', '| 1 2 3 | 4 5 6 |1 7 8   |'],
    ['6     |       |      ', '1 5 7 | 5   3 x| 4 7 7'],
  ] as const) {
    const lines = Array.from({ length: 9 }, (_, k) => (k === 4 ? wrong : row));
    for (const settings of [{}, { size: 9 }]) {
      const answers = seen(lines.join('\n'), settings);
      expect(answers).toHaveLength(1);
      expect(answers[0]).toMatch(/^bad-text 5:\d+$/);
    }
  }
});

test('a row of 36 characters with empty places between bars is no puzzle of 6x6', () => {
  const row = '|   |   | 3 |   |   |   |';
  const joined = [row + row, row, row, row, row].join('\n');
  expect(seen(joined, { size: 6 }).every((answer) => answer.length < 36)).toBe(true);
});

test('the header of a Markdown table is a row, even if it is empty', () => {
  const markdown = FORMS['a table of Markdown'];
  const blank = `.........${example.slice(9)}`;
  expect(seen(markdown(blank))).toEqual([blank]);
  const [header = '', rule, ...rows] = markdown(blank).split('\n');
  for (const row of rows) {
    const doubled = [header, rule, row, ...rows].join('\n');
    expect(seen(doubled)).toEqual(['bad-text 11:38']);
    expect(() => readPuzzle(doubled)).toThrow(
      /leave out the first row if it is the empty header of a table/,
    );
  }
});

test('rows with bars have equally many, so that half of a torn row is no row', () => {
  const lines = table('123456789'.repeat(9)).replaceAll(' ', '').split('\n');
  const pieces = ['|1|2|3|4|5|6|7|8|\n9|', '|1|2|3|4|5|6|7|8|9\n|', '|1\n|2|3|4|5|6|7|8||'];
  for (const piece of [...pieces, '2|3|4|5|6|7|8||1|', '|2|3|4|5|6|7|8||1']) {
    for (const at of [0, 4, 8]) {
      const torn = [...lines.slice(0, at), piece, ...lines.slice(at + 1)].join('\n');
      for (const answer of seen(torn, { size: 9 })) expect(answer).toMatch(/^bad-text \d+:\d+$/);
    }
  }
  expect(seen('-\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1')).toEqual([
    'bad-text 1:2',
    `1234341221434321`,
  ]);
});

test('a first row of a single value, with spaces for blanks', () => {
  const line = `........1${example.slice(9)}`;
  const rows = line.replaceAll('.', ' ').match(/.{9}/g) as string[];
  expect(seen(rows.join('\n'))).toEqual([line]);
});

test('all cells of a puzzle on a line, with nothing for blanks', () => {
  expect(seen(cellsOf(example).join(','))).toEqual([example]);
});

test('the first rows may have several lengths: the others tell which', () => {
  // Six cells that may be a row of 6x6, or four with places for nine.
  const line = `5.31.62.4${example.slice(9)}`;
  expect(seen(framed(line))).toEqual([line]);
  const csv = `1.2.3.4..${example.slice(9)}`;
  expect(seen(joined(',', (cell) => cell)(csv))).toEqual([csv]);
});

test('no other blank may stand beside an empty place: it is rather a cell that was lost', () => {
  for (const text of [
    framed(example).replace('| 5 3   |', '| 5   . |'),
    joined(',', (cell) => cell || '.')(example).replace('5,3,.', '5,,.'),
    joined(',', (cell) => cell || '0')(example).replace('5,3,0', '5,,0'),
  ]) {
    const answers = seen(text);
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatch(/^bad-text \d+:\d+$/);
  }
});

test('all rows of a grid have the same for a blank, so two grids need nothing between them', () => {
  const points = example.match(/.{9}/g) as string[];
  for (const form of ['bars about each cell', 'CSV with ","', 'a frame without rules']) {
    const empty = FORMS[form](example).split('\n');
    expect(seen([...empty, ...points].join('\n'))).toEqual([example, example]);
    const mixed = [...empty.slice(0, 4), ...points.slice(4)].join('\n');
    for (const answer of seen(mixed)) expect(answer).toMatch(/^bad-text \d+:\d+$/);
  }
});

test('a table that cannot be read is told once', () => {
  const csv = joined(',', (cell) => cell);
  for (const [text, line] of [
    [csv(example).replace(/,+$/gm, ''), 1],
    [csv(example).replace(/,[^,]*,[^,]*$/gm, ''), 1],
    [
      csv(example)
        .replace(/,/g, ';')
        .replace(/;[^;]*;[^;]*$/gm, ''),
      1,
    ],
    [framed(example).replace(/ {3}/g, '  '), 2],
    [
      (example.match(/.{9}/g) as string[])
        .map((row) => `| ${[...row.replaceAll('.', '')].join(' ')} |`)
        .join('\n'),
      1,
    ],
    ['a,b,c\nd,e,f\n1,2,?', 1],
  ] as const) {
    const errors = [...readEach(`${text}\n\n${example}`)];
    expect(errors.map(({ error, puzzle }) => error?.line ?? puzzle?.shape.size)).toEqual([line, 9]);
  }
  const cut = csv(example).replace(/,+$/gm, '');
  expect(() => readPuzzle(cut)).toThrow(/found 5 cells.* Write '\.' or 0 for an empty cell/);
  // Puzzles with something beside them have an error each.
  expect(seen(`1,${example}\n2,${example}`)).toHaveLength(2);
});

test.each(['·', '•'])('%s is a blank, as it can be nothing else', (dot) => {
  const dotted = (text: string) => text.replaceAll('.', dot);
  expect(seen(dotted(example))).toEqual([example]);
  const frame = dotted(writeFramed(shape, cellsOf(example).map(Number)));
  expect(seen(frame)).toEqual([example]);
  expect(seen(dotted(`id,puzzle\n1,${example}`))).toEqual([example]);
  expect(seen(dotted(JSON.stringify([[...example]])))).toEqual([example]);
  expect(seen(dotted(JSON.stringify({ puzzle: example })))).toEqual([example]);
  expect(seen(dotted(JSON.stringify({ rows: rowsOf([...example]) })))).toEqual([example]);
});

import { describe, expect, test } from 'vitest';
import { writeLine } from '../../../src/puzzles/sudoku/grid.ts';
import { regularGrid } from '../../../src/puzzles/sudoku/random-puzzle.ts';
import { Shape } from '../../../src/puzzles/sudoku/shape.ts';
import type { ReadSettings } from '../../../src/puzzles/sudoku/text/format.ts';
import {
  PuzzleReader,
  readEach,
  readPuzzle,
  readPuzzles,
} from '../../../src/puzzles/sudoku/text/reader.ts';
import { FORMS } from '../../support/sudoku-forms.ts';
import { EXAMPLE, ROWS, seen } from '../../support/sudoku-read.ts';

const example = EXAMPLE;
const rows = ROWS;
const grid = rows.join('\n');
const in4 = '1.3..4.2.34.4.23';
const spaced = rows.map((row) => [...row].join(' '));

/** Three rows, a divider, three rows, a divider, three rows. */
const inBands = (divider: string, lines: readonly string[] = rows) =>
  [lines.slice(0, 3), lines.slice(3, 6), lines.slice(6)]
    .map((band) => band.join('\n'))
    .join(`\n${divider}\n`);

describe('the example is read', () => {
  test.each([
    ...Object.entries(FORMS).map(([name, form]) => [name, form(example)] as const),
    ...Object.entries({
      'with 0 for blanks': example.replaceAll('.', '0'),
      'with - for blanks': example.replaceAll('.', '-'),
      'with * for blanks': example.replaceAll('.', '*'),
      'with _ for blanks': example.replaceAll('.', '_'),
      'with X for blanks': example.replaceAll('.', 'X'),
      'with · for blanks': example.replaceAll('.', '·'),
      'with blanks before and after': `  ${example}\t `,
      'after a byte order mark': `\ufeff${example}`,
      'with a comment behind': `${example} # Wikipedia`,
      'with a rating behind': `${example} 7.2`,
      'with a rating and a name behind': `${example};ED=7.2/1.2/1.2;Wikipedia's own`,
      'between its number and its rating': `0000183b305c ${example} 1.2`,
      'as a record of CSV without a header': `17,${example},30`,
      'nine lines that end as in DOS': `${rows.join('\r\n')}\r\n`,
      'nine lines that end as on old Macs': rows.join('\r'),
      'numbers on one line with -1 for blanks': [...example].join(', ').replaceAll('.', '-1'),
      'Simple Sudoku (.ss), X for blanks': inBands(
        '-----------',
        rows.map((row) => (row.match(/.../g) as string[]).join('|')),
      ).replaceAll('.', 'X'),
      'SudoCue (.sdk)': `#ARuud\n#DA random puzzle\n${grid}\n`,
      'Project Euler': `Grid 01\n${grid.replaceAll('.', '0')}`,
      'CSV as at Kaggle': `quizzes,solutions\n${example.replaceAll('.', '0')},${'1'.repeat(81)}\n`,
      'CSV with more columns, in quotes': `id,"Puzzle",clues\r\n7,"${example}",30\r\n`,
    }),
  ])('%s', (_, text) => {
    for (const settings of [{}, { size: 9 }]) {
      const puzzle = readPuzzle(text, settings);
      expect(puzzle.shape).toBe(Shape.of());
      expect(writeLine(puzzle.shape, puzzle.givens)).toBe(example);
    }
  });

  test('many times, with comments, titles, rules or empty lines between', () => {
    expect(seen(`# mine\n${example}\n\n${example} # again\n#\n${example}`)).toEqual(
      Array(3).fill(example),
    );
    for (const between of ['', '\n', '\n\n', '# next\n', 'Grid 2\n', '=====\n', `${example}\n`]) {
      const grids = between.includes(example) ? 3 : 2;
      expect(seen(`${grid}\n${between}${grid}`)).toEqual(Array(grids).fill(example));
    }
    expect(seen([inBands(''), inBands('')].join('\n\n'))).toEqual([example, example]);
  });

  test('line by line, each puzzle as soon as it is sure', () => {
    const reader = new PuzzleReader();
    expect(reader.push(`${example}\n`)).toMatchObject([{ line: 1, puzzle: { line: 1 } }]);
    for (const row of rows) expect(reader.push(`${row}\n`)).toEqual([]);
    // Another row would have shown that one of these is too many.
    expect(reader.push('\n')).toMatchObject([{ line: 2, puzzle: { line: 2 } }]);
    expect(reader.push('53\n')).toMatchObject([{ line: 12, error: { line: 12 } }]);
    expect(reader.push(`${rows[0]}`)).toEqual([]);
    expect(reader.end()).toMatchObject([{ line: 13, error: { line: 13 } }]);
    expect(seen(rows[0])).toEqual(['bad-text 1:10']);
  });
});

describe('what a line is', () => {
  test('groups on a line are one puzzle', () => {
    expect(seen('1.3. .4.2 .34. 4.23')).toEqual([in4]);
    expect(seen(rows.join(' '))).toEqual([example]);
  });

  test('sixteen of a line are a 4x4, and of 16x16 if the size or bars say so', () => {
    const lines = Array(16).fill(in4).join('\n');
    expect(seen(lines)).toEqual(Array(16).fill(in4));
    expect(seen(lines, { size: 16 })).toEqual([in4.repeat(16)]);
    expect(seen(lines, { boxes: '2x8' })).toEqual([in4.repeat(16)]);
    const framed = lines.replaceAll(/..../g, '$&|');
    expect(seen(framed)).toEqual([in4.repeat(16)]);
    expect(seen(framed, { size: 4 })).toEqual(Array(16).fill(in4));
  });

  test.each([16, 25, 36, 81, 100])('a row of numbers a line, of size %i', (size) => {
    const shape = Shape.of({ size });
    for (const blankRows of [0, 1, size - 2]) {
      const isGiven = (cell: number) => shape.rowOf(cell) >= blankRows && cell % 3 === 0;
      const givens = regularGrid(shape).map((value, cell) => (isGiven(cell) ? value : 0));
      const lines = Array.from({ length: size }, (_, row) =>
        Array.from(givens.slice(row * size, (row + 1) * size), String).join(' '),
      );
      const text = [...lines, '', ...lines, example, ...lines].join('\n');
      const puzzles = readPuzzles(text);
      expect(puzzles.map(({ shape }) => shape.size)).toEqual([size, size, 9, size]);
      expect(puzzles[3].givens).toEqual(givens);
    }
  });

  test('lines that may be rows of a larger grid wait for the line below', () => {
    const blank = '.'.repeat(16);
    const reader = new PuzzleReader();
    expect(reader.push(`${blank}\n${blank}\n`)).toEqual([]);
    expect(reader.push(`${in4}\n`)).toMatchObject([{ line: 1 }, { line: 2 }, { line: 3 }]);
    expect(reader.push(`${blank}\n`)).toEqual([]);
    expect(reader.push('\n')).toMatchObject([{ line: 4 }]);
    // No more than the larger grid has.
    expect(reader.push(`${blank}\n`.repeat(15))).toEqual([]);
    expect(reader.push(`${blank}\n`)).toHaveLength(16);
    const sixteen = '123456789ABCDEFG';
    expect(seen([blank, sixteen, ...Array(14).fill(blank)].join('\n'))).toEqual([
      blank + sixteen + blank.repeat(14),
    ]);
  });

  test('a line of another kind is looked at once, and again with what goes on below', () => {
    const asked: unknown[] = [];
    const reader = new PuzzleReader({}, (found, line) => {
      if (typeof found !== 'string' || !found.startsWith('.Cage')) return undefined;
      asked.push([found, line]);
      return { found };
    });
    expect(reader.push('.Cage~3\n.Cage~4\n\n .Cage~5\n')).toEqual([{ found: '.Cage~3' }]);
    expect(reader.end()).toEqual([{ found: '.Cage~4\n\n .Cage~5' }]);
    expect(asked).toEqual([
      ['.Cage~3', 1],
      ['.Cage~4', 2],
      ['.Cage~4\n\n .Cage~5', 2],
    ]);
  });

  test('25 of a line are a row, since 5x5 has no boxes', () => {
    expect(seen(`${'.'.repeat(25)}\n`.repeat(25))).toEqual(['.'.repeat(625)]);
    expect(seen('12345'.repeat(5), { boxes: '1x5' })).toEqual(['12345'.repeat(5)]);
  });

  test.each([
    ['0-F', '0123456789ABCDEF', '.'],
    ['A-P', 'ABCDEFGHIJKLMNOP', '0'],
    ['1-9A-G', '123456789abcdefg', '0'],
  ])('the alphabet is seen: %s', (name, list, blank) => {
    const line = `${list}${blank.repeat(240)}`;
    const expected = `${list.toUpperCase()}${'.'.repeat(240)}`;
    expect(seen(line)).toEqual([expected]);
    expect(seen(line, { symbols: name })).toEqual([expected]);
  });

  test('numbers of one width are numbers, and solutions are written as their puzzles', () => {
    const lines = Array(8).fill('00 01 00 02 00 03 00 04').join('\n');
    const { shape, givens, symbols } = readPuzzle(lines);
    expect(givens).toEqual(
      Uint8Array.from({ length: 64 }, (_, k) => (k % 2) * (((k % 8) + 1) / 2)),
    );
    expect(writeLine(shape, givens, symbols)).toMatch(/^0 1 0 2 /);
  });

  test('a puzzle of 10x10 needs no letter', () => {
    const line = '123456789.'.repeat(10);
    for (const settings of [{}, { size: 10 }, { symbols: '1-9A' }]) {
      expect(seen(line, settings)).toEqual([line]);
    }
  });
});

const lost = [...rows.slice(0, 4), '8...6..3', ...rows.slice(5)].join('\n');
const short = rows.filter((_, k) => k !== 4).join('\n');

/** What is wrong -> the text, the answers, and what the message says. */
const MISTAKES: Record<string, [text: string, answers: string[], message: RegExp]> = {
  'a puzzle that is too short': [
    `${example.slice(1)}\n${example}`,
    ['bad-text 1:81', example],
    /^Line 1, column 81: found 80 cells; a Sudoku of size 9 has 81 on a line of its own, or 9 in each row/,
  ],
  'one that is too long': [`${example}.`, ['bad-text 1:82'], /found 82 cells/],
  'a character that is none': [
    `${example.replace('8', '?')}\n${example}`,
    ['bad-text 1:21', example],
    /found "\?" in a Sudoku of size 9, .* mend it, or give symbols/,
  ],
  'a letter': [example.replace('8', 'B'), ['bad-text 1:21'], /found "B" in a Sudoku of size 9/],
  'a value beyond the size': [
    '1.35.4.2.34.4.23',
    ['bad-text 1:4'],
    /found "5" in a Sudoku of size 4, .* or give size/,
  ],
  'two puzzles on a line': [`${example} ${example}`, ['bad-text 1:83'], /162 cells .* its own/],
  'two that ran together': [example + example, ['bad-text 1:82'], /found 162 cells/],
  'four small puzzles on a line': [
    Array(4).fill(in4).join(' '),
    ['bad-text 1:68'],
    /64 cells in gr/,
  ],
  'groups as wide as no box': ['12 34 56', ['bad-text 1:9'], /found 6 cells in groups of 2/],
  'bars that are not those of the boxes': [
    '123456456123231564564231312645645312'.replace(/../g, '$&|'),
    ['bad-text 1:55'],
    /a single line of 36 cells/,
  ],
  'a long number before a puzzle': [`${'1'.repeat(41)} ${example}`, ['bad-text 1:1'], /no Sudoku/],
  prose: [
    `Hello, world\n\n${example}`,
    ['bad-text 1:1', example],
    /found "Hello, world", which is no Sudoku; give 81 .* put '#' before a comment/,
  ],
  'a name in brackets': [`[Puzzle]\n${grid}`, ['bad-text 1:1', example], /found "\[Puzzle\]"/],
  'a row that is too short': [
    `${lost}\n\n${grid}`,
    ['bad-text 5:9', example],
    /found 8 cells; the rows above have 9; mend this row/,
  ],
  'a row that is too long': [
    lost.replace('8...6..3', '8...6...3.'),
    ['bad-text 5:10'],
    /found 10 cells/,
  ],
  'a row that is missing': [
    `${short}\n\n${grid}`,
    ['bad-text 8:10', example],
    /found 8 rows of 9 cells, and a grid of size 9 has 9 rows; give each row/,
  ],
  'a row too many': [`${grid}\n${rows[0]}\n\n${grid}`, ['bad-text 10:10', example], /10 rows/],
  'a row by itself': [`1234\n${grid}`, ['bad-text 1:5', example], /a single line of 4 cells/],
  'a mistake in the first row': [
    grid.replace('3', 'Q'),
    ['bad-text 1:2', 'bad-text 9:10'],
    /found "Q", which no/,
  ],
  'a grid that a puzzle ends': [
    `${rows[0]}\n${rows[1]}\n${example}`,
    ['bad-text 2:10', example],
    /2 r/,
  ],
  'a row of dashes': [
    ['---------', ...rows.slice(1)].join('\n'),
    ['bad-text 9:10'],
    /8 rows .* with points for blanks/,
  ],
  'a cell that is empty in a frame': [
    `| 5 3   | . 7 . | . . . |\n${rows.slice(1).join('\n')}`,
    ['bad-text 1:26', 'bad-text 9:10'],
    /a single line of 8 cells/,
  ],
  'a row of dashes, and a row too many': [
    [rows[0], '---------', ...rows.slice(1)].join('\n'),
    ['bad-text 1:1'],
    /do not fit/,
  ],
  'bands of unequal heights': [
    `${inBands('', [...rows.slice(0, 4), ...rows.slice(5)])}\n\n\n${inBands('')}`,
    ['bad-text 10:10', example],
    /8 rows of 9 cells in groups of 3, 3, 2/,
  ],
  'stacks of unequal widths': [
    `${spaced.map((row) => `${row.slice(0, 4)}|${row.slice(3, 12)}|${row.slice(11)}`).join('\n')}\n\n${grid}`,
    ['bad-text 1:1', example],
    /boxes of any x different numbers of cells drawn/,
  ],
  'a record of CSV': [
    `id,puzzle\n1,${example}\n2,${example.slice(2)}\n3\n4,"${example}"\n5,`,
    [example, 'bad-text 3:82', 'bad-text 4:2', example, 'bad-text 6:3'],
    /found 79 cells/,
  ],
  'a record with a line end in a field': [
    `id,puzzle\n1,"a\n${example}"\n2,${example}`,
    ['bad-text 2:5', 'bad-text 3:83', example],
    /found 1 cell/,
  ],
  'a value in CSV': [`id,puzzle\n1,"${example.replace('8', 'Q')}"`, ['bad-text 2:24'], /"Q"/],
  'an alphabet that contradicts itself': [`01G.${'.'.repeat(252)}`, ['bad-text 1:1'], /found 0/],
  'letters that are not those of the settings': [in4.replace('3', 'C'), ['bad-text 1:3'], /"C"/],
  'a number with a 0 before it': [
    [`0 0 0 0 07 3 0 8 5`, ...spaced.slice(1)].join('\n'),
    ['bad-text 1:1', 'bad-text 9:18'],
    /all separated alike/,
  ],
};

describe('a mistake is told by line and column, and the rest is read:', () => {
  test.each(Object.entries(MISTAKES))('%s', (_, [text, answers, message]) => {
    expect(seen(text)).toEqual(answers);
    expect(() => readPuzzles(text)).toThrow(message);
    expect(() => readPuzzles(text, { source: 'my.txt' })).toThrow(/^my\.txt:\d+:\d+: /);
  });

  test.each<[string, string, string[]]>([
    ['comments', ['# 1', short, '# 2', grid, '# 3', grid].join('\n'), [example, example]],
    ['titles', ['Grid 1', short, 'Grid 2', grid, 'Grid 3', grid].join('\n'), [example, example]],
    ['rules', [short, '=====', grid, '=====', grid].join('\n'), [example, example]],
    ['an empty line', [rows[0], grid, '', grid].join('\n'), [example]],
    ['a puzzle on a line', [short, example, grid].join('\n'), [example, example]],
    // Any row may be the lost one, so no grid is sure.
    ['nothing', [grid, short, grid].join('\n'), []],
  ])('with %s between, no grid takes a row of another', (_, text, expected) => {
    const answers = seen(text);
    expect(answers.filter((answer) => !answer.startsWith('bad-text'))).toEqual(expected);
    expect(answers).toHaveLength(expected.length + 1);
  });

  test.each(['Easy', 'Hard', 'Game #2', 'No. 1', '2024-01-05', '1000', 'Difficult', '12'])(
    'the word %s between grids',
    (word) => {
      const answers = seen([word, ...rows, word, ...rows, '', word, ...rows].join('\n'));
      expect(answers.filter((answer) => answer === example)).toHaveLength(3);
      expect(answers.filter((answer) => answer.startsWith('bad-text'))).toHaveLength(3);
    },
  );

  test('one puzzle is wanted where one is asked for', () => {
    expect(() => readPuzzle('')).toThrow(/found no puzzle; give one/);
    expect(() => readPuzzle('# nothing')).toThrow(/found no puzzle/);
    expect(() => readPuzzle(`${example}\n${example}`)).toThrow(/Line 2, .* second puzzle/);
  });

  test('settings that are none, and what is no text', () => {
    for (const settings of [{ size: 7 }, { symbols: '#' }, { symbols: '1-9', size: 16 }, null, 5]) {
      const error = expect.objectContaining({ name: 'QuadrilleError' });
      expect(() => new PuzzleReader(settings as ReadSettings)).toThrow(error);
      expect(() => readPuzzles(example, settings as ReadSettings)).toThrow(error);
    }
    for (const none of [5, null, undefined, [example]] as unknown as string[]) {
      expect(() => readPuzzle(none)).toThrow(/give a string/);
      expect(() => readEach(none)).toThrow(/give a string/);
      expect(() => new PuzzleReader().push(none)).toThrow(/give a string/);
    }
    expect(seen('.'.repeat(256), { symbols: '1-9' })).toEqual(['bad-text 1:1']);
  });
});

/** What stands in place of a blank, and what is around the cells. */
test.each<[string, (cells: readonly string[]) => string]>([
  ['commas', (cells) => cells.join(',')],
  ['semicolons and quotes', (cells) => cells.map((cell) => `"${cell}"`).join('; ')],
  ['tabs', (cells) => cells.join('\t')],
  ['bars', (cells) => `| ${cells.map((cell) => cell || ' ').join(' | ')} |`],
  ['bars alone', (cells) => `|${cells.join('|')}|`],
])('an empty place between %s is no blank: it is told', (_, join) => {
  const cells = ['1', '', '3', '4'];
  const text = Array(4).fill(join(cells)).join('\n');
  expect(seen(text)).toEqual(
    [1, 2, 3, 4].map((line) => expect.stringMatching(`bad-text ${line}:`)),
  );
  expect(() => readPuzzle(text)).toThrow(/empty place between two separators; write '\.' or 0/);
  expect(seen(text.replaceAll(join(cells), join(['1', '.', '3', '4'])))).toHaveLength(1);
});

describe('a table of CSV', () => {
  test.each([
    [`id,question,solution\n1,${example},${example}\n2,${example},${example}\n`, '"question"'],
    [`id;sudoku_string\r\n1;${example}\r\n\r\n# more\r\n2;${example}\r\n`, '"sudoku_string"'],
    [`\ufeffclues\tlevel\n30\t${example}\n`, '"clues", "level"'],
  ])('whose columns have no puzzles by their names is told once: %#', (text, name) => {
    expect(seen(`${text}${example}`)).toEqual(['bad-text 1:1', example]);
    const names = 'name one of them puzzle, quizzes, grid, sudoku or board';
    expect(() => readPuzzles(text)).toThrow(new RegExp(`columns .*${name}.*${names}`));
  });

  test('is no row of letters', () => {
    expect(seen('A,B,C,D\n.,.,A,.\n.,.,.,.\nB,.,.,.')).toEqual(['ABCD..A.....B...']);
    expect(seen('ABC,DEF,GHI\n'.repeat(9))).toEqual(['ABCDEFGHI'.repeat(9)]);
  });
});

test('grids are divided where there are more than a thousand', () => {
  const lost = (grids: number) => [...Array(grids).fill(grid), short, ''].join('\n');
  expect(seen(lost(1001))).toEqual([expect.stringMatching(/^bad-text/)]);
  expect(seen(`${lost(1)}\n${grid}`)).toEqual(['bad-text 17:10', example]);
});

describe('boxes are seen where they are drawn:', () => {
  const six = '123456\n456123\n231564\n564231\n312645\n645312';
  const pairs = six.replace(/../g, '$&|');
  const inThrees = (text: string, rule: string) => text.replace(/^((?:.*\n){3})/, `$1${rule}\n`);

  test.each([
    ['bars and rules', inThrees(pairs, '======'), '3x2'],
    ['bars and rules of dashes', inThrees(pairs, '------'), '3x2'],
    ['bars and empty lines', inThrees(pairs, ''), '3x2'],
    ['bars as usual', six.replace(/.../g, '$&|'), '2x3'],
    [
      'lines about each cell',
      six.replace(/./g, '|$&').replace(/$/gm, '|').replaceAll('\n', '\n======\n'),
      '2x3',
    ],
    ['nothing', six, '2x3'],
  ])('%s', (_, text, boxes) => {
    expect(readPuzzle(text).shape.boxes).toBe(boxes);
    expect(readPuzzle(text, { size: 6 }).shape.boxes).toBe(boxes);
  });

  test('and refused where they contradict themselves, or what was asked for', () => {
    const odd = inThrees(six.replace(/.../g, '$&|'), '======');
    for (const [text, settings] of [
      [odd, {}],
      [inThrees(pairs, '======'), { boxes: '2x3' }],
      [inThrees(pairs, '======').replace('12|34|56', '12|34 56'), {}],
      // A line too many may be in the middle of a grid.
      [pairs, {}],
      [inThrees(six, '======'), {}],
      [inThrees(six, ''), { size: 6 }],
    ] as const) {
      expect(seen(text, settings)).toEqual(['bad-text 1:1']);
      expect(() => readPuzzle(text, settings)).toThrow(/drawn in .* or give boxes/);
    }
    expect(readPuzzle(pairs, { boxes: '3x2' }).shape.boxes).toBe('3x2');
  });
});

describe('no other puzzle is read where', () => {
  const point = '.'.repeat(16);
  const full = Array.from({ length: 16 }, (_, row) =>
    Array.from({ length: 16 }, (_, column) =>
      '123456789ABCDEFG'.charAt((4 * (row % 4) + (row >> 2) + column) % 16),
    ).join(''),
  );
  const bandsOf = (lines: readonly string[]) =>
    [0, 4, 8, 12].map((from) => lines.slice(from, from + 4).join('\n')).join('\n\n');

  test.each([0, 1, 2, 3])('band %i of a grid of 16x16 is blank', (blank) => {
    const lines = full.map((line, row) => (row >> 2 === blank ? point : line));
    const [{ puzzle, error } = { error: undefined }, ...others] = readEach(bandsOf(lines));
    expect([error, others]).toEqual([undefined, []]);
    expect(puzzle?.shape.boxes).toBe('4x4');
    expect(puzzle?.givens.filter((value) => value > 0)).toHaveLength(192);
  });

  test.each([
    ['a blank of 12x12 is another one', `1AB*${'0'.repeat(140)}`, /found 0/],
    ['a line of 10x10 is torn', `${'123456789.'.repeat(8)}1 ${'.'.repeat(18)}`, /no Sudoku/],
    ['numbers are glued', '00 04 01 00\n03 00 0000\n04 03 02 01\n01 00 00 04', /3 cells|no Sudoku/],
    ['numbers stand beside symbols', '10 4 1 0\n0300\n4 3 2 1\n1 0 0 4', /./],
    ['a cell is a #', `${example.slice(0, 16)}#${example.slice(17)}`, /found "#"/],
    ['a cell is an equals sign', `${'.'.repeat(9)}=${'.'.repeat(71)}`, /found "="/],
  ])('%s', (_, text, message) => {
    expect(() => readPuzzles(text)).toThrow(message);
  });
});

test('zeros in groups of three are no numbers', () => {
  const zeros = example.replaceAll('.', '0');
  const text = zeros.replace(/(...)(...)(...)/g, '$1 $2 $3\n').replace(/^.*\n/, '000 000 001\n');
  expect([...readPuzzle(text).givens.slice(0, 9)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1]);
});

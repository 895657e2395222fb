import { describe, expect, test } from 'vitest';
import { writeLine } from '../../../src/puzzles/sudoku/grid.ts';
import { regularGrid } from '../../../src/puzzles/sudoku/random-puzzle.ts';
import { Shape } from '../../../src/puzzles/sudoku/shape.ts';
import type { ReadSettings } from '../../../src/puzzles/sudoku/text/decode.ts';
import {
  PuzzleReader,
  readEach,
  readPuzzle,
  readPuzzles,
} from '../../../src/puzzles/sudoku/text/reader.ts';
import { barred, DOTTED_FORMS, inBands, SPACED_FORMS, spaced } from '../../support/sudoku-forms.ts';
import { EXAMPLE, ROWS, seen } from '../../support/sudoku-read.ts';

const example = EXAMPLE;
const rows = ROWS;
const in4 = '1.3..4.2.34.4.23';

/** Three rows, a rule, three rows, a rule, three rows. */
const banded = (...form: Parameters<typeof inBands>) => inBands(...form)(example);
const framed = (cells: string) => `|${barred(cells)}|`;
const FORMS_OF_EXAMPLE = Object.entries({ ...DOTTED_FORMS, ...SPACED_FORMS }).map(
  ([name, form]) => [name, form(example)] as const,
);

describe('the example is read', () => {
  test.each([
    ...FORMS_OF_EXAMPLE,
    ...Object.entries({
      'with 0 for blanks': example.replaceAll('.', '0'),
      'with - for blanks': example.replaceAll('.', '-'),
      'with X for blanks': example.replaceAll('.', 'X'),
      'with blanks before and after': `  ${example}\t `,
      'after a byte order mark': `\ufeff${example}`,
      'with a comment behind': `${example} # Wikipedia`,
      'nine lines that end as in DOS': `${rows.join('\r\n')}\r\n`,
      'numbers on one line with -1 for blanks': [...example].join(', ').replaceAll('.', '-1'),
      'Simple Sudoku (.ss), X for blanks': banded('-----------', framed).replaceAll('.', 'X'),
      'with borders': banded('+---+---+---+', framed, true),
      'with borders and - for blanks': banded('+---+---+---+', framed, true).replaceAll('.', '-'),
      'SudoCue (.sdk)': `#ARuud\n#DA random puzzle\n${rows.join('\n')}\n`,
      'SadMan (.sdk)': `#A me\n[Puzzle]\n${rows.join('\n')}\n[State]\n${'1........\n'.repeat(9)}[PencilMarks]\n,,\n`,
      'Project Euler': `Grid 01\n${rows.join('\n').replaceAll('.', '0')}`,
      'CSV as at Kaggle': `quizzes,solutions\n${example.replaceAll('.', '0')},${'1'.repeat(81)}\n`,
      'CSV with more columns, in quotes': `id,"Puzzle",clues\r\n7,"${example}",30\r\n`,
      'JSON with a note': JSON.stringify({
        note: '#',
        rows: rows.map((row) => [...row].map((cell) => Number(cell) || 0)),
      }),
    }),
  ])('%s', (_, text) => {
    for (const settings of [{}, { size: 9 }]) {
      const puzzle = readPuzzle(text, settings);
      expect(puzzle.shape).toBe(Shape.of());
      expect(writeLine(puzzle.shape, puzzle.givens)).toBe(example);
    }
  });

  test('many times, in a collection (.sdm) with comments and empty lines', () => {
    expect(seen(`# mine\n${example}\n\n${example} # again\n#\n${example}`)).toEqual(
      Array(3).fill(example),
    );
    const grid = rows.join('\n');
    expect(seen([grid, grid].join('\n'))).toEqual([example, example]);
    expect(seen([grid, grid].join('\n\n'))).toEqual([example, example]);
    expect(seen([banded('', framed), banded('', framed)].join('\n\n'))).toEqual([example, example]);
  });

  test('line by line, each puzzle as soon as it is sure', () => {
    const reader = new PuzzleReader();
    expect(reader.push(`${example}\n`)).toMatchObject([{ line: 1, puzzle: { line: 1 } }]);
    for (const row of rows.slice(0, 8)) expect(reader.push(`${row}\n`)).toEqual([]);
    // Another row would show that one of these is too many.
    expect(reader.push(`${rows[8]}\n`)).toEqual([]);
    expect(reader.push('\n')).toMatchObject([{ line: 2, puzzle: { line: 2 } }]);
    expect(reader.push('53\n')).toMatchObject([{ line: 12, error: { line: 12 } }]);
    expect(reader.push(rows[0])).toEqual([]);
    expect(reader.end()).toMatchObject([{ line: 13, error: { line: 13, column: 10 } }]);
  });
});

describe('what a line is', () => {
  test('groups on a line are one puzzle', () => {
    expect(seen('1.3. .4.2 .34. 4.23')).toEqual([in4]);
    const groups =
      '123456789 456789123 789123456 231000000 564030000 897005000 312000900 645000070 978000001';
    expect(seen(groups)).toEqual([groups.replaceAll(' ', '').replaceAll('0', '.')]);
  });

  test('sixteen of a line are a 4x4, and of 16x16 if the size says so', () => {
    const lines = Array(16).fill(in4).join('\n');
    expect(seen(lines)).toEqual(Array(16).fill(in4));
    expect(seen(lines, { size: 16 })).toEqual([in4.repeat(16)]);
    expect(seen(lines, { boxes: '2x8' })).toEqual([in4.repeat(16)]);
    const framed = lines.replaceAll(/..../g, '$&|');
    expect(seen(framed)).toEqual([in4.repeat(16)]);
    expect(seen(framed, { size: 4 })).toEqual(Array(16).fill(in4));
  });

  describe('a row of numbers a line, as others publish them', () => {
    /** A grid with every third cell given, so that rows have few values or many. */
    const gridOf = (size: number, blankRows: number) => {
      const shape = Shape.of({ size });
      const isGiven = (cell: number) => shape.rowOf(cell) >= blankRows && cell % 3 === 0;
      return regularGrid(shape).map((value, cell) => (isGiven(cell) ? value : 0));
    };
    const linesOf = (size: number, grid: Uint8Array, pad = 0) =>
      Array.from({ length: size }, (_, row) =>
        Array.from(grid.slice(row * size, (row + 1) * size), (value) =>
          String(value).padStart(pad),
        ).join(' '),
      );

    test.each([16, 25, 36, 49, 64, 81, 100])('of size %i', (size) => {
      for (const blankRows of [0, 1, size - 2]) {
        for (const pad of [0, 3]) {
          const grid = gridOf(size, blankRows);
          const rows = linesOf(size, grid, pad);
          const puzzle = readPuzzle(rows.join('\n'));
          expect(puzzle.shape).toBe(Shape.of({ size }));
          expect(puzzle.givens).toEqual(grid);
          // Directly below another, and below puzzles on a line.
          const text = [...rows, '', ...rows, example, ...rows].join('\n');
          expect(readPuzzles(text).map(({ givens }) => givens.length)).toEqual([
            grid.length,
            grid.length,
            81,
            grid.length,
          ]);
        }
      }
    });

    test('and a row of symbols, with letters or with digits alone', () => {
      const grid = gridOf(16, 0);
      const rows = writeLine(Shape.of({ size: 16 }), grid).match(/.{16}/g) as string[];
      expect(readPuzzle(rows.join('\n')).givens).toEqual(grid);
      expect(readPuzzle(['.'.repeat(16), ...rows.slice(1)].join('\n')).shape.size).toBe(16);
    });

    test('small puzzles are answered at once where a value is there twice', () => {
      const reader = new PuzzleReader();
      for (const line of [in4, '1 2 3 4 '.repeat(4), `${'1 2 3 4 5 6 '.repeat(6)}`]) {
        expect(reader.push(`${line}\n`)).toHaveLength(1);
      }
    });

    test('others wait for the line below, which decides for them', () => {
      const blank = '.'.repeat(16);
      const reader = new PuzzleReader();
      expect(reader.push(`${blank}\n${blank}\n`)).toEqual([]);
      expect(reader.push(`${in4}\n`)).toMatchObject([{ line: 1 }, { line: 2 }, { line: 3 }]);
      expect(reader.push(`${blank}\n`)).toEqual([]);
      expect(reader.push('\n')).toMatchObject([{ line: 4 }]);
      // No more than the larger grid has.
      expect(reader.push(`${blank}\n`.repeat(15))).toEqual([]);
      expect(reader.push(`${blank}\n`)).toHaveLength(16);
      expect(reader.push(`${blank}\n1 2 3 4 5 6\n`)).toMatchObject([{ line: 22 }]);
      // Below a row of another grid there is nothing open.
      expect(reader.push(`${blank}\n`)).toMatchObject([
        { line: 23, error: { line: 23 } },
        { line: 24, puzzle: { line: 24 } },
      ]);
      expect(reader.end()).toEqual([]);
    });

    test('a puzzle of a size keeps its mistake, a grid that is cut has its own', () => {
      expect(seen('1.35.4.2.34.4.23\n1...............')).toEqual([
        'bad-text 1:4',
        `1${'.'.repeat(15)}`,
      ]);
      const rows = linesOf(36, gridOf(36, 0));
      expect(() => readPuzzles(rows.slice(1).join('\n'))).toThrow(/35 rows of 36 cells/);
      expect(seen(rows.join('\n'), { size: 6 })).toHaveLength(36);
    });
  });

  test('25 of a line are a row, since 5x5 has no boxes', () => {
    expect(seen(`${'.'.repeat(25)}\n`.repeat(25))).toEqual(['.'.repeat(625)]);
    expect(seen('12345'.repeat(5), { boxes: '1x5' })).toEqual(['12345'.repeat(5)]);
  });

  test('dashes are a rule, or a row where one cannot be', () => {
    const empty = '---------';
    const first = ['53--7----', empty, ...rows.slice(2)];
    expect(seen(first.join('\n').replaceAll('.', '-'))).toEqual([
      `${rows[0]}${'.'.repeat(9)}${example.slice(18)}`,
    ]);
    expect(seen([empty, ...rows.slice(1)].join('\n').replaceAll('.', '-'))).toEqual([
      `${'.'.repeat(9)}${example.slice(9)}`,
    ]);
    const fourth = [...rows.slice(0, 3), empty, ...rows.slice(4)].join('\n').replaceAll('.', '-');
    expect(seen(fourth)).toEqual([`${example.slice(0, 27)}${'.'.repeat(9)}${example.slice(36)}`]);
    expect(seen(`${empty}\n`.repeat(9))).toEqual(['.'.repeat(81)]);
    expect(seen('-'.repeat(81), { size: 9 })).toEqual(['.'.repeat(81)]);
    expect(seen(`${example}\n${'-'.repeat(81)}\n${example}`)).toEqual([example, example]);
  });

  test('numbers may have two digits, in a row where others have one', () => {
    const values = Array.from({ length: 256 }, (_, cell) =>
      cell % 17 === 0 ? 0 : 1 + (cell % 16),
    );
    const lines = Array.from({ length: 16 }, (_, k) => values.slice(k * 16, k * 16 + 16));
    const text = lines.map((line) => line.join(' ')).join('\n');
    const puzzle = readPuzzle(text, { size: 16 });
    expect([...puzzle.givens]).toEqual(values);
    expect(puzzle.symbols.name).toBe('integers');
    // On one line the size is plain. A solution is written as its puzzle is.
    const line = readPuzzle(values.join(' '));
    expect(writeLine(line.shape, line.givens, line.symbols)).toBe(values.join(' '));
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
    expect(readPuzzle(line).givens.slice(0, 16)).toEqual(
      Uint8Array.from({ length: 16 }, (_, k) => k + 1),
    );
  });
});

describe('a mistake is told by line and column, and the rest is read:', () => {
  const grid = rows.join('\n');
  const short = [...rows.slice(0, 4), '8...6..3', ...rows.slice(5)].join('\n');
  test.each<[string, string, string[]]>([
    ['a puzzle that is too short', `${example.slice(1)}\n${example}`, ['bad-text 1:81', example]],
    ['one that is too long', `${example}.\n${example}`, ['bad-text 1:82', example]],
    [
      'a character that is none',
      `${example.replace('8', '?')}\n${example}`,
      ['bad-text 1:21', example],
    ],
    ['a letter', `${example.replace('8', 'B')}`, ['bad-text 1:21']],
    ['text behind a puzzle', `${example}  hard\n${example}`, ['bad-text 1:84', example]],
    ['prose', `Hello, world\n\n${example}`, ['bad-text 1:1', example]],
    ['a row that is too short', `${short}\n\n${grid}`, ['bad-text 5:9', example]],
    [
      'a row that is too long',
      `${short.replace('8...6..3', '8...6...3.')}\n\n${grid}`,
      ['bad-text 5:10', example],
    ],
    ['a row that is missing', `${rows.slice(1).join('\n')}\n\n${grid}`, ['bad-text 8:10', example]],
    ['a row too many', `${grid}\n${rows[0]}\n\n${grid}`, ['bad-text 10:10', example]],
    ['a grid that a puzzle ends', `${rows[0]}\n${rows[1]}\n${example}`, ['bad-text 2:10', example]],
    ['a value beyond the size', '1.35.4.2.34.4.23', ['bad-text 1:4']],
    [
      'a field in CSV',
      `id,puzzle\n1,${example}\n2,${example.slice(2)}\n3\n4,"${example}"`,
      [example, 'bad-text 3:82', 'bad-text 4:2', example],
    ],
    ['a value in CSV', `id,puzzle\n1,"${example.replace('8', 'Q')}"`, ['bad-text 2:24']],
    ['JSON that is cut', ` {"rows":[[1,2\n${example}`, ['bad-text 2:1', example]],
    ['JSON of another kind', '{"row":1}', ['bad-text 1:1']],
    [
      'JSON with a wrong value',
      '{"rows":[[5,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}',
      ['bad-text 1:1'],
    ],
    ['JSON of a size that cannot be', '{"size":7,"rows":[]}', ['bad-text 1:1']],
    ['an alphabet that contradicts itself', `01G.${'.'.repeat(252)}`, ['bad-text 1:1']],
  ])('%s', (_, text, expected) => {
    expect(seen(text)).toEqual(expected);
  });

  test('a grid with a band missing takes none from the next', () => {
    const bands = [rows.slice(0, 3), rows.slice(3, 5), rows.slice(6)].map((band) =>
      band.join('\n'),
    );
    const text = `${bands.join('\n\n')}\n\n${banded('', spaced)}\n\n\n${banded('', spaced)}`;
    const answers = seen(text);
    expect(answers.filter((answer) => !answer.startsWith('bad-text'))).toEqual([example]);
    // The second grid stands in bands directly below, and might be made of them.
    expect(answers[0]).toBe('bad-text 22:18');
  });

  test('the message has the place, what was found and what to do', () => {
    expect(() => readPuzzles('12a', { source: 'my.txt' })).toThrow(
      /^my\.txt:1:4: found 3 cells; a Sudoku of size 4 has 16/,
    );
    expect(() => readPuzzles(in4.replace('3', '7'))).toThrow(
      /^Line 1, column 3: found "7" .* give size: 16/,
    );
  });

  test.each([
    ['hello', 'hello', 1],
    [`${example}\n  Hello, world! `, 'Hello, world!', 3],
    ['the quick brown fox jumps over', 'the quick brown fox jumps over', 1],
    ['puzzles.txt', 'puzzles.txt', 1],
    ['\u00fcn\u00efc\u00f6d\u00e9', '\u00fcn\u00efc\u00f6d\u00e9', 1],
  ])('words are no Sudoku: %j', (text, words, column) => {
    expect(() => readPuzzles(text)).toThrow(
      `column ${column}: found "${words}", which is no Sudoku; give one as 81 characters on a line`,
    );
    expect(() => readPuzzles(text, { size: 9 })).toThrow('which is no Sudoku');
  });

  test.each([
    ['babab', /found 5 cells; a Sudoku of size 4/],
    ['ABCDEFGHIJKLMNOP'.repeat(16).slice(1), /found 255 cells; a Sudoku of size 16/],
    ['S..E..N..', /found "S", .* or give symbols/],
    ['x', /found 1 cell;/],
    [`${rows[0]}\nhello`, /found 5 cells in a grid/],
    [`${example} hello`, /found more after a puzzle/],
  ])('letters may be values: %j', (text, message) => {
    expect(() => readPuzzles(text)).toThrow(message);
  });

  test('one puzzle is wanted where one is asked for', () => {
    expect(() => readPuzzle('')).toThrow(/found no puzzle; give one/);
    expect(() => readPuzzle('# nothing')).toThrow(/found no puzzle/);
    expect(() => readPuzzle(`${example}\n${example}`)).toThrow(/Line 2, .* second puzzle/);
    expect(() => readPuzzle(5 as unknown as string)).toThrow(/give a string/);
  });

  test('settings that cannot be are refused at once', () => {
    expect(() => new PuzzleReader({ size: 7 })).toThrow(
      expect.objectContaining({ code: 'bad-shape' }),
    );
    for (const settings of [{ symbols: '#' }, { symbols: '1-9', size: 16 }])
      expect(() => new PuzzleReader(settings)).toThrow(
        expect.objectContaining({ code: 'bad-setting' }),
      );
    expect(seen('.'.repeat(256), { symbols: '1-9' })).toEqual(['bad-text 1:1']);
  });
});

describe('boxes are seen where they are drawn:', () => {
  const shapeOf = (text: string, settings?: ReadSettings) => readPuzzle(text, settings).shape.boxes;
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
    expect(shapeOf(text)).toBe(boxes);
    expect(shapeOf(text, { size: 6 })).toBe(boxes);
  });

  test('and refused where they contradict themselves, or what was asked for', () => {
    const odd = inThrees(six.replace(/.../g, '$&|'), '======');
    for (const [text, settings] of [
      [odd, {}],
      [inThrees(pairs, '======'), { boxes: '2x3' }],
      [pairs.replace('12|34|56', '1|234|56'), {}],
      // A line too many may be in the middle of a grid.
      [pairs, {}],
      [inThrees(six, '======'), {}],
      [inThrees(six, ''), { size: 6 }],
    ] as const) {
      for (const { error } of readEach(text, settings)) expect(error?.code).toBe('bad-text');
      expect(seen(text, settings)).not.toEqual([]);
    }
    expect(readPuzzle(pairs, { boxes: '3x2' }).shape.boxes).toBe('3x2');
    expect(readPuzzle(inThrees(six, ''), { boxes: '3x2' }).shape.boxes).toBe('3x2');
    expect(seen(odd)).toEqual(['bad-text 1:1']);
    expect(() => readPuzzle(odd)).toThrow(/found boxes of 3 x 3 cells drawn in .* or give boxes/);
    expect(() => readPuzzle(six.slice(0, 20))).toThrow(/found 3 rows of 6 cells.* boxes/s);
    // Groups without bars are no drawing.
    expect(() => readPuzzle(six.replace(/..(?!\n)/g, '$& '))).toThrow(/groups .* or give boxes/);
  });
});

describe('no grid is mended with what belongs to another:', () => {
  const grid = rows.join('\n');
  const short = rows.filter((_, k) => k !== 4).join('\n');
  const ruled = (text: string) =>
    ['=', ...text.split('\n').flatMap((row, k) => (k % 3 === 2 ? [row, '='] : [row]))].join('\n');

  test.each<[string, string, string[]]>([
    ['comments', ['# 1', short, '# 2', grid, '# 3', grid].join('\n'), [example, example]],
    ['titles', ['Grid 1', short, 'Grid 2', grid, 'Grid 3', grid].join('\n'), [example, example]],
    ['rules', [short, '=====', grid, '=====', grid].join('\n'), [example, example]],
    ['frames', [`${ruled(short)}\n=`, ruled(grid)].join('\n'), [example]],
    ['an empty line', [rows[0], grid, '', grid].join('\n'), [example]],
    ['a puzzle on a line', [short, example, grid].join('\n'), [example, example]],
    // Any row may be the lost one, so no grid is sure.
    ['nothing', [grid, short, grid].join('\n'), []],
  ])('with %s between', (_, text, expected) => {
    const answers = seen(text);
    expect(answers.filter((answer) => !answer.startsWith('bad-text'))).toEqual(expected);
    expect(answers).toHaveLength(expected.length + 1);
  });

  test('the message says what to do', () => {
    expect(() => readPuzzles([grid, short].join('\n'))).toThrow(
      /line 17, .* 17 rows .* put a comment or two empty lines between grids, and the one/i,
    );
    expect(() => readPuzzles([rows[0], 'x', grid, '', grid].join('\n'))).toThrow(
      /line 2, column 2: .* All rows from line 1 to 11 are passed over/i,
    );
  });

  test.each<[string, string]>([
    ['cells lost from a spread row', banded('=', spaced).replace('4 . . 8 . 3 . . 1', '4 2 6 8 5')],
    ['the same, x for blanks', rows.map(spaced).join('\n').replace(/4 .*1/, '4 2 6 8 5')],
    ['a number before a puzzle', `1234567890123456789,${example.replaceAll('.', '0')}`],
    ['two puzzles that ran together', `${example}${example.slice(0, 19)}`],
    ['four puzzles on a line', Array(4).fill(in4).join(' ')],
    ['a full grid in 0-9 or 1-9 and 0', Array(10).fill('0123456789').join('\n')],
    ['a number with a 0 before it', `0 0 0 0 07 3 0 8 5\n${rows.slice(1).map(spaced).join('\n')}`],
  ])('%s', (_, text) => {
    for (const settings of text.length > 90 ? [{}, { size: 9 }] : [{}]) {
      for (const { error } of readEach(text, settings)) expect(error?.code).toBe('bad-text');
    }
  });

  test('numbers of one width are numbers', () => {
    const lines = Array(8).fill('00 01 00 02 00 03 00 04').join('\n');
    expect(readPuzzle(lines).givens).toEqual(
      Uint8Array.from({ length: 64 }, (_, k) => (k % 2) * (((k % 8) + 1) / 2)),
    );
  });

  test('from 10x10 on, digits without space are a puzzle only if it is expected', () => {
    const line = '123456789.'.repeat(10);
    expect(seen(line)).toEqual(['bad-text 1:1']);
    for (const settings of [{ size: 10 }, { symbols: '1-9A' }]) {
      expect(seen(line, settings)).toEqual([line]);
    }
    expect(seen('.'.repeat(100))).toEqual(['.'.repeat(100)]);
    expect(seen(line.replace('.', 'A'))).toEqual([line.replace('.', 'A')]);
  });
});

describe('nothing is lost without a word:', () => {
  const grid = rows.join('\n');

  test.each(['Puzzle', 'puzzles', 'Puzzle 1', ' Puzzle ', 'Sudoku'])('[%s] is read', (name) => {
    expect(seen(`[State]\n${example}\n[${name}]\n${example}`)).toEqual([example]);
  });

  test.each([
    ['[5,3,0,0,7,0,0,0,0]', /a single line of 9 cells/],
    ['[Foo]', /Give \[Puzzle\], or JSON/],
  ])('%s is an error, the rest is read', (line, message) => {
    expect(seen(`${line}\n${example}`)).toEqual(['bad-text 1:1', example]);
    expect(() => readPuzzles(line)).toThrow(message);
  });

  test('lines that end as on old Macs', () => {
    expect(seen([example, '', ...rows, '', '?'].join('\r'))).toEqual([
      example,
      example,
      'bad-text 13:1',
    ]);
  });

  test.each(['Easy', 'Hard', 'Game #2', 'No. 1', '2024-01-05', '1000', 'Difficult', 'Fiendishly'])(
    'the word %s is an error, and the grids about it are read',
    (word) => {
      const text = [word, grid, '', word, '', grid, word, grid].join('\n');
      const answers = seen(text).map((answer) => answer.replace(/:.*/, ''));
      const at = (line: number) => `bad-text ${line}`;
      expect(answers).toEqual([at(1), example, at(12), example, at(23), example]);
    },
  );

  test.each(['grid,solution', 'puzzle;solution', 'id\tBoard', 'Sudoku,level'])(
    'CSV with the header %s',
    (header) => {
      const separator = header.replace(/\w/g, '');
      const record = /^id/.test(header) ? ['7', example] : [example, '7'];
      expect(seen(`${header}\n${record.join(separator)}`)).toEqual([example]);
      expect(seen(`${header}\n${record.join(separator)}${separator}`)).toHaveLength(1);
      expect(seen(`${header}\n${record.join(separator)}${separator}`)[0]).toMatch(/^bad-text 2:/);
    },
  );

  test('a row of spaces among rows that have them for blanks', () => {
    const blank = [...rows.slice(0, 4), '.........', ...rows.slice(5)];
    expect(seen(blank.join('\n').replaceAll('.', ' '))).toEqual([blank.join('')]);
    const some = ['4 2 6 8 5', '534678912'];
    const lines = [...rows.slice(0, 4), some[0], ...rows.slice(5, 8), some[1]].join('\n');
    expect(seen(lines.replaceAll('.', ' '))).toEqual([
      lines.replaceAll(' ', '.').replaceAll('\n', ''),
    ]);
  });
});

describe('the message points at', () => {
  test.each<[string, string, RegExp]>([
    ['empty cells in a frame', '| 5 3 |   7   |     |', /Write '\.' or 0 for an empty cell/],
    ['empty cells in CSV', '5,3,,,7,,', /Write '\.' or 0 for an empty cell/],
    ['a second puzzle', example + example, /column 82: .* two puzzles of 81/],
    ['what is before', `1. ${example}`, /column 1: found more before a puzzle of 81/],
    ['what is between commas', `1,${example}`, /column 1: .* header as 'id,puzzle,solution'/],
    ['what is behind', `${example}\t1.5`, /column 83: found more after a puzzle of 81/],
    ['an empty field', 'id,puzzle\n4,', /line 2, column 3: found nothing in field 2/i],
    [
      'rows that are missing in JSON',
      '{"rows":[[1,2,3,4]]}',
      /found 4 values for row 1 of 1; give 1/,
    ],
    ['a value in JSON', '{"rows":[[5,0,0,0],[],[],[]]}', /found 0 values for row 2 of 4; give 4/],
    ['JSON within a puzzle', '53..7[', /column 6: .* write JSON as \[\[5,3/],
  ])('%s', (_, text, message) => {
    expect(() => readPuzzles(text)).toThrow(message);
  });

  test('settings and lines that are none', () => {
    const setting = expect.objectContaining({ name: 'QuadrilleError', code: 'bad-setting' });
    for (const none of [null, 16, 'x']) {
      expect(() => new PuzzleReader(none as ReadSettings)).toThrow(setting);
      expect(() => readPuzzles(example, none as ReadSettings)).toThrow(setting);
      expect(() => readEach(example, none as ReadSettings).next()).toThrow(setting);
    }
    for (const none of [5, undefined, null]) {
      expect(() => new PuzzleReader().push(none as unknown as string)).toThrow(
        expect.objectContaining({ name: 'QuadrilleError', code: 'bad-text' }),
      );
    }
  });
});

test('a puzzle in whole bars, or with bars between its rows', () => {
  expect(seen(`| ${example} |`)).toEqual([example]);
  expect(seen(rows.join('|'))).toEqual([example]);
});

test('JSON may have a puzzle on a line, whatever else it has', () => {
  const json = JSON.stringify({ id: 7, puzzle: example, solution: '5346', rating: '#1' });
  expect(seen(`${json}\n  ${json}\n`)).toEqual([example, example]);
  expect(() => readPuzzles('{"puzzle":"53..x"}')).toThrow(/^Line 1, column 17: found 5 cells/);
  expect(() => readPuzzles('{"puzzle":""}')).toThrow(/^Line 1, column 12: /);
  expect(() => readPuzzles('{"puzzle":7}')).toThrow(/neither rows nor a puzzle/);
  expect(() => readPuzzles('{"puzzle":"53..')).toThrow(
    /column 16: found the end of the line in a text/,
  );
});

test('JSON is written in the alphabet that was given', () => {
  const json = '{"rows":[[1,2,3,4],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}';
  expect(seen(json, { symbols: 'A-D' })).toEqual(['ABCD............']);
  expect(seen(json, { symbols: 'A-C' })).toEqual(['bad-text 1:1']);
});

test('a row in which spaces are between cells is none where they are blanks, nor the other way', () => {
  const lines = rows.map((row) => row.replaceAll('.', ' '));
  const between = rows.map(spaced);
  for (const list of [
    [...lines.slice(0, 4), ' 534678912', ...lines.slice(5)],
    [...between.slice(0, 4), '53  7    ', ...between.slice(5)],
    // A blank row at the end is no empty line, nor is one at the beginning.
    [...lines.slice(0, 8), lines[7], '         '],
    ['         ', '         ', ...lines.slice(0, 8)],
  ]) {
    for (const { error } of readEach(list.join('\n'))) expect(error?.code).toBe('bad-text');
  }
  expect(seen(['         ', ...lines.slice(1)].join('\n'))).toEqual([
    `${'.'.repeat(9)}${example.slice(9)}`,
  ]);
});

test('two rows that ran together are no puzzle of their own', () => {
  const eight = Array.from({ length: 8 }, (_, k) => `1.${k + 1}4..3.`);
  const joined = [...eight.slice(0, 3), `${eight[3]}${eight[4]}`, ...eight.slice(5)].join('\n');
  expect(seen(joined)).toEqual(['bad-text 4:9']);
});

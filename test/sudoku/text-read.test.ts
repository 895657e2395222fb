import { describe, expect, test } from 'vitest';
import { Shape } from '../../src/sudoku/shape.ts';
import { readEach, readPuzzle, readPuzzles } from '../../src/sudoku/text/read.ts';
import { PuzzleReader, type ReadSettings } from '../../src/sudoku/text/reader.ts';
import { writeLine } from '../../src/sudoku/text/write.ts';

/** The example of Wikipedia's article on Sudoku. */
const example = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const rows = example.match(/.{9}/g) as string[];
const in4 = '1.3..4.2.34.4.23';

/** What was read, each puzzle on a line, each error as where it is. */
function seen(text: string, settings?: ReadSettings): string[] {
  return [...readEach(text, settings)].map(({ puzzle, error }) =>
    error === undefined
      ? writeLine(puzzle.givens, puzzle.shape, puzzle.symbols)
      : `${error.code} ${error.line}:${error.column}`,
  );
}

/** Three rows, a rule, three rows, a rule, three rows. */
const banded = (rule: string, row: (cells: string) => string, frame = false) => {
  const lines = rows.map(row);
  const inner = [...lines.slice(0, 3), rule, ...lines.slice(3, 6), rule, ...lines.slice(6)];
  return (frame ? [rule, ...inner, rule] : inner).join('\n');
};
const barred = (cells: string) => `|${cells.match(/.{3}/g)?.join('|')}|`;
const spread = (cells: string) => [...cells].join(' ');

describe('the example is read', () => {
  test.each(
    Object.entries({
      'on one line': example,
      'with 0 for blanks': example.replaceAll('.', '0'),
      'with - for blanks': example.replaceAll('.', '-'),
      'with X for blanks': example.replaceAll('.', 'X'),
      'with spaces for blanks': example.replaceAll('.', ' '),
      'with blanks before and after': `  ${example}\t `,
      'after a byte order mark': `\ufeff${example}`,
      'with a comment behind': `${example} # Wikipedia`,
      'in nine groups': rows.join(' '),
      'nine lines of nine': rows.join('\n'),
      'nine lines that end as in DOS': `${rows.join('\r\n')}\r\n`,
      'nine lines with spaces for blanks': rows.join('\n').replaceAll('.', ' '),
      'nine lines with commas': rows.map((row) => [...row].join(',')).join('\n'),
      'nine lines with tabs': rows.map((row) => [...row].join('\t')).join('\n'),
      'bands with empty lines between': `${banded('', spread)}\n`,
      'numbers with -1 for blanks': rows
        .map((row) => [...row].map((cell) => (cell === '.' ? '-1' : cell)).join(' '))
        .join('\n'),
      'numbers on one line': [...example.replaceAll('.', '0')].join(','),
      'numbers on one line with -1 for blanks': [...example].join(', ').replaceAll('.', '-1'),
      'Simple Sudoku (.ss)': banded('-----------', (row) => barred(row).slice(1, -1)),
      'Simple Sudoku (.ss), X for blanks': banded('-----------', barred).replaceAll('.', 'X'),
      'Simple Sudoku, printed': banded('*-----------*', barred, true),
      'Hodoku, printed': banded('.-------.-------.-------.', (row) => `| ${spread(row)} |`, true),
      'with borders': banded('+---+---+---+', barred, true),
      'with borders and - for blanks': banded('+---+---+---+', barred, true).replaceAll('.', '-'),
      'with rules as long as a row': banded('---------', (row) => row, true),
      'with spaces and rules': banded(
        '------+-------+------',
        (row) =>
          `${spread(row.slice(0, 3))} | ${spread(row.slice(3, 6))} | ${spread(row.slice(6))}`,
      ),
      'with Unicode borders': banded(
        '├───┼───┼───┤',
        (row) => barred(row).replaceAll('|', '│'),
        true,
      ),
      'SudoCue (.sdk)': `#ARuud\n#DA random puzzle\n${rows.join('\n')}\n`,
      'SadMan (.sdk)': `#A me\n[Puzzle]\n${rows.join('\n')}\n[State]\n${'1........\n'.repeat(9)}[PencilMarks]\n,,\n`,
      'Project Euler': `Grid 01\n${rows.join('\n').replaceAll('.', '0')}`,
      'CSV as at Kaggle': `quizzes,solutions\n${example.replaceAll('.', '0')},${'1'.repeat(81)}\n`,
      'CSV with more columns, in quotes': `id,"Puzzle",clues\r\n7,"${example}",30\r\n`,
      JSON: JSON.stringify({
        note: '#',
        rows: rows.map((row) => [...row].map((cell) => Number(cell) || 0)),
      }),
    }),
  )('%s', (_, text) => {
    for (const settings of [{}, { size: 9 }]) {
      const puzzle = readPuzzle(text, settings);
      expect(puzzle.shape).toBe(Shape.of());
      expect(writeLine(puzzle.givens, puzzle.shape)).toBe(example);
    }
  });

  test('many times, in a collection (.sdm) with comments and empty lines', () => {
    expect(seen(`# mine\n${example}\n\n${example} # again\n#\n${example}`)).toEqual(
      Array(3).fill(example),
    );
    const grid = rows.join('\n');
    expect(seen([grid, grid].join('\n'))).toEqual([example, example]);
    expect(seen([grid, grid].join('\n\n'))).toEqual([example, example]);
    expect(seen([banded('', barred), banded('', barred)].join('\n\n'))).toEqual([example, example]);
  });

  test('line by line, each puzzle as soon as it is whole', () => {
    const reader = new PuzzleReader();
    expect(reader.push(`${example}\n`)).toMatchObject([{ line: 1, puzzle: { line: 1 } }]);
    for (const row of rows.slice(0, 8)) expect(reader.push(row)).toEqual([]);
    expect(reader.push(rows[8] as string)).toMatchObject([{ line: 2, puzzle: { line: 2 } }]);
    expect(reader.push('53')).toMatchObject([{ line: 11, error: { line: 11 } }]);
    expect(reader.push(rows[0] as string)).toEqual([]);
    expect(reader.end()).toMatchObject([{ line: 12, error: { line: 12, column: 10 } }]);
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
    expect(writeLine(line.givens, line.shape, line.symbols)).toBe(values.join(' '));
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
    ['prose', `Hello, world\n\n${example}`, ['bad-text 1:3', example]],
    ['a row that is too short', `${short}\n\n${grid}`, ['bad-text 5:9', example]],
    [
      'a row that is too long',
      `${short.replace('8...6..3', '8...6...3.')}\n\n${grid}`,
      ['bad-text 5:10', example],
    ],
    ['a row that is missing', `${rows.slice(1).join('\n')}\n\n${grid}`, ['bad-text 8:10', example]],
    ['a row too many', `${grid}\n${rows[0]}\n\n${grid}`, [example, 'bad-text 10:10', example]],
    ['a grid that a puzzle ends', `${rows[0]}\n${rows[1]}\n${example}`, ['bad-text 2:10', example]],
    ['a value beyond the size', '1.35.4.2.34.4.23', ['bad-text 1:4']],
    [
      'a field in CSV',
      `id,puzzle\n1,${example}\n2,${example.slice(2)}\n3\n4,"${example}"`,
      [example, 'bad-text 3:82', 'bad-text 4:2', example],
    ],
    ['a value in CSV', `id,puzzle\n1,"${example.replace('8', 'Q')}"`, ['bad-text 2:24']],
    ['JSON that is cut', ` {"rows":[[1,2\n${example}`, ['bad-text 1:2', example]],
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
    const text = `${bands.join('\n\n')}\n\n${banded('', spread)}\n\n\n${banded('', spread)}`;
    const answers = seen(text);
    expect(answers.filter((answer) => !answer.startsWith('bad-text'))).toEqual([example]);
    expect(answers[0]).toBe('bad-text 6:10');
  });

  test('the message has the place, what was found and what to do', () => {
    expect(() => readPuzzles('12a', { source: 'my.txt' })).toThrow(
      /^my\.txt, line 1, column 4: found 3 cells; a Sudoku of size 4 has 16/,
    );
    expect(() => readPuzzles(in4.replace('3', '7'))).toThrow(
      /^Line 1, column 3: found "7" .* give size 16/,
    );
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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PuzzleReader, type Read, type ReadSettings } from '../../../src/sudoku.ts';
import { runs } from '../../support/effort.ts';
import { growthOf, growthOfParts } from '../../support/growth.ts';
import { timeToRead } from '../../support/sudoku-read.ts';

/**
 * The reader has a short way for lines of digits and points. With a comment behind it, a line means
 * the same and takes the long way: so the two are compared.
 */
const plain = fc
  .tuple(
    fc.constantFrom(16, 36, 64, 81, 4, 9, 80, 100),
    fc.constantFrom('123456789.', '0', '.1', '0.1234'),
  )
  .chain(([length, symbols]) =>
    fc.string({ unit: fc.constantFrom(...symbols), minLength: length, maxLength: length }),
  );
const other = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'1230.-X |+AG,#'), maxLength: 20 }),
  fc.constantFrom(
    '',
    '',
    ' ',
    '# a',
    '=====',
    '---------',
    '[State]',
    '[Puzzle]',
    'Grid 3',
    '.........',
    '         ',
  ),
  fc.constantFrom(
    '1 2 3 4',
    '| 1 2 | 3 4 |',
    '| 1   | 3   |',
    '|     |     |',
    '|-----|-----|',
    '1,,3,',
    '1;;3;4',
    '\t\t\t',
    '1\t2\t\t',
    '·1••',
    '1,2,,?',
    '53..7....',
    '123456789',
    '\ufeff1...',
    `${'.'.repeat(80)}?`,
  ),
);
const settings = fc.constantFrom<ReadSettings>(
  {},
  { size: 4 },
  { size: 9 },
  { boxes: '3x2' },
  { size: 16 },
  { symbols: '0-9', size: 4 },
  { symbols: '1-9' },
);

/** The answers, to be compared; a column behind the line is that of the comment. */
function seen(reads: readonly Read[]): unknown[] {
  return reads.map(({ line, puzzle, error }) =>
    error === undefined
      ? [line, puzzle.line, `${puzzle.shape}`, puzzle.symbols.name, puzzle.givens.join(' ')]
      : [line, error.line, error.column, error.message],
  );
}

function readAll(pieces: readonly string[], how: ReadSettings): unknown[] {
  const reader = new PuzzleReader(how);
  const reads = pieces.flatMap((piece) => reader.push(piece));
  return seen([...reads, ...reader.end()]);
}

test('a plain line and one with a comment behind it are read alike, and so is what follows', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 2, arbitrary: plain }, other), { maxLength: 12 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      settings,
      (lines, end, how) => {
        const commented = lines.map((line) => (/^[\d.]+$/.test(line) ? `${line}#` : line));
        const text = lines.map((line) => line + end);
        expect(readAll(text, how)).toEqual(
          readAll(
            commented.map((line) => line + end),
            how,
          ),
        );
      },
    ),
    { numRuns: runs(2000) },
  );
});

test('wherever a text is cut into pieces, it is read alike', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.oneof(plain, other), fc.constantFrom('\n', '\r\n', '\r', '\n\n')), {
        maxLength: 8,
      }),
      fc.array(fc.nat(), { maxLength: 20 }),
      settings,
      (lines, places, how) => {
        const text = lines.flat().join('');
        const cuts = places.map((place) => place % (text.length + 1)).sort((a, b) => a - b);
        const pieces = [0, ...cuts].map((from, k) => text.slice(from, cuts[k] ?? text.length));
        expect(readAll(pieces, how)).toEqual(readAll([text], how));
      },
    ),
    { numRuns: runs(1000) },
  );
});

test('lines are counted, be they empty, too long, or cut between \\r and \\n', () => {
  const long = '1'.repeat(600_000);
  const pieces = ['\n\n\r', '\n\r', '\r\n', '12\r\n', '\n', long, long, long, '\n\n\n', '123'];
  const reader = new PuzzleReader();
  const reads = [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
  expect(reads.map(({ line, error }) => [line, error?.column])).toEqual([
    [6, 3],
    [8, 1_000_001],
    [11, 4],
  ]);
});

test('a line is refused as soon as it is too long', () => {
  const reader = new PuzzleReader();
  expect(reader.push('.'.repeat(1_000_000))).toEqual([]);
  expect(reader.push('.')).toMatchObject([{ line: 1, error: { column: 1_000_001 } }]);
  expect(reader.push('.'.repeat(1_000_000))).toEqual([]);
  expect(reader.end()).toEqual([]);
});

test('two empty lines end a grid: it is not held back', () => {
  const reader = new PuzzleReader();
  const bands = '1234\n3412\n\n2143\n4321\n\n';
  expect(reader.push(bands)).toEqual([]);
  expect(reader.push('\n')).toMatchObject([{ line: 1, puzzle: { line: 1 } }]);
});

/** Lines of n characters or so that take each part of the reader as long as they can. */
const LINES: Readonly<Record<string, (n: number) => string>> = {
  commas: (n) => ','.repeat(n),
  'semicolons and quotes': (n) => '"";'.repeat(n / 3),
  'fields with nothing at the end': (n) => `${'1,'.repeat(n / 2)}`,
  'places between bars': (n) => `|${'   1'.repeat(n / 4)}|`,
  'bars and spaces': (n) => '| '.repeat(n / 2),
  digits: (n) => '1'.repeat(n),
  blanks: (n) => '.'.repeat(n),
  'digits, then a stranger': (n) => `${'1'.repeat(n)}?`,
  numbers: (n) => '10 '.repeat(n / 3),
  symbols: (n) => '1 '.repeat(n / 2),
  'spaces, then a cell': (n) => `${' '.repeat(n)}1`,
  bars: (n) => '|'.repeat(n),
  'cells between bars': (n) => '|1'.repeat(n / 2),
  dashes: (n) => '-'.repeat(n),
  'a rule with corners': (n) => `${'*---'.repeat(n / 4)}1`,
  'quotes in a header': (n) => `${'puzzle"'.repeat(n / 7)},`,
  'a title': (n) => `grid${' 1'.repeat(n / 2)}?`,
  'a section': (n) => `[${'a'.repeat(n)}`,
};

test.each(Object.entries(LINES))('time grows with the line: %s', (_, line) => {
  const growth = growthOfParts((n, lines) => timeToRead(`${line(n)}\n`.repeat(lines)), 1024);
  expect(growth).toBeLessThan(8);
});

test('time grows with the line: digits and a letter', () => {
  // Puzzles of 30x30 and of 60x60, each on a line.
  const read = (n: number, lines: number) => timeToRead(`${'1'.repeat(n - 1)}A\n`.repeat(lines));
  expect(growthOfParts(read, 900)).toBeLessThan(8);
});

const TEXTS: Readonly<Record<string, (n: number) => string>> = {
  'bars without end': (n) => '| | |1|2|\n'.repeat(n),
  'bars and spaces without end': (n) => '| | | | |\n'.repeat(n),
  'rows of two lengths': (n) => '1,,3,4,,6\n'.repeat(n),
  'rows that are read anew': (n) => '1,,3,4,,6\n1,2,,,,\n1,,3,4,,6,\n,,,\n'.repeat(n),
  'quotes in CSV': (n) => `puzzle,b\n${`${'"'.repeat(100)}\n`.repeat(n)}`,
  'separators in CSV': (n) => `puzzle,b\n${`${','.repeat(100)}\n`.repeat(n)}`,
  'empty lines': (n) => '\n'.repeat(20 * n),
  'empty lines within a grid': (n) => `1234\n${'\n'.repeat(n)}`,
  'empty lines as in DOS': (n) => '\r\n'.repeat(n),
  'empty lines as in old Macs': (n) => '\r'.repeat(20 * n),
  'puzzles as in old Macs': (n) => `${'.'.repeat(81)}\r`.repeat(n),
  'lines of spaces': (n) => '    \n'.repeat(n),
  'lines of dashes': (n) => '---------\n'.repeat(n),
  rules: (n) => '=====\n'.repeat(n),
  'rows without end': (n) => '53..7....\n'.repeat(n),
  'bands without end': (n) => '53..7....\n6..195...\n.98....6.\n\n'.repeat(n),
  'bands between rules': (n) => '53..7....\n\n=====\n'.repeat(n),
  'rows and slips': (n) => `53..7....\n${'1 2\n'.repeat(n)}`,
  puzzles: (n) => `${'.'.repeat(81)}\n`.repeat(n),
  'small puzzles with spaces': (n) => `${'. '.repeat(16)}\n`.repeat(n),
  prose: (n) => 'Hello, world\n'.repeat(n),
};

test.each(Object.entries(TEXTS))('time grows with the text: %s', (_, text) => {
  expect(growthOf((n) => timeToRead(text(n)))).toBeLessThan(8);
});

test.each(['\n', '\r', '\r\n'])('time grows with the text in one piece, lines end %j', (end) => {
  const line = `${'53..7....'.repeat(9)}${end}`;
  const growth = growthOf((n) => {
    const text = line.repeat(n);
    return () => new PuzzleReader().push(text);
  });
  expect(growth).toBeLessThan(8);
});

test('time grows with the pieces of a line', () => {
  const growth = growthOf((n) => () => {
    const reader = new PuzzleReader();
    for (let k = 0; k < n; k++) reader.push('1');
    reader.end();
  });
  expect(growth).toBeLessThan(8);
});

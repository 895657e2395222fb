import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  type Puzzle,
  readPuzzle,
  readPuzzles,
  Shape,
  Solver,
  writeLine,
} from '../../src/sudoku.ts';
import { workFolder } from '../support/folder.ts';
import { quadrille } from '../support/quadrille.ts';
import { isCompletion } from '../support/sudoku.ts';
import { EXAMPLE as PUZZLE } from '../support/sudoku-read.ts';

const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
/** r1c1 of the solution given wrongly, which contradicts no other given. */
const NONE = `1${PUZZLE.slice(1)}`;
/** Without its first given, so that two values fit. */
const SEVERAL = PUZZLE.replace('5', '.').replace('3', '.');
const TWICE = `55${PUZZLE.slice(2)}`;
const EMPTY = '.'.repeat(81);

const { here, path, write } = workFolder({
  'one.txt': `${PUZZLE}\n`,
  'two.txt': `${NONE}\n${TWICE}\n`,
});

const sudoku = (stdin: string | string[], ...args: string[]) =>
  quadrille(['sudoku', ...args], { stdin });

describe('a line for each puzzle, in order', () => {
  test('the solved grid, no solution, or why it is invalid', async () => {
    const { stdout, stderr, code } = await sudoku(
      `${PUZZLE}\n${NONE}\n${TWICE}\n12345\n${PUZZLE}\n`,
    );
    const lines = stdout.split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[0]).toBe(SOLVED);
    expect(lines[1]).toBe('no solution');
    expect(lines[2]).toMatch(/^invalid: standard input:3: r1c1 and r1c2 are both in row 1 and/);
    expect(lines[3]).toMatch(/^invalid: standard input:4:/);
    expect(lines[4]).toBe(SOLVED);
    const notes = stderr.trimEnd().split('\n');
    expect(notes).toHaveLength(2);
    expect(notes[0]).toMatch(/^quadrille sudoku: standard input:3: r1c1 and r1c2/);
    expect(notes[1]).toMatch(/^quadrille sudoku: standard input:4:/);
    expect(code).toBe(2);
  });

  test('on one screen each error once', async () => {
    const bad = `hello\n${TWICE}\n`;
    const seen = async (args: string[], terminal: boolean) => {
      const { stdout, stderr, code } = await quadrille(['sudoku', ...args], {
        stdin: bad,
        terminal,
      });
      const [told, noted] = [stdout, stderr].map((text) => text.match(/input:\d/g)?.length ?? 0);
      return [told, noted, code];
    };
    expect(await seen([], true)).toEqual([2, 0, 2]);
    expect(await seen(['--json'], true)).toEqual([2, 0, 2]);
    expect(await seen([], false)).toEqual([2, 2, 2]);
    const missing = await here('sudoku no.txt', { terminal: true });
    expect([missing.stdout, missing.code]).toEqual(['', 2]);
    expect(missing.stderr).toContain('no.txt: there is no such file');
  });

  test('wherever the text is cut into chunks', async () => {
    const text = `${PUZZLE}\r\n${NONE}\r\n${PUZZLE}`;
    const expected = `${SOLVED}\nno solution\n${SOLVED}\n`;
    for (const size of [1, 7, 81, 82, 83, 84]) {
      const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) as string[];
      expect((await sudoku(chunks)).stdout).toBe(expected);
    }
  });

  test('with the lines counted right where \\r\\n is cut in two', async () => {
    const { stdout } = await sudoku([`${PUZZLE}\r`, `\n${NONE}\r`, '\n'], '--json');
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).line)).toEqual([1, 1, 2]);
  });

  test.each([
    ['utf16le', [0xff, 0xfe]],
    ['utf8', [0xef, 0xbb, 0xbf]],
  ] as const)('in %s with a byte order mark', async (encoding, mark) => {
    const bytes = Buffer.concat([Buffer.from(mark), Buffer.from(`${PUZZLE}\r\n`, encoding)]);
    const { stdout } = await here('sudoku', { stdin: [bytes] });
    expect(stdout).toBe(`${SOLVED}\n`);
    const turned = await here('sudoku', { stdin: [Buffer.from(bytes).swap16()] });
    if (encoding === 'utf16le') expect(turned.stdout).toBe(`${SOLVED}\n`);
  });

  test('with line ends of old Macs', async () => {
    expect((await sudoku(`${PUZZLE}\r${NONE}\r`)).stdout).toBe(`${SOLVED}\nno solution\n`);
  });

  test('from several files', async () => {
    const { stdout, stderr, code } = await here('sudoku one.txt two.txt');
    expect(stdout).toBe(`${SOLVED}\nno solution\ninvalid: ${stdout.split('invalid: ')[1]}`);
    expect(stderr).toContain(`${path('two.txt')}:2: r1c1 and r1c2`);
    expect(code).toBe(2);
  });

  test('a file without a puzzle is named, and the others are answered', async () => {
    write('blank.txt', '# nothing\n');
    const { code, stdout, stderr } = await here('sudoku blank.txt one.txt');
    expect([code, stdout]).toEqual([2, `${SOLVED}\n`]);
    expect(stderr).toMatch(/blank\.txt has no puzzle; give one as 81 characters/);
  });

  test('without any time no puzzle is begun', async () => {
    for (const [flags, printed] of [
      ['', 'undecided: timeout\n'],
      [' --json', expect.stringContaining('"status":"timeout"')],
      [' --count', '>=0\n'],
      [' --unique', 'unknown\n'],
    ]) {
      const { code, stdout } = await here(`sudoku one.txt --timeout 0${flags}`);
      expect([code, stdout]).toEqual([3, printed]);
    }
  });

  test('a file that is not there does not keep the others from being answered', async () => {
    const { stdout, stderr, code } = await here('sudoku no.txt one.txt');
    expect(stdout).toBe(`${SOLVED}\n`);
    expect(stderr).toContain('no.txt: there is no such file');
    expect(code).toBe(2);
  });

  describe('out of gzip', () => {
    const zipped = gzipSync(`${PUZZLE}\n${NONE}\n`);
    const unzipped = (...stdin: Uint8Array[]) => here('sudoku', { stdin });

    test('by its first bytes, wherever it is cut', async () => {
      const expected = `${SOLVED}\nno solution\n`;
      expect((await unzipped(zipped)).stdout).toBe(expected);
      expect((await unzipped(...[...zipped].map((byte) => Uint8Array.of(byte)))).stdout).toBe(
        expected,
      );
      write('one.gz', Buffer.concat([zipped, zipped]));
      expect((await here('sudoku one.gz')).stdout).toBe(expected.repeat(2));
    });

    test('a part of it is an error behind what there was', async () => {
      const { stdout, stderr, code } = await unzipped(zipped.subarray(0, -9));
      expect(stdout).toMatch(/^(\d{81}\n(no solution\n)?)?$/);
      expect(stderr).toBe(
        'quadrille sudoku: standard input: it ends within its gzip data; copy it again\n',
      );
      expect(code).toBe(2);
      const damaged = zipped.map((byte, k) => (k > 11 ? byte ^ 0x55 : byte));
      expect((await unzipped(damaged)).stderr).toContain('its gzip data is damaged');
    });

    test('a text that is too short to tell is a text', async () => {
      expect((await unzipped(Uint8Array.of(0x1f))).stderr).toContain('standard input:1:1: found');
    });
  });

  test('of a line without an end, not all is kept', async () => {
    const chunks = Array.from({ length: 30 }, () => '1'.repeat(100_000));
    const { stdout, code } = await sudoku([...chunks, '\n', PUZZLE]);
    expect(stdout).toMatch(/^invalid: .*:1:1000001: found more than 1000000 characters in a line/);
    expect(stdout.split('\n')[1]).toBe(SOLVED);
    expect(code).toBe(2);
  });
});

describe('the exit code', () => {
  test.each([
    [PUZZLE, 0],
    [`${PUZZLE}\n${NONE}`, 1],
    [`${TWICE}\n${NONE}`, 2],
    [NONE, 1, '--all'],
    [PUZZLE, 0, '--all'],
    ['', 2],
    ['# only a comment\n', 2],
  ] as [string, number, ...string[]][])('%#', async (text, code, ...flags) => {
    expect((await sudoku(text, ...flags)).code).toBe(code);
  });
});

describe('questions', () => {
  const text = `${PUZZLE}\n${NONE}\n${SEVERAL}`;

  test('--unique', async () => {
    const { stdout, code } = await sudoku(text, '--unique');
    expect(stdout).toBe('unique\nnone\nseveral\n');
    expect(code).toBe(1);
  });

  test('--count agrees with --all, which has grids that are right', async () => {
    const { stdout } = await sudoku(SEVERAL, '--count');
    const count = Number(stdout);
    expect(count).toBeGreaterThan(1);
    const all = await sudoku(SEVERAL, '--all');
    const grids = readPuzzles(all.stdout);
    const { givens } = readPuzzle(SEVERAL);
    expect(grids).toHaveLength(count);
    expect(new Set(all.stdout.trim().split('\n')).size).toBe(count);
    for (const grid of grids) expect(isCompletion(Shape.of(), givens, grid.givens)).toBe(true);
  });

  test('of puzzles that are not easy', async () => {
    const text = readFileSync(new URL('../../data/sudoku/25x25.txt', import.meta.url), 'utf8');
    const hard = readPuzzles(text).find(({ shape, givens }) => {
      const limits = { maxNodes: 2000 };
      return new Solver({ boxes: shape.boxes }).isUnique(givens, limits).answer === 'unknown';
    }) as Puzzle;
    const line = writeLine(hard.shape, hard.givens);
    expect((await sudoku(line, '--unique')).stdout).toBe('unique\n');
    expect((await sudoku(line, '--count')).stdout).toBe('1\n');
    expect((await sudoku(line)).stdout).toMatch(/^\w{625}\n$/);
  });

  test('--count and --all up to a limit', async () => {
    expect((await sudoku(EMPTY, '--count', '--limit', '1000')).stdout).toBe('>=1000\n');
    expect((await sudoku(SEVERAL, '--count', '--limit', '2')).stdout).toBe('>=2\n');
    const { stdout, code } = await sudoku(EMPTY, '--all', '--limit', '5');
    expect(stdout.trimEnd().split('\n')).toHaveLength(5);
    expect(code).toBe(0);
  });

  test('--all has an empty line behind each puzzle', async () => {
    const { stdout } = await sudoku(`${PUZZLE}\n${NONE}\n${PUZZLE}`, '--all');
    expect(stdout).toBe(`${SOLVED}\n\nno solution\n\n${SOLVED}\n\n`);
  });
});

describe('shapes and symbols', () => {
  const SIX = '1.....\n.2....\n..3...\n...4..\n....5.\n.....6\n';

  test('--boxes and --size tell what the text leaves open', async () => {
    const { stdout } = await sudoku(SIX, '--boxes', '3x2');
    const { givens } = readPuzzle(SIX, { boxes: '3x2' });
    const grid = readPuzzle(stdout, { boxes: '3x2' }).givens;
    expect(isCompletion(Shape.of({ boxes: '3x2' }), givens, grid)).toBe(true);
    const sixteen = `${'.'.repeat(16)}\n`.repeat(16);
    expect((await sudoku(sixteen, '--size', '16')).stdout.trimEnd()).toHaveLength(256);
  });

  test('--symbols: answers are written as the puzzle is', async () => {
    const letters = PUZZLE.replace(/\d/g, (digit) => 'ABCDEFGHI'.charAt(Number(digit) - 1));
    const { stdout } = await sudoku(letters, '--symbols', 'A-I');
    expect(stdout.replace(/\w/g, (letter) => String('ABCDEFGHI'.indexOf(letter) + 1))).toBe(
      `${SOLVED}\n`,
    );
  });

  test('--pretty has borders', async () => {
    const { stdout } = await sudoku(PUZZLE, '--pretty');
    expect(stdout.split('\n')[1]).toBe('| 5 3 4 | 6 7 8 | 9 1 2 |');
    expect(readPuzzle(stdout).givens.join('')).toBe(SOLVED);
  });
});

test('Ctrl-C says what there was', async () => {
  const { stdout, stderr, code } = await here('sudoku --all', {
    stdin: `${PUZZLE}\n${EMPTY}\n${PUZZLE}\n`,
    interrupt: { after: `${SOLVED}\n\n1` },
  });
  expect(stdout.startsWith(`${SOLVED}\n\n1`)).toBe(true);
  expect(stdout).toMatch(/\nundecided: aborted\n\n$/);
  expect(stderr).toMatch(/^Stopped by Ctrl-C\.\n2 puzzles in [\d.]+ s: /);
  expect(code).toBe(130);
});

test('a terminal sees the steps of a rating that takes long', async () => {
  // Each look at the clock is a second after the one before.
  const { now } = performance;
  let time = 0;
  performance.now = () => (time += 1000);
  try {
    const { stdout, stderr } = await here('sudoku one.txt --rate', { terminal: true });
    expect(stdout).toMatch(/\d\.\d\n$/);
    expect(stderr).toMatch(/puzzle 1: \d+ steps?/);
  } finally {
    performance.now = now;
  }
});

test('standard input can be read only once', async () => {
  const { stdout, stderr, code } = await sudoku(PUZZLE, '-', '-');
  expect(stdout).toBe(`${SOLVED}\n`);
  expect(stderr).toContain('standard input can be read only once');
  expect(code).toBe(2);
});

test('Ctrl-C is heeded while nothing comes in', async () => {
  const { stdout, code } = await here('sudoku', {
    stdin: new Readable({ read: () => undefined }),
    interrupt: { turns: 5 },
  });
  expect([stdout, code]).toEqual(['', 130]);
});

test('whoever reads slowly is waited for', async () => {
  const { stdout } = await here('sudoku --all --limit 5000', {
    stdin: EMPTY,
    slow: true,
  });
  expect(stdout.length).toBe(5000 * 82 + 1);
});

test('--stats tells how many there were', async () => {
  const { stderr } = await sudoku(`${PUZZLE}\n${NONE}\n${TWICE}\n`, '--stats');
  expect(stderr).toMatch(/2 puzzles in [\d.]+ s: [\d,]+ a second, 1 invalid\n$/);
});

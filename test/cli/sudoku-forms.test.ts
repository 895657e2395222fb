import { describe, expect, test } from 'vitest';
import type { Shell } from '../../src/cli/command.ts';
import { Printer } from '../../src/cli/sudoku-printer.ts';
import { canonicalGrid, PuzzleGenerator, Shape, writeLine } from '../../src/sudoku.ts';
import { quadrille } from '../support/quadrille.ts';

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const FORM = '........1.....2.34156...27......8.......51..232974......16..9....34..7..28.91.45.';
/** PUZZLE with its first two rows exchanged, and the values 5 and 3. */
const TWIN = '6..193...35..7.....98....6.8...6...54..8.5..17...2...6.6....28....419..3....8..79';
/** Without the first given of PUZZLE. */
const OTHER = `.${PUZZLE.slice(1)}`;
const TWICE = `55${PUZZLE.slice(2)}`;

const sudoku = (lines: readonly string[], ...args: string[]) =>
  quadrille(['sudoku', ...args], { stdin: lines.map((line) => `${line}\n`).join('') });

describe('--canonical', () => {
  test('prints the canonical form of each puzzle, one a line, in order', async () => {
    const { stdout, stderr, code } = await sudoku([PUZZLE, OTHER, TWIN], '--canonical');
    const lines = stdout.split('\n');
    expect([lines[0], lines[2], lines[3]]).toEqual([FORM, FORM, '']);
    expect(lines[1]).not.toBe(FORM);
    expect([stderr, code]).toEqual(['', 0]);
  });

  test('tells in its place what is no puzzle, or has no canonical form', async () => {
    const large = '.'.repeat(256);
    const { stdout, stderr, code } = await sudoku(
      [PUZZLE, TWICE, large, '123', TWIN],
      '--canonical',
    );
    const lines = stdout.split('\n');
    expect([lines[0], lines[4]]).toEqual([FORM, FORM]);
    expect(lines[1]).toMatch(/^invalid: standard input:2: r1c1 and r1c2 are both in row 1/);
    expect(lines[2]).toMatch(
      /^invalid: standard input:3: A Sudoku of 16x16 with boxes of 4x4 gets no canonical form; /,
    );
    expect(lines[3]).toMatch(/^invalid: standard input:4:/);
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
    expect(code).toBe(2);
  });

  test('of thousands in one line of JSON', async () => {
    const { stdout } = await sudoku([JSON.stringify(new Array(5000).fill(PUZZLE))], '--canonical');
    expect(stdout).toBe(`${FORM}\n`.repeat(5000));
  });

  test('by threads, the same; with borders; in the alphabet of the puzzle', async () => {
    const generator = new PuzzleGenerator({ seed: 1 });
    const grids = Array.from({ length: 300 }, () => generator.grid());
    const lines = grids.map((grid) => writeLine(generator.shape, grid));
    const { stdout } = await sudoku(lines, '--canonical', '--workers', '2');
    const forms = grids.map((grid) => canonicalGrid(generator.shape, grid));
    expect(stdout).toBe(forms.map((form) => `${form.join('')}\n`).join(''));
    const framed = await sudoku([PUZZLE], '--canonical', '--pretty');
    expect(framed.stdout.split('\n')[3]).toBe('| 1 5 6 | . . . | 2 7 . |');
    const letters = (line: string) => line.replace(/\d/g, (digit) => ' ABCDEFGHI'.charAt(+digit));
    expect((await sudoku([letters(TWIN)], '--canonical')).stdout).toBe(`${letters(FORM)}\n`);
  });
});

describe('--distinct', () => {
  test('prints the first puzzle of each form as it stands', async () => {
    const { stdout, code } = await sudoku([TWIN, OTHER, PUZZLE, FORM, OTHER], '--distinct');
    expect(stdout).toBe(`${TWIN}\n${OTHER}\n`);
    expect(code).toBe(0);
  });

  test('shapes are told apart', async () => {
    const framed = (down: number, across: number) => {
      const rule = `+${`${'-'.repeat(2 * across + 1)}+`.repeat(down)}\n`;
      const row = `|${`${' .'.repeat(across)} |`.repeat(down)}\n`;
      return `${rule}${`${row.repeat(down)}${rule}`.repeat(across)}`;
    };
    const { stdout } = await sudoku([framed(2, 3), framed(3, 2), framed(2, 3)], '--distinct');
    expect(stdout).toBe(`${'.'.repeat(36)}\n`.repeat(2));
  });

  test('keeps what is no puzzle in its place', async () => {
    const { stdout, code } = await sudoku([PUZZLE, TWICE, TWIN], '--distinct');
    expect(stdout).toMatch(/^53.*\ninvalid: standard input:2: r1c1 and r1c2 are both.*\n$/);
    expect(code).toBe(2);
  });
});

test('all forms are told apart', () => {
  const { signal } = new AbortController();
  const printer = new Printer({ question: 'distinct' }, false, signal, {} as Shell);
  const shape = Shape.of({ size: 4 });
  const grid = new Uint8Array(shape.cells);
  const next = (number: number) => grid.map((_, cell) => Math.floor(number / 5 ** cell) % 5);
  for (const isNew of [true, false]) {
    for (let number = 0; number < 50_000; number++) {
      if (printer.isNew(shape, next(number)) !== isNew) expect.fail(`${number}`);
    }
  }
  const odd = [new Uint8Array(81), new Uint8Array(81).fill(9, 80), new Uint8Array(81).fill(9, 79)];
  const isNew = () => odd.map((form) => printer.isNew(Shape.of({}), form));
  expect([isNew(), isNew()]).toEqual([
    [true, true, true],
    [false, false, false],
  ]);
});

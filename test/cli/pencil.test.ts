import { describe, expect, test } from 'vitest';
import { first, solutions, writeDlx } from '../../src/index.ts';
import { polyominoes, queens } from '../../src/puzzles.ts';
import { encode, readPuzzle, Solver } from '../../src/sudoku.ts';
import { linesOf } from '../support/output-schema.ts';
import { quadrille } from '../support/quadrille.ts';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
/** Its first step is a pointing. */
const POINTING =
  '.....4..171423...9256981734....4.15..3..9...6.....7.....561....1....84..8..4...1.';
/** It needs chains. */
const HARD = '...3...4.9....8...5..2.......5.87..3..861......95..8.6..2...93..5...4..7.9..2..8.';
/** Its four blanks can be filled in two ways. */
const SEVERAL = '534..8912672195348198342567859..1423426853791713924856961537284287419635345286179';
const TOLD =
  'there are several solutions, and no technique finds a step that holds in all; ' +
  'add givens (--candidates tells which are possible)';
const NONE = `12345678.........9${'.'.repeat(63)}`;
const WRONG = `11${'.'.repeat(79)}`;

const ONE = 'a b c d\n| early\na b\nc d\na c\n| late\nb\nd\nb d\n';
const CHAIN = 'a b c\na b\nc\nb c\n';

const solve = (stdin: string, ...flags: string[]) => quadrille(['solve', ...flags], { stdin });
const sudoku = (lines: readonly string[], ...flags: string[]) =>
  quadrille(['sudoku', ...flags], { stdin: lines.map((line) => `${line}\n`).join('') });

interface Placed {
  readonly cell: string;
  readonly value: string;
}

describe('solve', () => {
  test('--steps: a line for each step, with tabs between', async () => {
    expect(await solve(CHAIN, '--steps')).toEqual({
      code: 0,
      stdout:
        '1\t1.5\tSingle: look at a. Only one option is left. So [a b] holds.\n' +
        '2\t1.5\tSingle: look at c. Only one option is left. So [c] holds.\n',
      stderr: '',
    });
    expect((await solve(CHAIN, '--steps', '--limit', '1')).stdout).toMatch(/^1\t[^\n]+\n$/);
  });

  test('--hint: a sentence a line', async () => {
    expect(await solve(CHAIN, '--hint')).toEqual({
      code: 0,
      stdout: 'Single: look at a.\nOnly one option is left.\nSo [a b] holds.\n',
      stderr: '',
    });
  });

  test('--hint goes on below a prefix, and finds the mistake in it', async () => {
    const wrong = await solve(CHAIN, '--hint', '--prefix', '[2]');
    expect([wrong.stdout, wrong.code]).toEqual([
      'Take a decision back: [b c] is chosen, but it is wrong.\n',
      0,
    ]);
    const crossed = await solve(CHAIN, '--hint', '--prefix', '[-2]');
    expect(crossed.stdout).toBe('Take a decision back: [c] is crossed out, but it holds.\n');
    expect((await solve(CHAIN, '--hint', '--prefix', '[0]')).stdout).toMatch(/So \[c\] holds/);
    expect((await solve(CHAIN, '--hint', '--prefix', '[0,1]')).stdout).toBe(
      'Every item is covered.\n',
    );
    const { stdout } = await solve(CHAIN, '--hint', '--prefix', '[2]', '--json');
    expect(linesOf(stdout)).toMatchObject([{ type: 'status', hint: 'mistake', decisions: [2] }]);
  });

  test('--rate: one number', async () => {
    expect(await solve(CHAIN, '--rate')).toEqual({ code: 0, stdout: '1.5\n', stderr: '' });
    expect((await solve(CHAIN, '--rate', '--prefix', '[0,1]')).stdout).toBe('0.0\n');
    const { stdout } = await solve(CHAIN, '--rate', '--json');
    expect(linesOf(stdout)).toMatchObject([
      { difficulty: 1.5, technique: 'single', ending: 'solved', engine: 'pencil' },
    ]);
  });

  test('Sudokus have their own scale, by the names of their items', async () => {
    const { shape, givens } = readPuzzle(EASY);
    const { stdout } = await solve(writeDlx(encode(shape, givens)), '--rate', '--json');
    expect(linesOf(stdout)).toMatchObject([{ difficulty: 1.2, technique: 'hidden single' }]);
  });

  test('--labels name options', async () => {
    const { stdout } = await solve(ONE, '--hint', '--labels', '--prefix', '[1]');
    expect(stdout).toContain('early');
  });

  test('tells several solutions at once, and what to do', async () => {
    const text = writeDlx(queens(6));
    for (const [flag, told] of [
      ['--steps', ''],
      ['--hint', ''],
      ['--rate', '>='],
    ] as const) {
      const { stdout, stderr, code } = await solve('a b\na\nb\na b\n', flag);
      expect(stdout.startsWith(told)).toBe(true);
      expect(stderr).toBe(
        'There are several solutions, and no technique finds a step that holds in all. ' +
          'Decide more, until there is one; quadrille generate NAME makes puzzles that have one.\n',
      );
      expect(code).toBe(3);
    }
    const lines = linesOf((await solve(text, '--steps', '--json')).stdout);
    expect(lines.at(-1)).toMatchObject({ type: 'status', status: 'complete', ending: 'several' });
  });

  test('as JSON, by the schema; every step agrees with all solutions', async () => {
    const problem = polyominoes('5x6', 'F I L N P V');
    const prefix = [first(problem).solution?.numbers[0] as number];
    const all = [...solutions(problem, { prefix })].map(({ numbers }) => numbers);
    const flags = ['--steps', '--json', '--prefix', JSON.stringify(prefix)];
    const { stdout } = await solve(writeDlx(problem), ...flags);
    const steps = linesOf(stdout).filter(({ type }) => type === 'step') as unknown as {
      readonly chosen: readonly { readonly index: number }[];
      readonly crossedOut: readonly { readonly index: number }[];
    }[];
    expect(steps.length).toBeGreaterThan(0);
    for (const { chosen, crossedOut } of steps) {
      for (const numbers of all) {
        for (const { index } of chosen) expect(numbers).toContain(index);
        for (const { index } of crossedOut) expect(numbers).not.toContain(index);
      }
    }
  });
});

describe('sudoku', () => {
  test('--rate: one number a line, in order; the others say what they are', async () => {
    const { stdout, stderr, code } = await sudoku(
      [EASY, SEVERAL, POINTING, WRONG, NONE, EASY],
      '--rate',
    );
    const lines = stdout.split('\n');
    expect(lines.slice(0, 2)).toEqual(['1.2', 'several solutions']);
    expect(Number(lines[2])).toBeGreaterThan(1.2);
    expect(lines[3]).toMatch(/^invalid: standard input:4: r1c1 and r1c2 are both in row 1/);
    expect(lines.slice(4)).toEqual(['no solution', '1.2', '']);
    expect(stderr).toMatch(/standard input:4/);
    expect(code).toBe(2);
  });

  test('--rate as JSON, by the schema', async () => {
    const { stdout } = await sudoku([EASY, SEVERAL, NONE], '--rate', '--json');
    expect(linesOf(stdout)).toEqual([
      {
        ...{ type: 'status', version: 1, line: 1, status: 'complete', solutions: 1 },
        ...{ answer: 'unique', difficulty: 1.2, technique: 'hidden single', ending: 'solved' },
      },
      expect.objectContaining({ line: 2, answer: 'several', solutions: 2 }),
      expect.objectContaining({ line: 3, answer: 'none', solutions: 0 }),
    ]);
  });

  test('--hint: a sentence a line, an empty line between two puzzles', async () => {
    const { stdout, code } = await sudoku([EASY, SEVERAL, NONE, POINTING], '--hint');
    expect(stdout).toBe(
      'Hidden single: look at 8 in box 2.\nOnly one option is left.\nSo 8 at r1c6 holds.\n\n' +
        `${TOLD}\n\n` +
        'no solution\n\n' +
        'Pointing: look at 8 in box 1.\nOne of 8 at r1c2 and r1c3 holds.\n' +
        'In every case 8 at r1c7 and r1c8 are out.\n',
    );
    expect(code).toBe(3);
    const full = (await sudoku([EASY])).stdout.trim();
    expect((await sudoku([full], '--hint')).stdout).toBe('every cell is filled\n');
    const invalid = await sudoku([`11${full.slice(2)}`, full, 'wrong'], '--hint');
    expect(invalid.stdout).toMatch(/^invalid: .*\n\nevery cell is filled\n\ninvalid: .*\n$/);
  });

  test('--steps: a line for each step, then the grid', async () => {
    const { stdout, code } = await sudoku([EASY, SEVERAL], '--steps');
    const [steps = '', rest] = stdout.split('\n\n');
    const lines = steps.split('\n');
    expect(lines[0]).toBe(
      '1\t1.2\tHidden single: look at 8 in box 2. Only one option is left. So 8 at r1c6 holds.',
    );
    expect(lines).toHaveLength(EASY.replace(/\d/g, '').length + 1);
    expect(`${lines.at(-1)}\n`).toBe((await sudoku([EASY])).stdout);
    expect(rest).toBe(`${SEVERAL}\n${TOLD}`);
    expect(code).toBe(3);
    const pretty = await sudoku([EASY], '--steps', '--pretty');
    expect(pretty.stdout.split('\n').at(-4)).toMatch(/^\| 3 4 5 \| 2 8 6 \| 1 7 9 \|$/);
  });

  test('every step in JSON is right: it agrees with the solution', async () => {
    const { shape, givens } = readPuzzle(HARD);
    const { solution } = new Solver(shape).first(givens);
    if (solution === undefined) throw new Error('no solution');
    const lines = linesOf((await sudoku([HARD], '--steps', '--json')).stdout);
    const steps = lines.filter(({ type }) => type === 'step');
    const valueAt = (cell: string) => {
      const [, row, column] = /^r(\d)c(\d)$/.exec(cell) as RegExpExecArray;
      return String(solution[9 * (Number(row) - 1) + Number(column) - 1]);
    };
    let chained = 0;
    for (const step of steps) {
      const { chosen, crossedOut, reason } = step as unknown as {
        readonly chosen: Placed[];
        readonly crossedOut: Placed[];
        readonly reason: { readonly chains: Placed[][] };
      };
      for (const { cell, value } of chosen) expect(valueAt(cell)).toBe(value);
      for (const { cell, value } of crossedOut) expect(valueAt(cell)).not.toBe(value);
      chained += reason.chains.length;
    }
    expect(chained).toBeGreaterThan(0);
    expect(lines.at(-1)).toMatchObject({ type: 'status', ending: 'solved', answer: 'unique' });
    const hardest = Math.max(...steps.map(({ difficulty }) => difficulty as number));
    expect((await sudoku([HARD], '--rate')).stdout).toBe(`${hardest.toFixed(1)}\n`);
  });

  test('other sizes, in their own symbols', async () => {
    const { stdout } = await sudoku(['1...............', '1234341221434321'], '--rate');
    expect(stdout).toBe('several solutions\n0.0\n');
    const large = (await quadrille(['generate', 'sudoku', '--size', '16', '--seed', '1'])).stdout;
    const { stdout: hint } = await sudoku([large.trim()], '--hint');
    expect(hint).toMatch(/ at r\d+c\d+/);
  });
});

import { describe, expect, test } from 'vitest';
import { linesOf } from '../support/output-schema.ts';
import { quadrille } from '../support/quadrille.ts';
import { EXAMPLE as PLAIN } from '../support/sudoku-read.ts';

const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
/** Cages that hold the rows of a grid of 4x4 together: 1234 / 3412 / 2143 / 4321. */
const KILLER =
  '.Shape~4x4.Cage~3~R1C1~R1C2.Cage~7~R1C3~R1C4.Cage~7~R2C1~R2C2.Cage~3~R2C3~R2C4' +
  '.Cage~3~R3C1~R3C2.Cage~3~R4C3~R4C4.~R1C1_1~R2C2_4~R3C3_4~R4C4_1';
const KILLER_SOLVED = '1234341221434321';
/** Without a single at first. */
const CAGES = '.Shape~4x4.Cage~4~R1C1~R1C2.Cage~7~R2C1~R2C2~R3C2.Cage~6~R1C3~R2C3~R3C3';
const THERMO = '.Shape~4x4~0-3.Thermo~R1C1~R1C2~R1C3~R1C4.~R3C1_1~R2C1_2';
const NONE = '.Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R1C1_2';

const sudoku = (stdin: string, ...args: string[]) => quadrille(['sudoku', ...args], { stdin });

describe('variants stand among plain puzzles', () => {
  test('a line for each, in order, with errors in their places', async () => {
    const text = `${KILLER}\n${PLAIN}\n.Foo~R1C1\n${NONE}\n${THERMO}\n`;
    const { stdout, code } = await sudoku(text);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe(KILLER_SOLVED);
    expect(lines[1]).toBe(SOLVED);
    expect(lines[2]).toMatch(/^invalid: standard input:3:1: Foo /);
    expect(lines[3]).toBe('no solution');
    expect(lines[4]).toMatch(/^0123[0-3]{12}$/);
    expect(code).toBe(2);
  });

  test('a line that begins with a blank goes on with the one above', async () => {
    const [shape, ...rest] = KILLER.split('.Cage');
    const text = `${shape}\n  .Cage${rest.slice(0, 3).join('.Cage')}\n\t.Cage${rest.slice(3).join('.Cage')}\n${PLAIN}\n`;
    expect((await sudoku(text)).stdout).toBe(`${KILLER_SOLVED}\n${SOLVED}\n`);
    const late = await sudoku(`${shape}\n\n# a comment\n  .Cage~3~R1C1~R9C9\n`);
    expect(late.stdout).toMatch(/^invalid: standard input:4:3: Cage names the cell "R9C9"; /);
    const wrong = await sudoku(`${PLAIN}\n${shape}\n  .Cage~3~R1C1~R9C9\n`);
    expect(wrong.stdout).toMatch(/\ninvalid: standard input:3:3: Cage names the cell "R9C9"; /);
  });

  test('a string without rules is a plain puzzle', async () => {
    const givens = [...PLAIN].flatMap((digit, cell) =>
      digit === '.' ? [] : [`~R${Math.floor(cell / 9) + 1}C${(cell % 9) + 1}_${digit}`],
    );
    const text = `.${givens.join('')}\n`;
    const answer = async (from: string, ...args: string[]) => (await sudoku(from, ...args)).stdout;
    for (const flag of ['--canonical', '--rate', '--candidates']) {
      expect(await answer(text, flag)).toBe(await answer(`${PLAIN}\n`, flag));
    }
  });
});

describe('every question', () => {
  test('unique, count, all', async () => {
    const text = `${KILLER}\n${THERMO}\n${NONE}\n`;
    expect((await sudoku(text, '--unique')).stdout).toBe('unique\nseveral\nnone\n');
    const counted = (await sudoku(text, '--count')).stdout.trimEnd().split('\n').map(Number);
    const all = (await sudoku(text, '--all')).stdout.split('\n\n');
    expect(counted[0]).toBe(1);
    expect(counted[2]).toBe(0);
    const listed = (all[1] ?? '').split('\n');
    expect(listed).toHaveLength(counted[1] ?? 0);
    expect(new Set(listed).size).toBe(listed.length);
    expect((await sudoku(text, '--count', '--limit', '2')).stdout).toBe('1\n>=2\n0\n');
  });

  test('the candidates are those of all solutions, with their numbers', async () => {
    const solutions = (await sudoku(`${THERMO}\n`, '--all')).stdout.trimEnd().split('\n');
    const { stdout } = await sudoku(`${THERMO}\n`, '--candidates');
    const cells = [...'0123456789abcdef'].map((_, cell) => {
      const counts = new Map<string, number>();
      for (const solution of solutions) {
        const value = solution.charAt(cell);
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      const each = [...counts].sort().map(([value, count]) => `${value}:${count}`);
      return `r${Math.floor(cell / 4) + 1}c${(cell % 4) + 1} ${each.join(' ')}`;
    });
    // Two cells are given.
    const open = cells.filter((line) => !/^r[23]c1 /.test(line));
    expect(stdout).toBe(`${open.join('\n')}\n\n`);
  });

  test('more solutions than are listed are counted', async () => {
    const text = '.Shape~5x5.Thermo~R1C1~R1C2~R1C3\n';
    const { stdout, code } = await sudoku(text, '--candidates');
    expect(code).toBe(0);
    const count = Number((await sudoku(text, '--count')).stdout);
    expect(count).toBeGreaterThan(10_000);
    const [first = ''] = stdout.split('\n');
    const counts = [...first.matchAll(/ (\d):(\d+)/g)].map(([, value, n]) => [value, Number(n)]);
    expect(counts.map(([value]) => value)).toEqual(['1', '2', '3']);
    expect(counts.reduce((all, [, n]) => all + Number(n), 0)).toBe(count);
  });

  test('as JSON, with the line of each; with borders', async () => {
    const { stdout } = await sudoku(`\n${KILLER}\n${NONE}\n`, '--json');
    expect(linesOf(stdout)).toMatchObject([
      { type: 'solution', line: 2, index: 1, grid: KILLER_SOLVED },
      { type: 'status', line: 2, status: 'found', solutions: 1 },
      { type: 'status', line: 3, status: 'complete', solutions: 0 },
    ]);
    const pretty = await sudoku(`${KILLER}\n`, '--pretty');
    expect(pretty.stdout.match(/\d/g)?.join('')).toBe(KILLER_SOLVED);
  });

  test('steps, hints and ratings speak of the clues', async () => {
    const steps = await sudoku(`${CAGES}\n`, '--steps');
    expect(steps.stdout).toContain((await sudoku(`${CAGES}\n`)).stdout);
    expect((await sudoku(`${CAGES}\n`, '--hint')).stdout).toMatch(/cage of \d+ at r\dc\d/);
    expect((await sudoku(`${CAGES}\n`, '--rate')).stdout).toMatch(/^\d\.\d\n$/);
    const lines = linesOf((await sudoku(`${CAGES}\n`, '--steps', '--json')).stdout);
    expect(lines.at(-1)).toMatchObject({ type: 'status', ending: 'solved' });
    const texts = lines.flatMap(({ reason }) => (reason as { text?: string[] })?.text ?? []);
    expect(texts.some((text) => text.includes('cage of'))).toBe(true);
  });

  test('in other forms, and back', async () => {
    for (const form of [
      'iss',
      'iss-address',
      'f-puzzles',
      'f-puzzles-address',
      'sudokupad-address',
    ]) {
      const { stdout, code } = await sudoku(`${KILLER}\n${PLAIN}\n`, '--as', form);
      expect(code).toBe(0);
      expect((await sudoku(stdout)).stdout).toBe(`${KILLER_SOLVED}\n${SOLVED}\n`);
    }
    const { stdout, code } = await sudoku(`${THERMO}\n${KILLER}\n`, '--as', 'f-puzzles', '--json');
    expect(linesOf(stdout)).toMatchObject([
      { type: 'error', line: 1, code: 'not-supported' },
      { type: 'text', line: 2, form: 'f-puzzles' },
    ]);
    expect(code).toBe(2);
  });

  test('a time-out is told', async () => {
    const { stdout, code } = await sudoku(`${KILLER}\n`, '--timeout', '0');
    expect([stdout, code]).toEqual(['undecided: timeout\n', 3]);
  });

  test('what compares plain Sudokus is refused by name', async () => {
    const { stdout, code } = await sudoku(`${KILLER}\n${PLAIN}\n`, '--canonical');
    const [refused, form] = stdout.split('\n');
    expect(refused).toMatch(/^invalid: standard input:1: .*--canonical/);
    expect(form).toMatch(/^[.1-9]{81}$/);
    expect(code).toBe(2);
  });
});

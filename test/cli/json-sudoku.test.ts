import { describe, expect, test } from 'vitest';
import { workFolder } from '../support/folder.ts';
import { linesOf } from '../support/output-schema.ts';
import { quadrille } from '../support/quadrille.ts';

/** Of 4x4: 72 solutions, one, none, and no puzzle. */
const MANY = '1...............';
const ONE = '1234341221434321';
const NONE = '123....4........';
const BAD = '11..............';
const GARBAGE = '1234?';
const { path, write } = workFolder();
const file = write('puzzles.txt', `${MANY}\n${ONE}\n`);

/** Puzzles by `sudoku --json`; every line is as the schema wants it. */
async function output(puzzles: readonly string[], ...args: string[]) {
  const stdin = puzzles.map((puzzle) => `${puzzle}\n`).join('');
  const { stdout, code } = await quadrille(['sudoku', '--json', ...args], { stdin });
  return { lines: linesOf(stdout), code };
}

describe('sudoku --json is as the schema says', () => {
  test('a grid and a status for each puzzle, with its line', async () => {
    const { lines, code } = await output([MANY, ONE, NONE]);
    expect(lines).toMatchObject([
      { type: 'solution', line: 1, index: 1, grid: expect.stringMatching(/^1[1-4]{15}$/) },
      { type: 'status', line: 1, status: 'found', solutions: 1 },
      { type: 'solution', line: 2, index: 1, grid: ONE },
      { type: 'status', line: 2, status: 'found', solutions: 1 },
      { type: 'status', line: 3, status: 'complete', solutions: 0 },
    ]);
    expect(code).toBe(1);
  });

  test('--all', async () => {
    const { lines } = await output([MANY, ONE], '--all', '--limit', '3');
    expect(lines).toMatchObject([
      ...[1, 2, 3].map((index) => ({ type: 'solution', line: 1, index })),
      { type: 'status', line: 1, status: 'limit', solutions: 3 },
      { type: 'solution', line: 2, index: 1, grid: ONE },
      { type: 'status', line: 2, status: 'complete', solutions: 1 },
    ]);
  });

  test('--count', async () => {
    const { lines } = await output([MANY, NONE], '--count');
    expect(lines).toMatchObject([
      { type: 'status', line: 1, status: 'complete', solutions: 72 },
      { type: 'status', line: 2, status: 'complete', solutions: 0 },
    ]);
  });

  test('--unique', async () => {
    const { lines } = await output([MANY, ONE, NONE], '--unique');
    expect(lines).toMatchObject([
      { type: 'status', line: 1, status: 'found', answer: 'several' },
      { type: 'status', line: 2, status: 'complete', answer: 'unique', solutions: 1 },
      { type: 'status', line: 3, status: 'complete', answer: 'none', solutions: 0 },
    ]);
  });

  test('--canonical and --distinct', async () => {
    const twin = '4321214334121234';
    const form = { type: 'form', automorphisms: 32, line: 1, grid: '1234341221434321' };
    const canonical = await output([ONE, MANY, twin], '--canonical');
    expect(canonical.lines).toMatchObject([
      form,
      { type: 'form', line: 2, grid: '...............1', automorphisms: 48 },
      { ...form, line: 3 },
    ]);
    const distinct = await output([twin, ONE, MANY], '--distinct');
    expect(distinct.lines).toMatchObject([
      { ...form, grid: twin },
      { type: 'form', line: 3, grid: MANY, automorphisms: 48 },
    ]);
  });

  test('what is no puzzle is an error in its place', async () => {
    const { lines, code } = await output([ONE, BAD, GARBAGE, ONE]);
    expect(lines).toMatchObject([
      { type: 'solution', line: 1 },
      { type: 'status', line: 1 },
      { type: 'error', line: 2 },
      { type: 'error', line: 3 },
      { type: 'solution', line: 4 },
      { type: 'status', line: 4 },
    ]);
    expect(code).toBe(2);
  });

  test('of several files each line has its own, and one that is missing is an error', async () => {
    const nowhere = path('nowhere.txt');
    const { lines, code } = await output([ONE], file, nowhere, '-');
    expect(lines).toMatchObject([
      { type: 'solution', file, line: 1 },
      { type: 'status', file, line: 1 },
      { type: 'solution', file, line: 2 },
      { type: 'status', file, line: 2 },
      { type: 'error', file: nowhere, code: 'unreadable' },
      { type: 'solution', file: 'standard input', line: 1 },
      { type: 'status', file: 'standard input', line: 1 },
    ]);
    expect(code).toBe(2);
  });

  test('a mistake on the command line', async () => {
    const { lines } = await output([ONE], '--limit', '3');
    expect(lines).toMatchObject([{ type: 'error', code: 'usage' }]);
  });
});

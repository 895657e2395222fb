import { describe, expect, test } from 'vitest';
import { SPARSE } from '../cases/sparse.ts';
import { workFolder } from '../support/folder.ts';
import { linesOf } from '../support/output-schema.ts';
import { quadrille } from '../support/quadrille.ts';

/** Of 4x4: 72 solutions, one, none, and no puzzle. */
const MANY = '1...............';
const ONE = '1234341221434321';
const NONE = '123....4........';
const BAD = '11..............';
const { path, write } = workFolder();
const file = write('puzzles.txt', `${MANY}\n${ONE}\n`);

/** Puzzles by `sudoku --json`; every line is as the schema wants it. */
async function output(puzzles: readonly string[], ...args: string[]) {
  const stdin = puzzles.map((puzzle) => `${puzzle}\n`).join('');
  const { stdout, code } = await quadrille(['sudoku', '--json', ...args], { stdin });
  return { lines: linesOf(stdout), code };
}

describe('sudoku --json is as the schema says', () => {
  const version = 1;
  const status = (line: number, fields: object) => ({ type: 'status', version, line, ...fields });
  const solution = (line: number, grid: unknown, index = 1) => ({
    type: 'solution',
    version,
    line,
    index,
    grid,
  });
  const anyGrid = expect.stringMatching(/^1[1-4]{15}$/);
  const found = { status: 'found', solutions: 1 };
  const none = { status: 'complete', solutions: 0 };

  test('a grid and a status for each puzzle, or the error in its place', async () => {
    const { lines, code } = await output([MANY, ONE, NONE, BAD, '123', ONE]);
    const wrong = { type: 'error', version, file: 'standard input' };
    expect(lines).toEqual([
      solution(1, anyGrid),
      status(1, found),
      solution(2, ONE),
      status(2, found),
      status(3, none),
      {
        ...{ ...wrong, code: 'bad-grid', line: 4 },
        message: expect.stringMatching(/^standard input:4: r1c1 and r1c2/),
      },
      {
        ...{ ...wrong, code: 'bad-text', line: 5, column: 4 },
        message: expect.stringMatching(/^standard input:5:4: found 3 cells/),
      },
      solution(6, ONE),
      status(6, found),
    ]);
    expect(code).toBe(2);
  });

  test('--all, up to a limit', async () => {
    const { lines, code } = await output([MANY, ONE], '--all', '--limit', '3');
    expect(lines).toEqual([
      ...[1, 2, 3].map((index) => solution(1, anyGrid, index)),
      status(1, { status: 'limit', solutions: 3 }),
      solution(2, ONE),
      status(2, { status: 'complete', solutions: 1 }),
    ]);
    expect(code).toBe(0);
  });

  test('--count and --unique', async () => {
    const counted = await output([MANY, NONE], '--count');
    expect(counted.lines).toEqual([
      status(1, { status: 'complete', solutions: 72, exact: '72' }),
      status(2, { ...none, exact: '0' }),
    ]);
    const unique = await output([MANY, ONE, NONE], '--unique');
    expect(unique.lines).toEqual([
      status(1, { status: 'found', answer: 'several', solutions: 2 }),
      status(2, { status: 'complete', answer: 'unique', solutions: 1 }),
      status(3, { ...none, answer: 'none' }),
    ]);
    expect([counted.code, unique.code]).toEqual([1, 1]);
  });

  test('what was found before the time was up', async () => {
    const { lines } = await output([SPARSE[0]], '--unique', '--timeout', '0.05');
    expect(lines).toEqual([status(1, { status: 'timeout', solutions: 0, answer: 'unknown' })]);
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
});

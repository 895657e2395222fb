import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { casesOf } from '../../../bench/best/cases.ts';
import { best, type Problem, readLpSolution, writeLp } from '../../../src/index.ts';

const hasCbc = spawnSync('cbc', ['-quit']).error === undefined;
if (!hasCbc)
  console.warn('cbc is not installed, so no other solver checks the cheapest solutions.');

describe.runIf(hasCbc)('the cheapest solutions beside CBC', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quadrille-best-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function byCbc(problem: Problem): number | undefined {
    const [lp, solution] = [join(folder, 'problem.lp'), join(folder, 'problem.sol')];
    writeFileSync(lp, writeLp(problem));
    spawnSync('cbc', [lp, 'ratio', '0', 'solve', 'solution', solution]);
    return readLpSolution(problem, readFileSync(solution, 'utf8')).solution?.cost;
  }

  const sizes = /100x1000|300x3000|50x50|cover 2[05]/;
  const cases = casesOf([]).filter(({ name }) => sizes.test(name));

  test.each(cases)('$name', { timeout: 120_000 }, ({ problem }) => {
    const { solutions, status, bound } = best(problem);
    expect([status, bound]).toEqual(['complete', solutions[0]?.cost]);
    expect(solutions[0]?.cost).toBe(byCbc(problem));
  });
});

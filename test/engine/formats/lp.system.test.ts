import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { writeLp } from '../../../src/engine/formats/lp.ts';
import { readLpSolution } from '../../../src/engine/formats/lp-solution.ts';
import { readOrLibrary } from '../../../src/engine/formats/or-library.ts';
import type { Problem } from '../../../src/index.ts';
import { bruteForceMultiples, multipleMatrix, multipleProblemOf } from '../../support/multiples.ts';

const hasCbc = spawnSync('cbc', ['-quit']).error === undefined;
if (!hasCbc) console.warn('cbc is not installed, so no MIP solver solves what writeLp writes.');

describe.runIf(hasCbc)('what CBC makes of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quadrille-lp-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function solve(stated: Problem<unknown>) {
    const [lp, solution] = [join(folder, 'problem.lp'), join(folder, 'problem.sol')];
    writeFileSync(lp, writeLp(stated));
    spawnSync('cbc', [lp, 'ratio', '0', 'solve', 'solution', solution]);
    return readLpSolution(stated, readFileSync(solution, 'utf8'));
  }

  test('of small random problems: the cheapest solution', { timeout: 60_000 }, () => {
    const costs = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 11, maxLength: 11 });
    fc.assert(
      fc.property(multipleMatrix, costs, (matrix, prices) => {
        const stated = multipleProblemOf(matrix);
        for (let k = 0; k < stated.optionCount; k++) stated.setCost(k, prices[k]);
        const sums = bruteForceMultiples(matrix).map((numbers) =>
          numbers.reduce((sum, option) => sum + prices[option], 0),
        );
        const { answer, solution, optimal } = solve(stated);
        if (sums.length === 0) expect(answer).toBe('none');
        else expect([solution?.cost, optimal]).toEqual([Math.min(...sums), true]);
      }),
      { numRuns: 60 },
    );
  });

  test('of a problem in the form of the OR-library', () => {
    const stated = readOrLibrary('3 4\n10 2 1 2\n4 1 3\n7 2 2 3\n5 1 1\n');
    expect(solve(stated).solution?.numbers).toEqual([2, 3]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { knuth } from '../cases/knuth.ts';
import { smallMatrix } from '../support/arbitrary.ts';
import { runs } from '../support/effort.ts';
import { engines, rest } from '../support/engines.ts';

const solutionBudgets = fc.oneof(
  fc.integer({ min: 1, max: 5 }),
  fc.constant(Number.POSITIVE_INFINITY),
);
const nodeBudgets = fc.oneof(
  fc.integer({ min: 1, max: 20 }),
  fc.constant(Number.POSITIVE_INFINITY),
);

describe.each(Object.entries(engines))('%s', (_, start) => {
  test('comes to as many solutions as a call asks for, and stands on the last', () => {
    fc.assert(
      fc.property(
        smallMatrix,
        fc.array(fc.tuple(nodeBudgets, solutionBudgets), { minLength: 1, maxLength: 6 }),
        (matrix, budgets) => {
          const whole = start(matrix);
          const all = rest(whole);
          const search = start(matrix);
          for (let call = 0; ; call++) {
            const [nodeBudget, solutionBudget] = budgets[call % budgets.length] as [number, number];
            const { nodes, solutions } = search;
            const outcome = search.advance(nodeBudget, solutionBudget);
            const found = search.solutions - solutions;
            expect(search.nodes - nodes).toBeLessThanOrEqual(nodeBudget);
            if (outcome === 'solution') {
              expect(found).toBe(solutionBudget);
              expect(search.solution()).toEqual(all[search.solutions - 1]);
              continue;
            }
            expect(found).toBeLessThan(solutionBudget);
            expect(() => search.solution()).toThrow(/does not stand on a solution/);
            if (outcome === 'exhausted') break;
            expect(outcome).toBe('paused');
            expect(search.nodes - nodes).toBe(nodeBudget);
          }
          const { nodes, guesses, updates, solutions, deepest } = whole;
          expect(search).toMatchObject({ nodes, guesses, updates, solutions, deepest });
          expect(solutions).toBe(all.length);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  test('pauses after so much work, however many solutions it comes to', () => {
    const options = Array.from({ length: 300 }, (_, k) => [k % 3]);
    const search = start({ name: 'wide', primary: 3, secondary: 0, options });
    let pauses = 0;
    while (search.advance(1e9, Number.POSITIVE_INFINITY) === 'paused') pauses++;
    expect(search.solutions).toBe(100 ** 3);
    expect(pauses).toBeGreaterThan(5);
  });

  test('refuses a solution budget that is no number of solutions', () => {
    const search = start(knuth());
    for (const budget of [0, -1, 1.5, Number.NaN, null, '5', [1], 1n]) {
      expect(() => search.advance(1, budget as unknown as number)).toThrow(/solution budget/);
    }
    expect(search.nodes).toBe(0);
    expect(search.advance(Number.POSITIVE_INFINITY, undefined)).toBe('solution');
  });
});

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { count } from '../../src/index.ts';
import { Refuting } from '../../src/plan/symmetric.ts';
import { problemOf } from '../cases/problem.ts';
import { turningMatrix } from '../support/arbitrary.ts';
import { asSet, isSolution } from '../support/checker.ts';
import { runs } from '../support/effort.ts';
import { planIn } from '../support/plan.ts';

// Small problems have few symmetries. Here these suffice.
vi.mock(import('../../src/diagram/isomorphs.ts'), async (load) => ({
  ...(await load()),
  isRich: ({ order }) => order > 1n,
}));

test.each(['few', 'all'] as const)(
  '%s: with all experts in turn, each solution comes once',
  (kind) => {
    const outcomes = vi.spyOn(Refuting.prototype, 'advance');
    fc.assert(
      fc.property(
        turningMatrix,
        fc.constantFrom(1, 30, Number.POSITIVE_INFINITY),
        (matrix, budget) => {
          const compiled = problemOf(matrix).compile();
          const { exact } = count(compiled, { engine: 'links' });
          const search = planIn(kind, compiled, {}, { times: { refuting: 1e9 } });
          const found: number[][] = [];
          for (;;) {
            const outcome = search.advance(budget);
            if (outcome === 'exhausted') break;
            if (outcome === 'solution') found.push(search.solution());
          }
          expect(found.every((numbers) => isSolution(matrix, numbers))).toBe(true);
          expect(new Set(asSet(found)).size).toBe(Number(exact));
          expect(found.length).toBe(Number(exact));
        },
      ),
      { numRuns: runs(1500), seed: 3 },
    );
    // It has decided some of them. A stream takes only proofs from it.
    const ends = outcomes.mock.results.map(({ value }) => value);
    outcomes.mockRestore();
    expect(ends.filter((end) => end === 'exhausted').length).toBeGreaterThan(5);
    const solutions = ends.filter((end) => end === 'solution').length;
    if (kind === 'few') expect(solutions).toBeGreaterThan(5);
    else expect(solutions).toBe(0);
  },
);

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { count } from '../../src/index.ts';
import { problemOf } from '../cases/problem.ts';
import { turningMatrix } from '../support/arbitrary.ts';
import { asSet, isSolution } from '../support/checker.ts';
import { runs } from '../support/effort.ts';
import { planIn } from '../support/plan.ts';

test.each(['few', 'all'] as const)(
  '%s: with all experts in turn, each solution comes once',
  (kind) => {
    let wereAsked = 0;
    // Small problems have few symmetries: here any are enough.
    const suits = ({ order }: { order: bigint }) => {
      wereAsked++;
      return order > 1n;
    };
    const sizes = fc.constantFrom(1, 30, Number.POSITIVE_INFINITY);
    fc.assert(
      fc.property(turningMatrix, sizes, fc.constantFrom(0, 400), (matrix, budget, learning) => {
        const compiled = problemOf(matrix).compile();
        const { exact } = count(compiled, { engine: 'links' });
        const search = planIn(kind, compiled, {}, { times: { refuting: 1e9, learning }, suits });
        const found: number[][] = [];
        for (;;) {
          const outcome = search.advance(budget);
          if (outcome === 'exhausted') break;
          if (outcome === 'solution') found.push(search.solution());
        }
        expect(found.every((numbers) => isSolution(matrix, numbers))).toBe(true);
        expect(new Set(asSet(found)).size).toBe(Number(exact));
        expect(found.length).toBe(Number(exact));
      }),
      { numRuns: runs(1500), seed: 3 },
    );
    expect(wereAsked).toBeGreaterThan(30);
  },
);

import { describe, expect, test } from 'vitest';
import { best } from '../../../src/index.ts';
import { costsOf, grouped } from './grouped.ts';
import { searchOf } from './plan-searches.ts';

describe('the cheapest by plans are those of brute force', () => {
  test.each([1, 2, 3, 4])('part %d', (part) => {
    let runs = 0;
    let alone = 0;
    for (let seed = part; seed <= 120; seed += 4) {
      const ruled = grouped(seed);
      const prefix = seed % 3 === 0 ? [~(seed % ruled.optionCount)] : [];
      const costs = costsOf(ruled, prefix);
      for (const max of [false, true]) {
        const all = max ? [...costs].reverse() : costs;
        for (const k of [1, 4]) {
          const own = searchOf(ruled, { k, max, prefix });
          const answer = best(ruled, { k, max, prefix });
          const about = `seed ${seed}, k ${k}, max ${max}`;
          expect(
            answer.solutions.map(({ cost }) => cost),
            about,
          ).toEqual(all.slice(0, k));
          expect(answer.status, about).toBe('complete');
          if (all.length < k) expect(answer.bound, about).toBe('none');
          for (const { cost, solution } of answer.solutions) {
            expect(ruled.ruling?.brokenBy(solution.numbers), about).toEqual([]);
            expect(solution.cost, about).toBe(cost);
          }
          if (own === undefined) continue;
          const { search, wholes } = own;
          let before = search.bound;
          const broken: [before: number, bound: number][] = [];
          for (
            let outcome = search.advance(1);
            outcome !== 'exhausted';
            outcome = search.advance(1)
          ) {
            // The bound holds and only rises, and what is listed is no better than it can be.
            const { bound, found } = search;
            const rises = max ? bound <= before : bound >= before;
            const isOpen = all.length > 0 && found.length === 0;
            const holds = !isOpen || (max ? bound >= all[0] : bound <= all[0]);
            if (!rises || !holds) broken.push([before, bound]);
            before = bound;
          }
          expect(broken, about).toEqual([]);
          expect(
            search.found.map(({ cost }) => cost),
            about,
          ).toEqual(all.slice(0, k));
          for (const { options } of search.found) {
            expect(ruled.ruling?.brokenBy(options), about).toEqual([]);
          }
          runs++;
          if (wholes() === 0) alone++;
        }
      }
    }
    expect(runs).toBeGreaterThan(40);
    expect(alone).toBeGreaterThan(runs / 2);
  });
});

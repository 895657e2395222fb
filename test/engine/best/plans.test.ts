import { describe, expect, test } from 'vitest';
import { Branching } from '../../../src/engine/best/branching.ts';
import { type BestWork, PlanSearch } from '../../../src/engine/best/plan-search.ts';
import { Plans } from '../../../src/engine/best/plans.ts';
import type { Grouping } from '../../../src/engine/problem/problem.ts';
import { finish, type Slices } from '../../../src/engine/problem/slices.ts';
import { best } from '../../../src/index.ts';
import { costsOf, grouped } from './grouped.ts';

type Ruled = ReturnType<typeof grouped>;

interface Asked {
  readonly k?: number;
  readonly max?: boolean;
  readonly prefix?: readonly number[];
}

/** The search by plans of a problem, by prices even where it is small; undefined without groups. */
function searchOf(ruled: Ruled, { k = 1, max = false, prefix = [] }: Asked = {}) {
  const grouping = finish(ruled.ruling?.grouping(prefix) as Slices<Grouping | undefined>);
  if (grouping === undefined) return undefined;
  const plans = finish(Plans.of(ruled.stated, grouping, max));
  let wholes = 0;
  function* whole(below: number): Slices<BestWork> {
    wholes++;
    yield;
    return new Branching(ruled.compile(), { k, max, prefix, below });
  }
  const search = new PlanSearch(ruled.stated, plans, { k, max, fewPlans: 0, whole });
  return { search, plans, wholes: () => wholes };
}

describe('the cheapest by plans are those of brute force', () => {
  test.each([1, 2, 3, 4])('part %d', (part) => {
    let runs = 0;
    let alone = 0;
    for (let seed = part; seed <= 240; seed += 4) {
      const ruled = grouped(seed);
      for (const max of [false, true]) {
        const prefix = seed % 3 === 0 ? [~(seed % ruled.optionCount)] : [];
        const all = costsOf(ruled, prefix);
        if (max) all.reverse();
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
          for (
            let outcome = search.advance(1);
            outcome !== 'exhausted';
            outcome = search.advance(1)
          ) {
            // The bound holds and only rises, and what is listed is no better than it can be.
            const { bound, found } = search;
            if (max) expect(bound, about).toBeLessThanOrEqual(before);
            else expect(bound, about).toBeGreaterThanOrEqual(before);
            before = bound;
            const open = all.filter((_, n) => n >= found.length);
            if (open.length > 0 && found.length === 0) {
              expect(max ? bound >= open[0] : bound <= open[0], about).toBe(true);
            }
          }
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
    expect(runs).toBeGreaterThan(100);
    expect(alone).toBeGreaterThan(runs / 2);
  });
});

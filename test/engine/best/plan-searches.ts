import { Branching } from '../../../src/engine/best/branching.ts';
import { type BestWork, PlanSearch } from '../../../src/engine/best/plan-search.ts';
import { Plans } from '../../../src/engine/best/plans.ts';
import type { Grouping } from '../../../src/engine/problem/problem.ts';
import { finish, type Slices } from '../../../src/engine/problem/slices.ts';
import type { grouped } from './grouped.ts';

type Ruled = ReturnType<typeof grouped>;

interface Asked {
  readonly k?: number;
  readonly max?: boolean;
  readonly prefix?: readonly number[];
}

/** The search by plans of a problem, by prices even where it is small; undefined without groups. */
export function searchOf(ruled: Ruled, { k = 1, max = false, prefix = [] }: Asked = {}) {
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

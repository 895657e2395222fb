import { countingPlan } from '../../src/plan/counting.ts';
import type { Settings } from '../../src/plan/model.ts';
import type { Kind, Plan } from '../../src/plan/plan.ts';
import { enumeratingPlan, uniquePlan } from '../../src/plan/team.ts';
import type { Times } from '../../src/plan/turns.ts';
import type { Compiled } from '../../src/problem/compiled.ts';

/** Turns so short that all experts have their part in the smallest problems. */
export const SHORT: Times = {
  alone: 1,
  soon: -1e9,
  joined: 1,
  learning: 400,
  refuting: 400,
  firstLook: 1,
  leastTurn: 1,
};

type CountSettings = NonNullable<Parameters<typeof countingPlan>[2]>;

/** A plan with short turns, or with those given. */
export function planIn(
  kind: Kind,
  compiled: Compiled,
  settings: Settings = {},
  { times, ...more }: Omit<CountSettings, 'times'> & { readonly times?: Partial<Times> } = {},
): Plan {
  const all = { ...more, times: { ...SHORT, ...times } };
  const plans = { few: uniquePlan, all: enumeratingPlan, count: countingPlan };
  return plans[kind](compiled, settings, all);
}

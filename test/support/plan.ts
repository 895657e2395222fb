import type { Settings } from '../../src/ask/model.ts';
import type { Kind, Plan } from '../../src/ask/plan.ts';
import { type PlanSettings, planOf } from '../../src/ask/team.ts';
import type { Times } from '../../src/ask/turns.ts';
import type { Compiled } from '../../src/problem/compiled.ts';

/** Turns so short that all experts have their part in the smallest problems. */
export const SHORT: Times = {
  alone: 1,
  soon: -1e9,
  joined: 1,
  learning: 400,
  firstLook: 1,
  leastTurn: 1,
};

/** A plan with short turns, or with those given. */
export function planIn(
  kind: Kind,
  compiled: Compiled,
  settings: Settings = {},
  { times, ...more }: Omit<PlanSettings, 'times'> & { readonly times?: Partial<Times> } = {},
): Plan {
  return planOf(kind, compiled, settings, { ...more, times: { ...SHORT, ...times } });
}

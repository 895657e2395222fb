import type { Settings } from '../../src/ask/model.ts';
import type { Kind, Plan, Turns } from '../../src/ask/plan.ts';
import { type PlanSettings, planOf } from '../../src/ask/team.ts';
import type { Compiled } from '../../src/problem/compiled.ts';

/** Turns so short that all experts have their part in the smallest problems. */
export const SHORT: Turns = {
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
  { turns, ...more }: Omit<PlanSettings, 'turns'> & { readonly turns?: Partial<Turns> } = {},
): Plan {
  return planOf(kind, compiled, settings, { ...more, turns: { ...SHORT, ...turns } });
}

import type { Pace, Slices } from '../problem/slices.ts';
import type { Domains } from './domains.ts';
import type { Writer } from './writer.ts';

/** A part of a rule in one of the few forms that can be written as items and options. */
export interface Constraint {
  /** The index of the rule. */
  readonly rule: number;
  readonly variables: readonly number[];
  /** Takes out literals that cannot be. */
  filter(domains: Domains, pace: Pace): Slices;
  /** Adds items and options; absent where it only prunes. */
  write?(writer: Writer): Slices;
}

/** Lets the constraints prune until nothing changes, or nothing is left. */
export function* prune(domains: Domains, constraints: readonly Constraint[], pace: Pace): Slices {
  const watchers: number[][] = [];
  for (const [k, { variables }] of constraints.entries()) {
    for (const x of variables) {
      const own = watchers[x];
      if (own === undefined) watchers[x] = [k];
      else if (own[own.length - 1] !== k) own.push(k);
    }
  }
  const queue = constraints.map((_, k) => k);
  const isQueued = constraints.map(() => true);
  let next = 0;
  const wake = (): boolean => {
    const before = queue.length;
    for (const x of domains.takeTouched()) {
      for (const k of watchers[x] ?? []) {
        if (!isQueued[k]) queue.push(k);
        isQueued[k] = true;
      }
    }
    return queue.length > before;
  };
  wake();
  while (domains.failed === undefined) {
    if (next === queue.length) {
      yield* domains.settle();
      if (!wake()) return;
      continue;
    }
    const k = queue[next++];
    isQueued[k] = false;
    domains.acting = constraints[k].rule;
    yield* constraints[k].filter(domains, pace);
    wake();
    if (pace.spent(1)) yield;
  }
}

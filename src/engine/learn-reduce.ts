import type { Clauses } from './learn-clauses.ts';

/** Learned clauses of so little glue stay for good. */
const KEPT_GLUE = 2;
/** The share that goes of those that were of no use of late. */
const DROPPED = 0.75;

/**
 * Drops learned clauses that are worth least: of those that took no part in a conflict since the
 * last times three quarters, the ones with most glue, and then the longest (Audemard and Simon:
 * Glucose, 2009; in tiers as by Oh, 2016). Short of memory, use
 * does not count; but some are kept even then, so that it either comes to an end or is stuck.
 */
export function reduce(clauses: Clauses, shortOfMemory: boolean): void {
  const candidates: number[] = [];
  clauses.each((clause) => {
    if (!clauses.isLearned(clause)) return;
    const used = clauses.wearUse(clause);
    if (clauses.glue(clause) <= KEPT_GLUE || (used && !shortOfMemory)) return;
    candidates.push(clause);
  });
  const { a } = clauses;
  candidates.sort(
    (x, y) => clauses.glue(y) - clauses.glue(x) || (a[y] as number) - (a[x] as number),
  );
  candidates.length = Math.floor(candidates.length * DROPPED);
  for (const clause of candidates) clauses.drop(clause);
}

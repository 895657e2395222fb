import type { Compiled } from '../problem/compiled.ts';
import { Propagation } from '../problem/propagation.ts';
import { equations } from './equations.ts';
import { type Rules, rulesOf, type Weighting } from './rules.ts';
import { signs } from './signs.ts';

/** The work that each kind of weights may take by default, in multiplications: some seconds. */
const MOST_WORK = 2 ** 30;

/**
 * Looks for weights that prove that there is no solution: equations first, then signs. Without a result there may
 * be a solution or not. Pauses after each small piece of work.
 *
 * Equations come first because they need less work: 0.1 s for a chessboard of 30x30 squares, for which the tableau
 * of signs would take 20 MB and minutes. Neither does the work of the other: equations know nothing of pigeons,
 * which may be in one hole or another, and signs nothing of remainders.
 */
export function* weighting(
  rules: Rules,
  workLimit = MOST_WORK,
): Generator<void, Weighting | undefined> {
  return (yield* equations(rules, workLimit)) ?? (yield* signs(rules, workLimit));
}

/**
 * Weights that prove that a problem has no solution, if some are found within this limit of work. For a search
 * that would like to know before it begins.
 */
export function weightingOf(compiled: Compiled, workLimit: number): Weighting | undefined {
  const looking = weighting(rulesOf(new Propagation(compiled)), workLimit);
  for (;;) {
    const { done, value } = looking.next();
    if (done === true) return value;
  }
}

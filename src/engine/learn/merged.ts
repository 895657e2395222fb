import type { Slices } from '../problem/slices.ts';
import { type Account, RANDOM_READ_WORK } from './account.ts';
import { type Consequences, type Matrix, needsCounter, OPTION } from './matrix.ts';

/**
 * Options that rules add often say what others say already: "this cell is not 3" is chosen exactly
 * where "this cell is 3" is not, since a primary item has these two options alone. Such options
 * share one variable, as its positive and its negative literal (*equivalent literals*: Brafman, A
 * simplifier for propositional formulas with many binary clauses, 2004). Their item, a
 * *definition*, then says nothing more.
 *
 * A class of options that say the same, or the opposite, has a *root*: its stated option, of which
 * there is at most one, or the first. The root is the positive literal.
 */
export interface Merged {
  /** Option -> 2 x another of its class, or that + 1 if it says the opposite. `rootOf` follows it. */
  readonly roots: Int32Array;
  /** Option -> the number of definitions among its items. */
  readonly definitions: Int32Array;
}

/**
 * Merges the options that are left. The items that are definitions have none left after this.
 *
 * The item of a definition is a clause and an exclusion, of two literals each. So unit propagation
 * gives one option from the other, and a proof needs no line for it.
 */
export function* merge(
  { compiled, start, occurrence }: Matrix,
  { fate, left, bounds }: Consequences,
  account: Account,
): Slices<Merged> {
  const { primary, options, stated, multiple, data, startAt, itemAt } = compiled;
  const roots = account.integers(options);
  const definitions = account.integers(options);
  for (let option = 0; option < options; option++) {
    roots[option] = 2 * option;
    if (account.spent(1)) yield;
  }
  /**
   * True if `Counters` count an option that is added. They take positive literals, as stated options
   * always are.
   */
  const isCounted = (option: number): boolean => {
    if (!multiple || option < stated) return false;
    for (let n = data[startAt + option]; n < data[startAt + option + 1]; n++) {
      const item = data[itemAt + n];
      if (item < primary && needsCounter(bounds, item, left[item])) return true;
    }
    return false;
  };
  for (let item = 0; item < primary; item++) {
    if (account.spent(1)) yield;
    if (left[item] !== 2 || bounds[2 * item] !== 1 || bounds[2 * item + 1] !== 1) continue;
    let one = -1;
    let other = -1;
    for (let x = start[item]; x < start[item + 1]; x++) {
      const option = occurrence[2 * x + OPTION];
      if (fate[option] !== 0) continue;
      one = other;
      other = option;
    }
    account.spent(RANDOM_READ_WORK * (start[item + 1] - start[item]));
    const first = rootOf(roots, Math.min(one, other));
    const second = rootOf(roots, Math.max(one, other));
    if (first >> 1 !== second >> 1) {
      const root = Math.min(first >> 1, second >> 1);
      const merged = Math.max(first >> 1, second >> 1);
      if (merged < stated) continue;
      if (isCounted(one) || isCounted(other)) continue;
      // The literals are opposites, so the roots are if both literals have the same sign.
      roots[merged] = 2 * root + (~(first ^ second) & 1);
    } else if (first === second) {
      // Both or neither: there is no solution, and the search finds that.
      continue;
    }
    definitions[one] = definitions[one] + 1;
    definitions[other] = definitions[other] + 1;
    left[item] = 0;
  }
  return { roots, definitions };
}

/** 2 x the root of an option's class, or that + 1 if the option says the opposite. */
export function rootOf(roots: Int32Array, option: number): number {
  let literal = roots[option];
  while (roots[literal >> 1] !== (literal & ~1)) literal = roots[literal >> 1] ^ (literal & 1);
  roots[option] = literal;
  return literal;
}

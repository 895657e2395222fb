import { NONE } from '../problem/propagation.ts';
import type { Pace, Slices } from '../problem/slices.ts';
import type { Differences } from './differences.ts';
import type { Domains } from './domains.ts';
import { type Linear, rangeOf } from './linear.ts';
import { openTerms } from './sums.ts';

/** The most that the values of a variable differ by: they are bits of an integer. */
const MOST_SPAN = 30;
/** The most that the bits of a sum, each times its weight, add up to. */
const MOST_TOTAL = 2 ** 30;

/** Sums as integers; `hasStated`: all stated ones are among them. */
interface SumSection {
  readonly integers: readonly number[];
  readonly hasStated: boolean;
}

/**
 * Sums as `Compiled` tells engines of them, which may use them or not: stated ones, and others that follow.
 * Variables that are no items, or give a value by several options, are not for this; nor are values that
 * lie far apart.
 */
export function* sumSection(
  domains: Domains,
  differences: Differences,
  stated: readonly Linear[],
  others: readonly Linear[],
  pace: Pace,
): Slices<SumSection> {
  const { value, optionsOf } = domains;
  const valuesOf = (x: number) => domains.literals(x).map((literal) => value[literal] as number);
  const isPlain = (x: number) =>
    domains.itemOf[x] !== NONE &&
    domains.literals(x).every((literal) => {
      return Number.isSafeInteger(value[literal]) && optionsOf[literal].length === 1;
    });
  const sums = [...stated, ...others];
  const open = [...new Set(sums.flatMap(({ variables }) => variables))].filter(
    (x) => domains.size[x] > 1 && isPlain(x),
  );
  let base = Number.POSITIVE_INFINITY;
  for (const x of open) for (const one of valuesOf(x)) base = Math.min(base, one);
  const numbers = new Map<number, number>();
  const variables: number[] = [];
  for (const x of open) {
    if (valuesOf(x).some((one) => one - base > MOST_SPAN)) continue;
    numbers.set(x, numbers.size);
    variables.push(domains.size[x]);
    for (const literal of domains.literals(x)) {
      variables.push(optionsOf[literal][0], (value[literal] as number) - base);
    }
  }
  const written: number[] = [];
  let count = 0;
  let hasStated = true;
  for (const [k, sum] of sums.entries()) {
    const { terms, fixed } = openTerms(domains, sum.terms);
    let least = sum.least - fixed;
    let most = sum.most - fixed;
    let isKnown = true;
    let [low, high] = [0, 0];
    const byWeight = new Map<number, number[]>();
    for (const [x, weight] of terms) {
      if (!numbers.has(x)) isKnown = false;
      const [from, to] = rangeOf(domains, [x, weight]);
      low += from - weight * base;
      high += to - weight * base;
      least -= weight * base;
      most -= weight * base;
      byWeight.set(weight, [...(byWeight.get(weight) ?? []), x]);
    }
    if (pace.spent(4 * terms.length ** 2)) yield;
    const isFree = low >= least && high <= most;
    if (terms.length === 0 || (isFree && k < stated.length)) continue;
    if (!isKnown || Math.max(-low, high) > MOST_TOTAL) {
      if (k < stated.length) hasStated = false;
      continue;
    }
    const groups = [...byWeight].flatMap(([weight, own]) => {
      return differences.groups(own).map((group) => ({ weight, variables: group }));
    });
    count++;
    written.push(Math.max(least, low - 1), Math.min(most, high + 1), groups.length);
    for (const { weight, variables: own } of groups) {
      written.push(weight, own.length, ...own.map((x) => numbers.get(x) as number));
    }
  }
  if (count === 0) return { integers: [], hasStated: false };
  return { integers: [numbers.size, ...variables, count, ...written], hasStated };
}

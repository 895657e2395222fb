import { NONE } from '../problem/propagation.ts';
import type { Pace, Slices } from '../problem/slices.ts';
import type { Differences } from './differences.ts';
import type { Domains } from './domains.ts';
import type { Linear } from './linear.ts';

/** The most that the values of a variable differ by: they are bits of an integer. */
const MOST_SPAN = 30;

/**
 * Sums as `Compiled` tells engines of them, which may use them or not. No variable is twice in one. Variables
 * that are no items, or give a value by several options, are not for this; nor are values that lie far apart.
 */
export function* sumSection(
  domains: Domains,
  differences: Differences,
  sums: readonly Linear[],
  pace: Pace,
): Slices<number[]> {
  const { value, optionsOf } = domains;
  const valuesOf = (x: number) => domains.literals(x).map((literal) => value[literal] as number);
  const isPlain = (x: number) =>
    domains.itemOf[x] !== NONE &&
    domains.literals(x).every((literal) => {
      return Number.isSafeInteger(value[literal]) && optionsOf[literal].length === 1;
    });
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
  for (const { terms, least, most } of sums) {
    let fixed = 0;
    let isKnown = true;
    const byWeight = new Map<number, number[]>();
    for (const [x, weight] of terms) {
      if (domains.size[x] === 1) {
        fixed += weight * valuesOf(x)[0];
        continue;
      }
      if (!numbers.has(x)) isKnown = false;
      fixed += weight * base;
      byWeight.set(weight, [...(byWeight.get(weight) ?? []), x]);
    }
    if (pace.spent(4 * terms.length ** 2)) yield;
    if (!isKnown || byWeight.size === 0) continue;
    const groups = [...byWeight].flatMap(([weight, own]) => {
      return differences.groups(own).map((group) => ({ weight, variables: group }));
    });
    count++;
    written.push(least - fixed, most - fixed, groups.length);
    for (const { weight, variables: own } of groups) {
      written.push(weight, own.length, ...own.map((x) => numbers.get(x) as number));
    }
  }
  if (count === 0) return [];
  return [numbers.size, ...variables, count, ...written];
}

import type { Pace, Slices } from '../problem/slices.ts';
import type { BoundVariable } from './binding.ts';
import type { Domains } from './domains.ts';

/** What an option of a variable takes, in integers read: its places in maps and lists. */
const WORK_OF_OPTION = 32;

/** Adds variables of a problem to domains, and gives the number of each there. */
export function* variablesIn(
  domains: Domains,
  variables: readonly BoundVariable[],
  pace: Pace,
): Slices<number[]> {
  const numbers: number[] = [];
  for (const variable of variables) {
    numbers.push(variableIn(domains, variable));
    const options = variable.options.reduce((sum, own) => sum + own.length, 0);
    if (pace.spent(WORK_OF_OPTION * options)) yield;
  }
  return numbers;
}

/** Adds a variable of a problem to domains. */
export function variableIn(domains: Domains, { item, values, options }: BoundVariable): number {
  return domains.add(values, options, item);
}

/** The same with its values seen otherwise. */
export function variableSeenAs(
  domains: Domains,
  { item, values, options }: BoundVariable,
  seenAs: (value: unknown) => unknown,
): number {
  const seen = new Map<unknown, number[]>();
  for (const [k, own] of values.entries()) {
    const value = seenAs(own);
    const known = seen.get(value) ?? [];
    seen.set(value, known);
    for (const option of options[k]) known.push(option);
  }
  return domains.add([...seen.keys()], [...seen.values()], item);
}

import type { Pace, Slices } from '../problem/slices.ts';
import type { BoundVariable } from './binding.ts';
import type { Domains } from './domains.ts';

/** What a value takes, in integers read: its places in maps and lists. */
const WORK_OF_VALUE = 32;

/** Adds variables of a problem to domains, and gives the number of each there. */
export function* variablesIn(
  domains: Domains,
  variables: readonly BoundVariable[],
  pace: Pace,
): Slices<number[]> {
  const numbers: number[] = [];
  for (const variable of variables) {
    numbers.push(variableIn(domains, variable));
    if (pace.spent(WORK_OF_VALUE * variable.values.size)) yield;
  }
  return numbers;
}

/** Adds a variable of a problem to domains, as it is or with its values seen otherwise. */
export function variableIn(
  domains: Domains,
  { item, values }: BoundVariable,
  seenAs: (value: unknown) => unknown = (value) => value,
): number {
  const optionsOf = new Map<unknown, number[]>();
  for (const [option, own] of values) {
    const value = seenAs(own);
    const options = optionsOf.get(value);
    if (options === undefined) optionsOf.set(value, [option]);
    else options.push(option);
  }
  return domains.add([...optionsOf.keys()], [...optionsOf.values()], item);
}

import type { BoundVariable } from './binding.ts';
import type { Domains } from './domains.ts';

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

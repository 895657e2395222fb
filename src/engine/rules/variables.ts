import type { BoundVariable } from './binding.ts';
import type { Domains } from './domains.ts';

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

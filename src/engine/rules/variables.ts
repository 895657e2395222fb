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
    seen.set(value, [...(seen.get(value) ?? []), ...options[k]]);
  }
  return domains.add([...seen.keys()], [...seen.values()], item);
}

import { QuadrilleError } from '../problem/error.ts';
import type { Pace, Slices } from '../problem/slices.ts';
import type { Domains } from './domains.ts';
import { type Layers, layersOf } from './layers.ts';

/** How often a value stands among some variables. */
export interface Occurrence {
  readonly value: unknown;
  readonly least: number;
  readonly most: number;
}

/** The most states of the counts of several values. Beyond that each value is counted alone: rosters are slower together. */
const MOST_COUNTS = 16;

/** The same with each value once. */
export function merged(occurrences: readonly Occurrence[]): Occurrence[] {
  const byValue = new Map<unknown, Occurrence>();
  for (const { value, least, most } of occurrences) {
    const other = byValue.get(value) ?? { value, least, most };
    byValue.set(value, {
      value,
      least: Math.max(least, other.least),
      most: Math.min(most, other.most),
    });
  }
  return [...byValue.values()];
}

/** True if the counts of all values together are few. */
export function areFew(occurrences: readonly Occurrence[], variables: number): boolean {
  let states = 1;
  for (const one of occurrences) states *= capOf(one, variables) + 1;
  return states <= MOST_COUNTS;
}

/** One diagram that counts several values among the same variables: it says more than one for each. */
export function* countingLayers(
  domains: Domains,
  variables: readonly number[],
  occurrences: readonly Occurrence[],
  rule: number,
  pace: Pace,
): Slices<Layers> {
  const caps = occurrences.map((one) => capOf(one, variables.length));
  const machine = {
    variables,
    start: occurrences.map(() => 0).join(),
    step: (position: number, state: unknown, literal: number): string | undefined => {
      const counts = (state as string).split(',').map(Number);
      let missing = 0;
      for (const [k, { value, least, most }] of occurrences.entries()) {
        if (domains.value[literal] === value) counts[k]++;
        if (counts[k] > most) return undefined;
        counts[k] = Math.min(counts[k], caps[k]);
        missing += Math.max(0, least - counts[k]);
      }
      return missing < variables.length - position ? counts.join() : undefined;
    },
    accept: (state: unknown) =>
      (state as string).split(',').every((count, k) => Number(count) >= occurrences[k].least),
    refuse: () => new QuadrilleError('too-large', 'Too many counts.'),
  };
  return yield* layersOf(domains, machine, rule, pace);
}

/** The count from which on more make no difference. */
function capOf({ least, most }: Occurrence, variables: number): number {
  return most >= variables ? Math.max(0, Math.min(least, variables)) : Math.max(0, most);
}

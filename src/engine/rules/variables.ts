import type { Pace, Slices } from '../problem/slices.ts';
import type { BoundVariable } from './binding.ts';
import type { Domains } from './domains.ts';
import { ValueLists } from './value-lists.ts';

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

/** A variable with its values seen otherwise. */
export function seenAs(
  { item, values, options }: BoundVariable,
  see: (value: unknown) => unknown,
): BoundVariable {
  return valued(
    item,
    values.flatMap((value, k) => {
      const seen = see(value);
      return options[k].map((option) => [option, seen] as const);
    }),
  );
}

/** A variable of an item whose options have these values. */
export function valued(
  item: number,
  uses: Iterable<readonly [option: number, value: unknown]>,
): BoundVariable {
  const lists = new ValueLists();
  for (const [option, value] of uses) lists.add(value, option);
  const { values, options } = lists;
  return { item, values, options };
}

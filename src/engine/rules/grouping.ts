import { hasPrimary, leastOf, mostOf } from '../problem/compiled.ts';
import { NONE } from '../problem/propagation.ts';
import type { Domains } from './domains.ts';

/**
 * A weighted sum over options as a sum of variables: an item that admits one option has a variable,
 * the weight of this option. An option without such an item has one of its own, the weight or 0.
 */
export function variablesOf(
  domains: Domains,
  options: readonly number[],
  weights: readonly number[],
): number[] {
  const { compiled, list, listStart, optionOf } = domains.covering;
  const { data, startAt, itemAt, colourAt, coloured, primary } = compiled;
  const weightOf = new Map<number, number>();
  for (const [k, option] of options.entries()) {
    if (weights[k] !== 0 && hasPrimary(compiled, option)) weightOf.set(option, weights[k]);
  }
  /** Item -> its options with a weight, if it admits one of them. */
  const groups = new Map<number, number[]>();
  for (const option of weightOf.keys()) {
    for (let node = data[startAt + option]; node < data[startAt + option + 1]; node++) {
      const item = data[itemAt + node];
      const admitsOne =
        item < primary ? mostOf(compiled, item) === 1 : !coloured || data[colourAt + node] === 0;
      if (!admitsOne) continue;
      const group = groups.get(item);
      if (group === undefined) groups.set(item, [option]);
      else group.push(option);
    }
  }
  const isExact = (item: number) => item < primary && leastOf(compiled, item) === 1;
  const largest = [...groups].sort(
    ([a, own], [b, others]) =>
      others.length - own.length || Number(isExact(b)) - Number(isExact(a)) || a - b,
  );
  const variables: number[] = [];
  for (const [item, group] of largest) {
    const own = group.filter((option) => weightOf.has(option));
    if (own.length === 0) continue;
    const byWeight = new Map<number, number[]>();
    for (const option of own) put(byWeight, weightOf.get(option) as number, option);
    if (isExact(item)) {
      const counted = new Set(own);
      for (let k = listStart[item]; k < listStart[item + 1]; k++) {
        const option = optionOf[list[k]];
        if (!counted.has(option)) put(byWeight, 0, option);
      }
    } else byWeight.set(0, []);
    for (const option of own) weightOf.delete(option);
    variables.push(
      domains.add([...byWeight.keys()], [...byWeight.values()], isExact(item) ? item : NONE),
    );
  }
  for (const [option, weight] of weightOf) variables.push(domains.add([weight, 0], [[option], []]));
  return variables;
}

function put(map: Map<number, number[]>, key: number, option: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [option]);
  else list.push(option);
}

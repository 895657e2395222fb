import { hasPrimary } from '../problem/compiled.ts';
import type { OptionLists } from '../problem/option-lists.ts';

/** The options of an item that can be chosen, from 1, by whether they exclude each other. */
interface ExclusiveOptions {
  /** Options that exclude all others. */
  readonly alone: number[];
  /** Groups of two options or more with the same colour. */
  readonly alike: number[][];
}

export function exclusiveOptionsOf(lists: OptionLists, item: number): ExclusiveOptions {
  const alone: number[] = [];
  const groups = new Map<number, number[]>();
  for (const node of lists.nodesOf(item)) {
    const option = lists.optionOf[node];
    if (!hasPrimary(lists.compiled, option)) continue;
    const hue = lists.colourOf(node);
    const group = groups.get(hue);
    if (hue === 0) alone.push(option + 1);
    else if (group === undefined) groups.set(hue, [option + 1]);
    else group.push(option + 1);
  }
  const alike: number[][] = [];
  for (const group of groups.values()) {
    if (group.length > 1) alike.push(group);
    else alone.push(group[0]);
  }
  return { alone, alike };
}

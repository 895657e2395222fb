import { type Compiled, hasPrimary } from './compiled.ts';
import { integers } from './memory.ts';

/** The name of arrays in errors. */
const USES = 'the options of every item';

/** The options of each item, without those that are never chosen. */
export interface Uses {
  /** The number of options that can be chosen. */
  readonly choosable: number;
  /** Item -> its first use; one more marks the end. */
  readonly start: Int32Array;
  /** Use -> the option, counted from 1. */
  readonly variable: Int32Array;
  /** Use -> colour, 0 for none; absent where nothing is coloured. */
  readonly colour: Int32Array | undefined;
}

export function usesOf(compiled: Compiled): Uses {
  const { data, primary, secondary, options, nodes, coloured } = compiled;
  const { startAt, itemAt, colourAt } = compiled;
  const items = primary + secondary;
  // It counts the uses of item i in start[i + 2]. The sums are then the starts, one entry too far.
  // Each use written moves the start in start[i + 1] on, which ends where item i + 1 starts.
  const start = integers(items + 2, USES);
  const variable = integers(nodes, USES);
  const colour = coloured ? integers(nodes, USES) : undefined;
  let choosable = 0;
  for (let option = 0; option < options; option++) {
    if (!hasPrimary(compiled, option)) continue;
    choosable++;
    const end = data[startAt + option + 1] as number;
    for (let node = data[startAt + option] as number; node < end; node++) {
      const at = (data[itemAt + node] as number) + 2;
      start[at] = (start[at] as number) + 1;
    }
  }
  for (let at = 2; at < start.length; at++) {
    start[at] = (start[at] as number) + (start[at - 1] as number);
  }
  for (let option = 0; option < options; option++) {
    if (!hasPrimary(compiled, option)) continue;
    const end = data[startAt + option + 1] as number;
    for (let node = data[startAt + option] as number; node < end; node++) {
      const at = (data[itemAt + node] as number) + 1;
      const use = start[at] as number;
      start[at] = use + 1;
      variable[use] = option + 1;
      if (colour) colour[use] = data[colourAt + node] as number;
    }
  }
  return { choosable, start, variable, colour };
}

/** The options of an item, by whether they exclude each other. */
interface Rivals {
  /** Options that exclude all others. */
  readonly alone: number[];
  /** Groups of two options or more with the same colour. */
  readonly alike: number[][];
}

export function rivalsOf({ start, variable, colour }: Uses, item: number): Rivals {
  const alone: number[] = [];
  const groups = new Map<number, number[]>();
  const end = start[item + 1] as number;
  for (let use = start[item] as number; use < end; use++) {
    const hue = colour?.[use] ?? 0;
    const option = variable[use] as number;
    const group = groups.get(hue);
    if (hue === 0) alone.push(option);
    else if (group === undefined) groups.set(hue, [option]);
    else group.push(option);
  }
  const alike: number[][] = [];
  for (const group of groups.values()) {
    if (group.length > 1) alike.push(group);
    else alone.push(group[0] as number);
  }
  return { alone, alike };
}

import { Compiled, emptyCompiled } from '../problem/compiled.ts';
import { Random } from './random.ts';

/** A problem in the order in which an engine is to try it. */
export interface Tried {
  readonly compiled: Compiled;
  /** Option -> its number in the problem that was handed in; absent where that is the same. */
  readonly numbers?: Int32Array;
}

/**
 * Without a seed the problem as it is; with one, the same problem with its options and its
 * primary items in another order. Every engine breaks ties by order, so this is all that a seed
 * has to do, and no engine needs to know of it.
 */
export function tried(compiled: Compiled, seed: number | undefined): Tried {
  if (seed === undefined) return { compiled };
  const { data, primary, secondary, options, nodes, coloured } = compiled;
  const { startAt, itemAt, colourAt } = compiled;
  const random = new Random(seed);
  const rank = random.order(primary);
  const numbers = random.order(options);
  const shuffled = emptyCompiled(primary, secondary, options, nodes, coloured);
  let to = 0;
  for (let k = 0; k < options; k++) {
    const number = numbers[k] as number;
    const end = data[startAt + number + 1] as number;
    shuffled[startAt + k] = to;
    for (let node = data[startAt + number] as number; node < end; node++, to++) {
      const item = data[itemAt + node] as number;
      shuffled[itemAt + to] = item < primary ? (rank[item] as number) : item;
      if (coloured) shuffled[colourAt + to] = data[colourAt + node] as number;
    }
  }
  shuffled[startAt + options] = nodes;
  return { compiled: Compiled.of(shuffled), numbers };
}

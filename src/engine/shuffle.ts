import { Compiled, emptyCompiled } from '../problem/compiled.ts';
import { Random } from './random.ts';

export interface Shuffled {
  readonly compiled: Compiled;
  /** Option of the shuffled problem -> its number in the one that was handed in. */
  readonly numbers: Int32Array;
}

/**
 * The same problem with its options and its primary items in another order. Every engine breaks
 * ties by order, so this is all that a seed has to do, and no engine needs to know of it.
 */
export function shuffle(compiled: Compiled, seed: number): Shuffled {
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
  return { compiled: new Compiled(shuffled), numbers };
}

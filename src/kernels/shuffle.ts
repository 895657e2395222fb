import { Compiled, emptyCompiled } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import { Random } from './random.ts';
import { atOnce, inSlices } from './slices.ts';

/** A problem in the order in which an engine searches it. */
export interface SearchOrder {
  readonly compiled: Compiled;
  /** Option -> its number in the problem that was handed in; absent where that is the same. */
  readonly numbers?: Int32Array;
}

/**
 * Without a seed: the problem as it is. With one: the same problem with its options and its primary
 * items in another order. Every engine breaks ties by order, so no engine needs to know of seeds.
 */
export function searchOrder(compiled: Compiled, seed: number | undefined): SearchOrder {
  return atOnce(searchOrderInSlices(compiled, seed));
}

/** The same, slice by slice. */
export function* searchOrderInSlices(
  compiled: Compiled,
  seed: number | undefined,
): Generator<undefined, SearchOrder> {
  if (seed === undefined) return { compiled };
  const { primary, secondary, options, nodes, coloured } = compiled;
  const random = new Random(seed);
  const rank = random.order(primary);
  const numbers = integers(options, 'an order of the options');
  yield* inSlices(options, (from, to) => random.extend(numbers, from, to));
  const shuffled = emptyCompiled(primary, secondary, options, nodes, coloured);
  yield* inSlices(options, (from, to) => copy(compiled, shuffled, rank, numbers, from, to));
  return { compiled: Compiled.of(shuffled), numbers };
}

/** Writes the options at the places `from` to `to` - 1 of the order. The ones before are written. */
function copy(
  { data, primary, coloured, startAt, itemAt, colourAt }: Compiled,
  shuffled: Int32Array,
  rank: Int32Array,
  numbers: Int32Array,
  from: number,
  to: number,
): void {
  let at = shuffled[startAt + from] as number;
  for (let k = from; k < to; k++) {
    const number = numbers[k] as number;
    const end = data[startAt + number + 1] as number;
    for (let node = data[startAt + number] as number; node < end; node++, at++) {
      const item = data[itemAt + node] as number;
      shuffled[itemAt + at] = item < primary ? (rank[item] as number) : item;
      if (coloured) shuffled[colourAt + at] = data[colourAt + node] as number;
    }
    shuffled[startAt + k + 1] = at;
  }
}

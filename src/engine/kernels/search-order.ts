import { Compiled, emptyCompiled, leastOf, mostOf } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import { finish, inSlices, type Slices } from '../problem/slices.ts';
import { Random } from './random.ts';

/** A problem in the order in which an engine searches it. */
export interface SearchOrder {
  readonly compiled: Compiled;
  /** Option -> its number in the caller's problem; absent if that is the same. */
  readonly numbers?: Int32Array | undefined;
  /** The number of preferred items, which are the first. Default: 0. */
  readonly preferred?: number;
}

/**
 * Without a seed: the problem as it is. With one: the same problem with its options and its primary
 * items in another order. Every engine breaks ties by order, so no engine needs to know of seeds.
 * Preferred items come first in both cases, so that an engine finds them by their number.
 */
export function searchOrder(compiled: Compiled, seed: number | undefined): SearchOrder {
  return finish(searchOrderInSlices(compiled, seed));
}

/** The same, slice by slice. */
export function* searchOrderInSlices(
  compiled: Compiled,
  seed: number | undefined,
): Slices<SearchOrder> {
  const { primary, secondary, options, nodes, coloured, multiple, prefers } = compiled;
  if (seed === undefined && !prefers) return { compiled };
  const random = seed === undefined ? undefined : new Random(seed);
  const rank = random?.order(primary) ?? Int32Array.from({ length: primary }, (_, item) => item);
  const preferred = prefers ? preferredFirst(compiled, rank) : 0;
  let numbers: Int32Array | undefined;
  if (random !== undefined) {
    const order = integers(options, 'an order of the options');
    yield* inSlices(options, (from, to) => random.extend(order, from, to));
    numbers = order;
  }
  const shuffled = emptyCompiled({ primary, secondary, options, nodes, coloured, multiple });
  if (multiple) copyTimes(compiled, Compiled.of(shuffled), rank);
  yield* inSlices(options, (from, to) => copy(compiled, shuffled, rank, numbers, from, to));
  return { compiled: Compiled.of(shuffled), numbers, preferred };
}

/**
 * Ranks preferred items before the others, each group in the order it had. Returns the number of
 * preferred items.
 */
function preferredFirst({ data, primary, preferredAt }: Compiled, rank: Int32Array): number {
  const items = integers(primary, 'an order of the items');
  for (let item = 0; item < primary; item++) items[rank[item]] = item;
  let next = 0;
  for (const item of items) if (data[preferredAt + item] === 1) rank[item] = next++;
  const preferred = next;
  for (const item of items) if (data[preferredAt + item] === 0) rank[item] = next++;
  return preferred;
}

/** Writes the bounds of each item where its rank says. */
function copyTimes(from: Compiled, to: Compiled, rank: Int32Array): void {
  for (let item = 0; item < from.primary; item++) {
    const place = to.timesAt + 2 * rank[item];
    to.data[place] = leastOf(from, item);
    to.data[place + 1] = mostOf(from, item);
  }
}

/** Writes the options at the places `from` to `to` - 1 of the order, behind those before them. */
function copy(
  { data, primary, coloured, startAt, itemAt, colourAt }: Compiled,
  shuffled: Int32Array,
  rank: Int32Array,
  numbers: Int32Array | undefined,
  from: number,
  to: number,
): void {
  let at = shuffled[startAt + from];
  for (let k = from; k < to; k++) {
    const number = numbers === undefined ? k : numbers[k];
    const end = data[startAt + number + 1];
    for (let node = data[startAt + number]; node < end; node++, at++) {
      const item = data[itemAt + node];
      shuffled[itemAt + at] = item < primary ? rank[item] : item;
      if (coloured) shuffled[colourAt + at] = data[colourAt + node];
    }
    shuffled[startAt + k + 1] = at;
  }
}

import { Compiled, checkCompiled, emptyCompiled } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import { Random } from './random.ts';

/** A problem in the order in which an engine searches it. */
export interface SearchOrder {
  readonly compiled: Compiled;
  /** Option -> its number in the caller's problem; absent if that is the same. */
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

/** Writes the options at the places `from` to `to` - 1 of the order, behind those before them. */
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

/** Options that are laid out at once: one or two milliseconds of work. */
const SLICE = 1 << 13;

/** Calls `step` for all of 0 to `options` - 1, range by range, and yields between two ranges. */
export function* inSlices(
  options: number,
  step: (from: number, to: number) => void,
): Generator<undefined, void> {
  for (let from = 0; from < options; from += SLICE) {
    if (from > 0) yield;
    step(from, Math.min(from + SLICE, options));
  }
}

/** Runs a generator to its end without a pause. */
export function atOnce<R>(slices: Generator<undefined, R>): R {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/**
 * The layout of a search, made slice by slice. So the event loop and a time limit need not wait for a
 * million options. The first slice lays out a small problem.
 */
export class SlicedLayout {
  readonly #compiled: Compiled;
  readonly #start: () => Generator<undefined, void>;
  #slices: Generator<undefined, void>;

  constructor(compiled: Compiled, start: () => Generator<undefined, void>) {
    this.#compiled = compiled;
    this.#start = start;
    this.#slices = start();
  }

  /** Makes the next slice. Returns whether it was the last. */
  goOn(): boolean {
    // Between two slices the array may have been transferred to a worker.
    checkCompiled(this.#compiled);
    try {
      return this.#slices.next().done === true;
    } catch (error) {
      // For example out of memory. A generator that threw cannot go on, so the next call begins again.
      this.#slices = this.#start();
      throw error;
    }
  }
}

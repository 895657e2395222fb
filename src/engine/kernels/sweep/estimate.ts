import type { Compiled } from '../../problem/compiled.ts';
import { integers, outOfMemory } from '../../problem/memory.ts';
import { inSlices, type Pace, type Slices } from '../../problem/slices.ts';
import { Random } from '../random.ts';

/** The estimated size of a tree. */
export interface Estimate {
  /** The states that it visits, solutions included. */
  readonly nodes: number;
  /** The sum of their costs. */
  readonly work: number;
}

/** Candidates as words, bucket by bucket. */
export interface Candidates {
  readonly primary: number;
  readonly words: number;
  /** `[covers: words | clashes: words, unless the same]` for each candidate. */
  readonly masks: Int32Array;
  /** The integers of a candidate, and from a candidate to its clashes. */
  readonly stride: number;
  readonly clashes: number;
  /** Bucket -> the number of its first candidate; then the number of all. */
  readonly first: Int32Array;
  /** Bucket -> the cost of a state at it. */
  readonly costs: ArrayLike<number>;
}

/** The steps of a loop between two pauses: about a millisecond of them. */
export const SLICE_STEPS = 1 << 19;

/** An array of zeros for numbers that need not be whole. */
export function numbers(length: number): Float64Array {
  try {
    return new Float64Array(length);
  } catch (error) {
    throw outOfMemory(error, 8 * length, 'the order of the items');
  }
}

/**
 * Estimates the tree of `sweep` by Chen's heterogeneous sampling (Pang Chen, 1992): Knuth's random
 * dive, but with some nodes of each *stratum* instead of one of each level. Here a stratum is all
 * nodes with the same first uncovered item. From the first item on, each place of a stratum keeps
 * one of the nodes that come to it, chosen by weight, for all of them; the children of that node go
 * to later strata with its weight, to a random place.
 */
export class Sampler {
  readonly #candidates: Candidates;
  readonly #random = new Random(1);

  constructor(candidates: Candidates) {
    this.#candidates = candidates;
  }

  /** An estimate with `width` nodes of each stratum, below a state. Its time grows with `width`. */
  *estimate(width: number, pace: Pace, root?: Int32Array): Slices<Estimate> {
    const { primary, words, masks, stride, clashes, first, costs } = this.#candidates;
    const random = this.#random;
    const weight = numbers((primary + 1) * width);
    const states = integers((primary + 1) * width * words, 'the order of the items');
    const begin = root === undefined ? 0 : firstFree(root, primary);
    weight[begin * width] = 1;
    if (root !== undefined) states.set(root, begin * width * words);
    let nodes = 0;
    let work = 0;
    for (let place = 0; place < primary * width; place++) {
      const own = weight[place];
      if (own === 0) continue;
      const f = Math.floor(place / width);
      const state = place * words;
      const start = first[f] * stride;
      const end = first[f + 1] * stride;
      nodes += own;
      work += own * costs[f];
      // The words before that of the item are full. Most candidates clash in its own word.
      const begin = f >> 5;
      const word = states[state + begin];
      for (let at = start; at < end; at += stride) {
        if ((masks[at + clashes + begin] & word) !== 0) continue;
        let clash = 0;
        for (let w = begin + 1; w < words; w++) {
          clash |= masks[at + clashes + w] & states[state + w];
        }
        if (clash !== 0) continue;
        let w = begin;
        let free = ~(masks[at + w] | word);
        while (free === 0 && ++w < words) {
          free = ~(masks[at + w] | states[state + w]);
        }
        const next = Math.min(primary, w < words ? 32 * w + Math.clz32(free) : primary);
        const to = next * width + (width > 1 ? random.below(width) : 0);
        const sum = weight[to] + own;
        weight[to] = sum;
        if (next === primary || random.below(2 ** 32) >= (own / sum) * 2 ** 32) continue;
        for (let v = 0; v < words; v++) {
          states[to * words + v] = masks[at + v] | states[state + v];
        }
      }
      if (pace.spent(end - start)) yield;
    }
    for (let n = 0; n < width; n++) nodes += weight[primary * width + n];
    return { nodes, work };
  }
}

/** The first item that a state does not cover. */
function firstFree(state: Int32Array, primary: number): number {
  let w = 0;
  while (w < state.length && state[w] === -1) w++;
  return Math.min(primary, 32 * w + Math.clz32(~(state[w] ?? -1)));
}

/**
 * The candidates for an order of the items, with colours taken for conflicts. A state costs a test
 * of each.
 */
export function* candidatesOf(
  { data, primary, options, startAt, itemAt }: Compiled,
  rank: Int32Array,
): Slices<Candidates> {
  const words = (rank.length + 31) >> 5;
  const first = integers(primary + 2, 'the order of the items');
  const bucket = integers(options, 'the order of the items');
  yield* inSlices(options, (from, to) => {
    for (let k = from; k < to; k++) {
      const end = data[startAt + k + 1];
      let lowest = primary;
      for (let node = data[startAt + k]; node < end; node++) {
        lowest = Math.min(lowest, rank[data[itemAt + node]]);
      }
      bucket[k] = lowest;
      first[lowest + 1] = first[lowest + 1] + 1;
    }
  });
  const costs = first.slice(1);
  for (let f = 0; f <= primary; f++) {
    first[f + 1] = first[f + 1] + first[f];
  }
  const next = first.slice();
  const masks = integers(options * words, 'the order of the items');
  yield* inSlices(options, (from, to) => {
    for (let k = from; k < to; k++) {
      const f = bucket[k];
      const at = next[f] * words;
      next[f] = next[f] + 1;
      const end = data[startAt + k + 1];
      for (let node = data[startAt + k]; node < end; node++) {
        const r = rank[data[itemAt + node]];
        masks[at + (r >> 5)] = masks[at + (r >> 5)] | (0x80000000 >>> (r & 31));
      }
    }
  });
  return { primary, words, masks, stride: words, clashes: 0, first, costs };
}

/** What `lists`, `sweep` and symmetries would cost. */

import { COSTS } from '../kernels/costs.ts';
import { Planes } from '../kernels/planes/planes.ts';
import { PrefixSearch } from '../kernels/prefix-search.ts';
import type { Search } from '../kernels/search.ts';
import type { Estimate } from '../kernels/sweep/estimate.ts';
import type { Sweep } from '../kernels/sweep/sweep.ts';
import { machine } from '../kernels/wasm/memory.ts';
import type { Compiled } from '../problem/compiled.ts';
import type { Slices } from '../problem/slices.ts';

const MOST_ORDERED = 600;
/** More words of options than this are not laid out for `sweep`. */
const MOST_WORDS = 1 << 24;
/**
 * A sample of `sweep`, and all probes of `lists`, take at most these parts of the estimated cost of
 * the search.
 */
const PART_OF_SAMPLE = 0.04;
const PART_OF_PROBES = 0.02;
/**
 * The nodes of each stratum in the first sample of the tree of `sweep`, which may be wrong by a
 * factor of 2. While the two engines are within `CLOSE` times of each other, the next sample is
 * `WIDER` times as wide. A node of a stratum costs `SAMPLE` for each item and each word of an
 * option. A sample keeps at most `MOST_SAMPLED` words.
 */
const FIRST_SAMPLE_WIDTH = 32;
const WIDER = 8;
const CLOSE = 4;
const SAMPLE = { item: 60, word: 1.2 };
const MOST_SAMPLED = 1 << 22;
/**
 * The number of probes of the tree of `lists`, the most that each may cost, and its nodes between
 * two looks at its cost. Without that limit, the probes of a search of many hours would take
 * minutes.
 */
const PROBES = 16;
const MOST_PROBE = 2_000_000;
const PROBE_NODES = 16;
/**
 * The smallest limit for a probe. It takes some `SLOWER` times as long as its cost says: 1.2 to 2
 * times for the way in and out of WebAssembly, 2.5 to 7 times before V8 has compiled that. Where
 * that is too much for all probes, there are fewer; fewer than `LEAST_PROBES` show too little.
 */
const LEAST_PROBE = 5000;
const SLOWER = 4;
const LEAST_PROBES = 4;
/** The number of such looks in a slice. */
const LOOKS = 64;

/**
 * The margin that makes the choice sure. The estimate of `lists` is rough at first, and sharpens as
 * more of the tree is done. Up to `spent` times the cost of `sweep`, `sweep` must be `margin` times
 * cheaper; later, `LEAST_MARGIN` times. With planes the two are often close, samples of
 * `sweep` are too low rather than too high, and the model of costs misleads most (Latin squares).
 */
const MARGINS = [
  { spent: 0.02, margin: 2 },
  { spent: 0.06, margin: 1.5 },
] as const;
const LEAST_MARGIN = { lists: 1.2, planes: 2 };

/** The words of a state of `sweep`, without colours. */
function wordsOf({ primary, secondary }: Compiled): number {
  return (primary + secondary + 31) >> 5;
}

/** True if `sweep` can take the problem, in a layout that is small enough. */
export function isForSweep(compiled: Compiled): boolean {
  if (compiled.multiple || wordsOf(compiled) * compiled.options > MOST_WORDS) return false;
  return machine() !== undefined;
}

export function costOfOrder(compiled: Compiled): number {
  const { primary, secondary, options } = compiled;
  const items = primary + secondary;
  const pairs = items > MOST_ORDERED ? 0 : items * items;
  return (
    COSTS.order.base + COSTS.order.word * options * wordsOf(compiled) + COSTS.order.pair * pairs
  );
}

/** The cost to find the symmetries of a problem, where that is easy. (Within a factor of 3.) */
export function costOfSymmetries({ primary, secondary, options, nodes }: Compiled): number {
  return (
    COSTS.symmetry.base + COSTS.symmetry.expected * (primary + secondary + options + 2 * nodes)
  );
}

/** The cost of the engine `lists` so far, with planes or lists. */
export function costOfLists(lists: Search, { primary }: Compiled): number {
  const { node, update, look } = COSTS[kernelOf(lists)];
  return node * lists.nodes + update * lists.updates + look * lists.guesses * primary;
}

/** The kernel that the engine `lists` has taken. */
export function kernelOf(lists: Search): 'planes' | 'lists' {
  const tree = lists instanceof PrefixSearch ? lists.search : lists;
  return tree instanceof Planes ? 'planes' : 'lists';
}

export function costOfSweep({ nodes, work }: Estimate): number {
  return COSTS.sweep.node * nodes + COSTS.sweep.update * work;
}

/**
 * The estimated cost of `sweep`, sampled more closely if the rest of `lists` costs about the same.
 */
export function* sampleSweep(sweep: Sweep, compiled: Compiled, left: number): Slices<number> {
  const { primary, options } = compiled;
  const words = wordsOf(compiled);
  for (let width = FIRST_SAMPLE_WIDTH; ; ) {
    const cost = costOfSweep(yield* sweep.estimate(width));
    width *= WIDER;
    const isClose = cost < CLOSE * left && left < CLOSE * cost;
    const dearness = width * (SAMPLE.item * primary + SAMPLE.word * options * words);
    const isDear = dearness > PART_OF_SAMPLE * Math.min(cost, left);
    if (!isClose || isDear || width * primary * words > MOST_SAMPLED) return cost;
  }
}

/**
 * The estimated cost of the whole tree of `lists`; undefined if probes show nothing. A probe is a
 * little search with `twin` below a prefix; the prefixes are spread evenly over the shares of the
 * frontier. `worth` is the cost of the search that this may save.
 */
export function* probeLists(
  lists: Search,
  twin: Search,
  compiled: Compiled,
  worth: number,
): Slices<number | undefined> {
  const enough = PART_OF_PROBES * worth;
  const probes = Math.min(PROBES, Math.floor(enough / (SLOWER * LEAST_PROBE)));
  if (probes < LEAST_PROBES) return undefined;
  const frontier = [...lists.frontier()];
  const all = frontier.reduce((sum, { share }) => sum + share, 0);
  // Longer ones take longer than their costs say, too.
  const most = Math.min(Math.max(LEAST_PROBE, enough / probes / 2), MOST_PROBE);
  let sum = 0;
  let count = 0;
  let done = 0;
  let next = all / probes / 2;
  for (const prefix of frontier) {
    done += prefix.share;
    for (; next < done; next += all / probes) {
      twin.reset(prefix);
      let looks = 0;
      while (twin.advance(PROBE_NODES, Number.POSITIVE_INFINITY) !== 'exhausted') {
        if (costOfLists(twin, compiled) > most) break;
        if (++looks % LOOKS === 0) yield;
      }
      yield;
      const share = prefix.share * twin.share();
      if (share === 0) continue;
      sum += costOfLists(twin, compiled) / share;
      count++;
    }
  }
  // The whole tree costs at least the part that is done.
  return count === 0 ? undefined : Math.max(sum / count, costOfLists(lists, compiled));
}

/**
 * The cost of the rest of `lists`, by Knuth's share of the tree that is done. That share misleads
 * at first: the first branches may be small, as in packings, or large. Where there are probes of
 * the whole tree, the result is the geometric mean of both; as the share grows, it counts more.
 */
export function leftOfLists(lists: Search, compiled: Compiled, probed: number | undefined): number {
  const share = lists.share();
  if (share === 0) return Number.POSITIVE_INFINITY;
  const byShare = costOfLists(lists, compiled) / share;
  if (probed === undefined) return (1 - share) * byShare;
  const mixed = share * byShare + (1 - share) * probed;
  // A root is the same on every machine, a power need not be.
  return (1 - share) * Math.sqrt(byShare * mixed);
}

/** `sweep` must be this many times cheaper where `lists` has spent that cost. */
export function marginAt(lists: Search, spentByLists: number, ofSweep: number): number {
  const least = LEAST_MARGIN[kernelOf(lists)];
  const early = MARGINS.find(({ spent }) => spentByLists <= spent * ofSweep);
  return Math.max(least, early?.margin ?? 0);
}

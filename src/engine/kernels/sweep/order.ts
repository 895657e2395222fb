import { type Compiled, hasPrimary, itemsOf } from '../../problem/compiled.ts';
import { integers } from '../../problem/memory.ts';
import { OptionLists } from '../../problem/option-lists.ts';
import { inSlices, Pace, type Slices } from '../../problem/slices.ts';
import { candidatesOf, numbers, Sampler, SLICE_STEPS } from './estimate.ts';
import { ends, type Graph } from './fiedler.ts';

/** For more items than this, or pairs of items in one option, the order comes from `byBreadth`. */
const MOST_ORDERED_ITEMS = 600;
const MOST_PAIRS = 1 << 21;
const ORDER_ARRAYS = 'the order of the items';
/** The gaps in the number of neighbours that are tried as the border of the hubs. */
const GAPS = 4;
/** A closer estimate makes at most this part of the tests that the search is estimated to make. */
const PART_OF_SEARCH = 0.05;
/**
 * The rounds of estimates. Each estimates the orders that the one before left, more closely, and
 * keeps the best: `keep` of them, none with more than `within` times the work of the best one.
 */
const ROUNDS = [
  { width: 16, keep: 5, within: 16 },
  { width: 64, keep: 3, within: 2 },
  { width: 256, keep: 2, within: 1.5 },
  { width: 1024, keep: 1, within: 1 },
] as const;

/**
 * The rank of each item in the order in which `sweep` covers them: the preferred items first, which
 * are the first `preferred` ones, then the other primary items, then secondary ones. In each group
 * the best order keeps the items of an option together, so that the options of a bucket end soon
 * after they begin.
 *
 * Items that share options are neighbours in a graph; an option of n items adds 1/(n-1) to each of
 * its pairs. Items with far more neighbours than others are *hubs*, such as the pieces of a
 * packing. They tell nothing about nearness, so they go last. Of the others, the first is one at an
 * end of the graph: an extreme of the Fiedler vector, the slowest way in which the graph can swing.
 * From there, next is always the item with the largest part of its weight already placed.
 *
 * Estimates of the tree decide which items are hubs, and at which end to start.
 */
export function* itemOrder(compiled: Compiled, preferred: number): Slices<Int32Array> {
  if (preferred > 0) return yield* findOrder(compiled, preferred);
  const rank = known.get(compiled) ?? (yield* findOrder(compiled, 0));
  known.set(compiled, rank);
  return rank;
}

/** Orders found before: a problem that is split is searched below many prefixes. */
const known = new WeakMap<Compiled, Int32Array>();

function* findOrder(compiled: Compiled, preferred: number): Slices<Int32Array> {
  const { primary, secondary } = compiled;
  const items = primary + secondary;
  const graph = yield* graphOf(compiled);
  if (graph === undefined || primary < 3) return yield* byBreadth(compiled, preferred);
  const pace = new Pace(SLICE_STEPS);
  const orders: Int32Array[] = [];
  for (const isHub of hubsOf(graph, primary)) {
    for (const end of yield* ends(graph, isHub, pace)) {
      const rank = inGroups(grow(graph, isHub, end), primary, preferred);
      if (!orders.some((other) => sameOrder(other, rank, primary))) orders.push(rank);
      if (pace.spent(items * items)) yield;
    }
  }
  return (yield* best(compiled, orders, pace)) ?? (yield* byBreadth(compiled, preferred));
}

function sameOrder(a: Int32Array, b: Int32Array, primary: number): boolean {
  for (let item = 0; item < primary; item++) if (a[item] !== b[item]) return false;
  return true;
}

/** The order whose tree takes the least work, by estimates with a fixed seed. */
function* best(
  compiled: Compiled,
  orders: readonly Int32Array[],
  pace: Pace,
): Slices<Int32Array | undefined> {
  // A small problem needs no close look.
  const widest = 1 + (compiled.options >> 2);
  const all: { rank: Int32Array; sampler: Sampler; work: number }[] = [];
  for (const rank of orders) {
    const sampler = new Sampler(yield* candidatesOf(compiled, rank));
    all.push({ rank, sampler, work: Number.POSITIVE_INFINITY });
  }
  let last = 0;
  for (const { width, keep, within } of ROUNDS) {
    const places = Math.min(width, widest);
    const tests = places * compiled.options * all.length;
    const enough = PART_OF_SEARCH * (all[0]?.work ?? 0);
    if (all.length < 2 || tests > enough || places === last) break;
    last = places;
    for (const one of all) one.work = (yield* one.sampler.estimate(places, pace)).work;
    all.sort((a, b) => a.work - b.work);
    const most = within * (all[0]?.work ?? 0);
    all.splice(Math.min(keep, all.filter(({ work }) => work <= most).length));
  }
  return all[0]?.rank;
}

/** The graph of the items; none if that would take too long. */
function* graphOf(compiled: Compiled): Slices<Graph | undefined> {
  const { data, primary, secondary, options, startAt, itemAt } = compiled;
  const items = primary + secondary;
  if (items > MOST_ORDERED_ITEMS) return undefined;
  let pairs = 0;
  for (let k = 0; k < options && pairs <= MOST_PAIRS; k++) {
    const size = data[startAt + k + 1] - data[startAt + k];
    pairs += size * size;
  }
  if (pairs > MOST_PAIRS) return undefined;
  const matrix = numbers(items * items);
  yield* inSlices(options, (from, to) => {
    for (let k = from; k < to; k++) {
      if (!hasPrimary(compiled, k)) continue;
      const start = data[startAt + k];
      const end = data[startAt + k + 1];
      const weight = 1 / (end - start - 1);
      for (let m = start; m < end; m++) {
        const row = data[itemAt + m] * items;
        for (let n = start; n < end; n++) {
          const at = row + data[itemAt + n];
          if (m !== n) matrix[at] = matrix[at] + weight;
        }
      }
    }
  });
  const first = integers(items + 1, ORDER_ARRAYS);
  let size = 0;
  for (let at = 0; at < items * items; at++) if (matrix[at] !== 0) size++;
  const near = integers(size, ORDER_ARRAYS);
  const weights = numbers(size);
  for (let i = 0, to = 0; i < items; i++) {
    for (let j = 0; j < items; j++) {
      const weight = matrix[i * items + j];
      if (weight === 0) continue;
      near[to] = j;
      weights[to++] = weight;
    }
    first[i + 1] = to;
  }
  return { items, first, near, weights };
}

/**
 * The sets of hubs to try: none, and those above one of the largest gaps in the number of
 * neighbours.
 */
function hubsOf({ items, first }: Graph, primary: number): Int32Array[] {
  const neighbours = integers(items, ORDER_ARRAYS);
  for (let i = 0; i < items; i++) neighbours[i] = first[i + 1] - first[i];
  const counts = [...new Set(neighbours.subarray(0, primary))].sort((a, b) => a - b);
  const gaps = counts
    .slice(1)
    .map((count, k) => ({ count, gap: count - counts[k] }))
    .sort((a, b) => b.gap - a.gap || b.count - a.count)
    .slice(0, GAPS);
  const borders = [Number.POSITIVE_INFINITY, ...gaps.map(({ count }) => count)];
  return borders.map((border) => {
    const isHub = integers(items, ORDER_ARRAYS);
    for (let i = 0; i < items; i++) isHub[i] = neighbours[i] >= border ? 1 : 0;
    return isHub;
  });
}

/**
 * The items one after the other: next is the one with the largest part of its weight placed; hubs
 * last.
 */
function grow(graph: Graph, isHub: Int32Array, start: number): Int32Array {
  const { items, first, near, weights } = graph;
  const total = numbers(items);
  for (let i = 0; i < items; i++) {
    let sum = 0;
    for (let at = first[i]; at < first[i + 1]; at++) {
      const hub = isHub[near[at]];
      if (hub === isHub[i] || hub === 0) sum += weights[at];
    }
    total[i] = sum || 1;
  }
  const placed = numbers(items);
  const order = integers(items, ORDER_ARRAYS);
  /** The items that are not placed yet, in their order: those that are no hubs, then hubs. */
  const left = integers(items, ORDER_ARRAYS);
  let count = 0;
  for (const hubs of [0, 1]) {
    for (let i = 0; i < items; i++) if (isHub[i] === hubs) left[count++] = i;
  }
  let others = items - isHub.reduce((sum, hub) => sum + hub, 0);
  for (let n = 0, place = left.indexOf(start); n < items; n++) {
    const next = left[place];
    left.copyWithin(place, place + 1, count--);
    if (others > 0) others--;
    order[n] = next;
    for (let at = first[next]; at < first[next + 1]; at++) {
      const j = near[at];
      placed[j] = placed[j] + weights[at];
    }
    let most = -1;
    for (let k = 0, end = others || count; k < end; k++) {
      const i = left[k];
      const part = placed[i] / total[i];
      if (part > most + 1e-9) {
        most = part;
        place = k;
      }
    }
  }
  return order;
}

/** The ranks of an order: preferred items, then the other primary ones, then secondary ones. */
function inGroups(order: ArrayLike<number>, primary: number, preferred: number): Int32Array {
  const rank = integers(order.length, ORDER_ARRAYS);
  const next = [0, preferred, primary];
  for (let n = 0; n < order.length; n++) {
    const item = order[n];
    const group = item < preferred ? 0 : item < primary ? 1 : 2;
    rank[item] = next[group]++;
  }
  return rank;
}

/** Breadth-first along options from the item with the fewest options: for large problems. */
function* byBreadth(compiled: Compiled, preferred: number): Slices<Int32Array> {
  const { primary, secondary, options } = compiled;
  const { listStart, list, optionOf } = new OptionLists(compiled);
  const pace = new Pace(SLICE_STEPS);
  if (pace.spent(16 * compiled.nodes)) yield;
  const isSeen = integers(options, ORDER_ARRAYS);
  const size = (item: number) => listStart[item + 1] - listStart[item];
  const starts = Array.from({ length: primary + secondary }, (_, item) => item);
  starts.sort((a, b) => Number(a >= primary) - Number(b >= primary) || size(a) - size(b));
  const order = new Set<number>();
  for (const start of starts) {
    if (order.has(start)) continue;
    const reached = new Set([start]);
    for (const item of reached) {
      order.add(item);
      for (let k = listStart[item]; k < listStart[item + 1]; k++) {
        const option = optionOf[list[k]];
        if (isSeen[option] === 1) continue;
        isSeen[option] = 1;
        const items = itemsOf(compiled, option);
        for (const other of items) reached.add(other);
        if (pace.spent(16 * items.length)) yield;
      }
    }
  }
  return inGroups([...order], primary, preferred);
}

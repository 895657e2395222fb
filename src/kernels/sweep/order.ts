import { type Compiled, hasPrimary } from '../../problem/compiled.ts';
import { integers } from '../../problem/memory.ts';
import { inSlices } from '../layout.ts';
import { Random } from '../random.ts';
import { candidatesOf, numbers, Pace, Sampler } from './estimate.ts';

/** For more items than this, or pairs of items in one option, the order comes from `byBreadth`. */
const MOST_ITEMS = 600;
const MOST_PAIRS = 1 << 21;
/** Steps of the power iteration, and how many numbers it may go through in all. */
const STEPS = 400;
const STEPS_AN_ITEM = 5;
const MOST_STEPPED = 1 << 23;
/** The gaps in the number of neighbours that are tried as the border of the hubs. */
const GAPS = 4;
/** A closer estimate makes at most this part of the tests that the search is estimated to make. */
const PART_OF_SEARCH = 0.2;
/**
 * How closely the orders are estimated, and which of them are estimated again: so many of the best, none
 * with more than `within` times the work of the best one.
 */
const ROUNDS = [
  { width: 32, keep: 5, within: 16 },
  { width: 128, keep: 3, within: 2 },
  { width: 512, keep: 1, within: 1 },
] as const;

/**
 * The rank of each item in the order in which `sweep` covers them: the preferred items first, which are the
 * first `preferred` ones, then the other primary items, then secondary ones. In each group the best order
 * keeps the items of an option together, so that the options of a bucket end soon after they begin.
 *
 * Items that share options are neighbours in a graph; an option of n items adds 1/(n-1) to each of its
 * pairs. Items with far more neighbours than others are *hubs*, such as the pieces of a packing. They
 * tell nothing about nearness, so they go last. Of the others, the first is one at an end of the
 * graph: an extreme of the Fiedler vector, the slowest way in which the graph can swing. From there,
 * next is always the item with the largest part of its weight already placed.
 *
 * Which items are hubs, and at which end to start, is judged by estimates of the tree.
 */
export function* itemOrder(
  compiled: Compiled,
  preferred: number,
): Generator<undefined, Int32Array> {
  if (preferred > 0) return yield* findOrder(compiled, preferred);
  const rank = known.get(compiled) ?? (yield* findOrder(compiled, 0));
  known.set(compiled, rank);
  return rank;
}

/** Orders found before: a problem that is split is searched below many prefixes. */
const known = new WeakMap<Compiled, Int32Array>();

function* findOrder(compiled: Compiled, preferred: number): Generator<undefined, Int32Array> {
  const { primary, secondary } = compiled;
  const items = primary + secondary;
  const weights = yield* weightsOf(compiled);
  if (weights === undefined || primary < 3) return yield* byBreadth(compiled, preferred);
  const pace = new Pace();
  const orders: Int32Array[] = [];
  for (const isHub of hubsOf(weights, items, primary)) {
    for (const end of yield* ends(weights, items, isHub, pace)) {
      const rank = inGroups(grow(weights, items, isHub, end), primary, preferred);
      if (!orders.some((other) => sameOrder(other, rank, primary))) orders.push(rank);
      if (pace.due(3 * items * items)) yield;
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
): Generator<undefined, Int32Array | undefined> {
  // A small problem needs no close look.
  const widest = 1 + (compiled.options >> 2);
  const all: { rank: Int32Array; sampler: Sampler; work: number }[] = [];
  for (const rank of orders) {
    const sampler = new Sampler(yield* candidatesOf(compiled, rank));
    all.push({ rank, sampler, work: Number.POSITIVE_INFINITY });
  }
  for (const { width, keep, within } of ROUNDS) {
    const places = Math.min(width, widest);
    const tests = places * compiled.options * all.length;
    const enough = PART_OF_SEARCH * (all[0]?.work ?? 0);
    if (all.length < 2 || tests > enough) break;
    for (const one of all) one.work = (yield* one.sampler.estimate(places, pace)).work;
    all.sort((a, b) => a.work - b.work);
    const most = within * (all[0]?.work ?? 0);
    all.splice(Math.min(keep, all.filter(({ work }) => work <= most).length));
  }
  return all[0]?.rank;
}

/** The weights of all pairs as a matrix; none if they would take too long. */
function* weightsOf(compiled: Compiled): Generator<undefined, Float64Array | undefined> {
  const { data, primary, secondary, options, startAt, itemAt } = compiled;
  const items = primary + secondary;
  if (items > MOST_ITEMS) return undefined;
  let pairs = 0;
  for (let k = 0; k < options && pairs <= MOST_PAIRS; k++) {
    const size = (data[startAt + k + 1] as number) - (data[startAt + k] as number);
    pairs += size * size;
  }
  if (pairs > MOST_PAIRS) return undefined;
  const weights = numbers(items * items);
  yield* inSlices(options, (from, to) => {
    for (let k = from; k < to; k++) {
      if (!hasPrimary(compiled, k)) continue;
      const start = data[startAt + k] as number;
      const end = data[startAt + k + 1] as number;
      const weight = 1 / (end - start - 1);
      for (let m = start; m < end; m++) {
        const row = (data[itemAt + m] as number) * items;
        for (let n = start; n < end; n++) {
          const at = row + (data[itemAt + n] as number);
          if (m !== n) weights[at] = (weights[at] as number) + weight;
        }
      }
    }
  });
  return weights;
}

/** The sets of hubs to try: none, and those above one of the largest gaps in the number of neighbours. */
function hubsOf(weights: Float64Array, items: number, primary: number): Int32Array[] {
  const neighbours = integers(items, 'the order of the items');
  for (let i = 0; i < items; i++) {
    let count = 0;
    for (let j = i * items; j < (i + 1) * items; j++) if (weights[j] !== 0) count++;
    neighbours[i] = count;
  }
  const counts = [...new Set(neighbours.subarray(0, primary))].sort((a, b) => a - b);
  const gaps = counts
    .slice(1)
    .map((count, k) => ({ count, gap: count - (counts[k] as number) }))
    .sort((a, b) => b.gap - a.gap || b.count - a.count)
    .slice(0, GAPS);
  const borders = [Number.POSITIVE_INFINITY, ...gaps.map(({ count }) => count)];
  return borders.map((border) => {
    const isHub = integers(items, 'the order of the items');
    for (let i = 0; i < items; i++) isHub[i] = (neighbours[i] as number) >= border ? 1 : 0;
    return isHub;
  });
}

/** The two items at the extremes of the Fiedler vector of the graph without its hubs. */
function* ends(
  weights: Float64Array,
  items: number,
  isHub: Int32Array,
  pace: Pace,
): Generator<undefined, number[]> {
  const near: number[][] = [];
  const degree = numbers(items);
  const members: number[] = [];
  let size = 0;
  for (let i = 0; i < items; i++) {
    const row: number[] = [];
    for (let j = 0; isHub[i] === 0 && j < items; j++) {
      const weight = weights[i * items + j] as number;
      if (weight === 0 || isHub[j] !== 0) continue;
      row.push(j);
      degree[i] = (degree[i] as number) + weight;
    }
    near.push(row);
    size += row.length;
    if (row.length > 0) members.push(i);
  }
  const [any] = members;
  if (any === undefined) return [];
  const columns = integers(size, 'the order of the items');
  const values = numbers(size);
  let total = 0;
  for (let at = 0, k = 0; k < members.length; k++) {
    const i = members[k] as number;
    total += degree[i] as number;
    for (const j of near[i] as number[]) {
      columns[at] = j;
      values[at++] = (weights[i * items + j] as number) / (degree[i] as number);
    }
  }
  const random = new Random(1);
  let x = numbers(items);
  let y = numbers(items);
  for (const i of members) x[i] = random.below(1 << 20) / (1 << 20) - 0.5;
  const steps = Math.min(STEPS, STEPS_AN_ITEM * items, Math.ceil(MOST_STEPPED / (size + 1)));
  let low = any;
  let high = any;
  // All steps: ended where the extremes stay the same for 48 steps, a Sudoku takes 100 times the nodes.
  for (let step = 1; step <= steps; step++) {
    let mean = 0;
    for (const i of members) mean += ((degree[i] as number) * (x[i] as number)) / total;
    let most = 1e-300;
    let at = 0;
    for (const i of members) {
      let sum = 0;
      const end = at + (near[i] as number[]).length;
      for (; at < end; at++) {
        sum += (values[at] as number) * (x[columns[at] as number] as number);
      }
      const value = (sum + (x[i] as number)) / 2 - mean;
      y[i] = value;
      if (Math.abs(value) > most) most = Math.abs(value);
    }
    for (const i of members) y[i] = (y[i] as number) / most;
    [x, y] = [y, x];
    if (pace.due(size)) yield;
  }
  for (const i of members) {
    if ((x[i] as number) < (x[low] as number)) low = i;
    if ((x[i] as number) > (x[high] as number)) high = i;
  }
  return [low, high];
}

/** The items one after the other: next is the one with the largest part of its weight placed; hubs last. */
function grow(weights: Float64Array, items: number, isHub: Int32Array, first: number): number[] {
  const total = numbers(items);
  for (let i = 0; i < items; i++) {
    for (let j = 0; j < items; j++) {
      if (isHub[j] === isHub[i] || isHub[j] === 0) {
        total[i] = (total[i] as number) + (weights[i * items + j] as number);
      }
    }
  }
  const placed = numbers(items);
  const done = integers(items, 'the order of the items');
  const order: number[] = [];
  for (let next = first; next >= 0; ) {
    order.push(next);
    done[next] = 1;
    for (let j = 0; j < items; j++) {
      placed[j] = (placed[j] as number) + (weights[next * items + j] as number);
    }
    let most = -1;
    next = -1;
    for (const hubs of [0, 1]) {
      for (let i = 0; i < items; i++) {
        if (done[i] !== 0 || isHub[i] !== hubs) continue;
        const part = (placed[i] as number) / ((total[i] as number) || 1);
        if (part > most + 1e-9) {
          most = part;
          next = i;
        }
      }
      if (next >= 0) break;
    }
  }
  return order;
}

/** The ranks of an order: preferred items, then the other primary ones, then secondary ones. */
function inGroups(order: readonly number[], primary: number, preferred: number): Int32Array {
  const rank = integers(order.length, 'the order of the items');
  const next = [0, preferred, primary];
  for (const item of order) {
    const group = item < preferred ? 0 : item < primary ? 1 : 2;
    rank[item] = (next[group] as number)++;
  }
  return rank;
}

/** Breadth-first along options from the item with the fewest options: for large problems. */
function* byBreadth(compiled: Compiled, preferred: number): Generator<undefined, Int32Array> {
  const { data, primary, secondary, options, startAt, itemAt } = compiled;
  const items = primary + secondary;
  const WHAT = 'the order of the items';
  const first = integers(items + 1, WHAT);
  yield* inSlices(options, (from, to) => {
    const end = data[startAt + to] as number;
    for (let node = data[startAt + from] as number; node < end; node++) {
      const item = data[itemAt + node] as number;
      first[item + 1] = (first[item + 1] as number) + 1;
    }
  });
  for (let item = 0; item < items; item++) {
    first[item + 1] = (first[item + 1] as number) + (first[item] as number);
  }
  const of = integers(data[startAt + options] as number, WHAT);
  const filled = first.slice();
  yield* inSlices(options, (from, to) => {
    for (let k = from; k < to; k++) {
      const end = data[startAt + k + 1] as number;
      for (let node = data[startAt + k] as number; node < end; node++) {
        const item = data[itemAt + node] as number;
        const at = filled[item] as number;
        filled[item] = at + 1;
        of[at] = k;
      }
    }
  });
  const seenOption = integers(options, WHAT);
  const seen = integers(items, WHAT);
  const order: number[] = [];
  const size = (item: number) => (first[item + 1] as number) - (first[item] as number);
  const starts = Array.from({ length: primary }, (_, item) => item);
  starts.sort((a, b) => size(a) - size(b) || a - b);
  for (let item = primary; item < items; item++) starts.push(item);
  let work = 0;
  for (const start of starts) {
    if (seen[start] !== 0) continue;
    seen[start] = 1;
    order.push(start);
    for (let done = order.length - 1; done < order.length; done++) {
      const item = order[done] as number;
      for (let at = first[item] as number; at < (first[item + 1] as number); at++) {
        const option = of[at] as number;
        if (seenOption[option] !== 0) continue;
        seenOption[option] = 1;
        const end = data[startAt + option + 1] as number;
        for (let node = data[startAt + option] as number; node < end; node++, work++) {
          const other = data[itemAt + node] as number;
          if (seen[other] !== 0) continue;
          seen[other] = 1;
          order.push(other);
        }
        if (work > 1 << 15) {
          work = 0;
          yield;
        }
      }
    }
  }
  return inGroups(order, primary, preferred);
}

import { itemOrder } from '../kernels/sweep/order.ts';
import { type Compiled, itemsOf } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import { OptionLists } from '../problem/option-lists.ts';
import { inSlices, Pace, type Slices } from '../problem/slices.ts';

/**
 * In problems with more nodes, or pairs of items in one option, only the order of `sweep` is looked
 * at.
 */
const MOST_ORDER_NODES = 1 << 17;
const MOST_ORDER_PAIRS = 1 << 20;
/** The number of far items to look for. */
const FAR_ITEMS = 4;
const ORDER_ARRAYS = 'the order of the items';

/**
 * An order of the primary items in which to branch on them, for few states. After the first items
 * of an order are covered, a state is known by its *border*: the items that follow and share an
 * option with one before. A border of n items has at most 2 ** n states, so the best order has the
 * narrowest borders.
 *
 * Items that share an option are neighbours. The candidates are fronts that go through the graph of
 * the items from one side to the other, beside the order of `sweep`. A side is the set of items
 * farthest from two far items together. In a rectangle, the corners b and d have the whole opposite
 * column; in an Aztec diamond, two tips have the staircase between the other two. A corner alone
 * begins a front as well.
 *
 *      a . . . . . b           the items that are farthest from b and d: the column of a and c
 *      . . . . . . .           the front: all items at one distance from it
 *      c . . . . . d
 */
export function* borderOrder(compiled: Compiled): Slices<Int32Array> {
  const rank = yield* itemOrder(compiled, 0);
  let best: Int32Array = integers(compiled.primary, ORDER_ARRAYS);
  for (let item = 0; item < best.length; item++) best[rank[item]] = item;
  const graph = yield* neighbours(compiled);
  if (graph === undefined) return best;
  let narrowest = borderOf(compiled, best);
  for (const side of sidesOf(graph)) {
    yield;
    const order = yield* frontFrom(graph, side);
    const border = borderOf(compiled, order);
    if (border >= narrowest) continue;
    best = order;
    narrowest = border;
  }
  return best;
}

/**
 * The items as a graph: the neighbours of an item are `near` from `first[item]` to
 * `first[item + 1]`.
 */
interface ItemGraph {
  readonly primary: number;
  readonly items: number;
  readonly first: Int32Array;
  readonly near: Int32Array;
}

function* neighbours(compiled: Compiled): Slices<ItemGraph | undefined> {
  const { primary, secondary, options, nodes } = compiled;
  if (nodes > MOST_ORDER_NODES || primary === 0) return undefined;
  const items = primary + secondary;
  let pairs = 0;
  yield* inSlices(options, (from, to) => {
    for (let k = from; k < to; k++) pairs += itemsOf(compiled, k).length ** 2;
  });
  if (pairs > MOST_ORDER_PAIRS) return undefined;
  const lists = new OptionLists(compiled);
  const first = integers(items + 1, ORDER_ARRAYS);
  const near: number[] = [];
  const seen = integers(items, ORDER_ARRAYS).fill(-1);
  const pace = new Pace();
  for (let item = 0; item < items; item++) {
    let looks = 1;
    seen[item] = item;
    for (const node of lists.nodesOf(item)) {
      for (const other of itemsOf(compiled, lists.optionOf[node])) {
        looks++;
        if (seen[other] === item) continue;
        seen[other] = item;
        near.push(other);
      }
    }
    first[item + 1] = near.length;
    if (pace.spent(LOOK_WORK * looks)) yield;
  }
  return { primary, items, first, near: Int32Array.from(near) };
}

/**
 * The distance of each item from the nearest of some; the number of items where there is no way.
 */
function distances({ items, first, near }: ItemGraph, from: readonly number[]): Int32Array {
  const distance = integers(items, ORDER_ARRAYS).fill(items);
  const queue = [...from];
  for (const item of queue) distance[item] = 0;
  for (let done = 0; done < queue.length; done++) {
    const item = queue[done];
    for (let at = first[item]; at < first[item + 1]; at++) {
      const other = near[at];
      if (distance[other] < items) continue;
      distance[other] = distance[item] + 1;
      queue.push(other);
    }
  }
  return distance;
}

/** The primary items for which a measure is the greatest. */
function farthest({ primary }: ItemGraph, measure: (item: number) => number): number[] {
  let all: number[] = [];
  let most = Number.NEGATIVE_INFINITY;
  for (let item = 0; item < primary; item++) {
    const value = measure(item);
    if (value > most) {
      most = value;
      all = [];
    }
    if (value === most) all.push(item);
  }
  return all;
}

function* sidesOf(graph: ItemGraph): Generator<number[], void> {
  const corners: number[] = [];
  const from: Int32Array[] = [];
  let nearest = distances(graph, [0]);
  for (let k = 0; k < FAR_ITEMS; k++) {
    const [corner] = farthest(graph, (item) => nearest[item]);
    corners.push(corner);
    from.push(distances(graph, [corner]));
    nearest = distances(graph, corners);
  }
  for (const [k, a] of from.entries()) {
    yield [corners[k]];
    for (const b of from.slice(0, k)) {
      yield farthest(graph, (item) => a[item] + b[item]);
    }
  }
}

/**
 * The primary items by their distance from a side. Of those at one distance, next is always the one
 * that adds the fewest items to the border: a front is gone through from its end.
 */
function* frontFrom(graph: ItemGraph, side: readonly number[]): Slices<Int32Array> {
  const { primary, first, near } = graph;
  const pace = new Pace();
  const distance = distances(graph, side);
  const levels: number[][] = [];
  for (let item = 0; item < primary; item++) {
    const level = distance[item];
    levels[level] ??= [];
    levels[level].push(item);
  }
  const isSeen = new Uint8Array(graph.items);
  /** Item -> its place in the level that is gone through, until it is taken; -1 elsewhere. */
  const place = integers(graph.items, ORDER_ARRAYS).fill(-1);
  let left = new Tournament([]);
  let looks = 0;
  // Item -> its neighbours that are not seen yet.
  const added = first.slice(1).map((end, item) => end - first[item]);
  const see = (item: number) => {
    if (isSeen[item] === 1) return;
    isSeen[item] = 1;
    for (let at = first[item]; at < first[item + 1]; at++) {
      const other = near[at];
      added[other] = added[other] - 1;
      if (place[other] >= 0) left.set(place[other], added[other]);
    }
    looks += first[item + 1] - first[item];
  };
  const order = integers(primary, ORDER_ARRAYS);
  let next = 0;
  for (const level of levels) {
    if (level === undefined) continue;
    level.forEach((item, k) => {
      place[item] = k;
    });
    left = new Tournament(level.map((item) => added[item]));
    for (let n = 0; n < level.length; n++) {
      const k = left.least;
      const item = level[k];
      left.set(k, NEVER_LEAST);
      place[item] = -1;
      order[next++] = item;
      looks = 0;
      see(item);
      for (let at = first[item]; at < first[item + 1]; at++) {
        see(near[at]);
      }
      if (pace.spent(LOOK_WORK * (1 + looks))) yield;
    }
  }
  return order;
}

/** A number that never wins, and the work of a look at a neighbour. */
const NEVER_LEAST = 2 ** 31 - 1;
const LOOK_WORK = 16;

/**
 * The least of some numbers, the first of several, while they change: a place of the tree has the
 * winner of the two below it.
 */
class Tournament {
  readonly #values: Int32Array;
  readonly #winners: Int32Array;

  constructor(values: readonly number[]) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)));
    this.#values = integers(size, ORDER_ARRAYS).fill(NEVER_LEAST);
    this.#values.set(values);
    this.#winners = integers(2 * size, ORDER_ARRAYS);
    for (let k = 0; k < size; k++) this.#winners[size + k] = k;
    for (let at = size - 1; at > 0; at--) this.#play(at);
  }

  /** The place of the least number. */
  get least(): number {
    return this.#winners[1];
  }

  set(place: number, value: number): void {
    this.#values[place] = value;
    for (let at = (this.#values.length + place) >> 1; at > 0; at >>= 1) this.#play(at);
  }

  #play(at: number): void {
    const one = this.#winners[2 * at];
    const other = this.#winners[2 * at + 1];
    const isOther = this.#values[other] < this.#values[one];
    this.#winners[at] = isOther ? other : one;
  }
}

/** The logarithm, by 2, of the most states that the borders of an order can have in all. */
function borderOf(compiled: Compiled, order: Int32Array): number {
  const { primary, secondary, options } = compiled;
  const items = primary + secondary;
  const rank = integers(primary, ORDER_ARRAYS);
  for (let k = 0; k < primary; k++) rank[order[k]] = k;
  // Item -> the first item of the order after which it is in the border, and the last one before
  // which it is.
  const enters = integers(items, ORDER_ARRAYS).fill(primary);
  const leaves = integers(items, ORDER_ARRAYS).fill(-1);
  leaves.set(rank);
  for (let k = 0; k < options; k++) {
    const own = itemsOf(compiled, k);
    let lowest = primary;
    for (const item of own) {
      if (item < primary) lowest = Math.min(lowest, rank[item]);
    }
    if (lowest === primary) continue;
    for (const item of own) {
      if (lowest < enters[item]) enters[item] = lowest;
      if (item >= primary && lowest > leaves[item]) leaves[item] = lowest;
    }
  }
  const change = integers(primary + 1, ORDER_ARRAYS);
  for (let item = 0; item < items; item++) {
    const from = enters[item] + 1;
    const to = leaves[item] + 1;
    if (from >= to) continue;
    change[from] = change[from] + 1;
    change[to] = change[to] - 1;
  }
  let width = 0;
  const widths = change.map((by) => {
    width += by;
    return width;
  });
  const widest = widths.reduce((a, b) => Math.max(a, b), 0);
  return widest + Math.log2(widths.reduce((sum, w) => sum + 2 ** (w - widest), 0));
}

import { Compiled, costOf, emptyCompiled, itemsOf, setCost } from './compiled.ts';
import { integers } from './memory.ts';
import { CHOSEN, NONE, OPEN, Propagation } from './propagation.ts';
import { finish, type Slices } from './slices.ts';

/**
 * A smaller problem with the same solutions: each of its options stands for one option of the
 * original, at the same cost, and the same sets of options are solutions.
 */
export interface Reduced {
  /**
   * The smaller problem. Where the rules prove that there is no solution, it is one item without
   * options.
   */
  readonly compiled: Compiled;
  /** Option -> the option of the original that it stands for. */
  readonly optionOf: Int32Array;
  /** Item -> the item of the original that it stands for. */
  readonly itemOf: Int32Array;
  /**
   * The number of options that are in every solution. Each of them has an item without other
   * options.
   */
  readonly forced: number;
  /** True if the rules prove that there is no solution. */
  readonly hasNone: boolean;
  /** The numbers of options, items and nodes that were removed. */
  readonly removed: { readonly options: number; readonly items: number; readonly nodes: number };
}

/** The work between two pauses, in nodes looked at: about a millisecond. */
const REDUCTION_SLICE_NODES = 1 << 15;

/** A problem reduced, in one go. */
export function reduceCompiled(compiled: Compiled): Reduced {
  return finish(reducing(compiled));
}

/**
 * Reduces a problem, and pauses after each slice of work.
 *
 * Primary items that have the same options become one first: then `Propagation` looks at each of
 * them once. (The voxels of a burr come in blocks of dozens.)
 */
export function* reducing(compiled: Compiled): Slices<Reduced> {
  const propagation = new Propagation(compiled);
  yield;
  const items = new ItemChoice(propagation);
  const had = items.count;
  yield* items.mergeTwins();
  if (propagation.dead !== NONE) return deadEnd(compiled, propagation.dead);
  if (items.count === had) return yield* propagated(propagation);
  const merged = yield* layOut(items);
  const { compiled: rest, ...less } = yield* propagated(new Propagation(merged.compiled));
  return {
    ...less,
    compiled: rest,
    optionOf: less.optionOf.map((option) => merged.optionOf[option]),
    itemOf: less.itemOf.map((item) => merged.itemOf[item]),
    removed: {
      options: less.removed.options + merged.removed.options,
      items: less.removed.items + merged.removed.items,
      nodes: less.removed.nodes + merged.removed.nodes,
    },
  };
}

/**
 * Of the options that `Propagation` decides, takes out those that are in no solution, and leaves one
 * item to each option that is in every solution. Then drops the items whose rules follow from others.
 * If that gives an item narrower bounds, it begins again. So to reduce the result changes nothing.
 */
function* propagated(propagation: Propagation): Slices<Reduced> {
  for (;;) {
    yield* propagation.run();
    const items = new ItemChoice(propagation);
    yield;
    if (propagation.dead !== NONE) return deadEnd(propagation.compiled, propagation.dead);
    if (yield* items.mergeTwins()) continue;
    while (yield* items.dropImplied());
    return yield* layOut(items);
  }
}

/** Decides which items of the open options are kept. */
class ItemChoice {
  readonly propagation: Propagation;
  readonly kept: Uint8Array;
  /** Primary item -> 1 where the caller prefers it, or one that it stands for. */
  readonly preferred: Uint8Array;
  /** Option -> its primary items that are kept. It needs one, or no engine would choose it. */
  private readonly primaries: Int32Array;
  /** Item -> the last `stamp` that met it. */
  private readonly seen: Int32Array;
  private stamp = 0;
  /** The nodes looked at since the last pause. */
  private work = 0;

  constructor(propagation: Propagation) {
    const { primary, secondary, options, nodes, itemAt, data } = propagation.compiled;
    const { prefers, preferredAt } = propagation.compiled;
    const { open, state, optionOf } = propagation;
    this.propagation = propagation;
    this.kept = Uint8Array.from(open, (options) => (options > 0 ? 1 : 0));
    this.preferred = new Uint8Array(primary);
    if (prefers) this.preferred.set(data.subarray(preferredAt, preferredAt + primary));
    this.seen = integers(primary + secondary, 'the items of the problem');
    this.primaries = integers(options, 'the options of the problem');
    for (let node = 0; node < nodes; node++) {
      const option = optionOf[node];
      if (state[option] !== OPEN || data[itemAt + node] >= primary) continue;
      this.primaries[option] = this.primaries[option] + 1;
    }
  }

  /** The number of items that are kept. */
  get count(): number {
    return this.kept.reduce((count, isKept) => count + isKept, 0);
  }

  /**
   * Keeps one of the primary items that have the same options. True if its bounds are narrower now.
   */
  *mergeTwins(): Slices<boolean> {
    const { propagation } = this;
    const { least, most } = propagation;
    /** A hash of the options of an item -> the items kept that have it. */
    const groups = new Map<number, number[]>();
    let isNarrower = false;
    for (let item = 0; item < propagation.compiled.primary; item++) {
      if (this.kept[item] === 0) continue;
      if (this.isTired()) yield;
      const hash = this.hashOf(item);
      const group = groups.get(hash);
      const twin = group?.find((other) => isSame(this.options(item), this.options(other)));
      if (twin === undefined) {
        if (group === undefined) groups.set(hash, [item]);
        else group.push(item);
        continue;
      }
      this.drop(item);
      if (this.preferred[item] === 1) this.preferred[twin] = 1;
      const atLeast = Math.max(least[item], least[twin]);
      const atMost = Math.min(most[item], most[twin]);
      if (atLeast === least[twin] && atMost === most[twin]) continue;
      propagation.narrow(twin, atLeast, atMost);
      isNarrower = true;
    }
    return isNarrower;
  }

  /** Drops items whose rules follow from the items that stay. True if there were any. */
  *dropImplied(): Slices<boolean> {
    const { kept, propagation } = this;
    const { least, compiled } = propagation;
    const { primary } = compiled;
    /** Item -> another one that needs the same number of its options, plus 1; 0 for none. */
    const reachedBy = integers(primary, 'the items of the problem');
    for (let item = 0; compiled.multiple && item < primary; item++) {
      if (kept[item] === 0) continue;
      if (this.isTired()) yield;
      for (const other of this.above(item)) {
        if (other >= primary || least[other] > least[item]) continue;
        reachedBy[other] = item + 1;
      }
    }
    let found = false;
    for (let item = kept.length - 1; item >= 0; item--) {
      if (kept[item] === 0) continue;
      if (this.isTired()) yield;
      if (item < primary) {
        const by = reachedBy[item];
        if (!compiled.multiple) continue;
        if (least[item] !== 0 && (by === 0 || kept[by - 1] === 0)) continue;
        if (!this.isSpare(item)) continue;
      }
      if (!this.isBounded(item)) continue;
      this.drop(item);
      found = true;
    }
    return found;
  }

  /** True if the others allow no more options of an item than the item does. */
  private isBounded(item: number): boolean {
    const { most, open, compiled } = this.propagation;
    const { primary } = compiled;
    if (item >= primary) {
      const nodes = this.openNodes(item);
      const colour = this.propagation.colourOf(nodes[0]);
      if (nodes.length === 1) return true;
      if (colour > 0 && nodes.every((node) => this.propagation.colourOf(node) === colour)) {
        return true;
      }
      return this.above(item).some((other) =>
        other < primary ? most[other] === 1 : this.isStricter(other, item),
      );
    }
    const bound = most[item];
    if (bound >= open[item]) return true;
    return this.above(item).some((other) => other < primary && most[other] <= bound);
  }

  /**
   * True if any two options that a secondary item allows together may also stand together in
   * another one, which has no options besides those of the first.
   */
  private isStricter(item: number, other: number): boolean {
    const { propagation } = this;
    /** Colour in `item` -> colour in `other`. */
    const colours = new Map<number, number>();
    for (const node of this.openNodes(other)) {
      const colour = propagation.colourIn(propagation.optionOf[node], item);
      if (colour === 0) continue;
      const here = propagation.colourOf(node);
      const before = colours.get(colour);
      if (before !== undefined && (here === 0 || here !== before)) return false;
      colours.set(colour, here);
    }
    return true;
  }

  /** Item -> all items besides it that every one of its options has. */
  private above(item: number): number[] {
    const { seen, kept } = this;
    let above: number[] | undefined;
    for (const option of this.options(item)) {
      const stamp = ++this.stamp;
      const items = itemsOf(this.propagation.compiled, option);
      this.work += items.length;
      for (const other of items) seen[other] = stamp;
      above ??= Array.from(items).filter((other) => other !== item && kept[other] === 1);
      above = above.filter((other) => seen[other] === stamp);
      if (above.length === 0) break;
    }
    return above ?? [];
  }

  /** True if each option of a primary item has another one. */
  private isSpare(item: number): boolean {
    return this.options(item).every((option) => this.primaries[option] > 1);
  }

  private drop(item: number): void {
    this.kept[item] = 0;
    if (item >= this.propagation.compiled.primary) return;
    for (const option of this.options(item)) {
      this.primaries[option] = this.primaries[option] - 1;
    }
  }

  /** True when a pause is due. */
  private isTired(): boolean {
    if (this.work < REDUCTION_SLICE_NODES) return false;
    this.work = 0;
    return true;
  }

  private openNodes(item: number): Int32Array {
    const { list, listStart, optionOf, state } = this.propagation;
    this.work += listStart[item + 1] - listStart[item];
    return list
      .subarray(listStart[item], listStart[item + 1])
      .filter((node) => state[optionOf[node]] === OPEN);
  }

  /** A hash of the open options of an item. */
  private hashOf(item: number): number {
    const { list, listStart, optionOf, state } = this.propagation;
    const end = listStart[item + 1];
    this.work += end - listStart[item];
    let hash = 0;
    for (let k = listStart[item]; k < end; k++) {
      const option = optionOf[list[k]];
      if (state[option] === OPEN) hash = (Math.imul(hash, 0x01000193) + option) | 0;
    }
    return hash;
  }

  private options(item: number): Int32Array {
    return this.openNodes(item).map((node) => this.propagation.optionOf[node]);
  }
}

function isSame(some: Int32Array, others: Int32Array): boolean {
  return some.length === others.length && some.every((number, k) => number === others[k]);
}

/** A problem without a solution, which has one item of the original. */
export function deadEnd({ primary, secondary, options, nodes }: Compiled, item: number): Reduced {
  const data = emptyCompiled({ primary: 1, secondary: 0, options: 0, nodes: 0 });
  return {
    compiled: Compiled.of(data),
    optionOf: new Int32Array(0),
    itemOf: Int32Array.of(item),
    forced: 0,
    hasNone: true,
    removed: { options, items: primary + secondary - 1, nodes },
  };
}

/** Writes the smaller problem: options and items are in their order. */
function* layOut({ propagation, kept, preferred }: ItemChoice): Slices<Reduced> {
  const { compiled: original, state, cause } = propagation;
  const { primary, secondary, startAt, itemAt } = original;
  const { least, most } = propagation;
  const numbers = integers(state.length, 'the options of the problem').map((_, option) => option);
  const optionOf = numbers.filter((k) => state[k] === OPEN || state[k] === CHOSEN);
  const forced = optionOf.filter((option) => state[option] === CHOSEN);
  // An option that is in every solution keeps the item that needs it. No open option has this item.
  for (const option of forced) {
    const item = cause[option];
    least[item] = most[item] = kept[item] === 1 ? least[item] + 1 : 1;
    kept[item] = 1;
  }
  const keeps = (option: number, item: number) =>
    kept[item] === 1 && (state[option] === OPEN || cause[option] === item);
  const itemOf = [...kept.keys()].filter((item) => kept[item] === 1);
  const primaries = itemOf.filter((item) => item < primary);
  // A problem has an item: here one without options, which is covered 0 times if it is primary.
  if (itemOf.length === 0) {
    itemOf.push(0);
    if (primary > 0) primaries.push(0);
    least.fill(0, 0, 1);
    most.fill(0, 0, 1);
  }
  /** Item -> its number in the smaller problem. */
  const numberOf = integers(primary + secondary, 'the items of the problem');
  for (const [number, item] of itemOf.entries()) numberOf[item] = number;

  const { data: from, colourAt } = original;
  let nodes = 0;
  let coloured = false;
  for (const option of optionOf) {
    const end = from[startAt + option + 1];
    for (let node = from[startAt + option]; node < end; node++) {
      if (!keeps(option, from[itemAt + node])) continue;
      if (nodes++ % REDUCTION_SLICE_NODES === 0) yield;
      coloured ||= original.coloured && from[colourAt + node] > 0;
    }
  }
  const data = emptyCompiled({
    primary: primaries.length,
    secondary: itemOf.length - primaries.length,
    options: optionOf.length,
    stated: optionOf.filter((option) => option < original.stated).length,
    nodes,
    coloured,
    multiple: primaries.some((item) => least[item] !== 1 || most[item] !== 1),
    priced: original.priced,
    prefers: primaries.some((item) => preferred[item] === 1),
  });
  const compiled = Compiled.of(data);
  let to = 0;
  for (const [k, option] of optionOf.entries()) {
    const end = from[startAt + option + 1];
    for (let node = from[startAt + option]; node < end; node++) {
      const item = from[itemAt + node];
      if (!keeps(option, item)) continue;
      if (to % REDUCTION_SLICE_NODES === 0) yield;
      data[compiled.itemAt + to] = numberOf[item];
      if (coloured) data[compiled.colourAt + to] = from[colourAt + node];
      to++;
    }
    data[compiled.startAt + k + 1] = to;
    if (compiled.priced) setCost(compiled, k, costOf(original, option));
  }
  for (const [k, item] of primaries.entries()) {
    if (compiled.multiple) data[compiled.timesAt + 2 * k] = least[item];
    if (compiled.multiple) data[compiled.timesAt + 2 * k + 1] = most[item];
    if (compiled.prefers) data[compiled.preferredAt + k] = preferred[item];
  }
  return {
    compiled,
    optionOf,
    itemOf: Int32Array.from(itemOf),
    forced: forced.length,
    hasNone: false,
    removed: {
      options: original.options - optionOf.length,
      items: primary + secondary - itemOf.length,
      nodes: original.nodes - nodes,
    },
  };
}

import { COSTS } from '../kernels/costs.ts';
import { type Decisions, Start } from '../kernels/prefix.ts';
import type { Compiled } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import { SlicedLayout, type Slices } from '../problem/slices.ts';
import { compareLists } from '../symmetry/equivalence.ts';
import { Graph } from '../symmetry/graph.ts';
import { Orbits } from '../symmetry/group.ts';
import { SLICE_LOOKS, SymmetrySearch } from '../symmetry/search.ts';
import { State } from './state.ts';
import { layOut } from './state-layout.ts';

/** The most work on one canonical form: states that take more are not remembered. */
const MOST_LOOKS = 1 << 20;
/** This number of symmetries of a part is many. */
const MANY_SYMMETRIES = 16n;
/** Work between two pauses: about a millisecond. */
const SLICE_NS = 1_000_000;
/** The memory of a key beside its characters: the entry of a map, a string and a bigint. */
const KEY_BYTES = 120;
const ISOMORPH_ARRAYS = 'the states up to isomorphism';
/** The root branches on no item. */
const NONE = -1;

export interface IsomorphSettings {
  readonly prefix?: Decisions | undefined;
  readonly memoryLimit?: number | undefined;
  /** Says if it takes part, given the symmetries at its start. If not, it is stuck at once. */
  readonly suits?: ((symmetries: RootSymmetries) => boolean) | undefined;
}

/** The symmetries of a problem, as far as they are soon found. */
export interface RootSymmetries {
  readonly order: bigint;
  /** Open primary items, and the number of their orbits. */
  readonly items: number;
  readonly orbits: number;
}

/**
 * True if most states meet isomorphic ones: then a count up to isomorphism takes a small part of
 * the time, and is the first to join. Elsewhere a quarter of a second would be lost: road networks
 * have many symmetries, but of a few items each.
 */
export function isRich({ order, items, orbits }: RootSymmetries): boolean {
  return order >= 1000n && 4 * orbits <= items;
}

/** A part of a state that is being counted. */
export interface Frame {
  /** The options chosen before. */
  depth: number;
  /** The options to try, and the number of options that each stands for. */
  readonly options: readonly number[];
  readonly weights: readonly number[];
  /** The next of them. */
  next: number;
  /** The solutions below those that were tried. */
  sum: bigint;
  /** The solutions of the parts that the last choice has left, as far as they are counted. */
  product: bigint;
  parts: readonly Int32Array[];
  nextPart: number;
  /** The canonical form, to remember the count by. */
  readonly key: string | undefined;
  /** The primary items of the part. */
  readonly items: Int32Array;
  /** The item that it branches on. */
  readonly item: number;
}

/**
 * Counts all solutions, isomorphic states once. A state falls into parts that share no open item:
 * the count is the product of theirs. A part is known by its canonical form. In a part that is new,
 * the options of one item that symmetries of the part take to each other lead to parts with equal
 * counts, so one of them is tried and counts for all.
 *
 *       .---- a new part: a frame <---------------------------------.
 *       v                                                           |
 *     [try] an option for its orbit -> [choose] it, and what is forced -> [divide] into parts
 *       ^                                                           |
 *       '---- [multiply], [add] times the orbit <--- a known part --'
 *
 * (A whole orbit of options would overcount: of a Latin square it has n * n * n options, and n of
 * them have the item.) A part whose canonical form takes too much work is searched without being
 * remembered.
 */
export class Isomorphs {
  /** Options tried. */
  nodes = 0;
  deepest = 0;
  /** The count, once it is known. */
  result: bigint | undefined;

  protected readonly compiled: Compiled;
  protected readonly settings: IsomorphSettings;
  private readonly memoryLimit: number;
  private readonly layout: SlicedLayout;
  private isLaidOut = false;
  private hasSymmetries = true;
  protected state!: State;
  protected graph!: Graph;
  protected search!: SymmetrySearch;
  /** Item -> 1 if it has a vertex in the graph of the part. */
  private readonly open: Uint8Array;
  /** The live options of a part; option -> its place there. */
  protected options!: Int32Array;
  protected readonly placeOf: Int32Array;
  private readonly listed: Int32Array;
  private round = 0;
  private readonly sets: Orbits;
  protected readonly frames: Frame[] = [];
  private readonly known = new Map<string, bigint>();
  private knownBytes = 0;
  private looks = 0;

  constructor(compiled: Compiled, settings: IsomorphSettings = {}) {
    const { prefix, memoryLimit } = settings;
    const { primary, secondary, options } = compiled;
    this.compiled = compiled;
    this.settings = settings;
    this.memoryLimit = memoryLimit ?? Number.POSITIVE_INFINITY;
    this.open = new Uint8Array(primary + secondary);
    this.placeOf = integers(options, ISOMORPH_ARRAYS);
    this.listed = integers(options, ISOMORPH_ARRAYS);
    this.sets = new Orbits(primary + secondary);
    const start = new Start(compiled, prefix);
    this.layout = new SlicedLayout(compiled, () => this.begin(start));
  }

  /** The states that it remembers. */
  get entries(): number {
    return this.known.size;
  }

  /** The work so far, in nanoseconds. */
  get work(): number {
    const looks = COSTS.symmetry.look * this.looks;
    if (!this.isLaidOut) return looks;
    return looks + COSTS.isomorphs.node * this.nodes + COSTS.isomorphs.update * this.state.work;
  }

  /** A proven lower bound of the count. */
  get exact(): bigint {
    if (this.result !== undefined) return this.result;
    const [root, first] = this.frames;
    return root?.parts.length === 1 ? (first?.sum ?? 0n) : 0n;
  }

  /** The logarithm, by 2, of the share of the tree that is done, by Knuth's estimate. */
  logShare(): number {
    if (this.result !== undefined) return 0;
    let part = 0;
    let first: number | undefined;
    let share = 0;
    for (const [n, { options, next, parts, nextPart }] of this.frames.entries()) {
      const isLast = n === this.frames.length - 1;
      const each = Math.max(1, parts.length);
      const width = Math.max(1, options.length) * each;
      const tried = Math.max(0, next - 1) * each + (isLast ? nextPart : nextPart - 1);
      part -= Math.log2(width);
      if (tried <= 0) continue;
      first ??= part;
      share += tried * 2 ** (part - first);
    }
    return first === undefined ? Number.NEGATIVE_INFINITY : first + Math.log2(share);
  }

  /**
   * Goes on for at most `nodeBudget` nodes; if the budget is finite, for at most about a
   * millisecond of work.
   */
  advance(nodeBudget: number): 'exhausted' | 'paused' | 'stuck' {
    while (!this.isLaidOut) {
      this.isLaidOut = this.layout.goOn();
      if (!this.isLaidOut && nodeBudget !== Number.POSITIVE_INFINITY) return 'paused';
    }
    if (!this.hasSymmetries) return 'stuck';
    this.state.renewView();
    const stop = this.nodes + nodeBudget;
    const isEndless = nodeBudget === Number.POSITIVE_INFINITY;
    const enough = isEndless ? Number.POSITIVE_INFINITY : this.work + SLICE_NS;
    while (this.result === undefined) {
      if (this.nodes >= stop || this.work >= enough) return 'paused';
      this.step();
    }
    this.end();
    return 'exhausted';
  }

  end(): void {
    if (this.isLaidOut) this.state.end();
  }

  private *begin(start: Start): Slices {
    this.state = new State(yield* layOut(this.compiled), start);
    this.graph = new Graph(this.compiled);
    this.search = new SymmetrySearch(this.graph);
    this.options = integers(this.compiled.nodes, ISOMORPH_ARRAYS);
    const { state } = this;
    state.propagate();
    const all = Int32Array.from({ length: this.compiled.primary }, (_, item) => item);
    const root = this.frameAbove(state.failed ? [] : this.divide(all));
    this.frames.push(root);
    if (state.failed) root.product = 0n;
    const { suits } = this.settings;
    if (suits !== undefined) this.hasSymmetries = suits(yield* this.symmetriesOf(root.parts));
  }

  /** The symmetries of parts, each by itself. */
  private *symmetriesOf(parts: readonly Int32Array[]): Slices<RootSymmetries> {
    const { search, graph } = this;
    let order = 1n;
    let items = 0;
    let orbits = 0;
    for (const part of parts) {
      this.load(part);
      search.begin(false);
      for (let counted = 0; ; ) {
        const ended = search.advance(search.work + SLICE_LOOKS);
        this.looks += search.work - counted;
        counted = search.work;
        if (ended !== 'paused' || counted >= MOST_LOOKS) break;
        yield;
        this.state.renewView();
      }
      order *= search.order;
      items += part.length;
      const orbitOf = (item: number) => search.group.orbits.least(graph.vertexOfItem[item]);
      orbits += new Set(Array.from(part, orbitOf)).size;
    }
    return { order, items, orbits };
  }

  /** A frame whose product is the count of some parts. */
  protected frameAbove(parts: readonly Int32Array[]): Frame {
    return { ...this.frameOf(new Int32Array(0), NONE, [], [], undefined), parts };
  }

  private frameOf(
    items: Int32Array,
    item: number,
    options: readonly number[],
    weights: readonly number[],
    key: string | undefined,
  ): Frame {
    return {
      depth: this.state.depth,
      items,
      item,
      options,
      weights,
      key,
      next: 0,
      sum: 0n,
      product: 1n,
      parts: [],
      nextPart: 0,
    };
  }

  /** Counts the next part of the last frame, or tries its next option, or closes it. */
  protected step(): void {
    const frame = this.frames[this.frames.length - 1];
    if (frame.product !== 0n && frame.nextPart < frame.parts.length) {
      const count = this.enter(frame.parts[frame.nextPart++]);
      if (count !== undefined) frame.product *= count;
      return;
    }
    const { next, options, weights, depth } = frame;
    if (next > 0) {
      frame.sum += frame.product * BigInt(weights[next - 1]);
      this.state.backTo(depth);
    }
    if (next === options.length) this.close(frame);
    else this.try(frame, options[next]);
  }

  protected try(frame: Frame, option: number): void {
    const { state } = this;
    frame.next++;
    frame.nextPart = 0;
    this.nodes++;
    state.choose(option);
    if (state.depth > this.deepest) this.deepest = state.depth;
    frame.product = state.failed ? 0n : 1n;
    frame.parts = state.failed ? [] : this.divide(frame.items);
  }

  protected close(frame: Frame): void {
    const { key, sum } = frame;
    this.frames.pop();
    const parent = this.frames[this.frames.length - 1];
    if (parent === undefined) {
      this.result = frame.product;
      return;
    }
    if (key !== undefined) this.remember(key, sum);
    parent.product *= sum;
  }

  /** The parts of what is left of some items: lists of items that share options. */
  protected divide(items: Int32Array): Int32Array[] {
    const { state, compiled, sets, options, listed } = this;
    const { data, primary, startAt, itemAt } = compiled;
    let open = 0;
    for (const item of items) if (state.isOpen(item)) open++;
    if (open === 0) return [];
    const left = new Int32Array(open);
    sets.begin(primary + compiled.secondary);
    const round = ++this.round;
    let at = 0;
    for (const item of items) {
      if (!state.isOpen(item)) continue;
      left[at++] = item;
      const end = state.liveOptions(item, options, 0);
      this.looks += end;
      for (let k = 0; k < end; k++) {
        const option = options[k];
        if (listed[option] === round) continue;
        listed[option] = round;
        const stop = itemAt + data[startAt + option + 1];
        for (let n = itemAt + data[startAt + option]; n < stop; n++) {
          const other = data[n];
          if (state.isOpen(other)) sets.join(item, other);
        }
      }
    }
    if (sets.sizeOf(left[0]) >= open && this.isOne(left)) return [left];
    const parts = new Map<number, number[]>();
    for (const item of left) {
      const set = sets.least(item);
      const part = parts.get(set);
      if (part === undefined) parts.set(set, [item]);
      else part.push(item);
    }
    return Array.from(parts.values(), (part) => Int32Array.from(part));
  }

  private isOne(items: Int32Array): boolean {
    const set = this.sets.least(items[0]);
    for (const item of items) if (this.sets.least(item) !== set) return false;
    return true;
  }

  /** The count of a part, if it is known. Else the part gets a frame. */
  protected enter(items: Int32Array): bigint | undefined {
    const { state } = this;
    // Each option of a single item is a solution.
    if (items.length === 1) return BigInt(state.size(items[0]));
    const key = this.recognize(items);
    const count = key === undefined ? undefined : this.known.get(key);
    if (count !== undefined) return count;
    this.frames.push(this.branch(items, key));
    return undefined;
  }

  /** The symmetries of a part, and its canonical form; none where that takes too much work. */
  protected recognize(items: Int32Array): string | undefined {
    const { search } = this;
    this.load(items);
    search.begin();
    const isDone = search.advance(MOST_LOOKS) === 'exhausted';
    const key = isDone ? search.canonicalForm().text() : undefined;
    this.looks += search.work + (key?.length ?? 0);
    return key;
  }

  /** A frame of the part that was looked at: options in an orbit count once. */
  protected branch(items: Int32Array, key: string | undefined): Frame {
    const { state } = this;
    const item = this.itemToBranchOn(items, key !== undefined);
    const end = state.liveOptions(item, this.options, 0);
    const options: number[] = [];
    const weights: number[] = [];
    const orbits: number[] = [];
    for (let k = 0; k < end; k++) {
      const option = this.options[k];
      const orbit = this.search.group.orbits.least(this.placeOf[option]);
      const known = orbits.indexOf(orbit);
      if (known >= 0) weights[known] = weights[known] + 1;
      else {
        orbits.push(orbit);
        options.push(option);
        weights.push(1);
      }
    }
    return this.frameOf(items, item, options, weights, key);
  }

  /** Loads a part as a graph. */
  private load(items: Int32Array): void {
    const { state, compiled, open, options, placeOf, listed } = this;
    const { primary } = compiled;
    const round = ++this.round;
    open.fill(0, 0, primary);
    let count = 0;
    for (const item of items) {
      open[item] = 1;
      const end = state.liveOptions(item, options, count);
      let to = count;
      for (let k = count; k < end; k++) {
        const option = options[k];
        if (listed[option] === round) continue;
        listed[option] = round;
        placeOf[option] = to;
        options[to++] = option;
      }
      count = to;
    }
    for (let item = primary; item < open.length; item++) open[item] = state.isOpen(item) ? 1 : 0;
    this.graph.loadRemainder({ options, count, open });
    this.looks += this.graph.vertices;
  }

  /**
   * The item with the fewest options. Of several: while the part has many symmetries, the one whose
   * options have the items with the most options, so that choices leave states alike (row by row in
   * a Latin square); with few, the one with the fewest kinds of options, and with the fewest
   * options around. Then the smallest orbit, and the first canonical label: the problem shuffled
   * visits as many states.
   *
   * Nodes by the first rule alone, by the second one alone, and as it is:
   *
   *     Latin squares of order 7       940   13,400    2,300
   *     Latin squares of order 8   103,500       -    48,500
   *     half of one is given       338,800   42,600   44,800
   *     Steiner systems, 15 points  11,500    6,200    6,800
   */
  private itemToBranchOn(items: Int32Array, isCanonical: boolean): number {
    const { state, search, graph } = this;
    const { orbits } = search.group;
    const keepsAlike = isCanonical && search.order >= MANY_SYMMETRIES;
    let fewest = Number.POSITIVE_INFINITY;
    for (const item of items) fewest = Math.min(fewest, state.size(item));
    let best: { item: number; rank: number[] } | undefined;
    for (const item of items) {
      if (state.size(item) > fewest) continue;
      if (!isCanonical) return item;
      const vertex = graph.vertexOfItem[item];
      const label = search.label[vertex];
      const { around, kinds } = this.surroundings(item);
      const rank = [
        ...(keepsAlike ? [-around, kinds] : [kinds, around]),
        orbits.sizeOf(vertex),
        label,
      ];
      if (best === undefined || compareLists(rank, best.rank) < 0) best = { item, rank };
    }
    return (best as { item: number }).item;
  }

  /** The number of options of all items around an item, and of the kinds of its own options. */
  private surroundings(item: number): { around: number; kinds: number } {
    const { state, compiled, options, placeOf, search } = this;
    const { data, startAt, itemAt } = compiled;
    const end = state.liveOptions(item, options, 0);
    const kinds = new Set<number>();
    let around = 0;
    for (let k = 0; k < end; k++) {
      const option = options[k];
      kinds.add(search.group.orbits.least(placeOf[option]));
      const stop = itemAt + data[startAt + option + 1];
      for (let n = itemAt + data[startAt + option]; n < stop; n++) {
        const other = data[n];
        if (state.isOpen(other)) around += state.size(other);
      }
    }
    this.looks += end;
    return { around, kinds: kinds.size };
  }

  protected remember(key: string, count: bigint): void {
    this.knownBytes += key.length + KEY_BYTES;
    this.known.set(key, count);
    // The oldest are forgotten first.
    for (const old of this.known.keys()) {
      if (this.knownBytes <= this.memoryLimit) break;
      this.known.delete(old);
      this.knownBytes -= old.length + KEY_BYTES;
    }
  }
}

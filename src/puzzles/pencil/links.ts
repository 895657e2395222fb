import { Pace, type Slices } from '../../engine/problem/slices.ts';
import { type Kinds, uses } from './kinds.ts';
import { type Position, rememberedInSlices } from './position.ts';
import type { Sink } from './step.ts';
import { crossOut, type Technique } from './technique.ts';

/** An item with more options than this makes no link. */
const MOST_LINK_OPTIONS = 6;
/** The work to look at a link, roughly. */
const LINK = 16;

/** The ends and the middles of chains of links. */
interface LinkSearch {
  /** The number of items that are linked. */
  readonly size: number;
  /** The name and the difficulty of a chain of links through those items. */
  readonly grade: (items: readonly number[], grouped: boolean) => readonly [string, number];
}

/** An item at the end of a chain: `rest` are its options that do not use the cover. */
interface End {
  readonly item: number;
  readonly rest: readonly number[];
  /** Options that all of the rest exclude; some may be crossed out. */
  readonly out: ArrayLike<number> & Iterable<number>;
  readonly grouped: boolean;
}

/** An item whose options all use one of two covers. */
interface Middle {
  readonly item: number;
  readonly to: number;
  readonly grouped: boolean;
}

const NO_ENDS: readonly End[] = [];
const NO_MIDDLES: readonly Middle[] = [];

/** The links of a position: cover -> the ends and the middles at it. */
class LinkGraph {
  covers: readonly number[] = [];
  readonly #ends: End[][] = [];
  readonly #middles: Middle[][] = [];

  /** `takesPart`: true if an item takes part, as one that is linked or as a cover. */
  static *of(
    position: Position,
    kinds: Kinds,
    takesPart: (item: number) => boolean,
  ): Slices<LinkGraph> {
    const graph = new LinkGraph();
    yield* graph.#fill(position, kinds, takesPart);
    return graph;
  }

  *#fill(position: Position, kinds: Kinds, takesPart: (item: number) => boolean): Slices {
    const pace = new Pace();
    const { need, room, count, at, list } = position;
    // Cover -> a bit for each option of the item that uses it.
    const bits = new Int32Array(position.items);
    for (let item = 0; item < position.problem.primary; item++) {
      const number = count[item];
      // Without a kind it is unknown which options use it.
      if (kinds.of[item] < 0 || !takesPart(item)) continue;
      if (need[item] === 0 || number < 2 || number > MOST_LINK_OPTIONS) continue;
      const from = at[item];
      const used: number[] = [];
      const before = position.work;
      for (let k = 0; k < number; k++) {
        const first = list[from + k] * kinds.count;
        for (let kind = 0; kind < kinds.count; kind++) {
          const other = kinds.item[first + kind];
          if (other < 0 || other === item || room[other] !== 1 || !takesPart(other)) continue;
          if (bits[other] === 0) used.push(other);
          bits[other] = bits[other] | (1 << k);
        }
      }
      const all = (1 << number) - 1;
      const grouped = number > 2;
      for (const cover of used) {
        const its = bits[cover];
        if (its === all || count[cover] < 2) continue;
        for (const to of used) {
          const others = bits[to];
          if (to === cover || (its | others) !== all || others === all) continue;
          push(this.#middles, cover, { item, to, grouped });
        }
        const rest: number[] = [];
        for (let k = 0; k < number; k++) {
          if ((its & (1 << k)) === 0) rest.push(list[from + k]);
        }
        // An option that all of the rest exclude uses an item that they share.
        if (sharedItem(kinds, rest) === undefined) continue;
        const out = rest.length === 1 ? position.excludedBy(rest[0]) : position.excludedByAll(rest);
        if (out.length > 0) push(this.#ends, cover, { item, rest, out, grouped });
      }
      for (const cover of used) bits[cover] = 0;
      if (pace.spent(position.work - before + 8 * used.length ** 2)) yield;
    }
    this.covers = Object.keys(this.#ends).map(Number);
  }

  endsAt(cover: number): readonly End[] {
    return this.#ends[cover] ?? NO_ENDS;
  }

  middlesAt(cover: number): readonly Middle[] {
    return this.#middles[cover] ?? NO_MIDDLES;
  }
}

/**
 * A number of items, linked by covers, one fewer, that exclude all but one of their options:
 *
 *     item 1: rest or cover 1     item 2: cover 1 or cover 2     item 3: cover 2 or rest
 *
 * Not all items fit into the covers, so one of the rests holds; what both of them exclude is out.
 * If both rests lie in one more item, the items use up all covers, and that one too.
 */
export function linksOf(
  kinds: Kinds,
  takesPart: (item: number) => boolean,
): (search: LinkSearch) => Technique {
  const graphOf = rememberedInSlices((position) => LinkGraph.of(position, kinds, takesPart));
  return (search) =>
    function* (position, sink) {
      const graph = yield* graphOf(position);
      yield* new LinkChains(position, sink, kinds, takesPart, graph, search).run();
    };
}

/** Follows links from a cover to a cover, and strikes what the items of a chain exclude. */
class LinkChains {
  readonly #position: Position;
  readonly #sink: Sink;
  readonly #kinds: Kinds;
  readonly #takesPart: (item: number) => boolean;
  readonly #graph: LinkGraph;
  readonly #search: LinkSearch;
  /** The chain: its items, and the covers between them. */
  readonly #items: number[] = [];
  readonly #covers: number[] = [];
  /** Option -> 1 if the start of the chain excludes it. */
  readonly #mark: Uint8Array;
  readonly #pace = new Pace();
  /** The work since it was last noted. */
  #work = 0;

  constructor(
    position: Position,
    sink: Sink,
    kinds: Kinds,
    takesPart: (item: number) => boolean,
    graph: LinkGraph,
    search: LinkSearch,
  ) {
    this.#position = position;
    this.#sink = sink;
    this.#kinds = kinds;
    this.#takesPart = takesPart;
    this.#graph = graph;
    this.#search = search;
    this.#mark = new Uint8Array(position.live.length);
  }

  *run(): Slices {
    const { live } = this.#position;
    for (const cover of this.#graph.covers) {
      for (const start of this.#graph.endsAt(cover)) {
        for (const option of start.out) this.#mark[option] = live[option];
        this.#items.push(start.item);
        this.#covers.push(cover);
        if (this.#search.size === 2) this.#close(start, start.grouped);
        else yield* this.#extend(start, start.grouped);
        this.#work += start.out.length;
        this.#items.pop();
        this.#covers.pop();
        for (const option of start.out) this.#mark[option] = 0;
        if (this.#pace.spent(this.#work)) yield;
        this.#work = 0;
      }
    }
  }

  *#extend(start: End, grouped: boolean): Slices {
    const items = this.#items;
    const covers = this.#covers;
    const cover = covers[covers.length - 1];
    for (const { item, to, grouped: more } of this.#graph.middlesAt(cover)) {
      this.#work += LINK;
      if (covers.includes(to) || !this.#fits(item)) continue;
      items.push(item);
      covers.push(to);
      if (items.length === this.#search.size - 1) this.#close(start, grouped || more);
      else yield* this.#extend(start, grouped || more);
      items.pop();
      covers.pop();
      if (this.#pace.spent(this.#work)) yield;
      this.#work = 0;
    }
  }

  #fits(item: number): boolean {
    for (const other of this.#items) {
      if (other === item || shareOption(this.#position, this.#kinds, item, other)) return false;
    }
    return true;
  }

  #close(start: End, grouped: boolean): void {
    const ends = this.#graph.endsAt(this.#covers[this.#covers.length - 1]);
    this.#work += LINK * ends.length;
    for (const end of ends) {
      // A chain and its reverse count once.
      if (end.item <= start.item || !this.#fits(end.item)) continue;
      this.#strike(start, end, grouped || end.grouped);
    }
  }

  /** Strikes the options that both ends exclude, and those that a ring excludes. */
  #strike(start: End, end: End, grouped: boolean): void {
    const position = this.#position;
    const kinds = this.#kinds;
    const both: number[] = [];
    this.#work += end.out.length;
    for (let k = 0; k < end.out.length; k++) {
      const option = end.out[k];
      if (this.#mark[option] === 1) both.push(option);
    }
    if (both.length === 0) return;
    const all = [...this.#items, end.item];
    // One more item that both rests lie in closes a ring.
    const closing = sharedItem(
      kinds,
      [...start.rest, ...end.rest],
      (item) => !all.includes(item) && position.room[item] === 1 && this.#takesPart(item),
    );
    const [name, tenths] = this.#search.grade(all, grouped);
    if (!this.#sink.accepts(tenths)) return;
    const used = closing === undefined ? [...this.#covers] : [...this.#covers, closing];
    const found = new Set(both);
    if (closing !== undefined) {
      for (const cover of used) for (const option of position.optionsOf(cover)) found.add(option);
    }
    const out = [...found].filter((option) => !all.some((item) => uses(kinds, option, item)));
    crossOut(this.#sink, name, tenths, out, () => ({
      items: all,
      covers: used,
      options: all.flatMap((item) => [...position.optionsOf(item)]),
    }));
  }
}

function push<T>(lists: T[][], key: number, value: T): void {
  const list = lists[key];
  if (list === undefined) lists[key] = [value];
  else list.push(value);
}

/** An item that all these options use; undefined if there is none. */
function sharedItem(
  { count, item: table }: Kinds,
  options: readonly number[],
  takesPart?: (item: number) => boolean,
): number | undefined {
  const first = options[0] * count;
  for (let kind = 0; kind < count; kind++) {
    const item = table[first + kind];
    if (item < 0 || takesPart?.(item) === false) continue;
    if (options.every((option) => table[option * count + kind] === item)) return item;
  }
  return undefined;
}

/** True if some possible option uses both items. */
function shareOption({ at, count, list }: Position, kinds: Kinds, a: number, b: number): boolean {
  const kind = kinds.of[b];
  if (kinds.of[a] === kind) return false;
  const end = at[a] + count[a];
  for (let place = at[a]; place < end; place++) {
    if (kinds.item[list[place] * kinds.count + kind] === b) return true;
  }
  return false;
}

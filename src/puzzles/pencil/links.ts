import { Pace, type Slices } from '../../engine/problem/slices.ts';
import { type Kinds, uses } from './kinds.ts';
import type { Position } from './position.ts';
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

/** The links of an item, each with its cover, as they were with so many options. */
interface ItemLinks {
  readonly count: number;
  readonly ends: readonly (readonly [cover: number, end: End])[];
  readonly middles: readonly (readonly [cover: number, middle: Middle])[];
}

/** The links of a position: cover -> the ends and the middles at it, item by item. */
class LinkGraph {
  readonly #kinds: Kinds;
  readonly #takesPart: (item: number) => boolean;
  /** The position, and what is known of it. */
  #position: Position | undefined;
  #version = -1;
  #era = -1;
  #covers: number[] = [];
  #ends: (End[] | undefined)[] = [];
  #middles: (Middle[] | undefined)[] = [];
  /** Item -> its links. They change only with its options. */
  #links: (ItemLinks | undefined)[] = [];

  /** `takesPart`: true if an item takes part, as one that is linked or as a cover. */
  constructor(kinds: Kinds, takesPart: (item: number) => boolean) {
    this.#kinds = kinds;
    this.#takesPart = takesPart;
  }

  /** The covers with ends, in ascending order. */
  get covers(): readonly number[] {
    return this.#covers;
  }

  /** Learns the links of a position. */
  *update(position: Position): Slices {
    const { version, era } = position;
    if (this.#position === position && this.#version === version) return;
    if (this.#position !== position || this.#era !== era) this.#links = [];
    // Nothing is known while it pauses.
    this.#version = -1;
    this.#position = position;
    this.#era = era;
    this.#ends = [];
    this.#middles = [];
    const pace = new Pace();
    const { need, count, problem } = position;
    // Cover -> a bit for each option of the item that uses it.
    const bits = new Int32Array(position.items);
    for (let item = 0; item < problem.primary; item++) {
      const number = count[item];
      // Without a kind it is unknown which options use it.
      if (this.#kinds.of[item] < 0 || !this.#takesPart(item)) continue;
      if (need[item] === 0 || number < 2 || number > MOST_LINK_OPTIONS) continue;
      let links = this.#links[item];
      if (links?.count !== number) {
        const before = position.work;
        links = this.#linksOf(position, item, bits);
        this.#links[item] = links;
        if (pace.spent(position.work - before + 8 * number ** 2)) yield;
      }
      for (const [cover, end] of links.ends) if (count[cover] >= 2) push(this.#ends, cover, end);
      for (const [cover, middle] of links.middles) {
        if (count[cover] >= 2) push(this.#middles, cover, middle);
      }
      if (pace.spent(links.ends.length + links.middles.length)) yield;
    }
    this.#covers = Object.keys(this.#ends).map(Number);
    this.#version = version;
  }

  #linksOf(position: Position, item: number, bits: Int32Array): ItemLinks {
    const { room, count, at, list } = position;
    const kinds = this.#kinds;
    const number = count[item];
    const from = at[item];
    const used: number[] = [];
    for (let k = 0; k < number; k++) {
      const first = list[from + k] * kinds.count;
      for (let kind = 0; kind < kinds.count; kind++) {
        const other = kinds.item[first + kind];
        if (other < 0 || other === item || room[other] !== 1 || !this.#takesPart(other)) continue;
        if (bits[other] === 0) used.push(other);
        bits[other] = bits[other] | (1 << k);
      }
    }
    const all = (1 << number) - 1;
    const grouped = number > 2;
    const ends: [number, End][] = [];
    const middles: [number, Middle][] = [];
    for (const cover of used) {
      const its = bits[cover];
      if (its === all) continue;
      for (const to of used) {
        const others = bits[to];
        if (to === cover || (its | others) !== all || others === all) continue;
        middles.push([cover, { item, to, grouped }]);
      }
      const rest: number[] = [];
      for (let k = 0; k < number; k++) {
        if ((its & (1 << k)) === 0) rest.push(list[from + k]);
      }
      // An option that all of the rest exclude uses an item that they share.
      if (sharedItem(kinds, rest) === undefined) continue;
      const out = rest.length === 1 ? position.excludedBy(rest[0]) : position.excludedByAll(rest);
      if (out.length > 0) ends.push([cover, { item, rest, out, grouped }]);
    }
    for (const cover of used) bits[cover] = 0;
    return { count: number, ends, middles };
  }

  endsAt(cover: number): readonly End[] {
    return this.#ends[cover] ?? NO_ENDS;
  }

  middlesAt(cover: number): readonly Middle[] {
    return this.#middles[cover] ?? NO_MIDDLES;
  }

  /**
   * Cover -> 1 if `steps` more items from there on come to one that has other options than in
   * `clean`.
   */
  changed(steps: number, { count, items }: Position, clean: Int32Array): Uint8Array[] {
    const byStep: Uint8Array[] = [];
    const ends = new Uint8Array(items);
    for (const cover of this.#covers) {
      if (this.endsAt(cover).some(({ item }) => count[item] !== clean[item])) ends[cover] = 1;
    }
    byStep.push(ends);
    for (let step = 2; step <= steps; step++) {
      const before = byStep[step - 2];
      const reaches = new Uint8Array(items);
      this.#middles.forEach((middles, cover) => {
        for (const { item, to } of middles ?? NO_MIDDLES) {
          if (count[item] !== clean[item] || before[to] === 1) reaches[cover] = 1;
        }
      });
      byStep.push(reaches);
    }
    return byStep;
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
  const graph = new LinkGraph(kinds, takesPart);
  return (search) =>
    function* (position, sink, clean) {
      yield* graph.update(position);
      yield* new LinkChains(position, sink, kinds, takesPart, graph, search, clean).run();
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
  /** Without these counts all chains are followed, else those with an item that has changed. */
  readonly #clean: Int32Array | undefined;
  /** Items to come, less one, and cover -> 1 if one of these may have changed. */
  readonly #changed: readonly Uint8Array[];
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
    clean: Int32Array | undefined,
  ) {
    this.#position = position;
    this.#sink = sink;
    this.#kinds = kinds;
    this.#takesPart = takesPart;
    this.#graph = graph;
    this.#search = search;
    this.#mark = new Uint8Array(position.live.length);
    this.#clean = clean;
    this.#changed = clean === undefined ? [] : graph.changed(search.size - 1, position, clean);
  }

  *run(): Slices {
    const { live } = this.#position;
    const { size } = this.#search;
    for (const cover of this.#graph.covers) {
      for (const start of this.#graph.endsAt(cover)) {
        const isNew = this.#isNew(start.item);
        if (!isNew && !this.#mayChange(size - 1, cover)) continue;
        const { out } = start;
        for (let k = 0; k < out.length; k++) this.#mark[out[k]] = live[out[k]];
        this.#items.push(start.item);
        this.#covers.push(cover);
        if (size === 2) this.#close(start, start.grouped, isNew);
        else yield* this.#extend(start, start.grouped, isNew);
        this.#work += out.length;
        this.#items.pop();
        this.#covers.pop();
        for (let k = 0; k < out.length; k++) this.#mark[out[k]] = 0;
        if (this.#pace.spent(this.#work)) yield;
        this.#work = 0;
      }
    }
  }

  #isNew(item: number): boolean {
    return this.#clean?.[item] !== this.#position.count[item];
  }

  /** True if an item that has changed may be among a number of them from a cover on. */
  #mayChange(steps: number, cover: number): boolean {
    const reaches = this.#changed[steps - 1];
    return reaches === undefined || reaches[cover] === 1;
  }

  *#extend(start: End, grouped: boolean, isNew: boolean): Slices {
    const items = this.#items;
    const covers = this.#covers;
    const cover = covers[covers.length - 1];
    for (const { item, to, grouped: more } of this.#graph.middlesAt(cover)) {
      this.#work += LINK;
      const isMet = isNew || this.#isNew(item);
      const toGo = this.#search.size - 1 - items.length;
      if (!isMet && !this.#mayChange(toGo, to)) continue;
      if (covers.includes(to) || !this.#fits(item)) continue;
      items.push(item);
      covers.push(to);
      if (toGo === 1) this.#close(start, grouped || more, isMet);
      else yield* this.#extend(start, grouped || more, isMet);
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

  #close(start: End, grouped: boolean, isNew: boolean): void {
    const ends = this.#graph.endsAt(this.#covers[this.#covers.length - 1]);
    this.#work += LINK * ends.length;
    for (const end of ends) {
      // A chain and its reverse count once.
      if (end.item <= start.item || !(isNew || this.#isNew(end.item))) continue;
      if (!this.#fits(end.item)) continue;
      this.#strike(start, end, grouped || end.grouped);
    }
  }

  /** Strikes the options that both ends exclude, and those that a ring excludes. */
  #strike(start: End, end: End, grouped: boolean): void {
    const position = this.#position;
    const kinds = this.#kinds;
    const { out } = end;
    this.#work += out.length;
    let first = 0;
    while (first < out.length && this.#mark[out[first]] === 0) first++;
    if (first === out.length) return;
    const both: number[] = [];
    for (let k = first; k < out.length; k++) if (this.#mark[out[k]] === 1) both.push(out[k]);
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
    const struck = [...found].filter((option) => !all.some((item) => uses(kinds, option, item)));
    crossOut(this.#sink, name, tenths, struck, () => ({
      items: all,
      covers: used,
      options: all.flatMap((item) => [...position.optionsOf(item)]),
    }));
  }
}

function push<T>(lists: (T[] | undefined)[], key: number, value: T): void {
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

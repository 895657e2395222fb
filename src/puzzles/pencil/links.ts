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

const NOTHING: readonly never[] = [];
const NO_ITEMS = new Int32Array(0);

/**
 * The links of a position: cover -> the ends and the middles at it, item by item. Those of an item
 * change only with its options.
 */
class LinkGraph {
  readonly kinds: Kinds;
  readonly takesPart: (item: number) => boolean;
  /** The position, and what is known of it. */
  #position: Position | undefined;
  #version = -1;
  #era = -1;
  #ends: (End[] | undefined)[] = [];
  #middles: (Middle[] | undefined)[] = [];
  /** Item -> the number of options with which its links are known, and the covers of these. */
  #known: Int32Array = NO_ITEMS;
  #coversOf: (number[] | undefined)[] = [];
  /** Cover -> a bit for each option of the item at hand that uses it. */
  #bits: Int32Array = NO_ITEMS;

  /** `takesPart`: true if an item takes part, as one that is linked or as a cover. */
  constructor(kinds: Kinds, takesPart: (item: number) => boolean) {
    this.kinds = kinds;
    this.takesPart = takesPart;
  }

  /** Learns the links of a position. */
  *update(position: Position): Slices {
    const { version, era, need, count, problem, items } = position;
    if (this.#position === position && this.#version === version) return;
    if (this.#position !== position || this.#era !== era) {
      this.#ends = [];
      this.#middles = [];
      this.#coversOf = [];
      this.#known = new Int32Array(items);
      this.#bits = new Int32Array(items);
      this.#position = position;
      this.#era = era;
    }
    const pace = new Pace();
    const known = this.#known;
    for (let item = 0; item < problem.primary; item++) {
      // Without a kind it is unknown which options use it.
      if (known[item] === count[item] || this.kinds.of[item] < 0) continue;
      if (!this.takesPart(item)) continue;
      const number = count[item];
      const before = position.work;
      if (known[item] > 0) this.#forget(item);
      known[item] = number;
      if (need[item] === 0 || number < 2 || number > MOST_LINK_OPTIONS) continue;
      this.#learn(position, item);
      if (pace.spent(position.work - before + 8 * number ** 2)) yield;
    }
    this.#version = version;
  }

  #forget(item: number): void {
    for (const cover of this.#coversOf[item] ?? NOTHING) {
      remove(this.#ends[cover], item);
      remove(this.#middles[cover], item);
    }
    this.#coversOf[item] = undefined;
  }

  #learn(position: Position, item: number): void {
    const { room, count, at, list } = position;
    const kinds = this.kinds;
    const bits = this.#bits;
    const number = count[item];
    const from = at[item];
    const used: number[] = [];
    for (let k = 0; k < number; k++) {
      const first = list[from + k] * kinds.count;
      for (let kind = 0; kind < kinds.count; kind++) {
        const other = kinds.item[first + kind];
        if (other < 0 || other === item || room[other] !== 1 || !this.takesPart(other)) continue;
        if (bits[other] === 0) used.push(other);
        bits[other] = bits[other] | (1 << k);
      }
    }
    const all = (1 << number) - 1;
    const grouped = number > 2;
    for (let u = 0; u < used.length; u++) {
      const cover = used[u];
      const its = bits[cover];
      if (its === all) continue;
      let middles = 0;
      for (let v = 0; v < used.length; v++) {
        const to = used[v];
        const others = bits[to];
        if (to === cover || (its | others) !== all || others === all) continue;
        this.#middles[cover] ??= [];
        insert(this.#middles[cover], { item, to, grouped }, middles++);
      }
      const rest: number[] = [];
      for (let k = 0; k < number; k++) {
        if ((its & (1 << k)) === 0) rest.push(list[from + k]);
      }
      // An option that all of the rest exclude uses an item that they share.
      if (sharedItem(kinds, rest) === undefined) continue;
      const out = rest.length === 1 ? position.excludedBy(rest[0]) : position.excludedByAll(rest);
      if (out.length === 0) continue;
      this.#ends[cover] ??= [];
      insert(this.#ends[cover], { item, rest, out, grouped }, 0);
    }
    for (const cover of used) bits[cover] = 0;
    this.#coversOf[item] = used;
  }

  /** The ends at a cover that some other option uses, too. */
  endsAt(cover: number): readonly End[] {
    return (this.#isShared(cover) ? this.#ends[cover] : undefined) ?? NOTHING;
  }

  middlesAt(cover: number): readonly Middle[] {
    return (this.#isShared(cover) ? this.#middles[cover] : undefined) ?? NOTHING;
  }

  #isShared(cover: number): boolean {
    return (this.#position?.count[cover] ?? 0) >= 2;
  }

  /**
   * Cover -> 1 if `steps` more items from there on come to one that has other options than in
   * `clean`.
   */
  changed(steps: number, { count, items }: Position, clean: Int32Array): Uint8Array[] {
    const byStep: Uint8Array[] = [];
    for (let step = 0; step < steps; step++) {
      const before = byStep[step - 1];
      const reaches = new Uint8Array(items);
      for (let cover = 0; cover < items; cover++) {
        const links = before === undefined ? this.endsAt(cover) : this.middlesAt(cover);
        for (let k = 0; k < links.length && reaches[cover] === 0; k++) {
          const { item } = links[k];
          if (count[item] !== clean[item]) reaches[cover] = 1;
          else if (before !== undefined) reaches[cover] = before[(links[k] as Middle).to];
        }
      }
      byStep.push(reaches);
    }
    return byStep;
  }
}

/** Inserts a link behind those of smaller items, and behind some of its own item. */
function insert<T extends { readonly item: number }>(links: T[], link: T, own: number): void {
  let k = 0;
  while (k < links.length && links[k].item < link.item) k++;
  links.splice(k + own, 0, link);
}

/** Removes the links of an item. */
function remove(links: { readonly item: number }[] | undefined, item: number): void {
  if (links === undefined) return;
  let to = 0;
  for (let k = 0; k < links.length; k++) if (links[k].item !== item) links[to++] = links[k];
  links.length = to;
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
  let spare: LinkGraph | undefined;
  return (search) =>
    function* (position, sink, clean) {
      // Whoever else looks meanwhile makes a graph of his own.
      const graph = spare ?? new LinkGraph(kinds, takesPart);
      spare = undefined;
      yield* graph.update(position);
      yield* new LinkChains(position, sink, graph, search, clean).run();
      spare = graph;
    };
}

/** Follows links from a cover to a cover, and strikes what the items of a chain exclude. */
class LinkChains {
  readonly #position: Position;
  readonly #sink: Sink;
  readonly #graph: LinkGraph;
  readonly #search: LinkSearch;
  /** The chain: its items, and the covers between them. */
  readonly #items: number[] = [];
  readonly #covers: number[] = [];
  /** Middles chosen -> the next one to try, if an item has many options, and if one is new. */
  readonly #next: number[] = [];
  readonly #grouped: boolean[] = [];
  readonly #areNew: boolean[] = [];
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
    graph: LinkGraph,
    search: LinkSearch,
    clean: Int32Array | undefined,
  ) {
    this.#position = position;
    this.#sink = sink;
    this.#graph = graph;
    this.#search = search;
    this.#mark = new Uint8Array(position.live.length);
    this.#clean = clean;
    this.#changed = clean === undefined ? [] : graph.changed(search.size - 1, position, clean);
  }

  *run(): Slices {
    const { live } = this.#position;
    const { size } = this.#search;
    for (let cover = 0; cover < this.#position.items; cover++) {
      const starts = this.#graph.endsAt(cover);
      for (let k = 0; k < starts.length; k++) {
        const start = starts[k];
        const isNew = this.#isNew(start.item);
        if (!isNew && !this.#mayChange(size - 1, cover)) continue;
        const { out } = start;
        for (let n = 0; n < out.length; n++) this.#mark[out[n]] = live[out[n]];
        this.#items.push(start.item);
        this.#covers.push(cover);
        if (size === 2) this.#close(start, start.grouped, isNew);
        else yield* this.#extend(start, isNew);
        this.#work += out.length;
        this.#items.pop();
        this.#covers.pop();
        for (let n = 0; n < out.length; n++) this.#mark[out[n]] = 0;
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

  /** Walks through all middles of a chain, depth first. */
  *#extend(start: End, isNew: boolean): Slices {
    const items = this.#items;
    const covers = this.#covers;
    const next = this.#next;
    const grouped = this.#grouped;
    const changed = this.#areNew;
    next[0] = 0;
    grouped[0] = start.grouped;
    changed[0] = isNew;
    for (let depth = 0; depth >= 0; ) {
      const middles = this.#graph.middlesAt(covers[covers.length - 1]);
      if (next[depth] === middles.length) {
        if (depth-- > 0) {
          items.pop();
          covers.pop();
        }
        continue;
      }
      const { item, to, grouped: isGrouped } = middles[next[depth]++];
      this.#work += LINK;
      const isMet = changed[depth] || this.#isNew(item);
      const toGo = this.#search.size - 1 - items.length;
      if (!isMet && !this.#mayChange(toGo, to)) continue;
      if (covers.includes(to) || !this.#fits(item)) continue;
      items.push(item);
      covers.push(to);
      if (toGo > 1) {
        depth++;
        next[depth] = 0;
        grouped[depth] = grouped[depth - 1] || isGrouped;
        changed[depth] = isMet;
        continue;
      }
      this.#close(start, grouped[depth] || isGrouped, isMet);
      items.pop();
      covers.pop();
      if (this.#pace.spent(this.#work)) yield;
      this.#work = 0;
    }
  }

  #fits(item: number): boolean {
    for (const other of this.#items) {
      if (other === item || shareOption(this.#position, this.#graph.kinds, item, other))
        return false;
    }
    return true;
  }

  #close(start: End, grouped: boolean, isNew: boolean): void {
    const ends = this.#graph.endsAt(this.#covers[this.#covers.length - 1]);
    this.#work += LINK * ends.length;
    for (let k = 0; k < ends.length; k++) {
      const end = ends[k];
      // A chain and its reverse count once.
      if (end.item <= start.item || !(isNew || this.#isNew(end.item))) continue;
      if (!this.#fits(end.item)) continue;
      this.#strike(start, end, grouped || end.grouped);
    }
  }

  /** Strikes the options that both ends exclude, and those that a ring excludes. */
  #strike(start: End, end: End, grouped: boolean): void {
    const { out } = end;
    this.#work += out.length;
    let first = 0;
    while (first < out.length && this.#mark[out[first]] === 0) first++;
    if (first === out.length) return;
    this.#strikeFrom(first, start, end, grouped);
  }

  // Apart from the first look: a closure there would cost an object for each pair of ends.
  #strikeFrom(first: number, start: End, end: End, grouped: boolean): void {
    const position = this.#position;
    const { kinds, takesPart } = this.#graph;
    const { out } = end;
    const both: number[] = [];
    for (let k = first; k < out.length; k++) if (this.#mark[out[k]] === 1) both.push(out[k]);
    const all = [...this.#items, end.item];
    // One more item that both rests lie in closes a ring.
    const closing = sharedItem(
      kinds,
      [...start.rest, ...end.rest],
      (item) => !all.includes(item) && position.room[item] === 1 && takesPart(item),
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

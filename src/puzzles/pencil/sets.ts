import { Pace, type Slices } from '../../engine/problem/slices.ts';
import type { Kinds } from './kinds.ts';
import type { Position } from './position.ts';
import type { Sink, Why } from './step.ts';
import { crossOut, type Technique } from './technique.ts';

/** Items that are looked at between two pauses, less one. */
const FEW_ITEMS = (1 << 12) - 1;

/** True if a technique applies to an item. */
export type ItemTest = (item: number, position: Position) => boolean;

/**
 * An option that holds once others are crossed out because of some items; undefined: there is no
 * such step.
 */
export type Follow = (
  out: readonly number[],
  items: readonly number[],
  position: Position,
) => number | undefined;

/**
 * The name and the difficulty of a step. With `follow`, the step names the option that holds after
 * it.
 */
interface Grade {
  readonly name: string;
  readonly tenths: number;
  readonly follow?: Follow | undefined;
}

/** An item with no more options than it needs: they hold. */
export const singles = (name: string, tenths: number, applies: ItemTest): Technique =>
  function* (position, sink) {
    const pace = new Pace();
    for (const item of position.ready) {
      if (!applies(item, position)) continue;
      if (!sink.accepts(tenths)) return;
      addSingle(position, sink, name, tenths, item);
      if (pace.spent(4 * position.need[item])) yield;
    }
  };

// Apart from the loop: a closure there would cost an object for each item looked at.
function addSingle(
  position: Position,
  sink: Sink,
  name: string,
  tenths: number,
  item: number,
): void {
  const options = [...position.optionsOf(item)];
  sink.add(name, tenths, options, () => ({ items: [item], options }));
}

/**
 * An option that leaves an item without any is out: in a Sudoku, a value that must lie in one line
 * of a box lies nowhere else in that line.
 */
export const locked = (grade: Grade, applies: ItemTest): Technique =>
  function* (position, sink, clean) {
    if (!sink.accepts(grade.tenths)) return;
    const { count, need, isLarge } = position;
    const pace = new Pace();
    for (let item = 0; item < position.problem.primary; item++) {
      if ((item & FEW_ITEMS) === FEW_ITEMS) yield;
      if (need[item] === 0 || count[item] < 2 || clean?.[item] === count[item]) continue;
      if (!applies(item, position)) continue;
      const options = position.optionsOf(item);
      const before = position.work;
      const out = isLarge
        ? yield* position.excludedByAllInSlices(options, pace)
        : position.excludedByAll(options);
      if (pace.spent(position.work - before)) yield;
      if (out.length === 0) continue;
      addLocked(position, sink, grade, out, item);
      if (!sink.accepts(grade.tenths)) return;
    }
  };

function addLocked(
  position: Position,
  sink: Sink,
  grade: Grade,
  out: readonly number[],
  item: number,
): void {
  const why = () => ({ items: [item], options: [...position.optionsOf(item)] });
  report(position, sink, grade, out, [item], why);
}

function report(
  position: Position,
  sink: Sink,
  { name, tenths, follow }: Grade,
  out: readonly number[],
  items: readonly number[],
  why: () => Why,
): void {
  if (follow === undefined) crossOut(sink, name, tenths, out, why);
  else {
    if (out.length === 0) return;
    const next = follow(out, items, position);
    // What follows rests on further items.
    if (next === undefined) sink.defer?.();
    else sink.add(name, tenths, [next], why);
  }
}

/** The sets to look for. */
interface SetSearch extends Grade {
  readonly size: number;
  /** The kind of the items, and of the others that they use up. */
  readonly base: number;
  readonly cover: number;
  /**
   * True if sets around that item are worth a look, where the smaller one of two that complete each
   * other is told apart. Default: all are.
   */
  readonly applies?: (base: number, cover: number, position: Position) => boolean;
}

/** A group of more items is searched in slices: fewer make at most some 40,000 sets of four. */
const MANY_ITEMS = 32;

/**
 * `size` items of one kind whose options all use the same `size` items of another kind: they use
 * them up, so all other options of those are out. No two items of a kind share an option, so each
 * of the first takes one of the second.
 */
export function sets(kinds: Kinds, search: SetSearch): Technique {
  const items: number[] = [];
  kinds.of.forEach((kind, item) => {
    if (kind === search.base) items.push(item);
  });
  const owner = new Int32Array(kinds.of.length).fill(-1);
  return (position, sink, clean) =>
    sink.accepts(search.tenths) && mayChange(items, position, clean)
      ? new SetFinder(kinds, search, items, position, sink, clean, owner).run()
      : undefined;
}

/** True if some item that may be in a set has lost options since there was none. */
function mayChange(
  items: readonly number[],
  { count, need }: Position,
  clean: Int32Array | undefined,
): boolean {
  if (clean === undefined) return true;
  for (const item of items) {
    if (count[item] !== clean[item] && count[item] >= 2 && need[item] > 0) return true;
  }
  return false;
}

class SetFinder {
  readonly #kinds: Kinds;
  readonly #search: SetSearch;
  /** The items of the base kind. */
  readonly #items: readonly number[];
  readonly #position: Position;
  readonly #sink: Sink;
  readonly #clean: Int32Array | undefined;
  readonly #pace = new Pace();
  /** The items found; their covers, one after the other, and where those of each end. */
  readonly #found: number[] = [];
  readonly #covers: number[] = [];
  readonly #ends: number[] = [];
  /** True if one of them has lost options. */
  #hasNew = false;
  readonly #chosen: number[] = [];
  /** The covers of the chosen items, each once: the first `#covered` of them. */
  readonly #union: number[] = [];
  /** Cover -> a place among the items looked at; -1 for none. It is free between two looks. */
  readonly #owner: Int32Array;
  #covered = 0;

  constructor(
    kinds: Kinds,
    search: SetSearch,
    items: readonly number[],
    position: Position,
    sink: Sink,
    clean: Int32Array | undefined,
    owner: Int32Array,
  ) {
    this.#owner = owner;
    this.#kinds = kinds;
    this.#search = search;
    this.#items = items;
    this.#position = position;
    this.#sink = sink;
    this.#clean = clean;
  }

  run(): Slices | undefined {
    if (this.#items.length > FEW_ITEMS) return this.#runFar();
    this.#look(0, this.#items.length);
    const groups = this.#groups();
    return groups.length > 0 ? this.#searchIn(groups) : undefined;
  }

  *#runFar(): Slices {
    for (let from = 0; from < this.#items.length; from += FEW_ITEMS) {
      this.#look(from, from + FEW_ITEMS);
      yield;
    }
    yield* this.#searchIn(this.#groups());
  }

  *#searchIn(groups: readonly Group[]): Slices {
    const { size, tenths } = this.#search;
    for (const group of groups) {
      if (!this.#sink.accepts(tenths)) return;
      if (group.items.length > MANY_ITEMS) {
        yield* this.#extendFar(group);
        continue;
      }
      this.#extend(group, 0);
      if (this.#pace.spent(group.items.length ** size)) yield;
    }
  }

  /** Finds the items with 2 to `size` covers among some. */
  #look(from: number, to: number): void {
    const { applies } = this.#search;
    const { need, count } = this.#position;
    const covers = this.#covers;
    const end = Math.min(to, this.#items.length);
    for (let k = from; k < end; k++) {
      const item = this.#items[k];
      if (need[item] === 0 || count[item] < 2) continue;
      const before = covers.length;
      if (this.#addCovers(item) && applies?.(item, covers[before], this.#position) !== false) {
        this.#found.push(item);
        this.#ends.push(covers.length);
        this.#hasNew ||= this.#isNew(item);
      } else while (covers.length > before) covers.pop();
    }
  }

  /**
   * The groups that are large enough and have an item that has lost options. An item joins all
   * groups with which it shares a cover: they become one, with that item at its end.
   */
  #groups(): Group[] {
    const found = this.#found;
    const { size } = this.#search;
    if (found.length < size || !this.#hasNew) return [];
    const covers = this.#covers;
    const ends = this.#ends;
    const owner = this.#owner;
    /** Item -> one that joined its group later; the last one itself. */
    const joined: number[] = [];
    /** The last item of a group -> the first one, how many there are, and 1 if some is new. */
    const firsts: number[] = [];
    const sizes: number[] = [];
    const areNew: number[] = [];
    /** Item -> the next one of its group. */
    const next: number[] = [];
    const lastOf = (k: number): number => {
      let at = k;
      // The way becomes shorter.
      while (joined[at] !== at) at = joined[at] = joined[joined[at]];
      return at;
    };
    const met: number[] = [];
    for (let k = 0, from = 0; k < found.length; from = ends[k++]) {
      met.length = 0;
      for (let n = from; n < ends[k]; n++) {
        const other = owner[covers[n]];
        if (other < 0) {
          owner[covers[n]] = k;
          continue;
        }
        const last = lastOf(other);
        if (!met.includes(last)) met.push(last);
      }
      if (met.length > 1) met.sort((a, b) => a - b);
      joined[k] = k;
      firsts[k] = k;
      sizes[k] = 1;
      areNew[k] = this.#isNew(found[k]) ? 1 : 0;
      for (let m = met.length - 1; m >= 0; m--) {
        const last = met[m];
        joined[last] = k;
        next[last] = firsts[k];
        firsts[k] = firsts[last];
        sizes[k] += sizes[last];
        areNew[k] |= areNew[last];
      }
    }
    for (const cover of covers) owner[cover] = -1;
    const groups: Group[] = [];
    for (let last = 0; last < found.length; last++) {
      if (joined[last] !== last || areNew[last] === 0 || sizes[last] < size) continue;
      const group: Group = { items: [], covers: [] };
      for (let k = firsts[last], left = sizes[last]; left > 0; left--, k = next[k]) {
        group.items.push(found[k]);
        group.covers.push(covers.slice(k > 0 ? ends[k - 1] : 0, ends[k]));
      }
      groups.push(group);
    }
    return groups;
  }

  /** True if an item has lost options since there was no set. */
  #isNew(item: number): boolean {
    return this.#clean?.[item] !== this.#position.count[item];
  }

  /**
   * Adds the covers of an item, each once. False if they are more than `size` or less than 2, or
   * an option has none or one that is used again.
   */
  #addCovers(item: number): boolean {
    const covers = this.#covers;
    const { room, count, at, list } = this.#position;
    const { size, cover: kind } = this.#search;
    const table = this.#kinds.item;
    const kinds = this.#kinds.count;
    const from = covers.length;
    const end = at[item] + count[item];
    for (let place = at[item]; place < end; place++) {
      const cover = table[list[place] * kinds + kind];
      if (cover < 0 || room[cover] !== 1) return false;
      let k = from;
      while (k < covers.length && covers[k] !== cover) k++;
      if (k < covers.length) continue;
      if (covers.length - from === size) return false;
      covers.push(cover);
    }
    return covers.length - from >= 2;
  }

  #extend(group: Group, from: number): void {
    const size = this.#search.size;
    for (let next = from; next <= group.items.length - size + this.#chosen.length; next++) {
      const before = this.#covered;
      if (!this.#choose(group, next)) continue;
      if (this.#chosen.length < size) this.#extend(group, next + 1);
      else if (this.#covered === size) this.#report();
      this.#undo(before);
    }
  }

  *#extendInSlices(group: Group, from: number): Slices {
    const size = this.#search.size;
    for (let next = from; next <= group.items.length - size + this.#chosen.length; next++) {
      if (this.#pace.spent(8)) yield;
      const before = this.#covered;
      if (!this.#choose(group, next)) continue;
      if (this.#chosen.length < size) yield* this.#extendInSlices(group, next + 1);
      else if (this.#covered === size) this.#report();
      this.#undo(before);
    }
  }

  /**
   * A set of two sets would be none of its own, so items of a large group are not tried with all
   * others.
   */
  *#extendFar(group: Group): Slices {
    const at = new Map<number, number[]>();
    group.covers.forEach((used, k) => {
      for (const item of used) {
        const places = at.get(item);
        if (places === undefined) at.set(item, [k]);
        else places.push(k);
      }
    });
    const { size, tenths } = this.#search;
    for (let first = 0; first < group.items.length; first++) {
      if (!this.#sink.accepts(tenths)) return;
      const near = nearby(group, first, size - 1, at);
      if (this.#pace.spent(4 * near.items.length)) yield;
      if (near.items.length < size || !this.#choose(near, 0)) continue;
      yield* this.#extendInSlices(near, 1);
      this.#undo(0);
    }
  }

  /** Chooses an item, if there are covers for it. */
  #choose({ items, covers }: Group, next: number): boolean {
    const before = this.#covered;
    const union = this.#union;
    for (const item of covers[next]) {
      let k = 0;
      while (k < this.#covered && union[k] !== item) k++;
      if (k === this.#covered) union[this.#covered++] = item;
    }
    if (this.#covered <= this.#search.size) {
      this.#chosen.push(items[next]);
      return true;
    }
    this.#covered = before;
    return false;
  }

  /** Takes the last choice back. */
  #undo(covered: number): void {
    this.#chosen.pop();
    this.#covered = covered;
  }

  #report(): void {
    const { base, size } = this.#search;
    const kinds = this.#kinds;
    const position = this.#position;
    const items = [...this.#chosen];
    const covers = this.#union.slice(0, size);
    const out: number[] = [];
    for (const cover of covers) {
      for (const option of position.optionsOf(cover)) {
        if (!items.includes(kinds.item[option * kinds.count + base])) out.push(option);
      }
    }
    const why = () => ({
      items,
      covers,
      options: items.flatMap((item) => [...position.optionsOf(item)]),
    });
    report(position, this.#sink, this.#search, out, items, why);
  }
}

/** Items that share covers, and the covers of each: a set lies within one of them. */
interface Group {
  readonly items: number[];
  readonly covers: (readonly number[])[];
}

/**
 * The items behind one that share covers with it, or with others of these, within a number of
 * steps.
 */
function nearby(group: Group, first: number, steps: number, at: ReadonlyMap<number, number[]>) {
  const seen = new Set([first]);
  let frontier = [first];
  for (let step = 0; step < steps; step++) {
    const next: number[] = [];
    for (const own of frontier) {
      for (const cover of group.covers[own]) {
        for (const other of at.get(cover) as number[]) {
          if (other < first || seen.has(other)) continue;
          seen.add(other);
          next.push(other);
        }
      }
    }
    frontier = next;
  }
  const order = [...seen].sort((a, b) => a - b);
  return {
    items: order.map((k) => group.items[k]),
    covers: order.map((k) => group.covers[k]),
  };
}

import { type Compiled, hasPrimary, itemsOf, leastOf, mostOf } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import { OptionLists } from '../problem/option-lists.ts';

const ENDLESS = 2 ** 31 - 1;
/** The most options, and pairs of options of one item, with which chains are looked for. */
const MOST_LIVE = 3000;
const MOST_PAIRS = 2 ** 20;

/**
 * What is left of a problem on a sheet of paper: options chosen, options crossed out, and those
 * that are still possible.
 *
 * Each item lists its possible options, at the front of its own part of one array:
 *
 *     item   0              1
 *     list   [ 3 7 8 | - ]  [ 7 9 | - - ]      count  3  2
 *
 * An item still needs `need` options and has room for `room`. A secondary item needs none. One that
 * some option uses in a colour has room for all options of that colour, so its room never ends.
 */
export class Position {
  readonly problem: Compiled;
  readonly items: number;
  /** Item -> where its list begins, and how many options it holds. */
  readonly at: Int32Array;
  readonly count: Int32Array;
  readonly list: Int32Array;
  /** Item -> options that it still needs, and has room for. */
  readonly need: Int32Array;
  readonly room: Int32Array;
  /** Item -> the colour it has; 0 for none. */
  readonly colour: Int32Array;
  /** Option -> 1 if it is possible and not chosen. */
  readonly live: Uint8Array;
  readonly chosen: number[] = [];
  /** Changes with the position. */
  version = 0;
  /** Option -> the options that exclude it, found when they are asked for. */
  #excluded: (Int32Array | undefined)[] = [];
  /** The position that this is a copy of: it finds them for both, since it has all options. */
  #original: Position | undefined;
  readonly #lists: OptionLists;
  readonly #stamp: Int32Array;
  #time = 0;

  constructor(problem: Compiled) {
    const { primary, secondary, options, nodes } = problem;
    const lists = new OptionLists(problem);
    this.problem = problem;
    this.items = primary + secondary;
    this.#lists = lists;
    this.at = lists.listStart;
    this.count = integers(this.items, 'a position');
    this.list = integers(nodes, 'a position');
    this.need = integers(this.items, 'a position');
    this.room = integers(this.items, 'a position');
    this.colour = integers(this.items, 'a position');
    this.live = new Uint8Array(options);
    this.#stamp = integers(options, 'a position');
    for (let item = 0; item < this.items; item++) {
      this.need[item] = item < primary ? leastOf(problem, item) : 0;
      this.room[item] = item < primary ? mostOf(problem, item) : 1;
      let to = this.at[item] as number;
      for (const node of lists.nodesOf(item)) {
        const option = lists.optionOf[node] as number;
        // An option without a primary item is never chosen.
        if (!hasPrimary(problem, option)) continue;
        this.live[option] = 1;
        this.list[to++] = option;
        if (lists.colourOf(node) !== 0) this.room[item] = ENDLESS;
      }
      this.count[item] = to - (this.at[item] as number);
    }
    for (let item = 0; item < primary; item++) {
      if (this.room[item] === 0) this.#close(item);
    }
  }

  /** The possible options of an item: a view, true until the next change. */
  optionsOf(item: number): Int32Array {
    const at = this.at[item] as number;
    return this.list.subarray(at, at + (this.count[item] as number));
  }

  /** True if some item can no longer be covered as often as it must. */
  get contradiction(): number | undefined {
    const { primary } = this.problem;
    for (let item = 0; item < primary; item++) {
      if ((this.count[item] as number) < (this.need[item] as number)) return item;
    }
    return undefined;
  }

  /** True if every item is covered. Options that may still be chosen are left out then. */
  get isSolved(): boolean {
    const { primary } = this.problem;
    for (let item = 0; item < primary; item++) {
      if ((this.need[item] as number) > 0) return false;
    }
    return true;
  }

  /**
   * True if chains from every option would take too much memory. What counts is pairs of options
   * that exclude each other.
   */
  get isLarge(): boolean {
    let live = 0;
    for (const is of this.live) live += is;
    let pairs = 0;
    for (const number of this.count) pairs += number ** 2;
    return live > MOST_LIVE || pairs > MOST_PAIRS;
  }

  /** False if what is decided already rules the decision out. */
  allows(decision: number): boolean {
    const option = decision < 0 ? ~decision : decision;
    return this.live[option] === 1 || this.chosen.includes(option) === decision >= 0;
  }

  /** Chooses an option, `k`, or crosses it out, `~k`. One that is out or chosen already stays so. */
  decide(decision: number): void {
    if (decision < 0) this.crossOut(~decision);
    else this.choose(decision);
  }

  crossOut(option: number): void {
    if (this.live[option] === 0) return;
    this.live[option] = 0;
    this.version++;
    const { data, startAt, itemAt } = this.problem;
    const to = data[startAt + option + 1] as number;
    for (let node = data[startAt + option] as number; node < to; node++) {
      const item = data[itemAt + node] as number;
      const last = (this.at[item] as number) + (this.count[item] as number) - 1;
      let place = this.at[item] as number;
      while (this.list[place] !== option) place++;
      this.list.copyWithin(place, place + 1, last + 1);
      this.count[item] = (this.count[item] as number) - 1;
    }
  }

  choose(option: number): void {
    if (this.live[option] === 0) return;
    this.crossOut(option);
    this.chosen.push(option);
    const { data, startAt, itemAt, colourAt, coloured, primary } = this.problem;
    const to = data[startAt + option + 1] as number;
    for (let node = data[startAt + option] as number; node < to; node++) {
      const item = data[itemAt + node] as number;
      if (item < primary) {
        this.need[item] = Math.max(0, (this.need[item] as number) - 1);
        this.room[item] = (this.room[item] as number) - 1;
        // With room for one, its options exclude each other from here on.
        if (this.room[item] === 1) {
          this.#excluded = [];
          this.#original = undefined;
        }
        if (this.room[item] === 0) this.#close(item);
        continue;
      }
      const colour = coloured ? (data[colourAt + node] as number) : 0;
      if (colour === 0) {
        this.room[item] = 0;
        this.#close(item);
      } else if (this.colour[item] === 0) {
        this.colour[item] = colour;
        for (const other of this.optionsOf(item).slice()) {
          if (this.colourOf(other, item) !== colour) this.crossOut(other);
        }
      }
    }
  }

  #close(item: number): void {
    for (const other of this.optionsOf(item).slice()) this.crossOut(other);
  }

  /** The colour in which an option uses an item; 0 for none. */
  colourOf(option: number, item: number): number {
    return this.#lists.colourIn(option, item);
  }

  /**
   * True if two options of an item exclude each other by it. Two of the same colour do not; nor do
   * two of an item that has room for both.
   */
  excludesBy(item: number, option: number, other: number): boolean {
    if (item < this.problem.primary) return this.room[item] === 1;
    const colour = this.colourOf(option, item);
    return colour === 0 || colour !== this.colourOf(other, item);
  }

  /**
   * The options that cannot hold beside an option. Some may be crossed out since they were found;
   * `live` tells.
   */
  excludedBy(option: number): Int32Array {
    if (this.#original !== undefined) return this.#original.excludedBy(option);
    const known = this.#excluded[option];
    if (known !== undefined) return known;
    const { data, startAt, itemAt, primary, coloured } = this.problem;
    const found: number[] = [];
    const stamp = this.#stamp;
    const time = ++this.#time;
    stamp[option] = time;
    const to = data[startAt + option + 1] as number;
    for (let node = data[startAt + option] as number; node < to; node++) {
      const item = data[itemAt + node] as number;
      const isPlain = item < primary ? this.room[item] === 1 : !coloured;
      if (!isPlain && item < primary) continue;
      const end = (this.at[item] as number) + (this.count[item] as number);
      for (let place = this.at[item] as number; place < end; place++) {
        const other = this.list[place] as number;
        if (stamp[other] === time) continue;
        if (!isPlain && !this.excludesBy(item, option, other)) continue;
        stamp[other] = time;
        found.push(other);
      }
    }
    const excluded = Int32Array.from(found);
    this.#excluded[option] = excluded;
    return excluded;
  }

  /** The possible options that every one of these excludes. None of these is among them. */
  excludedByAll(options: ArrayLike<number>): number[] {
    const stamp = this.#stamp;
    const first = this.excludedBy(options[0] as number);
    // Counted apart from the stamps of `excludedBy`, which may be called in between.
    for (let k = 1; k < options.length; k++) this.excludedBy(options[k] as number);
    let time = ++this.#time;
    for (const other of first) stamp[other] = time;
    const found: number[] = [];
    for (let k = 1; k < options.length; k++) {
      const before = time;
      time = ++this.#time;
      let left = 0;
      for (const other of this.excludedBy(options[k] as number)) {
        if (stamp[other] !== before) continue;
        stamp[other] = time;
        left++;
      }
      if (left === 0) return found;
    }
    for (const other of first) {
      if (stamp[other] === time && this.live[other] === 1) found.push(other);
    }
    return found;
  }

  /** The item by which two options exclude each other; -1 if none does. */
  sharedItem(a: number, b: number): number {
    const others = itemsOf(this.problem, b);
    for (const item of itemsOf(this.problem, a)) {
      if (others.includes(item) && this.excludesBy(item, a, b)) return item;
    }
    return -1;
  }

  /** Makes this the same position as another one of the same problem. */
  copy(other: Position): void {
    this.count.set(other.count);
    this.list.set(other.list);
    this.need.set(other.need);
    this.room.set(other.room);
    this.colour.set(other.colour);
    this.live.set(other.live);
    this.version++;
    this.chosen.length = 0;
    this.chosen.push(...other.chosen);
    this.#original = other;
  }
}

/** Makes something of a position, and keeps it until the position changes. */
export function remembered<T>(make: (position: Position) => T): (position: Position) => T {
  let known: T;
  let of: Position | undefined;
  let version = -1;
  return (position) => {
    if (of !== position || version !== position.version) {
      known = make(position);
      of = position;
      version = position.version;
    }
    return known;
  };
}

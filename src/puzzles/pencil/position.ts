import {
  type Compiled,
  hasPrimary,
  itemsOf,
  leastOf,
  mostOf,
} from '../../engine/problem/compiled.ts';
import { integers } from '../../engine/problem/memory.ts';
import { finish, Pace, type Slices } from '../../engine/problem/slices.ts';

const POSITION_ARRAYS = 'a position';
const NOTHING: readonly never[] = [];

const ANY_NUMBER = 2 ** 31 - 1;
/** The most options, and pairs of options of one item, with which chains are looked for. */
const MOST_LIVE = 3000;
const MOST_OPTION_PAIRS = 2 ** 20;
/** The most numbers of options that are kept for `excludedBy`: 64 MB. */
const MOST_KEPT = 2 ** 23;

/**
 * A problem on a sheet of paper: options chosen, options crossed out, and those
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
  /** The problem, compiled. */
  readonly problem: Compiled;
  /** The number of its items. */
  readonly items: number;
  /** Item -> where its list begins, and how many options it holds. */
  readonly at: Int32Array;
  readonly count: Int32Array;
  /** The possible options of each item, where `at` and `count` say. */
  readonly list: Int32Array;
  /** Item -> options that it still needs, and has room for. */
  readonly need: Int32Array;
  readonly room: Int32Array;
  /** Item -> the colour it has; 0 for none. */
  readonly colour: Int32Array;
  /** Option -> 1 if it is possible and not chosen. */
  readonly live: Uint8Array;
  /** The options chosen, in order. */
  readonly chosen: number[] = [];
  /**
   * The decisions that were made here or since it was copied, in order, without those that follow
   * from others.
   */
  readonly made: number[] = [];
  /** Changes with the position. */
  version = 0;
  /**
   * Within an era options are only struck, and an item whose list is as long as before is as it
   * was.
   */
  era = 0;
  /** An item that can no longer be covered as often as it must; undefined if there is none. */
  contradiction: number | undefined;
  /** Integers read so far to find what excludes what. A technique takes its pauses by it. */
  work = 0;
  /** The options that are possible; the pairs of them in one item; the items that need some. */
  #possible = 0;
  #pairs = 0;
  #open = 0;
  /** Place in `list` -> the node of the option there, which has its colour. Only with colours. */
  readonly #node: Int32Array;
  /** Option -> 1 if it is chosen. */
  readonly #isChosen: Uint8Array;
  /** Items that had no more options than they need, when they were last counted, in order. */
  readonly #ready: number[] = [];
  #isSorted = true;
  /** Item -> 1 if its list still holds options that are out; these items, one by one. */
  readonly #isStale: Uint8Array;
  readonly #stale: number[] = [];
  /**
   * Option -> the options that exclude it, found when they are asked for, and the version of which
   * these are the possible ones; how many are kept.
   */
  #excluded: (number[] | undefined)[] = [];
  readonly #excludedIn: Int32Array;
  #kept = 0;
  /** The position that this is a copy of: it finds them for both, since it has all options. */
  #original: Position | undefined;
  /** The position that this began as. It does not change, so many begin with what it finds. */
  #start: Position | undefined;
  /** Option -> when it was met: by `excludedBy`, and by `excludedByAll`. */
  readonly #stamp: Int32Array;
  readonly #mark: Int32Array;
  #time = 0;

  /** A position that `lay` lays out. */
  private constructor(problem: Compiled) {
    const { primary, secondary, options, nodes, coloured } = problem;
    this.problem = problem;
    this.items = primary + secondary;
    this.at = integers(this.items + 1, POSITION_ARRAYS);
    this.count = integers(this.items, POSITION_ARRAYS);
    this.list = integers(nodes, POSITION_ARRAYS);
    this.need = integers(this.items, POSITION_ARRAYS);
    this.room = integers(this.items, POSITION_ARRAYS);
    this.colour = integers(this.items, POSITION_ARRAYS);
    this.live = new Uint8Array(options);
    this.#node = integers(coloured ? nodes : 0, POSITION_ARRAYS);
    this.#isChosen = new Uint8Array(options);
    this.#isStale = new Uint8Array(this.items);
    this.#excludedIn = integers(options, POSITION_ARRAYS);
    this.#stamp = integers(options, POSITION_ARRAYS);
    this.#mark = integers(options, POSITION_ARRAYS);
  }

  /** The position at the beginning of a problem. */
  static of(problem: Compiled): Position {
    return finish(Position.lay(problem));
  }

  /** The same, in slices. @internal */
  static *lay(problem: Compiled): Slices<Position> {
    const position = new Position(problem);
    yield* position.#lay();
    return position;
  }

  *#lay(): Slices {
    const { data, primary, options, coloured, startAt, itemAt, colourAt } = this.problem;
    const { at, count, list, need, room, live, items } = this;
    const pace = new Pace();
    for (let item = 0; item < items; item++) {
      need[item] = item < primary ? leastOf(this.problem, item) : 0;
      room[item] = item < primary ? mostOf(this.problem, item) : 1;
      if (pace.spent(2)) yield;
    }
    for (let option = 0; option < options; option++) {
      // An option without a primary item is never chosen.
      if (!hasPrimary(this.problem, option)) continue;
      live[option] = 1;
      this.#possible++;
      const to = data[startAt + option + 1];
      for (let node = data[startAt + option]; node < to; node++) {
        const item = data[itemAt + node];
        count[item] = count[item] + 1;
        if (coloured && data[colourAt + node] !== 0) room[item] = ANY_NUMBER;
        if (pace.spent(2)) yield;
      }
    }
    for (let item = 0; item < items; item++) {
      const options = count[item];
      at[item + 1] = at[item] + options;
      count[item] = 0;
      this.#pairs += options ** 2;
      if (need[item] > 0) this.#open++;
      if (options < need[item]) this.contradiction ??= item;
      if (need[item] > 0 && options === need[item]) this.#ready.push(item);
      if (pace.spent(4)) yield;
    }
    for (let option = 0; option < options; option++) {
      if (live[option] === 0) continue;
      const to = data[startAt + option + 1];
      for (let node = data[startAt + option]; node < to; node++) {
        const item = data[itemAt + node];
        const place = at[item] + count[item];
        list[place] = option;
        if (coloured) this.#node[place] = node;
        count[item] = count[item] + 1;
        if (pace.spent(2)) yield;
      }
    }
    for (let item = 0; item < primary; item++) {
      if (room[item] === 0) yield* this.#close(item, pace);
    }
    yield* this.#settle(pace);
  }

  /** The possible options of an item: a view, true until the next change. */
  optionsOf(item: number): Int32Array {
    const at = this.at[item];
    return this.list.subarray(at, at + this.count[item]);
  }

  /** The items that need all options that they have, in ascending order: true until a change. */
  get ready(): readonly number[] {
    const ready = this.#ready;
    if (!this.#isSorted) ready.sort((a, b) => a - b);
    this.#isSorted = true;
    let to = 0;
    for (const item of ready) {
      const isReady = this.need[item] > 0 && this.count[item] === this.need[item];
      if (isReady && (to === 0 || ready[to - 1] !== item)) ready[to++] = item;
    }
    while (ready.length > to) ready.pop();
    return ready;
  }

  /**
   * True if every item is covered as often as it must be: what is chosen is a solution. With each
   * option that is still possible it makes another one.
   */
  get isCovered(): boolean {
    return this.#open === 0;
  }

  /** True if no option is possible any more. */
  get isDecided(): boolean {
    return this.#possible === 0;
  }

  /**
   * True if chains from every option would take too much memory. The measure is pairs of options
   * that exclude each other.
   */
  get isLarge(): boolean {
    return this.#possible > MOST_LIVE || this.#pairs > MOST_OPTION_PAIRS;
  }

  /** False if what is decided already rules the decision out. */
  allows(decision: number): boolean {
    const option = decision < 0 ? ~decision : decision;
    return this.live[option] === 1 || (this.#isChosen[option] === 1) === decision >= 0;
  }

  /** True if a decision is made: by itself, or as what follows from others. */
  has(decision: number): boolean {
    const isOut = this.live[decision < 0 ? ~decision : decision] === 0;
    return isOut && this.allows(decision);
  }

  /**
   * Chooses an option, `k`, or crosses it out, `~k`. One that is out or chosen already stays so.
   */
  decide(decision: number): void {
    finish(this.decideAll([decision]));
  }

  /**
   * Decides one after the other, in slices. Each list is read once to close its item, and once at
   * the end, when what is out leaves it: so all is done in time linear in these lists. @internal
   */
  *decideAll(decisions: Iterable<number>): Slices {
    const pace = new Pace();
    for (const decision of decisions) {
      const option = decision < 0 ? ~decision : decision;
      if (this.live[option] === 1) this.made.push(decision);
      if (decision < 0) this.#strike(option);
      else yield* this.#choose(decision, pace);
      if (pace.spent(1)) yield;
    }
    yield* this.#settle(pace);
  }

  /** Takes an option out of play. The lists of its items are stale until `#settle`. */
  #strike(option: number): void {
    if (this.live[option] === 0) return;
    this.live[option] = 0;
    this.#possible--;
    this.version++;
    const { data, startAt, itemAt } = this.problem;
    const to = data[startAt + option + 1];
    for (let node = data[startAt + option]; node < to; node++) {
      const item = data[itemAt + node];
      if (this.#isStale[item] === 1) continue;
      this.#isStale[item] = 1;
      this.#stale.push(item);
    }
  }

  *#choose(option: number, pace: Pace): Slices {
    if (this.live[option] === 0) return;
    this.#strike(option);
    this.chosen.push(option);
    this.#isChosen[option] = 1;
    const { need, room, list, at, count } = this;
    const { data, startAt, itemAt, colourAt, coloured, primary } = this.problem;
    const to = data[startAt + option + 1];
    for (let node = data[startAt + option]; node < to; node++) {
      const item = data[itemAt + node];
      if (item < primary) {
        if (need[item] > 0) {
          need[item] = need[item] - 1;
          if (need[item] === 0) this.#open--;
        }
        room[item] = room[item] - 1;
        // With room for one, its options exclude each other from here on.
        if (room[item] === 1) {
          this.#excluded = [];
          this.#kept = 0;
          this.#original = undefined;
          this.#start = undefined;
          this.era++;
        }
        if (room[item] === 0) yield* this.#close(item, pace);
        continue;
      }
      const colour = coloured ? data[colourAt + node] : 0;
      if (colour === 0) {
        room[item] = 0;
        yield* this.#close(item, pace);
      } else if (this.colour[item] === 0) {
        this.colour[item] = colour;
        const end = at[item] + count[item];
        for (let place = at[item]; place < end; place++) {
          const other = data[colourAt + this.#node[place]];
          if (other !== colour) this.#strike(list[place]);
          if (pace.spent(4)) yield;
        }
      }
    }
  }

  *#close(item: number, pace: Pace): Slices {
    const end = this.at[item] + this.count[item];
    for (let place = this.at[item]; place < end; place++) {
      this.#strike(this.list[place]);
      if (pace.spent(4)) yield;
    }
  }

  /** Takes options that are out from the stale lists. All others keep their order. */
  *#settle(pace: Pace): Slices {
    const { at, count, need, list, live } = this;
    const node = this.#node;
    const { coloured } = this.problem;
    for (const item of this.#stale) {
      this.#isStale[item] = 0;
      let to = at[item];
      const end = to + count[item];
      for (let place = to; place < end; place++) {
        const option = list[place];
        if (live[option] === 0) continue;
        list[to] = option;
        if (coloured) node[to] = node[place];
        to++;
      }
      const before = count[item];
      const after = to - at[item];
      count[item] = after;
      this.#pairs += after ** 2 - before ** 2;
      if (after < need[item]) this.contradiction ??= item;
      if (need[item] > 0 && after === need[item]) {
        this.#ready.push(item);
        this.#isSorted = false;
      }
      if (pace.spent(before)) yield;
    }
    this.#stale.length = 0;
  }

  /** The colour in which an option uses an item; 0 for none. */
  #colourOf(option: number, item: number): number {
    const { data, startAt, itemAt, colourAt, coloured } = this.problem;
    if (!coloured) return 0;
    let node = data[startAt + option];
    while (data[itemAt + node] !== item) node++;
    return data[colourAt + node];
  }

  /**
   * True if two options of an item exclude each other by it. Two of the same colour do not; nor do
   * two of an item that has room for both.
   */
  #excludesBy(item: number, option: number, other: number): boolean {
    if (item < this.problem.primary) return this.room[item] === 1;
    const colour = this.#colourOf(option, item);
    return colour === 0 || colour !== this.#colourOf(other, item);
  }

  /**
   * The options that cannot hold beside an option, true until the next change. In a copy some may
   * be crossed out; `live` says.
   */
  excludedBy(option: number): readonly number[] {
    if (this.#original !== undefined) return this.#original.excludedBy(option);
    const known = this.#excluded[option];
    if (known !== undefined) {
      if (this.#excludedIn[option] !== this.version) {
        this.#excludedIn[option] = this.version;
        this.#kept -= known.length;
        keepLive(known, known, this.live);
        this.#kept += known.length;
      }
      return known;
    }
    const excluded: number[] = [];
    if (this.#start === undefined) this.#findExcluded(option, excluded);
    else keepLive(this.#start.excludedBy(option), excluded, this.live);
    // All pairs of a large problem would fill the memory.
    if (this.#kept + excluded.length <= MOST_KEPT) {
      this.#excluded[option] = excluded;
      this.#excludedIn[option] = this.version;
      this.#kept += excluded.length;
    }
    return excluded;
  }

  #findExcluded(option: number, found: number[]): void {
    const { data, startAt, itemAt, colourAt, primary, coloured } = this.problem;
    const { at, count, list, room } = this;
    const stamp = this.#stamp;
    const time = ++this.#time;
    stamp[option] = time;
    const to = data[startAt + option + 1];
    for (let node = data[startAt + option]; node < to; node++) {
      const item = data[itemAt + node];
      if (item < primary && room[item] !== 1) continue;
      const colour = coloured ? data[colourAt + node] : 0;
      const end = at[item] + count[item];
      this.work += count[item];
      for (let place = at[item]; place < end; place++) {
        const other = list[place];
        if (stamp[other] === time) continue;
        if (colour !== 0 && data[colourAt + this.#node[place]] === colour) continue;
        stamp[other] = time;
        found.push(other);
      }
    }
  }

  /**
   * The possible options that every one of these excludes. None of these is among them. For each
   * option that the first excludes it adds up how many of these exclude it, item by item: that is
   * linear. Only where several items do, some may count twice, and it compares them one by one.
   *
   * @internal
   */
  *excludedByAllInSlices(options: ArrayLike<number>, pace: Pace): Slices<readonly number[]> {
    const { data, startAt, itemAt, colourAt, coloured, primary } = this.problem;
    const first = this.#candidates(options);
    if (pace.spent(first.length + options.length)) yield;
    if (first.length === 0) return first;
    /** Item -> how many of these use it, and how many in each colour. */
    const uses = new Map<number, { all: number; by: Map<number, number> }>();
    for (let k = 0; k < options.length; k++) {
      const to = data[startAt + options[k] + 1];
      for (let node = data[startAt + options[k]]; node < to; node++) {
        const item = data[itemAt + node];
        if (pace.spent(16)) yield;
        if (item < primary && this.room[item] !== 1) continue;
        const colour = coloured ? data[colourAt + node] : 0;
        const known = uses.get(item) ?? { all: 0, by: new Map() };
        known.all++;
        known.by.set(colour, (known.by.get(colour) ?? 0) + 1);
        uses.set(item, known);
      }
    }
    let mayCountTwice = false;
    let found: number[] = [];
    for (const other of first) {
      let times = 0;
      let items = 0;
      const to = data[startAt + other + 1];
      for (let node = data[startAt + other]; node < to; node++) {
        const known = uses.get(data[itemAt + node]);
        if (pace.spent(8)) yield;
        if (known === undefined) continue;
        const colour = coloured ? data[colourAt + node] : 0;
        const excluding = known.all - (colour === 0 ? 0 : (known.by.get(colour) ?? 0));
        times += excluding;
        if (excluding > 0) items++;
      }
      if (times < options.length) continue;
      found.push(other);
      mayCountTwice ||= items > 1;
    }
    for (let k = 1; mayCountTwice && k < options.length && found.length > 0; k++) {
      const before = this.work;
      found = this.#narrowed(found, options[k]);
      if (pace.spent(this.work - before + found.length)) yield;
    }
    return found;
  }

  /** The same at once, where the position is not large. */
  excludedByAll(options: ArrayLike<number>): readonly number[] {
    const mark = this.#mark;
    const first = this.excludedBy(options[0]);
    let time = ++this.#time;
    for (const other of first) mark[other] = time;
    for (let k = 0; k < options.length; k++) mark[options[k]] = 0;
    for (let k = 1; k < options.length; k++) {
      const before = time;
      time = ++this.#time;
      let left = 0;
      const excluded = this.excludedBy(options[k]);
      this.work += excluded.length;
      for (const other of excluded) {
        if (mark[other] !== before) continue;
        mark[other] = time;
        left++;
      }
      if (left === 0) return NOTHING;
    }
    const found: number[] = [];
    for (const other of first)
      if (mark[other] === time && this.live[other] === 1) found.push(other);
    return found;
  }

  /** The possible options, outside of these, that the first of these excludes. */
  #candidates(options: ArrayLike<number>): readonly number[] {
    const mark = this.#mark;
    const first = this.excludedBy(options[0]);
    const time = ++this.#time;
    for (let k = 0; k < options.length; k++) mark[options[k]] = time;
    const found: number[] = [];
    for (const other of first) {
      if (mark[other] !== time && this.live[other] === 1) found.push(other);
    }
    return found;
  }

  /** Those of some options that an option excludes. */
  #narrowed(found: readonly number[], option: number): number[] {
    const excluded = this.excludedBy(option);
    const mark = this.#mark;
    const time = ++this.#time;
    this.work += excluded.length;
    for (const other of excluded) mark[other] = time;
    return found.filter((other) => mark[other] === time);
  }

  /** The item by which two options exclude each other; -1 if none does. */
  sharedItem(a: number, b: number): number {
    const others = itemsOf(this.problem, b);
    for (const item of itemsOf(this.problem, a)) {
      if (others.includes(item) && this.#excludesBy(item, a, b)) return item;
    }
    return -1;
  }

  /** A position that begins as another one, which must not change. */
  static from(start: Position): Position {
    const position = Position.like(start);
    position.#original = undefined;
    position.#start = start;
    return position;
  }

  /** A copy of a position, which another one of the same problem can be copied to. */
  static like(other: Position): Position {
    const position = new Position(other.problem);
    position.at.set(other.at);
    position.copy(other);
    return position;
  }

  /** Makes this the same position as another one of the same problem. */
  copy(other: Position): void {
    this.count.set(other.count);
    this.list.set(other.list);
    this.#node.set(other.#node);
    this.need.set(other.need);
    this.room.set(other.room);
    this.colour.set(other.colour);
    this.live.set(other.live);
    this.#isChosen.set(other.#isChosen);
    this.#possible = other.#possible;
    this.#pairs = other.#pairs;
    this.#open = other.#open;
    this.contradiction = other.contradiction;
    this.version++;
    this.era++;
    this.chosen.length = 0;
    for (const option of other.chosen) this.chosen.push(option);
    this.made.length = 0;
    this.#ready.length = 0;
    for (const item of other.#ready) this.#ready.push(item);
    this.#isSorted = other.#isSorted;
    this.#original = other;
  }
}

/** Copies the possible ones of some options, perhaps to the same place. */
function keepLive(from: readonly number[], to: number[], live: Uint8Array): void {
  let length = 0;
  for (const option of from) if (live[option] === 1) to[length++] = option;
  if (to.length > length) to.length = length;
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

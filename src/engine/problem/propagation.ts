import { type Compiled, coloursOf, hasPrimary, itemsOf, leastOf, mostOf } from './compiled.ts';
import { integers } from './memory.ts';
import { OptionLists } from './option-lists.ts';
import type { Slices } from './slices.ts';

/** The fate of an option. */
export const OPEN = 0;
/** It is in every solution: `cause` needs all the options that it has left. */
export const CHOSEN = 1;
/** It is in no solution: `cause` has no room for it beside the options chosen. */
export const EXCLUDED = 2;
/** It is in no solution: beside it, `cause` would have too few options. */
export const BLOCKED = 3;
/** It has no primary item. No engine chooses such an option. */
export const USELESS = 4;
/** The caller left it out. */
export const LEFT_OUT = 5;

/** Instead of an item or an option: there is none. */
export const NONE = -1;

/** The work between two pauses, in nodes looked at: about a millisecond. */
const PROPAGATION_SLICE_NODES = 1 << 17;

/**
 * The consequences of a problem without a search, for `reduce` and `explain`: options that are in
 * every solution, and options that are in none. (A search makes its forced moves in its kernel.) Two
 * rules are applied until neither says anything new:
 *
 * - An item that needs all options that it has left gets them: they are chosen. A chosen option
 *   excludes the options that cannot stand beside it.
 * - An option that would leave another item with too few options is out: it *blocks* that item.
 *   (Knuth does this in DLX-PRE.)
 *
 * Each decision has an item as its cause, and `order` has the decisions in the order in which they
 * were made. So a reader can replay them.
 *
 * To find the options that block an item, begin with the options that cannot stand beside its first
 * option, the *candidates*, and keep those that cannot stand beside the second one either, and so
 * on. Mostly none are left after two or three. DLX-PRE instead chooses each option on trial, which
 * takes hundreds of times the work.
 */
export class Propagation extends OptionLists {
  /** Option -> its fate, and the item that is the cause (`NONE`: the caller). */
  readonly state: Uint8Array;
  readonly cause: Int32Array;
  /** The options that are decided, in that order; `decided` of them count. */
  readonly order: Int32Array;
  decided = 0;
  /**
   * Item -> its open options; for a primary one also the number that it still needs, and its room.
   */
  readonly open: Int32Array;
  readonly least: Int32Array;
  readonly most: Int32Array;
  /** An item with fewer options than it needs, or `NONE`. Then there is no solution. */
  dead = NONE;
  /** The decisions made when it was found. */
  deadAt = 0;
  /** Items that may need all their options; items that an option may block. */
  private readonly needy: number[] = [];
  private readonly changed: number[] = [];
  private readonly isChanged: Uint8Array;
  /**
   * Option -> the options of an item that it cannot stand beside, if it was counted since `block`
   * began.
   */
  private readonly conflicts: Int32Array;
  private readonly counted: Int32Array;
  /** Item -> its colour in the option last marked, while `marked` is the current `stamp`. */
  private readonly colours: Int32Array;
  private readonly marked: Int32Array;
  private stamp = 0;
  /** The nodes looked at so far. */
  work = 0;

  constructor(compiled: Compiled) {
    super(compiled);
    const { primary, secondary, options } = compiled;
    const items = primary + secondary;
    const what = 'the rules of the problem';
    this.state = new Uint8Array(options);
    this.cause = integers(options, what).fill(NONE);
    this.order = integers(options, what);
    this.open = integers(items, what);
    this.least = integers(primary, what);
    this.most = integers(primary, what);
    this.isChanged = new Uint8Array(items);
    this.conflicts = integers(options, what);
    this.counted = integers(options, what);
    this.colours = integers(items, what);
    this.marked = integers(items, what);
    for (let item = 0; item < items; item++) {
      this.open[item] = this.listStart[item + 1] - this.listStart[item];
    }
    for (let item = 0; item < primary; item++) {
      this.least[item] = leastOf(compiled, item);
      this.most[item] = mostOf(compiled, item);
    }
    this.begin();
  }

  /** Takes a decision of a prefix, before the start. */
  decide(decision: number): void {
    const option = decision < 0 ? ~decision : decision;
    if (this.state[option] !== OPEN) return;
    if (decision < 0) this.out(option, LEFT_OUT, NONE);
    else this.choose(option, NONE);
  }

  /** Goes on until nothing more follows, or an item is dead. Pauses after each slice of work. */
  *run(): Slices {
    this.settle();
    let pauseAt = this.work + PROPAGATION_SLICE_NODES;
    for (let k = 0; k < this.changed.length && this.dead === NONE; k++) {
      const item = this.changed[k];
      this.isChanged[item] = 0;
      this.block(item);
      this.settle();
      if (this.work < pauseAt) continue;
      pauseAt = this.work + PROPAGATION_SLICE_NODES;
      // Once more than half of the list is seen, that part goes.
      if (2 * k > this.changed.length) k -= this.changed.splice(0, k).length;
      yield;
    }
    this.changed.length = 0;
  }

  /** Gives a primary item narrower bounds. */
  narrow(item: number, least: number, most: number): void {
    this.least[item] = least;
    this.most[item] = most;
    if (least > most) this.die(item);
    this.note(item);
    if (most === 1) this.noteRivals(item);
  }

  /** Looks at each item and each option once. */
  private begin(): void {
    const { primary, options } = this.compiled;
    for (let option = 0; option < options; option++) {
      if (!hasPrimary(this.compiled, option)) this.out(option, USELESS, NONE);
    }
    for (let item = 0; item < primary; item++) {
      if (this.most[item] === 0) this.exclude(item, NONE);
      this.note(item);
    }
  }

  /** Notes that an item has fewer options, or needs fewer. */
  private note(item: number): void {
    if (item >= this.compiled.primary) return;
    const least = this.least[item];
    if (least === 0) return;
    const open = this.open[item];
    if (open < least) this.die(item);
    if (open === least) this.needy.push(item);
    if (this.isChanged[item] === 1) return;
    this.isChanged[item] = 1;
    this.changed.push(item);
  }

  private die(item: number): void {
    if (this.dead !== NONE) return;
    this.dead = item;
    this.deadAt = this.decided;
  }

  /** Chooses all options of the items that need them. */
  private settle(): void {
    const { needy, state } = this;
    while (needy.length > 0 && this.dead === NONE) {
      const item = needy.pop() as number;
      if (this.least[item] === 0 || this.open[item] !== this.least[item]) continue;
      for (const option of this.openOptions(item)) {
        if (this.dead === NONE && state[option] === OPEN) this.choose(option, item);
      }
    }
  }

  private choose(option: number, cause: number): void {
    const { compiled } = this;
    const { primary } = compiled;
    this.mark(option, CHOSEN, cause);
    for (const item of this.itemsOf(option)) {
      this.open[item] = this.open[item] - 1;
      if (item >= primary) continue;
      this.least[item] = Math.max(0, this.least[item] - 1);
      this.most[item] = this.most[item] - 1;
      this.note(item);
    }
    const colours = coloursOf(compiled, option);
    for (const [k, item] of itemsOf(compiled, option).entries()) {
      if (item >= primary) this.exclude(item, colours[k] ?? 0);
      else if (this.most[item] === 0) this.exclude(item, NONE);
      else if (this.most[item] === 1) this.noteRivals(item);
    }
  }

  /**
   * Notes the items that options of an item may block now, since only one more of them can stand
   * there.
   */
  private noteRivals(item: number): void {
    for (const option of this.openOptions(item)) {
      for (const other of this.itemsOf(option)) this.note(other);
    }
  }

  /** Excludes the open options of an item, except those that have this colour, if it is one. */
  private exclude(item: number, colour: number): void {
    const { list, listStart, optionOf, state } = this;
    const end = listStart[item + 1];
    this.work += end - listStart[item];
    for (let k = listStart[item]; k < end; k++) {
      const node = list[k];
      const option = optionOf[node];
      if (state[option] !== OPEN) continue;
      if (colour > 0 && this.colourOf(node) === colour) continue;
      this.out(option, EXCLUDED, item);
    }
  }

  private out(option: number, state: number, cause: number): void {
    const { data, startAt, itemAt } = this.compiled;
    this.mark(option, state, cause);
    // A view of the items would take longer than the loop.
    const end = data[startAt + option + 1];
    this.work += end - data[startAt + option];
    for (let node = data[startAt + option]; node < end; node++) {
      const item = data[itemAt + node];
      this.open[item] = this.open[item] - 1;
      this.note(item);
    }
  }

  private itemsOf(option: number): Int32Array {
    const items = itemsOf(this.compiled, option);
    this.work += items.length;
    return items;
  }

  private mark(option: number, state: number, cause: number): void {
    this.state[option] = state;
    this.cause[option] = cause;
    this.order[this.decided++] = option;
  }

  /**
   * Finds the options that block an item, and takes them out. Such an option cannot stand beside
   * more options of the item than the item can spare.
   */
  private block(item: number): void {
    const least = this.least[item];
    if (least === 0) return;
    const own = this.openOptions(item);
    this.putSmallestFirst(own);
    const first = ++this.stamp;
    // If one option fills the item, its other options are excluded by that.
    if (this.most[item] === 1) {
      for (const option of own) this.counted[option] = first;
    }
    const candidates: number[] = [];
    for (let k = 0; k < own.length; k++) {
      const option = own[k];
      if (k < least) this.collect(option, item, first, candidates);
      else this.recount(option, candidates, candidates.length);
      // It stands beside `least` of them: it blocks nothing.
      const enough = k + 2 - least;
      let kept = 0;
      for (const other of candidates) {
        if (this.conflicts[other] >= enough) candidates[kept++] = other;
      }
      candidates.length = kept;
      if (candidates.length === 0 && k + 1 >= least) return;
    }
    for (const option of candidates) {
      if (this.dead !== NONE) return;
      if (this.state[option] === OPEN) this.out(option, BLOCKED, item);
    }
  }

  /** The options of an item that are open. */
  openOptions(item: number): number[] {
    const { list, listStart, optionOf, state } = this;
    const options: number[] = [];
    const end = listStart[item + 1];
    this.work += end - listStart[item];
    for (let k = listStart[item]; k < end; k++) {
      const option = optionOf[list[k]];
      if (state[option] === OPEN) options.push(option);
    }
    return options;
  }

  /** Puts the option in front that shares items with the fewest others. */
  private putSmallestFirst(options: number[]): void {
    const { data, startAt, itemAt } = this.compiled;
    let best = 0;
    let fewest = Number.POSITIVE_INFINITY;
    for (let k = 0; k < options.length; k++) {
      let others = 0;
      const start = data[startAt + options[k]];
      const end = data[startAt + options[k] + 1];
      this.work += end - start;
      for (let node = start; node < end; node++) others += this.open[data[itemAt + node]];
      if (others >= fewest) continue;
      fewest = others;
      best = k;
    }
    const option = options[best];
    options[best] = options[0];
    options[0] = option;
  }

  /**
   * Counts a conflict for each option that cannot stand beside this one; the new ones become
   * candidates.
   */
  private collect(option: number, item: number, first: number, candidates: number[]): void {
    const { data, primary, startAt, itemAt } = this.compiled;
    const { list, listStart, optionOf, state, counted, conflicts } = this;
    const known = candidates.length;
    const end = data[startAt + option + 1];
    for (let node = data[startAt + option]; node < end; node++) {
      const shared = data[itemAt + node];
      if (shared < primary && (this.most[shared] !== 1 || shared === item)) continue;
      const colour = this.colourOf(node);
      const stop = listStart[shared + 1];
      this.work += stop - listStart[shared];
      for (let k = listStart[shared]; k < stop; k++) {
        const other = optionOf[list[k]];
        if (state[other] !== OPEN || other === option || counted[other] >= first) {
          continue;
        }
        if (colour > 0 && this.colourOf(list[k]) === colour) continue;
        counted[other] = first;
        conflicts[other] = 1;
        candidates.push(other);
      }
    }
    this.recount(option, candidates, known);
  }

  /** Counts a conflict for each of the first candidates that cannot stand beside an option. */
  private recount(option: number, candidates: readonly number[], count: number): void {
    if (count === 0) return;
    const { data, primary, startAt, itemAt } = this.compiled;
    const { marked, colours, conflicts } = this;
    const stamp = ++this.stamp;
    const end = data[startAt + option + 1];
    for (let node = data[startAt + option]; node < end; node++) {
      const item = data[itemAt + node];
      if (item < primary && this.most[item] !== 1) continue;
      marked[item] = stamp;
      colours[item] = this.colourOf(node);
    }
    for (let k = 0; k < count; k++) {
      const other = candidates[k];
      if (other === option) continue;
      let node = data[startAt + other];
      const stop = data[startAt + other + 1];
      this.work += stop - node;
      for (; node < stop; node++) {
        const item = data[itemAt + node];
        if (marked[item] !== stamp) continue;
        const colour = colours[item];
        if (colour === 0 || colour !== this.colourOf(node)) break;
      }
      if (node < stop) conflicts[other] = conflicts[other] + 1;
    }
  }
}

import { type Decisions, Start } from '../kernels/prefix.ts';
import type { Compiled } from '../problem/compiled.ts';
import { integers, larger } from '../problem/memory.ts';
import { SlicedLayout, type Slices } from '../problem/slices.ts';
import { KeyedState } from './keyed-state.ts';
import { layOut } from './state-layout.ts';
import { type Hash, Table, type Tally } from './table.ts';

export interface BuildSettings {
  readonly prefix?: Decisions | undefined;
  readonly memoryLimit?: number | undefined;
  /**
   * Finds the order in which to branch on the primary items; none: always on the one with the
   * fewest options, the leftmost of several.
   */
  readonly order?: ((compiled: Compiled) => Slices<Int32Array>) | undefined;
  /** True to forget states where the memory is full, instead of being stuck. */
  readonly forgets?: boolean;
  /** For tests: another hash, and other numbers for the two constants. */
  readonly hash?: Hash | undefined;
  readonly fromWidth?: number | undefined;
  readonly fewest?: number | undefined;
  /** For tests: true keeps the states in JavaScript. */
  readonly inJs?: boolean | undefined;
}

// The fields of a frame: a state that is being worked on. Its key follows, and the key of its
// promise.
/** The slot of the option to try next, and the number of options left. */
const NEXT = 0;
const LEFT = 1;
/** The option that is being tried. */
const OPTION = 2;
/** The number of options that there were. */
const WIDTH = 3;
/** The options chosen before, and the nodes done before. */
const DEPTH = 4;
const NODES_THEN = 5;
const HASH = 6;
/** The hash of its promise, and 1 if that is another key than its own. */
const PROMISE_HASH = 7;
const HAS_PROMISE = 8;
const KEY = 9;

/**
 * From this number of options on, a state that a choice promises is looked up before the choice is
 * made: a choice is dear there, and most states are known (matchings of 22 points: 0.6 of the time;
 * Bell numbers 0.1). With fewer options it costs more than it gains, since each such state has two
 * entries (dominoes: 1.2 to 2 times the time).
 */
const FROM_WIDTH = 6;
/** Work between two pauses: about half a millisecond. */
const SLICE_WORK = 1 << 16;
/** The integers that are copied between two pauses. */
const COPIED = 1 << 19;
const FRAMES = 'the states of a diagram';
/** The entries that are kept however small the memory: fewer would be of no use. */
const FEWEST_ENTRIES = 64;

/**
 * Works out the worth of a problem, state by state. The worth of a state comes from the states that
 * its choices lead to; a state that has been there before is known. Forced options are chosen
 * first, so every state has a choice. All state lies in arrays; it can pause after every choice.
 *
 *       .--- a new state: [open] a frame <---------------------------.
 *       v                                                            |
 *     [try] the next option of the last frame -> [choose] it and the forced options
 *       ^                                                            |
 *       |                                                            v
 *       '--- [add] the worth to the frame <--- a known state: it has no solution, is a solution,
 *                 ^                 |            or stands in the table
 *                 |                 v no option is left
 *                 '--- [close] the frame, and enter its state in the table
 */
export class Build<V> {
  /**
   * Options tried, as at the last point between two: what follows from an option belongs to it. So
   * who looks at nodes and work at a pause sees the same, wherever that falls.
   */
  nodes = 0;
  /** The most states that were open at once. */
  deepest = 0;
  /** States that were known. */
  hits = 0;
  /** The options tried so far, and the work at the last point between two. */
  private tried = 0;
  private settled = 0;
  /** The worth of the problem, once it is known. */
  result: V | undefined;

  private readonly compiled: Compiled;
  private readonly settings: BuildSettings;
  private readonly tally: Tally<V>;
  private readonly memoryLimit: number;
  private readonly forgets: boolean;
  private readonly fromWidth: number;
  private readonly fewest: number;
  private readonly layout: SlicedLayout;
  // The fields from here on are set once the problem is laid out.
  private isLaidOut = false;
  private order: Int32Array | undefined;
  private state!: KeyedState;
  private table!: Table;
  private frameSize = 0;
  private frames = integers(0, FRAMES);
  /** More room for them, while they are copied. */
  private larger: Int32Array<ArrayBuffer> | undefined;
  private copied = 0;
  private depth = 0;
  /** The worth of the state that the last option led to, until it is added to its frame. */
  private value: V | undefined;
  /** The work that `State` does not count, in all and for an option: keys, and items looked at. */
  private looks = 0;
  private width = 0;
  /** True if there is no memory for another state. */
  private isFull = false;

  constructor(compiled: Compiled, tally: Tally<V>, settings: BuildSettings = {}) {
    const { memoryLimit, forgets, fromWidth, fewest } = settings;
    this.compiled = compiled;
    this.settings = settings;
    this.tally = tally;
    this.memoryLimit = memoryLimit ?? Number.POSITIVE_INFINITY;
    this.forgets = forgets ?? false;
    this.fromWidth = fromWidth ?? FROM_WIDTH;
    this.fewest = fewest ?? FEWEST_ENTRIES;
    const start = new Start(compiled, settings.prefix);
    this.layout = new SlicedLayout(compiled, () => this.begin(start));
  }

  /** The number of states in the table. */
  get entries(): number {
    return this.isLaidOut ? this.table.entries : 0;
  }

  get bytes(): number {
    return this.isLaidOut ? this.table.bytes + this.tally.bytes + 4 * this.frames.length : 0;
  }

  /** All options that it tries have an alternative: forced options are not counted. */
  get guesses(): number {
    return this.nodes;
  }

  /** The work done, as `State` counts it. */
  get updates(): number {
    return this.work;
  }

  /** None are found one by one. */
  get solutions(): number {
    return 0;
  }

  /** The work done: see `State`. */
  get work(): number {
    return this.settled;
  }

  share(): number {
    return 2 ** this.logShare();
  }

  /**
   * The logarithm, by 2, of the share of the tree that is done, by Knuth's estimate: as if all
   * options of an item led to trees of one size. A share itself would be 0 for long: where there
   * are hundreds of items, the choices at the top end last.
   */
  logShare(): number {
    if (this.result !== undefined) return 0;
    let part = 0;
    let first: number | undefined;
    let share = 0;
    for (let n = 0; n < this.depth; n++) {
      const frame = n * this.frameSize;
      const width = this.frames[frame + WIDTH];
      const left = this.frames[frame + LEFT];
      // The last frame waits for its next option; those below it are in the middle of one.
      const tried = width - left - (n < this.depth - 1 ? 1 : 0);
      part -= Math.log2(width);
      if (tried === 0) continue;
      first ??= part;
      share += tried * 2 ** (part - first);
    }
    return first === undefined ? Number.NEGATIVE_INFINITY : first + Math.log2(share);
  }

  /**
   * Goes on for at most `nodeBudget` nodes, until it has done `mostWork` in all; if the budget is
   * finite, for at most about a millisecond of work.
   */
  advance(
    nodeBudget: number,
    mostWork = Number.POSITIVE_INFINITY,
  ): 'exhausted' | 'paused' | 'stuck' {
    while (!this.isLaidOut) {
      this.isLaidOut = this.layout.goOn();
      if (!this.isLaidOut && nodeBudget !== Number.POSITIVE_INFINITY) return 'paused';
    }
    const state = this.state;
    state.renewView();
    // From the nodes that are seen: it may have paused in the middle of an option.
    const stop = this.nodes + nodeBudget;
    const isEndless = nodeBudget === Number.POSITIVE_INFINITY;
    const pause = isEndless ? nodeBudget : state.work + this.looks + SLICE_WORK;
    while (this.result === undefined) {
      // All that follows from an option comes before a limit is looked at: a turn ends between two.
      while (this.value !== undefined) {
        if (state.work + this.looks >= pause) return 'paused';
        this.looks += this.width;
        this.finish(this.value);
      }
      this.nodes = this.tried;
      this.settled = state.work;
      if (this.result !== undefined) break;
      if (this.isFull) return 'stuck';
      if (this.depth > this.deepest) this.deepest = this.depth;
      if (this.tried >= stop || state.work >= mostWork) return 'paused';
      if (state.work + this.looks >= pause) return 'paused';
      if (!this.makeRoom(isEndless ? nodeBudget : COPIED)) return 'paused';
      this.looks += this.width;
      this.value = this.try(this.last());
    }
    this.settled = state.work;
    state.end();
    return 'exhausted';
  }

  /** Gives back the memory of WebAssembly. It cannot go on after that. */
  end(): void {
    if (this.isLaidOut) this.state.end();
  }

  private *begin(start: Start): Slices {
    this.order = yield* this.settings.order?.(this.compiled) ?? none();
    this.state = new KeyedState(yield* layOut(this.compiled), start, this.settings.inJs);
    const { keySize } = this.state;
    this.width = (this.compiled.primary >> 2) + 4 * keySize;
    this.table = new Table(keySize, this.settings.hash);
    this.frameSize = KEY + 2 * keySize;
    this.frames = integers(16 * this.frameSize, FRAMES);
    this.state.propagate();
    const value = this.arrive(false);
    if (value !== undefined) this.result = this.tally.before(value, this.state, 0);
  }

  /**
   * Tries the next option of a frame. Gives the worth of the state that it leads to, unless that is
   * new.
   */
  private try(frame: number): V | undefined {
    const state = this.state;
    const frames = this.frames;
    const slot = state.liveFrom(frames[frame + NEXT]);
    const option = state.optionAt(slot);
    frames[frame + NEXT] = slot + 1;
    frames[frame + LEFT] = frames[frame + LEFT] - 1;
    frames[frame + OPTION] = option;
    this.tried++;
    if (frames[frame + WIDTH] < this.fromWidth) {
      state.choose(option);
      return this.arrive(false);
    }
    const next = frame + this.frameSize;
    const promise = this.promiseAt(next);
    state.writeNextKey(option, frames, frame + KEY, promise);
    const hash = this.table.hash(frames, promise);
    const known = this.find(promise, hash);
    if (known !== undefined) return known;
    frames[next + PROMISE_HASH] = hash;
    const { depth } = state;
    state.choose(option);
    const value = this.arrive(true);
    if (value !== undefined)
      this.keep(promise, hash, 0, this.tally.before(value, state, depth + 1));
    return value;
  }

  /**
   * Chooses the forced options. Gives the worth of the state after them; a new state gets a frame
   * instead.
   */
  private arrive(promised: boolean): V | undefined {
    const state = this.state;
    if (state.failed) return this.tally.none;
    if (state.open === 0) return this.tally.one;
    const frame = this.depth * this.frameSize;
    const frames = this.frames;
    const key = frame + KEY;
    state.writeKey(frames, key);
    const hash = this.table.hash(frames, key);
    // A state that is as it was promised has been looked for.
    const isAsPromised = promised && this.isSame(key, this.promiseAt(frame));
    const known = isAsPromised ? undefined : this.find(key, hash);
    if (known !== undefined) return known;
    const item = this.itemToBranchOn();
    frames[frame + NEXT] = state.firstSlot(item);
    frames[frame + LEFT] = frames[frame + WIDTH] = state.size(item);
    frames[frame + DEPTH] = state.depth;
    frames[frame + NODES_THEN] = this.tried;
    frames[frame + HASH] = hash;
    frames[frame + HAS_PROMISE] = promised && !isAsPromised ? 1 : 0;
    this.depth++;
    this.tally.open();
    return undefined;
  }

  /** A function of the state alone, or states would not meet again. */
  private itemToBranchOn(): number {
    const order = this.order;
    if (order === undefined) return this.state.fewest();
    let k = 0;
    while (!this.state.isOpen(order[k])) k++;
    return order[k];
  }

  /** Adds the worth of the last option to its frame, which it closes if that was its last one. */
  private finish(value: V): void {
    const { state, frames } = this;
    const frame = this.last();
    const depth = frames[frame + DEPTH];
    this.tally.add(value, frames[frame + OPTION], state, depth + 1);
    state.backTo(depth);
    this.value = frames[frame + LEFT] > 0 ? undefined : this.close(frame);
    if (this.depth > 0) return;
    this.result = this.tally.before(this.value as V, state, 0);
    this.value = undefined;
  }

  private close(frame: number): V {
    const frames = this.frames;
    const value = this.tally.close();
    this.depth--;
    const nodes = this.tried - frames[frame + NODES_THEN];
    const worth = 31 - Math.clz32(nodes);
    this.keep(frame + KEY, frames[frame + HASH], worth, value);
    if (frames[frame + HAS_PROMISE] === 1) {
      const before = frames[frame - this.frameSize + DEPTH] + 1;
      const promised = this.tally.before(value, this.state, before);
      this.keep(this.promiseAt(frame), frames[frame + PROMISE_HASH], worth, promised);
    }
    return value;
  }

  private find(key: number, hash: number): V | undefined {
    const entry = this.table.find(this.frames, key, hash);
    if (entry < 0) return undefined;
    this.hits++;
    return this.tally.get(entry);
  }

  private keep(key: number, hash: number, worth: number, value: V): void {
    const table = this.table;
    const growth = table.growth + this.tally.growth(table.entries + 1);
    const fits = this.bytes + growth <= this.memoryLimit;
    if (!fits && !this.forgets) {
      this.isFull = true;
      return;
    }
    const mayGrow = fits || table.entries < this.fewest;
    this.tally.set(this.table.add(this.frames, key, hash, worth, mayGrow), value);
  }

  private isSame(key: number, other: number): boolean {
    const frames = this.frames;
    for (let k = 0; k < this.state.keySize; k++) {
      if (frames[key + k] !== frames[other + k]) return false;
    }
    return true;
  }

  private last(): number {
    return (this.depth - 1) * this.frameSize;
  }

  /** The key that the choice before a frame promises, before anything follows from it. */
  private promiseAt(frame: number): number {
    return frame + KEY + this.state.keySize;
  }

  /** Room for one more frame. False while there is more to copy than `most` integers. */
  private makeRoom(most: number): boolean {
    const end = (this.depth + 1) * this.frameSize;
    const { frames } = this;
    if (end <= frames.length) return true;
    this.larger ??= larger(frames, end, FRAMES);
    const to = Math.min(this.copied + most, frames.length);
    this.larger.set(frames.subarray(this.copied, to), this.copied);
    this.copied = to;
    if (to < frames.length) return false;
    this.frames = this.larger;
    this.larger = undefined;
    this.copied = 0;
    return true;
  }
}

/** No order. */
function* none(): Slices<undefined> {}

import type { Start } from '../kernels/prefix.ts';
import { type Loops, Region } from '../kernels/wasm/memory.ts';
import { STATE } from '../kernels/wasm/module.ts';
import {
  CHOSEN,
  DEPTH,
  FAILED,
  FIRST,
  KEY,
  OPEN,
  SIZE,
  START,
  TAKER,
  TO_HUE,
  WORK,
} from '../kernels/wasm/state-fields.ts';
import type { Layout } from './layout.ts';
import { backTo, choose, fewest, isLive, kill, liveFrom, propagate, pushForced } from './steps.ts';

/**
 * The rest of a problem after some choices: its open items and its live options, which a *key*
 * writes down. Two lists of choices with the same key have the same solutions below them, so an
 * answer for one holds for the other. An option is live if none of its primary items is covered and
 * none of its secondary items is used otherwise; so the open items tell which options are live.
 *
 * (An option that the prefix leaves out is dead in all states of a build, so no key needs to tell.)
 */
export class State {
  readonly primary: number;
  readonly items: number;
  /** The number of integers of a key. */
  readonly keySize: number;
  /** The work done: nodes of options that died, and slots looked at. */
  work = 0;

  private a: Int32Array;
  /** Where the steps run in WebAssembly; without it they run in JavaScript. */
  private region: Region | undefined;
  private loops: Loops | undefined;
  private address = 0;
  /** The bits of a secondary item in a key, and the number of items in a word. */
  private readonly bits: number;
  private readonly perWord: number;

  /** The array of `layout` becomes the state: each is for one. `inJs` is for tests. */
  constructor(layout: Layout, start: Start, inJs = false) {
    this.primary = layout.primary;
    this.items = layout.items;
    this.a = layout.array;
    // A field says: no live option has the item, it is open, or which colour it has.
    this.bits = layout.hues > 0 ? 32 - Math.clz32(layout.hues + 1) : 1;
    this.perWord = Math.floor(32 / this.bits);
    const secondary = this.items - this.primary;
    this.keySize = Math.ceil(this.primary / 32) + Math.ceil(secondary / this.perWord);
    this.begin(start);
    if (!inJs) this.moveIn();
  }

  private begin({ chosen, chosenCount, leftOut, leftOutCount }: Start): void {
    const { a } = this;
    for (let item = 0; item < this.primary; item++) {
      const size = a[SIZE + item] as number;
      if (size === 0) a[FAILED] = 1;
      else if (size === 1) pushForced(a, item);
    }
    for (let k = 0; k < leftOutCount; k++) {
      if (isLive(a, leftOut[k] as number)) kill(a, leftOut[k] as number);
    }
    for (let k = 0; k < chosenCount && a[FAILED] === 0; k++) choose(a, chosen[k] as number);
    this.takeWork();
  }

  /** Moves to WebAssembly, where the same steps take half the time, if there is room. */
  private moveIn(): void {
    const region = Region.of(this.a.length, this);
    if (region === undefined) return;
    const view = region.view();
    view.set(this.a);
    this.region = region;
    this.loops = region.loopsOf(STATE);
    this.address = region.address;
    this.a = view;
  }

  /**
   * The array again, if its view was detached: to be called where other searches may have gone on.
   */
  renewView(): void {
    if (this.region !== undefined && this.a.length === 0) this.a = this.region.view();
  }

  /** Gives the memory back. Nothing is left to be done with the state. */
  end(): void {
    this.region?.free();
    this.region = this.loops = undefined;
    this.a = new Int32Array(0);
  }

  /** Options chosen, those of the prefix included. */
  get depth(): number {
    return this.a[DEPTH] as number;
  }

  /** True if some open primary item has no live option. */
  get failed(): boolean {
    return this.a[FAILED] !== 0;
  }

  /** Open primary items. */
  get open(): number {
    return this.a[OPEN] as number;
  }

  /** The option that was chosen at a depth. */
  chosenAt(depth: number): number {
    const { a } = this;
    return a[(a[CHOSEN] as number) + 2 * depth] as number;
  }

  /** The first slot from here on whose option is live. There must be one. */
  liveFrom(slot: number): number {
    return liveFrom(this.a, slot);
  }

  firstSlot(item: number): number {
    const { a } = this;
    return a[(a[FIRST] as number) + item] as number;
  }

  size(item: number): number {
    return this.a[SIZE + item] as number;
  }

  optionAt(slot: number): number {
    return this.a[slot] as number;
  }

  isOpen(item: number): boolean {
    const { a } = this;
    return a[(a[TAKER] as number) + item] === 0;
  }

  /** Writes the live options of an item into an array, from a place on. Returns the place after. */
  liveOptions(item: number, into: Int32Array, at: number): number {
    const { a } = this;
    const first = (a[FIRST] as number) + item;
    const end = a[first + 1] as number;
    let to = at;
    for (let slot = a[first] as number; slot < end; slot++) {
      const option = a[slot] as number;
      if (isLive(a, option)) into[to++] = option;
    }
    return to;
  }

  /** The open item with the fewest options, the leftmost of several. Nothing must be forced. */
  fewest(): number {
    return this.loops?.stateFewest(this.address) ?? fewest(this.a);
  }

  /**
   * Chooses an option, all forced options, and those that they force. The order does not change
   * their set.
   */
  choose(option: number): void {
    const { a, loops } = this;
    if (loops !== undefined) loops.stateChoose(this.address, option);
    else {
      choose(a, option);
      propagate(a);
    }
    this.takeWork();
  }

  /** Chooses all forced options. */
  propagate(): void {
    propagate(this.a);
    this.takeWork();
  }

  /** Takes an option out of play, if it is live, until the last choice is taken back. */
  leaveOut(option: number): void {
    if (isLive(this.a, option)) kill(this.a, option);
    this.takeWork();
  }

  isLive(option: number): boolean {
    return isLive(this.a, option);
  }

  private takeWork(): void {
    this.work += this.a[WORK] as number;
    this.a[WORK] = 0;
  }

  /** Takes choices back, down to a depth. */
  backTo(depth: number): void {
    if (this.loops === undefined) backTo(this.a, depth);
    else this.loops.stateBackTo(this.address, depth);
  }

  /**
   * Writes the key into an array. A bit for each primary item: it is open. A field for each
   * secondary item: 0 if no live option has it, so that its use does not matter; 1 if it is open;
   * else its colour plus 1.
   */
  writeKey(into: Int32Array, at: number): void {
    const { a, primary, items } = this;
    const words = (primary + 31) >> 5;
    const from = a[KEY] as number;
    for (let k = 0; k < words; k++) into[at + k] = a[from + k] as number;
    if (items === primary) return;
    let to = at + words;
    let word = 0;
    let left = this.perWord;
    for (let item = primary; item < items; item++) {
      word <<= this.bits;
      if (a[SIZE + item] !== 0) word |= this.field(item);
      if (--left === 0) {
        into[to++] = word;
        word = 0;
        left = this.perWord;
      }
    }
    if (left < this.perWord) into[to] = word;
  }

  /**
   * Writes the key that choosing an option leaves, before anything follows from it, given the key
   * before it.
   */
  writeNextKey(option: number, from: Int32Array, at: number, to: number): void {
    const { a, primary, perWord, bits } = this;
    for (let k = 0; k < this.keySize; k++) from[to + k] = from[at + k] as number;
    const words = (primary + 31) >> 5;
    const toHue = a[TO_HUE] as number;
    const start = (a[START] as number) + option;
    const end = a[start + 1] as number;
    for (let node = a[start] as number; node < end; node++) {
      const item = a[node] as number;
      if (item < primary) {
        from[to + (item >> 5)] = (from[to + (item >> 5)] as number) & ~(1 << item);
        continue;
      }
      const n = item - primary;
      const w = Math.floor(n / perWord);
      const inWord = n - w * perWord;
      const count = Math.min(perWord, this.items - primary - w * perWord);
      const shift = (count - 1 - inWord) * bits;
      const hue = toHue !== 0 ? (a[node + toHue] as number) : 0;
      const field = hue === 0 ? 0 : hue + 1;
      const mask = ((1 << bits) - 1) << shift;
      from[to + words + w] = ((from[to + words + w] as number) & ~mask) | (field << shift);
    }
  }

  private field(item: number): number {
    const { a } = this;
    const taker = (a[(a[TAKER] as number) + item] as number) - 1;
    // Live options have the colour that is fixed; without colours, a used item has no live option.
    if (taker < 0) return 1;
    let node = a[(a[START] as number) + taker] as number;
    while (a[node] !== item) node++;
    return (a[node + (a[TO_HUE] as number)] as number) + 1;
  }
}

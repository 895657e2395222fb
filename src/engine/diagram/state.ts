import type { Start } from '../kernels/prefix.ts';
import { type Loops, Region } from '../kernels/wasm/memory.ts';
import { STATE } from '../kernels/wasm/module.ts';
import {
  CHOSEN,
  DEPTH,
  FAILED,
  FIRST,
  OPEN,
  SIZE,
  TAKER,
  WORK,
} from '../kernels/wasm/state-fields.ts';
import type { Layout } from './state-layout.ts';
import { backTo, choose, fewest, isLive, kill, liveFrom, propagate, pushForced } from './steps.ts';

/**
 * The rest of a problem after some choices: its open items and its live options. An option is live
 * if none of its primary items is covered and none of its secondary items is used otherwise.
 */
export class State {
  readonly primary: number;
  readonly items: number;
  /** The work done: nodes of options that died, and slots looked at. */
  work = 0;

  protected a: Int32Array;
  /** Where the steps run in WebAssembly; without it they run in JavaScript. */
  private region: Region | undefined;
  private loops: Loops | undefined;
  private address = 0;

  /** The array of `layout` becomes the state: each is for one. `inJs` is for tests. */
  constructor(layout: Layout, start: Start, inJs = false) {
    this.primary = layout.primary;
    this.items = layout.items;
    this.a = layout.array;
    this.begin(start);
    if (!inJs) this.moveIn();
  }

  private begin({ chosen, chosenCount, leftOut, leftOutCount }: Start): void {
    const { a } = this;
    for (let item = 0; item < this.primary; item++) {
      const size = a[SIZE + item];
      if (size === 0) a[FAILED] = 1;
      else if (size === 1) pushForced(a, item);
    }
    for (let k = 0; k < leftOutCount; k++) {
      if (isLive(a, leftOut[k])) kill(a, leftOut[k]);
    }
    for (let k = 0; k < chosenCount && a[FAILED] === 0; k++) choose(a, chosen[k]);
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
    return this.a[DEPTH];
  }

  /** True if some open primary item has no live option. */
  get failed(): boolean {
    return this.a[FAILED] !== 0;
  }

  /** Open primary items. */
  get open(): number {
    return this.a[OPEN];
  }

  /** The option that was chosen at a depth. */
  chosenAt(depth: number): number {
    const { a } = this;
    return a[a[CHOSEN] + 2 * depth];
  }

  /** The first slot from here on whose option is live. There must be one. */
  liveFrom(slot: number): number {
    return liveFrom(this.a, slot);
  }

  firstSlot(item: number): number {
    const { a } = this;
    return a[a[FIRST] + item];
  }

  size(item: number): number {
    return this.a[SIZE + item];
  }

  optionAt(slot: number): number {
    return this.a[slot];
  }

  isOpen(item: number): boolean {
    const { a } = this;
    return a[a[TAKER] + item] === 0;
  }

  /** Writes the live options of an item into an array, from a place on. Returns the place after. */
  liveOptions(item: number, into: Int32Array, at: number): number {
    const { a } = this;
    const first = a[FIRST] + item;
    const end = a[first + 1];
    let to = at;
    for (let slot = a[first]; slot < end; slot++) {
      const option = a[slot];
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
    this.work += this.a[WORK];
    this.a[WORK] = 0;
  }

  /** Takes choices back, down to a depth. */
  backTo(depth: number): void {
    if (this.loops === undefined) backTo(this.a, depth);
    else this.loops.stateBackTo(this.address, depth);
  }
}

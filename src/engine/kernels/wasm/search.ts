import { TreeSearch } from '../tree-search.ts';
import { Region } from './memory.ts';

/** More work than any run does. */
export const MOST_WORK = 2 ** 30;

/**
 * The most nodes of a run. V8 takes up its better code for a loop of WebAssembly only from run to
 * run.
 */
export const RUN = 1 << 12;

/**
 * A search whose loop runs in WebAssembly. Its state lies in one array, in a region of that memory:
 *
 *     laid out in JavaScript --begin--> a region --end--> a copy of the layout --reset--> a region
 *
 * So nothing of a search stays in that memory but what goes on. The stack of the search lies behind
 * the layout, and grows there.
 */
export abstract class WasmSearch extends TreeSearch {
  /** The layout, or the view of the region that has it. */
  protected a: Int32Array = new Int32Array(0);
  protected region: Region | undefined;
  /** The integers of the layout: all before the stack. */
  private kept = 0;
  /**
   * True after a reset: it will come to another one, so it keeps its region from one start to the
   * next.
   */
  protected wasReset = false;

  /** The integers of the layout and of the stack at first. */
  protected abstract readonly firstRoom: number;

  /** The view of the array again, if it was detached: each public method begins with this. */
  protected renewView(): void {
    if (this.region !== undefined && this.a.length === 0) this.a = this.region.view();
  }

  /** The region, with the layout in it. A search that has none has not begun. */
  protected moveIn(): Region {
    if (this.region === undefined) {
      this.kept = this.a.length;
      return this.moveTo(this.firstRoom);
    }
    this.renewView();
    return this.region;
  }

  /** Moves the array to another region with room for `length` integers. */
  protected moveTo(length: number): Region {
    this.region = Region.with(this.a, length, this, this.region);
    this.a = this.region.view();
    return this.region;
  }

  override end(): void {
    super.end();
    this.giveBack();
  }

  /** The search is exhausted: its region goes back, unless it is likely to be reset. */
  protected exhaust(): void {
    this.done = true;
    if (!this.wasReset) this.giveBack();
  }

  /**
   * Gives the region back, and keeps a copy of the layout for a reset. Without memory for a copy it
   * keeps the region until it is collected.
   */
  private giveBack(): void {
    const copy = this.region?.leave(this.kept);
    if (copy === undefined) return;
    this.a = copy;
    this.region = undefined;
  }
}

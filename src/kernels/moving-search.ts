import type { Compiled } from '../problem/compiled.ts';
import { resized } from '../problem/memory.ts';
import type { SearchSettings } from './search.ts';
import { TreeSearch } from './tree-search.ts';
import { isCompiled, Region } from './wasm/memory.ts';

/**
 * The work after which a walk goes on in WebAssembly, in updates and looks: about two milliseconds.
 * To compile the module takes as long, once for each thread.
 */
const WORK_IN_JS = 1 << 17;
/** The same where the module is compiled: about a tenth of a millisecond. */
const WORK_IF_COMPILED = 1 << 13;
export function workBeforeMove(): number {
  return isCompiled() ? WORK_IF_COMPILED : WORK_IN_JS;
}

/**
 * The most nodes of a run. V8 takes up its better code for a loop of WebAssembly only from run to
 * run.
 */
export const RUN = 1 << 12;

/**
 * A search whose state lies in one array. When it has become long, the array moves into a region of
 * the memory of WebAssembly, as it is, and `wasm/assembly` has the same steps. Each side can go on
 * at any step of the other.
 */
export abstract class MovingSearch extends TreeSearch {
  /** The array, or its view while it lies in a region. */
  protected a: Int32Array = new Int32Array(0);
  protected region: Region | undefined;
  /** The work that is left to do in JavaScript. */
  protected workInJs: number;
  /**
   * True after a reset: it will come to another one, so it keeps its region from one start to the
   * next.
   */
  protected wasReset = false;
  /** The integers of the array that a reset needs: all before the branches. */
  protected abstract readonly kept: number;

  /** `workInJs` is for tests; Infinity: it never goes to WebAssembly. */
  constructor(compiled: Compiled, settings: SearchSettings, workInJs = workBeforeMove()) {
    super(compiled, settings);
    this.workInJs = workInJs;
  }

  /** The view of the array again, if it was detached: each public method begins with this. */
  protected renewView(): void {
    if (this.region !== undefined && this.a.length === 0) this.a = this.region.view();
  }

  /** The region to run in, once enough work is done in JavaScript and if there is one to be had. */
  protected regionToRunIn(): Region | undefined {
    if (this.workInJs <= 0 && this.region === undefined && !this.moveTo(this.a.length)) {
      this.workInJs = Number.POSITIVE_INFINITY;
    }
    return this.region;
  }

  /** Room for `length` integers, in a region if the array is in one and there is another one. */
  protected resize(length: number): void {
    if (this.region === undefined || !this.moveTo(length)) {
      this.moveOut(resized(this.a, length, 'the branches of a search'));
    }
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

  /** Gives the region back. It keeps a copy of what a reset needs. */
  private giveBack(): void {
    if (this.region === undefined) return;
    this.renewView();
    try {
      this.moveOut(this.a.slice(0, this.kept));
    } catch (error) {
      // Without memory for a copy it keeps the region until it is collected.
      if (!(error instanceof RangeError)) throw error;
    }
  }

  /** Moves the array to a region with room for `length` integers, if there is one. */
  private moveTo(length: number): boolean {
    const region = Region.of(length, this);
    if (region === undefined) return false;
    // To get it may have detached the view of the one before.
    this.renewView();
    const view = region.view();
    view.set(this.a);
    this.region?.free();
    this.region = region;
    this.a = view;
    return true;
  }

  /** Moves the array out of its region: the walk goes on in JavaScript. */
  private moveOut(array: Int32Array): void {
    this.region?.free();
    this.region = undefined;
    this.a = array;
  }
}

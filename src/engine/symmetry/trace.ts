import { integers } from '../problem/memory.ts';

const TRACE_ARRAYS = 'the traces of a search';

/** A hash of a number. */
export function mix(value: number): number {
  const product = Math.imul(value, 0x9e3779b1);
  return product ^ (product >>> 15);
}

/**
 * The trace of a path down the search tree: a number for each step of its refinements, which
 * depends on the graph alone. Paths whose traces differ lead to different labelled graphs. So a
 * path is followed only while its trace is that of the first path, in search of a symmetry, or
 * while it is not less than that of the best path, in search of the canonical labelling. Traces are
 * compared and never trusted: equal ones prove nothing.
 */
export class Trace {
  /** The number of steps so far. */
  length = 0;
  /** True while it is the trace of the first path, or its beginning. */
  isFirst = true;
  /**
   * How it compares with the trace of the best path: 0 while it is its beginning, then 1 or -1 for
   * good. A trace is greater than its beginnings.
   */
  order = 0;
  /** A hash of how it came to differ from the trace of the first path. */
  conflict = 0;
  private readonly steps: Int32Array;
  private readonly first: Int32Array;
  private readonly best: Int32Array;
  private firstLength = 0;
  private bestLength = 0;
  /** True while the first path is made. */
  private isNew = true;

  /** A path has at most two steps for each vertex: a cell is listed when it is split off. */
  constructor(vertices: number) {
    const most = 2 * vertices + 2;
    this.steps = integers(most, TRACE_ARRAYS);
    this.first = integers(most, TRACE_ARRAYS);
    this.best = integers(most, TRACE_ARRAYS);
  }

  begin(): void {
    this.length = 0;
    this.isFirst = true;
    this.order = 0;
    this.isNew = true;
  }

  /** Adds a step. False: nobody wants to know more of this path. */
  note(step: number): boolean {
    const at = this.length++;
    this.steps[at] = step;
    if (this.isNew) return true;
    if (this.isFirst && (at >= this.firstLength || this.first[at] !== step)) {
      this.isFirst = false;
      this.conflict = mix(step ^ mix(at));
    }
    if (this.order === 0) {
      if (at >= this.bestLength) this.order = 1;
      else if (step !== this.best[at]) this.order = step > this.best[at] ? 1 : -1;
    }
    return this.isFirst || this.order >= 0;
  }

  /** The path has come to its leaf: how its whole trace compares with that of the best path. */
  orderAtLeaf(): number {
    return this.order === 0 && this.length < this.bestLength ? -1 : this.order;
  }

  /** Goes back to what it was. */
  backTo(length: number, isFirst: boolean, order: number): void {
    this.length = length;
    this.isFirst = isFirst;
    this.order = order;
  }

  /** The path is the first one. Unless a best one is wanted, all others are worse. */
  keepFirst(wantsBest: boolean): void {
    this.first.set(this.steps.subarray(0, this.length));
    this.firstLength = this.length;
    this.isNew = false;
    if (!wantsBest) this.order = -1;
  }

  keepBest(): void {
    this.best.set(this.steps.subarray(0, this.length));
    this.bestLength = this.length;
    this.order = 0;
  }
}

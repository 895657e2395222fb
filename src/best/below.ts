import { Pace, type Slices } from '../kernels/pace.ts';
import { integers } from '../problem/memory.ts';
import type { FoundList } from './found.ts';
import type { Model } from './model.ts';
import type { Prices } from './prices.ts';
import { CHOSEN, FREE, type State } from './state.ts';

/**
 * Searches all that lies below a state, without a linear program: what is decided pays its reduced cost, and
 * together they must stay within the gap between the bound and the best solution known. The smaller
 * the gap, the fewer columns can be paid.
 *
 *     low      the bound, and what the decisions since then have paid
 *     limit    what a solution may cost at most to be of interest
 *     order    the columns by their reduced costs; those from `end` on are dearer than limit - low: left out
 *
 * It branches on the row with the fewest free columns: the cheapest of them is chosen, then left out. It can pause after
 * each step of that.
 */
export class Below {
  readonly #model: Model;
  readonly #state: State;
  readonly #prices: Prices;
  readonly #found: FoundList;
  readonly #order: Int32Array;
  /** The branches: the length of the trail before, the column, and `low` and `end` before. */
  readonly #marks: Int32Array;
  readonly #columns: Int32Array;
  readonly #lows: Float64Array;
  readonly #ends: Int32Array;
  #depth = 0;
  #low = 0;
  #end = 0;
  /** The part of the trail that has paid. */
  #paid = 0;
  #isBackward = false;
  #base = 0;
  /** Columns chosen by a branch. */
  nodes = 0;
  deepest = 0;

  readonly #isWhole: boolean;
  readonly #pace = new Pace();
  /** About the numbers worked on to decide a column and to undo that, and to find the row to branch on. */
  readonly #width: number;

  /** `isWhole`: it looks for all solutions that are good enough, whatever the target is. */
  constructor(
    model: Model,
    state: State,
    prices: Prices,
    found: FoundList,
    { isWhole = false } = {},
  ) {
    this.#isWhole = isWhole;
    this.#model = model;
    this.#state = state;
    this.#prices = prices;
    this.#found = found;
    const { columns } = model;
    this.#width = 8 + (8 * model.rowOf.length) / Math.max(1, columns);
    this.#order = integers(columns, 'the columns of a search');
    this.#marks = integers(columns + 1, 'the branches of a search');
    this.#columns = integers(columns + 1, 'the branches of a search');
    this.#ends = integers(columns + 1, 'the branches of a search');
    this.#lows = new Float64Array(columns + 1);
  }

  /** Starts below the state as it is, with the bound that the prices have proven for it. */
  start(): void {
    const { decided } = this.#state;
    const { reduced } = this.#prices;
    let count = 0;
    for (let j = 0; j < this.#model.columns; j++) if (decided[j] === FREE) this.#order[count++] = j;
    this.#order
      .subarray(0, count)
      .sort((a, b) => (reduced[a] as number) - (reduced[b] as number) || a - b);
    this.#end = count;
    this.#depth = 0;
    this.#low = this.#prices.bound;
    this.#base = this.#state.mark();
    this.#paid = this.#base;
    this.#isBackward = false;
  }

  /** Goes on until the end, a better solution, until `work` columns are decided, or until it has done a slice of work. */
  run(work: number): 'solution' | 'exhausted' | 'paused' {
    const state = this.#state;
    const stop = state.work + work;
    for (let before = state.work; ; ) {
      const decided = state.work - before;
      before = state.work;
      if (this.#pace.spent(this.#model.rows + this.#width * decided)) return 'paused';
      if (this.#isBackward) {
        if (this.#depth === 0) {
          state.undo(this.#base);
          return 'exhausted';
        }
        this.#depth--;
        state.undo(this.#marks[this.#depth] as number);
        this.#low = this.#lows[this.#depth] as number;
        this.#end = this.#ends[this.#depth] as number;
        this.#paid = state.length;
        this.#isBackward = !state.leaveOut(this.#columns[this.#depth] as number);
        continue;
      }
      if (!this.#settle()) {
        this.#isBackward = true;
        continue;
      }
      const column = this.#pick();
      if (column < 0) {
        this.#isBackward = true;
        // The options are listed only where the cost is good enough.
        if (state.cost >= this.#found.worst) continue;
        if (this.#found.add(state.cost, state.options())) return 'solution';
        continue;
      }
      if (state.work >= stop) return 'paused';
      this.#marks[this.#depth] = state.mark();
      this.#columns[this.#depth] = column;
      this.#lows[this.#depth] = this.#low;
      this.#ends[this.#depth] = this.#end;
      this.#depth++;
      this.nodes++;
      if (this.#depth > this.deepest) this.deepest = this.#depth;
      if (!state.choose(column)) this.#isBackward = true;
    }
  }

  /** Runs until `work` columns are decided, in slices, whatever it finds. Returns whether it has come to the end. */
  *runFor(work: number): Slices<boolean> {
    const stop = this.#state.work + work;
    for (let left = work; left > 0; left = stop - this.#state.work) {
      if (this.run(left) === 'exhausted') return true;
      yield;
    }
    return false;
  }

  /** Back to the state where it started. */
  stop(): void {
    this.#state.undo(this.#base);
  }

  /** What a solution may cost at most to be of interest, times the scale. */
  get limit(): number {
    const { worst, cutoff } = this.#found;
    return ((this.#isWhole ? worst : cutoff) - this.#model.unit) * this.#prices.scale;
  }

  /** Decides all that follows, by rows and by what is left to pay. False where nothing is below. */
  #settle(): boolean {
    const state = this.#state;
    const { reduced } = this.#prices;
    const order = this.#order;
    const { limit } = this;
    for (;;) {
      if (!state.propagate()) return false;
      for (; this.#paid < state.length; this.#paid++) {
        const column = state.trail[this.#paid] as number;
        const d = reduced[column] as number;
        if (d > 0 === (state.decided[column] === CHOSEN)) this.#low += Math.abs(d);
      }
      if (this.#low > limit) return false;
      const left = limit - this.#low;
      const before = state.length;
      while (this.#end > 0) {
        const column = order[this.#end - 1] as number;
        if ((reduced[column] as number) <= left) break;
        this.#end--;
        if (state.decided[column] === FREE && !state.leaveOut(column)) return false;
      }
      if (state.length === before) return true;
    }
  }

  /** The column to branch on; -1 where all is decided. */
  #pick(): number {
    const { covered, free, decided, length } = this.#state;
    const { rows, least, columns, rowStart, columnOf } = this.#model;
    if (length === columns) return -1;
    let row = -1;
    let fewest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < rows; i++) {
      const need = (least[i] as number) - (covered[i] as number);
      if (need <= 0) continue;
      const spare = (free[i] as number) - need;
      if (spare >= fewest) continue;
      fewest = spare;
      row = i;
    }
    if (row < 0) return decided.indexOf(FREE);
    const { reduced } = this.#prices;
    let best = -1;
    const end = rowStart[row + 1] as number;
    for (let at = rowStart[row] as number; at < end; at++) {
      const column = columnOf[at] as number;
      if (decided[column] !== FREE) continue;
      if (best < 0 || (reduced[column] as number) < (reduced[best] as number)) best = column;
    }
    return best;
  }
}

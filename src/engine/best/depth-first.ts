import { integers } from '../problem/memory.ts';
import { Pace, type Slices } from '../problem/slices.ts';
import type { CheapestList } from './cheapest.ts';
import { CHOSEN, FREE, type PartialSolution } from './partial-solution.ts';
import type { Prices } from './prices.ts';

const DEPTH_FIRST_ARRAYS = 'a depth-first search';

/**
 * Searches all that lies below a partial solution, without a linear program. Each decision pays its
 * reduced cost, and together they must stay within the gap between the bound and the best solution
 * known. The smaller the gap, the fewer options can be paid.
 *
 *     low      the bound, and all that the decisions since then have paid
 *     limit    a solution of interest costs at most this
 *     order    the options by their reduced costs; those from `end` on are out: they cost more than
 *              limit - low
 *
 * It branches on the item with the fewest free options: the cheapest of them is chosen, then left
 * out. It can pause after each step of that.
 */
export class DepthFirst {
  readonly #partial: PartialSolution;
  readonly #prices: Prices;
  readonly #list: CheapestList;
  readonly #isWhole: boolean;
  readonly #order: Int32Array;
  /** The branches: the length of the trail before, the option, and `low` and `end` before. */
  readonly #marks: Int32Array;
  readonly #options: Int32Array;
  readonly #lows: Float64Array;
  readonly #ends: Int32Array;
  readonly #pace = new Pace();
  /**
   * About the numbers worked on to decide an option and to undo that, and to find the item to
   * branch on.
   */
  readonly #width: number;
  #depth = 0;
  #low = 0;
  #end = 0;
  /** The part of the trail that has paid. */
  #paid = 0;
  #isBackward = false;
  #base = 0;
  /** Options chosen by a branch. */
  nodes = 0;
  deepest = 0;

  /** `isWhole`: it looks for all solutions that are good enough, whatever the target is. */
  constructor(partial: PartialSolution, prices: Prices, list: CheapestList, isWhole: boolean) {
    this.#partial = partial;
    this.#prices = prices;
    this.#list = list;
    this.#isWhole = isWhole;
    const { options, width } = partial.model;
    this.#width = 8 + 2 * width;
    this.#order = integers(options, DEPTH_FIRST_ARRAYS);
    this.#marks = integers(options + 1, DEPTH_FIRST_ARRAYS);
    this.#options = integers(options + 1, DEPTH_FIRST_ARRAYS);
    this.#ends = integers(options + 1, DEPTH_FIRST_ARRAYS);
    this.#lows = new Float64Array(options + 1);
  }

  /** Starts below the partial solution as it is, with the bound that its prices prove. */
  start(): void {
    const { decided, length } = this.#partial;
    this.#low = this.#prices.prove(this.#partial);
    const { reduced } = this.#prices;
    let count = 0;
    for (let j = 0; j < decided.length; j++) if (decided[j] === FREE) this.#order[count++] = j;
    this.#order.subarray(0, count).sort((a, b) => reduced[a] - reduced[b] || a - b);
    this.#end = count;
    this.#depth = 0;
    this.#base = length;
    this.#paid = length;
    this.#isBackward = false;
  }

  /**
   * Goes on until the end, a better solution, until `work` options are decided, or until it has
   * done a slice of work.
   */
  run(work: number): 'solution' | 'exhausted' | 'paused' {
    const partial = this.#partial;
    const stop = partial.work + work;
    for (let before = partial.work; ; ) {
      const decided = partial.work - before;
      before = partial.work;
      if (this.#pace.spent(partial.model.items + this.#width * decided)) return 'paused';
      if (this.#isBackward) {
        if (this.#depth === 0) {
          partial.undo(this.#base);
          return 'exhausted';
        }
        this.#depth--;
        partial.undo(this.#marks[this.#depth]);
        this.#low = this.#lows[this.#depth];
        this.#end = this.#ends[this.#depth];
        this.#paid = partial.length;
        this.#isBackward = !partial.leaveOut(this.#options[this.#depth]);
        continue;
      }
      if (!this.#settle()) {
        this.#isBackward = true;
        continue;
      }
      const option = this.#pick();
      if (option < 0) {
        this.#isBackward = true;
        // The options are listed only where the cost is good enough.
        if (partial.cost >= this.#list.worst) continue;
        if (this.#list.add(partial.cost, partial.numbers())) return 'solution';
        continue;
      }
      if (partial.work >= stop) return 'paused';
      this.#marks[this.#depth] = partial.length;
      this.#options[this.#depth] = option;
      this.#lows[this.#depth] = this.#low;
      this.#ends[this.#depth] = this.#end;
      this.#depth++;
      this.nodes++;
      if (this.#depth > this.deepest) this.deepest = this.#depth;
      if (!partial.choose(option)) this.#isBackward = true;
    }
  }

  /**
   * Starts, and runs until `work` options are decided, in slices, whatever it finds. True if it has
   * come to the end. It leaves the partial solution as it was.
   */
  *runFor(work: number): Slices<boolean> {
    this.start();
    const stop = this.#partial.work + work;
    do {
      if (this.run(stop - this.#partial.work) === 'exhausted') return true;
      yield;
    } while (this.#partial.work < stop);
    this.#partial.undo(this.#base);
    return false;
  }

  /** The most that a solution of interest costs, times the scale. */
  get limit(): number {
    const { worst, cutoff } = this.#list;
    return ((this.#isWhole ? worst : cutoff) - this.#partial.model.unit) * this.#prices.scale;
  }

  /**
   * Decides all that follows, by items and by the rest of the gap. False where nothing is below.
   */
  #settle(): boolean {
    const partial = this.#partial;
    const { reduced } = this.#prices;
    const order = this.#order;
    const { limit } = this;
    for (;;) {
      if (!partial.propagate()) return false;
      for (; this.#paid < partial.length; this.#paid++) {
        const option = partial.trail[this.#paid];
        const d = reduced[option];
        if (d > 0 === (partial.decided[option] === CHOSEN)) this.#low += Math.abs(d);
      }
      if (this.#low > limit) return false;
      const left = limit - this.#low;
      const before = partial.length;
      while (this.#end > 0) {
        const option = order[this.#end - 1];
        if (reduced[option] <= left) break;
        this.#end--;
        if (partial.decided[option] === FREE && !partial.leaveOut(option)) return false;
      }
      if (partial.length === before) return true;
    }
  }

  /** The option of the problem to branch on; -1 where all are decided. */
  #pick(): number {
    const { covered, free, decided, open, model } = this.#partial;
    const { primary, least, itemStart, optionOf } = model;
    if (open === 0) return -1;
    let item = -1;
    let fewest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < primary; i++) {
      const need = least[i] - covered[i];
      if (need <= 0) continue;
      const spare = free[i] - need;
      if (spare >= fewest) continue;
      fewest = spare;
      item = i;
    }
    if (item < 0) return decided.indexOf(FREE);
    const { reduced } = this.#prices;
    let best = -1;
    const end = itemStart[item + 1];
    for (let at = itemStart[item]; at < end; at++) {
      const option = optionOf[at];
      if (decided[option] !== FREE) continue;
      if (best < 0 || reduced[option] < reduced[best]) best = option;
    }
    return best;
  }
}

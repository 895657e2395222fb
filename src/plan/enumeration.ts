import type { Decisions } from '../kernels/prefix.ts';
import { PrefixSearch } from '../kernels/prefix-search.ts';
import {
  checkBudget,
  checkSolutionBudget,
  notOnSolution,
  type Outcome,
  type Search,
  type SearchSettings,
} from '../kernels/search.ts';
import { branchesOf } from '../kernels/split.ts';
import { Sweep } from '../kernels/sweep/sweep.ts';
import type { Compiled } from '../problem/compiled.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import {
  costOfCells,
  costOfOrder,
  costOfSweep,
  isForSweep,
  leftOfCells,
  marginAt,
  probeCells,
  sampleSweep,
  setsOf,
} from './costs.ts';
import type { EngineName } from './engines.ts';
import { MainSearch } from './main-search.ts';

/**
 * `sweep` is laid out if the rest of `cells` costs this many times as much as the layout. `cells`
 * with planes is often the faster one; with sparse sets, which are for many options, it seldom is.
 */
const WORTH = { cells: 1.5, planes: 15 };
/**
 * Where `sweep` would take more than a day, `cells` goes on, since it may find solutions sooner (40
 * queens).
 */
const MOST_COST = 1e14;

/** The next look at the estimates comes when the nodes of `cells` have grown by this factor. */
const LOOK_AGAIN = 2;
// The estimate of `cells` is too rough before it has cost this part of an order of `sweep`, and
// this cost. A stream waits for the cost of a whole order, since many callers want no more than the
// first solutions.
const LEAST_PART = 0.06;
const LEAST_COST = 120_000;

/**
 * Where `sweep` costs more than this many times the rest of `cells`, workers do not wait for the
 * choice. At first it may seem 6 times.
 */
const FAR = 8;
/** Workers wait for the choice up to this work, in nanoseconds. */
const LONG_CHOICE = 2 ** 28;

/** Settings of the choice, for tests. */
export interface ChoiceTuning {
  /** The nodes of `cells` before the first look. */
  readonly firstLook: number;
  /** `sweep` is laid out if the rest of `cells` costs this many times as much as the layout. */
  readonly worth: number;
  /** A factor for the cost of `sweep`: with 0 it goes on as soon as it can. */
  readonly bias: number;
}
const FIRST_LOOK = 1 << 8;

/**
 * All solutions by `cells` or by `sweep`, whichever promises to be faster. `cells` begins:
 *
 *     cells, a first part -> its rest is cheap: [go on], and look again later
 *       |
 *       '-> [sweep]: lay it out and estimate it, slice by slice
 *             |
 *             |-> the rest of cells costs less: [go on], and look again when it is better known
 *             '-> sweep is cheaper: it [goes on] below the frontier of cells
 *
 * The cost of the rest of `cells` comes from its work, Knuth's share of the tree that this took,
 * and a few probes; the cost of `sweep` comes from a sample of its tree. Both are looked at after
 * fixed numbers of nodes, in a stream later than in a count. So the same input takes the same way,
 * wherever it pauses.
 *
 * `sweep` is slow below single prefixes of `cells` (pentominoes: 1.8 times the work). So it takes
 * the rest of a branch as one prefix, which leaves out the options that `cells` has tried there.
 * Solutions that `cells` has found do not come again.
 *
 * With multiplicities `multiples` takes the place of `cells`, and goes on to the end.
 */
export class Enumeration extends MainSearch {
  readonly #settings: SearchSettings;
  readonly #start: () => Search;
  readonly #tuning: ChoiceTuning;
  #sweep: Sweep | undefined;
  /** The steps that lay `sweep` out and estimate it, while they go on. */
  #estimating: Generator<undefined, void> | undefined;
  /** The estimated cost of `sweep`. */
  #costOfSweep: number | undefined;
  /** While more than this is left, no order of `sweep` is looked for. */
  #mostLeft = Number.POSITIVE_INFINITY;
  /** The cost of the whole tree of `cells`, by probes. */
  #probed: number | undefined;
  /** The nodes of `cells` at the next look, and its cost at the last one. */
  #nextLook: number;
  #costAtLook = 0;
  /** `sweep` below the frontier of `cells`. */
  #rest: PrefixSearch | undefined;
  #onSolution = false;
  /** The share that `cells` had done at the handover. */
  #before = 0;

  /** `start` starts `cells` by the same settings. */
  constructor(
    compiled: Compiled,
    settings: SearchSettings,
    start: () => Search,
    tuning: Partial<ChoiceTuning> = {},
  ) {
    super(compiled, start(), compiled.multiple ? 'multiples' : 'cells');
    this.#settings = settings;
    this.#start = start;
    const worth = WORTH[setsOf(this.first)];
    this.#tuning = { firstLook: FIRST_LOOK, worth, bias: 1, ...tuning };
    this.#nextLook = this.#firstLook();
  }

  override get goesOn(): Search {
    return this.#rest ?? this.first;
  }

  override get engine(): EngineName {
    return this.#rest === undefined ? super.engine : 'sweep';
  }

  /**
   * True while it may soon hand over to `sweep`, which a division waits for: it estimates the cost
   * of `sweep`, or neither looks far cheaper and `cells` had not run long enough at the last look
   * to be sure. False once that takes longer than a quarter of a second.
   */
  override get isChoosing(): boolean {
    const spent = Math.max(costOfCells(this.first, this.compiled), costOfOrder(this.compiled));
    if (this.#rest !== undefined || spent > LONG_CHOICE) return false;
    if (this.#estimating !== undefined || this.first.nodes >= this.#nextLook) return true;
    const ofSweep = this.#tuning.bias * (this.#costOfSweep ?? Number.POSITIVE_INFINITY);
    if (this.#sweep === undefined || FAR * this.#leftOfCells() < ofSweep) return false;
    const least = marginAt(this.first, Number.POSITIVE_INFINITY, ofSweep);
    return marginAt(this.first, this.#costAtLook, ofSweep) > least;
  }

  override get solutions(): number {
    return this.first.solutions + (this.#rest?.solutions ?? 0);
  }

  override solution(into?: number[]): number[] {
    if (!this.#onSolution) throw notOnSolution();
    return super.solution(into);
  }

  override reset(prefix?: Decisions, length?: number): void {
    this.#endSweep();
    super.reset(prefix, length);
    this.#rest = this.#costOfSweep = this.#probed = undefined;
    this.parts = [this.first];
    this.#costAtLook = 0;
    this.#onSolution = false;
    this.#nextLook = this.#firstLook();
  }

  override advance(nodeBudget: number, solutionBudget = 1): Outcome {
    checkBudget(nodeBudget);
    checkSolutionBudget(solutionBudget);
    if (nodeBudget > 0) this.#onSolution = false;
    const outcome =
      this.#rest?.advance(nodeBudget, solutionBudget) ?? this.#goOn(nodeBudget, solutionBudget);
    if (outcome === 'solution') this.#onSolution = true;
    if (outcome === 'exhausted') this.#endSweep();
    return outcome;
  }

  override end(): void {
    super.end();
    this.#endSweep();
    this.#onSolution = false;
  }

  /** Ends `sweep`, and its estimate if that is being made. */
  #endSweep(): void {
    this.#estimating?.return();
    this.#sweep?.end();
    this.#estimating = this.#sweep = undefined;
  }

  #goOn(nodeBudget: number, solutionBudget: number): Outcome {
    const cells = this.first;
    const endless = nodeBudget === Number.POSITIVE_INFINITY;
    const stop = this.nodes + Math.ceil(nodeBudget);
    const target = this.solutions + solutionBudget;
    while (this.#rest === undefined) {
      if (this.#nextLook === Number.POSITIVE_INFINITY) {
        return cells.advance(stop - cells.nodes, target - cells.solutions);
      }
      const isEstimating = this.#estimating !== undefined;
      if (nodeBudget > 0 && (isEstimating || cells.nodes === this.#nextLook)) {
        this.#choose(solutionBudget < Number.POSITIVE_INFINITY);
        if (!isEstimating) continue;
      } else {
        const most = Math.min(stop - cells.nodes, this.#nextLook - cells.nodes);
        const outcome = cells.advance(most, target - cells.solutions);
        if (outcome !== 'paused') return outcome;
      }
      if (!endless) return 'paused';
    }
    return this.#rest.advance(nodeBudget, target - this.solutions);
  }

  #firstLook(): number {
    return isForSweep(this.compiled) ? this.#tuning.firstLook : Number.POSITIVE_INFINITY;
  }

  /** Makes it look for no order of `sweep` while more work than this is left. */
  waitAbove(mostLeft: number): void {
    if (mostLeft === this.#mostLeft) return;
    this.#mostLeft = mostLeft;
    if (this.#costOfSweep === undefined && this.#nextLook < Number.POSITIVE_INFINITY) {
      this.#nextLook = Math.max(this.first.nodes, this.#tuning.firstLook);
    }
  }

  /** The cost of the enumeration so far. */
  override get work(): number {
    const own = super.work;
    if (this.#costOfSweep === undefined) return own;
    return own + costOfOrder(this.compiled) + this.#costOfSteps();
  }

  override left(): number {
    if (this.#sweep === undefined) return this.#leftOfCells();
    const ofSweep = this.#costOfSweep as number;
    if (this.#rest === undefined) return Math.min(this.#leftOfCells(), ofSweep);
    return (Math.max(ofSweep, this.#costOfSteps()) * (1 - this.share())) / (1 - this.#before);
  }

  /** The cost of the steps of `sweep` so far. */
  #costOfSteps(): number {
    if (this.#rest === undefined) return 0;
    return costOfSweep({ nodes: this.#rest.nodes, work: this.#rest.updates });
  }

  #leftOfCells(): number {
    return leftOfCells(this.first, this.compiled, this.#probed);
  }

  /**
   * The next step of the choice: a slice of the estimate, or a look at the costs. A stream may end
   * at any solution. Where the machine refuses memory for the step, `cells` goes on alone.
   */
  #choose(isStream: boolean): void {
    try {
      if (this.#estimating === undefined) this.#look(isStream);
      else this.#estimating.next();
    } catch (error) {
      if (!isMemoryRefused(error)) throw error;
      this.#goOnAlone();
    }
  }

  /** Compares the rest of `cells` with `sweep`. */
  #look(isStream: boolean): void {
    const { worth, bias } = this.#tuning;
    const cost = costOfCells(this.first, this.compiled);
    this.#costAtLook = cost;
    const order = costOfOrder(this.compiled);
    const least = Math.max((isStream ? 1 : LEAST_PART) * order, LEAST_COST);
    const part = cost / (Math.min(1, worth) * least);
    this.#nextLook = Math.ceil(
      Math.max(LOOK_AGAIN, Math.min(2 * LOOK_AGAIN, 1 / part)) * this.first.nodes,
    );
    if (part < 1) return;
    const left = this.#leftOfCells();
    if (this.#sweep === undefined || this.#costOfSweep === undefined) {
      if (left >= worth * order && left <= this.#mostLeft) this.#estimating = this.#estimate(left);
      return;
    }
    const ofSweep = bias * this.#costOfSweep;
    if (ofSweep > MOST_COST) {
      this.#goOnAlone();
      return;
    }
    if (left >= marginAt(this.first, cost, ofSweep) * ofSweep) this.#handOver(this.#sweep);
  }

  /** Lays `sweep` out, and samples the trees of `sweep` and `cells`. */
  *#estimate(left: number): Generator<undefined, void> {
    const compiled = this.compiled;
    const sweep = new Sweep(compiled, { ...this.#settings, prefix: this.prefix });
    yield;
    const cost = yield* sampleSweep(sweep, compiled, left);
    const twin = this.#start();
    try {
      this.#probed = yield* probeCells(this.first, twin, compiled, Math.min(cost, left));
    } finally {
      twin.end();
    }
    this.#sweep = sweep;
    this.#costOfSweep = cost;
    this.#estimating = undefined;
    this.#nextLook = this.first.nodes;
  }

  /**
   * `cells` goes on to the end. The layout of `sweep` is freed: it may take many times the memory
   * of the problem.
   */
  #goOnAlone(): void {
    this.#endSweep();
    this.#nextLook = Number.POSITIVE_INFINITY;
  }

  #handOver(sweep: Sweep): void {
    this.#rest = new PrefixSearch(sweep, branchesOf(this.first.frontier(), this.compiled));
    this.parts = [this.first, this.#rest];
    this.#before = this.first.share();
    this.first.end();
  }
}

import type { Decisions, Prefix } from '../kernels/prefix.ts';
import {
  checkBudget,
  checkSolutionBudget,
  notOnSolution,
  type Outcome,
  type Search,
  type SearchSettings,
  WORK,
} from '../kernels/search.ts';
import { PrefixTree } from '../kernels/split.ts';
import { Sweep } from '../kernels/sweep/sweep.ts';
import type { Compiled } from '../problem/compiled.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import {
  costOfCells,
  costOfOrder,
  costOfSweep,
  isForSweep,
  marginAt,
  probeCells,
  sampleSweep,
  setsOf,
} from './costs.ts';
import type { Walkable } from './walk.ts';

/**
 * `sweep` is laid out if what is left of `cells` costs so many times as much as that: `cells` with planes or
 * masks is often the faster one, and with sparse sets, which are for many options, seldom.
 */
const WORTH = { cells: 1.5, masks: 15, planes: 15 };
/** Where `sweep` would take more than a day, `cells` goes on, since it may find solutions sooner (40 queens). */
const MOST_COST = 1e14;

/** The next look at the estimates comes after so many times the nodes of `cells`. */
const LOOK_AGAIN = 2;
// Before `cells` has cost this part of an order of `sweep`, and so much, its own estimate is too rough. A stream
// waits for a whole order, since many want no more than the first solutions.
const LEAST_PART = 0.06;
const LEAST_COST = 120_000;

/** How it chooses. */
export interface ChoiceTuning {
  /** The nodes of `cells` before the first look. */
  readonly firstLook: number;
  /** `sweep` is laid out if what is left of `cells` costs so many times as much as that. */
  readonly worth: number;
  /** Times the cost of `sweep`: 0 takes it as soon as it can. */
  readonly bias: number;
}
const FIRST_LOOK = 1 << 8;

/**
 * All solutions by `cells` or by `sweep`, whichever promises to be faster. `cells` begins:
 *
 *   cells, a first part -> its rest is cheap: [go on], and look again later
 *          |
 *          '-> lay out and estimate [sweep], slice by slice -> the rest of cells costs less: [go on],
 *                 |                                             and look again, when it is better known
 *                 '-> sweep is cheaper: it [starts], and skips what cells has found
 *
 * What is left of `cells` comes from its work, Knuth's share of the tree that it took, and a few probes; the cost
 * of `sweep` from a sample of its tree. It looks at them after fixed numbers of nodes, a stream later than a
 * count. So the same input takes the same way, wherever it pauses.
 *
 * `sweep` starts at the root, since it is slow below the branches of `cells` (pentominoes: 1.8 times
 * the work). A solution is one of those that `cells` has found if it lies below none of the prefixes that
 * `cells` has left. To count without a stop, nothing is compared: all that `cells` found comes again once.
 *
 * With multiplicities `multiples` takes the place of `cells`, and goes on to the end.
 */
export class Enumeration implements Walkable {
  /** The search that begins. */
  readonly cells: Search;
  readonly #compiled: Compiled;
  readonly #settings: SearchSettings;
  readonly #start: () => Search;
  readonly #tuning: ChoiceTuning;
  #sweep: Sweep | undefined;
  /** Its layout and estimate, while they are made. */
  #estimating: Generator<undefined, number> | undefined;
  /** What `sweep` is estimated to cost. */
  #costOfSweep: number | undefined;
  /** While more than this is left, no order of `sweep` is looked for. */
  #mostLeft = Number.POSITIVE_INFINITY;
  /** What the whole tree of `cells` costs, by probes. */
  #probed: number | undefined;
  /** The nodes of `cells` at the next look. */
  #nextLook: number;
  #handedOver = false;
  #onSolution = false;
  /** The prefixes that `cells` has left. */
  #open = new PrefixTree([]);
  readonly #solution: number[] = [];
  /** Solutions of `sweep`: compared and new; compared and found before; not compared. */
  #fresh = 0;
  #again = 0;
  #passed = 0;
  /** What `cells` had done at the handover. */
  #before = 0;

  /** `start` starts `cells` by the same settings. */
  constructor(
    compiled: Compiled,
    settings: SearchSettings,
    start: () => Search,
    tuning: Partial<ChoiceTuning> = {},
  ) {
    this.#compiled = compiled;
    this.#settings = settings;
    this.#start = start;
    this.cells = start();
    const worth = WORTH[setsOf(this.cells)];
    this.#tuning = { firstLook: FIRST_LOOK, worth, bias: 1, ...tuning };
    this.#nextLook = this.#firstLook();
  }

  /** The search under way: the one that began, or `sweep`, which finds all solutions again. */
  get current(): Search {
    return this.#handedOver ? (this.#sweep as Sweep) : this.cells;
  }

  get prefix(): Prefix {
    return this.cells.prefix;
  }

  get nodes(): number {
    return this.cells.nodes + (this.#sweep?.nodes ?? 0);
  }

  get guesses(): number {
    return this.cells.guesses + (this.#sweep?.guesses ?? 0);
  }

  get updates(): number {
    return this.cells.updates + (this.#sweep?.updates ?? 0);
  }

  get deepest(): number {
    return Math.max(this.cells.deepest, this.#sweep?.deepest ?? 0);
  }

  /** Of what was not compared, as many may have been found before as did not come again yet. */
  get solutions(): number {
    const missing = this.cells.solutions - this.#again;
    return this.cells.solutions + this.#fresh + Math.max(0, this.#passed - missing);
  }

  share(): number {
    if (!this.#handedOver) return this.cells.share();
    return this.#before + (1 - this.#before) * (this.#sweep as Sweep).share();
  }

  solution(into?: number[]): number[] {
    if (!this.#onSolution) throw notOnSolution();
    return this.current.solution(into);
  }

  reset(prefix?: Decisions, length?: number): void {
    this.cells.reset(prefix, length);
    this.#sweep = this.#estimating = this.#costOfSweep = this.#probed = undefined;
    this.#handedOver = this.#onSolution = false;
    this.#fresh = this.#again = this.#passed = 0;
    this.#nextLook = this.#firstLook();
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    checkBudget(nodeBudget);
    checkSolutionBudget(solutionBudget);
    if (nodeBudget > 0) this.#onSolution = false;
    const outcome = this.#goOn(nodeBudget, solutionBudget);
    if (outcome === 'solution') this.#onSolution = true;
    return outcome;
  }

  #goOn(nodeBudget: number, solutionBudget: number): Outcome {
    const { cells } = this;
    const endless = nodeBudget === Number.POSITIVE_INFINITY;
    const stop = this.nodes + Math.ceil(nodeBudget);
    const target = this.solutions + solutionBudget;
    while (!this.#handedOver) {
      if (this.#nextLook === Number.POSITIVE_INFINITY) {
        return cells.advance(stop - cells.nodes, target - cells.solutions);
      }
      if (this.#estimating !== undefined && nodeBudget > 0) {
        this.#estimate(this.#estimating);
      } else if (cells.nodes === this.#nextLook && nodeBudget > 0) {
        this.#look(solutionBudget < Number.POSITIVE_INFINITY);
        continue;
      } else {
        const most = Math.min(stop - cells.nodes, this.#nextLook - cells.nodes);
        const outcome = cells.advance(most, target - cells.solutions);
        if (outcome !== 'paused') return outcome;
      }
      if (!endless) return 'paused';
    }
    return solutionBudget === Number.POSITIVE_INFINITY
      ? this.#pass(nodeBudget)
      : this.#compare(nodeBudget, target);
  }

  /** Goes on with `sweep` past all solutions. */
  #pass(nodeBudget: number): Outcome {
    const sweep = this.#sweep as Sweep;
    const before = sweep.solutions;
    const outcome = sweep.advance(nodeBudget, Number.POSITIVE_INFINITY);
    this.#passed += sweep.solutions - before;
    return outcome;
  }

  /** Goes on with `sweep` to so many solutions, and skips those that were found before. */
  #compare(nodeBudget: number, target: number): Outcome {
    const sweep = this.#sweep as Sweep;
    const stop = sweep.nodes + Math.ceil(nodeBudget);
    const enough = sweep.nodes + sweep.updates + WORK;
    for (;;) {
      const outcome = sweep.advance(stop - sweep.nodes);
      if (outcome !== 'solution') return outcome;
      if (this.#isNew(sweep)) {
        this.#fresh++;
        if (this.solutions >= target) return outcome;
      } else {
        this.#again++;
      }
      if (stop === Number.POSITIVE_INFINITY) continue;
      if (sweep.nodes >= stop || sweep.nodes + sweep.updates >= enough) return 'paused';
    }
  }

  /** Whether the solution that `sweep` stands on lies below what `cells` has left. */
  #isNew(sweep: Sweep): boolean {
    if (this.#passed === 0 && this.#again === this.cells.solutions) return true;
    return this.#open.holds(sweep.solution(this.#solution));
  }

  #firstLook(): number {
    return isForSweep(this.#compiled) ? this.#tuning.firstLook : Number.POSITIVE_INFINITY;
  }

  /** Looks for no order of `sweep` while more work than this is left. */
  waitAbove(mostLeft: number): void {
    if (mostLeft === this.#mostLeft) return;
    this.#mostLeft = mostLeft;
    if (this.#costOfSweep === undefined && this.#nextLook < Number.POSITIVE_INFINITY) {
      this.#nextLook = Math.max(this.cells.nodes, this.#tuning.firstLook);
    }
  }

  /** What it has cost so far. */
  get cost(): number {
    const own = this.#costOfCells();
    if (this.#costOfSweep === undefined) return own;
    return own + costOfOrder(this.#compiled) + this.#costOfSteps();
  }

  /** What is left of it is expected to cost. */
  left(): number {
    if (this.#sweep === undefined) return this.#leftOfCells();
    const ofSweep = this.#costOfSweep as number;
    if (!this.#handedOver) return Math.min(this.#leftOfCells(), ofSweep);
    return Math.max(ofSweep, this.#costOfSteps()) * (1 - this.#sweep.share());
  }

  /** What the steps of `sweep` have cost. */
  #costOfSteps(): number {
    if (this.#sweep === undefined) return 0;
    return costOfSweep({ nodes: this.#sweep.nodes, work: this.#sweep.updates });
  }

  #costOfCells(): number {
    return costOfCells(this.cells, this.#compiled);
  }

  /**
   * By Knuth's share of the tree that is done, which misleads at first: the first branches may be small, as in
   * packings, or large. Where there are probes, the geometric mean with them, which leans to the share
   * as it grows.
   */
  #leftOfCells(): number {
    const share = this.cells.share();
    const byShare = this.#costOfCells() / share;
    if (this.#probed === undefined) return (1 - share) * byShare;
    const probed = share * byShare + (1 - share) * this.#probed;
    // A root is the same on every machine, a power need not be.
    return (1 - share) * Math.sqrt(byShare * probed);
  }

  /** Compares what is left of `cells` with `sweep`. A stream may end at any solution. */
  #look(isStream: boolean): void {
    const { worth, bias } = this.#tuning;
    const cost = this.#costOfCells();
    const order = costOfOrder(this.#compiled);
    const least = Math.max((isStream ? 1 : LEAST_PART) * order, LEAST_COST);
    const part = cost / (Math.min(1, worth) * least);
    this.#nextLook = Math.ceil(
      Math.max(LOOK_AGAIN, Math.min(2 * LOOK_AGAIN, 1 / part)) * this.cells.nodes,
    );
    if (part < 1) return;
    const left = this.#leftOfCells();
    if (this.#costOfSweep === undefined) {
      if (left >= worth * order && left <= this.#mostLeft)
        this.#estimating = this.#sweepSlices(left);
      return;
    }
    const ofSweep = bias * this.#costOfSweep;
    if (ofSweep > MOST_COST) {
      this.#goOnAlone();
      return;
    }
    if (left >= marginAt(cost, ofSweep) * ofSweep) this.#handOver();
  }

  /** Lays `sweep` out, samples the trees of both, and says what `sweep` is estimated to cost. */
  *#sweepSlices(left: number): Generator<undefined, number> {
    const compiled = this.#compiled;
    const sweep = new Sweep(compiled, { ...this.#settings, prefix: this.prefix });
    yield;
    const cost = yield* sampleSweep(sweep, compiled, left);
    this.#probed = yield* probeCells(this.cells, this.#start(), compiled, Math.min(cost, left));
    this.#sweep = sweep;
    return cost;
  }

  /** The next slice. Where the machine refuses memory for it, `cells` goes on alone. */
  #estimate(slices: Generator<undefined, number>): void {
    try {
      const { done, value } = slices.next();
      if (!done) return;
      this.#costOfSweep = value;
      this.#estimating = undefined;
      this.#nextLook = this.cells.nodes;
    } catch (error) {
      if (!isMemoryRefused(error)) throw error;
      this.#goOnAlone();
    }
  }

  /** `cells` goes on to the end. The layout of `sweep` goes, which may take many times the memory of the problem. */
  #goOnAlone(): void {
    this.#sweep = this.#estimating = undefined;
    this.#nextLook = Number.POSITIVE_INFINITY;
  }

  #handOver(): void {
    this.#before = this.cells.share();
    this.#open = new PrefixTree(this.cells.frontier());
    this.#handedOver = true;
  }
}

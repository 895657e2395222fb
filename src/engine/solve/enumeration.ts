import { recordOf } from '../kernels/counters.ts';
import type { Decisions, Prefix } from '../kernels/prefix.ts';
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
import type { Roots } from '../symmetry/roots.ts';
import type { EngineName } from './engines.ts';
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
} from './forecast.ts';
import { exactOf, MainSearch } from './main-search.ts';
import { RootSymmetry } from './root-symmetry.ts';
import { TUNING, type Tuning } from './tuning.ts';

/**
 * `sweep` is laid out if the rest of `cells` costs this many times as much as the layout. `cells`
 * with planes is often the faster one; with lists, which are for many options, it seldom is.
 */
const WORTH = { cells: 1.5, planes: 15 };
/**
 * Where `sweep` would take more than a day, `cells` goes on, since it may find solutions sooner (40
 * queens).
 */
const MOST_COST_NS = 1e14;

/** The next look at the estimates comes when the nodes of `cells` have grown by this factor. */
const LOOK_AGAIN = 2;
// The estimate of `cells` is too rough before it has cost this part of an order of `sweep`, and
// this cost. A stream waits for the cost of a whole order, since many callers want no more than the
// first solutions.
const LEAST_PART = 0.06;
const LEAST_COST_NS = 120_000;

/**
 * Where `sweep` costs more than this many times the rest of `cells`, workers do not wait for the
 * choice. At first it may seem 6 times.
 */
const FAR_TIMES = 8;
/** Workers wait for the choice up to this cost. */
const LONG_CHOICE_NS = 2 ** 28;

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
 * A count may use symmetries. Once `cells` has done enough to earn the search for them, it begins
 * anew below the roots that they leave, and so does `sweep`. The roots have factors, and so has all
 * that is left of them.
 *
 * With multiplicities `multiples` takes the place of `cells`, and goes on to the end.
 */
export class Enumeration extends MainSearch {
  readonly #settings: SearchSettings;
  readonly #start: () => Search;
  readonly #tuning: Tuning;
  /** The rest of `cells` must cost this many times as much as the layout of `sweep`. */
  readonly #worth: number;
  #sweep: Sweep | undefined;
  /** The steps that lay `sweep` out and estimate it, while they go on. */
  #estimating: Generator<undefined, void> | undefined;
  /** The estimated cost of `sweep`. */
  #costOfSweep: number | undefined;
  /** While more than this is left, no order of `sweep` is looked for. */
  #mostLeft = Number.POSITIVE_INFINITY;
  /** The cost of its tree by what was given up, until its share tells more. */
  #expected = Number.POSITIVE_INFINITY;
  /** The cost of the whole tree of `cells`, by probes. */
  #probed: number | undefined;
  /** The nodes of `cells` at the next look, and its cost at the last one. */
  #nextLook: number;
  #costAtLook = 0;
  /** `sweep` below the frontier of `cells`, or below roots. */
  #rest: PrefixSearch | undefined;
  #onSolution = false;
  /** The share that `cells` had done at the handover. */
  #before = 0;
  /** The engine that begins. */
  readonly #cells: Search;
  readonly #symmetry: RootSymmetry;
  /** The steps that find them, while they go on. */
  #seeking: Generator<undefined, void> | undefined;
  /** The roots, where symmetries leave only some. */
  #roots: readonly Prefix[] | undefined;
  /** The share that was told before work was given up. */
  #leastShare = 0;
  /** The cost of work that was given up. */
  #lost = 0;

  /**
   * `start` starts `cells` by the same settings. With `usesSymmetry` it only counts: it finds one
   * solution for several.
   */
  constructor(
    compiled: Compiled,
    settings: SearchSettings,
    start: () => Search,
    tuning: Partial<Tuning> = {},
    usesSymmetry = false,
  ) {
    super(compiled, start(), compiled.multiple ? 'multiples' : 'cells');
    this.#settings = settings;
    this.#start = start;
    this.#cells = this.first;
    this.#tuning = { ...TUNING, ...tuning };
    this.#worth = this.#tuning.sweepWorth ?? WORTH[setsOf(this.first)];
    this.#symmetry = new RootSymmetry(compiled, this.#tuning.symmetryBias, usesSymmetry);
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
    const spent = costOfCells(this.first, this.compiled);
    const order = costOfOrder(this.compiled);
    if (this.#rest !== undefined || Math.max(spent, order) > LONG_CHOICE_NS) return false;
    if (this.#estimating !== undefined || this.first.nodes >= this.#nextLook) return true;
    if (!isForSweep(this.compiled) || this.#nextLook === Number.POSITIVE_INFINITY) return false;
    const left = this.#leftOfCells();
    // The first root may be done at once, or take long.
    if (this.#roots !== undefined && spent < order) return true;
    if (this.#costOfSweep === undefined) return left >= this.#worth * order;
    const ofSweep = this.#part * this.#tuning.sweepBias * this.#costOfSweep;
    if (this.#sweep === undefined || FAR_TIMES * left < ofSweep) return false;
    const least = marginAt(this.first, Number.POSITIVE_INFINITY, ofSweep);
    return marginAt(this.first, this.#costAtLook, ofSweep) > least;
  }

  /** The symmetries of the problem below its prefix, once they are known. */
  get symmetries(): Roots | undefined {
    return this.#symmetry.found;
  }

  override get roots(): readonly Prefix[] {
    return this.#roots ?? super.roots;
  }

  /** The same, which it goes on to look for, for about a millisecond. */
  seekSymmetries(): Roots | undefined {
    if (this.#symmetry.found === undefined) {
      this.#seeking ??= this.#findSymmetries();
      this.#seeking.next();
    }
    return this.#symmetry.found;
  }

  override get solutions(): number {
    return this.first.solutions + (this.#rest?.solutions ?? 0);
  }

  override get exact(): bigint {
    return exactOf(this.first) + (this.#rest?.exact ?? 0n);
  }

  override solution(into?: number[]): number[] {
    if (!this.#onSolution) throw notOnSolution();
    return super.solution(into);
  }

  override reset(prefix?: Decisions, length?: number): void {
    this.#endSweep();
    const before = this.prefix;
    this.first = this.#cells;
    if (prefix === undefined) super.reset(before);
    else super.reset(prefix, length);
    this.#roots = undefined;
    this.#rest = this.#costOfSweep = this.#probed = undefined;
    this.#symmetry.found = this.#seeking = undefined;
    this.parts = [this.first];
    this.#costAtLook = this.#lost = this.#leastShare = 0;
    this.#expected = Number.POSITIVE_INFINITY;
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
    const endless = nodeBudget === Number.POSITIVE_INFINITY;
    const stop = this.nodes + Math.ceil(nodeBudget);
    const target = this.solutions + solutionBudget;
    while (this.#rest === undefined) {
      const cells = this.first;
      if (this.#nextLook === Number.POSITIVE_INFINITY) {
        return cells.advance(stop - this.nodes, target - cells.solutions);
      }
      const isEstimating = this.#estimating !== undefined;
      if (nodeBudget > 0 && (isEstimating || cells.nodes === this.#nextLook)) {
        this.#choose(solutionBudget < Number.POSITIVE_INFINITY);
        if (!isEstimating) continue;
      } else {
        const most = Math.min(stop - this.nodes, this.#nextLook - cells.nodes);
        const outcome = cells.advance(most, target - cells.solutions);
        if (outcome !== 'paused') return outcome;
      }
      if (!endless && this.#rest === undefined) return 'paused';
    }
    return this.#rest.advance(nodeBudget, target - this.solutions);
  }

  #firstLook(): number {
    const looks = isForSweep(this.compiled) || this.#symmetry.isUsed;
    return looks ? this.#tuning.choiceLookNodes : Number.POSITIVE_INFINITY;
  }

  /** Makes it look for no order of `sweep` while more work than this is left. */
  waitAbove(mostLeft: number): void {
    if (mostLeft === this.#mostLeft) return;
    this.#mostLeft = mostLeft;
    if (this.#costOfSweep === undefined && this.#nextLook < Number.POSITIVE_INFINITY) {
      this.#nextLook = Math.max(this.first.nodes, this.#tuning.choiceLookNodes);
    }
  }

  /** The cost of the enumeration so far. */
  override get cost(): number {
    const own = super.cost + this.#lost;
    if (this.#costOfSweep === undefined) return own;
    return own + costOfOrder(this.compiled) + this.#costOfSteps();
  }

  override left(): number {
    if (this.#sweep === undefined) return this.#leftOfCells();
    const ofSweep = this.#part * (this.#costOfSweep as number);
    if (this.#rest === undefined) return Math.min(this.#leftOfCells(), ofSweep);
    return (
      (Math.max(ofSweep, this.#costOfSteps()) * (1 - this.goesOn.share())) / (1 - this.#before)
    );
  }

  /** The cost of the steps of `sweep` so far. */
  #costOfSteps(): number {
    if (this.#rest === undefined) return 0;
    return costOfSweep({ nodes: this.#rest.nodes, work: this.#rest.updates });
  }

  /** The part of the tree of `sweep` that symmetries leave. */
  get #part(): number {
    return this.#roots === undefined ? 1 : (this.#symmetry.found as Roots).part;
  }

  #leftOfCells(): number {
    if (this.first.share() === 0) return this.#expected;
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
    const worth = this.#worth;
    const { sweepBias } = this.#tuning;
    const cost = costOfCells(this.first, this.compiled);
    this.#costAtLook = cost;
    const left = this.#leftOfCells();
    const seeks = left <= this.#mostLeft && this.#symmetry.isWorth(left);
    if (seeks && cost >= this.#symmetry.cost) {
      this.#seeking ??= this.#findSymmetries();
      this.#estimating = this.#seeking;
      return;
    }
    if (!isForSweep(this.compiled)) {
      const isOver = this.#symmetry.found !== undefined;
      this.#nextLook = isOver ? Number.POSITIVE_INFINITY : this.#after(LOOK_AGAIN);
      return;
    }
    const order = costOfOrder(this.compiled);
    const least = Math.max((isStream ? 1 : LEAST_PART) * order, LEAST_COST_NS);
    const part = cost / (Math.min(1, worth) * least);
    this.#nextLook = this.#after(Math.max(LOOK_AGAIN, Math.min(2 * LOOK_AGAIN, 1 / part)));
    if (part < 1) return;
    if (this.#sweep === undefined || this.#costOfSweep === undefined) {
      // What symmetries leave may not be worth an order (Soma cube: two thirds of the time).
      if (seeks || left < worth * order || left > this.#mostLeft) return;
      this.#estimating = this.#estimate(left);
      return;
    }
    const ofSweep = this.#part * sweepBias * this.#costOfSweep;
    if (ofSweep > MOST_COST_NS) {
      this.#goOnAlone();
      return;
    }
    if (left >= marginAt(this.first, cost, ofSweep) * ofSweep) {
      this.#estimating = this.#handOver(this.#sweep);
    }
  }

  /** The nodes of `cells` when they have grown by a factor. */
  #after(factor: number): number {
    return Math.max(this.#tuning.choiceLookNodes, Math.ceil(factor * this.first.nodes));
  }

  /** Finds the symmetries, and begins anew with what they leave, if that is little. */
  *#findSymmetries(): Generator<undefined, void> {
    const roots = yield* this.#symmetry.find(this.prefix, this.left());
    if (this.#estimating === this.#seeking) this.#estimating = undefined;
    this.#seeking = undefined;
    if (this.#rest !== undefined) return;
    if (roots !== undefined) this.#beginAt(roots);
    this.#nextLook = Math.max(this.first.nodes, this.#tuning.choiceLookNodes);
  }

  override share(): number {
    return Math.max(this.#leastShare, super.share());
  }

  /** Gives up what `cells` has done. It begins with these prefixes. */
  #beginAt(prefixes: readonly Prefix[]): void {
    const { prefix } = this;
    const cost = costOfCells(this.first, this.compiled);
    this.#leastShare = this.share();
    this.#expected = (this.#symmetry.found as Roots).part * (cost + this.#leftOfCells());
    this.#probed = undefined;
    this.#lost += cost;
    this.first = new PrefixSearch(this.#cells, prefixes, prefix);
    this.parts = [recordOf(this), this.first];
    this.#roots = prefixes;
    this.#costAtLook = 0;
  }

  /** Lays `sweep` out, and samples the trees of `sweep` and `cells`. */
  *#estimate(left: number): Generator<undefined, void> {
    const compiled = this.compiled;
    const sweep = new Sweep(compiled, { ...this.#settings, prefix: this.prefix });
    yield;
    const cost = yield* sampleSweep(sweep, compiled, left / this.#part);
    const twin = this.#start();
    try {
      this.#probed = yield* probeCells(
        this.first,
        twin,
        compiled,
        Math.min(this.#part * cost, left),
      );
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

  /**
   * Hands over to `sweep`. With symmetries it begins anew: of options that are alike it takes those
   * that it comes upon first. Then what they cover bounds all the rest. Pentominoes of 6x10 take a
   * tenth of the work without symmetries so, and nine tenths with those that it comes upon last.
   */
  *#handOver(sweep: Sweep): Generator<undefined, void> {
    const { prefix } = this;
    let left: readonly Prefix[] | undefined;
    const cost = this.#costOfSweep as number;
    if (this.#roots !== undefined || this.#symmetry.isWorth(cost)) {
      const placeOf = (option: number) => sweep.placeOf(option);
      left = yield* this.#symmetry.find(prefix, cost, placeOf);
    }
    if (left === undefined) this.#before = this.first.share();
    else {
      this.#beginAt([]);
      this.#roots = left;
    }
    left ??= branchesOf(this.first.frontier(), this.compiled);
    this.#rest = new PrefixSearch(sweep, left, prefix);
    this.parts.push(this.#rest);
    this.first.end();
    this.#estimating = undefined;
  }
}

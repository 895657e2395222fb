import { Masks } from '../kernels/masks.ts';
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
import type { Estimate } from '../kernels/sweep/estimate.ts';
import { Sweep } from '../kernels/sweep/sweep.ts';
import type { Compiled } from '../problem/compiled.ts';
import { integers, isMemoryRefused } from '../problem/memory.ts';
import type { Walkable } from './walk.ts';

/**
 * What the parts of a search cost, about a nanosecond each: so many for a node, an update, and an item looked
 * at when a branch begins. The choice rests on the ratios. (Fitted to 100 problems of all families.)
 */
interface Costs {
  readonly node: number;
  readonly update: number;
  readonly look: number;
}
const CELLS: Costs = { node: 100, update: 8.5, look: 2 };
const MASKS: Costs = { node: 20, update: 12, look: 2 };
const SWEEP = { node: 25, update: 9 };
/** To find the order of `sweep` and to estimate its tree, for a word of each option, and a pair of items. */
const ORDER = 10_000_000;
const ORDER_OF_WORD = 3000;
const ORDER_OF_PAIR = 100;
const MOST_ORDERED = 600;
/**
 * The nodes of each stratum in the first sample of the tree of `sweep`, which may be wrong by a half, and the
 * most in a second one, if the two engines are within `CLOSE` times of each other. That takes at most a part of
 * what the search is estimated to cost, by the cost of a word of an option for each node of a stratum; and no
 * more than so many words.
 */
const FIRST_WIDTH = 128;
const LAST_WIDTH = 4096;
const PART_OF_SAMPLE = 0.02;
const CLOSE = 3;
const SAMPLE = 8;
const MOST_SAMPLED = 1 << 22;
/** Where `sweep` would take more than a day, `cells` goes on, since it may find solutions sooner (40 queens). */
const MOST_COST = 1e14;
/** More words of options than this are not laid out for `sweep`. */
const MOST_WORDS = 1 << 24;

/**
 * How sure the choice must be. The estimate of `cells` is rough at first, and sharpens as more of the tree is
 * done. Up to `spent` times the cost of `sweep`, `sweep` must be so many times cheaper; later, `LEAST_MARGIN`.
 */
const MARGINS = [
  { spent: 0.005, margin: 4 },
  { spent: 0.02, margin: 2.5 },
  { spent: 0.06, margin: 1.6 },
] as const;
const LEAST_MARGIN = 1.2;
/** The next look at the estimates comes after so many times the nodes of `cells`. */
const LOOK_AGAIN = 1.5;
/** Before `cells` has cost this part of what is worth an estimate of `sweep`, its own is too rough. */
const LEAST_PART = 1 / 50;

function costOf({ nodes, work }: Estimate): number {
  return SWEEP.node * nodes + SWEEP.update * work;
}

/** How it chooses. */
export interface ChoiceTuning {
  /** The nodes of `cells` before the first look. */
  readonly firstLook: number;
  /** `sweep` is estimated if what is left of `cells` costs so many times as much as that. */
  readonly worth: number;
  /** Times the cost of `sweep`: 0 takes it as soon as it can. */
  readonly bias: number;
}
const TUNING: ChoiceTuning = { firstLook: 1 << 8, worth: 5, bias: 1 };

/**
 * All solutions by `cells` or by `sweep`, whichever promises to be faster. `cells` begins:
 *
 *   cells, a first part -> its rest is cheap: [go on], and look again later
 *          |
 *          '-> lay out and estimate [sweep], slice by slice -> the rest of cells costs less: [go on],
 *                 |                                             and look again, when it is better known
 *                 '-> sweep is cheaper: it [starts], and skips what cells has found
 *
 * What is left of `cells` comes from its work and Knuth's share of the tree that it took; the cost of
 * `sweep` from a sample of its tree. It looks at them after fixed numbers of nodes. So the same input takes
 * the same way, wherever it pauses.
 *
 * `sweep` starts at the root, since it is slow below the branches of `cells` (pentominoes: 1.8 times
 * the work). A solution is one of those that `cells` has found if it lies below none of the prefixes that
 * `cells` has left. To count without a stop, nothing is compared: all that `cells` found comes again once.
 */
export class Enumeration implements Walkable {
  /** The search that begins. */
  readonly cells: Search;
  readonly #compiled: Compiled;
  readonly #settings: SearchSettings;
  readonly #costs: Costs;
  readonly #tuning: ChoiceTuning;
  #sweep: Sweep | undefined;
  /** Its layout and estimate, while they are made. */
  #estimating: Generator<undefined, number> | undefined;
  /** What `sweep` is estimated to cost. */
  #costOfSweep: number | undefined;
  /** The nodes of `cells` at the next look. */
  #nextLook: number;
  #handedOver = false;
  #onSolution = false;
  /** The options of each prefix that `cells` has left. */
  #open: readonly (readonly number[])[] = [];
  #isChosen = new Int32Array(0);
  readonly #solution: number[] = [];
  /** Solutions of `sweep`: compared and new; compared and found before; not compared. */
  #fresh = 0;
  #again = 0;
  #passed = 0;
  /** What `cells` had done at the handover. */
  #before = 0;

  /** With `cells` as it stands at the start, by the same settings. */
  constructor(
    compiled: Compiled,
    settings: SearchSettings,
    cells: Search,
    tuning: Partial<ChoiceTuning> = {},
  ) {
    this.#compiled = compiled;
    this.#settings = settings;
    this.cells = cells;
    this.#costs = cells instanceof Masks ? MASKS : CELLS;
    this.#tuning = { ...TUNING, ...tuning };
    this.#nextLook = this.#firstLook();
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
    return (this.#handedOver ? (this.#sweep as Sweep) : this.cells).solution(into);
  }

  reset(prefix?: Decisions, length?: number): void {
    this.cells.reset(prefix, length);
    this.#sweep = this.#estimating = this.#costOfSweep = undefined;
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
        this.#look();
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
    const solution = sweep.solution(this.#solution);
    const isChosen = this.#isChosen;
    for (const option of solution) isChosen[option] = 1;
    const isNew = this.#open.some((prefix) => prefix.every((option) => isChosen[option] === 1));
    for (const option of solution) isChosen[option] = 0;
    return isNew;
  }

  #firstLook(): number {
    const tooLarge = this.#words() * this.#compiled.options > MOST_WORDS;
    return tooLarge ? Number.POSITIVE_INFINITY : this.#tuning.firstLook;
  }

  /** The words of a state of `sweep`, without colours. */
  #words(): number {
    const { primary, secondary } = this.#compiled;
    return (primary + secondary + 31) >> 5;
  }

  /** What `cells` has cost. */
  #cost(): number {
    const { nodes, updates, guesses } = this.cells;
    const { node, update, look } = this.#costs;
    return node * nodes + update * updates + look * guesses * this.#compiled.primary;
  }

  /** Compares what is left of `cells` with `sweep`. */
  #look(): void {
    const cost = this.#cost();
    const share = this.cells.share();
    const left = (cost * (1 - share)) / share;
    const { worth, bias } = this.#tuning;
    this.#nextLook = Math.ceil(LOOK_AGAIN * this.cells.nodes) + 1;
    if (this.#costOfSweep === undefined) {
      const enough = worth * this.#costOfOrder();
      if (left < enough || cost < LEAST_PART * enough) return;
      this.#estimating = this.#sweepSlices(left);
      return;
    }
    const costOfSweep = bias * this.#costOfSweep;
    if (costOfSweep > MOST_COST) {
      this.#nextLook = Number.POSITIVE_INFINITY;
      return;
    }
    const margin = MARGINS.find(({ spent }) => cost <= spent * costOfSweep)?.margin ?? LEAST_MARGIN;
    if (left > margin * costOfSweep) this.#handOver();
  }

  #costOfOrder(): number {
    const { primary, secondary, options } = this.#compiled;
    const items = primary + secondary;
    const pairs = items > MOST_ORDERED ? 0 : items * items;
    return ORDER + ORDER_OF_WORD * options * this.#words() + ORDER_OF_PAIR * pairs;
  }

  /** Lays `sweep` out, and says what it is estimated to cost; more closely if `cells` costs about as much. */
  *#sweepSlices(left: number): Generator<undefined, number> {
    const sweep = new Sweep(this.#compiled, { ...this.#settings, prefix: this.prefix });
    yield;
    let cost = costOf(yield* sweep.estimate(FIRST_WIDTH));
    const { primary, options } = this.#compiled;
    const most = Math.min(LAST_WIDTH, Math.floor(MOST_SAMPLED / (primary * this.#words())));
    const worth = (PART_OF_SAMPLE * Math.min(cost, left)) / (SAMPLE * options * this.#words());
    const width = Math.min(most, Math.floor(worth));
    const isClose = cost < CLOSE * left && left < CLOSE * cost;
    if (isClose && width > 2 * FIRST_WIDTH) cost = costOf(yield* sweep.estimate(width));
    this.#isChosen = integers(options, 'the choice of an engine');
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
      this.#estimating = undefined;
      this.#nextLook = Number.POSITIVE_INFINITY;
    }
  }

  #handOver(): void {
    this.#before = this.cells.share();
    this.#open = Array.from(this.cells.frontier(), (prefix) =>
      prefix.toArray().filter((decision) => decision >= 0),
    );
    this.#handedOver = true;
  }
}

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
 * What the steps of each way to search cost, in nanoseconds of WebAssembly: a node, an update, an item
 * looked at when a branch begins. A choice rests on their ratios, so it is the same on every machine. (Fitted to 180
 * problems of all families, within 20 %; `build`, the search that remembers states, is in JavaScript.)
 */
export const COSTS = {
  cells: { node: 35, update: 3.5, look: 1 },
  masks: { node: 27, update: 4.1, look: 0.45 },
  sweep: { node: 13, update: 3.2 },
  build: { node: 1100, update: 5 },
} as const;
/**
 * To find the order of `sweep`, lay it out and sample its tree: in all, for a word of each option, and for a
 * pair of items. (Within a factor of 2.)
 */
const ORDER = { base: 100_000, word: 3500, pair: 90 };
const MOST_ORDERED = 600;
/**
 * `sweep` is laid out if what is left of `cells` costs so many times as much as that: `cells` with masks is
 * often the faster one, and with sparse sets, which are for many options, seldom.
 */
const WORTH = { cells: 1.5, masks: 7 };
/**
 * The nodes of each stratum in the first sample of the tree of `sweep`, which may be wrong by a factor of 2. While
 * the two engines are within `CLOSE` times of each other, the next sample has `WIDER` times as many, as long as
 * that takes a small part of what the search is estimated to cost, by the cost of a word of an option for
 * each node of a stratum; and no more than so many words.
 */
const FIRST_WIDTH = 32;
const WIDER = 8;
const PART_OF_SAMPLE = 0.02;
const CLOSE = 4;
const SAMPLE = 3;
const MOST_SAMPLED = 1 << 22;
/** The probes of the tree of `cells`, and the least that each may cost. Together they cost about as much as a sample. */
const PROBES = 16;
const LEAST_PROBE = 5000;
const PROBE_NODES = 16;
/** Where `sweep` would take more than a day, `cells` goes on, since it may find solutions sooner (40 queens). */
const MOST_COST = 1e14;
/** More words of options than this are not laid out for `sweep`. */
const MOST_WORDS = 1 << 24;

/**
 * How sure the choice must be. The estimate of `cells` is rough at first, and sharpens as more of the tree is
 * done. Up to `spent` times the cost of `sweep`, `sweep` must be so many times cheaper; later, `LEAST_MARGIN`.
 */
const MARGINS = [
  { spent: 0.02, margin: 2 },
  { spent: 0.06, margin: 1.5 },
] as const;
const LEAST_MARGIN = 1.2;
/** The next look at the estimates comes after so many times the nodes of `cells`. */
const LOOK_AGAIN = 2;
/** Before `cells` has cost this part of an order of `sweep`, its own estimate is too rough. */
const LEAST_PART = 0.06;

function costOf({ nodes, work }: Estimate): number {
  return COSTS.sweep.node * nodes + COSTS.sweep.update * work;
}

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
 * What is left of `cells` comes from its work and Knuth's share of the tree that it took; the cost of
 * `sweep` from a sample of its tree. It looks at them after fixed numbers of nodes. So the same input takes
 * the same way, wherever it pauses.
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
  readonly #engine: 'cells' | 'masks';
  readonly #tuning: ChoiceTuning;
  #sweep: Sweep | undefined;
  /** Its layout and estimate, while they are made. */
  #estimating: Generator<undefined, number> | undefined;
  /** What `sweep` is estimated to cost. */
  #costOfSweep: number | undefined;
  /** What the whole tree of `cells` costs, by probes. */
  #probed: number | undefined;
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
    const cells = start();
    this.cells = cells;
    this.#engine = cells instanceof Masks ? 'masks' : 'cells';
    this.#tuning = { firstLook: FIRST_LOOK, worth: WORTH[this.#engine], bias: 1, ...tuning };
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
    const { options, multiple } = this.#compiled;
    const isForSweep = !multiple && this.#words() * options <= MOST_WORDS;
    return isForSweep ? this.#tuning.firstLook : Number.POSITIVE_INFINITY;
  }

  /** The words of a state of `sweep`, without colours. */
  #words(): number {
    const { primary, secondary } = this.#compiled;
    return (primary + secondary + 31) >> 5;
  }

  /** What it has cost so far. */
  get cost(): number {
    const own = this.#costOfCells();
    return this.#costOfSweep === undefined ? own : own + this.#costOfOrder() + this.#costOfSteps();
  }

  /** What is left of it is expected to cost. */
  left(): number {
    if (this.#sweep === undefined) return this.#leftOfCells();
    const costOfSweep = this.#costOfSweep as number;
    if (!this.#handedOver) return Math.min(this.#leftOfCells(), costOfSweep);
    return Math.max(costOfSweep, this.#costOfSteps()) * (1 - this.#sweep.share());
  }

  /** What the steps of `sweep` have cost. */
  #costOfSteps(): number {
    if (this.#sweep === undefined) return 0;
    return costOf({ nodes: this.#sweep.nodes, work: this.#sweep.updates });
  }

  #costOfCells({ nodes, updates, guesses }: Search = this.cells): number {
    const { node, update, look } = COSTS[this.#engine];
    return node * nodes + update * updates + look * guesses * this.#compiled.primary;
  }

  /**
   * By Knuth's share of the tree that is done, which misleads at first: the first branches may be small, as in
   * packings, or large. So the mean with what probes say, the geometric one, where there are any.
   */
  #leftOfCells(): number {
    const share = this.cells.share();
    const byShare = this.#costOfCells() / share;
    if (this.#probed === undefined) return (1 - share) * byShare;
    return (1 - share) * byShare ** ((1 + share) / 2) * this.#probed ** ((1 - share) / 2);
  }

  /**
   * What the whole tree of `cells` is estimated to cost, by a little search below prefixes that are spread
   * evenly over the shares of what is left.
   */
  *#probe(cost: number): Generator<undefined, number | undefined> {
    const twin = this.#start();
    const frontier = [...this.cells.frontier()];
    const all = frontier.reduce((sum, { share }) => sum + share, 0);
    const most = Math.max(LEAST_PROBE, cost / PROBES);
    let sum = 0;
    let count = 0;
    let done = 0;
    let next = all / PROBES / 2;
    for (const prefix of frontier) {
      done += prefix.share;
      for (; next < done; next += all / PROBES) {
        twin.reset(prefix);
        while (twin.advance(PROBE_NODES, Number.POSITIVE_INFINITY) !== 'exhausted') {
          if (this.#costOfCells(twin) > most) break;
        }
        const share = prefix.share * twin.share();
        if (share > 0) {
          sum += this.#costOfCells(twin) / share;
          count++;
        }
        yield;
      }
    }
    // It is more than what is done of it.
    return count === 0 ? undefined : Math.max(sum / count, this.#costOfCells());
  }

  /** Compares what is left of `cells` with `sweep`. */
  #look(): void {
    const { worth, bias } = this.#tuning;
    const cost = this.#costOfCells();
    const order = this.#costOfOrder();
    const part = cost / (Math.min(1, worth) * LEAST_PART * order);
    this.#nextLook = Math.ceil(
      Math.max(LOOK_AGAIN, Math.min(2 * LOOK_AGAIN, 1 / part)) * this.cells.nodes,
    );
    if (part < 1) return;
    const left = this.#leftOfCells();
    if (this.#costOfSweep === undefined) {
      if (left >= worth * order) this.#estimating = this.#sweepSlices(left);
      return;
    }
    const costOfSweep = bias * this.#costOfSweep;
    if (costOfSweep > MOST_COST) {
      this.#goOnAlone();
      return;
    }
    const margin = MARGINS.find(({ spent }) => cost <= spent * costOfSweep)?.margin ?? LEAST_MARGIN;
    if (left >= margin * costOfSweep) this.#handOver();
  }

  #costOfOrder(): number {
    const { primary, secondary, options } = this.#compiled;
    const items = primary + secondary;
    const pairs = items > MOST_ORDERED ? 0 : items * items;
    return ORDER.base + ORDER.word * options * this.#words() + ORDER.pair * pairs;
  }

  /** Lays `sweep` out, and says what it is estimated to cost; more closely if `cells` costs about as much. */
  *#sweepSlices(left: number): Generator<undefined, number> {
    const sweep = new Sweep(this.#compiled, { ...this.#settings, prefix: this.prefix });
    yield;
    const { primary, options } = this.#compiled;
    const words = this.#words();
    let cost: number;
    let width = FIRST_WIDTH;
    let isEnough: boolean;
    do {
      cost = costOf(yield* sweep.estimate(width));
      width *= WIDER;
      const isClose = cost < CLOSE * left && left < CLOSE * cost;
      const isDear = SAMPLE * width * options * words > PART_OF_SAMPLE * Math.min(cost, left);
      isEnough = !isClose || isDear || width * primary * words > MOST_SAMPLED;
    } while (!isEnough);
    this.#probed = yield* this.#probe(PART_OF_SAMPLE * Math.min(cost, left));
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
      this.#goOnAlone();
    }
  }

  /** `cells` goes on to the end. The layout of `sweep` goes, which may take many times the memory of the problem. */
  #goOnAlone(): void {
    this.#sweep = this.#estimating = undefined;
    this.#isChosen = new Int32Array(0);
    this.#nextLook = Number.POSITIVE_INFINITY;
  }

  #handOver(): void {
    this.#before = this.cells.share();
    this.#open = Array.from(this.cells.frontier(), (prefix) =>
      prefix.toArray().filter((decision) => decision >= 0),
    );
    this.#handedOver = true;
  }
}

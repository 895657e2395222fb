import type { Prefix } from '../kernels/prefix.ts';
import type { Search, SearchSettings } from '../kernels/search.ts';
import { Sweep } from '../kernels/sweep/sweep.ts';
import type { Compiled } from '../problem/compiled.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import type { Slices } from '../problem/slices.ts';
import type { Roots } from '../symmetry/roots.ts';
import {
  costOfLists,
  costOfOrder,
  isForSweep,
  kernelOf,
  leftOfLists,
  marginAt,
  probeLists,
  sampleSweep,
} from './forecast.ts';
import { RootSymmetry } from './root-symmetry.ts';
import { TUNING, type Tuning } from './tuning.ts';

const NEVER = Number.POSITIVE_INFINITY;

/**
 * `sweep` is laid out if the rest of `lists` costs this many times as much as the layout. `lists`
 * by planes is often the faster one; without them, where there are many options, it seldom is.
 */
const WORTH = { lists: 1.5, planes: 15 };
/**
 * Where `sweep` would take more than a day, `lists` goes on, since it may find solutions sooner (40
 * queens).
 */
const MOST_COST_NS = 1e14;

/** The next look at the estimates comes when the nodes of `lists` have grown by this factor. */
const LOOK_AGAIN = 2;
// The estimate of `lists` is too rough before it has cost this part of an order of `sweep`, and
// this cost. A stream waits for the cost of a whole order, since many callers want no more than the
// first solutions.
const LEAST_PART = 0.06;
const LEAST_COST_NS = 120_000;

/**
 * Where `sweep` costs more than this many times the rest of `lists`, workers do not wait for the
 * choice. At first it may seem 6 times.
 */
const FAR_TIMES = 8;
/** Workers wait for the choice up to this cost. */
const LONG_CHOICE_NS = 2 ** 28;

/** An enumeration, as far as its choice asks and changes it. */
export interface ChoiceHost {
  /** `lists`, until `sweep` goes on. */
  readonly initial: Search;
  readonly prefix: Prefix;
  /** True below the roots of symmetries. */
  readonly hasRoots: boolean;
  /** True once `sweep` goes on. */
  readonly isHandedOver: boolean;
  /** The expected cost of the rest. */
  left(): number;
  /** Another search by `lists`, for probes. */
  twin(): Search;
  /** Gives up what `lists` has done, and begins at these roots. */
  beginAt(roots: readonly Prefix[]): void;
  /** Goes on by `sweep` below the frontier, or from the beginning below roots. */
  goOnBy(sweep: Sweep, roots: readonly Prefix[] | undefined): void;
}

/**
 * The choice between `lists` and `sweep` for an enumeration, and of the roots that symmetries leave:
 *
 *     look at the costs: lists goes on cheaply -> look again when its nodes have doubled
 *       |-> symmetries may pay: find them; the enumeration begins at the roots that they leave
 *       '-> estimate sweep: lay it out, sample its tree, probe that of lists
 *             |-> lists costs less: look again when its cost is better known
 *             '-> sweep costs less: hand over
 *
 * The cost of the rest of `lists` comes from its work, Knuth's share of the tree that this took,
 * and a few probes; the cost of `sweep` comes from a sample of its tree. Both are looked at after
 * fixed numbers of nodes, in a stream later than in a count. So the same input takes the same way,
 * wherever it pauses.
 */
export class EngineChoice {
  readonly #enumeration: ChoiceHost;
  readonly #compiled: Compiled;
  readonly #settings: SearchSettings;
  readonly #tuning: Tuning;
  readonly #symmetry: RootSymmetry;
  /** The rest of `lists` must cost this many times as much as the layout of `sweep`. */
  readonly #worth: number;
  #sweep: Sweep | undefined;
  /** The estimated cost of `sweep` on the whole tree. */
  #costOfSweep: number | undefined;
  /** The steps that estimate `sweep`, hand over to it or find symmetries, while they go on. */
  #steps: Slices | undefined;
  /** The steps that find symmetries, while they go on. */
  #seeking: Slices | undefined;
  /** While more than this is left, no order of `sweep` is looked for. */
  #mostLeft = NEVER;
  /** The cost of the tree below the roots by what was given up, until its share tells more. */
  #expected = NEVER;
  /** The cost of the whole tree of `lists`, by probes. */
  #probed: number | undefined;
  #nextLook: number;
  /** The cost of `lists` at the last look. */
  #costAtLook = 0;

  /** `usesSymmetry`: the enumeration may find one solution for several. */
  constructor(
    enumeration: ChoiceHost,
    compiled: Compiled,
    settings: SearchSettings,
    tuning: Partial<Tuning>,
    usesSymmetry: boolean,
  ) {
    this.#enumeration = enumeration;
    this.#compiled = compiled;
    this.#settings = settings;
    this.#tuning = { ...TUNING, ...tuning };
    this.#worth = this.#tuning.sweepWorth ?? WORTH[kernelOf(enumeration.initial)];
    this.#symmetry = new RootSymmetry(compiled, this.#tuning.symmetryBias, usesSymmetry);
    this.#nextLook = this.#firstLook();
  }

  /** The nodes of `lists` at the next look. */
  get nextLook(): number {
    return this.#nextLook;
  }

  /** True in the middle of steps between two looks. */
  get isInSteps(): boolean {
    return this.#steps !== undefined;
  }

  /** The symmetries of the problem below its prefix, once they are known. */
  get symmetries(): Roots | undefined {
    return this.#symmetry.found;
  }

  /** The expected cost of the rest of `lists`. */
  get leftOfLists(): number {
    const lists = this.#enumeration.initial;
    if (lists.share() === 0) return this.#expected;
    return leftOfLists(lists, this.#compiled, this.#probed);
  }

  /** The estimated cost of `sweep` on the part of the tree that symmetries leave, while it is laid out. */
  get costOfSweep(): number | undefined {
    return this.#sweep && this.#part * (this.#costOfSweep as number);
  }

  /** The cost of the estimate of `sweep`, if it was made. */
  get cost(): number {
    return this.#costOfSweep === undefined ? 0 : costOfOrder(this.#compiled);
  }

  /**
   * True while `sweep` may soon take over: its cost is estimated, or neither engine looks far cheaper
   * and `lists` had not run long enough at the last look to be sure. False once that takes longer
   * than a quarter of a second.
   */
  get isOpen(): boolean {
    const compiled = this.#compiled;
    const { initial, hasRoots } = this.#enumeration;
    const spent = costOfLists(initial, compiled);
    const order = costOfOrder(compiled);
    if (Math.max(spent, order) > LONG_CHOICE_NS) return false;
    if (this.isInSteps || initial.nodes >= this.#nextLook) return true;
    if (!isForSweep(compiled) || this.#nextLook === NEVER) return false;
    // The first root may be done at once, or take long.
    if (hasRoots && spent < order) return true;
    const left = this.leftOfLists;
    if (this.#costOfSweep === undefined) return left >= this.#worth * order;
    const ofSweep = this.#part * this.#tuning.sweepBias * this.#costOfSweep;
    if (this.#sweep === undefined || FAR_TIMES * left < ofSweep) return false;
    const least = marginAt(initial, NEVER, ofSweep);
    return marginAt(initial, this.#costAtLook, ofSweep) > least;
  }

  /** Looks for no order of `sweep` while more work than this is left. */
  waitAbove(mostLeft: number): void {
    if (mostLeft === this.#mostLeft) return;
    this.#mostLeft = mostLeft;
    if (this.#costOfSweep === undefined && this.#nextLook < NEVER) this.#lookSoon();
  }

  /** Looks for the symmetries for about a millisecond; returns them once they are known. */
  seekSymmetries(): Roots | undefined {
    if (this.#symmetry.found === undefined) {
      this.#seeking ??= this.#findSymmetries();
      this.#seeking.next();
    }
    return this.#symmetry.found;
  }

  /**
   * The next step: a slice of an estimate, or a look at the costs. A stream may end at any solution.
   * Where the machine refuses memory for the step, `lists` goes on alone.
   */
  step(isStream: boolean): void {
    try {
      if (this.#steps === undefined) this.#look(isStream);
      else this.#steps.next();
    } catch (error) {
      if (!isMemoryRefused(error)) throw error;
      this.#goOnAlone();
    }
  }

  /** The enumeration gives up what `lists` has spent, and begins at the roots. Called before. */
  giveUp(spent: number): void {
    this.#expected = (this.#symmetry.found as Roots).part * (spent + this.leftOfLists);
    this.#probed = undefined;
    this.#costAtLook = 0;
  }

  /** Begins anew, as the enumeration does. */
  reset(): void {
    this.end();
    this.#costOfSweep = this.#probed = undefined;
    this.#symmetry.found = this.#seeking = undefined;
    this.#costAtLook = 0;
    this.#expected = NEVER;
    this.#nextLook = this.#firstLook();
  }

  /** Ends `sweep`, and the steps that go on. */
  end(): void {
    this.#steps?.return();
    this.#sweep?.end();
    this.#steps = this.#sweep = undefined;
  }

  #firstLook(): number {
    const looks = isForSweep(this.#compiled) || this.#symmetry.isUsed;
    return looks ? this.#tuning.choiceLookNodes : NEVER;
  }

  /** The part of the tree that symmetries leave. */
  get #part(): number {
    return this.#enumeration.hasRoots ? (this.#symmetry.found as Roots).part : 1;
  }

  /** Compares the rest of `lists` with `sweep`. */
  #look(isStream: boolean): void {
    const compiled = this.#compiled;
    const lists = this.#enumeration.initial;
    const worth = this.#worth;
    const cost = costOfLists(lists, compiled);
    this.#costAtLook = cost;
    const left = this.leftOfLists;
    const seeks = left <= this.#mostLeft && this.#symmetry.isWorth(left);
    if (seeks && cost >= this.#symmetry.cost) {
      this.#seeking ??= this.#findSymmetries();
      this.#steps = this.#seeking;
      return;
    }
    if (!isForSweep(compiled)) {
      this.#nextLook = this.#symmetry.found === undefined ? this.#after(LOOK_AGAIN) : NEVER;
      return;
    }
    const order = costOfOrder(compiled);
    const least = Math.max((isStream ? 1 : LEAST_PART) * order, LEAST_COST_NS);
    const part = cost / (Math.min(1, worth) * least);
    this.#nextLook = this.#after(Math.max(LOOK_AGAIN, Math.min(2 * LOOK_AGAIN, 1 / part)));
    if (part < 1) return;
    const ofSweep = this.costOfSweep;
    if (ofSweep === undefined) {
      // What symmetries leave may not be worth an order (Soma cube: two thirds of the time).
      if (seeks || left < worth * order || left > this.#mostLeft) return;
      this.#steps = this.#estimate(left);
      return;
    }
    const biased = this.#tuning.sweepBias * ofSweep;
    if (biased > MOST_COST_NS) this.#goOnAlone();
    else if (left >= marginAt(lists, cost, biased) * biased) {
      this.#steps = this.#handOver(this.#sweep as Sweep);
    }
  }

  /** The nodes of `lists` when they have grown by a factor. */
  #after(factor: number): number {
    const { initial } = this.#enumeration;
    return Math.max(this.#tuning.choiceLookNodes, Math.ceil(factor * initial.nodes));
  }

  #lookSoon(): void {
    this.#nextLook = this.#after(1);
  }

  /** Finds the symmetries. The enumeration begins at the roots that they leave, if these are few. */
  *#findSymmetries(): Slices {
    const enumeration = this.#enumeration;
    const roots = yield* this.#symmetry.find(enumeration.prefix, enumeration.left());
    if (this.#steps === this.#seeking) this.#steps = undefined;
    this.#seeking = undefined;
    if (enumeration.isHandedOver) return;
    if (roots !== undefined) enumeration.beginAt(roots);
    this.#lookSoon();
  }

  /** Lays `sweep` out, and samples the trees of `sweep` and `lists`. */
  *#estimate(left: number): Slices {
    const compiled = this.#compiled;
    const enumeration = this.#enumeration;
    const { prefix } = enumeration;
    const sweep = new Sweep(compiled, { ...this.#settings, prefix });
    yield;
    const cost = yield* sampleSweep(sweep, compiled, left / this.#part);
    const worth = Math.min(this.#part * cost, left);
    const twin: Search = enumeration.twin();
    try {
      this.#probed = yield* probeLists(enumeration.initial, twin, compiled, worth);
    } finally {
      twin.end();
    }
    this.#sweep = sweep;
    this.#costOfSweep = cost;
    this.#steps = undefined;
    this.#nextLook = enumeration.initial.nodes;
  }

  /**
   * `lists` goes on to the end. The layout of `sweep` is freed: it may take many times the memory
   * of the problem.
   */
  #goOnAlone(): void {
    this.end();
    this.#nextLook = NEVER;
  }

  /**
   * Hands over to `sweep`. With symmetries it begins anew: of options that are alike it takes those
   * that it comes upon first. Then what they cover bounds all the rest. Pentominoes of 6x10 take a
   * tenth of the work without symmetries so, and nine tenths with those that it comes upon last.
   */
  *#handOver(sweep: Sweep): Slices {
    const enumeration = this.#enumeration;
    const cost = this.#costOfSweep as number;
    const seeks = enumeration.hasRoots || this.#symmetry.isWorth(cost);
    const placeOf = (option: number) => sweep.placeOf(option);
    const roots = seeks ? yield* this.#symmetry.find(enumeration.prefix, cost, placeOf) : undefined;
    enumeration.goOnBy(sweep, roots);
    this.#steps = undefined;
  }
}

// More than 350 lines: the steps of one machine, which all work on the same model, state and prices.

import { type Decisions, Start } from '../kernels/prefix.ts';
import { Random } from '../kernels/random.ts';
import { checkBudget, type Outcome } from '../kernels/search.ts';
import { Simplex } from '../linear/simplex.ts';
import { type Compiled, checkCompiled } from '../problem/compiled.ts';
import { Below } from './below.ts';
import { divide, NEAR } from './divide.ts';
import { type Found, FoundList } from './found.ts';
import { Model } from './model.ts';
import { type OpenNode, OpenNodes } from './open.ts';
import { Prices } from './prices.ts';
import { reduced } from './reduce.ts';
import { CHOSEN, FREE, OUT, State } from './state.ts';

/** Which solutions to look for. */
export interface BranchingSettings {
  readonly k: number;
  readonly max: boolean;
  readonly prefix?: Decisions | undefined;
  readonly seed?: number | undefined;
  readonly memoryLimit?: number | undefined;
  /**
   * Columns decided by search before the first linear program, and below each branch. Tests give a small
   * number, so that small problems come to branches.
   */
  readonly searchWork?: number | undefined;
}

/** All that belongs to a model at its root. */
interface Root {
  readonly model: Model;
  readonly state: State;
  readonly prices: Prices;
  readonly simplex: Simplex;
  readonly told: Uint8Array;
  readonly values: Float64Array;
  readonly rootReduced: Float64Array;
  readonly rootBound: number;
  readonly mark: number;
}

const MEMORY = 2 ** 30;
/** The first target leaves this number of columns for each row; each further one is this much wider. */
const REACH = 1.2;
const WIDER = 4;
/** Columns decided before the first linear program. Small problems are done by then. */
const FIRST = 1 << 15;
/** The search that goes on beside the branches has this number of columns decided in the same time as they. */
const LONG = 1 << 21;
/** Columns decided, and pivots made, before a pause. */
const STEP = 1 << 12;
const PIVOTS = 8;
/** Pivots between two looks at the bound that they prove. */
const LOOK = 64;

/**
 * The k cheapest solutions, by branch and bound.
 *
 *     .-----------------------------------------------------------------------------.
 *     v                                                                             |
 *   [open] the branch with the lowest bound                                         |
 *     v                                                                             |
 *   [price] its rows by the linear program  -> bound beyond the k-th best: closed --|
 *     v                                                                             |
 *   [fix] columns whose reduced cost exceeds the gap; again [price] if that helps   |
 *     v                                                                             |
 *   [search] below it, as long as the linear program took  -> to its end: closed ---|
 *     v                                                                             |
 *   [branch] in two; the likelier one is priced next, from the basis at hand -------'
 *
 * Before the first linear program it searches a little by simple prices, which is all that small problems need.
 */
export class Branching {
  /** The prefix, until the search begins. */
  readonly #start: Start;
  readonly #list: FoundList;
  /** The search by simple prices: it goes on beside the branches, for where these help little. */
  readonly #whole: Below;
  readonly #wholeState: State;
  /** About how many numbers are worked on to decide a column. */
  readonly #width: number;
  #model: Model;
  #state: State;
  #prices: Prices;
  #below: Below;
  #open = new OpenNodes();
  readonly #sign: number;
  readonly #memoryLimit: number;
  readonly #seed: number;
  readonly #searchWork: number | undefined;
  #simplex: Simplex | undefined;
  /** What the linear program knows of each column. */
  #told: Uint8Array;
  #values: Float64Array;
  /** The bound and the reduced costs of the root, for whenever a better solution is found. */
  #rootBound = Number.NEGATIVE_INFINITY;
  #rootReduced: Float64Array;
  #rootCutoff = Number.POSITIVE_INFINITY;
  #rootMark = 0;
  /** The root as it was when the first target was set, and how far the target is from its bound. */
  #root: Root | undefined;
  #gap = 0;
  #phase: 'begin' | 'first' | 'open' | 'price' | 'search' | 'branch' | 'done' = 'begin';
  /** The node at hand. */
  #node: OpenNode | undefined;
  #child: OpenNode | undefined;
  #workBefore = 0;
  #pivotsToLook = 0;
  #budget = 0;
  #proven = Number.NEGATIVE_INFINITY;
  #simpleBound = Number.NEGATIVE_INFINITY;
  #branches = 0;
  /** The work in the models before this one. */
  #nodesBefore = 0;
  #updatesBefore = 0;
  #deepest = 0;

  constructor(compiled: Compiled, settings: BranchingSettings) {
    checkCompiled(compiled);
    const { k, max, prefix, seed = 1, memoryLimit = MEMORY } = settings;
    this.#start = new Start(compiled, prefix);
    this.#model = Model.of(compiled, max);
    this.#sign = max ? -1 : 1;
    this.#memoryLimit = memoryLimit;
    this.#seed = seed;
    // A seed that is no whole number is refused now, not at the first linear program.
    new Random(seed);
    this.#searchWork = settings.searchWork;
    this.#list = new FoundList(k);
    this.#state = new State(this.#model);
    this.#prices = new Prices(this.#model);
    this.#wholeState = this.#state;
    this.#width = (4 * this.#model.rowOf.length) / Math.max(1, this.#model.columns);
    this.#whole = new Below(this.#model, this.#state, this.#prices, this.#list, {
      isWhole: true,
    });
    this.#below = this.#whole;
    this.#told = new Uint8Array(0);
    this.#values = new Float64Array(0);
    this.#rootReduced = new Float64Array(this.#model.columns);
  }

  /** The cheapest solutions found; with `max` the dearest. */
  get found(): Found[] {
    return this.#list.list.map(({ cost, options }) => ({ cost: this.#signed(cost), options }));
  }

  /** No solution that is not in the list costs less; with `max`, none costs more. */
  get bound(): number {
    return this.#signed(this.#lowest());
  }

  get solutions(): number {
    return this.#list.improvements;
  }

  get nodes(): number {
    return this.#branches + this.#nodesBefore + this.#whole.nodes + this.#nodesBelow();
  }

  get guesses(): number {
    return this.nodes;
  }

  get updates(): number {
    const { work } = this.#wholeState;
    const isOwn = this.#state !== this.#wholeState;
    return work + (isOwn ? this.#updatesBefore + this.#state.work + this.#pricing() : 0);
  }

  get deepest(): number {
    return Math.max(this.#deepest, this.#below.deepest);
  }

  /** It cannot be estimated: 0 until the end. */
  share(): number {
    return this.#phase === 'done' ? 1 : 0;
  }

  #nodesBelow(): number {
    return this.#below === this.#whole ? 0 : this.#below.nodes;
  }

  #pricing(): number {
    return this.#simplex?.work ?? 0;
  }

  /** Goes on to the next improvement, as `Search` does. */
  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    const stop = this.nodes + nodeBudget;
    for (;;) {
      if (this.#phase === 'done') return 'exhausted';
      if (nodeBudget === 0) return 'paused';
      const before = this.#list.improvements;
      const isStuck = this.#step();
      if (isStuck) return 'stuck';
      if (this.#list.improvements > before) return 'solution';
      if (nodeBudget !== Number.POSITIVE_INFINITY && this.#phase !== ('done' as string)) {
        return 'paused';
      }
      if (this.nodes >= stop && this.#phase !== ('done' as string)) return 'paused';
    }
  }

  /** One small step. True where memory is out. */
  #step(): boolean {
    if (this.#isTurnOfWhole()) {
      const slice = Math.min(STEP, this.#searchWork ?? STEP);
      if (this.#whole.run(slice) === 'exhausted') this.#end();
      return false;
    }
    switch (this.#phase) {
      case 'begin':
        this.#begin();
        break;
      case 'first':
      case 'search':
        this.#search();
        break;
      case 'open':
        return this.#openNext();
      case 'price':
        this.#price();
        break;
      case 'branch':
        this.#branch();
        break;
      default:
    }
    return false;
  }

  #begin(): void {
    const state = this.#state;
    if (!state.begin(this.#start)) {
      this.#finish();
      return;
    }
    this.#rootMark = state.mark();
    this.#prices.divide(state);
    this.#raise(this.#prices.bound);
    this.#simpleBound = this.#prices.costOf(this.#proven);
    this.#keepRoot();
    this.#below.start();
    this.#budget = this.#searchWork ?? FIRST;
    if (!this.#hasRoom()) this.#budget = Number.POSITIVE_INFINITY;
    this.#phase = 'first';
  }

  /** Whether the linear program fits into the memory. */
  #hasRoom(): boolean {
    const { linear, columns, rowOf } = this.#model;
    const bytes = 16 * linear * linear + 64 * (columns + linear) + 24 * rowOf.length;
    return bytes < this.#memoryLimit;
  }

  #search(): void {
    const { work } = this.#state;
    const outcome = this.#below.run(Math.min(STEP, this.#budget));
    if (outcome === 'exhausted') {
      if (this.#phase === 'first') this.#end();
      else this.#phase = 'open';
      this.#node = undefined;
      return;
    }
    this.#budget -= Math.max(1, this.#state.work - work);
    if (this.#budget > 0) return;
    if (this.#phase === 'search') {
      this.#below.stop();
      this.#phase = 'branch';
      return;
    }
    // From here on the first search takes turns with branches, which begin with a state of their own.
    this.#state = new State(this.#model);
    this.#state.begin(this.#start);
    this.#prices = new Prices(this.#model);
    this.#below = new Below(this.#model, this.#state, this.#prices, this.#list);
    this.#reduce();
  }

  /**
   * Begins again at the root, with a model of what is left. It has fewer rows, so the linear program is
   * solved anew in less time than it takes to go on with the large one.
   */
  #reduce(): void {
    this.#state.undo(this.#rootMark);
    const model = this.#fixRoot() ? reduced(this.#state) : undefined;
    if (model === undefined) {
      this.#finish();
      return;
    }
    const { nodes, updates } = this;
    this.#deepest = this.deepest;
    this.#model = model;
    this.#state = new State(model);
    this.#prices = new Prices(model);
    this.#below = new Below(model, this.#state, this.#prices, this.#list);
    this.#told = new Uint8Array(model.columns);
    this.#values = new Float64Array(model.columns);
    this.#rootReduced = new Float64Array(model.columns);
    this.#rootBound = Number.NEGATIVE_INFINITY;
    this.#rootCutoff = Number.POSITIVE_INFINITY;
    this.#rootMark = 0;
    if (!this.#state.begin()) {
      this.#finish();
      return;
    }
    this.#rootMark = this.#state.mark();
    this.#prices.divide(this.#state);
    this.#keepRoot();
    this.#simplex = new Simplex(model, this.#seed);
    this.#nodesBefore += nodes - this.nodes;
    this.#updatesBefore += updates - this.updates;
    this.#openRoot();
  }

  #openRoot(): void {
    this.#open = new OpenNodes();
    this.#child = undefined;
    const bound = Math.max(this.#rootBound, this.#proven);
    this.#open.add({ parent: undefined, decisions: [], bound, depth: 0 });
    this.#phase = 'open';
  }

  /**
   * Sets a target for the first time, at the root. Without it the search would wander among dear solutions until
   * it has k of them. The target is so near to the bound that little more than the columns of the basis are within
   * reach. Where that finds fewer than k solutions, `#widen` sets it farther.
   */
  #aim(): void {
    const { reduced, bound } = this.#prices;
    if (this.#root !== undefined || bound === Number.NEGATIVE_INFINITY) return;
    const free = reduced.filter((_, j) => this.#state.decided[j] === FREE).sort();
    const within = free[Math.min(free.length - 1, Math.ceil(REACH * this.#model.linear) + 16)] ?? 0;
    this.#gap = Math.max(within, this.#model.unit * this.#prices.scale);
    const target = this.#prices.costOf(bound + this.#gap) + this.#model.unit;
    if (!(target < this.#list.worst)) return;
    this.#root = {
      model: this.#model,
      state: this.#state,
      prices: this.#prices,
      simplex: this.#simplex as Simplex,
      told: this.#told,
      values: this.#values,
      rootReduced: this.#rootReduced,
      rootBound: this.#rootBound,
      mark: this.#rootMark,
    };
    this.#list.target = target;
  }

  /** All solutions within the target are found, and more are wanted: back to the root, with another target. */
  #widen(): void {
    this.#raise(Number.POSITIVE_INFINITY);
    const root = this.#root as Root;
    const { nodes, updates } = this;
    this.#deepest = this.deepest;
    this.#model = root.model;
    this.#state = root.state;
    this.#prices = root.prices;
    this.#simplex = root.simplex;
    this.#told = root.told;
    this.#values = root.values;
    this.#rootReduced = root.rootReduced;
    this.#rootBound = root.rootBound;
    this.#rootMark = root.mark;
    this.#rootCutoff = Number.POSITIVE_INFINITY;
    this.#state.undo(root.mark);
    this.#below = new Below(this.#model, this.#state, this.#prices, this.#list);
    this.#nodesBefore += nodes - this.nodes;
    this.#updatesBefore += updates - this.updates;
    this.#gap *= WIDER;
    const reach = this.#rootReduced.reduce((sum, d) => sum + Math.abs(d), 0);
    const isAll = !(this.#gap <= reach);
    this.#list.target = isAll
      ? Number.POSITIVE_INFINITY
      : this.#prices.costOf(this.#rootBound + this.#gap) + this.#model.unit;
    this.#openRoot();
  }

  /** Whether so little is left at the root that a new model is worth it. */
  #isWorthReducing(): boolean {
    return this.#model.columns > 64 && this.#rootMark > this.#model.columns / 2;
  }

  /** Goes on at the branch just made, or at the open node with the lowest bound. */
  #openNext(): boolean {
    const state = this.#state;
    const node = this.#child ?? this.#open.take();
    this.#child = undefined;
    if (node === undefined) {
      this.#finish();
      return false;
    }
    this.#raise(Math.min(node.bound, this.#open.lowest));
    if (node.bound > this.#limit()) {
      // The nodes that are open have no lower bound, except after a branch just made.
      return false;
    }
    if (100 * this.#open.length + 16 * this.#list.size > this.#memoryLimit) return true;
    this.#node = node;
    state.undo(this.#rootMark);
    if (!this.#fixRoot()) {
      this.#finish();
      return false;
    }
    if (this.#isWorthReducing()) {
      this.#reduce();
      return false;
    }
    const path: OpenNode[] = [];
    for (let n: OpenNode | undefined = node; n !== undefined; n = n.parent) path.push(n);
    let isOpen = true;
    for (const { decisions } of path.reverse()) {
      for (const decision of decisions) {
        isOpen = decision >= 0 ? state.choose(decision) : state.leaveOut(~decision);
        if (!isOpen) break;
      }
      isOpen = isOpen && state.propagate();
      if (!isOpen) break;
    }
    if (!isOpen) {
      this.#node = undefined;
      return false;
    }
    this.#deepest = Math.max(this.#deepest, node.depth);
    const simplex = this.#simplex as Simplex;
    this.#workBefore = simplex.work;
    this.#tell();
    this.#phase = 'price';
    return false;
  }

  /** Tells the linear program what is decided. */
  #tell(): void {
    const simplex = this.#simplex as Simplex;
    const { decided } = this.#state;
    for (let j = 0; j < this.#told.length; j++) {
      const what = decided[j] as number;
      if (this.#told[j] === what) continue;
      this.#told[j] = what;
      simplex.bound(j, what === CHOSEN ? 1 : 0, what === OUT ? 0 : 1);
    }
    simplex.restart();
    this.#pivotsToLook = LOOK;
  }

  #price(): void {
    const simplex = this.#simplex as Simplex;
    const state = this.#state;
    const node = this.#node as OpenNode;
    const outcome = simplex.run(PIVOTS);
    if (outcome === 'infeasible' && this.#prices.refutes(state, simplex.ray)) {
      this.#phase = 'open';
      return;
    }
    this.#pivotsToLook -= PIVOTS;
    if (outcome === 'paused' && this.#pivotsToLook > 0) return;
    this.#pivotsToLook = LOOK;
    const bound = this.#prove();
    if (bound > node.bound) node.bound = bound;
    if (node.depth === 0) this.#raise(bound);
    if (bound > this.#limit()) {
      this.#phase = 'open';
      return;
    }
    if (outcome === 'paused') return;
    simplex.values(this.#values);
    if (node.depth === 0) this.#keepRoot();
    if (outcome === 'optimal') {
      this.#round();
      if (node.depth === 0) this.#aim();
    }
    const before = state.length;
    if (this.#prices.bound > this.#limit() || !this.#fix()) {
      this.#phase = 'open';
      return;
    }
    if (node.depth === 0) {
      this.#rootMark = state.mark();
      if (this.#isWorthReducing()) {
        this.#reduce();
        return;
      }
      simplex.compact();
    }
    if (outcome === 'optimal' && this.#isMoved(before)) {
      // What followed changes the solution of the linear program: its bound may rise.
      this.#tell();
      return;
    }
    if (state.length === this.#model.columns) {
      this.#list.add(state.cost, state.options());
      this.#phase = 'open';
      return;
    }
    this.#prices.prove(state);
    this.#below.start();
    const worth = Math.max(STEP / 4, (simplex.work - this.#workBefore) / (2 * this.#width));
    this.#budget = this.#searchWork ?? worth;
    this.#phase = 'search';
  }

  /** The bound that the prices of the linear program prove below the state. */
  #prove(): number {
    const simplex = this.#simplex as Simplex;
    this.#prices.round(simplex.reduced, this.#model.columns, simplex.scale);
    return this.#prices.prove(this.#state);
  }

  /** Takes the solution of the linear program where it has no fractions. */
  #round(): void {
    const values = this.#values;
    const state = this.#state;
    const chosen: number[] = [];
    for (let j = 0; j < values.length; j++) {
      const x = values[j] as number;
      if (x > NEAR && x < 1 - NEAR) return;
      if (x > 0.5) chosen.push(j);
    }
    const mark = state.mark();
    let isSolution = true;
    for (const j of chosen)
      if (isSolution && state.decided[j] === FREE) isSolution = state.choose(j);
    for (let j = 0; j < values.length && isSolution; j++) {
      if (state.decided[j] === FREE) isSolution = state.leaveOut(j);
    }
    if (isSolution && state.propagate()) this.#list.add(state.cost, state.options());
    state.undo(mark);
  }

  /** Decides the columns whose reduced costs exceed the gap. False where nothing is left. */
  #fix(): boolean {
    const { reduced, bound } = this.#prices;
    return this.#exceed(reduced, this.#limit() - bound);
  }

  #exceed(reduced: Float64Array, gap: number): boolean {
    const state = this.#state;
    for (let j = 0; j < reduced.length; j++) {
      if (state.decided[j] !== FREE) continue;
      const d = reduced[j] as number;
      if (d > gap && !state.leaveOut(j)) return false;
      if (-d > gap && !state.choose(j)) return false;
    }
    return state.propagate();
  }

  /** Keeps the bound and the reduced costs of the root. */
  #keepRoot(): void {
    const { bound, reduced } = this.#prices;
    if (bound <= this.#rootBound) return;
    this.#rootBound = bound;
    this.#rootReduced.set(reduced);
    this.#rootCutoff = Number.POSITIVE_INFINITY;
  }

  /** At the root: what a better solution leaves out for good. */
  #fixRoot(): boolean {
    const { cutoff } = this.#list;
    if (cutoff >= this.#rootCutoff) return true;
    this.#rootCutoff = cutoff;
    if (!this.#exceed(this.#rootReduced, this.#limit() - this.#rootBound)) return false;
    this.#rootMark = this.#state.mark();
    return true;
  }

  /** Whether a column decided since then has another value in the linear program. */
  #isMoved(from: number): boolean {
    const { trail, decided, length } = this.#state;
    for (let k = from; k < length; k++) {
      const j = trail[k] as number;
      const x = this.#values[j] as number;
      if (decided[j] === CHOSEN ? x < 1 - NEAR : x > NEAR) return true;
    }
    return false;
  }

  /** Divides the node at hand. */
  #branch(): void {
    const node = this.#node as OpenNode;
    const { bound, depth } = node;
    const [likely, other] = divide(this.#state, this.#values);
    this.#branches++;
    this.#child = { parent: node, decisions: likely, bound, depth: depth + 1 };
    this.#open.add({ parent: node, decisions: other, bound, depth: depth + 1 });
    this.#node = undefined;
    this.#phase = 'open';
  }

  #limit(): number {
    return this.#below.limit;
  }

  /** Notes that all that is left costs at least that. */
  #raise(bound: number): void {
    // What costs the target or more is not looked at.
    const known = Math.min(bound, this.#list.target * this.#prices.scale);
    if (known > this.#proven) this.#proven = known;
  }

  /** Nothing more is to be found within the target. */
  #finish(): void {
    if (this.#list.target < this.#list.worst) {
      this.#widen();
      return;
    }
    this.#end();
  }

  /** Nothing more is to be found at all. */
  #end(): void {
    this.#proven = Number.POSITIVE_INFINITY;
    this.#phase = 'done';
  }

  /**
   * Whether the search by simple prices has done less than its part of the work. That is four fifths as long as the
   * linear program has no better bound, as where all solutions cost the same; else half, and later a ninth.
   */
  #isTurnOfWhole(): boolean {
    if (this.#phase === 'begin' || this.#phase === 'first' || this.#searchWork === 0) return false;
    const { work } = this.#wholeState;
    const width = this.#width;
    const isBoundBetter = this.#prices.costOf(this.#proven) > this.#simpleBound;
    const part = !isBoundBetter ? 0.25 : work < LONG ? 1 : 8;
    return part * width * (work - FIRST) < this.updates - work;
  }

  #lowest(): number {
    return Math.min(this.#prices.costOf(this.#proven), this.#list.worst);
  }

  /** The cost of the caller: negated with `max`, and never -0. */
  #signed(cost: number): number {
    return this.#sign < 0 ? 0 - cost : cost;
  }
}

import { type Decisions, Start } from '../kernels/prefix.ts';
import { checkBudget, type Outcome } from '../kernels/search.ts';
import { type Compiled, checkCompiled } from '../problem/compiled.ts';
import { Below } from './below.ts';
import { type Found, FoundList } from './found.ts';
import { Model } from './model.ts';
import { type OpenNode, OpenNodes } from './open.ts';
import { Prices } from './prices.ts';
import { reduced } from './reduce.ts';
import { Simplex } from './simplex.ts';
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

const MEMORY = 2 ** 30;
/** Columns decided before the first linear program. Small problems are done by then. */
const FIRST = 1 << 15;
/** Columns decided, and pivots made, before a pause. */
const STEP = 1 << 12;
const PIVOTS = 8;
/** Pivots between two looks at the bound that they prove. */
const LOOK = 64;
/** Values this near to 0 or 1 count as such. */
const NEAR = 1e-6;

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
  #phase: 'begin' | 'first' | 'open' | 'price' | 'search' | 'branch' | 'done' = 'begin';
  /** The node at hand. */
  #node: OpenNode | undefined;
  #child: OpenNode | undefined;
  #workBefore = 0;
  #pivotsToLook = 0;
  #budget = 0;
  #proven = Number.NEGATIVE_INFINITY;
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
    this.#searchWork = settings.searchWork;
    this.#list = new FoundList(k);
    this.#state = new State(this.#model);
    this.#prices = new Prices(this.#model);
    this.#below = new Below(this.#model, this.#state, this.#prices, this.#list);
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
    return this.#branches + this.#nodesBefore + this.#below.nodes;
  }

  get guesses(): number {
    return this.nodes;
  }

  get updates(): number {
    return this.#updatesBefore + this.#state.work + (this.#simplex?.work ?? 0);
  }

  get deepest(): number {
    return Math.max(this.#deepest, this.#below.deepest);
  }

  /** It cannot be estimated: 0 until the end. */
  share(): number {
    return this.#phase === 'done' ? 1 : 0;
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
    this.#keepRoot();
    this.#below.start();
    this.#budget = this.#searchWork ?? FIRST;
    if (!this.#hasRoom()) this.#budget = Number.POSITIVE_INFINITY;
    this.#phase = 'first';
  }

  /** Whether the linear program fits into the memory. */
  #hasRoom(): boolean {
    const { linear, columns, rowOf } = this.#model;
    const bytes = 8 * linear * linear + 64 * (columns + linear) + 24 * rowOf.length;
    return bytes < this.#memoryLimit;
  }

  #search(): void {
    const { work } = this.#state;
    const outcome = this.#below.run(Math.min(STEP, this.#budget));
    if (outcome === 'exhausted') {
      if (this.#phase === 'first') this.#finish();
      else this.#phase = 'open';
      this.#node = undefined;
      return;
    }
    this.#budget -= Math.max(1, this.#state.work - work);
    if (this.#budget > 0) return;
    this.#below.stop();
    if (this.#phase === 'search') {
      this.#phase = 'branch';
      return;
    }
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
    this.#nodesBefore += this.#below.nodes;
    this.#deepest = this.deepest;
    this.#updatesBefore = this.updates;
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
    this.#open = new OpenNodes();
    this.#child = undefined;
    const bound = Math.max(this.#prices.bound, this.#proven);
    this.#open.add({ parent: undefined, decisions: [], bound, depth: 0 });
    this.#phase = 'open';
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
    this.#raise(Math.min(node?.bound ?? Number.POSITIVE_INFINITY, this.#open.lowest));
    if (node === undefined) {
      this.#finish();
      return false;
    }
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
    simplex.settle();
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
    if (outcome === 'optimal') this.#round();
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
    const width = (2 * this.#model.rowOf.length) / Math.max(1, this.#model.columns);
    const worth = Math.max(STEP / 4, (simplex.work - this.#workBefore) / (4 * width));
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
    const { decided } = this.#state;
    const values = this.#values;
    const node = this.#node as OpenNode;
    let best = -1;
    let merit = -1;
    for (let j = 0; j < values.length; j++) {
      if (decided[j] !== FREE) continue;
      const x = values[j] as number;
      const m = x < 1 - NEAR ? x : NEAR;
      if (m > merit) {
        merit = m;
        best = j;
      }
    }
    this.#branches++;
    const { bound, depth } = node;
    const parent = node;
    this.#child = { parent, decisions: [best], bound, depth: depth + 1 };
    this.#open.add({ parent, decisions: [~best], bound, depth: depth + 1 });
    this.#node = undefined;
    this.#phase = 'open';
  }

  #limit(): number {
    return Below.limit(this.#model, this.#prices, this.#list);
  }

  /** Notes that all that is left costs at least that. */
  #raise(bound: number): void {
    if (bound > this.#proven) this.#proven = bound;
  }

  /** Nothing more is to be found. */
  #finish(): void {
    this.#proven = Number.POSITIVE_INFINITY;
    this.#phase = 'done';
  }

  #lowest(): number {
    return Math.min(this.#prices.costOf(this.#proven), this.#list.cutoff);
  }

  /** The cost of the caller: negated with `max`, and never -0. */
  #signed(cost: number): number {
    return this.#sign < 0 ? 0 - cost : cost;
  }
}

// More than 350 lines: the steps of one machine, which all work on the same model, state and prices.

import { type Decisions, Start } from '../kernels/prefix.ts';
import { Random } from '../kernels/random.ts';
import { checkBudget, type Outcome } from '../kernels/search.ts';
import { type Compiled, checkCompiled } from '../problem/compiled.ts';
import { Beams } from './beams.ts';
import { Beside, FIRST, STEP } from './beside.ts';
import { dive } from './dive.ts';
import { divide } from './divide.ts';
import { type Found, FoundList } from './found.ts';
import { Model } from './model.ts';
import { type OpenNode, OpenNodes } from './open.ts';
import { reduced } from './reduce.ts';
import { Root } from './root.ts';
import { Targets } from './targets.ts';

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
/** A new model is worth it where it has at most this part of the rows. */
const FEWER_ROWS = 0.75;
/** A dive takes at most so many times the work of all before it. */
const DIVE = 2;
/** After this number of targets without enough solutions a dive looks for a solution at any cost. */
const LOST = 3;
/** A solution that costs more than the bound by this part is far from it. */
const FAR = 0.01;
/** Pivots made before a pause. */
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
  readonly #targets: Targets;
  readonly #beside: Beside;
  /** The root at hand. */
  #root: Root;
  #open = new OpenNodes();
  readonly #sign: number;
  readonly #memoryLimit: number;
  readonly #seed: number;
  readonly #searchWork: number | undefined;
  /** The target, while there is none for a dive. */
  #target = Number.POSITIVE_INFINITY;
  #diving: Generator<undefined, void> | undefined;
  readonly #beams: Beams;
  #round: Generator<undefined, number> | undefined;
  #phase:
    | 'begin'
    | 'climb'
    | 'first'
    | 'beam'
    | 'open'
    | 'price'
    | 'dive'
    | 'search'
    | 'branch'
    | 'done' = 'begin';
  /** The node at hand. */
  #node: OpenNode | undefined;
  #child: OpenNode | undefined;
  #climbing: Generator<undefined, void> | undefined;
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
    const model = Model.of(compiled, max);
    this.#sign = max ? -1 : 1;
    this.#memoryLimit = memoryLimit;
    this.#seed = seed;
    // A seed that is no whole number is refused now, not at the first linear program.
    new Random(seed);
    this.#searchWork = settings.searchWork;
    this.#list = new FoundList(k);
    this.#targets = new Targets(this.#list);
    this.#beams = new Beams(this.#list, memoryLimit);
    this.#beside = new Beside(model, this.#list, this.#start, seed);
    this.#root = this.#beside.whole;
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
    return (
      this.#branches +
      this.#nodesBefore +
      this.#beside.whole.nodes +
      (this.#isOwn ? this.#root.nodes : 0)
    );
  }

  get guesses(): number {
    return this.nodes;
  }

  get updates(): number {
    return this.#beams.work + this.#others;
  }

  /** The work of all but beams. Shares are parts of it. */
  get #others(): number {
    return this.#beside.whole.work + (this.#isOwn ? this.#updatesBefore + this.#root.work : 0);
  }

  get deepest(): number {
    return Math.max(this.#deepest, this.#root.below.deepest);
  }

  /** It cannot be estimated: 0 until the end. */
  share(): number {
    return this.#phase === 'done' ? 1 : 0;
  }

  /** Whether the first search is over, so that others take turns with the branches. */
  get #isUnderWay(): boolean {
    const phase = this.#phase;
    return phase !== 'begin' && phase !== 'climb' && phase !== 'first' && phase !== 'beam';
  }

  /** Whether the branches have a root of their own. */
  get #isOwn(): boolean {
    return this.#root !== this.#beside.whole;
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
    if (this.#isUnderWay && this.#searchWork !== 0) {
      const isBoundBetter = this.#root.prices.costOf(this.#proven) > this.#simpleBound;
      const turn = this.#beside.turn(this.#others, this.#root, isBoundBetter, this.#searchWork);
      if (turn === 'exhausted') this.#end();
      if (turn !== 'none') return false;
    }
    switch (this.#phase) {
      case 'begin':
        this.#begin();
        break;
      case 'climb':
        this.#climb();
        break;
      case 'first':
      case 'search':
        this.#search();
        break;
      case 'beam':
        this.#beam();
        break;
      case 'open':
        return this.#openNext();
      case 'dive':
        this.#dive();
        break;
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
    const root = this.#root;
    if (!root.begin(this.#start)) {
      this.#finish();
      return;
    }
    this.#raise(root.bound);
    this.#simpleBound = root.prices.costOf(this.#proven);
    this.#climbing = root.prices.climb(root.state);
    this.#phase = 'climb';
  }

  /** Better prices, before all else. */
  #climb(): void {
    const root = this.#root;
    if (!this.#climbing?.next().done) return;
    root.keep();
    this.#raise(root.bound);
    root.below.start();
    this.#budget = this.#searchWork ?? FIRST;
    if (!this.#hasRoom()) this.#budget = Number.POSITIVE_INFINITY;
    this.#phase = 'first';
  }

  /** Whether the linear program fits into the memory, even with full factors of its basis. */
  #hasRoom(): boolean {
    const { linear, columns, rowOf } = this.#root.model;
    const bytes = 16 * linear * linear + 64 * (columns + linear) + 24 * rowOf.length;
    return bytes < this.#memoryLimit;
  }

  #search(): void {
    const { state, below } = this.#root;
    const { work } = state;
    const outcome = below.run(Math.min(STEP, this.#budget));
    if (outcome === 'exhausted') {
      if (this.#phase === 'first') this.#end();
      else this.#phase = 'open';
      this.#node = undefined;
      return;
    }
    this.#budget -= Math.max(1, state.work - work);
    if (this.#budget > 0) return;
    if (this.#phase === 'search') {
      below.stop();
      this.#phase = 'branch';
      return;
    }
    // From here on the first search takes turns with branches, which begin at a root of their own.
    this.#root = new Root(this.#root.model, this.#list);
    this.#root.begin(this.#start, this.#beside.whole.best);
    this.#round = this.#beams.begin(this.#root);
    this.#phase = 'beam';
  }

  /** Beams, before the linear program or above the branches. */
  #beam(): void {
    const step = this.#round?.next();
    if (!step?.done) return;
    this.#raise(step.value);
    if (step.value > this.#root.limit) this.#finish();
    else if (!this.#root.isRelaxed) this.#reduce();
    else this.#phase = 'open';
  }

  /**
   * Begins again at the root, with a model of what is left, if that has far fewer rows: then the linear program is
   * solved anew in less time than it takes to go on with the large one. Returns whether it does so, or ends.
   */
  #reduce(): boolean {
    const old = this.#root;
    const { state } = old;
    state.undo(old.mark);
    const rest = old.fix() ? reduced(state, old.best) : undefined;
    if (rest === undefined) {
      this.#finish();
      return true;
    }
    old.noteReduced();
    if (old.isRelaxed && rest.model.linear > FEWER_ROWS * old.model.linear) return false;
    const root = new Root(rest.model, this.#list);
    const isOpen = root.begin(undefined, rest.price);
    if (isOpen) root.relax(this.#seed);
    this.#enter(root);
    if (isOpen) this.#openRoot();
    else this.#finish();
    return true;
  }

  /** Goes on with another root. The work done at the one before counts. */
  #enter(root: Root): void {
    const { nodes } = this;
    const others = this.#others;
    this.#deepest = this.deepest;
    this.#root = root;
    this.#nodesBefore += nodes - this.nodes;
    this.#updatesBefore += others - this.#others;
  }

  #openRoot(): void {
    this.#open = new OpenNodes();
    this.#child = undefined;
    const bound = Math.max(this.#root.bound, this.#proven);
    this.#open.add({ parent: undefined, decisions: [], bound, depth: 0 });
    this.#phase = 'open';
  }

  /** All solutions within the target are found, and more are wanted: back to the root, with another target. */
  #widen(): void {
    this.#raise(Number.POSITIVE_INFINITY);
    const root = this.#targets.root as Root;
    this.#enter(root);
    root.reopen();
    this.#targets.widen(this.#others);
    if (this.#targets.miss() === LOST && !this.#beams.hasFound) this.#startDive(DIVE * root.work);
    else this.#openRoot();
  }

  /** Goes on at the branch just made, or at the open node with the lowest bound. */
  #openNext(): boolean {
    const root = this.#root;
    const { state } = root;
    const node = this.#child ?? this.#open.take();
    this.#child = undefined;
    if (node === undefined) {
      this.#finish();
      return false;
    }
    this.#raise(Math.min(node.bound, this.#open.lowest));
    if (node.bound > root.limit) {
      // The nodes that are open have no lower bound, except after a branch just made.
      return false;
    }
    if (100 * this.#open.length + 16 * this.#list.size > this.#memoryLimit) return true;
    this.#node = node;
    state.undo(root.mark);
    if (!root.fix()) {
      this.#finish();
      return false;
    }
    if (root.isWorthReducing && this.#reduce()) return false;
    if (node.depth > 0 && this.#beams.isDue(root, this.#others, this.#proven)) {
      this.#open.add(node);
      this.#round = this.#beams.round(root);
      this.#phase = 'beam';
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
    this.#workBefore = root.simplex.work;
    this.#tell();
    this.#phase = 'price';
    return false;
  }

  #tell(): void {
    this.#root.tell();
    this.#pivotsToLook = LOOK;
  }

  #price(): void {
    const root = this.#root;
    const { simplex, state } = root;
    const node = this.#node as OpenNode;
    const outcome = simplex.run(PIVOTS);
    if (outcome === 'infeasible' && root.prices.refutes(state, simplex.ray)) {
      this.#phase = 'open';
      return;
    }
    this.#pivotsToLook -= PIVOTS;
    if (outcome === 'paused' && this.#pivotsToLook > 0) return;
    this.#pivotsToLook = LOOK;
    const bound = root.prove();
    if (bound > node.bound) node.bound = bound;
    if (node.depth === 0) this.#raise(bound);
    if (bound > root.limit) {
      this.#phase = 'open';
      return;
    }
    if (outcome === 'paused') return;
    simplex.values(root.values);
    if (node.depth === 0) root.keep();
    if (outcome === 'optimal') {
      root.round();
      if (
        node.depth === 0 &&
        this.#targets.aim(root, this.#others) &&
        !this.#beams.hasFound &&
        this.#isFar()
      ) {
        this.#startDive(DIVE * this.#others);
        return;
      }
    }
    const before = state.length;
    if (!root.fixBelow()) {
      this.#phase = 'open';
      return;
    }
    if (node.depth === 0) {
      root.mark = state.mark();
      if (root.isWorthReducing && this.#reduce()) return;
    }
    if (outcome === 'optimal' && root.isMoved(before)) {
      // What followed changes the solution of the linear program: its bound may rise.
      this.#tell();
      return;
    }
    if (state.length === root.model.columns) {
      this.#list.add(state.cost, state.options());
      this.#phase = 'open';
      return;
    }
    root.prices.prove(state);
    root.below.start();
    const worth = Math.max(STEP / 4, (simplex.work - this.#workBefore) / (2 * this.#beside.width));
    this.#budget = this.#searchWork ?? worth;
    this.#phase = 'search';
  }

  /** Whether the best solution known is far from the bound. Where none is known, simple prices must have a lower bound. */
  #isFar(): boolean {
    const bound = this.#root.prices.costOf(this.#proven);
    const [first] = this.#list.list;
    if (first === undefined) return bound > this.#simpleBound;
    return first.cost - bound > FAR * Math.abs(bound);
  }

  /** Looks for a solution at any cost. The target holds again after that. */
  #startDive(workLimit: number): void {
    const root = this.#root;
    this.#target = this.#list.target;
    this.#list.target = Number.POSITIVE_INFINITY;
    root.state.undo(root.mark);
    this.#diving = dive(root, this.#list, workLimit);
    this.#phase = 'dive';
  }

  #dive(): void {
    if (!this.#diving?.next().done) return;
    this.#diving = undefined;
    this.#list.target = this.#target;
    this.#targets.start(this.#others);
    this.#root.reopen();
    this.#openRoot();
  }

  /** Divides the node at hand. */
  #branch(): void {
    const node = this.#node as OpenNode;
    const { bound, depth } = node;
    const [likely, other] = divide(this.#root.state, this.#root.values);
    this.#branches++;
    this.#child = { parent: node, decisions: likely, bound, depth: depth + 1 };
    this.#open.add({ parent: node, decisions: other, bound, depth: depth + 1 });
    this.#node = undefined;
    this.#phase = 'open';
  }

  /** Notes that all that is left costs at least that. */
  #raise(bound: number): void {
    // What costs the target or more is not looked at.
    const known = Math.min(bound, this.#list.target * this.#root.prices.scale);
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

  #lowest(): number {
    return Math.min(this.#root.prices.costOf(this.#proven), this.#list.worst);
  }

  /** The cost of the caller: negated with `max`, and never -0. */
  #signed(cost: number): number {
    return this.#sign < 0 ? 0 - cost : cost;
  }
}

import { type Decisions, Start } from '../kernels/prefix.ts';
import { Random } from '../kernels/random.ts';
import { checkBudget, type Outcome } from '../kernels/search.ts';
import { type Compiled, checkCompiled } from '../problem/compiled.ts';
import { Beams } from './beams.ts';
import { Beside, FIRST, STEP } from './beside.ts';
import { dive } from './dive.ts';
import { type Found, FoundList } from './found.ts';
import { Lister } from './lister.ts';
import { Model } from './model.ts';
import { reduced } from './reduce.ts';
import { Root } from './root.ts';
import { Targets } from './targets.ts';
import { Tree } from './tree.ts';

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
/**
 * The k cheapest solutions, by branch and bound.
 *
 *     [begin]   simple prices, and what follows at the start
 *     [climb]   better prices, by steps along the subgradient
 *     [first]   a search by these prices: all that small problems need. From here on others work beside: see `Beside`
 *        |
 *     [beam]    good solutions and a bound, where the rows have an order; again above the tree, now and then
 *        v
 *     [tree]    all within the target, by linear programs and branches  --> fewer than k: a wider target, a new tree
 *        |                                                              --> k: done
 *        '-> [dive]  a solution at any cost, where none is near; then a new tree
 *
 * Where so little is left that it pays, the tree begins anew with a smaller model.
 */
export class Branching {
  /** The prefix, until the search begins. */
  readonly #start: Start;
  readonly #list: FoundList;
  readonly #targets: Targets;
  readonly #beside: Beside;
  #root: Root;
  readonly #sign: number;
  readonly #memoryLimit: number;
  readonly #seed: number;
  readonly #searchWork: number | undefined;
  /** The target, while there is none for a dive. */
  #target = Number.POSITIVE_INFINITY;
  readonly #beams: Beams;
  #round: Generator<undefined, number> | undefined;
  #tree: Tree | undefined;
  #growing: ReturnType<Tree['steps']> | undefined;
  #phase: 'begin' | 'climb' | 'first' | 'beam' | 'tree' | 'dive' | 'done' = 'begin';
  /** The climb or the dive that is under way. */
  #going: Generator<undefined, void> | undefined;
  /** What is left of the work of the first search. */
  #budget = 0;
  #proven = Number.NEGATIVE_INFINITY;
  #simpleBound = Number.NEGATIVE_INFINITY;
  /** The branches of the trees before this one, and the work in the models before. */
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
    const lister = new Lister(compiled, this.#list, settings);
    this.#beside = new Beside(model, this.#list, this.#start, lister, seed);
    this.#root = this.#beside.whole;
  }

  /** The cheapest solutions found; with `max` the dearest. */
  get found(): Found[] {
    return this.#list.list.map(({ cost, options }) => ({ cost: this.#signed(cost), options }));
  }

  /** No solution that is not in the list costs less; with `max`, none costs more. */
  get bound(): number {
    return this.#signed(Math.min(this.#root.prices.costOf(this.#proven), this.#list.worst));
  }

  get solutions(): number {
    return this.#list.improvements;
  }

  get nodes(): number {
    return (
      (this.#tree?.branches ?? 0) +
      this.#nodesBefore +
      this.#beside.nodes +
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
    return Math.max(this.#deepest, this.#tree?.deepest ?? 0, this.#root.below.deepest);
  }

  /** It cannot be estimated: 0 until the end. */
  share(): number {
    return this.#phase === 'done' ? 1 : 0;
  }

  /** Whether the branches have a root of their own. */
  get #isOwn(): boolean {
    return this.#root !== this.#beside.whole;
  }

  /** Goes on to the next improvement, as `Search` does. */
  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    for (;;) {
      if (this.#phase === 'done') return 'exhausted';
      if (nodeBudget === 0) return 'paused';
      const before = this.#list.improvements;
      if (this.#step()) return 'stuck';
      if (this.#list.improvements > before) return 'solution';
      if (nodeBudget !== Number.POSITIVE_INFINITY && this.share() === 0) return 'paused';
    }
  }

  /** One small step. True where memory is out. */
  #step(): boolean {
    const isUnderWay = this.#phase === 'tree' || this.#phase === 'dive';
    if (isUnderWay && this.#searchWork !== 0) {
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
        this.#search();
        break;
      case 'beam':
        this.#beam();
        break;
      case 'tree':
        return this.#grow();
      case 'dive':
        this.#dive();
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
    this.#going = root.prices.climb(root.state);
    this.#phase = 'climb';
  }

  /** Better prices, before all else. */
  #climb(): void {
    const root = this.#root;
    if (!this.#going?.next().done) return;
    root.keep();
    this.#raise(root.bound);
    root.below.start();
    this.#budget = this.#searchWork ?? FIRST;
    if (!root.hasRoom(this.#memoryLimit)) this.#budget = Number.POSITIVE_INFINITY;
    this.#phase = 'first';
  }

  #search(): void {
    const { state, below } = this.#root;
    const { work } = state;
    if (below.run(Math.min(STEP, this.#budget)) === 'exhausted') {
      this.#end();
      return;
    }
    this.#budget -= Math.max(1, state.work - work);
    if (this.#budget > 0) return;
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
    else if (this.#tree === undefined) this.#reduce();
    else this.#phase = 'tree';
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
    if (isOpen) this.#plant();
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

  /** A new tree below the root at hand. */
  #plant(): void {
    this.#deepest = this.deepest;
    this.#nodesBefore += this.#tree?.branches ?? 0;
    const bound = Math.max(this.#root.bound, this.#proven);
    this.#tree = new Tree(this.#root, this.#list, bound, {
      memoryLimit: this.#memoryLimit,
      width: this.#beside.width,
      searchWork: this.#searchWork,
    });
    this.#growing = this.#tree.steps();
    this.#phase = 'tree';
  }

  /** A step in the tree. True where memory is out. */
  #grow(): boolean {
    const tree = this.#tree as Tree;
    for (;;) {
      const { done, value } = (this.#growing as ReturnType<Tree['steps']>).next();
      this.#raise(tree.lowest);
      if (done) this.#finish();
      else if (value === 'small') {
        if (!this.#reduce()) continue;
      } else if (value === 'priced') {
        if (!this.#targets.aim(this.#root, this.#others)) continue;
        if (this.#beams.hasFound || !this.#isFar()) continue;
        this.#startDive(DIVE * this.#others);
      } else if (value === 'above') {
        if (!this.#beams.isDue(this.#root, this.#others, this.#proven)) continue;
        this.#round = this.#beams.round(this.#root);
        this.#phase = 'beam';
      }
      return value === 'stuck';
    }
  }

  /** All solutions within the target are found, and more are wanted: back to the root, with another target. */
  #widen(): void {
    this.#raise(Number.POSITIVE_INFINITY);
    const root = this.#targets.root as Root;
    this.#enter(root);
    root.reopen();
    this.#targets.widen(this.#others);
    if (this.#targets.miss() === LOST && !this.#beams.hasFound) this.#startDive(DIVE * root.work);
    else this.#plant();
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
    this.#going = dive(root, this.#list, workLimit);
    this.#phase = 'dive';
  }

  #dive(): void {
    if (!this.#going?.next().done) return;
    this.#list.target = this.#target;
    this.#targets.start(this.#others);
    this.#root.reopen();
    this.#plant();
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

  /** The cost of the caller: negated with `max`, and never -0. */
  #signed(cost: number): number {
    return this.#sign < 0 ? 0 - cost : cost;
  }
}

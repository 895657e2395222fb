import type { Slices } from '../kernels/pace.ts';
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
interface BranchingSettings {
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
/** The most work of a dive, as a multiple of all work before it. */
const DIVE = 2;
/** After this number of targets without enough solutions a dive looks for a solution at any cost. */
const LOST = 3;
/** A solution that costs more than the bound by this part is far from it. */
const FAR = 0.01;

/**
 * Why the stages pause, if not because a slice of a step is done:
 * - `working`: a small step is done, and those who work beside may take turns.
 * - `stuck`: the open branches take more memory than they may. The next step goes on all the same.
 */
type Pause = undefined | 'working' | 'stuck';

/**
 * The k cheapest solutions, by branch and bound.
 *
 *     [state]   the problem as rows and columns
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
  /** What the prefix decides. */
  readonly #start: Start;
  readonly #list: FoundList;
  readonly #targets: Targets;
  readonly #compiled: Compiled;
  readonly #lister: Lister;
  // From here on: once the problem is stated as rows and columns.
  #isStated = false;
  #beside!: Beside;
  #root!: Root;
  readonly #sign: number;
  readonly #memoryLimit: number;
  readonly #seed: number;
  readonly #searchWork: number | undefined;
  readonly #beams: Beams;
  readonly #steps = this.#takeTurns();
  #isDone = false;
  #tree: Tree | undefined;
  #proven = Number.NEGATIVE_INFINITY;
  #simpleBound = Number.NEGATIVE_INFINITY;
  /** The branches of the trees before this one, and the work in the models before. */
  #nodesBefore = 0;
  #updatesBefore = 0;
  #deepest = 0;

  constructor(compiled: Compiled, settings: BranchingSettings) {
    checkCompiled(compiled);
    const { k, max, prefix, seed = 1, memoryLimit = MEMORY } = settings;
    this.#compiled = compiled;
    this.#start = new Start(compiled, prefix);
    this.#sign = max ? -1 : 1;
    this.#memoryLimit = memoryLimit;
    this.#seed = seed;
    // A seed that is no whole number is refused now, not at the first linear program.
    new Random(seed);
    this.#searchWork = settings.searchWork;
    this.#list = new FoundList(k);
    this.#targets = new Targets(this.#list);
    this.#beams = new Beams(this.#list, memoryLimit);
    this.#lister = new Lister(compiled, this.#list, settings);
  }

  /** The cheapest solutions found; with `max` the dearest. */
  get found(): Found[] {
    return this.#list.list.map(({ cost, options }) => ({ cost: this.#signed(cost), options }));
  }

  /** No solution that is not in the list costs less; with `max`, none costs more. */
  get bound(): number {
    const bound = this.#isStated ? this.#root.prices.costOf(this.#proven) : this.#proven;
    return this.#signed(Math.min(bound, this.#list.worst));
  }

  get solutions(): number {
    return this.#list.improvements;
  }

  get nodes(): number {
    if (!this.#isStated) return 0;
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
    if (!this.#isStated) return 0;
    return this.#beside.whole.work + (this.#isOwn ? this.#updatesBefore + this.#root.work : 0);
  }

  get deepest(): number {
    const own = this.#isStated ? this.#root.below.deepest : 0;
    return Math.max(this.#deepest, this.#tree?.deepest ?? 0, own);
  }

  /** It cannot be estimated: 0 until the end. */
  share(): number {
    return this.#isDone ? 1 : 0;
  }

  /** Whether the branches have a root of their own. */
  get #isOwn(): boolean {
    return this.#root !== this.#beside.whole;
  }

  /** Goes on to the next improvement, as `Search` does. */
  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    for (;;) {
      if (this.#isDone) return 'exhausted';
      if (nodeBudget === 0) return 'paused';
      const before = this.#list.improvements;
      const { done, value } = this.#steps.next();
      if (done) {
        this.#proven = Number.POSITIVE_INFINITY;
        this.#isDone = true;
      }
      if (value === 'stuck') return 'stuck';
      if (this.#list.improvements > before) return 'solution';
      if (nodeBudget !== Number.POSITIVE_INFINITY && !done) return 'paused';
    }
  }

  /** The stages, with turns of those who work beside. At the end nothing more is to be found. */
  *#takeTurns(): Generator<Pause, void> {
    for (const pause of this.#stages()) {
      yield pause;
      if (pause === undefined || this.#searchWork === 0) continue;
      for (let turn = this.#turn(); turn !== 'none'; turn = this.#turn()) {
        if (turn === 'exhausted') return;
        yield 'working';
      }
    }
  }

  #turn(): ReturnType<Beside['turn']> {
    const isBoundBetter = this.#root.prices.costOf(this.#proven) > this.#simpleBound;
    return this.#beside.turn(this.#others, this.#root, isBoundBetter, this.#searchWork);
  }

  /** From the first stage to the last one. At the end nothing more is to be found. */
  *#stages(): Generator<Pause, void> {
    yield* this.#state();
    if (!(yield* this.#searchFirst())) return;
    // From here on the first search takes turns with branches, which begin at a root of their own.
    this.#root = new Root(this.#root.model, this.#list);
    yield* this.#root.begin(this.#start, this.#beside.whole.best);
    yield;
    let isOpen = yield* this.#beam(this.#beams.begin(this.#root));
    if (isOpen) isOpen = (yield* this.#reduce()) !== 'closed';
    for (;;) {
      while (isOpen) isOpen = yield* this.#grow();
      if (this.#list.target >= this.#list.worst) return;
      yield* this.#widen();
      isOpen = true;
    }
  }

  /** The problem as rows and columns, with a search of all of it. */
  *#state(): Slices {
    const model = yield* Model.of(this.#compiled, this.#sign < 0);
    yield;
    this.#beside = new Beside(model, this.#list, this.#start, this.#lister, this.#seed);
    this.#root = this.#beside.whole;
    this.#isStated = true;
    yield;
  }

  /** Simple prices, better prices, and a search by these. False where nothing is left. */
  *#searchFirst(): Generator<Pause, boolean> {
    const root = this.#root;
    const { state, prices, below } = root;
    if (!(yield* root.begin(this.#start))) return false;
    this.#raise(root.bound);
    this.#simpleBound = prices.costOf(this.#proven);
    yield;
    for (const _ of prices.climb(state)) yield;
    root.keep();
    this.#raise(root.bound);
    below.start();
    const hasRoom = root.hasRoom(this.#memoryLimit);
    let budget = hasRoom ? (this.#searchWork ?? FIRST) : Number.POSITIVE_INFINITY;
    do {
      yield;
      const { work } = state;
      if (below.run(Math.min(STEP, budget)) === 'exhausted') return false;
      budget -= Math.max(1, state.work - work);
    } while (budget > 0);
    return true;
  }

  /** Beams, before the linear program or above the branches. False where nothing is left. */
  *#beam(round: Generator<undefined, number>): Generator<Pause, boolean> {
    let step = round.next();
    for (; !step.done; step = round.next()) yield;
    this.#raise(step.value);
    return step.value <= this.#root.limit;
  }

  /**
   * Goes on with a model of what is left, if that has far fewer rows: then the linear program is solved anew in less
   * time than it takes to go on with the large one. 'closed' says that nothing is left.
   */
  *#reduce(): Slices<'same' | 'smaller' | 'closed'> {
    const old = this.#root;
    const { state } = old;
    state.undo(old.mark);
    const rest = old.fix() ? yield* reduced(state, old.best) : undefined;
    if (rest === undefined) return 'closed';
    old.noteReduced();
    if (old.isRelaxed && rest.model.linear > FEWER_ROWS * old.model.linear) return 'same';
    const root = new Root(rest.model, this.#list);
    const isOpen = yield* root.begin(undefined, rest.price);
    yield;
    if (isOpen) root.relax(this.#seed);
    this.#enter(root);
    return isOpen ? 'smaller' : 'closed';
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
  #plant(): Tree {
    this.#deepest = this.deepest;
    this.#nodesBefore += this.#tree?.branches ?? 0;
    const bound = Math.max(this.#root.bound, this.#proven);
    this.#tree = new Tree(this.#root, this.#list, bound, {
      memoryLimit: this.#memoryLimit,
      width: this.#beside.width,
      searchWork: this.#searchWork,
    });
    return this.#tree;
  }

  /**
   * The tree below the root at hand, which goes on where it ended for another target. True where another one has to
   * follow it; false where nothing is left within the target.
   */
  *#grow(): Generator<Pause, boolean> {
    const tree = this.#tree?.root === this.#root ? this.#tree : this.#plant();
    yield 'working';
    for (const pause of tree.steps()) {
      this.#raise(tree.lowest);
      if (pause === 'small') {
        const rest = yield* this.#reduce();
        if (rest !== 'same') return rest === 'smaller';
      } else if (pause === 'priced') {
        if (!this.#targets.aim(this.#root, this.#others)) continue;
        if (this.#beams.hasFound || !this.#isFar()) continue;
        yield* this.#dive(DIVE * this.#others);
        this.#plant();
        return true;
      } else if (pause === 'above') {
        if (!this.#beams.isDue(this.#root, this.#others, this.#proven)) continue;
        yield;
        this.#root.state.undo(this.#root.mark);
        if (!this.#root.fix()) return false;
        if (!(yield* this.#beam(this.#beams.round(this.#root)))) return false;
        yield 'working';
      } else yield pause;
    }
    this.#raise(tree.lowest);
    return false;
  }

  /** Whether the best solution known is far from the bound. Where none is known, simple prices must have a lower bound. */
  #isFar(): boolean {
    const bound = this.#root.prices.costOf(this.#proven);
    const [first] = this.#list.list;
    if (first === undefined) return bound > this.#simpleBound;
    return first.cost - bound > FAR * Math.abs(bound);
  }

  /** Looks for a solution at any cost. The target holds again after that. */
  *#dive(workLimit: number): Generator<Pause, void> {
    const root = this.#root;
    const { target } = this.#list;
    this.#list.target = Number.POSITIVE_INFINITY;
    root.state.undo(root.mark);
    yield 'working';
    for (const _ of dive(root, this.#list, workLimit)) yield 'working';
    this.#list.target = target;
    this.#targets.start(this.#others);
    root.reopen();
  }

  /** All solutions within the target are found, and more are wanted: back to the root, with another target. */
  *#widen(): Generator<Pause, void> {
    this.#raise(Number.POSITIVE_INFINITY);
    const root = this.#targets.root as Root;
    this.#enter(root);
    root.reopen();
    const missed = this.#targets.widen(this.#others);
    if (missed === LOST && !this.#beams.hasFound) yield* this.#dive(DIVE * root.work);
  }

  /** Notes that all that is left costs at least that. */
  #raise(bound: number): void {
    // What costs the target or more is not looked at.
    const known = Math.min(bound, this.#list.target * this.#root.prices.scale);
    if (known > this.#proven) this.#proven = known;
  }

  /** The cost of the caller: negated with `max`, and never -0. */
  #signed(cost: number): number {
    return this.#sign < 0 ? 0 - cost : cost + 0;
  }
}

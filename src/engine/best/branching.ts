import { type Decisions, Start } from '../kernels/prefix.ts';
import { Random } from '../kernels/random.ts';
import { checkBudget, type Outcome } from '../kernels/search.ts';
import { type Compiled, checkCompiled, statedOf } from '../problem/compiled.ts';
import { finish, type Slices } from '../problem/slices.ts';
import { Equivalence } from '../symmetry/equivalence.ts';
import type { Images } from '../symmetry/images.ts';
import { Beams } from './beams.ts';
import { CheapestList, type PricedSolution } from './cheapest.ts';
import { dive } from './dive.ts';
import { Model } from './model.ts';
import { Root } from './root.ts';
import { Targets } from './targets.ts';
import { Tree } from './tree.ts';
import { FIRST_DECISIONS, OTHERS, TURN_DECISIONS, WholeSearch } from './whole.ts';

/** The solutions to look for. */
interface BranchingSettings {
  readonly k: number;
  readonly max: boolean;
  readonly prefix?: Decisions | undefined;
  readonly seed?: number | undefined;
  readonly memoryLimit?: number | undefined;
  /**
   * For one solution of each class: true for those that a symmetry of the problem takes to each other,
   * or the images that a group gives.
   */
  readonly classes?: Images | boolean | undefined;
  /** What has the symmetries, where rules add to the problem. */
  readonly described?: Compiled | undefined;
  /**
   * Options decided by search before the first linear program, and below each branch. Tests give a
   * small number, so that small problems come to branches.
   */
  readonly searchWork?: number | undefined;
  /** Only solutions that cost less; with `max`, whose negated cost is less. */
  readonly below?: number | undefined;
}

/** The most bytes that it may take, unless the caller says so. */
export const MEMORY_BYTES = 2 ** 30;
/** The most work of a dive, as a multiple of all work before it. */
const DIVE = 2;
/**
 * After this number of targets without enough solutions a dive looks for a solution at any cost.
 */
const LOST = 3;
/** A solution that costs more than the bound by this part is far from it. */
const FAR_PART = 0.01;

/**
 * The parts of the search, from when the problem is a model. The branches have a root of their own.
 */
interface Parts {
  readonly whole: WholeSearch;
  readonly root: Root;
  readonly beams: Beams;
  readonly targets: Targets;
  tree?: Tree;
}

/**
 * The k cheapest solutions, by branch and bound.
 *
 *     [model]   the items and options that cost something
 *     [begin]   simple prices, and all that follows at the start
 *     [climb]   better prices, by steps along the subgradient
 *     [first]   a search by these prices: all that small problems need. From here on it takes turns
 *        |      with the other stages, see `WholeSearch`
 *        v
 *     [beam]    good solutions and a bound, where the items have an order; later again above the
 *        |      tree
 *        v
 *     [tree]    all within the target, by linear programs and branches -> k: done
 *        |  ^                                                          -> fewer: a wider target
 *        v  |
 *     [dive]    a solution at any cost, where none is near
 */
export class Branching {
  readonly #compiled: Compiled;
  readonly #settings: BranchingSettings;
  readonly #prefix: Start;
  readonly #sign: number;
  readonly #memoryLimit: number;
  readonly #seed: number;
  readonly #list: CheapestList;
  readonly #classes: Equivalence | undefined;
  readonly #steps = this.#takeTurns();
  #parts: Parts | undefined;
  #isDone = false;
  /** All solutions that are not found cost at least this, times the scale; and by simple prices. */
  #proven = Number.NEGATIVE_INFINITY;
  #simpleBound = Number.NEGATIVE_INFINITY;

  constructor(compiled: Compiled, settings: BranchingSettings) {
    checkCompiled(compiled);
    const { k, max, prefix, seed = 1, memoryLimit = MEMORY_BYTES } = settings;
    this.#compiled = compiled;
    this.#settings = settings;
    this.#prefix = new Start(compiled, prefix);
    this.#sign = max ? -1 : 1;
    this.#memoryLimit = memoryLimit;
    this.#seed = seed;
    // A seed that is no whole number is refused now, not at the first linear program.
    new Random(seed);
    const { described = compiled, classes = false } = settings;
    const found = classes === true && new Equivalence(described, prefix, { memoryLimit });
    if (found) this.#classes = found;
    const classOf = (numbers: readonly number[]) => {
      const stated = statedOf(compiled, numbers);
      return found ? finish(found.classOf(stated)) : (classes as Images).classOf(stated);
    };
    this.#list = new CheapestList(k, classes === false ? undefined : classOf, settings.below);
    // Small problems are searched to their end, which proves that there are no others.
    this.#list.looksForOthers = true;
  }

  /** The cheapest solutions found; with `max` the dearest. */
  get found(): PricedSolution[] {
    return this.#list.list.map((found) => ({ ...found, cost: this.#signed(found.cost) }));
  }

  /**
   * No solution that is not in the list costs less; with `max`, none costs more. Infinite where
   * there is none.
   */
  get bound(): number {
    const bound = this.#parts?.root.prices.costOf(this.#proven) ?? this.#proven;
    return this.#signed(Math.min(bound, this.#list.worst));
  }

  get solutions(): number {
    return this.#list.improvements;
  }

  get nodes(): number {
    if (this.#parts === undefined) return 0;
    const { whole, root, tree } = this.#parts;
    return whole.nodes + root.search.nodes + (tree?.branches ?? 0);
  }

  get guesses(): number {
    return this.nodes;
  }

  get updates(): number {
    if (this.#parts === undefined) return 0;
    const { whole, root, beams } = this.#parts;
    return whole.root.work + root.work + beams.work;
  }

  get deepest(): number {
    if (this.#parts === undefined) return 0;
    const { whole, root, tree } = this.#parts;
    return Math.max(whole.root.search.deepest, root.search.deepest, tree?.deepest ?? 0);
  }

  /** It cannot be estimated: 0 until the end. */
  share(): number {
    return this.#isDone ? 1 : 0;
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

  /** The stages, in turns with the search of the whole. At the end nothing more can be found. */
  *#takeTurns(): Generator<'stuck' | undefined, void> {
    if (this.#classes !== undefined) {
      yield* this.#classes.find();
      while (!this.#classes.isFound) yield 'stuck';
    }
    const model = yield* Model.of(this.#compiled, this.#settings.max);
    yield;
    const whole = new WholeSearch(this.#compiled, model, this.#list, this.#settings);
    yield;
    const root = new Root(model, this.#list);
    yield;
    const beams = new Beams(root, this.#list, this.#memoryLimit);
    const parts = { whole, root, beams, targets: new Targets(root, this.#list) };
    this.#parts = parts;
    if (!(yield* this.#searchFirst(whole.root))) return;
    for (const pause of this.#stages(parts)) {
      yield pause;
      if (this.#settings.searchWork === 0) continue;
      for (let turn = this.#turn(parts); turn !== 'none'; turn = this.#turn(parts)) {
        if (turn === 'exhausted') return;
        yield;
      }
    }
  }

  #turn({ whole, root }: Parts): ReturnType<WholeSearch['turn']> {
    const isBoundBetter = root.prices.costOf(this.#proven) > this.#simpleBound;
    return whole.turn(root.work, isBoundBetter, this.#settings.searchWork);
  }

  /** Simple prices, better prices, and a search by these. False where nothing is left. */
  *#searchFirst(root: Root): Slices<boolean> {
    const { partial, prices, search } = root;
    if (!(yield* root.begin(this.#prefix))) return false;
    this.#raise(root.bound);
    this.#simpleBound = prices.costOf(this.#proven);
    yield;
    yield* prices.climb(partial);
    root.keep();
    this.#raise(root.bound);
    search.start();
    const { searchWork = FIRST_DECISIONS } = this.#settings;
    const stop = root.hasRoom(this.#memoryLimit) ? searchWork : Number.POSITIVE_INFINITY;
    const list = this.#list;
    const before = partial.work;
    let fullAt = before;
    do {
      yield;
      if (search.run(Math.min(TURN_DECISIONS, stop)) === 'exhausted') return false;
      if (!list.isFull) fullAt = partial.work;
      else if (partial.work - fullAt >= OTHERS) list.looksForOthers = false;
    } while (partial.work - before < stop);
    list.looksForOthers = false;
    return true;
  }

  /** All stages after the root. At their end everything is proven. */
  *#stages(parts: Parts): Generator<'stuck' | undefined, void> {
    const { whole, root, beams, targets } = parts;
    yield* root.begin(this.#prefix, whole.root.best);
    yield;
    let isOpen = this.#isOpenAfter(yield* beams.begin()) && root.fix();
    if (isOpen) root.relax(this.#seed);
    for (;;) {
      while (isOpen) isOpen = yield* this.#grow(parts);
      if (this.#list.target >= this.#list.worst) return;
      // All within the target are found, and more are wanted.
      this.#raise(Number.POSITIVE_INFINITY);
      root.reopen();
      const missed = targets.widen(this.#work);
      if (missed === LOST && !beams.hasFound) yield* this.#dive(parts, DIVE * root.work);
      isOpen = true;
    }
  }

  /** The work of all but beams. */
  get #work(): number {
    return this.#parts === undefined ? 0 : this.updates - this.#parts.beams.work;
  }

  /** Takes a bound that beams have proven. False where nothing is left within the limit. */
  #isOpenAfter(bound: number): boolean {
    this.#raise(bound);
    return bound <= (this.#parts?.root.limit ?? Number.POSITIVE_INFINITY);
  }

  /**
   * The tree, from where it ended for another target, until it ends or something else has to come
   * first: then it is true. False where nothing is left within the target.
   */
  *#grow(parts: Parts): Generator<'stuck' | undefined, boolean> {
    const { root, beams, targets } = parts;
    const { searchWork } = this.#settings;
    parts.tree ??= new Tree(root, this.#list, Math.max(root.bound, this.#proven), {
      memoryLimit: this.#memoryLimit,
      searchWork,
    });
    for (const pause of parts.tree.steps()) {
      this.#raise(parts.tree.lowest);
      if (pause === 'priced') {
        if (!targets.aim(this.#work) || beams.hasFound || !this.#isFar(root)) continue;
        yield* this.#dive(parts, DIVE * this.#work);
        return true;
      }
      if (pause === 'above') {
        if (!beams.isDue(this.#work, this.#proven)) continue;
        yield;
        if (!root.fix() || !this.#isOpenAfter(yield* beams.run())) return false;
      } else yield pause;
    }
    this.#raise(parts.tree.lowest);
    return false;
  }

  /**
   * True if the best solution known is far from the bound. Where none is known, simple prices must
   * have a lower bound.
   */
  #isFar({ prices }: Root): boolean {
    const bound = prices.costOf(this.#proven);
    const [first] = this.#list.list;
    if (first === undefined) return bound > this.#simpleBound;
    return first.cost - bound > FAR_PART * Math.abs(bound);
  }

  /** Looks for a solution at any cost. The target holds again after that. */
  *#dive({ root, targets }: Parts, workLimit: number): Slices {
    const { target } = this.#list;
    this.#list.target = Number.POSITIVE_INFINITY;
    root.partial.undo(root.mark);
    yield;
    yield* dive(root, this.#list, workLimit);
    this.#list.target = target;
    targets.start(this.#work);
    root.reopen();
  }

  /** Notes that all solutions that are not found cost at least that. */
  #raise(bound: number): void {
    // No solution is looked for that costs the target or more.
    const scale = this.#parts?.root.prices.scale ?? 1;
    this.#proven = Math.max(this.#proven, Math.min(bound, this.#list.target * scale));
  }

  /** The cost of the caller: negated with `max`, and never -0. */
  #signed(cost: number): number {
    return this.#sign < 0 ? 0 - cost : cost + 0;
  }
}

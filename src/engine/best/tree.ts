import type { SavedBasis } from '../linear/basis.ts';
import type { Slices } from '../problem/slices.ts';
import type { CheapestList } from './cheapest.ts';
import { Divider, type Part } from './divide.ts';
import type { Root } from './root.ts';

/** Pivots made before a pause. */
const PIVOTS_PER_SLICE = 8;
/** Pivots between two looks at the bound that they prove. */
const BOUND_CHECK_PIVOTS = 64;
/** The least options decided by search below a branch. */
const LEAST_SEARCH = 1 << 8;
/**
 * Where several solutions are wanted, there is a search above all branches: before the first one,
 * and whenever the work of linear programs has doubled since. These are its parts of that work.
 * Most of the work may be to list solutions: within 2 % of the bound of an airline problem of 100
 * items and 1,000 options the search decides 1.6 million options, in 0.2 s; the branches alone are
 * 1,160 linear programs, in 3.9 s. But where options overlap in many ways it comes to no end.
 */
const LISTING = 1;
const LISTING_AGAIN = 0.1;
/** The options that it may decide besides, for each solution known. */
const PER_SOLUTION = 1 << 13;
/** The work of a linear program, as a multiple of the search below its branch. */
const SEARCHED = 4;

/**
 * Why a tree pauses, if not because a slice of work is done:
 * - `priced`: its root has a solution of the linear program.
 * - `above`: all is decided for a branch; the next one has not begun.
 * - `stuck`: the open branches take more memory than they may. The next step still goes on.
 */
type TreePause = undefined | 'priced' | 'above' | 'stuck';

/** A branch that is still open, or that was closed for a target. */
interface Branch {
  /** The branch above it, whose decisions hold as well. */
  readonly parent: Branch | undefined;
  /** Its own decisions. */
  readonly part: Part;
  /** The solutions below it are proven to cost at least this, times the scale. */
  bound: number;
  readonly depth: number;
  /** The basis of the branch above it, as long as it is open. */
  basis: SavedBasis | undefined;
}

interface TreeSettings {
  /** The most bytes that the open branches may take. */
  readonly memoryLimit: number;
  /** Options decided by search below each branch; usually about the work of its linear program. */
  readonly searchWork: number | undefined;
}

/**
 * All that lies below a root: a tree of branches.
 *
 *     .-----------------------------------------------------------------------------.
 *     v                                                                             |
 *   [open] the branch with the lowest bound                                         |
 *     v                                                                             |
 *   [price] its items by the linear program -> bound beyond the k-th best: closed --|
 *     v                                                                             |
 *   [fix] options whose reduced cost exceeds the gap; again [price] if that helps   |
 *     v                                                                             |
 *   [search] below it, a fourth of that work  -> to its end: closed ----------------|
 *     v                                                                             |
 *   [branch] in two; the likelier one is priced next, from the basis at which it stands
 *
 * A branch that is closed for a target stays in the heap with the target as its bound. So for the
 * next target the tree goes on where it ended.
 */
export class Tree {
  readonly #root: Root;
  readonly #list: CheapestList;
  readonly #settings: TreeSettings;
  readonly #open = new BranchHeap();
  readonly #divider: Divider;
  /** The branch that is worked on. */
  #branch: Branch | undefined;
  /** The likelier one of the last two branches, and the length of the trail above it. */
  #child: Branch | undefined;
  #parentAt = 0;
  /** The work of linear programs at the last search above all branches. */
  #listedAt = 0;
  /** No solution in the tree costs less, times the scale. */
  lowest: number;
  branches = 0;
  deepest = 0;

  /** `bound`: proven of all solutions below the root, times the scale. */
  constructor(root: Root, list: CheapestList, bound: number, settings: TreeSettings) {
    this.#root = root;
    this.#list = list;
    this.#settings = settings;
    this.#divider = new Divider(root);
    const part = { decisions: [], bound };
    this.#open.add({ parent: undefined, part, bound, depth: 0, basis: undefined });
    this.lowest = bound;
  }

  /**
   * Goes through all that is within the target, with pauses. It may be called again for another
   * target, or after it was left at one of the pauses that have a name.
   */
  *steps(): Generator<TreePause, void> {
    const root = this.#root;
    const { memoryLimit } = this.#settings;
    for (const left of [this.#branch, this.#child]) if (left !== undefined) this.#open.add(left);
    this.#child = undefined;
    for (;;) {
      const child = this.#child;
      const branch = child ?? this.#open.take();
      this.#branch = branch;
      this.#child = undefined;
      if (branch === undefined) return;
      this.lowest = Math.min(branch.bound, this.#open.lowest);
      if (branch.bound > root.limit) {
        this.#close(branch);
        if (this.#open.lowest > root.limit) return;
        // The branches that are open have no lower bound, except after a division just made.
        yield;
        continue;
      }
      const bytes = 100 + 12 * root.model.linear;
      if (bytes * this.#open.length + 16 * this.#list.size > memoryLimit) yield 'stuck';
      if (branch.depth > 0) {
        yield 'above';
        if (!this.#list.isOne && root.simplex.work > 2 * this.#listedAt) {
          if (yield* this.#listAgain()) return;
        }
      }
      const before = root.simplex.work;
      const isBelow = child !== undefined && root.partial.length === this.#parentAt;
      if (!isBelow && !root.fix()) return;
      if (!(yield* this.#enter(branch, isBelow)) || !(yield* this.#price(branch))) {
        this.#close(branch);
      } else if (yield* root.search.runFor(this.#worth(branch, root.simplex.work - before))) {
        this.#close(branch);
      } else yield* this.#divide(branch);
    }
  }

  /**
   * Makes the decisions of a branch: from its parent, with all that followed there, or from above
   * all branches. False where they contradict one another.
   */
  *#enter(branch: Branch, isBelow: boolean): Slices<boolean> {
    const { partial, simplex } = this.#root;
    const path: Branch[] = [branch];
    for (let b = branch.parent; b !== undefined && !isBelow; b = b.parent) path.push(b);
    if (!path.reverse().every(({ part }) => partial.decide(part.decisions))) return false;
    this.deepest = Math.max(this.deepest, branch.depth);
    if (!isBelow && branch.basis !== undefined) yield* simplex.restore(branch.basis);
    yield* this.#root.inform();
    return true;
  }

  /** The options that the search below a branch may decide. `work`: that of its linear program. */
  #worth(branch: Branch, work: number): number {
    const { width } = this.#root.model;
    const { list, isOne } = this.#list;
    const isListing = branch.depth === 0 && !isOne;
    if (isListing) this.#listedAt = this.#root.simplex.work;
    const worth = isListing
      ? (LISTING * this.#listedAt) / width + PER_SOLUTION * list.length
      : Math.max(LEAST_SEARCH, work / (SEARCHED * width));
    return this.#settings.searchWork ?? worth;
  }

  /** A search above all branches. True if nothing is left. */
  *#listAgain(): Slices<boolean> {
    const root = this.#root;
    this.#listedAt = root.simplex.work;
    if (!root.fix()) return true;
    root.prices.price.set(root.best);
    const worth = (LISTING_AGAIN * this.#listedAt) / root.model.width;
    return yield* root.search.runFor(this.#settings.searchWork ?? worth);
  }

  /** Nothing is left of a branch; or nothing within the target. */
  #close(branch: Branch): void {
    this.#branch = undefined;
    const { target, worst } = this.#list;
    if (target >= worst) return;
    branch.bound = target * this.#root.prices.scale;
    this.#open.add(branch);
  }

  /**
   * Solves the linear program of a branch and decides all that follows. False where nothing is left
   * below it.
   */
  *#price(branch: Branch): Generator<TreePause, boolean> {
    const root = this.#root;
    const { simplex, partial, prices } = root;
    for (let pivots = BOUND_CHECK_PIVOTS; ; yield) {
      const outcome = yield* simplex.run(PIVOTS_PER_SLICE);
      if (outcome === 'infeasible' && prices.refutes(partial, simplex.ray)) return false;
      pivots -= PIVOTS_PER_SLICE;
      if (outcome === 'paused' && pivots > 0) continue;
      pivots = BOUND_CHECK_PIVOTS;
      const bound = root.prove();
      if (bound > branch.bound) branch.bound = bound;
      if (branch.depth === 0) this.lowest = bound;
      if (bound > root.limit) return false;
      if (outcome === 'paused') continue;
      simplex.values(root.values);
      if (branch.depth === 0) root.keep();
      if (outcome === 'optimal') {
        this.#divider.note(branch.part, Math.max(0, bound - (branch.parent?.bound ?? bound)));
        root.round();
        if (branch.depth === 0) yield 'priced';
      }
      const before = partial.length;
      if (!root.fixBelow()) return false;
      if (branch.depth === 0) root.mark = partial.length;
      if (outcome === 'optimal' && root.isMoved(before)) {
        // The options fixed change the solution of the linear program: its bound may rise.
        yield* root.inform();
        continue;
      }
      if (partial.open > 0) return true;
      this.#list.add(partial.cost, partial.numbers());
      return false;
    }
  }

  /** Divides a branch. */
  *#divide(branch: Branch): Slices {
    const { partial, simplex, prices } = this.#root;
    const basis = simplex.save();
    const parts = yield* this.#divider.divide(branch.bound, basis);
    // All that follows from the cutoff holds for cheaper solutions only, and so do bounds below it.
    const most = this.#list.cutoff * prices.scale;
    const [likely, other] = parts.map((part): Branch => {
      const bound = Math.min(part.bound, most);
      return { parent: branch, part, bound, depth: branch.depth + 1, basis };
    });
    this.branches++;
    branch.basis = undefined;
    this.#child = likely;
    this.#parentAt = partial.length;
    this.#open.add(other);
    this.#branch = undefined;
  }
}

/** The open branches: a heap with the lowest bound on top, of equal ones the deepest. */
class BranchHeap {
  readonly #heap: Branch[] = [];

  get length(): number {
    return this.#heap.length;
  }

  /** The lowest bound; Infinity where none is open. */
  get lowest(): number {
    return this.#heap[0]?.bound ?? Number.POSITIVE_INFINITY;
  }

  add(branch: Branch): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(branch);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(branch, heap[above])) break;
      heap[at] = heap[above];
      at = above;
    }
    heap[at] = branch;
  }

  take(): Branch | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return top;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      const right = below + 1;
      if (right < heap.length && isBefore(heap[right], heap[below])) {
        below = right;
      }
      if (!isBefore(heap[below], last)) break;
      heap[at] = heap[below];
      at = below;
    }
    heap[at] = last;
    return top;
  }
}

function isBefore(a: Branch, b: Branch): boolean {
  return a.bound < b.bound || (a.bound === b.bound && a.depth > b.depth);
}

import type { SavedBasis } from '../linear/basis.ts';
import { STEP } from './beside.ts';
import { Divider, type Part } from './divide.ts';
import type { FoundList } from './found.ts';
import type { Root } from './root.ts';

/** Pivots made before a pause. */
const PIVOTS = 8;
/** Pivots between two looks at the bound that they prove. */
const LOOK = 64;
/**
 * Where several solutions are wanted, there is a search above all branches: before the first one, and whenever the work of
 * linear programs has doubled since. These are its parts of that work. Most of the work may be to list solutions: within
 * 2 % of the bound of an airline problem of 100 items and 1,000 options the search decides 1.6 million columns, in 0.2 s;
 * the branches alone are 1,160 linear programs, in 3.9 s. But where options overlap in many ways it comes to no end.
 */
const LISTING = 1;
const LISTING_AGAIN = 0.1;
/** The columns that it may decide besides, for each solution known. */
const PER_SOLUTION = 1 << 13;
/** The work of a linear program, as a multiple of the search below its branch. */
const SEARCHED = 4;

/**
 * Why a tree pauses, if not because a slice of a step is done:
 * - `working`: a small step is done.
 * - `priced`: its root has a solution of the linear program.
 * - `above`: the state stands above all branches, before the next one below them.
 * - `small`: so little is left above all branches that a new model may be worth it.
 * - `stuck`: the open branches take more memory than they may.
 */
type Pause = undefined | 'working' | 'priced' | 'above' | 'small' | 'stuck';

/** A branch that is still to be priced, or that was closed for a target. */
interface OpenNode {
  /** The branch above it, whose decisions hold as well. */
  readonly parent: OpenNode | undefined;
  /** What it decides. */
  readonly part: Part;
  /** What is proven of the solutions below it, times the scale. */
  bound: number;
  readonly depth: number;
  /** The basis of the branch above it, as long as it is open. */
  basis: SavedBasis | undefined;
}

interface TreeSettings {
  /** The most bytes that the open branches may take. */
  readonly memoryLimit: number;
  /** About how many numbers are worked on to decide a column. */
  readonly width: number;
  /** Columns decided by search below each branch; usually about the work of its linear program. */
  readonly searchWork: number | undefined;
}

/**
 * All that lies below a root: a tree of branches.
 *
 *     .-----------------------------------------------------------------------------.
 *     v                                                                             |
 *   [open] the branch with the lowest bound                                         |
 *     v                                                                             |
 *   [price] its rows by the linear program  -> bound beyond the k-th best: closed --|
 *     v                                                                             |
 *   [fix] columns whose reduced cost exceeds the gap; again [price] if that helps   |
 *     v                                                                             |
 *   [search] below it, a fourth of that work  -> to its end: closed ----------------|
 *     v                                                                             |
 *   [branch] in two; the likelier one is priced next, from the basis at hand -------'
 *
 * What is closed for a target stays in the heap with the target as its bound. So for the next target the tree goes on
 * where it ended.
 */
export class Tree {
  readonly #root: Root;
  readonly #list: FoundList;
  readonly #settings: TreeSettings;
  readonly #open = new OpenNodes();
  readonly #divider: Divider;
  /** The branch at hand; and the likelier one of the last two, with the length of the trail above it. */
  #node: OpenNode | undefined;
  #child: OpenNode | undefined;
  #parentAt = 0;
  /** The work of linear programs at the last search above all branches. */
  #listedAt = 0;
  /** No solution in the tree costs less, times the scale. */
  lowest: number;
  branches = 0;
  deepest = 0;

  /** `bound`: proven of all solutions below the root, times the scale. */
  constructor(root: Root, list: FoundList, bound: number, settings: TreeSettings) {
    this.#root = root;
    this.#list = list;
    this.#settings = settings;
    this.#divider = new Divider(root);
    const part = { decisions: [], bound };
    this.#open.add({ parent: undefined, part, bound, depth: 0, basis: undefined });
    this.lowest = bound;
  }

  /** What the tree is below. */
  get root(): Root {
    return this.#root;
  }

  /**
   * Goes through all that is within the target, with pauses. Whoever has set another target, or has left it
   * before its end, may call it again.
   */
  *steps(): Generator<Pause, void> {
    const root = this.#root;
    const { state } = root;
    const { width, searchWork, memoryLimit } = this.#settings;
    for (const left of [this.#node, this.#child]) if (left !== undefined) this.#open.add(left);
    this.#child = undefined;
    for (;;) {
      const child = this.#child;
      const node = child ?? this.#open.take();
      this.#node = node;
      this.#child = undefined;
      if (node === undefined) return;
      this.lowest = Math.min(node.bound, this.#open.lowest);
      if (node.bound > root.limit) {
        this.#close(node);
        if (this.#open.lowest > root.limit) return;
        // The nodes that are open have no lower bound, except after a branch just made.
        yield 'working';
        continue;
      }
      const bytes = 100 + 12 * root.model.linear;
      if (bytes * this.#open.length + 16 * this.#list.size > memoryLimit) yield 'stuck';
      if (node.depth > 0) {
        yield 'above';
        if (!this.#list.isOne && root.simplex.work > 2 * this.#listedAt) {
          this.#listedAt = root.simplex.work;
          state.undo(root.mark);
          if (!root.fix()) return;
          root.prices.price.set(root.best);
          const worth = (LISTING_AGAIN * root.simplex.work) / width;
          if (!(yield* this.#search(searchWork ?? worth))) return;
        }
      }
      // Below its parent the state goes on from there, with all that followed from the bound.
      const isBelow = child !== undefined && state.length === this.#parentAt;
      if (!isBelow) {
        state.undo(root.mark);
        if (!root.fix()) return;
        if (root.isWorthReducing) yield 'small';
      }
      const before = root.simplex.work;
      const isOpen = isBelow ? state.decide(node.part.decisions) : follow(node, root);
      if (isOpen) {
        this.deepest = Math.max(this.deepest, node.depth);
        if (!isBelow && node.basis !== undefined) yield* root.simplex.restore(node.basis);
        yield* root.inform();
      }
      yield 'working';
      if (!isOpen || !(yield* this.#price(node))) {
        this.#close(node);
        continue;
      }
      const isListing = node.depth === 0 && !this.#list.isOne;
      if (isListing) this.#listedAt = root.simplex.work;
      const worth = isListing
        ? (LISTING * root.simplex.work) / width + PER_SOLUTION * this.#list.list.length
        : Math.max(STEP / 16, (root.simplex.work - before) / (SEARCHED * width));
      if (!(yield* this.#search(searchWork ?? worth))) {
        this.#close(node);
        continue;
      }
      yield* this.#branch(node);
      yield 'working';
    }
  }

  /** Nothing is left of a branch; or nothing within the target. */
  #close(node: OpenNode): void {
    this.#node = undefined;
    const { target, worst } = this.#list;
    if (target >= worst) return;
    node.bound = target * this.#root.prices.scale;
    this.#open.add(node);
  }

  /** Solves the linear program of a node and decides what follows. False where nothing is left below it. */
  *#price(node: OpenNode): Generator<Pause, boolean> {
    const root = this.#root;
    const { simplex, state } = root;
    for (let pivots = LOOK; ; ) {
      const outcome = yield* simplex.run(PIVOTS);
      if (outcome === 'infeasible' && root.prices.refutes(state, simplex.ray)) break;
      pivots -= PIVOTS;
      if (outcome === 'paused' && pivots > 0) {
        yield 'working';
        continue;
      }
      pivots = LOOK;
      const bound = root.prove();
      if (bound > node.bound) node.bound = bound;
      if (node.depth === 0) this.lowest = bound;
      if (bound > root.limit) break;
      if (outcome === 'paused') {
        yield 'working';
        continue;
      }
      simplex.values(root.values);
      if (node.depth === 0) root.keep();
      if (outcome === 'optimal') {
        this.#divider.note(node.part, Math.max(0, bound - (node.parent?.bound ?? bound)));
        root.round();
        if (node.depth === 0) yield 'priced';
      }
      const before = state.length;
      if (!root.fixBelow()) break;
      if (node.depth === 0) {
        root.mark = state.mark();
        if (root.isWorthReducing) yield 'small';
      }
      if (outcome === 'optimal' && root.isMoved(before)) {
        // What followed changes the solution of the linear program: its bound may rise.
        yield* root.inform();
        yield 'working';
        continue;
      }
      if (state.length < root.model.columns) {
        yield 'working';
        return true;
      }
      this.#list.add(state.cost, state.options());
      break;
    }
    yield 'working';
    return false;
  }

  /** Searches a little below the state. False where it comes to the end. */
  *#search(work: number): Generator<Pause, boolean> {
    const { state, prices, below } = this.#root;
    prices.prove(state);
    below.start();
    for (let budget = work; ; ) {
      const before = state.work;
      const isOver = below.run(Math.min(STEP, budget)) === 'exhausted';
      budget -= Math.max(1, state.work - before);
      const isEnough = !isOver && budget <= 0;
      if (isEnough) below.stop();
      yield 'working';
      if (isOver || isEnough) return isEnough;
    }
  }

  /** Divides a node. */
  *#branch(node: OpenNode): Generator<Pause, void> {
    const { state, simplex, prices } = this.#root;
    const basis = simplex.save();
    const parts = yield* this.#divider.divide(node.bound, basis);
    // What follows from the cutoff holds for cheaper solutions only, and so do bounds below it.
    const most = this.#list.cutoff * prices.scale;
    const [likely, other] = parts.map((part): OpenNode => {
      const bound = Math.min(part.bound, most);
      return { parent: node, part, bound, depth: node.depth + 1, basis };
    });
    this.branches++;
    node.basis = undefined;
    this.#child = likely;
    this.#parentAt = state.length;
    this.#open.add(other as OpenNode);
    this.#node = undefined;
  }
}

/** Makes the decisions of a node and of those above it. False where they contradict one another. */
function follow(node: OpenNode, { state }: Root): boolean {
  const path: OpenNode[] = [];
  for (let n: OpenNode | undefined = node; n !== undefined; n = n.parent) path.push(n);
  return path.reverse().every(({ part }) => state.decide(part.decisions));
}

/** The open branches: a heap with the lowest bound on top, of equal ones the deepest. */
class OpenNodes {
  readonly #heap: OpenNode[] = [];

  get length(): number {
    return this.#heap.length;
  }

  /** The lowest bound; Infinity where none is open. */
  get lowest(): number {
    return this.#heap[0]?.bound ?? Number.POSITIVE_INFINITY;
  }

  add(node: OpenNode): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(node);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(node, heap[above] as OpenNode)) break;
      heap[at] = heap[above] as OpenNode;
      at = above;
    }
    heap[at] = node;
  }

  take(): OpenNode | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return top;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      const right = below + 1;
      if (right < heap.length && isBefore(heap[right] as OpenNode, heap[below] as OpenNode)) {
        below = right;
      }
      if (!isBefore(heap[below] as OpenNode, last)) break;
      heap[at] = heap[below] as OpenNode;
      at = below;
    }
    heap[at] = last;
    return top;
  }
}

function isBefore(a: OpenNode, b: OpenNode): boolean {
  return a.bound < b.bound || (a.bound === b.bound && a.depth > b.depth);
}

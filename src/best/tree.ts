import { STEP } from './beside.ts';
import { divide } from './divide.ts';
import type { FoundList } from './found.ts';
import type { Root } from './root.ts';

/** Pivots made before a pause. */
const PIVOTS = 8;
/** Pivots between two looks at the bound that they prove. */
const LOOK = 64;
/**
 * Where several solutions are wanted, the search above all branches takes at most this multiple of the work before it.
 * Most of the work is to list solutions then. Within 2 % of the bound of an airline problem of 100 items and 1,000
 * options the search decides 1.6 million columns, in 0.2 s; the branches alone are 1,160 linear programs, in 3.9 s.
 */
const LISTING = 8;

/**
 * Why a tree pauses:
 * - `working`: a small step is done.
 * - `priced`: its root has a solution of the linear program.
 * - `above`: the state stands above all branches, before the next one below them.
 * - `small`: so little is left above all branches that a new model may be worth it.
 * - `stuck`: the open branches take more memory than they may.
 */
type Pause = 'working' | 'priced' | 'above' | 'small' | 'stuck';

/** A branch that is still to be priced. */
interface OpenNode {
  /** The branch above it, whose decisions hold as well. */
  readonly parent: OpenNode | undefined;
  /** Its decisions: column j chosen (`j`) or left out (`~j`). */
  readonly decisions: readonly number[];
  /** What is proven of the solutions below it, times the scale. */
  bound: number;
  readonly depth: number;
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
 *   [search] below it, as long as the linear program took  -> to its end: closed ---|
 *     v                                                                             |
 *   [branch] in two; the likelier one is priced next, from the basis at hand -------'
 */
export class Tree {
  readonly #root: Root;
  readonly #list: FoundList;
  readonly #settings: TreeSettings;
  readonly #open = new OpenNodes();
  /** The likelier branch of the last two. */
  #child: OpenNode | undefined;
  /** No solution in the tree costs less, times the scale. */
  lowest: number;
  branches = 0;
  deepest = 0;

  /** `bound`: proven of all solutions below the root, times the scale. */
  constructor(root: Root, list: FoundList, bound: number, settings: TreeSettings) {
    this.#root = root;
    this.#list = list;
    this.#settings = settings;
    this.#open.add({ parent: undefined, decisions: [], bound, depth: 0 });
    this.lowest = bound;
  }

  /** Goes through the tree to its end, with pauses. */
  *steps(): Generator<Pause, void> {
    const root = this.#root;
    const { state } = root;
    for (;;) {
      const node = this.#child ?? this.#open.take();
      this.#child = undefined;
      if (node === undefined) return;
      this.lowest = Math.min(node.bound, this.#open.lowest);
      if (node.bound > root.limit) {
        // The nodes that are open have no lower bound, except after a branch just made.
        yield 'working';
        continue;
      }
      if (100 * this.#open.length + 16 * this.#list.size > this.#settings.memoryLimit) {
        yield 'stuck';
      }
      state.undo(root.mark);
      if (!root.fix()) return;
      if (root.isWorthReducing) yield 'small';
      if (node.depth > 0) {
        yield 'above';
        if (node.bound > root.limit) continue;
      }
      const isOpen = follow(node, root);
      if (isOpen) this.deepest = Math.max(this.deepest, node.depth);
      const before = isOpen ? root.simplex.work : 0;
      if (isOpen) root.tell();
      yield 'working';
      if (!isOpen || !(yield* this.#price(node))) continue;
      const { width, searchWork } = this.#settings;
      const isListing = node.depth === 0 && !this.#list.isOne;
      const worth = isListing
        ? LISTING * (root.simplex.work / width + state.work)
        : Math.max(STEP / 4, (root.simplex.work - before) / (2 * width));
      if (!(yield* this.#search(searchWork ?? worth))) continue;
      this.#branch(node);
      yield 'working';
    }
  }

  /** Solves the linear program of a node and decides what follows. False where nothing is left below it. */
  *#price(node: OpenNode): Generator<Pause, boolean> {
    const root = this.#root;
    const { simplex, state } = root;
    for (let pivots = LOOK; ; ) {
      const outcome = simplex.run(PIVOTS);
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
        root.tell();
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
  #branch(node: OpenNode): void {
    const { bound, depth } = node;
    const [likely, other] = divide(this.#root.state, this.#root.values);
    this.branches++;
    this.#child = { parent: node, decisions: likely, bound, depth: depth + 1 };
    this.#open.add({ parent: node, decisions: other, bound, depth: depth + 1 });
  }
}

/** Makes the decisions of a node and of those above it. False where they contradict one another. */
function follow(node: OpenNode, { state }: Root): boolean {
  const path: OpenNode[] = [];
  for (let n: OpenNode | undefined = node; n !== undefined; n = n.parent) path.push(n);
  for (const { decisions } of path.reverse()) {
    for (const decision of decisions) {
      const isOpen = decision >= 0 ? state.choose(decision) : state.leaveOut(~decision);
      if (!isOpen) return false;
    }
    if (!state.propagate()) return false;
  }
  return true;
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

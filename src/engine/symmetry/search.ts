import type { Compiled } from '../problem/compiled.ts';
import { integers } from '../problem/memory.ts';
import { Form } from './form.ts';
import type { Graph } from './graph.ts';
import { Group, Marks, Orbits } from './group.ts';
import { Partition } from './partition.ts';
import { product } from './product.ts';
import { sortNumbers } from './sort.ts';
import { mix, Trace } from './trace.ts';

const SEARCH_ARRAYS = 'the search for symmetries';

/** Instead of a vertex, a cell or a depth: there is none yet. */
const NONE = -1;

/** Integers for a vertex: 9 of the graph, 13 of the partition, 6 of the trace, 20 of the search. */
const BYTES_PER_VERTEX = 200;
/**
 * Of a generator, for each vertex that it moves: a pair, in an array with spare room; its start.
 */
export const BYTES_PER_MOVE = 20;
/** Vertices and edges that a caller lets it look at between two pauses: about a millisecond. */
export const SLICE_LOOKS = 1 << 15;
/** Both ends of an edge, the edge of a pair to its item, and the pair of a node. */
const BYTES_PER_USE = 20;

/**
 * How a search ended, as in the contract of engines: `exhausted`, it knows all symmetries;
 * `paused`, it has done the work it was given; `stuck`, there is no room for another generator.
 */
type Ended = 'exhausted' | 'paused' | 'stuck';

/**
 * The symmetries of a graph, and its canonical form: the same for all graphs that are isomorphic to
 * it, and for no other. A search by individualization and refinement (B. McKay, *Practical graph
 * isomorphism*, 1981). The partition of a node is refined; then each vertex of one of its cells
 * gets a cell of its own in turn, which gives the children. At a leaf no cell tells others apart:
 * their order labels the graph.
 *
 *                o          cells {a b c} {1 2 3}; the first path takes a, then 1: the base
 *            a / | b \ c
 *             o  o    x     c: left out, since it is in the orbit of b
 *         1 / |   \
 *          o  x    o        2: its trace differs from the first one and is less than the best one
 *        first     '------- both leaves label the same graph: their map is a symmetry
 *
 * It goes depth first, so the deepest level of the first path is done first. The generators found
 * by the end of a level fix the base above it, and generate all symmetries that do. So the order of
 * the group is the product of the orbits of the base, each as it is at the end of its level. The
 * same holds at any time for the group of the symmetries found so far.
 *
 * A node of the first path tries one vertex of each orbit; any other node one of each orbit under
 * the generators that fix its own path. After a symmetry the search goes on where its two paths
 * part, since what is below the one is below the other.
 *
 * Vertices of one cell of a leaf are *twins*: they have the same neighbours. They may take any
 * order in the labelling, and all their orders are symmetries, which need no nodes.
 *
 * A node beside the first path is *foreign* if no symmetry takes the node of the first path at its
 * level there. One child may show that, so that nothing below the node can be a symmetry (conflict
 * propagation: T. Junttila, P. Kaski, TAPAS 2011):
 *
 * - the trace of the child leaves that of the first path as that of no child there does; or
 * - the child has the trace of the first path and is foreign, and no such child is foreign there.
 *
 * The levels below are done by then, so all children of the node of the first path are known.
 *
 * Each node whose trace is that of the first path is also asked for a symmetry that moves little
 * (as in saucy: P. Darga, K. Sakallah, I. Markov, DAC 2008). Latin squares of order 8 have 20
 * generators, of which that finds 17.
 *
 * It is allocated once for a graph, and begins again each time that the graph was loaded:
 *
 *     graph.loadRemainder(state);
 *     search.begin();
 *     if (search.advance(work) !== 'exhausted') ...   no form; the symmetries found so far do hold
 *     search.canonicalForm(), search.label, search.group.orbits, search.order
 */
export class SymmetrySearch {
  readonly graph: Graph;
  /** The symmetries found so far, as permutations of the vertices. */
  readonly group: Group;
  /** Vertices individualized: the nodes of the tree but its root. */
  nodes = 0;
  /** At the end, where the form is wanted: vertex -> its canonical label, and label -> vertex. */
  readonly label: Int32Array;
  readonly best: Int32Array;

  private readonly partition: Partition;
  private readonly trace: Trace;
  private wantsForm = true;
  private next: 'refine' | 'child' | 'end' = 'end';
  private isStuck = false;
  /** True if it goes below one child of the root alone: below this vertex, if one is named. */
  private isPointed = false;
  private point = NONE;
  private mostMoves = Number.POSITIVE_INFINITY;

  /** The level of the node it stands on, and the level of the first path that is not done. */
  private level = 0;
  private stem = 0;
  /** The number of vertices of the base; NONE before the first leaf. */
  private depth = NONE;
  /** Level -> the vertex individualized there: on this path, on the first one, on the best one. */
  private readonly path: Int32Array;
  private readonly base: Int32Array;
  private readonly bestPath: Int32Array;
  /** Level of the first path that is done -> the size of the orbit of its vertex. */
  private readonly orbitSizes: Int32Array;
  /** The sizes of the cells of twins. */
  private readonly twins: number[] = [];
  /** Level of the first path -> 1 if its node has foreign children with the trace of the path. */
  private readonly hasForeign: Uint8Array;
  /** Hashes of a level and a way in which the trace of a child of its node left the first one. */
  private readonly conflicts = new Set<number>();
  /** Level -> the cell that its node branches on; partition and trace as they were there. */
  private readonly target: Int32Array;
  private readonly splits: Int32Array;
  private readonly traceLength: Int32Array;
  private readonly traceIsFirst: Uint8Array;
  private readonly traceOrder: Int8Array;
  /** The first leaf, as `best` is the best one: label -> vertex. */
  private readonly first: Int32Array;
  private readonly form = new Form();
  private readonly formOfBest = new Form();
  /** A permutation that may be a symmetry. */
  private readonly image: Int32Array;
  private readonly marks: Marks;
  /** Vertices that a guess has to match; the orbits under what fixes the path of a node. */
  private readonly unmatched: Int32Array;
  private readonly orbitsHere: Orbits;

  constructor(graph: Graph) {
    const { room } = graph;
    this.graph = graph;
    this.group = new Group(room);
    this.partition = new Partition(graph);
    this.trace = new Trace(room);
    const levels = room + 1;
    this.path = integers(levels, SEARCH_ARRAYS);
    this.base = integers(levels, SEARCH_ARRAYS);
    this.bestPath = integers(levels, SEARCH_ARRAYS);
    this.orbitSizes = integers(levels, SEARCH_ARRAYS);
    this.target = integers(levels, SEARCH_ARRAYS);
    this.splits = integers(levels, SEARCH_ARRAYS);
    this.traceLength = integers(levels, SEARCH_ARRAYS);
    this.traceIsFirst = new Uint8Array(levels);
    this.traceOrder = new Int8Array(levels);
    this.hasForeign = new Uint8Array(levels);
    this.first = integers(room, SEARCH_ARRAYS);
    this.best = integers(room, SEARCH_ARRAYS);
    this.label = integers(room, SEARCH_ARRAYS);
    this.image = integers(room, SEARCH_ARRAYS);
    this.marks = new Marks(room);
    this.unmatched = integers(2 * room, SEARCH_ARRAYS);
    this.orbitsHere = new Orbits(room);
  }

  /** The bytes that a search and its graph take, at most, without generators. */
  static bytesFor({ primary, secondary, options, nodes, coloured }: Compiled): number {
    const pairs = coloured ? nodes : 0;
    return BYTES_PER_VERTEX * (primary + secondary + options + pairs) + BYTES_PER_USE * nodes;
  }

  /** The work since it began: vertices and edges looked at. */
  get work(): number {
    return this.partition.work;
  }

  /**
   * Begins with the graph as it is loaded. Without the form it finds the symmetries alone, which
   * may take much less. It is stuck where its generators move more vertices than `mostMoves`.
   */
  begin(wantsForm = true, mostMoves = Number.POSITIVE_INFINITY): void {
    this.wantsForm = wantsForm;
    this.mostMoves = mostMoves;
    this.partition.begin();
    this.trace.begin();
    this.group.begin(this.graph.vertices);
    this.nodes = 0;
    this.level = 0;
    this.stem = 0;
    this.depth = NONE;
    this.twins.length = 0;
    this.hasForeign.fill(0, 0, this.graph.vertices);
    this.conflicts.clear();
    this.isStuck = false;
    this.isPointed = false;
    this.next = 'refine';
  }

  /**
   * Begins a search below one child of the root alone, for the form of the graph with one vertex
   * singled out: one that `points` gives, or any. Graphs with such a form in common are isomorphic,
   * and isomorphic graphs have all of them in common. One of these forms takes a twentieth of the
   * work of the canonical form where that has to try each vertex of a large cell.
   */
  beginBelow(point = NONE): void {
    this.begin();
    this.isPointed = true;
    this.point = point;
  }

  /**
   * At the end of a search that was not below one child: the vertices to single out, one of each
   * orbit. None, if no cell tells others apart.
   */
  points(): number[] {
    const { elements, length } = this.partition;
    const cell = this.partition.cellToBranchOn(true);
    if (cell === NONE) return [];
    const vertices = [...elements.subarray(cell, cell + length[cell])];
    return vertices.filter((vertex) => this.group.orbits.least(vertex) === vertex);
  }

  /** Goes on until the end, or until `work` or `nodes` has come to this number. */
  advance(work: number, nodes = Number.POSITIVE_INFINITY): Ended {
    const { partition, trace } = this;
    while (this.next !== 'end' && !this.isStuck) {
      if (this.next === 'refine') {
        const refined = partition.refine(trace, work);
        if (refined === 'paused') return 'paused';
        const isWanted = refined === 'stable' && trace.note(mix(partition.cells));
        const parent = this.level - 1;
        const onward = this.isConflict(parent) ? this.leaveForeign(parent) : parent;
        if (isWanted && onward === parent) this.arrive();
        else this.backTo(onward);
      } else {
        if (partition.work >= work || this.nodes >= nodes) return 'paused';
        this.tryChild();
      }
    }
    return this.isStuck ? 'stuck' : 'exhausted';
  }

  /** The order of the group of the symmetries found so far. */
  get order(): bigint {
    const factors: number[] = [];
    if (this.depth !== NONE && this.stem >= 0) {
      factors.push(this.group.orbits.sizeOf(this.base[this.stem]));
    }
    for (let level = this.stem + 1; level < this.depth; level++) {
      factors.push(this.orbitSizes[level]);
    }
    for (const size of this.twins) for (let k = 2; k <= size; k++) factors.push(k);
    return product(factors);
  }

  /** The canonical form, at the end: its first `length` words. The next search writes over it. */
  canonicalForm(): Form {
    this.form.write(this.graph, this.best, this.label);
    return this.form;
  }

  /** At a node, its partition refined. */
  private arrive(): void {
    const { partition, trace, level } = this;
    this.next = 'child';
    const target = partition.cellToBranchOn(this.isPointed && level === 0);
    if (target === NONE) {
      this.arriveAtLeaf();
      return;
    }
    this.target[level] = target;
    this.splits[level] = partition.splits;
    this.traceLength[level] = trace.length;
    this.traceIsFirst[level] = trace.isFirst ? 1 : 0;
    this.traceOrder[level] = trace.order;
    this.path[level] = NONE;
    if (this.depth === NONE) this.stem = level;
    else if (trace.isFirst && this.guess()) this.backTo(this.stem);
  }

  /**
   * True if the trace has left that of the first path below a node, and that shows the node to be
   * foreign. The trace below the node of the first path is remembered.
   */
  private isConflict(parent: number): boolean {
    const { trace, conflicts } = this;
    const isKnown = this.depth === NONE || this.traceIsFirst[parent] !== 1 || trace.isFirst;
    if (isKnown) return false;
    const conflict = mix(trace.conflict ^ mix(~parent));
    if (parent > this.stem) return !conflicts.has(conflict);
    conflicts.add(conflict);
    return false;
  }

  /**
   * The node at a level of the path, beside the first one, is foreign: and so are those above it,
   * up to one that may have a foreign child. Returns the level to go on at: only for a better leaf
   * does the search stay below one of them.
   */
  private leaveForeign(from: number): number {
    const { stem, hasForeign, traceIsFirst, traceOrder } = this;
    let level = from;
    for (; ; level--) {
      traceIsFirst[level] = 0;
      if (level - 1 === stem) hasForeign[stem] = 1;
      if (hasForeign[level - 1] === 1) break;
    }
    let onward = from;
    while (onward >= level && traceOrder[onward] < 0) onward--;
    return onward;
  }

  /** Goes back from a node that is done, or a leaf; it is foreign if its trace is the first one. */
  private backFrom(level: number, isFirst: boolean): void {
    this.traceOrder[level] = -1;
    this.backTo(isFirst ? this.leaveForeign(level) : level - 1);
  }

  private backTo(level: number): void {
    this.level = level;
    this.next = level < 0 ? 'end' : 'child';
    if (level < 0) this.end();
  }

  /** Goes to the next child of the node it stands on; back, if there is none. */
  private tryChild(): void {
    const { partition, trace, level } = this;
    partition.backTo(this.splits[level]);
    trace.backTo(this.traceLength[level], this.traceIsFirst[level] === 1, this.traceOrder[level]);
    const vertex = this.nextVertex();
    if (vertex === NONE) {
      if (level === this.stem) {
        this.orbitSizes[level] = this.group.orbits.sizeOf(this.base[level]);
        this.stem--;
        this.backTo(level - 1);
      } else this.backFrom(level, this.traceIsFirst[level] === 1);
      return;
    }
    this.path[level] = vertex;
    this.level++;
    this.nodes++;
    this.next = 'refine';
    partition.individualize(vertex);
  }

  /** The next vertex to individualize: the least of its orbit. An orbit lies within the cell. */
  private nextVertex(): number {
    const { level } = this;
    const { elements, length } = this.partition;
    const cell = this.target[level];
    const end = cell + length[cell];
    const last = this.path[level];
    let orbits = this.group.orbits;
    const isFirstChild = last === NONE;
    if (level === 0 && this.isPointed) {
      if (!isFirstChild) return NONE;
      if (this.point !== NONE) return this.point;
    }
    if (level === this.stem && !isFirstChild && orbits.sizeOf(last) === length[cell]) return NONE;
    if (level > this.stem && !isFirstChild) {
      orbits = this.orbitsHere;
      orbits.begin(this.graph.vertices);
      this.group.joinFixing(this.path, level, orbits);
    }
    let next = NONE;
    for (let at = cell; at < end; at++) {
      const vertex = elements[at];
      if (vertex <= last || (next !== NONE && vertex > next)) continue;
      if (isFirstChild || orbits.least(vertex) === vertex) next = vertex;
    }
    return next;
  }

  private arriveAtLeaf(): void {
    const { trace, level, path, bestPath } = this;
    if (this.depth === NONE) {
      this.depth = level;
      this.stem = level - 1;
      this.base.set(path.subarray(0, level));
      this.first.set(this.partition.elements.subarray(0, this.graph.vertices));
      trace.keepFirst(this.wantsForm);
      if (this.wantsForm) this.keepBest();
      else this.traceOrder.fill(-1, 0, level);
      this.swapTwins();
      this.backTo(level - 1);
      return;
    }
    if (trace.isFirst && this.isSymmetryFrom(this.first)) {
      this.backTo(this.stem);
      return;
    }
    if (this.wantsForm) {
      const order = trace.orderAtLeaf();
      if (order === 0 && this.isSymmetryFrom(this.best)) {
        let common = 0;
        while (path[common] === bestPath[common]) common++;
        this.backTo(common);
        return;
      }
      if (order > 0 || (order === 0 && this.compareWithBest() > 0)) this.keepBest();
    }
    this.backFrom(level, trace.isFirst);
  }

  /** At the first leaf: the symmetries that swap two vertices of a cell and move no others. */
  private swapTwins(): void {
    const { partition, group, twins } = this;
    const { elements, length } = partition;
    for (let at = 0; at < this.graph.vertices; at += length[at]) {
      const size = length[at];
      if (size === 1) continue;
      partition.work += size;
      for (let k = 1; k < size; k++) {
        if (group.moves + 2 > this.mostMoves) {
          this.isStuck = true;
          return;
        }
        group.addSwap(elements[at + k - 1], elements[at + k]);
        if (k === 1) twins.push(2);
        else twins[twins.length - 1] = k + 1;
      }
    }
  }

  private keepBest(): void {
    const { level } = this;
    this.best.set(this.partition.elements.subarray(0, this.graph.vertices));
    this.bestPath.set(this.path.subarray(0, level));
    this.trace.keepBest();
    // The path to this leaf is now the best one, at each of its nodes.
    this.traceOrder.fill(0, 0, level);
  }

  /** How the graph labelled by this leaf compares with the one labelled by the best leaf. */
  private compareWithBest(): number {
    const { graph, partition } = this;
    this.form.write(graph, partition.elements, partition.position);
    this.labelByBest();
    this.formOfBest.write(graph, this.best, this.label);
    partition.work += 2 * this.form.length;
    return this.form.compare(this.formOfBest);
  }

  private labelByBest(): void {
    const { label, best, graph } = this;
    for (let at = 0; at < graph.vertices; at++) label[best[at]] = at;
  }

  /** Checks the map from a leaf to this one, and keeps it if it is a symmetry. */
  private isSymmetryFrom(leaf: Int32Array): boolean {
    const { image, graph } = this;
    const { elements } = this.partition;
    for (let at = 0; at < graph.vertices; at++) image[leaf[at]] = elements[at];
    return this.isSymmetry();
  }

  /**
   * Guesses a symmetry from the cells of a node of the first path, which the first leaf still
   * shows, to those of this node. Vertices that are in one cell on both sides stay; the others of
   * the cell are matched in ascending order.
   */
  private guess(): boolean {
    const { image, first, marks, unmatched, graph } = this;
    const { elements, length } = this.partition;
    for (let at = 0; at < graph.vertices; ) {
      const size = length[at];
      const end = at + size;
      if (size === 1) {
        image[first[at]] = elements[at];
        at = end;
        continue;
      }
      marks.clear();
      for (let k = at; k < end; k++) marks.add(elements[k]);
      let from = 0;
      for (let k = at; k < end; k++) {
        const vertex = first[k];
        if (marks.has(vertex)) {
          image[vertex] = vertex;
          marks.remove(vertex);
        } else unmatched[from++] = vertex;
      }
      if (from > 0) {
        let to = from;
        for (let k = at; k < end; k++) {
          if (marks.has(elements[k])) unmatched[to++] = elements[k];
        }
        sortNumbers(unmatched, 0, from);
        sortNumbers(unmatched, from, to);
        for (let k = 0; k < from; k++) {
          image[unmatched[k]] = unmatched[from + k];
        }
      }
      at = end;
    }
    return this.isSymmetry();
  }

  /** Checks that `image` keeps all edges of the vertices that it moves. It keeps it then. */
  private isSymmetry(): boolean {
    const { image, marks, partition } = this;
    const { vertices, start, to } = this.graph;
    partition.work += vertices;
    let moves = 0;
    for (let vertex = 0; vertex < vertices; vertex++) {
      const other = image[vertex];
      if (other === vertex) continue;
      moves++;
      marks.clear();
      const end = start[vertex + 1];
      for (let k = start[vertex]; k < end; k++) {
        marks.add(image[to[k]]);
      }
      const stop = start[other + 1];
      partition.work += stop - start[other];
      // Both have the same number of neighbours: that is part of their class.
      for (let k = start[other]; k < stop; k++) {
        if (!marks.has(to[k])) return false;
      }
    }
    if (this.group.moves + moves > this.mostMoves) {
      this.isStuck = true;
      return false;
    }
    this.group.add(image, moves);
    return true;
  }

  private end(): void {
    if (this.wantsForm) this.labelByBest();
  }
}

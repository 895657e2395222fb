import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { integers, integersOf } from '../problem/memory.ts';
import { type Exact, plus } from './counts.ts';
import { EDGE_HEAD, NODE_HEAD, NONE, type Nodes, TOP } from './nodes.ts';
import { murmur } from './table.ts';

/** "zdds" in ASCII. */
const MAGIC = 0x7a646473;
const VERSION = 1;
/** The integers before the nodes. */
export const HEAD = 8;

// What `without` notes of a node.
const LEADS_TO_TOP = 1;
const IS_REACHED = 2;

/**
 * The nodes of a diagram in one array, which can be stored: all solutions of a problem, as the paths from
 * the root to TOP. (See `Nodes` for a node.) The children of a node come before it, so one pass upwards counts,
 * and one downwards tells how often each node is reached.
 *
 *     [ mark, version, options, nodes, root, length, hash of the problem, hash of the rest | nodes ... ]
 */
export class Graph {
  readonly compiled: Compiled;
  readonly data: Int32Array;
  readonly root: number;
  /** Number of a node -> where it is. */
  readonly places: Int32Array;

  private constructor(compiled: Compiled, data: Int32Array) {
    this.compiled = compiled;
    this.data = data;
    this.root = data[4] as number;
    this.places = integers(data[3] as number, 'the nodes of a diagram');
    let node = HEAD;
    for (let n = 0; n < this.places.length; n++) {
      this.places[n] = node;
      node = this.end(node);
    }
  }

  /** The graph of nodes that were just made, in an array with room for a head. */
  static of(compiled: Compiled, data: Int32Array, nodes: number, root: number): Graph {
    data[0] = MAGIC;
    data[1] = VERSION;
    data[2] = compiled.options;
    data[3] = nodes;
    data[4] = root;
    data[5] = data.length;
    data[6] = hashOf(compiled);
    data[7] = murmur(data, HEAD, data.length - HEAD);
    return new Graph(compiled, data);
  }

  /** The graph that a build has made, without the nodes that it turned out not to need. */
  static ofNodes(compiled: Compiled, nodes: Nodes, root: number): Graph {
    return Graph.of(compiled, nodes.data.subarray(0, nodes.length), nodes.count, root).without(
      () => false,
    );
  }

  /** Reads a graph back, after checking all of it. */
  static from(compiled: Compiled, buffer: ArrayBufferLike | ArrayBufferView): Graph {
    const data = integersOf(buffer, 'a copy of the diagram', refuse);
    check(compiled, data);
    return new Graph(compiled, data);
  }

  get nodes(): number {
    return this.places.length;
  }

  /** The place after a node. */
  end(node: number): number {
    const { data } = this;
    let edge = node + NODE_HEAD;
    for (let left = data[node + 1] as number; left > 0; left--) edge = this.next(edge);
    return edge;
  }

  /** The place after an edge. */
  next(edge: number): number {
    return edge + EDGE_HEAD + (this.data[edge + 1] as number);
  }

  /** Where an edge leads: the number of that node, or -1 for TOP. */
  target(edge: number): number {
    const child = this.data[edge] as number;
    return child === TOP ? -1 : (this.data[child] as number);
  }

  options(edge: number): Int32Array {
    return this.data.subarray(edge + EDGE_HEAD, this.next(edge));
  }

  /** Number of a node -> the solutions below it. */
  solutionsBelow(): Exact[] {
    const { data } = this;
    const below: Exact[] = [];
    for (const node of this.places) {
      let sum: Exact = 0;
      const end = this.end(node);
      for (let edge = node + NODE_HEAD; edge < end; edge = this.next(edge)) {
        const child = data[edge] as number;
        sum = plus(sum, child === TOP ? 1 : (below[data[child] as number] as Exact));
      }
      below.push(sum);
    }
    return below;
  }

  /** The graph of the solutions that lack some options, without what does not lead to one. */
  without(leftOut: (option: number) => boolean): Graph {
    const { data, places, root } = this;
    const marks = new Uint8Array(places.length);
    const isKept = (edge: number) => {
      const target = this.target(edge);
      return (target < 0 || marks[target] !== 0) && !this.options(edge).some(leftOut);
    };
    this.#eachEdge(places, (edge, n) => {
      if (marks[n] === 0 && isKept(edge)) marks[n] = LEADS_TO_TOP;
    });
    if (root <= TOP) return this.#copy(() => false, isKept, root);
    const top = data[root] as number;
    if (marks[top] === 0) return this.#copy(() => false, isKept, NONE);
    marks[top] = IS_REACHED;
    this.#eachEdge(places.slice().reverse(), (edge, n) => {
      if (marks[n] === IS_REACHED && isKept(edge) && this.target(edge) >= 0) {
        marks[this.target(edge)] = IS_REACHED;
      }
    });
    return this.#copy((n) => marks[n] === IS_REACHED, isKept, root);
  }

  #eachEdge(nodes: Int32Array, visit: (edge: number, n: number) => void): void {
    for (const node of nodes) {
      const end = this.end(node);
      const n = this.data[node] as number;
      for (let edge = node + NODE_HEAD; edge < end; edge = this.next(edge)) visit(edge, n);
    }
  }

  #copy(hasNode: (n: number) => boolean, hasEdge: (edge: number) => boolean, root: number): Graph {
    const { data } = this;
    const nodes = this.places.filter((_, n) => hasNode(n));
    let length = HEAD + NODE_HEAD * nodes.length;
    this.#eachEdge(nodes, (edge) => {
      if (hasEdge(edge)) length += this.next(edge) - edge;
    });
    const copy = integers(length, 'the nodes of a diagram');
    /** Number of a node -> its place in the copy. */
    const placeOf = integers(this.places.length, 'the nodes of a diagram');
    let to = HEAD;
    nodes.forEach((node, number) => {
      const place = to;
      placeOf[data[node] as number] = place;
      copy[place] = number;
      to += NODE_HEAD;
      this.#eachEdge(nodes.subarray(number, number + 1), (edge) => {
        if (!hasEdge(edge)) return;
        const end = this.next(edge);
        copy.set(data.subarray(edge, end), to);
        const target = this.target(edge);
        copy[to] = target < 0 ? TOP : (placeOf[target] as number);
        copy[place + 1] = (copy[place + 1] as number) + 1;
        to += end - edge;
      });
    });
    const newRoot = root <= TOP ? root : (placeOf[data[root] as number] as number);
    return Graph.of(this.compiled, copy, nodes.length, newRoot);
  }
}

function hashOf({ data }: Compiled): number {
  return murmur(data, 0, data.length);
}

/** The questions trust these numbers as places, so each is looked at, once. */
function check(compiled: Compiled, data: Int32Array): void {
  if (data.length < HEAD) refuse(`it holds ${data.length} integers, fewer than its header`);
  if (data[0] !== MAGIC) refuse('it does not begin with the mark of a diagram');
  if (data[1] !== VERSION) refuse(`it is of version ${data[1]}, this library reads ${VERSION}`);
  if (data[5] !== data.length) {
    refuse(`it holds ${data.length} integers where its header promises ${data[5]}`);
  }
  if (data[2] !== compiled.options || data[6] !== hashOf(compiled)) {
    refuse('it belongs to another problem');
  }
  if (data[7] !== murmur(data, HEAD, data.length - HEAD)) refuse('its nodes are damaged');
  const nodes = data[3] as number;
  const places = integers(Math.max(0, Math.min(nodes, data.length)), 'the nodes of a diagram');
  const isNode = (place: number, before: number) => {
    const n = place >= HEAD && place < data.length ? (data[place] as number) : -1;
    return n >= 0 && n < before && places[n] === place;
  };
  let at = HEAD;
  for (let n = 0; n < nodes; n++) {
    const node = at;
    if (data[node] !== n) refuse(`node ${n} is not where it should be`);
    at += NODE_HEAD;
    const edges = data[node + 1] as number;
    if (!(edges > 0)) refuse(`node ${n} has no edges`);
    for (let e = 0; e < edges; e++) {
      const child = data[at] as number;
      const options = data[at + 1] as number;
      if (child !== TOP && !isNode(child, n)) refuse(`an edge of node ${n} leads nowhere`);
      if (!(options > 0 && at + EDGE_HEAD + options <= data.length)) {
        refuse(`an edge of node ${n} has no options`);
      }
      for (let k = 0; k < options; k++) {
        const option = data[at + EDGE_HEAD + k] as number;
        if (!(option >= 0 && option < compiled.options)) refuse(`node ${n} has an unknown option`);
      }
      at += EDGE_HEAD + options;
    }
    places[n] = node;
  }
  if (at !== data.length) refuse('its nodes do not fill its array');
  const root = data[4] as number;
  if (!(nodes === 0 ? root === NONE || root === TOP : isNode(root, nodes)))
    refuse('it has no root');
}

function refuse(why: string): never {
  throw new QuadrilleError(
    'bad-diagram',
    `This is not a stored diagram of the problem: ${why}. ` +
      'Use Diagram.from() with the problem and a copy of what store() gave, whole and unchanged.',
  );
}

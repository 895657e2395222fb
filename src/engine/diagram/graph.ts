import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { digestOf } from '../problem/fingerprint.ts';
import { integers, integersOf } from '../problem/memory.ts';
import { finish, Pace, type Slices } from '../problem/slices.ts';
import { type Exact, plus } from './counts.ts';
import { EDGE_HEAD, NODE_HEAD, NONE, type Nodes, TOP } from './nodes.ts';
import { murmur } from './table.ts';

/** "zdds" in ASCII. */
const DIAGRAM_MAGIC = 0x7a646473;
const DIAGRAM_VERSION = 2;
/** The integers before the nodes, and those of a SHA-256 behind them. */
export const HEAD_INTEGERS = 8;
const DIGEST = 8;
/** The work to look at an edge, beside its options. */
const EDGE = 8;

// The marks that `without` gives to a node.
const LEADS_TO_TOP = 1;
const IS_REACHED = 2;

/**
 * The nodes of a diagram in one array, which can be stored: all solutions of a problem, as the
 * paths from the root to TOP. (See `Nodes` for a node.) The children of a node come before it, so
 * one pass upwards counts, and one downwards tells how often each node is reached.
 *
 *     [ mark, version, options, nodes, root, length, hash of the problem, 0
 *     | nodes ... | digest of all before ]
 *
 * The digest is written when the array is asked for. Long work is done in slices.
 */
export class Graph {
  readonly compiled: Compiled;
  /** The digest is zeros before `store`. */
  readonly data: Int32Array;
  readonly root: number;
  /** Number of a node -> where it is. */
  readonly places: Int32Array;
  #isSealed = false;

  /** The root and the number of nodes stand in the array. */
  private constructor(compiled: Compiled, data: Int32Array, places: Int32Array) {
    this.compiled = compiled;
    this.data = data;
    this.root = data[4];
    this.places = places;
  }

  /**
   * The graph that a build has made, without the nodes that it turned out not to need. The nodes
   * are taken.
   */
  static *ofNodes(compiled: Compiled, nodes: Nodes, root: number): Slices<Graph> {
    const places = integers(nodes.count, 'the nodes of a diagram');
    const data = yield* nodes.take();
    data[4] = root;
    const whole = new Graph(compiled, data, places);
    const pace = new Pace();
    let node = HEAD_INTEGERS;
    for (let n = 0; n < places.length; n++) {
      places[n] = node;
      const next = whole.end(node);
      if (pace.spent(EDGE + next - node)) yield;
      node = next;
    }
    return yield* whole.#without(() => false);
  }

  /** Reads a graph back, after checking all of it. */
  static from(compiled: Compiled, buffer: ArrayBufferLike | ArrayBufferView): Graph {
    const data = integersOf(buffer, 'a copy of the diagram', refuse);
    const graph = new Graph(compiled, data, checkedPlaces(compiled, data));
    graph.#isSealed = true;
    return graph;
  }

  /** The array, for `from`. */
  store(): Int32Array {
    const { data } = this;
    if (!this.#isSealed) data.set(digestOf(data.subarray(0, -DIGEST)), data.length - DIGEST);
    this.#isSealed = true;
    return data;
  }

  get nodes(): number {
    return this.places.length;
  }

  /** The place after a node. */
  end(node: number): number {
    const { data } = this;
    let edge = node + NODE_HEAD;
    for (let left = data[node + 1]; left > 0; left--) edge = this.next(edge);
    return edge;
  }

  /** The place after an edge. */
  next(edge: number): number {
    return edge + EDGE_HEAD + this.data[edge + 1];
  }

  /** Where an edge leads: the number of that node, or -1 for TOP. */
  target(edge: number): number {
    const child = this.data[edge];
    return child === TOP ? -1 : this.data[child];
  }

  options(edge: number): Int32Array {
    return this.data.subarray(edge + EDGE_HEAD, this.next(edge));
  }

  /** Number of a node -> the solutions below it. */
  *solutionsBelow(): Slices<Exact[]> {
    const { data } = this;
    const pace = new Pace();
    const below: Exact[] = [];
    for (const node of this.places) {
      let sum: Exact = 0;
      const end = this.end(node);
      for (let edge = node + NODE_HEAD; edge < end; edge = this.next(edge)) {
        const child = data[edge];
        sum = plus(sum, child === TOP ? 1 : below[data[child]]);
        if (pace.spent(EDGE)) yield;
      }
      below.push(sum);
    }
    return below;
  }

  /** The graph of the solutions that lack some options, without the nodes that lead to none. */
  without(leftOut: (option: number) => boolean): Graph {
    return finish(this.#without(leftOut));
  }

  /** The graph without solutions. */
  empty(): Graph {
    const none = () => false;
    return finish(this.#copy(none, none, NONE));
  }

  *#without(leftOut: (option: number) => boolean): Slices<Graph> {
    const { places, root } = this;
    const marks = new Uint8Array(places.length);
    const isKept = (edge: number) => {
      const target = this.target(edge);
      return (target < 0 || marks[target] !== 0) && !this.options(edge).some(leftOut);
    };
    yield* this.#eachEdge((edge, n) => {
      if (marks[n] === 0 && isKept(edge)) marks[n] = LEADS_TO_TOP;
    });
    if (root <= TOP) return yield* this.#copy(() => false, isKept, root);
    const top = this.data[root];
    if (marks[top] === 0) return yield* this.#copy(() => false, isKept, NONE);
    marks[top] = IS_REACHED;
    yield* this.#eachEdge((edge, n) => {
      if (marks[n] === IS_REACHED && isKept(edge) && this.target(edge) >= 0) {
        marks[this.target(edge)] = IS_REACHED;
      }
    }, true);
    return yield* this.#copy((n) => marks[n] === IS_REACHED, isKept, root);
  }

  /** Visits the edges of each node, the nodes upwards or downwards. */
  *#eachEdge(visit: (edge: number, n: number) => void, isDownwards = false): Slices {
    const { places } = this;
    const pace = new Pace();
    for (let k = 0; k < places.length; k++) {
      const n = isDownwards ? places.length - 1 - k : k;
      const node = places[n];
      const end = this.end(node);
      for (let edge = node + NODE_HEAD; edge < end; ) {
        const next = this.next(edge);
        visit(edge, n);
        if (pace.spent(EDGE + next - edge)) yield;
        edge = next;
      }
    }
  }

  *#copy(
    hasNode: (n: number) => boolean,
    hasEdge: (edge: number) => boolean,
    root: number,
  ): Slices<Graph> {
    const { data, compiled } = this;
    /** Number of a node -> its place in the copy; 0 where it has none. */
    const placeOf = integers(this.places.length, 'the nodes of a diagram');
    let length = HEAD_INTEGERS;
    let count = 0;
    yield* this.#eachEdge((edge, n) => {
      if (!hasNode(n)) return;
      if (placeOf[n] === 0) {
        placeOf[n] = length;
        length += NODE_HEAD;
        count++;
      }
      if (hasEdge(edge)) length += this.next(edge) - edge;
    });
    const copy = integers(length + DIGEST, 'the nodes of a diagram');
    const places = integers(count, 'the nodes of a diagram');
    let to = HEAD_INTEGERS;
    count = 0;
    yield* this.#eachEdge((edge, n) => {
      const place = placeOf[n];
      if (place === 0) return;
      if (place === to) {
        copy[to] = count;
        places[count++] = to;
        to += NODE_HEAD;
      }
      if (!hasEdge(edge)) return;
      const end = this.next(edge);
      copy.set(data.subarray(edge, end), to);
      const target = this.target(edge);
      copy[to] = target < 0 ? TOP : placeOf[target];
      copy[place + 1] = copy[place + 1] + 1;
      to += end - edge;
    });
    const newRoot = root <= TOP ? root : placeOf[data[root]];
    copy.set([
      DIAGRAM_MAGIC,
      DIAGRAM_VERSION,
      compiled.options,
      count,
      newRoot,
      copy.length,
      hashOf(compiled),
    ]);
    return new Graph(compiled, copy, places);
  }
}

function hashOf({ data }: Compiled): number {
  return murmur(data, 0, data.length);
}

/** The places of nodes. The questions trust these numbers, so each is looked at, once. */
function checkedPlaces(compiled: Compiled, data: Int32Array): Int32Array {
  if (data.length < HEAD_INTEGERS + DIGEST)
    refuse(`it holds ${data.length} integers, fewer than its header and its checksum`);
  if (data[0] !== DIAGRAM_MAGIC) refuse('it does not begin with the mark of a diagram');
  if (data[1] !== DIAGRAM_VERSION)
    refuse(`it is of version ${data[1]}, this library reads ${DIAGRAM_VERSION}`);
  if (data[5] !== data.length) {
    refuse(`it holds ${data.length} integers where its header promises ${data[5]}`);
  }
  if (data[2] !== compiled.options || data[6] !== hashOf(compiled)) {
    refuse('it belongs to another problem');
  }
  const last = data.length - DIGEST;
  const digest = digestOf(data.subarray(0, last));
  if (digest.some((word, k) => word !== data[last + k])) {
    refuse('it is damaged: its checksum is wrong');
  }
  const nodes = data[3];
  const places = integers(Math.max(0, Math.min(nodes, last)), 'the nodes of a diagram');
  const isNode = (place: number, before: number) => {
    const n = place >= HEAD_INTEGERS && place < last ? data[place] : -1;
    return n >= 0 && n < before && places[n] === place;
  };
  let at = HEAD_INTEGERS;
  for (let n = 0; n < nodes; n++) {
    const node = at;
    if (data[node] !== n) refuse(`node ${n} is not where it should be`);
    at += NODE_HEAD;
    const edges = data[node + 1];
    if (!(edges > 0)) refuse(`node ${n} has no edges`);
    for (let e = 0; e < edges; e++) {
      const child = data[at];
      const options = data[at + 1];
      if (child !== TOP && !isNode(child, n)) refuse(`an edge of node ${n} leads nowhere`);
      if (!(options > 0 && at + EDGE_HEAD + options <= last)) {
        refuse(`an edge of node ${n} has no options`);
      }
      for (let k = 0; k < options; k++) {
        const option = data[at + EDGE_HEAD + k];
        if (!(option >= 0 && option < compiled.options)) refuse(`node ${n} has an unknown option`);
      }
      at += EDGE_HEAD + options;
    }
    places[n] = node;
  }
  if (at !== last) refuse('its nodes do not fill its array');
  const root = data[4];
  if (!(nodes === 0 ? root === NONE || root === TOP : isNode(root, nodes)))
    refuse('it has no root');
  return places;
}

function refuse(why: string): never {
  throw new QuadrilleError(
    'bad-diagram',
    `This is not a stored diagram of the problem: ${why}. ` +
      'Use Diagram.from() with the problem and a copy of what store() gave, whole and unchanged.',
  );
}

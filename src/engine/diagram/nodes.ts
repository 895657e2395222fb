import { grown, integers, MOST_INTEGERS } from '../problem/memory.ts';
import type { Slices } from '../problem/slices.ts';
import { Pages, pageOf, placeOf } from './pages.ts';
import type { State } from './state.ts';
import type { Tally } from './table.ts';

/**
 * The node of a problem without solutions: there is none. And the one where a solution is whole.
 */
export const NONE = -1;
export const TOP = 0;
/**
 * The head of a node has its number and its number of edges; that of an edge has its end and its
 * number of options.
 */
export const NODE_HEAD = 2;
export const EDGE_HEAD = 2;
/** The integers of a chunk: the nodes grow by one at a time, so no step copies them all. */
const CHUNK_INTEGERS = 1 << 13;
const NODE_ARRAYS = 'the nodes of a diagram';
const NO_CHUNK = new Int32Array(0);

/**
 * Keeps the states that have solutions as nodes of a diagram, in one array. The node of a state is
 * where its record begins:
 *
 *     [its number, number of edges, edges ...]   edge: [its end, number of options, options ...]
 *
 * An edge leads to a node before its own, or to TOP, where a solution is whole; and the first
 * options of the edges of a node are different options of one item.
 */
export class Nodes implements Tally<number> {
  readonly none = NONE;
  readonly one = TOP;
  /**
   * The nodes, in chunks of CHUNK_INTEGERS integers with places as in one array; and the number of integers
   * in use.
   */
  readonly #chunks: Int32Array[] = [];
  length: number;
  count = 0;
  /** Entry -> its node. */
  readonly #nodeOf = new Pages(1, 4, (length) => integers(length, NODE_ARRAYS));
  /** The edges of the open states, one state after the other, in one array. */
  #edges = integers(256, 'the edges of a diagram');
  #edgesLength = 0;
  /** The edges of each open state: where they begin, and their number. */
  readonly #open: { readonly from: number; edges: number }[] = [];

  /** The first node stands behind a head of that length. */
  constructor(head: number) {
    this.length = head;
  }

  /** The nodes count twice: the graph is a copy. */
  get bytes(): number {
    const { length: chunks } = this.#chunks;
    return this.#nodeOf.bytes + 4 * (2 * CHUNK_INTEGERS * chunks + this.#edges.length);
  }

  /** The next node has at most the edges that are open. */
  growth(entries: number): number {
    const end = this.length + NODE_HEAD + this.#edgesLength;
    const chunks = Math.max(0, Math.ceil(end / CHUNK_INTEGERS) - this.#chunks.length);
    return 8 * CHUNK_INTEGERS * chunks + (entries > this.#nodeOf.room ? this.#nodeOf.growth : 0);
  }

  /**
   * Takes all nodes as one array, slice by slice. This object has none after that: the array takes
   * their memory.
   */
  *take(): Slices<Int32Array> {
    const data = integers(this.length, NODE_ARRAYS);
    this.#nodeOf.list.length = 0;
    for (const [k, chunk] of this.#chunks.entries()) {
      const from = k * CHUNK_INTEGERS;
      data.set(chunk.subarray(0, Math.min(CHUNK_INTEGERS, this.length - from)), from);
      this.#chunks[k] = NO_CHUNK;
      yield;
    }
    return data;
  }

  open(): void {
    this.#open.push({ from: this.#edgesLength, edges: 0 });
  }

  add(node: number, option: number, state: State, depth: number): void {
    if (node === NONE) return;
    const followers = Math.max(0, state.depth - depth);
    const from = this.#edgesLength;
    this.#edgesLength = from + EDGE_HEAD + 1 + followers;
    if (this.#edgesLength > this.#edges.length) {
      this.#edges = grown(this.#edges, this.#edgesLength, 'the edges of a diagram');
    }
    const edges = this.#edges;
    edges[from] = node;
    edges[from + 1] = 1 + followers;
    edges[from + 2] = option;
    for (let d = 0; d < followers; d++) edges[from + 3 + d] = state.chosenAt(depth + d);
    (this.#open.at(-1) as { edges: number }).edges++;
  }

  close(): number {
    const { from, edges } = this.#open.pop() as { from: number; edges: number };
    const end = this.#edgesLength;
    this.#edgesLength = from;
    if (edges === 0) return NONE;
    const node = this.length;
    this.#write(this.count++);
    this.#write(edges);
    for (let at = from; at < end; at++) this.#write(this.#edges[at]);
    return node;
  }

  before(node: number, state: State, depth: number): number {
    if (node === NONE || state.depth <= depth) return node;
    this.open();
    this.add(node, state.chosenAt(depth), state, depth + 1);
    return this.close();
  }

  get(entry: number): number {
    return (this.#nodeOf.list[pageOf(entry)] as Int32Array)[placeOf(entry)];
  }

  set(entry: number, node: number): void {
    if (entry >= this.#nodeOf.room) this.#nodeOf.grow();
    (this.#nodeOf.list[pageOf(entry)] as Int32Array)[placeOf(entry)] = node;
  }

  #write(value: number): void {
    const chunk = Math.floor(this.length / CHUNK_INTEGERS);
    if (chunk === this.#chunks.length) {
      // One array has to hold them all in the end.
      if (this.length + CHUNK_INTEGERS > MOST_INTEGERS)
        integers(this.length + CHUNK_INTEGERS, NODE_ARRAYS);
      this.#chunks.push(integers(CHUNK_INTEGERS, NODE_ARRAYS));
    }
    this.#chunks[chunk][this.length++ - chunk * CHUNK_INTEGERS] = value;
  }
}

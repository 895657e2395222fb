import { grown, integers } from '../problem/memory.ts';
import type { State } from './state.ts';
import type { Tally } from './table.ts';

/** The node of a problem without solutions: there is none. And the one where a solution is whole. */
export const NONE = -1;
export const TOP = 0;
/** A node begins with its number and how many edges it has; an edge with its end and how many options. */
export const NODE_HEAD = 2;
export const EDGE_HEAD = 2;

/**
 * Keeps the states that have solutions as nodes of a diagram, in one array. The node of a state is where its
 * record begins:
 *
 *     [its number, how many edges, edges ...]     edge: [where it leads, how many options, options ...]
 *
 * An edge leads to a node before its own, or to TOP, where a solution is whole; and the first options of the
 * edges of a node are different options of one item.
 */
export class Nodes implements Tally<number> {
  readonly none = NONE;
  readonly one = TOP;
  /** The nodes, after room for a head; and how much of the array is in use. */
  data: Int32Array;
  length: number;
  count = 0;
  #nodeOf = integers(64, 'the nodes of a diagram');
  /** The edges of the states that are open, one state after the other, in an array like that of nodes. */
  #edges = integers(256, 'the edges of a diagram');
  #edgesLength = 0;
  /** Where those of each open state begin, and how many they are. */
  readonly #open: { readonly from: number; edges: number }[] = [];

  constructor(head: number) {
    this.data = integers(head + 256, 'the nodes of a diagram');
    this.length = head;
  }

  /** The nodes count twice: the graph is a copy. */
  get bytes(): number {
    return 4 * (2 * this.data.length + this.#nodeOf.length + this.#edges.length);
  }

  /** The next node has at most the edges that are open. */
  growth(entries: number): number {
    const room = this.data.length - this.length;
    const nodes = NODE_HEAD + this.#edgesLength > room ? 16 * this.data.length : 0;
    return nodes + (entries > this.#nodeOf.length ? 8 * this.#nodeOf.length : 0);
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
    const node = this.#newNode(edges, end - from);
    this.data.set(this.#edges.subarray(from, end), node + NODE_HEAD);
    return node;
  }

  before(node: number, state: State, depth: number): number {
    if (node === NONE || state.depth <= depth) return node;
    this.open();
    this.add(node, state.chosenAt(depth), state, depth + 1);
    return this.close();
  }

  get(entry: number): number {
    return this.#nodeOf[entry] as number;
  }

  set(entry: number, node: number): void {
    if (entry >= this.#nodeOf.length) {
      this.#nodeOf = grown(this.#nodeOf, entry + 1, 'the nodes of a diagram');
    }
    this.#nodeOf[entry] = node;
  }

  #newNode(edges: number, length: number): number {
    const node = this.length;
    this.length = node + NODE_HEAD + length;
    if (this.length > this.data.length) {
      this.data = grown(this.data, this.length, 'the nodes of a diagram');
    }
    this.data[node] = this.count++;
    this.data[node + 1] = edges;
    return node;
  }
}

/** A branch that is still to be priced. */
export interface OpenNode {
  /** The branch above it, whose decisions hold as well. */
  readonly parent: OpenNode | undefined;
  /** Its decisions: column j chosen (`j`) or left out (`~j`). */
  readonly decisions: readonly number[];
  /** What is proven of the solutions below it, times the scale. */
  bound: number;
  readonly depth: number;
}

/** The open branches: a heap with the lowest bound on top, of equal ones the deepest. */
export class OpenNodes {
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

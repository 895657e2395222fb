/** A loop of a graph: the indices of its edges, as they follow one another. */
export type ClosedLoop = readonly number[];

/**
 * The loops that some edges of a graph form, where each vertex is at the end of two of them or of
 * none. `ends` has the two vertices of each edge.
 */
export function closedLoops(
  ends: readonly (readonly [number, number])[],
  chosen: readonly number[],
): ClosedLoop[] {
  /** Vertex -> its two edges. */
  const at = new Map<number, number[]>();
  for (const edge of chosen) {
    for (const vertex of ends[edge]) {
      const edges = at.get(vertex);
      if (edges === undefined) at.set(vertex, [edge]);
      else edges.push(edge);
    }
  }
  const seen = new Set<number>();
  const loops: ClosedLoop[] = [];
  for (const start of chosen) {
    if (seen.has(start)) continue;
    const loop: number[] = [];
    let [, vertex] = ends[start];
    for (let edge = start; !seen.has(edge); ) {
      seen.add(edge);
      loop.push(edge);
      const [one, other] = at.get(vertex) ?? [];
      edge = (edge === one ? other : one) ?? edge;
      const [from, to] = ends[edge];
      vertex = vertex === from ? to : from;
    }
    loops.push(loop);
  }
  return loops;
}

/** The shortest loop: of several, the one with the most to say. */
export function shortest(loops: readonly ClosedLoop[]): ClosedLoop {
  return loops.reduce((best, loop) => (loop.length < best.length ? loop : best));
}

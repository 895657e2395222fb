import { shown } from '../problem/error.ts';
import type { Edge, Graph } from '../puzzles/matching.ts';
import type { GraphPicture } from './board.ts';
import { bad, checkList, checkObjects } from './checks.ts';

/** A graph with some of its edges chosen. */
export function matchingGraph(
  graph: Graph,
  chosen: readonly Edge[],
  caption?: string,
): GraphPicture {
  checkList(graph?.edges, 'The edges of the graph');
  checkObjects(chosen, 'The chosen edges');
  const { edges, vertices = [] } = graph;
  checkList(vertices, 'The vertices of the graph');
  const numbers = new Map<string, number>();
  const numbered = (name: unknown): number => {
    if (typeof name !== 'string') throw bad(`A vertex is ${shown(name)}; give its name.`);
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  };
  vertices.forEach(numbered);
  const lines = edges.map((pair) => ({ from: numbered(pair?.[0]), to: numbered(pair?.[1]) }));
  const known = new Set(lines.map(({ from, to }) => key(from, to)));
  const strong = new Set<string>();
  for (const { 0: from, 1: to } of chosen) {
    const line = key(numbered(from), numbered(to));
    strong.add(line);
    if (known.has(line)) continue;
    throw bad(`${shown(from)} and ${shown(to)} are not joined; choose among the graph's edges.`);
  }
  return {
    vertices: [...numbers.keys()],
    edges: lines.map(({ from, to }) => ({ from, to, strong: strong.has(key(from, to)) })),
    caption,
  };
}

/** The same for both directions. */
function key(from: number, to: number): string {
  return from < to ? `${from} ${to}` : `${to} ${from}`;
}

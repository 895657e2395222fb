import {
  completeGraph,
  cubeGraph,
  dodecahedronGraph,
  fullereneGraph,
  type Graph,
  icosahedronGraph,
  petersenGraph,
  readGraph,
} from '../matching.ts';
import type { Exhibit, Files } from './exhibit.ts';
import { factorial } from './symmetry.ts';

interface KnownGraph {
  readonly graph: Graph;
  readonly symmetries?: Exhibit['symmetries'];
  /** True if it comes from a file. */
  readonly isRead?: boolean;
}

const GRAPHS: Readonly<Record<string, () => KnownGraph>> = {
  petersen: () => ({ graph: petersenGraph() }),
  icosahedron: () => solid(icosahedronGraph(), 'icosahedron', 120n),
  dodecahedron: () => solid(dodecahedronGraph(), 'dodecahedron', 120n),
  fullerene: () => solid(fullereneGraph(), 'molecule', 120n),
};

/** The graphs that have a name, besides K and cube with a number. */
export const GRAPH_NAMES = Object.keys(GRAPHS);

/** The graph of a name, in upper or lower case, or in a file. */
export async function graphNamed(name: string, files: Files): Promise<KnownGraph> {
  const lower = name.toLowerCase();
  const [, kind, number] = /^(k|cube)(\d+)$/.exec(lower) ?? [];
  const n = Number(number);
  if (kind === 'cube') return solid(cubeGraph(n), 'cube', 2n ** BigInt(n) * factorial(n));
  if (kind === 'k') {
    const graph = completeGraph(n);
    return { graph, symmetries: { order: factorial(n), words: 'the vertices in any order' } };
  }
  const known = Object.hasOwn(GRAPHS, lower) ? GRAPHS[lower]?.() : undefined;
  return known ?? { graph: await files.parse(name, readGraph), isRead: true };
}

/** A graph that is drawn on a solid. */
function solid(graph: Graph, name: string, order: bigint): KnownGraph {
  return { graph, symmetries: { order, words: `turns and mirrors of the ${name}` } };
}

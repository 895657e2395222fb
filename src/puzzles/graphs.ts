import { checkInteger } from '../problem/setting.ts';
import type { Edge, Graph } from './matching.ts';

/** K(n): n vertices, each joined to each. It has (n - 1)!! perfect matchings, if n is even. */
export function completeGraph(order: number): Graph {
  const vertices = numbered(checkInteger('The order', order, 1, 1000));
  return {
    vertices,
    edges: vertices.flatMap((from, k) => vertices.slice(k + 1).map((to): Edge => [from, to])),
  };
}

/** The corners and edges of a cube of any dimension. Corners are named in binary. */
export function cubeGraph(dimension: number): Graph {
  checkInteger('The dimension', dimension, 1, 16);
  const name = (corner: number) => corner.toString(2).padStart(dimension, '0');
  const edges: Edge[] = [];
  for (let corner = 0; corner < 2 ** dimension; corner++) {
    for (let axis = 0; axis < dimension; axis++) {
      const other = corner | (1 << axis);
      if (other !== corner) edges.push([name(corner), name(other)]);
    }
  }
  const vertices = Array.from({ length: 2 ** dimension }, (_, corner) => name(corner));
  return { vertices, edges };
}

/** Petersen's graph: pairs of five digits, adjacent if they are disjoint. */
export function petersenGraph(): Graph {
  const pairs = completeGraph(5).edges;
  return graphWhere(
    pairs.map(([a, b]) => `${a}${b}`),
    (p, q) => ![...p].some((digit) => q.includes(digit)),
  );
}

/** The icosahedron: 12 corners, five edges at each. */
export function icosahedronGraph(): Graph {
  const edges: Edge[] = [];
  for (let k = 0; k < 5; k++) {
    const next = (k + 1) % 5;
    // Two poles, and between them two rings of five, joined by triangles.
    edges.push(['n', `u${k}`], [`u${k}`, `u${next}`], [`u${k}`, `l${k}`]);
    edges.push([`u${k}`, `l${next}`], [`l${k}`, `l${next}`], [`l${k}`, 's']);
  }
  return { edges };
}

/** The dodecahedron: a corner for each face of the icosahedron, adjacent if the faces share an edge. */
export function dodecahedronGraph(): Graph {
  const { edges } = icosahedronGraph();
  const near = neighbours(edges);
  const faces = new Set<string>();
  for (const [a, b] of edges) {
    for (const c of near.get(a) as Set<string>) {
      if (near.get(b)?.has(c)) faces.add([a, b, c].sort().join('.'));
    }
  }
  const shared = (p: string, q: string) => p.split('.').filter((corner) => q.includes(corner));
  return graphWhere([...faces], (p, q) => shared(p, q).length === 2);
}

/**
 * Buckminsterfullerene, C60: the truncated icosahedron. Each end of each edge is a vertex: `a.b` is the
 * end at a of the edge from a to b. Its perfect matchings are the Kekulé structures of the molecule.
 */
export function fullereneGraph(): Graph {
  const { edges } = icosahedronGraph();
  const near = neighbours(edges);
  const all = edges.flatMap(([a, b]) => [`${a}.${b}`, `${b}.${a}`]);
  return graphWhere(all, (p, q) => {
    const [a, b] = p.split('.') as [string, string];
    const [c, d] = q.split('.') as [string, string];
    // The other end of the edge, or the end of the next edge at the same corner.
    return a === c ? near.get(b)?.has(d) === true : a === d && b === c;
  });
}

/** The graph of these vertices with an edge for each pair that is `together`. */
function graphWhere(
  vertices: readonly string[],
  together: (a: string, b: string) => boolean,
): Graph {
  const edges = vertices.flatMap((a, k) =>
    vertices
      .slice(k + 1)
      .filter((b) => together(a, b))
      .map((b): Edge => [a, b]),
  );
  return { vertices, edges };
}

function neighbours(edges: readonly Edge[]): Map<string, Set<string>> {
  const near = new Map<string, Set<string>>();
  for (const [a, b] of edges) {
    near.set(a, (near.get(a) ?? new Set()).add(b));
    near.set(b, (near.get(b) ?? new Set()).add(a));
  }
  return near;
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, k) => String(k + 1));
}

import { mistakeAt, type QuadrilleError, shown } from '../engine/problem/error.ts';
import { Problem } from '../engine/problem/problem.ts';
import { checkInteger } from '../engine/problem/setting.ts';
import { badSetting, badText, checkString } from './mistakes.ts';

/** Two adjacent vertices. */
export type Edge = readonly [from: string, to: string];

/** A graph without directions, by its edges. */
export interface Graph {
  readonly edges: readonly Edge[];
  /** The vertices in order. Default: the ends of the edges, as they occur. */
  readonly vertices?: readonly string[] | undefined;
}

/** Perfect matchings of a graph: edges such that each vertex is at the end of exactly one. */
export function perfectMatchings(graph: Graph): Problem<Edge> {
  const { edges, indices } = checkGraph(graph);
  const problem = new Problem<Edge>({ primary: [...indices.keys()] });
  for (const [from, to] of edges) {
    problem.addIndices([indices.get(from) as number, indices.get(to) as number], [from, to]);
  }
  return problem;
}

/**
 * Reads a graph. A line with two names is an edge, with one a vertex. Blanks, commas or dashes with
 * blanks around separate names (`a b`, `a, b`, `a - b`, `a -- b`). # begins a comment.
 */
export function readGraph(text: string): Graph {
  checkString(text, 'The graph is');
  const edges: Edge[] = [];
  const vertices = new Set<string>();
  /** Edge -> its line, for the error about a repeated edge. */
  const seen = new Map<string, number>();
  text.split(/\r?\n/).forEach((content, k) => {
    const line = k + 1;
    const names = [...content.replace(/#.*$/, '').matchAll(/[^\s,]+/gu)].filter(
      ([name]) => !/^--?$/.test(name),
    );
    for (const { 0: name, index } of names) {
      if (!NAME.test(name)) throw badLine(line, index, `found ${shown(name)}`, NAMES);
      vertices.add(name);
    }
    const [from, to, third] = names;
    if (third !== undefined) {
      throw badLine(line, third.index, `found ${shown(third[0])}`, 'give two names a line.');
    }
    if (from === undefined || to === undefined) return;
    if (from[0] === to[0]) {
      throw badLine(line, to.index, `${shown(to[0])} is joined to itself`, 'leave it out.');
    }
    const before = seen.get(ends(from[0], to[0]));
    if (before !== undefined) {
      throw badLine(line, from.index, `the edge is there since line ${before}`, 'give it once.');
    }
    seen.set(ends(from[0], to[0]), line);
    edges.push([from[0], to[0]]);
  });
  if (vertices.size === 0) {
    throw badText('The graph has no vertices; give an edge a line: a b.');
  }
  return { edges, vertices: [...vertices] };
}

/** The names that Knuth's text format can hold. Half a surrogate pair is no character. */
const NAME = /^[^\s:|\p{Surrogate}]+$/u;
const NAMES = "use names without ':' and '|'.";

/** Checks a graph and numbers its vertices. */
export function checkGraph(graph: Graph): { edges: readonly Edge[]; indices: Map<string, number> } {
  const { edges, vertices } = (graph ?? {}) as Partial<Graph>;
  if (!Array.isArray(edges) || (vertices !== undefined && !Array.isArray(vertices))) {
    throw badSetting(
      `The graph is ${shown(graph)}; give { edges: [['a', 'b'], ...] }, ` +
        'with vertices: [...] if some have no edge.',
    );
  }
  const indices = new Map<string, number>();
  for (const name of (vertices ?? []) as readonly string[]) {
    checkName(name, 'A vertex');
    if (indices.has(name)) {
      throw badSetting(`The vertex ${shown(name)} is there twice; give each once.`);
    }
    indices.set(name, indices.size);
  }
  const seen = new Set<string>();
  for (const [k, edge] of (edges as readonly Edge[]).entries()) {
    if (!Array.isArray(edge) || edge.length !== 2) {
      throw badSetting(`Edge ${k} is ${shown(edge)}; give the names of two vertices.`);
    }
    const [from, to] = edge;
    for (const name of edge) {
      checkName(name, `An end of edge ${k}`);
      if (indices.has(name)) continue;
      if (vertices !== undefined) {
        throw badSetting(`Edge ${k} ends at ${shown(name)}; name that among the vertices too.`);
      }
      indices.set(name, indices.size);
    }
    if (from === to) {
      throw badSetting(`Edge ${k} joins ${shown(from)} to itself; leave it out.`);
    }
    if (seen.has(ends(from, to))) {
      throw badSetting(`Edge ${k} joins ${shown(from)} and ${shown(to)} again; give it once.`);
    }
    seen.add(ends(from, to));
  }
  if (indices.size === 0) throw badSetting('The graph has no vertices; give it an edge.');
  return { edges, indices };
}

function checkName(name: string, what: string): void {
  if (typeof name === 'string' && NAME.test(name)) return;
  throw badSetting(`${what} is called ${shown(name)}; use a name without blanks, ':' and '|'.`);
}

/** A key for an edge, the same in both directions. Names have no blanks. */
function ends(from: string, to: string): string {
  return from < to ? `${from} ${to}` : `${to} ${from}`;
}

function badLine(line: number, index: number, what: string, remedy: string): QuadrilleError {
  return mistakeAt({ line, column: index + 1 }, 'bad-text', `${what}; ${remedy}`);
}

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

/**
 * The dodecahedron: a corner for each face of the icosahedron, adjacent if the faces share an edge.
 */
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
 * Buckminsterfullerene, C60: the truncated icosahedron. Each end of each edge is a vertex: `a.b` is
 * the end at a of the edge from a to b. Its perfect matchings are the Kekulé structures of the
 * molecule.
 */
export function fullereneGraph(): Graph {
  const { edges } = icosahedronGraph();
  const near = neighbours(edges);
  const all = edges.flatMap(([a, b]) => [`${a}.${b}`, `${b}.${a}`]);
  return graphWhere(all, (p, q) => {
    const [a, b] = p.split('.') as [string, string];
    const [c, d] = q.split('.') as [string, string];
    // The same edge from its other end, or the next edge at the same corner.
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

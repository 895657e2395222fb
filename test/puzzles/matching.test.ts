import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count, solutions } from '../../src/engine/solve/api.ts';
import {
  completeGraph,
  cubeGraph,
  dodecahedronGraph,
  type Edge,
  fullereneGraph,
  type Graph,
  icosahedronGraph,
  perfectMatchings,
  petersenGraph,
  readGraph,
} from '../../src/puzzles/matching.ts';
import { counted } from '../support/counted.ts';
import { expectRefusal } from '../support/thrown.ts';

const published: [string, Graph, vertices: number, edges: number, all: number, source: string][] = [
  ['K2', completeGraph(2), 2, 1, 1, 'OEIS A001147'],
  ['K4', completeGraph(4), 4, 6, 3, 'OEIS A001147'],
  ['K7', completeGraph(7), 7, 21, 0, 'odd'],
  ['K10', completeGraph(10), 10, 45, 945, 'OEIS A001147'],
  ['K12', completeGraph(12), 12, 66, 10395, 'OEIS A001147'],
  ['the 1-cube', cubeGraph(1), 2, 1, 1, 'OEIS A005271'],
  ['the 2-cube', cubeGraph(2), 4, 4, 2, 'OEIS A005271'],
  ['the 3-cube', cubeGraph(3), 8, 12, 9, 'OEIS A005271'],
  ['the 4-cube', cubeGraph(4), 16, 32, 272, 'OEIS A005271'],
  ['the 5-cube', cubeGraph(5), 32, 80, 589185, 'OEIS A005271'],
  ["Petersen's graph", petersenGraph(), 10, 15, 6, 'brute force'],
  ['the icosahedron', icosahedronGraph(), 12, 30, 125, 'brute force'],
  ['the dodecahedron', dodecahedronGraph(), 20, 30, 36, 'brute force'],
  ['C60', fullereneGraph(), 60, 90, 12500, 'Klein, Schmalz, Hite and Seitz (1986)'],
];

test.each(published)('%s', (_name, graph, vertices, edges, all) => {
  const problem = perfectMatchings(graph);
  expect(problem.primaryCount).toBe(vertices);
  expect(problem.optionCount).toBe(edges);
  expect(count(problem)).toEqual(counted(all));
});

test('the solids have as many edges at each corner', () => {
  const degrees: [Graph, number][] = [
    [icosahedronGraph(), 5],
    [dodecahedronGraph(), 3],
    [fullereneGraph(), 3],
    [petersenGraph(), 3],
    [cubeGraph(4), 4],
  ];
  for (const [{ edges }, degree] of degrees) {
    const met = new Map<string, number>();
    for (const name of edges.flat()) met.set(name, (met.get(name) ?? 0) + 1);
    expect(new Set(met.values())).toEqual(new Set([degree]));
  }
});

/** Perfect matchings by definition: the first vertex goes with each of its neighbours. */
function bruteForce(vertices: readonly string[], edges: readonly Edge[]): number {
  const [first, ...others] = vertices;
  if (first === undefined) return 1;
  return others
    .filter((other) => edges.some((edge) => edge.includes(first) && edge.includes(other)))
    .map((other) =>
      bruteForce(
        others.filter((name) => name !== other),
        edges,
      ),
    )
    .reduce((sum, more) => sum + more, 0);
}

test('the graphs that no table was at hand for', () => {
  expect(bruteForce(...parts(petersenGraph()))).toBe(6);
  expect(bruteForce(...parts(icosahedronGraph()))).toBe(125);
  expect(bruteForce(...parts(dodecahedronGraph()))).toBe(36);
});

function parts({ edges }: Graph): [string[], readonly Edge[]] {
  return [[...new Set(edges.flat())], edges];
}

test('random graphs', () => {
  const all = completeGraph(8);
  fc.assert(
    fc.property(fc.subarray([...all.edges]), fc.boolean(), (edges, turned) => {
      const graph = {
        edges: edges.map(([a, b]): Edge => (turned ? [b, a] : [a, b])),
        vertices: all.vertices,
      };
      const found = [...solutions(perfectMatchings(graph))];
      expect(found.length).toBe(bruteForce(all.vertices ?? [], edges));
      for (const { payloads } of found) expect(new Set(payloads.flat()).size).toBe(8);
    }),
  );
});

test('vertices come in the order of the edges, or as they are given', () => {
  const edges: Edge[] = [
    ['b', 'a'],
    ['c', 'a'],
  ];
  const names = (graph: Graph) => {
    const problem = perfectMatchings(graph);
    return Array.from({ length: problem.primaryCount }, (_, k) => problem.itemName(k)).join('');
  };
  expect(names({ edges })).toBe('bac');
  expect(names({ edges, vertices: ['a', 'b', 'c', 'd'] })).toBe('abcd');
});

describe('graphs as text', () => {
  test('are read', () => {
    const text = '# three edges\na b\r\nb -- c, # and\n\nc,d\n e \n';
    expect(readGraph(text)).toEqual({
      edges: [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'd'],
      ],
      vertices: ['a', 'b', 'c', 'd', 'e'],
    });
    expect(count(perfectMatchings(readGraph(text))).count).toBe(0);
  });

  test.each<[unknown, number | undefined, number | undefined, RegExp]>([
    ['a b c', 1, 5, /found "c"; give two names a line/],
    ['a b\n b a', 2, 2, /the edge is there since line 1/],
    ['a b\nc c', 2, 3, /"c" is joined to itself/],
    ['a b:1', 1, 3, /found "b:1"; use names without/],
    ['', undefined, undefined, /no vertices/],
    ['# nothing', undefined, undefined, /no vertices/],
    [7, undefined, undefined, /graph is 7; give a text/],
  ])('%j is refused', (text, line, column, message) => {
    expectRefusal(() => readGraph(text as string), message, { code: 'bad-text', line, column });
  });
});

describe('what is refused', () => {
  test.each<[unknown, RegExp]>([
    [undefined, /graph is undefined; give \{ edges/],
    [{}, /graph is an object; give \{ edges/],
    [{ edges: [['a', 'b']], vertices: 'ab' }, /graph is an object/],
    [{ edges: [] }, /no vertices/],
    [{ edges: [['a']] }, /Edge 0 is an array of 1/],
    [{ edges: [['a', 'b'], 'cd'] }, /Edge 1 is "cd"/],
    [{ edges: [['a', 7]] }, /An end of edge 0 is called 7/],
    [{ edges: [['a', 'b c']] }, /An end of edge 0 is called "b c"; use a name without blanks/],
    [{ edges: [['a', '\ud800']] }, /called "\\ud800"/],
    [{ edges: [['a', '']] }, /An end of edge 0 is called ""/],
    [{ edges: [['a', 'a']] }, /Edge 0 joins "a" to itself/],
    [
      {
        edges: [
          ['a', 'b'],
          ['b', 'a'],
        ],
      },
      /Edge 1 joins "b" and "a" again/,
    ],
    [{ edges: [['a', 'b']], vertices: ['a'] }, /Edge 0 ends at "b"; name that among the vertices/],
    [{ edges: [], vertices: ['a', 'a'] }, /vertex "a" is there twice/],
  ])('%j', (graph, message) => {
    expect(() => perfectMatchings(graph as Graph)).toThrow(message);
  });

  test('graphs that are too large', () => {
    expect(() => completeGraph(0)).toThrow('whole number from 1 to 1000');
    expect(() => cubeGraph(17)).toThrow('whole number from 1 to 16');
    expect(() => cubeGraph(1.5)).toThrow('whole number from 1 to 16');
  });
});

import { describe, expect, test } from 'vitest';
import { drawSvg, type GraphPicture, matchingGraph } from '../../../src/picture.ts';
import { columnsOf } from '../../../src/puzzles/picture/letters.ts';
import {
  completeGraph,
  cubeGraph,
  dodecahedronGraph,
  fullereneGraph,
  type Graph,
  icosahedronGraph,
  petersenGraph,
} from '../../../src/puzzles.ts';
import { all, type Element, parse, textOf } from './xml.ts';

type Point = readonly [x: number, y: number];

/** The corners of the rectangle that a text takes, as wide as most fonts make it. */
function cornersOf(text: Element): Point[] {
  const { x = '', y = '', transform = '', 'text-anchor': anchor = 'start' } = text.attributes;
  const size = Number(text.attributes['font-size']);
  const width = columnsOf(textOf(text)) * size * 0.58;
  const left = Number(x) - { start: 0, middle: width / 2, end: width }[anchor as 'start'];
  const [top, bottom] = [Number(y) - 0.75 * size, Number(y) + 0.15 * size];
  const turn = /^rotate\((\S+) (\S+) (\S+)\)$/.exec(transform)?.slice(1).map(Number);
  const [degrees, aboutX, aboutY] = turn ?? [0, 0, 0];
  const angle = (degrees * Math.PI) / 180;
  return (
    [
      [left, top],
      [left + width, top],
      [left + width, bottom],
      [left, bottom],
    ] as const
  ).map(([cornerX, cornerY]) => {
    const [dx, dy] = [cornerX - aboutX, cornerY - aboutY];
    return [
      aboutX + dx * Math.cos(angle) - dy * Math.sin(angle),
      aboutY + dx * Math.sin(angle) + dy * Math.cos(angle),
    ];
  });
}

/**
 * True if two convex polygons have a point in common: no side of either has them on its two sides.
 */
function meet(one: readonly Point[], other: readonly Point[]): boolean {
  const apart = (a: readonly Point[], b: readonly Point[]) =>
    a.some(([x, y], k) => {
      const [nextX, nextY] = a[(k + 1) % a.length];
      const side = ([px, py]: Point) => (nextX - x) * (py - y) - (nextY - y) * (px - x);
      return a.every((p) => side(p) >= -1e-6) && b.every((p) => side(p) < 0);
    });
  return !apart(one, other) && !apart(other, one);
}

/** Points along the lines and the curves of a path. */
function pointsAlong(d: string): Point[][] {
  return [...d.matchAll(/M(\S+) (\S+?)(?:L(\S+) (\S+)|Q(\S+) (\S+) (\S+) (\S+))$/gm)].map(
    (found) => {
      const [, x = 0, y = 0, toX, toY, midX, midY, endX, endY] = found.map(Number);
      const straight = toX !== undefined && !Number.isNaN(toX);
      const end = straight ? [toX, toY] : [endX, endY];
      const mid = straight ? [(x + end[0]) / 2, (y + end[1]) / 2] : [midX, midY];
      return Array.from({ length: 101 }, (_, k): Point => {
        const t = k / 100;
        const at = (from: number, by: number, to: number) =>
          (1 - t) ** 2 * from + 2 * t * (1 - t) * by + t ** 2 * to;
        return [at(x, mid[0], end[0]), at(y, mid[1], end[1])];
      });
    },
  );
}

const DOT = 5;

const named: readonly (readonly [string, Graph])[] = [
  ['K1', completeGraph(1)],
  ['K2', completeGraph(2)],
  ['K8', completeGraph(8)],
  ['K40', completeGraph(40)],
  ['cube3', cubeGraph(3)],
  ['cube6', cubeGraph(6)],
  ['petersen', petersenGraph()],
  ['icosahedron', icosahedronGraph()],
  ['dodecahedron', dodecahedronGraph()],
  ['fullerene', fullereneGraph()],
];
const long: readonly (readonly [string, GraphPicture])[] = [2, 3, 5, 9, 24].map((count) => [
  `${count} long names`,
  {
    vertices: Array.from({ length: count }, (_, k) => `the vertex with the number ${k + 1}`),
    edges: Array.from({ length: count - 1 }, (_, k) => ({ from: k, to: k + 1, strong: true })),
  },
]);
const pictures = [
  ...named.map(([name, graph]) => [name, matchingGraph(graph, [])] as const),
  ...long,
];

describe.each(pictures)('the graph %s', (_name, picture) => {
  const svg = parse(drawSvg(picture));
  const names = all(svg, 'text');
  const dots = all(svg, 'circle').map(({ attributes: { cx, cy } }): Point => {
    return [Number(cx), Number(cy)];
  });

  test('has a name at each vertex, none over another one or over a vertex', () => {
    expect(names.map(textOf)).toEqual(picture.vertices);
    const boxes = names.map(cornersOf);
    const over = boxes.flatMap((box, k) => [
      ...boxes.slice(k + 1).filter((other) => meet(box, other)),
      ...dots.filter(([x, y]) => {
        const around = [-DOT, DOT].flatMap((dx): Point[] => [
          [x + dx, y - dx],
          [x + dx, y + dx],
        ]);
        return meet(box, [around[0], around[3], around[2], around[1]] as Point[]);
      }),
    ]);
    expect(over).toEqual([]);
  });

  test('lies within its frame', () => {
    const { width, height } = svg.attributes;
    for (const [x, y] of names.flatMap(cornersOf)) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(Number(width));
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(Number(height));
    }
  });

  test('has edges that touch the vertices at their ends only', () => {
    const edges = all(svg, 'path').flatMap(({ attributes: { d = '' } }) => pointsAlong(d));
    expect(edges).toHaveLength(picture.edges.length);
    for (const points of edges) {
      const near = dots.filter(([x, y]) =>
        points.some(([px, py]) => Math.hypot(px - x, py - y) < DOT + 1),
      );
      expect(near).toHaveLength(2);
    }
  });
});

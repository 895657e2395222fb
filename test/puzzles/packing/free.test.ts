import { describe, expect, test } from 'vitest';
import type { Cube } from '../../../src/puzzles/packing/cubes.ts';
import { type LatticeCell, minus } from '../../../src/puzzles/packing/lattice.ts';
import { LATTICES, type LatticeName } from '../../../src/puzzles/packing/lattices.ts';
import { pieces, withMirrors } from '../../../src/puzzles/packing/pieces.ts';
import type { Point } from '../../../src/puzzles/packing/points.ts';
import { freePolyforms } from '../../../src/puzzles/packing/polyforms.ts';
import { freePolyominoes } from '../../../src/puzzles/packing/polyominoes.ts';
import { pointsOf, waysOf } from './tiling.ts';

/** OEIS A000105, A000988, A001168: polyominoes that are free, one-sided, and fixed, from n = 1. */
const free = [1, 1, 2, 5, 12, 35, 108, 369];
const oneSided = [1, 1, 2, 7, 18, 60, 196, 704];
const fixed = [1, 2, 6, 19, 63, 216, 760, 2725];

const shapes = (polyominoes: readonly (readonly Cube[])[]): string[] =>
  polyominoes.map((cells) => [...waysOf(pointsOf(cells), 'flat').keys()].sort()[0]).sort();

/** True if there are cells within that no way leads to from outside. */
function hasHole(cells: readonly Cube[]): boolean {
  const size = cells.length + 2;
  const taken = new Set(cells.map(({ row, column }) => (row + 1) * size + column + 1));
  const reached = new Set<number>([0]);
  for (const cell of reached) {
    const column = cell % size;
    const near = [cell - size, cell + size];
    if (column > 0) near.push(cell - 1);
    if (column < size - 1) near.push(cell + 1);
    for (const next of near) {
      if (next >= 0 && next < size * size && !taken.has(next)) reached.add(next);
    }
  }
  return reached.size + taken.size < size * size;
}

describe.each(free.map((count, k) => [k + 1, count]))('of %i cells', (n, count) => {
  const all = freePolyominoes(n);

  test(`there are ${count}`, () => {
    expect(all).toHaveLength(count);
    expect(new Set(shapes(all)).size).toBe(count);
    const named = all.map((cells, k) => ({ name: `${k}`, cells }));
    expect(withMirrors(named)).toHaveLength(oneSided[n - 1]);
    const ways = all.map((cells) => waysOf(pointsOf(cells), 'flat').size);
    expect(ways.reduce((sum, more) => sum + more)).toBe(fixed[n - 1]);
  });

  test('each has its cells in one piece', () => {
    for (const cells of all) {
      const reached = new Set(cells.slice(0, 1));
      for (const one of reached) {
        for (const cell of cells) {
          const far = Math.abs(cell.row - one.row) + Math.abs(cell.column - one.column);
          if (far === 1) reached.add(cell);
        }
      }
      expect(reached.size).toBe(n);
    }
  });
});

test('one of seven cells has a hole, and six of eight (OEIS A001419)', () => {
  expect([6, 7, 8].map((n) => freePolyominoes(n).filter(hasHole).length)).toEqual([0, 1, 6]);
});

test('those of 1 to 5 cells are the drawn ones', () => {
  const sets = ['monomino', 'domino', 'trominoes', 'tetrominoes', 'pentominoes'];
  for (const [k, set] of sets.entries()) {
    const drawn = pieces(set).map(({ cells }) => cells);
    expect(shapes(drawn)).toEqual(shapes(freePolyominoes(k + 1)));
  }
});

test('hexominoes fill no rectangle: an odd number of them cover 4 fields of one colour', () => {
  // Golomb, "Polyominoes" (1965): 24 are balanced on a chessboard, 11 are not.
  const white = freePolyominoes(6).map(
    (cells) => cells.filter(({ row, column }) => (row + column) % 2 === 0).length,
  );
  expect(white.filter((fields) => fields === 3)).toHaveLength(24);
  expect(white.filter((fields) => fields === 2 || fields === 4)).toHaveLength(11);
});

test('they are sorted, the straight one first, and come in the same order each time', () => {
  for (let n = 1; n <= 6; n++) {
    const all = freePolyominoes(n);
    expect(all[0]?.every(({ row }) => row === 0)).toBe(true);
    expect(freePolyominoes(n)).toEqual(all);
    // As texts in reading order, which compares columns as digits do.
    const texts = all.map((cells) => cells.map(({ row, column }) => `${row}${column}`).join(''));
    expect(texts).toEqual([...texts].sort());
  }
});

test.each([0, 10, 1.5, Number.NaN])('%s cells are refused', (n) => {
  expect(() => freePolyominoes(n)).toThrow(/n is .*; give a whole number from 1 to 9/);
});

/** n = 1, 2 ...: free, and one-sided. Of solids "free" counts mirror images once. */
const COUNTS: readonly [
  lattice: LatticeName,
  source: string,
  free: number[],
  oneSided: number[],
][] = [
  ['squares', 'A000105, A000988', [1, 1, 2, 5, 12, 35, 108], [1, 1, 2, 7, 18, 60, 196]],
  ['hexagons', 'A000228, A006535', [1, 1, 3, 7, 22, 82, 333], [1, 1, 3, 10, 33, 147, 620]],
  [
    'triangles',
    'A000577, A006534',
    [1, 1, 1, 3, 4, 12, 24, 66, 160],
    [1, 1, 1, 4, 6, 19, 43, 120, 307],
  ],
  ['edges', 'A019988, A151537', [1, 2, 5, 16, 55, 222], [1, 2, 7, 25, 99, 416]],
  ['cubes', 'A038119, A000162', [1, 1, 2, 7, 23, 112], [1, 1, 2, 8, 29, 166]],
];

describe.each(COUNTS)('free polyforms of %s: OEIS %s', (lattice, _, free, oneSided) => {
  test.each(free.map((count, k) => [k + 1, count, oneSided[k]]))('%i', (n, count, sides) => {
    const all = freePolyforms(lattice, n);
    expect(all).toHaveLength(count);
    expect(freePolyforms(lattice, n, { oneSided: true })).toHaveLength(sides);
    expect(new Set(all.map(String)).size).toBe(count);
    for (const cells of all) expect(cells).toHaveLength(n);
  });
});

/** The orders of n things. */
function orders(n: number): number[][] {
  if (n === 0) return [[]];
  return orders(n - 1).flatMap((order) =>
    Array.from({ length: n }, (_, k) => [...order.slice(0, k), n - 1, ...order.slice(k)]),
  );
}

/** The lengths and angles between four points, which do not change when they move, and their volume. */
function measuresOf([start, ...ends]: readonly Point[]): [gram: number[], volume: number] {
  const arms = ends.map((end) => minus(end, start as Point)) as [Point, Point, Point];
  const dot = (p: Point, q: Point) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const [p, q, r] = arms;
  const normal: Point = [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  return [arms.flatMap((one) => arms.map((other) => dot(one, other))), dot(normal, r)];
}

/** True if a rotation of space takes four points to others; with `mirrors` also a reflection. */
function isMoved(points: readonly Point[], others: readonly Point[], mirrors: boolean): boolean {
  const [gram, volume] = measuresOf(points);
  const isClose = (one: number, other: number | undefined) => Math.abs(one - Number(other)) < 1e-9;
  return orders(4).some((order) => {
    const [otherGram, otherVolume] = measuresOf(order.map((k) => others[k] as Point));
    return (
      gram.every((value, k) => isClose(value, otherGram[k])) &&
      (mirrors || isClose(volume, otherVolume))
    );
  });
}

test.each(['cubes', 'spheres'] as const)(
  '%s: no two are one in space; one-sided ones add mirror images',
  (name) => {
    const lattice = LATTICES[name];
    const middles = (forms: number[][][]) =>
      forms.map((cells) => cells.map((cell) => lattice.centre(cell as unknown as LatticeCell)));
    const free = middles(freePolyforms(name, 4));
    const oneSided = middles(freePolyforms(name, 4, { oneSided: true }));
    const mirror = ([x, y, z]: Point): Point => [-x, y, z];
    const chiral = free.filter((points) => !isMoved(points, points.map(mirror), false));
    expect(oneSided).toHaveLength(free.length + chiral.length);
    const twins = (forms: Point[][], mirrors: boolean) =>
      forms.filter((one, k) => forms.slice(0, k).some((other) => isMoved(one, other, mirrors)));
    expect(twins(free, true)).toEqual([]);
    expect(twins(oneSided, false)).toEqual([]);
  },
);

test.each(Object.keys(LATTICES) as LatticeName[])('the numbers of %s are bounded', (lattice) => {
  for (const n of [0, 13, 1.5]) {
    expect(() => freePolyforms(lattice, n)).toThrow(/n is .*; give a whole number from 1 to/);
  }
});

import { describe, expect, it } from 'vitest';
import {
  type Cells,
  type Lattice,
  type LatticeCell,
  plus,
} from '../../../src/puzzles/packing/lattice.ts';
import { LATTICES, type LatticeName } from '../../../src/puzzles/packing/lattices.ts';
import { expectSame } from '../../support/same.ts';

/** Rotations, all maps, neighbours, and the corners of walls. */
const KNOWN: Record<
  LatticeName,
  readonly [turns: number, maps: number, around: number, walls: readonly number[]]
> = {
  squares: [4, 8, 4, [2]],
  cubes: [24, 48, 6, [4]],
  hexagons: [6, 12, 6, [2]],
  triangles: [6, 12, 3, [2]],
  edges: [4, 8, 6, [1]],
  prisms: [12, 24, 5, [3, 4]],
  spheres: [120, 240, 12, [0]],
  rhombic: [24, 48, 4, [3]],
  tetraoctahedra: [24, 48, 4, [3]],
};

/** Cells around the origin, of each kind that there is. */
function someCells(lattice: Lattice): LatticeCell[] {
  const places = Array.from({ length: 7 }, (_, k) => k - 3);
  const cells = places.flatMap((z) =>
    places.flatMap((y) => places.map((x): LatticeCell => [x, y, z])),
  );
  return cells.filter((cell) => lattice.isCell(cell));
}

function distance(lattice: Lattice, one: LatticeCell, other: LatticeCell): number {
  const [p, q] = [lattice.centre(one), lattice.centre(other)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

describe.each(Object.entries(LATTICES))('%s', (name, lattice) => {
  const [turns, maps, around, walls] = KNOWN[name as LatticeName];
  const cells = someCells(lattice);
  const text = String;

  it('has its number of turns and maps, each with an effect of its own', () => {
    expect(lattice.maps.filter(({ isProper }) => isProper)).toHaveLength(turns);
    expect(lattice.maps).toHaveLength(maps);
    const effects = lattice.maps.map((map) =>
      cells.map((cell) => lattice.imageOf([cell], map)?.join() ?? 'none').join(' '),
    );
    expect(new Set(effects).size).toBe(maps);
  });

  it('neighbours are cells, mutual, and share a wall', () => {
    for (const cell of cells) {
      const beside = lattice.neighbours(cell);
      expect(new Set(beside.map(text)).size).toBe(around);
      const all = new Array(around).fill(true);
      const own = text(cell);
      expect(beside.map((other) => lattice.isCell(other))).toEqual(all);
      expect(beside.map((other) => lattice.neighbours(other).map(text).includes(own))).toEqual(all);
      expect(beside.map((other) => walls.includes(lattice.wall(cell, other).length))).toEqual(all);
    }
  });

  it('maps keep cells, neighbours and distances, but for partial turns', () => {
    for (const map of lattice.maps) {
      let farthest = 0;
      for (const cell of cells.slice(0, 60)) {
        const beside = lattice.neighbours(cell);
        const image = lattice.imageOf([cell, ...beside], map);
        if (image === undefined) {
          expectSame(name, 'spheres');
          continue;
        }
        const [first] = image;
        const expected = lattice.neighbours(first).map(text).sort();
        expectSame(image.slice(1).map(text).sort(), expected);
        for (const [k, other] of beside.entries()) {
          const change = distance(lattice, first, image[k + 1]) - distance(lattice, cell, other);
          farthest = Math.max(farthest, Math.abs(change));
        }
      }
      expect(farthest).toBeCloseTo(0);
    }
  });

  it('a piece that is moved or turned has the same orientations', () => {
    const piece = [cells[20], ...lattice.neighbours(cells[20]).slice(0, 3)];
    const ways = (mirrors: boolean, from = piece) =>
      lattice.orientations(from, mirrors).map(text).sort();
    const origin = lattice.originOf(piece);
    expect(lattice.kindOf(plus(piece[0], origin))).toBe(lattice.kindOf(piece[0]));
    expect(lattice.atOrigin(lattice.atOrigin(piece))).toEqual(lattice.atOrigin(piece));
    for (const map of lattice.maps) {
      const image = lattice.imageOf(piece, map);
      if (image === undefined) continue;
      expect(ways(true, [...image])).toEqual(ways(true));
      if (map.isProper) expect(ways(false, [...image])).toEqual(ways(false));
    }
  });

  it('walls close the cell', () => {
    // Each side of a wall belongs to one other wall.
    const sides = new Map<string, number>();
    const shown = (point: readonly number[]) => point.map((place) => place.toFixed(6)).join();
    for (const beside of lattice.neighbours(cells[0])) {
      const wall = lattice.wall(cells[0], beside).map(shown);
      if (wall.length < 3) continue;
      for (const [k, corner] of wall.entries()) {
        const side = [corner, wall[(k + 1) % wall.length]].sort().join(' ');
        sides.set(side, (sides.get(side) ?? 0) + 1);
      }
    }
    expect([...sides.values()].every((count) => count === 2)).toBe(true);
  });
});

it('a flat piece of spheres has the turns of its layer', () => {
  const { spheres } = LATTICES;
  const three: LatticeCell[] = [
    [0, 0, 0],
    [1, 1, 0],
    [1, 0, 1],
  ];
  const line: LatticeCell[] = [
    [0, 0, 0],
    [1, 1, 0],
    [2, 2, 0],
  ];
  // Triangles of three spheres: two in each of four layers. Lines: along six directions.
  expect(spheres.orientations(three, false)).toHaveLength(8);
  expect(spheres.orientations(line, false)).toHaveLength(6);
});

it('flat pieces of spheres have the same orientations in every layer', () => {
  const piece: Cells = [
    [0, 0, 0],
    [1, -1, 0],
    [0, -1, 1],
    [2, -2, 0],
  ];
  const ways = (cells: Cells) => LATTICES.spheres.orientations(cells, false).length;
  const away = piece.map(([x, y, z]): LatticeCell => [x + 1, y + 1, z]);
  expect(ways(away)).toBe(ways(piece));
  expect(ways(piece)).toBeGreaterThan(24);
});

import { describe, expect, test } from 'vitest';
import type { LatticeCell } from '../../../src/puzzles/packing/lattice.ts';
import { LATTICES } from '../../../src/puzzles/packing/lattices.ts';
import type { Point } from '../../../src/puzzles/packing/points.ts';
import {
  type SheetPoint,
  Solid,
  type SolidPiece,
  type SolidSettings,
  type SolidShape,
  shaded,
  shapesOf,
  type View,
} from '../../../src/puzzles/picture/solid.ts';

const SOLIDS = ['cubes', 'prisms', 'spheres', 'rhombic', 'tetraoctahedra'] as const;
const STARTS: Readonly<Record<string, LatticeCell>> = {
  rhombic: [0, 1, 2],
  tetraoctahedra: [1, 1, 1],
};

/** The same numbers in each run, from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Pieces that grow beside each other from one cell on. */
function grown(name: (typeof SOLIDS)[number], cells: number, pieces: number): SolidPiece[] {
  const lattice = LATTICES[name];
  const next = numbers(cells);
  const start = STARTS[name] ?? [0, 0, 0];
  const owners = new Map<string, number>();
  const grown: LatticeCell[][] = Array.from({ length: pieces }, () => []);
  const open = [start];
  while (owners.size < cells) {
    const [cell] = open.splice(Math.floor(next() * Math.min(open.length, 12)), 1);
    if (owners.has(cell.join())) continue;
    const beside = lattice.neighbours(cell).flatMap((other) => owners.get(other.join()) ?? []);
    const piece = owners.size < pieces ? owners.size : beside[Math.floor(next() * beside.length)];
    owners.set(cell.join(), piece);
    grown[piece].push(cell);
    open.push(...lattice.neighbours(cell));
  }
  return grown.map((own, tint) => ({ name: `p${tint}`, tint, cells: own }));
}

function isWithin(points: readonly SheetPoint[], [x, y]: SheetPoint): boolean {
  let isIn = false;
  points.forEach(([px, py], k) => {
    const [qx, qy] = points[(k + 1) % points.length];
    if (py > y !== qy > y && x < ((qx - px) * (y - py)) / (qy - py) + px) isIn = !isIn;
  });
  return isIn;
}

const dot = (p: Point, q: Point) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];

/** The shape that the painter shows at a point of the sheet. */
function painted(shapes: readonly SolidShape[], at: SheetPoint): SolidShape | undefined {
  const [x, y] = at;
  return [...shapes]
    .reverse()
    .find((shape) =>
      shape.form === 'face'
        ? isWithin(shape.points, at)
        : Math.hypot(shape.at[0] - x, shape.at[1] - y) < shape.radius,
    );
}

/**
 * The piece that the eye meets first, by a ray through all cells; undefined where the ray meets none,
 * or two pieces that pass through each other, which a painter cannot show.
 */
function met(
  scene: ReturnType<Solid['scene']>,
  { turn, tilt }: View,
  [x, y]: SheetPoint,
): number | undefined {
  const [s, c, st, ct] = [Math.sin(turn), Math.cos(turn), Math.sin(tilt), Math.cos(tilt)];
  const right: Point = [c, s, 0];
  const up: Point = [-st * s, st * c, ct];
  const towards: Point = [s * ct, -c * ct, st];
  const foot = [0, 1, 2].map((axis) => x * right[axis] - y * up[axis]) as unknown as Point;
  let first = { piece: -1, near: Number.NEGATIVE_INFINITY, far: Number.NEGATIVE_INFINITY };
  const hits: (typeof first)[] = [];
  for (const { piece, centre, walls } of scene.cells) {
    let [near, far] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    if (walls.length === 0) {
      const away = (dot(centre, right) - x) ** 2 + (dot(centre, up) + y) ** 2;
      const half = Math.sqrt(0.25 - away);
      if (half > 0) [near, far] = [dot(centre, towards) + half, dot(centre, towards) - half];
      else continue;
    }
    // The ray is in a convex cell from its last wall inwards to its first wall outwards.
    for (const { corners, normal } of walls) {
      const slope = dot(normal, towards);
      const room = dot(normal, corners[0]) - dot(normal, foot);
      if (slope > 1e-9) near = Math.min(near, room / slope);
      else if (slope < -1e-9) far = Math.max(far, room / slope);
      else if (room < 0) far = Number.POSITIVE_INFINITY;
    }
    if (near <= far) continue;
    hits.push({ piece, near, far });
    if (near > first.near) first = { piece, near, far };
  }
  const { piece, far } = first;
  const isClear = hits.every((hit) => hit.piece === piece || hit.near < far + 1e-6);
  return hits.length > 0 && isClear ? piece : undefined;
}

describe('solids', () => {
  test.each(SOLIDS)('%s: to sort by depth is exact, since steps are along normals', (name) => {
    const lattice = LATTICES[name];
    for (const { cells } of grown(name, 12, 1)) {
      for (const cell of cells) {
        for (const other of lattice.neighbours(cell)) {
          const [a, b, c] = lattice.wall(cell, other);
          if (a === undefined) continue;
          const [from, to] = [lattice.centre(cell), lattice.centre(other)];
          const step: Point = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
          for (const corner of [b, c]) {
            const side: Point = [corner[0] - a[0], corner[1] - a[1], corner[2] - a[2]];
            expect(dot(side, step)).toBeCloseTo(0, 9);
          }
        }
      }
    }
  });

  test('layers are parts that no cell crosses; colours go from shade to light', () => {
    const layers = SOLIDS.map((name) => new Solid(LATTICES[name], grown(name, 60, 1)).layerCount);
    expect(layers.every((count) => count > 1)).toBe(true);
    const cells: LatticeCell[] = [0, 1, 2].map((z) => [0, 0, z]);
    expect(new Solid(LATTICES.cubes, [{ name: 'I3', tint: 0, cells }]).layerCount).toBe(3);
    expect([shaded('#808080', 0), shaded('#808080', 1), shaded('#ffffff', 1)]).toEqual([
      '#404040',
      '#868686',
      '#ffffff',
    ]);
  });

  test('a face between cells of one piece is none, and pieces pulled apart have their own', () => {
    const pieces = [0, 1].map((x) => ({
      name: `I${x}`,
      tint: x,
      cells: [0, 1].map((y): LatticeCell => [x, y, 0]),
    }));
    const faces = (settings: SolidSettings) =>
      new Solid(LATTICES.cubes, pieces).scene(settings).cells.flatMap(({ seen }) => seen).length;
    expect([faces({}), faces({ piecesApart: 1 }), faces({ shown: 1 })]).toEqual([16, 20, 10]);
  });

  const WAYS: readonly SolidSettings[] = [
    {},
    { shown: 4 },
    { layersApart: 0.8 },
    { piecesApart: 0.7 },
    { piecesApart: 0.4, layersApart: 0.5 },
  ];
  test.each(SOLIDS.flatMap((name) => WAYS.map((settings) => [name, settings] as const)))(
    '%s %o: the painter shows what a ray meets first',
    (name, settings) => {
      const solid = new Solid(LATTICES[name], grown(name, 45, 7));
      const scene = solid.scene(settings);
      const next = numbers(5);
      let checked = 0;
      const wrong: unknown[] = [];
      for (const turn of [0.45, 2.1]) {
        for (const tilt of [-Math.PI / 2, 0, 0.5]) {
          const view = { turn, tilt };
          const shapes = shapesOf(scene, view);
          for (let k = 0; k < 20; k++) {
            const at: SheetPoint = [(next() - 0.5) * scene.radius, (next() - 0.5) * scene.radius];
            const piece = met(scene, view, at);
            const shown = painted(shapes, at);
            const isNeck = name === 'spheres' && shown?.form === 'face';
            if (piece === undefined || isNeck) continue;
            checked++;
            if (shown?.piece !== piece) wrong.push([turn, tilt, at, shown?.piece, piece]);
          }
        }
      }
      expect(wrong).toEqual([]);
      expect(checked).toBeGreaterThan(15);
    },
  );
});

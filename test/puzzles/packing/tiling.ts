import type { Piece } from '../../../src/puzzles/packing/pieces.ts';
import type { Cell, Cube, Placed } from '../../../src/puzzles/packing/region.ts';

/**
 * Packings from the rules alone, on coordinates and matrices: nothing of it comes from
 * src/puzzles but the types, and nothing is an exact cover.
 */
type Point = readonly [row: number, column: number, layer: number];
type Matrix = readonly [Point, Point, Point];

/** The 48 signed permutation matrices, with their determinants. */
const MATRICES: readonly { matrix: Matrix; determinant: number }[] = (() => {
  const found: { matrix: Matrix; determinant: number }[] = [];
  for (let code = 0; code < 27 * 8; code++) {
    const axes = [code % 3, Math.floor(code / 3) % 3, Math.floor(code / 9) % 3];
    if (new Set(axes).size < 3) continue;
    const signs = Math.floor(code / 27);
    const matrix = axes.map((axis, k) =>
      [0, 1, 2].map((at) => (at === axis ? ((signs >> k) & 1 ? -1 : 1) : 0)),
    ) as unknown as Matrix;
    found.push({ matrix, determinant: determinant(matrix) });
  }
  return found;
})();

function determinant([a, b, c]: Matrix): number {
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) -
    a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  );
}

function times(matrix: Matrix, point: Point): Point {
  return matrix.map((line) =>
    line.reduce((sum, x, k) => sum + x * point[k as 0 | 1 | 2], 0),
  ) as unknown as Point;
}

function toOrigin(points: readonly Point[]): Point[] {
  const low = ([0, 1, 2] as const).map((k) => Math.min(...points.map((point) => point[k])));
  return points
    .map((point) => point.map((x, k) => x - (low[k] as number)) as unknown as Point)
    .sort((a, b) => a[2] - b[2] || a[0] - b[0] || a[1] - b[1]);
}

/** The motions that a piece may make. */
export type Freedom = 'one-sided' | 'flat' | 'solid';

function mayTurn(matrix: Matrix, det: number, freedom: Freedom): boolean {
  if (freedom === 'solid') return det === 1;
  // Flat pieces stay in their plane: turned over or not, the layers stay where they are.
  const flat = matrix[2][2] === 1;
  return flat && (freedom === 'flat' || det === 1);
}

export function pointsOf(cells: readonly (Cell | Cube)[]): Point[] {
  return cells.map((cell) => [cell.row, cell.column, 'layer' in cell ? cell.layer : 0]);
}

/** The ways for a piece to lie, as texts with their points. */
export function waysOf(points: readonly Point[], freedom: Freedom): Map<string, Point[]> {
  const ways = new Map<string, Point[]>();
  for (const { matrix, determinant: det } of MATRICES) {
    if (!mayTurn(matrix, det, freedom)) continue;
    const way = toOrigin(points.map((point) => times(matrix, point)));
    ways.set(way.join(' '), way);
  }
  return ways;
}

/** The least of its ways: the same for pieces of the same shape. */
function shape(points: readonly Point[], freedom: Freedom): string {
  return [...waysOf(points, freedom).keys()].sort()[0] as string;
}

/** True if placements tile the region with each piece once, or without counting the pieces. */
export function isTiling(
  placed: readonly Placed<Cell | Cube>[],
  region: readonly (Cell | Cube)[],
  pieces: readonly Piece[],
  freedom: Freedom,
  supply: 'once' | 'unlimited' = 'once',
): boolean {
  const covered = placed.flatMap(({ cells }) => pointsOf(cells).map(String));
  const wanted = pointsOf(region).map(String);
  if (covered.sort().join(' ') !== wanted.sort().join(' ')) return false;
  const shapes = new Map(pieces.map(({ name, cells }) => [name, shape(pointsOf(cells), freedom)]));
  if (placed.some(({ piece, cells }) => shapes.get(piece) !== shape(pointsOf(cells), freedom))) {
    return false;
  }
  const used = placed.map(({ piece }) => piece).sort();
  return supply === 'unlimited' || used.join(' ') === [...shapes.keys()].sort().join(' ');
}

/** A tiling as a list: point of the region -> piece. */
type Labelled = ReadonlyMap<string, string>;

/** Every tiling with each piece once, by filling the first empty cell in all ways. */
export function allTilings(
  region: readonly (Cell | Cube)[],
  pieces: readonly Piece[],
  freedom: Freedom,
): Labelled[] {
  const cells = toOrigin(pointsOf(region));
  const ways = pieces.map(({ cells }) => [...waysOf(pointsOf(cells), freedom).values()]);
  const found: Labelled[] = [];
  const grid = new Map<string, string>(cells.map((point) => [String(point), '']));
  const used = new Set<number>();
  const fill = (): void => {
    const empty = cells.find((point) => grid.get(String(point)) === '');
    if (empty === undefined) {
      if (used.size === pieces.length) found.push(new Map(grid));
      return;
    }
    ways.forEach((all, number) => {
      if (used.has(number)) return;
      for (const way of all) {
        const start = way[0] as Point;
        const at = way.map((point) =>
          String(point.map((x, k) => x - start[k as 0 | 1 | 2] + empty[k as 0 | 1 | 2])),
        );
        if (at.some((place) => grid.get(place) !== '')) continue;
        for (const place of at) grid.set(place, (pieces[number] as Piece).name);
        used.add(number);
        fill();
        used.delete(number);
        for (const place of at) grid.set(place, '');
      }
    });
  };
  fill();
  return found;
}

/**
 * The number of classes of tilings: two are of one class if the region can be turned or mirrored
 * onto itself so that one tiling becomes the other, where a piece that comes out as the mirror
 * image of itself goes by the name of the piece that looks like that (and if a map makes a shape
 * that no piece has, it is not a symmetry).
 */
export function classesOf(
  tilings: readonly Labelled[],
  region: readonly (Cell | Cube)[],
  pieces: readonly Piece[],
  freedom: Freedom,
): number {
  const cells = toOrigin(pointsOf(region));
  const text = (points: readonly Point[]) => toOrigin(points).join(' ');
  const symmetries = MATRICES.flatMap(({ matrix }) => {
    // A flat region is its own image upside down, too; once is enough.
    if (freedom !== 'solid' && matrix[2][2] !== 1) return [];
    if (text(cells.map((point) => times(matrix, point))) !== text(cells)) return [];
    const renamed = renaming(matrix, pieces, freedom);
    return renamed === undefined ? [] : [{ matrix, renamed }];
  });
  const classes = new Set<string>();
  for (const tiling of tilings) {
    const images = symmetries.map(({ matrix, renamed }) => {
      const moved = cells.map((point) => times(matrix, point));
      const low = ([0, 1, 2] as const).map((k) => Math.min(...moved.map((point) => point[k])));
      const image = new Map(
        cells.map((point, k) => [
          String(moved[k]?.map((x, axis) => x - (low[axis] as number))),
          renamed.get(tiling.get(String(point)) as string) as string,
        ]),
      );
      return cells.map((point) => image.get(String(point))).join(' ');
    });
    classes.add(images.sort()[0] as string);
  }
  return classes.size;
}

/** Piece -> the piece that it looks like after a map; equal pieces keep their order. */
function renaming(
  matrix: Matrix,
  pieces: readonly Piece[],
  freedom: Freedom,
): Map<string, string> | undefined {
  const alike = new Map<string, string[]>();
  for (const { name, cells } of pieces) {
    const key = shape(pointsOf(cells), freedom);
    alike.set(key, [...(alike.get(key) ?? []), name]);
  }
  const renamed = new Map<string, string>();
  for (const { name, cells } of pieces) {
    const points = pointsOf(cells);
    const here = alike.get(shape(points, freedom)) as string[];
    const there = alike.get(
      shape(
        points.map((point) => times(matrix, point)),
        freedom,
      ),
    );
    if (there?.length !== here.length) return undefined;
    renamed.set(name, there[here.indexOf(name)] as string);
  }
  return renamed;
}

import type { Cell, Cube, Placed } from '../../../src/puzzles/packing/cubes.ts';
import type { Piece } from '../../../src/puzzles/packing/pieces.ts';

/**
 * Packings from the rules alone, on coordinates and matrices: nothing of it comes from
 * src/puzzles but the types, and nothing is an exact cover.
 */
export type Point = readonly [row: number, column: number, layer: number];
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

export function determinant([a, b, c]: Matrix): number {
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

function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function lowOf(points: readonly Point[]): Point {
  const least = (k: 0 | 1 | 2) => Math.min(...points.map((point) => point[k]));
  return [least(0), least(1), least(2)];
}

/** Layer by layer, row by row. */
function inOrder(points: readonly Point[]): Point[] {
  return [...points].sort((a, b) => a[2] - b[2] || a[0] - b[0] || a[1] - b[1]);
}

function toOrigin(points: readonly Point[]): Point[] {
  const low = lowOf(points);
  return inOrder(points.map((point) => minus(point, low)));
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

const shapes = new Map<string, string>();

/** The least of its ways: the same for pieces of the same shape. Each form is turned once. */
function shape(points: readonly Point[], freedom: Freedom): string {
  const form = `${freedom} ${toOrigin(points).join(' ')}`;
  const known = shapes.get(form) ?? [...waysOf(points, freedom).keys()].sort()[0];
  shapes.set(form, known);
  return known;
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
  const wantedShapes = new Map(
    pieces.map(({ name, cells }) => [name, shape(pointsOf(cells), freedom)]),
  );
  if (
    placed.some(({ piece, cells }) => wantedShapes.get(piece) !== shape(pointsOf(cells), freedom))
  ) {
    return false;
  }
  const used = placed.map(({ piece }) => piece).sort();
  return supply === 'unlimited' || used.join(' ') === [...wantedShapes.keys()].sort().join(' ');
}

/** A packing as a set of texts, whichever of equal pieces is which. */
export type Packing = readonly string[];

/** A piece in its place, as a text. */
function lying(name: string, points: readonly Point[]): string {
  return `${name}: ${points.map(String).sort().join(' ')}`;
}

export function asPacking(placed: readonly Placed<Cell | Cube>[]): Packing {
  return placed.map(({ piece, cells }) => lying(piece, pointsOf(cells))).sort();
}

/**
 * Every packing with each piece as often as it says: cell by cell, some piece begins there, or, with
 * gaps, none.
 */
export function packings(
  region: readonly (Cell | Cube)[],
  pieces: readonly Piece[],
  freedom: Freedom,
  gaps = false,
): Packing[] {
  const cells = inOrder(pointsOf(region));
  const numbers = new Map(cells.map((cell, number) => [String(cell), number]));
  /** Cell -> what may begin there. */
  const laid = cells.map((cell) =>
    pieces.flatMap(({ name, cells }, k) =>
      [...waysOf(pointsOf(cells), freedom).values()].flatMap((way) => {
        const at = way.map((point) => minus(point, minus(way[0], cell)));
        const covered = at.map((point) => numbers.get(String(point)) ?? -1);
        return covered.includes(-1) ? [] : [{ k, covered, text: lying(name, at) }];
      }),
    ),
  );
  const left = pieces.map(({ times = 1 }) => times);
  const isFree = cells.map(() => true);
  const chosen: string[] = [];
  const found: Packing[] = [];
  const fill = (from: number): void => {
    if (from === cells.length) {
      if (left.every((times) => times === 0)) found.push([...chosen].sort());
      return;
    }
    if (gaps || !isFree[from]) fill(from + 1);
    for (const { k, covered, text } of laid[from]) {
      if (left[k] === 0 || !covered.every((cell) => isFree[cell])) continue;
      for (const cell of covered) isFree[cell] = false;
      left[k] = left[k] - 1;
      chosen.push(text);
      fill(from + 1);
      chosen.pop();
      left[k] = left[k] + 1;
      for (const cell of covered) isFree[cell] = true;
    }
  };
  fill(0);
  return found;
}

/**
 * The number of classes of packings: two are of one class if the region can be turned or mirrored
 * onto itself so that one becomes the other, where a piece that comes out as the mirror image of
 * itself goes by the name of the piece that looks like that (and if a map makes a shape that no piece
 * has, or has as often, it is not a symmetry).
 */
export function classesOf(
  all: readonly Packing[],
  region: readonly (Cell | Cube)[],
  pieces: readonly Piece[],
  freedom: Freedom,
): number {
  const cells = pointsOf(region);
  const text = inOrder(cells).join(' ');
  const symmetries = MATRICES.flatMap(({ matrix }) => {
    // A flat region is its own image upside down, too; once is enough.
    if (freedom !== 'solid' && matrix[2][2] !== 1) return [];
    const low = lowOf(cells.map((point) => times(matrix, point)));
    const move = (point: Point) => minus(times(matrix, point), low);
    if (inOrder(cells.map(move)).join(' ') !== text) return [];
    const renamed = renaming(matrix, pieces, freedom);
    return renamed === undefined ? [] : [{ move, renamed, images: new Map<string, string>() }];
  });
  const classes = new Set<string>();
  for (const packing of all) {
    const images = symmetries.map(({ move, renamed, images }) =>
      packing
        .map((placed) => {
          let image = images.get(placed);
          if (image === undefined) {
            const [name = '', points = ''] = placed.split(': ');
            const moved = points
              .split(' ')
              .map((point) => move(point.split(',').map(Number) as unknown as Point));
            image = lying(renamed.get(name) as string, moved);
            images.set(placed, image);
          }
          return image;
        })
        .sort()
        .join('; '),
    );
    classes.add(images.sort()[0]);
  }
  return classes.size;
}

/** Piece -> the piece that it looks like after a map; equal pieces keep their order. */
function renaming(
  matrix: Matrix,
  pieces: readonly Piece[],
  freedom: Freedom,
): Map<string, string> | undefined {
  const shapes = pieces.map(({ cells }) => shape(pointsOf(cells), freedom));
  const alike = (points: readonly Point[]) => {
    const wanted = shape(points, freedom);
    return pieces.filter((_, k) => shapes[k] === wanted);
  };
  const renamed = new Map<string, string>();
  for (const piece of pieces) {
    const points = pointsOf(piece.cells);
    const here = alike(points);
    const there = alike(points.map((point) => times(matrix, point)));
    const other = there[here.indexOf(piece)];
    if (there.length !== here.length || other?.times !== piece.times) return undefined;
    renamed.set(piece.name, other.name);
  }
  return renamed;
}

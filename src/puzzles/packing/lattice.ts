import {
  applied,
  type IsAlike,
  type LinearMap,
  type Point,
  PointNumbers,
  sumOf,
} from './points.ts';

/** A cell of a lattice: three whole numbers. */
export type LatticeCell = readonly [x: number, y: number, z: number];

const always: IsAlike = () => true;

/** What makes a lattice: data, and functions of one cell. */
export interface LatticeParts {
  readonly name: string;
  /** True if pieces lie in a plane and have two sides. */
  readonly isFlat: boolean;
  /** The numbers of a cell that are not always 0: two or three. */
  readonly dimensions: 2 | 3;
  /** The middle of a cell, in a scale in which corners are whole numbers as well. */
  pointOf(cell: LatticeCell): Point;
  /** The cell with this middle; undefined where there is none. */
  cellAt(point: Point): LatticeCell | undefined;
  /**
   * The translation next to a vector, downwards: of two vectors that differ by a translation, the
   * results differ by the same. A translation takes every cell to a cell of its kind.
   */
  translationNear(vector: LatticeCell): LatticeCell;
  /** Turns about the origin that generate all rotations which keep the lattice. */
  readonly turns: readonly LinearMap[];
  /** A reflection that keeps the lattice. In a plane it turns a piece over. */
  readonly mirror: LinearMap;
  /** The lattice in space that a flat one is a layer of, if its rotations turn pieces over. */
  readonly layerOf?: Lattice;
  /**
   * Turns that take only some pieces back into the lattice, each followed by any rotation. Default:
   * none.
   */
  readonly partialTurns?: readonly LinearMap[];
  /** The cells beside a cell. */
  neighbours(cell: LatticeCell): readonly LatticeCell[];
  /** The corners of a cell, in the scale of `pointOf`: the ends of an edge; none of a sphere. */
  corners(cell: LatticeCell): readonly Point[];
  /** From that scale to space: x to the right, y up in a picture, z towards the viewer. */
  readonly toSpace: LinearMap;
  /**
   * Places that two pieces must not both pass through: the crossings of a polystick. Equal texts are
   * equal places. Default: none.
   */
  crossings?(cells: readonly LatticeCell[]): readonly string[];
}

/** A map of a lattice to itself. */
export interface LatticeMap extends LinearMap {
  /** False for one with a reflection. */
  readonly isProper: boolean;
}

/** How a map, and a translation, take cells onto others. */
export interface CellsOnto {
  /** The number of the map. */
  readonly map: number;
  /** Cell -> its image, by number. */
  readonly images: Int32Array;
}

/** Cells, their order and kinds: a board, or a piece. */
export type Cells = readonly LatticeCell[];

/** The cells, maps and neighbours of a kind of board: squares, cubes, hexagons ... */
export class Lattice {
  readonly #parts: LatticeParts;
  #group: LatticeGroup | undefined;

  constructor(parts: LatticeParts) {
    this.#parts = parts;
  }

  get name(): string {
    return this.#parts.name;
  }

  get isFlat(): boolean {
    return this.#parts.isFlat;
  }

  get dimensions(): 2 | 3 {
    return this.#parts.dimensions;
  }

  isCell(cell: LatticeCell): boolean {
    const { pointOf, cellAt } = this.#parts;
    const same = cellAt(pointOf(cell));
    return same !== undefined && isSame(same, cell);
  }

  neighbours(cell: LatticeCell): Cells {
    return this.#parts.neighbours(cell);
  }

  crossings(cells: Cells): readonly string[] {
    return this.#parts.crossings?.(cells) ?? [];
  }

  /** Equal texts for cells that a translation takes to each other. */
  kindOf(cell: LatticeCell): string {
    return this.nearOrigin(cell).join();
  }

  /** The cell next to the origin to which a translation takes a cell. */
  nearOrigin(cell: LatticeCell): LatticeCell {
    return minus(cell, this.#parts.translationNear(cell));
  }

  /** Reading order: by layer, row and place in it. In a plane, the kinds of a place follow each other. */
  compare(one: LatticeCell, other: LatticeCell): number {
    const [x, y, z] = [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
    return this.isFlat ? y || x || z : z || y || x;
  }

  /** The cells moved next to the origin, in reading order. Pieces that differ by a translation become equal. */
  atOrigin(cells: Cells): Cells {
    const origin = this.originOf(cells);
    return cells.map((cell) => minus(cell, origin)).sort((a, b) => this.compare(a, b));
  }

  /** The translation from the origin to where the cells begin. */
  originOf(cells: Cells): LatticeCell {
    const least = [0, 1, 2].map((axis) =>
      cells.reduce((low, cell) => Math.min(low, cell[axis as 0]), Number.POSITIVE_INFINITY),
    ) as unknown as LatticeCell;
    return this.#parts.translationNear(least);
  }

  /**
   * The distinct orientations of a piece, each at the origin. In a plane, `mirrors` turns it over; in
   * space, it makes mirror images.
   */
  orientations(piece: Cells, mirrors: boolean): Cells[] {
    const { layerOf } = this.#parts;
    if (mirrors && layerOf !== undefined) {
      return layerOf
        .orientations(piece, false)
        .filter((way) => way.every((cell) => this.isCell(cell)));
    }
    const own = this.centred(piece);
    return this.mapsTurning(piece, mirrors).map((map) =>
      this.atOrigin(this.imageOf(own, map) as Cells),
    );
  }

  /**
   * A map for each distinct orientation of cells, the identity first; it takes the `centred` cells
   * there. With `mirrors`, reflections too. `isAlike`: false for cells that differ by more than their
   * place.
   *
   * Maps lead to one orientation if they differ by a symmetry of the cells. So an orientation is a
   * coset of these, and a further turn takes it to another.
   */
  mapsTurning(cells: Cells, mirrors: boolean, isAlike = always): LatticeMap[] {
    const { maps, order, products } = this.#grouped();
    const turns = mirrors ? products : products.slice(0, -1);
    const own = this.centred(cells);
    /** The maps of the group, by number, that take cells onto others. */
    const turning = (from: Cells, to: Cells) =>
      this.#onto(from, to, isAlike, order, mirrors).map(({ map }) => map);
    const found: LatticeMap[] = [];
    const starts: Cells[] = [];
    for (let first = 0; first < maps.length; first += order) {
      const start = this.imageOf(own, maps[first]);
      if (start === undefined) continue;
      if (starts.some((known) => turning(start, known).length > 0)) continue;
      starts.push(start);
      const symmetries = turning(start, start);
      const isReached = new Uint8Array(order);
      const cosets = [symmetries];
      for (let coset = cosets.pop(); coset !== undefined; coset = cosets.pop()) {
        if (isReached[coset[0]] === 1) continue;
        for (const map of coset) isReached[map] = 1;
        found.push(maps[first + coset[0]]);
        for (const product of turns) cosets.push(coset.map((map) => product[map]));
      }
    }
    return found;
  }

  /** The cells moved so that the first is near the origin, about which maps turn. */
  centred(cells: Cells): Cells {
    // The turns of spheres that keep one layer alone are about a sphere in it.
    const start = this.originOf(cells.slice(0, 1));
    return cells.map((cell) => minus(cell, start));
  }

  /**
   * The maps that take `centred` cells, moved by a translation, onto others. `isAlike`: false for
   * a cell and an image that differ by more than their place.
   */
  mapsOnto(from: Cells, to: Cells, isAlike = always): CellsOnto[] {
    return this.#onto(this.centred(from), to, isAlike);
  }

  /** As `mapsOnto`, among the first maps, and without reflections if wanted. */
  #onto(
    from: Cells,
    to: Cells,
    isAlike: IsAlike,
    mapCount = this.maps.length,
    mirrors = true,
  ): CellsOnto[] {
    const count = from.length;
    if (count !== to.length || count === 0) return [];
    const { pointOf, cellAt } = this.#parts;
    const points = from.map(pointOf);
    const targets = new PointNumbers(to.map(pointOf));
    const sum = sumOf(points);
    const { maps } = this;
    const found: CellsOnto[] = [];
    for (let number = 0; number < mapCount; number++) {
      const map = maps[number];
      if (!mirrors && !map.isProper) continue;
      // The middle of all cells goes to the middle of all: no other translation can do. Where a map
      // fits, the coordinates are multiples of a half, which no division rounds.
      const turned = applied(map, sum);
      const shift: Point = [
        (targets.sum[0] - turned[0]) / count,
        (targets.sum[1] - turned[1]) / count,
        (targets.sum[2] - turned[2]) / count,
      ];
      const images = targets.imagesOf(points, map, shift, isAlike);
      if (images === undefined) continue;
      const first = cellAt(applied(map, points[0]));
      if (first === undefined || this.kindOf(to[images[0]]) !== this.kindOf(first)) continue;
      found.push({ map: number, images });
    }
    return found;
  }

  /** The mirror image of a piece, at the origin. */
  mirrored(piece: Cells): Cells {
    return this.atOrigin(this.imageOf(piece, this.#parts.mirror) as Cells);
  }

  /** The images of cells, in their order; undefined where one is no cell. */
  imageOf(cells: Cells, map: LinearMap): Cells | undefined {
    const { pointOf, cellAt } = this.#parts;
    const images: LatticeCell[] = [];
    for (const cell of cells) {
      const image = cellAt(applied(map, pointOf(cell)));
      if (image === undefined) return undefined;
      images.push(image);
    }
    return images;
  }

  /** All maps, the identity first: products of turns and the mirror, after a partial turn or none. */
  get maps(): readonly LatticeMap[] {
    return this.#grouped().maps;
  }

  #grouped(): LatticeGroup {
    this.#group ??= generated(this.#parts);
    return this.#group;
  }

  /** The middle of a cell in space. */
  centre(cell: LatticeCell): Point {
    return applied(this.#parts.toSpace, this.#parts.pointOf(cell));
  }

  /** The corners of a cell in space, in no order; in a plane, in their order around the cell. */
  corners(cell: LatticeCell): Point[] {
    const corners = this.#parts.corners(cell).map((corner) => applied(this.#parts.toSpace, corner));
    return this.isFlat ? around(corners) : corners;
  }

  /**
   * The wall between two neighbours, in space: the corners that they share, in their order around it.
   * Edges share a point, squares a line, cubes a square; spheres nothing.
   */
  wall(cell: LatticeCell, neighbour: LatticeCell): Point[] {
    const own = new Set(this.#parts.corners(neighbour).map((corner) => corner.join()));
    const shared = this.#parts.corners(cell).filter((corner) => own.has(corner.join()));
    return around(shared.map((corner) => applied(this.#parts.toSpace, corner)));
  }
}

/** A text that is the same for equal lists of cells. */
export function keyOf(cells: Cells): string {
  return cells.join(' ');
}

export function plus(cell: LatticeCell, by: LatticeCell): LatticeCell {
  return [cell[0] + by[0], cell[1] + by[1], cell[2] + by[2]];
}

export function minus(cell: LatticeCell, by: LatticeCell): LatticeCell {
  return [cell[0] - by[0], cell[1] - by[1], cell[2] - by[2]];
}

export function isSame(cell: LatticeCell, other: LatticeCell): boolean {
  return cell[0] === other[0] && cell[1] === other[1] && cell[2] === other[2];
}

const IDENTITY: LinearMap = { matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1] };

/** The maps of a lattice. */
interface LatticeGroup {
  /** The group that keeps the lattice, then, for each partial turn, the products with it. */
  readonly maps: readonly LatticeMap[];
  /** The order of the group. */
  readonly order: number;
  /** Each turn, and the mirror last: map of the group -> the product, by number. */
  readonly products: readonly Int32Array[];
}

function generated({ turns, mirror, partialTurns = [] }: LatticeParts): LatticeGroup {
  const group = [IDENTITY];
  const numbers = new Map([[textOf(IDENTITY), 0]]);
  const generators = [...turns, mirror];
  const products: number[][] = generators.map(() => []);
  // The loop goes on to the members that are added on the way.
  for (const one of group) {
    for (const [k, turn] of generators.entries()) {
      const next = product(turn, one);
      const text = textOf(next);
      const known = numbers.get(text);
      products[k].push(known ?? group.length);
      if (known !== undefined) continue;
      numbers.set(text, group.length);
      group.push(next);
    }
  }
  const all = [
    ...group,
    ...partialTurns.flatMap((first) => group.map((map) => product(map, first))),
  ];
  return {
    maps: all.map((map) => ({ ...map, isProper: determinant(map.matrix) > 0 })),
    order: group.length,
    products: products.map((numbers) => Int32Array.from(numbers)),
  };
}

/** First `first`, then `map`, in lowest terms. */
function product(map: LinearMap, first: LinearMap): LinearMap {
  const { matrix: m } = map;
  const { matrix: n } = first;
  let common = (map.divisor ?? 1) * (first.divisor ?? 1);
  const divisor = common;
  const matrix: number[] = [];
  for (let row = 0; row < 9; row += 3) {
    for (let column = 0; column < 3; column++) {
      const entry = m[row] * n[column] + m[row + 1] * n[column + 3] + m[row + 2] * n[column + 6];
      matrix.push(entry);
      common = gcd(common, Math.abs(entry));
    }
  }
  // `+ 0` makes 0 of -0.
  return { matrix: matrix.map((entry) => entry / common + 0), divisor: divisor / common };
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

function textOf({ matrix, divisor = 1 }: LinearMap): string {
  return `${matrix.join()}/${divisor}`;
}

function determinant([a, b, c, d, e, f, g, h, i]: readonly number[]): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

/** Corners of a convex polygon in space, in their order around it, from the first one on. */
function around(corners: Point[]): Point[] {
  if (corners.length < 4) return corners;
  const middle = [0, 1, 2].map(
    (axis) => corners.reduce((sum, corner) => sum + corner[axis as 0], 0) / corners.length,
  );
  const arm = (corner: Point) => corner.map((value, axis) => value - middle[axis]);
  const dot = (p: readonly number[], q: readonly number[]) =>
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const cross = (p: readonly number[], q: readonly number[]) => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  const first = arm(corners[0]);
  const normal = corners
    .map((corner) => cross(first, arm(corner)))
    .find((vector) => dot(vector, vector) > 1e-9) as number[];
  const side = cross(normal, first);
  const sideLength = Math.sqrt(dot(side, side) / dot(first, first));
  const angle = (corner: Point) => {
    const turn = Math.atan2(dot(arm(corner), side) / sideLength, dot(arm(corner), first));
    return turn < -1e-9 ? turn + 2 * Math.PI : turn;
  };
  return [...corners].sort((p, q) => angle(p) - angle(q));
}

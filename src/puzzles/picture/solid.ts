/**
 * Solids to look at: from the cells of pieces to faces on a sheet, in the order in which a painter
 * lays them on. Geometry alone: SVG and canvas draw the same shapes.
 *
 *     const solid = new Solid(LATTICES.cubes, pieces);
 *     for (const shape of shapesOf(solid.scene({ layersApart: 1 }), FIRST_VIEW)) draw(shape);
 */
import type { Lattice, LatticeCell } from '../packing/lattice.ts';
import type { Point } from '../packing/points.ts';
import { CellForms } from './cell-forms.ts';

/** A piece of a solid, with its colour of the palette. */
export interface SolidPiece {
  readonly name: string;
  readonly cells: readonly LatticeCell[];
  readonly tint: number;
}

/** How a solid is shown. */
export interface SolidSettings {
  /** Shows the first pieces only. Default: all. */
  readonly shown?: number | undefined;
  /** The space between two layers, in sides of a cell. Default: 0. */
  readonly layersApart?: number | undefined;
  /** How far pieces move from the middle; 1 doubles their distance from it. Default: 0. */
  readonly piecesApart?: number | undefined;
}

/** The place of the eye: angles in radians. */
export interface View {
  /** About the axis upwards: 0 looks from the front, a quarter turn from the right. */
  readonly turn: number;
  /** From the side (0) to the top (a quarter turn up) or the bottom. */
  readonly tilt: number;
}

export const FIRST_VIEW: View = { turn: 0.45, tilt: 0.5 };

/** A point of the sheet: x to the right, y down, in sides of a cell from the middle of the solid. */
export type SheetPoint = readonly [x: number, y: number];

/** A shape on the sheet. A later one lies over an earlier one. */
export type SolidShape = SolidFace | SolidBall;

/** A face of a piece, or the neck between two balls. */
export interface SolidFace {
  readonly form: 'face';
  /** The number of the piece, from 0. */
  readonly piece: number;
  readonly points: readonly SheetPoint[];
  /** Point -> true if the line from it to the next one is an edge of the piece. */
  readonly edges: readonly boolean[];
  /** From 0, in the shade, to 1. */
  readonly light: number;
}

/** A sphere of a piece. */
export interface SolidBall {
  readonly form: 'ball';
  readonly piece: number;
  readonly at: SheetPoint;
  readonly radius: number;
}

/** A solid as it stands: its pieces in their places, before anyone looks at it. */
export interface SolidScene {
  readonly cells: readonly SceneCell[];
  /** The radius of a ball around all of it. */
  readonly radius: number;
}

/** A cell in its place. */
interface SceneCell {
  readonly piece: number;
  readonly centre: Point;
  readonly corners: readonly Point[];
  readonly walls: readonly SceneWall[];
  /** Cells pulled apart alike keep the order of their lattice. */
  readonly group: string;
  /** The number of its layer, where layers alone are pulled apart. */
  readonly layer: number;
  /** Balls of the same piece that it touches, each pair once. */
  readonly joined: readonly Point[];
}

interface SceneWall {
  readonly corners: readonly Point[];
  /** Outwards, of length 1. */
  readonly normal: Point;
  /** False where another cell covers it. */
  readonly isSeen: boolean;
  edges: readonly boolean[];
}

interface SolidCell {
  readonly piece: number;
  readonly centre: Point;
  readonly corners: readonly Point[];
  readonly walls: readonly {
    readonly corners: readonly Point[];
    readonly normal: Point;
    readonly neighbour: number | undefined;
  }[];
  /** Neighbours of a sphere. */
  readonly touched: readonly number[];
}

/** Neighbouring spheres are at distance 1. */
const BALL_RADIUS = 0.5;
const NECK_RADIUS = 0.24;
/** Points of half an end of a neck. */
const NECK_POINTS = 6;
/** Towards the light, in the axes of the eye: from above and from the left. */
const LIGHT = unit([-0.4, 0.7, 0.6]);
const ROUNDING = 1e-6;

/** The cells of pieces on a lattice in space. */
export class Solid {
  readonly pieces: readonly SolidPiece[];
  readonly #cells: readonly SolidCell[];
  /** Cell -> its layer, from the lowest: no cell reaches from one layer into another. */
  readonly #layers: readonly number[];
  readonly #middle: Point;

  constructor(lattice: Lattice, pieces: readonly SolidPiece[]) {
    this.pieces = pieces;
    const places = pieces.flatMap(({ cells }, piece) => cells.map((cell) => ({ cell, piece })));
    const numbers = new Map(places.map(({ cell }, number) => [cell.join(), number]));
    const numberOf = (cell: LatticeCell) => numbers.get(cell.join());
    const forms = new CellForms(lattice);
    this.#cells = places.map(({ cell, piece }) => {
      const centre = lattice.centre(cell);
      const corners = forms.corners(cell);
      const walls = forms.walls(cell);
      const neighbours = lattice.neighbours(cell);
      const isBall = corners.length === 0;
      return {
        piece,
        centre,
        corners,
        touched: isBall ? neighbours.flatMap((other) => numberOf(other) ?? []) : [],
        walls: isBall
          ? []
          : neighbours.map((other, k) => {
              const wall = walls[k];
              return { corners: wall, normal: outward(wall, centre), neighbour: numberOf(other) };
            }),
      };
    });
    this.#layers = layersOf(this.#cells);
    this.#middle = middleOf(this.#cells.map(({ centre }) => centre));
  }

  get layerCount(): number {
    return Math.max(0, ...this.#layers) + 1;
  }

  /** The pieces in their places. */
  scene({
    shown = this.pieces.length,
    layersApart = 0,
    piecesApart = 0,
  }: SolidSettings = {}): SolidScene {
    const cells = this.#cells;
    const shifts = this.#shifts(layersApart, piecesApart);
    const groups = shifts.map((shift) => shift.join());
    const isHidden = (number: number, neighbour: number | undefined) =>
      neighbour !== undefined &&
      cells[neighbour].piece < shown &&
      groups[neighbour] === groups[number];
    const scene: SceneCell[] = [];
    let radius = 0;
    cells.forEach(({ piece, centre, corners, walls, touched }, number) => {
      const moved = (point: Point) => sum(point, shifts[number]);
      const reach = corners.length === 0 ? BALL_RADIUS : 0;
      for (const corner of [centre, ...corners]) {
        radius = Math.max(radius, lengthOf(moved(corner)) + reach);
      }
      if (piece >= shown) return;
      const isBuried = ({ neighbour }: (typeof walls)[number]) => isHidden(number, neighbour);
      if (walls.length > 0 && walls.every(isBuried)) return;
      scene.push({
        piece,
        centre: moved(centre),
        corners: corners.map(moved),
        group: groups[number],
        layer: piecesApart === 0 && layersApart > 0 ? this.#layers[number] : 0,
        walls: walls.map(({ corners, normal, neighbour }) => ({
          corners: corners.map(moved),
          normal,
          isSeen: !isHidden(number, neighbour),
          edges: [],
        })),
        joined: touched.flatMap((other) => {
          const isJoined =
            other > number && cells[other].piece === piece && groups[other] === groups[number];
          return isJoined ? [moved(cells[other].centre)] : [];
        }),
      });
    });
    markEdges(scene);
    return { cells: scene, radius };
  }

  /** Cell -> the way from its place to where it is shown, with the solid about the origin. */
  #shifts(layersApart: number, piecesApart: number): Point[] {
    const totals = this.pieces.map((): Point => [0, 0, 0]);
    for (const { piece, centre } of this.#cells) totals[piece] = sum(totals[piece], centre);
    const middles = this.pieces.map(({ cells }, piece) => scaled(totals[piece], 1 / cells.length));
    const ways = middles.map((middle) =>
      piecesApart === 0
        ? scaled(this.#middle, -1)
        : sum(scaled(sum(middle, scaled(this.#middle, -1)), piecesApart), scaled(this.#middle, -1)),
    );
    const centreLayer = (this.layerCount - 1) / 2;
    return this.#cells.map(({ piece }, number) =>
      sum(ways[piece], [0, 0, (this.#layers[number] - centreLayer) * layersApart]),
    );
  }
}

/**
 * The shapes of a scene, from the farthest to the nearest.
 *
 * In each lattice the step from a cell to a neighbour is along the normal of the wall between them,
 * so along any line of sight the depth of the middles grows from cell to cell: to sort by it is
 * exact. So it is for disjoint spheres of one size, and for layers, which are parallel. Pieces that
 * are pulled apart leave their lattice: pairs of cells then are told apart by a plane of a wall.
 */
export function shapesOf({ cells }: SolidScene, view: View): SolidShape[] {
  const axes = axesOf(view);
  const [right, up, towards] = axes;
  const sheet = (point: Point): SheetPoint => [dot(point, right), -dot(point, up)];
  const isMoved = cells.some(({ group, layer }) => group !== cells[0].group && layer === 0);
  const layerSign = Math.sign(towards[2]);
  /** Shapes by depth: cells, and the necks between them. */
  const parts: { readonly layer: number; readonly depth: number; readonly cell: number }[] = [];
  const necks: { readonly piece: number; readonly ends: readonly [Point, Point] }[] = [];
  // Rounding must not tell apart what is equally far.
  const depthOf = (point: Point) => Math.round(dot(point, towards) / ROUNDING);
  cells.forEach(({ piece, centre, joined, layer }, cell) => {
    parts.push({ layer, depth: depthOf(centre), cell });
    for (const other of joined) {
      parts.push({ layer, depth: depthOf(scaled(sum(centre, other), 0.5)), cell: ~necks.length });
      necks.push({ piece, ends: [centre, other] });
    }
  });
  parts.sort(
    (one, other) =>
      (one.layer - other.layer) * layerSign || one.depth - other.depth || one.cell - other.cell,
  );
  const order = parts.map(({ cell }) => cell);
  const isBalls = cells.some(({ corners }) => corners.length === 0);
  const painted = isMoved && !isBalls ? refined(order, cells, axes) : order;
  const shapes: SolidShape[] = [];
  for (const number of painted) {
    if (number < 0) {
      const { piece, ends } = necks[~number];
      shapes.push(neckOf(piece, ends, axes));
      continue;
    }
    const { piece, centre, corners, walls } = cells[number];
    if (corners.length === 0) {
      shapes.push({ form: 'ball', piece, at: sheet(centre), radius: BALL_RADIUS });
      continue;
    }
    for (const { corners, normal, isSeen, edges } of walls) {
      if (!isSeen || dot(normal, towards) <= ROUNDING) continue;
      const seen: Point = [dot(normal, right), dot(normal, up), dot(normal, towards)];
      const light = (1 + dot(seen, LIGHT)) / 2;
      shapes.push({ form: 'face', piece, points: corners.map(sheet), edges, light });
    }
  }
  return shapes;
}

/** A colour, `#` and six digits, in a light from 0 to 1. */
export function shaded(colour: string, light: number): string {
  const factor = 0.5 + 0.55 * light;
  const parts = [1, 3, 5].map((at) => {
    const value = Math.min(255, Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * factor));
    return value.toString(16).padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

type Axes = readonly [right: Point, up: Point, towards: Point];

function axesOf({ turn, tilt }: View): Axes {
  const [s, c] = [Math.sin(turn), Math.cos(turn)];
  const [st, ct] = [Math.sin(tilt), Math.cos(tilt)];
  return [
    [c, s, 0],
    [-st * s, st * c, ct],
    [s * ct, -c * ct, st],
  ];
}

/**
 * Marks the edges of pieces: a line between two faces of one piece in the same plane is none.
 */
function markEdges(cells: readonly SceneCell[]): void {
  const seen = cells.flatMap(({ piece, walls }) =>
    walls.flatMap((wall) => (wall.isSeen ? [{ piece, wall }] : [])),
  );
  const keysOf = ({ piece, wall: { corners, normal } }: (typeof seen)[number]) => {
    const texts = corners.map(textOf);
    return texts.map((text, k) => {
      const next = texts[(k + 1) % texts.length];
      const line = text < next ? `${text} ${next}` : `${next} ${text}`;
      return `${piece} ${textOf(normal)} ${line}`;
    });
  };
  const counts = new Map<string, number>();
  const keys = seen.map(keysOf);
  for (const key of keys.flat()) counts.set(key, (counts.get(key) ?? 0) + 1);
  seen.forEach(({ wall }, k) => {
    wall.edges = keys[k].map((key) => counts.get(key) === 1);
  });
}

/** Equal texts are equal points, whatever rounding did. */
function textOf(point: Point): string {
  return point.map((value) => Math.round(value * 1e4)).join();
}

/**
 * An order of cells such that of two that may hide each other the farther one comes first; where
 * several do so in a ring, one of them breaks it. `order`: by depth of their middles.
 */
function refined(order: readonly number[], cells: readonly SceneCell[], axes: Axes): number[] {
  const shadows = cells.map((cell) => shadowOf(cell, axes));
  /** Cell -> those to lay on before it. */
  const before: number[][] = cells.map(() => []);
  order.forEach((far, k) => {
    for (const near of order.slice(k + 1)) {
      if (!overlap(shadows[far], shadows[near])) continue;
      const isAlike = cells[far].group === cells[near].group;
      if (isAlike || isNearer(cells[near], cells[far], axes[2])) before[near].push(far);
      else before[far].push(near);
    }
  });
  const painted: number[] = [];
  /** 0: not met, 1: waits for those before it, 2: painted. */
  const states = new Uint8Array(cells.length);
  for (const start of order) {
    const stack = [start];
    for (let cell = stack.at(-1); cell !== undefined; cell = stack.at(-1)) {
      if (states[cell] === 0) {
        states[cell] = 1;
        for (const other of before[cell]) if (states[other] === 0) stack.push(other);
        continue;
      }
      stack.pop();
      if (states[cell] === 1) painted.push(cell);
      states[cell] = 2;
    }
  }
  return painted;
}

/** A cell on the sheet: its corners, a circle around them, and the normals of its lines. */
interface Shadow {
  readonly middle: SheetPoint;
  readonly reach: number;
  readonly corners: readonly SheetPoint[];
  readonly normals: readonly SheetPoint[];
}

function shadowOf({ centre, corners, walls }: SceneCell, [right, up, towards]: Axes): Shadow {
  const flat = (point: Point): SheetPoint => [dot(point, right), dot(point, up)];
  const middle = flat(centre);
  const flatCorners = corners.map(flat);
  const reach = flatCorners.reduce(
    (far, [x, y]) => Math.max(far, Math.hypot(x - middle[0], y - middle[1])),
    0,
  );
  const normals = walls.flatMap(({ corners, normal }) => {
    if (dot(normal, towards) <= ROUNDING) return [];
    const points = corners.map(flat);
    return points.map(([x, y], k): SheetPoint => {
      const [nextX, nextY] = points[(k + 1) % points.length];
      return [y - nextY, nextX - x];
    });
  });
  return { middle, reach, corners: flatCorners, normals };
}

/** True if two convex shadows have more than a line in common: no line of either is between them. */
function overlap(one: Shadow, other: Shadow): boolean {
  const [x, y] = [one.middle[0] - other.middle[0], one.middle[1] - other.middle[1]];
  const reach = one.reach + other.reach;
  if (x * x + y * y >= reach * reach) return false;
  const isBetween = ([nx, ny]: SheetPoint) => {
    const [low, high] = spanOf(one.corners, nx, ny);
    const [otherLow, otherHigh] = spanOf(other.corners, nx, ny);
    return high <= otherLow + ROUNDING || otherHigh <= low + ROUNDING;
  };
  return !one.normals.some(isBetween) && !other.normals.some(isBetween);
}

/** The span of points along a vector. */
function spanOf(
  points: readonly SheetPoint[],
  nx: number,
  ny: number,
): [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [x, y] of points) {
    const along = x * nx + y * ny;
    low = Math.min(low, along);
    high = Math.max(high, along);
  }
  return [low, high];
}

/**
 * True if a cell is in front of another one whose shadow overlaps its own: the plane of a wall tells.
 * Where there is none, the middles tell: `one` has the nearer one.
 */
function isNearer(one: SceneCell, other: SceneCell, towards: Point): boolean {
  const isTold = (cell: SceneCell, beyond: SceneCell, sign: number) => {
    for (const { corners, normal } of cell.walls) {
      const slope = sign * dot(normal, towards);
      const level = dot(corners[0], normal) - ROUNDING;
      if (Math.abs(slope) <= ROUNDING) continue;
      if (beyond.corners.every((corner) => dot(corner, normal) >= level)) return slope > 0;
    }
    return undefined;
  };
  return isTold(other, one, 1) ?? isTold(one, other, -1) ?? true;
}

/** The outline of a cylinder between two balls, from where it comes out of each. */
function neckOf(piece: number, [from, to]: readonly [Point, Point], axes: Axes): SolidFace {
  const way = unit(sum(to, scaled(from, -1)));
  const [x, y, depth] = axes.map((axis) => dot(way, axis));
  const across = Math.hypot(x, y);
  const [ux, uy] = across < ROUNDING ? [1, 0] : [x / across, y / across];
  const inset = Math.sqrt(BALL_RADIUS ** 2 - NECK_RADIUS ** 2);
  const end = (point: Point, sign: number): SheetPoint[] => {
    const at = sum(point, scaled(way, sign * inset));
    const [px, py] = [dot(at, axes[0]), dot(at, axes[1])];
    return Array.from({ length: NECK_POINTS + 1 }, (_, k) => {
      const angle = (Math.PI * k) / NECK_POINTS;
      const along = -sign * Math.abs(depth) * NECK_RADIUS * Math.sin(angle);
      const aside = sign * NECK_RADIUS * Math.cos(angle);
      return [px + along * ux - aside * uy, -(py + along * uy + aside * ux)];
    });
  };
  const points = [...end(from, 1), ...end(to, -1)];
  const edges = points.map((_, k) => k % (NECK_POINTS + 1) === NECK_POINTS);
  return { form: 'face', piece, points, edges, light: 0.35 };
}

/** The layers of cells: parts between planes of one height that no cell crosses. */
function layersOf(cells: readonly SolidCell[]): number[] {
  const spans = cells.map(({ centre, corners }, cell) => {
    const heights = corners.length === 0 ? [centre[2]] : corners.map((corner) => corner[2]);
    return { cell, low: Math.min(...heights), high: Math.max(...heights) };
  });
  spans.sort((one, other) => one.low - other.low);
  const layers = new Array<number>(cells.length).fill(0);
  let layer = -1;
  let top = Number.NEGATIVE_INFINITY;
  for (const { cell, low, high } of spans) {
    // Spheres of one layer have the same height.
    const isFlat = high - low < ROUNDING;
    if (isFlat ? low > top + ROUNDING : low > top - ROUNDING) layer++;
    top = Math.max(top, high);
    layers[cell] = layer;
  }
  return layers;
}

/** The middle of the box around points. */
function middleOf(points: readonly Point[]): Point {
  const middle = [0, 1, 2].map((axis) => {
    const values = points.map((point) => point[axis]);
    const low = values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
    const high = values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
    return points.length === 0 ? 0 : (low + high) / 2;
  });
  return [middle[0], middle[1], middle[2]];
}

/** The normal of a wall, away from the middle of its cell. */
function outward([first, second, third]: readonly Point[], centre: Point): Point {
  const back = scaled(first, -1);
  const normal = unit(cross(sum(second, back), sum(third, back)));
  return dot(normal, sum(first, scaled(centre, -1))) < 0 ? scaled(normal, -1) : normal;
}

function dot(p: Point, q: Point): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

function cross(p: Point, q: Point): Point {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

function sum(p: Point, q: Point): Point {
  return [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
}

function scaled(p: Point, factor: number): Point {
  return [p[0] * factor, p[1] * factor, p[2] * factor];
}

function lengthOf(p: Point): number {
  return Math.sqrt(dot(p, p));
}

function unit(p: Point): Point {
  return scaled(p, 1 / lengthOf(p));
}

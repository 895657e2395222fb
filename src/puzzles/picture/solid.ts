/**
 * Solids to look at: from the cells of pieces to faces on a sheet, in the order in which a painter
 * lays them on. Geometry alone: SVG and canvas draw the same shapes.
 *
 *     const solid = new Solid(LATTICES.cubes, pieces);
 *     for (const shape of shapesOf(solid.scene({ layersApart: 1 }), FIRST_VIEW)) draw(shape);
 */
import type { Cells, Lattice, LatticeCell } from '../packing/lattice.ts';
import { type Point, PointNumbers } from '../packing/points.ts';
import { type CellForm, CellForms, moved } from './cell-forms.ts';

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
  /** True if all of the solid lies behind its plane, so that nothing can hide it. */
  readonly isOutermost: boolean;
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
  readonly edges: PieceEdges;
  /** The radius of a ball around all of it. */
  readonly radius: number;
}

/** A cell in its place. */
interface SceneCell {
  readonly piece: number;
  readonly centre: Point;
  readonly corners: readonly Point[];
  readonly walls: readonly SceneWall[];
  /** Those that no other cell covers. */
  readonly seen: readonly SceneWall[];
  /** Cells pulled apart alike keep the order of their lattice. */
  readonly group: string;
  /** The number of its layer, where layers alone are pulled apart. */
  readonly layer: number;
  /** Balls of the same piece that it touches, each pair once. */
  readonly joined: readonly Point[];
  /** How far it reaches along a vector. */
  reach(vector: Point): number;
}

interface SceneWall {
  readonly corners: readonly Point[];
  /** Outwards, of length 1. */
  readonly normal: Point;
  /** Found when they are asked for: see `PieceEdges`. */
  edges: readonly boolean[] | undefined;
}

/** The form of cells, with what all of them have in common. */
interface SolidForm extends CellForm {
  /** The outward normals of its walls. */
  readonly normals: readonly Point[];
  /** Its lowest and its highest point. */
  readonly span: readonly [low: number, high: number];
  /** Step -> the number of the step back, among those of the neighbour; found when it is needed. */
  readonly back: number[];
  /** How far it reaches along the normals that were asked for. */
  readonly reaches: Map<Point, number>;
}

/** What cells of a piece in one layer have in common: where they are shown. */
interface Shown {
  /** The way from the place of a cell to where it is shown, with the solid about the origin. */
  readonly shift: Point;
  readonly group: string;
}

/** A cell in its place. What few ask for is worked out when they do. */
class MovedCell implements SceneCell {
  readonly piece: number;
  readonly group: string;
  readonly layer: number;
  readonly joined: readonly Point[];
  readonly seen: readonly SceneWall[];
  private readonly form: SolidForm;
  /** From the form of the cell to its place. */
  private readonly by: Point;
  private movedCorners: readonly Point[] | undefined;

  /** `seen`: the numbers of the walls that are. */
  constructor(
    form: SolidForm,
    by: Point,
    seen: readonly number[],
    { piece, group, layer, joined }: Pick<SceneCell, 'piece' | 'group' | 'layer' | 'joined'>,
  ) {
    this.piece = piece;
    this.form = form;
    this.by = by;
    this.group = group;
    this.layer = layer;
    this.joined = joined;
    this.seen = seen.map((k) => this.wall(k));
  }

  get centre(): Point {
    return moved(this.form.centre, this.by);
  }

  get corners(): readonly Point[] {
    this.movedCorners ??= this.form.corners.map((corner) => moved(corner, this.by));
    return this.movedCorners;
  }

  get walls(): readonly SceneWall[] {
    return this.form.normals.map((_, k) => this.wall(k));
  }

  reach(vector: Point): number {
    const { corners, reaches } = this.form;
    let reach = reaches.get(vector);
    if (reach === undefined) {
      reach = Math.max(...corners.map((corner) => dot(corner, vector)));
      reaches.set(vector, reach);
    }
    return reach + dot(this.by, vector);
  }

  private wall(k: number): SceneWall {
    return new MovedWall(this.form.walls[k], this.by, this.form.normals[k]);
  }
}

class MovedWall implements SceneWall {
  readonly normal: Point;
  edges: readonly boolean[] | undefined;
  private readonly form: readonly Point[];
  private readonly by: Point;
  private movedCorners: readonly Point[] | undefined;

  constructor(form: readonly Point[], by: Point, normal: Point) {
    this.form = form;
    this.by = by;
    this.normal = normal;
  }

  get corners(): readonly Point[] {
    this.movedCorners ??= this.form.map((corner) => moved(corner, this.by));
    return this.movedCorners;
  }
}

/** Neighbouring spheres are at distance 1. */
const BALL_RADIUS = 0.5;
const NECK_RADIUS = 0.24;
/** Points of half an end of a neck. */
const NECK_POINTS = 6;
/** Towards the light, in the axes of the eye: from above and from the left. */
const LIGHT = unit([-0.4, 0.7, 0.6]);
const ROUNDING = 1e-6;

/**
 * The cells of pieces on a lattice in space. Arrays have a place for each of them, since thousands of
 * objects take longer to make than all else.
 */
export class Solid {
  readonly pieces: readonly SolidPiece[];
  readonly #pieceOf: Int32Array;
  readonly #forms: readonly SolidForm[];
  /** Cell -> the way from its form. */
  readonly #ways: readonly Point[];
  /** Cell, in a row of its own -> its neighbours by number, -1 for one that no piece has. */
  readonly #neighbours: Int32Array;
  /** The neighbours of a cell, which are as many in all of a lattice. */
  readonly #degree: number;
  /** Cell -> its layer, from the lowest: no cell reaches from one layer into another. */
  readonly #layers: Int32Array;
  readonly #middle: Point;

  constructor(lattice: Lattice, pieces: readonly SolidPiece[]) {
    this.pieces = pieces;
    const cells = pieces.flatMap((piece) => piece.cells);
    const placed = new CellForms(lattice);
    const solidForms = new Map<CellForm, SolidForm>();
    const forms: SolidForm[] = [];
    const ways: Point[] = [];
    for (const cell of cells) {
      const { form, by } = placed.placed(cell);
      let solidForm = solidForms.get(form);
      if (solidForm === undefined) {
        solidForm = solidFormOf(form);
        solidForms.set(form, solidForm);
      }
      forms.push(solidForm);
      ways.push(by);
    }
    this.#forms = forms;
    this.#ways = ways;
    this.#degree = forms.length === 0 ? 0 : forms[0].steps.length;
    this.#neighbours = neighboursOf(cells, forms, this.#degree);
    this.#pieceOf = new Int32Array(cells.length);
    let first = 0;
    pieces.forEach(({ cells: own }, piece) => {
      this.#pieceOf.fill(piece, first, first + own.length);
      first += own.length;
    });
    this.#layers = layersOf(forms, ways);
    this.#middle = middleOf(ways.map((by, cell) => moved(forms[cell].centre, by)));
  }

  get layerCount(): number {
    return this.#layers.reduce((most, layer) => Math.max(most, layer + 1), 0);
  }

  /** The pieces in their places. */
  scene({
    shown = this.pieces.length,
    layersApart = 0,
    piecesApart = 0,
  }: SolidSettings = {}): SolidScene {
    const [pieceOf, forms, ways] = [this.#pieceOf, this.#forms, this.#ways];
    const [layers, degree, neighbours] = [this.#layers, this.#degree, this.#neighbours];
    const shownAt = this.#shownAt(layersApart, piecesApart);
    const areLayers = piecesApart === 0 && layersApart > 0;
    const scene: SceneCell[] = [];
    for (let cell = 0; cell < forms.length; cell++) {
      const [form, piece] = [forms[cell], pieceOf[cell]];
      if (piece >= shown) continue;
      const isBall = form.corners.length === 0;
      const { shift, group } = shownAt[cell];
      const seen: number[] = [];
      const necks: Point[] = [];
      for (let k = 0; k < degree; k++) {
        const other = neighbours[cell * degree + k];
        const isThere = other >= 0 && pieceOf[other] < shown && shownAt[other].group === group;
        if (!isBall && !isThere) seen.push(k);
        else if (isBall && isThere && other > cell && pieceOf[other] === piece) {
          necks.push(moved(moved(forms[other].centre, ways[other]), shift));
        }
      }
      // Nobody sees a cell amid others.
      if (!isBall && seen.length === 0) continue;
      const layer = areLayers ? layers[cell] : 0;
      const parts = { piece, group, layer, joined: necks };
      scene.push(new MovedCell(form, moved(ways[cell], shift), seen, parts));
    }
    let radius: number | undefined;
    return {
      cells: scene,
      edges: new PieceEdges(scene),
      get radius() {
        radius ??= radiusOf(forms, ways, shownAt);
        return radius;
      },
    };
  }

  /** Cell -> where it is shown. */
  #shownAt(layersApart: number, piecesApart: number): Shown[] {
    const totals = this.pieces.map((): [number, number, number] => [0, 0, 0]);
    this.#ways.forEach((by, cell) => {
      const total = totals[this.#pieceOf[cell]];
      const { centre } = this.#forms[cell];
      for (const axis of [0, 1, 2] as const) total[axis] += centre[axis] + by[axis];
    });
    const back = scaled(this.#middle, -1);
    const { layerCount } = this;
    const isMoved = layersApart !== 0 || piecesApart !== 0;
    const middleWays = this.pieces.map(({ cells }, piece) => {
      const way = sum(scaled(totals[piece], 1 / cells.length), back);
      return piecesApart === 0 ? back : sum(scaled(way, piecesApart), back);
    });
    const known: Shown[] = [];
    return Array.from(this.#layers, (layer, cell) => {
      const piece = this.#pieceOf[cell];
      const key = piece * layerCount + layer;
      if (known[key] === undefined) {
        const rise = (layer - (layerCount - 1) / 2) * layersApart;
        const shift = sum(middleWays[piece], [0, 0, rise]);
        known[key] = { shift, group: isMoved ? shift.join() : '' };
      }
      return known[key];
    });
  }
}

/** Cell, in a row of its own -> its neighbours by number. Each pair is looked up once, from one side. */
function neighboursOf(cells: Cells, forms: readonly SolidForm[], degree: number): Int32Array {
  const index = new PointNumbers(cells);
  const neighbours = new Int32Array(cells.length * degree).fill(-1);
  cells.forEach(([x, y, z], cell) => {
    const { steps, back } = forms[cell];
    for (let k = 0; k < degree; k++) {
      const [dx, dy, dz] = steps[k];
      if ((dz || dy || dx) < 0) continue;
      const other = index.at(x + dx, y + dy, z + dz);
      if (other < 0) continue;
      back[k] ??= forms[other].steps.findIndex(
        ([ex, ey, ez]) => ex === -dx && ey === -dy && ez === -dz,
      );
      neighbours[cell * degree + k] = other;
      neighbours[other * degree + back[k]] = cell;
    }
  });
  return neighbours;
}

function solidFormOf(form: CellForm): SolidForm {
  const { centre, corners, walls } = form;
  const normals = corners.length === 0 ? [] : walls.map((wall) => outward(wall, centre));
  const heights = (corners.length === 0 ? [centre] : corners).map(([, , z]) => z);
  const span = [Math.min(...heights), Math.max(...heights)] as const;
  return { ...form, normals, span, back: [], reaches: new Map() };
}

/**
 * The shapes of a scene, from the farthest to the nearest; a side of a cell is `unit` long.
 *
 * In each lattice the step from a cell to a neighbour is along the normal of the wall between them,
 * so along any line of sight the depth of the middles grows from cell to cell: to sort by it is
 * exact. So it is for disjoint spheres of one size, and for layers, which are parallel. Pieces that
 * are pulled apart leave their lattice: pairs of cells then are told apart by a plane of a wall.
 */
export function shapesOf(
  { cells, edges: pieceEdges }: SolidScene,
  view: View,
  unit = 1,
): SolidShape[] {
  const axes = axesOf(view);
  const [right, up, towards] = axes;
  const sheet = (point: Point): SheetPoint => [unit * dot(point, right), -unit * dot(point, up)];
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
  const isBalls = cells.length > 0 && cells[0].corners.length === 0;
  const painted = isMoved && !isBalls ? refined(order, cells, axes) : order;
  const reaches = new Reaches(cells);
  const shapes: SolidShape[] = [];
  for (const number of painted) {
    if (number < 0) {
      const { piece, ends } = necks[~number];
      shapes.push(neckOf(piece, ends, axes, unit));
      continue;
    }
    const { piece, seen } = cells[number];
    if (isBalls) {
      const at = sheet(cells[number].centre);
      shapes.push({ form: 'ball', piece, at, radius: unit * BALL_RADIUS });
      continue;
    }
    for (const wall of seen) {
      const { corners, normal } = wall;
      if (dot(normal, towards) <= ROUNDING) continue;
      const edges = pieceEdges.of(wall);
      const turned: Point = [dot(normal, right), dot(normal, up), dot(normal, towards)];
      const light = (1 + dot(turned, LIGHT)) / 2;
      const isOutermost = dot(corners[0], normal) > reaches.along(normal) - ROUNDING;
      shapes.push({ form: 'face', piece, points: corners.map(sheet), edges, light, isOutermost });
    }
  }
  return shapes;
}

/** How far a solid reaches along vectors, which are few. */
class Reaches {
  private readonly cells: readonly SceneCell[];
  private readonly known = new Map<Point, number>();

  constructor(cells: readonly SceneCell[]) {
    this.cells = cells;
  }

  along(vector: Point): number {
    let reach = this.known.get(vector);
    if (reach === undefined) {
      reach = Number.NEGATIVE_INFINITY;
      for (const cell of this.cells) reach = Math.max(reach, cell.reach(vector));
      this.known.set(vector, reach);
    }
    return reach;
  }
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
 * Finds the edges of pieces: a line between two faces of one piece in the same plane is none. Faces of
 * one piece with one normal that share a line are in the same plane. Of those that face away nobody
 * asks.
 */
class PieceEdges {
  private readonly cells: readonly SceneCell[];

  constructor(cells: readonly SceneCell[]) {
    this.cells = cells;
  }

  of(wall: SceneWall): readonly boolean[] {
    if (wall.edges === undefined) this.find(wall.normal);
    return wall.edges ?? [];
  }

  /** Finds those of all walls with a normal. */
  private find(normal: Point): void {
    const byPiece = new Map<number, SceneWall[]>();
    for (const { piece, seen } of this.cells) {
      for (const wall of seen) {
        if (wall.normal !== normal && dot(wall.normal, normal) < 1 - ROUNDING) continue;
        const own = byPiece.get(piece);
        if (own === undefined) byPiece.set(piece, [wall]);
        else own.push(wall);
      }
    }
    const points = new CornerNumbers();
    for (const walls of byPiece.values()) {
      const counts = new Map<number, number>();
      const keys = walls.map(({ corners }) => {
        const numbers = corners.map((corner) => points.of(corner));
        return numbers.map((one, k) => {
          const next = numbers[(k + 1) % numbers.length];
          const key = Math.min(one, next) * MOST_POINTS + Math.max(one, next);
          counts.set(key, (counts.get(key) ?? 0) + 1);
          return key;
        });
      });
      walls.forEach((wall, k) => {
        wall.edges = keys[k].map((key) => counts.get(key) === 1);
      });
    }
  }
}

/** The most points that are numbered: two of them are one exact number. */
const MOST_POINTS = 2 ** 26;
/** Coordinates are told apart by thousandths, and reach 33,000. */
const PER_UNIT = 1000;
const MOST_COORDINATE = 2 ** 25;

/** Numbers points from 0; equal points have equal numbers, whatever rounding did. */
class CornerNumbers {
  /** Rounded x and y -> a number for both; that and z -> the number of the point. */
  private readonly columns = new Map<number, number>();
  private readonly points = new Map<number, number>();

  of([x, y, z]: Point): number {
    const place = rounded(x) * 2 * MOST_COORDINATE + rounded(y);
    return numberIn(this.points, numberIn(this.columns, place) * 2 * MOST_COORDINATE + rounded(z));
  }
}

function rounded(coordinate: number): number {
  return Math.round(coordinate * PER_UNIT) + MOST_COORDINATE;
}

function numberIn(numbers: Map<number, number>, key: number): number {
  let number = numbers.get(key);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(key, number);
  }
  return number;
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
function neckOf(
  piece: number,
  [from, to]: readonly [Point, Point],
  axes: Axes,
  scale: number,
): SolidFace {
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
      const [sheetX, sheetY] = [px + along * ux - aside * uy, py + along * uy + aside * ux];
      return [scale * sheetX, -scale * sheetY];
    });
  };
  const points = [...end(from, 1), ...end(to, -1)];
  const edges = points.map((_, k) => k % (NECK_POINTS + 1) === NECK_POINTS);
  return { form: 'face', piece, points, edges, light: 0.35, isOutermost: false };
}

/** Cell -> its layer: layers are parts between planes of one height that no cell crosses. */
function layersOf(forms: readonly SolidForm[], ways: readonly Point[]): Int32Array {
  /** The lowest point of some cells -> the highest of them. */
  const tops = new Map<number, number>();
  const lows = forms.map(({ span }, cell) => {
    const rise = ways[cell][2];
    const [low, high] = [span[0] + rise, span[1] + rise];
    tops.set(low, Math.max(high, tops.get(low) ?? high));
    return low;
  });
  const layers = new Map<number, number>();
  let layer = -1;
  let top = Number.NEGATIVE_INFINITY;
  for (const [low, high] of [...tops].sort(([one], [other]) => one - other)) {
    // Spheres of one layer have the same height.
    const isFlat = high - low < ROUNDING;
    if (isFlat ? low > top + ROUNDING : low > top - ROUNDING) layer++;
    top = Math.max(top, high);
    layers.set(low, layer);
  }
  return Int32Array.from(lows, (low) => layers.get(low) ?? 0);
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

/** The radius of a ball around the origin with all cells in their places. */
function radiusOf(
  forms: readonly SolidForm[],
  ways: readonly Point[],
  shownAt: readonly Shown[],
): number {
  let radius = 0;
  forms.forEach(({ corners, centre }, cell) => {
    const way = moved(ways[cell], shownAt[cell].shift);
    if (corners.length === 0) radius = Math.max(radius, distanceFrom(centre, way) + BALL_RADIUS);
    for (const corner of corners) radius = Math.max(radius, distanceFrom(corner, way));
  });
  return radius;
}

/** The length of the sum. */
function distanceFrom([x, y, z]: Point, [dx, dy, dz]: Point): number {
  return Math.sqrt((x + dx) ** 2 + (y + dy) ** 2 + (z + dz) ** 2);
}

function lengthOf(p: Point): number {
  return Math.sqrt(dot(p, p));
}

function unit(p: Point): Point {
  return scaled(p, 1 / lengthOf(p));
}

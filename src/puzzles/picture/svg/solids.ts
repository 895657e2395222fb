import type { LatticeCell } from '../../packing/lattice.ts';
import { LATTICES } from '../../packing/lattices.ts';
import { PointNumbers } from '../../packing/points.ts';
import type { LatticePicture, PictureCell, Verdict } from '../board.ts';
import { HOLDS, INK, LIT, OUT_MARK, PALETTE, PAPER } from '../palette.ts';
import {
  FIRST_VIEW,
  type SheetPoint,
  Solid,
  type SolidBall,
  type SolidFace,
  type SolidShape,
  shaded,
  shapesOf,
} from '../solid.ts';
import {
  element,
  type Figure,
  fittingSize,
  group,
  hatchName,
  MARK_SIZE,
  pairOf,
  THIN,
  textAt,
} from './figure.ts';
import { noteLines } from './notes.ts';

/** The unit of a lattice in space: cells are about as large as cubes of 40. */
const UNITS = { cubes: 40, prisms: 50, spheres: 44, rhombic: 110, tetraoctahedra: 80 } as const;
/** Layers are seen from higher up, so that every cell of one is seen. */
const LAYER_VIEW = { turn: FIRST_VIEW.turn, tilt: 0.95 };
const EDGE = 1.8;

/** A figure with its own caption. */
export interface SolidFigure {
  readonly figure: Figure;
  readonly caption?: string | undefined;
}

/** Cells that are drawn alike. */
interface Part {
  readonly cells: PictureCell[];
  readonly fill: string;
  readonly hatch?: string | undefined;
  readonly verdict?: Verdict | undefined;
}

/**
 * A solid as one sees it, and what it takes to build it: its layers from the lowest; or its pieces one
 * by one, where cells hide each other within a layer. Places without a piece are left out of the
 * whole, so that they hide nothing.
 */
export function solidFigures(picture: LatticePicture): SolidFigure[] {
  const { lattice, cells, outlines = [] } = picture;
  const verdicts = new Map<PictureCell, Verdict>();
  for (const { squares, verdict } of outlines) {
    for (const k of squares) if (!verdicts.has(cells[k])) verdicts.set(cells[k], verdict);
  }
  const figureOf = (some: readonly PictureCell[], view = FIRST_VIEW) =>
    partsFigure(picture, partsOf(lattice, withoutBuried(lattice, some), verdicts), view);
  const isGap = (cell: PictureCell) =>
    cell.region === undefined && cell.tint === undefined && !cell.lit && !verdicts.has(cell);
  const solid = cells.filter((cell) => !isGap(cell));
  const whole = { figure: figureOf(solid.length > 0 ? solid : cells) };
  if (lattice === 'rhombic' || lattice === 'tetraoctahedra') {
    const pieces = [...grouped(solid, ({ region }) => region).values()];
    if (pieces.length < 2) return [whole];
    return [whole, ...pieces.map((piece) => ({ figure: figureOf(piece) }))];
  }
  const layers = [...grouped(cells, ({ at }) => at[2])].sort(([one], [other]) => one - other);
  if (layers.length < 2) return [whole];
  const least = layers[0][0];
  return [
    whole,
    ...layers.map(([z, layer]) => ({
      figure: figureOf(layer, LAYER_VIEW),
      caption: `layer ${z - least + 1}`,
    })),
  ];
}

function grouped<T, K>(things: readonly T[], keyOf: (thing: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of things) {
    const list = groups.get(keyOf(thing)) ?? [];
    groups.set(keyOf(thing), list);
    list.push(thing);
  }
  return groups;
}

/** Cells that can be seen: the outer ones, and their neighbours, between which one may look. */
function withoutBuried(
  name: LatticePicture['lattice'],
  cells: readonly PictureCell[],
): readonly PictureCell[] {
  const lattice = LATTICES[name];
  const within = (some: readonly PictureCell[]) => {
    const index = new PointNumbers(some.map(({ at }) => at));
    return some.filter(({ at }) => lattice.neighbours(at).every((other) => index.of(other) >= 0));
  };
  const buried = new Set(within(within(cells)));
  return cells.filter((cell) => !buried.has(cell));
}

/**
 * Cells by what they look like. One with notes is a part of its own, and so is an empty sphere: necks
 * join those of a piece.
 */
function partsOf(
  lattice: LatticePicture['lattice'],
  cells: readonly PictureCell[],
  verdicts: ReadonlyMap<PictureCell, Verdict>,
): Part[] {
  const places = new Map(cells.map((cell, k) => [cell, k]));
  const keyOf = (cell: PictureCell) => {
    const { region, tint, lit, notes = [] } = cell;
    const isEmpty = region === undefined && lattice === 'spheres';
    const own = notes.length > 0 || isEmpty ? places.get(cell) : '';
    return [typeof region, region, tint, lit === true, verdicts.get(cell), own].join('\n');
  };
  return [...grouped(cells, keyOf).values()].map((part) => {
    const [{ tint, lit }] = part;
    const verdict = verdicts.get(part[0]);
    if (lit) return { cells: part, verdict, fill: LIT.fill };
    if (tint === undefined) return { cells: part, verdict, fill: PAPER };
    const { fill, hatch } = PALETTE[tint];
    return { cells: part, verdict, fill, hatch: hatch === '' ? undefined : hatchName(tint) };
  });
}

/** A piece alone, without labels and patterns. */
export function pieceFigure(
  lattice: LatticePicture['lattice'],
  cells: readonly LatticeCell[],
): Figure {
  const part = { cells: cells.map((at) => ({ at })), fill: PALETTE[0].fill };
  return partsFigure({ lattice }, [part], FIRST_VIEW);
}

function partsFigure(
  { lattice }: Pick<LatticePicture, 'lattice'>,
  parts: readonly Part[],
  view: typeof FIRST_VIEW,
): Figure {
  const unit = UNITS[lattice as keyof typeof UNITS];
  const pieces = parts.map(({ cells }) => ({
    name: '',
    tint: 0,
    cells: cells.map(({ at }) => at),
  }));
  const scene = new Solid(LATTICES[lattice], pieces).scene();
  const shapes = paintedLast(shapesOf(scene, view, unit));
  const boxes = shapes.map(boxOf);
  const { left, right, top, bottom } = boxes.reduce(around, boxes[0] ?? NOWHERE);
  const lines = [
    ...runsOf(shapes).flatMap((run) =>
      run[0].form === 'ball'
        ? ballLines(run[0], parts[run[0].piece])
        : faceLines(run as readonly SolidFace[], parts[run[0].piece], lattice === 'spheres'),
    ),
    ...labelLines(shapes, boxes, parts, lattice),
  ];
  const move = `translate(${EDGE - left} ${EDGE - top})`;
  return {
    width: Math.ceil(right - left + 2 * EDGE),
    height: Math.ceil(bottom - top + 2 * EDGE),
    lines: group('g', { transform: move }, lines),
  };
}

/** The same shapes with the outermost faces at the end, those of a piece in one plane together. */
function paintedLast(shapes: readonly SolidShape[]): SolidShape[] {
  const outermost = shapes.filter(isOutermost) as SolidFace[];
  const planes = grouped(outermost, ({ piece, light }) => `${piece} ${light}`);
  return [...shapes.filter((shape) => !isOutermost(shape)), ...[...planes.values()].flat()];
}

function isOutermost(shape: SolidShape): boolean {
  return shape.form === 'face' && shape.isOutermost;
}

/** Shapes that are one path, in their order: outermost faces of a piece in one plane, others alone. */
function runsOf(shapes: readonly SolidShape[]): (readonly [SolidShape, ...SolidShape[]])[] {
  const runs: [SolidShape, ...SolidShape[]][] = [];
  for (const shape of shapes) {
    const before = runs.at(-1);
    const [first] = before ?? [];
    const isOne =
      shape.form === 'face' &&
      first?.form === 'face' &&
      shape.isOutermost &&
      first.isOutermost &&
      shape.piece === first.piece &&
      shape.light === first.light;
    if (isOne) before?.push(shape);
    else runs.push([shape]);
  }
  return runs;
}

/** The line around a piece. */
function edgeOf({ verdict }: Part) {
  return {
    stroke: verdict === undefined ? INK : verdict === 'out' ? OUT_MARK.ink : HOLDS.ink,
    'stroke-width': verdict === undefined ? EDGE : 3,
    'stroke-dasharray': verdict === 'out' ? '5 4' : undefined,
  };
}

function ballLines({ at: [cx, cy], radius }: SolidBall, part: Part): string[] {
  const { fill, hatch } = part;
  const disc = (paint: string, line: object) =>
    element('circle', { cx, cy, r: radius, fill: paint, ...line });
  const shine = element('circle', {
    cx: cx - 0.35 * radius,
    cy: cy - 0.4 * radius,
    r: 0.3 * radius,
    fill: PAPER,
    'fill-opacity': '0.45',
  });
  return [disc(shaded(fill, 0.85), edgeOf(part)), ...(hatch ? [disc(hatch, {})] : []), shine];
}

/** Faces of a piece in one light, as one path. */
function faceLines(faces: readonly SolidFace[], part: Part, isNeck: boolean): string[] {
  const { fill, hatch } = part;
  const areas: string[] = [];
  const thick: string[] = [];
  // Two faces share a thin line.
  const thin = new Set<string>();
  for (const { points, edges } of faces) {
    const places = points.map(pairOf);
    areas.push(`M${places.join('L')}z`);
    places.forEach((place, k) => {
      const next = places[(k + 1) % places.length];
      if (edges[k]) thick.push(`M${place}L${next}`);
      else thin.add(place < next ? `M${place}L${next}` : `M${next}L${place}`);
    });
  }
  const d = areas.join('');
  const paint = shaded(fill, faces[0].light);
  return [
    // A line in the colour of the face closes the seam to the next one.
    element('path', { fill: paint, stroke: paint, 'stroke-width': 0.6, d }),
    ...(hatch ? [element('path', { fill: hatch, d })] : []),
    ...(thin.size > 0 && !isNeck ? [element('path', { ...THIN, d: [...thin].join('') })] : []),
    ...(thick.length > 0
      ? [element('path', { fill: 'none', ...edgeOf(part), d: thick.join('') })]
      : []),
  ];
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function boxOf(shape: SolidShape): Box {
  if (shape.form === 'ball') {
    const { at, radius } = shape;
    const [left, top] = [at[0] - radius, at[1] - radius];
    return { left, right: left + 2 * radius, top, bottom: top + 2 * radius };
  }
  let [[left, top]] = shape.points;
  let [right, bottom] = [left, top];
  for (const [x, y] of shape.points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, right, top, bottom };
}

const NOWHERE: Box = { left: 0, right: 0, top: 0, bottom: 0 };

/** The box around two. */
function around(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
    top: Math.min(one.top, other.top),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** A place for a mark: the middle of a shape, and the room around it. */
interface Spot {
  readonly at: SheetPoint;
  readonly radius: number;
  readonly shape: number;
}

/**
 * The mark or the notes of each part, on the largest of its shapes whose middle is seen; the ground
 * around it as well, if there is such a place.
 */
function labelLines(
  shapes: readonly SolidShape[],
  boxes: readonly Box[],
  parts: readonly Part[],
  lattice: LatticePicture['lattice'],
): string[] {
  const spots = grouped(shapes.flatMap(spotsOf), ({ shape }) => shapes[shape].piece);
  const isSeenAt = ([x, y]: SheetPoint, shape: number) => {
    for (let k = shape + 1; k < shapes.length; k++) {
      const { left, right, top, bottom } = boxes[k];
      if (x < left || x > right || y < top || y > bottom) continue;
      if (covers(shapes[k], [x, y])) return false;
    }
    return true;
  };
  const isSeen = ({ at, shape }: Spot) => isOutermost(shapes[shape]) || isSeenAt(at, shape);
  const isClear = (spot: Spot) => {
    const { at, radius, shape } = spot;
    const [x, y] = at;
    const around = CLEAR_WAYS.map(([dx, dy]): SheetPoint => [x + radius * dx, y + radius * dy]);
    return isSeen(spot) && around.every((point) => isSeenAt(point, shape));
  };
  return parts.flatMap(({ cells }, k) => {
    const { mark, notes = [], region } = cells[0];
    if (notes.length === 0 && (mark === undefined || region === undefined)) return [];
    const own = (spots.get(k) ?? []).sort((one, other) => other.radius - one.radius);
    const spot = own.find(lattice === 'spheres' ? isClear : isSeen) ?? own.find(isSeen);
    if (spot === undefined) return [];
    const { at, radius } = spot;
    const [x, y] = at;
    if (notes.length === 0) {
      const size = fittingSize(mark as string, MARK_SIZE, 1.6 * radius);
      return [textAt(x, y, size, mark as string, { bold: true })];
    }
    const half = 0.9 * radius;
    const box = { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
    return noteLines(notes, notes.length, box, { x, y, radius: half });
  });
}

/** From the middle of a mark to the ends of its letters, in its radius. */
const CLEAR_WAYS = [
  [-0.4, -0.4],
  [-0.4, 0.4],
  [0.4, -0.4],
  [0.4, 0.4],
] as const;
/** From the middle of a ball to places for a mark that is half as large. */
const ASIDE = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => {
  const angle = (k * Math.PI) / 4;
  return [0.45 * Math.cos(angle), 0.45 * Math.sin(angle)] as const;
});

/** The places for a mark on a shape: its middle, and of a ball, which others may hide, some beside it. */
function spotsOf(shape: SolidShape, k: number): Spot[] {
  if (shape.form === 'face') return [spotOf(shape, k)];
  const { at, radius } = shape;
  const [x, y] = at;
  const aside = ASIDE.map(([dx, dy]): SheetPoint => [x + radius * dx, y + radius * dy]);
  return [
    { at, radius, shape: k },
    ...aside.map((point) => ({ at: point, radius: radius / 2, shape: k })),
  ];
}

function spotOf(shape: SolidFace, k: number): Spot {
  const { points } = shape;
  let [x, y] = [0, 0];
  for (const point of points) {
    x += point[0] / points.length;
    y += point[1] / points.length;
  }
  let radius = Number.POSITIVE_INFINITY;
  points.forEach((point, k) => {
    radius = Math.min(radius, distance([x, y], point, points[(k + 1) % points.length]));
  });
  return { at: [x, y], radius, shape: k };
}

/** From a point to the line through two others. */
function distance([x, y]: SheetPoint, [ax, ay]: SheetPoint, [bx, by]: SheetPoint): number {
  const length = Math.hypot(bx - ax, by - ay);
  return length === 0 ? 0 : Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length;
}

/** True if a shape, which is convex, lies over a point. */
function covers(shape: SolidShape, [x, y]: SheetPoint): boolean {
  if (shape.form === 'ball') {
    return Math.hypot(x - shape.at[0], y - shape.at[1]) < shape.radius;
  }
  const { points } = shape;
  let [left, right] = [false, false];
  points.forEach(([ax, ay], k) => {
    const [bx, by] = points[(k + 1) % points.length];
    const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    if (side > 0) left = true;
    else if (side < 0) right = true;
  });
  return left !== right;
}

import type { GraphEdge, GraphPicture } from '../board.ts';
import { FAINT_INK, INK, SOLVED_INK } from '../palette.ts';
import { element, type Figure, rounded, type TextKind, textAt, textWidth } from './figure.ts';

/** The distance between vertices along the circle: more than the height of a name. */
const VERTEX_DISTANCE = 30;
const LEAST_RADIUS = 90;
const DOT_RADIUS = 5;
const LABEL_SIZE = 14;
/** The distance from a vertex to its name. */
const LABEL_DISTANCE = 12;
/** The least distance between an edge and the vertices that it passes. */
const CLEARANCE = 12;

type Point = readonly [x: number, y: number];

/** The name of a vertex, and its bounding box. */
interface Label {
  readonly at: Point;
  readonly kind: TextKind;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * A graph with its vertices on a circle, the first at the top. Chosen edges are thick. Names are
 * upright outside the circle; if they would overlap, they point outwards.
 */
export function graphFigure({ vertices, edges }: GraphPicture): Figure {
  const count = vertices.length;
  const radius = Math.max(LEAST_RADIUS, (count * VERTEX_DISTANCE) / (2 * Math.PI));
  const room = Math.max(0, ...vertices.map((name) => textWidth(name, LABEL_SIZE))) + 20;
  const middle = Math.ceil(radius + room);
  const angleOf = (k: number) => (2 * Math.PI * k) / count - Math.PI / 2;
  const around = (k: number, distance: number): Point => {
    const angle = angleOf(k);
    return [middle + distance * Math.cos(angle), middle + distance * Math.sin(angle)];
  };
  const points = vertices.map((_, k) => around(k, radius));
  const chords = (strong: boolean, colour: string, width: number) => {
    const d = edges
      .filter((edge) => (edge.strong === true) === strong)
      .map((edge) => chord(points, edge, middle, radius))
      .join('\n');
    const line = { stroke: colour, 'stroke-width': width, 'stroke-linecap': 'round' };
    return d === '' ? [] : [element('path', { fill: 'none', ...line, d })];
  };
  const dots = points.map(([cx, cy]) => element('circle', { cx, cy, r: DOT_RADIUS, fill: INK }));
  const upright = vertices.map((name, k) =>
    uprightLabel(name, around(k, radius + LABEL_DISTANCE), middle),
  );
  const names = overlap(upright, points)
    ? vertices.map((name, k) => {
        const [x, y] = around(k, radius + LABEL_DISTANCE);
        return textAt(x, y, LABEL_SIZE, name, outwards(angleOf(k)));
      })
    : vertices.map((name, k) => {
        const { at, kind } = upright[k];
        return textAt(...at, LABEL_SIZE, name, kind);
      });
  return {
    width: 2 * middle,
    height: 2 * middle,
    lines: [...chords(false, FAINT_INK, 1.5), ...chords(true, SOLVED_INK, 5), ...dots, ...names],
  };
}

/**
 * An edge: a straight line. If it came too close to other vertices, it is a curve towards the
 * middle.
 */
function chord(
  points: readonly Point[],
  { from, to }: GraphEdge,
  middle: number,
  radius: number,
): string {
  const [x, y] = points[from];
  const [toX, toY] = points[to];
  const start = `M${rounded(x)} ${rounded(y)}`;
  const end = `${rounded(toX)} ${rounded(toY)}`;
  const apart = Math.abs(from - to);
  const steps = Math.min(apart, points.length - apart);
  // The middle of the edge, relative to the middle of the circle.
  const [halfX, halfY] = [(x + toX) / 2 - middle, (y + toY) / 2 - middle];
  const half = Math.hypot(halfX, halfY);
  // The edge comes closest to the vertices next to its ends.
  const wanted = radius - (CLEARANCE * steps) / 2;
  if (steps < 2 || half <= wanted) return `${start}L${end}`;
  // A quadratic curve comes half as far as its control point.
  const pull = Math.max(0, (2 * wanted - half) / half);
  return `${start}Q${rounded(middle + halfX * pull)} ${rounded(middle + halfY * pull)} ${end}`;
}

/** A label beside the point; above or below it at the very top or bottom. */
function uprightLabel(name: string, [x, y]: Point, middle: number): Label {
  const anchor = Math.abs(x - middle) < 1 ? 'middle' : x > middle ? 'start' : 'end';
  const lift = anchor !== 'middle' ? 0 : y < middle ? -2 : 2;
  const width = textWidth(name, LABEL_SIZE);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return {
    at: [x, y + lift],
    kind: { anchor },
    left,
    right: left + width,
    top: y + lift - LABEL_SIZE / 2,
    bottom: y + lift + LABEL_SIZE / 2,
  };
}

/**
 * A label along the ray from the middle. On the left it reads towards the middle, so it is not
 * upside down.
 */
function outwards(angle: number): TextKind {
  const right = Math.cos(angle) > -1e-9;
  const degrees = (angle * 180) / Math.PI;
  return { anchor: right ? 'start' : 'end', turn: right ? degrees : degrees - 180 };
}

/** True if a name overlaps another name or a vertex. */
function overlap(labels: readonly Label[], points: readonly Point[]): boolean {
  return labels.some(
    (one, k) =>
      labels.some(
        (other, at) =>
          at > k &&
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom,
      ) ||
      points.some(
        ([x, y]) =>
          x > one.left - DOT_RADIUS &&
          x < one.right + DOT_RADIUS &&
          y > one.top - DOT_RADIUS &&
          y < one.bottom + DOT_RADIUS,
      ),
  );
}

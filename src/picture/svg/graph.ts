import type { GraphEdge, GraphPicture } from '../board.ts';
import { FAINT, FOUND, INK } from '../palette.ts';
import { element, type Figure, rounded, type TextKind, textAt, textWidth } from './figure.ts';

/** From one vertex to the next, along the circle: more than the height of a name. */
const STEP = 30;
const LEAST_RADIUS = 90;
const DOT = 5;
const LABEL = 14;
/** From a vertex to its name. */
const DISTANCE = 12;
/** How far an edge stays inside the vertices that it passes. */
const CLEARANCE = 12;

type Point = readonly [x: number, y: number];

/** A name beside its vertex, and the rectangle that it fills. */
interface Label {
  readonly at: Point;
  readonly kind: TextKind;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * A graph with its vertices on a circle, the first at the top, and its chosen edges in strong. Names
 * stand upright outside the circle, or point outwards where upright ones would overlap.
 */
export function graphFigure({ vertices, edges }: GraphPicture): Figure {
  const count = vertices.length;
  const radius = Math.max(LEAST_RADIUS, (count * STEP) / (2 * Math.PI));
  const room = Math.max(0, ...vertices.map((name) => textWidth(name, LABEL))) + 20;
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
  const dots = points.map(([cx, cy]) => element('circle', { cx, cy, r: DOT, fill: INK }));
  const upright = vertices.map((name, k) =>
    uprightLabel(name, around(k, radius + DISTANCE), middle),
  );
  const names = overlap(upright, points)
    ? vertices.map((name, k) => {
        const [x, y] = around(k, radius + DISTANCE);
        return textAt(x, y, LABEL, name, outwards(angleOf(k)));
      })
    : vertices.map((name, k) => {
        const { at, kind } = upright[k] as Label;
        return textAt(...at, LABEL, name, kind);
      });
  return {
    width: 2 * middle,
    height: 2 * middle,
    lines: [...chords(false, FAINT, 1.5), ...chords(true, FOUND, 5), ...dots, ...names],
  };
}

/**
 * An edge. Straight, it might touch the vertices that it passes, where they are many: then it is bent
 * towards the middle, so far that it passes them at a distance.
 */
function chord(
  points: readonly Point[],
  { from, to }: GraphEdge,
  middle: number,
  radius: number,
): string {
  const [x, y] = points[from] as Point;
  const [toX, toY] = points[to] as Point;
  const start = `M${rounded(x)} ${rounded(y)}`;
  const end = `${rounded(toX)} ${rounded(toY)}`;
  const apart = Math.abs(from - to);
  const steps = Math.min(apart, points.length - apart);
  // Halfway of the edge, as seen from the middle of the circle.
  const [halfX, halfY] = [(x + toX) / 2 - middle, (y + toY) / 2 - middle];
  const half = Math.hypot(halfX, halfY);
  // The vertices next to its ends are nearest to it, there where it is not deep yet.
  const wanted = radius - (CLEARANCE * steps) / 2;
  if (steps < 2 || half <= wanted) return `${start}L${end}`;
  // A quadratic curve comes half as far as its control point.
  const pull = Math.max(0, (2 * wanted - half) / half);
  return `${start}Q${rounded(middle + halfX * pull)} ${rounded(middle + halfY * pull)} ${end}`;
}

/** Beside the point, or over and under it at the very top and bottom. */
function uprightLabel(name: string, [x, y]: Point, middle: number): Label {
  const anchor = Math.abs(x - middle) < 1 ? 'middle' : x > middle ? 'start' : 'end';
  const lift = anchor !== 'middle' ? 0 : y < middle ? -2 : 2;
  const width = textWidth(name, LABEL);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return {
    at: [x, y + lift],
    kind: { anchor },
    left,
    right: left + width,
    top: y + lift - LABEL / 2,
    bottom: y + lift + LABEL / 2,
  };
}

/** Along the ray from the middle; on the left half it is read towards the middle, not upside down. */
function outwards(angle: number): TextKind {
  const right = Math.cos(angle) > -1e-9;
  const degrees = (angle * 180) / Math.PI;
  return { anchor: right ? 'start' : 'end', turn: right ? degrees : degrees - 180 };
}

/** Whether a name lies over another one, or over a vertex. */
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
          x > one.left - DOT && x < one.right + DOT && y > one.top - DOT && y < one.bottom + DOT,
      ),
  );
}

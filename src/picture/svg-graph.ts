import type { GraphEdge, GraphPicture } from './board.ts';
import { FAINT, FOUND, INK } from './palette.ts';
import { type Figure, textAt, textWidth } from './svg-figure.ts';
import { element, rounded } from './xml.ts';

/** From one vertex to the next, along the circle. */
const STEP = 30;
const LEAST_RADIUS = 90;
const DOT = 5;
const LABEL = 14;

type Point = readonly [x: number, y: number];

/** A graph with its vertices on a circle, the first at the top, and its chosen edges in strong. */
export function graphFigure({ vertices, edges }: GraphPicture): Figure {
  const count = vertices.length;
  const radius = Math.max(LEAST_RADIUS, (count * STEP) / (2 * Math.PI));
  const room = Math.max(0, ...vertices.map((name) => textWidth(name, LABEL))) + 20;
  const middle = Math.ceil(radius + room);
  const around = (k: number, distance: number): Point => {
    const angle = (2 * Math.PI * k) / count - Math.PI / 2;
    return [middle + distance * Math.cos(angle), middle + distance * Math.sin(angle)];
  };
  const points = vertices.map((_, k) => around(k, radius));
  const chords = (strong: boolean, colour: string, width: number) => {
    const d = edges
      .filter((edge) => (edge.strong === true) === strong)
      .map((edge) => chord(points, edge))
      .join('\n');
    const line = { stroke: colour, 'stroke-width': width, 'stroke-linecap': 'round' };
    return d === '' ? [] : [element('path', { fill: 'none', ...line, d })];
  };
  const dots = points.map(([cx, cy]) => element('circle', { cx, cy, r: DOT, fill: INK }));
  const names = vertices.map((name, k) => {
    const [x, y] = around(k, radius + 12);
    const beside = Math.abs(x - middle) < 1 ? 'middle' : x > middle ? 'start' : 'end';
    // Names at the very top and bottom stand over and under their points.
    const lift = beside === 'middle' ? (y < middle ? -2 : 2) : 0;
    return textAt(x, y + lift, LABEL, name, { anchor: beside });
  });
  return {
    width: 2 * middle,
    height: 2 * middle,
    lines: [...chords(false, FAINT, 1.5), ...chords(true, FOUND, 5), ...dots, ...names],
  };
}

function chord(points: readonly Point[], { from, to }: GraphEdge): string {
  const [x, y] = points[from] as Point;
  const [toX, toY] = points[to] as Point;
  return `M${rounded(x)} ${rounded(y)}L${rounded(toX)} ${rounded(toY)}`;
}

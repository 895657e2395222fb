import type { LatticePicture, PictureCell } from '../board.ts';
import { FAINT_INK, INK, LIT, PALETTE, PAPER } from '../palette.ts';
import { element, fittingSize, hatchName, pairOf, stroked, textAt, verdictLine } from './figure.ts';
import { mostNotes, noteLines } from './notes.ts';

/** A place in a figure: x to the right, y down. */
export type Place = readonly [x: number, y: number];

/** A cell and where it lies in a figure. */
export interface DrawnCell {
  readonly cell: PictureCell;
  readonly centre: Place;
  readonly corners: readonly Place[];
}

/** The width of a stick, and of its border. */
const STICK = 9;
const BORDER = 1.5;
/** How far from a point a piece turns, and ends, where another one is. */
const TURN = 18;
const SHORT = 14;
/** The radius of the disc of a mark. */
const DISC = 10;

/** An end of a stick at a point. */
interface End {
  readonly stick: number;
  readonly point: Place;
  /** The unit vector from the point towards the other end. */
  readonly way: Place;
}

/**
 * Sticks on a grid of points. A piece is one line: its sticks join at a point, and go round it or
 * stop short where another piece is.
 */
export function stickLines(
  { outlines = [] }: LatticePicture,
  drawn: readonly DrawnCell[],
): string[] {
  const points = new Map<string, End[]>();
  drawn.forEach(({ corners }, stick) => {
    corners.forEach((point, k) => {
      const [x, y] = corners[1 - k];
      const length = Math.hypot(x - point[0], y - point[1]);
      const way: Place = [(x - point[0]) / length, (y - point[1]) / length];
      const key = point.join();
      const ends = points.get(key) ?? [];
      points.set(key, ends);
      ends.push({ stick, point, way });
    });
  });
  // Stick -> where its line begins and ends.
  const trimmed = drawn.map(({ corners }) => [...corners]);
  // Stick -> the curves at its first end.
  const curves = new Map<number, string[]>();
  for (const ends of points.values()) {
    const there = ends.filter(({ stick }) => isStick(drawn[stick].cell));
    const regions = new Set(there.map(({ stick }) => drawn[stick].cell.region));
    if (regions.size < 2) continue;
    for (const region of regions) {
      const own = there.filter(({ stick }) => drawn[stick].cell.region === region);
      const [one, other] = own;
      const turns = own.length === 2 && one.way[0] * other.way[0] + one.way[1] * other.way[1] === 0;
      if (own.length > 1 && !turns) continue;
      for (const { stick, point, way } of own) {
        const end = drawn[stick].corners.findIndex((corner) => corner.join() === point.join());
        trimmed[stick][end] = along(point, way, turns ? TURN : SHORT);
      }
      if (!turns) continue;
      const [from, to] = [along(one.point, one.way, TURN), along(one.point, other.way, TURN)];
      const sweep = one.way[0] * other.way[1] - one.way[1] * other.way[0] > 0 ? 0 : 1;
      const list = curves.get(one.stick) ?? [];
      curves.set(one.stick, list);
      list.push(`M${pairOf(from)}A${TURN} ${TURN} 0 0 ${sweep} ${pairOf(to)}`);
    }
  }
  const pathOf = (has: (cell: PictureCell) => boolean) =>
    drawn
      .flatMap(({ cell }, k) =>
        has(cell) ? [`M${trimmed[k].map(pairOf).join('L')}`, ...(curves.get(k) ?? [])] : [],
      )
      .join('\n');
  const used = new Set(drawn.map(({ cell }) => cell.tint));
  const optional = (stroke: string, width: number, d: string) =>
    d === '' ? [] : [stroked(stroke, width, d)];
  const tinted = PALETTE.flatMap(({ fill, hatch }, tint) => {
    if (!used.has(tint)) return [];
    const d = pathOf((cell) => cell.tint === tint);
    return [stroked(fill, STICK, d), ...(hatch === '' ? [] : [stroked(hatchName(tint), STICK, d)])];
  });
  return [
    ...optional(
      LIT.fill,
      26,
      pathOf((cell) => cell.lit === true),
    ),
    ...optional(
      FAINT_INK,
      1,
      pathOf((cell) => !isStick(cell)),
    ),
    ...[...points.values()].map(([{ point }]) =>
      element('circle', { cx: point[0], cy: point[1], r: 2, fill: INK }),
    ),
    ...optional(INK, STICK + 2 * BORDER, pathOf(isStick)),
    ...optional(
      PAPER,
      STICK,
      pathOf((cell) => isStick(cell) && cell.tint === undefined),
    ),
    ...tinted,
    ...drawn.flatMap(discLines),
    ...noteDiscs(drawn),
    ...outlines.map(({ squares, verdict }) =>
      verdictLine(verdict, squares.map((k) => `M${trimmed[k].map(pairOf).join('L')}`).join('\n')),
    ),
  ];
}

function isStick({ region, tint }: PictureCell): boolean {
  return region !== undefined || tint !== undefined;
}

function along([x, y]: Place, way: Place, by: number): Place {
  return [x + by * way[0], y + by * way[1]];
}

/** The mark of a stick, on a disc in its colour. */
function discLines({ cell, centre: [x, y] }: DrawnCell): string[] {
  const { mark, tint } = cell;
  if (!isStick(cell) || mark === undefined || mark === '') return [];
  const fill = tint === undefined ? PAPER : PALETTE[tint].fill;
  return [
    element('circle', { cx: x, cy: y, r: DISC, fill, stroke: INK, 'stroke-width': BORDER }),
    textAt(x, y, fittingSize(mark, 14, 1.6 * DISC), mark, { bold: true }),
  ];
}

function noteDiscs(drawn: readonly DrawnCell[]): string[] {
  const places = mostNotes(drawn.map(({ cell }) => cell));
  return drawn.flatMap(({ cell: { notes = [] }, centre: [x, y] }) => {
    if (notes.length === 0) return [];
    const box = { x: x - 14, y: y - 14, width: 28, height: 28 };
    return noteLines(notes, places, box, { x, y, radius: 12 });
  });
}

import type { Lattice } from '../../packing/lattice.ts';
import { LATTICES } from '../../packing/lattices.ts';
import { isWall, type LatticePicture, type PictureCell } from '../board.ts';
import { CellForms } from '../cell-forms.ts';
import { rangeOf } from '../checks.ts';
import { INK, LIT, PALETTE, PAPER } from '../palette.ts';
import {
  element,
  type Figure,
  fittingSize,
  group,
  MARK_SIZE,
  pairOf,
  rounded,
  stroked,
  THIN,
  textAt,
  tinted,
  verdictLine,
  WALL,
} from './figure.ts';
import { mostNotes, noteLines } from './notes.ts';
import { type DrawnCell, type Place, stickLines } from './sticks.ts';

/** The distance between the corners of a lattice: cells are about as large as squares of 40 by 40. */
const UNITS = { squares: 40, hexagons: 43, triangles: 60, edges: 52 } as const;

/** The cells of a flat lattice as polygons or sticks. */
export function latticeFigure(picture: LatticePicture): Figure {
  const lattice: Lattice = LATTICES[picture.lattice];
  const unit = UNITS[picture.lattice as keyof typeof UNITS];
  // Places are whole tenths, so that corners of neighbours are equal.
  const placeOf = ([x, y]: readonly number[]): Place => [
    Math.round(10 * unit * x) / 10,
    Math.round(-10 * unit * y) / 10 + 0,
  ];
  const forms = new CellForms(lattice);
  const drawn = picture.cells.map((cell) => ({
    cell,
    centre: placeOf(lattice.centre(cell.at)),
    corners: forms.corners(cell.at).map(placeOf),
  }));
  const corners = drawn.flatMap(({ corners }) => corners);
  const [left, right] = rangeOf(corners.map(([x]) => x));
  const [top, bottom] = rangeOf(corners.map(([, y]) => y));
  const sticks = picture.lattice === 'edges';
  const margin = sticks ? 10 : WALL;
  const inside = sticks ? stickLines(picture, drawn) : polygonLines(picture, drawn);
  const move = `translate(${rounded(margin - left)} ${rounded(margin - top)})`;
  return {
    width: Math.ceil(right - left + 2 * margin),
    height: Math.ceil(bottom - top + 2 * margin),
    lines: group('g', { transform: move }, inside),
  };
}

function polygonLines({ outlines = [] }: LatticePicture, drawn: readonly DrawnCell[]): string[] {
  const sides = sidesOf(drawn);
  const walls = sides.filter(({ one, other }) => isWall(drawn[one].cell, drawn[other]?.cell));
  const thin = sides.filter(({ one, other }) => !isWall(drawn[one].cell, drawn[other]?.cell));
  const area = (has: (cell: PictureCell) => boolean) =>
    drawn
      .filter(({ cell }) => has(cell))
      .map(({ corners }) => `M${corners.map(pairOf).join('L')}z`)
      .join('\n');
  const filled = (fill: string, d: string) => (d === '' ? [] : [element('path', { fill, d })]);
  const used = new Set(drawn.map(({ cell }) => cell.tint));
  return [
    ...filled(
      PAPER,
      area(() => true),
    ),
    ...PALETTE.flatMap((_, tint) =>
      used.has(tint)
        ? tinted(
            tint,
            area((cell) => cell.tint === tint),
          )
        : [],
    ),
    ...filled(
      LIT.fill,
      area((cell) => cell.lit === true),
    ),
    ...(thin.length === 0 ? [] : [element('path', { ...THIN, d: linesOf(thin) })]),
    ...(walls.length === 0 ? [] : [stroked(INK, WALL, linesOf(walls))]),
    ...markLines(drawn),
    ...outlines.map(({ squares, verdict }) => {
      const around = sidesOf(squares.map((k) => drawn[k])).filter(({ other }) => other < 0);
      return verdictLine(verdict, linesOf(around));
    }),
  ];
}

/** A side of a cell: the cells on both sides of it, the other one -1 if there is none. */
interface CellSide {
  readonly from: Place;
  readonly to: Place;
  readonly one: number;
  other: number;
}

/** Each side once. */
function sidesOf(drawn: readonly DrawnCell[]): CellSide[] {
  const sides = new Map<string, CellSide>();
  drawn.forEach(({ corners }, k) => {
    corners.forEach((from, nth) => {
      const to = corners[(nth + 1) % corners.length];
      const [first, last] = [from.join(), to.join()];
      const key = first < last ? `${first} ${last}` : `${last} ${first}`;
      const known = sides.get(key);
      if (known === undefined) sides.set(key, { from, to, one: k, other: -1 });
      else known.other = k;
    });
  });
  return [...sides.values()];
}

function linesOf(sides: readonly CellSide[]): string {
  return sides.map(({ from, to }) => `M${pairOf(from)}L${pairOf(to)}`).join('\n');
}

function markLines(drawn: readonly DrawnCell[]): string[] {
  const places = mostNotes(drawn.map(({ cell }) => cell));
  return drawn.flatMap(({ cell, centre: [x, y], corners }) => {
    const { mark, notes = [] } = cell;
    // The circle within the cell.
    const radius = Math.min(
      ...corners.map(([cornerX, cornerY], k) => {
        const [nextX, nextY] = corners[(k + 1) % corners.length];
        return Math.hypot((cornerX + nextX) / 2 - x, (cornerY + nextY) / 2 - y);
      }),
    );
    const lines =
      mark === undefined || mark === ''
        ? []
        : [textAt(x, y, fittingSize(mark, MARK_SIZE, 1.6 * radius), mark, { bold: true })];
    if (notes.length === 0) return lines;
    const half = 0.8 * radius;
    const box = { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
    return [...lines, ...noteLines(notes, places, box, { x, y, radius: half })];
  });
}

import type { CellGrid, Cells } from '../variants/cell-grid.ts';
import type { Clue } from '../variants/clue.ts';
import type { Variant } from '../variants/variant.ts';
import type { BoardClues, ClueShape, Room } from './board.ts';
import { type OutsideMark, outsideMarks, sumCells } from './clue-places.ts';
import { outlinesOf, type Point } from './outline.ts';
import { INK, PALETTE, PAPER } from './palette.ts';

/** Colours of lines as f-puzzles and SudokuPad have them, a little lighter. */
const GREY = '#cfcfcf';
const GREEN = '#7be07b';
const ORANGE = '#ffb566';
const PURPLE = '#e58ae5';
const BLUE = '#7ccdf5';
const PALE_GREY = '#c2c2c2';
const LAVENDER = '#b9b4ee';
const DIAGONAL = '#34a5d8';
const EDGE = '#8a8a8a';
const ARROW = '#949494';

const LINE = 0.24;
/** Between the outline of a cage and its squares. */
const INSET = 0.08;

type Shapes = Pick<BoardClues, 'under' | 'over' | 'room'>;

/** The shapes of all clues, as the community draws them. */
export function shapesOf(variant: Variant): Shapes {
  const { grid, clues, shape } = variant;
  const layers: Record<Layer, ClueShape[]> = { tints: [], lines: [], arrows: [], over: [] };
  // Pieces besides boxes have no walls of their own.
  if (shape.boxes) {
    shape.pieces.forEach((cells, k) => {
      layers.tints.push(...areas(grid, cells, 0, tint(k, 0.45)));
    });
  }
  const sums = sumCells(clues);
  let clones = 0;
  for (const clue of clues) {
    if (clue.kind === 'cage') layers.over.push(...cageShapes(grid, clue, sums.get(clue)));
    else if (clue.kind === 'clone') layers.tints.push(...cloneShapes(grid, clue, clones++));
    else for (const [layer, shapes] of shapesOfClue(grid, clue)) layers[layer].push(...shapes);
  }
  const outside = outsideMarks(variant);
  layers.over.push(...outside.flatMap(outsideShapes));
  const { tints, lines, arrows, over } = layers;
  return { under: [...tints, ...lines, ...arrows], over, room: roomOf(grid, outside) };
}

type Layer = 'tints' | 'lines' | 'arrows' | 'over';
type Layered = readonly [Layer, readonly ClueShape[]][];

function shapesOfClue(grid: CellGrid, { kind, cells, numbers }: Clue): Layered {
  const points = cells.map((cell) => centre(grid, cell));
  const [number = 0] = numbers;
  switch (kind) {
    case 'windoku':
      return [['tints', grid.windows().flatMap((cells) => areas(grid, cells, 0.03, tint(7, 0.4)))]];
    case 'disjoint-groups':
      return [
        ['tints', grid.samePlaces().flatMap((cells, k) => areas(grid, cells, 0, tint(k, 0.3)))],
      ];
    case 'extra-region':
      return [['tints', areas(grid, cells, 0.04, { fill: PALETTE[6].fill, opacity: 0.7 })]];
    case 'diagonal': {
      const [down, right] = stepOf(grid, cells);
      return [['lines', [line(extended(points, right / 2, down / 2), DIAGONAL, 0.03)]]];
    }
    case 'odd':
      return [['tints', points.map((at) => circle(at, 0.36, GREY))]];
    case 'even':
      return [['tints', points.map((at) => diamondOrSquare(at, 0.34, true, { fill: GREY }))]];
    case 'minimum':
    case 'maximum':
      return [['tints', cells.flatMap((cell) => extremeShapes(grid, cell, kind === 'maximum'))]];
    case 'thermometer':
      return [['lines', [circle(points[0], 0.38, GREY), line(points, GREY, 0.3)]]];
    case 'whisper':
      return [['lines', [line(points, number === 4 ? ORANGE : GREEN, LINE, 0.8)]]];
    case 'renban':
      return [['lines', [line(points, PURPLE, LINE, 0.8)]]];
    case 'palindrome':
      return [['lines', [line(points, PALE_GREY, LINE, 0.8)]]];
    case 'region-sum':
      return [['lines', [line(points, BLUE, LINE, 0.8)]]];
    case 'between':
    case 'lockout':
      return [
        ['lines', [line(points, LAVENDER, 0.16, 0.8)]],
        ['arrows', endShapes(kind, points)],
      ];
    case 'arrow':
      return [['arrows', arrowShapes(points, 1)]];
    case 'pill-arrow':
      return [['arrows', arrowShapes(points, number)]];
    case 'white-dot':
    case 'black-dot':
      return [['over', dotShapes(kind, middle(points), number)]];
    case 'x':
    case 'v':
      return [['over', letterShapes(kind.toUpperCase(), middle(points))]];
    case 'inequality':
      return [['over', [inequality(points)]]];
    case 'quadruple':
      return [['over', quadrupleShapes(middle([points[0], points[3]]), numbers)]];
    default:
      return [];
  }
}

function cageShapes(grid: CellGrid, { cells, numbers }: Clue, sumCell?: number): ClueShape[] {
  const outlines = areas(grid, cells, INSET, { stroke: INK, width: 0.03, dashed: true });
  if (sumCell === undefined) return outlines;
  const at: Point = [grid.columnOf(sumCell) + 0.07, grid.rowOf(sumCell) + 0.16];
  const text = String(numbers[0]);
  return [
    ...outlines,
    { form: 'text', at, text, size: 0.24, most: 0.8, start: true, ground: true },
  ];
}

function cloneShapes(grid: CellGrid, { cells }: Clue, k: number): ClueShape[] {
  const half = cells.length / 2;
  return [cells.slice(0, half), cells.slice(half)].flatMap((part) =>
    areas(grid, part, 0.04, tint(k, 0.5)),
  );
}

/** Arrowheads on all sides, towards a minimum and away from a maximum. */
function extremeShapes(grid: CellGrid, cell: number, isMaximum: boolean): ClueShape[] {
  const [x, y] = centre(grid, cell);
  const ground = areas(grid, [cell], 0.02, { fill: '#e2e2e2' });
  const heads = SIDES.filter(([right, down]) => {
    return grid.at(grid.rowOf(cell) + down, grid.columnOf(cell) + right) !== undefined;
  }).map(([right, down]) => {
    const [tip, foot] = isMaximum ? [0.46, 0.38] : [0.36, 0.44];
    return head([x + tip * right, y + tip * down], [x + foot * right, y + foot * down], 0.12, EDGE);
  });
  return [...ground, ...heads];
}

const SIDES: readonly Point[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** White circles or diamonds at both ends of a line. */
function endShapes(kind: 'between' | 'lockout', points: readonly Point[]): ClueShape[] {
  const look = { fill: PAPER, stroke: EDGE, width: 0.05 };
  return [points[0], points[points.length - 1]].map((at) =>
    kind === 'between'
      ? { form: 'circle', at, radius: 0.36, ...look }
      : diamondOrSquare(at, 0.44, false, look),
  );
}

/** A circle or a pill around the first squares, and an arrow through the others. */
function arrowShapes(points: readonly Point[], pill: number): ClueShape[] {
  const [first] = points;
  const look = { stroke: ARROW, width: 0.06 };
  const sum: ClueShape[] =
    pill > 1
      ? pillShapes(points.slice(0, pill), look)
      : [{ form: 'circle', at: first, radius: 0.38, fill: PAPER, ...look }];
  if (points.length <= pill) return sum;
  const rest = points.slice(pill);
  const start = nearest(points.slice(0, pill), rest[0]);
  const shaft = [toward(start, rest[0], 0.38), ...rest];
  const last = shaft[shaft.length - 1];
  const before = shaft[shaft.length - 2];
  // The tip goes a little beyond the middle, so the digit stands beside it.
  const tip = toward(last, before, -0.12);
  return [
    line([...shaft.slice(0, -1), tip], look.stroke, look.width),
    head(tip, before, 0.22, look.stroke, look.width),
    ...sum,
  ];
}

/** An outline around squares in a row: a wide line below a narrower one. */
function pillShapes(
  points: readonly Point[],
  look: { stroke: string; width: number },
): ClueShape[] {
  return [line(points, look.stroke, 0.76 + look.width / 2), line(points, PAPER, 0.76 - look.width)];
}

function dotShapes(kind: 'white-dot' | 'black-dot', at: Point, number: number): ClueShape[] {
  const isBlack = kind === 'black-dot';
  const usual = number === (isBlack ? 2 : 1);
  const fill = isBlack ? '#000000' : PAPER;
  const dot = { ...circle(at, usual ? 0.13 : 0.17, fill), stroke: '#000000', width: 0.04 };
  if (usual) return [dot];
  const ink = isBlack ? PAPER : INK;
  return [dot, { form: 'text', at, text: String(number), size: 0.24, most: 0.28, fill: ink }];
}

function letterShapes(text: string, at: Point): ClueShape[] {
  return [circle(at, 0.15, PAPER), { form: 'text', at, text, size: 0.3, bold: true }];
}

/** The sign is open to the first square, which is greater. */
function inequality([greater, less]: readonly Point[]): ClueShape {
  const at = middle([greater, less]);
  return head(toward(at, less, 0.1), toward(at, greater, 0.1), 0.2, INK, 0.05);
}

/** Up to four values on a circle; several in rows of two. */
function quadrupleShapes(at: Point, numbers: readonly number[]): ClueShape[] {
  const ground: ClueShape = { ...circle(at, 0.3, PAPER), stroke: '#000000', width: 0.04 };
  const { length } = numbers;
  const across = length === 1 ? 1 : 2;
  const rows = Math.ceil(length / across);
  return [
    ground,
    ...numbers.map((value, k): ClueShape => {
      const row = Math.floor(k / across);
      const inRow = Math.min(across, length - row * across);
      const x = at[0] + ((k % across) - (inRow - 1) / 2) * 0.22;
      const y = at[1] + (row - (rows - 1) / 2) * 0.22;
      const size = length === 1 ? 0.36 : 0.27;
      return { form: 'text', at: [x, y], text: String(value), size, most: 0.22, bold: true };
    }),
  ];
}

/** A clue outside, with an arrow along its diagonal if it has one. */
function outsideShapes({ at, text, step }: OutsideMark): ClueShape[] {
  const [x, y] = at;
  if (step === undefined) return [{ form: 'text', at, text, size: 0.42, most: 0.9 }];
  const [right, down] = step;
  const label: Point = [x - 0.1 * right, y - 0.14 * down];
  const tip: Point = [x + 0.48 * right, y + 0.48 * down];
  const foot: Point = [x + 0.22 * right, y + 0.22 * down];
  return [
    { form: 'text', at: label, text, size: 0.36, most: 0.7 },
    line([foot, tip], INK, 0.035),
    head(tip, foot, 0.14, INK, 0.035),
  ];
}

/** The room that clues outside need. */
function roomOf({ rows, columns }: CellGrid, outside: readonly OutsideMark[]): Room {
  const room = { above: 0, right: 0, below: 0, left: 0 };
  for (const { at } of outside) {
    room.left = Math.max(room.left, 0.5 - at[0]);
    room.right = Math.max(room.right, at[0] + 0.5 - columns);
    room.above = Math.max(room.above, 0.5 - at[1]);
    room.below = Math.max(room.below, at[1] + 0.5 - rows);
  }
  return room;
}

/** The middle of a cell. */
export function centre(grid: CellGrid, cell: number): Point {
  return [grid.columnOf(cell) + 0.5, grid.rowOf(cell) + 0.5];
}

/** Rows and columns from the first cell to the second. */
function stepOf(grid: CellGrid, [first, second]: Cells): [down: number, right: number] {
  return [grid.rowOf(second) - grid.rowOf(first), grid.columnOf(second) - grid.columnOf(first)];
}

export function middle(points: readonly Point[]): Point {
  const [[ax, ay], [bx, by]] = points;
  return [(ax + bx) / 2, (ay + by) / 2];
}

/** The point at a distance from the first, in the direction of the second. */
function toward([ax, ay]: Point, [bx, by]: Point, distance: number): Point {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  return [ax + (distance * (bx - ax)) / length, ay + (distance * (by - ay)) / length];
}

function nearest(points: readonly Point[], [x, y]: Point): Point {
  const distance = ([a, b]: Point) => Math.hypot(a - x, b - y);
  return points.reduce((best, one) => (distance(one) <= distance(best) ? one : best));
}

/** A line that goes on at both ends. */
function extended(points: readonly Point[], right: number, down: number): Point[] {
  const [[ax, ay], [bx, by]] = [points[0], points[points.length - 1]];
  return [
    [ax - right, ay - down],
    [bx + right, by + down],
  ];
}

function circle(at: Point, radius: number, fill: string) {
  return { form: 'circle', at, radius, fill } as const;
}

/** A line; one of a single square is a dot. */
function line(
  points: readonly Point[],
  stroke: string,
  width: number,
  opacity?: number,
): ClueShape {
  const all = points.length > 1 ? points : [points[0], points[0]];
  return { form: 'path', points: all, stroke, width, opacity };
}

/** An open arrowhead at a tip; `from` is a point behind it. */
function head(tip: Point, from: Point, size: number, stroke: string, width = 0.05): ClueShape {
  const [dx, dy] = [0, 1].map((axis) => toward(tip, from, size)[axis] - tip[axis]);
  const wing = 0.62;
  const points: Point[] = [
    [tip[0] + dx - wing * dy, tip[1] + dy + wing * dx],
    tip,
    [tip[0] + dx + wing * dy, tip[1] + dy - wing * dx],
  ];
  return { form: 'path', points, stroke, width };
}

type Look = Omit<Extract<ClueShape, { form: 'path' }>, 'form' | 'points' | 'closed'>;

function diamondOrSquare([x, y]: Point, reach: number, square: boolean, look: Look): ClueShape {
  const signs = square ? [-1, -1, 1, -1, 1, 1, -1, 1] : [0, -1, 1, 0, 0, 1, -1, 0];
  const points = [0, 2, 4, 6].map((k): Point => [x + reach * signs[k], y + reach * signs[k + 1]]);
  return { form: 'path', points, closed: true, ...look };
}

/** The areas of cells, or their outlines, one for each loop. */
function areas(grid: CellGrid, cells: Cells, inset: number, look: Look): ClueShape[] {
  const inside = new Set(cells);
  const has = (row: number, column: number) => inside.has(row * grid.columns + column);
  return outlinesOf(grid.columns, grid.rows, has, inset).map((points) => {
    return { form: 'path', points, closed: true, ...look };
  });
}

function tint(k: number, opacity: number): Look {
  return { fill: PALETTE[k % PALETTE.length].fill, opacity };
}

import { type Arc, type Board, squareAt, wallAbove, wallLeft } from '../board.ts';
import { DARK, FAINT, FOUND, INK, LIGHT, PALETTE, PAPER, TINTS, type Tint } from '../palette.ts';
import {
  element,
  type Figure,
  fittingSize,
  group,
  hatchName,
  QUEEN,
  rounded,
  textAt,
  textWidth,
} from './figure.ts';

/** The side of a square. */
const SIDE = 40;
const WALL = 3;
/** Thinner between squares of four colours, which meet in the same colour. */
const SEAM = 1.6;
const MARK = 22;
const LABEL = 16;
/** Arcs are flatter than half a circle. */
const FLAT = 0.62;

type Has = (row: number, column: number) => boolean;

/** A board in squares of 40 by 40, with what stands beside and above it. */
export function boardFigure(board: Board): Figure {
  const { width, height, left = [], above = [], arcs = [] } = board;
  const margin = WALL / 2;
  const leftRoom = Math.max(margin, ...left.map((list) => textWidth(list.join(' '), LABEL) + 12));
  const labels = Math.max(0, ...above.map((list) => list.length));
  const reach = Math.max(0, ...arcs.map(({ from, to }) => Math.abs(to - from)));
  const aboveRoom = Math.max(margin, labels * LABEL * 1.2 + 8, (reach / 2) * SIDE * FLAT + 6);
  const x = Math.ceil(leftRoom);
  const y = Math.ceil(aboveRoom);
  const inside = [
    ...grounds(board),
    ...tints(board),
    ...edges(board),
    ...ink(board),
    ...lines(board),
    ...marks(board),
    ...labelsOf(board),
    ...arcLines(arcs),
  ];
  return {
    width: x + width * SIDE + Math.ceil(margin),
    height: y + height * SIDE + Math.ceil(margin),
    lines: group('g', { transform: `translate(${x} ${y})` }, inside),
  };
}

function grounds(board: Board): string[] {
  const here = (row: number, column: number) => squareAt(board, row, column) !== undefined;
  if (board.ground !== 'chequered') return area(board, here, { fill: PAPER });
  return [
    ...area(board, here, { fill: LIGHT.fill }),
    ...area(board, (row, column) => here(row, column) && (row + column) % 2 === 1, {
      fill: DARK.fill,
    }),
  ];
}

/** Each colour in one path, and its pattern over it. */
function tints(board: Board): string[] {
  const used = new Set(board.squares.map((square) => square?.tint));
  return PALETTE.flatMap(({ fill, hatch }, tint) => {
    if (!used.has(tint)) return [];
    const has: Has = (row, column) => squareAt(board, row, column)?.tint === tint;
    const plain = area(board, has, { fill });
    return hatch === '' ? plain : [...plain, ...area(board, has, { fill: hatchName(tint) })];
  });
}

function ink(board: Board): string[] {
  const has: Has = (row, column) => squareAt(board, row, column)?.shape === 'full';
  return area(board, has, { fill: INK });
}

function area(board: Board, has: Has, attributes: { fill: string }): string[] {
  const d = outlineOf(board.width, board.height, has, SIDE);
  return d === '' ? [] : [element('path', { ...attributes, d })];
}

/** The triangles of each colour in one path, with their patterns and the lines between them. */
function edges(board: Board): string[] {
  const triangles = Array.from({ length: TINTS }, () => [] as string[]);
  const crosses: string[] = [];
  const half = SIDE / 2;
  const ways = [`h${SIDE}l${-half} ${half}`, `v${SIDE}l${-half} ${-half}`];
  ways.push(`h${-SIDE}l${half} ${-half}`, `v${-SIDE}l${half} ${half}`);
  const corners = [0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE];
  eachSquare(board, (row, column) => {
    const four = squareAt(board, row, column)?.edges;
    if (four === undefined) return;
    const [x, y] = [column * SIDE, row * SIDE];
    four.forEach(({ tint }, k) => {
      const corner = `${x + (corners[2 * k] as number)} ${y + (corners[2 * k + 1] as number)}`;
      triangles[tint]?.push(`M${corner}${ways[k]}z`);
    });
    crosses.push(`M${x} ${y}l${SIDE} ${SIDE}m${-SIDE} 0l${SIDE} ${-SIDE}`);
  });
  const fills = triangles.flatMap((list, tint) => {
    if (list.length === 0) return [];
    const { fill, hatch } = PALETTE[tint] as Tint;
    const d = list.join('\n');
    const plain = element('path', { fill, d });
    return hatch === '' ? [plain] : [plain, element('path', { fill: hatchName(tint), d })];
  });
  if (crosses.length === 0) return [];
  return [...fills, stroke(INK, 1, crosses.join('\n'))];
}

/** Thin lines, then walls over them. */
function lines(board: Board): string[] {
  const here = (row: number, column: number) => squareAt(board, row, column) !== undefined;
  const above: Has = (row, column) => wallAbove(board, row, column);
  const left: Has = (row, column) => wallLeft(board, row, column);
  const drawn: string[] = [];
  if (board.ground === 'ruled') {
    const thinAbove: Has = (row, column) =>
      here(row, column) && here(row - 1, column) && !above(row, column);
    const thinLeft: Has = (row, column) =>
      here(row, column) && here(row, column - 1) && !left(row, column);
    const thin = strokes(board, thinAbove, thinLeft);
    if (thin !== '') drawn.push(stroke(FAINT, 1, thin));
  }
  const walls = strokes(board, above, left);
  const seams = board.squares.some((square) => square?.edges !== undefined);
  if (walls !== '') drawn.push(stroke(INK, seams ? SEAM : WALL, walls));
  return drawn;
}

/** Lines above and to the left of squares, those that go on in one piece. */
function strokes({ width, height }: Board, above: Has, left: Has): string {
  const path: string[] = [];
  for (let row = 0; row <= height; row++) {
    for (const [from, to] of runs(width, (column) => above(row, column))) {
      path.push(`M${from * SIDE} ${row * SIDE}h${(to - from) * SIDE}`);
    }
  }
  for (let column = 0; column <= width; column++) {
    for (const [from, to] of runs(height, (row) => left(row, column))) {
      path.push(`M${column * SIDE} ${from * SIDE}v${(to - from) * SIDE}`);
    }
  }
  return path.join('\n');
}

function runs(count: number, has: (k: number) => boolean): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (let k = 0; k < count; k++) {
    if (!has(k)) continue;
    const from = k;
    while (k < count && has(k)) k++;
    found.push([from, k]);
  }
  return found;
}

function stroke(colour: string, width: number, d: string): string {
  return element('path', { fill: 'none', stroke: colour, 'stroke-width': width, d });
}

function marks(board: Board): string[] {
  const given = board.squares.some((square) => square?.strong === true);
  const drawn: string[] = [];
  eachSquare(board, (row, column) => {
    const square = squareAt(board, row, column);
    if (square === undefined) return;
    const { mark, shape, strong = false } = square;
    if (shape === 'queen') {
      drawn.push(element('use', { href: `#${QUEEN}`, x: column * SIDE, y: row * SIDE }));
    }
    if (mark === undefined || mark === '') return;
    const size = fittingSize(mark, MARK, SIDE - 8);
    const fill = shape === 'full' ? PAPER : given && !strong ? FOUND : INK;
    const bold = strong || board.ground !== 'ruled';
    drawn.push(textAt((column + 0.5) * SIDE, (row + 0.5) * SIDE, size, mark, { bold, fill }));
  });
  return drawn;
}

function labelsOf({ left = [], above = [] }: Board): string[] {
  const drawn = left.flatMap((list, row) =>
    list.length === 0
      ? []
      : [textAt(-10, (row + 0.5) * SIDE, LABEL, list.join(' '), { anchor: 'end' })],
  );
  above.forEach((list, column) => {
    list.forEach((text, k) => {
      const y = (k - list.length + 0.5) * LABEL * 1.2 - 6;
      drawn.push(textAt((column + 0.5) * SIDE, y, fittingSize(text, LABEL, SIDE - 4), text, {}));
    });
  });
  return drawn;
}

function arcLines(arcs: readonly Arc[]): string[] {
  return arcs.map(({ from, to, tint }) => {
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    const radius = ((last - first) / 2) * SIDE;
    const start = rounded((first + 0.5) * SIDE);
    const bow = `${rounded(radius)} ${rounded(radius * FLAT)}`;
    const d = `M${start} 0a${bow} 0 0 1 ${rounded(2 * radius)} 0`;
    const { fill } = tint === undefined ? { fill: INK } : (PALETTE[tint] as Tint);
    return `${stroke(INK, 5, d)}${stroke(fill, 3, d)}`;
  });
}

function eachSquare({ width, height }: Board, visit: (row: number, column: number) => void): void {
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) visit(row, column);
  }
}

/**
 * The outline of squares as the data of an SVG path: closed loops, clockwise about the squares and
 * the other way about their holes, a line of text for each loop. Places count in squares; `unit`
 * is the side of one.
 */
export function outlineOf(
  width: number,
  height: number,
  has: (row: number, column: number) => boolean,
  unit: number,
): string {
  // Corner -> the ways that lead on from it with a square on the right hand: bits N, E, S, W.
  const across = width + 1;
  const ways = new Uint8Array(across * (height + 1));
  const mark = (row: number, column: number, way: number) => {
    const corner = row * across + column;
    ways[corner] = (ways[corner] as number) | (1 << way);
  };
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (!has(row, column)) continue;
      if (row === 0 || !has(row - 1, column)) mark(row, column, EAST);
      if (column === width - 1 || !has(row, column + 1)) mark(row, column + 1, SOUTH);
      if (row === height - 1 || !has(row + 1, column)) mark(row + 1, column + 1, WEST);
      if (column === 0 || !has(row, column - 1)) mark(row + 1, column, NORTH);
    }
  }
  const loops: string[] = [];
  for (let corner = 0; corner < ways.length; corner++) {
    while (ways[corner] !== 0) loops.push(loop(ways, corner, across, unit));
  }
  return loops.join('\n');
}

const NORTH = 0;
const EAST = 1;
const SOUTH = 2;
const WEST = 3;

/** Walks one loop from a corner and takes its ways out. */
function loop(ways: Uint8Array, start: number, across: number, unit: number): string {
  const steps = [-across, 1, across, -1];
  let path = `M${(start % across) * unit} ${Math.floor(start / across) * unit}`;
  // Loops are met at the top left: a way to the east, or to the south about a hole.
  let way = ((ways[start] as number) >> EAST) & 1 ? EAST : SOUTH;
  let corner = start;
  let length = 0;
  const flush = () => {
    const signed = (way === EAST || way === SOUTH ? length : -length) * unit;
    path += `${way === EAST || way === WEST ? 'h' : 'v'}${signed}`;
    length = 0;
  };
  for (;;) {
    ways[corner] = (ways[corner] as number) & ~(1 << way);
    corner += steps[way] as number;
    length++;
    if (corner === start) break;
    const open = ways[corner] as number;
    // Where two squares touch by a corner only, turning right keeps to the same square.
    const next = [way + 1, way, way + 3].map((turn) => turn % 4).find((turn) => (open >> turn) & 1);
    if (next === way) continue;
    flush();
    way = next as number;
  }
  // The last stretch is what `z` draws.
  return `${path}z`;
}

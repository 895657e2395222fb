import {
  type Arc,
  type Board,
  type BoardLine,
  joinsNeighbours,
  type Side,
  type Square,
  squareAt,
  wallAbove,
  wallLeft,
} from '../board.ts';
import { wrapped } from '../letters.ts';
import { outlinesOf } from '../outline.ts';
import { DARK, FAINT_INK, INK, LIGHT, LIT, PALETTE, PAPER, SOLVED_INK, TINTS } from '../palette.ts';
import { clueLines } from './clues.ts';
import {
  element,
  type Figure,
  fittingSize,
  group,
  MARK_SIZE,
  QUEEN,
  rounded,
  stroked,
  textAt,
  textWidth,
  tinted,
  verdictLine,
  WALL,
} from './figure.ts';
import { mostNotes, noteLines } from './notes.ts';

/** The side of a square. */
export const SQUARE_SIDE = 40;
/** Thinner walls between MacMahon squares, whose touching edges have one colour. */
const SEAM = 1.6;
const LABEL = 16;
const WORDS = 13;
/** The height of an arc relative to its radius. */
const ARC_FLATNESS = 0.62;

type PlaceTest = (row: number, column: number) => boolean;
type SquareTest = (square: Square | undefined, row: number, column: number) => boolean;

/** A board in squares of 40 by 40, with its labels and arcs. */
export function boardFigure(board: Board): Figure {
  const { width, height, left = [], above = [], arcs = [], clues } = board;
  const margin = WALL / 2;
  const room = (side: Side) => Math.max(margin, (clues?.room[side] ?? 0) * SQUARE_SIDE);
  const leftRoom = Math.max(
    room('left'),
    ...left.map((list) => textWidth(list.join(' '), LABEL) + 12),
  );
  const labels = Math.max(0, ...above.map((list) => list.length));
  const reach = Math.max(0, ...arcs.map(({ from, to }) => Math.abs(to - from)));
  const aboveRoom = Math.max(
    room('above'),
    labels * LABEL * 1.2 + 8,
    (reach / 2) * SQUARE_SIDE * ARC_FLATNESS + 6,
  );
  const x = Math.ceil(leftRoom);
  const y = Math.ceil(aboveRoom);
  const inside = [
    ...drawGround(board),
    ...drawTints(board),
    ...drawArea(board, (square) => square?.lit === true, LIT.fill),
    ...drawEdges(board),
    ...drawArea(board, (square) => square?.shape === 'full', INK),
    ...clueLines(clues?.under, SQUARE_SIDE),
    ...(board.fence === undefined ? drawLines(board) : []),
    ...clueLines(clues?.over, SQUARE_SIDE),
    ...drawPath(board),
    ...drawPearls(board),
    ...drawMarks(board),
    ...drawFence(board),
    ...drawNotes(board),
    ...drawOutlines(board),
    ...drawLabels(board),
    ...drawArcs(arcs),
  ];
  const across = x + width * SQUARE_SIDE + Math.ceil(room('right'));
  const down = y + height * SQUARE_SIDE + Math.ceil(room('below'));
  const columns = Math.max(across, LEAST_WORDS) / textWidth('x', WORDS);
  const words = wrapped(clues?.words ?? [], columns);
  const line = WORDS * 1.4;
  return {
    width: Math.ceil(Math.max(across, ...words.map((text) => textWidth(text, WORDS)))),
    height: down + (words.length === 0 ? 0 : Math.ceil((words.length + 0.5) * line)),
    lines: [
      ...group('g', { transform: `translate(${x} ${y})` }, inside),
      ...words.map((text, k) => textAt(0, down + (k + 1) * line, WORDS, text, { anchor: 'start' })),
    ],
  };
}

/** The least width for words below a board. */
const LEAST_WORDS = 240;

function drawGround(board: Board): string[] {
  if (board.ground !== 'chequered') return drawArea(board, isSquare, PAPER);
  const isDark: SquareTest = (square, row, column) => isSquare(square) && (row + column) % 2 === 1;
  return [...drawArea(board, isSquare, LIGHT.fill), ...drawArea(board, isDark, DARK.fill)];
}

function drawTints(board: Board): string[] {
  const used = new Set(board.squares.map((square) => square?.tint));
  return PALETTE.flatMap((_, tint) => {
    if (!used.has(tint)) return [];
    return tinted(
      tint,
      areaOf(board, (square) => square?.tint === tint),
    );
  });
}

function drawArea(board: Board, has: SquareTest, fill: string): string[] {
  const d = areaOf(board, has);
  return d === '' ? [] : [element('path', { fill, d })];
}

/** The outline of some squares of a board. */
function areaOf(board: Board, has: SquareTest): string {
  const { width, height } = board;
  const test: PlaceTest = (row, column) => has(squareAt(board, row, column), row, column);
  return outlineOf(width, height, test, SQUARE_SIDE);
}

function isSquare(square: Square | undefined): boolean {
  return square !== undefined;
}

/** One path for the triangles of each colour, with patterns, and the lines between triangles. */
function drawEdges(board: Board): string[] {
  const triangles = Array.from({ length: TINTS }, () => [] as string[]);
  const crosses: string[] = [];
  const half = SQUARE_SIDE / 2;
  const ways = [`h${SQUARE_SIDE}l${-half} ${half}`, `v${SQUARE_SIDE}l${-half} ${-half}`];
  ways.push(`h${-SQUARE_SIDE}l${half} ${-half}`, `v${-SQUARE_SIDE}l${half} ${half}`);
  const corners = [0, 0, SQUARE_SIDE, 0, SQUARE_SIDE, SQUARE_SIDE, 0, SQUARE_SIDE];
  eachSquare(board, (row, column) => {
    const four = squareAt(board, row, column)?.edges;
    if (four === undefined) return;
    const [x, y] = [column * SQUARE_SIDE, row * SQUARE_SIDE];
    four.forEach(({ tint }, k) => {
      const corner = `${x + corners[2 * k]} ${y + corners[2 * k + 1]}`;
      triangles[tint]?.push(`M${corner}${ways[k]}z`);
    });
    crosses.push(
      `M${x} ${y}l${SQUARE_SIDE} ${SQUARE_SIDE}m${-SQUARE_SIDE} 0l${SQUARE_SIDE} ${-SQUARE_SIDE}`,
    );
  });
  const fills = triangles.flatMap((list, tint) => {
    return list.length === 0 ? [] : tinted(tint, list.join('\n'));
  });
  if (crosses.length === 0) return [];
  return [...fills, stroked(INK, 1, crosses.join('\n'))];
}

/** Thin lines, then walls over them. */
function drawLines(board: Board): string[] {
  const here = (row: number, column: number) => squareAt(board, row, column) !== undefined;
  const above: PlaceTest = (row, column) => wallAbove(board, row, column);
  const left: PlaceTest = (row, column) => wallLeft(board, row, column);
  const drawn: string[] = [];
  if (board.ground === 'ruled') {
    const thinAbove: PlaceTest = (row, column) =>
      here(row, column) && here(row - 1, column) && !above(row, column);
    const thinLeft: PlaceTest = (row, column) =>
      here(row, column) && here(row, column - 1) && !left(row, column);
    const thin = strokes(board, thinAbove, thinLeft);
    if (thin !== '') drawn.push(stroked(FAINT_INK, 1, thin));
  }
  const walls = strokes(board, above, left);
  const seams = board.squares.some((square) => square?.edges !== undefined);
  if (walls !== '') drawn.push(stroked(INK, seams ? SEAM : WALL, walls));
  return drawn;
}

/** Lines above and to the left of squares; adjacent ones in one piece. */
function strokes({ width, height }: Board, above: PlaceTest, left: PlaceTest): string {
  const path: string[] = [];
  for (let row = 0; row <= height; row++) {
    for (const [from, to] of runs(width, (column) => above(row, column))) {
      path.push(`M${from * SQUARE_SIDE} ${row * SQUARE_SIDE}h${(to - from) * SQUARE_SIDE}`);
    }
  }
  for (let column = 0; column <= width; column++) {
    for (const [from, to] of runs(height, (row) => left(row, column))) {
      path.push(`M${column * SQUARE_SIDE} ${from * SQUARE_SIDE}v${(to - from) * SQUARE_SIDE}`);
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

/** The lines of a path or of a fence as one path; `shift` is where a square or a corner lies. */
function linesOf(lines: readonly BoardLine[], shift: number): string {
  const at = (place: number) => (place + shift) * SQUARE_SIDE;
  return lines
    .map(({ from, to }) => {
      return `M${at(from.column)} ${at(from.row)}L${at(to.column)} ${at(to.row)}`;
    })
    .join('\n');
}

function drawLoop(lines: readonly BoardLine[], shift: number, width: number): string[] {
  if (lines.length === 0) return [];
  return [
    element('path', {
      fill: 'none',
      stroke: SOLVED_INK,
      'stroke-width': width,
      'stroke-linecap': 'round',
      d: linesOf(lines, shift),
    }),
  ];
}

/** Slanted lines cross each other and squares, so they are thinner. */
function drawPath({ path = [] }: Board): string[] {
  return drawLoop(path, 0.5, path.every(joinsNeighbours) ? 5 : 2);
}

function drawFence({ width, height, fence }: Board): string[] {
  if (fence === undefined) return [];
  const dots: string[] = [];
  for (let row = 0; row <= height; row++) {
    for (let column = 0; column <= width; column++) {
      const centre = { cx: column * SQUARE_SIDE, cy: row * SQUARE_SIDE };
      dots.push(element('circle', { ...centre, r: 2.5, fill: INK }));
    }
  }
  return [...dots, ...drawLoop(fence, 0, 5)];
}

function drawPearls(board: Board): string[] {
  const drawn: string[] = [];
  eachSquare(board, (row, column) => {
    const { shape } = squareAt(board, row, column) ?? {};
    if (shape !== 'ring' && shape !== 'disc') return;
    const [cx, cy] = [(column + 0.5) * SQUARE_SIDE, (row + 0.5) * SQUARE_SIDE];
    const fill = shape === 'ring' ? PAPER : INK;
    const round = { cx, cy, r: 0.34 * SQUARE_SIDE, fill };
    drawn.push(element('circle', { ...round, stroke: INK, 'stroke-width': 2 }));
  });
  return drawn;
}

function drawMarks(board: Board): string[] {
  const given = board.clues !== undefined || board.squares.some((square) => square?.strong);
  const drawn: string[] = [];
  eachSquare(board, (row, column) => {
    const square = squareAt(board, row, column);
    if (square === undefined) return;
    const { mark, shape, strong = false } = square;
    if (shape === 'queen') {
      drawn.push(
        element('use', { href: `#${QUEEN}`, x: column * SQUARE_SIDE, y: row * SQUARE_SIDE }),
      );
    }
    if (mark === undefined || mark === '') return;
    const size = fittingSize(mark, MARK_SIZE, SQUARE_SIDE - 8);
    const fill = shape === 'full' ? PAPER : given && !strong ? SOLVED_INK : INK;
    const bold = strong || board.ground !== 'ruled';
    drawn.push(
      textAt((column + 0.5) * SQUARE_SIDE, (row + 0.5) * SQUARE_SIDE, size, mark, { bold, fill }),
    );
  });
  return drawn;
}

function drawNotes(board: Board): string[] {
  const places = mostNotes(board.squares);
  if (places === 0) return [];
  // Sums of cages stand at the top of their squares.
  const caged = board.clues?.cages.some(({ label }) => label !== undefined);
  const [top, edge] = caged ? [11, 4] : [2, 2];
  const box = { width: SQUARE_SIDE - 2 * edge, height: SQUARE_SIDE - edge - top };
  const drawn: string[] = [];
  eachSquare(board, (row, column) => {
    const { notes = [] } = squareAt(board, row, column) ?? {};
    const [x, y] = [column * SQUARE_SIDE, row * SQUARE_SIDE];
    const middle = { x: x + SQUARE_SIDE / 2, y: y + SQUARE_SIDE / 2, radius: 0.4 * SQUARE_SIDE };
    drawn.push(...noteLines(notes, places, { x: x + edge, y: y + top, ...box }, middle));
  });
  return drawn;
}

function drawOutlines({ width, height, outlines = [] }: Board): string[] {
  return outlines.map(({ squares, verdict }) => {
    const has: PlaceTest = (row, column) => squares.includes(row * width + column);
    return verdictLine(verdict, outlineOf(width, height, has, SQUARE_SIDE));
  });
}

function drawLabels({ left = [], above = [] }: Board): string[] {
  const drawn = left.flatMap((list, row) =>
    list.length === 0
      ? []
      : [textAt(-10, (row + 0.5) * SQUARE_SIDE, LABEL, list.join(' '), { anchor: 'end' })],
  );
  above.forEach((list, column) => {
    list.forEach((text, k) => {
      const y = (k - list.length + 0.5) * LABEL * 1.2 - 6;
      drawn.push(
        textAt(
          (column + 0.5) * SQUARE_SIDE,
          y,
          fittingSize(text, LABEL, SQUARE_SIDE - 4),
          text,
          {},
        ),
      );
    });
  });
  return drawn;
}

function drawArcs(arcs: readonly Arc[]): string[] {
  return arcs.map(({ from, to, tint }) => {
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    const radius = ((last - first) / 2) * SQUARE_SIDE;
    const start = rounded((first + 0.5) * SQUARE_SIDE);
    const bow = `${rounded(radius)} ${rounded(radius * ARC_FLATNESS)}`;
    const d = `M${start} 0a${bow} 0 0 1 ${rounded(2 * radius)} 0`;
    const { fill } = tint === undefined ? { fill: INK } : PALETTE[tint];
    return `${stroked(INK, 5, d)}${stroked(fill, 3, d)}`;
  });
}

function eachSquare({ width, height }: Board, visit: (row: number, column: number) => void): void {
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) visit(row, column);
  }
}

/**
 * The outline of squares as the data of an SVG path: closed loops, clockwise around squares and
 * counterclockwise around holes, one line of text for each loop. `unit` is the side of a square.
 */
export function outlineOf(width: number, height: number, has: PlaceTest, unit: number): string {
  return outlinesOf(width, height, has, 0)
    .map((points) => {
      let [x, y] = points[points.length - 1];
      let path = `M${x * unit} ${y * unit}`;
      for (let k = 0; k < points.length - 1; k++) {
        const [nextX, nextY] = points[k];
        path += nextY === y ? `h${(nextX - x) * unit}` : `v${(nextY - y) * unit}`;
        x = nextX;
        y = nextY;
      }
      // `z` draws the last line.
      return `${path}z`;
    })
    .join('\n');
}

import { type Board, isWall, type Square, squareAt, wallAbove, wallLeft } from './board.ts';
import { Canvas, DOWN, LEFT, RIGHT, UP } from './canvas.ts';
import { columnsOf } from './columns.ts';
import { DARK, LIGHT, PALETTE, type Tint } from './palette.ts';
import { drawArc, levelsOf } from './text-arcs.ts';
import type { Block } from './text-block.ts';
import { drawEdges } from './text-edges.ts';
import { type Layout, layoutOf, leftText, leftWidth } from './text-layout.ts';

/** White and black of a picture in ink, which a dark terminal must not turn about. */
const WHITE = 255;
const BLACK = 16;

/** A board in characters; without colour there is only black and white. */
export function boardBlock(board: Board, colour: boolean): Block {
  const { above = [], arcs = [] } = board;
  const levels = levelsOf(arcs);
  const labels = above.reduce((most, list) => Math.max(most, list.length), 0);
  const top = Math.max(labels, ...levels);
  const layout = layoutOf(board, colour, top);
  const canvas = new Canvas(layout.width, layout.height);
  drawWalls(canvas, board, layout);
  if (colour) drawGrounds(canvas, board, layout);
  drawSquares(canvas, board, layout, colour);
  drawLabels(canvas, board, layout, top);
  arcs.forEach((arc, k) => {
    drawArc(canvas, arc, layout, top - (levels[k] as number));
  });
  return { width: layout.width, lines: canvas.lines(colour) };
}

function drawWalls(canvas: Canvas, board: Board, layout: Layout): void {
  const { columns, rows, wallColumns, wallRows, inner, pad, lines } = layout;
  for (let row = 0; row <= board.height; row++) {
    for (let column = 0; column <= board.width; column++) {
      const line = wallRows[row];
      if (line !== undefined && column < board.width && wallAbove(board, row, column)) {
        const first = (columns[column] as number) - pad;
        for (let k = 0; k < inner + 2 * pad; k++) canvas.join(line, first + k, LEFT | RIGHT);
        canvas.join(line, wallColumns[column], RIGHT);
        canvas.join(line, wallColumns[column + 1], LEFT);
      }
      const place = wallColumns[column];
      if (place !== undefined && row < board.height && wallLeft(board, row, column)) {
        const first = rows[row] as number;
        for (let k = 0; k < lines; k++) canvas.join(first + k, place, UP | DOWN);
        canvas.join(wallRows[row], place, DOWN);
        canvas.join(wallRows[row + 1], place, UP);
      }
    }
  }
}

/** The ground of each square, and of the places between two or four that make one whole. */
function drawGrounds(canvas: Canvas, board: Board, layout: Layout): void {
  const { columns, rows, wallColumns, wallRows, inner, pad, lines } = layout;
  const solid = board.squares.some((square) => square?.shape === 'full');
  const groundAt = (row: number, column: number) =>
    groundOf(squareAt(board, row, column), board, solid, row + column);
  const goesOn = (row: number, column: number, down: number, right: number) => {
    const one = squareAt(board, row, column);
    const other = squareAt(board, row + down, column + right);
    return !isWall(one, other) && groundAt(row, column) === groundAt(row + down, column + right);
  };
  for (let row = 0; row < board.height; row++) {
    for (let column = 0; column < board.width; column++) {
      const ground = groundAt(row, column);
      if (ground === undefined) continue;
      const line = rows[row] as number;
      const from = (columns[column] as number) - pad;
      const width = inner + 2 * pad;
      const right = wallColumns[column + 1] !== undefined && goesOn(row, column, 0, 1) ? 1 : 0;
      for (let k = 0; k < lines; k++) canvas.paint(line + k, from, width + right, ground);
      const below = wallRows[row + 1];
      if (below === undefined || !goesOn(row, column, 1, 0)) continue;
      // Three steps that go on: then so does the fourth.
      const corner = right === 1 && goesOn(row, column + 1, 1, 0);
      canvas.paint(below, from, width + (corner ? 1 : 0), ground);
    }
  }
}

function groundOf(
  square: Square | undefined,
  board: Board,
  solid: boolean,
  parity: number,
): number | undefined {
  if (square === undefined) return undefined;
  if (square.shape === 'full') return BLACK;
  if (square.tint !== undefined) return (PALETTE[square.tint] as Tint).ansi;
  if (board.ground === 'chequered') return (parity % 2 === 0 ? LIGHT : DARK).ansi;
  return solid ? WHITE : undefined;
}

function drawSquares(canvas: Canvas, board: Board, layout: Layout, colour: boolean): void {
  const { columns, rows, inner } = layout;
  const solid = board.squares.some((square) => square?.shape === 'full');
  // Squares that nothing else shows have a point, so that they can be counted.
  const dots = board.ground === 'ruled' ? !solid : board.ground === 'chequered' && !colour;
  for (let row = 0; row < board.height; row++) {
    for (let column = 0; column < board.width; column++) {
      const square = squareAt(board, row, column);
      if (square === undefined) continue;
      const line = rows[row] as number;
      const from = columns[column] as number;
      if (square.edges !== undefined) {
        drawEdges(canvas, square.edges, line, from, colour);
      } else {
        const text = textOf(square, inner, colour) ?? (dots ? '·' : '');
        const before = Math.floor((inner - columnsOf(text)) / 2);
        canvas.put(line, from + before, text, square.strong === true);
      }
    }
  }
}

function textOf(square: Square, inner: number, colour: boolean): string | undefined {
  if (square.shape === 'queen') return '♛';
  if (square.shape === 'full' && !colour) return '█'.repeat(inner);
  return square.mark;
}

function drawLabels(canvas: Canvas, board: Board, layout: Layout, top: number): void {
  const { columns, rows, inner } = layout;
  const room = leftWidth(board.left) - 1;
  board.left?.forEach((list, row) => {
    const text = leftText(list);
    canvas.put(rows[row] as number, Math.max(0, room - columnsOf(text)), text);
  });
  board.above?.forEach((list, column) => {
    list.forEach((text, k) => {
      const before = Math.floor((inner - columnsOf(text)) / 2);
      canvas.put(top - list.length + k, (columns[column] as number) + before, text);
    });
  });
}

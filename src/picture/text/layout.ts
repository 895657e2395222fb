import { type Board, wallAbove, wallLeft } from '../board.ts';
import { columnsOf } from '../letters.ts';

/** A picture that is drawn: lines that all take `width` columns, escape codes not counted. */
export interface Block {
  readonly width: number;
  readonly lines: readonly string[];
}

/** Columns and lines of a square with four edges. */
export const EDGES_WIDTH = 5;
export const EDGES_LINES = 3;

/**
 * Where the parts of a board stand in a text. Between two rows of squares, and between two
 * columns, there is a place for walls; on a ruled or chequered ground only where there is a wall
 * somewhere along them:
 *
 *     ┌───────┬───┐      ┌─────┬─────┐
 *     │ F     │ I │      │ 3 1 │ 4 2 │
 *     │   ┌───┘   │      │ 4 2 │ 1 3 │
 *     │   │       │      ├─────┼─────┤
 *     └───┴───────┘
 */
export interface Layout {
  /** Columns that a square's own text may take. */
  readonly inner: number;
  /** Lines of a square. */
  readonly lines: number;
  /** Blanks on either side of it; neighbours without walls between may share them. */
  readonly pad: number;
  /** Column of squares -> where its text begins. */
  readonly columns: readonly number[];
  /** Row of squares -> its first line. */
  readonly rows: readonly number[];
  /** Column of squares -> where the walls to its left stand, if there are any; and one more. */
  readonly wallColumns: readonly (number | undefined)[];
  /** Row of squares -> where the walls above it stand, if there are any; and one more. */
  readonly wallRows: readonly (number | undefined)[];
  readonly width: number;
  readonly height: number;
}

/** `above` lines are kept free over the board. */
export function layoutOf(board: Board, colour: boolean, above: number): Layout {
  const { width, height, ground = 'plain', left } = board;
  let marks = 1;
  let full = false;
  let edges = false;
  let tinted = ground === 'chequered';
  for (const square of board.squares) {
    if (square === undefined) continue;
    if (square.mark !== undefined) marks = Math.max(marks, columnsOf(square.mark));
    full ||= square.shape === 'full';
    edges ||= square.edges !== undefined;
    tinted ||= square.tint !== undefined;
  }
  let labels = 0;
  for (const list of board.above ?? []) {
    for (const text of list) labels = Math.max(labels, columnsOf(text));
  }
  // Ink fills a square from side to side, so labels above have to find their distance within.
  const inner = edges
    ? EDGES_WIDTH
    : full
      ? Math.max(2, marks, labels + 1)
      : Math.max(marks, labels);
  const pad = edges || full ? 0 : 1;
  // A ground must reach equally far on both sides of its text.
  const shared = pad === 1 && !(colour && tinted) ? 1 : 0;

  const lines = edges ? EDGES_LINES : 1;
  const columns: number[] = [];
  const wallColumns: (number | undefined)[] = [];
  let at = leftWidth(left);
  for (let column = 0; column <= width; column++) {
    const walled = ground === 'plain' || hasWall(height, (row) => wallLeft(board, row, column));
    wallColumns.push(walled ? at : undefined);
    if (walled) at++;
    else if (column > 0 && column < width) at -= shared;
    if (column === width) break;
    columns.push(at + pad);
    at += inner + 2 * pad;
  }

  const rows: number[] = [];
  const wallRows: (number | undefined)[] = [];
  let line = above;
  for (let row = 0; row <= height; row++) {
    const walled = ground === 'plain' || hasWall(width, (column) => wallAbove(board, row, column));
    wallRows.push(walled ? line : undefined);
    if (walled) line++;
    if (row === height) break;
    rows.push(line);
    line += lines;
  }
  return { inner, lines, pad, columns, rows, wallColumns, wallRows, width: at, height: line };
}

/** How a row's labels are written. */
export function leftText(labels: readonly string[] | undefined): string {
  return (labels ?? []).join(' ');
}

/** How many columns they take with the blank that follows; they end beside the board. */
export function leftWidth(left: Board['left']): number {
  const widest = (left ?? []).reduce((most, list) => Math.max(most, columnsOf(leftText(list))), 0);
  return widest === 0 ? 0 : widest + 1;
}

function hasWall(count: number, wall: (k: number) => boolean): boolean {
  for (let k = 0; k < count; k++) if (wall(k)) return true;
  return false;
}

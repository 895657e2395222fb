import { type Board, wallAbove, wallLeft } from '../board.ts';
import { columnsOf } from '../letters.ts';

/** A drawn picture: lines of `width` columns each, without escape codes. */
export interface Block {
  readonly width: number;
  readonly lines: readonly string[];
}

/** Columns and lines of a square with four edges. */
export const EDGES_WIDTH = 5;
export const EDGES_LINES = 3;

/**
 * Where the parts of a board stand in a text. There is a place for walls between two rows and between
 * two columns. On a ruled or chequered ground it exists only if there is a wall along it:
 *
 *     ┌───────┬───┐      ┌─────┬─────┐
 *     │ F     │ I │      │ 3 1 │ 4 2 │
 *     │   ┌───┘   │      │ 4 2 │ 1 3 │
 *     │   │       │      ├─────┼─────┤
 *     └───┴───────┘
 */
export interface Layout {
  /** Columns for the text of a square. */
  readonly inner: number;
  /** Lines of a square. */
  readonly lines: number;
  /** Blanks on either side of the text. Neighbours without a place for walls may share them. */
  readonly pad: number;
  /** Column of squares -> the first column of its text. */
  readonly columns: readonly number[];
  /** Row of squares -> its first line. */
  readonly rows: readonly number[];
  /** Column of squares -> the place of the walls to its left, if any. One more for the right border. */
  readonly wallColumns: readonly (number | undefined)[];
  /** Row of squares -> the place of the walls above it, if any. One more for the lower border. */
  readonly wallRows: readonly (number | undefined)[];
  readonly width: number;
  readonly height: number;
}

/** Lays out a board, with `above` free lines over it. */
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
  // Ink fills a square from side to side, so labels above need one blank within it.
  const inner = edges
    ? EDGES_WIDTH
    : full
      ? Math.max(2, marks, labels + 1)
      : Math.max(marks, labels);
  const pad = edges || full ? 0 : 1;
  // A ground extends equally far on both sides of its text.
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

/** The labels of a row as one text. */
export function leftText(labels: readonly string[] | undefined): string {
  return (labels ?? []).join(' ');
}

/** The columns of all labels to the left, with a blank after them. */
export function leftWidth(left: Board['left']): number {
  const widest = (left ?? []).reduce((most, list) => Math.max(most, columnsOf(leftText(list))), 0);
  return widest === 0 ? 0 : widest + 1;
}

function hasWall(count: number, wall: (k: number) => boolean): boolean {
  for (let k = 0; k < count; k++) if (wall(k)) return true;
  return false;
}

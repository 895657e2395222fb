import {
  type Arc,
  type Board,
  type BoardClues,
  type BoardLine,
  type ClueCage,
  type Edges,
  isWall,
  joinsNeighbours,
  type Note,
  type Side,
  type Square,
  squareAt,
  wallAbove,
  wallLeft,
} from '../board.ts';
import { columnsOf } from '../letters.ts';
import { DARK, HOLDS, LIGHT, LIT, NOTED, OUT_MARK, PALETTE } from '../palette.ts';
import { Canvas, DOWN, LEFT, RIGHT, UP } from './canvas.ts';

/** A drawn picture: lines of `width` columns each, without escape codes. */
export interface Block {
  readonly width: number;
  readonly lines: readonly string[];
  /** A line above it. */
  readonly caption?: string | undefined;
}

/** Columns and lines of a square with four edges. */
const EDGES_WIDTH = 5;
const EDGES_LINES = 3;

/**
 * Where the parts of a board stand in a text. There is a place for walls between two rows and
 * between two columns. On a ruled or chequered ground it exists only if there is a wall along it:
 *
 *     ┌───────┬───┐      ┌─────┬─────┐
 *     │ F     │ I │      │ 3 1 │ 4 2 │
 *     │   ┌───┘   │      │ 4 2 │ 1 3 │
 *     │   │       │      ├─────┼─────┤
 *     └───┴───────┘
 */
interface Layout {
  /** Columns for the text of a square. */
  readonly inner: number;
  /** Lines for the text of a square. */
  readonly lines: number;
  /** Lines above and below this text, for the outlines of cages and the letters of lines. */
  readonly top: number;
  readonly bottom: number;
  /** Notes beside each other, and the columns of each. */
  readonly abreast: number;
  readonly noteWidth: number;
  /** Blanks on either side of the text. Neighbours without a place for walls may share them. */
  readonly pad: number;
  /** Column of squares -> the first column of its text. */
  readonly columns: readonly number[];
  /** Row of squares -> its first line. */
  readonly rows: readonly number[];
  /**
   * Column of squares -> the place of the walls to its left, if any. One more for the right border.
   */
  readonly wallColumns: readonly (number | undefined)[];
  /** Row of squares -> the place of the walls above it, if any. One more for the lower border. */
  readonly wallRows: readonly (number | undefined)[];
  readonly width: number;
  readonly height: number;
}

/** White and black of a picture in ink, which a dark terminal must not invert. */
const WHITE = 255;
const BLACK = 16;

/** A board in characters, in colour or without. */
export function boardBlock(board: Board, colour: boolean): Block {
  const { arcs = [], clues } = board;
  const above = labelsOf(board, 'above');
  const levels = levelsOf(arcs);
  const labels = above.reduce((most, list) => Math.max(most, list.length), 0);
  const top = Math.max(labels, ...levels);
  const layout = layoutOf(board, colour, top);
  const canvas = new Canvas(layout.width, layout.height);
  if (board.fence === undefined) drawWalls(canvas, board, layout);
  else drawFence(canvas, board, layout);
  drawPath(canvas, board, layout);
  if (clues !== undefined) drawCages(canvas, board, clues.cages, layout);
  if (colour) drawGrounds(canvas, board, layout);
  drawSquares(canvas, board, layout, colour);
  if (clues !== undefined) drawClues(canvas, clues, layout);
  drawLabels(canvas, board, layout, top);
  arcs.forEach((arc, k) => {
    drawArc(canvas, arc, layout, top - levels[k]);
  });
  return { width: layout.width, lines: canvas.lines(colour) };
}

/** Lays out a board, with `above` free lines over it. */
function layoutOf(board: Board, colour: boolean, above: number): Layout {
  const { width, height, ground = 'plain', clues } = board;
  let marks = 1;
  let notes = 0;
  let noteWidth = 0;
  let full = false;
  let edges = false;
  let tinted = ground === 'chequered';
  for (const square of board.squares) {
    if (square === undefined) continue;
    if (square.mark !== undefined) marks = Math.max(marks, columnsOf(square.mark));
    full ||= square.shape === 'full';
    edges ||= square.edges !== undefined;
    tinted ||= square.tint !== undefined || square.lit === true;
    const written = notesOf(square);
    notes = Math.max(notes, written.length);
    for (const { mark } of written) noteWidth = Math.max(noteWidth, 1 + columnsOf(mark));
  }
  let labels = 0;
  for (const list of [...labelsOf(board, 'above'), ...labelsOf(board, 'below')]) {
    for (const text of list) labels = Math.max(labels, columnsOf(text));
  }
  const { cages = [], signs = [], letters } = clues ?? {};
  const caged = cages.length > 0;
  const lettered = letters !== undefined && letters.size > 0;
  const cornered = signs.some(({ at }) => at.every(Number.isInteger));
  const open = ground === 'plain' || caged || signs.length > 0;
  if (caged || lettered) marks = Math.max(marks, 2);
  if (cornered) marks = Math.max(marks, 3);
  // Ink fills a square from side to side, so labels above need one blank within it.
  const abreast = Math.ceil(Math.sqrt(notes));
  const noted = Math.max(0, abreast * (noteWidth + 1) - 1);
  const inner = edges
    ? EDGES_WIDTH
    : full
      ? Math.max(2, marks, labels + 1, noted)
      : Math.max(marks, labels, noted);
  const pad = edges || full ? 0 : caged ? 2 : 1;
  // A ground extends equally far on both sides of its text.
  const shared = pad === 1 && !(colour && tinted) ? 1 : 0;

  const lines = edges ? EDGES_LINES : Math.max(1, Math.ceil(notes / abreast) || 0);
  const top = caged ? 1 : 0;
  const bottom = caged || lettered ? 1 : 0;
  const columns: number[] = [];
  const wallColumns: (number | undefined)[] = [];
  let at = sideWidth(labelsOf(board, 'left'));
  for (let column = 0; column <= width; column++) {
    const walled = open || hasWall(height, (row) => wallLeft(board, row, column));
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
    const walled = open || hasWall(width, (column) => wallAbove(board, row, column));
    wallRows.push(walled ? line : undefined);
    if (walled) line++;
    if (row === height) break;
    rows.push(line + top);
    line += top + lines + bottom;
  }
  return {
    ...{ inner, lines, top, bottom, abreast, noteWidth, pad },
    ...{ columns, rows, wallColumns, wallRows },
    width: at + sideWidth(labelsOf(board, 'right')),
    height: line + labelsOf(board, 'below').reduce((most, list) => Math.max(most, list.length), 0),
  };
}

/** The labels on a side: those of the board, or of its clues. */
function labelsOf(board: Board, side: Side): readonly (readonly string[])[] {
  const own = side === 'left' ? board.left : side === 'above' ? board.above : undefined;
  return own ?? board.clues?.labels[side] ?? [];
}

/** The labels of a row as one text. */
function rowText(labels: readonly string[] | undefined): string {
  return (labels ?? []).join(' ');
}

/** The columns of all labels beside the rows, with a blank between them and the board. */
function sideWidth(labels: readonly (readonly string[])[]): number {
  const widest = labels.reduce((most, list) => Math.max(most, columnsOf(rowText(list))), 0);
  return widest === 0 ? 0 : widest + 1;
}

function hasWall(count: number, wall: (k: number) => boolean): boolean {
  for (let k = 0; k < count; k++) if (wall(k)) return true;
  return false;
}

function drawWalls(canvas: Canvas, board: Board, layout: Layout): void {
  const { columns, rows, wallColumns, wallRows, inner, pad, lines, top, bottom } = layout;
  for (let row = 0; row <= board.height; row++) {
    for (let column = 0; column <= board.width; column++) {
      const line = wallRows[row];
      if (line !== undefined && column < board.width && wallAbove(board, row, column)) {
        const first = columns[column] - pad;
        for (let k = 0; k < inner + 2 * pad; k++) canvas.join(line, first + k, LEFT | RIGHT);
        canvas.join(line, wallColumns[column], RIGHT);
        canvas.join(line, wallColumns[column + 1], LEFT);
      }
      const place = wallColumns[column];
      if (place !== undefined && row < board.height && wallLeft(board, row, column)) {
        const first = rows[row];
        for (let k = -top; k < lines + bottom; k++) canvas.join(first + k, place, UP | DOWN);
        canvas.join(wallRows[row], place, DOWN);
        canvas.join(wallRows[row + 1], place, UP);
      }
    }
  }
}

/** The lines of a fence, and dots at the corners without one. */
function drawFence(canvas: Canvas, { width, height, fence = [] }: Board, layout: Layout): void {
  const { wallColumns, wallRows, rows, lines } = layout;
  for (const { from, to } of fence) {
    const [left, right] = [Math.min(from.column, to.column), Math.max(from.column, to.column)];
    const [up, down] = [Math.min(from.row, to.row), Math.max(from.row, to.row)];
    if (up === down) {
      joinAcross(canvas, wallRows[up], wallColumns[left], wallColumns[right]);
    } else {
      for (let k = 0; k < lines; k++) canvas.join(rows[up] + k, wallColumns[left], UP | DOWN);
      canvas.join(wallRows[up], wallColumns[left], DOWN);
      canvas.join(wallRows[down], wallColumns[left], UP);
    }
  }
  const met = new Set(fence.flatMap(({ from, to }) => [from, to]).map(placeOf));
  for (let row = 0; row <= height; row++) {
    for (let column = 0; column <= width; column++) {
      if (met.has(placeOf({ row, column }))) continue;
      canvas.put(wallRows[row] as number, wallColumns[column] as number, '·');
    }
  }
}

/** A line from one column to another. */
function joinAcross(
  canvas: Canvas,
  line: number | undefined,
  from: number | undefined,
  to: number | undefined,
): void {
  if (from === undefined || to === undefined) return;
  canvas.join(line, from, RIGHT);
  for (let k = from + 1; k < to; k++) canvas.join(line, k, LEFT | RIGHT);
  canvas.join(line, to, LEFT);
}

/** The lines of a path, if all of them join neighbours. */
function pathOf({ path = [] }: Board): readonly BoardLine[] {
  return path.every(joinsNeighbours) ? path : [];
}

function drawPath(canvas: Canvas, board: Board, layout: Layout): void {
  const { columns, rows, inner, lines } = layout;
  const across = (column: number) => columns[column] + Math.floor((inner - 1) / 2);
  const along = (row: number) => rows[row] + Math.floor((lines - 1) / 2);
  for (const { from, to } of pathOf(board)) {
    if (from.row === to.row) {
      const [left, right] = [Math.min(from.column, to.column), Math.max(from.column, to.column)];
      joinAcross(canvas, along(from.row), across(left), across(right));
    } else {
      const [up, down] = [Math.min(from.row, to.row), Math.max(from.row, to.row)];
      canvas.join(along(up), across(from.column), DOWN);
      for (let k = along(up) + 1; k < along(down); k++) {
        canvas.join(k, across(from.column), UP | DOWN);
      }
      canvas.join(along(down), across(from.column), UP);
    }
  }
}

function placeOf({ row, column }: { row: number; column: number }): string {
  return `${row} ${column}`;
}

/** Paints the ground of each square, and of the places between squares of one region and colour. */
function drawGrounds(canvas: Canvas, board: Board, layout: Layout): void {
  const { columns, rows, wallColumns, wallRows, inner, pad, lines, top, bottom } = layout;
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
      const line = rows[row];
      const from = columns[column] - pad;
      const width = inner + 2 * pad;
      const right = wallColumns[column + 1] !== undefined && goesOn(row, column, 0, 1) ? 1 : 0;
      for (let k = -top; k < lines + bottom; k++) {
        canvas.paint(line + k, from, width + right, ground);
      }
      const below = wallRows[row + 1];
      if (below === undefined || !goesOn(row, column, 1, 0)) continue;
      // If three of the four steps around a corner continue, so does the fourth.
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
  if (square.lit) return LIT.ansi;
  if (square.tint !== undefined) return PALETTE[square.tint].ansi;
  if (board.ground === 'chequered') return (parity % 2 === 0 ? LIGHT : DARK).ansi;
  return solid ? WHITE : undefined;
}

function drawSquares(canvas: Canvas, board: Board, layout: Layout, colour: boolean): void {
  const { columns, rows, inner, lines } = layout;
  const solid = board.squares.some((square) => square?.shape === 'full');
  // Empty squares have a point if nothing else makes them visible.
  const dots = board.ground === 'ruled' ? !solid : board.ground === 'chequered' && !colour;
  const onPath = new Set(pathOf(board).flatMap(({ from, to }) => [placeOf(from), placeOf(to)]));
  for (let row = 0; row < board.height; row++) {
    for (let column = 0; column < board.width; column++) {
      const square = squareAt(board, row, column);
      if (square === undefined) continue;
      const line = rows[row];
      const from = columns[column];
      if (square.edges !== undefined) {
        drawEdges(canvas, square.edges, line, from, colour);
      } else if (notesOf(square).length > 0 && square.mark === undefined) {
        drawNotes(canvas, notesOf(square), layout, line, from, colour);
      } else {
        const text =
          textOf(square, inner, colour) ??
          (dots && !onPath.has(placeOf({ row, column })) ? '·' : '');
        const before = Math.floor((inner - columnsOf(text)) / 2);
        const middle = line + Math.floor((lines - 1) / 2);
        canvas.put(middle, from + before, text, square.strong === true);
      }
    }
  }
}

function textOf(square: Square, inner: number, colour: boolean): string | undefined {
  if (square.shape === 'queen') return '♛';
  if (square.shape === 'ring') return '○';
  if (square.shape === 'disc') return '●';
  if (square.shape === 'full' && !colour) return '█'.repeat(inner);
  if (square.lit && !colour && square.mark === undefined) return '░'.repeat(inner);
  return square.mark;
}

function notesOf({ notes = [] }: Square): Note[] {
  return notes.filter((note) => note !== undefined);
}

/** Notes in rows; `+` before what holds, `-` before what is out. */
function drawNotes(
  canvas: Canvas,
  notes: readonly Note[],
  { abreast, noteWidth, inner }: Layout,
  line: number,
  from: number,
  colour: boolean,
): void {
  // Fewer notes than there is room for stand in the middle.
  const across = Math.min(abreast, notes.length);
  const before = Math.floor((inner - (across * (noteWidth + 1) - 1)) / 2);
  notes.forEach(({ mark, verdict, plain }, k) => {
    const row = line + Math.floor(k / abreast);
    const column = from + before + (k % abreast) * (noteWidth + 1);
    const sign = verdict === undefined ? ' ' : verdict === 'holds' ? '+' : '-';
    const ground = verdict === undefined ? NOTED : verdict === 'holds' ? HOLDS : OUT_MARK;
    if (colour && !plain) canvas.paint(row, column, noteWidth, ground.ansi);
    canvas.put(row, column, `${sign}${mark}`, verdict === 'holds');
  });
}

function drawLabels(canvas: Canvas, board: Board, layout: Layout, top: number): void {
  const { columns, rows, inner, width, height } = layout;
  const room = sideWidth(labelsOf(board, 'left')) - 1;
  labelsOf(board, 'left').forEach((list, row) => {
    const text = rowText(list);
    canvas.put(rows[row], Math.max(0, room - columnsOf(text)), text);
  });
  const right = labelsOf(board, 'right');
  right.forEach((list, row) => {
    canvas.put(rows[row], width - sideWidth(right) + 1, rowText(list));
  });
  const below = labelsOf(board, 'below');
  const deepest = below.reduce((most, list) => Math.max(most, list.length), 0);
  for (const [labels, isBelow] of [
    [labelsOf(board, 'above'), false],
    [below, true],
  ] as const) {
    labels.forEach((list, column) => {
      list.forEach((text, k) => {
        const before = Math.floor((inner - columnsOf(text)) / 2);
        const line = isBelow ? height - deepest + k : top - list.length + k;
        canvas.put(line, columns[column] + before, text);
      });
    });
  }
}

/**
 * Dashed lines within the squares of cages, with their labels. Squares of one cage have no line
 * between them:
 *
 *     ┌15┄┄┄┄┄┄┄┄┐ ┌7┄┄┄┐
 *     ┆  ·    ·  ┆ ┆ ·  ┆
 *     ┆    ┌┄┄┄┄┄┘ └┄┄┄┄┘
 */
function drawCages(canvas: Canvas, board: Board, cages: readonly ClueCage[], layout: Layout): void {
  const { columns, rows, wallColumns, wallRows, inner, pad, lines } = layout;
  for (const { squares, label, labelled = squares[0] } of cages) {
    const members = new Set(squares);
    const has = (row: number, column: number) =>
      column >= 0 && column < board.width && members.has(row * board.width + column);
    for (const square of squares) {
      const [row, column] = [Math.floor(square / board.width), square % board.width];
      const [west, east] = [columns[column] - pad, columns[column] + inner + pad - 1];
      const [north, south] = [rows[row] - 1, rows[row] + lines];
      for (const up of [true, false]) {
        const y = up ? north : south;
        const vertical = has(row + (up ? -1 : 1), column);
        if (!vertical) canvas.fill(y, west + 1, '┄', east - west - 1);
        for (const before of [true, false]) {
          const side = column + (before ? -1 : 1);
          const [beside, across] = [has(row, side), has(row + (up ? -1 : 1), side)];
          canvas.fill(y, before ? west : east, cornerOf(up, before, vertical, beside, across));
          if (!up && !beside) {
            for (let k = 0; k < lines; k++) canvas.fill(rows[row] + k, before ? west : east, '┆');
          }
          // The outline goes on between two squares of the cage, where no wall stands.
          const gap = before ? undefined : wallColumns[column + 1];
          if (gap !== undefined && beside && !(vertical && across)) {
            if (!wallLeft(board, row, column + 1)) canvas.fill(y, gap, '┄');
          }
          const below = up ? undefined : wallRows[row + 1];
          if (below !== undefined && vertical && !(beside && across)) {
            if (!wallAbove(board, row + 1, column)) canvas.fill(below, before ? west : east, '┆');
          }
        }
      }
    }
    if (label === undefined || labelled === undefined) continue;
    const [row, column] = [Math.floor(labelled / board.width), labelled % board.width];
    canvas.put(rows[row] - 1, columns[column] - pad + 1, fitted(label, inner + 2 * pad - 2));
  }
}

/** The outline of a cage in a corner of one of its squares. */
function cornerOf(
  up: boolean,
  before: boolean,
  vertical: boolean,
  beside: boolean,
  across: boolean,
): string {
  if (!vertical && !beside) return up ? (before ? '┌' : '┐') : before ? '└' : '┘';
  if (!vertical) return '┄';
  if (!beside) return '┆';
  if (across) return ' ';
  return up ? (before ? '┘' : '└') : before ? '┐' : '┌';
}

/** The letters of lines at the bottom of their squares, and signs between squares. */
function drawClues(canvas: Canvas, { letters, signs }: BoardClues, layout: Layout): void {
  const { columns, rows, wallColumns, wallRows, inner, lines } = layout;
  const width = columns.length;
  for (const [square, text] of letters) {
    const [row, column] = [Math.floor(square / width), square % width];
    canvas.put(rows[row] + lines, columns[column], fitted(text, inner));
  }
  for (const { at, text } of signs) {
    const [x, y] = at;
    const middle = Number.isInteger(x)
      ? (wallColumns[x] as number)
      : columns[Math.floor(x)] + Math.floor((inner - 1) / 2);
    const line = Number.isInteger(y)
      ? (wallRows[y] as number)
      : rows[Math.floor(y)] + Math.floor((lines - 1) / 2);
    const room = inner + 2;
    const drawn = fitted(text, room);
    canvas.put(line, Math.max(0, middle - Math.floor((columnsOf(drawn) - 1) / 2)), drawn);
  }
}

/** A text, or its beginning with a sign that more follows. */
function fitted(text: string, room: number): string {
  return columnsOf(text) <= room ? text : `${text.slice(0, room - 1)}…`;
}

/**
 * Four triangles in characters, each with the letter of its colour:
 *
 *     W N N N E
 *     W W   E E
 *     W S S S E
 */
function drawEdges(
  canvas: Canvas,
  [north, east, south, west]: Edges,
  line: number,
  from: number,
  colour: boolean,
): void {
  if (colour) {
    const paint = (down: number, right: number, width: number, tint: number) =>
      canvas.paint(line + down, from + right, width, PALETTE[tint].ansi);
    paint(0, 1, 3, north.tint);
    paint(2, 1, 3, south.tint);
    for (let k = 0; k < EDGES_LINES; k++) {
      const reach = k === 1 ? 2 : 1;
      paint(k, 0, reach, west.tint);
      paint(k, EDGES_WIDTH - reach, reach, east.tint);
    }
  }
  canvas.put(line, from + 2, north.mark);
  canvas.put(line + 1, from, west.mark);
  canvas.put(line + 1, from + 4, east.mark);
  canvas.put(line + 2, from + 2, south.mark);
}

/** Arc -> its height: above every shorter arc that overlaps it. */
function levelsOf(arcs: readonly Arc[]): number[] {
  const levels = new Array<number>(arcs.length).fill(0);
  const ends = arcs.map(({ from, to }) => [Math.min(from, to), Math.max(from, to)] as const);
  const order = arcs.map((_, k) => k);
  const length = (k: number) => (ends[k]?.[1] ?? 0) - (ends[k]?.[0] ?? 0);
  order.sort((one, other) => length(one) - length(other));
  order.forEach((k, at) => {
    const [from, to] = ends[k];
    let below = 0;
    for (const other of order.slice(0, at)) {
      const [start, end] = ends[other];
      if (start <= to && end >= from) below = Math.max(below, levels[other]);
    }
    levels[k] = below + 1;
  });
  return levels;
}

/** A bracket whose legs stand on the board. */
function drawArc(canvas: Canvas, { from, to }: Arc, layout: Layout, line: number): void {
  const place = (square: number) => {
    const column = layout.columns[square];
    return column + Math.floor((layout.inner - 1) / 2);
  };
  const foot = layout.wallRows[0] ?? 0;
  const [first, last] = [Math.min(from, to), Math.max(from, to)].map(place) as [number, number];
  for (let k = first + 1; k < last; k++) canvas.join(line, k, LEFT | RIGHT);
  canvas.join(line, first, RIGHT);
  canvas.join(line, last, LEFT);
  for (const leg of [first, last]) {
    canvas.join(line, leg, DOWN);
    for (let k = line + 1; k < foot; k++) canvas.join(k, leg, UP | DOWN);
    canvas.join(foot, leg, UP);
  }
}

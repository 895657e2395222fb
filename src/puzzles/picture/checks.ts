import { shown } from '../../engine/problem/error.ts';
import { checkInteger } from '../../engine/problem/setting.ts';
import { badSetting } from '../mistakes.ts';
import {
  type Arc,
  type Board,
  checkSide,
  type GraphPicture,
  isGraph,
  MOST_SIDE,
  type Note,
  type Outline,
  type Picture,
  type Square,
} from './board.ts';
import { columnsOf, sanitizeText } from './letters.ts';
import { TINTS } from './palette.ts';

/**
 * Enough for all 2339 pentomino tilings of 6x10, or 25 boards of 100x100. They take a few seconds.
 */
export const MOST_SQUARES = 250_000;
const MOST_VERTICES = 1000;
const MOST_EDGES = 100_000;
/** The longest mark, in UTF-16 units: enough for a word. */
const MOST_MARK = 100;
/** The longest caption: enough for a line above a board. */
const MOST_CAPTION = 1000;

const GROUNDS = [undefined, 'plain', 'ruled', 'chequered'];
const SHAPES = [undefined, 'queen', 'full'];
const VERDICTS = ['holds', 'out'];
/** Notes in a square: enough for the values of any Sudoku. */
const MOST_NOTES = 100;

/** Checks one picture or several. Returns a list whose texts are safe to draw. */
export function checkPictures(pictures: Picture | readonly Picture[]): readonly Picture[] {
  const list: readonly Picture[] = Array.isArray(pictures) ? pictures : [pictures];
  let squares = 0;
  list.forEach((picture, k) => {
    const name = list.length === 1 ? 'The picture' : `Picture ${k}`;
    if (typeof picture !== 'object' || picture === null) {
      throw badSetting(`${name} is ${shown(picture)}; give a board or a graph.`);
    }
    checkText(picture.caption, `${name} has the caption`, MOST_CAPTION);
    if (isGraph(picture)) checkGraph(picture, name);
    else squares += checkBoard(picture, name);
    checkSquares(squares, name);
  });
  return list.map(sanitizePicture);
}

/** Throws if the value is no array. */
export function checkList(list: unknown, what: string): asserts list is readonly unknown[] {
  if (!Array.isArray(list)) throw badSetting(`${what} are ${shown(list)}; give an array.`);
}

/** Throws if the value is no array of objects. */
export function checkObjects(list: unknown, what: string): void {
  checkList(list, what);
  for (const one of list) {
    if (typeof one !== 'object' || one === null) {
      throw badSetting(`${what} have ${shown(one)} among them; give objects only.`);
    }
  }
}

/** Throws if there are more squares than the limit. */
export function checkSquares(count: number, what: string): void {
  if (count <= MOST_SQUARES) return;
  throw badSetting(
    `${what} brings the total to ${count} squares; draw at most ${MOST_SQUARES} at once.`,
  );
}

/** Throws if the value is no string, or a too long one. Undefined is allowed. */
export function checkText(text: unknown, what: string, most = MOST_MARK): void {
  if (text === undefined || (typeof text === 'string' && text.length <= most)) return;
  const given = typeof text === 'string' ? `of ${text.length} characters` : shown(text);
  throw badSetting(`${what} ${given}; give a string of at most ${most} characters.`);
}

function checkBoard(board: Board, name: string): number {
  const { width, height, squares, ground, left, above, arcs, outlines } = board;
  checkSide(width, `${name} has a width that`);
  checkSide(height, `${name} has a height that`);
  checkList(squares, `${name}: its squares`);
  if (squares.length !== width * height) {
    throw badSetting(
      `${name} is ${height}x${width} and has ${squares.length} squares; ` +
        `give ${width * height}, row by row, with undefined for a hole.`,
    );
  }
  if (!GROUNDS.includes(ground)) {
    throw badSetting(
      `${name} has the ground ${shown(ground)}; give 'plain', 'ruled' or 'chequered'.`,
    );
  }
  // A hole of the board may be a missing element of the array, which forEach skips.
  squares.forEach((square, k) => {
    if (square === undefined) return;
    const place = `${name} at row ${Math.floor(k / width)}, column ${k % width}`;
    checkSquare(square, place);
  });
  checkLabels(left, height, `${name} has labels to the left`);
  checkLabels(above, width, `${name} has labels above`);
  if (arcs !== undefined) checkArcs(arcs, board, name);
  if (outlines !== undefined) checkOutlines(outlines, board, name);
  return squares.length;
}

function checkSquare(square: Square, place: string): void {
  if (typeof square !== 'object' || square === null) {
    throw badSetting(`${place} is ${shown(square)}; give a square, or undefined for a hole.`);
  }
  const { region, tint, mark, shape, edges } = square;
  if (region !== undefined && typeof region !== 'string' && !Number.isFinite(region)) {
    throw badSetting(`${place} is in the region ${shown(region)}; give a string or a number.`);
  }
  checkTint(tint, place);
  checkText(mark, `${place} has the mark`);
  if (!SHAPES.includes(shape)) {
    throw badSetting(`${place} has the shape ${shown(shape)}; give 'queen' or 'full'.`);
  }
  if (square.notes !== undefined) checkNotes(square.notes, place);
  if (edges === undefined) return;
  if (!Array.isArray(edges) || edges.length !== 4) {
    throw badSetting(`${place} has edges that are ${shown(edges)}; give four: N, E, S, W.`);
  }
  for (const edge of edges) {
    const { tint: edgeTint, mark: letter } = edge ?? {};
    checkInteger(`${place}: the tint of an edge`, edgeTint, 0, TINTS - 1);
    if (typeof letter === 'string' && sanitizeText(letter) === letter && columnsOf(letter) === 1)
      continue;
    throw badSetting(`${place} has an edge with the mark ${shown(letter)}; give one letter.`);
  }
}

function checkNotes(notes: Square['notes'], place: string): void {
  checkList(notes, `${place}: its notes`);
  if (notes.length > MOST_NOTES) {
    throw badSetting(`${place} has ${notes.length} notes; give at most ${MOST_NOTES}.`);
  }
  for (const note of notes) {
    if (note === undefined) continue;
    const { mark, verdict } = (note ?? {}) as Partial<Note>;
    checkText(mark ?? null, `${place} has a note with the mark`);
    if (verdict !== undefined) checkVerdict(verdict, `${place} has a note`);
  }
}

function checkOutlines(outlines: Board['outlines'], board: Board, name: string): void {
  checkObjects(outlines, `${name}: its outlines`);
  for (const { squares, verdict } of outlines as readonly Outline[]) {
    checkList(squares, `${name}: the squares of an outline`);
    for (const square of squares) {
      checkInteger(`${name}: a square of an outline`, square, 0, board.squares.length - 1);
    }
    checkVerdict(verdict, `${name} has an outline`);
  }
}

function checkVerdict(verdict: unknown, what: string): void {
  if (VERDICTS.includes(verdict as string)) return;
  throw badSetting(`${what} with the verdict ${shown(verdict)}; give 'holds' or 'out'.`);
}

function checkTint(tint: number | undefined, place: string): void {
  if (tint !== undefined) checkInteger(`${place}: its tint`, tint, 0, TINTS - 1);
}

function checkLabels(labels: unknown, count: number, what: string): void {
  if (labels === undefined) return;
  if (!Array.isArray(labels) || labels.length !== count) {
    throw badSetting(`${what} that are ${shown(labels)}; give ${count} lists of texts.`);
  }
  for (const list of labels) {
    checkList(list, `${what}, some of which`);
    if (list.length > MOST_SIDE) {
      throw badSetting(
        `${what}, ${list.length} in one place; give at most ${MOST_SIDE} in each place.`,
      );
    }
    for (const text of list) checkText(text ?? null, `${what}, among them`);
  }
}

function checkArcs(arcs: readonly Arc[], board: Board, name: string): void {
  checkList(arcs, `${name}: its arcs`);
  if (arcs.length === 0) return;
  if (board.height !== 1 || board.above !== undefined) {
    throw badSetting(`${name} has arcs; they are for boards of one row with nothing above it.`);
  }
  if (arcs.length > board.width) {
    throw badSetting(
      `${name} has ${arcs.length} arcs; give at most one for each of ${board.width} squares.`,
    );
  }
  for (const arc of arcs) {
    const { from, to, tint } = arc ?? {};
    checkInteger(`${name}: the start of an arc`, from, 0, board.width - 1);
    checkInteger(`${name}: the end of an arc`, to, 0, board.width - 1);
    checkTint(tint, `${name} at an arc`);
  }
}

function checkGraph(graph: GraphPicture, name: string): void {
  const { vertices, edges } = graph;
  checkList(vertices, `${name}: its vertices`);
  checkList(edges, `${name}: its edges`);
  checkInteger(`${name} has a number of vertices that`, vertices.length, 0, MOST_VERTICES);
  checkInteger(`${name} has a number of edges that`, edges.length, 0, MOST_EDGES);
  for (const vertex of vertices) checkText(vertex ?? null, `${name} has the vertex`);
  for (const edge of edges) {
    const { from, to } = edge ?? {};
    checkInteger(`${name}: an end of an edge`, from, 0, vertices.length - 1);
    checkInteger(`${name}: an end of an edge`, to, 0, vertices.length - 1);
  }
}

/** The picture with texts that are safe to draw. */
function sanitizePicture(picture: Picture): Picture {
  const caption = picture.caption === undefined ? undefined : sanitizeText(picture.caption);
  if (isGraph(picture))
    return { ...picture, caption, vertices: picture.vertices.map(sanitizeText) };
  const { squares } = picture;
  return {
    ...picture,
    caption,
    squares: squares.map((square) =>
      square === undefined || (square.mark === undefined && square.notes === undefined)
        ? square
        : {
            ...square,
            mark: square.mark === undefined ? undefined : sanitizeText(square.mark),
            notes: square.notes?.map((note) => note && { ...note, mark: sanitizeText(note.mark) }),
          },
    ),
    left: sanitizeLabels(picture.left),
    above: sanitizeLabels(picture.above),
  };
}

function sanitizeLabels(labels: Board['left']): Board['left'] {
  return labels?.map((list) => list.map(sanitizeText));
}

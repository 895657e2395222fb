import { plural, shown } from '../../engine/problem/error.ts';
import { checkInteger, checkWord } from '../../engine/problem/setting.ts';
import { badSetting } from '../mistakes.ts';
import type { Lattice, LatticeCell } from '../packing/lattice.ts';
import { LATTICES, type LatticeName } from '../packing/lattices.ts';
import {
  type Arc,
  type Board,
  type BoardClues,
  type ClueShape,
  checkSide,
  type GraphPicture,
  isGraph,
  isLattice,
  joinsNeighbours,
  type LatticePicture,
  MOST_SIDE,
  type Picture,
  type Side,
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
export const MOST_MARK = 100;
/** The longest caption: enough for a line above a board. */
const MOST_CAPTION = 1000;

/** Notes in a square: enough for the values of any Sudoku. */
const MOST_NOTES = 100;

/**
 * Checks the lists, sizes, places and texts of one picture or several; all else is as its type says.
 * Returns a list whose texts are safe to draw.
 */
export function checkPictures(pictures: Picture | readonly Picture[]): readonly Picture[] {
  const list: readonly Picture[] = Array.isArray(pictures) ? pictures : [pictures];
  let squares = 0;
  list.forEach((picture, k) => {
    const name = list.length === 1 ? 'The picture' : `Picture ${k}`;
    if (typeof picture !== 'object' || picture === null) {
      throw badSetting(
        `${name} is ${shown(picture)}; give a board, cells of a lattice or a graph.`,
      );
    }
    checkText(picture.caption, `${name}: its caption`, MOST_CAPTION);
    if (!isGraph(picture)) checkKey(picture.key, name);
    if (isGraph(picture)) checkGraph(picture, name);
    else if (isLattice(picture)) squares += checkLatticePicture(picture, name);
    else squares += checkBoard(picture, name);
    checkSquares(squares, name);
  });
  return list.map(sanitizePicture);
}

/** Throws if there are more squares than the limit. */
export function checkSquares(count: number, what: string): void {
  if (count <= MOST_SQUARES) return;
  throw badSetting(
    `${what} brings the total to ${count} squares; draw at most ${MOST_SQUARES} at once.`,
  );
}

/** Throws if a value is no text, or one too long. A text may be missing. */
export function checkText(text: string | undefined, what: string, most = MOST_MARK): void {
  if (text === undefined) return;
  if (typeof text !== 'string') throw badSetting(`${what} is ${shown(text)}; give a text.`);
  if (text.length <= most) return;
  throw badSetting(`${what} has ${text.length} characters; give at most ${most}.`);
}

/** The same for a text that must be there. */
function checkNeeded(text: string, what: string): void {
  if (text === undefined) throw badSetting(`${what} is missing; give a text.`);
  checkText(text, what);
}

/** Throws if a value is no list, or one too long. */
function checkList(list: readonly unknown[], what: string, most = MOST_EDGES): void {
  if (!Array.isArray(list)) throw badSetting(`${what} is ${shown(list)}; give a list.`);
  if (list.length > most) {
    throw badSetting(`${what} has ${list.length} entries; give at most ${most}.`);
  }
}

/** The objects of a list that a picture may lack. */
function entriesOf<T extends object>(
  list: readonly T[] | undefined,
  what: string,
  most?: number,
): readonly T[] {
  if (list === undefined) return [];
  checkList(list, what, most);
  for (const entry of list) {
    if (typeof entry === 'object' && entry !== null) continue;
    throw badSetting(`${what} has the entry ${shown(entry)}; give objects.`);
  }
  return list;
}

function checkKey(key: Board['key'], name: string): void {
  for (const { mark, name: meaning, tint } of entriesOf(key, `${name}: its key`)) {
    checkNeeded(mark, `${name}: a mark of its key`);
    checkNeeded(meaning, `${name}: a name of its key`);
    checkTint(tint, `${name}: its key`);
  }
}

function checkBoard(board: Board, name: string): number {
  const { width, height, squares, left, above, arcs, outlines, path, fence, clues } = board;
  checkSide(width, `${name} has a width that`);
  checkSide(height, `${name} has a height that`);
  checkList(squares, `${name}: its list of squares`, Number.POSITIVE_INFINITY);
  if (squares.length !== width * height) {
    throw badSetting(
      `${name} is ${height}x${width} and has ${plural(squares.length, 'square')}; ` +
        `give ${width * height}, row by row, with undefined for a hole.`,
    );
  }
  // A hole of the board may be a missing element of the array, which forEach skips.
  squares.forEach((square, k) => {
    if (square === undefined) return;
    const place = `${name} at row ${Math.floor(k / width)}, column ${k % width}`;
    checkSquare(square, place);
  });
  checkLabels(left, height, `${name}: its labels to the left`);
  checkLabels(above, width, `${name}: its labels above`);
  checkArcs(entriesOf(arcs, `${name}: its list of arcs`), board, name);
  checkOutlines(outlines, squares.length, name, 'square');
  for (const [what, lines, more] of [
    ['path', path, 0],
    ['fence', fence, 1],
  ] as const) {
    for (const { from, to } of entriesOf(lines, `${name}: its ${what}`)) {
      for (const end of entriesOf([from, to], `${name}: a line of its ${what}`)) {
        checkInteger(`${name}: the row of a line of its ${what}`, end.row, 0, height - 1 + more);
        checkInteger(
          `${name}: the column of a line of its ${what}`,
          end.column,
          0,
          width - 1 + more,
        );
      }
    }
  }
  if (clues !== undefined) checkClues(clues, board, `${name}: its clues`);
  const slanted = fence?.find((line) => !joinsNeighbours(line));
  if (slanted !== undefined) {
    throw badSetting(`${name}: a line of its fence joins no neighbours; give one for each side.`);
  }
  return squares.length;
}

function checkOutlines(
  outlines: Board['outlines'],
  count: number,
  name: string,
  what: 'square' | 'cell',
): void {
  for (const { squares } of entriesOf(outlines, `${name}: its list of outlines`, MOST_SQUARES)) {
    checkList(squares, `${name}: an outline`, MOST_SQUARES);
    for (const square of squares) {
      checkInteger(`${name}: a ${what} of an outline`, square, 0, count - 1);
    }
  }
}

/** Checks the name of a lattice. */
export function latticeNamed(name: LatticeName): Lattice {
  return LATTICES[checkWord('lattice', name, Object.keys(LATTICES) as LatticeName[])];
}

/** Throws if a value is no cell of a lattice, or is too far out. */
export function checkCell(lattice: Lattice, cell: LatticeCell, what: string): void {
  if (!Array.isArray(cell) || cell.length !== 3) {
    throw badSetting(`${what} is ${shown(cell)}; give three whole numbers: [x, y, z].`);
  }
  for (const place of cell) checkInteger(`${what}: a coordinate`, place, -MOST_SIDE, MOST_SIDE);
  if (lattice.isCell(cell)) return;
  throw badSetting(`${what} is ${shown(cell)}, which is no cell of the lattice ${lattice.name}.`);
}

/** Returns the number of squares that would fill the rectangle around the cells. */
function checkLatticePicture({ lattice, cells, outlines }: LatticePicture, name: string) {
  const known = latticeNamed(lattice);
  if (!Array.isArray(cells)) throw badSetting(`${name} has no list of cells; give one.`);
  checkSquares(cells.length, name);
  const seen = new Set<string>();
  entriesOf(cells, `${name}: its list of cells`, MOST_SQUARES).forEach((cell, k) => {
    checkCell(known, cell.at, `${name}: cell ${k}`);
    const place = `${name} at ${cell.at.join()}`;
    checkSquare(cell, place);
    if (seen.has(cell.at.join())) throw badSetting(`${place} has two cells; give each once.`);
    seen.add(cell.at.join());
  });
  checkOutlines(outlines, cells.length, name, 'cell');
  const places = cells.map(({ at }) => (known.isFlat ? known.centre(at) : at));
  return ([0, 1, 2] as const).reduce<number>((area, axis) => {
    const [least, most] = rangeOf(places.map((place) => place[axis]));
    return area * Math.ceil(most - least + 1);
  }, 1);
}

/** The least and the greatest of some numbers; 0 and 0 of none. */
export function rangeOf(numbers: readonly number[]): readonly [least: number, most: number] {
  let [least, most] = [numbers[0] ?? 0, numbers[0] ?? 0];
  for (const number of numbers) {
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  return [least, most];
}

function checkClues(clues: BoardClues, { width, height, squares }: Board, name: string): void {
  const { under, over, cages, letters, labels, words, legend } = clues;
  const texts = [...words, ...legend];
  const lists = [under, over, cages, clues.signs, texts];
  if (lists.some((list) => list.length > MOST_EDGES)) {
    throw badSetting(`${name} have a list of more than ${MOST_EDGES} entries; give fewer.`);
  }
  const labelled = cages.flatMap((cage) => cage.labelled ?? []);
  const caged = cages.flatMap((cage) => cage.squares);
  for (const square of [...caged, ...labelled, ...letters.keys()]) {
    checkInteger(`${name}: a square`, square, 0, squares.length - 1);
  }
  for (const { at, text } of clues.signs) {
    checkText(text, `${name}: a sign`);
    const [x, y] = at.map((place) => 2 * place);
    checkInteger(`${name}: twice the place of a sign`, x, 0, 2 * width);
    checkInteger(`${name}: twice the place of a sign`, y, 0, 2 * height);
  }
  for (const side of ['above', 'below'] as const) checkLabels(labels[side], width, name);
  for (const side of ['left', 'right'] as const) checkLabels(labels[side], height, name);
}

function checkSquare({ tint, mark, edges, notes = [] }: Square, place: string): void {
  checkTint(tint, place);
  checkText(mark, `${place}: its mark`);
  checkList(notes, `${place}: its list of notes`, MOST_NOTES);
  for (const note of notes) if (note !== undefined) checkNeeded(note.mark, `${place}: a note`);
  for (const edge of entriesOf(edges, `${place}: its list of edges`)) {
    checkInteger(`${place}: the tint of an edge`, edge.tint, 0, TINTS - 1);
    if (sanitizeText(edge.mark) === edge.mark && columnsOf(edge.mark) === 1) continue;
    throw badSetting(`${place} has an edge with the mark ${shown(edge.mark)}; give one letter.`);
  }
}

function checkTint(tint: number | undefined, place: string): void {
  if (tint !== undefined) checkInteger(`${place}: its tint`, tint, 0, TINTS - 1);
}

function checkLabels(labels: Board['left'], count: number, what: string): void {
  if (labels === undefined) return;
  checkList(labels, what);
  if (labels.length !== count) {
    throw badSetting(`${what} are ${plural(labels.length, 'list')}; give ${count}.`);
  }
  for (const list of labels) {
    checkList(list, what);
    if (list.length > MOST_SIDE) {
      throw badSetting(`${what} are ${list.length} in one place; give at most ${MOST_SIDE}.`);
    }
    for (const text of list) checkNeeded(text, `${what}: one`);
  }
}

function checkArcs(arcs: readonly Arc[], board: Board, name: string): void {
  if (arcs.length === 0) return;
  if (board.height !== 1 || board.above !== undefined) {
    throw badSetting(`${name} has arcs; they are for boards of one row with nothing above it.`);
  }
  if (arcs.length > board.width) {
    throw badSetting(
      `${name} has ${plural(arcs.length, 'arc')}; give at most one for each square, of which there ${board.width === 1 ? 'is' : 'are'} ${board.width}.`,
    );
  }
  for (const { from, to, tint } of arcs) {
    checkInteger(`${name}: the start of an arc`, from, 0, board.width - 1);
    checkInteger(`${name}: the end of an arc`, to, 0, board.width - 1);
    checkTint(tint, `${name} at an arc`);
  }
}

function checkGraph({ vertices, edges }: GraphPicture, name: string): void {
  checkList(vertices, `${name}: its list of vertices`, Number.POSITIVE_INFINITY);
  checkInteger(`${name} has a number of vertices that`, vertices.length, 0, MOST_VERTICES);
  checkInteger(`${name} has a number of edges that`, edges.length, 0, MOST_EDGES);
  for (const vertex of vertices) checkNeeded(vertex, `${name}: a vertex`);
  for (const { from, to } of entriesOf(edges, `${name}: its list of edges`)) {
    checkInteger(`${name}: an end of an edge`, from, 0, vertices.length - 1);
    checkInteger(`${name}: an end of an edge`, to, 0, vertices.length - 1);
  }
}

/** The picture with texts that are safe to draw. */
function sanitizePicture(picture: Picture): Picture {
  const caption = picture.caption === undefined ? undefined : sanitizeText(picture.caption);
  if (isGraph(picture))
    return { ...picture, caption, vertices: picture.vertices.map(sanitizeText) };
  const key = picture.key?.map(({ mark, name, tint }) => {
    return { mark: sanitizeText(mark), name: sanitizeText(name), tint };
  });
  if (isLattice(picture)) {
    return { ...picture, caption, key, cells: picture.cells.map(sanitizeSquare) };
  }
  return {
    ...picture,
    caption,
    key,
    squares: picture.squares.map((square) => square && sanitizeSquare(square)),
    left: sanitizeLabels(picture.left),
    above: sanitizeLabels(picture.above),
    clues: picture.clues && sanitizeClues(picture.clues),
  };
}

function sanitizeSquare<S extends Square>(square: S): S {
  const { mark, notes } = square;
  if (mark === undefined && notes === undefined) return square;
  return {
    ...square,
    mark: mark === undefined ? undefined : sanitizeText(mark),
    notes: notes?.map((note) => note && { ...note, mark: sanitizeText(note.mark) }),
  };
}

function sanitizeClues(clues: BoardClues): BoardClues {
  const { under, over, cages, signs, letters, words, legend } = clues;
  const shape = (one: ClueShape) =>
    one.form === 'text' ? { ...one, text: sanitizeText(one.text) } : one;
  const labels = (side: Side) => clues.labels[side].map((list) => list.map(sanitizeText));
  return {
    ...clues,
    under: under.map(shape),
    over: over.map(shape),
    cages: cages.map((cage) => ({ ...cage, label: cage.label && sanitizeText(cage.label) })),
    signs: signs.map((sign) => ({ ...sign, text: sanitizeText(sign.text) })),
    letters: new Map([...letters].map(([square, text]) => [square, sanitizeText(text)])),
    labels: {
      above: labels('above'),
      right: labels('right'),
      below: labels('below'),
      left: labels('left'),
    },
    words: words.map(sanitizeText),
    legend: legend.map(sanitizeText),
  };
}

function sanitizeLabels(labels: Board['left']): Board['left'] {
  return labels?.map((list) => list.map(sanitizeText));
}

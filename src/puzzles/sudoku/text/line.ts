/*
 * One line of text, read as cells. What is no symbol is stripped, and the rest is counted:
 *
 *     | 5 3 . | . 7 . | . . . |  -->  53..7....        nine symbols
 *     10 12 . 3                  -->  10, 12, ., 3     four numbers
 *
 * The number of cells tells whether the line is a row or a puzzle (`Format`).
 */

/** A line before it is read, or a text of JSON. */
export interface Line {
  /** The number of the line, from 1. */
  readonly line: number;
  readonly text: string;
  /** The number of columns of the line before the text. */
  readonly shift: number;
  /** The column for all mistakes, where the text is made of an array of JSON. */
  readonly column?: number | undefined;
}

/** A line of a grid, or a whole puzzle on a line. */
export interface Row extends Line {
  /** A character for each cell, or an array where they are numbers. */
  readonly cells: string | readonly string[];
  /** The index in the text of each piece, and the number of cells in a piece. */
  readonly places: readonly number[];
  readonly width: number;
  /** The number of cells between any two bars; 0 where that is not always the same. */
  readonly columns: number | undefined;
}

/** What stands between separators: white space, commas, semicolons, quotes, borders. */
const PIECE = /[^\s,;"|\u2500-\u257f]+/g;
const BAR = /[|\u2500-\u257f]/;
const BARS = /[|\u2500-\u257f]+/;
const FIELD_SEPARATORS = [/,/, /;/, /\t/, BAR];
const DOTS = /[\u00b7\u2022]/g;
const NUMBER = /^(?:-1|\d{1,3}|[._*xX-])$/;
const STRANGER = /[^0-9A-Za-z._*\u00b7\u2022\s,;"|\u2500-\u257f-]/;
const BORDERS = /^[\s|+=:\u2500-\u257f]+$/;
/** Bars alone stand about empty cells. */
const BARS_ALONE = /^[\s|\u2502\u2503\u2551]+$/;
const DASHES = /^[\s|.:'*+]*-{2}[\s|.:'*+-]*$/;
/** Fewer cells on a line with a note beside them may be a row, or the note itself. */
const LEAST_NOTED = 81;
/** A longer note may be the rest of a puzzle that was torn. */
const LONGEST_NOTE = 40;

/** True for a line between rows that has no cell: `+---+---+`, `------`, `=====`. */
export function isRule(text: string): boolean {
  return (BORDERS.test(text) && !BARS_ALONE.test(text)) || DASHES.test(text);
}

/** The index of the first character that is no symbol, no blank and no border; or -1. */
export function strangerIn(text: string): number {
  return text.search(STRANGER);
}

/** A part of a line, and where it begins. */
interface Piece {
  readonly index: number;
  readonly text: string;
}

/**
 * The ways to read a line as cells; none if its pieces are of different lengths. There are two where
 * places between commas or bars are empty: `1,2,` has two cells, or a blank in the third one.
 */
export function rowsIn(line: Line): Row[] {
  const text = line.text.replace(DOTS, '.');
  const pieces = Array.from(text.matchAll(PIECE), ({ index, 0: text }) => ({ index, text }));
  const rows = pieces.length > 0 ? rowsOf(line, text, pieces) : [];
  const fields = fieldsIn(text);
  if (fields === undefined || fields.length <= pieces.length) return rows;
  const all = rowsOf(line, text, fields);
  const isWithin = fields.slice(0, -1).some(({ text }) => text === '.');
  return isWithin ? [...all, ...rows] : [...rows, ...all];
}

/** Each place between commas, semicolons, tabs or bars as a cell; undefined if one has several. */
function fieldsIn(text: string): Piece[] | undefined {
  const separator = FIELD_SEPARATORS.find((separator) => separator.test(text));
  if (separator === undefined) return undefined;
  let index = 0;
  const fields = text.split(separator).map((field) => {
    const piece = { index: index + Math.max(field.search(/[^\s"]/), 0), text: field.trim() };
    index += field.length + 1;
    return piece;
  });
  if (separator === BAR) {
    // The bars at both ends are a frame.
    if (fields[0].text === '') fields.shift();
    if (fields.at(-1)?.text === '') fields.pop();
  }
  const cells = fields.map(({ index, text }) => ({
    index,
    text: text.replace(/^"(.*)"$/, '$1') || '.',
  }));
  return cells.every(({ text }) => NUMBER.test(text) || text.length === 1) ? cells : undefined;
}

/**
 * Pieces as numbers, if they can be numbers alone; else as symbols in groups of one length. Groups
 * of digits are numbers where none is greater than there are of them.
 */
function rowsOf(line: Line, text: string, pieces: readonly Piece[]): Row[] {
  const cells = pieces.map(({ text }) => text);
  const places = pieces.map(({ index }) => index);
  const width = cells[0].length;
  const isEven = cells.every(({ length }) => length === width);
  // Only numbers of one width begin with a 0.
  const isNumber = (cell: string) => NUMBER.test(cell) && (isEven || !/^0./.test(cell));
  const mayBeNumbers = !(isEven && width === 1) && cells.every(isNumber);
  if (mayBeNumbers && !(isEven && cells.some((cell) => Number(cell) > cells.length))) {
    return [{ ...line, text, cells, places, width: 1, columns: columnsBetween(text, 1) }];
  }
  if (!isEven) return [];
  const columns = columnsBetween(text, width);
  return [{ ...line, text, cells: cells.join(''), places, width, columns }];
}

function columnsBetween(text: string, width: number): number | undefined {
  if (!BAR.test(text)) return undefined;
  const parts = text.split(BARS).map((part) => width * (part.match(PIECE)?.length ?? 0));
  const counts = new Set(parts.filter((cells) => cells > 0));
  const [columns] = counts;
  return counts.size === 1 ? columns : 0;
}

/**
 * The puzzle of a line that has something else beside it: a number before, a rating or a name
 * behind. It has no space within; what stands beside it is short, and no puzzle.
 */
export function notedPuzzleIn(line: Line): Line | undefined {
  const pieces = [...line.text.matchAll(PIECE)];
  const isLong = ({ 0: { length } }: RegExpMatchArray) => length >= LEAST_NOTED;
  const puzzles = pieces.filter(isLong);
  const [puzzle] = puzzles;
  if (pieces.length < 2 || puzzles.length !== 1) return undefined;
  if (pieces.some((piece) => piece !== puzzle && piece[0].length > LONGEST_NOTE)) return undefined;
  return strangerIn(puzzle[0]) < 0
    ? { ...line, text: puzzle[0], shift: line.shift + puzzle.index }
    : undefined;
}

/** True if every cell stands by itself. */
export function isSpread({ width, cells }: Row): boolean {
  return width === 1 || cells.length === 1;
}

export function isBarred({ text }: Line): boolean {
  return BAR.test(text);
}

/** True if a cell may have been left empty, in place of a sign for a blank. */
export function mayHaveEmptyCells({ text }: Line): boolean {
  return FIELD_SEPARATORS.some((separator) => separator.test(text)) || /\S {2}/.test(text);
}

/** The column of a cell in its line, from 1; for a cell that is not there, the one past the line. */
export function columnOf({ text, shift, column, places, width }: Row, cell: number): number {
  if (column !== undefined) return column;
  const place = places[Math.floor(cell / width)];
  const at = place === undefined ? text.trimEnd().length : place + (cell % width);
  return shift + at + 1;
}

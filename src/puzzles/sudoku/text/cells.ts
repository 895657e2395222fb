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
  /** The column for all mistakes, where the text does not stand in the line as it is. */
  readonly column?: number | undefined;
}

/** A line of a grid, or a whole puzzle on a line. */
export interface Row extends Line {
  /** A character for each cell, or an array where they are numbers. */
  readonly cells: string | readonly string[];
  /** The number of cells that stand together, with nothing between. */
  readonly width: number;
  /** The number of cells between any two bars; 0 where that is not always the same. */
  readonly columns: number | undefined;
}

/** What stands between separators: white space, commas, semicolons, quotes, borders. */
const PIECE = /[^\s,;"|\u2500-\u257f]+/g;
const BARS = /[|\u2500-\u257f]+/;
const DOTS = /[\u00b7\u2022]/g;
const NUMBER = /^(?:-1|\d{1,3}|[._*xX-])$/;
/** Borders, and a dash or an equals sign among them: bars alone stand about empty cells. */
const RULE = /^(?=.*(?:--|[=+\u2500\u2501\u2550]))[\s|=:.'*+\u2500-\u257f-]+$/;
const EMPTY_FIELD = /([,;\t])[\s"]*\1/;
const EMPTY_CELL = /[|\u2500-\u257f]\s+[|\u2500-\u257f]/;
const EMPTY_BETWEEN_BARS = /[^\s|\u2500-\u257f]\s*[|\u2500-\u257f]{2,}\s*[^\s|\u2500-\u257f]/;
/** Fewer cells with a note beside them may be a row, or the note itself. */
const LEAST_NOTED = 81;
/** A longer note, or one with as many symbols in a row, may be the rest of a puzzle that was torn. */
const LONGEST_NOTE = 40;
const MANY_CELLS = /[\w.*-]{16}/;

/** True for a line between rows that has no cell: `+---+---+`, `------`, `=====`. */
export function isRule(text: string): boolean {
  // Points and stars are blanks, too: a drawn line must stand beside them.
  return RULE.test(text) && (!/[.*]/.test(text) || /--|[\u2500-\u257f]/.test(text));
}

/** The cells of a line; undefined if it has none, or groups of different lengths. */
export function rowIn(line: Line): Row | undefined {
  const text = line.text.replace(DOTS, '.');
  const pieces: readonly string[] = text.match(PIECE) ?? [];
  if (pieces.length === 0) return undefined;
  const width = pieces[0].length;
  const isEven = pieces.every(({ length }) => length === width);
  if (areNumbers(pieces, isEven)) {
    return { ...line, cells: pieces, width: 1, columns: columnsBetween(text, 1) };
  }
  if (!isEven) return undefined;
  return { ...line, cells: pieces.join(''), width, columns: columnsBetween(text, width) };
}

/**
 * True if pieces are numbers, rather than symbols in groups of one length. Groups of digits are
 * numbers where none is greater than there are of them. Only numbers of one length begin with a 0.
 */
function areNumbers(pieces: readonly string[], isEven: boolean): boolean {
  const { length } = pieces[0];
  // Numbers of two digits are for sizes from 4 up if small ones have a 0 before them, and so on.
  if (isEven && (length === 1 || pieces.length < (length === 2 ? 4 : 100))) return false;
  const isNumber = (piece: string) => NUMBER.test(piece) && (isEven || !/^0./.test(piece));
  return pieces.every(isNumber) && !(isEven && pieces.some((piece) => +piece > pieces.length));
}

function columnsBetween(text: string, width: number): number | undefined {
  if (!BARS.test(text)) return undefined;
  const parts = text.split(BARS).map((part) => width * (part.match(PIECE)?.length ?? 0));
  const counts = new Set(parts.filter((cells) => cells > 0));
  return counts.size === 1 ? counts.values().next().value : 0;
}

/** The index of a place between separators that has no cell, or -1. */
export function emptyPlaceIn(text: string, columns?: number): number {
  const isCell = EMPTY_FIELD.exec(text) ?? EMPTY_CELL.exec(text);
  // Two bars together stand between boxes, unless there is one about each cell.
  return (isCell ?? (columns === 1 ? EMPTY_BETWEEN_BARS.exec(text) : null))?.index ?? -1;
}

/**
 * The puzzle of a line that has something else beside it: a number before, a rating or a name
 * behind. It has no space within; what stands beside it is short, and no puzzle.
 */
export function notedPuzzleIn(line: Line): Line | undefined {
  if (line.text.length <= LEAST_NOTED) return undefined;
  const pieces: readonly string[] = line.text.match(PIECE) ?? [];
  const [puzzle, another] = pieces.filter(({ length }) => length >= LEAST_NOTED);
  if (puzzle === undefined || another !== undefined || pieces.length === 1) return undefined;
  const isNote = (piece: string) => piece.length <= LONGEST_NOTE && !MANY_CELLS.test(piece);
  if (!pieces.every((piece) => piece === puzzle || isNote(piece))) return undefined;
  return { ...line, text: puzzle, shift: line.shift + line.text.indexOf(puzzle) };
}

/** True if every cell stands by itself. */
export function isSpread({ width, cells }: Row): boolean {
  return width === 1 || cells.length === 1;
}

/** The column of a cell in its line, from 1; for a cell that is not there, the one past the line. */
export function columnOf({ text, shift, column, width }: Row, cell: number): number {
  if (column !== undefined) return column;
  let left = Math.floor(cell / width);
  for (const { index } of text.matchAll(PIECE)) {
    if (left-- === 0) return shift + index + (cell % width) + 1;
  }
  return shift + text.trimEnd().length + 1;
}

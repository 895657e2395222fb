/**
 * One line of text, seen as cells. Two notations: *symbols*, one character a cell, with or without
 * something between them; and *integers*, with something between any two. A line may be readable
 * in more than one way; how many cells are wanted decides (see reader.ts).
 */

/** A line before it is known how to read it. */
export interface Line {
  /** The number of the line, from 1. */
  readonly line: number;
  /** The text as it stands, and how many columns of the line come before it. */
  readonly text: string;
  readonly shift: number;
  /** Where all that is wrong with it is said to be, for a line that does not stand in the text so. */
  readonly column?: number | undefined;
}

/** A character for each cell, or an array where they are numbers. */
export type Cells = string | readonly string[];

/** A way to read a line. */
export interface Reading {
  readonly cells: Cells;
  /**
   * How many cells stand between two bars; without inner bars, in a group without space. Nothing
   * where each cell stands by itself, or all of them without anything between.
   */
  readonly columns: number | undefined;
  /** Whether `columns` are those between bars, so that they show the boxes. */
  readonly barred: boolean;
}

/** A line of a grid, or a whole puzzle on a line. */
export interface Row extends Line, Reading {}

export function rowOf(
  { line, text, shift, column }: Line,
  { cells, columns, barred }: Reading,
): Row {
  return { line, text, shift, column, cells, columns, barred };
}

/** What stands between cells: white space, commas, borders as lines or as drawn by Unicode. */
const BETWEEN = /[\s,|\u2500-\u257f]/;
const BAR = /[|\u2500-\u257f]+/;
const NUMBER = /^(?:-1|\d{1,3}|[._*xX-])$/;

/**
 * The ways to read a line, the likeliest first:
 *
 * - `53  7    `: spaces are blanks, see `spacesAsBlanks`;
 * - `12 0 3 -1`: numbers, if every piece is one or a blank, and some are longer than a character;
 * - `5 3 . | . 7 .` or `53. .7.`: symbols, in groups of one length.
 *
 * Groups of two or three digits may be either: they are numbers first where none is greater than
 * there are of them. Numbers may begin with a 0 where all have the same width. Between bars there
 * must be equally many cells.
 *
 * `spaced`: whether the rows above have spaces for blanks, where that is known.
 */
export function readings(
  text: string,
  size: number | undefined,
  spaced?: boolean | undefined,
): Reading[] {
  if (!BETWEEN.test(text)) return [{ cells: text, columns: undefined, barred: false }];
  const found: Reading[] = [];
  if (spacesAsBlanks(text, size, spaced)) {
    found.push({ cells: text.replaceAll(' ', '.'), columns: undefined, barred: false });
  }
  const parts = partsOf(text);
  const perPart = parts[0]?.length ?? 0;
  if (perPart === 0 || parts.some((part) => part.length !== perPart)) return found;
  const pieces = parts.flat();
  const width = pieces[0]?.length ?? 0;
  const isEven = pieces.every((piece) => piece.length === width);
  const barred = parts.length > 1;
  const framed = barred || isBordered(text);

  if (isEven && (width === 1 || !barred || perPart === 1)) {
    const cells = pieces.join('');
    const grouped = width > 1 && pieces.length > 1 ? width : framed ? cells.length : undefined;
    found.push({ cells, columns: barred ? perPart * width : grouped, barred });
  }
  if (areNumbers(pieces, isEven)) {
    const numbers = { cells: pieces, columns: framed ? perPart : undefined, barred };
    const likely = pieces.every((piece) => !(Number(piece) > pieces.length));
    if (isEven && likely) found.splice(-1, 0, numbers);
    else found.push(numbers);
  }
  return found;
}

function areNumbers(pieces: readonly string[], isEven: boolean): boolean {
  if (!pieces.some((piece) => piece.length > 1)) return false;
  return pieces.every((piece) => NUMBER.test(piece) && (isEven || !/^0./.test(piece)));
}

/**
 * Whether spaces are the blanks of a line. It must have exactly the length of a row or a puzzle
 * (without a known size: 9 or 81) and no other blank. Where the rows above do not show it, single
 * spaces must not make groups of one length, nor, on a puzzle's line, columns of numbers, which
 * have no three spaces in succession.
 */
function spacesAsBlanks(
  text: string,
  size: number | undefined,
  spaced: boolean | undefined,
): boolean {
  const { length } = text;
  const isRow = length === (size ?? 9);
  if (spaced === false || !(isRow || length === (size ?? 9) ** 2)) return false;
  if (!(size === undefined ? /^[1-9 ]+$/ : /^[1-9A-WYZa-wyz ]+$/).test(text)) return false;
  if (spaced) return true;
  if (!isRow) return text.includes('   ');
  // Cut short, a row with a space between cells may have the length of one that is whole.
  if (size !== undefined && !/^\S+(?: \S+)*$/.test(text)) return true;
  const groups = text.trim().split(' ');
  return groups.some((group) => group.length !== groups[0]?.length);
}

/** Whether a row has spaces for blanks; unknown of one that has neither spaces nor blanks. */
export function isSpaced({ text, cells }: Row): boolean | undefined {
  if (/\s/.test(text)) return cells.length === text.length;
  return /^[1-9A-Za-z]+$/.test(text) ? undefined : false;
}

/** The pieces between bars; what is before the first bar and after the last only if it is any. */
function partsOf(text: string): string[][] {
  const parts = text.split(BAR).map(piecesOf);
  if (parts[0]?.length === 0) parts.shift();
  if (parts.at(-1)?.length === 0) parts.pop();
  return parts;
}

/** What stands between white space, commas and bars. */
export function piecesOf(text: string): string[] {
  return text.match(/[^\s,|\u2500-\u257f]+/g) ?? [];
}

/** Whether every cell stands by itself. */
export function isSpread({ text, cells }: Pick<Row, 'text' | 'cells'>): boolean {
  return piecesOf(text).length === cells.length;
}

export function isBordered(text: string): boolean {
  return BAR.test(text);
}

/** Where a cell stands in its line, from 1; for a cell that is not there, just past the line. */
export function columnOf(row: Line & Pick<Row, 'cells'>, cell: number): number {
  const { text, shift, cells } = row;
  if (row.column !== undefined) return row.column;
  if (cells.length === text.length) return shift + Math.min(cell, text.length) + 1;
  const pieces = typeof cells === 'string' ? /[^\s,|\u2500-\u257f]/g : /[^\s,|\u2500-\u257f]+/g;
  let seen = 0;
  for (const found of text.matchAll(pieces)) if (seen++ === cell) return shift + found.index + 1;
  return shift + text.trimEnd().length + 1;
}

/** Where the first character stands that is neither a symbol, a blank nor a border; or -1. */
export function strangerIn(text: string): number {
  return text.search(/[^0-9A-Za-z._*\s,|\u2500-\u257f-]/);
}

/**
 * A line that may be no row but a drawn rule. Sure ones: `+---+---+`, `===`, `*-------*` with
 * corners, and what has nothing but borders. `dashes`: a rule, or a row of blanks.
 */
export function ruleIn(text: string): 'rule' | 'dashes' | undefined {
  if (/[0-9A-Za-z_]/.test(text)) return undefined;
  if (/^[-|\s]+$/.test(text) && text.includes('-')) return 'dashes';
  if (/^[-+=:'|\s\u2500-\u257f]+$/.test(text)) return 'rule';
  if (/^[*.:'|]-{3,}(?:[+.:'*|]-{3,})*[*.:'|]$/.test(text.trim())) return 'rule';
  return undefined;
}

/** The line without its comment. `#` is in no alphabet. */
export function uncommented(text: string): string {
  const at = text.indexOf('#');
  return at < 0 ? text : text.slice(0, at);
}

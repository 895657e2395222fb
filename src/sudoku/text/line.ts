/**
 * One line of text, seen as cells. Two notations: *symbols*, one character a cell, with or without
 * something between them; and *integers*, with something between any two. A line may be readable
 * in more than one way; how many cells are wanted decides (see reader.ts).
 */

/** A line of a grid, or a whole puzzle on a line. */
export interface Row {
  /** The number of the line, from 1. */
  readonly line: number;
  /** The text as it stands, and how many columns of the line come before it. */
  readonly text: string;
  readonly shift: number;
  readonly cells: Cells;
}

/** A character for each cell, or an array where they are numbers. */
export type Cells = string | readonly string[];

/** What stands between cells: white space, commas, borders as lines or as drawn by Unicode. */
const BETWEEN = /[\s,|\u2500-\u257f]+/;
const NUMBERS = /^(?:-1|\d{1,3}|[._*xX-])$/;

/**
 * The ways to read a line, the likeliest first:
 *
 * - `5 3 . | . 7 .` or `53. .7.`: characters, with anything between them;
 * - `12 0 3 -1`: numbers, if every piece is one or a blank. They come first where a piece is `-1`
 *   or the pieces differ in length, since groups of symbols are all of one length;
 * - `53  7    `: spaces are blanks, if there is no other blank, and if the line has
 *   exactly the length of a row or a puzzle. Without a known size only 9 and 81 will do, and only
 *   where the spaces do not make groups (nor columns of numbers).
 */
export function readings(text: string, size: number | undefined): Cells[] {
  if (!BETWEEN.test(text)) return [text];
  if (size === undefined && looksSpaced(text)) return [text.replaceAll(' ', '.')];
  const pieces = piecesOf(text);
  const found: Cells[] = [pieces.join('')];
  if (pieces.some((piece) => piece.length > 1) && pieces.every((piece) => NUMBERS.test(piece))) {
    if (uneven(pieces) || pieces.includes('-1')) found.unshift(pieces);
    else found.push(pieces);
  }
  const { length } = text;
  if ((length === size || length === (size ?? 0) ** 2) && /^[1-9A-Za-z ]+$/.test(text)) {
    found.push(text.replaceAll(' ', '.'));
  }
  return found;
}

/** Whether a line is one of 9 or 81 cells that has spaces for blanks. */
function looksSpaced(text: string): boolean {
  if (!/^(?:.{9}|.{81})$/.test(text) || !/^[1-9 ]+$/.test(text)) return false;
  // Columns of numbers have no three spaces in succession.
  if (text.length === 81) return text.includes('   ');
  return uneven(text.trim().split(' '));
}

function uneven(pieces: readonly string[]): boolean {
  return pieces.some((piece) => piece.length !== pieces[0]?.length);
}

export function piecesOf(text: string): string[] {
  return text.split(BETWEEN).filter((piece) => piece !== '');
}

/** Whether every cell stands by itself. */
export function isSpread({ text, cells }: Pick<Row, 'text' | 'cells'>): boolean {
  return piecesOf(text).length === cells.length;
}

export function isBordered(text: string): boolean {
  return /[|\u2500-\u257f]/.test(text);
}

/** Where a cell stands in its line, from 1; for a cell that is not there, just past the line. */
export function columnOf({ text, shift, cells }: Row, cell: number): number {
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

import { mistakeAt, type QuadrilleError } from '../../problem/error.ts';
import { MOST_SIZE } from '../shape.ts';
import { fieldsOf } from './csv.ts';

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
  /** cell -> index in the text, where cells have their places and an empty one is a blank. */
  readonly places?: readonly number[] | undefined;
}

/** A line of a grid, or a whole puzzle on a line. */
export interface Row extends Line, Reading {}

export function rowOf(
  { line, text, shift, column }: Line,
  { cells, columns, barred, places }: Reading,
): Row {
  return { line, text, shift, column, cells, columns, barred, places };
}

/** What stands between cells: white space, commas, borders as lines or as drawn by Unicode. */
const BETWEEN = /[\s,|\u2500-\u257f]/;
const BAR = /[|\u2500-\u257f]+/;
/** Of an array of cells in JSON, with spaces between: a longer one is rather a puzzle. */
const LONGEST_ROW = 110;
const DOTS = /[\u00b7\u2022]/g;
const NUMBER = /^(?:-1|\d{1,3}|[._*xX-])$/;

/**
 * The ways to read a line, the likeliest first:
 *
 * - `53  7    `: spaces are blanks, see `spacesAsBlanks`;
 * - `12 0 3 -1`: numbers, if every piece is one or a blank, and some are longer than a character;
 * - `5 3 . | . 7 .` or `53. .7.`: symbols, in groups of one length;
 * - `5,3,,,7`, `| 5 |   | 3 |` or `| 5   3 |`: an empty place is a blank, see `placed`.
 *
 * Groups of two or three digits may be either: they are numbers first where none is greater than
 * there are of them. Numbers may begin with a 0 where all have the same width. Between bars there
 * must be equally many cells.
 *
 * `spaced`: whether the rows above have spaces for blanks, where that is known.
 */
export function readings(
  whole: string,
  size: number | undefined,
  spaced?: boolean | undefined,
): Reading[] {
  const text = whole.replace(DOTS, '.');
  const empties = placed(text);
  // Two commas without a cell between are hardly there by chance; wide gaps between bars may be.
  const isLikely = !isBordered(text) && !/^[^,;\t]+(?:[,;\t][^,;\t]+)*[,;\t]\s*$/.test(text);
  const others = unplaced(text, size, spaced);
  return isLikely ? [...empties, ...others] : [...others, ...empties];
}

/** The ways to read a line in which nothing but maybe a space in place of a cell is a blank. */
function unplaced(text: string, size: number | undefined, spaced: boolean | undefined): Reading[] {
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
  // A single group may be a row of a smaller grid: so it is if it has as many cells.
  if (groups.length === 1) return ![4, 6, 8].includes(text.trim().length);
  return groups.some((group) => group.length !== groups[0]?.length);
}

/** A part of a line, and how many characters come before it. */
interface Slot {
  readonly text: string;
  readonly shift: number;
}

/**
 * The ways to read a line in which cells have their places, so that an empty one is a blank. Between
 * commas, semicolons or tabs, and between bars about each cell, each is a cell. Between other bars
 * there are equally many characters: each is a cell, or each cell is as wide as the others and has a
 * space about it. No other blank may stand beside such ones: it would rather be a lost cell.
 */
export function placed(text: string): Reading[] {
  const found: Reading[] = [];
  const add = (slots: readonly Slot[], columns?: number) => {
    const reading = readingOf(slots, columns);
    if (reading !== undefined) found.push(reading);
  };
  for (const separator of [',', ';', '\t']) {
    if (text.includes(separator)) add(fieldsOf(text, separator));
  }
  if (!isBordered(text)) return found;

  const all = slotsOf(text, /[|\u2500-\u257f]+/g);
  const inner = all.slice(1, -1);
  const isFramed = all[0]?.text.trim() === '' && all.at(-1)?.text.trim() === '';
  const parts = isFramed ? inner : all;
  for (const width of [1, 2, 3]) {
    addEven(parts, width);
    if (all[0]?.text !== '' && all.at(-1)?.text !== '') addEven(withOuterSpaces(all), width);
  }
  add(parts, 1);
  const single = slotsOf(text, /[|\u2500-\u257f]/g);
  if (single.length > all.length) add(isFramed ? single.slice(1, -1) : single, 1);
  addEven(parts, 0);
  if (isFramed) addEven(all, 0);
  return found;

  /** Parts of cells of that width with a space about each; 0: of characters. */
  function addEven(parts: readonly Slot[], width: number): void {
    const length = parts[0]?.text.length ?? 0;
    if (length === 0 || parts.some((part) => part.text.length !== length)) return;
    const pitch = width + 1;
    for (const pad of width === 0 ? [0] : [0, 1]) {
      const perPart = width === 0 ? length : (length + 2 * pad - 1) / pitch;
      if (!Number.isInteger(perPart) || perPart < 1 || parts.length * perPart > MOST_SIZE) continue;
      const edge = ' '.repeat(pad);
      const padded = parts.map(({ text, shift }) => ({
        text: edge + text + edge,
        shift: shift - pad,
      }));
      const slots = padded.flatMap(({ text, shift }) =>
        Array.from({ length: perPart }, (_, k) => ({
          text: text.slice(k * pitch, (k + 1) * pitch),
          shift: shift + k * pitch,
        })),
      );
      const isSpaced =
        width === 0 ||
        (padded.every(({ text }) => text.endsWith(' ')) &&
          slots.every(({ text }) => text.startsWith(' ')));
      if (isSpaced && slots.some((slot) => slot.text.trim() === '')) add(slots, perPart);
    }
  }
}

/** What is between bars, before the first and behind the last. */
function slotsOf(text: string, bars: RegExp): Slot[] {
  const slots: Slot[] = [];
  let from = 0;
  for (const bar of text.matchAll(bars)) {
    slots.push({ text: text.slice(from, bar.index), shift: from });
    from = bar.index + bar[0].length;
  }
  slots.push({ text: text.slice(from), shift: from });
  return slots;
}

/** The parts of a line without outer bars and without the spaces beside them, with these spaces. */
function withOuterSpaces(all: readonly Slot[]): Slot[] {
  const parts = [...all];
  const { text, shift } = parts[0] as Slot;
  parts[0] = { text: ` ${text}`, shift: shift - 1 };
  const last = parts.at(-1) as Slot;
  parts[parts.length - 1] = { ...last, text: `${last.text} ` };
  return parts;
}

/** Each slot as a cell, or nothing if they are no cells. */
function readingOf(slots: readonly Slot[], columns?: number): Reading | undefined {
  if (slots.length === 0 || slots.length > MOST_SIZE ** 2) return undefined;
  const pieces = slots.map(({ text }) => text.trim().replace(/^"(.*)"$/, '$1'));
  if (pieces.some((piece) => /[\s,;"|\u2500-\u257f]/.test(piece))) return undefined;
  const hasEmpty = pieces.includes('');
  const isZeroValue = pieces.some((piece) => /^[A-Za-z]$/.test(piece));
  const isBlank = (piece: string) =>
    /^(?:[._*-]|-1)$/.test(piece) || (!isZeroValue && /^0+$/.test(piece));
  if (hasEmpty && pieces.some(isBlank)) return undefined;
  const list = pieces.map((piece) => piece || '.');
  const isShort = list.every((piece) => piece.length === 1);
  if (!isShort && !list.every((piece) => NUMBER.test(piece) && !/^0./.test(piece)))
    return undefined;
  const places = slots.map(({ text, shift }) => shift + Math.max(text.search(/[^\s"]/), 0));
  const cells = isShort ? list.join('') : list;
  return { cells, columns, barred: columns !== undefined, places };
}

/** Whether a row has nothing, or a space, for blanks; unknown of one that has no blanks. */
export function isSpaced({ text, cells, places }: Row): boolean | undefined {
  if (places !== undefined) {
    if (places.some((at) => !/[^\s,;|"\u2500-\u257f]/.test(text.charAt(at)))) return true;
  } else if (/\s/.test(text) && !/[,;\t|\u2500-\u257f]/.test(text)) {
    return cells.length === text.length;
  }
  return Array.from(cells).some((cell) => /^(?:[._*-]|-1|0+)$/.test(cell)) ? false : undefined;
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
export function isSpread({ text, cells, places }: Pick<Row, 'text' | 'cells' | 'places'>): boolean {
  if (places === undefined) return piecesOf(text).length === cells.length;
  const isBeside = (at: number, k: number) => k > 0 && at === (places[k - 1] as number) + 1;
  return !places.some((at, k) => isBeside(at, k) && cells[k] !== '.' && cells[k - 1] !== '.');
}

export function isBordered(text: string): boolean {
  return BAR.test(text);
}

/** Where a cell stands in its line, from 1; for a cell that is not there, just past the line. */
export function columnOf(row: Line & Pick<Row, 'cells' | 'places'>, cell: number): number {
  const { text, shift, cells, places } = row;
  if (row.column !== undefined) return row.column;
  const place = places?.[cell];
  if (place !== undefined) return shift + Math.min(Math.max(place, 0), text.length) + 1;
  if (cells.length === text.length) return shift + Math.min(cell, text.length) + 1;
  const pieces = typeof cells === 'string' ? /[^\s,|\u2500-\u257f]/g : /[^\s,|\u2500-\u257f]+/g;
  let seen = 0;
  for (const found of text.matchAll(pieces)) if (seen++ === cell) return shift + found.index + 1;
  return shift + text.trimEnd().length + 1;
}

/** Whether a line is a row of a table: with bars, commas, semicolons or tabs, or an array of JSON. */
export function isTabular({ text, column }: Line): boolean {
  if (column !== undefined) return text.length < LONGEST_ROW;
  return (text.match(/[|,;\t\u2502\u2503\u2551]/g)?.length ?? 0) > 1;
}

/** Where the first character stands that is neither a symbol, a blank nor a border; or -1. */
export function strangerIn(line: Line): number {
  // Between cells of a table there may be semicolons, and quotes about them.
  const text = isTabular(line) ? line.text.replace(/[;"]/g, ',') : line.text;
  return text.search(/[^0-9A-Za-z._*\u00b7\u2022\s,|\u2500-\u257f-]/);
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

/** Where in which text. */
export interface Spot {
  readonly source: string | undefined;
  readonly line: number;
  readonly column: number;
}

/** What is wrong with a text, as in `puzzles.txt:3:7: found ...; give ...`. */
export function badText(spot: Spot, what: string): QuadrilleError {
  return mistakeAt(spot, 'bad-text', what);
}

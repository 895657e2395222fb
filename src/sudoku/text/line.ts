import { MOST_SIZE } from '../shape.ts';

/*
 * One line of text, read as cells. There are two notations: *symbols*, one character a cell, with
 * or without something between them; and *integers*, with something between any two. A line may be
 * readable in several ways; the number of cells decides (see grids.ts).
 */

/** A line before it is known how to read it. */
export interface Line {
  /** The number of the line, from 1. */
  readonly line: number;
  readonly text: string;
  /** The number of columns of the line before the text. */
  readonly shift: number;
  /** The column for all mistakes, where the text is made of a JSON array. */
  readonly column?: number | undefined;
}

/** A way to read a line. */
export interface Reading {
  /** A character for each cell, or an array where they are numbers. */
  readonly cells: string | readonly string[];
  /**
   * The number of cells between two bars; without inner bars, in a group without space. Undefined
   * where each cell stands by itself, or all of them without anything between.
   */
  readonly columns?: number | undefined;
  /** True if `columns` are those between bars, so that they show the boxes. */
  readonly isBarred: boolean;
  /** Cell -> index in the text, where cells have their places and an empty place is a blank. */
  readonly places?: readonly number[] | undefined;
}

/** A line of a grid, or a whole puzzle on a line. */
export interface Row extends Line, Reading {}

/** A line of which all cells are known. */
export function rowOf(line: Line, cells: Reading['cells']): Row {
  return { ...line, cells, isBarred: false };
}

/** The signs between cells: white space, commas, borders as `|` or as drawn by Unicode. */
const BETWEEN = /[\s,|\u2500-\u257f]/;
const BAR = /[|\u2500-\u257f]/;
const BARS = /[|\u2500-\u257f]+/;
/** The longest row of a JSON array, with spaces between its cells: a longer one is a puzzle. */
const LONGEST_ROW = 110;
const DOTS = /[\u00b7\u2022]/g;
const NUMBER = /^(?:-1|\d{1,3}|[._*xX-])$/;

/**
 * The ways to read a line, the likeliest first:
 *
 * - `53  7    `: spaces are blanks, see `mayHaveSpacesForBlanks`;
 * - `12 0 3 -1`: numbers, if every piece is one or a blank, and some are longer than a character;
 * - `5 3 . | . 7 .` or `53. .7.`: symbols, in groups of one length;
 * - `5,3,,,7`, `| 5 |   | 3 |` or `| 5   3 |`: an empty place is a blank, see `placedReadings`.
 *
 * Groups of two or three digits may be either: they are numbers first where none is greater than
 * there are of them. Numbers may begin with a 0 where all have the same width. Between bars there
 * must be equally many cells.
 *
 * `spaced`: whether the rows above have spaces for blanks, where that is known.
 */
export function readingsOf(line: Line, size?: number, spaced?: boolean): Row[] {
  const text = line.text.replace(DOTS, '.');
  const placed = placedReadings(text);
  const others = denseReadings(text, size, spaced);
  // Two commas without a cell between are hardly there by chance. Wide gaps between bars may be.
  const isLikely = !isBordered(text) && !/^[^,;\t]+(?:[,;\t][^,;\t]+)*[,;\t]\s*$/.test(text);
  const readings = isLikely ? [...placed, ...others] : [...others, ...placed];
  return readings.map((reading) => ({ ...line, ...reading }));
}

/** The ways to read a line of nothing but bars, spaces and tabs, as a row of blanks. */
export function blankReadingsOf(line: Line): Row[] {
  return placedReadings(line.text).map((reading) => ({ ...line, ...reading }));
}

/** The ways to read a line in which no empty place is a blank, but a space may be. */
function denseReadings(text: string, size?: number, spaced?: boolean): Reading[] {
  if (!BETWEEN.test(text)) return [{ cells: text, isBarred: false }];
  const others = separatedReadings(text);
  if (!mayHaveSpacesForBlanks(text, size, spaced)) return others;
  const filled = { cells: text.replaceAll(' ', '.'), isBarred: false };
  const isLikely = spaced || !mayBeSeparated(text, size);
  return isLikely ? [filled, ...others] : [...others, filled];
}

/** The ways to read a line in which spaces, commas or bars separate the cells. */
function separatedReadings(text: string): Reading[] {
  const found: Reading[] = [];
  const parts = partsOf(text);
  const perPart = parts[0]?.length ?? 0;
  if (perPart === 0 || parts.some((part) => part.length !== perPart)) return found;
  const pieces = parts.flat();
  const width = pieces[0]?.length ?? 0;
  const isEven = pieces.every((piece) => piece.length === width);
  const isBarred = parts.length > 1;
  const isFramed = isBarred || isBordered(text);

  if (isEven && (width === 1 || !isBarred || perPart === 1)) {
    const cells = pieces.join('');
    const grouped = width > 1 && pieces.length > 1 ? width : isFramed ? cells.length : undefined;
    found.push({ cells, columns: isBarred ? perPart * width : grouped, isBarred });
  }
  if (areNumbers(pieces, isEven)) {
    const numbers = { cells: pieces, columns: isFramed ? perPart : undefined, isBarred };
    const isLikely = pieces.every((piece) => !(Number(piece) > pieces.length));
    if (isEven && isLikely) found.splice(-1, 0, numbers);
    else found.push(numbers);
  }
  return found;
}

function areNumbers(pieces: readonly string[], isEven: boolean): boolean {
  if (!pieces.some((piece) => piece.length > 1)) return false;
  return pieces.every((piece) => NUMBER.test(piece) && (isEven || !/^0./.test(piece)));
}

/**
 * True if spaces may be the blanks of a line. It must have exactly the length of a row or a puzzle
 * (without a known size: 9 or 81) and no other blank. On the line of a puzzle there must be three
 * spaces in succession, which columns of numbers do not have.
 */
function mayHaveSpacesForBlanks(text: string, size?: number, spaced?: boolean): boolean {
  const { length } = text;
  const isRow = length === (size ?? 9);
  if (spaced === false || !(isRow || length === (size ?? 9) ** 2)) return false;
  if (!(size === undefined ? /^[1-9 ]+$/ : /^[1-9A-WYZa-wyz ]+$/).test(text)) return false;
  return spaced || isRow || text.includes('   ');
}

/** True if spaces rather separate the cells of a row: single ones make groups of one length. */
function mayBeSeparated(text: string, size = 9): boolean {
  if (text.length !== size) return false;
  const groups = text.trim().split(' ');
  // A single group may be a row of a smaller grid.
  if (groups.length === 1) return [4, 6, 8].includes(text.trim().length);
  return groups.every((group) => group.length === groups[0]?.length);
}

/** A part of a line, and how many characters come before it. */
interface Slot {
  readonly text: string;
  readonly shift: number;
}

/**
 * The ways to read a line in which cells have their places, so that an empty place is a blank.
 *
 * - Each place between commas, semicolons or tabs, or between bars about each cell, is a cell.
 * - Between other bars there are equally many characters. Each is a cell; or all cells have the
 *   same width and a space about them, which may be missing at both ends of a line without outer
 *   bars. A shorter line is refused: it may be half of a row.
 *
 * No other blank may stand beside empty places: it would rather be a lost cell.
 */
function placedReadings(text: string): Reading[] {
  const found: Reading[] = [];
  const add = (slots: readonly Slot[], columns?: number) => {
    const reading = readingOf(slots, columns);
    if (reading !== undefined) found.push(reading);
  };
  for (const separator of [',', ';', '\t']) {
    if (text.includes(separator)) add(fieldsOf(text, separator));
  }
  if (!isBordered(text)) return found;

  const all = slotsBetween(text, /[|\u2500-\u257f]+/g);
  const [first, last] = [all[0] as Slot, all.at(-1) as Slot];
  const isFramed = first.text.trim() === '' && last.text.trim() === '';
  const parts = isFramed ? all.slice(1, -1) : all;
  const isOpen = first.text !== '' && last.text !== '';
  const lists = [parts, withSpaces(parts, true), ...(isOpen ? [withSpaces(all, false)] : [])];
  for (const width of [1, 2, 3]) {
    for (const list of lists) {
      const slots = spacedSlots(list, width);
      if (slots !== undefined) add(slots, slots.length / list.length);
    }
  }
  add(parts, 1);
  const single = slotsBetween(text, /[|\u2500-\u257f]/g);
  if (single.length > all.length) add(isFramed ? single.slice(1, -1) : single, 1);
  for (const list of isFramed ? [parts, all] : [parts]) {
    if (hasOneLength(list)) add(list.flatMap(charactersOf), list[0]?.text.length);
  }
  return found;
}

/** The cells of parts between bars, each of a width with a space about it, and some empty. */
function spacedSlots(parts: readonly Slot[], width: number): Slot[] | undefined {
  const perPart = ((parts[0]?.text.length ?? 0) - 1) / (width + 1);
  if (!(hasOneLength(parts) && Number.isInteger(perPart) && perPart >= 1)) return undefined;
  if (parts.length * perPart > MOST_SIZE || !parts.every(({ text }) => text.endsWith(' '))) {
    return undefined;
  }
  const slots = parts.flatMap(({ text, shift }) =>
    Array.from({ length: perPart }, (_, k) => {
      const from = k * (width + 1);
      return { text: text.slice(from, from + width + 1), shift: shift + from };
    }),
  );
  const isSpaced = slots.every(({ text }) => text.startsWith(' '));
  return isSpaced && slots.some(({ text }) => text.trim() === '') ? slots : undefined;
}

function hasOneLength(parts: readonly Slot[]): boolean {
  const length = parts[0]?.text.length ?? 0;
  return length > 0 && parts.every(({ text }) => text.length === length);
}

function charactersOf({ text, shift }: Slot): Slot[] {
  return Array.from(text, (character, k) => ({ text: character, shift: shift + k }));
}

/** The parts between bars, before the first and behind the last. */
function slotsBetween(text: string, bars: RegExp): Slot[] {
  const slots: Slot[] = [];
  let from = 0;
  for (const bar of text.matchAll(bars)) {
    slots.push({ text: text.slice(from, bar.index), shift: from });
    from = bar.index + bar[0].length;
  }
  slots.push({ text: text.slice(from), shift: from });
  return slots;
}

/** The parts with a space more about each, or only where the line begins and ends. */
function withSpaces(parts: readonly Slot[], isAboutEach: boolean): Slot[] {
  return parts.map(({ text, shift }, k) => {
    const before = isAboutEach || k === 0 ? ' ' : '';
    const after = isAboutEach || k === parts.length - 1 ? ' ' : '';
    return { text: before + text + after, shift: shift - before.length };
  });
}

/**
 * The fields of a record: between separators, some of them in quotes. A quote that is not closed
 * goes on to the end. A doubled quote within quotes stays doubled, since no puzzle has one.
 */
export function fieldsOf(line: string, separator: string): Slot[] {
  const fields: Slot[] = [];
  for (let at = 0; at <= line.length; ) {
    const isQuoted = line.charAt(at) === '"';
    const from = isQuoted ? at + 1 : at;
    let end = line.indexOf(isQuoted ? '"' : separator, from);
    while (isQuoted && end >= 0 && line.charAt(end + 1) === '"') end = line.indexOf('"', end + 2);
    if (end < 0) end = line.length;
    fields.push({ text: line.slice(from, end), shift: from });
    const next = isQuoted ? line.indexOf(separator, end) : end;
    if (next < 0) break;
    at = next + 1;
  }
  return fields;
}

/** Each slot as a cell, or nothing if they are no cells. */
function readingOf(slots: readonly Slot[], columns?: number): Reading | undefined {
  if (slots.length === 0 || slots.length > MOST_SIZE ** 2) return undefined;
  const pieces = slots.map(({ text }) => text.trim().replace(/^"(.*)"$/, '$1'));
  if (pieces.some((piece) => /[\s,;"|\u2500-\u257f]/.test(piece))) return undefined;
  const isZeroValue = pieces.some((piece) => /^[A-Za-z]$/.test(piece));
  const isBlank = (piece: string) =>
    /^(?:[._*-]|-1)$/.test(piece) || (!isZeroValue && /^0+$/.test(piece));
  if (pieces.includes('') && pieces.some(isBlank)) return undefined;
  const list = pieces.map((piece) => piece || '.');
  const areSymbols = list.every((piece) => piece.length === 1);
  if (!areSymbols && !list.every((piece) => NUMBER.test(piece) && !/^0./.test(piece))) {
    return undefined;
  }
  const places = slots.map(({ text, shift }) => shift + Math.max(text.search(/[^\s"]/), 0));
  const cells = areSymbols ? list.join('') : list;
  return { cells, columns, isBarred: columns !== undefined, places };
}

/** True if a row has nothing, or a space, for a blank; undefined of a row without blanks. */
export function isSpaced({ text, cells, places }: Row): boolean | undefined {
  if (places !== undefined) {
    if (places.some((at) => !/[^\s,;|"\u2500-\u257f]/.test(text.charAt(at)))) return true;
  } else if (/\s/.test(text) && !/[,;\t|\u2500-\u257f]/.test(text)) {
    return cells.length === text.length;
  }
  const hasBlank =
    typeof cells === 'string'
      ? /[._*0-]/.test(cells)
      : cells.some((cell) => /^(?:[._*-]|-1|0+)$/.test(cell));
  return hasBlank ? false : undefined;
}

/**
 * The pieces between bars; what is before the first bar and behind the last only if it has some.
 */
function partsOf(text: string): string[][] {
  const parts = text.split(BARS).map(piecesOf);
  if (parts[0]?.length === 0) parts.shift();
  if (parts.at(-1)?.length === 0) parts.pop();
  return parts;
}

/** The pieces between white space, commas and bars. */
export function piecesOf(text: string): string[] {
  return text.match(/[^\s,|\u2500-\u257f]+/g) ?? [];
}

/** True if every cell stands by itself. */
export function isSpread({ text, cells, places }: Pick<Row, 'text' | 'cells' | 'places'>): boolean {
  if (places === undefined) return piecesOf(text).length === cells.length;
  const isBeside = (at: number, k: number) => k > 0 && at === (places[k - 1] as number) + 1;
  return !places.some((at, k) => isBeside(at, k) && cells[k] !== '.' && cells[k - 1] !== '.');
}

export function isBordered(text: string): boolean {
  return BAR.test(text);
}

/**
 * The column of a cell in its line, from 1; for a cell that is not there, the one past the line.
 */
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

/** True if a line is a row of a table: with bars, commas, semicolons or tabs, or a JSON array. */
export function isTabular({ text, column }: Line): boolean {
  if (column !== undefined) return text.length < LONGEST_ROW;
  return (text.match(/[|,;\t\u2502\u2503\u2551]/g)?.length ?? 0) > 1;
}

/** The index of the first character that is neither a symbol, a blank nor a border; or -1. */
export function strangerIn(line: Line): number {
  // Between cells of a table there may be semicolons, and quotes about them.
  const text = isTabular(line) ? line.text.replace(/[;"]/g, ',') : line.text;
  return text.search(/[^0-9A-Za-z._*\u00b7\u2022\s,|\u2500-\u257f-]/);
}

/**
 * A line that may be no row but a drawn rule. Sure ones: `+---+---+`, `===`, `*-------*` with
 * corners, and what has nothing but borders. `bars` and `dashes`: a rule, or a row of blanks.
 */
export function ruleIn(text: string): 'rule' | 'bars' | 'dashes' | undefined {
  // A dash by itself may be torn from -1.
  if (/[0-9A-Za-z_]/.test(text) || text.trim() === '-') return undefined;
  if (/^[|\s\u2502\u2503\u2551]+$/.test(text)) return 'bars';
  if (/^[-|\s]+$/.test(text)) return 'dashes';
  if (/^[-+=:'|\s\u2500-\u257f]+$/.test(text)) return 'rule';
  if (/^[*.:'|]-{3,}(?:[+.:'*|]-{3,})*[*.:'|]$/.test(text.trim())) return 'rule';
  return undefined;
}

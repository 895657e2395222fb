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

/** The blanks of a row: nothing or a space, dashes and maybe other signs, or other signs. */
export type Blank = 'space' | 'dash' | 'sign';

/** A way to read a line. */
interface Reading {
  /** A character for each cell, or an array where they are numbers. */
  readonly cells: string | readonly string[];
  /** Cell -> its index in the text; none where each character of the text is a cell. */
  readonly places?: readonly number[] | undefined;
  /**
   * The number of cells between two bars; without inner bars, in a group without space. Undefined
   * where each cell stands by itself, or all of them without anything between.
   */
  readonly columns?: number | undefined;
  /** True if `columns` are those between bars, so that they show the boxes. */
  readonly isBarred: boolean;
  /** Undefined if the row shows no blank: it may stand beside rows with any. */
  readonly blank?: Blank | undefined;
}

/** A line of a grid, or a whole puzzle on a line. */
export interface Row extends Line, Reading {}

/** A part of a line, and how many characters come before it. */
interface Slot {
  readonly text: string;
  readonly shift: number;
}

/** The signs between cells: white space, commas, borders as `|` or as drawn by Unicode. */
const PIECE = /[^\s,|\u2500-\u257f]+/g;
const BAR = /[|\u2500-\u257f]/;
const EACH_BAR = /[|\u2500-\u257f]/g;
const BARS = /[|\u2500-\u257f]+/g;
/** The longest row of a JSON array, with spaces between its cells: a longer one is a puzzle. */
const LONGEST_ROW = 110;
const DOTS = /[\u00b7\u2022]/g;
const NUMBER = /^(?:-1|\d{1,3}|[._*xX-])$/;

/**
 * The ways to read a line, the likeliest first:
 *
 * - `53  7    `: spaces are blanks, see `unplacedReadings`;
 * - `12 0 3 -1`: numbers, if every piece is one or a blank, and some are longer than a character;
 * - `5 3 . | . 7 .` or `53. .7.`: symbols, in groups of one length;
 * - `5,3,,,7`, `| 5 |   | 3 |` or `| 5   3 |`: an empty place is a blank, see `placedReadings`.
 *
 * Groups of two or three digits may be either: they are numbers first where none is greater than
 * there are of them. Numbers may begin with a 0 where all have the same width. Between bars there
 * must be equally many cells.
 *
 * `sizes`: those that a row may have here, where they are known.
 */
export function readingsOf(line: Line, sizes?: readonly number[]): Row[] {
  const text = line.text.replace(DOTS, '.');
  const placed = placedReadings(text);
  const others = unplacedReadings(text, sizes);
  // Two commas without a cell between are hardly there by chance. Wide gaps between bars may be.
  const isLikely = !isBordered(text) && !/^[^,;\t]+(?:[,;\t][^,;\t]+)*[,;\t]\s*$/.test(text);
  const readings = isLikely ? [...placed, ...others] : [...others, ...placed];
  return readings.map((reading) => rowOf(line, reading));
}

/** Both in one object. (Two spreads would take a seventh of the reader's time.) */
function rowOf({ line, text, shift, column }: Line, reading: Reading): Row {
  const { cells, places, columns, isBarred, blank } = reading;
  return { line, text, shift, column, cells, places, columns, isBarred, blank };
}

/** The ways to read a line of bars, spaces and tabs as a row of blanks. */
export function blankReadingsOf(line: Line): Row[] {
  return placedReadings(line.text).map((reading) => rowOf(line, reading));
}

/** A line in which each character is a cell; spaces are blanks, too. */
export function denseRow(line: Line, text = line.text): Row {
  const blank = text.includes(' ') ? 'space' : blankIn(text);
  return { ...line, cells: text.replaceAll(' ', '.'), isBarred: false, blank };
}

/**
 * The ways to read a line in which no empty place is a blank, but a space may be. Then the line has
 * exactly the length of a row or a puzzle (without known sizes: 9 or 81), and no other blank. On
 * the line of a puzzle there are three spaces in succession, which columns of numbers do not have.
 */
function unplacedReadings(text: string, sizes?: readonly number[]): Reading[] {
  if (!/[\s,|\u2500-\u257f]/.test(text)) {
    return [{ cells: text, isBarred: false, blank: blankIn(text) }];
  }
  const separated = separatedReadings(text);
  const known = sizes ?? [9];
  const isRow = known.includes(text.length);
  const isPuzzle = known.includes(Math.sqrt(text.length)) && text.includes('   ');
  const symbols = sizes === undefined ? /^[1-9 ]+$/ : /^[1-9A-WYZa-wyz ]+$/;
  if (!(isRow || isPuzzle) || !symbols.test(text)) return separated;
  const filled: Reading = { cells: text.replaceAll(' ', '.'), isBarred: false, blank: 'space' };
  return isRow && mayBeSeparated(text) ? [...separated, filled] : [filled, ...separated];
}

/** The ways to read a line in which spaces, commas or bars separate the cells. */
function separatedReadings(text: string): Reading[] {
  const found: Reading[] = [];
  const parts = slotsBetween(text, BARS).map(piecesOf);
  if (parts[0]?.length === 0) parts.shift();
  if (parts.at(-1)?.length === 0) parts.pop();
  const perPart = parts[0]?.length ?? 0;
  if (perPart === 0 || parts.some((part) => part.length !== perPart)) return found;
  const slots = parts.flat();
  const width = slots[0]?.text.length;
  const isEven = slots.every((piece) => piece.text.length === width);
  const isBarred = parts.length > 1;
  const isFramed = isBarred || isBordered(text);
  // Where spaces alone are between cells, they are no blanks.
  const between = /[,;\t]/.test(text) || isFramed ? undefined : 'sign';

  if (isEven && (width === 1 || !isBarred || perPart === 1)) {
    const cells = slots.map((piece) => piece.text).join('');
    const places =
      width === 1
        ? slots.map(({ shift }) => shift)
        : slots.flatMap(({ shift }) => Array.from({ length: width }, (_, k) => shift + k));
    const grouped = width > 1 && slots.length > 1 ? width : isFramed ? cells.length : undefined;
    const columns = isBarred ? perPart * width : grouped;
    found.push({ cells, places, columns, isBarred, blank: blankIn(cells) ?? between });
  }
  const cells = slots.map((piece) => piece.text);
  if (cells.some((cell) => cell.length > 1) && areNumbers(cells)) {
    const columns = isFramed ? perPart : undefined;
    const places = slots.map(({ shift }) => shift);
    const numbers = { cells, places, columns, isBarred, blank: blankIn(cells) ?? between };
    const isLikely = isEven && cells.every((cell) => !(Number(cell) > cells.length));
    if (isLikely) found.unshift(numbers);
    else found.push(numbers);
  }
  return found;
}

/** True for numbers and blanks. They may begin with a 0 where all have the same width. */
function areNumbers(cells: readonly string[]): boolean {
  const isEven = cells.every((cell) => cell.length === cells[0]?.length);
  return cells.every((cell) => NUMBER.test(cell) && (isEven || !/^0./.test(cell)));
}

function blankIn(cells: string | readonly string[]): Blank | undefined {
  if (cells.includes('-')) return 'dash';
  const isBlank = (cell: string) => /^(?:[._*]|-1|0+)$/.test(cell);
  const hasBlank = typeof cells === 'string' ? /[._*0]/.test(cells) : cells.some(isBlank);
  return hasBlank ? 'sign' : undefined;
}

/** True if spaces rather separate the cells of a row: single ones make groups of one length. */
function mayBeSeparated(text: string): boolean {
  const groups = text.trim().split(' ');
  // A single group may be a row of a smaller grid.
  if (groups.length === 1) return [4, 6, 8].includes(text.trim().length);
  return groups.every((group) => group.length === groups[0]?.length);
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
    const reading = placedReading(slots, columns);
    if (reading !== undefined) found.push(reading);
  };
  for (const separator of [',', ';', '\t']) {
    if (text.includes(separator)) add(fieldsOf(text, separator));
  }
  if (!isBordered(text)) return found;

  const all = slotsBetween(text, BARS);
  const parts = withoutFrame(all);
  const isOpen = all[0]?.text !== '' && all.at(-1)?.text !== '';
  const lists = [parts, withSpaces(parts, true), ...(isOpen ? [withSpaces(all, false)] : [])];
  for (const width of [1, 2, 3]) {
    for (const list of lists) {
      const slots = spacedSlots(list, width);
      if (slots !== undefined) add(slots, slots.length / list.length);
    }
  }
  add(parts, 1);
  const single = withoutFrame(slotsBetween(text, EACH_BAR));
  if (single.length > parts.length) add(single, 1);
  for (const list of parts === all ? [all] : [parts, all]) {
    const { length } = list[0]?.text ?? '';
    const slots = list.flatMap(({ text, shift }) =>
      Array.from(text, (character, k) => ({ text: character, shift: shift + k })),
    );
    if (haveOneLength(list)) add(slots, length);
  }
  return found;
}

/** The cells of parts between bars, each of a width with a space about it, and some empty. */
function spacedSlots(parts: readonly Slot[], width: number): Slot[] | undefined {
  const perPart = ((parts[0]?.text.length ?? 0) - 1) / (width + 1);
  if (!(haveOneLength(parts) && Number.isInteger(perPart) && perPart >= 1)) return undefined;
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

function haveOneLength(parts: readonly Slot[]): boolean {
  const length = parts[0]?.text.length ?? 0;
  return length > 0 && parts.every(({ text }) => text.length === length);
}

/** The parts between bars, before the first and behind the last. */
function slotsBetween(text: string, bars: RegExp): Slot[] {
  let shift = 0;
  const ends = [...text.matchAll(bars), { index: text.length, 0: '' }];
  return ends.map(({ index, 0: bar }) => {
    const slot = { text: text.slice(shift, index), shift };
    shift = index + bar.length;
    return slot;
  });
}

/** The parts between the outer bars, if there are some at both ends. */
function withoutFrame(parts: readonly Slot[]): readonly Slot[] {
  const isFramed = parts[0]?.text.trim() === '' && parts.at(-1)?.text.trim() === '';
  return isFramed ? parts.slice(1, -1) : parts;
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
function placedReading(slots: readonly Slot[], columns?: number): Reading | undefined {
  if (slots.length === 0 || slots.length > MOST_SIZE ** 2) return undefined;
  const pieces = slots.map(({ text }) => text.trim().replace(/^"(.*)"$/, '$1'));
  if (pieces.some((piece) => /[\s,;"|\u2500-\u257f]/.test(piece))) return undefined;
  const hasEmpty = pieces.includes('');
  // Beside letters, 0 may be a value.
  const hasLetter = pieces.some((piece) => /^[A-Za-z]$/.test(piece));
  const sign = blankIn(hasLetter ? pieces.filter((piece) => !/^0+$/.test(piece)) : pieces);
  if (hasEmpty && sign !== undefined) return undefined;
  const cells = pieces.map((piece) => piece || '.');
  const areSymbols = cells.every((cell) => cell.length === 1);
  if (!areSymbols && !areNumbers(cells)) return undefined;
  return {
    cells: areSymbols ? cells.join('') : cells,
    places: slots.map(({ text, shift }) => shift + Math.max(text.search(/[^\s"]/), 0)),
    columns,
    isBarred: columns !== undefined,
    blank: hasEmpty ? 'space' : blankIn(cells),
  };
}

/** The pieces between white space and commas. */
export function piecesOf({ text, shift }: Slot): Slot[] {
  return Array.from(text.matchAll(PIECE), ({ index, 0: piece }) => ({
    text: piece,
    shift: shift + index,
  }));
}

/** True if every cell stands by itself. */
export function isSpread({ cells, places }: Row): boolean {
  if (places === undefined) return cells.length === 1;
  const isBeside = (at: number, k: number) => k > 0 && at === places[k - 1] + 1;
  return !places.some((at, k) => isBeside(at, k) && cells[k] !== '.' && cells[k - 1] !== '.');
}

export function isBordered(text: string): boolean {
  return BAR.test(text);
}

/**
 * The column of a cell in its line, from 1; for a cell that is not there, the one past the line.
 */
export function columnOf(row: Row, cell: number): number {
  const { text, shift, column, places } = row;
  if (column !== undefined) return column;
  const place = places === undefined ? cell : (places[cell] ?? text.trimEnd().length);
  return shift + Math.min(Math.max(place, 0), text.length) + 1;
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
 * corners, and lines of borders alone. `bars` and `dashes`: a rule, or a row of blanks.
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

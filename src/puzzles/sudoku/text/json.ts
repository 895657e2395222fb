import { type QuadrilleError, shown } from '../../../engine/problem/error.ts';
import type { Puzzle } from '../grid.ts';
import { MOST_SIZE, Shape, type ShapeSettings } from '../shape.ts';
import { Symbols } from '../symbols.ts';
import { isPuzzleName } from './collection.ts';
import { badText, Format, givenAlphabet, type Place, puzzleOf, type ReadBuffer } from './decode.ts';
import type { Grids } from './grids.ts';
import { type Line, type Row, readingsOf } from './line.ts';

/** True if a line begins JSON: an object, or an array and not a section such as `[Puzzle]`. */
export function beginsJson(text: string): boolean {
  return /^[ \t]*(?:\{|\[\s*(?:$|["[{\]\d-]|null\b))/.test(text);
}

/** The most levels, and the most characters of a word, of a text, and of an element in memory. */
const [DEEPEST, LONGEST_WORD, LONGEST, MOST_CHARACTERS] = [32, 40, 1_000_000, 1 << 28];
const MOST_CELLS = MOST_SIZE ** 2;
/** White space, then a sign, a text in its quotes, or a number or word. */
const TOKEN = /\s*([[\]{}:,]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s"[\]{}:,]+)/y;
const WORD = /^(?:null|true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,2})?)$/;
/** The longest text in an array that is a cell, as `100` is; `1.3.` is a row or a puzzle. */
const LONGEST_CELL = 3;

/** A text, an array or an object, with the place where it begins. */
interface Part extends Place {
  readonly text?: string;
  readonly list?: Value[];
  readonly fields?: [name: string, value: Value][];
}
type Value = Part | number | boolean | null;

/** A value as a part; no part where it is a number, `null` and the like. */
const partOf = (value: Value | undefined): Partial<Part> => (value ?? {}) as Partial<Part>;

/** An array as it is read. */
interface Frame {
  readonly place: Place;
  /** True if it holds puzzles or parts of one; else objects in it may have some. */
  readonly isPuzzle: boolean;
  readonly cells: string[];
  /** True if it has rows or puzzles, as texts or as arrays of cells. */
  hasLines: boolean;
  /** True if a puzzle or a mistake in it was reported. */
  hasResult: boolean;
}

/**
 * Reads one value of JSON in pieces of lines. It finds the brackets. `JSON.parse` reads what stands
 * between them: an element of the outermost array when the element ends, so that an array of a
 * million puzzles is never held, or the whole object. A puzzle is a text or an array of all cells,
 * 81 for example; or it is an array of rows, and each row is a text or an array of cells.
 *
 * A puzzle may be the whole value, an element of an array, or a value in an object. There its name
 * is one that CSV knows too (`puzzle`, `grid` ...), or `value`. The reader also looks into objects
 * within objects, but not into solutions. A cell is a number or a text of one value; a blank is
 * `null`, `""`, -1 or 0. `size` and `boxes` mean something beside `rows` only. An object with a
 * name twice is refused, since `JSON.parse` keeps one of the two values.
 */
export class JsonReader {
  readonly #grids: Grids;
  readonly #reads: ReadBuffer;
  /** The place where the value begins. */
  place: Place = { line: 1, column: 1 };
  /** True once the value has ended. */
  isDone = false;
  /** The brackets that close what is open, the outermost first. */
  #open = '';
  /** The token before. */
  #last = '';
  /** The array that is the value, if it is one. */
  #top: Frame | undefined;
  /** The text of the element so far, the place where it begins, and those of its parts. */
  #text = '';
  #begin: Place = this.place;
  #places: Place[] = [];

  constructor(grids: Grids, reads: ReadBuffer) {
    this.#grids = grids;
    this.#reads = reads;
  }

  /**
   * Reads a piece of a line that begins after `shift` characters of the line. Returns the number of
   * characters read: up to the end of the value, or up to a text or word that does not end in the
   * piece. The next piece must begin with that text or word. Throws at a mistake, and can read
   * nothing after it.
   */
  push(piece: string, line: number, shift: number, isLineEnd: boolean): number {
    let [at, from] = [0, 0];
    while (!this.isDone) {
      TOKEN.lastIndex = at;
      const token = TOKEN.exec(piece)?.[1];
      const isWord = token !== undefined && !/^[[\]{}:,"]/.test(token);
      const isCut = isWord && TOKEN.lastIndex === piece.length && !isLineEnd;
      if (token === undefined || (isCut && token.length <= LONGEST_WORD)) break;
      at = TOKEN.lastIndex;
      const place = { line, column: shift + at - token.length + 1 };
      this.#check(token, isWord, place);
      const isTop = this.#top !== undefined && this.#open === ']';
      if (token === '[' || token === '{') this.#opens(token, place);
      else if (token.startsWith('"')) this.#places.push(place);
      else if (token === ']' || token === '}') this.#open = this.#open.slice(0, -1);
      this.#last = token;
      this.isDone = this.#open === '';
      const isFirst = this.#top !== undefined && this.#open === ']' && !isTop && token === '[';
      if (isTop && (this.isDone || token === ','))
        this.#ends(this.#text + piece.slice(from, at - 1));
      else if (this.isDone) this.#ends(this.#text + piece.slice(from, at));
      else if (!isFirst) continue;
      from = at;
      this.#begin = { line, column: shift + at + 1 };
      this.#text = '';
    }
    const rest = this.isDone ? '' : piece.slice(at).trimStart();
    if (rest !== '' && (isLineEnd || rest.length > LONGEST)) {
      const what = isLineEnd
        ? `found the end of the line in a text; close it with '"'.`
        : `found a text of more than ${LONGEST} characters; no Sudoku has so many.`;
      throw this.#mistake({ line, column: shift + piece.length + 1 }, what);
    }
    const end = this.isDone ? at : piece.length - rest.length;
    this.#text += piece.slice(from, end) + (isLineEnd ? '\n' : '');
    if (this.#text.length < MOST_CHARACTERS) return end;
    throw this.#mistake(this.place, `found JSON of ${MOST_CHARACTERS} characters; divide it.`);
  }

  /** Throws at a token that cannot stand here; so JSON that was cut takes no lines from below. */
  #check(token: string, isWord: boolean, place: Place): void {
    const isClosing = token === ']' || token === '}';
    const isBetween = token === ',' || token === ':';
    const isOpened = this.#last === '' || this.#last === '[' || this.#last === '{';
    const wantsValue = isOpened || this.#last === ',' || this.#last === ':';
    const closing = this.#open.slice(-1);
    const isWrong = isClosing
      ? token !== closing || (wantsValue && !isOpened)
      : isBetween === wantsValue;
    if (isWrong) {
      const wanted = wantsValue ? 'a value' : `',' or '${closing}'`;
      throw this.#mistake(place, `found ${shown(token)} in JSON, wanted ${wanted}; mend it.`);
    }
    if (!isWord || (WORD.test(token) && token.length <= LONGEST_WORD)) return;
    throw this.#mistake(place, `found ${shown(token)}, which is no value of JSON; mend it.`);
  }

  #opens(token: string, place: Place): void {
    const isTop = this.#open === '' && token === '[';
    if (this.#open === '') this.place = this.#begin = place;
    if (isTop) this.#top = this.#beginFrame(place, true, false);
    else this.#places.push(place);
    this.#open += token === '[' ? ']' : '}';
    if (this.#open.length <= DEEPEST) return;
    throw this.#mistake(place, `found JSON of more than ${DEEPEST} levels; no Sudoku has so many.`);
  }

  /** Reads the text of an element, or of the object that is the value. */
  #ends(text: string): void {
    const top = this.#top;
    const value = text.trim() === '' ? undefined : this.#parsed(text);
    if (top === undefined) this.#object(value as Part, true);
    else if (value !== undefined) this.#element(value, top);
    this.#places = [];
    if (this.isDone && top !== undefined && !this.#ended(top)) this.#refuseEmpty(this.place);
  }

  /** The value of a text, in which all parts have their places. Tabs may stand in a text. */
  #parsed(text: string): Value {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text.replaceAll('\t', ' '));
    } catch {
      const what = 'found a name, a colon or a backslash at a wrong place in JSON; mend it.';
      throw this.#mistake(this.#begin, what);
    }
    const places = this.#places;
    let next = 0;
    const placed = (value: unknown): Value => {
      if (typeof value === 'string') return { ...places[next++], text: value };
      if (typeof value !== 'object' || value === null) return value as Value;
      const place = places[next++];
      if (Array.isArray(value)) return { ...place, list: value.map(placed) };
      // A name has a place, too.
      const fields = Object.entries(value).map(([name, field]): [string, Value] => {
        next++;
        return [name, placed(field)];
      });
      return { ...place, fields };
    };
    const value = placed(parsed);
    if (next === places.length) return value;
    throw this.#mistake(this.#begin, 'found a name twice in an object of JSON; leave one out.');
  }

  #mistake(place: Place, what: string): QuadrilleError {
    return badText({ source: this.#reads.format.source, ...place }, what);
  }

  #element(value: Value, frame: Frame): void {
    const part = partOf(value) as Part;
    const { list, fields, text } = part;
    const { isPuzzle } = frame;
    if (list !== undefined) frame.hasResult = this.#list(part, isPuzzle, frame) || frame.hasResult;
    else if (fields !== undefined) {
      frame.hasResult = this.#object(part, isPuzzle) || frame.hasResult;
    } else if (isPuzzle && text !== undefined && text.length > LONGEST_CELL) {
      frame.hasLines = true;
      this.#grids.cells(lineOf(part));
    } else if (frame.cells.length <= MOST_CELLS) {
      frame.cells.push(cellOf(value));
    }
  }

  /** Reads an array, which an array may hold. Returns true if there was a puzzle or a mistake. */
  #list(value: Part, isPuzzle: boolean, parent?: Frame): boolean {
    const frame = this.#beginFrame(value, isPuzzle, parent !== undefined);
    for (const element of value.list ?? []) this.#element(element, frame);
    return this.#ended(frame, parent);
  }

  #beginFrame(place: Place, isPuzzle: boolean, isInArray: boolean): Frame {
    if (isPuzzle && !isInArray) this.#grids.close();
    return { place, isPuzzle, cells: [], hasLines: false, hasResult: false };
  }

  #ended({ place, isPuzzle, cells, hasLines, hasResult }: Frame, parent?: Frame): boolean {
    if (!isPuzzle) return hasResult;
    if (cells.length > MOST_CELLS || (cells.length > 0 && hasLines)) {
      const what = hasLines ? 'with cells and with rows' : `of over ${MOST_CELLS} cells`;
      const remedy = 'give a Sudoku as an array of rows, or of all cells';
      this.#grids.refuse(place, `found an array ${what}; ${remedy}.`);
    } else if (cells.length > 0) {
      const { line, column } = place;
      this.#grids.cells({ line, text: cells.join(' '), shift: 0, column });
      if (parent !== undefined) parent.hasLines = true;
    }
    if (hasLines || parent === undefined) this.#grids.close();
    return hasResult || hasLines || cells.length > 0;
  }

  #object(value: Part, isPuzzle: boolean): boolean {
    const { fields = [] } = value;
    let hasResult = false;
    let rows: Value | undefined;
    for (const [name, field] of fields) {
      const isNamed = isPuzzleName(name) || name === 'value';
      if (!isNamed && /solution|solved|answer/i.test(name)) continue;
      const part = partOf(field) as Part;
      if (part.fields !== undefined) hasResult = this.#object(part, isNamed) || hasResult;
      else if (name === 'rows' && !holdsObjects(part)) rows = field;
      else if (part.list !== undefined) hasResult = this.#list(part, isNamed) || hasResult;
      else if (isNamed && part.text !== undefined) {
        this.#grids.puzzle(lineOf(part));
        hasResult = true;
      }
    }
    if (rows !== undefined) {
      const { size, boxes } = Object.fromEntries(fields);
      this.#grids.close();
      const stated = { size: scalarOf(size), boxes: scalarOf(boxes) } as ShapeSettings;
      const list = partOf(rows).list ?? [];
      this.#reads.attempt(value.line, () => puzzleOfRows(list, stated, value, this.#reads.format));
      hasResult = true;
    }
    if (!hasResult && isPuzzle) this.#refuseEmpty(value);
    return hasResult || isPuzzle;
  }

  #refuseEmpty(place: Place): void {
    this.#grids.refuse(
      place,
      'found JSON with neither rows nor a puzzle; give {"rows":[[0,3, ...], ...]}, ' +
        'or {"puzzle":"03 ..."} with all cells, or an array of them.',
    );
  }
}

/** True for an array of records, each with a puzzle, as viewers of datasets give them. */
function holdsObjects({ list = [] }: Part): boolean {
  return list.some((value) => partOf(value).fields !== undefined);
}

/**
 * A text as a line of cells. Dashes alone are blanks, not a rule. Line ends in it are separators.
 */
function lineOf({ text = '', line, column }: Part): Line {
  const cells = /^-+$/.test(text) ? text.replaceAll('-', '.') : text.replace(/[\r\n\t]+/g, ' ');
  return { line, text: cells, shift: column };
}

/** A value without its place. An array or an object stays: it is no size, no cell and no row. */
function scalarOf(value: Value | undefined): unknown {
  return value === undefined ? undefined : (partOf(value).text ?? value);
}

/** A value as a cell; `?`, which no grid has, for an array and an object. */
function cellOf(value: Value): string {
  const scalar = scalarOf(value);
  if (!scalar) return '.';
  if (typeof scalar === 'object') return '?';
  const text = String(scalar).trim();
  return /^[-\u00b7\u2022]?$/.test(text) ? '.' : text.replace(/[\s,|#]/g, '?');
}

/**
 * The puzzle of an object as `writeJson` writes it. Each row is an array of values from 1 to the
 * size, with 0 for a blank, or a text. `size` and `boxes` may be missing. Throws at a mistake, which
 * stands at the object.
 */
function puzzleOfRows(
  rows: readonly Value[],
  stated: ShapeSettings,
  { line, column }: Place,
  format: Format,
): Puzzle {
  const { fixed, source } = format;
  const refuse = (what: string) => badText({ source, line, column }, what);
  let shape: Shape;
  try {
    const isStated = stated.size !== undefined || stated.boxes !== undefined;
    shape = Shape.of(isStated ? stated : { size: rows.length });
  } catch (error) {
    throw refuse((error as Error).message);
  }
  if (fixed !== undefined && fixed !== shape) {
    throw refuse(
      `found a Sudoku of ${shape}, wanted ${fixed}; give a Sudoku of ${fixed}, or another size.`,
    );
  }
  const { size } = shape;
  if (rows.length !== size) throw refuse(`found ${rows.length} rows; give ${size}.`);
  const areTexts = rows.every((row) => partOf(row).list === undefined);
  const lines = rows.map((row, k): Row => {
    const cells = (partOf(row).list ?? [row]).map(cellOf);
    const text = areTexts ? lineOf(partOf(row) as Part).text : cells.join(' ');
    const at = { line, column, text, shift: 0 };
    const readings = areTexts ? readingsOf(at, [size]) : [{ ...at, cells, isBarred: false }];
    const whole = readings.find((reading) => reading.cells.length === size);
    if (whole !== undefined) return whole;
    const what = areTexts ? shown(text) : `${cells.length} values`;
    throw refuse(
      `found ${what} for row ${k + 1} of ${size}; give ${size} values, or another number of rows.`,
    );
  });
  if (areTexts) return puzzleOf(lines, shape, format);
  const integers = new Format({ symbols: 'integers', source });
  const symbols = givenAlphabet(format, size, { source, line, column }) ?? Symbols.usual(size);
  return { ...puzzleOf(lines, shape, integers), symbols };
}

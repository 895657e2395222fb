import { type QuadrilleError, shown } from '../../problem/error.ts';
import type { Puzzle } from '../grid.ts';
import { MOST_SIZE, Shape, type ShapeSettings } from '../shape.ts';
import { Symbols } from '../symbols.ts';
import { isPuzzleName } from './collection.ts';
import { badText, Format, givenAlphabet, type Place, puzzleOf, type ReadBuffer } from './decode.ts';
import type { Grids } from './grids.ts';
import { type Row, readingsOf, rowOf } from './line.ts';

/** True if a line begins JSON: an object, or an array and not a section such as `[Puzzle]`. */
export function beginsJson(text: string): boolean {
  return /^[ \t]*(?:\{|\[\s*(?:$|["[{\]\d-]|null\b))/.test(text);
}

/** The most levels, and the most characters of a word, of a text. No puzzle needs as many. */
const [DEEPEST, LONGEST_WORD, LONGEST] = [32, 40, 1_000_000];
/** The most values in an object, or in an element of an array: they wait in memory for its end. */
const MOST_VALUES = 1 << 24;
const MOST_CELLS = MOST_SIZE ** 2;
const WORD = /^(?:null|true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
/** White space, then one of three: a sign; a text, caught without its quotes; a number or word. */
const TOKEN = /\s*(?:([[\]{}:,])|"([^"\\]*(?:\\.[^"\\]*)*)"|([^\s"[\]{}:,]+))/y;
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

/**
 * The token before and the bracket about it -> the tokens that may follow, and their names. `"` is
 * any text, `0` any number or word. The token before is `n` for a name, `v` for a value.
 */
const VALUES = '[{"0';
const NEXT: Readonly<Record<string, readonly [tokens: string, names: string]>> = {
  '': [VALUES, 'a value'],
  '[[': [`${VALUES}]`, "a value or ']'"],
  ',[': [VALUES, 'a value'],
  'v[': [',]', "',' or ']'"],
  '{{': ['"}', "a name in quotes or '}'"],
  'n{': [':', "':'"],
  ':{': [VALUES, 'a value'],
  'v{': [',}', "',' or '}'"],
  ',{': ['"', 'a name in quotes'],
};

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
 * Reads one value of JSON in pieces of lines. An element of the outermost array is read when it
 * ends, so an array of a million puzzles is never held. (`JSON.parse` does not tell where in a text
 * a value or a mistake stands.) A puzzle is a text or an array of all cells, 81 for example; or it
 * is an array of rows, and each row is a text or an array of cells.
 *
 * A puzzle may be the whole value, an element of an array, or a value in an object. There its name
 * is one that CSV knows too (`puzzle`, `grid` ...), or `value`. The reader also looks into objects
 * within objects, but not into solutions. A cell is a number or a text of one value; a blank is
 * `null`, `""`, -1 or 0. `size` and `boxes` mean something beside `rows` only.
 */
export class JsonReader {
  readonly #grids: Grids;
  readonly #reads: ReadBuffer;
  /** The arrays and objects that are open, from the outermost on. */
  readonly #open: Part[] = [];
  /** The place where the value begins. */
  place: Place = { line: 1, column: 1 };
  /** The token before, as in `NEXT`. */
  #last = '';
  /** The array that is the value, if it is one. */
  #top: Frame | undefined;
  /** The number of values in the current element. */
  #values = 0;

  constructor(grids: Grids, reads: ReadBuffer) {
    this.#grids = grids;
    this.#reads = reads;
  }

  /** True once the value has ended. */
  get isDone(): boolean {
    return this.#open.length === 0 && this.#last === 'v';
  }

  /**
   * Reads a piece of a line that begins after `shift` characters of the line. Returns the number of
   * characters read: up to the end of the value, or up to a text or word that does not end in the
   * piece. The next piece must begin with that text or word. Throws at a mistake, and can read
   * nothing after it.
   */
  push(piece: string, line: number, shift: number, isLineEnd: boolean): number {
    let at = 0;
    while (!this.isDone) {
      TOKEN.lastIndex = at;
      const token = TOKEN.exec(piece);
      if (token === null) break;
      const [, sign, text, word] = token;
      const end = TOKEN.lastIndex;
      const length = (sign ?? word)?.length ?? (text as string).length + 2;
      const place = { line, column: shift + end - length + 1 };
      if (word !== undefined && word.length > LONGEST_WORD) throw this.#noValue(word, place);
      if (word !== undefined && end === piece.length && !isLineEnd) return at;
      this.#token(sign ?? (text === undefined ? '0' : '"'), text ?? word ?? '', place);
      at = end;
    }
    const isEmpty = this.isDone || piece.slice(at).trim() === '';
    if (!isEmpty && (isLineEnd || piece.length - at > LONGEST)) {
      const what = isLineEnd
        ? `found the end of the line in a text; close it with '"'.`
        : `found a text of more than ${LONGEST} characters; no Sudoku has so many.`;
      throw this.#mistake({ line, column: shift + piece.length + 1 }, what);
    }
    return this.isDone || !isEmpty ? at : piece.length;
  }

  #token(token: string, content: string, place: Place): void {
    const about = this.#open.at(-1);
    const bracket = about === undefined ? '' : about.list === undefined ? '{' : '[';
    const [tokens, names] = NEXT[this.#last + bracket] as (typeof NEXT)[string];
    if (!tokens.includes(token)) {
      const found = shown(token === '0' ? content : token);
      throw this.#mistake(place, `found ${found} in JSON, wanted ${names}; mend it.`);
    }
    this.#last = token;
    if (token === ',' || token === ':') return;
    if (token === '[' || token === '{') {
      if (this.#open.length === DEEPEST) {
        const what = `found JSON of more than ${DEEPEST} levels; no Sudoku has so many.`;
        throw this.#mistake(place, what);
      }
      if (about === undefined) this.place = place;
      if (about === undefined && token === '[') this.#top = this.#begin(place, true, false);
      this.#open.push(token === '[' ? { ...place, list: [] } : { ...place, fields: [] });
    } else if (token === '"' && !tokens.startsWith(VALUES)) {
      about?.fields?.push([this.#textOf(content, place), null]);
      this.#last = 'n';
    } else {
      this.#last = 'v';
      this.#end(this.#valueOf(token, content, place));
    }
  }

  /** The value that ends with a token. */
  #valueOf(token: string, content: string, place: Place): Value {
    if (token === '"') return { ...place, text: this.#textOf(content, place) };
    if (token !== '0') return this.#open.pop() as Part;
    const number = Number(content);
    if (!WORD.test(content) || Math.abs(number) === Number.POSITIVE_INFINITY) {
      throw this.#noValue(content, place);
    }
    return Number.isNaN(number) ? JSON.parse(content) : number;
  }

  /** A text without its escapes. Tabs may stand in it as they are. */
  #textOf(text: string, place: Place): string {
    if (!text.includes('\\')) return text;
    try {
      return JSON.parse(`"${text.replaceAll('\t', '\\t')}"`);
    } catch {
      throw this.#mistake(place, 'found a backslash that means nothing in JSON; mend it.');
    }
  }

  #noValue(word: string, place: Place): QuadrilleError {
    return this.#mistake(place, `found ${shown(word)}, which is no value of JSON; mend it.`);
  }

  #mistake(place: Place, what: string): QuadrilleError {
    // The stack of an error keeps this reader in memory.
    this.#open.length = 0;
    return badText({ source: this.#reads.format.source, ...place }, what);
  }

  /** Puts a value in its place. It reads an element of the outermost array, or the last value. */
  #end(value: Value): void {
    const about = this.#open.at(-1);
    const top = this.#top;
    if (about?.fields !== undefined) (about.fields.at(-1) as [string, Value])[1] = value;
    else if (this.#open.length > 1) about?.list?.push(value);
    else {
      this.#values = 0;
      if (about !== undefined) this.#element(value, top as Frame);
      else if (top === undefined) this.#object(value as Part, true);
      else if (!this.#ended(top)) this.#refuseEmpty(this.place);
    }
    if (this.#values++ < MOST_VALUES) return;
    const what = `found more than ${MOST_VALUES} values in an object; divide it.`;
    throw this.#mistake(this.place, what);
  }

  #element(value: Value, frame: Frame): void {
    const part = partOf(value) as Part;
    const { list, fields, text, line, column } = part;
    const { isPuzzle } = frame;
    if (list !== undefined) frame.hasResult = this.#list(part, isPuzzle, frame) || frame.hasResult;
    else if (fields !== undefined) {
      frame.hasResult = this.#object(part, isPuzzle) || frame.hasResult;
    } else if (isPuzzle && text !== undefined && text.length > LONGEST_CELL) {
      frame.hasLines = true;
      this.#grids.cells({ line, text: lineOf(text), shift: column });
    } else if (frame.cells.length <= MOST_CELLS) {
      frame.cells.push(cellOf(value));
    }
  }

  /** Reads an array, which an array may hold. Returns true if there was a puzzle or a mistake. */
  #list(value: Part, isPuzzle: boolean, parent?: Frame): boolean {
    const frame = this.#begin(value, isPuzzle, parent !== undefined);
    for (const element of value.list ?? []) this.#element(element, frame);
    return this.#ended(frame, parent);
  }

  #begin(place: Place, isPuzzle: boolean, isInArray: boolean): Frame {
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
    const { fields = [], line } = value;
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
        this.#grids.puzzle({ line: part.line, text: lineOf(part.text), shift: part.column });
        hasResult = true;
      }
    }
    if (rows !== undefined) {
      const { size, boxes } = Object.fromEntries(fields);
      const read = rows;
      this.#grids.close();
      const shape = { size: scalarOf(size), boxes: scalarOf(boxes) } as ShapeSettings;
      this.#reads.attempt(line, () => puzzleOfRows(read, shape, value, this.#reads.format));
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
function lineOf(text: string): string {
  return /^-+$/.test(text) ? text.replaceAll('-', '.') : text.replace(/[\r\n\t]+/g, ' ');
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
 * size, with 0 for a blank, or a text. `size` and `boxes` may be missing.
 */
function puzzleOfRows(
  value: Value,
  stated: ShapeSettings,
  { line, column }: Place,
  format: Format,
): Puzzle {
  const place = { source: format.source, line, column };
  const refuse = (what: string) => badText(place, what);
  const rows = partOf(value).list;
  if (rows === undefined) {
    throw refuse(`found ${shown(scalarOf(value))} for rows; give {"rows":[[0,3, ...], ...]}.`);
  }
  const isStated = stated.size !== undefined || stated.boxes !== undefined;
  const lists = rows.map((row) => partOf(row).list);
  const areTexts = lists.every((list) => list === undefined);
  const across = areTexts ? rows.length : (lists[0]?.length ?? 1);
  if (!isStated && across !== rows.length) {
    throw refuse(
      `found ${rows.length} rows, and a first row of ${across}; give as many rows as values in a row.`,
    );
  }
  let shape: Shape;
  try {
    shape = Shape.of(isStated ? stated : { size: rows.length });
  } catch (error) {
    throw refuse((error as Error).message);
  }
  const { fixed } = format;
  if (fixed !== undefined && fixed !== shape) {
    throw refuse(
      `found a Sudoku of ${shape}, wanted ${fixed}; give a Sudoku of ${fixed}, or another size.`,
    );
  }
  if (rows.length !== shape.size) throw refuse(`found ${rows.length} rows; give ${shape.size}.`);
  const lines = rows.map((row, k) => {
    const cells = (lists[k] ?? [row]).map(cellOf);
    const text = areTexts ? (partOf(row).text ?? cells.join()) : cells.join(' ');
    const at = { line, column, text, shift: 0 };
    const isWhole = ({ cells }: Row) => cells.length === shape.size;
    const whole = (areTexts ? readingsOf(at, shape.size) : [rowOf(at, cells)]).find(isWhole);
    if (whole !== undefined) return whole;
    const what = areTexts ? shown(text) : `${cells.length} values`;
    throw refuse(`found ${what} for row ${k + 1}; give ${shape.size} values.`);
  });
  if (areTexts) return puzzleOf(lines, shape, format);
  const integers = new Format({ symbols: 'integers', source: format.source });
  const symbols = givenAlphabet(format, shape.size, place) ?? Symbols.usual(shape.size);
  return { ...puzzleOf(lines, shape, integers), symbols };
}

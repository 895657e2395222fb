import { type QuadrilleError, shown } from '../../problem/error.ts';
import type { Puzzle } from '../grid.ts';
import { MOST_SIZE, Shape, type ShapeSettings } from '../shape.ts';
import { Symbols } from '../symbols.ts';
import { isPuzzleName } from './collection.ts';
import { badText, Format, givenAlphabet, type Place, puzzleOf, type ReadBuffer } from './decode.ts';
import type { Grids } from './grids.ts';
import { type Row, readingsOf, rowOf } from './line.ts';

/** Whether a line begins JSON: an object, or an array and not a section such as `[Puzzle]`. */
export function beginsJson(text: string): boolean {
  return /^[ \t]*(?:\{|\[\s*(?:$|["[{\]\d-]|null\b))/.test(text);
}

/**
 * What an array or object holds: puzzles or parts of one; rows, as `writeJson` writes them; solutions, which
 * the reader skips; `other`: values under another name, among them objects that may have puzzles.
 */
type Role = 'puzzle' | 'rows' | 'other' | 'solution';

/** An array or object that has begun. */
interface Frame {
  readonly isArray: boolean;
  readonly role: Role;
  readonly place: Place;
  /** In an object: the name of the next value. */
  name: string;
  /** In an array: its cells, or its rows if the role is `rows`. */
  readonly cells: string[];
  /** In an array: whether it has rows or puzzles, as texts or as arrays of cells. */
  hasLines: boolean;
  /** Whether a puzzle or a mistake in it was reported. */
  hasResult: boolean;
  /** In an object: the values that `writeJson` writes. */
  readonly parts: RowsObject;
}

/** An object as `writeJson` writes it. */
interface RowsObject {
  /** An array of rows: each is a text, or its values with a space between. Anything else is a mistake. */
  rows?: unknown;
  /** Whether the rows are texts. */
  areTexts?: boolean;
  size?: unknown;
  boxes?: unknown;
}

type Scalar = string | number | boolean | null;

/** The most levels, and the most characters of a word and of a text. No puzzle needs as many. */
const [DEEPEST, LONGEST_WORD, LONGEST] = [32, 40, 1_000_000];
const MOST_CELLS = MOST_SIZE ** 2;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** White space, then one of three: a sign; a text, caught without its quotes; a number or word. */
const TOKEN = /\s*(?:([[\]{}:,])|"([^"\\]*(?:\\.[^"\\]*)*)"|([^\s"[\]{}:,]+))/y;
/** The longest text in an array that is a cell, as `100` is. A longer one, as `1.3.`, is a row or a puzzle. */
const LONGEST_CELL = 3;

/**
 * Reads one value of JSON in pieces of lines. It reports each puzzle as soon as it is complete, so it never holds
 * an array of a million puzzles. A puzzle is a text or an array of all cells, 81 for example; or it is an array
 * of rows, and each row is a text or an array of cells.
 *
 * A puzzle may be the whole value, an element of an array, or a value in an object. There its name is one that
 * CSV knows too (`puzzle`, `grid` ...), or `value`. The reader also looks into objects within objects. A cell
 * is a number or a text of one value; a blank is `null`, `""`, -1 or 0. `size` and `boxes` mean something
 * beside `rows` only.
 */
export class JsonReader {
  readonly #grids: Grids;
  readonly #reads: ReadBuffer;
  readonly #frames: Frame[] = [];
  /** What may come next. `element`: a value, or the end of the array. `first name`: a name, or the end of the object. */
  #wanted: 'value' | 'element' | 'first name' | 'name' | 'colon' | 'end' = 'value';
  #isDone = false;

  constructor(grids: Grids, reads: ReadBuffer) {
    this.#grids = grids;
    this.#reads = reads;
  }

  /** Where the value begins. Only for a value that has begun and not ended. */
  get place(): Place {
    return (this.#frames[0] as Frame).place;
  }

  /** Whether the value has ended. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /**
   * Reads a piece of a line that begins after `shift` characters of the line. Returns the number of characters
   * read: up to the end of the value, or up to a text or word that does not end in the piece. The next piece
   * must begin with that text or word. Throws at a mistake, and can read nothing after it.
   */
  push(piece: string, line: number, shift: number, isLineEnd: boolean): number {
    let at = 0;
    while (!this.#isDone) {
      TOKEN.lastIndex = at;
      const token = TOKEN.exec(piece);
      if (token === null) break;
      const [, sign, text, word] = token;
      const end = TOKEN.lastIndex;
      const length = (sign ?? word)?.length ?? (text as string).length + 2;
      const place = { line, column: shift + end - length + 1 };
      if (word !== undefined && word.length > LONGEST_WORD) throw this.#noValue(word, place);
      if (word !== undefined && end === piece.length && !isLineEnd) return at;
      if (sign !== undefined) this.#sign(sign, place);
      else if (word !== undefined) this.#word(word, place);
      else this.#text(text as string, place);
      at = end;
    }
    const isEmpty = this.#isDone || piece.slice(at).trim() === '';
    if (!isEmpty && (isLineEnd || piece.length - at > LONGEST)) {
      const what = isLineEnd
        ? `found the end of the line in a text; close it with '"'.`
        : `found a text of more than ${LONGEST} characters; no Sudoku has so many.`;
      throw this.#mistake({ line, column: shift + piece.length + 1 }, what);
    }
    return this.#isDone || !isEmpty ? at : piece.length;
  }

  #text(quoted: string, place: Place): void {
    const wanted = this.#wanted;
    const isName = wanted === 'name' || wanted === 'first name';
    const frame = this.#frames.at(-1);
    if (frame === undefined || !(isName || wanted === 'value' || wanted === 'element')) {
      throw this.#unwanted('"', place);
    }
    let text: string;
    try {
      text = quoted.includes('\\') ? (JSON.parse(`"${quoted}"`) as string) : quoted;
    } catch {
      throw this.#mistake(place, 'found a backslash that means nothing in JSON; mend it.');
    }
    if (isName) {
      frame.name = text;
      this.#wanted = 'colon';
    } else {
      this.#scalar(text, place);
    }
  }

  #word(word: string, place: Place): void {
    if (this.#wanted !== 'value' && this.#wanted !== 'element') throw this.#unwanted(word, place);
    if (word === 'null' || word === 'false') this.#scalar(null, place);
    else if (word === 'true') this.#scalar(true, place);
    else if (NUMBER.test(word) && Number.isFinite(Number(word))) this.#scalar(Number(word), place);
    else throw this.#noValue(word, place);
  }

  #sign(sign: string, place: Place): void {
    const wanted = this.#wanted;
    const isArray = this.#frames.at(-1)?.isArray;
    if ((sign === '[' || sign === '{') && (wanted === 'value' || wanted === 'element')) {
      this.#begin(sign === '[', place);
    } else if (sign === ']' && isArray && (wanted === 'element' || wanted === 'end')) {
      this.#endArray();
    } else if (sign === '}' && isArray === false && (wanted === 'first name' || wanted === 'end')) {
      this.#endObject();
    } else if (sign === ':' && wanted === 'colon') {
      this.#wanted = 'value';
    } else if (sign === ',' && wanted === 'end') {
      this.#wanted = isArray ? 'value' : 'name';
    } else {
      throw this.#unwanted(sign, place);
    }
  }

  #unwanted(found: string, place: Place): QuadrilleError {
    const closing = this.#frames.at(-1)?.isArray ? ']' : '}';
    const wanted = {
      value: 'a value',
      element: `a value or '${closing}'`,
      'first name': `a name in quotes or '${closing}'`,
      name: 'a name in quotes',
      colon: `':'`,
      end: `',' or '${closing}'`,
    }[this.#wanted];
    return this.#mistake(place, `found ${shown(found)} in JSON, wanted ${wanted}; mend it.`);
  }

  #noValue(word: string, place: Place): QuadrilleError {
    return this.#mistake(place, `found ${shown(word)}, which is no value of JSON; mend it.`);
  }

  #mistake(place: Place, what: string): QuadrilleError {
    return badText({ source: this.#reads.format.source, ...place }, what);
  }

  /** What the next value is. */
  get #role(): Role {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return 'puzzle';
    if (frame.isArray || frame.role === 'solution') return frame.role;
    if (frame.name === 'rows') return 'rows';
    if (isPuzzleName(frame.name) || frame.name === 'value') return 'puzzle';
    return /solution|solved|answer/i.test(frame.name) ? 'solution' : 'other';
  }

  #begin(isArray: boolean, place: Place): void {
    if (this.#frames.length === DEEPEST) {
      throw this.#mistake(
        place,
        `found JSON of more than ${DEEPEST} levels; no Sudoku has so many.`,
      );
    }
    const role = this.#role;
    if (isArray && role === 'puzzle' && !this.#frames.at(-1)?.isArray) this.#grids.close();
    const frame = { isArray, role, place, name: '', cells: [], hasLines: false, hasResult: false };
    this.#frames.push({ ...frame, parts: {} });
    this.#wanted = isArray ? 'element' : 'first name';
  }

  #scalar(value: Scalar, { line, column }: Place): void {
    const frame = this.#frames.at(-1) as Frame;
    const role = this.#role;
    this.#wanted = 'end';
    if (frame.isArray) {
      const isLine = typeof value === 'string' && value.length > LONGEST_CELL;
      if (role === 'puzzle' && isLine) {
        frame.hasLines = true;
        this.#grids.cells({ line, text: lineOf(value), shift: column });
      } else if (frame.cells.length <= MOST_CELLS) {
        const isRow = role === 'rows' && typeof value === 'string' && !this.#frames.at(-2)?.isArray;
        frame.cells.push(isRow ? value : cellOf(value));
      }
      return;
    }
    if (frame.role === 'solution') return;
    const { name } = frame;
    if (name === 'size' || name === 'boxes' || name === 'rows') frame.parts[name] = value;
    if (role !== 'puzzle' || typeof value !== 'string') return;
    frame.hasResult = true;
    this.#grids.puzzle({ line, text: lineOf(value), shift: column });
  }

  #endArray(): void {
    const frame = this.#frames.pop() as Frame;
    const parent = this.#frames.at(-1);
    const { role, cells, place } = frame;
    if (role === 'rows' && parent !== undefined) {
      parent.hasLines = true;
      if (!parent.isArray) Object.assign(parent.parts, { rows: cells, areTexts: !frame.hasLines });
      // An array that holds arrays is no row. `?` stands for it: a cell that no grid has.
      else if (parent.cells.length <= MOST_SIZE)
        parent.cells.push(frame.hasLines ? '?' : cells.join(' '));
    } else if (role === 'puzzle') {
      if (cells.length > MOST_CELLS || (cells.length > 0 && frame.hasLines)) {
        const what = frame.hasLines ? 'with cells and with rows' : `of over ${MOST_CELLS} cells`;
        const remedy = 'give a Sudoku as an array of rows, or of all cells';
        this.#grids.refuse(place, `found an array ${what}; ${remedy}.`);
      } else if (cells.length > 0) {
        const { line, column } = place;
        this.#grids.cells({ line, text: cells.join(' '), shift: 0, column });
        if (parent?.isArray) parent.hasLines = true;
      }
      if (frame.hasLines || !parent?.isArray) this.#grids.close();
      frame.hasResult ||= frame.hasLines || cells.length > 0;
    }
    this.#leave(frame);
  }

  #endObject(): void {
    const frame = this.#frames.pop() as Frame;
    const { parts, place } = frame;
    if (parts.rows !== undefined) {
      this.#grids.close();
      this.#reads.attempt(place.line, () => puzzleOfRows(parts, place, this.#reads.format));
      frame.hasResult = true;
    }
    this.#leave(frame);
  }

  #leave(frame: Frame): void {
    const parent = this.#frames.at(-1);
    if (!frame.hasResult && (parent === undefined || (frame.role === 'puzzle' && !frame.isArray))) {
      frame.hasResult = true;
      this.#grids.refuse(
        frame.place,
        'found JSON with neither rows nor a puzzle; give {"rows":[[0,3, ...], ...]}, ' +
          'or {"puzzle":"03 ..."} with all cells, or an array of them.',
      );
    }
    if (parent === undefined) this.#isDone = true;
    else parent.hasResult ||= frame.hasResult;
    this.#wanted = 'end';
  }
}

/** A text as a line of cells. Dashes alone are blanks, not a rule. Line ends in it are separators. */
function lineOf(text: string): string {
  return /^-+$/.test(text) ? text.replaceAll('-', '.') : text.replace(/[\r\n\t]+/g, ' ');
}

function cellOf(value: Scalar): string {
  if (value === null || value === 0) return '.';
  const text = String(value).trim();
  return /^[-\u00b7\u2022]?$/.test(text) ? '.' : text.replace(/[\s,|#]/g, '?');
}

/**
 * The puzzle of an object as `writeJson` writes it. Each row is an array of values from 1 to the size, with 0 for
 * a blank, or a text. `size` and `boxes` may be missing.
 */
function puzzleOfRows(
  { rows, areTexts, size, boxes }: RowsObject,
  at: Place,
  format: Format,
): Puzzle {
  const place = { source: format.source, ...at };
  const refuse = (what: string) => badText(place, what);
  if (!Array.isArray(rows)) {
    throw refuse(`found ${shown(rows)} for rows; give {"rows":[[0,3, ...], ...]}.`);
  }
  const isStated = size !== undefined || boxes !== undefined;
  const across = areTexts ? rows.length : rows[0].split(' ').length;
  if (!isStated && across !== rows.length) {
    throw refuse(
      `found ${rows.length} rows, and a first row of ${across}; give as many rows as values in a row.`,
    );
  }
  let shape: Shape;
  try {
    shape = Shape.of((isStated ? { size, boxes } : { size: rows.length }) as ShapeSettings);
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
  const lines = rows.map((text: string, k) => {
    const line = { ...at, text, shift: 0 };
    const isWhole = ({ cells }: Row) => cells.length === shape.size;
    const cells = text === '' ? [] : text.split(' ');
    const row = (areTexts ? readingsOf(line, shape.size) : [rowOf(line, cells)]).find(isWhole);
    if (row !== undefined) return row;
    const what = areTexts ? shown(text) : `${cells.length} values`;
    throw refuse(`found ${what} for row ${k + 1}; give ${shape.size} values.`);
  });
  if (areTexts) return puzzleOf(lines, shape, format);
  const integers = new Format({ symbols: 'integers', source: format.source });
  const symbols = givenAlphabet(format, shape.size, place) ?? Symbols.usual(shape.size);
  return { ...puzzleOf(lines, shape, integers), symbols };
}

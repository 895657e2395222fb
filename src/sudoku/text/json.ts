import { QuadrilleError, shown } from '../../problem/error.ts';
import { checkValues, type Puzzle } from '../grid.ts';
import { MOST_SIZE, Shape, type ShapeSettings } from '../shape.ts';
import { Symbols } from '../symbols.ts';
import { isPuzzleName } from './csv.ts';
import {
  badText,
  type Format,
  givenAlphabet,
  type Place,
  puzzleOf,
  type ReadBuffer,
} from './decode.ts';
import type { Grids } from './grids.ts';
import { readingsOf } from './line.ts';

/** Whether a line begins JSON: an object, or an array and not a section such as `[Puzzle]`. */
export function beginsJson(text: string): boolean {
  return /^[ \t]*(?:\{|\[\s*(?:$|["[{\]\d-]|null\b))/.test(text);
}

/** JSON that is none: what is wrong, and in which column. */
export class JsonMistake {
  readonly column: number;
  readonly what: string;

  constructor(column: number, what: string) {
    this.column = column;
    this.what = what;
  }
}

/**
 * What the values of an array or object are: puzzles or parts of them; the rows of `writeJson`; of
 * another name, under which objects may have puzzles; solutions, which are passed over.
 */
type Role = 'puzzle' | 'rows' | 'other' | 'solution';

/** An array or object that has begun. */
interface Frame {
  readonly isArray: boolean;
  readonly role: Role;
  readonly place: Place;
  /** The name of the value to come, in an object. */
  name: string;
  /** Cells, in an array of puzzles. */
  readonly cells: string[];
  /** Whether an array has rows or puzzles: texts, or arrays of cells. */
  hasLines: boolean;
  /** Whether there is a puzzle in it, or a mistake that was told. */
  found: boolean;
  /** The values, in an array of rows. */
  readonly values: unknown[];
  /** What `writeJson` writes, in an object. */
  readonly parts: RowsObject;
}

/** An object as `writeJson` writes it. */
interface RowsObject {
  rows?: unknown;
  size?: unknown;
  boxes?: unknown;
}

type Scalar = string | number | boolean | null;

/** No puzzle needs as much. */
const DEEPEST = 32;
const MOST_CELLS = MOST_SIZE ** 2;
const LONGEST = 1_000_000;
const LONGEST_WORD = 40;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** White space, and then a sign, a text (without its quotes), or a number or word. */
const TOKEN = /\s*(?:([[\]{}:,])|"([^"\\]*(?:\\.[^"\\]*)*)"|([^\s"[\]{}:,]+))/y;
/** A text of more characters in an array is a row or a puzzle, not a cell: `100` is one, `1.3.` not. */
const LONGEST_CELL = 3;

/**
 * Reads one value of JSON in pieces of lines, and hands on the puzzles in it as they come, so that
 * an array of a million is never held. A puzzle is
 *
 * - a text, or an array of 81 cells (or as many as a puzzle has);
 * - an array of rows: texts of 9 cells, or arrays of them;
 *
 * as it stands or as an element of an array, and in an object under a name that CSV knows too
 * (`puzzle`, `grid` ...) or `value`. Objects within objects are looked into. Cells are numbers,
 * texts of one value, and `null`, `""`, -1 or 0 for a blank. `size` and `boxes` go with `rows` alone.
 */
export class JsonReader {
  readonly #grids: Grids;
  readonly #reads: ReadBuffer;
  readonly #frames: Frame[] = [];
  /** What may come. `element`: a value or the end of an array; `first name`: or of an object. */
  #wanted: 'value' | 'element' | 'first name' | 'name' | 'colon' | 'end' = 'value';
  #isDone = false;

  constructor(grids: Grids, reads: ReadBuffer) {
    this.#grids = grids;
    this.#reads = reads;
  }

  /** Where the value begins, as long as it has not ended. */
  get place(): Place {
    return (this.#frames[0] as Frame).place;
  }

  /** Whether the value has ended. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /**
   * Reads a piece of a line, of which `shift` characters came before. Returns where the value ended,
   * or where a text or word begins that has no end in the piece: the next piece must begin with it.
   * Throws a JsonMistake, after which nothing more can be read.
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
      if (word !== undefined && word.length > LONGEST_WORD) throw noValue(word, place.column);
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
      throw new JsonMistake(shift + piece.length + 1, what);
    }
    return this.#isDone || !isEmpty ? at : piece.length;
  }

  #text(quoted: string, place: Place): void {
    const wanted = this.#wanted;
    const isName = wanted === 'name' || wanted === 'first name';
    const frame = this.#frames.at(-1);
    if (frame === undefined || !(isName || wanted === 'value' || wanted === 'element')) {
      throw this.#unwanted('"', place.column);
    }
    let text: string;
    try {
      text = quoted.includes('\\') ? (JSON.parse(`"${quoted}"`) as string) : quoted;
    } catch {
      const what = 'found a backslash in a text that means nothing in JSON; mend it.';
      throw new JsonMistake(place.column, what);
    }
    if (isName) {
      frame.name = text;
      this.#wanted = 'colon';
    } else {
      this.#scalar(text, place);
    }
  }

  #word(word: string, place: Place): void {
    const { column } = place;
    if (this.#wanted !== 'value' && this.#wanted !== 'element') throw this.#unwanted(word, column);
    if (word === 'null' || word === 'false') this.#scalar(null, place);
    else if (word === 'true') this.#scalar(true, place);
    else if (NUMBER.test(word) && Number.isFinite(Number(word))) this.#scalar(Number(word), place);
    else throw noValue(word, column);
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
      throw this.#unwanted(sign, place.column);
    }
  }

  #unwanted(found: string, column: number): JsonMistake {
    const closing = this.#frames.at(-1)?.isArray ? ']' : '}';
    const wanted = {
      value: 'a value',
      element: `a value or '${closing}'`,
      'first name': `a name in quotes or '${closing}'`,
      name: 'a name in quotes',
      colon: `':'`,
      end: `',' or '${closing}'`,
    }[this.#wanted];
    return new JsonMistake(column, `found ${shown(found)} in JSON, wanted ${wanted}; mend it.`);
  }

  /** What the value to come is. */
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
      const what = `found JSON of more than ${DEEPEST} levels; no Sudoku has so many.`;
      throw new JsonMistake(place.column, what);
    }
    const role = this.#role;
    if (isArray && role === 'puzzle' && !this.#frames.at(-1)?.isArray) this.#grids.close();
    this.#frames.push({
      isArray,
      role,
      place,
      name: '',
      cells: [],
      hasLines: false,
      found: false,
      values: [],
      parts: {},
    });
    this.#wanted = isArray ? 'element' : 'first name';
  }

  #scalar(value: Scalar, { line, column }: Place): void {
    const frame = this.#frames.at(-1) as Frame;
    const role = this.#role;
    this.#wanted = 'end';
    if (frame.isArray) {
      if (role === 'rows' && frame.values.length <= MOST_SIZE) {
        const isRow = typeof value === 'string' && !this.#frames.at(-2)?.isArray;
        frame.values.push(isRow ? value : rowValueOf(value));
      }
      if (role !== 'puzzle') return;
      if (typeof value === 'string' && value.length > LONGEST_CELL) {
        frame.hasLines = true;
        this.#grids.cells({ line, text: lineOf(value), shift: column });
      } else if (frame.cells.length <= MOST_CELLS) {
        frame.cells.push(cellOf(value));
      }
      return;
    }
    if (frame.role === 'solution') return;
    if (frame.name === 'size' || frame.name === 'boxes' || frame.name === 'rows')
      frame.parts[frame.name] = value;
    if (role !== 'puzzle' || typeof value !== 'string') return;
    frame.found = true;
    this.#grids.puzzle({ line, text: lineOf(value), shift: column });
  }

  #endArray(): void {
    const frame = this.#frames.pop() as Frame;
    const parent = this.#frames.at(-1);
    const { role, cells, place, values } = frame;
    if (role === 'rows') {
      if (parent?.isArray) {
        if (parent.values.length <= MOST_SIZE) parent.values.push(values);
      } else if (parent !== undefined) parent.parts.rows = values;
    } else if (role === 'puzzle') {
      if (cells.length > MOST_CELLS || (cells.length > 0 && frame.hasLines)) {
        const what = frame.hasLines
          ? 'an array with cells and with rows'
          : `an array of more than ${MOST_CELLS} cells`;
        const remedy = 'give a Sudoku as an array of rows, or of all cells';
        this.#grids.refuse(place, `found ${what}; ${remedy}.`);
      } else if (cells.length > 0) {
        const { line, column } = place;
        this.#grids.cells({ line, text: cells.join(' '), shift: 0, column });
        if (parent?.isArray) parent.hasLines = true;
      }
      if (frame.hasLines || !parent?.isArray) this.#grids.close();
      frame.found ||= frame.hasLines || cells.length > 0;
    }
    this.#leave(frame);
  }

  #endObject(): void {
    const frame = this.#frames.pop() as Frame;
    const { parts, place } = frame;
    if (parts.rows !== undefined) {
      this.#grids.close();
      this.#reads.attempt(place.line, () => puzzleOfRows(parts, place, this.#reads.format));
      frame.found = true;
    }
    this.#leave(frame);
  }

  #leave(frame: Frame): void {
    const parent = this.#frames.at(-1);
    if (!frame.found && (parent === undefined || (frame.role === 'puzzle' && !frame.isArray))) {
      frame.found = true;
      this.#grids.refuse(
        frame.place,
        'found JSON with neither rows nor a puzzle; give {"rows":[[0,3, ...], ...]}, ' +
          'or {"puzzle":"03 ..."} with all cells, or an array of them.',
      );
    }
    if (parent === undefined) this.#isDone = true;
    else parent.found ||= frame.found;
    this.#wanted = 'end';
  }
}

function noValue(word: string, column: number): JsonMistake {
  return new JsonMistake(column, `found ${shown(word)}, which is no value of JSON; mend it.`);
}

/** A value of `rows`: 0 for what is blank. */
function rowValueOf(value: Scalar): unknown {
  if (typeof value === 'number') return value === -1 ? 0 : value;
  const cell = cellOf(value);
  if (cell === '.') return 0;
  return /^\d+$/.test(cell) ? Number(cell) : value;
}

/** A text as a line: dashes alone would be a rule, and its ends of lines stand between cells. */
function lineOf(text: string): string {
  return /^-+$/.test(text) ? text.replaceAll('-', '.') : text.replace(/[\r\n\t]+/g, ' ');
}

function cellOf(value: Scalar): string {
  if (value === null || value === 0) return '.';
  const text = String(value).trim();
  return /^[-\u00b7\u2022]?$/.test(text) ? '.' : text.replace(/[\s,|#]/g, '?');
}

/**
 * A puzzle as `writeJson` writes it: `rows` with 1 to the size in each, 0 for a blank, or a text for
 * each; `size` and `boxes` may be missing.
 */
function puzzleOfRows({ rows, size, boxes }: RowsObject, at: Place, format: Format): Puzzle {
  const place = { source: format.source, ...at };
  const refuse = (what: string) => badText(place, what);
  if (!Array.isArray(rows)) {
    throw refuse(`found ${shown(rows)} for rows; give {"rows":[[0,3, ...], ...]}.`);
  }
  const isStated = size !== undefined || boxes !== undefined;
  const across = Array.isArray(rows[0]) ? rows[0].length : rows.length;
  if (!isStated && across !== rows.length) {
    throw refuse(
      `found rows: ${rows.length}, and values in the first: ${across}; give as many of each.`,
    );
  }
  try {
    const shape = Shape.of((isStated ? { size, boxes } : { size: rows.length }) as ShapeSettings);
    const { fixed } = format;
    if (fixed !== undefined && fixed !== shape) {
      throw refuse(`found a Sudoku of ${shape}, wanted ${fixed}; give the one or the other.`);
    }
    if (rows.length !== shape.size) throw refuse(`found ${rows.length} rows; give ${shape.size}.`);
    if (rows.every((row) => typeof row === 'string')) {
      const lines = rows.map((text, k) => {
        const readings = readingsOf({ ...at, text, shift: 0 }, shape.size);
        const row = readings.find(({ cells }) => cells.length === shape.size);
        if (row !== undefined) return row;
        throw refuse(`found ${shown(text)} for row ${k + 1}; give ${shape.size} values.`);
      });
      return puzzleOf(lines, shape, format);
    }
    for (const [number, row] of rows.entries()) {
      if (Array.isArray(row) && row.length === shape.size) continue;
      const what = Array.isArray(row) ? `${row.length} values` : shown(row);
      throw refuse(`found ${what} for row ${number + 1}; give ${shape.size} values.`);
    }
    const values = rows.flat();
    checkValues(shape, values);
    const symbols = givenAlphabet(format, shape.size, place) ?? Symbols.usual(shape.size);
    return { shape, givens: Uint8Array.from(values), symbols, line: at.line };
  } catch (error) {
    // An error of the shape or of its values has no place yet.
    if (!(error instanceof QuadrilleError) || error.code === 'bad-text') throw error;
    throw refuse(error.message);
  }
}

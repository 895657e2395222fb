import { shown } from '../../problem/error.ts';
import { MOST_SIZE } from '../shape.ts';
import { isPuzzleName } from './csv.ts';
import type { Rows } from './decode.ts';
import type { Line } from './line.ts';

/** What is found in JSON, in its order. */
export interface Finder {
  /** A row of a grid, or a puzzle: what a line of text is. */
  line(line: Line): void;
  /** No grid goes on from here. */
  close(): void;
  /** A text that is a puzzle by itself. */
  puzzle(line: Line): void;
  /** An object as `writeJson` writes it. */
  rows(object: Rows, spot: Place): void;
  /** What is JSON, and no puzzle. */
  mistake(spot: Place, what: string): void;
}

/** Where something begins, both from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

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
  readonly parts: Rows;
}

/** No puzzle needs as much. */
const DEEPEST = 32;
const MOST_CELLS = MOST_SIZE ** 2;
const LONGEST = 1_000_000;
const LONGEST_WORD = 40;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const SIGNS = '"[]{},:';
const QUOTE = 34;
const BACKSLASH = 92;
/** A text of more characters in an array is a row or a puzzle, not a cell: `100` is one, `1.3.` not. */
const LONGEST_CELL = 3;

/**
 * Reads one value of JSON in pieces of lines, and tells of the puzzles in it as they come, so that
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
  readonly #finder: Finder;
  readonly #frames: Frame[] = [];
  /** The part of a text, number or word that has been read. */
  #token = '';
  #inText = false;
  /** Whether the last character of a text is a backslash that another one does not quote. */
  #escaped = false;
  #tokenPlace: Place = { line: 0, column: 0 };
  /** What may come. `element`: a value or the end of an array; `name` alike. */
  #wanted: 'value' | 'element' | 'first name' | 'name' | 'colon' | 'end' = 'value';
  #line = 0;
  #isDone = false;

  constructor(finder: Finder) {
    this.#finder = finder;
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
   * Reads a piece of a line, of which `shift` characters came before; gives where the value ended,
   * or the length of the piece. Throws a JsonMistake, after which nothing more can be read.
   */
  push(piece: string, line: number, shift: number): number {
    this.#line = line;
    let at = 0;
    while (at < piece.length && !this.#isDone) {
      if (this.#inText) {
        at = this.#textIn(piece, at, shift);
        continue;
      }
      const character = piece.charAt(at++);
      const column = shift + at;
      if (character > ' ' && !SIGNS.includes(character)) {
        if (this.#token === '') this.#tokenPlace = { line, column };
        this.#token += character;
        if (this.#token.length > LONGEST_WORD) throw noValue(this.#token, this.#tokenPlace.column);
      } else {
        this.#endWord();
        if (character > ' ') this.#sign(character, column);
      }
    }
    return at;
  }

  /** Ends a line: a word ends with it, and a text may not. */
  endLine(column: number): void {
    if (this.#inText) {
      throw new JsonMistake(column, `found the end of the line in a text; close it with '"'.`);
    }
    this.#endWord();
  }

  /** Reads a text up to its end or that of the piece, and gives where that is. */
  #textIn(piece: string, from: number, shift: number): number {
    let end = from;
    for (; end < piece.length; end++) {
      const code = piece.charCodeAt(end);
      if (code === QUOTE && !this.#escaped) break;
      this.#escaped = code === BACKSLASH && !this.#escaped;
    }
    this.#token += piece.slice(from, end);
    if (this.#token.length > LONGEST) {
      const what = `found a text of more than ${LONGEST} characters; no Sudoku has so many.`;
      throw new JsonMistake(shift + end + 1, what);
    }
    if (end === piece.length) return end;
    this.#endText();
    return end + 1;
  }

  #endText(): void {
    this.#inText = false;
    const token = this.#token;
    this.#token = '';
    let text: string;
    try {
      text = token.includes('\\') ? (JSON.parse(`"${token}"`) as string) : token;
    } catch {
      const what = 'found a backslash in a text that means nothing in JSON; mend it.';
      throw new JsonMistake(this.#tokenPlace.column, what);
    }
    const frame = this.#frames.at(-1) as Frame;
    if (this.#wanted === 'name' || this.#wanted === 'first name') {
      frame.name = text;
      this.#wanted = 'colon';
    } else {
      this.#scalar(text, this.#tokenPlace);
    }
  }

  /** A number or a word, if one has begun. */
  #endWord(): void {
    const word = this.#token;
    if (word === '') return;
    this.#token = '';
    const { column } = this.#tokenPlace;
    if (this.#wanted !== 'value' && this.#wanted !== 'element') throw this.#unwanted(word, column);
    if (word === 'null' || word === 'false') this.#scalar(null, this.#tokenPlace);
    else if (word === 'true') this.#scalar(true, this.#tokenPlace);
    else if (NUMBER.test(word) && Number.isFinite(Number(word)))
      this.#scalar(Number(word), this.#tokenPlace);
    else throw noValue(word, column);
  }

  #sign(sign: string, column: number): void {
    const wanted = this.#wanted;
    const isValue = wanted === 'value' || wanted === 'element';
    const frame = this.#frames.at(-1);
    if (
      sign === '"' &&
      (isValue || wanted === 'name' || wanted === 'first name') &&
      frame !== undefined
    ) {
      this.#inText = true;
      this.#escaped = false;
      this.#tokenPlace = { line: this.#line, column };
    } else if ((sign === '[' || sign === '{') && isValue) {
      this.#begin(sign === '[', column);
    } else if (sign === ']' && frame?.isArray && (wanted === 'element' || wanted === 'end')) {
      this.#endArray();
    } else if (
      sign === '}' &&
      frame?.isArray === false &&
      (wanted === 'first name' || wanted === 'end')
    ) {
      this.#endObject();
    } else if (sign === ':' && wanted === 'colon') {
      this.#wanted = 'value';
    } else if (sign === ',' && wanted === 'end') {
      this.#wanted = frame?.isArray ? 'value' : 'name';
    } else {
      throw this.#unwanted(sign, column);
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

  #begin(isArray: boolean, column: number): void {
    if (this.#frames.length === DEEPEST) {
      throw new JsonMistake(
        column,
        `found JSON of more than ${DEEPEST} levels; no Sudoku has so many.`,
      );
    }
    const place = { line: this.#line, column };
    const role = this.#role;
    if (isArray && role === 'puzzle' && !this.#frames.at(-1)?.isArray) this.#finder.close();
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

  #scalar(value: string | number | boolean | null, { line, column }: Place): void {
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
        this.#finder.line({ line, text: lineOf(value), shift: column });
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
    this.#finder.close();
    this.#finder.puzzle({ line, text: lineOf(value), shift: column });
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
        this.#finder.close();
        const what = frame.hasLines
          ? 'an array with cells and with rows'
          : `an array of more than ${MOST_CELLS} cells`;
        this.#finder.mistake(
          place,
          `found ${what}; give a Sudoku as an array of rows, or of all cells.`,
        );
      } else if (cells.length > 0) {
        this.#finder.line({
          line: place.line,
          text: cells.join(' '),
          shift: 0,
          column: place.column,
        });
        if (parent?.isArray) parent.hasLines = true;
      }
      if (frame.hasLines || !parent?.isArray) this.#finder.close();
      frame.found ||= frame.hasLines || cells.length > 0;
    }
    this.#leave(frame);
  }

  #endObject(): void {
    const frame = this.#frames.pop() as Frame;
    if (frame.parts.rows !== undefined) {
      this.#finder.close();
      this.#finder.rows(frame.parts, frame.place);
      frame.found = true;
    }
    this.#leave(frame);
  }

  #leave(frame: Frame): void {
    const parent = this.#frames.at(-1);
    if (!frame.found && (parent === undefined || (frame.role === 'puzzle' && !frame.isArray))) {
      frame.found = true;
      this.#finder.close();
      this.#finder.mistake(
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
function rowValueOf(value: string | number | boolean | null): unknown {
  if (typeof value === 'number') return value === -1 ? 0 : value;
  const cell = cellOf(value);
  if (cell === '.') return 0;
  return /^\d+$/.test(cell) ? Number(cell) : value;
}

/** A text as a line: dashes alone would be a rule, and its ends of lines stand between cells. */
function lineOf(text: string): string {
  return /^-+$/.test(text) ? text.replaceAll('-', '.') : text.replace(/[\r\n\t]+/g, ' ');
}

function cellOf(value: string | number | boolean | null): string {
  if (value === null || value === 0) return '.';
  const text = String(value).trim();
  return /^[-\u00b7\u2022]?$/.test(text) ? '.' : text.replace(/[\s,|#]/g, '?');
}

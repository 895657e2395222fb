import { QuadrilleError, shown } from '../../../engine/problem/error.ts';
import { Shape, type ShapeSettings } from '../shape.ts';
import { isPuzzleName } from './csv.ts';
import { badText, Format, type Place, type ReadBuffer } from './format.ts';
import { Grids } from './grids.ts';
import type { Line } from './line.ts';

/** True if a line begins JSON, and not a name in brackets such as `[Puzzle]`. */
export function beginsJson(text: string): boolean {
  return /^\s*(?:\{|\[\s*(?:$|["[{\]\d-]|null\b|false\b))/.test(text);
}

/** The most levels of arrays and objects. */
const DEEPEST = 32;
/** Texts, and the beginnings of arrays and objects. */
const PART = /"[^"\\]*(?:\\.[^"\\]*)*"|[[{]/g;
/** The longest text in an array that is a cell, as `100` is; `1.3.` is a row or a puzzle. */
const LONGEST_CELL = 3;
/** White space, then a sign, a text in its quotes, or a number or word. */
const TOKEN =
  /\s*(?:([[\]{}:,])|("[^"\\\n\r\t]*(?:\\.[^"\\\n\r\t]*)*")|(?:-?\d[\d.eE+-]*|true|false|null))/y;

const NO_PUZZLE =
  'found JSON with neither rows nor a puzzle; give {"rows":[[0,3, ...], ...]}, or ' +
  '{"puzzle":"03 ..."} with all cells, or an array of them.';

const TWICE =
  'found a name twice in an object of JSON, or names that are numbers out of their order; ' +
  'give each name once.';

/** A value with the place where it begins, and with the parts of an array or an object. */
interface Part extends Place {
  readonly value: unknown;
  readonly parts: readonly Part[];
}

/**
 * Reads the Sudokus of a text of JSON. One is a text or an array of all cells; or an array of rows,
 * each a text or an array of cells. It may be the whole value, an element of an array, or a value of
 * an object: there its name is one that CSV knows too (`puzzle`, `grid` ...), `value`, or `rows`,
 * maybe beside `size` and `boxes`, as `writeJson` writes it. Objects within objects are searched,
 * solutions are not. A blank is `null`, `false`, `""`, 0, -1, or a text such as `.`.
 *
 * `JSON.parse` reads the value. Its texts, arrays and objects come in the order in which they stand
 * in the text, so the text tells the place of each.
 */
export class JsonReader {
  readonly #text: string;
  readonly #format: Format;
  readonly #reads: ReadBuffer;
  #grids: Grids;
  readonly #part = new RegExp(PART);
  /** The line of the last part, and the indices where that line begins and ends. */
  #line: number;
  #lineStart = 0;
  #lineEnd: number;

  /** `line`: that on which the text begins. */
  constructor(text: string, line: number, format: Format, reads: ReadBuffer) {
    this.#text = text;
    this.#line = line;
    this.#format = format;
    this.#reads = reads;
    this.#grids = new Grids(format, reads);
    this.#lineEnd = this.#endOfLine();
  }

  /** Reads the value that `JSON.parse` has made of the text. */
  read(value: unknown): void {
    this.#attempt(() => {
      const isLong = isList(value) && !value.every(isCell);
      const whole = this.#partOf(isLong ? [] : value, 0);
      // The parts of a million puzzles are made one by one.
      const hasResult = isLong
        ? this.#elements(whole, this.#partsOf(value), true)
        : this.#value(whole, true);
      if (!hasResult) this.#grids.refuse({ ...whole, what: NO_PUZZLE });
      this.#grids.close();
      // `JSON.parse` keeps one of two values with the same name.
      const left = this.#part.exec(this.#text);
      if (left !== null) throw this.#mistake(this.#placeOf(left.index), TWICE);
    });
  }

  /** Tells where the text stops being JSON. */
  refuse(): void {
    this.#attempt(() => {
      const at = jsonEnd(this.#text);
      const found = this.#text.slice(at, at + 40).match(/^(?:\w+|.)/u)?.[0];
      const what =
        found === undefined
          ? 'found JSON that does not end; give the rest of it, or close its brackets and quotes.'
          : `found ${shown(found)} where JSON cannot have it; mend it, and put several values into ` +
            'an array, or each on a line.';
      throw this.#mistake(this.#placeOf(at), what);
    });
  }

  #attempt(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof QuadrilleError)) throw error;
      this.#grids.close();
      this.#reads.error(error);
    }
  }

  /** Reads a value. True if there was a puzzle or a mistake in it. */
  #value(part: Part, isPuzzle: boolean): boolean {
    const { value, parts } = part;
    if (typeof value === 'string') {
      if (isPuzzle) this.#rowsOf(part, (line) => this.#grids.puzzle(line));
      return isPuzzle;
    }
    if (!isList(value)) return isObject(value) && this.#object(part, Object.keys(value));
    if (!isPuzzle || value.length === 0 || !value.every(isCell)) {
      return this.#elements(part, parts, isPuzzle);
    }
    this.#grids.close();
    this.#cells(part);
    this.#grids.close();
    return true;
  }

  /** Reads the elements of an array: rows of one puzzle, puzzles, or objects with some. */
  #elements(place: Place, parts: Iterable<Part>, isPuzzle: boolean): boolean {
    const grids = this.#grids;
    let hasResult = false;
    if (isPuzzle) grids.close();
    for (const part of parts) {
      const { value } = part;
      if (!isPuzzle) hasResult = this.#value(part, false) || hasResult;
      else if (typeof value === 'string') this.#rowsOf(part, (line) => grids.cells(line));
      else if (isList(value) && value.length > 0 && value.every(isCell)) this.#cells(part);
      else if (!isObject(value)) {
        const what = 'found an array with cells and with rows; give rows alone, or all cells.';
        grids.refuse({ ...place, what });
        // One message will do.
        return true;
      } else {
        grids.close();
        if (!this.#value(part, true)) grids.refuse({ ...part, what: NO_PUZZLE });
        grids.close();
      }
      hasResult ||= isPuzzle;
    }
    if (isPuzzle) grids.close();
    return hasResult;
  }

  #object(part: Part, names: readonly string[]): boolean {
    let hasResult = false;
    for (const [k, name] of names.entries()) {
      const field = part.parts[k];
      const isNamed = isPuzzleName(name) || name === 'value';
      const areRows = name === 'rows' && isList(field.value) && !field.value.some(isRecord);
      if (areRows) hasResult = this.#within(part, () => this.#value(field, true)) || hasResult;
      else if (isNamed || !/solution|solved|answer/i.test(name)) {
        hasResult = this.#value(field, isNamed) || hasResult;
      }
    }
    return hasResult;
  }

  /** Reads rows with the size and the boxes of their object. */
  #within({ value, ...place }: Part, read: () => boolean): boolean {
    const { size, boxes } = value as ShapeSettings;
    if (size === undefined && boxes === undefined) return read();
    const { fixed, symbols, source } = this.#format;
    let shape: Shape;
    try {
      shape = Shape.of({ size, boxes });
    } catch (error) {
      throw this.#mistake(place, (error as Error).message);
    }
    if (fixed !== undefined && fixed !== shape) {
      throw this.#mistake(
        place,
        `found a Sudoku of ${shape}, wanted ${fixed}; give a Sudoku of ${fixed}, or another size.`,
      );
    }
    const grids = this.#grids;
    grids.close();
    this.#grids = new Grids(new Format({ boxes: shape.boxes, symbols, source }), this.#reads);
    const hasResult = read();
    this.#grids.close();
    this.#grids = grids;
    return hasResult;
  }

  /** Reads a text: a puzzle or a row on a line, or a whole grid with line ends in it. */
  #rowsOf({ line, column, value }: Part, read: (line: Line) => void): void {
    const lines = (value as string).split(/\r\n?|\n/);
    if (lines.length === 1) {
      // Dashes alone are blanks here.
      read({
        line,
        shift: column,
        text: /^-+$/.test(lines[0]) ? lines[0].replaceAll('-', '.') : lines[0],
      });
      return;
    }
    this.#grids.close();
    for (const text of lines) {
      const row = { line, column, text, shift: 0 };
      if (text.trim() === '') this.#grids.empty(row);
      else this.#grids.line(row);
    }
    this.#grids.close();
  }

  /** Reads an array of cells: a row, or a puzzle. */
  #cells({ line, column, value }: Part): void {
    const cells = (value as readonly unknown[]).map(cellOf);
    const isText = cells.every((cell) => cell.length === 1);
    const all = isText ? cells.join('') : cells;
    const place = { line, column, text: cells.join(' '), shift: 0 };
    this.#grids.cells(place, [{ ...place, cells: all, places: [], width: 1, columns: undefined }]);
  }

  /** A value with its places. */
  #partOf(value: unknown, depth: number): Part {
    const isText = typeof value === 'string';
    if (!isText && !isObject(value))
      return { ...this.#placeOf(this.#part.lastIndex), value, parts: [] };
    const found = this.#part.exec(this.#text);
    const place = this.#placeOf(found?.index ?? this.#text.length);
    if (depth > DEEPEST) {
      throw this.#mistake(
        place,
        `found JSON of more than ${DEEPEST} levels; no Sudoku has so many.`,
      );
    }
    return { ...place, value, parts: isText ? [] : [...this.#partsOf(value, depth + 1)] };
  }

  /** The elements of an array, or the values of an object. */
  *#partsOf(value: object, depth = 1): Generator<Part, void, undefined> {
    if (isList(value)) {
      for (const element of value) yield this.#partOf(element, depth);
      return;
    }
    for (const [name, field] of Object.entries(value)) {
      const found = this.#part.exec(this.#text);
      const place = this.#placeOf(found?.index ?? this.#text.length);
      if (found?.[0].startsWith('"') && JSON.parse(found[0]) === name) {
        yield this.#partOf(field, depth);
        continue;
      }
      throw this.#mistake(place, TWICE);
    }
  }

  /** The line and the column of an index; these go forwards. */
  #placeOf(index: number): Place {
    while (this.#lineEnd < index) {
      this.#line++;
      this.#lineStart = this.#lineEnd + 1;
      this.#lineEnd = this.#endOfLine();
    }
    return { line: this.#line, column: index - this.#lineStart + 1 };
  }

  #endOfLine(): number {
    const end = this.#text.indexOf('\n', this.#lineStart);
    return end < 0 ? Number.POSITIVE_INFINITY : end;
  }

  #mistake({ line, column }: Place, what: string): QuadrilleError {
    return badText({ source: this.#format.source, line, column }, what);
  }
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** True for an object that is no array: a record with a puzzle, as viewers of datasets give them. */
function isRecord(value: unknown): boolean {
  return isObject(value) && !isList(value);
}

function isCell(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= LONGEST_CELL : !isObject(value);
}

/** A value as a cell; `?`, which no grid has, for a text that would be several cells. */
function cellOf(value: unknown): string {
  if (!value) return '.';
  const text = String(value).trim();
  return /^(?:|-1?|[\u00b7\u2022])$/.test(text) ? '.' : text.replace(/[\s,;|"]/g, '?');
}

/** The index of the first token of JSON that cannot stand where it does; the end if it is cut. */
function jsonEnd(text: string): number {
  const token = new RegExp(TOKEN);
  const open: string[] = [];
  let due: 'value' | 'name' | ':' | ',' = 'value';
  let mayClose = false;
  for (;;) {
    const from = token.lastIndex;
    const at = from + text.slice(from, from + 1000).search(/\S|$/);
    const found = token.exec(text);
    if (found === null) return at;
    const [, sign, name] = found;
    const closing = open[open.length - 1];
    const wasOpened = mayClose;
    mayClose = false;
    if (sign === '[' || sign === '{') {
      if (due !== 'value') return at;
      open.push(sign === '[' ? ']' : '}');
      due = sign === '[' ? 'value' : 'name';
      mayClose = true;
    } else if (sign === ']' || sign === '}') {
      if (sign !== closing || !(due === ',' || wasOpened)) return at;
      open.pop();
      due = ',';
    } else if (sign === ',') {
      if (due !== ',' || closing === undefined) return at;
      due = closing === '}' ? 'name' : 'value';
    } else if (sign === ':') {
      if (due !== ':') return at;
      due = 'value';
    } else if (due === 'name' && name !== undefined) due = ':';
    else if (due === 'value') due = ',';
    else return at;
  }
}

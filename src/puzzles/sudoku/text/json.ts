import type { ShapeSettings } from '../shape.ts';
import { rowIn } from './cells.ts';
import { isPuzzleName } from './csv.ts';
import type { Format, Mistake, Read, TakeOther } from './format.ts';
import { Grids } from './grids.ts';

/** True if a line begins JSON, and not a name in brackets such as `[Puzzle]`. */
export function beginsJson(text: string): boolean {
  return /^\s*(?:\{|\[\s*(?:$|["[{\]\d-]|null\b|false\b))/.test(text);
}

/** The most levels of arrays and objects. */
const DEEPEST = 32;
/** The beginnings of texts, arrays and objects. */
const PART = /["[{]/g;
/** The longest text in an array that is a cell, as `100` is; `1.3.` is a row or a puzzle. */
const LONGEST_CELL = 3;

/** White space, then a sign, the quote that begins a text, or a number or word. */
const TOKEN = /\s*(?:([[\]{}:,])|(")|(?:-?\d[\d.eE+-]*|true|false|null))/y;
/**
 * What may stand in JSON: the bracket that is open, the token before, and a token: a value (`v`), a
 * name (`n`), a colon, a comma, a closing bracket.
 */
const LEGAL = /^(?:(?:|\[\[|\[,|\{:)[[{v]|\{[{,]n|\{n:|[[{][\]}v],|\[[[\]}v]\]|\{[{\]}v]\})$/;

const NO_PUZZLE =
  'found JSON with neither rows nor a puzzle; give {"rows":[[0,3, ...], ...]}, or ' +
  '{"puzzle":"03 ..."} with all cells, or an array of them.';

type Place = Pick<Mistake, 'line' | 'column'>;

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
export class JsonReader<O> {
  readonly #text: string;
  readonly #format: Format;
  readonly #reads: (Read | O)[];
  readonly #takeOther: TakeOther<O> | undefined;
  #grids: Grids;
  readonly #part = new RegExp(PART);
  /** The line of the last part, and the indices where that line begins and ends. */
  #line: number;
  #lineStart = 0;
  #lineEnd = -1;

  /** `line`: that on which the text begins. */
  constructor(
    text: string,
    line: number,
    format: Format,
    reads: (Read | O)[],
    takeOther?: TakeOther<O>,
  ) {
    this.#takeOther = takeOther;
    this.#text = text;
    this.#line = line - 1;
    this.#format = format;
    this.#reads = reads;
    this.#grids = new Grids(format, reads);
  }

  /** Reads the puzzles. If the text is no JSON, it tells so if it is to, and returns false. */
  read(tells: boolean): boolean {
    let value: unknown;
    try {
      value = JSON.parse(this.#text);
    } catch {
      const place = this.#placeOf(jsonEnd(this.#text));
      const what =
        'found what begins as JSON and does not go on as it; mend it, and put several values into ' +
        'an array, or each on a line.';
      if (tells) this.#grids.refuse({ ...place, what });
      return false;
    }
    const start = this.#placeOf(Math.max(this.#text.search(/\S/), 0));
    if (!this.#value(value, 'puzzle', 0)) this.#grids.refuse({ ...start, what: NO_PUZZLE });
    this.#grids.close();
    // `JSON.parse` keeps one of two values with the same name.
    const left = this.#part.exec(this.#text);
    const what = 'found a name twice in an object of JSON; give each name once.';
    if (left !== null) this.#grids.refuse({ ...this.#placeOf(left.index), what });
    return true;
  }

  /**
   * Reads a value: a puzzle, or what may have one by its name, or what has none. True if there was a
   * puzzle or a mistake in it.
   */
  #value(value: unknown, wanted: 'puzzle' | 'name' | 'nothing', depth: number): boolean {
    if (typeof value !== 'string' && !isObject(value)) return false;
    const place = this.#next();
    const isPuzzle = wanted === 'puzzle';
    if (typeof value === 'string') {
      if (isPuzzle) this.#grids.puzzle({ line: place.line, text: value, shift: place.column });
      return isPuzzle;
    }
    if (depth > DEEPEST) {
      const what = `found JSON of more than ${DEEPEST} levels; no Sudoku has so many.`;
      this.#grids.refuse({ ...place, what });
      // The rest is skipped.
      this.#part.lastIndex = this.#text.length;
      return true;
    }
    if (isPuzzle && isList(value) && value.length > 0) {
      this.#grids.close();
      if (value.every(isCell)) this.#cells(place, value);
      else for (const element of value) this.#element(place, element, depth + 1);
      this.#grids.close();
      return true;
    }
    const outer = this.#grids;
    let isSkipped = wanted === 'nothing';
    const isOther = !isSkipped && !isList(value) && this.#isTaken(value, place.line);
    if (isOther) isSkipped = true;
    let hasResult = isOther;
    const { size, boxes } = value as ShapeSettings;
    if (!isSkipped && (typeof boxes === 'string' || (size !== undefined && 'rows' in value))) {
      try {
        this.#grids = new Grids(this.#format.shaped({ size, boxes }), this.#reads);
      } catch (error) {
        this.#grids.refuse({ ...place, what: (error as Error).message });
        hasResult = isSkipped = true;
      }
    }
    for (const [name, field] of Object.entries(value)) {
      if (!isList(value)) this.#next();
      const hasPuzzle = isPuzzleName(name) || name === 'value' || name === 'rows';
      const isNone = isSkipped || /solution|solved|answer/i.test(name);
      const sought = isNone ? 'nothing' : hasPuzzle ? 'puzzle' : 'name';
      hasResult = this.#value(field, sought, depth + 1) || hasResult;
    }
    this.#grids.close();
    this.#grids = outer;
    return hasResult;
  }

  #isTaken(value: object, line: number): boolean {
    const other = this.#takeOther?.(value, line);
    if (other === undefined) return false;
    this.#grids.close();
    this.#reads.push(other);
    return true;
  }

  /** Reads an element of an array: a row, a puzzle, or an object with some. */
  #element(outer: Place, element: unknown, depth: number): void {
    const grids = this.#grids;
    if (typeof element === 'string') {
      const { line, column } = this.#next();
      const place = { line, text: element, shift: column };
      grids.cells(place, rowIn(place));
    } else if (isList(element) && element.length > 0 && element.every(isCell)) {
      this.#cells(this.#next(), element);
    } else {
      grids.close();
      const { lastIndex } = this.#part;
      const place = isObject(element) ? this.#next() : outer;
      this.#part.lastIndex = lastIndex;
      if (!this.#value(element, 'puzzle', depth)) grids.refuse({ ...place, what: NO_PUZZLE });
    }
  }

  /** Reads an array of cells: a row, or a puzzle. */
  #cells({ line, column }: Place, values: readonly unknown[]): void {
    for (const value of values) if (typeof value === 'string') this.#next();
    const list = values.map(cellOf);
    const cells = list.every((cell) => cell.length === 1) ? list.join('') : list;
    const place = { line, column, text: list.join(' '), shift: 0 };
    this.#grids.cells(place, { ...place, cells, width: 1, columns: undefined });
  }

  /** The place of the next text, array or object. */
  #next(): Place {
    const { length } = this.#text;
    const index = this.#part.exec(this.#text)?.index ?? length;
    // At the end `exec` begins anew.
    if (index === length) this.#part.lastIndex = length;
    else if (this.#text.charAt(index) === '"') this.#part.lastIndex = textEnd(this.#text, index);
    return this.#placeOf(index);
  }

  /** The line and the column of an index; these go forwards. */
  #placeOf(index: number): Place {
    while (this.#lineEnd < index) {
      this.#line++;
      this.#lineStart = this.#lineEnd + 1;
      const end = this.#text.indexOf('\n', this.#lineStart);
      this.#lineEnd = end < 0 ? Number.POSITIVE_INFINITY : end;
    }
    return { line: this.#line, column: index - this.#lineStart + 1 };
  }
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
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

/** The index behind the quote that ends a text, which begins at an index; -1 if there is none. */
function textEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charAt(at - 1 - slashes) === '\\') slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return -1;
}

/** The index of the first token of JSON that cannot stand where it does; the end if it is cut. */
function jsonEnd(text: string): number {
  const token = new RegExp(TOKEN);
  const open: string[] = [];
  let before = '';
  for (;;) {
    const from = token.lastIndex;
    const at = from + text.slice(from, from + 1000).search(/\S|$/);
    const [found, sign, quoted] = token.exec(text) ?? [];
    const bracket = open.at(-1) ?? '';
    const isName = quoted !== undefined && bracket === '{' && before !== ':';
    const next = sign ?? (isName ? 'n' : 'v');
    if (found === undefined || !LEGAL.test(bracket + before + next)) return at;
    if (quoted !== undefined) {
      const end = textEnd(text, at);
      // A text is on one line.
      if (end < 0 || /[\n\r\t]/.test(text.slice(at, end))) return at;
      token.lastIndex = end;
    }
    if (next === '[' || next === '{') open.push(next);
    if (next === ']' || next === '}') open.pop();
    before = next;
  }
}

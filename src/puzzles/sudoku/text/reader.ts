import { QuadrilleError, shown } from '../../../engine/problem/error.ts';
import type { Puzzle } from '../grid.ts';
import type { Shape } from '../shape.ts';
import { Symbols } from '../symbols.ts';
import { type Header, headerIn, puzzleIn } from './csv.ts';
import { badText, Format, type Read, ReadBuffer, type ReadSettings } from './format.ts';
import { Grids } from './grids.ts';
import { beginsJson, JsonReader } from './json.ts';
import type { Line } from './line.ts';

export type { Read, ReadSettings } from './format.ts';

/** The longest line that is no JSON: a Sudoku of 100x100 has some 40,000 characters. */
const LONGEST = 1_000_000;
/** The longest text of JSON: `JSON.parse` makes some gigabytes of it. */
const LONGEST_JSON = 1 << 28;
const POINT = 46;
const ZERO = 48;
/** Characters that `readEach` reads before it hands out the puzzles among them. */
const PORTION = 1 << 14;
/** Titles as they are found in collections: `Grid 01`, `Puzzle 3:`. */
const TITLE = /^(?:grid|puzzle|sudoku)s?[\s\d]*:?$/i;

/**
 * Reads Sudokus from a text in pieces cut anywhere. Lines end as in Unix, in DOS, or as on old
 * Macs. `push` returns what the piece completed: a puzzle on one line when the line ends, a grid of
 * several lines at the line that ends it.
 *
 * A line is the first of these that fits:
 *
 * - JSON, if it begins with a bracket: a value by itself, or else with all lines below (`JsonReader`);
 * - nothing but a comment, from `#` on; or nothing;
 * - a title such as `Grid 01`;
 * - a header of CSV, with a field such as `puzzle`: the lines below it are records;
 * - a rule, such as `+---+---+` (`isRule`);
 * - cells: separators are stripped, and what is left is counted (`rowsIn`).
 *
 * The number of cells decides what cells are:
 *
 * - With `size` N, or `boxes` for that size: N cells are a row, N x N a puzzle.
 * - In a grid that has begun with rows of N: N cells are a row.
 * - Else 16, 36, 64, 81 ... cells (the square of a size with boxes) are a puzzle, and 4, 6, 8, 9,
 *   10, 12 ... a row.
 * - But 16 cells may be a row of 16x16. They are one between bars, or with a value beyond 4, if none is
 *   there twice. Then lines of 16 directly above with no value twice are rows too, so such a line
 *   waits for the next one. Sixteen of them without a value beyond 4 are puzzles of 4x4, unless
 *   `size` is 16.
 * - A row of more than 61 cells must have separators. So must a puzzle of 100 cells or more, unless
 *   it has a letter, or no digit, or `size` or `symbols` expect it.
 * - A puzzle of 81 cells or more without separators may have something short beside it: its number,
 *   a rating, a name.
 *
 * Bars and rules at equal distances show the boxes. Where only bars or only rules do, these must be
 * the usual ones, or `boxes` must name them.
 */
export class PuzzleReader {
  readonly #format: Format;
  readonly #reads = new ReadBuffer();
  readonly #grids: Grids;
  /** The number of lines that have ended. */
  #lines = 0;
  /** The parts of a line that has not ended, and their length. */
  #begun: string[] = [];
  #length = 0;
  /** True if the rest of that line is skipped. */
  #isPassed = false;
  /** The lines of JSON that goes on to the end of the text, their length, and the first one. */
  #json: { readonly lines: string[]; length: number; readonly first: number } | undefined;
  /** True if a line was JSON by itself: then each is that begins as JSON does. */
  #hasJsonLines = false;
  /** True if the text so far ends with a return. A line feed after it belongs to the same line end. */
  #isReturn = false;
  /** In CSV: what its header says. */
  #header: Header | undefined;

  constructor(settings: ReadSettings = {}) {
    this.#format = new Format(settings);
    this.#grids = new Grids(this.#format, this.#reads);
  }

  /** Reads the next piece of the text, cut anywhere, and returns what it completed. */
  push(text: string): Read[] {
    checkText(text);
    if (text === '') return [];
    let from = 0;
    const isStart = this.#lines + this.#length === 0 && !this.#isReturn && !this.#isPassed;
    if (isStart && text.startsWith('\ufeff')) from = 1;
    // The second half of a \r\n that was cut in two.
    if (this.#isReturn && text.startsWith('\n')) from = 1;
    this.#isReturn = text.endsWith('\r');
    const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    for (let to = lines.indexOf('\n', from); to >= 0; to = lines.indexOf('\n', from)) {
      if (this.#readPlain(lines, from, to)) this.#lines++;
      else this.#readPart(lines.slice(from, to), true);
      from = to + 1;
    }
    if (from < lines.length) this.#readPart(lines.slice(from), false);
    return this.#reads.take();
  }

  /** Reads what is left when the text is at its end. */
  end(): Read[] {
    if (this.#length > 0 || this.#isPassed) this.#readPart('', true);
    if (this.#json !== undefined) {
      const { lines, first } = this.#json;
      this.#json = undefined;
      this.#readJson(lines.join('\n'), first)?.refuse();
    }
    this.#grids.close();
    return this.#reads.take();
  }

  /**
   * The shape of puzzles that stand on lines of this number of digits and points, if such a line is
   * next; none where it may be something else. @internal
   */
  plainShape(cells: number): Shape | undefined {
    const shape = this.#format.plainOf(cells);
    if (shape === undefined || this.#format.isOpen(cells)) return undefined;
    const isWithin = this.#length > 0 || this.#isPassed || this.#json !== undefined;
    return isWithin || this.#header !== undefined || !this.#grids.isIdle ? undefined : shape;
  }

  /** Passes over lines that are such puzzles, and that somebody else has read. @internal */
  pass(lines: number): void {
    this.#lines += lines;
    this.#isReturn = false;
    this.#grids.close();
  }

  /** The number of lines that have ended. @internal */
  get lines(): number {
    return this.#lines;
  }

  /**
   * Reads a line of digits and points that is a puzzle of at most 9x9. Collections of a million
   * such lines are common, and the general rules take 25 times as long. The rules would give the
   * same puzzle: where they might not, this returns false.
   */
  #readPlain(text: string, from: number, to: number): boolean {
    const shape = this.plainShape(to - from);
    const givens = shape && plainGivens(text, from, shape);
    if (shape === undefined || givens === undefined) return false;
    const symbols = Symbols.usual(shape.size);
    this.#grids.close();
    this.#reads.puzzle({ shape, givens, symbols, line: this.#lines + 1 });
    return true;
  }

  /** Reads a part of a line. It waits for the end of the line. */
  #readPart(part: string, isEnd: boolean): void {
    if (!this.#isPassed) {
      this.#begun.push(part);
      this.#length += part.length;
    }
    const most =
      this.#json !== undefined || beginsJson(this.#begun[0] ?? '') ? LONGEST_JSON : LONGEST;
    if (this.#length > most) {
      const what = `found a line of more than ${most} characters; no Sudoku has so many.`;
      this.#grids.refuse({ line: this.#lines + 1, column: most + 1, what });
      this.#isPassed = true;
      this.#begun = [];
      this.#length = 0;
    }
    if (!isEnd) return;
    const isPassed = this.#isPassed;
    const text = this.#begun.length === 1 ? this.#begun[0] : this.#begun.join('');
    this.#begun = [];
    this.#length = 0;
    this.#isPassed = false;
    this.#lines++;
    if (!isPassed) this.#readLine({ line: this.#lines, text, shift: 0 });
  }

  #readLine(line: Line): void {
    const grids = this.#grids;
    if (this.#json !== undefined) this.#addJson(line);
    else if (this.#header !== undefined) this.#readRecord(line, this.#header);
    else if (beginsJson(line.text)) this.#beginJson(line);
    else {
      // A comment: `#` is in no alphabet.
      const text = line.text.replace(/#.*$/s, '');
      const bare = text.trim();
      if (bare === '' && text === line.text) grids.empty(line);
      else if (bare === '') grids.close();
      else {
        this.#header = headerIn(bare);
        if (this.#header !== undefined || TITLE.test(bare)) grids.close();
        else grids.line({ ...line, text });
      }
    }
  }

  /** Reads a line as JSON; or begins to gather what may be JSON with the lines below. */
  #beginJson(line: Line): void {
    this.#grids.close();
    // Objects with commas between them are an array without its brackets.
    const reader = this.#readJson(line.text.replace(/,\s*$/, ''), line.line);
    if (reader === undefined) this.#hasJsonLines = true;
    else if (this.#hasJsonLines) reader.refuse();
    else this.#json = { lines: [line.text], length: line.text.length, first: line.line };
  }

  #addJson({ line, text }: Line): void {
    const json = this.#json as { lines: string[]; length: number };
    json.lines.push(text);
    json.length += text.length + 1;
    if (json.length <= LONGEST_JSON) return;
    const what = `found JSON of more than ${LONGEST_JSON} characters; divide it.`;
    this.#grids.refuse({ line, column: 1, what });
    // The rest is skipped.
    json.lines.length = 0;
    json.length = 0;
  }

  /** Reads the puzzles of JSON. If it is none, returns a reader that tells where. */
  #readJson(text: string, line: number): JsonReader | undefined {
    const reader = new JsonReader(text, line, this.#format, this.#reads);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return reader;
    }
    reader.read(value);
    return undefined;
  }

  /** Reads a line of CSV below its header, or another header. */
  #readRecord(line: Line, header: Header): void {
    if (line.text.trim() === '' || line.text.startsWith('#')) return;
    const another = headerIn(line.text);
    if (another !== undefined) {
      this.#header = another;
      return;
    }
    const puzzle = puzzleIn(line, header);
    if ('what' in puzzle) this.#grids.refuse({ ...line, ...puzzle });
    else this.#grids.puzzle(puzzle);
  }
}

/** Digits and points with nothing between them as givens; undefined if there is anything else. */
function plainGivens(text: string, from: number, { cells, size }: Shape): Uint8Array | undefined {
  const givens = new Uint8Array(cells);
  for (let cell = 0; cell < cells; cell++) {
    const code = text.charCodeAt(from + cell);
    const value = code === POINT ? 0 : code - ZERO;
    if (!(value >= 0 && value <= size)) return undefined;
    givens[cell] = value;
  }
  return givens;
}

function checkText(text: string): void {
  if (typeof text === 'string') return;
  throw new QuadrilleError('bad-text', `The text is ${shown(text)}; give a string.`);
}

/**
 * The puzzles of a text one by one, in every form that `PuzzleReader` knows. A part that cannot be
 * read gives an error in its place, and the reader goes on.
 */
export function readEach(
  text: string,
  settings: ReadSettings = {},
): Generator<Read, void, undefined> {
  checkText(text);
  return readsOf(text, new PuzzleReader(settings));
}

function* readsOf(text: string, reader: PuzzleReader): Generator<Read, void, undefined> {
  for (let from = 0; from < text.length; from += PORTION) {
    yield* reader.push(text.slice(from, from + PORTION));
  }
  yield* reader.end();
}

/** All puzzles of a text; throws the first error there is. */
export function readPuzzles(text: string, settings?: ReadSettings): Puzzle[] {
  const puzzles: Puzzle[] = [];
  for (const { puzzle, error } of readEach(text, settings)) {
    if (error !== undefined) throw error;
    puzzles.push(puzzle);
  }
  return puzzles;
}

/** The one puzzle of a text; throws if there is none, or another. */
export function readPuzzle(text: string, settings: ReadSettings = {}): Puzzle {
  const [puzzle, another] = readPuzzles(text, settings);
  if (puzzle !== undefined && another === undefined) return puzzle;
  const what =
    puzzle === undefined
      ? 'found no puzzle; give one, for instance as 81 characters on a line.'
      : 'found a second puzzle; give one. If these are rows of one grid, give its size.';
  throw badText({ source: settings.source, line: another?.line ?? 1, column: 1 }, what);
}

/**
 * True if an argument is a Sudoku rather than the name of a file: many cells, and no small letter.
 */
export function isGrid(argument: string): boolean {
  return /^[.·•0-9A-Z]{16,}$/.test(argument) && Number.isInteger(Math.sqrt(argument.length));
}

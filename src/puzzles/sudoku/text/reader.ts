import { QuadrilleError, shown } from '../../../engine/problem/error.ts';
import type { Puzzle } from '../grid.ts';
import type { Shape } from '../shape.ts';
import { type Line, rowIn } from './cells.ts';
import { fieldsOf, type Header, headerIn, isPuzzleName, PUZZLE_NAMES } from './csv.ts';
import { Format, type Read, type ReadSettings, type TakeOther } from './format.ts';
import { Grids } from './grids.ts';
import { beginsJson, JsonReader } from './json.ts';

/** The longest line that is no JSON: a Sudoku of 100x100 has some 40,000 characters. */
const LONGEST = 1_000_000;
/** The longest text of JSON: `JSON.parse` makes some gigabytes of it. */
const LONGEST_JSON = 1 << 28;
/** Columns of a table that a message names. */
const NAMES_SHOWN = 8;
/** Characters that `readEach` reads before it hands out the puzzles among them. */
const PORTION = 1 << 14;

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
 * - cells: separators are stripped, and what is left is counted (`rowIn`).
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
 * - A row of more than 61 cells must have separators.
 * - A puzzle of 81 cells or more without separators may have something short beside it: its number,
 *   a rating, a name.
 *
 * Bars and rules at equal distances show the boxes. Where only bars or only rules do, these must be
 * the usual ones, or `boxes` must name them.
 */
export class PuzzleReader<O = never> {
  readonly #format: Format;
  readonly #reads: (Read | O)[] = [];
  readonly #takeOther: TakeOther<O> | undefined;
  /** Lines that are no plain puzzle, and may go on below; and what they are, if they end here. */
  #other:
    | { readonly line: number; readonly text: string; readonly read: O | undefined }
    | undefined;
  readonly #grids: Grids;
  /** The number of lines that have ended. */
  #lines = 0;
  /** The parts of a line that has not ended, and their length. */
  #begun: string[] = [];
  #length = 0;
  /** The most characters of that line, once it has more than spaces. */
  #most: number | undefined;
  /** True if the rest of that line is skipped. */
  #isPassed = false;
  /** True if what has begun is JSON that goes on to the end of the text. */
  #isJson = false;
  /** True if a line was JSON by itself: then each is that begins as JSON does. */
  #hasJsonLines = false;
  /** True if the text so far ends with a return. A line feed after it belongs to the same line end. */
  #isReturn = false;
  /** In CSV: what its header says. */
  #header: Header | undefined;

  /** `takeOther` (internal) takes lines and objects of JSON that are puzzles of another kind. */
  constructor(settings: ReadSettings = {}, takeOther?: TakeOther<O>) {
    this.#takeOther = takeOther;
    this.#format = new Format(settings);
    this.#grids = new Grids(this.#format, this.#reads);
  }

  /** Reads the next piece of the text, cut anywhere, and returns what it completed. */
  push(text: string): (Read | O)[] {
    checkText(text);
    if (text === '') return [];
    let from = 0;
    const isStart = this.#lines + this.#length === 0 && !this.#isReturn && !this.#isPassed;
    if (isStart && text.startsWith('\ufeff')) from = 1;
    // The second half of a \r\n that was cut in two.
    if (this.#isReturn && text.startsWith('\n')) from = 1;
    this.#isReturn = text.endsWith('\r');
    const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    for (let to = 0; !this.#isJson; from = to + 1) {
      to = lines.indexOf('\n', from);
      if (to < 0) break;
      if (this.#readPlain(lines, from, to)) this.#lines++;
      else this.#readPart(lines.slice(from, to), true);
    }
    if (from < lines.length) this.#readPart(lines.slice(from), false);
    return this.#reads.splice(0);
  }

  /** Reads what is left when the text is at its end. */
  end(): (Read | O)[] {
    if (this.#length > 0 || this.#isPassed) this.#readPart('', true);
    // JSON may have begun on the last line.
    if (this.#length > 0) this.#readPart('', true);
    this.#endOther();
    this.#grids.close();
    return this.#reads.splice(0);
  }

  /**
   * The shape of puzzles that stand on lines of this number of digits and points, if such a line is
   * next; none where it may be something else. @internal
   */
  plainShape(cells: number): Shape | undefined {
    const shape = this.#format.plainOf(cells);
    if (shape === undefined || this.#format.isOpen(cells) || this.#other) return undefined;
    const isWithin = this.#length > 0 || this.#isPassed;
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

  /** Reads a line of digits and points that is a puzzle; false if it may be something else. */
  #readPlain(text: string, from: number, to: number): boolean {
    const shape = this.plainShape(to - from);
    const read = shape && this.#format.plainRead(text, from, shape, this.#lines + 1);
    if (read === undefined) return false;
    this.#grids.close();
    this.#reads.push(read);
    return true;
  }

  /** Reads a part of a line. It waits for the end of the line. */
  #readPart(part: string, isEnd: boolean): void {
    if (!this.#isPassed) {
      this.#begun.push(part);
      this.#length += part.length;
    }
    if (this.#most === undefined && part.trim() !== '') {
      this.#most = beginsJson(part) ? LONGEST_JSON : LONGEST;
    }
    const most = this.#most ?? LONGEST;
    if (this.#length > most) {
      const what = `found more than ${most} characters in a line, or in JSON; divide it.`;
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
    this.#most = undefined;
    const line = ++this.#lines;
    if (isPassed) return;
    if (this.#isJson) this.#json(text.trimEnd(), line).read(true);
    else this.#readLine({ line, text, shift: 0 });
  }

  #json(text: string, line: number): JsonReader<O> {
    return new JsonReader(text, line, this.#format, this.#reads, this.#takeOther);
  }

  /**
   * Reads a line that is no plain puzzle, or one that begins with a blank and goes on with such a line
   * above. False if it is neither.
   */
  #readOther({ line, text }: Line): boolean {
    // Empty lines and comments may stand between. They stay in the text, so that places in it hold.
    if (this.#other !== undefined && /^(?:\s*(?:#|$)|\s+\.)/.test(text)) {
      const { line, text: above } = this.#other;
      this.#other = { line, text: `${above}\n${text}`, read: undefined };
      return true;
    }
    this.#endOther();
    const read = this.#takeOther?.(text, line);
    if (read === undefined) return false;
    this.#grids.close();
    this.#other = { line, text, read };
    return true;
  }

  #endOther(): void {
    if (this.#other === undefined) return;
    const { line, text, read = this.#takeOther?.(text, line) } = this.#other;
    this.#other = undefined;
    if (read !== undefined) this.#reads.push(read);
  }

  #readLine(line: Line): void {
    const grids = this.#grids;
    if (this.#header === undefined && this.#takeOther !== undefined && this.#readOther(line))
      return;
    if (this.#header !== undefined && this.#readRecord(line, this.#header)) {
      return;
    } else if (beginsJson(line.text)) this.#beginJson(line);
    else {
      // A comment. One that nothing separates from a puzzle is rather a mistake in it.
      const text = line.text.replace(/(^|\s)#.*$/s, '$1');
      const bare = text.trim();
      const isTitle = isPuzzleName(/^([a-z]+)[\s\d]*:?$/i.exec(bare)?.[1] ?? '');
      this.#header = bare === '' || isTitle ? undefined : this.#headerIn({ ...line, text });
      if (this.#header !== undefined || isTitle || (bare === '' && text !== line.text)) {
        grids.close();
      } else grids.line({ ...line, text });
    }
  }

  /** Reads a line as JSON; or begins to gather what may be JSON with the lines below. */
  #beginJson({ line, text }: Line): void {
    this.#grids.close();
    // Objects with commas between them are an array without its brackets.
    const json = this.#json(text.replace(/,\s*$/, ''), line);
    if (json.read(this.#hasJsonLines)) this.#hasJsonLines = true;
    else if (!this.#hasJsonLines) {
      this.#isJson = true;
      this.#lines--;
      this.#most = LONGEST_JSON;
      this.#begun = [`${text}\n`];
      this.#length = text.length + 1;
    }
  }

  /** A line as a header of CSV. One whose columns have no puzzles is told. */
  #headerIn(line: Line): Header | undefined {
    const header = headerIn(line.text.trim());
    if (header === undefined || header.field >= 0) return header;
    if (!this.#grids.isIdle) return undefined;
    // Letters may be cells.
    const row = rowIn(line);
    const shape = row && (this.#format.rowOf(row) ?? this.#format.puzzleOf(row));
    if (row && shape && this.#format.strangerIn(row, shape.size) < 0) return undefined;
    const first = header.names.slice(0, NAMES_SHOWN).map((name) => shown(name));
    const names = first.join(', ') + (header.names.length > NAMES_SHOWN ? ' ...' : '');
    const what =
      `found a table with the columns ${names}, none of which has puzzles by its name; ` +
      `name one of them ${PUZZLE_NAMES}.`;
    this.#grids.refuse({ line: line.line, column: line.text.search(/\S/) + 1, what });
    return header;
  }

  /** Reads a line of CSV below its header, or another header. False if the table has ended. */
  #readRecord({ line, text }: Line, header: Header): boolean {
    if (text.trim() === '' || text.startsWith('#')) return true;
    const fields = fieldsOf(text, header.separator);
    const { length } = header.names;
    if (header.field < 0) return fields.length === length;
    const field = fields.findIndex(({ text }) => isPuzzleName(text));
    const puzzle = fields[header.field];
    if (field >= 0) {
      this.#header = { ...header, names: fields.map(({ text }) => text), field };
    } else if (puzzle === undefined || fields.length !== length) {
      // A field too many may have moved another one into the place of the puzzle.
      const what =
        `found ${fields.length === 1 ? '1 field' : `${fields.length} fields`}, divided by ` +
        `${shown(header.separator)}; give ${length}, as in the header.`;
      this.#grids.refuse({ line, column: text.length + 1, what });
    } else this.#grids.puzzle({ line, text: puzzle.text, shift: puzzle.index });
    return true;
  }
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
  return readAny(text, settings);
}

/** The same, with puzzles of other kinds among them. */
export function readAny<O = never>(
  text: string,
  settings: ReadSettings,
  takeOther?: TakeOther<O>,
): Generator<Read | O, void, undefined> {
  checkText(text);
  return readsOf(text, new PuzzleReader(settings, takeOther));
}

function* readsOf<O>(text: string, reader: PuzzleReader<O>): Generator<Read | O, void, undefined> {
  for (let from = 0; from < text.length; from += PORTION) {
    yield* reader.push(text.slice(from, from + PORTION));
  }
  yield* reader.end();
}

/** All puzzles of a text; throws the first error there is. */
export function readPuzzles(text: string, settings?: ReadSettings): Puzzle[] {
  return Array.from(readEach(text, settings), puzzleIn<never>);
}

/** The puzzle that was read. Throws if it could not be. */
export function puzzleIn<O extends object = never>(read: Read | O): Puzzle | O {
  if (!('puzzle' in read || 'error' in read)) return read;
  const { puzzle, error } = read as Read;
  if (error !== undefined) throw error;
  return puzzle;
}

/** The one puzzle of a text; throws if there is none, or another. */
export function readPuzzle(text: string, settings: ReadSettings = {}): Puzzle {
  return readOne<never>(text, settings);
}

/** The same for a puzzle that may be of another kind. */
export function readOne<O extends { readonly line: number } = never>(
  text: string,
  settings: ReadSettings,
  takeOther?: TakeOther<O>,
): Puzzle | O {
  const [puzzle, another] = Array.from(readAny(text, settings, takeOther), puzzleIn<O>);
  if (puzzle !== undefined && another === undefined) return puzzle;
  const what =
    puzzle === undefined
      ? 'found no puzzle; give one, for instance as 81 characters on a line.'
      : 'found a second puzzle; give one. If these are rows of one grid, give its size.';
  throw new Format(settings).error({ line: another?.line ?? 1, column: 1, what });
}

/**
 * True if an argument is a Sudoku rather than the name of a file: many cells, and no small letter.
 */
export function isGrid(argument: string): boolean {
  return /^[.·•0-9A-Z]{16,}$/.test(argument) && Number.isInteger(Math.sqrt(argument.length));
}

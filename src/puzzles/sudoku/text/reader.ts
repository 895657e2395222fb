import { QuadrilleError, shown } from '../../../engine/problem/error.ts';
import type { Puzzle } from '../grid.ts';
import type { Shape } from '../shape.ts';
import { Symbols } from '../symbols.ts';
import { type Header, headerIn, isTitle, puzzleIn, sectionIn } from './collection.ts';
import { badText, Format, type Read, ReadBuffer, type ReadSettings } from './decode.ts';
import { Grids } from './grids.ts';
import { beginsJson, JsonReader } from './json.ts';
import type { Line } from './line.ts';

export type { Read, ReadSettings } from './decode.ts';

/** The longest line: a Sudoku of 100x100 has some 50,000 characters as JSON. */
const LONGEST = 1_000_000;
const POINT = 46;
const ZERO = 48;
/** A line of JSON with more characters is read before its end comes. */
const PIECE = 1 << 16;
/** Characters that `readEach` reads before it hands out the puzzles among them. */
const PORTION = 1 << 14;

/** A place between two puzzles of a text, and what the lines above mean for those below. */
export interface Mark {
  /** The number of lines above. */
  readonly line: number;
  /** False if they belong to a section that is not read. */
  readonly isRead: boolean;
  /** The header of CSV. */
  readonly header?: Header | undefined;
}

/**
 * Reads Sudokus from a text in pieces cut anywhere. Lines end as in Unix, in DOS, or as on old
 * Macs. `push` returns what the piece completed: a puzzle on one line when the line ends, a grid of
 * several lines when a line below shows that the grid has ended.
 *
 * A line is the first of these that fits: a comment (from `#` on) or nothing; a section, where the
 * lines below `[Puzzle]` are read, and those below `[State]` and the like are not; JSON, see
 * `JsonReader`; a title; a header of CSV, after which all lines are records; a rule; cells. The
 * number of cells decides what cells are:
 *
 * - With `size` N, or `boxes` for that size: N cells are a row, N x N a puzzle.
 * - In a grid that has begun with rows of N: N cells are a row.
 * - Else 16, 36, 64, 81 ... cells (the square of a size with boxes) are a puzzle, and 4, 6, 8, 9,
 *   10, 12 ... a row.
 * - But 16 cells may be a row of 16x16. They are one if `|` stands about the cells, or if they have
 *   a value beyond 4 and no value twice. Then lines of 16 directly above with no value twice are
 *   rows too, so such a line waits for the next one. Sixteen of them without a value beyond 4 are
 *   puzzles of 4x4, unless `size` is 16.
 * - A row of more than 61 cells must have separators. So must a puzzle of 100 cells or more, unless
 *   it has a letter, or no digit, or `size` or `symbols` expect it.
 * - In a table an empty cell is a blank: between commas, semicolons or tabs, between bars about
 *   each cell, and between the bars of a frame where cells have fixed columns. Such a row must be
 *   complete, with its last spaces.
 * - Symbols with separators stand alone, or in groups as long as a row or a box is wide.
 * - All rows of a grid have the same for a blank: nothing or a space, or a sign.
 * - A grid begins with a row only if an alphabet of its size has all symbols of the row.
 *
 * Bars at equal distances show the boxes, if rules or empty lines stand between the bands (rows of
 * boxes). Bars alone or rules alone must agree with the usual boxes, or with `boxes`. A line of as
 * many dashes as a row has cells is a row of blanks if another row has dashes for blanks, else a
 * rule.
 *
 * A grid ends at a comment, title, section, JSON or puzzle on a line, and at two empty lines or two
 * rules. It ends at one rule or empty line if the rows since the last such line form whole grids.
 * Grids that only their rows divide: see `Block`.
 *
 * After a mistake in JSON the reader skips lines that begin with a space, a quote, a comma, a colon
 * or a closing bracket. It skips a grid with a bad row up to its end. A table without a good row
 * gives one error. After other mistakes it reads the next line.
 */
export class PuzzleReader {
  readonly #format: Format;
  readonly #reads: ReadBuffer;
  readonly #grids: Grids;
  /** The number of lines that have ended. */
  #lines = 0;
  /** The unread part of a line without its end, and the number of columns before this part. */
  #begun = '';
  #shift = 0;
  /** The length from which this part is read as JSON, or refused. */
  #enough = PIECE;
  /** True if the rest of that line is skipped. */
  #isPassed = false;
  /** JSON that has begun. */
  #json: JsonReader | undefined;
  /** True if JSON had a mistake, so the rest of it may follow. */
  #isBroken = false;
  /**
   * True if the text so far ends with a return. A line feed after it belongs to the same line end.
   */
  #isReturn = false;
  /** True if this section is read. */
  #isRead: boolean;
  /** In CSV: what its header says. */
  #header: Header | undefined;

  constructor(settings?: ReadSettings);
  /** `mark`: where to go on in a text that another reader has begun. @internal */
  constructor(settings?: ReadSettings, mark?: Mark);
  constructor(settings: ReadSettings = {}, mark: Mark = { line: 0, isRead: true }) {
    this.#format = new Format(settings);
    this.#reads = new ReadBuffer(this.#format);
    this.#grids = new Grids(this.#reads);
    this.#lines = mark.line;
    this.#isRead = mark.isRead;
    this.#header = mark.header;
  }

  /** The place of the reader in the text, if no line and no puzzle has begun. @internal */
  get mark(): Mark | undefined {
    if (!this.#isBetween || this.#isReturn) return undefined;
    return { line: this.#lines, isRead: this.#isRead, header: this.#header };
  }

  /** True if nothing has begun that the next line may belong to. */
  get #isBetween(): boolean {
    const isCut = this.#begun !== '' || this.#isPassed;
    return !isCut && this.#json === undefined && !this.#isBroken && this.#grids.isIdle;
  }

  /** Reads the next piece of the text, cut anywhere, and returns what it completed. */
  push(text: string): Read[] {
    checkText(text);
    if (text === '') return [];
    let from = 0;
    const isStart = this.#lines + this.#shift + this.#begun.length === 0 && !this.#isReturn;
    if (isStart && text.startsWith('\ufeff')) from = this.#shift = 1;
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
    if (this.#begun !== '' || this.#isPassed) this.#readPart('', true);
    if (this.#json !== undefined) {
      const what = 'found JSON that does not end; give the rest of it, or mend its brackets.';
      this.#grids.refuse(this.#json.place, what);
      this.#json = undefined;
    }
    this.#grids.close();
    return this.#reads.take();
  }

  /**
   * The shape of puzzles that stand on lines of this number of digits and points, from here to the
   * first line of another kind; none where such lines may be something else. @internal
   */
  plainShape(cells: number): Shape | undefined {
    return this.#format.isOpen(cells) ? undefined : this.#plainOf(cells);
  }

  /** Passes over lines that are such puzzles, and that somebody else has read. @internal */
  pass(lines: number): void {
    this.#lines += lines;
    this.#isReturn = false;
  }

  #plainOf(cells: number): Shape | undefined {
    const isText = this.#isRead && this.#header === undefined && this.#isBetween;
    return isText ? this.#format.plainOf(cells) : undefined;
  }

  /**
   * Reads a line of digits and points that is a puzzle of at most 9x9. Collections of a million
   * such lines are common, and the general rules take 25 times as long. The rules would give the
   * same puzzle: where they might not, this returns false.
   */
  #readPlain(text: string, from: number, to: number): boolean {
    const shape = this.#plainOf(to - from);
    const givens = shape && this.#givensIn(text, from, shape);
    if (shape === undefined || givens === undefined) return false;
    if (this.#format.isOpen(shape.cells)) {
      // Only a value that occurs twice shows that the line is no row.
      const values = givens.filter((value) => value > 0);
      if (new Set(values).size === values.length) return false;
    }
    const symbols = Symbols.usual(shape.size);
    this.#reads.puzzle({ shape, givens, symbols, line: this.#lines + 1 });
    return true;
  }

  /** Digits and points with nothing between them as givens; undefined if there is anything else. */
  #givensIn(text: string, from: number, { cells, size }: Shape): Uint8Array | undefined {
    const givens = new Uint8Array(cells);
    for (let cell = 0; cell < cells; cell++) {
      const code = text.charCodeAt(from + cell);
      const value = code === POINT ? 0 : code - ZERO;
      if (!(value >= 0 && value <= size)) return undefined;
      givens[cell] = value;
    }
    return givens;
  }

  /** Reads a part of a line. Text that is not JSON waits for the end of the line. */
  #readPart(part: string, isEnd: boolean): void {
    const begun = this.#begun + part;
    // To read a text that grew by pieces, V8 copies all of it. So it is read when it has doubled.
    const isRead = isEnd || begun.length >= this.#enough;
    // An array of a million puzzles may be one line. Its first puzzles do not wait for its end.
    const rest = this.#isPassed ? undefined : isRead ? this.#readJson(begun, isEnd) : begun;
    const isTooLong = rest !== undefined && rest.length > LONGEST;
    if (isTooLong) {
      const place = { line: this.#lines + 1, column: LONGEST + 1 };
      this.#isBroken = false;
      this.#grids.refuse(
        place,
        `found a line of more than ${LONGEST} characters; no Sudoku has so many.`,
      );
    } else if (isEnd && rest !== undefined) this.#readText(rest);
    this.#isPassed = !isEnd && (isTooLong || rest === undefined);
    this.#begun = isEnd || this.#isPassed ? '' : (rest as string);
    this.#enough = Math.min(Math.max(PIECE, 2 * this.#begun.length), LONGEST + 1);
    if (!isEnd) return;
    this.#lines++;
    this.#shift = 0;
  }

  /**
   * Reads the JSON with which a part of a line begins. Returns the text behind it; undefined if the
   * rest of the line is JSON, too, or is skipped.
   */
  #readJson(part: string, isEnd: boolean): string | undefined {
    const line = this.#lines + 1;
    let text = part;
    for (;;) {
      if (this.#json === undefined && this.#isBroken && /^[\s\]},":]/.test(text)) return undefined;
      const json = this.#json ?? this.#beginJson(text);
      if (json === undefined) return text;
      try {
        let end = json.push(text, line, this.#shift, isEnd);
        if (json.isDone) {
          this.#json = undefined;
          // An array without its brackets: objects with commas between them.
          end += /^\s*,(?=\s*(?:[[{]|$))/.exec(text.slice(end))?.[0].length ?? 0;
        }
        text = text.slice(end);
        this.#shift += end;
        if (isEnd && text.trim() === '') return undefined;
        if (!json.isDone) return text;
      } catch (error) {
        this.#json = undefined;
        this.#isBroken = true;
        this.#grids.close();
        this.#reads.error(line, error);
        // After a mistake in JSON from above, it reads this line again.
        if (this.#shift > 0 || json.place.line === line) return undefined;
      }
    }
  }

  /** Begins to read JSON if the line is JSON, and its section is read. */
  #beginJson(text: string): JsonReader | undefined {
    if (!this.#isRead || this.#header !== undefined || !beginsJson(text)) return undefined;
    this.#grids.close();
    this.#isBroken = false;
    this.#json = new JsonReader(this.#grids, this.#reads);
    return this.#json;
  }

  /** Reads a line, or what follows the JSON on it. */
  #readText(whole: string): void {
    const grids = this.#grids;
    const at = { line: this.#lines + 1, shift: this.#shift };
    this.#isBroken = false;
    if (this.#header !== undefined) {
      this.#readRecord({ ...at, text: whole }, this.#header);
      return;
    }
    // A comment: `#` is in no alphabet.
    const text = whole.replace(/#.*$/s, '');
    const bare = text.trim();
    const section = beginsJson(bare) ? undefined : sectionIn(bare);
    if (bare === '' && text === whole) grids.empty({ ...at, text });
    else if (bare === '') grids.close();
    else if (section !== undefined) {
      grids.close();
      this.#isRead = section.hasPuzzles ?? true;
      if (section.hasPuzzles !== undefined) return;
      const place = { line: at.line, column: at.shift + text.indexOf('[') + 1 };
      const what = `found ${shown(bare)}, which is no known section; the lines below are read.`;
      grids.refuse(place, `${what} Give [Puzzle], or JSON as [[5,3, ...], ...].`);
    } else if (this.#isRead) {
      this.#header = headerIn(bare);
      if (this.#header !== undefined || isTitle(bare)) grids.close();
      else grids.line({ ...at, text });
    }
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
    if ('what' in puzzle) this.#grids.refuse({ ...line, column: puzzle.column }, puzzle.what);
    else this.#grids.puzzle(puzzle);
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

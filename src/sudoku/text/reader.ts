import { QuadrilleError, shown } from '../../problem/error.ts';
import type { Puzzle } from '../grid.ts';
import { Symbols } from '../symbols.ts';
import { type Header, headerIn, isTitle, puzzleIn, sectionIn } from './collection.ts';
import { badText, Format, type Read, ReadBuffer, type ReadSettings } from './decode.ts';
import { Grids } from './grids.ts';
import { beginsJson, JsonReader } from './json.ts';

/** Far more than any Sudoku needs: one of 100x100 has some 50,000 characters as JSON. */
const LONGEST = 1_000_000;
const TOO_LONG = `found a line of more than ${LONGEST} characters; no Sudoku has so many.`;
/** A line of JSON that is longer is read before its end comes. */
const PIECE = 1 << 16;
/** Characters that `readEach` reads before it hands out the puzzles among them. */
const PORTION = 1 << 14;
/** Puzzles that share a block of memory, which lives as long as any of them. */
const BLOCK = 16;
const POINT = 46;
const ZERO = 48;
/**
 * Reads Sudokus from a text in pieces cut anywhere; lines end as in Unix, in DOS, or as on old Macs.
 * `push` returns what the piece completed: a puzzle on a line when the line ends, a grid of several
 * lines when a line below shows that it has ended.
 *
 * A line is, in this order: a comment (from `#` on) or nothing; a section (`[Puzzle]` is read,
 * `[State]` and the like are not, up to the next one); JSON, see `JsonReader`; a title; a header of
 * CSV, after which all lines are records; a rule; or else cells. The number of cells decides:
 *
 * - With `size` N, given by itself or by `boxes`: N are a row, N x N a puzzle.
 * - In a grid that has begun with rows of N: N are a row.
 * - Else 16, 36, 64, 81 ... (the square of a size that has boxes) are a puzzle, and 4, 6, 8, 9, 10,
 *   12 ... a row. 16 are a row of 16x16 if they have a value beyond 4 and none twice, with the lines
 *   directly above that have neither; or with `|` about cells. A puzzle of that length without a
 *   value that is there twice waits for the line below. So sixteen lines of 16 without a value
 *   beyond 4 are sixteen puzzles of 4x4, unless `size` says that they are one of 16x16.
 * - Rows beyond 61 must have something between the cells; a puzzle of 100 cells or more without
 *   anything between must have a letter, or no digit, or be expected by `size` or `symbols`.
 * - In a table an empty cell is a blank: between commas, semicolons or tabs, between bars about each
 *   cell, and between the bars of a frame where cells have their places. Such a row must be
 *   complete, with the spaces at its end.
 * - Symbols with something between stand alone or in groups as long as a row or a box is wide.
 * - A grid begins with a row only if some alphabet of its size has all the row's symbols.
 *
 * Bars at equal distances, with rules or empty lines between the bands (rows of boxes), show the
 * boxes; bars or rules by themselves must agree with the usual ones, or with `boxes`. A line of as
 * many dashes as a row has cells is a row of blanks if another row has dashes for blanks, else a rule.
 *
 * A grid ends at a comment, title, section, JSON or puzzle on a line, at two empty lines or two
 * rules; and at a rule or an empty line if the rows above it up to the last one are whole grids.
 * Grids that nothing else divides are read all or none: see `Block`.
 *
 * After a mistake in JSON, lines that begin with a space, a quote, a comma, a colon or a closing
 * bracket are passed over. A grid with a bad row is passed over to where it would have ended. A
 * table without a good row gives one error. After other mistakes the next line is read.
 */
export class PuzzleReader {
  readonly #format: Format;
  readonly #reads: ReadBuffer;
  readonly #grids: Grids;
  /** How many lines have ended. */
  #line = 0;
  /** What there is of a line whose end has not come, and how many columns of it were read before. */
  #begun = '';
  #shift = 0;
  /** How long that must be before it is looked at. */
  #enough = PIECE;
  /** Whether the rest of that line is passed over. */
  #isPassed = false;
  /** JSON that has begun. */
  #json: JsonReader | undefined;
  /** Whether JSON had a mistake, so that there may be more of it. */
  #isBroken = false;
  /** Memory for the givens of a few puzzles, and how much of it is taken. */
  #block = new Uint8Array();
  #taken = 0;
  /** Whether no text has come. */
  #isStart = true;
  /** Whether the text so far ends with a return, which a line feed may follow. */
  #isReturn = false;
  /** Whether this section is read. */
  #isRead = true;
  /** In CSV: what its header says. */
  #header: Header | undefined;

  constructor(settings: ReadSettings = {}) {
    this.#format = new Format(settings);
    this.#reads = new ReadBuffer(this.#format);
    this.#grids = new Grids(this.#reads);
  }

  /** Reads the next piece of the text, cut anywhere, and returns what it completed. */
  push(text: string): Read[] {
    checkText(text);
    if (text === '') return [];
    let from = 0;
    if (this.#isStart && text.startsWith('\ufeff')) from = this.#shift = 1;
    this.#isStart = false;
    // The second half of a \r\n that was cut in two.
    if (this.#isReturn && text.startsWith('\n')) from = 1;
    this.#isReturn = text.endsWith('\r');
    const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    for (let to = lines.indexOf('\n', from); to >= 0; to = lines.indexOf('\n', from)) {
      this.#endLine(lines, from, to);
      from = to + 1;
    }
    if (from < lines.length) this.#keep(lines.slice(from));
    return this.#reads.take();
  }

  /** Reads what is left when the text is at its end. */
  end(): Read[] {
    if (this.#begun !== '' || this.#isPassed) this.#endLine('', 0, 0);
    if (this.#json !== undefined) {
      const { place } = this.#json;
      this.#json = undefined;
      const what = 'found JSON that does not end; give the rest of it, or mend its brackets.';
      this.#grids.refuse(place, what);
    }
    this.#grids.close();
    return this.#reads.take();
  }

  /** Keeps what there is of a line whose end has not come. */
  #keep(piece: string): void {
    if (this.#isPassed) return;
    this.#begun += piece;
    // To look into a text that grows by pieces is to copy all of it: so the steps grow, too.
    if (this.#begun.length < this.#enough) return;
    const begun = this.#begun;
    const line = this.#line + 1;
    // An array of a million puzzles may be one line: its beginning need not wait for its end.
    const json = this.#json ?? this.#beginJson(begun);
    if (json !== undefined) {
      const end = this.#readJson(json, begun, line, this.#shift);
      if (end === undefined) this.#isPassed = true;
      this.#begun = end === undefined ? '' : begun.slice(end);
      this.#shift += end ?? 0;
    }
    if (this.#begun.length > LONGEST) {
      this.#begun = '';
      this.#isPassed = true;
      this.#grids.refuse({ line, column: LONGEST + 1 }, TOO_LONG);
    }
    this.#enough = Math.min(Math.max(PIECE, 2 * this.#begun.length), LONGEST + 1);
  }

  /** Reads the line that was begun and ends with these characters of the text. */
  #endLine(text: string, from: number, to: number): void {
    this.#line++;
    const begun = this.#begun;
    const shift = this.#shift;
    const isPassed = this.#isPassed;
    this.#begun = '';
    this.#shift = 0;
    this.#enough = PIECE;
    this.#isPassed = false;
    if (isPassed) return;
    if (begun === '' && this.#readPlain(text, from, to)) return;
    const line = begun + text.slice(from, to);
    if (begun !== '' && this.#readPlain(line, 0, line.length)) return;
    this.#readLine(line, shift);
  }

  /**
   * Reads a line of nothing but digits and points that is a puzzle of at most 9x9. Collections of a
   * million such lines are common, and the rules for all other lines take 25 times as long. They
   * give the same puzzle: this reads only where they leave no choice, and returns false elsewhere.
   */
  #readPlain(text: string, from: number, to: number): boolean {
    const cells = to - from;
    const shape = this.#format.plainOf(cells);
    if (shape === undefined || !this.#isRead || this.#header !== undefined) return false;
    if (!this.#grids.isIdle || this.#json !== undefined || this.#isBroken) return false;
    const { size } = shape;
    // V8 keeps no array of 81 bytes on its heap: to make one takes four times as long as a view.
    if (this.#taken + cells > this.#block.length) {
      this.#block = new Uint8Array(BLOCK * cells);
      this.#taken = 0;
    }
    const givens = this.#block.subarray(this.#taken, this.#taken + cells);
    for (let cell = 0; cell < cells; cell++) {
      const code = text.charCodeAt(from + cell);
      const value = code === POINT ? 0 : code - ZERO;
      if (!(value >= 0 && value <= size)) return false;
      givens[cell] = value;
    }
    if (this.#format.isOpen(cells)) {
      // Only a value that is there twice shows that the line is no row.
      const values = givens.filter((value) => value > 0);
      if (new Set(values).size === values.length) return false;
    }
    this.#taken += cells;
    this.#reads.puzzle({ shape, givens, symbols: Symbols.usual(size), line: this.#line });
    return true;
  }

  /** Reads a line, of which some columns may have been read as JSON. */
  #readLine(line: string, before: number): void {
    let text = line;
    let shift = before;
    for (;;) {
      if (this.#json === undefined && this.#isBroken && /^[\s\]},":]/.test(text)) return;
      const json = this.#json ?? this.#beginJson(text);
      if (json === undefined) {
        this.#readText(text, shift);
        return;
      }
      const end = this.#readJson(json, text, this.#line, shift);
      if (end !== undefined) {
        // Objects of an array whose brackets were lost have commas between them.
        const comma = /^\s*,(?=\s*(?:[[{]|$))/.exec(text.slice(end))?.[0].length ?? 0;
        text = text.slice(end + comma);
        shift += end + comma;
        if (text.trim() === '') return;
      } else if (shift > 0 || json.place.line === this.#line) {
        return;
      }
      // A line that is no JSON may be the text that goes on behind it.
    }
  }

  /** Begins JSON, if a line does and its section is read. */
  #beginJson(text: string): JsonReader | undefined {
    if (!this.#isRead || this.#header !== undefined || !beginsJson(text)) return undefined;
    this.#grids.close();
    this.#isBroken = false;
    this.#json = new JsonReader(this.#grids, this.#reads);
    return this.#json;
  }

  /**
   * Reads a piece of a line as JSON, to the end of the line if that has come. Returns how much it
   * read; undefined after a mistake.
   */
  #readJson(json: JsonReader, piece: string, line: number, shift: number): number | undefined {
    try {
      const end = json.push(piece, line, shift, line === this.#line);
      if (json.isDone) this.#json = undefined;
      return end;
    } catch (error) {
      this.#json = undefined;
      this.#isBroken = true;
      this.#grids.close();
      this.#reads.error(line, error);
      return undefined;
    }
  }

  /** Reads a line that is no JSON. */
  #readText(whole: string, shift: number): void {
    const grids = this.#grids;
    this.#isBroken = false;
    if (whole.length > LONGEST) {
      grids.refuse({ line: this.#line, column: LONGEST + 1 }, TOO_LONG);
      return;
    }
    if (this.#header !== undefined) {
      this.#readRecord(whole, shift, this.#header);
      return;
    }
    // A comment: `#` is in no alphabet.
    const text = whole.replace(/#.*$/s, '');
    const bare = text.trim();
    if (bare === '') {
      if (text === whole) grids.empty({ line: this.#line, text, shift });
      else grids.close();
      return;
    }
    const section = beginsJson(bare) ? undefined : sectionIn(bare);
    if (section !== undefined) {
      grids.close();
      const { name, hasPuzzles } = section;
      this.#isRead = hasPuzzles ?? true;
      if (hasPuzzles !== undefined) return;
      const place = { line: this.#line, column: shift + text.indexOf('[') + 1 };
      const what = `found ${shown(`[${name}]`)}, which is no known section; the lines below are read.`;
      grids.refuse(place, `${what} Give [Puzzle], or JSON as [[5,3, ...], ...].`);
      return;
    }
    if (!this.#isRead) return;
    this.#header = headerIn(bare);
    if (this.#header !== undefined || isTitle(bare)) grids.close();
    else grids.line({ line: this.#line, text, shift });
  }

  /** Reads a line of CSV below its header, or another header. */
  #readRecord(text: string, shift: number, header: Header): void {
    if (text.trim() === '' || text.startsWith('#')) return;
    const another = headerIn(text);
    if (another !== undefined) {
      this.#header = another;
      return;
    }
    const line = this.#line;
    const puzzle = puzzleIn({ line, text, shift }, header);
    if ('what' in puzzle) this.#grids.refuse({ line, column: puzzle.column }, puzzle.what);
    else this.#grids.puzzle(puzzle);
  }
}

function checkText(text: string): void {
  if (typeof text === 'string') return;
  throw new QuadrilleError('bad-text', `The text is ${shown(text)}; give a string.`);
}

/**
 * The puzzles of a text one by one, in every form that `PuzzleReader` knows. What cannot be read
 * gives an error in its place, and the rest is read.
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
      : 'found a second puzzle; give one, or read all of them with readPuzzles. ' +
        'If these are rows of one grid, give its size.';
  throw badText({ source: settings.source, line: another?.line ?? 1, column: 1 }, what);
}

/** Whether an argument is a Sudoku in place of a file: many cells, and no small letter. */
export function isGrid(argument: string): boolean {
  return /^[.·•0-9A-Z]{16,}$/.test(argument) && Number.isInteger(Math.sqrt(argument.length));
}

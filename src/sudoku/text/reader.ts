import { QuadrilleError, shown } from '../../problem/error.ts';
import { checkShapeSettings, type ShapeSettings } from '../shape.ts';
import { lengthOf, Symbols } from '../symbols.ts';
import { fieldsOf, type Header, headerIn } from './csv.ts';
import { Language, puzzleOfRows } from './decode.ts';
import { Found, type Read } from './found.ts';
import { Grids } from './grids.ts';
import { beginsJson, type Finder, JsonMistake, JsonReader } from './json.ts';
import { type Line, readings, rowOf, ruleIn, uncommented } from './line.ts';
import { misfit } from './misfit.ts';
import { isRead, sectionIn } from './sections.ts';
import { Sizes } from './sizes.ts';

export interface ReadSettings extends ShapeSettings {
  /**
   * The alphabet: that of a puzzle, `integers`, or its symbols, as in `1-9A-G`. Default: seen from
   * each puzzle.
   */
  readonly symbols?: string | Symbols | undefined;
  /** The name of the text, for messages. */
  readonly source?: string | undefined;
}

/** Far more than any Sudoku needs: one of 100x100 has some 50,000 characters as JSON. */
const LONGEST = 1_000_000;
/** Longer pieces of a line are read as they come, if they are JSON. */
const PIECE = 1 << 16;
const TOO_LONG = `found a line of more than ${LONGEST} characters; no Sudoku has so many.`;
/** Puzzles that share a block of memory, which lives as long as any of them. */
const BLOCK = 16;
const FEED = 10;
const RETURN = 13;
const POINT = 46;
const ZERO = 48;
/** Titles as they are found in collections: `Grid 01`, `Puzzle #3:`. */
const TITLE = /^(?:grid|puzzle|sudoku)s?[\s\d]*:?$/i;

/**
 * Reads Sudokus from a text in pieces cut anywhere; lines end as in Unix, in DOS, or as on old Macs.
 * `push` answers what the piece completed: a puzzle on a line when the line ends, a grid of several
 * lines when it is sure that it has ended, which a line below shows.
 *
 * What a line is, is asked in this order: a comment (from `#` on) or nothing; a section (`[Puzzle]`
 * is read, `[State]` and the like are not, up to the next); JSON, of which see `JsonReader`; a title;
 * a header of CSV, after which all lines are records; a rule; and then cells. How many of them there
 * are decides:
 *
 * - With `size` N, given by itself or by `boxes`: N are a row, N x N a puzzle.
 * - In a grid that has begun with rows of N: N are a row.
 * - Else 16, 36, 64, 81, 100 ... (the square of a size that has boxes) are a puzzle, and
 *   4, 6, 8, 9, 10, 12 ... a row. 16 may be a row of 16x16 too: they are if they have a value
 *   beyond 4 and none twice, with the lines directly above that have neither; or with `|` about
 *   cells. A puzzle without a value that is there twice, and nothing else, waits for the line
 *   below, or for as many more as the larger grid has. So sixteen lines of 16 without a value
 *   beyond 4 are sixteen puzzles of 4x4, unless `size` says that they are one of 16x16.
 * - Rows beyond 61 must have something between the cells; a puzzle of 100 cells or more without
 *   anything between must have a letter, or no digit, or be expected by `size` or `symbols`.
 * - In a table an empty cell is a blank: between commas, semicolons or tabs, between bars about each
 *   cell, and where cells have the same places between bars in a frame.
 * - Symbols with something between stand alone or in groups as long as a row or a box is wide.
 * - A grid begins with a row only if some alphabet of its size has all the row's symbols.
 *
 * Bars at equal distances, with rules or empty lines between the bands (rows of boxes), show the
 * boxes; bars or rules by themselves must agree with the usual ones, or with `boxes`. A line of as
 * many dashes as a row has cells is a row of blanks if a row near by has dashes for blanks, else a
 * rule.
 *
 * Where a grid ends: at a comment, title, section, JSON or puzzle on a line, two empty lines, two
 * rules; and at a rule or an empty line if the rows above it up to the last one are whole grids.
 * What has a row too few or too many at its end is refused, with all other rows that nothing
 * divides from it: so grids directly below each other, or in bands with single empty lines between
 * bands and grids alike, are read all or none, since a lost row would move the others.
 *
 * After a mistake in JSON, lines that look like a part of it are passed over: those that begin with
 * a space, a quote, a comma, a colon or a closing bracket.
 *
 * After other mistakes: a line that was to be a puzzle is answered with an error, and the next is read
 * as usual. A grid with a bad row is passed over to where it would have ended. Of a table of which no
 * row can be read, the first is told.
 */
export class PuzzleReader {
  readonly #sizes: Sizes;
  readonly #found: Found;
  readonly #grids: Grids;
  /** How many lines have ended. */
  #line = 0;
  /** A line whose end has not come. */
  #begun = '';
  /** Whether what is still to come of it is passed over. */
  #isTooLong = false;
  /** How many characters of it were read already, as JSON. */
  #before = 0;
  /** JSON that has begun, in this line or above, and in which. */
  #json: JsonReader | undefined;
  #jsonFrom = 0;
  readonly #finder: Finder;
  /** Whether JSON had a mistake, so that there may be more of it. */
  #isAmiss = false;
  /** Memory for the givens of a few puzzles, and how much of it is taken. */
  #block = new Uint8Array();
  #taken = 0;
  /** Whether the text so far ends with a return, which a line feed may follow. */
  #returned = false;
  /** Whether this section is read. */
  #reading = true;
  /** In CSV: what its header says. */
  #header: Header | undefined;

  constructor(settings: ReadSettings = {}) {
    checkShapeSettings(settings, ['symbols', 'source']);
    const { symbols: given, source } = settings;
    const symbols = given instanceof Symbols ? given.name : given;
    this.#sizes = new Sizes(settings, symbols);
    const { fixed } = this.#sizes;
    if (symbols !== undefined) {
      if (fixed === undefined) lengthOf(symbols);
      else Symbols.of(symbols, fixed.size);
    }
    this.#found = new Found(new Language(symbols, source));
    const grids = new Grids(this.#sizes, this.#found);
    this.#grids = grids;
    this.#finder = {
      line: (line) => grids.cells(line),
      close: () => grids.close(),
      puzzle: (line) => this.#field(line),
      rows: (rows, { line, column }) => {
        const { language } = this.#found;
        const spot = { source: language.source, line, column };
        this.#found.attempt(line, () => puzzleOfRows(rows, fixed, language, spot));
      },
      mistake: ({ line, column }, what) => this.#found.mistake({ line, column, what }),
    };
  }

  /** Reads the next piece of the text, cut anywhere, and answers what it completed. */
  push(text: string): Read[] {
    if (typeof text !== 'string') {
      throw new QuadrilleError('bad-text', `The text is ${shown(text)}; give a string.`);
    }
    // The second half of a \r\n that was cut in two.
    let from = this.#returned && text.charCodeAt(0) === FEED ? 1 : 0;
    if (text !== '') this.#returned = text.charCodeAt(text.length - 1) === RETURN;
    // Each is looked for once, if there is none: a text may have millions of the other.
    let nextReturn = text.indexOf('\r', from);
    let nextFeed = text.indexOf('\n', from);
    while (from < text.length) {
      if (this.#isBetween) from = this.#afterEmpty(text, from);
      if (from === text.length) break;
      if (nextFeed >= 0 && nextFeed < from) nextFeed = text.indexOf('\n', from);
      if (nextReturn >= 0 && nextReturn < from) nextReturn = text.indexOf('\r', from);
      const isReturn = nextReturn >= 0 && (nextFeed < 0 || nextReturn < nextFeed);
      const to = isReturn ? nextReturn : nextFeed;
      if (to < 0) {
        this.#begin(text.slice(from));
        break;
      }
      this.#finish(text, from, to);
      from = to + (isReturn && nextFeed === to + 1 ? 2 : 1);
    }
    return this.#found.take();
  }

  /** What is left when the text is at its end. */
  end(): Read[] {
    if (this.#begun !== '' || this.#isTooLong) this.#finish('', 0, 0);
    if (this.#json !== undefined) {
      const { line, column } = this.#json.place;
      this.#json = undefined;
      this.#grids.close();
      const what = 'found JSON that does not end; give the rest of it, or mend its brackets.';
      this.#found.mistake({ line, column, what });
    }
    this.#grids.close();
    return this.#found.take();
  }

  /** Whether no line has begun, and no grid. */
  get #isBetween(): boolean {
    return this.#begun === '' && !this.#isTooLong && !this.#isAmiss && this.#grids.isIdle;
  }

  /** Where empty lines end, which change nothing between grids. There may be millions of them. */
  #afterEmpty(text: string, from: number): number {
    let lines = 0;
    let at = from;
    for (; ; lines++) {
      const code = text.charCodeAt(at);
      if (code === FEED) at++;
      else if (code !== RETURN || at + 1 === text.length) break;
      else at += text.charCodeAt(at + 1) === FEED ? 2 : 1;
    }
    this.#line += lines;
    return at;
  }

  /** Keeps what there is of a line whose end is still to come. */
  #begin(piece: string): void {
    if (this.#isTooLong) return;
    this.#begun += piece;
    // An array of a million puzzles may be one line: its beginning need not wait for its end.
    const isLong = this.#begun.length > PIECE;
    // Looked at once, for to look into a text that grows by pieces is to copy all of it.
    if (isLong && this.#begun.length - piece.length <= PIECE) {
      if (this.#line === 0 && this.#begun.startsWith('\ufeff')) {
        this.#begun = this.#begun.slice(1);
        this.#before = 1;
      }
      this.#beginJson(this.#begun, this.#line + 1);
    }
    if (isLong && this.#json !== undefined) {
      const begun = this.#begun;
      this.#begun = '';
      const rest = this.#inJson(this.#json, begun, this.#line + 1);
      if (rest === undefined) this.#isTooLong = true;
      else this.#begun = rest;
    }
    if (this.#begun.length > LONGEST) {
      this.#begun = '';
      this.#isTooLong = true;
      this.#refuse(LONGEST, TOO_LONG, this.#line + 1);
    }
  }

  /** Reads the line that was begun and ends with these characters of the text. */
  #finish(text: string, from: number, to: number): void {
    this.#line++;
    const isPassed = this.#isTooLong;
    const begun = this.#begun;
    const before = this.#before;
    this.#isTooLong = false;
    this.#begun = '';
    this.#before = 0;
    if (isPassed) return;
    if (begun === '' && before === 0 && this.#readPlain(text, from, to)) return;
    const line = begun + text.slice(from, to);
    if (begun !== '' && before === 0 && this.#readPlain(line, 0, line.length)) return;
    this.#lineOf(line, before);
  }

  /**
   * Reads a line of nothing but digits and points that is a puzzle of at most 9x9. Collections of a
   * million such lines are common, and the rules for all other lines take 25 times as long. Those
   * would say the same: this only answers where they leave no choice, and false elsewhere.
   */
  #readPlain(text: string, from: number, to: number): boolean {
    const cells = to - from;
    const shape = this.#sizes.plainOf(cells);
    if (shape === undefined || !this.#reading || this.#header !== undefined) return false;
    if (!this.#grids.isIdle || this.#json !== undefined || this.#isAmiss) return false;
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
    if (this.#sizes.isOpen(cells) && !hasRepeated(givens)) return false;
    this.#taken += cells;
    this.#found.puzzle({ shape, givens, symbols: Symbols.usual(size), line: this.#line });
    return true;
  }

  /** Reads a line, or what is left of it behind JSON. */
  #lineOf(whole: string, before: number): void {
    const from = this.#line === 1 && whole.startsWith('\ufeff') ? 1 : 0;
    const text = whole.slice(from);
    const shift = before + from;
    if (this.#json !== undefined) {
      this.#before = shift;
      this.#jsonLine(this.#json, text);
    } else if (this.#isAmiss && /^[\s\]},":]/.test(text)) {
      return;
    } else if (text.length > LONGEST) {
      this.#refuse(LONGEST, TOO_LONG);
    } else if (this.#header !== undefined) {
      this.#record({ line: this.#line, text, shift }, this.#header);
    } else {
      this.#isAmiss = false;
      this.#read(text, shift);
    }
  }

  /** Begins JSON, if a line does and its section is read. */
  #beginJson(text: string, line: number): void {
    if (!this.#reading || this.#header !== undefined || this.#json !== undefined) return;
    if (!beginsJson(text)) return;
    this.#grids.close();
    this.#isAmiss = false;
    this.#json = new JsonReader(this.#finder);
    this.#jsonFrom = line;
  }

  /** Reads a line, or the rest of one, that ends here as JSON. */
  #jsonLine(json: JsonReader, text: string): void {
    const isWhole = this.#before === 0;
    // Objects of an array whose brackets were lost have commas between them.
    const rest = this.#inJson(json, text, this.#line, true)?.replace(/^(\s*),(?=\s*[[{])/, '$1 ');
    const before = this.#before;
    this.#before = 0;
    if (rest !== undefined && rest.trim() !== '' && rest.trim() !== ',') {
      this.#lineOf(rest, before);
    } else if (rest === undefined && isWhole && this.#jsonFrom < this.#line) {
      // What is no JSON may be the text that goes on behind it.
      this.#lineOf(text, 0);
    }
  }

  /**
   * Reads a piece of a line as JSON, and gives what is behind its end; undefined after a mistake.
   * Then lines that look like a part of JSON are passed over.
   */
  #inJson(json: JsonReader, piece: string, line: number, isEnd = false): string | undefined {
    try {
      const end = json.push(piece, line, this.#before);
      this.#before += end;
      if (json.isDone) this.#json = undefined;
      else if (isEnd) json.endLine(this.#before + 1);
      return piece.slice(end);
    } catch (error) {
      if (!(error instanceof JsonMistake)) throw error;
      this.#json = undefined;
      this.#isAmiss = true;
      this.#grids.close();
      this.#found.mistake({ line, column: error.column, what: error.what });
      return undefined;
    }
  }

  /** A line, of which some columns may have come before. */
  #read(whole: string, shift: number): void {
    const grids = this.#grids;
    const text = uncommented(whole);
    const bare = text.trim();
    const line = { line: this.#line, text, shift };
    if (bare === '') {
      if (text === whole) grids.empty(line);
      else grids.close();
      return;
    }
    const section = beginsJson(bare) ? undefined : sectionIn(bare);
    if (section !== undefined) {
      this.#section(section, shift + text.indexOf('['));
      return;
    }
    if (!this.#reading) return;
    this.#beginJson(whole, this.#line);
    if (this.#json !== undefined) {
      this.#before = shift;
      this.#jsonLine(this.#json, whole);
      return;
    }
    this.#header = headerIn(bare);
    if (this.#header !== undefined || TITLE.test(bare)) {
      grids.close();
      return;
    }
    const rule = ruleIn(text);
    if (rule === 'dashes') grids.dashes(line);
    else if (rule === 'rule') grids.rule(line);
    else grids.cells(line);
  }

  #section(name: string, index: number): void {
    const reading = isRead(name);
    if (reading === undefined) {
      const what =
        `found ${shown(`[${name}]`)}, which begins no section that is known; what follows is ` +
        'read as ever. Give [Puzzle], or JSON as [[5,3, ...], ...].';
      this.#refuse(index, what);
    } else {
      this.#grids.close();
    }
    this.#reading = reading ?? true;
  }

  /** A line of CSV after its header. */
  #record(line: Line, { field: at, fields, separator }: Header): void {
    const { text } = line;
    if (text.trim() === '' || text.startsWith('#')) return;
    const header = headerIn(text);
    if (header !== undefined) {
      this.#header = header;
      return;
    }
    const found = fieldsOf(text, separator);
    const field = found[at];
    // A field too many may have moved another into the place of the puzzle.
    if (field === undefined || found.length !== fields) {
      const what = `found ${found.length} fields; the header has ${fields}, divided by '${separator}'.`;
      this.#refuse(line.shift + text.length, what);
      return;
    }
    const shift = line.shift + field.shift;
    if (field.text.trim() === '') {
      this.#refuse(shift, `found nothing in field ${at + 1}; give the puzzle there.`);
      return;
    }
    this.#field({ line: line.line, text: field.text, shift });
  }

  /** A puzzle within a line. */
  #field(line: Line): void {
    const sizes = this.#sizes;
    for (const reading of readings(line.text, sizes.fixed?.size)) {
      const row = rowOf(line, reading);
      const shape = sizes.puzzleOf(row);
      if (shape === undefined) continue;
      this.#found.rows([row], shape);
      return;
    }
    this.#found.mistake(misfit(line, sizes, this.#found.language));
  }

  /** A mistake of this line, which no grid goes on from. */
  #refuse(index: number, what: string, line = this.#line): void {
    this.#grids.close();
    this.#found.mistake({ line, column: index + 1, what });
  }
}

/** Whether some value is in more than one cell. */
function hasRepeated(givens: Uint8Array): boolean {
  let seen = 0;
  for (const value of givens) {
    if (value > 0 && (seen >> value) & 1) return true;
    seen |= 1 << value;
  }
  return false;
}

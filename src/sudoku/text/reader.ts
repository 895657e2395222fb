import { Shape, type ShapeSettings } from '../shape.ts';
import { lengthOf, Symbols } from '../symbols.ts';
import { Answers, type Read } from './answers.ts';
import { fieldsOf, puzzleField } from './csv.ts';
import { Grids } from './grids.ts';
import { readJson } from './json.ts';
import { readings, ruleIn, uncommented } from './line.ts';
import { misfit } from './misfit.ts';
import { Sizes } from './sizes.ts';

export interface ReadSettings extends ShapeSettings {
  /** The alphabet: `integers`, or its symbols, as in `1-9A-G`. Default: seen from each puzzle. */
  readonly symbols?: string | undefined;
  /** The name of the text, for messages. */
  readonly source?: string | undefined;
}

/** No Sudoku has a longer line, not even one of 100x100 in JSON with a space after each comma. */
const LONGEST = 1_000_000;
/** Titles as they are found in collections: `Grid 01`, `Puzzle #3:`. */
const TITLE = /^(?:grid|puzzle|sudoku)s?[\s\d]*:?$/i;

/**
 * Reads Sudokus line by line. `push` answers what was completed by the line.
 *
 * What a line is, is asked in this order: a comment (from `#` on) or nothing; a section
 * (`[Puzzle]` is read, any other is not, up to the next); a title; a header of CSV, after which
 * all lines are records; JSON; a rule; and then cells. How many of them there are decides:
 *
 * - With `size` N, given by itself or by `boxes`: N are a row, N x N a puzzle.
 * - In a grid that has begun with rows of N: N are a row.
 * - Else 16, 36, 64, 81, 100 ... (the square of a size that has boxes) are a puzzle, and
 *   4, 6, 8, 9, 10, 12 ... a row. So sixteen lines of 16 are sixteen puzzles of 4x4: one of 16x16
 *   wants `size`, or borders; for cells with `|` about them are rather a row. Rows beyond 61 must
 *   have something between the cells, or puzzles with a slip would look like them.
 *
 * A line of dashes is a rule, unless it has the length of a row and a rule cannot stand there, or
 * dashes are the blanks of its grid: of a row above it or right below.
 *
 * After a mistake: a line that was to be a puzzle is answered with an error, and the next is read
 * as usual. A grid of several lines is passed over up to the next empty line, section, title,
 * JSON or puzzle on a line. Since it is not known then where grids begin, one with empty lines
 * between its bands is refused until a comment, a title, a puzzle on a line or two empty lines
 * show it.
 */
export class PuzzleReader {
  readonly #sizes: Sizes;
  readonly #answers: Answers;
  readonly #grids: Grids;
  #line = 0;
  /** Whether this section is read. */
  #reading = true;
  /** In CSV: the field with the puzzles. */
  #field: number | undefined;

  constructor(settings: ReadSettings = {}) {
    const { size, boxes, symbols, source } = settings;
    const stated = size !== undefined || boxes !== undefined;
    const fixed = stated ? Shape.of({ size, boxes }) : undefined;
    if (symbols !== undefined) {
      if (fixed === undefined) lengthOf(symbols);
      else Symbols.of(symbols, fixed.size);
    }
    this.#sizes = new Sizes(fixed);
    this.#answers = new Answers({ symbols, source });
    this.#grids = new Grids(this.#sizes, this.#answers);
  }

  /** Reads the next line, with its end or without. */
  push(line: string): Read[] {
    this.#line++;
    const from = this.#line === 1 && line.startsWith('\ufeff') ? 1 : 0;
    let to = line.length;
    if (line.charAt(to - 1) === '\n') to--;
    if (line.charAt(to - 1) === '\r') to--;
    const text = line.slice(from, to);
    if (text.length > LONGEST) {
      const what = `found ${text.length} characters in a line; no Sudoku has so many.`;
      this.#grids.close();
      this.#answers.mistake(this.#line, LONGEST + 1, what);
    } else if (this.#field !== undefined) {
      this.#record(text, from, this.#field);
    } else {
      this.#read(text, from);
    }
    return this.#answers.take();
  }

  /** What is left when the text is at its end. */
  end(): Read[] {
    this.#grids.close();
    return this.#answers.take();
  }

  /** A line, of which some columns may have come before. */
  #read(whole: string, shift: number): void {
    const grids = this.#grids;
    const text = uncommented(whole);
    const bare = text.trim();
    if (bare === '') {
      if (text === whole) grids.pause();
      else grids.comment();
      return;
    }
    const section = /^\[([^[\]]*)\]$/.exec(bare);
    if (section !== null) {
      grids.close();
      this.#reading = /^puzzle$/i.test(section[1] as string);
      return;
    }
    if (!this.#reading) return;
    this.#field = puzzleField(bare);
    if (this.#field !== undefined || TITLE.test(bare)) {
      grids.close();
      return;
    }
    const line = { line: this.#line, text, shift };
    if (bare.startsWith('{')) {
      const { source } = this.#answers.language;
      const spot = { source, line: this.#line, column: shift + text.indexOf('{') + 1 };
      grids.close();
      // In JSON a # may be part of a string.
      this.#answers.attempt(this.#line, () => readJson(whole, this.#sizes.fixed, spot));
      return;
    }
    const rule = ruleIn(text);
    if (rule === 'dashes') grids.dashes(line);
    else if (rule === 'rule') grids.rule();
    else grids.cells(line);
  }

  /** A line of CSV after its header. */
  #record(whole: string, shift: number, at: number): void {
    if (whole.trim() === '' || whole.startsWith('#')) return;
    const header = puzzleField(whole);
    if (header !== undefined) {
      this.#field = header;
      return;
    }
    const fields = fieldsOf(whole);
    const field = fields[at];
    if (field === undefined) {
      const what = `found ${fields.length} fields; the puzzle is to be in number ${at + 1}.`;
      this.#answers.mistake(this.#line, shift + whole.length + 1, what);
      return;
    }
    const line = { line: this.#line, text: field.text, shift: shift + field.shift };
    const sizes = this.#sizes;
    for (const cells of readings(line.text, sizes.fixed?.size)) {
      const shape = sizes.puzzleOf(cells.length);
      if (shape === undefined) continue;
      this.#answers.rows([{ ...line, cells }], shape);
      return;
    }
    misfit(line, sizes, this.#answers);
  }
}

import type { Shape } from '../shape.ts';
import { mayBeRow } from './decode.ts';
import type { Found } from './found.ts';
import { isTabular, type Line, placed, type Row, readings, rowOf } from './line.ts';
import { misfit } from './misfit.ts';
import { Paragraph } from './paragraph.ts';
import { Run } from './run.ts';
import type { Sizes } from './sizes.ts';

/** No grid begins with more blank rows. */
const MOST_ABOVE = 100;

/**
 * Tells of each line with cells whether it is a puzzle by itself, a row of the grid above, the
 * first row of another, or none of these; and where grids may end.
 */
export class Grids {
  readonly #sizes: Sizes;
  readonly #found: Found;
  readonly #run: Run;
  #paragraph = new Paragraph();
  /** Lines of one length, where no grid has begun, that may be puzzles or rows: see `#kindOf`. */
  #open: { readonly row: Row; readonly shape: Shape }[] = [];

  /** Whether the table that the next line may belong to was told to be amiss. */
  #isAmiss = false;

  constructor(sizes: Sizes, found: Found) {
    this.#sizes = sizes;
    this.#found = found;
    this.#run = new Run(sizes, found);
  }

  /** Whether no grid has begun, so that a puzzle on a line or an empty line changes nothing. */
  get isIdle(): boolean {
    const isEmpty = this.#open.length === 0 && this.#paragraph.isEmpty && this.#run.isEmpty;
    return isEmpty && !this.#isAmiss;
  }

  /** A line of borders: a rule, or a row of blanks if it has bars alone. */
  rule(line: Line): void {
    this.#settle();
    const isBars = /^[|\s\u2502\u2503\u2551]+$/.test(line.text);
    const rows = isBars ? placed(line.text).map((reading) => rowOf(line, reading)) : [];
    this.#paragraph.bars(rows.filter((row) => this.#sizes.rowOf(row) !== undefined));
  }

  /** A line without anything but maybe spaces, which may be the blanks of a row. */
  empty(line: Line): void {
    this.#isAmiss = false;
    this.#settle();
    const { size, spaced, rows } = this.#paragraph;
    // Nothing but tabs: what is between them is blank.
    const cells = line.text.includes('\t')
      ? '.'.repeat(line.text.split('\t').length)
      : line.text.replaceAll(' ', '.');
    const row = rowOf(line, { cells, columns: undefined, barred: false });
    if (rows > 0 && cells.length === size && (spaced ?? !this.#mayEnd)) {
      this.#paragraph.row(row);
      return;
    }
    const above = /^(?: +|[ \t]*\t[ \t]*)$/.test(line.text)
      ? this.#paragraph.withSpaces(row).slice(-MOST_ABOVE)
      : [];
    this.#endParagraph();
    this.#run.empty();
    this.#paragraph = new Paragraph(above);
  }

  /** No grid goes on from here: one that has begun is cut short. */
  close(): void {
    this.#isAmiss = false;
    this.#settle();
    this.#endParagraph();
    this.#run.close();
  }

  #endParagraph(): void {
    this.#paragraph.giveTo(this.#run, (row) => this.#sizes.rowOf(row) !== undefined);
    this.#paragraph = new Paragraph();
  }

  /** Whether the rows so far are whole grids. */
  get #mayEnd(): boolean {
    const { size, count } = this.#paragraph;
    return (this.#run.count + count) % (size || this.#run.size || 1) === 0;
  }

  /** A line of dashes and maybe bars. */
  dashes(line: Line): void {
    this.#settle();
    const cells = line.text.replace(/[^-]/g, '');
    const reading = readings(line.text, undefined).find((other) => other.cells === cells);
    const row = rowOf(line, reading ?? { cells, columns: undefined, barred: false });
    const { fixed } = this.#sizes;
    const isPuzzle = fixed !== undefined && fixed.cells === cells.length && fixed.size > 1;
    if (isPuzzle && this.#mayEnd) this.#whole(row, fixed);
    else this.#paragraph.dashes(row);
  }

  /** A line that has cells. */
  cells(line: Line): void {
    const sizes = this.#sizes;
    const paragraph = this.#paragraph;
    const size = paragraph.size || this.#run.size;
    const mayEnd = this.#mayEnd;
    const rows = readings(line.text, size || sizes.fixed?.size, paragraph.spaced).map((reading) =>
      rowOf(line, reading),
    );
    if (size > 0) {
      // Within a grid any symbol will do here: what is wrong with it is told of the whole.
      const next = rows.find(
        (row) =>
          row.cells.length === size && sizes.rowOf(row) !== undefined && paragraph.mayTake(row),
      );
      if (next !== undefined && (!mayEnd || this.#mayBegin(next))) {
        paragraph.row(next, rows);
        return;
      }
      const other = this.#run.isEmpty
        ? paragraph.reread(rows.filter((row) => sizes.rowOf(row) !== undefined))
        : undefined;
      if (other !== undefined) {
        paragraph.row(other, rows);
        return;
      }
    }
    for (const row of rows) {
      const shape = sizes.puzzleOf(row);
      // Two rows that ran together are no puzzle, nor is one of another size amid a grid.
      const isSure = mayEnd || (paragraph.rows <= 1 && row.cells.length !== 2 * size);
      if (shape !== undefined && (isSure || shape.size === size)) {
        const kind = size === 0 ? this.#kindOf(row, shape) : 'puzzle';
        if (row.cells.length !== this.#open[0]?.row.cells.length) this.#settle();
        if (kind === 'open') {
          this.#open.push({ row, shape });
          // As many as the larger grid has, and no value beyond the puzzles.
          if (this.#open.length === row.cells.length) this.#settle();
          return;
        }
        if (kind === 'puzzle') {
          this.#whole(row, shape);
          return;
        }
      }
      const isOther = paragraph.rows === 1 && !(isTabular(line) && paragraph.isTabular);
      if ((mayEnd || paragraph.rows === 0 || isOther) && this.#mayBegin(row)) {
        // Rules above the first row stay with it.
        if (paragraph.rows > 0) this.close();
        else this.#run.close();
        if (row.cells.length !== this.#open[0]?.row.cells.length) this.#settle();
        for (const { row: above } of this.#open) this.#paragraph.row(above);
        this.#open = [];
        this.#run.isAmiss = this.#isAmiss;
        this.#paragraph.row(row, rows);
        return;
      }
    }
    this.#settle();
    this.#fail(line, mayEnd || paragraph.rows === 0 ? undefined : size);
  }

  /** A line that is neither a puzzle nor a row, be it of a grid that has begun with rows of `size`. */
  #fail(line: Line, size?: number): void {
    const mistake = misfit(line, this.#sizes, this.#found.language, size);
    // Of a table that cannot be read all lines may be amiss: one message will do.
    const isTold = this.#isAmiss && mistake.isOfTable;
    if (size === undefined) this.close();
    this.#isAmiss = mistake.isOfTable === true;
    if (size === undefined) this.#found.mistake({ ...mistake, isTold });
    else this.#paragraph.fail({ ...mistake, isTold });
  }

  /**
   * Whether a line is a puzzle of some shape or a row of a grid that has as many cells in a row: 36
   * cells are a puzzle of 6x6 or a row of 36x36. A value beyond the puzzle's size shows a row, a value
   * that is there twice a puzzle. Where neither is, as in blank lines, it is open.
   */
  #kindOf(row: Row, shape: Shape): 'puzzle' | 'row' | 'open' {
    const larger = this.#sizes.fixed === undefined ? this.#sizes.rowOf(row) : undefined;
    const { language } = this.#found;
    if (larger === undefined || !language.has(larger.size)) return 'puzzle';
    const values = Array.from(row.cells).filter((cell) => !/^(?:[._*xX-]|0+|-1)$/.test(cell));
    if (new Set(values).size < values.length || !mayBeRow(row, larger, language)) return 'puzzle';
    return mayBeRow(row, shape, language) ? 'open' : 'row';
  }

  /** The open lines are puzzles, as nothing below showed that they are rows. */
  #settle(): void {
    const open = this.#open;
    if (open.length === 0) return;
    this.#open = [];
    this.close();
    for (const { row, shape } of open) this.#found.rows([row], shape);
  }

  #mayBegin(row: Row): boolean {
    const shape = this.#sizes.rowOf(row);
    return shape !== undefined && mayBeRow(row, shape, this.#found.language);
  }

  #whole(row: Row, shape: Shape): void {
    this.close();
    this.#found.rows([row], shape);
  }
}

import { shown } from '../../problem/error.ts';
import type { Shape } from '../shape.ts';
import { Block } from './block.ts';
import type { Mistake, Place, ReadBuffer } from './decode.ts';
import {
  blankReadingsOf,
  columnOf,
  isBordered,
  isTabular,
  type Line,
  piecesOf,
  type Row,
  readingsOf,
  rowOf,
  ruleIn,
  strangerIn,
} from './line.ts';
import { Paragraph } from './paragraph.ts';

/**
 * Decides what each line of cells is: a puzzle by itself, a row of the grid above, the first row of
 * another grid, a rule, or a mistake; and where a grid may end. `PuzzleReader` has the rules.
 */
export class Grids {
  readonly #reads: ReadBuffer;
  readonly #block: Block;
  #paragraph = new Paragraph();
  /** Lines of one length that may be puzzles or the first rows of a grid: see `#kindOf`. */
  #open: { readonly row: Row; readonly shape: Shape }[] = [];
  /** Whether a mistake was reported in the table that the next line may belong to. */
  #isReported = false;

  constructor(reads: ReadBuffer) {
    this.#reads = reads;
    this.#block = new Block(reads);
  }

  /** Whether no grid has begun, so that a puzzle on a line or an empty line changes nothing. */
  get isIdle(): boolean {
    const isEmpty = this.#open.length === 0 && this.#paragraph.isEmpty && this.#block.isEmpty;
    return isEmpty && !this.#isReported;
  }

  /** A line of text that is a rule or has cells. */
  line(line: Line): void {
    const rule = ruleIn(line.text);
    if (rule === undefined) {
      this.cells(line);
      return;
    }
    this.#settle();
    if (rule === 'dashes') {
      this.#dashes(line);
    } else {
      const rows = rule === 'bars' ? blankReadingsOf(line) : [];
      this.#paragraph.blank(rows.filter(this.#mayBeRow), true);
    }
  }

  /** A line without anything but maybe spaces, which may be the blanks of a row. */
  empty(line: Line): void {
    if (line.text === '' && this.isIdle) return;
    this.#isReported = false;
    this.#settle();
    const { size, spaced, rows, isBlank } = this.#paragraph;
    // Where there are tabs, the blanks are between them.
    const tabs = line.text.split('\t').length;
    const row = rowOf(line, '.'.repeat(tabs > 1 ? tabs : line.text.length));
    const isRow = row.cells.length === size && (spaced ?? !this.#mayEnd);
    const isNine = this.#mayBeNine && row.cells.length === 9 && !this.#mayEnd;
    if (rows > 0 && (isRow || (isNine && this.#paragraph.reread([row]) !== undefined))) {
      this.#paragraph.row(row);
      return;
    }
    const mayBeRow = /^[ \t]+$/.test(line.text);
    if (!isBlank || !mayBeRow) this.#endParagraph();
    this.#block.empty();
    if (mayBeRow) this.#paragraph.blank([row], false);
  }

  /** No grid goes on from here: one that has begun is cut short. */
  close(): void {
    this.#isReported = false;
    this.#settle();
    this.#endParagraph();
    this.#block.close();
  }

  /** A mistake from which no grid goes on. */
  refuse(place: Place, what: string): void {
    this.close();
    this.#reads.mistake({ ...place, what });
  }

  /** A text that is a puzzle by itself: a field of CSV, or a value of JSON. */
  puzzle(line: Line): void {
    this.close();
    const { format } = this.#reads;
    for (const row of readingsOf(line, format.fixed?.size)) {
      const shape = format.puzzleOf(row);
      if (shape === undefined) continue;
      this.#reads.rows([row], shape);
      return;
    }
    this.#reads.mistake(this.#mistakeIn(line));
  }

  /** A line that has cells. */
  cells(line: Line): void {
    const { format } = this.#reads;
    const paragraph = this.#paragraph;
    const size = paragraph.size || this.#block.size;
    const mayEnd = this.#mayEnd;
    const rows = this.#mayBeNine
      ? readingsOf(line, format.fixed?.size)
      : readingsOf(line, size || format.fixed?.size, paragraph.spaced);
    if (size > 0 && this.#takeRow(rows, size, mayEnd)) return;
    for (const row of rows) {
      const shape = format.puzzleOf(row);
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
          this.close();
          this.#reads.rows([row], shape);
          return;
        }
      }
      const isOther = paragraph.rows === 1 && !(isTabular(line) && paragraph.isTabular);
      if ((mayEnd || paragraph.rows === 0 || isOther) && this.#mayBegin(row)) {
        this.#begin(row, rows);
        return;
      }
    }
    this.#settle();
    this.#fail(line, mayEnd || paragraph.rows === 0 ? undefined : size);
  }

  /** Whether a line is one more row of the grid that has begun. */
  #takeRow(rows: readonly Row[], size: number, mayEnd: boolean): boolean {
    const paragraph = this.#paragraph;
    const fits = rows.filter((row) => row.cells.length === size && paragraph.mayTake(row));
    // Within a grid any symbol will do here: what is wrong with it is reported of the whole grid.
    const next = fits.find(this.#mayBegin) ?? (mayEnd ? undefined : fits.find(this.#mayBeRow));
    const others = this.#block.isEmpty ? rows.filter(this.#mayBeRow) : [];
    const row = next ?? paragraph.reread(others);
    if (row !== undefined) paragraph.row(row, rows);
    return row !== undefined;
  }

  /** Begins a grid with a row, and with the open lines above if they are as long. */
  #begin(row: Row, rows: readonly Row[]): void {
    // Rules above the first row stay with it.
    if (this.#paragraph.rows > 0) this.close();
    else this.#block.close();
    if (row.cells.length !== this.#open[0]?.row.cells.length) this.#settle();
    for (const { row: above } of this.#open) this.#paragraph.row(above);
    this.#open = [];
    this.#block.isReported = this.#isReported;
    this.#paragraph.row(row, rows);
  }

  /** A line of dashes and maybe bars: a rule, or blanks. */
  #dashes(line: Line): void {
    const cells = line.text.replace(/[^-]/g, '');
    const row = readingsOf(line).find((other) => other.cells === cells) ?? rowOf(line, cells);
    const { fixed } = this.#reads.format;
    const isPuzzle = fixed !== undefined && fixed.cells === cells.length && fixed.size > 1;
    if (!(isPuzzle && this.#mayEnd)) {
      this.#paragraph.dashes(row);
      return;
    }
    this.close();
    this.#reads.rows([row], fixed);
  }

  #endParagraph(): void {
    if (this.#paragraph.isEmpty) return;
    this.#paragraph.giveTo(this.#block, this.#mayBeRow);
    this.#paragraph = new Paragraph();
  }

  /** Whether the rows so far are whole grids. */
  get #mayEnd(): boolean {
    const { size, count } = this.#paragraph;
    return (this.#block.count + count) % (size || this.#block.size || 1) === 0;
  }

  /** Whether all rows so far may have nine cells instead. */
  get #mayBeNine(): boolean {
    return this.#paragraph.mayBeNine && this.#block.isEmpty;
  }

  readonly #mayBeRow = (row: Row): boolean => this.#reads.format.rowOf(row) !== undefined;

  readonly #mayBegin = (row: Row): boolean =>
    this.#mayBeRow(row) && this.#reads.format.canWrite(row.cells, row.cells.length);

  /**
   * Whether a line is a puzzle of some shape or a row of a grid with as many cells in a row: 36 cells
   * are a puzzle of 6x6 or a row of 36x36. A value beyond the puzzle's size shows a row, a value that
   * is there twice a puzzle. Where neither is, as in blank lines, it is open.
   */
  #kindOf(row: Row, shape: Shape): 'puzzle' | 'row' | 'open' {
    const { format } = this.#reads;
    const larger = format.fixed === undefined ? format.rowOf(row) : undefined;
    if (larger === undefined || !format.hasSymbols(larger.size)) return 'puzzle';
    const { cells } = row;
    const values = Array.from(cells).filter((cell) => !/^(?:[._*xX-]|0+|-1)$/.test(cell));
    if (new Set(values).size < values.length || !format.canWrite(cells, larger.size)) {
      return 'puzzle';
    }
    return format.canWrite(cells, shape.size) ? 'open' : 'row';
  }

  /** The open lines are puzzles, as no line below shows that they are rows. */
  #settle(): void {
    const open = this.#open;
    if (open.length === 0) return;
    this.#open = [];
    this.close();
    for (const { row, shape } of open) this.#reads.rows([row], shape);
  }

  /** A line that is neither a puzzle nor a row; `size` is that of the grid which it interrupts. */
  #fail(line: Line, size?: number): void {
    const mistake = this.#mistakeIn(line, size);
    // In a table that cannot be read all lines may be wrong: one message is enough.
    const isReported = this.#isReported && mistake.isOfTable;
    if (size === undefined) this.close();
    this.#isReported = mistake.isOfTable === true;
    if (size === undefined) this.#reads.mistake({ ...mistake, isReported });
    else this.#paragraph.fail({ ...mistake, isReported });
  }

  /** What is wrong with a line, in a grid of `size` if one has begun. */
  #mistakeIn(line: Line, size?: number): Mistake {
    const { format } = this.#reads;
    const { text } = line;
    const pieces = piecesOf(text);
    const at = pieces.findIndex((piece) => format.puzzleOfCells(piece.length) !== undefined);
    const puzzle = new Set(pieces.map((piece) => piece.length)).size > 1 ? pieces[at] : undefined;
    const mistake = (index: number, what: string): Mistake => ({
      line: line.line,
      column: line.column ?? line.shift + index + 1,
      what,
      isOfTable: isTabular(line) && puzzle === undefined,
    });
    const stranger = strangerIn(line);
    if (stranger >= 0) {
      const character = String.fromCodePoint(text.codePointAt(stranger) as number);
      const json = /[[\]{}]/.test(character) ? ', or write JSON as [[5,3, ...], ...]' : '';
      return mistake(
        stranger,
        `found ${shown(character)}, which is no value, no blank and no border; ` +
          `mend it, or make it a comment with '#' before it${json}.`,
      );
    }
    if (puzzle !== undefined) {
      const end = text.indexOf(puzzle) + puzzle.length;
      return mistake(
        at > 0 ? text.search(/[^\s,|]/) : end + text.slice(end).search(/[^\s,|]/),
        `found more ${at > 0 ? 'before' : 'after'} a puzzle of ${puzzle.length} cells; ` +
          `put ${at > 0 ? `it behind the puzzle, after '#'` : `'#' before it`}, ` +
          `or a header as 'id,puzzle,solution' in the first line if this is CSV.`,
      );
    }
    const [first] = readingsOf(line);
    const row = rowOf(line, first?.cells ?? pieces.join(''));
    const { cell, what } = this.#miscount(row, first !== undefined, pieces.length === 1, size);
    return mistake(columnOf(row, cell) - line.shift - 1, what);
  }

  /** What is wrong with the number of cells in a line, or with their places; from which cell on. */
  #miscount(
    row: Row,
    isReadable: boolean,
    isDense: boolean,
    size: number | undefined,
  ): { cell: number; what: string } {
    const { format } = this.#reads;
    const { text, cells } = row;
    const count = cells.length;
    const found = count === 1 ? 'found 1 cell' : `found ${count} cells`;
    const mayHaveEmpty = isBordered(text) || /[,;\t]|\S {2}/.test(text);
    const hint = mayHaveEmpty ? ` Write '.' or 0 for an empty cell.` : '';
    if (size !== undefined && count !== size) {
      const what =
        `${found} in a grid whose rows have ${size}; mend this row, or put an empty line ` +
        `between two grids.${count < size ? hint : ''}`;
      return { cell: size, what };
    }
    const grid = format.rowOf(row);
    const shape = format.puzzleOfCells(count) ?? grid;
    const half = format.puzzleOfCells(count / 2);
    if (!isReadable && shape !== undefined) {
      const what =
        `${found} in pieces of different lengths, or with bars at different distances; ` +
        'separate all cells in the same way.';
      return { cell: 0, what };
    }
    if (grid !== undefined) {
      const list = typeof cells === 'string' ? Array.from(cells) : cells.map((cell) => [cell]);
      const strange = list.findIndex((cell) => !format.canWrite(cell, count));
      if (strange >= 0) {
        const what =
          `found ${shown(cells[strange])}, which no Sudoku of size ${count} has; ` +
          `mend it, make the line a comment with '#', or give the symbols if it has others.`;
        return { cell: strange, what };
      }
    }
    if (half !== undefined && shape === undefined) {
      const what = `${found}, as many as two puzzles of ${half.cells}; give each a line of its own.`;
      return { cell: half.cells, what };
    }
    if (shape !== undefined) {
      const what = isDense
        ? `${found} that have no letter and nothing between; if this is a Sudoku of size ` +
          `${shape.size}, give size ${shape.size}.`
        : `${found} in groups that are no rows and not as wide as boxes of ${shape.boxes}; ` +
          `give the boxes, as in '2x3', or put a space between all cells.`;
      return { cell: 0, what };
    }
    if (isTabular(row) && format.fixed === undefined) {
      const what =
        `${found}, which are no row of any grid: those have 4, 6, 8, 9, 10, 12, 16 ...; give each ` +
        `row as many as the grid has rows.${hint}`;
      return { cell: count, what };
    }
    const nearest = format.nearest(count);
    const what =
      `${found}; a Sudoku of size ${nearest.size} has ${nearest.cells} on one line, ` +
      `or ${nearest.size} in each row.${hint}`;
    return { cell: nearest.cells, what };
  }
}

import { shown } from '../../problem/error.ts';
import { MOST_SIZE, type Shape } from '../shape.ts';
import { Block } from './block.ts';
import type { Mistake, Place, ReadBuffer } from './decode.ts';
import {
  blankReadingsOf,
  columnOf,
  isBordered,
  isSpaced,
  isTabular,
  type Line,
  piecesOf,
  type Row,
  readingsOf,
  rowOf,
  ruleIn,
  strangerIn,
} from './line.ts';

/**
 * A line of a paragraph. `dashes`: a row if another row has dashes for blanks, else a rule. `blank`
 * (spaces, tabs, bars): a row if other rows have nothing for blanks, else a rule if it has bars.
 */
type ParagraphLine =
  | { readonly kind: 'cells'; readonly readings: readonly Row[] }
  | { readonly kind: 'dashes'; readonly row: Row }
  | { readonly kind: 'blank'; readonly readings: readonly Row[]; readonly isRule: boolean }
  | { readonly kind: 'mistake'; readonly mistake: Mistake };

/**
 * A way to read all lines of a paragraph: as rows of `size` cells, or each as a puzzle of a shape.
 */
interface Meaning {
  readonly size: number;
  /** True if nothing, or a space, stands for a blank. */
  readonly isSpaced: boolean;
  readonly shape?: Shape | undefined;
}

/**
 * Finds the grids among lines. Lines directly below each other are a paragraph. It keeps the
 * meanings that all lines of the paragraph can have, the likeliest first:
 *
 *     1,,3,4,,6      six cells with places for them, or four
 *     5,3,,,7,,,,    nine: with the line above that is a contradiction, so another grid begins here
 *
 * Only its end shows which lines of dashes or of nothing are rows. Then it goes to a `Block`, which
 * divides rows into grids. `PuzzleReader` has the rules.
 */
export class Grids {
  readonly #reads: ReadBuffer;
  readonly #block: Block;
  /** The lines of the paragraph, and their meanings: none before the first line with cells. */
  #lines: ParagraphLine[] = [];
  #meanings: readonly Meaning[] = [];
  /** The number of lines with cells. */
  #cellLines = 0;
  /** Cells -> lines of as many dashes, and lines of as many blanks. */
  #dashLines = new Map<number, number>();
  #blankLines = new Map<number, number>();
  /** True if a row has dashes for blanks. */
  #hasDash = false;
  /** True if a line is none of these. The first one is reported, and all rows are passed over. */
  #hasFailed = false;
  /** True if a mistake was reported in the table that the next line may belong to. */
  #isReported = false;

  constructor(reads: ReadBuffer) {
    this.#reads = reads;
    this.#block = new Block(reads);
  }

  /** True if no grid has begun, so that a puzzle on a line or an empty line changes nothing. */
  get isIdle(): boolean {
    return this.#lines.length === 0 && this.#block.isEmpty && !this.#isReported;
  }

  /** A line of text that is a rule or has cells. */
  line(line: Line): void {
    const rule = ruleIn(line.text);
    if (rule === undefined) {
      this.cells(line);
      return;
    }
    this.#settle();
    if (rule === 'dashes') this.#dashes(line);
    else this.#blank(rule === 'bars' ? blankReadingsOf(line) : [], true);
  }

  /** A line without anything but maybe spaces, which may be the blanks of a row. */
  empty(line: Line): void {
    if (line.text === '' && this.isIdle) return;
    this.#isReported = false;
    this.#settle();
    // Where there are tabs, the blanks are between them.
    const tabs = line.text.split('\t').length;
    const row = rowOf(line, '.'.repeat(tabs > 1 ? tabs : line.text.length));
    const { length } = row.cells;
    const left = this.#meanings.filter(({ size, isSpaced }) => size === length && isSpaced);
    if (left.length > 0 && (!this.#mayEnd || (length === this.#size && this.#isSpaced))) {
      this.#add([row], left);
      return;
    }
    const mayBeRow = /^[ \t]+$/.test(line.text);
    const isBlank =
      this.#lines.length < MOST_SIZE && this.#lines.every(({ kind }) => kind === 'blank');
    if (!isBlank || !mayBeRow) this.#endParagraph();
    this.#block.empty();
    if (mayBeRow) this.#blank([row], false);
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
    const known = this.#size || this.#block.size;
    const mayBeNine = known !== 9 && this.#meanings.some(({ size }) => size === 9);
    const readings =
      known === 0 || mayBeNine
        ? readingsOf(line, format.fixed?.size)
        : readingsOf(line, known, this.#isSpaced);
    if (this.#goOn(readings)) return;
    this.#settle();
    const size = this.#size || this.#block.size;
    const rows = this.#cellLines;
    const mayEnd = this.#mayEnd;
    const isOther = rows === 1 && !(isTabular(line) && isTabular(this.#firstRow as Row));
    for (const row of readings) {
      const shape = format.puzzleOf(row);
      // Two rows that ran together are no puzzle, nor is one of another size amid a grid.
      const isSure = mayEnd || (rows <= 1 && row.cells.length !== 2 * size);
      if (shape !== undefined && (isSure || shape.size === size)) {
        const kind = size === 0 ? this.#kindOf(row, shape) : 'puzzle';
        if (kind === 'open') {
          this.#add([row], this.#meaningsOf([row], true));
          return;
        }
        if (kind === 'puzzle') {
          this.close();
          this.#reads.rows([row], shape);
          return;
        }
      }
      if ((mayEnd || rows === 0 || isOther) && this.#mayBegin(row)) {
        // Rules above the first row stay with it.
        if (rows > 0) this.close();
        else this.#block.close();
        this.#block.isReported = this.#isReported;
        this.#add(readings, this.#meaningsOf([row, ...readings], false));
        return;
      }
    }
    this.#fail(line, mayEnd || rows === 0 ? undefined : size);
  }

  /** Takes a line that goes on with the grid, or the puzzles, above; else returns false. */
  #goOn(readings: readonly Row[]): boolean {
    const { size } = this.#block;
    let before = this.#meanings;
    if (before.length === 0 && size > 0)
      before = [false, true].map((isSpaced) => ({ size, isSpaced }));
    if (this.#hasDash || this.#hasFailed) before = before.filter((one) => one.size === this.#size);
    const [first] = before;
    if (first === undefined) return false;
    const isOpen = first.shape !== undefined;
    // Within a grid any symbol will do here: what is wrong with it is reported of the whole grid.
    const isNext = this.#mayEnd && !isOpen;
    const usable = readings.filter((row) => {
      const { length } = row.cells;
      if (length === first.size && isNext && !this.#mayBegin(row)) return false;
      return before.some(({ size }) => size === length);
    });
    const found = this.#meaningsOf(usable, isOpen);
    const left = before.filter((one) => found.some((other) => isSame(one, other)));
    if (left.length === 0) return false;
    this.#add(readings, left);
    // Open lines that would fill the larger grid have no value beyond the puzzles.
    if (isOpen && (left.every(({ shape }) => shape) || this.#cellLines === first.size))
      this.#settle();
    return true;
  }

  #add(readings: readonly Row[], meanings: readonly Meaning[]): void {
    const kept = readings.filter(({ cells }) => meanings.some(({ size }) => size === cells.length));
    this.#lines.push({ kind: 'cells', readings: kept });
    this.#meanings = meanings;
    this.#cellLines++;
    this.#hasDash ||= kept.some(({ cells }) => cells.length === this.#size && cells.includes('-'));
  }

  /** The meanings that a line can have in a paragraph. */
  #meaningsOf(readings: readonly Row[], mayBePuzzle: boolean): Meaning[] {
    return readings.flatMap((row) => {
      const size = row.cells.length;
      const shape = mayBePuzzle ? this.#reads.format.puzzleOf(row) : undefined;
      const kind = shape === undefined ? 'row' : this.#kindOf(row, shape);
      const found: Meaning[] = kind === 'row' ? [] : [{ size, isSpaced: false, shape }];
      if (kind === 'puzzle' || !this.#mayBeRow(row)) return found;
      const spaced = isSpaced(row);
      if (spaced !== true) found.push({ size, isSpaced: false });
      if (spaced !== false) found.push({ size, isSpaced: true });
      return found;
    });
  }

  /** The number of cells of a row, by the likeliest meaning; 0 before the first row. */
  get #size(): number {
    const [first] = this.#meanings;
    return first === undefined || first.shape !== undefined ? 0 : first.size;
  }

  /** True if rows have nothing or a space for a blank; undefined while no row shows it. */
  get #isSpaced(): boolean | undefined {
    const own = this.#meanings.filter(({ size }) => size === this.#size);
    const isSpaced = own[0]?.isSpaced;
    return own.every((one) => one.isSpaced === isSpaced) ? isSpaced : undefined;
  }

  /** The row that a line is, by the likeliest meaning. */
  #rowIn(readings: readonly Row[]): Row {
    const [{ size, isSpaced: wanted } = { size: 0, isSpaced: false }] = this.#meanings;
    const rows = readings.filter(({ cells }) => cells.length === size);
    if (rows.length === 1) return rows[0] as Row;
    const likely = rows.filter((row) => isSpaced(row) !== !wanted);
    return likely.find(this.#mayBegin) ?? likely[0] ?? (rows[0] as Row);
  }

  get #firstRow(): Row | undefined {
    const first = this.#lines.find(({ kind }) => kind === 'cells');
    return first?.kind === 'cells' ? this.#rowIn(first.readings) : undefined;
  }

  /** A line of dashes and maybe bars: a rule, or blanks. */
  #dashes(line: Line): void {
    const cells = line.text.replace(/[^-]/g, '');
    const row = readingsOf(line).find((other) => other.cells === cells) ?? rowOf(line, cells);
    const { fixed } = this.#reads.format;
    const isPuzzle = fixed !== undefined && fixed.cells === cells.length && fixed.size > 1;
    if (isPuzzle && this.#mayEnd) {
      this.close();
      this.#reads.rows([row], fixed);
      return;
    }
    this.#lines.push({ kind: 'dashes', row });
    count(this.#dashLines, cells.length);
  }

  /** A line without cells, and what it is as a row. */
  #blank(rows: readonly Row[], isRule: boolean): void {
    const readings = rows.filter(this.#mayBeRow);
    this.#lines.push({ kind: 'blank', readings, isRule });
    for (const size of new Set(readings.map(({ cells }) => cells.length)))
      count(this.#blankLines, size);
  }

  /** Hands the paragraph over to the block, now that it is known what its lines are. */
  #endParagraph(): void {
    if (this.#lines.length === 0) return;
    const block = this.#block;
    const size = this.#size;
    const dashed = this.#cellLines === 0 ? this.#emptyGrid() : this.#hasDash ? size : 0;
    for (const line of this.#lines) {
      if (line.kind === 'mistake') block.fail(line.mistake);
      else if (line.kind === 'cells') block.row(this.#rowIn(line.readings));
      else if (line.kind === 'dashes') {
        if (line.row.cells.length === dashed) block.row(line.row);
        else block.rule();
      } else {
        const row = this.#isSpaced && line.readings.find(({ cells }) => cells.length === size);
        if (row) block.row(row);
        else if (line.isRule) block.rule();
      }
    }
    this.#begin([]);
  }

  /** Begins a paragraph with lines that are no rows for sure. */
  #begin(lines: ParagraphLine[]): void {
    this.#lines = lines;
    this.#meanings = [];
    this.#cellLines = 0;
    this.#hasDash = this.#hasFailed = false;
    if (lines.length > 0) return;
    this.#dashLines.clear();
    this.#blankLines.clear();
  }

  /** The size of the empty grid that lines of dashes alone make; 0 if they make none. */
  #emptyGrid(): number {
    const first = this.#lines.find(({ kind }) => kind === 'dashes');
    const [[size, lines] = [0, 0]] = this.#dashLines;
    const isGrid = this.#dashLines.size === 1 && lines % size === 0;
    return isGrid && first?.kind === 'dashes' && this.#mayBeRow(first.row) ? size : 0;
  }

  /** True if the rows so far, as far as they are known, are whole grids. */
  get #mayEnd(): boolean {
    const size = this.#size;
    const dashes = this.#hasDash ? (this.#dashLines.get(size) ?? 0) : 0;
    const blanks = this.#isSpaced ? (this.#blankLines.get(size) ?? 0) : 0;
    const rows = size === 0 ? 0 : this.#cellLines + dashes + blanks;
    return (this.#block.count + rows) % (size || this.#block.size || 1) === 0;
  }

  readonly #mayBeRow = (row: Row): boolean => this.#reads.format.rowOf(row) !== undefined;

  readonly #mayBegin = (row: Row): boolean =>
    this.#mayBeRow(row) && this.#reads.format.canWrite(row.cells, row.cells.length);

  /**
   * Decides between a puzzle of a shape and a row of a larger grid of as many cells: 36 cells are a
   * puzzle of 6x6 or a row of 36x36. A value beyond the puzzle's size shows a row, a value that is
   * there twice a puzzle. Where neither is, as in blank lines, it is open.
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
    const [{ size, shape } = { size: 0, shape: undefined }] = this.#meanings;
    if (shape === undefined) return;
    const puzzles = this.#lines.flatMap((line) => (line.kind === 'cells' ? line.readings : []));
    this.#begin(this.#lines.filter(({ kind }) => kind !== 'cells'));
    this.close();
    for (const row of puzzles) if (row.cells.length === size) this.#reads.rows([row], shape);
  }

  /** A line that is neither a puzzle nor a row; `size` is that of the grid which it interrupts. */
  #fail(line: Line, size?: number): void {
    const mistake = this.#mistakeIn(line, size);
    // In a table that cannot be read all lines may be wrong: one message is enough.
    const isReported = this.#isReported && mistake.isOfTable;
    if (size === undefined) this.close();
    this.#isReported = mistake.isOfTable === true;
    if (size === undefined) this.#reads.mistake({ ...mistake, isReported });
    else if (!this.#hasFailed) {
      this.#lines.push({ kind: 'mistake', mistake: { ...mistake, isReported } });
      this.#hasFailed = true;
    }
  }

  /** The mistake in a line, in a grid of `size` if one has begun. */
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

  /**
   * The mistake in the number of cells of a line, or in their places, and the cell where it begins.
   */
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

function isSame(one: Meaning, other: Meaning): boolean {
  return one.size === other.size && one.isSpaced === other.isSpaced && one.shape === other.shape;
}

function count(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

import { MOST_SIZE, type Shape } from '../shape.ts';
import { type BlockLine, readBlock } from './block.ts';
import type { Mistake, Place, ReadBuffer } from './decode.ts';
import {
  type Blank,
  blankReadingsOf,
  denseRow,
  isTabular,
  type Line,
  type Row,
  readingsOf,
  ruleIn,
} from './line.ts';
import { mistakeIn } from './slips.ts';

/** A line of a block, and what it is if none of its readings is a row. */
interface Entry {
  readonly readings: readonly Row[];
  readonly otherwise: 'cells' | 'rule' | 'empty' | Mistake;
}

/** A way to read all lines of a block: as rows of `size` cells with one kind of blanks. */
interface Meaning {
  readonly size: number;
  readonly blank: Blank;
  /** The number of lines that are rows. */
  rows: number;
}

const BLANKS: readonly Blank[] = ['sign', 'dash', 'space'];

function fits({ cells, blank }: Row, meaning: Meaning): boolean {
  if (cells.length !== meaning.size) return false;
  const isAny = blank === undefined || (blank === 'sign' && meaning.blank === 'dash');
  return isAny || blank === meaning.blank;
}

/**
 * Finds the grids among lines. It keeps the meanings that all lines of a block can have, the
 * likeliest first:
 *
 *     1,,3,4,,6      six cells with places for them, or four
 *     5,3,,,7,,,,    nine: with the line above that is a contradiction, so another grid begins here
 *
 * A line of dashes or of nothing is a row in some meanings, and a rule in others. At its end the
 * block is divided into grids, see `readBlock`. `PuzzleReader` has the rules.
 */
export class Grids {
  readonly #reads: ReadBuffer;
  /** The lines of the block, and their meanings: none before the first line with cells. */
  #entries: Entry[] = [];
  #meanings: readonly Meaning[] = [];
  /** True if empty lines divide its rows. */
  #isDivided = false;
  /** The number of lines with cells since the last empty line; true if the first is of a table. */
  #cellLines = 0;
  #isTable = false;
  /** Lines that are puzzles, or else rows of a larger grid: a line below decides. */
  #open: Row[] = [];
  /** True if one of them is a mistake. The first one is reported, and all rows are passed over. */
  #hasFailed = false;
  /** True if a mistake was reported in the table that the next line may belong to. */
  #isReported = false;
  /** True if one was reported in the table above the block. */
  #isBelowReported = false;

  constructor(reads: ReadBuffer) {
    this.#reads = reads;
  }

  /** True if no grid has begun, so that a puzzle on a line or an empty line changes nothing. */
  get isIdle(): boolean {
    return this.#entries.length + this.#open.length === 0 && !this.#isReported;
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
    else this.#add(rule === 'bars' ? blankReadingsOf(line) : [], 'rule');
  }

  /** A line without anything but maybe spaces, which may be the blanks of a row. */
  empty(line: Line): void {
    if (line.text === '' && this.isIdle) return;
    this.#isReported = false;
    this.#settle();
    // Where there are tabs, the blanks are between them.
    const tabs = line.text.split('\t').length;
    const row = denseRow(line, ' '.repeat(tabs > 1 ? tabs : line.text.length));
    const [first] = this.#meanings;
    const left = this.#meanings.filter((meaning) => fits(row, meaning));
    if (left.length > 0 && (!this.#mayEnd || (first !== undefined && fits(row, first)))) {
      this.#meanings = left;
      this.#add([row], 'cells');
      return;
    }
    // Whole grids need not wait for the next row, unless their bands may be those of two grids.
    const isWhole = first !== undefined && this.#mayEnd && !this.#isDivided;
    const isSecond = first !== undefined && this.#entries.at(-1)?.otherwise === 'empty';
    const isLong = first === undefined && this.#entries.length > MOST_SIZE;
    if (isWhole || isSecond || isLong) this.#end();
    this.#cellLines = 0;
    this.#hasFailed = false;
    if (line.text !== '' || !this.isIdle) {
      this.#add(/^[ \t]+$/.test(line.text) ? [row] : [], 'empty');
    }
  }

  /** No grid goes on from here: one that has begun is cut short. */
  close(): void {
    this.#isReported = false;
    this.#settle();
    this.#end();
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
    for (const row of readingsOf(line, this.#sizes)) {
      const shape = format.puzzleOf(row);
      if (shape === undefined) continue;
      this.#reads.rows([row], shape);
      return;
    }
    this.#reads.mistake(mistakeIn(line, format));
  }

  /** A line that has cells. */
  cells(line: Line): void {
    const { format } = this.#reads;
    const readings = readingsOf(line, this.#sizes);
    if (this.#goOn(readings)) return;
    const size = this.#size;
    const rows = this.#cellLines;
    const mayEnd = this.#mayEnd;
    const isOther = rows === 1 && !(isTabular(line) && this.#isTable);
    for (const row of readings) {
      const shape = format.puzzleOf(row);
      const { length } = row.cells;
      // Two rows that ran together are no puzzle, nor is one of another size amid a grid.
      const isSure = mayEnd || (rows <= 1 && length !== 2 * size);
      if (shape !== undefined && (isSure || shape.size === size)) {
        const kind = size === 0 ? format.kindOf(row, shape) : 'puzzle';
        if (kind === 'open') {
          if (this.#open[0]?.cells.length !== length) this.#settle();
          // These lines would fill the larger grid, and none has a value beyond the puzzles.
          if (this.#open.push(row) === length) this.#settle();
          return;
        }
        if (kind === 'puzzle') {
          this.close();
          this.#reads.rows([row], shape);
          return;
        }
      }
      if ((mayEnd || rows === 0 || isOther) && this.#mayBegin(row)) {
        this.#begin(row, readings);
        return;
      }
    }
    this.#settle();
    this.#fail(line, mayEnd || rows === 0 ? undefined : size);
  }

  /** Takes a line that goes on with the grid above; else returns false. */
  #goOn(readings: readonly Row[]): boolean {
    // Within a grid any symbol will do here: what is wrong with it is reported of the whole grid.
    const isNext = this.#mayEnd;
    const usable = readings.filter(
      (row) => !(isNext && row.cells.length === this.#size && !this.#mayBegin(row)),
    );
    const left = this.#among(this.#meanings, usable);
    if (left.length === 0) return false;
    this.#take(readings, left);
    return true;
  }

  /** Begins a grid with a line, and with the open lines of the same length above it. */
  #begin(row: Row, readings: readonly Row[]): void {
    const { length } = row.cells;
    const open = this.#open.filter(({ cells }) => cells.length === length);
    if (open.length > 0) this.#open = [];
    // Rules above the first row stay with it.
    const isFirst = this.#cellLines === 0;
    const isAbove = ({ readings, otherwise }: Entry) =>
      otherwise !== 'rule' && (otherwise !== 'empty' || readings.length === 0);
    let from = isFirst ? this.#entries.length : 0;
    while (from > 0 && !isAbove(this.#entries[from - 1])) from--;
    const above = isFirst ? this.#entries.splice(from) : [];
    const isReported = isFirst && this.#isReported;
    this.close();
    this.#entries = above;
    this.#isReported = this.#isBelowReported = isReported;
    for (const lines of [...open.map((one) => [one]), [row, ...readings]]) {
      if (this.#goOn(lines)) continue;
      const sizes = new Set(lines.map(({ cells }) => cells.length));
      this.#take(lines, this.#among([...sizes].flatMap(meaningsOf), lines));
    }
  }

  /** Those of some meanings that a line can have. */
  #among(meanings: readonly Meaning[], readings: readonly Row[]): Meaning[] {
    const rows = readings.filter(this.#mayBeRow);
    return meanings.filter((meaning) => rows.some((row) => fits(row, meaning)));
  }

  /** Adds a line with cells; the block has these meanings from here on. */
  #take(readings: readonly Row[], meanings: readonly Meaning[]): void {
    const isFirst = this.#meanings.length === 0;
    if (this.#cellLines++ === 0) {
      this.#isTable = readings.some(isTabular);
      this.#isDivided = !isFirst;
    }
    if (isFirst) {
      for (const meaning of meanings) {
        meaning.rows = this.#entries.filter(({ readings }) =>
          this.#rowIn(readings, meaning),
        ).length;
      }
    }
    this.#meanings = meanings;
    this.#add(readings, 'cells');
  }

  #add(readings: readonly Row[], otherwise: Entry['otherwise']): void {
    const entry = { readings: readings.filter(this.#mayBeRow), otherwise };
    this.#entries.push(entry);
    for (const meaning of this.#meanings) {
      if (entry.readings.some((row) => fits(row, meaning))) meaning.rows++;
    }
  }

  /** The number of cells of a row, by the likeliest meaning; 0 before the first row. */
  get #size(): number {
    return this.#meanings[0]?.size ?? 0;
  }

  /** The numbers of cells that a row may have here, where they are known. */
  get #sizes(): number[] | undefined {
    if (this.#meanings.length > 0) return this.#meanings.map(({ size }) => size);
    const { fixed } = this.#reads.format;
    return fixed && [fixed.size];
  }

  /** The row that a line is in a meaning. */
  #rowIn(readings: readonly Row[], meaning: Meaning): Row | undefined {
    const rows = readings.filter((row) => fits(row, meaning));
    return (rows.length > 1 ? rows.find(this.#mayBegin) : undefined) ?? rows[0];
  }

  /** A line of dashes and maybe bars: a rule, or blanks. */
  #dashes(line: Line): void {
    const cells = line.text.replace(/[^-]/g, '');
    const read = readingsOf(line).find((row) => row.cells === cells) ?? denseRow(line, cells);
    const row: Row = { ...read, blank: 'dash' };
    const { fixed } = this.#reads.format;
    if (fixed !== undefined && fixed.cells === cells.length && fixed.size > 1 && this.#mayEnd) {
      this.close();
      this.#reads.rows([row], fixed);
    } else this.#add([row], 'rule');
  }

  /** Reads the block, now that it is known what its lines are. */
  #end(): void {
    if (this.#entries.length === 0) return;
    const meaning = this.#meanings[0] ?? this.#emptyGrid();
    if (meaning !== undefined) {
      const lines = this.#entries.map(
        ({ readings, otherwise }) => this.#rowIn(readings, meaning) ?? (otherwise as BlockLine),
      );
      readBlock(lines, meaning.size, this.#isBelowReported, this.#reads);
    }
    this.#entries = [];
    this.#meanings = [];
    this.#cellLines = 0;
    this.#isDivided = this.#hasFailed = this.#isBelowReported = false;
  }

  /** The meaning of lines of dashes alone that make empty grids. */
  #emptyGrid(): Meaning | undefined {
    const rows = this.#entries.flatMap(({ readings }) => readings);
    const dashes = rows.filter(({ blank }) => blank === 'dash');
    const size = dashes[0]?.cells.length ?? 0;
    const isGrid = dashes.every(({ cells }) => cells.length === size);
    return isGrid && dashes.length % size === 0 ? { size, blank: 'dash', rows: 0 } : undefined;
  }

  /** True if the rows so far, as far as they are known, are whole grids. */
  get #mayEnd(): boolean {
    const [{ rows, size } = { rows: 0, size: 1 }] = this.#meanings;
    return rows % size === 0;
  }

  readonly #mayBeRow = (row: Row): boolean => this.#reads.format.rowOf(row) !== undefined;

  readonly #mayBegin = (row: Row): boolean =>
    this.#mayBeRow(row) && this.#reads.format.canWrite(row.cells, row.cells.length);

  /** The open lines are puzzles, as no line below shows that they are rows. */
  #settle(): void {
    const open = this.#open;
    if (open.length === 0) return;
    this.#open = [];
    this.close();
    for (const row of open) this.#reads.rows([row], this.#reads.format.puzzleOf(row) as Shape);
  }

  /** A line that is neither a puzzle nor a row; `size` is that of the grid which it interrupts. */
  #fail(line: Line, size?: number): void {
    const mistake = mistakeIn(line, this.#reads.format, size);
    // In a table that cannot be read all lines may be wrong: one message is enough.
    const isReported = this.#isReported && mistake.isOfTable;
    if (size === undefined) this.close();
    this.#isReported = mistake.isOfTable === true;
    if (size === undefined) this.#reads.mistake({ ...mistake, isReported });
    else if (!this.#hasFailed) {
      this.#add([], { ...mistake, isReported });
      this.#hasFailed = true;
    }
  }
}

function meaningsOf(size: number): Meaning[] {
  return BLANKS.map((blank) => ({ size, blank, rows: 0 }));
}

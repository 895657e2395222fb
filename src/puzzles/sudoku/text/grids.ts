import { shown } from '../../../engine/problem/error.ts';
import type { Shape } from '../shape.ts';
import {
  badText,
  type Format,
  GIVE_BOXES,
  GIVE_SYMBOLS,
  type Mistake,
  type Place,
  puzzleOf,
  type ReadBuffer,
  type Remedies,
} from './format.ts';
import {
  columnOf,
  isBarred,
  isRule,
  type Line,
  mayHaveEmptyCells,
  notedPuzzleIn,
  type Row,
  rowsIn,
  strangerIn,
} from './line.ts';

/** Grids that are held while nothing stands between their rows. */
const GRIDS_TOGETHER = 1000;

/** What stands between two groups of rows: a drawn rule, or an empty line. */
type Divider = 'rule' | 'empty';

/** Rows of one length, from which grids are made. */
interface Block {
  readonly size: number;
  readonly rows: Row[];
  /** The rows between each two dividers, and what these are. */
  readonly groups: number[];
  divider?: Divider;
  /** True if a rule is above it. */
  readonly isRuled: boolean;
  /** True if a mistake is above it, which may be one in its first row. */
  readonly isReported: boolean;
  /** The first row that is none. */
  mistake?: Mistake;
}

/**
 * Gathers the rows of grids. A *block* is a list of rows in groups between dividers:
 *
 *     53. | .7. | ...
 *     6.. | 195 | ...
 *     .98 | ... | .6.
 *     ----+-----+----    three rows: the block goes on
 *     8.. | .6. | ..3
 *     ...
 *
 * It ends at a divider if its rows are whole grids, and at two dividers in any case. So a grid with
 * a row too many or too few is an error, and takes none from the next one. Only where one empty line
 * stands between bands and one between grids, too, a lost band shifts the grids below it, and is
 * told where the text ends.
 */
export class Grids {
  readonly #format: Format;
  readonly #reads: ReadBuffer;
  #block: Block | undefined;
  /** The line above, if it is a divider. */
  #above: Divider | undefined;
  /** True if the line above is a mistake, which was reported. */
  #isReported = false;
  /** True after bands of unequal heights: rows that are no whole grid by themselves are passed over. */
  #isPassing = false;
  /** Lines that are puzzles, or else rows of a larger grid: a line below decides. */
  #open: Row[] = [];

  constructor(format: Format, reads: ReadBuffer) {
    this.#format = format;
    this.#reads = reads;
  }

  /** True if no grid has begun, so that a puzzle on a line or an empty line changes nothing. */
  get isIdle(): boolean {
    return this.#block === undefined && this.#open.length === 0 && !this.#isPassing;
  }

  /** A line of text that is a rule or has cells. */
  line(line: Line): void {
    if (isRule(line.text)) this.#divide('rule');
    else this.cells(line);
  }

  /** A line with nothing in it, unless it has tabs about each cell of a row of blanks. */
  empty(line: Line): void {
    if (line.text.split('\t').length === this.#block?.size) this.cells(line);
    else this.#divide('empty');
  }

  /** No grid goes on from here: one that has begun is cut short. */
  close(): void {
    this.#settle();
    this.#end();
    this.#above = undefined;
    this.#isPassing = this.#isReported = false;
  }

  /** A mistake from which no grid goes on. */
  refuse(mistake: Mistake): void {
    this.close();
    this.#report(mistake);
  }

  /** A text that is a puzzle by itself: a field of CSV, or a value of JSON. */
  puzzle(line: Line): void {
    this.close();
    const rows = rowsIn(line);
    const row = rows.find((row) => this.#format.puzzleOf(row) !== undefined);
    if (row === undefined || strangerIn(line.text) >= 0)
      this.#report(this.#mistakeIn(line, rows[0]));
    else this.#read([row], this.#format.puzzleOf(row) as Shape);
  }

  /** A line that has cells, and the ways to read it. */
  cells(line: Line, ways?: readonly Row[]): void {
    const noted = this.#isWhole && ways === undefined ? notedPuzzleIn(line) : undefined;
    if (noted !== undefined) {
      this.puzzle(noted);
      return;
    }
    const rows = strangerIn(line.text) >= 0 ? [] : (ways ?? rowsIn(line));
    const size = this.#block?.size;
    const row =
      rows.find(({ cells }) => cells.length === size) ??
      rows.find((row) => this.#format.puzzleOf(row) ?? this.#format.rowOf(row)) ??
      rows[0];
    if (row !== undefined && row.cells.length === size && this.#goesOn(row)) this.#add(row);
    else if (row === undefined || !this.#begins(row)) this.#fail(line, row);
  }

  /** True if a row of as many cells goes on with the grid, or begins the next one. */
  #goesOn(row: Row): boolean {
    const format = this.#format;
    if (format.rowOf(row) === undefined) return false;
    return !this.#isWhole || format.canWrite(row.cells, row.cells.length);
  }

  /** True if the rows so far are whole grids. */
  get #isWhole(): boolean {
    return this.#block === undefined || this.#block.rows.length % this.#block.size === 0;
  }

  /** Takes a line with which a puzzle or a grid begins; else returns false. */
  #begins(row: Row): boolean {
    const format = this.#format;
    const { length } = row.cells;
    const shape = format.puzzleOf(row);
    // Two rows that ran together are no puzzle.
    if (shape !== undefined && (this.#isWhole || length !== 2 * (this.#block?.size ?? 0))) {
      const kind = this.#isWhole ? format.kindOf(row, shape) : 'puzzle';
      if (kind === 'puzzle') {
        this.close();
        this.#read([row], shape);
        return true;
      }
      if (kind === 'open') {
        this.#end();
        if (this.#open[0]?.cells.length !== length) this.#settle();
        // These lines would fill the larger grid, and none has a value beyond the puzzles.
        if (this.#open.push(row) === length) this.#settle();
        return true;
      }
    }
    // A single line of another length is rather a mistake than the first row of a grid.
    const mayBegin = this.#isWhole || this.#block?.rows.length === 1;
    if (!mayBegin || format.rowOf(row) === undefined) return false;
    if (!format.canWrite(row.cells, length)) return false;
    this.#isReported ||= !this.#isWhole;
    this.#end();
    const rows = this.#open.filter(({ cells }) => cells.length === length);
    if (rows.length > 0) this.#open = [];
    this.#settle();
    const isRuled = this.#above === 'rule';
    this.#block = { size: length, rows: [], groups: [], isRuled, isReported: this.#isReported };
    this.#isReported = false;
    for (const one of [...rows, row]) this.#add(one);
    return true;
  }

  /** Adds a row to the block. */
  #add(row: Row): void {
    const { rows, groups, size } = this.#block as Block;
    if (groups.length === 0 || this.#above !== undefined) groups.push(0);
    this.#above = undefined;
    groups[groups.length - 1]++;
    rows.push(row);
    if (rows.length === GRIDS_TOGETHER * size) this.#end();
  }

  #divide(divider: Divider): void {
    this.#settle();
    const isSecond = this.#above !== undefined;
    this.#above = divider;
    this.#isReported = false;
    const block = this.#block;
    if (block !== undefined) {
      const isOther = (block.divider ?? divider) !== divider;
      if (isSecond || isOther || this.#isWhole || this.#isPassing) this.#end();
      else this.#checkGroups(block);
      block.divider = divider;
    }
    if (isSecond) this.#isPassing = false;
  }

  /** Groups that make a grid together have equal heights. Else the last may be whole grids. */
  #checkGroups(block: Block): void {
    const { size, rows, groups } = block;
    const [first] = groups;
    const height = groups[groups.length - 1];
    if (height === first && size % height === 0) return;
    const whole = height % size === 0 ? rows.splice(-height) : [];
    if (whole.length > 0) groups.pop();
    this.#end();
    this.#isPassing = true;
    if (whole.length === 0) return;
    this.#block = { size, rows: whole, groups: [height], isRuled: false, isReported: false };
    this.#end();
  }

  /** Reads the rows of the block, or tells what is wrong with them. */
  #end(): void {
    const block = this.#block;
    this.#block = undefined;
    if (block === undefined) return;
    const { rows, size, mistake } = block;
    if (mistake !== undefined) {
      const lines = `All rows from line ${rows[0].line} to ${rows[rows.length - 1].line}`;
      const more = ` ${lines} are passed over, as their grids cannot be told apart.`;
      this.#report({ ...mistake, what: mistake.what + (rows.length > size ? more : '') });
    } else if (rows.length % size !== 0) {
      const isTold = this.#isPassing || (block.isReported && rows.length < size);
      if (!isTold) this.#refuseCount(block);
    } else {
      this.#isPassing = false;
      const shape = this.#drawn(block);
      if (shape === undefined) return;
      for (let k = 0; k < rows.length; k += size) this.#read(rows.slice(k, k + size), shape);
    }
  }

  /** The shape that a block shows by its bars, and by the heights of its groups. */
  #drawn({ size, rows, groups, isRuled }: Block): Shape | undefined {
    const all = new Set(rows.map(({ columns }) => columns));
    // Some rows may have bars about each cell, or none: that does not contradict the others.
    const wide = [...all].filter((columns) => columns !== undefined && columns !== 1);
    const columns = wide.length > 0 ? wide[0] || undefined : all.has(1) ? 1 : undefined;
    const [height] = groups;
    const isEven = groups.every((other) => other === height);
    const down = isEven && (groups.length > 1 || isRuled) ? Math.min(height, size) : undefined;
    const shape = wide.length > 1 ? undefined : this.#format.drawn(size, columns, down);
    if (shape !== undefined) return shape;
    const across = wide.length > 1 ? 'different numbers of' : (columns ?? 'any');
    const what =
      `found boxes of ${down ?? 'any'} x ${across} cells drawn in a grid of size ${size}, ` +
      'which do not fit, are not those that are given, or are not sure';
    const [first] = rows;
    const place = { line: first.line, column: columnOf(first, 0) };
    this.#report({ ...place, what, remedies: ['mend the borders', GIVE_BOXES] });
    return undefined;
  }

  /** Tells of a wrong number of rows. */
  #refuseCount({ rows, groups, size }: Block): void {
    const [first, last] = [rows[0], rows[rows.length - 1]];
    const shape = this.#format.usual(size);
    const count = rows.length === 1 ? 'a single line' : `${rows.length} rows`;
    const some = groups.slice(0, 8).join(', ') + (groups.length > 8 ? ' ...' : '');
    const remedies: Remedies =
      rows.length === 1
        ? [
            'give the other rows, since a line by itself is no puzzle',
            ...(mayHaveEmptyCells(first) ? ["write '.' or 0 for an empty cell"] : []),
            "put '#' before a comment",
          ]
        : rows.length < size
          ? [
              'give the other rows (a row of blanks as points: dashes are a rule)',
              { setting: 'size', verb: 'give' },
              GIVE_BOXES,
            ]
          : ['put two empty lines or a comment between grids, and each wrong one is told'];
    this.#reads.attempt(first.line, () => {
      // Words may pass for a row, and have symbols that it cannot have: that is told first.
      puzzleOf(rows, shape, this.#format);
      throw badText(
        { source: this.#format.source, line: last.line, column: columnOf(last, last.cells.length) },
        `found ${count} of ${size} cells${groups.length > 1 ? ` in groups of ${some}` : ''}, ` +
          `and a grid of ${shape} has ${size} rows`,
        remedies,
      );
    });
  }

  /** The open lines are puzzles, as no line below shows that they are rows. */
  #settle(): void {
    const open = this.#open;
    if (open.length === 0) return;
    this.#open = [];
    for (const row of open) this.#read([row], this.#format.puzzleOf(row) as Shape);
  }

  #read(rows: readonly Row[], shape: Shape): void {
    this.#reads.attempt(rows[0].line, () => puzzleOf(rows, shape, this.#format));
  }

  /** A line that is neither a puzzle nor a row, maybe amid a grid. */
  #fail(line: Line, row: Row | undefined): void {
    const block = this.#block;
    if (block === undefined || this.#isWhole) {
      this.close();
      this.#report(this.#mistakeIn(line, row));
      this.#isReported = true;
      return;
    }
    block.mistake ??= this.#mistakeIn(line, row, block.size);
    // It stands for a row, so that the end of its grid is found.
    this.#add({ ...line, cells: '', places: [], width: 1, columns: undefined });
  }

  #report({ line, column, what, remedies }: Mistake): void {
    const { source } = this.#format;
    this.#reads.error(badText({ source, line, column }, what, remedies));
  }

  /** The mistake in a line that is neither a puzzle nor a row, in a grid of `size` if one has begun. */
  #mistakeIn(line: Line, row: Row | undefined, size?: number): Mistake {
    const { text } = line;
    const format = this.#format;
    const at = (index: number): Place => ({
      line: line.line,
      column: line.column ?? line.shift + index + 1,
    });
    const start = Math.max(text.search(/\S/), 0);
    if (size === undefined && hasWords(text, format)) {
      const { cells } = format.fixed ?? { cells: 81 };
      const what =
        `found ${shown(text.trim())}, which is no Sudoku; give one as ${cells} characters on a line, ` +
        `with '.' for a blank, or each row on a line, or make it a comment with '#' before it.`;
      return { ...at(start), what };
    }
    const stranger = strangerIn(text);
    if (stranger >= 0) {
      const character = String.fromCodePoint(text.codePointAt(stranger) as number);
      const what =
        `found ${shown(character)}, which is no value, no blank and no border; ` +
        `mend it, or make it a comment with '#' before it.`;
      return { ...at(stranger), what };
    }
    if (row === undefined) {
      const what =
        text.trim() === '' ? 'found nothing' : 'found groups of cells of different lengths';
      return {
        ...at(start),
        what: `${what}; give a Sudoku, with all cells separated in the same way.`,
      };
    }
    const { cells } = row;
    const count = cells.length;
    const found = count === 1 ? 'found 1 cell' : `found ${count} cells`;
    const hint = mayHaveEmptyCells(line) ? ` Write '.' or 0 for an empty cell.` : '';
    const place = (cell: number) => ({ line: line.line, column: columnOf(row, cell) });
    if (size !== undefined) {
      const what = `${found} in a grid whose rows have ${size}; mend this row, or put an empty line between two grids.${hint}`;
      return { ...place(size), what };
    }
    if (format.rowOf(row) !== undefined) {
      const isText = typeof cells === 'string';
      const strange = Array.from(cells).findIndex(
        (cell) => !format.canWrite(isText ? cell : [cell], count),
      );
      const what = `found ${shown(cells[strange])}, which no Sudoku of size ${count} has`;
      const empty = hint === '' ? [] : ["write '.' or 0 for an empty cell"];
      const remedies = ['mend it', ...empty, "make the line a comment with '#'", GIVE_SYMBOLS];
      return { ...place(strange), what, remedies };
    }
    const one = format.puzzleOfCells(row.width);
    if (one !== undefined && row.width < count) {
      const what = `found ${count / row.width} puzzles of ${row.width} cells; give each a line of its own.`;
      return { ...place(row.width), what };
    }
    const shape = format.puzzleOfCells(count);
    if (shape !== undefined) {
      const what = `${found} with no letter and nothing between`;
      const setting = { setting: 'size', value: shape.size, verb: 'give' } as const;
      return { ...place(0), what, remedies: ['put a space between all cells', setting] };
    }
    const half = format.puzzleOfCells(count / 2);
    if (half !== undefined) {
      const what = `${found}, as many as two puzzles of ${half.cells}; give each a line of its own.`;
      return { ...place(half.cells), what };
    }
    const nearest = format.nearest(count);
    const what =
      `${found}; a Sudoku of size ${nearest.size} has ${nearest.cells} on one line, ` +
      `or ${nearest.size} in each row.${hint}`;
    return { ...place(nearest.cells), what };
  }
}

/** True for words, a name or a sentence: no digit, and letters that no Sudoku of that length has. */
function hasWords(text: string, format: Format): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.length < 2 || /\d/.test(text) || isBarred({ text, line: 0, shift: 0 })) return false;
  const signs = text.replace(/\s/g, '');
  return !format.canWrite(signs, format.nearest(signs.length).size);
}

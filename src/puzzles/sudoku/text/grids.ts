import { plural, shown } from '../../../engine/problem/error.ts';
import type { Shape } from '../shape.ts';
import {
  columnOf,
  emptyPlaceIn,
  isRule,
  type Line,
  notedPuzzleIn,
  type Row,
  rowIn,
} from './cells.ts';
import {
  type Format,
  GIVE_BOXES,
  GIVE_SIZE,
  GIVE_SYMBOLS,
  type Mistake,
  type Read,
} from './format.ts';

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
  /** True if the rows may be puzzles as well: a line below decides. */
  isOpen: boolean;
  /** The first line that is no row. */
  mistake?: Mistake;
}

/**
 * True if the rows may be puzzles, or the first bands of a larger grid: four lines of 16 cells, and
 * a divider. What follows decides.
 */
function isFirstBands({ isOpen, rows, groups, size }: Block): boolean {
  const isBand = (height: number) => height === Math.sqrt(size);
  return isOpen && rows.length < size && groups.every(isBand);
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
  readonly #reads: Pick<Read[], 'push'>;
  #block: Block | undefined;
  /** The line above, if it is a divider. */
  #above: Divider | undefined;
  /** True after bands of unequal heights: rows that are no whole grid by themselves are passed over. */
  #isPassing = false;

  /** `reads` gets the puzzles and the errors. */
  constructor(format: Format, reads: Pick<Read[], 'push'>) {
    this.#format = format;
    this.#reads = reads;
  }

  /** True if no grid has begun, so that a puzzle on a line or an empty line changes nothing. */
  get isIdle(): boolean {
    return this.#block === undefined && !this.#isPassing;
  }

  /** A line of a text. */
  line(line: Line): void {
    const noted = this.#isWhole ? notedPuzzleIn(line) : undefined;
    if (line.text.trim() === '') this.#divide('empty');
    else if (isRule(line.text)) this.#divide('rule');
    else if (noted !== undefined) this.puzzle(noted);
    else this.cells(line, rowIn(line));
  }

  /** A text that is a puzzle by itself: a field of CSV, or a value of JSON. */
  puzzle(line: Line): void {
    this.close();
    const plain = this.#format.plainOf(line.text.length);
    const read = plain && this.#format.plainRead(line.text, 0, plain, line.line);
    if (read !== undefined) {
      this.#reads.push(read);
      return;
    }
    const row = rowIn(line);
    const shape = row && this.#format.puzzleOf(row);
    if (row === undefined || shape === undefined || emptyPlaceIn(line.text, row.columns) >= 0) {
      this.#report(this.#mistakeIn(line, row));
    } else this.#read([row], shape);
  }

  /** A row, or a puzzle on a line. */
  cells(line: Line, row: Row | undefined): void {
    if (row === undefined || emptyPlaceIn(line.text, row.columns) >= 0) {
      this.#fail(line, row);
      return;
    }
    const format = this.#format;
    const block = this.#block;
    const { length } = row.cells;
    const isWithin = block !== undefined && !this.#isWhole;
    const kind = isWithin && block.size === length ? 'row' : format.kindOf(row);
    const shape = format.puzzleOf(row);
    // Two rows that ran together are no puzzle.
    const isPuzzle = isWithin ? length !== 2 * block.size : kind === 'puzzle';
    const goesOn = isWithin || (block?.isOpen ? !isPuzzle : format.mayBeRow(row));
    if (block?.size === length && goesOn) {
      block.isOpen &&= kind === 'open';
      this.#add(row);
    } else if (shape !== undefined && isPuzzle) {
      this.close();
      this.#read([row], shape);
    } else if (kind === undefined || (isWithin && block.rows.length > 1)) {
      this.#fail(line, row);
    } else {
      // A single line of another length is rather a mistake than the first row of a grid.
      this.#end();
      const isRuled = this.#above === 'rule';
      this.#block = { size: length, rows: [], groups: [], isOpen: kind === 'open', isRuled };
      this.#add(row);
    }
  }

  /** No grid goes on from here: one that has begun is cut short. */
  close(): void {
    this.#end();
    this.#above = undefined;
    this.#isPassing = false;
  }

  /** A mistake from which no grid goes on. */
  refuse(mistake: Mistake): void {
    this.close();
    this.#report(mistake);
  }

  /** True if the rows so far are whole grids, or puzzles. */
  get #isWhole(): boolean {
    const block = this.#block;
    return block === undefined || block.isOpen || block.rows.length % block.size === 0;
  }

  /** Adds a row to the block. */
  #add(row: Row): void {
    const block = this.#block as Block;
    const { rows, groups, size } = block;
    if (groups.length === 0 || this.#above !== undefined) groups.push(0);
    this.#above = undefined;
    groups[groups.length - 1]++;
    rows.push(row);
    // These lines would fill the larger grid, and none has a value beyond the puzzles.
    if (block.isOpen && rows.length === size) this.#end();
    if (rows.length <= GRIDS_TOGETHER * size) return;
    // Any of them may lack a row.
    const what = `found more than ${GRIDS_TOGETHER} grids with nothing between them; put an empty line between two.`;
    block.mistake ??= { line: row.line, column: columnOf(row, 0), what };
    rows.splice(1, size);
  }

  #divide(divider: Divider): void {
    const isSecond = this.#above !== undefined;
    this.#above = divider;
    const block = this.#block;
    if (block !== undefined) {
      const isOther = (block.divider ?? divider) !== divider;
      block.divider = divider;
      const goesOn = isFirstBands(block) || !this.#isWhole;
      if (isSecond || isOther || !goesOn || this.#isPassing) this.#end();
      else {
        // Groups that make a grid together have equal heights.
        const height = block.groups.at(-1) as number;
        if (height !== block.groups[0] || block.size % height !== 0) {
          this.#end();
          this.#isPassing = true;
        }
      }
    }
    if (isSecond) this.#isPassing = false;
  }

  /** Reads the rows of the block, or tells what is wrong with them. */
  #end(): void {
    const block = this.#block;
    this.#block = undefined;
    if (block === undefined) return;
    const { rows, size, mistake } = block;
    if (block.isOpen) {
      for (const row of rows) this.#read([row], this.#format.puzzleOf(row) as Shape);
    } else if (mistake !== undefined) {
      const lines = `All rows from line ${rows[0].line} to ${rows[rows.length - 1].line}`;
      const more = ` ${lines} are passed over, as their grids cannot be told apart.`;
      this.#report({ ...mistake, what: mistake.what + (rows.length > size ? more : '') });
    } else if (rows.length % size !== 0) {
      if (!this.#isPassing) this.#refuseCount(block);
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
    const columns = wide.length > 0 ? wide[0] : all.has(1) ? 1 : undefined;
    const isUneven = wide.length > 1 || columns === 0;
    const [height] = groups;
    const isEven = groups.every((other) => other === height);
    const down = isEven && (groups.length > 1 || isRuled) ? Math.min(height, size) : undefined;
    // Unequal bands may lack a row, and have another one too many. A table of Markdown has a rule
    // below its first row.
    const isOdd = isUneven || !(isEven || columns === 1);
    const shape = isOdd ? undefined : this.#format.drawn(size, columns, down);
    if (shape !== undefined) return shape;
    const across = isUneven ? 'different numbers of' : (columns ?? 'any');
    const what =
      `found boxes of ${down ?? 'any'} x ${across} ${across === 1 ? 'cell' : 'cells'} drawn in a grid of size ${size}, ` +
      'which do not fit, are not those that are given, or are not sure';
    const [{ line }] = rows;
    const remedies = ['mend the borders', GIVE_BOXES];
    this.#report({ line, column: columnOf(rows[0], 0), what, remedies });
    return undefined;
  }

  /** Tells of a wrong number of rows. */
  #refuseCount({ rows, groups, size }: Block): void {
    const last = rows[rows.length - 1];
    const count = rows.length === 1 ? 'a single line' : `${rows.length} rows`;
    const some = groups.slice(0, 8).join(', ') + (groups.length > 8 ? ' ...' : '');
    this.#report({
      line: last.line,
      column: columnOf(last, last.cells.length),
      what:
        `found ${count} of ${plural(size, 'cell')}${groups.length > 1 ? ` in groups of ${some}` : ''}, ` +
        `and a grid of size ${size} has ${plural(size, 'row')}`,
      remedies: [
        'give each row, with points for blanks, and an empty line between two grids',
        "put '#' before a comment",
        GIVE_SIZE,
      ],
    });
  }

  #read(rows: readonly Row[], shape: Shape): void {
    this.#reads.push(this.#format.read(rows, shape));
  }

  #report(mistake: Mistake): void {
    this.#reads.push({ line: mistake.line, error: this.#format.error(mistake) });
  }

  /** A line that is neither a puzzle nor a row, maybe amid a grid. */
  #fail(line: Line, row: Row | undefined): void {
    const block = this.#block;
    if (block === undefined || this.#isWhole) {
      this.refuse(this.#mistakeIn(line, row));
      return;
    }
    block.mistake ??= this.#mistakeIn(line, row, block.size);
    // It stands for a row, so that the end of its grid is found.
    this.#add({ ...line, cells: '', width: 1, columns: undefined });
  }

  /** The mistake in a line that is neither a puzzle nor a row, in a grid of `size` if one has begun. */
  #mistakeIn(line: Line, row: Row | undefined, size?: number): Mistake {
    const format = this.#format;
    const { text } = line;
    const at = (index: number) => line.column ?? line.shift + index + 1;
    const empty = emptyPlaceIn(text, row?.columns);
    if (empty >= 0) {
      const what = "found an empty place between two separators; write '.' or 0 for a blank.";
      return { line: line.line, column: at(empty), what };
    }
    const { size: rows, cells } = format.example;
    const shape =
      row && (size === undefined ? (format.puzzleOf(row) ?? format.rowOf(row)) : undefined);
    const stranger = row ? format.strangerIn(row, size ?? shape?.size ?? rows) : 0;
    const isWords = !/[\d._*-]/.test(text);
    if (row === undefined || (stranger >= 0 && (isWords || shape === undefined))) {
      const what =
        `found ${shown(text.trim())}, which is no Sudoku; give ${cells} characters on a line, with ` +
        `'.' for a blank, or ${rows} in each row, all separated alike, or put '#' before a comment.`;
      return { line: line.line, column: at(Math.max(text.search(/\S/), 0)), what };
    }
    if (stranger >= 0) {
      const what = `found ${shown(row.cells[stranger])}, which no Sudoku of size ${shape?.size} has`;
      // JSON has no comments.
      const isJson = line.column !== undefined;
      const comment = isJson ? [] : ["make the line a comment with '#'"];
      const remedies = ['mend it', ...comment, GIVE_SYMBOLS];
      return { line: line.line, column: columnOf(row, stranger), what, remedies };
    }
    const count = row.cells.length;
    const what =
      size === undefined
        ? `a Sudoku of size ${rows} has ${cells} on a line of its own, or ${rows} in each row.`
        : `the rows above have ${size}; mend this row, or put an empty line between two grids.`;
    const groups = row.width > 1 && row.width < count ? ` in groups of ${row.width}` : '';
    const found = `found ${count} ${count === 1 ? 'cell' : 'cells'}${groups}; ${what}`;
    return { line: line.line, column: columnOf(row, size ?? cells), what: found };
  }
}

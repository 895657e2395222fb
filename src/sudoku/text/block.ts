import { MOST_SIZE } from '../shape.ts';
import { badText, type Mistake, puzzleOf, type ReadBuffer } from './decode.ts';
import { columnOf, isSpaced, isTabular, type Row } from './line.ts';

/**
 * A line of a paragraph. `dashes`: a row if another row has dashes for blanks, else a rule. `blank`
 * (spaces, tabs, bars): a row if other rows have nothing for blanks, else a rule if it has bars.
 */
type BlockLine =
  | { readonly kind: 'row'; readonly row: Row; readonly readings: readonly Row[] }
  | { readonly kind: 'dashes'; readonly row: Row }
  | { readonly kind: 'blank'; readonly readings: readonly Row[]; readonly isRule: boolean }
  | { readonly kind: 'mistake'; readonly mistake: Mistake };

/**
 * Lines directly below each other. They wait for its end, since only all of them show which lines of
 * dashes or of nothing are rows. As many lines of dashes as a grid needs are an empty grid.
 */
export class Paragraph {
  readonly #lines: BlockLine[] = [];
  /** Cells -> lines of as many dashes, and lines of as many blanks. */
  readonly #dashes = new Map<number, number>();
  readonly #blanks = new Map<number, number>();
  /** How many cells a row has; 0 before the first row. */
  size = 0;
  /** How many rows there are for sure. */
  rows = 0;
  /** Whether a row has dashes for blanks. */
  #hasDash = false;
  /** Whether rows have nothing or a space for a blank; undefined while no row shows it. */
  spaced: boolean | undefined;
  /** Whether all rows may have nine cells instead, as ` 1 2 3 4 ` may. A row below decides. */
  mayBeNine = true;
  #failed = false;

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  /** Whether it has nothing but blank lines, fewer than any grid has. */
  get isBlank(): boolean {
    return this.#lines.length < MOST_SIZE && this.#lines.every(({ kind }) => kind === 'blank');
  }

  /** Whether its first row looks like one of a table. */
  get isTabular(): boolean {
    const first = this.#lines.find((line) => line.kind === 'row');
    return first !== undefined && isTabular(first.row);
  }

  /** How many rows there are, as far as it is known. */
  get count(): number {
    const dashes = this.#hasDash ? (this.#dashes.get(this.size) ?? 0) : 0;
    const blanks = this.spaced ? (this.#blanks.get(this.size) ?? 0) : 0;
    return this.rows + dashes + blanks;
  }

  dashes(row: Row): void {
    this.#lines.push({ kind: 'dashes', row });
    add(this.#dashes, row.cells.length);
  }

  /** A line without cells, and what it is as a row. */
  blank(readings: readonly Row[], isRule: boolean): void {
    this.#lines.push({ kind: 'blank', readings, isRule });
    for (const size of new Set(readings.map(({ cells }) => cells.length))) add(this.#blanks, size);
  }

  /** A row, and all ways to read it. */
  row(row: Row, readings: readonly Row[] = [row]): void {
    this.#lines.push({ kind: 'row', row, readings: this.rows < MOST_SIZE ? readings : [row] });
    this.rows++;
    this.size = row.cells.length;
    this.#hasDash ||= row.cells.includes('-');
    this.spaced ??= isSpaced(row);
    this.mayBeNine &&= this.size !== 9 && ofSize(readings, 9) !== undefined;
  }

  /** A line that is none of these. It reports the first one and passes over all rows. */
  fail(mistake: Mistake): void {
    if (!this.#failed) this.#lines.push({ kind: 'mistake', mistake });
    this.#failed = true;
  }

  /** Whether spaces mean the same in a row as in the rows so far, as far as it is known. */
  mayTake(row: Row): boolean {
    if (row.places === undefined && !/\s/.test(row.text)) return true;
    const spaced = isSpaced(row);
    return spaced === undefined || this.spaced === undefined || spaced === this.spaced;
  }

  /**
   * Reads all rows in other ways, if they and a further line can have equally many cells. Returns that
   * line as a row. (The first rows of a table may have several lengths: `1,,3,4,,6` has four cells or six.)
   */
  reread(next: readonly Row[]): Row | undefined {
    if (this.rows === 0 || this.rows > MOST_SIZE || this.#failed || this.#hasDash) return undefined;
    for (const row of next) {
      const size = row.cells.length;
      if (size === this.size) continue;
      const others = this.#lines.map((line) =>
        line.kind === 'row' ? { ...line, row: ofSize(line.readings, size) } : line,
      );
      const rows = others.flatMap((line) => (line.kind === 'row' ? [line.row] : []));
      if (!rows.every((other) => other !== undefined)) continue;
      const spaced = new Set([...rows, row].map(isSpaced));
      if (spaced.has(true) && spaced.has(false)) continue;
      this.#lines.splice(0, others.length, ...(others as BlockLine[]));
      this.size = size;
      this.spaced = spaced.has(true) ? true : spaced.has(false) ? false : undefined;
      return row;
    }
    return undefined;
  }

  /** Hands all lines over, now that it is known what they are. */
  giveTo(block: Block, mayBeRow: (row: Row) => boolean): void {
    const dashedSize = this.rows > 0 ? (this.#hasDash ? this.size : 0) : this.#emptyGrid(mayBeRow);
    // The header of a Markdown table may be empty: a blank line and a rule that are no part of it.
    const [first] = this.#lines;
    const isBars = first?.kind === 'blank' && first.isRule && first.readings.length > 0;
    const hasHeader = isBars && this.size > 1 && this.count % this.size === 1;
    for (const line of hasHeader ? this.#lines.slice(2) : this.#lines) {
      if (line.kind === 'mistake') {
        block.fail(line.mistake);
      } else if (line.kind === 'row') {
        block.row(line.row);
      } else if (line.kind === 'dashes') {
        if (line.row.cells.length === dashedSize) block.row(line.row);
        else block.rule();
      } else {
        const row = this.spaced ? ofSize(line.readings, this.size) : undefined;
        if (row !== undefined) block.row(row);
        else if (line.isRule) block.rule();
      }
    }
  }

  /** The size of the empty grid that lines of dashes alone make; 0 if they make none. */
  #emptyGrid(mayBeRow: (row: Row) => boolean): number {
    const first = this.#lines.find((line) => line.kind === 'dashes');
    const [[size, count] = [0, 0]] = this.#dashes;
    const isGrid = this.#dashes.size === 1 && count % size === 0;
    return isGrid && first !== undefined && mayBeRow(first.row) ? size : 0;
  }
}

function ofSize(readings: readonly Row[], size: number): Row | undefined {
  return readings.find(({ cells }) => cells.length === size);
}

function add(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Rows directly below each other: a band, or whole grids. */
interface Group {
  readonly rows: Row[];
  /** Whether a rule is above it. */
  readonly isRuled: boolean;
  mistake?: Mistake;
}

/**
 * Rows of one length, in groups between rules or empty lines. A group with all rows of one grid or
 * of several is read by itself. Other groups are bands (rows of boxes): they wait for the end of
 * the block, and are read only if all have the same height and make whole grids together. So a
 * grid that was cut short takes no rows from the next one; but where nothing more stands between
 * grids in bands, a slip in one makes all of the block unreadable.
 */
export class Block {
  readonly #reads: ReadBuffer;
  /** The groups before this one, and what divides them. */
  #groups: Group[] = [];
  #divider: 'rule' | 'empty' | undefined;
  #group: Group = { rows: [], isRuled: false };
  /** How many rules and empty lines are below the group so far. */
  #rules = 0;
  #empties = 0;
  /** How many cells a row has; 0 before the first row. */
  size = 0;
  /** How many rows there are. */
  count = 0;
  /** Whether a mistake of the same table was reported above: then it needs no other message. */
  isReported = false;

  constructor(reads: ReadBuffer) {
    this.#reads = reads;
  }

  /** Whether it has no row, mistake or rule. Empty lines do not count. */
  get isEmpty(): boolean {
    const isGroupEmpty = this.count === 0 && this.#group.mistake === undefined;
    return isGroupEmpty && this.#rules === 0 && this.#groups.length === 0;
  }

  row(row: Row): void {
    this.#divide();
    this.size = row.cells.length;
    this.count++;
    this.#group.rows.push(row);
  }

  fail(mistake: Mistake): void {
    this.#divide();
    this.#group.mistake ??= mistake;
  }

  rule(): void {
    this.#rules++;
  }

  empty(): void {
    this.#empties++;
    // Whole grids need not wait for the next row, unless their bands may be those of two grids.
    const isWhole = this.#divider !== 'empty' && this.count % this.size === 0;
    if (isWhole || (this.#empties === 2 && this.#rules === 0)) this.#end();
  }

  /** No grid goes on from here. */
  close(): void {
    this.#end();
    this.#rules = 0;
    this.#empties = 0;
  }

  /** Begins a group if a rule or an empty line is above. Two of them end the block. */
  #divide(): void {
    const rules = this.#rules;
    const empties = this.#empties;
    if (rules + empties === 0) return;
    this.#rules = 0;
    this.#empties = 0;
    const divider = rules > 0 ? 'rule' : 'empty';
    const group = this.#group;
    const isOne = (rules || empties) === 1;
    if (!isOne || this.#standsAlone || (this.#divider ?? divider) !== divider) {
      this.#end();
    } else if (group.rows.length > 0 || group.mistake !== undefined) {
      this.#groups.push(group);
      this.#divider = divider;
    }
    this.#group = { rows: [], isRuled: rules > 0 };
  }

  /**
   * Whether the group below the others is whole grids. It is not if the others may be bands: then it
   * may be the rest of their grid, and more.
   */
  get #standsAlone(): boolean {
    const { rows, mistake } = this.#group;
    const height = this.#groups[0]?.rows.length;
    const isBelowBands = height !== undefined && this.size % height === 0;
    const isFull = rows.length > 0 && rows.length % this.size === 0 && mistake === undefined;
    return isFull && !isBelowBands;
  }

  #end(): void {
    if (this.#standsAlone) {
      this.#read(this.#groups);
      this.#read([this.#group]);
    } else {
      this.#read([...this.#groups, this.#group]);
    }
    this.#groups = [];
    this.#divider = undefined;
    this.#group = { rows: [], isRuled: false };
    this.#empties = 0;
    this.size = 0;
    this.count = 0;
    this.isReported = false;
  }

  /** Reads groups as grids, or reports what is wrong with them. */
  #read(groups: readonly Group[]): void {
    const rows = groups.flatMap((group) => group.rows);
    const mistake = groups.find((group) => group.mistake !== undefined)?.mistake;
    if (mistake === undefined) {
      if (rows.length > 0) this.#readGrids(groups, rows);
    } else if (rows.length <= this.size) {
      this.#reads.mistake(mistake);
    } else {
      const lines = `All rows from line ${rows[0]?.line} to ${rows.at(-1)?.line}`;
      const what = `${mistake.what} ${lines} are passed over, as their grids cannot be told apart.`;
      this.#reads.mistake({ ...mistake, what });
    }
  }

  #readGrids(groups: readonly Group[], rows: readonly Row[]): void {
    const { size } = this;
    const heights = groups.map((group) => group.rows.length);
    const [height = 0] = heights;
    const isEven = heights.every((other) => other === height);
    // A Markdown table has a rule below its first row.
    const isTable = this.#divider === 'rule' && `${heights}` === `1,${size - 1}`;
    const isBands = isEven && (heights.length === 1 || size % height === 0);
    if (rows.length % size !== 0 || !(isBands || isTable)) {
      this.#refuseCount(rows, heights);
      return;
    }
    const across = new Set(rows.map(({ columns }) => columns));
    // Some rows may have bars about each cell, or no bars: that does not contradict the others.
    const wide = [...across].filter((cells) => cells !== undefined && cells > 1) as number[];
    const drawn = wide.length === 0 && across.has(1) ? [1] : wide;
    const ruled = groups[0]?.isRuled ? size : undefined;
    const down = isTable ? undefined : heights.length > 1 ? height : ruled;
    const { format } = this.#reads;
    const shape = drawn.length > 1 ? undefined : format.drawn(size, drawn[0], down);
    if (shape === undefined) {
      const first = rows[0] as Row;
      const what =
        `found boxes of ${down ?? 'any'} x ${drawn.join(' or ') || 'any'} cells drawn in a grid of ` +
        `size ${size}; they do not fit, are not those of the settings, or are not sure; ` +
        `mend the borders, or give the boxes (rows x columns), as in '2x3'.`;
      this.#reads.mistake({ line: first.line, column: columnOf(first, 0), what });
      return;
    }
    for (let k = 0; k < rows.length; k += size) this.#reads.rows(rows.slice(k, k + size), shape);
  }

  /** Reports a wrong number of rows, or groups of wrong heights. */
  #refuseCount(rows: readonly Row[], heights: readonly number[]): void {
    const { size } = this;
    if (this.isReported && rows.length < size) return;
    const { format } = this.#reads;
    const [first, last] = [rows[0] as Row, rows.at(-1) as Row];
    const shape = format.usual(size);
    const some = heights.length > 8 ? `${heights.slice(0, 8).join(', ')} ...` : heights.join(', ');
    const count = rows.length === 1 ? 'a single line' : `${rows.length} rows`;
    const groups = heights.length > 1 ? `, in groups of ${some}` : '';
    const remedy =
      rows.length === 1
        ? 'A line by itself is no puzzle: give the other rows, or make it a comment with #.'
        : rows.length < size
          ? `Give the other rows, or the size or boxes (as in '2x3') if the grid has others.`
          : 'One has lost or gained a row, or a band: put a comment or two empty lines between ' +
            'grids, and readEach and readPuzzles tell which.';
    const isDashed = rows.some(({ cells }) => /^-+$/.test(cells as string));
    const hint = isDashed ? ` If lines of dashes are blanks, use '.' for them.` : '';
    this.#reads.attempt(first.line, () => {
      // Words may pass for a row, and have symbols that it cannot have: report that first.
      puzzleOf(rows, shape, format);
      throw badText(
        { source: format.source, line: last.line, column: columnOf(last, last.cells.length) },
        `found ${count} of ${size} cells${groups}; a grid of ${shape} has ${size} rows. ` +
          `${remedy}${hint}`,
      );
    });
  }
}

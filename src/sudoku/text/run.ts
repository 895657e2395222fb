import type { Shape } from '../shape.ts';
import { puzzleOf } from './decode.ts';
import type { Found, Mistake } from './found.ts';
import { badText, columnOf, type Row } from './line.ts';
import type { Sizes } from './sizes.ts';

/** Rows directly below each other. */
class Group {
  readonly rows: Row[] = [];
  /** Whether a rule is above it. */
  readonly ruled: boolean;
  mistake: Mistake | undefined;

  constructor(ruled: boolean) {
    this.ruled = ruled;
  }

  isFull(size: number): boolean {
    return this.rows.length > 0 && this.rows.length % size === 0 && this.mistake === undefined;
  }
}

/**
 * Rows of one length, in groups between rules or empty lines. A group that has all rows of a grid,
 * or of several, is answered by itself. Others are bands (rows of boxes): they are kept up to the
 * end of the run, and read only if all have the same height and make whole grids together. So a
 * grid that was cut short is not mended with rows of the next; but where nothing else stands
 * between grids of bands, one with a slip takes all of the run with it.
 */
export class Run {
  readonly #sizes: Sizes;
  readonly #found: Found;
  /** The groups before this one, divided by `#kind`. */
  #groups: Group[] = [];
  #kind: 'rule' | 'empty' | undefined;
  #group = new Group(false);
  /** What stands below the group so far. */
  #rules = 0;
  #empties = 0;
  /** How many cells are in a row; 0 as long as there is none. */
  size = 0;
  /** How many rows there are. */
  count = 0;
  /** Whether a line above was told to be amiss, of the same table: then it needs no other message. */
  isAmiss = false;

  constructor(sizes: Sizes, found: Found) {
    this.#sizes = sizes;
    this.#found = found;
  }

  /** Whether there is neither a row, nor a mistake, nor a rule. Empty lines do not count. */
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
    // What is whole need not wait for the next row, unless its bands may be those of two grids.
    const isWhole = this.#kind !== 'empty' && this.count % this.size === 0;
    if (isWhole || (this.#empties === 2 && this.#rules === 0)) this.#end();
  }

  /** No grid goes on from here. */
  close(): void {
    this.#end();
    this.#rules = 0;
    this.#empties = 0;
  }

  /** Begins a new group, if a rule or an empty line is above; two of them end the run. */
  #divide(): void {
    const rules = this.#rules;
    const empties = this.#empties;
    if (rules + empties === 0) return;
    this.#rules = 0;
    this.#empties = 0;
    const kind = rules > 0 ? 'rule' : 'empty';
    const group = this.#group;
    const goesOn = kind === 'rule' ? rules === 1 : empties === 1;
    if (!goesOn || this.#standsAlone || (this.#kind ?? kind) !== kind) {
      this.#end();
    } else if (group.rows.length > 0 || group.mistake !== undefined) {
      this.#groups.push(group);
      this.#kind = kind;
    }
    this.#group = new Group(rules > 0);
  }

  /**
   * Whether the group below the others is whole grids. Not if those may be bands: then it may be
   * the rest of their grid, and more.
   */
  get #standsAlone(): boolean {
    const height = this.#groups[0]?.rows.length;
    const belowBands = height !== undefined && this.size % height === 0;
    return this.#group.isFull(this.size) && !belowBands;
  }

  #end(): void {
    const group = this.#group;
    if (this.#standsAlone) {
      this.#answer(this.#groups);
      this.#answer([group]);
    } else {
      this.#answer([...this.#groups, group]);
    }
    this.#groups = [];
    this.#kind = undefined;
    this.#group = new Group(false);
    this.#empties = 0;
    this.size = 0;
    this.count = 0;
    this.isAmiss = false;
  }

  #answer(groups: readonly Group[]): void {
    const rows = groups.flatMap((group) => group.rows);
    const mistake = groups.find((group) => group.mistake !== undefined)?.mistake;
    if (mistake === undefined) {
      if (rows.length > 0) this.#grids(groups, rows);
    } else if (rows.length <= this.size) {
      this.#found.mistake(mistake);
    } else {
      const lines = `All rows from line ${rows[0]?.line} to ${rows.at(-1)?.line}`;
      const what = `${mistake.what} ${lines} are passed over, as their grids cannot be told apart.`;
      this.#found.mistake({ ...mistake, what });
    }
  }

  #grids(groups: readonly Group[], rows: readonly Row[]): void {
    const { size } = this;
    const heights = groups.map((group) => group.rows.length);
    const [height = 0, second] = heights;
    const isEven = heights.every((other) => other === height);
    // As tables in Markdown are: a rule below the first row.
    const isTable = height === 1 && second === size - 1 && heights.length === 2;
    const isBands = isEven && (heights.length === 1 || size % height === 0);
    if (rows.length % size !== 0 || !(isBands || isTable)) {
      this.#refuse(rows, heights);
      return;
    }
    const across = new Set(rows.map(({ columns }) => columns));
    // Bars about each cell, in some rows, are no contradiction; nor are rows without bars.
    const wide = [...across].filter((cells) => cells !== undefined && cells > 1) as number[];
    const drawn = wide.length === 0 && across.has(1) ? [1] : wide;
    const ruled = groups[0]?.ruled ? size : undefined;
    const down = isTable ? undefined : heights.length > 1 ? height : ruled;
    const shape = drawn.length > 1 ? undefined : this.#sizes.drawn(size, drawn[0], down);
    if (shape === undefined) {
      this.#refuseBoxes(rows[0] as Row, drawn, down);
      return;
    }
    for (let k = 0; k < rows.length; k += size) this.#found.rows(rows.slice(k, k + size), shape);
  }

  /** Says what is wrong with the number of rows, or with that of their groups. */
  #refuse(rows: readonly Row[], heights: readonly number[]): void {
    const { language } = this.#found;
    const { size } = this;
    if (this.isAmiss && rows.length < size) return;
    const first = rows[0] as Row;
    const last = rows.at(-1) as Row;
    const shape = this.#sizes.drawn(size) as Shape;
    const some = heights.length > 8 ? `${heights.slice(0, 8).join(', ')} ...` : heights.join(', ');
    const count = rows.length === 1 ? 'a single line' : `${rows.length} rows`;
    const groups = heights.length > 1 ? `, in groups of ${some}` : '';
    const remedy =
      rows.length === 1
        ? 'A line by itself is no puzzle: give the other rows, or make it a comment with #.'
        : rows.length < size
          ? `Give the others, or the size or boxes (as in '2x3') if these are others.`
          : 'One has lost or gained a row, or a band: put a comment or two empty lines between ' +
            'grids, and readEach and readPuzzles tell which.';
    const isDashed = rows.some(({ cells }) => /^-+$/.test(cells as string));
    const dashes = isDashed
      ? ` Lines of dashes count as rows, as - is a blank of others: use '.' for blanks.`
      : '';
    this.#found.attempt(first.line, () => {
      // Words that passed for a row have symbols that it cannot have: say that first.
      puzzleOf(rows, shape, language);
      throw badText(
        { source: language.source, line: last.line, column: columnOf(last, last.cells.length) },
        `found ${count} of ${size} cells${groups}; a grid of ${shape} has ${size} rows. ` +
          `${remedy}${dashes}`,
      );
    });
  }

  #refuseBoxes(first: Row, columns: readonly number[], rows: number | undefined): void {
    const what =
      `found boxes of ${rows ?? 'any'} x ${columns.join(' or ') || 'any'} cells drawn in a grid of ` +
      `size ${this.size}: none, or not the ones wanted, or too little to be sure of; ` +
      `mend the borders, or give the boxes (rows x columns), as in '2x3'.`;
    this.#found.mistake({ line: first.line, column: columnOf(first, 0), what });
  }
}

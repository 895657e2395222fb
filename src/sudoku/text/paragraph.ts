import { MOST_SIZE } from '../shape.ts';
import type { Mistake } from './found.ts';
import { isSpaced, isTabular, type Row } from './line.ts';
import type { Run } from './run.ts';

/**
 * Lines of grids directly below each other. They are kept until the paragraph is at its end, since
 * only all of them tell what a line of dashes is: a row where some other row has dashes for
 * blanks, else a rule. A paragraph of nothing else is an empty grid if it has as many as it needs.
 * Likewise a line of bars alone is a row where others have nothing for blanks, else a rule.
 */
export class Paragraph {
  readonly #lines: ('rule' | Row | Mistake | { readonly blank: readonly Row[] })[] = [];
  /** Each row, with the other ways to read it. */
  #choices: (readonly Row[])[] = [];
  /** How many lines of bars alone may be rows of so many blanks. */
  readonly #blanks = new Map<number, number>();
  /** Of these lines: which are of dashes alone. */
  readonly #dashes = new Set<Row>();
  /** How many cells are in a row; 0 as long as there is none. */
  size = 0;
  /** How many rows there are for sure. */
  rows = 0;
  /** How many lines of as many dashes there are. */
  #ofSize = 0;
  /** Whether a row has dashes for blanks. */
  #hasDash = false;
  /** Whether rows have spaces for blanks, as far as it is known. */
  spaced: boolean | undefined;
  /** Lines of spaces above all others: of blanks, if other rows have spaces for them. */
  readonly #above: readonly Row[];
  #failed = false;

  constructor(above: readonly Row[] = []) {
    this.#above = above;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0 && this.#above.length === 0;
  }

  /** Whether its first row looks like one of a table. */
  get isTabular(): boolean {
    const first = this.#choices[0]?.[0];
    return first !== undefined && isTabular(first);
  }

  /** The lines of spaces at its end, if it has no others, and a further one. */
  withSpaces(row: Row): Row[] {
    return this.#lines.length === 0 ? [...this.#above, row] : [row];
  }

  /** A rule, or a row of blanks. */
  dashes(row: Row): void {
    this.#lines.push(row);
    this.#dashes.add(row);
    if (row.cells.length === this.size) this.#ofSize++;
  }

  /** A rule, or a row of blanks that may be read in these ways. */
  bars(rows: readonly Row[]): void {
    this.#lines.push(rows.length === 0 ? 'rule' : { blank: rows });
    for (const size of new Set(rows.map(({ cells }) => cells.length))) {
      this.#blanks.set(size, (this.#blanks.get(size) ?? 0) + 1);
    }
  }

  /** A row, and all ways to read it. */
  row(row: Row, choices: readonly Row[] = [row]): void {
    if (this.rows < MOST_SIZE) this.#choices.push(choices);
    if (this.rows++ === 0) {
      this.size = row.cells.length;
      for (const { cells } of this.#dashes) if (cells.length === this.size) this.#ofSize++;
    }
    this.#lines.push(row);
    this.#hasDash ||= row.cells.includes('-');
    this.spaced ??= isSpaced(row);
  }

  /** Whether spaces mean the same in a row as in those so far, as far as it is known. */
  mayTake(row: Row): boolean {
    if (row.places === undefined && !/\s/.test(row.text)) return true;
    const spaced = isSpaced(row);
    return spaced === undefined || this.spaced === undefined || spaced === this.spaced;
  }

  /**
   * Reads all rows in other ways, if they and a further line can be read with equally many cells;
   * gives the further one, or nothing. The first rows of a table may have several lengths: in
   * `1,,3,4,,6` there are four cells or six.
   */
  reread(next: readonly Row[]): Row | undefined {
    const isWhole = this.rows > 0 && this.rows === this.#choices.length;
    if (!isWhole || this.#failed || this.#hasDash) return undefined;
    for (const row of next) {
      const size = row.cells.length;
      if (size === this.size) continue;
      const rows = this.#choices.map((choices) =>
        choices.find(({ cells }) => cells.length === size),
      );
      if (!rows.every((other) => other !== undefined)) continue;
      const spaced = new Set([...rows, row].map(isSpaced));
      if (spaced.has(true) && spaced.has(false)) continue;
      let k = 0;
      for (const [at, line] of this.#lines.entries()) {
        const isRow = line !== 'rule' && 'cells' in line && !this.#dashes.has(line);
        if (isRow) this.#lines[at] = rows[k++] as Row;
      }
      this.size = size;
      this.spaced = spaced.has(true) ? true : spaced.has(false) ? false : undefined;
      this.#ofSize = [...this.#dashes].filter(({ cells }) => cells.length === size).length;
      return row;
    }
    return undefined;
  }

  /** A line that is neither; it is told once what is wrong, and the other rows are passed over. */
  fail(mistake: Mistake): void {
    if (!this.#failed) this.#lines.push(mistake);
    this.#failed = true;
  }

  /** How many rows there are, as far as it is known. */
  get count(): number {
    const ofDashes = this.#hasDash ? this.#ofSize : 0;
    const ofBars = this.spaced ? (this.#blanks.get(this.size) ?? 0) : 0;
    return this.rows + ofDashes + ofBars + this.#rowsAbove.length;
  }

  get #rowsAbove(): readonly Row[] {
    return this.spaced ? this.#above.filter(({ cells }) => cells.length === this.size) : [];
  }

  /** Hands over all lines, when it is known what they are. */
  giveTo(run: Run, mayBeSize: (dashes: Row) => boolean): void {
    let { size } = this;
    if (this.rows === 0) {
      const [first] = this.#dashes;
      const count = first?.cells.length ?? 0;
      const isGrid = [...this.#dashes].every(({ cells }) => cells.length === count);
      if (first && isGrid && mayBeSize(first) && this.#dashes.size % count === 0) size = count;
    } else if (!this.#hasDash) {
      size = 0;
    }
    for (const row of this.#rowsAbove) run.row(row);
    // The header of a table in Markdown may be empty. It is not drawn about the grid.
    const [first] = this.#lines;
    const isBlank = first !== undefined && first !== 'rule' && 'blank' in first;
    const hasHeader = isBlank && this.size > 1 && this.count % this.size === 1;
    for (const line of hasHeader ? this.#lines.slice(2) : this.#lines) {
      if (line === 'rule') run.rule();
      else if ('blank' in line) {
        const row = line.blank.find(({ cells }) => cells.length === this.size);
        if (this.spaced && row !== undefined) run.row(row);
        else run.rule();
      } else if ('what' in line) run.fail(line);
      else if (!this.#dashes.has(line) || line.cells.length === size) run.row(line);
      else run.rule();
    }
  }
}

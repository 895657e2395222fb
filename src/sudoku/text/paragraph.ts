import type { Mistake } from './found.ts';
import { isSpaced, type Row } from './line.ts';
import type { Run } from './run.ts';

/**
 * Lines of grids directly below each other. They are kept until the paragraph is at its end, since
 * only all of them tell what a line of dashes is: a row where some other row has dashes for
 * blanks, else a rule. A paragraph of nothing else is an empty grid if it has as many as it needs.
 */
export class Paragraph {
  readonly #lines: ('rule' | Row | Mistake)[] = [];
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

  /** The lines of spaces at its end, if it has no others, and a further one. */
  withSpaces(row: Row): Row[] {
    return this.#lines.length === 0 ? [...this.#above, row] : [row];
  }

  rule(): void {
    this.#lines.push('rule');
  }

  /** A rule, or a row of blanks. */
  dashes(row: Row): void {
    this.#lines.push(row);
    this.#dashes.add(row);
    if (row.cells.length === this.size) this.#ofSize++;
  }

  row(row: Row): void {
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
    return this.spaced === undefined || !/\s/.test(row.text) || isSpaced(row) === this.spaced;
  }

  /** A line that is neither; it is told once what is wrong, and the other rows are passed over. */
  fail(mistake: Mistake): void {
    if (!this.#failed) this.#lines.push(mistake);
    this.#failed = true;
  }

  /** How many rows there are, as far as it is known. */
  get count(): number {
    return this.rows + (this.#hasDash ? this.#ofSize : 0) + this.#rowsAbove.length;
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
    for (const line of this.#lines) {
      if (line === 'rule') run.rule();
      else if ('what' in line) run.fail(line);
      else if (!this.#dashes.has(line) || line.cells.length === size) run.row(line);
      else run.rule();
    }
  }
}

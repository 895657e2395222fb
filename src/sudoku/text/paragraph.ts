import { MOST_SIZE } from '../shape.ts';
import type { Block } from './block.ts';
import type { Mistake } from './decode.ts';
import { isSpaced, isTabular, type Row } from './line.ts';

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
    for (const line of this.#lines) {
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

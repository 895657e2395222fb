/** A pivot has at least this part of the largest entry of its column. */
const THRESHOLD = 0.1;
/** A column that has no larger entry than this in a free row depends on the others. */
const DEPENDENT = 1e-6;
/** Entries below this are rounding errors. */
export const ROUNDING_ERROR = 1e-13;

/** Sparse vectors one after the other, each with a row that it belongs to: its *pivot*. */
export class Vectors {
  readonly pivot: Int32Array;
  readonly start: Int32Array;
  index = new Int32Array(0);
  value = new Float64Array(0);
  count = 0;
  /** The number of entries of all vectors, the unfinished one included. */
  length = 0;

  constructor(most: number) {
    this.pivot = new Int32Array(most);
    this.start = new Int32Array(most + 1);
  }

  clear(): void {
    this.count = 0;
    this.length = 0;
  }

  /** Begins a vector with room for `room` entries, in place of one that was not ended. */
  begin(room: number): void {
    this.length = this.start[this.count];
    const need = this.length + room;
    if (need <= this.index.length) return;
    const index = new Int32Array(2 * need);
    const value = new Float64Array(2 * need);
    index.set(this.index);
    value.set(this.value);
    this.index = index;
    this.value = value;
  }

  get isEmpty(): boolean {
    return this.length === this.start[this.count];
  }

  push(index: number, value: number): void {
    this.index[this.length] = index;
    this.value[this.length++] = value;
  }

  /** Ends the vector that is being written. */
  end(pivot: number): void {
    this.pivot[this.count++] = pivot;
    this.start[this.count] = this.length;
  }
}

/** A sparse vector that grows. */
interface Entries {
  readonly indices: number[];
  readonly values: number[];
}

const noEntries = (): Entries => ({ indices: [], values: [] });

/**
 * The rest of a basis when no row and no column has a single entry: sparse rows, from which pivots
 * are taken one after the other. The pivot is in the column with the fewest entries, there in the
 * row with the fewest of those that are large enough (after Markowitz, 1957).
 */
export class Rest {
  /** Columns that are left. */
  readonly #columns: number[] = [];
  /** Row -> its columns. Columns that are done stay listed. */
  readonly #rows: Entries[];
  /** Column -> rows that it has, or had. */
  readonly #rowsOf: number[][] = [];
  /** Column -> its entries in U. */
  readonly #above: Entries[] = [];
  readonly #isDone: Uint8Array;
  readonly #taken: Int32Array;
  readonly #rowsLeft: Int32Array;
  /** Column -> its place in the current row, from 1. */
  readonly #placeOf: Int32Array;
  /** The rows of the current column, and row -> its entry there. */
  #own: number[] = [];
  readonly #entryOf: Float64Array;
  work = 0;

  constructor(rows: number, columns: number, taken: Int32Array, rowsLeft: Int32Array) {
    this.#rows = Array.from({ length: rows }, noEntries);
    this.#isDone = new Uint8Array(columns);
    this.#taken = taken;
    this.#rowsLeft = rowsLeft;
    this.#placeOf = new Int32Array(columns);
    this.#entryOf = new Float64Array(rows);
  }

  /** Adds a column with ones in these rows. */
  add(k: number, rows: Int32Array): void {
    const own: number[] = [];
    const above = noEntries();
    for (const i of rows) {
      const { indices, values } = this.#taken[i] !== -1 ? above : this.#rows[i];
      indices.push(this.#taken[i] !== -1 ? i : k);
      values.push(1);
      if (this.#taken[i] === -1) own.push(i);
    }
    this.#columns.push(k);
    this.#rowsOf[k] = own;
    this.#above[k] = above;
  }

  /** Takes the column with the fewest entries; -1 where none is left. */
  nextColumn(): number {
    const columns = this.#columns;
    const rowsLeft = this.#rowsLeft;
    let best = 0;
    for (let c = 1; c < columns.length; c++) {
      if (rowsLeft[columns[c]] < rowsLeft[columns[best]]) {
        best = c;
      }
    }
    const last = columns.pop();
    if (last === undefined || best === columns.length) return last ?? -1;
    const k = columns[best];
    columns[best] = last;
    return k;
  }

  /** The row of the pivot in a column; -1 where the column depends on others. */
  chooseRow(k: number, columnsLeft: Int32Array): number {
    this.#isDone[k] = 1;
    this.#own = this.#rowsOf[k].filter((i) => this.#taken[i] === -1);
    let largest = 0;
    for (const i of this.#own) {
      const { indices, values } = this.#rows[i];
      const entry = values[indices.indexOf(k)];
      this.#entryOf[i] = entry;
      largest = Math.max(largest, Math.abs(entry));
      columnsLeft[i] = columnsLeft[i] - 1;
    }
    let row = -1;
    for (const i of largest > DEPENDENT ? this.#own : []) {
      if (Math.abs(this.#entryOf[i]) < THRESHOLD * largest) continue;
      if (row < 0 || columnsLeft[i] < columnsLeft[row]) row = i;
    }
    return row;
  }

  /**
   * Takes the row of the pivot from all others that have its column; L notes the multiples. Returns
   * the pivot.
   */
  eliminate(row: number, columnsLeft: Int32Array, lower: Vectors): number {
    const pivot = this.#entryOf[row];
    const { indices, values } = this.#rows[row];
    const columns: number[] = [];
    const entries: number[] = [];
    for (const [c, column] of indices.entries()) {
      const entry = values[c];
      if (this.#isDone[column] || (entry < ROUNDING_ERROR && entry > -ROUNDING_ERROR)) continue;
      columns.push(column);
      entries.push(entry);
      this.#above[column]?.indices.push(row);
      this.#above[column]?.values.push(entry);
      this.#rowsLeft[column] = this.#rowsLeft[column] - 1;
    }
    lower.begin(this.#own.length);
    for (const i of this.#own) {
      const entry = this.#entryOf[i];
      if (i === row || (entry < ROUNDING_ERROR && entry > -ROUNDING_ERROR)) continue;
      const factor = entry / pivot;
      lower.push(i, factor);
      const filled = this.#subtract(i, factor, columns, entries);
      columnsLeft[i] = columnsLeft[i] + filled;
    }
    if (!lower.isEmpty) lower.end(row);
    return pivot;
  }

  /**
   * Takes a multiple of some entries from a row. Returns the number of entries that the row gains.
   */
  #subtract(i: number, factor: number, columns: number[], entries: number[]): number {
    const { indices, values } = this.#rows[i];
    const placeOf = this.#placeOf;
    const before = indices.length;
    for (let c = 0; c < before; c++) placeOf[indices[c]] = c + 1;
    for (let c = 0; c < columns.length; c++) {
      const column = columns[c];
      const at = placeOf[column];
      const change = factor * entries[c];
      if (at > 0) {
        values[at - 1] = values[at - 1] - change;
        continue;
      }
      indices.push(column);
      values.push(-change);
      this.#rowsOf[column].push(i);
      this.#rowsLeft[column] = this.#rowsLeft[column] + 1;
    }
    for (let c = 0; c < before; c++) placeOf[indices[c]] = 0;
    this.work += 2 * before + columns.length;
    return indices.length - before;
  }

  /** Writes the column of U of a column that has its pivot. */
  writeAbove(k: number, upper: Vectors): void {
    const { indices, values } = this.#above[k];
    upper.begin(indices.length);
    for (const [c, i] of indices.entries()) upper.push(i, values[c]);
  }
}

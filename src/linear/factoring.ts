/** A pivot has at least this part of the largest entry of its column. */
const THRESHOLD = 0.1;
/** A column that has no larger entry than this in a free row depends on the others. */
const DEPENDENT = 1e-6;
/** Entries below this are rounding errors. */
const TINY = 1e-13;

/** A matrix of zeros and ones. Variable `columns + i` is the sum of row i: its column has -1 there. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  /** Column -> where its rows begin in `rowOf`. */
  readonly columnStart: Int32Array;
  readonly rowOf: Int32Array;
}

/** Sparse vectors one after the other, each with a row that it belongs to: its *pivot*. */
export class Vectors {
  readonly pivot: Int32Array;
  readonly start: Int32Array;
  index = new Int32Array(0);
  value = new Float64Array(0);
  count = 0;
  /** The entries of the vectors, and of the one that is being written. */
  length = 0;

  constructor(most: number) {
    this.pivot = new Int32Array(most);
    this.start = new Int32Array(most + 1);
  }

  clear(): void {
    this.count = 0;
    this.length = 0;
  }

  /** Begins a vector with room for so many entries. What was written and not ended is gone. */
  begin(room: number): void {
    this.length = this.start[this.count] as number;
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

/**
 * Makes the factors L and U of a basis, B = L U.
 *
 *     1. sums, and columns with one row left       .  no L: nothing is taken from other rows
 *     2. rows with one column left                 .  no work: no other column has them
 *     3. the rest, columns with few rows first     .  each column is worked on as a whole (Gilbert and Peierls, 1988)
 *
 * In the rest a pivot is an entry that is not too small, in a row that few columns have.
 */
export class Factoring {
  readonly #matrix: Matrix;
  readonly #variables: Int32Array;
  readonly #lower: Vectors;
  readonly #upper: Vectors;
  readonly #diagonal: Float64Array;
  /** Row -> the variable that has its pivot there, or -1. */
  readonly #taken: Int32Array;
  /** The columns of the basis, of each the rows that are left; and of each row the columns that are left. */
  readonly #columns: Int32Array;
  readonly #rowsLeft: Int32Array;
  readonly #columnsLeft: Int32Array;
  /** Row -> where its columns begin in `#rowColumns`, which has their numbers in `#columns`. */
  readonly #rowStart: Int32Array;
  readonly #rowColumns: Int32Array;
  #work = 0;

  constructor(
    matrix: Matrix,
    variables: Int32Array,
    lower: Vectors,
    upper: Vectors,
    diagonal: Float64Array,
  ) {
    const { rows, columns, columnStart, rowOf } = matrix;
    this.#matrix = matrix;
    this.#variables = variables;
    this.#lower = lower;
    this.#upper = upper;
    this.#diagonal = diagonal;
    this.#taken = new Int32Array(rows).fill(-1);
    this.#columns = variables.filter((v) => v < columns);
    this.#rowsLeft = new Int32Array(this.#columns.length);
    this.#columnsLeft = new Int32Array(rows);
    this.#rowStart = new Int32Array(rows + 1);
    let nodes = 0;
    for (const [k, v] of this.#columns.entries()) {
      const end = columnStart[v + 1] as number;
      const size = end - (columnStart[v] as number);
      this.#rowsLeft[k] = size;
      nodes += size;
      for (let at = columnStart[v] as number; at < end; at++) {
        const i = rowOf[at] as number;
        this.#columnsLeft[i] = (this.#columnsLeft[i] as number) + 1;
      }
    }
    this.#rowColumns = new Int32Array(nodes);
    for (let i = 0; i < rows; i++) {
      this.#rowStart[i + 1] = (this.#rowStart[i] as number) + (this.#columnsLeft[i] as number);
    }
    const next = this.#rowStart.slice();
    for (const [k, v] of this.#columns.entries()) {
      for (let at = columnStart[v] as number; at < (columnStart[v + 1] as number); at++) {
        const i = rowOf[at] as number;
        const to = next[i] as number;
        this.#rowColumns[to] = k;
        next[i] = to + 1;
      }
    }
    this.#work = 4 * nodes + 4 * rows;
  }

  /** Makes them, and puts each variable into its place. Returns how many numbers it worked on. */
  run(): number {
    const { rows, columns } = this.#matrix;
    this.#lower.clear();
    this.#upper.clear();
    for (const v of this.#variables) if (v >= columns) this.#takeSum(v - columns);
    const isDone = new Uint8Array(this.#columns.length);
    this.#takeColumns(isDone);
    this.#takeRows(isDone);
    this.#takeRest(isDone);
    for (let i = 0; i < rows; i++) {
      if (this.#taken[i] === -1) this.#takeSum(i);
      this.#variables[i] = this.#taken[i] as number;
    }
    return this.#work;
  }

  #takeSum(row: number): void {
    this.#upper.begin(0);
    this.#take(row, this.#matrix.columns + row, -1);
  }

  /** Ends the column of U that is being written, and its pivot is in this row. */
  #take(row: number, variable: number, pivot: number): void {
    this.#upper.end(row);
    this.#taken[row] = variable;
    this.#diagonal[row] = pivot;
    for (let at = this.#rowStart[row] as number; at < (this.#rowStart[row + 1] as number); at++) {
      const k = this.#rowColumns[at] as number;
      this.#rowsLeft[k] = (this.#rowsLeft[k] as number) - 1;
    }
  }

  #takeColumns(isDone: Uint8Array): void {
    const { columnStart, rowOf } = this.#matrix;
    const rowsLeft = this.#rowsLeft;
    const queue = [...rowsLeft.keys()].filter((k) => rowsLeft[k] === 1);
    for (let k = queue.pop(); k !== undefined; k = queue.pop()) {
      if (rowsLeft[k] !== 1) continue;
      const v = this.#columns[k] as number;
      isDone[k] = 1;
      let row = -1;
      const start = columnStart[v] as number;
      const end = columnStart[v + 1] as number;
      this.#upper.begin(end - start);
      for (let at = start; at < end; at++) {
        const i = rowOf[at] as number;
        this.#columnsLeft[i] = (this.#columnsLeft[i] as number) - 1;
        if (this.#taken[i] !== -1) this.#upper.push(i, 1);
        else row = i;
      }
      this.#take(row, v, 1);
      for (let at = this.#rowStart[row] as number; at < (this.#rowStart[row + 1] as number); at++) {
        const other = this.#rowColumns[at] as number;
        if (rowsLeft[other] === 1) queue.push(other);
      }
    }
  }

  #takeRows(isDone: Uint8Array): void {
    const { columnStart, rowOf } = this.#matrix;
    const columnsLeft = this.#columnsLeft;
    const queue: number[] = [];
    for (const [i, v] of this.#taken.entries()) if (v === -1 && columnsLeft[i] === 1) queue.push(i);
    for (let row = queue.pop(); row !== undefined; row = queue.pop()) {
      if (columnsLeft[row] !== 1) continue;
      const k = this.#rowColumns
        .subarray(this.#rowStart[row], this.#rowStart[row + 1])
        .find((other) => !isDone[other]) as number;
      const v = this.#columns[k] as number;
      isDone[k] = 1;
      const start = columnStart[v] as number;
      const end = columnStart[v + 1] as number;
      this.#upper.begin(end - start);
      this.#lower.begin(end - start);
      for (let at = start; at < end; at++) {
        const i = rowOf[at] as number;
        columnsLeft[i] = (columnsLeft[i] as number) - 1;
        if (i === row) continue;
        if (this.#taken[i] !== -1) this.#upper.push(i, 1);
        else {
          this.#lower.push(i, 1);
          if (columnsLeft[i] === 1) queue.push(i);
        }
      }
      if (!this.#lower.isEmpty) this.#lower.end(row);
      this.#take(row, v, 1);
    }
  }

  /**
   * Pivots in the column with the fewest entries, there in the row with the fewest of those that are large enough
   * (after Markowitz, 1957). Rows lose what the pivot's row takes from them.
   */
  #takeRest(isDone: Uint8Array): void {
    const { rows, columnStart, rowOf } = this.#matrix;
    const taken = this.#taken;
    const rowsLeft = this.#rowsLeft;
    const columnsLeft = this.#columnsLeft;
    const lower = this.#lower;
    const rest = [...isDone.keys()].filter((k) => !isDone[k]);
    /** Row -> its columns and their entries. Column -> rows that may be left in it. Those that are done stay listed. */
    const columnsOf: number[][] = Array.from({ length: rows }, () => []);
    const entriesOf: number[][] = Array.from({ length: rows }, () => []);
    const rowsOf: number[][] = [];
    /** Column -> its entries in U. */
    const above: { rows: number[]; entries: number[] }[] = [];
    for (const k of rest) {
      const v = this.#columns[k] as number;
      rowsOf[k] = [];
      above[k] = { rows: [], entries: [] };
      for (let at = columnStart[v] as number; at < (columnStart[v + 1] as number); at++) {
        const i = rowOf[at] as number;
        if (taken[i] !== -1) {
          above[k].rows.push(i);
          above[k].entries.push(1);
          continue;
        }
        rowsOf[k].push(i);
        (columnsOf[i] as number[]).push(k);
        (entriesOf[i] as number[]).push(1);
      }
    }
    /** Column -> its place in the row at hand, from 1. */
    const placeOf = new Int32Array(isDone.length);
    const entryOf = new Float64Array(rows);
    while (rest.length > 0) {
      // The column.
      let best = 0;
      for (let r = 1; r < rest.length; r++) {
        if ((rowsLeft[rest[r] as number] as number) < (rowsLeft[rest[best] as number] as number))
          best = r;
      }
      const k = rest[best] as number;
      rest[best] = rest.at(-1) as number;
      rest.pop();
      isDone[k] = 1;
      const own = (rowsOf[k] as number[]).filter((i) => taken[i] === -1);
      let largest = 0;
      for (const i of own) {
        const entry = (entriesOf[i] as number[])[(columnsOf[i] as number[]).indexOf(k)] as number;
        entryOf[i] = entry;
        largest = Math.max(largest, Math.abs(entry));
        columnsLeft[i] = (columnsLeft[i] as number) - 1;
      }
      if (largest <= DEPENDENT) continue;
      // The row.
      let row = -1;
      for (const i of own) {
        if (Math.abs(entryOf[i] as number) < THRESHOLD * largest) continue;
        if (row < 0 || (columnsLeft[i] as number) < (columnsLeft[row] as number)) row = i;
      }
      const pivot = entryOf[row] as number;
      const pivotColumns = columnsOf[row] as number[];
      const pivotEntries = entriesOf[row] as number[];
      const columns: number[] = [];
      const entries: number[] = [];
      for (let c = 0; c < pivotColumns.length; c++) {
        const column = pivotColumns[c] as number;
        const entry = pivotEntries[c] as number;
        if (isDone[column] || (entry < TINY && entry > -TINY)) continue;
        columns.push(column);
        entries.push(entry);
        const { rows, entries: values } = above[column] as { rows: number[]; entries: number[] };
        rows.push(row);
        values.push(entry);
      }
      lower.begin(own.length);
      for (const i of own) {
        const entry = entryOf[i] as number;
        if (i === row || (entry < TINY && entry > -TINY)) continue;
        const factor = entry / pivot;
        lower.push(i, factor);
        const into = columnsOf[i] as number[];
        const values = entriesOf[i] as number[];
        for (let c = 0; c < into.length; c++) placeOf[into[c] as number] = c + 1;
        for (let c = 0; c < columns.length; c++) {
          const column = columns[c] as number;
          const at = placeOf[column] as number;
          const change = factor * (entries[c] as number);
          if (at > 0) {
            values[at - 1] = (values[at - 1] as number) - change;
            continue;
          }
          into.push(column);
          values.push(-change);
          (rowsOf[column] as number[]).push(i);
          rowsLeft[column] = (rowsLeft[column] as number) + 1;
          columnsLeft[i] = (columnsLeft[i] as number) + 1;
        }
        for (let c = 0; c < into.length; c++) placeOf[into[c] as number] = 0;
        this.#work += 2 * into.length + columns.length;
      }
      if (!lower.isEmpty) lower.end(row);
      const { rows: upRows, entries: upEntries } = above[k] as {
        rows: number[];
        entries: number[];
      };
      this.#upper.begin(upRows.length);
      for (let c = 0; c < upRows.length; c++)
        this.#upper.push(upRows[c] as number, upEntries[c] as number);
      this.#upper.end(row);
      taken[row] = this.#columns[k] as number;
      this.#diagonal[row] = pivot;
      for (const column of columns) rowsLeft[column] = (rowsLeft[column] as number) - 1;
    }
  }
}

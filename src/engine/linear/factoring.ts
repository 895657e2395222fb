import { Pace, type Slices } from '../problem/slices.ts';
import { Rest, type Vectors } from './elimination.ts';

/**
 * A matrix of zeros and ones. Variable `columns + i` is the sum of row i: its column has -1 there.
 */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  /** Column -> where its rows begin in `rowOf`. */
  readonly columnStart: Int32Array;
  readonly rowOf: Int32Array;
}

/**
 * Makes the factors L and U of a basis, B = L U.
 *
 *     1. sums, and columns with one row left       .  no L: nothing is taken from other rows
 *     2. rows with one column left                 .  no work: no other column has them
 *     3. the rest                                  .  Markowitz pivots, see `Rest`
 */
export class Factoring {
  readonly #matrix: Matrix;
  readonly #variables: Int32Array;
  readonly #lower: Vectors;
  readonly #upper: Vectors;
  readonly #diagonal: Float64Array;
  /** Row -> the variable that has its pivot there, or -1. */
  readonly #taken: Int32Array;
  /**
   * The columns of the basis, of each the rows that are left; and of each row the columns that are
   * left.
   */
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
      const end = columnStart[v + 1];
      const size = end - columnStart[v];
      this.#rowsLeft[k] = size;
      nodes += size;
      for (let at = columnStart[v]; at < end; at++) {
        const i = rowOf[at];
        this.#columnsLeft[i] = this.#columnsLeft[i] + 1;
      }
    }
    this.#rowColumns = new Int32Array(nodes);
    for (let i = 0; i < rows; i++) {
      this.#rowStart[i + 1] = this.#rowStart[i] + this.#columnsLeft[i];
    }
    const next = this.#rowStart.slice();
    for (const [k, v] of this.#columns.entries()) {
      for (let at = columnStart[v]; at < columnStart[v + 1]; at++) {
        const i = rowOf[at];
        const to = next[i];
        this.#rowColumns[to] = k;
        next[i] = to + 1;
      }
    }
    this.#work = 4 * nodes + 4 * rows;
  }

  /**
   * Makes them in slices, and puts each variable into its place. Returns the number of entries that
   * it worked on.
   */
  *run(): Slices<number> {
    const { rows, columns } = this.#matrix;
    this.#lower.clear();
    this.#upper.clear();
    for (const v of this.#variables) if (v >= columns) this.#takeSum(v - columns);
    const isDone = new Uint8Array(this.#columns.length);
    this.#takeColumns(isDone);
    this.#takeRows(isDone);
    yield* this.#takeRest(isDone);
    for (let i = 0; i < rows; i++) {
      if (this.#taken[i] === -1) this.#takeSum(i);
      this.#variables[i] = this.#taken[i];
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
    for (let at = this.#rowStart[row]; at < this.#rowStart[row + 1]; at++) {
      const k = this.#rowColumns[at];
      this.#rowsLeft[k] = this.#rowsLeft[k] - 1;
    }
  }

  #takeColumns(isDone: Uint8Array): void {
    const { columnStart, rowOf } = this.#matrix;
    const rowsLeft = this.#rowsLeft;
    const queue = [...rowsLeft.keys()].filter((k) => rowsLeft[k] === 1);
    for (let k = queue.pop(); k !== undefined; k = queue.pop()) {
      if (rowsLeft[k] !== 1) continue;
      const v = this.#columns[k];
      isDone[k] = 1;
      let row = -1;
      const start = columnStart[v];
      const end = columnStart[v + 1];
      this.#upper.begin(end - start);
      for (let at = start; at < end; at++) {
        const i = rowOf[at];
        this.#columnsLeft[i] = this.#columnsLeft[i] - 1;
        if (this.#taken[i] !== -1) this.#upper.push(i, 1);
        else row = i;
      }
      this.#take(row, v, 1);
      for (let at = this.#rowStart[row]; at < this.#rowStart[row + 1]; at++) {
        const other = this.#rowColumns[at];
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
      const v = this.#columns[k];
      isDone[k] = 1;
      const start = columnStart[v];
      const end = columnStart[v + 1];
      this.#upper.begin(end - start);
      this.#lower.begin(end - start);
      for (let at = start; at < end; at++) {
        const i = rowOf[at];
        columnsLeft[i] = columnsLeft[i] - 1;
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

  *#takeRest(isDone: Uint8Array): Slices {
    const pace = new Pace();
    const rest = new Rest(this.#matrix.rows, isDone.length, this.#taken, this.#rowsLeft);
    const { columnStart, rowOf } = this.#matrix;
    for (const [k, v] of this.#columns.entries()) {
      if (!isDone[k]) rest.add(k, rowOf.subarray(columnStart[v], columnStart[v + 1]));
    }
    for (let k = rest.nextColumn(); k >= 0; k = rest.nextColumn()) {
      const before = rest.work;
      const row = rest.chooseRow(k, this.#columnsLeft);
      if (pace.spent(isDone.length)) yield;
      if (row < 0) continue;
      this.#diagonal[row] = rest.eliminate(row, this.#columnsLeft, this.#lower);
      rest.writeAbove(k, this.#upper);
      this.#upper.end(row);
      this.#taken[row] = this.#columns[k];
      if (pace.spent(rest.work - before)) yield;
    }
    this.#work += rest.work;
  }
}

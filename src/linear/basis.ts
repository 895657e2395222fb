/**
 * A linear program in which all coefficients are 0 or 1. Each row has a *sum*, the sum of its columns:
 *
 *     minimise  cost x      subject to  A x - s = 0,   least <= s <= most,   and bounds on x
 *
 *     columnStart  column -> where its rows begin in `rowOf`; rows from `linear` on are left out of the program
 */
export interface Program {
  readonly linear: number;
  readonly columns: number;
  readonly columnStart: Int32Array;
  readonly rowOf: Int32Array;
  readonly cost: Float64Array;
  readonly least: ArrayLike<number>;
  readonly most: ArrayLike<number>;
}

/** Entries of the inverse below this are rounding errors. */
const TINY = 1e-13;
/** A row of the inverse with more than 1 / DENSE of its entries is worked on as a whole, without a list of them. */
const DENSE = 4;
/** Norms are at least this. */
const LEAST_NORM = 1e-12;
/** A column that has no larger entry than this in a free place depends on the others. */
const DEPENDENT = 1e-6;

/**
 * A basis of a linear program: one variable for each place, whose columns span all right-hand sides; and its inverse.
 *
 * The inverse is kept as a whole, m x m numbers. For up to a thousand rows this beats a factorisation in plain
 * JavaScript, and the rest is simple: a row of the inverse is there to be read, and the norms of dual steepest
 * edge (Forrest and Goldfarb, 1992) are exact. Only entries that are not zero are worked on.
 *
 *     variable   0 .. n - 1: the columns; n + i: the sum s of row i
 *     inverse    m rows of m numbers
 */
export class Basis {
  readonly #m: number;
  readonly #n: number;
  /** A, by columns and by rows. */
  readonly columnStart: Int32Array;
  readonly rowOf: Int32Array;
  readonly rowStart: Int32Array;
  readonly columnOf: Int32Array;
  /** Place -> the variable there, and the norm of its row of the inverse. */
  readonly variable: Int32Array;
  readonly norm: Float64Array;
  readonly inverse: Float64Array;
  /** The places that are not 0 in a row of the inverse, after `list`; and their number. */
  readonly entries: Int32Array;
  #count = 0;
  /** Work arrays, by row and by place. */
  readonly #row: Float64Array;
  readonly #column: Float64Array;
  readonly #filled: Int32Array;
  /** Numbers worked on so far. */
  work = 0;

  /** The basis of all sums. */
  constructor({ linear: m, columns: n, columnStart, rowOf }: Program) {
    this.#m = m;
    this.#n = n;
    this.columnStart = new Int32Array(n + 1);
    this.rowOf = rowOf.filter((row) => row < m);
    this.rowStart = new Int32Array(m + 1);
    this.columnOf = new Int32Array(this.rowOf.length);
    for (const row of this.rowOf) this.rowStart[row + 1] = (this.rowStart[row + 1] as number) + 1;
    for (let i = 0; i < m; i++) {
      this.rowStart[i + 1] = (this.rowStart[i + 1] as number) + (this.rowStart[i] as number);
    }
    const next = this.rowStart.slice();
    for (let j = 0, to = 0; j < n; j++) {
      const end = columnStart[j + 1] as number;
      for (let at = columnStart[j] as number; at < end; at++) {
        const row = rowOf[at] as number;
        if (row >= m) continue;
        this.columnOf[next[row] as number] = j;
        next[row] = (next[row] as number) + 1;
        to++;
      }
      this.columnStart[j + 1] = to;
    }
    this.variable = new Int32Array(m);
    this.norm = new Float64Array(m);
    this.inverse = new Float64Array(m * m);
    this.entries = new Int32Array(m);
    this.#row = new Float64Array(m);
    this.#column = new Float64Array(m);
    this.#filled = new Int32Array(m);
    this.#reset();
  }

  /** Adds so many times the column of a variable to a vector by row. */
  add(v: number, times: number, to: Float64Array): void {
    if (v >= this.#n) {
      to[v - this.#n] = (to[v - this.#n] as number) - times;
      return;
    }
    const { columnStart, rowOf } = this;
    const end = columnStart[v + 1] as number;
    for (let at = columnStart[v] as number; at < end; at++) {
      const row = rowOf[at] as number;
      to[row] = (to[row] as number) + times;
    }
  }

  /** The inverse times a vector by row. */
  multiply(vector: Float64Array, into: Float64Array): void {
    const m = this.#m;
    const { inverse } = this;
    const filled = this.#filled;
    let count = 0;
    for (let i = 0; i < m; i++) if (vector[i] !== 0) filled[count++] = i;
    for (let r = 0; r < m; r++) {
      const base = r * m;
      let sum = 0;
      for (let k = 0; k < count; k++) {
        const i = filled[k] as number;
        sum += (inverse[base + i] as number) * (vector[i] as number);
      }
      into[r] = sum;
    }
    this.work += m * (count + 1);
  }

  /** The inverse times the column of a variable. */
  column(v: number, into: Float64Array): void {
    const m = this.#m;
    const { inverse, columnStart, rowOf } = this;
    if (v >= this.#n) {
      const i = v - this.#n;
      for (let r = 0; r < m; r++) into[r] = -(inverse[r * m + i] as number);
      this.work += m;
      return;
    }
    const start = columnStart[v] as number;
    const end = columnStart[v + 1] as number;
    for (let r = 0; r < m; r++) {
      const base = r * m;
      let sum = 0;
      for (let at = start; at < end; at++) sum += inverse[base + (rowOf[at] as number)] as number;
      into[r] = sum;
    }
    this.work += m * (end - start);
  }

  /** Costs of variables times the inverse: a price for each row. */
  price(cost: Float64Array, into: Float64Array): void {
    const m = this.#m;
    const { inverse, variable } = this;
    into.fill(0);
    for (let r = 0; r < m; r++) {
      const c = cost[variable[r] as number] as number;
      if (c === 0) continue;
      const base = r * m;
      for (let i = 0; i < m; i++) {
        into[i] = (into[i] as number) + c * (inverse[base + i] as number);
      }
    }
    this.work += m * m;
  }

  /** Lists the entries of the row of a place that are not 0. Returns how many they are. */
  list(place: number): number {
    const m = this.#m;
    const { inverse, entries } = this;
    const base = place * m;
    let count = 0;
    for (let i = 0; i < m; i++) if (inverse[base + i] !== 0) entries[count++] = i;
    this.#count = count;
    return count;
  }

  /** Puts a variable into a place. `list` has listed its row, and `column` is the inverse times the column of the variable. */
  replace(place: number, v: number, column: Float64Array): void {
    const m = this.#m;
    const count = this.#count;
    const { inverse, entries, norm } = this;
    const base = place * m;
    const pivot = column[place] as number;
    let length = 0;
    for (let k = 0; k < count; k++) {
      const at = base + (entries[k] as number);
      const scaled = (inverse[at] as number) / pivot;
      inverse[at] = scaled;
      length += scaled * scaled;
    }
    norm[place] = Math.max(length, LEAST_NORM);
    const isDense = DENSE * count > m;
    const row = this.#row;
    if (isDense) row.set(inverse.subarray(base, base + m));
    for (let r = 0; r < m; r++) {
      const factor = column[r] as number;
      if (r === place || (factor < TINY && factor > -TINY)) continue;
      const to = r * m;
      const change = isDense
        ? addDense(inverse, to, row, factor)
        : addSparse(inverse, to, base, entries, count, factor);
      const sum = (norm[r] as number) + change;
      norm[r] = sum > LEAST_NORM ? sum : LEAST_NORM;
      this.work += isDense ? m >> 1 : count;
    }
    this.variable[place] = v;
  }

  /** The norms anew; and what has all but vanished is 0 again. */
  measure(): void {
    const m = this.#m;
    for (let r = 0; r < m; r++) {
      const row = this.inverse.subarray(r * m, r * m + m);
      let sum = 0;
      for (let i = 0; i < m; i++) {
        const x = row[i] as number;
        if (x < TINY && x > -TINY) row[i] = 0;
        else sum += x * x;
      }
      this.norm[r] = Math.max(sum, LEAST_NORM);
    }
    this.work += m * m;
  }

  /** How far the inverse is from one: the basis times some numbers, then the inverse times that, should give them back. */
  drift(): number {
    const vector = this.#row.fill(0);
    const column = this.#column;
    for (const [r, v] of this.variable.entries()) this.add(v, 1 + (r % 7), vector);
    this.multiply(vector, column);
    return column.reduce((most, x, r) => Math.max(most, Math.abs(x - 1 - (r % 7))), 0);
  }

  /** The inverse anew. Columns that depend on others leave the basis. */
  invert(): void {
    const m = this.#m;
    const n = this.#n;
    const { columnStart } = this;
    const size = (v: number) => (columnStart[v + 1] as number) - (columnStart[v] as number);
    const isTaken = new Uint8Array(m);
    for (const v of this.variable) if (v >= n) isTaken[v - n] = 1;
    const columns = [...this.variable].filter((v) => v < n).sort((a, b) => size(a) - size(b));
    const column = this.#column;
    this.#reset();
    for (const v of columns) {
      this.column(v, column);
      let place = -1;
      let largest = DEPENDENT;
      for (let r = 0; r < m; r++) {
        const entry = Math.abs(column[r] as number);
        if (isTaken[r] || entry <= largest) continue;
        largest = entry;
        place = r;
      }
      if (place < 0) continue;
      isTaken[place] = 1;
      this.list(place);
      this.replace(place, v, column);
    }
  }

  #reset(): void {
    const m = this.#m;
    this.inverse.fill(0);
    for (let i = 0; i < m; i++) {
      this.inverse[i * m + i] = -1;
      this.variable[i] = this.#n + i;
      this.norm[i] = 1;
    }
  }
}

/** Takes `factor` times a row from the row at `to`. Returns by how much that changes the square of its length. */
function addDense(inverse: Float64Array, to: number, row: Float64Array, factor: number): number {
  let change = 0;
  for (let i = 0; i < row.length; i++) {
    const step = factor * (row[i] as number);
    const old = inverse[to + i] as number;
    inverse[to + i] = old - step;
    change += step * (step - 2 * old);
  }
  return change;
}

/** The same for a row, at `from`, with few entries that are not 0. */
function addSparse(
  inverse: Float64Array,
  to: number,
  from: number,
  entries: Int32Array,
  count: number,
  factor: number,
): number {
  let change = 0;
  for (let k = 0; k < count; k++) {
    const i = entries[k] as number;
    const old = inverse[to + i] as number;
    let next = old - factor * (inverse[from + i] as number);
    if (next < TINY && next > -TINY) next = 0;
    inverse[to + i] = next;
    change += next * next - old * old;
  }
  return change;
}

import { finish, type Pace, type Slices } from '../problem/slices.ts';
import { Factors } from './factors.ts';

/**
 * A linear program in which all coefficients are 0 or 1. Each row has a *sum*, the sum of its
 * columns:
 *
 *     minimise  cost x      subject to  A x - s = 0,   least <= s <= most,   and bounds on x
 *
 *     columnStart  column -> where its rows begin in `rowOf`; rows from `linear` on are left out
 *                  of the program
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

/** The variables of a basis and their norms, to come back to it. */
export interface SavedBasis {
  readonly variable: Int32Array;
  readonly norm: Float64Array;
}

/** Norms are at least this. */
const LEAST_NORM = 1e-4;

/**
 * A basis of a linear program: one variable for each place, whose columns span all right-hand
 * sides; and its factors, which solve equations with it. The norm of a place is the square of the
 * length of its row of the inverse: by norms the method sees how far a step really goes (dual
 * steepest edge: Forrest and Goldfarb, 1992).
 *
 *     variable   0 .. n - 1: the columns; n + i: the sum s of row i
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
  readonly factors: Factors;
  /** The row of the inverse that `list` has made, by row; and the rows where it is not 0. */
  readonly row: Float64Array;
  readonly entries: Int32Array;
  #count = 0;
  /** The inverse times that row. */
  readonly #product: Float64Array;
  /** Variable -> its norm, while places change. */
  readonly #norms: Float64Array;
  #ownWork = 0;

  readonly #program: Program;

  /** The basis of all sums. The matrix is laid out later. */
  constructor(program: Program) {
    const { linear: m, columns: n, rowOf } = program;
    this.#program = program;
    this.#m = m;
    this.#n = n;
    this.columnStart = new Int32Array(n + 1);
    this.rowOf = new Int32Array(rowOf.length);
    this.rowStart = new Int32Array(m + 1);
    this.columnOf = new Int32Array(rowOf.length);
    this.variable = Int32Array.from({ length: m }, (_, i) => n + i);
    this.norm = new Float64Array(m).fill(1);
    this.factors = new Factors(m);
    this.row = new Float64Array(m);
    this.entries = new Int32Array(m);
    this.#product = new Float64Array(m);
    this.#norms = new Float64Array(n + m).fill(1);
    // The first basis is diagonal: there is nothing to eliminate.
    finish(this.refactor());
  }

  /** Lays out the matrix by columns and by rows, in slices. */
  *layOut(pace: Pace): Slices {
    const { columnStart, rowOf, rowStart, columnOf } = this;
    const program = this.#program;
    const m = this.#m;
    for (let j = 0, to = 0; j < this.#n; j++) {
      const start = program.columnStart[j];
      const end = program.columnStart[j + 1];
      for (let at = start; at < end; at++) {
        const row = program.rowOf[at];
        if (row >= m) continue;
        rowOf[to++] = row;
        rowStart[row + 1] = rowStart[row + 1] + 1;
      }
      columnStart[j + 1] = to;
      if (pace.spent(4 * (end - start))) yield;
    }
    for (let i = 0; i < m; i++) {
      rowStart[i + 1] = rowStart[i + 1] + rowStart[i];
    }
    const next = rowStart.slice();
    for (let j = 0; j < this.#n; j++) {
      const start = columnStart[j];
      const end = columnStart[j + 1];
      for (let at = start; at < end; at++) {
        const row = rowOf[at];
        columnOf[next[row]] = j;
        next[row] = next[row] + 1;
      }
      if (pace.spent(4 * (end - start))) yield;
    }
  }

  /** Numbers worked on so far. */
  get work(): number {
    return this.#ownWork + this.factors.work;
  }

  /** Adds `times` times the column of a variable to a vector by row. */
  add(v: number, times: number, to: Float64Array): void {
    if (v >= this.#n) {
      to[v - this.#n] = to[v - this.#n] - times;
      return;
    }
    const { columnStart, rowOf } = this;
    const end = columnStart[v + 1];
    for (let at = columnStart[v]; at < end; at++) {
      const row = rowOf[at];
      to[row] = to[row] + times;
    }
  }

  /** The inverse times a vector by row. */
  multiply(vector: Float64Array, into: Float64Array): void {
    into.set(vector);
    this.factors.solve(into);
  }

  /** The inverse times the column of a variable that enters. */
  column(v: number, into: Float64Array): void {
    into.fill(0);
    this.add(v, 1, into);
    this.factors.solveEntering(into);
  }

  /** Costs of variables times the inverse: a price for each row. */
  price(cost: Float64Array, into: Float64Array): void {
    for (const [r, v] of this.variable.entries()) into[r] = cost[v];
    this.factors.solveLeft(into);
  }

  /**
   * Makes the row of a place of the inverse, and lists its entries that are not 0. Returns their
   * number.
   */
  list(place: number): number {
    const { row, entries } = this;
    this.factors.row(place, row);
    let count = 0;
    let norm = 0;
    for (let i = 0; i < row.length; i++) {
      const x = row[i];
      if (x === 0) continue;
      entries[count++] = i;
      norm += x * x;
    }
    this.#count = count;
    this.norm[place] = Math.max(norm, LEAST_NORM);
    return count;
  }

  /**
   * Puts a variable into a place. `list` has had that place last, and `column` is the inverse times
   * the column of the variable.
   */
  replace(place: number, v: number, column: Float64Array): void {
    const { norm } = this;
    const product = this.#product;
    this.multiply(this.row, product);
    const pivot = column[place];
    const own = norm[place];
    for (let r = 0; r < column.length; r++) {
      const entry = column[r];
      if (entry === 0) continue;
      const factor = entry / pivot;
      const changed = norm[r] + factor * (factor * own - 2 * product[r]);
      norm[r] = Math.max(changed, factor * factor * LEAST_NORM, LEAST_NORM);
    }
    norm[place] = Math.max(own / (pivot * pivot), LEAST_NORM);
    this.factors.replace(place, pivot);
    this.variable[place] = v;
    this.#ownWork += 3 * column.length + this.#count;
  }

  save(): SavedBasis {
    return { variable: this.variable.slice(), norm: this.norm.slice() };
  }

  *restore({ variable, norm }: SavedBasis): Slices {
    this.variable.set(variable);
    this.norm.set(norm);
    yield* this.refactor();
  }

  /**
   * The factors anew, in slices. Variables change their places, and columns that depend on others
   * leave the basis.
   */
  *refactor(): Slices {
    const { variable, norm } = this;
    const norms = this.#norms;
    for (const [r, v] of variable.entries()) norms[v] = norm[r];
    yield* this.factors.factor(
      { rows: this.#m, columns: this.#n, columnStart: this.columnStart, rowOf: this.rowOf },
      variable,
    );
    for (const [r, v] of variable.entries()) norm[r] = norms[v];
  }
}

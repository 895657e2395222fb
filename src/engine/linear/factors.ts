import type { Slices } from '../problem/slices.ts';
import { ROUNDING_ERROR, Vectors } from './elimination.ts';
import { Factoring, type Matrix } from './factoring.ts';

/** The most that a new pivot may differ from the entry in the pivot column, as a part of that. */
const DRIFT = 1e-7;
/** Replaced columns after which the factors are made anew. */
const MOST_UPDATES = 50;

/**
 * The factors of a basis, B = L R U, in sparse vectors. Each column has a row as its pivot, and
 * takes that row's place in the basis. So there are no permutations: vectors by row and by place
 * look alike.
 *
 *     L   columns: the multiples of a pivot's row that later rows lose
 *     R   rows: the rest of a pivot's row after its column was replaced (Forrest and Tomlin, 1972)
 *     U   columns, in the order of the pivots; the pivots themselves are in `diagonal`
 *
 *         1 . . .       x x x x      The column of pivot 2 is replaced: the new one is the last
 *         l 1 . .   R     x x x      of U. Row 2 of U keeps only its pivot; R notes the entries
 *         l l 1 .           x x      that are taken from it.
 *         l l l 1             x
 */
export class Factors {
  readonly #m: number;
  readonly #lower: Vectors;
  readonly #eta: Vectors;
  readonly #upper: Vectors;
  readonly #diagonal: Float64Array;
  /** Pivot -> the number of its column in U. */
  readonly #columnAt: Int32Array;
  /** The column that enters, after L and R. */
  readonly #spike: Float64Array;
  #isWorn = false;
  /** Numbers worked on so far. */
  work = 0;

  constructor(m: number) {
    this.#m = m;
    this.#lower = new Vectors(m);
    this.#eta = new Vectors(MOST_UPDATES + 1);
    this.#upper = new Vectors(m + MOST_UPDATES);
    this.#diagonal = new Float64Array(m);
    this.#columnAt = new Int32Array(m);
    this.#spike = new Float64Array(m);
  }

  /**
   * The factors anew, in slices. `variables` are those of the basis, in any order; each is put into
   * its place. Columns that depend on others are replaced by the sums of their rows.
   */
  *factor(matrix: Matrix, variables: Int32Array): Slices {
    this.#isWorn = false;
    this.#eta.clear();
    const [lower, upper, diagonal] = [this.#lower, this.#upper, this.#diagonal];
    this.work += yield* new Factoring(matrix, variables, lower, upper, diagonal).run();
    const { pivot, count } = this.#upper;
    for (let k = 0; k < count; k++) this.#columnAt[pivot[k]] = k;
  }

  /** True if no column has been replaced. */
  get isNew(): boolean {
    return this.#eta.count === 0;
  }

  /** True when it is time to factor again: there are many updates, or one was not exact. */
  get isWorn(): boolean {
    return this.#isWorn || this.#eta.count >= MOST_UPDATES;
  }

  /** Solves B x = b. `x` is b before, by row, and the solution after. */
  solve(x: Float64Array): void {
    this.#solveLower(x);
    this.#solveUpper(x);
  }

  /** Solves B x = b for a column that enters the basis. */
  solveEntering(x: Float64Array): void {
    this.#solveLower(x);
    this.#spike.set(x);
    this.#solveUpper(x);
  }

  #solveLower(x: Float64Array): void {
    const { pivot, start, index, value, count } = this.#lower;
    let work = this.#m;
    for (let k = 0; k < count; k++) {
      const factor = x[pivot[k]];
      if (factor === 0) continue;
      const end = start[k + 1];
      for (let at = start[k]; at < end; at++) {
        const i = index[at];
        x[i] = x[i] - factor * value[at];
      }
      work += end - start[k];
    }
    const eta = this.#eta;
    for (let k = 0; k < eta.count; k++) {
      const end = eta.start[k + 1];
      const p = eta.pivot[k];
      let sum = x[p];
      for (let at = eta.start[k]; at < end; at++) {
        sum -= eta.value[at] * x[eta.index[at]];
      }
      x[p] = sum;
    }
    this.work += work + eta.length;
  }

  #solveUpper(x: Float64Array): void {
    const { pivot, start, index, value, count } = this.#upper;
    const diagonal = this.#diagonal;
    let work = count;
    for (let k = count - 1; k >= 0; k--) {
      const p = pivot[k];
      if (p < 0) continue;
      let factor = x[p];
      if (factor === 0) continue;
      if (factor < ROUNDING_ERROR && factor > -ROUNDING_ERROR) {
        x[p] = 0;
        continue;
      }
      factor /= diagonal[p];
      x[p] = factor;
      const end = start[k + 1];
      for (let at = start[k]; at < end; at++) {
        const i = index[at];
        x[i] = x[i] - factor * value[at];
      }
      work += end - start[k];
    }
    this.work += work;
  }

  /** Solves y B = c. `y` is c before, by place, and the solution after. */
  solveLeft(y: Float64Array): void {
    this.#solveUpperLeft(y, 0);
    this.#solveLowerLeft(y);
  }

  /** The row of a place in the inverse. */
  row(place: number, y: Float64Array): void {
    y.fill(0);
    y[place] = 1;
    const from = this.#columnAt[place];
    this.#solveUpperLeft(y, from);
    const eta = this.#eta;
    eta.begin(this.#m);
    const diagonal = this.#diagonal[place];
    const { pivot, count } = this.#upper;
    for (let k = from + 1; k < count; k++) {
      const p = pivot[k];
      if (p < 0) continue;
      const entry = y[p];
      if (entry !== 0) eta.push(p, -entry * diagonal);
    }
    this.#solveLowerLeft(y);
  }

  #solveUpperLeft(y: Float64Array, from: number): void {
    const { pivot, start, index, value, count, length } = this.#upper;
    const diagonal = this.#diagonal;
    for (let k = from; k < count; k++) {
      const p = pivot[k];
      if (p < 0) continue;
      let sum = y[p];
      const end = start[k + 1];
      for (let at = start[k]; at < end; at++) {
        sum -= value[at] * y[index[at]];
      }
      y[p] = sum < ROUNDING_ERROR && sum > -ROUNDING_ERROR ? 0 : sum / diagonal[p];
    }
    this.work += count + length - start[from];
  }

  #solveLowerLeft(y: Float64Array): void {
    const eta = this.#eta;
    for (let k = eta.count - 1; k >= 0; k--) {
      const factor = y[eta.pivot[k]];
      if (factor === 0) continue;
      const end = eta.start[k + 1];
      for (let at = eta.start[k]; at < end; at++) {
        const i = eta.index[at];
        y[i] = y[i] - factor * eta.value[at];
      }
    }
    const { pivot, start, index, value, count, length } = this.#lower;
    for (let k = count - 1; k >= 0; k--) {
      const p = pivot[k];
      let sum = y[p];
      const end = start[k + 1];
      for (let at = start[k]; at < end; at++) {
        sum -= value[at] * y[index[at]];
      }
      y[p] = sum;
    }
    this.work += eta.length + length + count;
  }

  /**
   * Replaces the column of a place by the one that `solveEntering` had last; `row` had that place
   * last. `pivot` is its entry at that place.
   */
  replace(place: number, pivot: number): void {
    const eta = this.#eta;
    const upper = this.#upper;
    const spike = this.#spike;
    let entry = spike[place];
    for (let at = eta.start[eta.count]; at < eta.length; at++) {
      entry -= eta.value[at] * spike[eta.index[at]];
    }
    const expected = pivot * this.#diagonal[place];
    if (Math.abs(entry - expected) > DRIFT * Math.abs(expected)) this.#isWorn = true;
    eta.end(place);
    const old = this.#columnAt[place];
    upper.pivot[old] = -1;
    const { index, value, length } = upper;
    for (let at = upper.start[old + 1]; at < length; at++) {
      if (index[at] === place) value[at] = 0;
    }
    upper.begin(this.#m);
    for (let i = 0; i < this.#m; i++) {
      const x = spike[i];
      if (x !== 0 && i !== place) upper.push(i, x);
    }
    this.#columnAt[place] = upper.count;
    upper.end(place);
    this.#diagonal[place] = entry;
    this.work += 2 * this.#m + length - upper.start[old + 1];
  }
}

// More than 350 lines: the phases of a pivot share the basis, its inverse and their work arrays.

import { Random } from '../kernels/random.ts';
import type { Model } from './model.ts';

/** A column may be in a basis, at its lower bound or at its upper bound. */
const LOWER = 0;
const UPPER = 1;
const BASIC = 2;
/** How far a value may be beyond its bound. */
const FEASIBLE = 1e-7;
/** How far a reduced cost may be on the wrong side before a bound is changed for it. */
const DUAL = 1e-9;
/**
 * How far it may be before the variable changes its bound between two runs. Were it no more than DUAL, pivots and
 * changes of bounds could undo one another without end.
 */
const WRONG = 1e-6;
/** A run that takes more pivots than this for each row is lost: it goes in a circle. */
const MOST_PIVOTS = 50;
/** A smaller pivot is not trusted. */
const PIVOT = 1e-7;
/** Entries of the inverse below this are rounding errors. */
const TINY = 1e-13;
/** A row of the inverse with more than 1 / DENSE of its entries is worked on as a whole, without a list of them. */
const DENSE = 4;
/** Pivots after which all values are computed anew from the inverse, which shows whether it has drifted. */
const REFRESH = 100;

export type LpOutcome = 'optimal' | 'infeasible' | 'paused' | 'lost';

/**
 * The linear relaxation of a model, by the dual simplex method.
 *
 *     minimise  cost x      subject to  A x - s = 0,   0 <= x <= 1,   least <= s <= most
 *
 * All variables have two bounds, so any basis is dual feasible once each other variable stands at the bound
 * that the sign of its reduced cost asks for. So after bounds change, by a branch or on the way back from
 * it, the method goes on from the basis it has: no phase one, and no basis to store.
 *
 * The inverse of the basis is kept as a whole, m x m numbers. For up to a thousand rows this beats a
 * factorisation in plain JavaScript, and the rest is simple: a row of the inverse is there to be read, and the
 * norms of dual steepest edge (Forrest and Goldfarb, 1992) are exact. Only entries that are not zero are
 * worked on.
 *
 *     variable   0 .. n - 1: the columns; n + i: the sum s of row i
 *     inverse    m rows of m numbers
 *
 * Its numbers are floating-point: nothing is proven here. `prices` makes a proof of them.
 */
export class Simplex {
  readonly #model: Model;
  readonly #m: number;
  readonly #n: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly #cost: Float64Array;
  /** Variable -> its reduced cost; 0 in the basis. That of the sum of row i is the price of the row. */
  readonly reduced: Float64Array;
  readonly #status: Uint8Array;
  /** Place -> the variable of the basis there, its value, and the norm of its row of the inverse. */
  readonly #basis: Int32Array;
  readonly #value: Float64Array;
  readonly #norm: Float64Array;
  readonly #inverse: Float64Array;
  /** The rows of A, without columns that are fixed for good. */
  readonly #rowEnd: Int32Array;
  readonly #columnOf: Int32Array;
  /** Work arrays: the pivot row by variable, the pivot column by place, a right-hand side by row. */
  readonly #alpha: Float64Array;
  readonly #pivots: Float64Array;
  readonly #rhs: Float64Array;
  readonly #touched: Int32Array;
  readonly #candidates: Int32Array;
  readonly #nonzeros: Int32Array;
  readonly #entries: Int32Array;
  /** Costs are multiplied by it, a power of two, so that the largest is about 1000. */
  readonly scale: number;
  #perturbed = true;
  #sinceRefresh = 0;
  #isFresh = false;
  /** After 'infeasible': prices that prove it, by row. */
  readonly ray: Float64Array;
  /** Where it gives up. */
  #stop = Number.POSITIVE_INFINITY;
  /** Pivots so far. */
  pivots = 0;
  /** Numbers worked on so far. */
  work = 0;

  constructor(model: Model, seed: number) {
    const { columns: n, linear: m, rowStart } = model;
    this.#model = model;
    this.#m = m;
    this.#n = n;
    this.lower = new Float64Array(n + m);
    this.upper = new Float64Array(n + m).fill(1);
    this.#cost = new Float64Array(n + m);
    this.reduced = new Float64Array(n + m);
    this.#status = new Uint8Array(n + m);
    this.#basis = new Int32Array(m);
    this.#value = new Float64Array(m);
    this.#norm = new Float64Array(m).fill(1);
    this.#inverse = new Float64Array(m * m);
    this.#alpha = new Float64Array(n + m);
    this.#pivots = new Float64Array(m);
    this.#rhs = new Float64Array(m);
    this.#touched = new Int32Array(n + m);
    this.#candidates = new Int32Array(n + m);
    this.#nonzeros = new Int32Array(m);
    this.#entries = new Int32Array(m);
    this.ray = new Float64Array(m);
    this.#rowEnd = rowStart.slice(1, m + 1);
    this.#columnOf = model.columnOf.slice();
    const random = new Random(seed);
    const largest = model.cost.reduce((most, c) => Math.max(most, Math.abs(c)), 1);
    this.scale = 2 ** (10 - Math.ceil(Math.log2(largest)));
    const mean =
      (model.cost.reduce((sum, c) => sum + Math.abs(c), 0) / Math.max(1, n)) * this.scale;
    for (let j = 0; j < n; j++) {
      const c = (model.cost[j] as number) * this.scale;
      // Ties among costs make many steps of length 0. A small random surcharge breaks them.
      this.#cost[j] = c + (Math.abs(c) + mean) * 1e-6 * (0.5 + random.below(1 << 20) / (1 << 21));
    }
    for (let i = 0; i < m; i++) {
      this.lower[n + i] = model.least[i] as number;
      this.upper[n + i] = model.most[i] as number;
      this.#basis[i] = n + i;
      this.#status[n + i] = BASIC;
      this.#inverse[i * m + i] = -1;
    }
    this.#price();
  }

  /** Sets the bounds of a column. `restart` must follow before the next `run`. */
  bound(column: number, lower: number, upper: number): void {
    this.lower[column] = lower;
    this.upper[column] = upper;
  }

  /** Takes columns that are fixed at 0 for good out of the rows. */
  compact(): void {
    const { rowStart } = this.#model;
    for (let i = 0; i < this.#m; i++) {
      let to = rowStart[i] as number;
      for (let at = to; at < (this.#rowEnd[i] as number); at++) {
        const j = this.#columnOf[at] as number;
        if (this.upper[j] === 0 && this.#status[j] !== BASIC) continue;
        this.#columnOf[to++] = j;
      }
      this.#rowEnd[i] = to;
    }
  }

  /** The value of a column in the solution of the relaxation. */
  values(into: Float64Array): void {
    for (let j = 0; j < this.#n; j++) {
      into[j] = (this.#status[j] === UPPER ? this.upper[j] : this.lower[j]) as number;
    }
    for (let r = 0; r < this.#m; r++) {
      const v = this.#basis[r] as number;
      if (v < this.#n) into[v] = this.#value[r] as number;
    }
  }

  /** Puts each variable outside the basis at its right bound, and computes the values of those inside. */
  #settle(): void {
    const { lower, upper, reduced } = this;
    const rhs = this.#rhs.fill(0);
    const { columnStart, rowOf, linear } = this.#model;
    for (let v = 0; v < this.#n + this.#m; v++) {
      if (this.#status[v] === BASIC) continue;
      const d = reduced[v] as number;
      if (d > WRONG) this.#status[v] = LOWER;
      else if (d < -WRONG) this.#status[v] = UPPER;
      const x = (this.#status[v] === UPPER ? upper[v] : lower[v]) as number;
      if (x === 0) continue;
      if (v >= this.#n) rhs[v - this.#n] = (rhs[v - this.#n] as number) + x;
      else {
        const end = columnStart[v + 1] as number;
        for (let at = columnStart[v] as number; at < end; at++) {
          const row = rowOf[at] as number;
          if (row < linear) rhs[row] = (rhs[row] as number) - x;
        }
      }
    }
    this.#multiply(rhs, this.#value);
    this.#isFresh = true;
  }

  /** Begins again after bounds have changed. */
  restart(): void {
    this.#stop = this.pivots + MOST_PIVOTS * (this.#m + 20);
    this.#settle();
  }

  /** Makes about so many pivots, or fewer. */
  run(pivots: number): LpOutcome {
    if (this.pivots > this.#stop) return 'lost';
    for (let k = 0; k < pivots; k++) {
      if (this.#sinceRefresh >= REFRESH) this.#refresh();
      const place = this.#leaving();
      if (place < 0) {
        if (!this.#isFresh) {
          this.#refresh();
          continue;
        }
        if (!this.#perturbed) return 'optimal';
        // The surcharges go. What was optimal with them nearly is without them.
        this.#perturbed = false;
        for (let j = 0; j < this.#n; j++) {
          this.#cost[j] = (this.#model.cost[j] as number) * this.scale;
        }
        this.#price();
        this.#settle();
        continue;
      }
      const outcome = this.#pivot(place);
      if (outcome === 'infeasible' || outcome === 'lost') {
        if (this.#isFresh) return outcome;
        this.#refresh();
      }
    }
    return 'paused';
  }

  /** The place of the variable that is farthest beyond a bound, measured by the norm of its row; or -1. */
  #leaving(): number {
    const basis = this.#basis;
    const value = this.#value;
    const norm = this.#norm;
    const { lower, upper } = this;
    let best = 0;
    let place = -1;
    for (let r = 0; r < this.#m; r++) {
      const v = basis[r] as number;
      const x = value[r] as number;
      const below = (lower[v] as number) - x;
      const above = x - (upper[v] as number);
      const beyond = below > above ? below : above;
      if (beyond <= FEASIBLE) continue;
      const merit = (beyond * beyond) / (norm[r] as number);
      if (merit > best) {
        best = merit;
        place = r;
      }
    }
    this.work += this.#m;
    return place;
  }

  #pivot(place: number): 'done' | 'infeasible' | 'lost' {
    const m = this.#m;
    const n = this.#n;
    const { lower, upper, reduced } = this;
    const status = this.#status;
    const alpha = this.#alpha;
    const touched = this.#touched;
    const leaving = this.#basis[place] as number;
    const x = this.#value[place] as number;
    const goesUp = x < (lower[leaving] as number);
    const sign = goesUp ? -1 : 1;
    const inverse = this.#inverse;
    const base = place * m;

    // The pivot row: row `place` of the inverse, times the matrix.
    const nonzeros = this.#nonzeros;
    let count = 0;
    let touches = 0;
    const { rowStart } = this.#model;
    const columnOf = this.#columnOf;
    for (let i = 0; i < m; i++) {
      const rho = inverse[base + i] as number;
      if (rho === 0) continue;
      nonzeros[count++] = i;
      const s = n + i;
      if (status[s] !== BASIC) {
        alpha[s] = -rho;
        touched[touches++] = s;
      }
      const end = this.#rowEnd[i] as number;
      for (let at = rowStart[i] as number; at < end; at++) {
        const j = columnOf[at] as number;
        if (status[j] === BASIC) continue;
        const a = alpha[j] as number;
        // 0 marks a column that was not touched; one that comes back to 0 stays a little above.
        if (a === 0) touched[touches++] = j;
        const sum = a + rho;
        alpha[j] = sum === 0 ? 1e-30 : sum;
      }
      this.work += end - (rowStart[i] as number);
    }

    // The ratio test, with bounds that are passed on the way.
    const candidates = this.#candidates;
    let some = 0;
    for (let k = 0; k < touches; k++) {
      const v = touched[k] as number;
      if (lower[v] === upper[v]) continue;
      const a = sign * (alpha[v] as number);
      if (status[v] === LOWER ? a > PIVOT : a < -PIVOT) candidates[some++] = v;
    }
    let slope = goesUp ? (lower[leaving] as number) - x : x - (upper[leaving] as number);
    let entering = -1;
    let flips = 0;
    while (some > 0) {
      let limit = Number.POSITIVE_INFINITY;
      for (let k = 0; k < some; k++) {
        const v = candidates[k] as number;
        const a = alpha[v] as number;
        const ratio = (Math.abs(reduced[v] as number) + DUAL) / Math.abs(a);
        if (ratio < limit) limit = ratio;
      }
      // All that stop the step before that: the largest pivot of them, unless the slope is still positive behind.
      let largest = 0;
      let which = -1;
      let fall = 0;
      for (let k = 0; k < some; k++) {
        const v = candidates[k] as number;
        const a = Math.abs(alpha[v] as number);
        if (Math.abs(reduced[v] as number) / a > limit) continue;
        fall += a * ((upper[v] as number) - (lower[v] as number));
        if (a > largest) {
          largest = a;
          which = v;
        }
      }
      this.work += 2 * some;
      entering = which;
      if (slope - fall <= FEASIBLE) break;
      slope -= fall;
      // Past all of these the step still gains. They change to their other bound.
      let kept = 0;
      for (let k = 0; k < some; k++) {
        const v = candidates[k] as number;
        const a = Math.abs(alpha[v] as number);
        if (Math.abs(reduced[v] as number) / a > limit) candidates[kept++] = v;
        else touched[touches + flips++] = v;
      }
      some = kept;
      entering = -1;
    }
    if (entering < 0) {
      // Even with all of them at their other bound the row stays beyond its bound.
      this.ray.fill(0);
      for (let k = 0; k < count; k++) {
        const i = nonzeros[k] as number;
        this.ray[i] = -sign * (inverse[base + i] as number);
      }
      for (let k = 0; k < touches; k++) alpha[touched[k] as number] = 0;
      return 'infeasible';
    }
    if (flips > 0) this.#flip(touches, flips);

    // The pivot column: the inverse times the column that enters.
    const column = this.#pivots;
    this.#column(entering, column);
    const pivot = column[place] as number;
    const expected = alpha[entering] as number;
    if (Math.abs(pivot) < PIVOT || Math.abs(pivot - expected) > 1e-6 * (1 + Math.abs(pivot))) {
      for (let k = 0; k < touches; k++) alpha[touched[k] as number] = 0;
      if (this.#isFresh) this.#invert();
      return 'lost';
    }

    const step = (reduced[entering] as number) / expected;
    for (let k = 0; k < touches; k++) {
      const v = touched[k] as number;
      if (step !== 0) reduced[v] = (reduced[v] as number) - step * (alpha[v] as number);
      alpha[v] = 0;
    }
    reduced[entering] = 0;
    reduced[leaving] = -step;

    const bound = (goesUp ? lower[leaving] : upper[leaving]) as number;
    const move = ((this.#value[place] as number) - bound) / pivot;
    const value = this.#value;
    const start = (status[entering] === UPPER ? upper[entering] : lower[entering]) as number;
    this.#update(place, count, move);
    value[place] = start + move;
    status[leaving] = goesUp ? LOWER : UPPER;
    status[entering] = BASIC;
    this.#basis[place] = entering;
    this.#isFresh = false;
    this.#sinceRefresh++;
    this.pivots++;
    return 'done';
  }

  /** The variables noted in `touched` change to their other bounds. */
  #flip(from: number, count: number): void {
    const rhs = this.#rhs.fill(0);
    const { columnStart, rowOf, linear } = this.#model;
    for (let k = from; k < from + count; k++) {
      const v = this.#touched[k] as number;
      const width = (this.upper[v] as number) - (this.lower[v] as number);
      const by = this.#status[v] === LOWER ? width : -width;
      this.#status[v] = this.#status[v] === LOWER ? UPPER : LOWER;
      if (v >= this.#n) rhs[v - this.#n] = (rhs[v - this.#n] as number) + by;
      else {
        const end = columnStart[v + 1] as number;
        for (let at = columnStart[v] as number; at < end; at++) {
          const row = rowOf[at] as number;
          if (row < linear) rhs[row] = (rhs[row] as number) - by;
        }
      }
    }
    this.#multiply(rhs, this.#pivots);
    for (let r = 0; r < this.#m; r++) {
      this.#value[r] = (this.#value[r] as number) + (this.#pivots[r] as number);
    }
  }

  /** The inverse times a right-hand side. */
  #multiply(rhs: Float64Array, into: Float64Array): void {
    const m = this.#m;
    const inverse = this.#inverse;
    const nonzeros = this.#entries;
    let count = 0;
    for (let i = 0; i < m; i++) if (rhs[i] !== 0) nonzeros[count++] = i;
    for (let r = 0; r < m; r++) {
      const base = r * m;
      let sum = 0;
      for (let k = 0; k < count; k++) {
        const i = nonzeros[k] as number;
        sum += (inverse[base + i] as number) * (rhs[i] as number);
      }
      into[r] = sum;
    }
    this.work += m * (count + 1);
  }

  /** The inverse times the column of a variable. */
  #column(v: number, into: Float64Array): void {
    const m = this.#m;
    const inverse = this.#inverse;
    if (v >= this.#n) {
      const i = v - this.#n;
      for (let r = 0; r < m; r++) into[r] = -(inverse[r * m + i] as number);
      this.work += m;
      return;
    }
    const { columnStart, rowOf, linear } = this.#model;
    const start = columnStart[v] as number;
    const end = columnStart[v + 1] as number;
    for (let r = 0; r < m; r++) {
      const base = r * m;
      let sum = 0;
      for (let at = start; at < end; at++) {
        const row = rowOf[at] as number;
        if (row < linear) sum += inverse[base + row] as number;
      }
      into[r] = sum;
    }
    this.work += m * (end - start);
  }

  /** The step of the basis: values, inverse and norms. The pivot row has `count` entries in `nonzeros`. */
  #update(place: number, count: number, move: number): void {
    const m = this.#m;
    const inverse = this.#inverse;
    const column = this.#pivots;
    const value = this.#value;
    const nonzeros = this.#nonzeros;
    const norm = this.#norm;
    const base = place * m;
    const pivot = column[place] as number;
    let length = 0;
    for (let k = 0; k < count; k++) {
      const at = base + (nonzeros[k] as number);
      const scaled = (inverse[at] as number) / pivot;
      inverse[at] = scaled;
      length += scaled * scaled;
    }
    norm[place] = Math.max(length, 1e-12);
    const isDense = DENSE * count > m;
    const row = this.#rhs;
    if (isDense) row.set(inverse.subarray(base, base + m));
    for (let r = 0; r < m; r++) {
      const factor = column[r] as number;
      if (r === place || (factor < TINY && factor > -TINY)) continue;
      if (move !== 0) value[r] = (value[r] as number) - move * factor;
      const to = r * m;
      const change = isDense
        ? addDense(inverse, to, row, factor)
        : addSparse(inverse, to, base, nonzeros, count, factor);
      const sum = (norm[r] as number) + change;
      norm[r] = sum > 1e-12 ? sum : 1e-12;
      this.work += isDense ? m >> 1 : count;
    }
  }

  /** Reduced costs anew from the costs and the inverse. */
  #price(): void {
    const m = this.#m;
    const n = this.#n;
    const { reduced } = this;
    const prices = this.#rhs.fill(0);
    const inverse = this.#inverse;
    for (let r = 0; r < m; r++) {
      const c = this.#cost[this.#basis[r] as number] as number;
      if (c === 0) continue;
      const base = r * m;
      for (let i = 0; i < m; i++) {
        prices[i] = (prices[i] as number) + c * (inverse[base + i] as number);
      }
    }
    const { columnStart, rowOf, linear } = this.#model;
    for (let j = 0; j < n; j++) {
      let d = this.#cost[j] as number;
      const end = columnStart[j + 1] as number;
      for (let at = columnStart[j] as number; at < end; at++) {
        const row = rowOf[at] as number;
        if (row < linear) d -= prices[row] as number;
      }
      reduced[j] = this.#status[j] === BASIC ? 0 : d;
    }
    for (let i = 0; i < m; i++) {
      reduced[n + i] = this.#status[n + i] === BASIC ? 0 : (prices[i] as number);
    }
    this.work += m * m;
  }

  /** All values and reduced costs anew; the inverse too where they have drifted. */
  #refresh(): void {
    this.#sinceRefresh = 0;
    if (this.#drift() > 1e-8) this.#invert();
    else this.#measure();
    this.#price();
    this.#settle();
  }

  /** The norms anew; and what has all but vanished is 0 again. */
  #measure(): void {
    const m = this.#m;
    for (let r = 0; r < m; r++) {
      const row = this.#inverse.subarray(r * m, r * m + m);
      let sum = 0;
      for (let i = 0; i < m; i++) {
        const x = row[i] as number;
        if (x < TINY && x > -TINY) row[i] = 0;
        else sum += x * x;
      }
      this.#norm[r] = Math.max(sum, 1e-12);
    }
    this.work += m * m;
  }

  /** How far the inverse is from one, by a sum with all rows of the basis. */
  #drift(): number {
    const m = this.#m;
    const { columnStart, rowOf, linear } = this.#model;
    // Basis times ones, then the inverse times that, should give ones.
    const rhs = this.#rhs.fill(0);
    for (let r = 0; r < m; r++) {
      const v = this.#basis[r] as number;
      const weight = 1 + (r % 7);
      if (v >= this.#n) rhs[v - this.#n] = (rhs[v - this.#n] as number) - weight;
      else {
        const end = columnStart[v + 1] as number;
        for (let at = columnStart[v] as number; at < end; at++) {
          const row = rowOf[at] as number;
          if (row < linear) rhs[row] = (rhs[row] as number) + weight;
        }
      }
    }
    this.#multiply(rhs, this.#pivots);
    let drift = 0;
    for (let r = 0; r < m; r++) {
      drift = Math.max(drift, Math.abs((this.#pivots[r] as number) - 1 - (r % 7)));
    }
    return drift;
  }

  /** The inverse anew, from the columns of the basis. Columns that depend on others leave it. */
  #invert(): void {
    const m = this.#m;
    const n = this.#n;
    const { columnStart } = this.#model;
    const columns: number[] = [];
    const taken = new Uint8Array(m);
    for (let r = 0; r < m; r++) {
      const v = this.#basis[r] as number;
      if (v < n) columns.push(v);
      else taken[v - n] = 1;
    }
    this.#inverse.fill(0);
    for (let i = 0; i < m; i++) {
      this.#inverse[i * m + i] = -1;
      this.#basis[i] = n + i;
      this.#norm[i] = 1;
      this.#status[n + i] = BASIC;
    }
    columns.sort(
      (a, b) =>
        (columnStart[a + 1] as number) -
        (columnStart[a] as number) -
        ((columnStart[b + 1] as number) - (columnStart[b] as number)),
    );
    for (const v of columns) {
      this.#column(v, this.#pivots);
      let place = -1;
      let largest = 1e-6;
      for (let r = 0; r < m; r++) {
        const size = Math.abs(this.#pivots[r] as number);
        if (taken[r] || size <= largest) continue;
        largest = size;
        place = r;
      }
      if (place < 0) {
        this.#status[v] = LOWER;
        continue;
      }
      taken[place] = 1;
      let count = 0;
      for (let i = 0; i < m; i++) {
        if (this.#inverse[place * m + i] !== 0) this.#nonzeros[count++] = i;
      }
      this.#update(place, count, 0);
      this.#status[n + place] = LOWER;
      this.#basis[place] = v;
      this.#status[v] = BASIC;
    }
    this.#price();
    this.#settle();
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

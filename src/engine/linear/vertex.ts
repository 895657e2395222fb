import { Random } from '../kernels/random.ts';
import { Pace, type Slices } from '../problem/slices.ts';
import { Basis, type Program } from './basis.ts';

/**
 * A variable stands at its lower bound, at its upper bound, is in the basis, or waits outside of
 * all pivots, at 0.
 */
export const LOWER = 0;
export const UPPER = 1;
export const BASIC = 2;
export const WAITING = 3;
/**
 * A variable changes its bound between two runs if its reduced cost is on the wrong side by more
 * than this. If it were only what the ratios allow, pivots and changes of bounds could undo one
 * another without end.
 */
const WRONG = 1e-6;

/**
 * A vertex of a linear program: a basis, and where it puts each variable.
 *
 *     minimise  cost x      subject to  A x - s = 0,   lower <= x <= upper,   least <= s <= most
 *
 * Each variable outside the basis stands at one of its bounds. They give the values of those
 * inside, and the costs of those inside give the prices of the rows.
 */
export class Vertex {
  protected readonly m: number;
  protected readonly n: number;
  protected readonly program: Program;
  protected readonly basis: Basis;
  protected readonly lower: Float64Array;
  protected readonly upper: Float64Array;
  protected readonly cost: Float64Array;
  /**
   * Variable -> its reduced cost; 0 in the basis. That of the sum of row i is the price of the row.
   */
  readonly reduced: Float64Array;
  protected readonly status: Uint8Array;
  /** Place -> the value of the variable of the basis there. */
  protected readonly value: Float64Array;
  /** Work arrays: a vector by place, and one by row. */
  protected readonly column: Float64Array;
  private readonly vector: Float64Array;
  private readonly random: Random;
  /** Costs are multiplied by it, a power of two, so that the largest is about 1000. */
  readonly scale: number;
  /** The pauses. Work that goes over all columns, or is long, is done in slices. */
  protected readonly pace = new Pace();
  protected isSurcharged = true;
  /** True if values and reduced costs come straight from the inverse, not from steps. */
  protected isFresh = false;

  /** Columns are at least 0 and at most 1; `bound` sets other bounds. */
  constructor(program: Program, seed: number) {
    const { columns: n, linear: m, cost } = program;
    this.m = m;
    this.n = n;
    this.program = program;
    this.basis = new Basis(program);
    this.lower = new Float64Array(n + m);
    this.upper = new Float64Array(n + m).fill(1);
    this.cost = new Float64Array(n + m);
    this.reduced = new Float64Array(n + m);
    this.status = new Uint8Array(n + m);
    this.value = new Float64Array(m);
    this.column = new Float64Array(m);
    this.vector = new Float64Array(m);
    this.random = new Random(seed);
    const largest = cost.reduce((most, c) => Math.max(most, Math.abs(c)), 1);
    this.scale = 2 ** (10 - Math.ceil(Math.log2(largest)));
    for (let i = 0; i < m; i++) {
      this.lower[n + i] = program.least[i];
      this.upper[n + i] = program.most[i];
      this.status[n + i] = BASIC;
    }
  }

  /**
   * Does the part of the layout that goes over all columns, in slices: once, before the first
   * vertex.
   */
  protected *layOut(): Slices {
    const { n, scale, random, pace } = this;
    const { cost } = this.program;
    yield* this.basis.layOut(pace);
    let sum = 0;
    for (let j = 0; j < n; j++) {
      sum += Math.abs(cost[j]);
      if (pace.spent(1)) yield;
    }
    const mean = (sum / Math.max(1, n)) * scale;
    for (let j = 0; j < n; j++) {
      const c = cost[j] * scale;
      // Ties among costs make many steps of length 0. A small random surcharge breaks them.
      this.cost[j] = c + (Math.abs(c) + mean) * 1e-6 * (0.5 + random.below(1 << 20) / (1 << 21));
      if (pace.spent(8)) yield;
    }
  }

  /** Sets the bounds of a column. `restart` must follow before the next `run`. */
  bound(column: number, lower: number, upper: number): void {
    this.lower[column] = lower;
    this.upper[column] = upper;
  }

  /** The value of a column in the solution of the relaxation. */
  values(into: Float64Array): void {
    for (let j = 0; j < this.n; j++) {
      into[j] = this.status[j] === UPPER ? this.upper[j] : this.lower[j];
    }
    for (let r = 0; r < this.m; r++) {
      const v = this.basis.variable[r];
      if (v < this.n) into[v] = this.value[r];
    }
  }

  /**
   * Puts each variable outside the basis at its right bound, and computes the values of those
   * inside.
   */
  protected *settle(): Slices {
    const { lower, upper, reduced } = this;
    const vector = this.vector.fill(0);
    for (let v = 0; v < this.n + this.m; v++) {
      if (this.pace.spent(1)) yield;
      if (this.status[v] >= BASIC) continue;
      const d = reduced[v];
      if (d > WRONG) this.status[v] = LOWER;
      else if (d < -WRONG && upper[v] !== Number.POSITIVE_INFINITY) this.status[v] = UPPER;
      const x = this.status[v] === UPPER ? upper[v] : lower[v];
      if (x !== 0) this.basis.add(v, -x, vector);
    }
    this.basis.multiply(vector, this.value);
    this.isFresh = true;
  }

  /** Takes the surcharges away. A vertex that was optimal with them nearly is without them. */
  protected *dropSurcharges(): Slices {
    this.isSurcharged = false;
    for (let j = 0; j < this.n; j++) {
      this.cost[j] = this.program.cost[j] * this.scale;
    }
    yield* this.price();
    yield* this.settle();
  }

  /** The first variables of a list change to their other bounds. */
  protected flip(list: Int32Array, count: number): void {
    const vector = this.vector.fill(0);
    for (let k = 0; k < count; k++) {
      const v = list[k];
      const width = this.upper[v] - this.lower[v];
      this.basis.add(v, this.status[v] === LOWER ? -width : width, vector);
      this.status[v] = this.status[v] === LOWER ? UPPER : LOWER;
    }
    const change = this.column;
    this.basis.multiply(vector, change);
    for (let r = 0; r < this.m; r++) {
      this.value[r] = this.value[r] + change[r];
    }
  }

  /** Reduced costs anew from the costs and the inverse. */
  protected *price(): Slices {
    const n = this.n;
    const { reduced } = this;
    const { columnStart, rowOf } = this.basis;
    const prices = this.vector;
    this.basis.price(this.cost, prices);
    for (let j = 0; j < n; j++) {
      let d = this.cost[j];
      const end = columnStart[j + 1];
      for (let at = columnStart[j]; at < end; at++) {
        d -= prices[rowOf[at]];
      }
      reduced[j] = this.status[j] === BASIC ? 0 : d;
      if (this.pace.spent(1 + end - columnStart[j])) yield;
    }
    for (let i = 0; i < this.m; i++) {
      reduced[n + i] = this.status[n + i] === BASIC ? 0 : prices[i];
    }
  }
}

import type { Slices } from '../problem/slices.ts';
import type { Program, SavedBasis } from './basis.ts';
import { Ratios } from './ratios.ts';
import { BASIC, LOWER, UPPER, Vertex, WAITING } from './vertex.ts';

/** How far a value may be beyond its bound. */
const FEASIBLE = 1e-7;
/** How far a reduced cost may be on the wrong side when the ratios are compared. */
const DUAL = 1e-9;
/** A run that takes more pivots than this for each row is lost: it goes in a circle. */
const MOST_PIVOTS = 50;
/** A smaller pivot is not trusted. */
const PIVOT = 1e-7;
/** Columns in play at first, for each row. */
const PLAYERS = 3;

export type LpOutcome = 'optimal' | 'infeasible' | 'paused' | 'lost';

/**
 * A linear program, by the dual simplex method.
 *
 * Where all variables have two bounds, any basis is dual feasible once each other variable stands
 * at the bound that fits the sign of its reduced cost. So after bounds change, by a branch or on
 * the way back from it, the method goes on from the basis it has: no phase one, and no basis to
 * store. Where no cost is negative, variables need no upper bounds.
 *
 * Its numbers are floating-point: nothing is proven here. The callers that use its prices make a
 * proof of them, in integers.
 */
export class Simplex extends Vertex {
  /** The rows of A, with the columns in play. */
  private readonly rowEnd: Int32Array;
  private readonly columnOf: Int32Array;
  /**
   * Work arrays: the pivot row by variable, the variables in it, those that may enter, and those
   * that the step passes.
   */
  private readonly alpha: Float64Array;
  private readonly touched: Int32Array;
  private readonly ratios: Ratios;
  private readonly passed: Int32Array;
  /** The lengths of `touched`, and of the part of `passed` whose variables change their bound. */
  private touches = 0;
  private flips = 0;
  /** True if some columns wait. */
  private isWaiting = false;
  /** After 'infeasible': prices that prove it, by row. */
  readonly ray: Float64Array;
  /** The pivots after which it gives up. */
  private stop = Number.POSITIVE_INFINITY;
  /** Pivots so far. */
  pivots = 0;
  private ownWork = 0;
  private isLaidOut = false;

  constructor(program: Program, seed: number) {
    super(program, seed);
    const { m, n } = this;
    this.alpha = new Float64Array(n + m);
    this.touched = new Int32Array(n + m);
    this.ratios = new Ratios(n + m);
    this.passed = new Int32Array(n + m);
    this.ray = new Float64Array(m);
    this.rowEnd = new Int32Array(m);
    this.columnOf = new Int32Array(program.rowOf.length);
  }

  /** Numbers worked on so far. */
  get work(): number {
    return this.ownWork + this.basis.work;
  }

  /** A copy of the basis, for `restore`. */
  save(): SavedBasis {
    return this.basis.save();
  }

  /**
   * Goes back to a basis that was saved, in slices. `restart` must follow before the next `run`.
   */
  *restore(saved: SavedBasis): Slices {
    for (const v of this.basis.variable) this.status[v] = LOWER;
    yield* this.basis.restore(saved);
    for (const v of this.basis.variable) this.status[v] = BASIC;
  }

  /** Begins, or begins again after bounds have changed, in slices. */
  *restart(): Slices {
    this.stop = this.pivots + MOST_PIVOTS * (this.m + 20);
    if (!this.isLaidOut) yield* this.layOut();
    this.isLaidOut = true;
    yield* this.price();
    yield* this.choosePlayers();
    yield* this.settle();
  }

  /**
   * Puts the columns in play that the next pivots need. A fixed column is none of them: it is
   * priced anew when its bounds change. Of many columns those with large reduced costs wait
   * outside, at 0, until prices ask for them: a pivot works on the columns in play, and most of the
   * others never come into the basis. (Sifting.)
   */
  private *choosePlayers(): Slices {
    const { n, m, reduced, lower, upper, status } = this;
    const free = new Float64Array(n);
    let count = 0;
    for (let j = 0; j < n; j++) {
      if (this.pace.spent(1)) yield;
      if (status[j] === WAITING) status[j] = LOWER;
      if (lower[j] === upper[j] || status[j] === BASIC) continue;
      free[count++] = reduced[j];
    }
    const most = PLAYERS * m;
    this.isWaiting = count > 2 * most;
    if (this.isWaiting) {
      const limit = Math.max(0, free.subarray(0, count).sort()[most]);
      yield;
      for (let j = 0; j < n; j++) {
        const canWait = lower[j] === 0 && upper[j] !== Number.POSITIVE_INFINITY;
        if (canWait && status[j] !== BASIC && reduced[j] > limit) status[j] = WAITING;
      }
    }
    this.list();
    yield;
  }

  /**
   * Calls the columns that wait and have become too cheap; or all, if need be. False if there are
   * none.
   */
  private *callPlayers(isAll: boolean): Slices<boolean> {
    const { n, reduced, status } = this;
    if (!this.isWaiting) return false;
    yield* this.price();
    let some = false;
    for (let j = 0; j < n; j++) {
      if (status[j] !== WAITING || (!isAll && reduced[j] >= -DUAL)) continue;
      status[j] = LOWER;
      some = true;
    }
    if (isAll) this.isWaiting = false;
    if (!some) return false;
    this.list();
    yield;
    yield* this.settle();
    return true;
  }

  private list(): void {
    const { m, lower, upper, status } = this;
    const { rowStart, columnOf } = this.basis;
    for (let i = 0; i < m; i++) {
      let to = rowStart[i];
      const end = rowStart[i + 1];
      for (let at = to; at < end; at++) {
        const j = columnOf[at];
        if (lower[j] !== upper[j] && status[j] !== WAITING) this.columnOf[to++] = j;
      }
      this.rowEnd[i] = to;
    }
    this.ownWork += columnOf.length;
  }

  /** Makes at most about `pivots` pivots, in slices: a pivot may be long. */
  *run(pivots: number): Slices<LpOutcome> {
    if (this.pivots > this.stop) return 'lost';
    for (let k = 0; k < pivots; k++) {
      if (this.basis.factors.isWorn) yield* this.refresh();
      const place = this.leaving();
      if (place < 0) {
        if (!this.isFresh) {
          yield* this.price();
          yield* this.settle();
          continue;
        }
        if (yield* this.callPlayers(false)) continue;
        if (!this.isSurcharged) return 'optimal';
        yield* this.dropSurcharges();
        continue;
      }
      const outcome = yield* this.pivot(place);
      if (outcome === 'infeasible' || outcome === 'lost') {
        if (outcome === 'infeasible' && (yield* this.callPlayers(true))) continue;
        if (this.isFresh && this.basis.factors.isNew) return outcome;
        yield* this.refresh();
      }
    }
    return 'paused';
  }

  /**
   * The place of the variable that is farthest beyond a bound, measured by the norm of its row; or
   * -1.
   */
  private leaving(): number {
    const { variable, norm } = this.basis;
    const value = this.value;
    const { lower, upper } = this;
    let best = 0;
    let place = -1;
    for (let r = 0; r < this.m; r++) {
      const v = variable[r];
      const x = value[r];
      const below = lower[v] - x;
      const above = x - upper[v];
      const beyond = below > above ? below : above;
      if (beyond <= FEASIBLE) continue;
      const merit = (beyond * beyond) / norm[r];
      if (merit > best) {
        best = merit;
        place = r;
      }
    }
    this.ownWork += this.m;
    return place;
  }

  /**
   * Exchanges the variable at a place of the basis, which is beyond a bound. `infeasible`: no
   * values within the bounds meet its row. `lost`: rounding errors have spoilt the pivot.
   */
  private *pivot(place: number): Slices<'done' | 'infeasible' | 'lost'> {
    const { basis, alpha, column, lower } = this;
    const leaving = basis.variable[place];
    const goesUp = this.value[place] < lower[leaving];
    const count = basis.list(place);
    yield* this.pivotRow(count);
    const entering = yield* this.ratioTest(place, goesUp);
    if (entering < 0) {
      // Even with all of them at their other bound the row stays beyond its bound.
      this.ray.fill(0);
      for (let k = 0; k < count; k++) {
        const i = basis.entries[k];
        this.ray[i] = goesUp ? -basis.row[i] : basis.row[i];
      }
      this.clearRow();
      return 'infeasible';
    }
    if (this.flips > 0) this.flip(this.passed, this.flips);

    // The pivot column: the inverse times the column that enters.
    if (this.pace.spent(4 * this.m)) yield;
    basis.column(entering, column);
    const pivot = column[place];
    const error = Math.abs(pivot - alpha[entering]);
    if (Math.abs(pivot) < PIVOT || error > 1e-6 * (1 + Math.abs(pivot))) {
      this.clearRow();
      return 'lost';
    }
    this.exchange(place, entering, goesUp);
    return 'done';
  }

  /** Sets `alpha` to the pivot row: the listed row of the inverse, times the matrix. */
  private *pivotRow(count: number): Slices {
    const n = this.n;
    const { status, alpha, touched, rowEnd, columnOf } = this;
    const { row, entries, rowStart } = this.basis;
    let touches = 0;
    for (let k = 0; k < count; k++) {
      const i = entries[k];
      const rho = row[i];
      const s = n + i;
      if (status[s] !== BASIC) {
        alpha[s] = -rho;
        touched[touches++] = s;
      }
      const end = rowEnd[i];
      for (let at = rowStart[i]; at < end; at++) {
        const j = columnOf[at];
        if (status[j] === BASIC) continue;
        const a = alpha[j];
        // 0 marks a column that was not touched; one that comes back to 0 stays a little above.
        if (a === 0) touched[touches++] = j;
        const sum = a + rho;
        alpha[j] = sum === 0 ? 1e-30 : sum;
      }
      const length = end - rowStart[i];
      this.ownWork += length;
      if (this.pace.spent(1 + length)) yield;
    }
    this.touches = touches;
  }

  private clearRow(): void {
    const { alpha, touched, touches } = this;
    for (let k = 0; k < touches; k++) alpha[touched[k]] = 0;
  }

  /**
   * The variable that enters, or -1: the first that stops the step, with the bounds that the step
   * passes on the way. These variables, `flips` of them, begin `passed`.
   */
  private *ratioTest(place: number, goesUp: boolean): Slices<number> {
    const { lower, upper, reduced, status, alpha, touched, touches, ratios, passed } = this;
    const sign = goesUp ? -1 : 1;
    ratios.clear();
    for (let k = 0; k < touches; k++) {
      const v = touched[k];
      if (lower[v] === upper[v]) continue;
      const a = sign * alpha[v];
      if (status[v] !== LOWER ? a >= -PIVOT : a <= PIVOT) continue;
      ratios.add(v, Math.abs(reduced[v]) / Math.abs(a));
    }
    ratios.order();
    this.ownWork += 2 * ratios.count;
    if (this.pace.spent(touches + 4 * ratios.count)) yield;
    const x = this.value[place];
    const leaving = this.basis.variable[place];
    let slope = goesUp ? lower[leaving] - x : x - upper[leaving];
    this.flips = 0;
    while (ratios.count > 0) {
      // All that stop the step first: the largest pivot of them, unless the slope is still positive
      // behind.
      let limit = Number.POSITIVE_INFINITY;
      let largest = 0;
      let which = -1;
      let fall = 0;
      let end = this.flips;
      while (ratios.least <= limit) {
        if (ratios.count === 0) break;
        const v = ratios.take();
        const a = Math.abs(alpha[v]);
        limit = Math.min(limit, (Math.abs(reduced[v]) + DUAL) / a);
        fall += a * (upper[v] - lower[v]);
        if (a > largest || (a === largest && v < which)) {
          largest = a;
          which = v;
        }
        passed[end++] = v;
      }
      const stops = end - this.flips;
      this.ownWork += 4 * stops;
      if (this.pace.spent(16 * stops)) yield;
      if (slope - fall <= FEASIBLE) return which;
      // Past all of these the step still gains. They change to their other bound.
      slope -= fall;
      this.flips = end;
    }
    return -1;
  }

  /** Takes the step: reduced costs, values and the basis with `entering` at `place`. */
  private exchange(place: number, entering: number, goesUp: boolean): void {
    const { lower, upper, reduced, status, alpha, touched, touches, column, value, basis, m } =
      this;
    const leaving = basis.variable[place];
    const step = reduced[entering] / alpha[entering];
    for (let k = 0; k < touches; k++) {
      const v = touched[k];
      if (step !== 0) reduced[v] = reduced[v] - step * alpha[v];
      alpha[v] = 0;
    }
    reduced[entering] = 0;
    reduced[leaving] = -step;

    const bound = goesUp ? lower[leaving] : upper[leaving];
    const move = (value[place] - bound) / column[place];
    const start = status[entering] === UPPER ? upper[entering] : lower[entering];
    for (let r = 0; r < m; r++) {
      const factor = column[r];
      if (factor === 0) continue;
      value[r] = value[r] - move * factor;
    }
    value[place] = start + move;
    basis.replace(place, entering, column);
    status[leaving] = goesUp ? LOWER : UPPER;
    status[entering] = BASIC;
    this.isFresh = false;
    this.pivots++;
  }

  /** The factors, all values and all reduced costs anew. */
  private *refresh(): Slices {
    const status = this.status;
    for (const v of this.basis.variable) status[v] = LOWER;
    yield* this.basis.refactor();
    for (const v of this.basis.variable) status[v] = BASIC;
    yield* this.price();
    yield* this.settle();
  }
}

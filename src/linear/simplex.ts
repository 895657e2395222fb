import type { Program } from './basis.ts';
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
 * Where all variables have two bounds, any basis is dual feasible once each other variable stands at the bound
 * that the sign of its reduced cost asks for. So after bounds change, by a branch or on the way back from
 * it, the method goes on from the basis it has: no phase one, and no basis to store. Where no cost is negative,
 * variables need no upper bounds.
 *
 * Its numbers are floating-point: nothing is proven here. Those who use its prices make a proof of them, in integers.
 */
export class Simplex extends Vertex {
  /** The rows of A, with the columns in play. */
  private readonly rowEnd: Int32Array;
  private readonly columnOf: Int32Array;
  /** Work arrays: the pivot row by variable, the variables in it, and those that may enter. */
  private readonly alpha: Float64Array;
  private readonly touched: Int32Array;
  private readonly candidates: Int32Array;
  /** Whether some columns wait. */
  private isWaiting = false;
  /** After 'infeasible': prices that prove it, by row. */
  readonly ray: Float64Array;
  /** Where it gives up. */
  private stop = Number.POSITIVE_INFINITY;
  /** Pivots so far. */
  pivots = 0;
  private ownWork = 0;

  constructor(program: Program, seed: number) {
    super(program, seed);
    const { m, n } = this;
    this.alpha = new Float64Array(n + m);
    this.touched = new Int32Array(n + m);
    this.candidates = new Int32Array(n + m);
    this.ray = new Float64Array(m);
    this.rowEnd = this.basis.rowStart.slice(1);
    this.columnOf = this.basis.columnOf.slice();
  }

  /** Numbers worked on so far. */
  get work(): number {
    return this.ownWork + this.basis.work;
  }

  /** Begins again after bounds have changed. */
  restart(): void {
    this.stop = this.pivots + MOST_PIVOTS * (this.m + 20);
    this.price();
    this.choosePlayers();
    this.settle();
  }

  /**
   * Puts the columns in play that the next pivots need. A fixed column is none of them: it is priced anew when its bounds
   * change. Of many columns those with large reduced costs wait outside, at 0, until prices ask for them: a pivot
   * works on the columns in play, and most of the others never come into the basis. (Sifting.)
   */
  private choosePlayers(): void {
    const { n, m, reduced, lower, upper, status } = this;
    const free: number[] = [];
    for (let j = 0; j < n; j++) {
      if (status[j] === WAITING) status[j] = LOWER;
      if (lower[j] === upper[j] || status[j] === BASIC) continue;
      free.push(reduced[j] as number);
    }
    const most = PLAYERS * m;
    this.isWaiting = free.length > 2 * most;
    if (this.isWaiting) {
      const limit = Math.max(0, Float64Array.from(free).sort()[most] as number);
      for (let j = 0; j < n; j++) {
        const canWait = lower[j] === 0 && upper[j] !== Number.POSITIVE_INFINITY;
        if (canWait && status[j] !== BASIC && (reduced[j] as number) > limit) status[j] = WAITING;
      }
    }
    this.list();
  }

  /** Calls the columns that wait and have become too cheap; or all, if need be. False if there are none. */
  private callPlayers(isAll: boolean): boolean {
    const { n, reduced, status } = this;
    if (!this.isWaiting) return false;
    this.price();
    let some = false;
    for (let j = 0; j < n; j++) {
      if (status[j] !== WAITING || (!isAll && (reduced[j] as number) >= -DUAL)) continue;
      status[j] = LOWER;
      some = true;
    }
    if (isAll) this.isWaiting = false;
    if (!some) return false;
    this.list();
    this.settle();
    return true;
  }

  private list(): void {
    const { m, lower, upper, status } = this;
    const { rowStart, columnOf } = this.basis;
    for (let i = 0; i < m; i++) {
      let to = rowStart[i] as number;
      const end = rowStart[i + 1] as number;
      for (let at = to; at < end; at++) {
        const j = columnOf[at] as number;
        if (lower[j] !== upper[j] && status[j] !== WAITING) this.columnOf[to++] = j;
      }
      this.rowEnd[i] = to;
    }
    this.ownWork += columnOf.length;
  }

  /** Makes about so many pivots, or fewer. */
  run(pivots: number): LpOutcome {
    if (this.pivots > this.stop) return 'lost';
    for (let k = 0; k < pivots; k++) {
      if (this.basis.isWorn) this.refresh();
      const place = this.leaving();
      if (place < 0) {
        if (!this.isFresh) {
          this.price();
          this.settle();
          continue;
        }
        if (this.callPlayers(false)) continue;
        if (!this.isSurcharged) return 'optimal';
        this.dropSurcharges();
        continue;
      }
      const outcome = this.pivot(place);
      if (outcome === 'infeasible' || outcome === 'lost') {
        if (outcome === 'infeasible' && this.callPlayers(true)) continue;
        if (this.isFresh && this.basis.isNew) return outcome;
        this.refresh();
      }
    }
    return 'paused';
  }

  /** The place of the variable that is farthest beyond a bound, measured by the norm of its row; or -1. */
  private leaving(): number {
    const { variable, norm } = this.basis;
    const value = this.value;
    const { lower, upper } = this;
    let best = 0;
    let place = -1;
    for (let r = 0; r < this.m; r++) {
      const v = variable[r] as number;
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
    this.ownWork += this.m;
    return place;
  }

  private pivot(place: number): 'done' | 'infeasible' | 'lost' {
    const m = this.m;
    const n = this.n;
    const { lower, upper, reduced } = this;
    const status = this.status;
    const alpha = this.alpha;
    const touched = this.touched;
    const basis = this.basis;
    const { row, entries } = basis;
    const leaving = basis.variable[place] as number;
    const x = this.value[place] as number;
    const goesUp = x < (lower[leaving] as number);
    const sign = goesUp ? -1 : 1;

    // The pivot row: row `place` of the inverse, times the matrix.
    const count = basis.list(place);
    let touches = 0;
    const rowStart = this.basis.rowStart;
    const columnOf = this.columnOf;
    for (let k = 0; k < count; k++) {
      const i = entries[k] as number;
      const rho = row[i] as number;
      const s = n + i;
      if (status[s] !== BASIC) {
        alpha[s] = -rho;
        touched[touches++] = s;
      }
      const end = this.rowEnd[i] as number;
      for (let at = rowStart[i] as number; at < end; at++) {
        const j = columnOf[at] as number;
        if (status[j] === BASIC) continue;
        const a = alpha[j] as number;
        // 0 marks a column that was not touched; one that comes back to 0 stays a little above.
        if (a === 0) touched[touches++] = j;
        const sum = a + rho;
        alpha[j] = sum === 0 ? 1e-30 : sum;
      }
      this.ownWork += end - (rowStart[i] as number);
    }

    // The ratio test, with bounds that are passed on the way.
    const candidates = this.candidates;
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
      this.ownWork += 2 * some;
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
        const i = entries[k] as number;
        this.ray[i] = sign * (row[i] as number);
      }
      for (let k = 0; k < touches; k++) alpha[touched[k] as number] = 0;
      return 'infeasible';
    }
    if (flips > 0) this.flip(touched, touches, touches + flips);

    // The pivot column: the inverse times the column that enters.
    const column = this.column;
    basis.column(entering, column);
    const pivot = column[place] as number;
    const expected = alpha[entering] as number;
    if (Math.abs(pivot) < PIVOT || Math.abs(pivot - expected) > 1e-6 * (1 + Math.abs(pivot))) {
      for (let k = 0; k < touches; k++) alpha[touched[k] as number] = 0;
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
    const move = ((this.value[place] as number) - bound) / pivot;
    const value = this.value;
    const start = (status[entering] === UPPER ? upper[entering] : lower[entering]) as number;
    for (let r = 0; r < m; r++) {
      const factor = column[r] as number;
      if (factor === 0) continue;
      value[r] = (value[r] as number) - move * factor;
    }
    value[place] = start + move;
    basis.replace(place, entering, column);
    status[leaving] = goesUp ? LOWER : UPPER;
    status[entering] = BASIC;
    this.isFresh = false;
    this.pivots++;
    return 'done';
  }

  /** The factors, all values and all reduced costs anew. */
  private refresh(): void {
    const status = this.status;
    for (const v of this.basis.variable) status[v] = LOWER;
    this.basis.factor();
    for (const v of this.basis.variable) status[v] = BASIC;
    this.price();
    this.settle();
  }
}

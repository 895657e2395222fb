import type { Slices } from '../problem/slices.ts';
import { type Account, RANDOM_READ_WORK } from './account.ts';
import { NONE } from './clauses.ts';
import type { Open } from './open.ts';

/** When a score passes this, all are scaled down before they overflow. */
const LARGEST_SCORE = 1e100;
/**
 * The weight of a conflict, if the next one has 1. (0.9 and less is worse, up to 0.985 as good.)
 */
const DECAY = 0.95;

/** Rapid restarts: one is due when clauses are this much worse than on average. */
const WORSE = 1.1;
/** Conflicts that the two averages reach back, and the fewest between two restarts. */
const RECENT_CONFLICTS = 33;
const LONG = 100_000;
const FEWEST_CONFLICTS = 2;
/** Steady restarts: conflicts that the terms of Luby's sequence count. */
const UNIT = 1024;
/** Conflicts of the first rapid turn. Its work is the unit for all later turns. */
const FIRST_TURN = 1000;

/**
 * The order of decisions: next is the open variable that the most conflicts rested on, of late.
 * Each conflict adds to the scores of the variables it came from, and later ones add more
 * (Moskewicz and others: Chaff, 2001; Eén and Sörensson: MiniSat, 2003). A binary heap has the
 * highest score on top. It holds all open variables; those with a value stay in it until they come
 * up.
 */
export class Order {
  private readonly scores: Float64Array;
  private increment = 1;
  private readonly heap: Int32Array;
  /** The variables in the heap. */
  size = 0;
  /** Variable -> its place in the heap, or -1. */
  private readonly place: Int32Array;

  constructor(variables: number, account: Account) {
    this.scores = account.doubles(variables);
    this.heap = account.integers(variables);
    this.place = account.integers(variables);
  }

  /**
   * Fills the heap, the first variables on top. The last one, `over`, is never decided: its place
   * says that it is there, and it is not.
   */
  *layOut(account: Account): Slices {
    const { heap, place } = this;
    this.size = heap.length - 1;
    for (let v = 0; v < this.size; v++) {
      heap[v] = place[v] = v;
      if (account.spent(1)) yield;
    }
  }

  /**
   * Among options that rules add, the first ones are as good as any. So stated options of items with
   * few options begin on top: an item with n of them adds 1 / n² to the score of each. That saves an
   * eighth of the conflicts.
   */
  *favourShortItems({ list, primaryStart, optionOf, stated }: Open, account: Account): Slices {
    const { scores } = this;
    for (let k = 1; k < primaryStart.length; k++) {
      const start = primaryStart[k - 1];
      const end = primaryStart[k];
      const score = 1 / (end - start) ** 2;
      for (let x = start; x < end; x++) {
        const v = list[x] >> 1;
        if (optionOf[v] < stated) scores[v] = scores[v] + score;
      }
      if (account.spent(RANDOM_READ_WORK * (end - start))) yield;
    }
    for (let at = this.size >> 1; at >= 0; at--) {
      this.down(at);
      if (account.spent(RANDOM_READ_WORK)) yield;
    }
  }

  scoreOf(v: number): number {
    return this.scores[v];
  }

  /** The open variable with the highest of other scores, 0 or more; `NONE` if none is open. */
  highest(values: Int8Array, scoreOf: (v: number) => number): number {
    let best = NONE;
    let highest = -1;
    // The last one is `over`.
    for (let v = 0; v < this.scores.length - 1; v++) {
      if (values[2 * v] !== 0) continue;
      const score = scoreOf(v);
      if (score > highest) {
        highest = score;
        best = v;
      }
    }
    return best;
  }

  /** A conflict rested on this variable. */
  bump(v: number): void {
    const score = this.scores[v] + this.increment;
    this.scores[v] = score;
    if (score > LARGEST_SCORE) this.scaleDown();
    const at = this.place[v];
    if (at >= 0) this.up(at);
  }

  /** After each conflict: the next ones count more. */
  age(): void {
    this.increment /= DECAY;
  }

  /**
   * Takes out the open variable of the highest score. There must be one. It looks at `most`
   * variables at most. `NONE` if none of them is open: then call it again.
   */
  next(values: Int8Array, most: number): number {
    for (let k = 0; k < most; k++) {
      const v = this.pop();
      if (values[2 * v] === 0) return v;
    }
    return NONE;
  }

  /** Puts a variable back, if it is not there, when its value is taken back. */
  put(v: number): void {
    if (this.place[v] >= 0) return;
    const at = this.size++;
    this.heap[at] = v;
    this.place[v] = at;
    this.up(at);
  }

  private pop(): number {
    const { heap, place } = this;
    const v = heap[0];
    place[v] = -1;
    const last = heap[--this.size];
    if (this.size > 0) {
      heap[0] = last;
      place[last] = 0;
      this.down(0);
    }
    return v;
  }

  private up(start: number): void {
    const { heap, place, scores } = this;
    const v = heap[start];
    const score = scores[v];
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = heap[parent];
      if (scores[other] >= score) break;
      heap[at] = other;
      place[other] = at;
      at = parent;
    }
    heap[at] = v;
    place[v] = at;
  }

  private down(start: number): void {
    const { heap, place, scores, size } = this;
    const v = heap[start];
    const score = scores[v];
    let at = start;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && scores[heap[child + 1]] > scores[heap[child]]) {
        child++;
      }
      const other = heap[child];
      if (scores[other] <= score) break;
      heap[at] = other;
      place[other] = at;
      at = child;
    }
    heap[at] = v;
    place[v] = at;
  }

  private scaleDown(): void {
    const { scores } = this;
    for (let v = 0; v < scores.length; v++) scores[v] = scores[v] / LARGEST_SCORE;
    this.increment /= LARGEST_SCORE;
  }
}

/**
 * When to restart: to go back, keep what was learned, and decide anew. Two kinds take turns:
 *
 * - *rapid*: as soon as the clauses learned of late have more glue than usual. Then the search
 *   seems to be in the wrong part of the tree (Audemard and Simon: Glucose, 2012; averages as by
 *   Biere and Fröhlich, 2015). Best to prove that there is no solution.
 * - *steady*: after 1, 1, 2, 1, 1, 2, 4, 1, ... times 1024 conflicts (Luby, Sinclair and Zuckerman,
 *   1993, in Knuth's form). Best to find a solution.
 *
 * The turns are of equal work, and grow with the square of their number (Biere: CaDiCaL, 2019).
 * To prove 25x25 Sudokus unique either kind alone is as good (0.95 of the conflicts). But of eight
 * Latin squares of order 40 with 560 holes, rapid turns alone filled one within 6 s each, steady
 * ones five, and both in turn six.
 */
export class Restarts {
  steady = false;
  private readonly work: () => number;
  private conflicts = 0;
  private recent = 0;
  private usual = 0;
  private lastRestart = 0;
  /** The term of Luby's sequence, as Knuth has it: a pair u, v, and v is the term. */
  private u = 1;
  private v = 1;
  turns = 0;
  private turnWork = 0;
  private turnEnd = 0;

  /** `work` returns the work done so far, in any unit. */
  constructor(work: () => number) {
    this.work = work;
  }

  /** A conflict, and the glue of the clause learned from it. */
  noteConflict(glue: number): void {
    this.conflicts++;
    this.recent += (glue - this.recent) / Math.min(this.conflicts, RECENT_CONFLICTS);
    this.usual += (glue - this.usual) / Math.min(this.conflicts, LONG);
  }

  get isDue(): boolean {
    const since = this.conflicts - this.lastRestart;
    if (this.steady) return since >= UNIT * this.v;
    return since >= FEWEST_CONFLICTS && this.recent > WORSE * this.usual;
  }

  noteRestart(): void {
    this.lastRestart = this.conflicts;
    if (this.steady) {
      if ((this.u & -this.u) === this.v) {
        this.u++;
        this.v = 1;
      } else {
        this.v *= 2;
      }
    }
    const work = this.work();
    if (this.turns === 0 ? this.conflicts < FIRST_TURN : work < this.turnEnd) return;
    if (this.turns === 0) this.turnWork = work;
    this.turns++;
    this.steady = !this.steady;
    const pair = (this.turns + 1) >> 1;
    this.turnEnd = work + this.turnWork * pair * pair;
    this.u = this.v = 1;
  }
}

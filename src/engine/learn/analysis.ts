import type { Account } from './account.ts';
import { CLAUSE_HEAD, NONE } from './clauses.ts';
import type { Order } from './decisions.ts';
import { USE } from './open.ts';
import { ASSUMED, type Trail } from './trail.ts';

// The marks of a variable. 0: none.
/** Its literal is in the clause. */
const IN = 1;
/** Its value follows from literals of the clause. */
const IMPLIED = 2;
/** Its value does not follow from them. */
const NOT_IMPLIED = 3;
/** The work of a step for each variable that was marked, in the unit of `Account.left`. */
const VARIABLE_WORK = 8;
/** A learned clause with literals of at most this number of levels is useful for long. */
const SMALL_GLUE = 6;

/**
 * Makes a clause from a conflict: the clause rules out the cause of the conflict. All literals of
 * the conflict are false, and each follows from earlier ones by its reason. The analysis replaces
 * literals by those that they follow from, the latest first, until only one of the current level is
 * left: the *first unique implication point* (Marques-Silva and Sakallah: GRASP, 1996). The clause
 * follows from the problem alone. The search goes back to a level where all other literals are
 * still false. There the clause makes this one true.
 *
 *     level 3:  decision -> ... -> [u] -> ... -> conflict       learned: not u, or not v, or not w
 *     level 2:  ... [v] ----------------^  ^
 *     level 1:  ... [w] -------------------'                    go back to level 2: not u
 */
export class Analysis {
  /** The clause. It makes its first literal true. The second one is of the level to go back to. */
  readonly literals: Int32Array;
  size = 0;
  /**
   * The number of levels in which its literals lie, at least 1 (Audemard and Simon: Glucose, 2009).
   */
  glue = 0;
  private readonly trail: Trail;
  private readonly order: Order;
  /** Variable -> its mark. */
  private readonly marks: Int8Array;
  /** The variables with a mark, some of them twice. */
  private readonly marked: Int32Array;
  private markedSize = 0;
  private readonly stack: Int32Array;
  /** Reasons below this are those of `Counters` and `Sums`. */
  private readonly lastRival: number;
  /** Level -> the number of the last call of `levels` that met it. */
  private readonly stamps: Float64Array;
  private stamp = 0;
  /**
   * Where an item begins -> [the last clause with a "not v" where v has it, where the options agree
   * with v].
   */
  private readonly claims: Int32Array;
  private clause = 0;
  /** The next step of the analysis. */
  private step = 0;

  constructor(trail: Trail, order: Order, account: Account) {
    const { variables, list } = trail.open;
    this.trail = trail;
    this.order = order;
    this.lastRival = -1 - 2 * variables;
    this.literals = account.integers(variables + 1);
    this.marks = account.bytes(variables);
    this.marked = account.integers(2 * variables);
    this.stack = account.integers(variables);
    // Doubles, since after half a day the number of calls passes 2 ** 32.
    this.stamps = account.doubles(variables + 2);
    this.claims = account.integers(2 * list.length);
  }

  /** The level to go back to, where all literals of the clause but the first are false. */
  get backLevel(): number {
    return this.size === 1 ? 0 : this.trail.levelOf(this.literals[1]);
  }

  /**
   * Learns from a conflict that `propagate` gave, at a level above 0. Returns false if the work of
   * this slice runs out, as it may with a million options. Then the caller calls `goOn`.
   */
  learn(conflict: number): boolean {
    this.collect(conflict);
    this.step = 0;
    return !this.trail.account.spent(VARIABLE_WORK * this.markedSize) && this.goOn();
  }

  /**
   * Goes on with the next step. Returns false if there are more. Then the caller calls it again.
   */
  goOn(): boolean {
    for (;;) {
      switch (this.step++) {
        case 0:
          this.glue = this.levels(this.literals, 0, this.size);
          this.leaveOutImplied();
          break;
        case 1:
          this.leaveOutRivals();
          break;
        case 2:
          this.bumpReasons();
          break;
        default:
          this.putBackLevelSecond();
          this.unmark();
          return true;
      }
      if (this.trail.account.spent(VARIABLE_WORK * this.markedSize)) return false;
    }
  }

  private unmark(): void {
    const { marks, marked } = this;
    for (let k = 0; k < this.markedSize; k++) marks[marked[k]] = 0;
    this.markedSize = 0;
  }

  /**
   * Replaces literals of the conflict by those that they follow from, until one of this level is
   * left.
   */
  private collect(conflict: number): void {
    const { trail, literals, marks, lastRival } = this;
    const { a } = trail.clauses;
    this.size = 1;
    let ahead = conflict < NONE && conflict >= lastRival ? this.take(trail.rival ^ 1) : 0;
    let at = trail.size;
    let literal = NONE;
    for (let reason = conflict; ; reason = trail.reasonOf(literal)) {
      if (reason < lastRival) {
        const explainer = trail.explainerOf(reason);
        const end = explainer.explain(reason, trail.values);
        for (let k = explainer.from; k < end; k++) ahead += this.take(explainer.reason[k]);
      } else if (reason < NONE) {
        ahead += this.take((-2 - reason) ^ 1);
      } else {
        if (trail.clauses.isLearned(reason)) this.noteUse(reason);
        const end = reason + CLAUSE_HEAD + a[reason];
        for (let k = reason + CLAUSE_HEAD; k < end; k++) {
          if (a[k] !== literal) ahead += this.take(a[k]);
        }
      }
      do literal = trail.literals[--at];
      while (marks[literal >> 1] !== IN);
      if (--ahead === 0) break;
    }
    literals[0] = literal ^ 1;
  }

  /**
   * Takes a false literal. Returns 1 if it is of this level and must be replaced; else it joins the
   * clause.
   */
  private take(literal: number): 0 | 1 {
    const { trail, marks } = this;
    const v = literal >> 1;
    if (marks[v] !== 0) return 0;
    const level = trail.origins[2 * v];
    if (level === 0) return 0;
    if (level === ASSUMED) {
      this.takeAssumed(literal);
      return 0;
    }
    marks[v] = IN;
    this.marked[this.markedSize++] = v;
    this.order.bump(v);
    if (level === trail.level) return 1;
    this.literals[this.size++] = literal;
    return 0;
  }

  /**
   * Takes a literal of level 1. If the only assumption is "not over", the literal follows from it.
   */
  private takeAssumed(literal: number): void {
    const { trail } = this;
    const taken = trail.assumed === 1 ? 2 * trail.open.over : literal;
    if (this.marks[taken >> 1] === IN) return;
    this.mark(taken >> 1, IN);
    this.literals[this.size++] = taken;
  }

  /**
   * Notes that a learned clause was useful, so it is kept for a while. Its glue may be smaller now.
   */
  private noteUse(clause: number): void {
    const { clauses } = this.trail;
    let glue = clauses.glue(clause);
    if (glue > 2) {
      const first = clause + CLAUSE_HEAD;
      glue = Math.min(glue, this.levels(clauses.a, first, first + clauses.a[clause]));
    }
    clauses.use(clause, glue, glue <= SMALL_GLUE ? 2 : 1);
  }

  /** The number of levels in which these literals lie, without the level of the assumptions. */
  private levels(literals: Int32Array, from: number, to: number): number {
    const { stamps } = this;
    const { origins } = this.trail;
    const stamp = ++this.stamp;
    let levels = 0;
    for (let k = from; k < to; k++) {
      const level = origins[literals[k] & ~1];
      if (stamps[level] === stamp) continue;
      stamps[level] = stamp;
      if (level !== ASSUMED) levels++;
    }
    return levels;
  }

  /** Leaves out literals that are false because the others are (Sörensson and Biere, 2009). */
  private leaveOutImplied(): void {
    const { literals, size } = this;
    let to = 1;
    for (let k = 1; k < size; k++) {
      const literal = literals[k];
      if (!this.isImplied(literal >> 1)) literals[to++] = literal;
    }
    this.size = to;
  }

  /**
   * True if the value of a variable of the clause follows from the others of the clause. It looks
   * at the variables that the value follows from. If one of them lies in a level without a literal
   * of the clause, the answer is no.
   */
  private isImplied(variable: number): boolean {
    const { trail, marks, marked, stack, stamps, stamp, lastRival } = this;
    const { origins } = trail;
    const clauses = trail.clauses.a;
    if (origins[2 * variable + 1] === NONE) return false;
    const before = this.markedSize;
    let depth = 0;
    stack[depth++] = variable;
    while (depth > 0) {
      const v = stack[--depth];
      const reason = origins[2 * v + 1];
      // The reason is one rival, as -2 - its literal, or a clause with several literals.
      let a = clauses;
      let k = reason + CLAUSE_HEAD;
      let end = reason < NONE ? k + 1 : k + a[reason];
      const isRival = reason < NONE && reason >= lastRival;
      if (reason < lastRival) {
        const explainer = trail.explainerOf(reason);
        end = explainer.explain(reason, trail.values);
        k = explainer.from;
        a = explainer.reason;
      }
      for (; k < end; k++) {
        const u = (isRival ? -2 - reason : a[k]) >> 1;
        const mark = marks[u];
        if (u === v || mark === IN || mark === IMPLIED) continue;
        const level = origins[2 * u];
        if (level === 0) continue;
        if (mark === NOT_IMPLIED || origins[2 * u + 1] === NONE || stamps[level] !== stamp) {
          // The variables marked as implied on the way here may not be.
          while (this.markedSize > before) marks[marked[--this.markedSize]] = 0;
          if (mark === 0) this.mark(u, NOT_IMPLIED);
          return false;
        }
        this.mark(u, IMPLIED);
        stack[depth++] = u;
      }
    }
    return true;
  }

  private mark(variable: number, mark: number): void {
    this.marks[variable] = mark;
    this.marked[this.markedSize++] = variable;
  }

  /**
   * Leaves out each literal w whose option excludes the option of a literal "not v" of the clause.
   * If v is chosen, w is not, so the clause says the same without w. That saves a few literals in a
   * hundred for Sudokus, and four of five conflicts for the 3x20 pentominoes.
   */
  private leaveOutRivals(): void {
    const { literals, claims, size } = this;
    const { uses, useStart } = this.trail.open;
    const clause = ++this.clause;
    for (let k = 0; k < size; k++) {
      const literal = literals[k];
      if ((literal & 1) === 0) continue;
      const end = useStart[literal];
      for (let use = useStart[literal ^ 1]; use < end; use += USE) {
        const claim = 2 * uses[use];
        claims[claim] = clause;
        claims[claim + 1] = uses[use + 1];
      }
    }
    let to = 1;
    for (let k = 1; k < size; k++) {
      const literal = literals[k];
      if ((literal & 1) === 1 || !this.hasRival(literal)) literals[to++] = literal;
    }
    this.size = to;
  }

  /** True if an option excludes one that the clause says is not chosen. */
  private hasRival(literal: number): boolean {
    const { claims, clause } = this;
    const { uses, useStart } = this.trail.open;
    const end = useStart[literal + 1];
    for (let use = useStart[literal]; use < end; use += USE) {
      const claim = 2 * uses[use];
      if (claims[claim] === clause && claims[claim + 1] !== uses[use + 1]) return true;
    }
    return false;
  }

  /**
   * Bumps the variables that the literals of the clause follow from: they tend to take part in the
   * next conflicts too (Biere and others: CaDiCaL, 2017). That saves an eighth of the conflicts of
   * 25x25 Sudokus, and more elsewhere.
   */
  private bumpReasons(): void {
    const { literals, size, trail } = this;
    const { a } = trail.clauses;
    for (let k = 0; k < size; k++) {
      const reason = trail.reasonOf(literals[k]);
      if (reason < this.lastRival) {
        const explainer = trail.explainerOf(reason);
        const end = explainer.explain(reason, trail.values);
        for (let x = explainer.from; x < end; x++) this.bumpReason(explainer.reason[x] >> 1);
      } else if (reason < NONE) {
        this.bumpReason((-2 - reason) >> 1);
      }
      if (reason <= NONE) continue;
      const end = reason + CLAUSE_HEAD + a[reason];
      for (let x = reason + CLAUSE_HEAD; x < end; x++) this.bumpReason(a[x] >> 1);
    }
  }

  private bumpReason(variable: number): void {
    if (this.marks[variable] === IN) return;
    if (this.trail.origins[2 * variable] <= ASSUMED) return;
    this.mark(variable, IN);
    this.order.bump(variable);
  }

  /** Swaps a literal of the level to go back to into the second place. */
  private putBackLevelSecond(): void {
    const { literals, size, trail } = this;
    if (size < 2) return;
    let best = 1;
    for (let k = 2; k < size; k++) {
      if (trail.levelOf(literals[k]) > trail.levelOf(literals[best])) best = k;
    }
    const second = literals[best];
    literals[best] = literals[1];
    literals[1] = second;
  }
}

import type { Slices } from '../problem/slices.ts';
import type { Account } from './account.ts';
import { CLAUSE_HEAD, type Clauses, LIST_INTEGERS, NONE, SEEK } from './clauses.ts';
import type { Counters } from './counters.ts';
import type { Order } from './decisions.ts';
import type { Exchange } from './exchange.ts';
import { type Open, USE } from './open.ts';
import type { Proof } from './proof.ts';
import type { Sums } from './sums.ts';

/** The level of the assumptions. */
export const ASSUMED = 1;
/** The work for a literal that is followed up or taken back, besides its list. */
const PER_LITERAL = 8;

/**
 * The options that are chosen or ruled out, in the order in which that was found. A *literal*
 * states a fact about a variable v: 2v that it is chosen, 2v + 1 that it is not. The true ones lie
 * on the trail. A decision begins a *level*. All that follows from it belongs to that level.
 *
 *     trail     6 13 | 4 9 3 1 | 10 15 ...       literals, of the levels 0 | 1 | 2
 *     limits    0      2         6               level -> where it begins
 *
 * Each has a *reason*: none for a decision; a clause whose other literals are all false; the
 * literal of a chosen option that excludes it, as -2 - literal; or one of `Counters` or `Sums`, below
 * all of these. Such a literal stands for the clause "not both of them". No array has these clauses: an item of n
 * options would need n (n - 1) / 2 of them.
 */
export class Trail {
  readonly open: Open;
  readonly clauses: Clauses;
  /** Literal -> 1 if it is true, -1 if it is false, 0 while that is open. */
  readonly values: Int8Array;
  /** Variable -> [level, reason], which mean something while it has a value. */
  readonly origins: Int32Array;
  readonly literals: Int32Array;
  size = 0;
  /** The literals before this have been followed up. */
  head = 0;
  readonly limits: Int32Array;
  level = 0;
  /** The number of literals assumed at level 1, while it stands. */
  assumed = 0;
  /** The number of variables that are chosen. */
  chosen = 0;
  /**
   * Variable -> 1 if it was chosen when it last had a value, or never had one; else -1. A walk sets
   * its own.
   */
  readonly last: Int8Array;
  /** Where `propagate` meets two chosen variables that exclude each other: the second. */
  rival = 0;
  /** Values that `propagate` found. */
  updates = 0;
  readonly account: Account;
  readonly order: Order;
  /** Absent where each item is covered by one option at most, and needs one at most. */
  readonly counters: Counters | undefined;
  /** Absent where the problem tells of none. */
  readonly sums: Sums | undefined;
  /** Present if the caller asks for a proof. */
  readonly proof: Proof | undefined;
  /** Set where other searches take over the clauses learned here. */
  exchange: Exchange | undefined;

  constructor(
    open: Open,
    clauses: Clauses,
    order: Order,
    counters: Counters | undefined,
    sums: Sums | undefined,
    account: Account,
    proof: Proof | undefined,
  ) {
    const { variables } = open;
    this.open = open;
    this.account = account;
    this.clauses = clauses;
    this.order = order;
    this.counters = counters;
    this.sums = sums;
    this.proof = proof;
    this.values = account.bytes(2 * variables);
    this.origins = account.integers(2 * variables);
    this.literals = account.integers(variables);
    this.limits = account.integers(variables + 2);
    this.last = account.bytes(variables).fill(1);
  }

  levelOf(literal: number): number {
    return this.origins[literal & ~1];
  }

  reasonOf(literal: number): number {
    return this.origins[literal | 1];
  }

  /** Makes a literal true that is open. */
  assign(literal: number, reason: number): void {
    this.values[literal] = 1;
    this.values[literal ^ 1] = -1;
    this.origins[literal & ~1] = this.level;
    this.origins[literal | 1] = reason;
    this.literals[this.size++] = literal;
    this.chosen += ~literal & 1;
  }

  /** Begins a level with a literal. */
  decide(literal: number): void {
    this.limits[++this.level] = this.size;
    this.assign(literal, NONE);
  }

  /** Takes back a literal of level 0 from which nothing follows. */
  retract(literal: number): void {
    const { values, literals } = this;
    const at = literals.indexOf(literal);
    literals.copyWithin(at, at + 1, this.size--);
    if (at < this.head) this.head--;
    if (this.counters !== undefined && at < this.counters.head) this.counters.head--;
    if (this.sums !== undefined && at < this.sums.head) this.sums.head--;
    values[literal] = values[literal ^ 1] = 0;
    this.chosen -= ~literal & 1;
    this.order.put(literal >> 1);
  }

  /** Takes back the levels beyond this one. False if the work ran out: then call it again. */
  backTo(level: number): boolean {
    if (level >= this.level) return true;
    const { values, literals, last, order, size, account } = this;
    const start = this.limits[level + 1];
    const stop = Math.max(start, Math.min(size - 1, size - Math.floor(account.left / PER_LITERAL)));
    let { chosen } = this;
    for (let k = size - 1; k >= stop; k--) {
      const literal = literals[k];
      const variable = literal >> 1;
      const isChosen = ~literal & 1;
      values[literal] = 0;
      values[literal ^ 1] = 0;
      last[variable] = 2 * isChosen - 1;
      chosen -= isChosen;
      order.put(variable);
    }
    account.left -= PER_LITERAL * (size - stop);
    this.counters?.takeBack(literals, stop);
    this.sums?.takeBack(literals, stop);
    this.chosen = chosen;
    this.size = this.head = stop;
    if (stop > start) return false;
    this.level = level;
    return true;
  }

  /** The same, slice by slice. */
  *backSlowly(level: number): Slices {
    while (!this.backTo(level)) yield;
  }

  /**
   * Adds the options chosen to those of the prefix, which are there: forced ones, then as they
   * came.
   */
  addSolution(into: number[], prefix: ReadonlySet<number>): void {
    const { literals, size, open } = this;
    const { settled, optionOf } = open;
    for (const option of settled) if (!prefix.has(option)) into.push(option);
    for (let k = 0; k < size; k++) {
      const literal = literals[k];
      const option = optionOf[literal >> 1];
      if ((literal & 1) === 0 && !prefix.has(option)) into.push(option);
    }
    for (const option of this.mergedOptions) if (!prefix.has(option)) into.push(option);
  }

  /** The options chosen that have the variables of others. All variables must have a value. */
  get mergedOptions(): number[] {
    const { stated, optionOf, literalOf } = this.open;
    const chosen: number[] = [];
    for (let option = stated; option < literalOf.length; option++) {
      const literal = literalOf[option];
      if (literal < 0 || optionOf[literal >> 1] === option) continue;
      if (this.values[literal] === 1) chosen.push(option);
    }
    return chosen;
  }

  /** The facts of level 0, and the clauses, over option numbers. @internal */
  knowledge(): number[][] {
    const { open, clauses } = this;
    const known: number[][] = Array.from(open.settled, (option) => [option + 1]);
    const end = this.level > 0 ? this.limits[1] : this.size;
    for (let k = 0; k < end; k++) known.push(this.named(this.literals.subarray(k, k + 1)));
    clauses.each((clause) => known.push(this.named(clauses.literals(clause))));
    return known;
  }

  /** Literals over option numbers k: k + 1, or -k - 1 for "not". */
  named(literals: Int32Array): number[] {
    // `over` is false while the search goes on.
    const meant = literals.filter((literal) => literal >> 1 !== this.open.over);
    return Array.from(meant, (literal) => this.nameOf(literal));
  }

  nameOf(literal: number): number {
    const number = this.open.optionOf[literal >> 1] + 1;
    return literal & 1 ? -number : number;
  }

  /** True if all that follows from the trail is on it. */
  get isFollowedUp(): boolean {
    const { head, size, counters, sums } = this;
    const isCounted = counters === undefined || counters.head === size;
    return (
      head === size && isCounted && (sums === undefined || (sums.head === size && sums.isIdle))
    );
  }

  /**
   * Follows up everything on the trail, to its end or to a conflict. It gives the conflict in the
   * form of a reason: a clause whose literals are all false, a chosen variable that cannot stand
   * beside `rival`, or an item with too many options of one kind. If the work runs out,
   * `isFollowedUp` is false: then call it again.
   */
  propagate(): number {
    const { counters, sums, account } = this;
    for (;;) {
      let conflict = this.propagateClauses();
      if (counters !== undefined && conflict === NONE && this.head === this.size) {
        conflict = counters.propagate(this);
      }
      if (sums !== undefined && conflict === NONE && this.head === this.size) {
        conflict = sums.propagate(this);
      }
      if (conflict !== NONE || this.head === this.size || account.left <= 0) return conflict;
    }
  }

  /** What writes out a reason below those of clauses and rivals. */
  explainerOf(reason: number): Counters | Sums {
    const { counters, sums } = this;
    if (counters?.isReason(reason)) return counters;
    return sums as Sums;
  }

  /**
   * Follows up clauses and rivals.
   *
   * For each literal it visits the clauses that watch its opposite, and copies their list onto
   * itself: i reads, j writes. A clause that finds another literal to watch leaves the list.
   */
  private propagateClauses(): number {
    const { values, origins, literals, clauses, level, account } = this;
    const { heads, a } = clauses;
    const { useStart, hasAdded } = this.open;
    let { watch } = clauses;
    const before = this.size;
    let size = before;
    let { head } = this;
    let { left } = account;
    let conflict = NONE;
    while (head < size && conflict === NONE && left > 0) {
      const literal = literals[head++];
      if ((literal & 1) === 0 || (hasAdded && useStart[literal] !== useStart[literal + 1])) {
        this.size = size;
        account.left = left;
        conflict = this.ruleOut(literal);
        size = this.size;
        left = account.left;
        if (conflict !== NONE) break;
      }
      const lost = literal ^ 1;
      const list = LIST_INTEGERS * lost;
      const end = heads[list + 1];
      let i = heads[list];
      let j = i;
      left -= end - i + PER_LITERAL;
      while (i < end) {
        const name = watch[i];
        const blocker = watch[i + 1];
        watch[j] = name;
        watch[j + 1] = blocker;
        i += 2;
        j += 2;
        let other = blocker;
        let value = values[blocker];
        let clause = ~name;
        if (value > 0) continue;
        if (name >= 0) {
          clause = name;
          const first = clause + CLAUSE_HEAD;
          other = a[first] ^ a[first + 1] ^ lost;
          value = values[other];
          if (value > 0) {
            watch[j - 1] = other;
            continue;
          }
          // Another literal to watch: from where the last search ended, and round to there.
          const beyond = first + a[clause];
          const seek = first + a[clause + SEEK];
          let k = seek;
          while (k < beyond && values[a[k]] < 0) k++;
          if (k === beyond) {
            k = first + 2;
            while (k < seek && values[a[k]] < 0) k++;
            if (k === seek) k = beyond;
          }
          if (k < beyond) {
            a[clause + SEEK] = k - first;
            const found = a[k];
            if (values[found] > 0) {
              watch[j - 1] = found;
              continue;
            }
            j -= 2;
            a[first] = other;
            a[first + 1] = found;
            a[k] = lost;
            clauses.push(found, clause, other);
            watch = clauses.watch;
            continue;
          }
          watch[j - 1] = other;
        }
        if (value < 0) {
          conflict = clause;
          break;
        }
        values[other] = 1;
        values[other ^ 1] = -1;
        origins[other & ~1] = level;
        origins[other | 1] = clause;
        literals[size++] = other;
      }
      if (i !== j) {
        while (i < end) watch[j++] = watch[i++];
        heads[list + 1] = j;
      }
    }
    this.countChosen(before, size);
    this.size = size;
    this.head = head;
    account.left = left;
    this.updates += size - before;
    return conflict;
  }

  /** Rules out the options that a chosen variable excludes. */
  private ruleOut(chosen: number): number {
    const { values, origins, literals, level, account } = this;
    const { uses, useStart, list } = this.open;
    const reason = -2 - chosen;
    const last = useStart[chosen + 1];
    for (let use = useStart[chosen]; use < last; use += USE) {
      const agree = uses[use + 1];
      const end = uses[use + 3];
      const start = uses[use];
      account.left -= end - start;
      for (let x = start; x < end; x++) {
        if (x === agree) {
          x = uses[use + 2];
          if (x === end) break;
        }
        const other = list[x];
        const value = values[other];
        if (value < 0) continue;
        if (value > 0) {
          this.rival = other;
          return reason;
        }
        values[other] = -1;
        values[other ^ 1] = 1;
        origins[other & ~1] = level;
        origins[other | 1] = reason;
        literals[this.size++] = other ^ 1;
      }
    }
    return NONE;
  }

  private countChosen(from: number, to: number): void {
    const { literals } = this;
    for (let k = from; k < to; k++) this.chosen += ~literals[k] & 1;
  }
}

import type { Slices } from '../problem/slices.ts';
import type { Account } from './account.ts';

/** No clause; so also no reason and no conflict. And no variable. */
export const NONE = -1;
// Fields of a clause.
const META = 1;
export const SEEK = 2;
/** The integers of a clause before its literals. */
export const CLAUSE_HEAD = 3;
// The fields of `meta`, from its lowest bit up: learned; used of late, 0 to 3; the glue.
const LEARNED = 1;
const USED = 2;
const GLUE = 8;
/** The `meta` of a clause that goes at the next `rebuild`. */
const REMOVED = -1;
/** The integers of a list: where it begins, where it ends, where its room ends. */
export const LIST_INTEGERS = 3;
/** The integers that are copied in one go. */
const COPIED_INTEGERS = 1 << 14;
/** The work for a clause that is looked at, in integers that are read. */
const CLAUSE_WORK = 8;
/** Learned clauses of this glue or less stay for good. */
const KEPT_GLUE = 2;
/** The share to drop of the clauses that were not used of late. */
const DROPPED_PART = 0.75;

/**
 * The clauses, each saying that at least one of its literals is true: the primary items ("one of
 * its options is chosen"), the learned clauses, and the solutions found ("not this one again").
 *
 *     a     | size | meta | seek | literal literal literal ... | size | ...
 *
 * A clause is named by the address of its size. `seek` is where the last search for a literal to
 * watch ended, as an offset: the next one goes on from there (Gent, 2013).
 *
 * The first two literals of each clause are *watched*. While neither is false the clause forces
 * nothing. When values are taken back nothing needs undoing (Moskewicz and others: Chaff, 2001).
 * The list of a literal has a pair for each clause that watches it:
 *
 *     watch     | clause | blocker | clause | blocker | ... room ...
 *
 * The blocker is another literal of the clause. While it is true the clause is not even read
 * (Sörensson and Eén: MiniSat 2.1, 2008). A clause of two literals is listed as ~clause; then the
 * blocker is its other literal, and it is never read at all.
 */
export class Clauses {
  a: Int32Array;
  /** Where the next clause goes. */
  top = 0;
  watch: Int32Array;
  /** Literal -> its list in `watch`. */
  readonly heads: Int32Array;
  /** True if a list had no memory to grow. Then some clauses are not watched until `rebuild`. */
  isShort = false;
  private watchTop = 0;
  private readonly account: Account;
  private readonly variables: number;
  /** The number of clauses of each glue, or of each size. */
  private readonly counts: Int32Array;

  /** With room for `room` integers of clauses. */
  constructor(variables: number, room: number, account: Account) {
    this.account = account;
    this.variables = variables;
    this.a = account.integers(room);
    this.heads = account.integers(2 * LIST_INTEGERS * variables);
    this.counts = account.integers(variables + 2);
    this.watch = account.integers(0);
  }

  /** True while there is room for another clause, of any size. */
  get hasRoom(): boolean {
    return this.top + CLAUSE_HEAD + this.variables <= this.a.length;
  }

  /**
   * True while there is memory to grow, whatever clauses are added. Otherwise optional clauses are
   * left out.
   */
  get hasPlenty(): boolean {
    return this.account.roomToGrow >= 3 * (this.a.length + this.watch.length);
  }

  /** Makes room for another clause, of any size, if there is memory for it; else false. */
  *makeRoom(): Slices<boolean> {
    const { account, a, top } = this;
    const needed = top + CLAUSE_HEAD + this.variables;
    const most = account.roomToGrow;
    if (needed > most) return false;
    const grown = account.integers(Math.min(most, Math.max(needed, 2 * a.length)));
    for (let from = 0; from < top; from += COPIED_INTEGERS) {
      grown.set(a.subarray(from, Math.min(top, from + COPIED_INTEGERS)), from);
      if (account.spent(COPIED_INTEGERS / 4)) yield;
    }
    account.release(a);
    this.a = grown;
    return true;
  }

  /** Adds a clause of two literals or more, for which there is room; `glue` if it was learned. */
  add(literals: ArrayLike<number>, size: number, glue = 0): number {
    const clause = this.store(literals, size, glue);
    this.attach(clause);
    return clause;
  }

  /** The same without watching it, which `rebuild` will. */
  store(literals: ArrayLike<number>, size: number, glue = 0): number {
    const clause = this.top;
    const { a } = this;
    a[clause] = size;
    a[clause + META] = glue > 0 ? LEARNED | (glue * GLUE) : 0;
    a[clause + SEEK] = 2;
    for (let k = 0; k < size; k++) a[clause + CLAUSE_HEAD + k] = literals[k];
    this.top = clause + CLAUSE_HEAD + size;
    return clause;
  }

  /** Puts a clause on the list of a literal. Without memory for that it sets `isShort`. */
  push(literal: number, name: number, blocker: number): void {
    const { heads } = this;
    const head = LIST_INTEGERS * literal;
    if (heads[head + 1] === heads[head + 2] && !this.growList(head)) return;
    const at = heads[head + 1];
    this.watch[at] = name;
    this.watch[at + 1] = blocker;
    heads[head + 1] = at + 2;
  }

  /** Calls with each clause, in the order in which they were added. */
  each(visit: (clause: number) => void): void {
    const { a } = this;
    for (let clause = 0; clause < this.top; clause += CLAUSE_HEAD + a[clause]) {
      if (a[clause + META] !== REMOVED) visit(clause);
    }
  }

  /** A view of its literals. */
  literals(clause: number): Int32Array {
    return this.a.subarray(clause + CLAUSE_HEAD, clause + CLAUSE_HEAD + this.a[clause]);
  }

  isLearned(clause: number): boolean {
    return (this.a[clause + META] & LEARNED) !== 0;
  }

  /** True if it was dropped, and goes at the next `rebuild`. */
  isDropped(clause: number): boolean {
    return this.a[clause + META] === REMOVED;
  }

  /** Of a learned clause: the fewest levels that its literals were seen to lie in. */
  glue(clause: number): number {
    return Math.floor(this.a[clause + META] / GLUE);
  }

  /** Notes that a learned clause was of use, and its glue then. */
  use(clause: number, glue: number, used: 1 | 2): void {
    const meta = this.a[clause + META];
    const fewest = Math.min(glue, Math.floor(meta / GLUE));
    this.a[clause + META] = LEARNED | (used * USED) | (fewest * GLUE);
  }

  /**
   * Drops the least useful learned clauses: three quarters of those without a part in a conflict of
   * late. The ones with the most glue go first, of those the longest, then the oldest (Audemard and
   * Simon: Glucose, 2009; in tiers as by Oh, 2016). Short of memory, use does not count. Some are
   * kept even then, so that it either comes to an end or is stuck. A dropped clause has an effect
   * until `rebuild`.
   */
  *reduce(shortOfMemory: boolean): Slices {
    const { a, counts, top, account } = this;
    const unused = shortOfMemory ? 0 : 3 * USED;
    const isCandidate = (meta: number): boolean =>
      (meta & LEARNED) !== 0 && (meta & unused) === 0 && meta >= GLUE * (KEPT_GLUE + 1);
    // The glue of which not all are to go, then the size; with how many of each.
    let glue = 0;
    let size = 0;
    let drop = 0;
    for (const bySize of [false, true]) {
      counts.fill(0);
      let candidates = 0;
      for (let clause = 0; clause < top; clause += CLAUSE_HEAD + a[clause]) {
        const meta = a[clause + META];
        if (isCandidate(meta) && (!bySize || Math.floor(meta / GLUE) === glue)) {
          const key = bySize ? a[clause] : Math.floor(meta / GLUE);
          counts[key] = counts[key] + 1;
          candidates++;
        }
        if (account.spent(CLAUSE_WORK)) yield;
      }
      if (!bySize) drop = Math.floor(candidates * DROPPED_PART);
      let key = counts.length - 1;
      while (key > 0 && drop >= counts[key]) drop -= counts[key--];
      if (bySize) size = key;
      else glue = key;
    }
    for (let clause = 0; clause < top; clause += CLAUSE_HEAD + a[clause]) {
      const meta = a[clause + META];
      if ((meta & LEARNED) !== 0) {
        const itsGlue = Math.floor(meta / GLUE);
        const itsSize = a[clause];
        let goes = false;
        if (isCandidate(meta)) {
          goes = itsGlue > glue || (itsGlue === glue && itsSize > size);
          if (itsGlue === glue && itsSize === size && drop > 0) {
            drop--;
            goes = true;
          }
        }
        if (goes) a[clause + META] = REMOVED;
        else if ((meta & (3 * USED)) !== 0) a[clause + META] = meta - USED;
      }
      if (account.spent(CLAUSE_WORK)) yield;
    }
  }

  /** Drops the clauses with this literal. They still count until `rebuild`. */
  *drop(literal: number): Slices {
    const { a, account } = this;
    for (let clause = 0, next = 0; clause < this.top; clause = next) {
      next = clause + CLAUSE_HEAD + a[clause];
      for (let k = clause + CLAUSE_HEAD; k < next; k++)
        if (a[k] === literal) a[clause + META] = REMOVED;
      if (account.spent(next - clause)) yield;
    }
  }

  /**
   * Closes the gaps of dropped clauses, and lays out all lists anew. With values it leaves out the
   * clauses that are true by them, and the literals that are false. The values must stand for good
   * and must have been followed up: then every clause left has two open literals or more.
   */
  *rebuild(values?: Int8Array): Slices {
    const { a, heads, account } = this;
    heads.fill(0);
    let to = 0;
    for (let clause = 0, next = 0; clause < this.top; clause = next) {
      const size = a[clause];
      next = clause + CLAUSE_HEAD + size;
      if (account.spent(CLAUSE_HEAD + size)) yield;
      const meta = a[clause + META];
      if (meta === REMOVED) continue;
      let end = to + CLAUSE_HEAD;
      let isTrue = false;
      for (let k = clause + CLAUSE_HEAD; k < next; k++) {
        const literal = a[k];
        const value = values === undefined ? 0 : values[literal];
        if (value > 0) isTrue = true;
        else if (value === 0) a[end++] = literal;
      }
      if (isTrue) continue;
      a[to] = end - to - CLAUSE_HEAD;
      a[to + META] = meta;
      a[to + SEEK] = 2;
      for (let k = to + CLAUSE_HEAD; k < to + CLAUSE_HEAD + 2; k++) {
        const head = LIST_INTEGERS * a[k];
        heads[head + 1] = heads[head + 1] + 2;
      }
      to = end;
    }
    this.top = to;
    yield* this.layOutLists();
    for (let clause = 0; clause < to; clause += CLAUSE_HEAD + a[clause]) {
      this.attach(clause);
      if (account.spent(CLAUSE_WORK)) yield;
    }
  }

  private attach(clause: number): void {
    const { a } = this;
    const first = a[clause + CLAUSE_HEAD];
    const second = a[clause + CLAUSE_HEAD + 1];
    const name = a[clause] === 2 ? ~clause : clause;
    this.push(first, name, second);
    this.push(second, name, first);
  }

  /** Gives each list the room that `heads` names, and half of it more. */
  private *layOutLists(): Slices {
    const { heads, account } = this;
    let top = 0;
    for (let head = 0; head < heads.length; head += LIST_INTEGERS) {
      const needed = heads[head + 1];
      heads[head] = heads[head + 1] = top;
      top += needed + 2 * (needed >> 2) + 4;
      heads[head + 2] = top;
      if (account.spent(1)) yield;
    }
    this.watchTop = top;
    this.isShort = false;
    const { length } = this.watch;
    if (top <= length && 3 * top >= length) return;
    account.release(this.watch);
    this.watch = account.integers(0);
    this.watch = account.integers(Math.max(top, Math.min(top + (top >> 1), account.roomToGrow)));
  }

  /**
   * Moves a list to the end, with twice the room. The old place is lost until `rebuild`. False if
   * there is no memory for it.
   */
  private growList(head: number): boolean {
    const { heads, watchTop, account, watch } = this;
    const start = heads[head];
    const end = heads[head + 1];
    const top = watchTop + Math.max(8, 2 * (end - start));
    if (top > watch.length) {
      const most = account.roomToGrow;
      if (top > most) {
        this.isShort = true;
        return false;
      }
      this.watch = account.integers(Math.min(most, top + (top >> 1)));
      this.watch.set(watch.subarray(0, watchTop));
      account.release(watch);
    }
    this.watch.copyWithin(watchTop, start, end);
    heads[head] = watchTop;
    heads[head + 1] = watchTop + end - start;
    heads[head + 2] = this.watchTop = top;
    return true;
  }
}

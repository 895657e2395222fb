import type { Slices } from '../problem/slices.ts';
import type { Account } from './account.ts';
import { type Clauses, NONE } from './clauses.ts';
import type { Open } from './open.ts';

/** The part of a trail that it uses, at level 0. */
interface SharedTrail {
  readonly open: Open;
  readonly clauses: Clauses;
  readonly values: Int8Array;
  readonly account: Account;
  assign(literal: number, reason: number): void;
}

/** A clause is given to others if its literals lie in at most this number of levels. */
const MOST_GLUE = 6;
/** The places of a ring, by default: 128 KB. */
const PLACES = 1 << 10;

// A place.
const NUMBER_PLACE = 0;
const SHAPE = 1;
const FIRST_LITERAL = 2;
/** The integers of a place, and the most literals of a clause that is given. */
const PLACE_INTEGERS = 32;
const MOST_LITERALS = PLACE_INTEGERS - FIRST_LITERAL;
/** The work for a literal that is read, in the unit of `Account.left`. */
const LITERAL_WORK = 4;

/**
 * The clauses that several searches of one question learn, in memory that their threads share. Each
 * search is a *member* with a ring of its own. It alone writes there, and all others read:
 *
 *     memory    members | written written ... | ring of member 0 | ring of member 1 | ...
 *     ring      place place place ...           clause n lies in place (n mod places)
 *     place     number | shape | literal literal ... unused       shape: glue x 32 + size
 *
 * `written` is the number of clauses that a member has given. A literal is 2 x option, + 1 for "not
 * chosen": variables have other numbers in each search.
 *
 * No lock is needed. Number n + 1 says that clause n stands there as a whole. A writer first puts n
 * in its place, which no reader of this place waits for; then it writes the clause, and then n + 1.
 * A reader looks at the number before and after it reads. All accesses are atomic, so they have one
 * order for all threads. If both looks give n + 1, no write of another clause has begun before the
 * second look, and what was read is clause n. Otherwise the writer has come round the whole ring
 * meanwhile. Then the clause is lost to this reader, which goes on with the next one.
 *
 * A clause that is given follows from the problem and the base alone, which all members have in
 * common:
 *
 * - A learned clause is derived from the clauses of the items, from what a chosen option rules out,
 *   from counters, from clauses learned before, and from clauses that block solutions. It contains
 *   its assumptions.
 * - Clauses that block a solution say "... or over", and so do all that rest on them. These are not
 *   given.
 * - A clause taken over is derived so by another member, in finitely many steps from the same
 *   beginning.
 *
 * So a member that takes over clauses has the same solutions as before, and a conflict at level 0
 * is a proof still.
 */
export class Exchange {
  /**
   * The numbers of clauses that it has given, and taken over; clauses that were true already do not
   * count.
   */
  given = 0;
  taken = 0;
  /** The number of clauses that it came too late for. */
  lost = 0;
  /** The clause that `next` has read. */
  readonly literals = new Int32Array(MOST_LITERALS);
  size = 0;
  glue = 0;
  private readonly memory: Int32Array;
  private readonly member: number;
  private readonly members: number;
  private readonly places: number;
  /** Member -> the number of its clauses that this one has read or lost. */
  private readonly read: Int32Array;

  /**
   * The memory for a number of members, or undefined where threads cannot share any. `places`: 2,
   * 4, 8 ...
   */
  static memory(members: number, places = PLACES): Int32Array | undefined {
    if (typeof SharedArrayBuffer === 'undefined') return undefined;
    const memory = new Int32Array(
      new SharedArrayBuffer(4 * (1 + members * (1 + places * PLACE_INTEGERS))),
    );
    memory[0] = members;
    return memory;
  }

  /** A member, from 0 up. One that takes the place of another goes on with its ring. */
  constructor(memory: Int32Array, member: number) {
    this.memory = memory;
    this.member = member;
    this.members = memory[0];
    this.places = ((memory.length - 1) / this.members - 1) / PLACE_INTEGERS;
    this.read = new Int32Array(this.members);
  }

  /**
   * Gives a learned clause to the others, if it is likely to be of use to them and holds for them.
   */
  give(literals: Int32Array, size: number, glue: number, { optionOf, over }: Open): void {
    if (size > MOST_LITERALS || (glue > MOST_GLUE && size > 2)) return;
    for (let k = 0; k < size; k++) if (literals[k] >> 1 === over) return;
    const { memory, member } = this;
    const number = Atomics.load(memory, 1 + member);
    const place = this.placeOf(member, number);
    Atomics.store(memory, place + NUMBER_PLACE, number);
    Atomics.store(memory, place + SHAPE, glue * PLACE_INTEGERS + size);
    for (let k = 0; k < size; k++) {
      const literal = literals[k];
      const option = optionOf[literal >> 1];
      Atomics.store(memory, place + FIRST_LITERAL + k, 2 * option + (literal & 1));
    }
    // The numbers wrap around after 2 ** 32 clauses. All differences and comparisons are of 32
    // bits.
    Atomics.store(memory, place + NUMBER_PLACE, (number + 1) | 0);
    Atomics.store(memory, 1 + member, (number + 1) | 0);
    this.given++;
  }

  /** True if there are clauses that it has not read. */
  get hasNews(): boolean {
    for (let k = 0; k < this.members; k++) {
      if (k !== this.member && this.newsOf(k, Atomics.load(this.memory, 1 + k)) > 0) return true;
    }
    return false;
  }

  /**
   * Adds the clauses of the others, at level 0. Returns false if one of them is false there: then
   * there is no solution. Where memory may run short, they are lost.
   */
  *takeOver(facts: SharedTrail): Slices<boolean> {
    const { clauses, account } = facts;
    for (let k = 0; k < this.members; k++) {
      // Clauses that are written from now on wait for the next time, so that this comes to an end.
      const end = Atomics.load(this.memory, 1 + k);
      while (k !== this.member && this.newsOf(k, end) > 0) {
        if (!clauses.hasRoom) return true;
        if (this.next(k) && clauses.hasPlenty && !this.add(facts)) return false;
        if (account.spent(LITERAL_WORK * this.size)) yield;
      }
    }
    return true;
  }

  /**
   * Reads the next clause of another member. Returns false if it was overwritten, before or
   * meanwhile.
   */
  next(from: number): boolean {
    const { memory, read, literals } = this;
    const missed = this.newsOf(from, Atomics.load(memory, 1 + from)) - this.places;
    if (missed > 0) {
      this.lost += missed;
      read[from] = read[from] + missed;
    }
    const number = read[from];
    const place = this.placeOf(from, number);
    const isWhole = () => Atomics.load(memory, place + NUMBER_PLACE) === ((number + 1) | 0);
    read[from] = number + 1;
    if (isWhole()) {
      const shape = Atomics.load(memory, place + SHAPE);
      this.size = shape % PLACE_INTEGERS;
      this.glue = Math.floor(shape / PLACE_INTEGERS);
      for (let k = 0; k < this.size; k++)
        literals[k] = Atomics.load(memory, place + FIRST_LITERAL + k);
      if (isWhole()) return true;
    }
    this.lost++;
    return false;
  }

  /** The number of clauses of a member, up to `end`, that it has not read. */
  private newsOf(member: number, end: number): number {
    return (end - this.read[member]) | 0;
  }

  private placeOf(member: number, number: number): number {
    const { members, places } = this;
    return 1 + members + PLACE_INTEGERS * (member * places + (number & (places - 1)));
  }

  /**
   * Adds the clause that was read, at level 0. Returns false if all its literals are false there.
   */
  private add(facts: SharedTrail): boolean {
    const { open, values, clauses } = facts;
    const { literals } = this;
    let size = 0;
    for (let k = 0; k < this.size; k++) {
      const read = literals[k];
      // The members have one base, so the option is open here, too.
      // Only what sums say may be missing.
      if (read >> 1 >= open.literalOf.length) return true;
      const literal = open.literalOf[read >> 1] ^ (read & 1);
      const value = values[literal];
      if (value > 0) return true;
      if (value === 0) literals[size++] = literal;
    }
    if (size === 0) return false;
    if (size === 1) facts.assign(literals[0], NONE);
    else clauses.add(literals, size, Math.min(this.glue, size));
    this.taken++;
    return true;
  }
}

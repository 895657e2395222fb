import type { SearchSettings } from '../kernels/search.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { isPromise } from '../problem/setting.ts';
import type { Slices } from '../problem/slices.ts';
import type { Account } from './account.ts';
import { CLAUSE_HEAD, type Clauses, NONE } from './clauses.ts';
import type { Exchange } from './exchange.ts';
import type { Open } from './open.ts';

/**
 * Takes the text of a proof, some whole lines at each call. Asynchronous functions wait for a
 * promise that it returns; the others refuse it.
 */
export type ProofSink = (lines: string) => unknown;

/** The settings of `learn`. */
export interface LearnSettings extends SearchSettings {
  /**
   * Takes a proof that there are no solutions but those found, in the text form of DRAT. It is
   * complete when the search has come to its end. It proves this of the clauses of `dimacsLines`,
   * with these solutions as `without`.
   */
  readonly proof?: ProofSink | undefined;
  /**
   * Clauses of other searches of the same problem below the same prefix, and for them. @internal
   */
  readonly exchange?: Exchange | undefined;
}

/** The literals of the trail that hold for good. */
interface Facts {
  readonly literals: Int32Array;
  readonly size: number;
  /** Variable -> [level, reason]. */
  readonly origins: Int32Array;
}

/** The bytes that are collected before the sink takes them. */
const SINK_BYTES = 1 << 16;
/** The most bytes of a literal: a sign, ten digits and a space. */
const LITERAL_BYTES = 12;
/** The most bytes of a line besides its literals: `d `, `0` and the end. */
const FRAME = 4;
/** The work to write a literal, in the unit of `Account.left`. */
const WRITTEN_LITERAL_WORK = 8;

// Characters.
const LINE_END = 0x0a;
const SPACE = 0x20;
const MINUS = 0x2d;
const ZERO = 0x30;
const DELETE = 0x64;
const DECODER = new TextDecoder();

/**
 * Writes what `learn` derives, in the text form of DRAT (Wetzler, Heule and Hunt: DRAT-trim, 2014),
 * so that another program can check it:
 *
 *     4 -7 -12 0       a clause: option 3 is chosen, or option 6 is not, or option 11 is not
 *     d 4 -7 9 -12 0   an earlier clause goes
 *     0                the empty clause: there is no other solution
 *
 * The checker begins with the clauses of `dimacsLines`: the problem, and a clause against each
 * solution found. It accepts a clause by *reverse unit propagation*: if all its literals are false,
 * unit propagation comes to a conflict. So unit propagation there must find every fact that `Trail`
 * finds here. It does:
 *
 * - What a chosen option rules out, what an item still needs, and what a full side of a counter
 *   implies follows from the clauses of that item alone. They are made for that.
 * - A learned clause is a line. When it loses literals that are false for good, the shorter clause
 *   is a line before the longer one goes.
 * - What holds for good has a line of its own before any clause goes that it may have followed
 *   from.
 *
 * The variable `over` is in no line: it is false until the search is over.
 *
 * The bytes of a line are written one by one, since to add strings takes three times as long. So a
 * proof takes `learn` about a twentieth of its time.
 */
export class Proof {
  private readonly sink: ProofSink;
  private readonly account: Account;
  /** The meaning of the variables. */
  private open: Open | undefined;
  /** Lines that the sink has not taken yet: this many bytes. */
  private bytes = new Uint8Array(SINK_BYTES);
  private size = 0;
  /** The literals of level 0 before this have their lines. */
  private settled = 0;

  constructor(sink: ProofSink, account: Account) {
    if (typeof sink !== 'function') {
      throw new QuadrilleError(
        'bad-setting',
        `proof is ${shown(sink)}; give a function, which is called with the text of the proof.`,
      );
    }
    this.sink = sink;
    this.account = account;
  }

  begin(open: Open): void {
    this.open = open;
  }

  /** Refuses calls that leave the one search of the whole problem that a proof is about. */
  refuse(what: string): never {
    throw new QuadrilleError(
      'bad-setting',
      `A search that writes a proof cannot ${what}; make a new search of the whole problem, or leave the proof out.`,
    );
  }

  /** A clause that was learned. */
  add(literals: ArrayLike<number>, size: number): void {
    this.line(false, literals, 0, size);
  }

  /** Gives a line to each literal that holds at level 0, before the reasons for it go. */
  settle({ literals, size, origins }: Facts): void {
    for (; this.settled < size; this.settled++) {
      const literal = literals[this.settled];
      // Without a reason it was learned, and has its line.
      if (origins[literal | 1] !== NONE) this.line(false, literals, this.settled, this.settled + 1);
    }
  }

  /** Writes the changes by `rebuild`: dropped clauses go, and by values others get shorter. */
  *rebuild(clauses: Clauses, values?: Int8Array): Slices {
    const { a, top } = clauses;
    for (let clause = 0, next = 0; clause < top; clause = next) {
      const first = clause + CLAUSE_HEAD;
      next = first + a[clause];
      if (clauses.isDropped(clause)) this.line(true, a, first, next);
      else if (values !== undefined && clauses.isLearned(clause)) {
        this.shorten(a, first, next, values);
      }
      if (this.account.spent(next - clause)) yield;
    }
  }

  /** The empty clause, which is the last line. */
  end(): void {
    this.bytes[this.size++] = ZERO;
    this.bytes[this.size++] = LINE_END;
    this.flush();
  }

  /**
   * A clause loses the literals that are false for good. If one is true for good, the clause goes.
   */
  private shorten(literals: Int32Array, from: number, to: number, values: Int8Array): void {
    let isTrue = false;
    let isShorter = false;
    for (let k = from; k < to; k++) {
      const value = values[literals[k]];
      if (value > 0) isTrue = true;
      if (value < 0) isShorter = true;
    }
    if (!isTrue && !isShorter) return;
    if (!isTrue) this.line(false, literals, from, to, values);
    this.line(true, literals, from, to);
  }

  /** Writes a line, without the literals that are false by `values`. */
  private line(
    isDropped: boolean,
    literals: ArrayLike<number>,
    from: number,
    to: number,
    values?: Int8Array,
  ): void {
    const { optionOf, over } = this.open as Open;
    const most = LITERAL_BYTES * (to - from) + FRAME;
    // The end of the proof always has room.
    if (this.size + most + FRAME > this.bytes.length) this.flush(most + FRAME);
    const before = this.size;
    if (isDropped) {
      this.bytes[this.size++] = DELETE;
      this.bytes[this.size++] = SPACE;
    }
    const first = this.size;
    for (let k = from; k < to; k++) {
      const literal = literals[k];
      const variable = literal >> 1;
      if (variable === over || (values !== undefined && values[literal] < 0)) continue;
      this.write((literal & 1) === 1, optionOf[variable] + 1);
    }
    this.account.spent(WRITTEN_LITERAL_WORK * (to - from));
    // The clause "over" alone is the empty one, with which the search ends.
    if (this.size === first) {
      this.size = before;
      return;
    }
    this.bytes[this.size++] = ZERO;
    this.bytes[this.size++] = LINE_END;
  }

  private write(isNegative: boolean, number: number): void {
    const { bytes } = this;
    let start = this.size;
    if (isNegative) bytes[start++] = MINUS;
    let end = start + 1;
    for (let power = 10; power <= number; power *= 10) end++;
    for (let at = end - 1, rest = number; at >= start; at--) {
      const tens = (rest / 10) | 0;
      bytes[at] = ZERO + rest - 10 * tens;
      rest = tens;
    }
    bytes[end] = SPACE;
    this.size = end + 1;
  }

  /** Hands all lines over, and sees to room for a line of that many bytes. */
  private flush(room = 0): void {
    const lines = DECODER.decode(this.bytes.subarray(0, this.size));
    this.size = 0;
    if (room > this.bytes.length) this.bytes = new Uint8Array(room);
    if (lines === '') return;
    const written = this.sink(lines);
    if (!isPromise(written)) return;
    written.then(undefined, () => undefined);
    throw new QuadrilleError(
      'bad-setting',
      'proof gave a promise, and a search that blocks the event loop cannot wait for it; ' +
        'write the lines before it returns, or call firstAsync, countAsync, isUniqueAsync or solutionsAsync.',
    );
  }
}

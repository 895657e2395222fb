import { QuadrilleError, shown } from '../problem/error.ts';
import type { Account } from './account.ts';
import { NONE } from './clauses.ts';
import type { Open } from './open.ts';
import type { Trail } from './trail.ts';

/** Takes the text of a proof, a few whole lines at each call. */
export type ProofSink = (lines: string) => void;

/** The characters that are collected before the sink takes them. */
const PIECE = 1 << 16;
/** The work to write a literal, in the unit of `Account.left`. */
const WORK = 16;

/**
 * Writes what `learn` derives, in the text form of DRAT (Wetzler, Heule and Hunt: DRAT-trim, 2014), for a program
 * that trusts nobody:
 *
 *     4 -7 -12 0       a clause: option 3 is chosen, or option 6 is not, or option 11 is not
 *     d 4 -7 9 -12 0   an earlier clause that is used no more
 *     0                the empty clause: nothing is left
 *
 * The clauses it begins with are those of `dimacsLines`: the problem, and a clause against each solution found.
 * Each line is *RUP*: if all its literals are false, then unit propagation in the clauses before it comes to a conflict.
 * That holds since unit propagation finds there all that `Trail` finds:
 *
 * - What forced choices settle, what a choice rules out, and what a full side of a counter implies: those clauses are
 *   made so that units alone show it (see `dimacsLines`).
 * - What a learned clause implies: it is a line of the proof. If literals of it are false for good it is written again
 *   without them, and the longer one is deleted.
 * - What holds for good (level 0): before clauses are deleted, each such literal gets a line. So nothing is lost if it
 *   followed from a clause that goes.
 *
 * The variable `over` is in no line: it is false as long as the search goes on.
 */
export class Proof {
  private readonly sink: ProofSink;
  private readonly account: Account;
  private open: Open | undefined;
  private text = '';
  /** The literals of level 0 before this have a line. */
  private settled = 0;
  private hasEnded = false;

  constructor(sink: ProofSink, account: Account) {
    if (typeof sink !== 'function') {
      throw new QuadrilleError(
        'bad-setting',
        `proof is ${shown(sink)}; give a function that takes the text of the proof.`,
      );
    }
    this.sink = sink;
    this.account = account;
  }

  /** Names the variables of all clauses to come. */
  begin(open: Open): void {
    this.open = open;
  }

  /** A clause that follows from those before. */
  add(literals: ArrayLike<number>, size: number): void {
    this.line('', literals, 0, size);
  }

  /** A clause, from its first literal to the next clause, goes. */
  drop(literals: Int32Array, from: number, to: number): void {
    // A fact stays, even if it was stored as "... or over".
    const { over } = this.open as Open;
    const isFact = to - from === 2 && literals.subarray(from, to).some((x) => x >> 1 === over);
    if (!isFact) this.line('d ', literals, from, to);
  }

  /** A clause loses the literals that are false for good; if one is true for good, it goes. */
  shorten(literals: Int32Array, from: number, to: number, values: Int8Array): void {
    let isTrue = false;
    let isShorter = false;
    for (let k = from; k < to; k++) {
      const value = values[literals[k] as number] as number;
      if (value > 0) isTrue = true;
      if (value < 0) isShorter = true;
    }
    if (!isTrue && !isShorter) return;
    if (!isTrue) this.line('', literals, from, to, values);
    this.drop(literals, from, to);
  }

  /** Gives a line to all that holds at level 0, before the reasons for it go. */
  settle({ literals, size, origins }: Trail): void {
    for (; this.settled < size; this.settled++) {
      const literal = literals[this.settled] as number;
      // Without a reason it was learned, and has its line.
      if (origins[literal | 1] !== NONE) this.line('', literals, this.settled, this.settled + 1);
    }
  }

  /** The last line: the clauses contradict each other. */
  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.sink(`${this.text}0\n`);
    this.text = '';
  }

  /** Writes a line, without the literals that are false by `values`. */
  private line(
    before: '' | 'd ',
    literals: ArrayLike<number>,
    from: number,
    to: number,
    values?: Int8Array,
  ): void {
    const { optionOf, over } = this.open as Open;
    let line = before;
    for (let k = from; k < to; k++) {
      const literal = literals[k] as number;
      const variable = literal >> 1;
      if (variable === over || (values !== undefined && (values[literal] as number) < 0)) continue;
      const number = (optionOf[variable] as number) + 1;
      line += `${(literal & 1) === 0 ? number : -number} `;
    }
    this.account.spent(WORK * (to - from));
    // Nothing is left of "over" alone: the search ends with that.
    if (line === before) return;
    this.text += `${line}0\n`;
    if (this.text.length < PIECE) return;
    this.sink(this.text);
    this.text = '';
  }
}

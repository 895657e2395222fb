import type { Slices } from '../problem/slices.ts';
import type { Equivalence } from '../symmetry/equivalence.ts';

/** The bytes of a text in a set, beside its characters. */
const TEXT_BYTES = 100;

/**
 * The classes of solutions that were met, where symmetries are many. The canonical form of a
 * solution tells its class. A class is met many times (one-factorizations of K10 44 times), so
 * mostly a cheaper form tells it: that of the solution with any one vertex of a cell singled out.
 *
 *     solution --> its form with a vertex singled out -- known --> its class was met
 *                               | unknown
 *                               '--> its canonical form -- known --> its class was met
 *                                             | unknown
 *                                             '--> a new class
 *
 * To be of use, all forms of a class with a vertex singled out must be known, which takes the work
 * of some canonical forms. They are made while that has taken less work than the canonical forms of
 * classes that were met before. So at most twice the work of these is lost.
 */
export class KnownClasses {
  /** The bytes of all forms. */
  bytes = 0;
  private readonly equivalence: Equivalence;
  /** The canonical forms, and those with a vertex singled out; the most bytes of the latter. */
  private readonly classes = new Set<string>();
  private readonly pointed = new Set<string>();
  private readonly pointedRoom: number;
  private pointedBytes = 0;
  /** The work on canonical forms of classes met before, and on forms with a vertex singled out. */
  private looksAgain = 0;
  private looksPointed = 0;

  constructor(equivalence: Equivalence, pointedRoom: number) {
    this.equivalence = equivalence;
    this.pointedRoom = pointedRoom;
  }

  /** The number of solutions in the class of a solution; undefined, if it was met before. */
  *enter(solution: readonly number[]): Slices<bigint | undefined> {
    const { equivalence, classes, pointed } = this;
    if (pointed.size > 0 && pointed.has(yield* equivalence.formWithPoint(solution))) {
      return undefined;
    }
    const before = equivalence.looks;
    const { key, size } = yield* equivalence.classOf(solution);
    const isNew = !classes.has(key);
    if (isNew) {
      classes.add(key);
      this.bytes += key.length + TEXT_BYTES;
    } else this.looksAgain += equivalence.looks - before;
    if (this.looksPointed < this.looksAgain) yield* this.singleOut();
    return isNew ? size : undefined;
  }

  /** Gives memory back: classes are known by their canonical forms alone then. */
  forgetPointed(): void {
    this.pointed.clear();
    this.bytes -= this.pointedBytes;
    this.pointedBytes = 0;
  }

  /** Makes all forms with a vertex singled out of the solution that was looked at last. */
  private *singleOut(): Slices {
    const { equivalence, pointed } = this;
    const before = equivalence.looks;
    for (const point of equivalence.search.points()) {
      if (this.pointedBytes > this.pointedRoom) break;
      const form = yield* equivalence.formWithPoint(undefined, point);
      if (pointed.has(form)) continue;
      pointed.add(form);
      this.pointedBytes += form.length + TEXT_BYTES;
      this.bytes += form.length + TEXT_BYTES;
    }
    this.looksPointed += equivalence.looks - before;
  }
}

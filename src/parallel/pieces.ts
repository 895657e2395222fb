import { type Counters, recordOf, Totals } from '../kernels/counters.ts';
import type { Prefix } from '../kernels/prefix.ts';
import {
  merge,
  type PlainRemaining,
  partOf,
  type Remaining,
  remainingOf,
  shareOf,
} from '../plan/remaining.ts';
import { QuadrilleError } from '../problem/error.ts';

/** Prefixes that one worker searches, one after the other. */
export interface Piece {
  readonly remaining: Remaining;
  /** The number of workers that ended while they searched it. */
  readonly failures: number;
}

/** The result of a piece: its totals, the rest that is left of it, and the work. */
export interface PieceResult extends Counters {
  readonly remaining: PlainRemaining;
}

/** A piece is given to at most this number of workers. */
const MOST_FAILURES = 3;
/** The most prefixes of its piece that an error names. */
const MOST_NAMED = 3;

/**
 * The pieces of a divided search: the open prefixes, the pieces that workers have, and the totals.
 *
 *     open --take--> out --settle--> totals, and the rest is open again
 *       ^-----fail----'
 *
 * A piece counts when its result is entered, once: its count and its rest enter in one step. A
 * worker that ends before that has changed nothing here; its piece is searched again. So at each
 * moment the totals, and the solutions below all prefixes of `left()`, are together all solutions,
 * each once. So this is the state of a checkpoint too.
 */
export class Pieces {
  readonly #workers: number;
  /** The totals, and the prefixes that no worker has. */
  #open: Remaining;
  /** Pieces to search again. They stay whole, so that the failures of each are counted. */
  readonly #again: Piece[] = [];
  readonly #out = new Set<Piece>();
  #work: Counters = new Totals([]);
  /** The least share of the tree that was ever left. */
  #least = 1;

  constructor(workers: number, remaining: Remaining) {
    this.#workers = workers;
    this.#open = remaining;
    this.#noteShare();
  }

  get solutions(): bigint {
    return this.#open.solutions;
  }

  /** The work done by pieces whose results are in. */
  get work(): Counters {
    return this.#work;
  }

  /** The share of the tree that is done, 0 to 1. It never decreases. */
  get share(): number {
    return this.isDone ? 1 : 1 - this.#least;
  }

  /** True if nothing is left. */
  get isDone(): boolean {
    return this.#out.size === 0 && !this.hasOpen;
  }

  /** True if there is a piece to take. */
  get hasOpen(): boolean {
    return this.#open.left.length + this.#again.length > 0;
  }

  /** True if there is a prefix for each worker, should all of them come now. */
  get isPlentiful(): boolean {
    return this.#open.left.length >= this.#workers;
  }

  /** The totals and all that is left, also of pieces that workers have. */
  get remaining(): Remaining {
    const pieces = [...this.#again, ...this.#out];
    const left = pieces.flatMap(({ remaining }) => remaining.left);
    return { ...this.#open, left: [...this.#open.left, ...left] };
  }

  /**
   * A piece for one worker, if there is one. It is every second open prefix by their shares (with
   * three workers, every third, and so on), so that large and small ones stay for the others.
   */
  take(): Piece | undefined {
    let piece = this.#again.shift();
    if (piece === undefined) {
      const { engine, left } = this.#open;
      if (left.length === 0) return undefined;
      const sorted = [...left].sort((a, b) => b.share - a.share);
      const step = Math.max(2, this.#workers);
      const taken = sorted.filter((_, n) => n % step === 0);
      this.#open = { ...this.#open, left: sorted.filter((_, n) => n % step !== 0) };
      piece = { remaining: partOf(engine, taken), failures: 0 };
    }
    this.#out.add(piece);
    return piece;
  }

  /**
   * Enters a result. False if no worker has the piece, as for a second result, which does not
   * count.
   */
  settle(piece: Piece, result: PieceResult): boolean {
    if (!this.#out.delete(piece)) return false;
    // The caller has the solutions themselves.
    this.#open = merge(this.#open, { ...remainingOf(result.remaining), found: [] });
    this.#work = recordOf(new Totals([this.#work, result]));
    this.#noteShare();
    return true;
  }

  /**
   * Notes that a worker has ended over a piece. The piece is searched again; the third time is an
   * error.
   */
  fail(piece: Piece, reason: unknown): void {
    if (!this.#out.delete(piece)) return;
    const failures = piece.failures + 1;
    this.#again.push({ ...piece, failures });
    if (failures < MOST_FAILURES) return;
    throw new QuadrilleError(
      'worker-failed',
      `${failures} workers in turn have ended over one part of the search (${messageOf(reason)}), ` +
        `below ${named(piece.remaining.left)}; ${this.solutions} solutions are found in the others. ` +
        'Search below these prefixes by another engine, or with more memory.',
    );
  }

  #noteShare(): void {
    this.#least = Math.min(this.#least, shareOf(this.remaining.left));
  }
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

function named(prefixes: readonly Prefix[]): string {
  const all = prefixes.slice(0, MOST_NAMED).map((prefix) => `[${prefix.toArray().join(', ')}]`);
  const more = prefixes.length - all.length;
  return `the prefix${prefixes.length > 1 ? 'es' : ''} ${all.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

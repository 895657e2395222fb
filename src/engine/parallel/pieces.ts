import { type Counters, recordOf, Totals } from '../kernels/counters.ts';
import type { Prefix } from '../kernels/prefix.ts';
import { plural } from '../problem/error.ts';
import {
  merge,
  type PlainRemaining,
  partOf,
  type Remaining,
  remainingOf,
  shareOf,
} from '../solve/remaining.ts';

/** Prefixes that one worker searches, one after the other. */
export type Piece = Remaining;

/** The result of a piece: its totals, the rest that is left of it, and the work. */
export interface PieceResult extends Counters {
  readonly remaining: PlainRemaining;
}

/** The most prefixes of its piece that an error names. */
const MOST_NAMED_PREFIXES = 3;

/**
 * The pieces of a divided search: the open prefixes, the pieces that workers have, and the totals.
 *
 *     open --take--> out --settle--> totals, and the rest is open again
 *
 * A piece counts when its result is entered, once: its count and its rest enter in one step. A
 * worker that ends before that has changed nothing here; another one gets the piece. So at each
 * moment the totals, and the solutions below all prefixes of `remaining`, are together all solutions,
 * each once. So this is the state of a checkpoint too.
 */
export class Pieces {
  readonly #workers: number;
  /** The totals, and the prefixes that no worker has. */
  #open: Remaining;
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
    return this.#open.left.length > 0;
  }

  /** True if there is a prefix for each worker, should all of them come now. */
  get isPlentiful(): boolean {
    return this.#open.left.length >= this.#workers;
  }

  /** The totals and all that is left, also of pieces that workers have. */
  get remaining(): Remaining {
    const left = [...this.#out].flatMap((piece) => piece.left);
    return { ...this.#open, left: [...this.#open.left, ...left] };
  }

  /**
   * A piece for one worker, if there is one. It is every second open prefix by their shares (with
   * three workers, every third, and so on), so that large and small ones stay for the others.
   */
  take(): Piece | undefined {
    const { engine, left } = this.#open;
    if (left.length === 0) return undefined;
    const sorted = [...left].sort((a, b) => b.share - a.share);
    const step = Math.max(2, this.#workers);
    const taken = sorted.filter((_, n) => n % step === 0);
    this.#open = { ...this.#open, left: sorted.filter((_, n) => n % step !== 0) };
    const piece = partOf(engine, taken);
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

  /** The message where worker after worker ends over a piece. */
  failureOver({ left }: Piece, failures: number, why: string): string {
    return (
      `${plural(failures, 'worker')} in turn ${failures === 1 ? 'has' : 'have'} ended over one part of the search (${why}), ` +
      `below ${named(left)}; the others have ${plural(this.solutions, 'solution')}. ` +
      'Search below these prefixes by another engine, or with more memory.'
    );
  }

  #noteShare(): void {
    this.#least = Math.min(this.#least, shareOf(this.remaining.left));
  }
}

function named(prefixes: readonly Prefix[]): string {
  const all = prefixes
    .slice(0, MOST_NAMED_PREFIXES)
    .map((prefix) => `[${prefix.toArray().join(', ')}]`);
  const more = prefixes.length - all.length;
  return `the prefix${prefixes.length > 1 ? 'es' : ''} ${all.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

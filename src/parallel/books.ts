import type { State } from '../ask/checkpoint.ts';
import type { EngineName } from '../ask/engines.ts';
import { Prefix } from '../kernels/prefix.ts';
import { QuadrilleError } from '../problem/error.ts';

/** A prefix that is still to be searched, as it travels: plain numbers. */
export interface OpenPrefix {
  readonly decisions: readonly number[];
  /** Its part of the whole tree, 0 to 1. */
  readonly share: number;
}

/** Prefixes as they travel. */
export function* plain(prefixes: Iterable<Prefix>): Iterable<OpenPrefix> {
  for (const prefix of prefixes) yield { decisions: prefix.toArray(), share: prefix.share };
}

/** The same as prefixes that share their beginnings. */
function prefixesOf(open: readonly OpenPrefix[]): Prefix[] {
  const prefixes: Prefix[] = [];
  /** The path to the last one. */
  const path = [Prefix.root];
  for (const { decisions, share } of [...open].sort(byDecisions)) {
    const end = decisions.length - 1;
    let kept = 0;
    while (kept < end && decisions[kept] === path[kept + 1]?.decision) kept++;
    path.length = kept + 1;
    for (; kept < decisions.length; kept++) {
      path.push((path[kept] as Prefix).and(decisions[kept] as number, share));
    }
    prefixes.push(path.at(-1) as Prefix);
  }
  return prefixes;
}

function byDecisions({ decisions: a }: OpenPrefix, { decisions: b }: OpenPrefix): number {
  let k = 0;
  while (k < a.length && k < b.length && a[k] === b[k]) k++;
  return k < a.length && k < b.length ? (a[k] as number) - (b[k] as number) : a.length - b.length;
}

/** Prefixes that one worker searches, one after the other, the smallest share first. */
export interface Piece {
  readonly prefixes: readonly OpenPrefix[];
  /** The number of workers that ended over it. */
  readonly failures: number;
}

/** What a piece has come to: what was found and done, and what is left of it. */
export interface PieceResult {
  readonly solutions: number;
  readonly nodes: number;
  readonly guesses: number;
  readonly updates: number;
  readonly deepest: number;
  /** Prefixes of what is left, each solution below exactly one of them. */
  readonly rest: readonly OpenPrefix[];
}

/** A piece is given to so many workers before it is an error. */
const MOST_FAILURES = 3;
/** An error names so many prefixes of its piece. */
const MOST_NAMED = 3;

/**
 * The books of a search that is divided: what was found, what is left, and which part of it is out.
 *
 *     open --take--> out --settle--> totals, and the rest is open again
 *       ^-----fail----'
 *
 * A piece counts when its result is entered, once: its count and its rest enter in one step. A worker that ends
 * before that has changed nothing here, and its piece is done again. So at each moment the totals, and the
 * solutions below all prefixes of `left()`, are together all solutions, each once. That makes these books the
 * state of a checkpoint too.
 */
export class Books {
  readonly #workers: number;
  /** Prefixes that no worker has. */
  #open: OpenPrefix[];
  /** Pieces to do again. They stay as they were, so that the failures of each are counted. */
  readonly #again: Piece[] = [];
  readonly #out = new Set<Piece>();
  #solutions: number;
  #nodes = 0;
  #guesses = 0;
  #updates = 0;
  #deepest = 0;
  /** The share of the tree that is not done, and the least that it ever was. */
  #least = 1;

  /** The books where `solutions` are found, and what lies below `open` is left. */
  constructor(workers: number, open: Iterable<OpenPrefix>, solutions = 0) {
    this.#workers = workers;
    this.#open = [...open];
    this.#solutions = solutions;
    this.#noteShare();
  }

  get solutions(): number {
    return this.#solutions;
  }

  /** The work done by pieces whose results are in. */
  get work() {
    return {
      nodes: this.#nodes,
      guesses: this.#guesses,
      updates: this.#updates,
      deepest: this.#deepest,
    };
  }

  /** The share of the tree that is done, 0 to 1. It never decreases. */
  get share(): number {
    return this.isDone ? 1 : 1 - this.#least;
  }

  /** Whether nothing is left. */
  get isDone(): boolean {
    return this.#out.size === 0 && !this.hasOpen;
  }

  /** Whether there is a piece to take. */
  get hasOpen(): boolean {
    return this.#open.length + this.#again.length > 0;
  }

  /** Whether each worker finds something, should all of them come now. */
  get isPlentiful(): boolean {
    return this.#open.length >= this.#workers;
  }

  /** Prefixes of all that is left, those that are out included. */
  left(): OpenPrefix[] {
    const pieces = [...this.#again, ...this.#out];
    return [...this.#open, ...pieces.flatMap(({ prefixes }) => prefixes)];
  }

  /**
   * A piece for one worker, if there is one. It is every second open prefix by their shares (with three workers,
   * every third, and so on), so that large and small ones stay for the others.
   */
  take(): Piece | undefined {
    const again = this.#again.shift();
    if (again !== undefined) {
      this.#out.add(again);
      return again;
    }
    if (this.#open.length === 0) return undefined;
    this.#open.sort((a, b) => b.share - a.share);
    const step = Math.max(2, this.#workers);
    const prefixes = this.#open.filter((_, n) => n % step === 0).reverse();
    this.#open = this.#open.filter((_, n) => n % step !== 0);
    const piece = { prefixes, failures: 0 };
    this.#out.add(piece);
    return piece;
  }

  /** Enters a result. It returns whether it counts: not if the piece is not out, as for a second result. */
  settle(piece: Piece, result: PieceResult): boolean {
    if (!this.#out.delete(piece)) return false;
    this.#solutions += result.solutions;
    this.#nodes += result.nodes;
    this.#guesses += result.guesses;
    this.#updates += result.updates;
    this.#deepest = Math.max(this.#deepest, result.deepest);
    for (const prefix of result.rest) this.#open.push(prefix);
    this.#noteShare();
    return true;
  }

  /** A worker has ended over a piece. It is to be done again; after the third time, that is an error. */
  fail(piece: Piece, reason: unknown): void {
    if (!this.#out.delete(piece)) return;
    const failures = piece.failures + 1;
    this.#again.push({ ...piece, failures });
    if (failures < MOST_FAILURES) return;
    throw new QuadrilleError(
      'worker-failed',
      `${failures} workers in turn have ended over one part of the search (${messageOf(reason)}), ` +
        `below ${named(piece.prefixes)}; ${this.#solutions} solutions are found in the others. ` +
        'Search below these prefixes by another engine, or with more memory.',
    );
  }

  #noteShare(): void {
    const left = this.left().reduce((sum, { share }) => sum + share, 0);
    this.#least = Math.min(this.#least, left);
  }
}

/** What a checkpoint has of books whose pieces are searched by that engine. */
export function stateOf(books: Books, engine: EngineName): State {
  return {
    engine,
    solutions: BigInt(books.solutions),
    found: [],
    left: prefixesOf(books.left()),
  };
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

function named(prefixes: readonly OpenPrefix[]): string {
  const all = prefixes.slice(0, MOST_NAMED).map(({ decisions }) => `[${decisions.join(', ')}]`);
  const more = prefixes.length - all.length;
  return `the prefix${prefixes.length > 1 ? 'es' : ''} ${all.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

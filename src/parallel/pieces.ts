import type { State } from '../ask/checkpoint.ts';
import type { EngineName } from '../ask/engines.ts';
import { Prefix } from '../kernels/prefix.ts';
import { QuadrilleError } from '../problem/error.ts';

/** A prefix that is left to search, as plain numbers for messages. */
export interface OpenPrefix {
  readonly decisions: readonly number[];
  /** Its part of the whole tree, 0 to 1. */
  readonly share: number;
}

/** Prefixes as plain numbers. */
export function* plain(prefixes: Iterable<Prefix>): Iterable<OpenPrefix> {
  for (const prefix of prefixes) yield { decisions: prefix.toArray(), share: prefix.share };
}

/** Prefixes of plain numbers, which share their beginnings as objects. */
function prefixesOf(open: readonly OpenPrefix[]): Prefix[] {
  const prefixes: Prefix[] = [];
  /** The prefixes on the path to the last one. */
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
  /** The number of workers that ended while they searched it. */
  readonly failures: number;
}

/** The result of a piece: its totals, and the rest that is left of it. */
export interface PieceResult {
  readonly solutions: number;
  readonly nodes: number;
  readonly guesses: number;
  readonly updates: number;
  readonly deepest: number;
  /** Prefixes of the rest, with each solution of it below exactly one of them. */
  readonly rest: readonly OpenPrefix[];
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
  /** Prefixes that no worker has. */
  #open: OpenPrefix[];
  /** Pieces to search again. They stay whole, so that the failures of each are counted. */
  readonly #again: Piece[] = [];
  readonly #out = new Set<Piece>();
  #solutions: number;
  #nodes = 0;
  #guesses = 0;
  #updates = 0;
  #deepest = 0;
  /** The least share of the tree that was ever left. */
  #least = 1;

  /** Begins with `solutions` found and the prefixes `open` left. */
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

  /** True if nothing is left. */
  get isDone(): boolean {
    return this.#out.size === 0 && !this.hasOpen;
  }

  /** True if there is a piece to take. */
  get hasOpen(): boolean {
    return this.#open.length + this.#again.length > 0;
  }

  /** True if there is a prefix for each worker, should all of them come now. */
  get isPlentiful(): boolean {
    return this.#open.length >= this.#workers;
  }

  /** The prefixes of all that is left, also of pieces that workers have. */
  left(): OpenPrefix[] {
    const pieces = [...this.#again, ...this.#out];
    return [...this.#open, ...pieces.flatMap(({ prefixes }) => prefixes)];
  }

  /**
   * A piece for one worker, if there is one. It is every second open prefix by their shares (with
   * three workers, every third, and so on), so that large and small ones stay for the others.
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

  /**
   * Enters a result. False if no worker has the piece, as for a second result, which does not
   * count.
   */
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
        `below ${named(piece.prefixes)}; ${this.#solutions} solutions are found in the others. ` +
        'Search below these prefixes by another engine, or with more memory.',
    );
  }

  #noteShare(): void {
    const left = this.left().reduce((sum, { share }) => sum + share, 0);
    this.#least = Math.min(this.#least, left);
  }
}

/** The state for a checkpoint of pieces that this engine searches. */
export function stateOf(pieces: Pieces, engine: EngineName): State {
  return {
    engine,
    solutions: BigInt(pieces.solutions),
    found: [],
    left: prefixesOf(pieces.left()),
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

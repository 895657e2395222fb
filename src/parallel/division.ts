import { eventLoop, type Watch } from '../ask/drivers.ts';
import { type Limits, now, type Progress, type Status } from '../ask/walk.ts';
import type { Books, Piece } from './books.ts';
import { Clerk, type Job, type Order, type PieceOrder, type PieceReply } from './jobs.ts';
import { type Pool, WorkerEnded } from './pool.ts';

/** Milliseconds that a piece takes: the first ones, and those while few prefixes are open, are short. */
const SHORT_PIECE = 20;
const LONG_PIECE = 100;
/** A piece takes at most this part of the time that is left, so that all workers end together; but no less than that. */
const PART = 1 / 4;
const LEAST_PIECE = 8;
/** The nodes of the first piece, when it is unknown how long a node takes. */
const FIRST_NODES = 1 << 12;
/** Milliseconds between two looks at the clock and at the signal. */
const LOOK = 20;
/** Milliseconds for which the calling thread works as well. Then a worker takes its place, and the event loop is free. */
const HELP = 2000;
/** Milliseconds of that work between two turns of the event loop, for which the replies of the workers wait. */
const TURN = 1;

/** What the calling thread has done before the work was divided. */
interface Before extends Omit<Progress, 'solutions' | 'rate' | 'share' | 'workers'> {
  /** When it began, by `now`. */
  readonly began: number;
  readonly share: number;
}

interface DivisionSettings extends Limits, Watch {
  /** Called with the solutions of each piece, where they are wanted. */
  readonly collect?: ((found: PieceReply['found']) => void) | undefined;
  /** Whether there is room for more of them. */
  readonly hasRoom?: (() => boolean) | undefined;
}

/**
 * A search divided between the workers of a pool. Each of them has one piece at a time. A piece ends after some
 * nodes, and what is left of it goes back into the books: so a worker that runs dry finds something, or waits for
 * one piece at most. Limits, signal and progress are looked at here; when the end is decided, workers that are
 * busy are ended.
 *
 *     calling thread   | piece | piece | ...                     until a worker takes its place
 *     worker           start, lay out | piece | piece | ...      no piece waits for it
 *
 * The calling thread is the last of them at first. It needs no time to start, and a count that takes a second is half
 * done before two workers would be there.
 */
export class Division {
  readonly #pool: Pool;
  readonly #job: Job;
  readonly #books: Books;
  readonly #before: Before;
  readonly #settings: DivisionSettings;
  /** The ways to end the pieces that are out. */
  readonly #ends = new Set<() => void>();
  /** Those that wait for a change. */
  #waiting: (() => void)[] = [];
  /** The nodes of a millisecond; 0 while unknown. */
  #pace = 0;
  /** The nodes that the pieces out may take. */
  #reserved = 0;
  #share: number;
  /** When the division began, and the share that was done then. */
  readonly #began = now();
  readonly #shareBefore: number;
  /** Until when the calling thread works as well, by `now`, if it does. */
  #helpsUntil: number | undefined;
  /** The division that this thread helps. */
  static #helped: Division | undefined;
  /** Called at the end. */
  #tellEnd = (): void => undefined;
  #status: Status | undefined;
  #error: { readonly value: unknown } | undefined;
  /** Whether the listener has not answered yet. */
  #isReporting = false;

  constructor(pool: Pool, job: Job, books: Books, before: Before, settings: DivisionSettings) {
    this.#pool = pool;
    this.#job = job;
    this.#books = books;
    this.#before = before;
    this.#settings = settings;
    this.#share = before.share;
    this.#shareBefore = books.share;
  }

  get progress(): Progress {
    const { nodes, guesses, updates, deepest } = this.#books.work;
    const before = this.#before;
    const sum = before.nodes + nodes;
    this.#share = Math.max(this.#share, this.#books.share);
    return {
      nodes: sum,
      guesses: before.guesses + guesses,
      updates: before.updates + updates,
      solutions: this.solutions,
      deepest: Math.max(before.deepest, deepest),
      rate: (1000 * sum) / (now() - before.began),
      share: this.#share,
      workers: this.#pool.size,
    };
  }

  get solutions(): number {
    return Math.min(this.#books.solutions, this.#settings.limit ?? Number.POSITIVE_INFINITY);
  }

  /** Goes on to the end and its reason. `isAlone`: without the calling thread, until `help`. */
  async run(isAlone = false): Promise<Status> {
    const timer = setInterval(() => this.#look(), LOOK);
    const ended = new Promise<void>((resolve) => {
      this.#tellEnd = resolve;
    });
    try {
      this.#look();
      for (let k = 1; k < this.#pool.size; k++) this.#employ();
      if (!isAlone) this.help();
      this.wake();
      await ended;
    } finally {
      clearInterval(timer);
    }
    if (this.#error !== undefined) throw this.#error.value;
    await this.#settings.onProgress?.(this.progress);
    return this.#status ?? 'complete';
  }

  /** The calling thread works as well, for a while; if it helps another division already, a worker does. */
  help(): void {
    const other = Division.#helped;
    if (other === undefined || other.#isOver) this.#help();
    else this.#employ();
  }

  /** A worker takes the place of the calling thread, as soon as it is there. */
  relieve(): void {
    // Infinity: that worker is on its way.
    if (!Number.isFinite(this.#helpsUntil ?? Number.POSITIVE_INFINITY)) return;
    this.#helpsUntil = Number.POSITIVE_INFINITY;
    this.#employ(() => {
      this.#helpsUntil = undefined;
    });
  }

  /** Gives the work up: pieces that are out are finished, and their results are ignored. */
  drop(): void {
    this.#status ??= 'aborted';
    this.wake();
  }

  /** Ends the work: no worker goes on with it. */
  stop(status: Status): void {
    this.#status ??= status;
    for (const end of this.#ends) end();
    this.wake();
  }

  /** To be called when there is room again. */
  wake(): void {
    if (this.#isOver) this.#tellEnd();
    for (const resume of this.#waiting.splice(0)) resume();
  }

  get #isOver(): boolean {
    return this.#isStopped || this.#books.isDone;
  }

  get #isStopped(): boolean {
    return this.#status !== undefined || this.#error !== undefined;
  }

  /** Keeps a worker busy, once it has made its search. */
  async #employ(tellReady = (): void => undefined): Promise<void> {
    const ask = (order: Order, hold: (end: () => void) => void) =>
      this.#pool.run(this.#job, order, hold);
    try {
      await this.#withEnd((hold) => ask({ kind: 'prepare' }, hold));
    } catch {
      // If that was more than an accident, its first piece fails as well.
    }
    tellReady();
    await this.#serve((order) => this.#withEnd((hold) => ask(order, hold)) as Promise<PieceReply>);
  }

  /** Does what can be ended by the way that `hold` gets, should the division end meanwhile. */
  async #withEnd<R>(start: (hold: (end: () => void) => void) => Promise<R>): Promise<R> {
    let end = (): void => undefined;
    try {
      return await start((way) => {
        end = way;
        this.#ends.add(way);
        if (this.#isStopped) way();
      });
    } finally {
      this.#ends.delete(end);
    }
  }

  /** Keeps the calling thread busy, in turns with the event loop. */
  async #help(): Promise<void> {
    Division.#helped = this;
    this.#helpsUntil = now() + HELP;
    const clerk = new Clerk();
    const carryOut = async (order: PieceOrder) => {
      try {
        const work = clerk.begin(this.#job, order);
        do await eventLoop();
        while (!this.#isOver && !work.goOn(now() + TURN));
        return work.reply;
      } catch (error) {
        // Memory was refused, say. Another thread may have more.
        this.#helpsUntil = undefined;
        this.#employ();
        throw new WorkerEnded(error instanceof Error ? error.message : String(error));
      }
    };
    await this.#serve(carryOut, () => this.#helpsUntil !== undefined);
    clerk.end();
    if (Division.#helped === this) Division.#helped = undefined;
  }

  /** Gives one piece after the other to one that carries them out. */
  async #serve(
    carryOut: (order: PieceOrder) => Promise<PieceReply>,
    isWanted = () => true,
  ): Promise<void> {
    while (!this.#isOver && isWanted()) {
      const nodes = this.#budget();
      const hasRoom = this.#settings.hasRoom?.() ?? true;
      const piece = nodes > 0 && hasRoom ? this.#books.take() : undefined;
      if (piece === undefined) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else await this.#give(piece, nodes, carryOut);
    }
    // The others may wait for a piece that will not come.
    this.wake();
  }

  async #give(
    piece: Piece,
    nodes: number,
    carryOut: (order: PieceOrder) => Promise<PieceReply>,
  ): Promise<void> {
    const { limit = Number.POSITIVE_INFINITY, collect } = this.#settings;
    // Infinity less Infinity is no number.
    const reserved = Number.isFinite(nodes) ? nodes : 0;
    this.#reserved += reserved;
    try {
      const reply = await carryOut({
        kind: 'piece',
        prefixes: piece.prefixes,
        nodes,
        solutions: limit - this.#books.solutions,
        collects: collect !== undefined,
      });
      if (!this.#isOver) this.#enter(piece, reply);
    } catch (error) {
      this.#failed(piece, error);
    } finally {
      this.#reserved -= reserved;
      this.wake();
    }
  }

  #enter(piece: Piece, reply: PieceReply): void {
    const { limit = Number.POSITIVE_INFINITY, maxNodes, collect } = this.#settings;
    this.#books.settle(piece, reply);
    collect?.(reply.found);
    if (reply.nodes > 0) this.#pace = reply.nodes / Math.max(reply.time, 1 / 4);
    if (reply.isStuck) this.stop('memory');
    else if (this.#books.solutions >= limit) this.stop('limit');
    else if (this.#books.isDone) return;
    else if (this.#nodes >= (maxNodes ?? Number.POSITIVE_INFINITY)) this.stop('nodes');
  }

  /** A worker that ended costs its piece being done again. */
  #failed(piece: Piece, error: unknown): void {
    if (this.#isOver) return;
    try {
      if (!(error instanceof WorkerEnded)) throw error;
      this.#books.fail(piece, error);
    } catch (fatal) {
      this.#end(fatal);
    }
  }

  #end(error: unknown): void {
    this.#error ??= { value: error };
    this.stop('aborted');
  }

  get #nodes(): number {
    return this.#before.nodes + this.#books.work.nodes;
  }

  /** The nodes for the next piece; 0 if those that are out may take all that are left. */
  #budget(): number {
    const { maxNodes = Number.POSITIVE_INFINITY } = this.#settings;
    const wanted = Math.max(1, Math.round(this.#pace * this.#timeOfPiece())) || 1;
    const left = maxNodes - this.#nodes - this.#reserved;
    // What it learns is no part of the prefixes that it leaves, so it must come to its end.
    if (this.#job.engine === 'learn')
      return maxNodes === Number.POSITIVE_INFINITY ? maxNodes : left;
    return Math.min(this.#pace === 0 ? FIRST_NODES : wanted, left);
  }

  /** Milliseconds that the next piece is to take. */
  #timeOfPiece(): number {
    const most = this.#books.isPlentiful ? LONG_PIECE : SHORT_PIECE;
    const { share } = this.#books;
    const done = share - this.#shareBefore;
    if (done <= 0) return SHORT_PIECE;
    const left = ((now() - this.#began) * (1 - share)) / done;
    return Math.min(most, Math.max(LEAST_PIECE, PART * left));
  }

  #look(): void {
    const { timeout = Number.POSITIVE_INFINITY, signal, onProgress } = this.#settings;
    if (this.#isOver) return;
    if (now() >= (this.#helpsUntil ?? Number.POSITIVE_INFINITY)) this.relieve();
    if (signal?.aborted) this.stop('aborted');
    else if (now() - this.#before.began >= timeout) this.stop('timeout');
    else if (onProgress !== undefined && !this.#isReporting) this.#report(onProgress);
  }

  /** Tells the listener, and waits with the next report until it has answered. */
  async #report(listener: NonNullable<Watch['onProgress']>): Promise<void> {
    this.#isReporting = true;
    try {
      await listener(this.progress);
    } catch (error) {
      this.#end(error);
    }
    this.#isReporting = false;
  }
}

import { type Counters, recordOf, Totals } from '../kernels/counters.ts';
import type { Forbids } from '../kernels/search.ts';
import { eventLoop, type Watch } from '../solve/cooperative.ts';
import { type Limits, type Progress, type Status, withLeft } from '../solve/limit-settings.ts';
import { type PlainRemaining, plainOf } from '../solve/remaining.ts';
import { type Job, JobRunner, type Order, type PieceOrder, type PieceReply } from './jobs.ts';
import type { Piece, Pieces } from './pieces.ts';
import { coreCount, type Pool } from './pool.ts';

/**
 * Milliseconds that a piece takes. The first pieces are short, and pieces while few prefixes are
 * open.
 */
const SHORT_PIECE = 20;
const LONG_PIECE = 100;
/**
 * A piece takes at most this part of the time that is left, so that all workers end together; but
 * never less than `LEAST_PIECE` milliseconds.
 */
const PIECE_PART = 1 / 4;
const LEAST_PIECE = 8;
/** The nodes of the first piece, when the time of a node is unknown. */
const FIRST_PIECE_NODES = 1 << 12;
/** Milliseconds between two looks at the clock and at the signal. */
const CLOCK_CHECK_MS = 20;
/**
 * Milliseconds for which the calling thread works as well. Then a worker takes its place, and the
 * event loop is free.
 */
const CALLER_WORKS_MS = 2000;
/**
 * Milliseconds of that work between two turns of the event loop, for which the replies of the
 * workers wait.
 */
const REPLY_TURN_MS = 1;

/** The work of the calling thread before the division. */
interface PriorWork extends Counters {
  /** The time at which it began, by `now`. */
  readonly began: number;
  readonly share: number;
}

interface DivisionSettings extends Limits, Pick<Watch, 'signal'> {
  /** As in `Watch`, but its promise settles, as that of `progressReporter` does. */
  readonly onProgress?: Watch['onProgress'];
  /** Called with the solutions of each piece, for a stream. */
  readonly collect?: ((found: PlainRemaining['found']) => void) | undefined;
  /** Rules by functions, for the calling thread. */
  readonly forbids?: Forbids | undefined;
  /** True while there is room for more of them. */
  readonly hasRoom?: (() => boolean) | undefined;
}

/** Carries out a piece by its order. */
type CarryOut = (order: PieceOrder, piece: Piece) => Promise<PieceReply>;

/**
 * A search divided between the workers of a pool. Each of them has one piece at a time. A piece
 * ends after some nodes, and the rest of it is open again: so a worker that runs dry finds a
 * prefix, or waits for one piece at most. Limits, signal and progress are looked at here; when the
 * end is decided, workers that are busy are ended.
 *
 *     calling thread   | piece | piece | ...                     until a worker takes its place
 *     worker           start, lay out | piece | piece | ...      no piece waits for it
 *
 * At first the calling thread is one of the workers. It needs no time to start, and a count that
 * takes a second is half done before two workers would be there.
 */
export class Division {
  readonly #pool: Pool;
  readonly #job: Job;
  readonly #pieces: Pieces;
  readonly #before: PriorWork;
  readonly #settings: DivisionSettings;
  /** Ends the workers that are busy with a piece. */
  readonly #end = new AbortController();
  /** The resolvers of promises that wait for a change. */
  #waiting: (() => void)[] = [];
  /** The nodes of a millisecond; 0 while unknown. */
  #pace = 0;
  /** The nodes that the pieces of all workers may take. */
  #reserved = 0;
  #share: number;
  /** The time at which the division began, and the share that was done then. */
  readonly #began = performance.now();
  readonly #shareBefore: number;
  /** The time, by `now`, until which the calling thread works as well; undefined if it does not. */
  #helpsUntil: number | undefined;
  /** The division that this thread helps. */
  static #helped: Division | undefined;
  /** Called at the end. */
  #onEnd = (): void => undefined;
  /** The workers so far, with the calling thread or the one in its place. */
  #employed = 1;
  #status: Status | undefined;
  #error: { readonly value: unknown } | undefined;
  /** The report that the listener has not answered yet, if there is one. */
  #reporting: Promise<void> | undefined;

  constructor(pool: Pool, job: Job, pieces: Pieces, before: PriorWork, settings: DivisionSettings) {
    this.#pool = pool;
    this.#job = job;
    this.#pieces = pieces;
    this.#before = before;
    this.#settings = settings;
    this.#share = before.share;
    this.#shareBefore = pieces.share;
  }

  get progress(): Progress {
    const before = this.#before;
    const work = recordOf(new Totals([before, this.#pieces.work]));
    this.#share = Math.max(this.#share, this.#pieces.share);
    const progress = {
      ...work,
      solutions: this.solutions,
      rate: (1000 * work.nodes) / (performance.now() - before.began),
      share: this.#share,
      workers: this.#employed,
    };
    return withLeft(progress, this.#settings.limit === undefined ? this.#left : undefined);
  }

  get solutions(): number {
    return Number(this.exact);
  }

  /** The same, however large. */
  get exact(): bigint {
    const { limit = Number.POSITIVE_INFINITY } = this.#settings;
    const { solutions } = this.#pieces;
    return solutions > limit ? BigInt(limit) : solutions;
  }

  /**
   * Goes on to the end, and returns its reason. `isAlone`: without the calling thread, until
   * `help`.
   */
  async run(isAlone = false): Promise<Status> {
    const timer = setInterval(() => this.#look(), CLOCK_CHECK_MS);
    const ended = new Promise<void>((resolve) => {
      this.#onEnd = resolve;
    });
    try {
      this.#look();
      this.#employAll();
      if (!isAlone) this.help();
      this.wake();
      await ended;
    } finally {
      clearInterval(timer);
    }
    if (this.#error === undefined) await this.#reporting;
    if (this.#error !== undefined) throw this.#error.value;
    await this.#settings.onProgress?.(this.progress);
    return this.#status ?? 'complete';
  }

  /**
   * The calling thread works as well, for a while; if it helps another division already, a worker
   * does.
   */
  help(): void {
    const other = Division.#helped;
    if (other === undefined || other.isOver) this.#help();
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

  /** Gives the work up: workers finish their pieces, and the results are ignored. */
  drop(): void {
    this.#status ??= 'aborted';
    this.wake();
  }

  /** Ends the work and the workers that are busy with it. */
  stop(status: Status): void {
    this.#status ??= status;
    this.#end.abort();
    this.wake();
  }

  /** The caller calls this when there is room again. */
  wake(): void {
    if (this.isOver) this.#onEnd();
    for (const resume of this.#waiting.splice(0)) resume();
  }

  /** True once the end is decided. Its progress may still be reported. */
  get isOver(): boolean {
    return this.#isStopped || this.#pieces.isDone;
  }

  get #isStopped(): boolean {
    return this.#status !== undefined || this.#error !== undefined;
  }

  /**
   * Employs all workers. Workers beyond the number of cores start one after the other, each when
   * there is work for it.
   */
  async #employAll(): Promise<void> {
    for (let k = 1; k < this.#pool.size; k++) {
      if (k >= coreCount()) {
        while (!this.isOver && !this.#pieces.hasOpen) await this.#change();
        await this.#pool.grow(() => !this.isOver);
      }
      if (this.isOver) return;
      this.#employed++;
      this.#employ();
    }
  }

  /** Waits until something has changed. */
  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Makes the search of a worker, then keeps the worker busy. */
  async #employ(tellReady = (): void => undefined): Promise<void> {
    try {
      await this.#pool.run(this.#job, { kind: 'prepare' } satisfies Order, this.#end.signal);
    } catch {
      // If this was no accident, its first piece fails as well.
    }
    tellReady();
    await this.#serve(this.#ask);
  }

  /** Has a worker carry a piece out. */
  readonly #ask = (order: PieceOrder, piece: Piece): Promise<PieceReply> => {
    const failure = (failures: number, why: string) =>
      this.#pieces.failureOver(piece, failures, why);
    const reply = this.#pool.ask(this.#job, order, this.#end.signal, failure);
    return reply as Promise<PieceReply>;
  };

  /** Keeps the calling thread busy, in turns with the event loop. */
  async #help(): Promise<void> {
    Division.#helped = this;
    this.#helpsUntil = performance.now() + CALLER_WORKS_MS;
    const runner = new JobRunner();
    runner.forbids = this.#settings.forbids;
    const leave = () => {
      runner.end();
      if (Division.#helped === this) Division.#helped = undefined;
    };
    let hasFailed = false;
    const carryOut: CarryOut = async (order, piece) => {
      if (hasFailed) return this.#ask(order, piece);
      try {
        const work = runner.begin(this.#job, order);
        do await eventLoop();
        while (!this.isOver && !work.goOn(performance.now() + REPLY_TURN_MS));
        return work.reply;
      } catch {
        // Memory was refused, for example. Another thread may have more: it gets these pieces.
        this.#helpsUntil = undefined;
        hasFailed = true;
        leave();
        return this.#ask(order, piece);
      }
    };
    await this.#serve(carryOut, () => hasFailed || this.#helpsUntil !== undefined);
    leave();
  }

  /** Gives one piece after the other to `carryOut`. */
  async #serve(carryOut: CarryOut, isWanted = () => true): Promise<void> {
    while (!this.isOver && isWanted()) {
      const nodes = this.#budget();
      const hasRoom = this.#settings.hasRoom?.() ?? true;
      const piece = nodes > 0 && hasRoom ? this.#pieces.take() : undefined;
      if (piece === undefined) await this.#change();
      else await this.#give(piece, nodes, carryOut);
    }
    // Idle workers may wait for a piece that will not come.
    this.wake();
  }

  async #give(piece: Piece, nodes: number, carryOut: CarryOut): Promise<void> {
    const { limit = Number.POSITIVE_INFINITY, collect } = this.#settings;
    // Infinity less Infinity is no number.
    const reserved = Number.isFinite(nodes) ? nodes : 0;
    this.#reserved += reserved;
    try {
      const order: PieceOrder = {
        kind: 'piece',
        remaining: plainOf(piece),
        nodes,
        solutions: limit - this.solutions,
        collects: collect !== undefined,
      };
      const reply = await carryOut(order, piece);
      if (!this.isOver) this.#enter(piece, reply);
    } catch (error) {
      if (!this.isOver) this.#failWith(error);
    } finally {
      this.#reserved -= reserved;
      this.wake();
    }
  }

  #enter(piece: Piece, reply: PieceReply): void {
    const { limit = Number.POSITIVE_INFINITY, maxNodes, collect } = this.#settings;
    this.#pieces.settle(piece, reply);
    collect?.(reply.remaining.found);
    if (reply.nodes > 0) this.#pace = reply.nodes / Math.max(reply.time, 1 / 4);
    if (reply.isStuck) this.stop('memory');
    else if (this.#pieces.solutions >= limit) this.stop('limit');
    else if (this.#pieces.isDone) return;
    else if (this.#nodes >= (maxNodes ?? Number.POSITIVE_INFINITY)) this.stop('nodes');
  }

  #failWith(error: unknown): void {
    this.#error ??= { value: error };
    this.stop('aborted');
  }

  get #nodes(): number {
    return this.#before.nodes + this.#pieces.work.nodes;
  }

  /**
   * The nodes for the next piece; 0 if the pieces of the workers may take all nodes of the limit.
   */
  #budget(): number {
    const { maxNodes = Number.POSITIVE_INFINITY } = this.#settings;
    const wanted = Math.max(1, Math.round(this.#pace * this.#timeOfPiece())) || 1;
    const left = maxNodes - this.#nodes - this.#reserved;
    // Clauses that it learns do not travel with the prefixes of its rest, so it must come to its
    // end.
    if (this.#job.engine === 'learn')
      return maxNodes === Number.POSITIVE_INFINITY ? maxNodes : left;
    return Math.min(this.#pace === 0 ? FIRST_PIECE_NODES : wanted, left);
  }

  /** The milliseconds for the next piece. */
  #timeOfPiece(): number {
    const most = this.#pieces.isPlentiful ? LONG_PIECE : SHORT_PIECE;
    const left = this.#left;
    if (left === undefined) return SHORT_PIECE;
    return Math.min(most, Math.max(LEAST_PIECE, PIECE_PART * left));
  }

  /** The milliseconds to go; undefined while nothing is known of them. */
  get #left(): number | undefined {
    const { share } = this.#pieces;
    const done = share - this.#shareBefore;
    return done <= 0 ? undefined : ((performance.now() - this.#began) * (1 - share)) / done;
  }

  #look(): void {
    const { timeout = Number.POSITIVE_INFINITY, signal, onProgress } = this.#settings;
    if (this.isOver) return;
    if (performance.now() >= (this.#helpsUntil ?? Number.POSITIVE_INFINITY)) this.relieve();
    if (signal?.aborted) this.stop('aborted');
    else if (performance.now() - this.#before.began >= timeout) this.stop('timeout');
    else if (onProgress !== undefined) this.#reporting ??= this.#report(onProgress);
  }

  /** Reports to the listener, and waits with the next report until it has answered. */
  async #report(listener: NonNullable<Watch['onProgress']>): Promise<void> {
    try {
      await listener(this.progress);
    } catch (error) {
      this.#failWith(error);
    }
    this.#reporting = undefined;
  }
}

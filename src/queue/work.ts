import type { Job as BullJob, Worker } from 'bullmq';
import type { Count } from '../ask/answers.ts';
import { Start } from '../kernels/prefix.ts';
import type { OpenPrefix } from '../parallel/books.ts';
import type { Job, Order, PieceReply } from '../parallel/jobs.ts';
import { shared } from '../parallel/pilot.ts';
import { Pool, WorkerEnded } from '../parallel/pool.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { checkInteger, checkSettings } from '../problem/setting.ts';
import {
  badJob,
  budgetOf,
  checkPiece,
  childOf,
  divided,
  type Outcome,
  type Piece,
  pack,
  placeOf,
  unpack,
  VERSION,
} from './protocol.ts';
import { CONNECTION, type Connection, Server, unreachable } from './server.ts';
import { all, find, isOver, KEPT, problemOf, type Submission } from './store.ts';
import { Tree, tend } from './tree.ts';

export interface WorkSettings extends Connection {
  /** How many threads search. Default: one for each core. */
  readonly workers?: number | undefined;
  /**
   * Milliseconds after which a job is free again if its worker does not renew its lock. The thread that renews it does
   * not search. Default: 30,000.
   */
  readonly lockDuration?: number | undefined;
  /** Milliseconds between two looks for jobs whose lock has run out, or that are missing. Default: 30,000. */
  readonly stalledInterval?: number | undefined;
  /** A job fails for good when its worker has died more often than that. Default: 20. */
  readonly maxStalledCount?: number | undefined;
  /** Is told of each delivery of a job: its id, and how often it was delivered before. */
  readonly onJob?: ((id: string, before: number) => void) | undefined;
  /** Is told of errors of the connection, which is made again, and of jobs that fail. */
  readonly onError?: ((message: string) => void) | undefined;
}

/** A program that works on the jobs of a queue. */
export interface Work {
  /** Puts the jobs back that are under way, and ends. */
  close(): Promise<void>;
}

const KNOWN = [
  ...CONNECTION,
  'workers',
  'lockDuration',
  'stalledInterval',
  'maxStalledCount',
  'onJob',
  'onError',
];

/** Milliseconds until a job that was put back is delivered again: to a worker that can do it, it is to be hoped. */
const PUT_BACK = 2000;
/** Milliseconds after which BullMQ tries again when the server did not answer. */
const RETRY = 1000;
/** Milliseconds between two looks whether the submissions under way are still wanted. */
const LOOK = 1000;
/** A job that ends so many threads fails for good. */
const MOST_FAILURES = 3;
/** Problems that are kept ready. */
const MOST_PROBLEMS = 8;

/** Works on the jobs of a queue until `close` is called. */
export async function work(settings: WorkSettings): Promise<Work> {
  checkSettings(settings, KNOWN);
  const { workers, lockDuration = 30_000, stalledInterval = 30_000 } = settings;
  const { maxStalledCount = 20 } = settings;
  checkInteger('lockDuration', lockDuration, 100);
  checkInteger('stalledInterval', stalledInterval, 100);
  checkInteger('maxStalledCount', maxStalledCount, 0);
  const pool = new Pool(workers);
  try {
    const server = await Server.open(settings, true);
    return new Crew(server, pool, settings, { lockDuration, stalledInterval, maxStalledCount });
  } catch (error) {
    pool.close();
    throw error;
  }
}

/** What all jobs of a submission share. */
interface Source {
  readonly compiled: Compiled;
  readonly job: Job;
}

/** A job under way. */
interface Errand {
  readonly submission: string;
  /** Ends its thread. */
  end: () => void;
  /** Why it was ended: nobody wants it any more, or the program ends. */
  stopped?: 'dropped' | 'closing';
}

/** Threads of this process, and the jobs that they have. */
class Crew implements Work {
  readonly #server: Server;
  readonly #pool: Pool;
  readonly #settings: WorkSettings;
  readonly #worker: Worker;
  readonly #errands = new Set<Errand>();
  /** Engine, seed and fingerprint -> the problem, laid out for threads. The last is the newest. */
  readonly #sources = new Map<string, Source>();
  /** Submission -> what is known of its tree. */
  readonly #trees = new Map<string, Tree>();
  readonly #timers: NodeJS.Timeout[];
  #isLooking = false;
  #isTending = false;
  #isClosing = false;

  constructor(
    server: Server,
    pool: Pool,
    settings: WorkSettings,
    timing: { lockDuration: number; stalledInterval: number; maxStalledCount: number },
  ) {
    this.#server = server;
    this.#pool = pool;
    this.#settings = settings;
    this.#worker = server.worker((job, token) => this.#process(job, token as string), {
      ...timing,
      concurrency: pool.size,
      runRetryDelay: RETRY,
    });
    this.#worker.on('error', (error) => this.#tell(error));
    this.#worker.on('failed', (job, error) => this.#tell(error, job?.id));
    this.#timers = [
      setInterval(() => this.#look(), LOOK),
      setInterval(() => this.#tend(), timing.stalledInterval),
    ];
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const errand of this.#errands) this.#stop(errand, 'closing');
    await this.#worker.close();
    this.#pool.close();
    await this.#server.close();
  }

  #tell(error: Error, id?: string): void {
    const { message } = unreachable(this.#server.url, error) ?? error;
    this.#settings.onError?.(id === undefined ? message : `${id}: ${message}`);
  }

  #stop(errand: Errand, why: 'dropped' | 'closing'): void {
    errand.stopped ??= why;
    errand.end();
  }

  /**
   * Carries out a job. The children are added before the job is completed, so a worker that dies at any point leaves
   * a job that is delivered again, and that adds the same children.
   */
  async #process(job: BullJob, token: string): Promise<Outcome | null> {
    const id = job.id as string;
    this.#settings.onJob?.(id, job.attemptsStarted - 1);
    const place = placeOf(id);
    if (place === undefined) throw this.#hopeless(badJob('its id does not tell its place'));
    const errand: Errand = { submission: place.submission, end: () => undefined };
    this.#errands.add(errand);
    try {
      const submission = await find(this.#server, place.submission);
      if (submission === undefined || isOver(submission)) return drop(job);
      const piece = checkPiece(job.data);
      if (piece.version !== VERSION || this.#isClosing) return await this.#putBack(job, token);
      const source = await this.#sourceOf(submission, piece);
      if (source === undefined) return await this.#putBack(job, token);
      const prefixes = unpack(piece.prefixes);
      const start = new Start(source.compiled);
      for (const { decisions } of prefixes) start.set(decisions);
      const nodes = budgetOf(piece.nodes, id, place.level);
      const [outcome, children] =
        piece.engine === 'diagram'
          ? await this.#count(id, errand, source, prefixes)
          : await this.#search(id, errand, source, submission, { prefixes, nodes });
      await this.#addChildren(id, submission, piece, children);
      // It may have been cancelled before the children were added, and its jobs removed.
      const after = await find(this.#server, place.submission);
      if (after !== undefined && !isOver(after)) return outcome;
      await Promise.all(children.map((_, n) => this.#server.jobs.remove(childOf(id, n))));
      return drop(job);
    } catch (error) {
      if (error instanceof Stopped && errand.stopped === 'dropped') return drop(job);
      if (error instanceof Stopped) return await this.#putBack(job, token);
      // What is wrong with the job stays wrong. An error of the server passes, so the job is done again.
      throw error instanceof QuadrilleError ? this.#hopeless(error) : error;
    } finally {
      this.#errands.delete(errand);
    }
  }

  /** An error after which BullMQ does not deliver the job again. */
  #hopeless({ message }: Error): Error {
    return new this.#server.bullmq.UnrecoverableError(message);
  }

  /** Leaves a job to another worker. */
  async #putBack(job: BullJob, token: string): Promise<never> {
    if (this.#isClosing) {
      await job.moveToWait(token);
      throw new this.#server.bullmq.WaitingError();
    }
    await job.moveToDelayed(Date.now() + PUT_BACK, token);
    throw new this.#server.bullmq.DelayedError();
  }

  async #sourceOf(submission: Submission, { engine }: Piece): Promise<Source | undefined> {
    const { problem, seed, memoryLimit } = submission;
    const key = [engine, seed, memoryLimit, problem].join();
    const known = this.#sources.get(key);
    this.#sources.delete(key);
    const compiled = known?.compiled ?? (await problemOf(this.#server, submission));
    if (compiled === undefined) return undefined;
    const source = known ?? {
      compiled,
      job: {
        data: shared(compiled.data),
        engine: engine === 'diagram' ? 'cells' : engine,
        seed,
        memoryLimit,
      },
    };
    this.#sources.set(key, source);
    const [oldest] = this.#sources.keys();
    if (this.#sources.size > MOST_PROBLEMS) this.#sources.delete(oldest as string);
    return source;
  }

  /** Searches below prefixes for so many nodes. */
  async #search(
    id: string,
    errand: Errand,
    { job }: Source,
    { question }: Submission,
    { prefixes, nodes }: { prefixes: readonly OpenPrefix[]; nodes: number },
  ): Promise<[Outcome, OpenPrefix[][]]> {
    const { wanted, collects } = WANTED[question];
    const order = { kind: 'piece' as const, prefixes, nodes, solutions: wanted, collects };
    // A search that was used before has its sets in another order, so it may pause at another place, with other
    // children. Only `sweep` keeps nothing. A thread that gets a new job makes a new search.
    const alike = job.engine === 'sweep' ? job : { ...job };
    const reply = (await this.#run(id, errand, alike, order)) as PieceReply;
    const isAnswered = reply.solutions >= wanted;
    const children = isAnswered || reply.isStuck ? [] : divided(reply.rest);
    const outcome = {
      count: String(reply.solutions),
      nodes: reply.nodes,
      children: children.length,
      ...(collects && { found: reply.found }),
      ...(reply.isStuck && { isStuck: true }),
    };
    return [outcome, children];
  }

  /** Counts by remembered states, which cannot be divided. */
  async #count(
    id: string,
    errand: Errand,
    { job }: Source,
    prefixes: readonly OpenPrefix[],
  ): Promise<[Outcome, OpenPrefix[][]]> {
    const [{ decisions } = { decisions: [] }] = prefixes;
    const order = {
      kind: 'decision' as const,
      question: 'count' as const,
      engine: 'auto' as const,
      seed: job.seed ?? 0,
      prefix: decisions,
      maxNodes: undefined,
    };
    const { exact, status } = (await this.#run(id, errand, job, order)) as Count;
    const isStuck = status !== 'complete';
    return [{ count: String(exact), nodes: 0, children: 0, ...(isStuck && { isStuck }) }, []];
  }

  /** Has a thread carry out an order; another one, if that thread ends. */
  async #run(id: string, errand: Errand, job: Job, order: Order): Promise<unknown> {
    for (let failures = 1; ; failures++) {
      if (errand.stopped !== undefined) throw new Stopped();
      try {
        return await this.#pool.run(job, order, (end) => {
          errand.end = end;
          if (errand.stopped !== undefined) end();
        });
      } catch (error) {
        if (errand.stopped !== undefined) throw new Stopped();
        if (!(error instanceof WorkerEnded)) throw error;
        if (failures < MOST_FAILURES) continue;
        throw new QuadrilleError(
          'worker-failed',
          `${failures} threads in turn have ended over the job ${id} (${error.message})`,
        );
      }
    }
  }

  async #addChildren(
    id: string,
    { question }: Submission,
    piece: Piece,
    children: readonly OpenPrefix[][],
  ): Promise<void> {
    if (children.length === 0) return;
    await this.#server.jobs.addBulk(
      children.map((prefixes, n) => ({
        name: question,
        data: { ...piece, prefixes: pack(prefixes) },
        opts: { ...KEPT, jobId: childOf(id, n) },
      })),
    );
  }

  /** Ends the jobs of submissions that were cancelled or have their answer. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      for (const id of new Set([...this.#errands].map(({ submission }) => submission))) {
        const submission = await find(this.#server, id);
        if (submission !== undefined && !isOver(submission)) continue;
        for (const errand of this.#errands) {
          if (errand.submission === id) this.#stop(errand, 'dropped');
        }
      }
    } catch (error) {
      this.#tell(error as Error);
    } finally {
      this.#isLooking = false;
    }
  }

  /**
   * When there is nothing to do, looks whether submissions are done, or lack jobs. Of all workers that have nothing to
   * do, about two look each time.
   */
  async #tend(): Promise<void> {
    if (this.#isTending || this.#errands.size > 0) return;
    this.#isTending = true;
    try {
      const workers = await this.#server.jobs.getWorkersCount().catch(() => 1);
      if (Math.random() * workers > 2) return;
      const submissions = await all(this.#server);
      for (const id of this.#trees.keys()) {
        if (!submissions.some((submission) => submission.id === id)) this.#trees.delete(id);
      }
      for (const submission of submissions) {
        if (submission.answer !== undefined || this.#isClosing) continue;
        const { id } = submission;
        const tree = this.#trees.get(id) ?? new Tree(this.#server, submission);
        this.#trees.set(id, tree);
        await tend(this.#server, submission, tree);
      }
    } catch (error) {
      if (!this.#isClosing) this.#tell(error as Error);
    } finally {
      this.#isTending = false;
    }
  }
}

/** The thread of a job was ended on purpose. */
class Stopped extends Error {}

/** How many solutions a job looks for, and whether it keeps them. */
const WANTED = {
  count: { wanted: Number.POSITIVE_INFINITY, collects: false },
  solutions: { wanted: Number.POSITIVE_INFINITY, collects: true },
  first: { wanted: 1, collects: true },
  isUnique: { wanted: 2, collects: false },
} as const;

/** Removes a job that nobody wants any more, as it completes. */
function drop(job: BullJob): null {
  job.opts.removeOnComplete = true;
  return null;
}

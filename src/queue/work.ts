import type { Job as BullJob, Worker } from 'bullmq';
import type { OpenPrefix } from '../parallel/pieces.ts';
import { Pool } from '../parallel/pool.ts';
import { QuadrilleError } from '../problem/error.ts';
import { checkInteger, checkSettings } from '../problem/setting.ts';
import {
  badJob,
  checkPiece,
  childOf,
  type JobOutcome,
  type Piece,
  pack,
  placeOf,
  VERSION,
} from './protocol.ts';
import { CONNECTION, type Connection, LEAVE, Server, unreachable, within } from './server.ts';
import {
  all,
  find,
  isOver,
  KEPT,
  release,
  removeJobs,
  type Submission,
  setAnswer,
} from './store.ts';
import { Cancellation, isAnswered, JobStopped, Threads } from './threads.ts';
import { Tree, tend } from './tree.ts';

export interface WorkSettings extends Connection {
  /** The number of threads that search. Default: one for each core. */
  readonly workers?: number | undefined;
  /**
   * Milliseconds after which a job is free again if its worker does not renew its lock. The thread
   * that renews it does not search. Default: 30,000.
   */
  readonly lockDuration?: number | undefined;
  /**
   * Milliseconds between two looks for jobs whose lock has run out, or that are missing. Default:
   * 30,000.
   */
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

/**
 * Milliseconds until a job that was put back is delivered again: to a worker that can do it, it is
 * to be hoped.
 */
const PUT_BACK = 2000;
/** Milliseconds after which BullMQ tries again when the server did not answer. */
const RETRY = 1000;
/**
 * Milliseconds between two looks at the submissions under way: a cancelled one is not wanted any
 * more.
 */
const LOOK = 1000;

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
    return new QueueWorker(server, pool, settings, {
      lockDuration,
      stalledInterval,
      maxStalledCount,
    });
  } catch (error) {
    pool.close();
    throw error;
  }
}

/** Threads of this process, and the jobs that they have. */
class QueueWorker implements Work {
  readonly #server: Server;
  readonly #pool: Pool;
  readonly #threads: Threads;
  readonly #settings: WorkSettings;
  readonly #worker: Worker;
  /** The jobs under way, each with its submission. */
  readonly #cancellations = new Map<Cancellation, string>();
  /** Submission -> its tree as far as it is known. */
  readonly #trees = new Map<string, Tree>();
  readonly #timers: NodeJS.Timeout[];
  #isLooking = false;
  #isTending = false;
  #isClosing = false;
  #closed: Promise<void> | undefined;

  constructor(
    server: Server,
    pool: Pool,
    settings: WorkSettings,
    timing: { lockDuration: number; stalledInterval: number; maxStalledCount: number },
  ) {
    this.#server = server;
    this.#pool = pool;
    this.#threads = new Threads(server, pool);
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

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#isClosing = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const cancellation of this.#cancellations.keys()) cancellation.stop('closing');
    // Where the server is away the jobs are not put back. They are free again when their locks run
    // out.
    const closed = this.#worker.close();
    await within(LEAVE, closed);
    this.#pool.close();
    await this.#server.close();
    await within(LEAVE, closed);
  }

  #tell(error: Error, id?: string): void {
    const away = unreachable(this.#server.url, error);
    // An error of the server is not one of the job.
    const isOfJob = id !== undefined && away === undefined;
    this.#settings.onError?.(isOfJob ? `${id}: ${error.message}` : (away ?? error).message);
  }

  /**
   * Carries out a job. The children are added before the job is completed, so a worker that dies at
   * any point leaves a job that is delivered again, and that adds the same children.
   */
  async #process(job: BullJob, token: string): Promise<JobOutcome | null> {
    const id = job.id as string;
    this.#settings.onJob?.(id, job.attemptsStarted - 1);
    const place = placeOf(id);
    if (place === undefined) throw this.#hopeless(badJob('its id does not tell its place'));
    const cancellation = new Cancellation();
    this.#cancellations.set(cancellation, place.submission);
    try {
      const submission = await find(this.#server, place.submission);
      if (submission === undefined || isOver(submission)) return drop(job);
      const piece = checkPiece(job.data);
      if (piece.version !== VERSION || this.#isClosing) {
        if (piece.version !== VERSION) this.#tell(foreign(place.submission, piece));
        return await this.#putBack(job, token);
      }
      const reply = await this.#threads.carryOut({
        id,
        level: place.level,
        submission,
        piece,
        cancellation,
      });
      if (reply === undefined) {
        this.#settings.onError?.(
          `${id}: its problem is not in the queue; submit the problem again`,
        );
        return await this.#putBack(job, token);
      }
      const [outcome, children] = reply;
      if (isAnswered(submission, outcome)) return await this.#found(job, submission, outcome);
      await this.#addChildren(id, submission, piece, children);
      // It may have been cancelled before the children were added, and its jobs removed.
      const after = await find(this.#server, place.submission);
      if (after !== undefined && !isOver(after)) return outcome;
      await Promise.all(children.map((_, n) => this.#server.jobs.remove(childOf(id, n))));
      return drop(job);
    } catch (error) {
      if (error instanceof JobStopped && cancellation.stopped === 'dropped') return drop(job);
      if (error instanceof JobStopped) return await this.#putBack(job, token);
      // A faulty job stays faulty. An error of the server passes, so the job is done again.
      throw error instanceof QuadrilleError ? this.#hopeless(error) : error;
    } finally {
      this.#cancellations.delete(cancellation);
    }
  }

  /** Stores an answer that a few solutions give. Nobody needs the other jobs then. */
  async #found(job: BullJob, submission: Submission, outcome: JobOutcome): Promise<null> {
    const { count, nodes, found } = outcome;
    const answer = { status: 'found', count, nodes, jobs: 1, solution: found?.[0] } as const;
    await setAnswer(this.#server, submission, answer);
    await removeJobs(this.#server, submission.id);
    await release(this.#server, submission);
    return drop(job);
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
      for (const id of new Set(this.#cancellations.values())) {
        const submission = await find(this.#server, id);
        if (submission !== undefined && !isOver(submission)) continue;
        for (const [cancellation, its] of this.#cancellations)
          if (its === id) cancellation.stop('dropped');
      }
    } catch (error) {
      this.#tell(error as Error);
    } finally {
      this.#isLooking = false;
    }
  }

  /**
   * When the queue is empty, looks for submissions that are done, or lack jobs. Of all idle
   * workers, about two look each time.
   */
  async #tend(): Promise<void> {
    if (this.#isTending || this.#cancellations.size > 0) return;
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

function foreign(submission: string, { version }: Piece): Error {
  return new Error(
    `The submission ${submission} is for quadrille ${version}, and this worker is ${VERSION}; ` +
      'start a worker of that version, or cancel it and submit it again.',
  );
}

/** Removes a job that is not wanted any more, as it completes. */
function drop(job: BullJob): null {
  job.opts.removeOnComplete = true;
  return null;
}

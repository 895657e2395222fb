import type { Job as BullJob, Worker, WorkerOptions } from 'bullmq';
import { Pool } from '../engine/parallel/pool.ts';
import { QuadrilleError } from '../engine/problem/error.ts';
import { checkInteger, checkSettings } from '../engine/problem/setting.ts';
import type { Watch } from '../engine/solve/cooperative.ts';
import { badJob, childOf, type JobOutcome, PROTOCOL_VERSION, placeOf } from './protocol.ts';
import {
  CONNECTION,
  type Connection,
  LEAVE_MS,
  NO_JSON,
  Server,
  unreachable,
  within,
} from './server.ts';
import { addJobs, find, isOver, type Submission, settle } from './store.ts';
import { isAnswered, Threads } from './threads.ts';

export interface WorkSettings extends Connection {
  /** The number of threads that search. Default: one for each core. */
  readonly workers?: number | undefined;
  /**
   * Milliseconds after which a job is free again if its worker does not renew its lock, and between
   * two looks for such jobs. The thread that renews locks does not search. Default: 30,000.
   */
  readonly lockDuration?: number | undefined;
  /** A job fails for good when its worker has died more often than that. Default: 20. */
  readonly maxStalledCount?: number | undefined;
  /** Called at each delivery of a job: its id, and how often it was delivered before. */
  readonly onJob?: ((id: string, before: number) => void) | undefined;
  /** Called at errors of the connection, which is made again, and of jobs that fail. */
  readonly onError?: ((message: string) => void) | undefined;
  /** Ends the waiting for a server that is away at the start: then `work` throws why it waited. */
  readonly signal?: Watch['signal'];
}

/** A program that works on the jobs of a queue. */
export interface Work {
  /** Puts the jobs back that are under way, and ends. */
  close(): Promise<void>;
}

/** The names of the settings, beside those of the connection. */
const HERE = ['workers', 'lockDuration', 'maxStalledCount', 'onJob', 'onError', 'signal'];

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
const CANCEL_CHECK_MS = 1000;

/**
 * Messages of BullMQ about a job that another worker has by now, or that is gone. That is no
 * failure: by its id a job comes to the same outcome everywhere, and counts once.
 */
const TAKEN_MESSAGE =
  /^(?:Missing (?:lock|key)|Lock mismatch|could not renew lock) for job|is not in the active state/;

/**
 * Works on the jobs of a queue until `close` is called. It waits for a server that is away.
 */
export async function work(settings: WorkSettings): Promise<Work> {
  checkSettings(settings, [...CONNECTION, ...HERE]);
  const { workers, lockDuration = 30_000, maxStalledCount = 20, onError, signal } = settings;
  checkInteger('lockDuration', lockDuration, 100);
  checkInteger('maxStalledCount', maxStalledCount, 0);
  const pool = new Pool(workers);
  try {
    const report = (message: string) => onError?.(message);
    const server = await Server.open(settings, { signal, report });
    const timing = { lockDuration, stalledInterval: lockDuration, maxStalledCount };
    return new QueueWorker(server, pool, settings, timing);
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
  /** The ways to end the jobs under way, each with its submission. */
  readonly #jobs = new Map<AbortController, string>();
  readonly #timer = setInterval(() => this.#look(), CANCEL_CHECK_MS);
  #isLooking = false;
  #isClosing = false;
  #closed: Promise<void> | undefined;

  constructor(server: Server, pool: Pool, settings: WorkSettings, timing: Partial<WorkerOptions>) {
    this.#server = server;
    this.#pool = pool;
    this.#threads = new Threads(server, pool);
    this.#settings = settings;
    this.#worker = server.worker((job, token) => this.#process(job, token as string), {
      ...timing,
      concurrency: pool.size,
      runRetryDelay: RETRY,
    });
    this.#worker.on('error', (error) => this.#report(error));
    this.#worker.on('failed', (job, error) => this.#report(error, job?.id));
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    for (const job of this.#jobs.keys()) job.abort();
    // Where the server is away the jobs are not put back. They are free again when their locks run
    // out.
    const closed = this.#worker.close();
    await within(LEAVE_MS, closed);
    this.#pool.close();
    await this.#server.close();
    await within(LEAVE_MS, closed);
  }

  #report(error: Error, id?: string): void {
    if (TAKEN_MESSAGE.test(error.message)) {
      this.#settings.onError?.(
        'A job was taken from this worker, since its lock ran out or it was cancelled: that changes no result.',
      );
      return;
    }
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
    const end = new AbortController();
    const { signal } = end;
    try {
      const place = placeOf(id) ?? badJob('its id does not tell its place');
      if (job.data === NO_JSON) {
        this.#settings.onError?.(
          `${id}: its data is no JSON; it is removed, and result has it made anew`,
        );
        return drop(job);
      }
      this.#jobs.set(end, place.submission);
      const submission = await find(this.#server, place.submission);
      if (submission === undefined || isOver(submission)) return drop(job);
      if (submission.version !== PROTOCOL_VERSION || this.#isClosing) {
        if (submission.version !== PROTOCOL_VERSION) this.#report(foreign(submission));
        return await this.#putBack(job, token);
      }
      const { level } = place;
      const reply = await this.#threads.carryOut({ id, level, submission, data: job.data, signal });
      if (reply === undefined) {
        this.#settings.onError?.(
          `${id}: its problem is not in the queue; submit the problem again`,
        );
        return await this.#putBack(job, token);
      }
      const [outcome, children] = reply;
      if (isAnswered(submission, outcome)) return await this.#found(job, submission, outcome);
      if (children.length > 0) await addJobs(this.#server, submission, id, children);
      // It may have been cancelled before the children were added, and its jobs removed.
      const after = await find(this.#server, place.submission);
      if (after !== undefined && !isOver(after)) return outcome;
      await Promise.all(children.map((_, n) => this.#server.jobs.remove(childOf(id, n))));
      return drop(job);
    } catch (error) {
      if (signal.aborted && error === signal.reason) {
        return this.#isClosing ? await this.#putBack(job, token) : drop(job);
      }
      // A faulty job stays faulty. An error of the server passes, so the job is done again.
      if (!(error instanceof QuadrilleError)) throw error;
      throw new this.#server.bullmq.UnrecoverableError(error.message);
    } finally {
      this.#jobs.delete(end);
    }
  }

  /** Stores an answer that a few solutions give. Nobody needs the other jobs then. */
  async #found(job: BullJob, submission: Submission, outcome: JobOutcome): Promise<null> {
    const { solutions: count, nodes, found } = outcome;
    const answer = { status: 'found', count, nodes, jobs: 1, solution: found[0] } as const;
    await settle(this.#server, submission, answer);
    return drop(job);
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

  /** Ends the jobs of submissions that were cancelled or have their answer. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      for (const id of new Set(this.#jobs.values())) {
        const submission = await find(this.#server, id);
        if (submission !== undefined && !isOver(submission)) continue;
        for (const [job, its] of this.#jobs) if (its === id) job.abort();
      }
    } catch (error) {
      this.#report(error as Error);
    } finally {
      this.#isLooking = false;
    }
  }
}

function foreign({ id, version }: Submission): Error {
  return new Error(
    `The submission ${id} is for quadrille ${version}, and this worker is ${PROTOCOL_VERSION}; ` +
      'start a worker of that version, or cancel it and submit it again.',
  );
}

/** Removes a job that is not wanted any more, as it completes. */
function drop(job: BullJob): null {
  job.opts.removeOnComplete = true;
  return null;
}

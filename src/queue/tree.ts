import type { Job as BullJob } from 'bullmq';
import { QuadrilleError } from '../engine/problem/error.ts';
import { type Remaining, remainingOf, shareOf } from '../engine/solve/remaining.ts';
import { badJob, checkOutcome, childOf, parentOf } from './protocol.ts';
import { NO_JSON, type Server } from './server.ts';
import {
  type Answer,
  addRoots,
  find,
  isOver,
  removeEach,
  removeJobs,
  type Submission,
} from './store.ts';

/** The most jobs that are read at once. */
const BATCH = 100;
/**
 * A waiting caller reads this part of the pending jobs, and goes on only while some of them are
 * done.
 */
const GLANCE = 1 / 8;

/** A worker of quadrille removes a job that it completes without an outcome. */
const NO_OUTCOME =
  'it was completed without an outcome, by the worker of another program; give quadrille a queue of its own (--queue NAME)';

/**
 * The tree of the jobs of a submission, as far as it is known. The outcome of a job is a fixed
 * function of its id: so an outcome stays true once it is read, and each visit only reads the jobs
 * that were not done at the last one.
 *
 *     q...-0  done, 8 children, 12 solutions
 *       q...-0-0  done, 0 children, 3 solutions       known: its outcome is in the sums
 *       q...-0-1  done, 2 children, 0 solutions
 *         q...-0-1-0  waiting                         pending: it is read again
 *         q...-0-1-1  not there                       missing: its parent is done again
 *
 * The tree is whole when nothing is pending. That, and the sums, depend on the outcomes alone:
 * there is no counter that a crash could leave behind or a second delivery could raise.
 */
export class Tree {
  readonly #server: Server;
  readonly #submission: Submission;
  /** The jobs whose outcome is not known. */
  #pending: string[];
  count = 0n;
  nodes = 0;
  /** The jobs that are done. */
  jobs = 0;
  /**
   * Of those that were read at the last visit and are pending: their share of the tree, and why
   * some have failed.
   */
  openShare = 1;
  #failures: string[] = [];
  #missing: string[] = [];
  #isStuck = false;
  #solution: readonly number[] | undefined;

  constructor(server: Server, submission: Submission) {
    this.#server = server;
    this.#submission = submission;
    this.#pending = submission.left.map((_, n) => childOf(submission.id, n));
  }

  /** The number of jobs that are known and not done. */
  get open(): number {
    return this.#pending.length;
  }

  /**
   * Reads the pending jobs, and the children of those that are done. It gives the solutions of each
   * outcome that is new. A glance ends where nothing is done, and the next one looks at other jobs.
   * So waiting costs little, and a fault is seen before long. At the end lost jobs are done again.
   */
  async *visit(isGlance = false): AsyncGenerator<Remaining['found']> {
    const unread = this.#pending;
    this.#pending = [];
    this.#missing = [];
    this.#failures = [];
    this.openShare = 0;
    const size = isGlance ? Math.min(BATCH, Math.ceil(unread.length * GLANCE)) : BATCH;
    while (unread.length > 0) {
      const ids = unread.splice(-size);
      let jobs: (BullJob | undefined)[];
      try {
        jobs = await Promise.all(ids.map((id) => this.#job(id)));
      } catch (error) {
        this.#pending.push(...unread, ...ids);
        throw error;
      }
      const before = this.jobs;
      for (const found of ids.map((id, k) => this.#read(id, jobs[k], unread))) yield found;
      if (isGlance && this.jobs === before) this.#pending.push(...unread.splice(0));
    }
    if (this.#missing.length > 0) await this.#repair();
  }

  /**
   * A job as the server has it. One whose data is no JSON is removed, unless a worker has it, who
   * does the same: then it is made anew as any other that is missing.
   */
  async #job(id: string): Promise<BullJob | undefined> {
    const { jobs } = this.#server;
    const job: BullJob | undefined = await jobs.getJob(id);
    const isLost = job?.data === NO_JSON && job.returnvalue == null;
    return isLost && (await removeEach(this.#server, [id])).length === 0 ? undefined : job;
  }

  /** Takes one job into the sums, if it is done. Its children are then read. */
  #read(id: string, job: BullJob | undefined, unread: string[]): Remaining['found'] {
    const isFinished = Boolean(job?.finishedOn);
    if (job === undefined || !isFinished || job.returnvalue == null) {
      this.#pending.push(id);
      if (job === undefined) this.#missing.push(id);
      else if (job.data !== NO_JSON) {
        const refuse = (why: string) => badJob(`${id}: ${why}`);
        this.openShare += shareOf(remainingOf(job.data, refuse).left);
      }
      if (isFinished) this.#failures.push(`${id}: ${job?.failedReason ?? NO_OUTCOME}`);
      return [];
    }
    const { solutions, found, nodes, children, isStuck } = checkOutcome(job.returnvalue);
    this.count += solutions;
    this.nodes += nodes;
    this.jobs++;
    this.#isStuck ||= isStuck;
    this.#solution ??= found[0];
    for (let n = 0; n < children; n++) unread.push(childOf(id, n));
    return found;
  }

  /**
   * The answer, if the outcomes so far give it. Throws if there can be none, since a job has failed
   * for good.
   */
  get answer(): Answer | undefined {
    const { id, question } = this.#submission;
    const enough = { first: 1n, isUnique: 2n, count: undefined, solutions: undefined }[question];
    const isFound = enough !== undefined && this.count >= enough;
    const [failure, ...others] = this.#failures;
    if (!isFound && failure !== undefined) {
      const more = others.length > 0 ? ` (and ${others.length} more)` : '';
      throw new QuadrilleError(
        'worker-failed',
        `The submission ${id} cannot end, since a job has failed: ${failure.replace(/\.$/, '')}${more}. ` +
          'Cancel it, and submit it with another engine or with more memory.',
      );
    }
    if (!isFound && this.#pending.length > 0) return undefined;
    return {
      status: isFound ? 'found' : this.#isStuck ? 'memory' : 'complete',
      count: String(this.count),
      nodes: this.nodes,
      jobs: this.jobs,
      ...(question === 'first' && { solution: this.#solution }),
    };
  }

  /**
   * Has jobs done again that are not there. A server that came back older may lack the children of
   * a job that is done: its worker had added them before the crash, and reported the job
   * afterwards. Done again, the job adds the same children.
   */
  async #repair(): Promise<void> {
    const [server, { id }] = [this.#server, this.#submission];
    const submission = await find(server, id);
    if (submission === undefined || isOver(submission)) return;
    const again = new Set<string | undefined>();
    for (const missing of this.#missing) {
      let above = parentOf(missing);
      while (above !== undefined && !(await server.jobs.getJob(above))) above = parentOf(above);
      again.add(above);
    }
    for (const above of again) {
      if (above === undefined) await addRoots(server, submission);
      const job = above === undefined ? undefined : await server.jobs.getJob(above);
      // Another client may have been faster. A job that is not done yet adds its children anyway.
      if (job?.finishedOn) await job.retry('completed').catch(() => undefined);
    }
    const after = await find(server, id);
    if (after === undefined || isOver(after)) await removeJobs(server, id);
  }
}

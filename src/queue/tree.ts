import type { Job as BullJob } from 'bullmq';
import { QuadrilleError } from '../problem/error.ts';
import {
  checkOutcome,
  checkPiece,
  childOf,
  type JobOutcome,
  parentOf,
  shareOf,
} from './protocol.ts';
import type { Server } from './server.ts';
import {
  type Answer,
  addRoots,
  find,
  isOver,
  release,
  removeJobs,
  type Submission,
  setAnswer,
} from './store.ts';

/** The most jobs that are read at once. */
const BATCH = 100;
/**
 * A waiting caller reads this part of the pending jobs, and goes on only while some of them are
 * done.
 */
const GLANCE = 1 / 8;

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
  failures: string[] = [];
  #missing: string[] = [];
  #isStuck = false;
  #solution: readonly number[] | undefined;

  constructor(server: Server, submission: Submission) {
    this.#server = server;
    this.#submission = submission;
    this.#pending = submission.roots.map((_, n) => childOf(submission.id, n));
  }

  /** The number of jobs that are known and not done. */
  get open(): number {
    return this.#pending.length;
  }

  /**
   * Reads the pending jobs, and the children of those that are done. It gives the outcomes that are
   * new. A glance ends where nothing is done, and the next one looks at other jobs. So waiting
   * costs little, and a fault is seen before long.
   */
  async *visit(isGlance = false): AsyncGenerator<JobOutcome> {
    const unread = this.#pending;
    this.#pending = [];
    this.#missing = [];
    this.failures = [];
    this.openShare = 0;
    const size = isGlance ? Math.min(BATCH, Math.ceil(unread.length * GLANCE)) : BATCH;
    while (unread.length > 0) {
      const ids = unread.splice(-size);
      let jobs: (BullJob | undefined)[];
      try {
        jobs = await Promise.all(ids.map((id) => this.#server.jobs.getJob(id)));
      } catch (error) {
        this.#pending.push(...unread, ...ids);
        throw error;
      }
      const before = this.jobs;
      const outcomes = ids.map((id, k) => this.#read(id, jobs[k], unread));
      for (const outcome of outcomes) if (outcome !== undefined) yield outcome;
      if (isGlance && this.jobs === before) this.#pending.push(...unread.splice(0));
    }
  }

  /** The same, for callers that only want the sums. */
  async survey(isGlance: boolean): Promise<void> {
    for await (const _ of this.visit(isGlance));
  }

  /** Takes one job into the sums, if it is done. Its children are then read. */
  #read(id: string, job: BullJob | undefined, unread: string[]): JobOutcome | undefined {
    const isFinished = Boolean(job?.finishedOn);
    if (job === undefined || !isFinished || job.returnvalue == null) {
      this.#pending.push(id);
      if (job === undefined) this.#missing.push(id);
      else this.openShare += shareOf(checkPiece(job.data));
      if (isFinished) this.failures.push(`${id}: ${job?.failedReason}`);
      return undefined;
    }
    const outcome = checkOutcome(job.returnvalue);
    this.count += BigInt(outcome.count);
    this.nodes += outcome.nodes;
    this.jobs++;
    this.#isStuck ||= outcome.isStuck ?? false;
    this.#solution ??= outcome.found?.[0];
    for (let n = 0; n < outcome.children; n++) unread.push(childOf(id, n));
    return outcome;
  }

  /** The answer, if the outcomes so far give it. */
  get answer(): Answer | undefined {
    const { question } = this.#submission;
    const enough = { first: 1n, isUnique: 2n, count: undefined, solutions: undefined }[question];
    const isFound = enough !== undefined && this.count >= enough;
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
  async repair(): Promise<void> {
    if (this.#missing.length === 0) return;
    const submission = await find(this.#server, this.#submission.id);
    if (submission === undefined || isOver(submission)) return;
    const again = new Set<string>();
    let lacksRoots = false;
    for (const id of this.#missing) {
      let above = parentOf(id);
      let job = above && (await this.#server.jobs.getJob(above));
      while (above !== undefined && !job) {
        above = parentOf(above);
        job = above && (await this.#server.jobs.getJob(above));
      }
      if (above === undefined) lacksRoots = true;
      else again.add(above);
    }
    if (lacksRoots) await addRoots(this.#server, submission);
    for (const id of again) {
      const job = await this.#server.jobs.getJob(id);
      // Another client may have been faster. A job that is not done yet adds its children anyway.
      if (job?.finishedOn) await job.retry('completed').catch(() => undefined);
    }
    const after = await find(this.#server, this.#submission.id);
    if (after === undefined || isOver(after)) await removeJobs(this.#server, this.#submission.id);
  }
}

/**
 * Visits a tree, mends it, and stores its answer when there is one. Then the jobs have served, and
 * are removed. It may be called by any number of clients and workers at once: they store the same
 * answer. One that calls it again and again, until there is an answer, needs no more than a glance
 * each time.
 */
export async function tend(
  server: Server,
  submission: Submission,
  tree: Tree,
  isGlance = false,
): Promise<Answer | undefined> {
  const known = submission.answer;
  if (known === undefined) {
    await tree.survey(isGlance);
    await tree.repair();
  }
  const answer = known ?? tree.answer;
  if (answer === undefined) return undefined;
  if (known === undefined) await setAnswer(server, submission, answer);
  // The solutions are in the jobs, so these stay until the submission is cancelled.
  if (submission.question !== 'solutions') {
    await removeJobs(server, submission.id);
    await release(server, submission);
  }
  return answer;
}

/** The error of a submission that cannot come to its end, since a job has failed for good. */
export function failed(id: string, failures: readonly string[]): QuadrilleError {
  const more = failures.length > 1 ? ` (and ${failures.length - 1} more)` : '';
  return new QuadrilleError(
    'worker-failed',
    `The submission ${id} cannot end, since a job has failed: ${failures[0]}${more}. ` +
      'Cancel it, and submit it with another engine or with more memory.',
  );
}

import { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { fingerprint } from '../problem/fingerprint.ts';
import {
  badJob,
  childOf,
  isCount,
  isDigits,
  type JobEngine,
  type PackedPrefix,
  type Piece,
  placeOf,
  QUEUE_QUESTIONS,
  type QueueQuestion,
  recordOf,
} from './protocol.ts';
import type { Server } from './server.ts';

/** A submission without its jobs. Only the answer changes after it was submitted. */
export interface Submission {
  readonly id: string;
  readonly version: string;
  readonly question: QueueQuestion;
  readonly engine: JobEngine;
  /** The nodes after which a job is divided; null: never. */
  readonly nodes: number | null;
  readonly seed?: number | undefined;
  readonly memoryLimit?: number | undefined;
  /** The fingerprint of the compiled problem. */
  readonly problem: string;
  /** The prefixes of the root jobs, from which all others follow. */
  readonly roots: readonly (readonly PackedPrefix[])[];
  /** Once it is known. From then on the jobs of the submission are superfluous. */
  readonly answer?: Answer | undefined;
}

/** The end of a submission. */
export interface Answer {
  readonly status: 'complete' | 'found' | 'memory';
  /** The solutions found, in digits: all of them, if the status is `complete`. */
  readonly count: string;
  readonly solution?: readonly number[] | undefined;
  readonly nodes: number;
  readonly jobs: number;
}

/** The names of the jobs in the store. */
const SUBMISSION = 'submission';
const PROBLEM = 'problem';
/** The most bytes of a compiled problem. PostgreSQL takes 255 MB of JSON, Redis 512 MB. */
const MOST_BYTES = 128 * 2 ** 20;

/**
 * How BullMQ is to treat a job: it keeps it when it is finished, and does it again after any error
 * of a server.
 */
export const KEPT = {
  attempts: 1_000_000,
  backoff: { type: 'fixed', delay: 1000 },
  removeOnComplete: false,
  removeOnFail: false,
  stackTraceLimit: 1,
};

/** Every state that a job can be in. */
const STATES = ['waiting', 'active', 'delayed', 'prioritized', 'completed', 'failed'] as const;
/** Jobs that are removed at once. */
const BATCH = 100;

/** The submission of that id; undefined if there is none, or none any more. */
export async function find({ store }: Server, id: string): Promise<Submission | undefined> {
  const job = await store.getJob(id);
  return job === undefined ? undefined : checkSubmissionData(id, job.data);
}

/** As `find`, but it must be there. */
export async function findOr(server: Server, id: string): Promise<Submission> {
  const submission = await find(server, id);
  if (submission !== undefined) return submission;
  throw new QuadrilleError(
    'unknown-submission',
    `There is no submission ${id}; it was cancelled, or it was never in this queue (see list).`,
  );
}

/** All submissions, in no particular order. */
export async function all(server: Server): Promise<Submission[]> {
  const ids = await idsOf(server.store, (id) => !id.startsWith(PROBLEM));
  const found = await Promise.all(
    // One that is damaged does not hide the others.
    ids.map((id) => find(server, id).catch(() => undefined)),
  );
  return found.filter((submission) => submission !== undefined);
}

/**
 * Stores a submission, its problem and its root jobs, in this order: each needs the ones before it.
 */
export async function add(
  server: Server,
  submission: Submission,
  compiled: Compiled,
): Promise<void> {
  const { id, ...data } = submission;
  await server.store.add(SUBMISSION, data, { ...KEPT, jobId: id });
  if (submission.answer !== undefined) return;
  await addProblem(server, submission.problem, compiled);
  await addRoots(server, submission);
  const stored = [id, `${PROBLEM}-${submission.problem}`];
  const states = await Promise.all(stored.map((name) => server.store.getJobState(name)));
  if (!states.includes('unknown')) return;
  throw new QuadrilleError(
    'no-server',
    `The server has started again meanwhile, and has lost a part of the submission ${id}; submit it again.`,
  );
}

export async function addRoots({ jobs }: Server, submission: Submission): Promise<void> {
  const { id, version, engine, nodes, roots } = submission;
  await jobs.addBulk(
    roots.map((prefixes, n) => ({
      name: submission.question,
      data: { version, engine, nodes, prefixes } satisfies Piece,
      opts: { ...KEPT, jobId: childOf(id, n) },
    })),
  );
}

/** Stores a problem, unless it is there already. A problem that is there is compared whole. */
async function addProblem({ store }: Server, hash: string, compiled: Compiled): Promise<void> {
  const { data } = compiled;
  if (data.byteLength > MOST_BYTES) {
    throw new QuadrilleError(
      'too-large',
      `The compiled problem has ${data.byteLength} bytes, and a queue takes at most ${MOST_BYTES}; ` +
        'state fewer options, or use solve --workers on one machine.',
    );
  }
  const jobId = `${PROBLEM}-${hash}`;
  const base64 = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
  await store.add(PROBLEM, { base64 }, { ...KEPT, jobId });
  // BullMQ leaves a job of this id as it is.
  const kept = await store.getJob(jobId);
  if (kept === undefined || kept.data.base64 === base64) return;
  throw badJob(`${jobId} has another problem than its name says`);
}

/** The problem of a submission; undefined if it is not there. */
export async function problemOf(
  { store }: Server,
  submission: Submission,
): Promise<Compiled | undefined> {
  const hash = submission.problem;
  const job = await store.getJob(`${PROBLEM}-${hash}`);
  if (job === undefined) return undefined;
  const { base64 } = recordOf(job.data, 'the problem');
  if (typeof base64 !== 'string') throw badJob('the problem is no text');
  const compiled = Compiled.from(Buffer.from(base64, 'base64'));
  if (fingerprint(compiled) === hash) return compiled;
  throw badJob(`the problem is not the one with the fingerprint ${hash}`);
}

export async function setAnswer(
  { store }: Server,
  { id, ...data }: Submission,
  answer: Answer,
): Promise<void> {
  const job = await store.getJob(id);
  try {
    await job?.updateData({ ...data, answer });
  } catch (error) {
    // It may have been cancelled meanwhile.
    if ((await store.getJob(id)) !== undefined) throw error;
  }
}

/**
 * Removes the jobs of a submission. A job that a worker has locked stays; the worker removes it
 * itself, since the submission has its answer or is gone. Returns the ids that stay. It reads the
 * ids of all jobs in the queue.
 */
export async function removeJobs(server: Server, id: string): Promise<string[]> {
  return removeEach(server, await idsOf(server.jobs, (job) => placeOf(job)?.submission === id));
}

/** Removes jobs. Returns the ids that stay, since they are locked. */
export async function removeEach({ jobs }: Server, ids: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (let k = 0; k < ids.length; k += BATCH) {
    const batch = ids.slice(k, k + BATCH);
    const removed = await Promise.all(batch.map((job) => remove(jobs, job)));
    left.push(...batch.filter((_job, n) => !removed[n]));
  }
  return left;
}

/**
 * Removes a submission, and its problem if no other one needs it. Its jobs are removed by
 * `removeJobs`.
 */
export async function forget(server: Server, submission: Submission): Promise<void> {
  const { store } = server;
  await remove(store, submission.id);
  await release(server, submission);
}

/** Removes the problem of a submission, unless another one still works on it. */
export async function release(server: Server, { id, problem }: Submission): Promise<void> {
  const { store } = server;
  const isNeeded = async () =>
    (await all(server)).some(
      (other) => other.id !== id && other.problem === problem && !isOver(other),
    );
  if (await isNeeded()) return;
  const jobId = `${PROBLEM}-${problem}`;
  const kept = await store.getJob(jobId);
  if (kept === undefined) return;
  await remove(store, jobId);
  // Somebody may have submitted the same problem meanwhile, and have found it still there.
  if (await isNeeded()) await store.add(PROBLEM, kept.data, { ...KEPT, jobId });
}

/**
 * True once a submission has its answer, so that its jobs are superfluous. The solutions are in the
 * jobs.
 */
export function isOver({ answer, question }: Submission): boolean {
  return answer !== undefined && question !== 'solutions';
}

/** Removes a job. Returns whether it is gone; a job that a worker has locked is not. */
async function remove(queue: Server['jobs'], id: string): Promise<boolean> {
  return (await queue.remove(id)) === 1 || (await queue.getJob(id)) === undefined;
}

async function idsOf(queue: Server['jobs'], isMeant: (id: string) => boolean): Promise<string[]> {
  const ranges = await queue.getRanges([...STATES], 0, -1);
  return [...new Set(ranges.flat())].filter(isMeant);
}

function checkSubmissionData(id: string, stored: unknown): Submission {
  const data = recordOf(stored, 'the submission');
  const { version, question, engine, nodes, seed, memoryLimit, problem, roots, answer } = data;
  const isRight =
    [version, engine].every((text) => typeof text === 'string') &&
    QUEUE_QUESTIONS.includes(question as QueueQuestion) &&
    (nodes === null || isCount(nodes)) &&
    (seed === undefined || Number.isSafeInteger(seed)) &&
    (memoryLimit === undefined || isCount(memoryLimit)) &&
    /^[0-9a-f]{64}$/.test(String(problem)) &&
    Array.isArray(roots) &&
    (answer === undefined || isAnswer(recordOf(answer, 'the answer')));
  if (!isRight) throw badJob(`the submission ${id} is damaged`);
  return { ...(data as unknown as Submission), id };
}

function isAnswer({ status, count, solution, nodes, jobs }: Readonly<Record<string, unknown>>) {
  return (
    ['complete', 'found', 'memory'].includes(status as string) &&
    isDigits(count) &&
    (solution === undefined || (Array.isArray(solution) && solution.every(isCount))) &&
    isCount(nodes) &&
    isCount(jobs)
  );
}

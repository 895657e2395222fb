import { Compiled } from '../engine/problem/compiled.ts';
import { QuadrilleError } from '../engine/problem/error.ts';
import { fingerprint } from '../engine/problem/fingerprint.ts';
import {
  isCount,
  isDigits,
  partOf,
  plainOf,
  type Remaining,
  remainingOf,
} from '../engine/solve/remaining.ts';
import {
  badJob,
  childOf,
  isSubmission,
  placeOf,
  QUEUE_QUESTIONS,
  type QueueQuestion,
} from './protocol.ts';
import type { Server } from './server.ts';

/**
 * A submission without its jobs. Only the answer changes after it was submitted. Each of its
 * prefixes is a root job, and all other jobs follow from these.
 */
export interface Submission extends Remaining {
  readonly id: string;
  readonly version: string;
  readonly question: QueueQuestion;
  /** The nodes after which a job is divided; null: never. */
  readonly nodes: number | null;
  readonly seed?: number | undefined;
  readonly memoryLimit?: number | undefined;
  /** False to count without the use of symmetries. */
  readonly symmetry?: boolean | undefined;
  /** The fingerprint of the compiled problem. */
  readonly problem: string;
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

/** The most bytes of a compiled problem. PostgreSQL takes 255 MB of JSON, Redis 512 MB. */
const MOST_BYTES = 128 * 2 ** 20;

/**
 * How BullMQ is to treat a job: it keeps it when it is finished, and does it again after any error
 * of a server.
 */
const KEPT = {
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

/** The name of the problem of a submission in the store. */
const problemIn = (id: string) => `${id}-problem`;

/** The submission of that id; undefined if there is none, or none any more. */
export async function find({ store }: Server, id: string): Promise<Submission | undefined> {
  const job = await store.getJob(id);
  return job === undefined ? undefined : checkSubmissionData(id, job.data);
}

/** As `find`, but it must be there. */
export async function findOr(server: Server, id: string): Promise<Submission> {
  return (await find(server, id)) ?? unknownSubmission(id);
}

export function unknownSubmission(id: string): never {
  throw new QuadrilleError(
    'unknown-submission',
    `There is no submission ${id}; it was cancelled, or it was never in this queue (see list).`,
  );
}

/** All submissions, in no particular order. */
export async function submissions(server: Server): Promise<Submission[]> {
  const ids = await idsOf(server.store, isSubmission);
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
  { data }: Compiled,
): Promise<void> {
  const { id, answer } = submission;
  if (answer === undefined && data.byteLength > MOST_BYTES) {
    throw new QuadrilleError(
      'too-large',
      `The compiled problem has ${data.byteLength} bytes, and a queue takes at most ${MOST_BYTES}; ` +
        'state fewer options, or use solve --workers on one machine.',
    );
  }
  const stored = { ...submission, ...plainOf(submission) };
  await server.store.add('submission', stored, { ...KEPT, jobId: id });
  if (answer !== undefined) return;
  const base64 = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
  await server.store.add('problem', { base64 }, { ...KEPT, jobId: problemIn(id) });
  await addRoots(server, submission);
  const states = await Promise.all(
    [id, problemIn(id)].map((name) => server.store.getJobState(name)),
  );
  if (!states.includes('unknown')) return;
  throw new QuadrilleError(
    'no-server',
    `The server has started again meanwhile, and has lost a part of the submission ${id}; submit it again.`,
  );
}

/** Adds a job for each prefix of a submission. */
export function addRoots(server: Server, submission: Submission): Promise<void> {
  const roots = submission.left.map((prefix) => partOf(submission.engine, [prefix]));
  return addJobs(server, submission, submission.id, roots);
}

/** Adds jobs below a submission or a job. BullMQ leaves those that are there already. */
export async function addJobs(
  { jobs }: Server,
  { question }: Submission,
  above: string,
  parts: readonly Remaining[],
): Promise<void> {
  await jobs.addBulk(
    parts.map((part, n) => ({
      name: question,
      data: plainOf(part),
      opts: { ...KEPT, jobId: childOf(above, n) },
    })),
  );
}

/** The problem of a submission; undefined if it is not there. */
export async function problemOf(
  { store }: Server,
  { id, problem }: Submission,
): Promise<Compiled | undefined> {
  const job = await store.getJob(problemIn(id));
  if (job === undefined) return undefined;
  const { base64 } = job.data ?? {};
  if (typeof base64 !== 'string') return badJob('the problem is no text');
  const compiled = Compiled.from(Buffer.from(base64, 'base64'));
  return fingerprint(compiled) === problem ? compiled : badJob('the problem is another one');
}

/**
 * Stores an answer. Then the jobs have served, and are removed with the problem: a state of the
 * server that lacks them has the answer. Clients and workers may do this at once, and again.
 */
export async function settle(
  server: Server,
  submission: Submission,
  answer: Answer,
): Promise<void> {
  const { id } = submission;
  if (submission.answer === undefined) {
    const job = await server.store.getJob(id);
    try {
      await job?.updateData({ ...job.data, answer });
    } catch (error) {
      // It may have been cancelled meanwhile.
      if ((await server.store.getJob(id)) !== undefined) throw error;
    }
  }
  if (!isOver({ ...submission, answer })) return;
  await removeJobs(server, id);
  await remove(server.store, problemIn(id));
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

/** Removes a submission and its problem. Its jobs are removed by `removeJobs`. */
export async function forget({ store }: Server, id: string): Promise<void> {
  await remove(store, id);
  await remove(store, problemIn(id));
}

/**
 * True once a submission has its answer, so that its jobs are superfluous. The solutions are in the
 * jobs, so these stay until the submission is cancelled.
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

function checkSubmissionData(id: string, data: Partial<Submission>): Submission {
  const remaining = remainingOf(data, (why) => badJob(`the submission ${id} is damaged: ${why}`));
  const { version, question, nodes, seed, memoryLimit, symmetry, problem, answer } = data;
  const isRight =
    typeof version === 'string' &&
    QUEUE_QUESTIONS.includes(question as QueueQuestion) &&
    (nodes === null || isCount(nodes)) &&
    (seed === undefined || Number.isSafeInteger(seed)) &&
    (memoryLimit === undefined || isCount(memoryLimit)) &&
    (symmetry === undefined || typeof symmetry === 'boolean') &&
    /^[0-9a-f]{64}$/.test(String(problem)) &&
    (answer === undefined || isAnswer(answer));
  if (!isRight) return badJob(`the submission ${id} is damaged`);
  return { ...(data as Submission), ...remaining, id };
}

function isAnswer({ status, count, solution, nodes, jobs }: Partial<Answer>): boolean {
  return (
    ['complete', 'found', 'memory'].includes(status as string) &&
    isDigits(count) &&
    (solution === undefined || (Array.isArray(solution) && solution.every(isCount))) &&
    isCount(nodes) &&
    isCount(jobs)
  );
}

import { setTimeout as wait } from 'node:timers/promises';
import { plural, QuadrilleError } from '../engine/problem/error.ts';
import { checkFlag, checkSettings } from '../engine/problem/setting.ts';
import type { Watch } from '../engine/solve/cooperative.ts';
import type { Status } from '../engine/solve/limit-settings.ts';
import { type Count, countOf, type Uniqueness } from '../engine/solve/questions.ts';
import { checkSubmission, type JobEngine, type QueueQuestion } from './protocol.ts';
import { CONNECTION, type Connection, Server, unreachable, withServer } from './server.ts';
import {
  type Answer,
  findOr,
  forget,
  removeEach,
  removeJobs,
  type Submission,
  settle,
  submissions,
  unknownSubmission,
} from './store.ts';
import { Tree } from './tree.ts';

/** A submission as `list` gives it. */
export interface Listed {
  readonly id: string;
  readonly question: QueueQuestion;
  /** `auto`: it is counted by remembered states, which one core does. */
  readonly engine: JobEngine;
  /** The version of quadrille whose workers work on it. */
  readonly version: string;
  readonly isDone: boolean;
}

/** The answer of a submission, or its state so far: then the status is `open`. */
export interface Result extends Listed, Omit<Count, 'status'> {
  readonly status: Status | 'open';
  /** For `first`: the option numbers of a solution, once there is one. */
  readonly solution?: readonly number[] | undefined;
  /** For `isUnique`. */
  readonly answer?: Uniqueness['answer'] | undefined;
  /** The fingerprint of the compiled problem. */
  readonly problem: string;
  /** The share of the tree that is done, 0 to 1, by Knuth's estimate. */
  readonly share: number;
  readonly nodes: number;
  /** Jobs done, and jobs known that are not. */
  readonly jobs: number;
  readonly open: number;
  /** Worker processes that are connected; undefined if the server does not say. */
  readonly workers: number | undefined;
  /** The data that the server may forget in a crash, in words; undefined if none. */
  readonly weakness: string | undefined;
}

export interface ResultSettings extends Connection {
  /** True waits for the end. Default: false. */
  readonly wait?: boolean | undefined;
  /** Ends the waiting: the result is the one so far. */
  readonly signal?: Watch['signal'];
}

/**
 * Milliseconds between two visits while a caller waits: a part of the time so far, but at least the
 * time of a visit.
 */
const SHORTEST_PAUSE = 100;
const LONGEST_PAUSE = 2000;
const PAUSE_SHARE = 1 / 50;
/** Milliseconds between two looks at the signal. */
const SIGNAL_CHECK_MS = 100;
/** Milliseconds for which a client that waits bears with a server that is away. */
const AWAY = 30_000;
/** Milliseconds between two attempts to remove the jobs of a submission that is cancelled. */
const CANCEL_PAUSE = 100;
/** Milliseconds after which `cancel` stops to wait for workers. They remove the rest. */
const MOST_CANCEL = 60_000;

/**
 * Visits the tree of a submission, and settles its answer when there is one. It may be called by
 * any number of clients at once: they store the same answer.
 */
async function tend(
  server: Server,
  submission: Submission,
  tree: Tree,
  isGlance = false,
): Promise<Answer | undefined> {
  if (submission.answer === undefined) for await (const _ of tree.visit(isGlance));
  const answer = submission.answer ?? tree.answer;
  if (answer !== undefined) await settle(server, submission, answer);
  return answer;
}

/**
 * The answer of a submission, or its state so far. Without `wait` it reads each job that is not
 * known to be done.
 */
export async function result(id: string, settings: ResultSettings): Promise<Result> {
  checkSubmission(id);
  const isPatient = checkFlag('wait', settings.wait);
  return withServer(settings, ['wait', 'signal'], async (server) => {
    const tree = new Tree(server, await findOr(server, id));
    const began = performance.now();
    for (let answered = began; ; ) {
      const visited = performance.now();
      const waits = isPatient && !settings.signal?.aborted;
      try {
        // Somebody else may have stored the answer and removed the jobs, or may have cancelled it.
        const submission = await findOr(server, id);
        const answer = await tend(server, submission, tree, waits);
        if (answer !== undefined || !waits) {
          const workers = await server.jobs.getWorkersCount().catch(() => undefined);
          const weakness = await server.weakness();
          return { ...resultOf(submission, answer, tree), workers, weakness };
        }
        answered = performance.now();
      } catch (error) {
        // Whoever waits for hours also waits for a server that starts again.
        const isAway = unreachable(server.url, error) !== undefined;
        if (!isAway || !waits || performance.now() - answered > AWAY) throw error;
      }
      const now = performance.now();
      const wanted = Math.max(PAUSE_SHARE * (now - began), SHORTEST_PAUSE);
      const pause = Math.max(Math.min(wanted, LONGEST_PAUSE), now - visited);
      for (let rest = pause; rest > 0 && !settings.signal?.aborted; rest -= SIGNAL_CHECK_MS)
        await wait(SIGNAL_CHECK_MS);
    }
  });
}

function resultOf(
  submission: Submission,
  answer: Answer | undefined,
  tree: Tree,
): Omit<Result, 'workers' | 'weakness'> {
  const { question, problem } = submission;
  const { count, exact } = countOf(BigInt(answer?.count ?? tree.count), 'complete');
  const status: Result['status'] = answer?.status ?? 'open';
  const known = { complete: exact === 1n ? 'unique' : 'none', found: 'several' } as const;
  return {
    ...listed(submission),
    isDone: answer !== undefined,
    status,
    count,
    exact,
    problem,
    share: answer !== undefined ? 1 : Math.max(0, 1 - tree.openShare),
    nodes: answer?.nodes ?? tree.nodes,
    jobs: answer?.jobs ?? tree.jobs,
    open: answer === undefined ? tree.open : 0,
    ...(question === 'first' && { solution: answer?.solution }),
    ...(question === 'isUnique' && { answer: known[status as 'found'] ?? 'unknown' }),
  };
}

/**
 * The solutions of a submission that asks for all of them, page by page: those of a job are a page.
 * It ends when all are given; if some are not found yet, that is an error after the last page that
 * is there.
 */
export async function* solutionPages(
  id: string,
  settings: Connection,
): AsyncGenerator<readonly (readonly number[])[]> {
  checkSubmission(id);
  checkSettings(settings, CONNECTION);
  const server = await Server.open(settings);
  try {
    const submission = await findOr(server, id);
    if (submission.question !== 'solutions') {
      throw new QuadrilleError(
        'bad-setting',
        `The submission ${id} asks for ${submission.question}; only solutions have pages.`,
      );
    }
    const tree = new Tree(server, submission);
    for await (const found of tree.visit()) if (found.length > 0) yield found;
    if (tree.answer !== undefined) return;
    throw new QuadrilleError(
      'not-done',
      `The submission ${id} is not done, so these are not all solutions: ${plural(tree.open, 'job')} to go; ` +
        'wait for its result.',
    );
  } catch (error) {
    throw unreachable(server.url, error) ?? error;
  } finally {
    await server.close();
  }
}

/**
 * Ends a submission, or removes one that is done: all of its jobs, its answer, and its problem.
 * Workers stop within a second or so. Returns the number of jobs that are still there, since a
 * worker that died holds them; whoever takes one of these removes it.
 */
export async function cancel(id: string, settings: Connection): Promise<number> {
  checkSubmission(id);
  return withServer(settings, [], async (server) => {
    // One that is damaged is removed as well.
    const isKnown = (await server.store.getJob(id)) !== undefined;
    // From here on, workers drop its jobs.
    await forget(server, id);
    const left = await removeAll(server, id);
    return isKnown ? left : unknownSubmission(id);
  });
}

/**
 * Removes the jobs of a submission that is gone, as workers let go of them. Returns the number of
 * jobs that are locked for long.
 */
async function removeAll(server: Server, id: string): Promise<number> {
  const end = Date.now() + MOST_CANCEL;
  // A look at the queue reads one state of the jobs after the other, and workers go on meanwhile.
  // So a job may be missed that goes back from one state to another, and two looks in turn must see
  // no job that is locked.
  for (let clean = 0; clean < 2; ) {
    let left = await removeJobs(server, id);
    clean = left.length === 0 ? clean + 1 : 0;
    while (left.length > 0) {
      if (Date.now() > end) return left.length;
      await wait(CANCEL_PAUSE);
      left = await removeEach(server, left);
    }
  }
  return 0;
}

/** All submissions in the queue, done or not. `cancel` removes one. */
export async function list(settings: Connection): Promise<Listed[]> {
  return withServer(settings, [], async (server) => {
    const all: Listed[] = [];
    for (const submission of await submissions(server)) {
      const isDone = submission.answer !== undefined || (await canEnd(server, submission));
      all.push({ ...listed(submission), isDone });
    }
    return all;
  });
}

/** True if a submission is done now. One with a job that has failed never is. */
async function canEnd(server: Server, submission: Submission): Promise<boolean> {
  try {
    return (await tend(server, submission, new Tree(server, submission))) !== undefined;
  } catch (error) {
    if (!(error instanceof QuadrilleError)) throw error;
    return false;
  }
}

function listed({ id, question, engine, version, answer }: Submission): Listed {
  return { id, question, engine, version, isDone: answer !== undefined };
}

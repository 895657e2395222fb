import type { Prefix } from '../engine/kernels/prefix.ts';
import type { Job, PieceReply } from '../engine/parallel/jobs.ts';
import type { Pool } from '../engine/parallel/pool.ts';
import type { Compiled } from '../engine/problem/compiled.ts';
import { shared } from '../engine/problem/memory.ts';
import type { Count } from '../engine/solve/questions.ts';
import {
  partOf,
  plainOf,
  type Remaining,
  remainingOf,
  shareOf,
} from '../engine/solve/remaining.ts';
import { badJob, budgetOf, divided, type JobOutcome } from './protocol.ts';
import type { Server } from './server.ts';
import { problemOf, type Submission } from './store.ts';

/** A job that a thread is to carry out. */
interface Task {
  readonly id: string;
  readonly level: number;
  readonly submission: Submission;
  readonly data: unknown;
  /** Ends the thread: the answer is not wanted any more, or the program ends. */
  readonly signal: AbortSignal;
}

/** The outcome of a job, and what is left for each of its children. */
type Reply = readonly [outcome: JobOutcome, children: readonly Remaining[]];

/** Problems that are kept ready. */
const MOST_PROBLEMS = 8;

/** A problem as threads take it. */
interface Source {
  readonly compiled: Compiled;
  readonly job: Job;
}

/** Carries out jobs by threads. */
export class Threads {
  readonly #server: Server;
  readonly #pool: Pool;
  /** Submission -> its problem. The last is the newest. */
  readonly #sources = new Map<string, Source>();

  constructor(server: Server, pool: Pool) {
    this.#server = server;
    this.#pool = pool;
  }

  /**
   * Carries out a job. Undefined if its problem is not there. Throws the reason of the signal, and
   * a `QuadrilleError` if the job is at fault.
   */
  async carryOut(task: Task): Promise<Reply | undefined> {
    const source = await this.#sourceOf(task.submission);
    if (source === undefined) return undefined;
    const { engine, left } = remainingOf(task.data, badJob, source.compiled);
    const [prefix] = left;
    if (prefix === undefined) return badJob('it has no prefix');
    if (engine !== task.submission.engine) return badJob('its engine is that of another one');
    if (engine === 'auto') return this.#count(task, source.job, prefix);
    return this.#search(task, source.job, engine, left);
  }

  async #sourceOf(submission: Submission): Promise<Source | undefined> {
    const { id, engine, seed, memoryLimit } = submission;
    let source = this.#sources.get(id);
    this.#sources.delete(id);
    if (source === undefined) {
      const compiled = await problemOf(this.#server, submission);
      if (compiled === undefined) return undefined;
      const data = shared(compiled.data);
      const named = engine === 'auto' ? 'lists' : engine;
      source = { compiled, job: { data, engine: named, seed, memoryLimit } };
    }
    this.#sources.set(id, source);
    const [oldest] = this.#sources.keys();
    if (this.#sources.size > MOST_PROBLEMS) this.#sources.delete(oldest);
    return source;
  }

  /** Searches below prefixes, within the nodes of the job. */
  async #search(
    task: Task,
    job: Job,
    engine: Job['engine'],
    left: readonly Prefix[],
  ): Promise<Reply> {
    const { id, level, submission } = task;
    const { wanted, collects } = WANTED[submission.question];
    const nodes = budgetOf(submission.nodes, id, level);
    const remaining = plainOf(partOf(engine, left));
    const order = { kind: 'piece' as const, remaining, nodes, solutions: wanted, collects };
    // A search that was used before has its sets in another order, so it may pause at another
    // place, with other children. Only `sweep` keeps nothing. A thread that gets a new job makes a
    // new search.
    const alike = engine === 'sweep' ? job : { ...job };
    const reply = (await this.#pool.ask(alike, order, task.signal)) as PieceReply;
    const result = remainingOf(reply.remaining);
    const next = budgetOf(submission.nodes, id, level + 1);
    const rest = reply.isStuck ? [] : divided(result.left, shareOf(left), reply.nodes, next);
    const children = rest.map((prefixes) => partOf(engine, prefixes));
    const work = { nodes: reply.nodes, children: children.length, isStuck: reply.isStuck };
    return [{ ...plainOf({ ...result, left: [] }), ...work }, children];
  }

  /** Counts by remembered states, which cannot be divided. */
  async #count(task: Task, job: Job, prefix: Prefix): Promise<Reply> {
    const order = {
      kind: 'decision' as const,
      question: 'count' as const,
      engine: 'auto' as const,
      seed: job.seed ?? 0,
      prefix: prefix.toArray(),
      symmetry: task.submission.symmetry,
      maxNodes: undefined,
    };
    const { exact, status } = (await this.#pool.ask(job, order, task.signal)) as Count;
    const solutions = exact * prefix.factor;
    const work = { nodes: 0, children: 0, isStuck: status !== 'complete' };
    return [{ ...plainOf({ ...partOf('auto', []), solutions }), ...work }, []];
  }
}

/** The number of solutions that a job looks for; `collects`: it keeps them. */
export const WANTED = {
  count: { wanted: Number.POSITIVE_INFINITY, collects: false },
  solutions: { wanted: Number.POSITIVE_INFINITY, collects: true },
  first: { wanted: 1, collects: true },
  isUnique: { wanted: 2, collects: false },
} as const;

/** True if the outcome of one job answers the question. */
export function isAnswered({ question }: Submission, { solutions }: JobOutcome): boolean {
  const { wanted } = WANTED[question];
  return BigInt(solutions) >= wanted;
}

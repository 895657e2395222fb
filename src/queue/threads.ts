import type { Count } from '../core/answers.ts';
import { Start } from '../kernels/prefix.ts';
import type { Job, Order, PieceReply } from '../parallel/jobs.ts';
import type { OpenPrefix } from '../parallel/pieces.ts';
import { type Pool, WorkerEnded } from '../parallel/pool.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { shared } from '../problem/memory.ts';
import { budgetOf, divided, type JobOutcome, type Piece, shareOf, unpack } from './protocol.ts';
import type { Server } from './server.ts';
import { problemOf, type Submission } from './store.ts';

/** A job that a thread is to carry out. */
interface Task {
  readonly id: string;
  readonly submission: Submission;
  readonly piece: Piece;
  readonly level: number;
  readonly cancellation: Cancellation;
}

/** The way to end the thread of a job. */
export class Cancellation {
  #end = (): void => undefined;
  /** The reason to end it: its answer is not wanted any more, or the program ends. */
  stopped: 'dropped' | 'closing' | undefined;

  /** Takes the way to end the thread that has the job now. */
  readonly hold = (end: () => void): void => {
    this.#end = end;
    if (this.stopped !== undefined) end();
  };

  stop(why: 'dropped' | 'closing'): void {
    this.stopped ??= why;
    this.#end();
  }
}

/** The thread of a job was ended on purpose. */
export class JobStopped extends Error {}

/** Problems that are kept ready. */
const MOST_PROBLEMS = 8;
/** A job that ends this number of threads fails for good. */
const MOST_FAILURES = 3;

/** A problem as threads take it. */
interface Source {
  readonly compiled: Compiled;
  readonly job: Job;
}

/** Carries out jobs by threads. */
export class Threads {
  readonly #server: Server;
  readonly #pool: Pool;
  /** Engine, seed, memory and fingerprint -> the problem. The last is the newest. */
  readonly #sources = new Map<string, Source>();

  constructor(server: Server, pool: Pool) {
    this.#server = server;
    this.#pool = pool;
  }

  /**
   * The outcome of a job, and the prefixes of its children. Undefined if its problem is not there.
   * Throws `JobStopped`, and a `QuadrilleError` if the job is at fault.
   */
  async carryOut(task: Task): Promise<[JobOutcome, OpenPrefix[][]] | undefined> {
    const source = await this.#sourceOf(task.submission, task.piece);
    if (source === undefined) return undefined;
    const prefixes = unpack(task.piece.prefixes);
    const start = new Start(source.compiled);
    for (const { decisions } of prefixes) start.set(decisions);
    const { engine } = task.piece;
    if (engine === 'diagram') return [await this.#count(task, source.job, prefixes), []];
    return this.#search(task, source.job, prefixes);
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

  /** Searches below prefixes, within the nodes of the job. */
  async #search(
    task: Task,
    job: Job,
    prefixes: readonly OpenPrefix[],
  ): Promise<[JobOutcome, OpenPrefix[][]]> {
    const { id, level, piece, submission } = task;
    const nodes = budgetOf(piece.nodes, id, level);
    const { wanted, collects } = WANTED[submission.question];
    const order = { kind: 'piece' as const, prefixes, nodes, solutions: wanted, collects };
    // A search that was used before has its sets in another order, so it may pause at another
    // place, with other children. Only `sweep` keeps nothing. A thread that gets a new job makes a
    // new search.
    const alike = job.engine === 'sweep' ? job : { ...job };
    const reply = (await this.#run(task, alike, order)) as PieceReply;
    const next = budgetOf(piece.nodes, id, level + 1);
    const children = reply.isStuck ? [] : divided(reply.rest, shareOf(piece), reply.nodes, next);
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
  async #count(task: Task, job: Job, prefixes: readonly OpenPrefix[]): Promise<JobOutcome> {
    const [{ decisions } = { decisions: [] }] = prefixes;
    const order = {
      kind: 'decision' as const,
      question: 'count' as const,
      engine: 'auto' as const,
      seed: job.seed ?? 0,
      prefix: decisions,
      maxNodes: undefined,
    };
    const { exact, status } = (await this.#run(task, job, order)) as Count;
    const isStuck = status !== 'complete';
    return { count: String(exact), nodes: 0, children: 0, ...(isStuck && { isStuck }) };
  }

  /** Has a thread carry out an order; another one, if that thread ends. */
  async #run({ id, cancellation }: Task, job: Job, order: Order): Promise<unknown> {
    for (let failures = 1; ; failures++) {
      if (cancellation.stopped !== undefined) throw new JobStopped();
      try {
        return await this.#pool.run(job, order, cancellation.hold);
      } catch (error) {
        if (cancellation.stopped !== undefined) throw new JobStopped();
        if (!(error instanceof WorkerEnded)) throw error;
        if (failures < MOST_FAILURES) continue;
        throw new QuadrilleError(
          'worker-failed',
          `${failures} threads in turn have ended over the job ${id} (${error.message})`,
        );
      }
    }
  }
}

/** The number of solutions that a job looks for; `collects`: it keeps them. */
const WANTED = {
  count: { wanted: Number.POSITIVE_INFINITY, collects: false },
  solutions: { wanted: Number.POSITIVE_INFINITY, collects: true },
  first: { wanted: 1, collects: true },
  isUnique: { wanted: 2, collects: false },
} as const;

/** True if the outcome of one job answers the question. */
export function isAnswered({ question }: Submission, { count }: JobOutcome): boolean {
  const { wanted } = WANTED[question];
  return wanted !== Number.POSITIVE_INFINITY && BigInt(count) >= wanted;
}

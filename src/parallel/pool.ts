import { QuadrilleError } from '../problem/error.ts';
import { checkInteger } from '../problem/setting.ts';

/**
 * A message to a worker: an order, and the job that it belongs to where the worker does not have that yet. Both are
 * plain objects. Only the program of the worker knows what is in them.
 */
export interface Message {
  readonly job?: object | undefined;
  readonly order: object;
}

/** What a worker sends back: what an order has come to, or why it failed. */
export type Reply = { readonly value: unknown } | { readonly error: string };

/** A worker, as its owner sees it, in Node or in a browser. */
interface Thread {
  post(message: Message): void;
  /** Ends it at once, whatever it does. */
  end(): void;
  /** Whether the program is kept alive by it. */
  keepAlive(isBusy: boolean): void;
}

/** Starts a worker. The owner hears of each reply, and once of its end. */
export type StartThread = (hear: (reply: Reply) => void, ended: (why: string) => void) => Thread;

/** The parts of `node:worker_threads` that are used here. A URL is an object: not every program has its type. */
export interface NodeThreads {
  readonly Worker: new (url: object, settings: object) => NodeWorker;
  readonly parentPort: {
    postMessage(message: unknown): void;
    on(event: 'message', listener: (message: never) => void): void;
  } | null;
}

interface NodeWorker {
  postMessage(message: unknown): void;
  terminate(): unknown;
  ref(): void;
  unref(): void;
  on(event: string, listener: (value: never) => void): void;
}

/** The parts of Node's `process` that are used here. */
interface NodeProcess {
  getBuiltinModule?(name: string): unknown;
}

/**
 * A module of Node, where this is Node. It is asked for at run time: an import would be pulled into the bundles of
 * browsers, where there is no such module.
 */
function builtin<M>(name: string): M | undefined {
  const { process } = globalThis as unknown as { readonly process?: NodeProcess };
  return process?.getBuiltinModule?.(name) as M | undefined;
}

export function nodeThreads(): NodeThreads | undefined {
  return builtin<NodeThreads>('node:worker_threads');
}

/** The number of cores. */
export function coreCount(): number {
  const os = builtin<{ availableParallelism(): number }>('node:os');
  return os?.availableParallelism() ?? globalThis.navigator?.hardwareConcurrency ?? 1;
}

/** Starts a worker by the means of the platform. */
export const startThread: StartThread = (hear, ended) => {
  const threads = nodeThreads();
  return threads === undefined ? startInBrowser(hear, ended) : startInNode(threads, hear, ended);
};

/** Starts a worker thread of Node. `url` is the module that it runs. */
export function startInNode(
  { Worker }: NodeThreads,
  hear: (reply: Reply) => void,
  ended: (why: string) => void,
  url: object = new URL('./worker.js', import.meta.url),
): Thread {
  // The flags of the program are not for its workers: --input-type would be an error there.
  const worker = new Worker(url, { execArgv: [] });
  worker.on('message', hear);
  worker.on('error', (error: Error) => ended(error.message));
  worker.on('exit', (code: number) => ended(`it has exited with code ${code}`));
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
    keepAlive: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
  };
}

function startInBrowser(hear: (reply: Reply) => void, ended: (why: string) => void): Thread {
  // Bundlers find the worker by this very form.
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Reply>) => hear(data);
  worker.onerror = (event) => {
    worker.terminate();
    ended(event.message ?? 'it could not be loaded');
  };
  return {
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
    keepAlive: () => undefined,
  };
}

/** An order under way. */
interface Errand {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A worker and what it does. A worker that ends is replaced when its place is needed again. */
class Place {
  readonly #start: StartThread;
  #thread: Thread | undefined;
  /** The job that the worker has. */
  job: object | undefined;
  /** The orders that it has, in the order of its replies. */
  readonly errands: Errand[] = [];

  constructor(start: StartThread) {
    this.#start = start;
  }

  /** Starts the worker, if there is none. */
  start(): void {
    if (this.#thread === undefined) this.#begin().keepAlive(false);
  }

  run(job: object, order: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.errands.push({ resolve, reject });
      const thread = this.#thread ?? this.#begin();
      thread.keepAlive(true);
      thread.post(this.job === job ? { order } : { job, order });
      this.job = job;
    });
  }

  /** Ends the worker; its errands are rejected. */
  end(why: string): void {
    const thread = this.#thread;
    this.#thread = this.job = undefined;
    thread?.end();
    for (const errand of this.errands.splice(0)) errand.reject(new WorkerEnded(why));
  }

  #begin(): Thread {
    const thread = this.#start(
      (reply) => {
        if (this.#thread !== thread) return;
        if ('value' in reply) {
          const errand = this.errands.shift();
          if (this.errands.length === 0) thread.keepAlive(false);
          errand?.resolve(reply.value);
        } else {
          // What a failure has left behind is unknown: the next order goes to a new worker.
          this.end(reply.error);
        }
      },
      (why) => {
        if (this.#thread === thread) this.end(why);
      },
    );
    this.#thread = thread;
    return thread;
  }
}

/** The most workers that end over one order before that is an error. */
const MOST_FAILURES = 3;

/** A worker has ended before its reply. */
export class WorkerEnded extends Error {}

/**
 * Workers, for as many questions as there are: each starts when it is first needed, some 35 ms, and stays until
 * `close`. Idle workers do not keep a program of Node from its end.
 */
export class Pool {
  readonly size: number;
  readonly #places: Place[];
  /** The orders that a worker may have at once. */
  readonly #depth: number;
  /** Those that wait for a worker, in order. */
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;

  /**
   * `workers`: how many. Default: one for each core. With a `depth` of 2 a worker has its next order before it replies
   * to the first, so that it need not wait for a busy owner.
   */
  constructor(workers: number = coreCount(), start: StartThread = startThread, depth = 1) {
    this.size = checkInteger('workers', workers, 1);
    this.#depth = depth;
    this.#places = Array.from({ length: this.size }, () => new Place(start));
  }

  /**
   * What an order comes to, once a worker is free for it. Where the worker ends first, the promise is rejected with
   * a `WorkerEnded`. `hold` is told how to end the worker while the order is carried out. @internal
   */
  async run(job: object, order: object, hold: (end: () => void) => void): Promise<unknown> {
    let place = this.#free(job);
    while (place === undefined) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      place = this.#free(job);
    }
    const reply = place.run(job, order);
    const errand = place.errands.at(-1) as Errand;
    hold(() => {
      if (place.errands.includes(errand)) place.end('it was stopped');
    });
    try {
      return await reply;
    } finally {
      this.#waiting.shift()?.();
    }
  }

  /** The same for an order that nobody ends. A worker that ends over it is replaced, at most twice. @internal */
  async ask(job: object, order: object): Promise<unknown> {
    for (let failures = 1; ; failures++) {
      try {
        return await this.run(job, order, () => undefined);
      } catch (error) {
        if (!(error instanceof WorkerEnded) || this.#isClosed) throw error;
        if (failures < MOST_FAILURES) continue;
        throw new QuadrilleError(
          'worker-failed',
          `${failures} workers in turn have ended over the same part of the work (${error.message}); ` +
            'give it more memory, or do it without workers.',
        );
      }
    }
  }

  /** Starts the first `count` workers that do not run yet, for orders to come. @internal */
  start(count = this.size): this {
    if (!this.#isClosed) for (const place of this.#places.slice(0, count)) place.start();
    return this;
  }

  /** Whether a worker takes another order at once. @internal */
  get hasRoom(): boolean {
    return this.#places.some(({ errands }) => errands.length < this.#depth);
  }

  /** A worker that takes another order: one with the fewest, and of these one that has the job if there is one. */
  #free(job: object): Place | undefined {
    if (this.#isClosed) {
      throw new QuadrilleError('bad-setting', 'The pool is closed; make another one.');
    }
    const fewest = Math.min(...this.#places.map(({ errands }) => errands.length));
    if (fewest >= this.#depth) return undefined;
    const free = this.#places.filter(({ errands }) => errands.length === fewest);
    return free.find((place) => place.job === job) ?? free[0];
  }

  /** Ends all workers. Questions that are under way end with an error. */
  close(): void {
    this.#isClosed = true;
    for (const place of this.#places) place.end('the pool was closed');
    for (const resume of this.#waiting.splice(0)) resume();
  }
}

/** Workers for one question: the pool that the caller gave, or one that ends with the question. */
export class Lease {
  readonly size: number;
  readonly #pool: Pool | undefined;

  constructor(pool: Pool | undefined, workers = coreCount()) {
    this.#pool = pool;
    this.size = pool?.size ?? checkInteger('workers', workers, 1);
  }

  /** The workers; `close` is to follow. */
  open(): Pool {
    return this.#pool ?? new Pool(this.size);
  }

  close(pool: Pool | undefined): void {
    if (pool !== this.#pool) pool?.close();
  }
}

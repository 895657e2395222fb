import { QuadrilleError } from '../problem/error.ts';
import { checkInteger } from '../problem/setting.ts';

/**
 * A message to a worker: an order, and its job where the worker does not have that yet. Both are
 * plain objects. Only the program of the worker reads them.
 */
export interface Message {
  readonly job?: object | undefined;
  readonly order: object;
}

/** A message from a worker: it has started, the result of an order, or the reason why it failed. */
export type Reply =
  | { readonly hasStarted: true }
  | { readonly value: unknown }
  | { readonly error: string };

/** A worker, as its owner sees it, in Node or in a browser. */
interface Thread {
  post(message: Message): void;
  /** Ends it at once, even while it is busy. */
  end(): void;
  /** True keeps the program alive while it runs. */
  keepAlive(isBusy: boolean): void;
}

/**
 * Starts a worker. `onReply` gets each reply; `onEnd`, once, its end, or the reason why there can
 * be no worker.
 */
export type StartThread = (
  onReply: (reply: Reply) => void,
  onEnd: (why: string | QuadrilleError) => void,
) => Thread;

/**
 * The parts of `node:worker_threads` that are used here. A URL has the type `object`, since not
 * every program has a type for it.
 */
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
 * A module of Node, where this is Node. It is loaded at run time: an import would go into the
 * bundles for browsers, which have no such module.
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

/** Starts a worker of the platform. */
const startThread: StartThread = (onReply, onEnd) => {
  const threads = nodeThreads();
  return threads === undefined
    ? startInBrowser(onReply, onEnd)
    : startInNode(threads, onReply, onEnd);
};

/** Starts a worker thread of Node. `url` is the module that it runs. */
export function startInNode(
  { Worker }: NodeThreads,
  onReply: (reply: Reply) => void,
  onEnd: (why: string | QuadrilleError) => void,
  url: object = workerUrl(),
): Thread {
  // The workers get no flags of the program: --input-type would be an error there.
  const worker = new Worker(url, { execArgv: [] });
  worker.on('message', onReply);
  worker.on('error', (error: Error & { readonly code?: string }) =>
    onEnd(error.code?.endsWith('MODULE_NOT_FOUND') ? missing(url) : error.message),
  );
  worker.on('exit', (code: number) => onEnd(`it has exited with code ${code}`));
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
    keepAlive: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
  };
}

function startInBrowser(
  onReply: (reply: Reply) => void,
  onEnd: (why: string | QuadrilleError) => void,
): Thread {
  const url = workerUrl();
  const worker = new Worker(url, { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Reply>) => onReply(data);
  worker.onerror = (event) => {
    worker.terminate();
    // An error of its program has a message. There is none where the file is missing, or is a page
    // that says so.
    onEnd(event.message ?? missing(url));
  };
  return {
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
    keepAlive: () => undefined,
  };
}

/**
 * The file of the worker. Bundlers look for this very form, and copy the file. It stands only here:
 * from a second one, or from `new Worker(new URL(...))`, Vite would make a second file of 235 KB.
 */
function workerUrl(): URL {
  try {
    return new URL('./worker.js', import.meta.url);
  } catch {
    throw new QuadrilleError(
      'worker-failed',
      'The file of the workers cannot be found, as this bundle has no import.meta.url; bundle an ES module ' +
        '(esbuild: format: "esm"), or do without workers.',
    );
  }
}

function missing(url: object): QuadrilleError {
  return new QuadrilleError(
    'worker-failed',
    `The file of the workers is missing: ${url}. Where a bundler has left it out, copy ` +
      'node_modules/quadrille/dist/engine/parallel/worker.js there, or do without workers. ' +
      'docs/guide/parallel.md says how for each bundler.',
  );
}

/** An order without a reply yet. */
interface PendingOrder {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A slot for a worker and its orders. A worker that ends is replaced when its slot is needed again.
 */
class WorkerSlot {
  readonly #start: StartThread;
  /** Called when the worker has started, and when it ends. */
  readonly #onChange: () => void;
  #thread: Thread | undefined;
  /** True if there is a worker that has sent nothing yet. */
  isStarting = false;
  /** The job that the worker has. */
  job: object | undefined;
  /** The orders that it has, in the order of its replies. */
  readonly pending: PendingOrder[] = [];

  constructor(start: StartThread, onChange: () => void) {
    this.#start = start;
    this.#onChange = onChange;
  }

  get hasWorker(): boolean {
    return this.#thread !== undefined;
  }

  /** Starts the worker, if there is none. */
  start(): void {
    if (this.#thread === undefined) this.#begin().keepAlive(false);
  }

  run(job: object, order: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.pending.push({ resolve, reject });
      const thread = this.#thread ?? this.#begin();
      thread.keepAlive(true);
      thread.post(this.job === job ? { order } : { job, order });
      this.job = job;
    });
  }

  /** Ends the worker; its pending orders are rejected. */
  end(why: string | QuadrilleError): void {
    const thread = this.#thread;
    this.#thread = this.job = undefined;
    this.isStarting = false;
    thread?.end();
    const error = typeof why === 'string' ? new WorkerEnded(why) : why;
    for (const entry of this.pending.splice(0)) entry.reject(error);
    this.#onChange();
  }

  #begin(): Thread {
    const thread = this.#start(
      (reply) => {
        if (this.#thread !== thread) return;
        this.isStarting = false;
        if ('hasStarted' in reply) {
          this.#onChange();
        } else if ('value' in reply) {
          const entry = this.pending.shift();
          if (this.pending.length === 0) thread.keepAlive(false);
          entry?.resolve(reply.value);
        } else {
          // The state of the worker after a failure is unknown: the next order goes to a new
          // worker.
          this.end(reply.error);
        }
      },
      (why) => {
        if (this.#thread === thread) this.end(why);
      },
    );
    this.#thread = thread;
    this.isStarting = true;
    return thread;
  }
}

/** An order is given to at most this number of workers. */
const MOST_FAILURES = 3;

function failureOver(failures: number, why: string): string {
  return (
    `${failures} workers in turn have ended over the same part of the work (${why}); ` +
    'give it more memory, or do it without workers.'
  );
}

/** A worker has ended before its reply. */
class WorkerEnded extends Error {}

/**
 * Workers for any number of questions: each starts when it is first needed, which takes some 35 ms,
 * and stays until `close`. Idle workers do not keep a program of Node from its end.
 *
 * There may be more workers than cores. The workers beyond the number of cores start one after the
 * other, since many threads that start at once leave their owner no time: with 300 of them on 2
 * cores it did not look at the clock for a minute.
 */
export class Pool {
  /** The number of its workers, started or not. */
  readonly size: number;
  readonly #slots: WorkerSlot[];
  /** The orders that a worker may have at once. */
  readonly #depth: number;
  /** The resolvers of calls that wait for a worker, in order. */
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;

  /**
   * `workers` is their number. Default: one for each core.
   */
  constructor(workers?: number);
  /**
   * With a `depth` of 2 a worker has its next order before it replies to the first, so that it need
   * not wait for a busy owner. @internal
   */
  constructor(workers?: number, start?: StartThread, depth?: number);
  constructor(workers: number = coreCount(), start: StartThread = startThread, depth = 1) {
    this.size = checkInteger('workers', workers, 1);
    this.#depth = depth;
    const onChange = () => this.#wake();
    this.#slots = Array.from({ length: this.size }, () => new WorkerSlot(start, onChange));
  }

  /**
   * The result of an order, once a worker is free for it. Where the worker ends first, the promise
   * is rejected with a `WorkerEnded`, or a `QuadrilleError` if no other worker would start. The
   * signal stops the order, and ends the worker that has it. @internal
   */
  async run(job: object, order: object, signal?: AbortSignal): Promise<unknown> {
    let slot: WorkerSlot | undefined;
    for (;;) {
      // Without this check a worker could start for a stopped order.
      if (signal?.aborted) throw new WorkerEnded('it was stopped');
      slot = this.#free(job);
      if (slot !== undefined) break;
      await this.#change();
    }
    const { pending } = slot;
    const reply = slot.run(job, order);
    const entry = pending.at(-1) as PendingOrder;
    const stop = () => {
      if (pending.includes(entry)) slot.end('it was stopped');
    };
    signal?.addEventListener('abort', stop);
    try {
      return await reply;
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#wake();
    }
  }

  /**
   * The result of an order. A worker that ends over it is replaced, at most twice; then `failure`
   * is the message of the error. The signal stops the order, whose promise is then rejected with
   * the reason of the signal. @internal
   */
  async ask(
    job: object,
    order: object,
    signal?: AbortSignal,
    failure = failureOver,
  ): Promise<unknown> {
    for (let failures = 1; ; failures++) {
      signal?.throwIfAborted();
      try {
        return await this.run(job, order, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof WorkerEnded)) throw error;
        if (failures < MOST_FAILURES) continue;
        throw new QuadrilleError('worker-failed', failure(failures, error.message));
      }
    }
  }

  /**
   * Starts the first `count` workers that do not run yet, for orders to come; no more than there
   * are cores. @internal
   */
  start(count = this.size): this {
    const atOnce = Math.min(count, coreCount());
    if (!this.#isClosed) for (const slot of this.#slots.slice(0, atOnce)) slot.start();
    return this;
  }

  /** True if a worker takes another order at once, or one can start for it. @internal */
  get hasRoom(): boolean {
    return this.#open().some(({ pending }) => pending.length < this.#depth);
  }

  /**
   * Starts one more worker when it may, if it is wanted then and a slot is free, and waits until it
   * has started. @internal
   */
  async grow(isWanted: () => boolean): Promise<void> {
    while (!this.#isClosed && !this.#mayStart && isWanted()) await this.#change();
    const slot = this.#slots.find(({ hasWorker }) => !hasWorker);
    if (this.#isClosed || !isWanted() || slot === undefined) return;
    slot.start();
    while (slot.isStarting) await this.#change();
  }

  /** True if another worker may start now. */
  get #mayStart(): boolean {
    const running = this.#slots.filter(({ hasWorker }) => hasWorker);
    return running.length < coreCount() || !running.some(({ isStarting }) => isStarting);
  }

  /** The slots with a worker, and slots where one may start now. */
  #open(): WorkerSlot[] {
    return this.#mayStart ? this.#slots : this.#slots.filter(({ hasWorker }) => hasWorker);
  }

  /** Waits until a worker may be free, or has started or ended. */
  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** All waiting calls look again, in their order: they wait for different things. */
  #wake(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }

  /**
   * A worker that takes another order: one with the fewest, and of these one that has the job if
   * there is one.
   */
  #free(job: object): WorkerSlot | undefined {
    if (this.#isClosed) {
      throw new QuadrilleError('bad-setting', 'The pool is closed; make another one.');
    }
    const open = this.#open();
    const fewest = Math.min(...open.map(({ pending }) => pending.length));
    if (fewest >= this.#depth) return undefined;
    const free = open.filter(({ pending }) => pending.length === fewest);
    return free.find((slot) => slot.job === job) ?? free[0];
  }

  /** Ends all workers. Questions that are under way end with an error. */
  close(): void {
    this.#isClosed = true;
    for (const slot of this.#slots) slot.end('the pool was closed');
    this.#wake();
  }
}

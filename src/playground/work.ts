/**
 * Work for a worker. A task has a name and an input, sends news while it runs, and comes to an
 * output. To stop it is to end its worker: that needs no cooperation, so it takes some milliseconds
 * whatever the worker does. The next task starts a new one.
 */
import type { Notice, Order, Reply, Tasks } from './worker.ts';

export type TaskName = keyof Tasks;
type Task<N extends TaskName> = Tasks[N];
type Input<N extends TaskName> = Parameters<Task<N>>[0];
type News<N extends TaskName> =
  Task<N> extends (input: never, onNews: (news: infer V) => void) => unknown ? V : never;
type Output<N extends TaskName> = Awaited<ReturnType<Task<N>>>;

/** The task was stopped before its end. */
export class TaskStopped extends Error {}

/** The task has failed, with a message for people. `code` is that of a `QuadrilleError`. */
export class TaskFailed extends Error {
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

interface Pending {
  onNews(news: unknown): void;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** A worker of its own, started when it is first needed or expected to be. It does one task after the other. */
export class Work {
  #worker: Worker | undefined;
  #isClosed = false;
  /** The number of the last task. */
  #last = 0;
  readonly #pending = new Map<number, Pending>();

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True while a task runs. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  /** Starts the worker and loads a task, while the page is not yet ready to ask for it. */
  prepare(task: TaskName): void {
    if (this.#isClosed) return;
    this.#worker ??= this.#start();
    this.#worker.postMessage({ likely: task } satisfies Notice);
  }

  /**
   * Does a task. The promise is rejected with `TaskStopped` or `TaskFailed` where it gives no
   * output.
   */
  run<N extends TaskName>(
    task: N,
    input: Input<N>,
    onNews: (news: News<N>) => void = () => undefined,
  ): Promise<Output<N>> {
    if (this.#isClosed) return Promise.reject(new TaskStopped());
    this.#worker ??= this.#start();
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, {
        onNews: onNews as (news: unknown) => void,
        resolve: resolve as (output: unknown) => void,
        reject,
      });
      this.#worker?.postMessage({ id, task, input } satisfies Order);
    });
  }

  /** Ends all tasks at once. */
  stop(): void {
    if (this.isBusy) this.#end(new TaskStopped());
  }

  /** Ends all tasks and the worker, for good. */
  close(): void {
    this.#isClosed = true;
    this.#end(new TaskStopped());
  }

  #end(error: Error): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(error);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./tasks.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const pending = this.#pending.get(data.id);
      if (pending === undefined) return;
      if ('news' in data) return pending.onNews(data.news);
      this.#pending.delete(data.id);
      if ('output' in data) pending.resolve(data.output);
      else pending.reject(new TaskFailed(data.error, data.code));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#worker !== worker) return;
      this.#end(new TaskFailed(event.message || 'The worker has ended; its memory may be full.'));
    };
    return worker;
  }
}

/** Does a task in a worker of its own, beside the tasks of the others. */
export async function runBeside<N extends TaskName>(task: N, input: Input<N>): Promise<Output<N>> {
  const work = new Work();
  try {
    return await work.run(task, input);
  } finally {
    work.close();
  }
}

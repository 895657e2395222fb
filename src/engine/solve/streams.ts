/** Streams of solutions, by either driver. */
import { CooperativeDriver, type Recorder, type Watch } from './cooperative.ts';
import type { Progress, Status } from './limit-settings.ts';
import type { Task } from './task.ts';

/** What a stream needs of a task. */
type Streamed = Pick<Task<unknown>, 'next' | 'progress' | 'end' | 'began' | 'deadline'>;

/** A stream of solutions. A loop may leave it at any time. Its `status` says why it ended. */
export class Solutions<S> implements IterableIterator<S, Status | undefined> {
  readonly #task: Streamed;
  readonly #read: () => S;
  #status: Status | undefined;
  #left = false;
  #last: Progress | undefined;

  /** `read` gives the solution that the task stands on. @internal */
  constructor(task: Streamed, read: () => S) {
    this.#task = task;
    this.#read = read;
  }

  /** Why the stream ended; undefined before its end. */
  get status(): Status | undefined {
    return this.#status;
  }

  /** How far the search is. */
  get progress(): Progress {
    return this.#last ?? this.#task.progress();
  }

  /** Searches for the next solution. */
  next(): IteratorResult<S, Status | undefined> {
    if (this.#left || this.#status !== undefined) return { done: true, value: this.#status };
    const outcome = this.#task.next();
    if (outcome === 'solution') return { done: false, value: this.#read() };
    this.#status = outcome;
    this.#end();
    return { done: true, value: this.#status };
  }

  /** A loop that ends early calls this. */
  return(): IteratorResult<S, Status | undefined> {
    this.#left = true;
    this.#end();
    return { done: true, value: this.#status };
  }

  /** The stream itself, for a loop. */
  [Symbol.iterator](): this {
    return this;
  }

  #end(): void {
    this.#last ??= this.progress;
    this.#task.end();
  }
}

/** The same, for `for await`. */
export class AsyncSolutions<S> implements AsyncIterableIterator<S, Status | undefined> {
  readonly #task: Streamed;
  readonly #read: () => S;
  readonly #driver: CooperativeDriver;
  readonly #recorder: Recorder | undefined;
  #status: Status | undefined;
  #left = false;
  #last: Progress | undefined;
  /** The last call of `next`: the following one waits for it. */
  #queue: Promise<unknown> = Promise.resolve();

  /** `read` gives the solution that the task stands on. @internal */
  constructor(task: Streamed, read: () => S, watch: Watch, recorder?: Recorder) {
    this.#task = task;
    this.#read = read;
    this.#recorder = recorder;
    this.#driver = new CooperativeDriver(task, watch);
  }

  /** Why the stream ended; undefined before its end. */
  get status(): Status | undefined {
    return this.#status;
  }

  /** How far the search is. */
  get progress(): Progress {
    return this.#last ?? this.#task.progress();
  }

  /** Searches for the next solution. */
  next(): Promise<IteratorResult<S, Status | undefined>> {
    const result = this.#queue.then(() => this.#next());
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #next(): Promise<IteratorResult<S, Status | undefined>> {
    if (this.#left || this.#status !== undefined) return { done: true, value: this.#status };
    try {
      const outcome = await this.#driver.run((until) => this.#task.next(until));
      if (outcome === 'solution') return { done: false, value: this.#read() };
      await this.#recorder?.write();
      this.#status = outcome;
      this.#end();
      return { done: true, value: outcome };
    } catch (error) {
      // An error of onProgress ends the stream.
      this.#left = true;
      this.#end();
      throw error;
    }
  }

  /** Called by a loop that is left early. */
  async return(): Promise<IteratorResult<S, Status | undefined>> {
    this.#left = true;
    this.#driver.stop();
    this.#queue = this.#queue.then(() => this.#end());
    return { done: true, value: this.#status };
  }

  /** The stream itself, for a loop. */
  [Symbol.asyncIterator](): this {
    return this;
  }

  #end(): void {
    this.#last ??= this.progress;
    this.#task.end();
  }
}

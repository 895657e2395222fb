import { PoliteDriver, type Recorder, type Watch } from './drivers.ts';
import type { Progress, Status, Streamed } from './walk.ts';

/** A stream of solutions. A loop may leave it at any time. Its `status` tells why it ended. */
export class AsyncSolutions<S> implements AsyncIterableIterator<S, Status | undefined> {
  readonly #walk: Streamed<S>;
  readonly #driver: PoliteDriver;
  readonly #recorder: Recorder | undefined;
  #status: Status | undefined;
  #left = false;
  /** The last call of `next`: the following one waits for it. */
  #queue: Promise<unknown> = Promise.resolve();

  /** @internal */
  constructor(walk: Streamed<S>, watch: Watch, recorder?: Recorder) {
    this.#walk = walk;
    this.#recorder = recorder;
    this.#driver = new PoliteDriver(walk, watch);
  }

  /** Why the stream ended; undefined before its end. */
  get status(): Status | undefined {
    return this.#status;
  }

  get progress(): Progress {
    return this.#walk.progress();
  }

  next(): Promise<IteratorResult<S, Status | undefined>> {
    const result = this.#queue.then(() => this.#next());
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #next(): Promise<IteratorResult<S, Status | undefined>> {
    if (this.#left || this.#status !== undefined) return { done: true, value: this.#status };
    try {
      const outcome = await this.#driver.run((until) => this.#walk.next(until));
      if (outcome === 'solution') return { done: false, value: this.#walk.solution() };
      await this.#recorder?.tell();
      this.#status = outcome;
      this.#walk.end();
      return { done: true, value: outcome };
    } catch (error) {
      // An error of onProgress ends the stream.
      this.#left = true;
      this.#walk.end();
      throw error;
    }
  }

  /** Called by a loop that is left early. */
  async return(): Promise<IteratorResult<S, Status | undefined>> {
    this.#left = true;
    this.#driver.stop();
    this.#queue = this.#queue.then(() => this.#walk.end());
    return { done: true, value: this.#status };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

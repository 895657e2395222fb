/** The driver that lets the event loop run. */
import type { Work } from '../kernels/search.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import { isPromise } from '../problem/setting.ts';
import type { Progress } from './limit-settings.ts';
import type { Task } from './task.ts';

/** Settings that need the event loop to run. */
export interface Watch {
  /** Ends the search with status `aborted`; what was found until then is kept. */
  readonly signal?: { readonly aborted: boolean } | undefined;
  /**
   * Called after each turn of the event loop, and at the end. The search waits for a promise that
   * it returns, but at most 100 ms longer than `timeout` and `signal` allow; then it calls it no
   * more. An error that it throws, or that its promise is rejected with, ends the answer.
   */
  readonly onProgress?: ((progress: Progress) => unknown) | undefined;
}

/** A writer of a record while a search goes on. It finishes the record before the answer. */
export interface Recorder {
  write(): Promise<unknown>;
}

/** Answers by the driver that lets the event loop run. */
export async function cooperate<A, W extends Work>(
  task: Task<A, W>,
  watch: Watch,
  recorder?: Recorder,
): Promise<A> {
  const driver = new CooperativeDriver(task, watch);
  try {
    const status = await driver.run((until) => task.finish(until));
    await recorder?.write();
    return task.answer(status);
  } finally {
    task.end();
  }
}

/** The time between two looks at the clock and the signal, while a listener is waited for. */
const LISTENER_CHECK_MS = 20;
/** The looks that a listener still has after a time-out or a signal. */
const LAST_LISTENER_CHECKS = 5;

/**
 * A function that reports the progress of some work to its listener and waits for it. Without
 * waiting, the rejection of its promise would be lost. But a promise may never settle, and the wait
 * must not outlast a time-out or a signal, nor a caller that has left (`isLeft`): a few looks later
 * it gives up, and calls the listener no more.
 */
export function progressReporter(
  { deadline }: Pick<Task<unknown>, 'deadline'>,
  { signal, onProgress }: Watch,
  isLeft = () => false,
): (progress: () => Progress) => Promise<void> {
  let isListening = onProgress !== undefined;
  return async (progress) => {
    const reported = isListening ? onProgress?.(progress()) : undefined;
    if (!isPromise(reported)) return;
    let timer: unknown;
    const givenUp = new Promise<void>((resolve) => {
      let checks = LAST_LISTENER_CHECKS;
      timer = setInterval(() => {
        if (!isLeft() && signal?.aborted !== true && performance.now() < deadline) return;
        if (checks-- > 0) return;
        isListening = false;
        resolve();
      }, LISTENER_CHECK_MS);
    });
    // A promise without limits does not keep a program of Node from its end: nothing else may be
    // under way.
    if (signal === undefined && deadline === Number.POSITIVE_INFINITY) {
      (timer as { unref?(): void }).unref?.();
    }
    try {
      await Promise.race([reported, givenUp]);
    } finally {
      clearInterval(timer as number);
    }
  };
}

/** Advances a task in turns with the event loop, obeys the signal and reports progress. */
export class CooperativeDriver {
  readonly #progress: () => Progress;
  readonly #signal: Watch['signal'];
  readonly #report: ReturnType<typeof progressReporter>;
  /** The time at which the turn of the search began, in milliseconds. */
  #began: number;
  #stopped = false;
  /** The number of searches under way. They share the time between two turns of the event loop. */
  static #underWay = 0;

  constructor(
    task: Pick<Task<unknown>, 'began' | 'deadline' | 'progress'>,
    { signal, onProgress }: Watch,
  ) {
    this.#progress = () => task.progress();
    this.#began = task.began;
    if (signal !== undefined && typeof signal?.aborted !== 'boolean') {
      throw new QuadrilleError(
        'bad-setting',
        `signal is ${shown(signal)}; give the signal of an AbortController, controller.signal.`,
      );
    }
    if (onProgress !== undefined && typeof onProgress !== 'function') {
      throw new QuadrilleError(
        'bad-setting',
        `onProgress is ${shown(onProgress)}; give a function, or leave it out.`,
      );
    }
    this.#signal = signal;
    this.#report = progressReporter(task, { signal, onProgress }, () => this.#stopped);
  }

  /** Goes on in turns until it does not pause: to a solution, or to the end and its reason. */
  async run<R extends string>(goOn: (until: number) => R | 'paused'): Promise<R | 'aborted'> {
    CooperativeDriver.#underWay++;
    try {
      // The caller's work between two solutions is part of the turn.
      let isOver = performance.now() >= this.#end();
      for (;;) {
        if (isOver && !this.#isAborted()) await this.#giveWay();
        const outcome = this.#isAborted() ? 'aborted' : goOn(this.#end());
        if (outcome === 'solution') return outcome;
        if (outcome !== 'paused') {
          await this.#report(this.#progress);
          return outcome;
        }
        isOver = true;
      }
    } finally {
      CooperativeDriver.#underWay--;
    }
  }

  /** Ends the work as a signal would. */
  stop(): void {
    this.#stopped = true;
  }

  #end(): number {
    return this.#began + TURN_MS / CooperativeDriver.#underWay;
  }

  #isAborted(): boolean {
    return this.#stopped || this.#signal?.aborted === true;
  }

  /** Lets the event loop and the listener run. The next turn begins after them. */
  async #giveWay(): Promise<void> {
    await eventLoop();
    await this.#report(this.#progress);
    this.#began = performance.now();
  }
}

/**
 * The time of searching, by all searches together, between two turns of the event loop. A step that
 * V8 runs for the first time may take twice as long, and ends the turn late.
 */
const TURN_MS = 5;

/** Node calls the function in the next turn of the event loop. */
const { setImmediate } = globalThis as { setImmediate?: (resume: () => void) => unknown };

/**
 * Lets the event loop run once. In browsers it waits for a message to itself, since a timer would
 * take 4 ms there; in Node a message takes 40 µs, and `setImmediate` 4.
 */
export function eventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (setImmediate !== undefined) {
      setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

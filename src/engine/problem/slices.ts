/**
 * Work in *slices*: a generator that yields after about a millisecond of work. Whoever runs it may
 * do other things before it asks for the next slice: look at a clock, or give the event loop its
 * turn.
 *
 *     finish(slices)               runs all slices, without a pause
 *     yield* slices                pauses of the inner work are pauses of the outer work
 *     yield* pausing(steps, note)  the same, where the inner work yields something
 *     yield* inSlices(n, step)     a loop from 0 to n - 1
 *     pace.spent(work)             true where any other loop is to yield
 *     new SlicedLayout(...)        the layout of a search, one slice at each call
 */
import { type Compiled, checkCompiled } from './compiled.ts';

/** Work that yields at each pause, and in the end returns its result. */
export type Slices<R = void> = Generator<undefined, R, undefined>;

/** Runs work to its end without a pause. */
export function finish<R>(slices: Generator<unknown, R>): R {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/** Pauses wherever other work yields, and gives `note` what it yields. */
export function* pausing<Y, R>(steps: Generator<Y, R>, note?: (step: Y) => void): Slices<R> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    note?.(value);
    yield;
  }
}

/** Options that are laid out at once: one or two milliseconds of work. */
export const SLICE_OPTIONS = 1 << 13;

/** Calls `step` for all of 0 to `options` - 1, range by range, and yields between two ranges. */
export function* inSlices(options: number, step: (from: number, to: number) => void): Slices {
  for (let from = 0; from < options; from += SLICE_OPTIONS) {
    if (from > 0) yield;
    step(from, Math.min(from + SLICE_OPTIONS, options));
  }
}

/** The work of a slice, in integers read: 0.1 to 1 ms. */
const SLICE_INTEGERS = 1 << 16;
/** The first slice is this part of that: a loop takes many times as long until V8 compiles it. */
const COLD_PART = 1 / 4;

/**
 * Says when a task pauses. It counts work, never time, so the task pauses at the same places on
 * each machine:
 *
 *     for (...) {
 *       ...
 *       if (pace.spent(numbers)) yield;
 *     }
 *
 * `spent` stands behind the work that it notes. So a slice is longer than SLICE_INTEGERS by at most
 * one such piece. Slices double from a short one on.
 */
export class Pace {
  readonly #longest: number;
  #slice: number;
  #left: number;

  /** `longest`: the most work between two pauses. */
  constructor(longest = SLICE_INTEGERS) {
    this.#longest = longest;
    this.#slice = this.#left = longest * COLD_PART;
  }

  /** Notes work, in numbers read. True if a slice is done; then the next one begins. */
  spent(work: number): boolean {
    this.#left -= work;
    if (this.#left > 0) return false;
    this.#slice = this.#left = Math.min(2 * this.#slice, this.#longest);
    return true;
  }
}

/**
 * The layout of a search, made slice by slice. So the event loop and a time limit need not wait for
 * a million options. The first slice lays out a small problem.
 */
export class SlicedLayout {
  readonly #compiled: Compiled;
  readonly #start: () => Slices;
  #slices: Slices;

  constructor(compiled: Compiled, start: () => Slices) {
    this.#compiled = compiled;
    this.#start = start;
    this.#slices = start();
  }

  /** Makes the next slice. True if it was the last. */
  goOn(): boolean {
    // Between two slices the array may have been transferred to a worker.
    checkCompiled(this.#compiled);
    try {
      return this.#slices.next().done === true;
    } catch (error) {
      // For example out of memory. A generator that threw cannot go on, so the next call begins
      // again.
      this.#slices = this.#start();
      throw error;
    }
  }
}

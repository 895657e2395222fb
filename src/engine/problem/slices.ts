/**
 * A task done in slices. It yields when the work of a slice is done, and goes on at the next call.
 */
export type Slices<R = void> = Generator<undefined, R, undefined>;

/**
 * The work of a slice, in integers read: 0.1 to 1 ms, and some 5 ms before V8 has compiled the
 * loop.
 */
const SLICE_INTEGERS = 1 << 16;

/**
 * Tells a task when to pause. It counts work, never time, so the task pauses at the same places on
 * each machine:
 *
 *     for (...) {
 *       ...
 *       if (pace.spent(numbers)) yield;
 *     }
 *
 * `spent` stands behind the work that it notes. So a slice is longer than SLICE_INTEGERS by at most one such
 * piece.
 */
export class Pace {
  readonly #slice: number;
  #left: number;

  /** `slice`: the work between two pauses. */
  constructor(slice = SLICE_INTEGERS) {
    this.#slice = this.#left = slice;
  }

  /** Notes work, in numbers read. True if a slice is done; then the next one begins. */
  spent(work: number): boolean {
    this.#left -= work;
    if (this.#left > 0) return false;
    this.#left = this.#slice;
    return true;
  }
}

import { type Compiled, checkCompiled } from '../problem/compiled.ts';

/** How many options are laid out at once: a millisecond of work or two. */
const SLICE = 1 << 13;

/** Calls `step` for all of 0 to `options` - 1, range by range, and yields between two ranges. */
export function* inSlices(
  options: number,
  step: (from: number, to: number) => void,
): Generator<undefined, void> {
  for (let from = 0; from < options; from += SLICE) {
    if (from > 0) yield;
    step(from, Math.min(from + SLICE, options));
  }
}

/** Does the whole work of a generator at once. */
export function atOnce<R>(slices: Generator<undefined, R>): R {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/**
 * The layout of a search, made slice by slice, so that a turn of the event loop and a time limit
 * need not wait for a million options. A small problem is laid out in the first slice.
 */
export class SlicedLayout {
  readonly #compiled: Compiled;
  readonly #start: () => Generator<undefined, void>;
  #slices: Generator<undefined, void>;

  constructor(compiled: Compiled, start: () => Generator<undefined, void>) {
    this.#compiled = compiled;
    this.#start = start;
    this.#slices = start();
  }

  /** Makes the next slice; says whether it was the last. */
  goOn(): boolean {
    // Between two slices the array may have been transferred to a worker.
    checkCompiled(this.#compiled);
    try {
      return this.#slices.next().done === true;
    } catch (error) {
      // Out of memory, say: what is half made cannot go on, so the next call begins again.
      this.#slices = this.#start();
      throw error;
    }
  }
}

import { checkBudget, type Outcome, type Search } from '../kernels/search.ts';
import type { Slices } from '../problem/slices.ts';

type Counted = Pick<Search, 'advance' | 'nodes' | 'guesses' | 'updates' | 'deepest'>;

/** The nodes of a search between two looks at its work. */
const WORK_CHECK_NODES = 1 << 8;

/**
 * A row of searches as one walk, which pauses within each of them. `work` begins them one by one,
 * and comes to a result.
 */
export abstract class SearchRow {
  nodes = 0;
  guesses = 0;
  updates = 0;
  deepest = 0;
  readonly solutions = 0;
  /** True if a search was stuck, so that the work cannot go on. */
  protected isStuck = false;
  /** The updates at the last look, or end, of a search: where it pauses depends on the driver. */
  protected updatesAtLook = 0;
  #work: Slices | undefined;
  #isDone = false;
  /** The nodes at which it pauses. */
  #stop = 0;

  protected abstract work(): Slices;

  /**
   * Goes on as a search does, but never returns `solution`: `exhausted` says that the work is done.
   */
  advance(nodeBudget: number): Outcome {
    checkBudget(nodeBudget);
    if (this.#isDone) return 'exhausted';
    if (this.isStuck) return 'stuck';
    this.#work ??= this.work();
    this.#stop = this.nodes + nodeBudget;
    while (this.nodes < this.#stop) {
      const { done } = this.#work.next();
      if (this.isStuck) return 'stuck';
      this.#isDone = done === true;
      if (this.#isDone) return 'exhausted';
      if (nodeBudget !== Number.POSITIVE_INFINITY) break;
    }
    return 'paused';
  }

  share(): number {
    return this.#isDone ? 1 : 0;
  }

  /** Runs a search until it says something, and counts its work. */
  protected *run(search: Counted): Slices<Exclude<Outcome, 'paused'>> {
    const nodes = this.nodes - search.nodes;
    const guesses = this.guesses - search.guesses;
    const updates = this.updates - search.updates;
    let look = search.nodes + WORK_CHECK_NODES;
    for (;;) {
      const most = Math.min(look - search.nodes, this.#stop - this.nodes);
      const outcome = search.advance(Math.max(1, most));
      this.nodes = nodes + search.nodes;
      this.guesses = guesses + search.guesses;
      this.updates = updates + search.updates;
      this.deepest = Math.max(this.deepest, search.deepest);
      if (outcome !== 'paused' || search.nodes >= look) {
        this.updatesAtLook = this.updates;
        look = search.nodes + WORK_CHECK_NODES;
      }
      if (outcome !== 'paused') return outcome;
      yield;
    }
  }
}

import { atOnce } from '../kernels/layout.ts';
import type { Start } from '../kernels/prefix.ts';
import { Around } from './around.ts';
import type { FoundList } from './found.ts';
import type { Lister } from './lister.ts';
import type { Model } from './model.ts';
import { Root } from './root.ts';

/** Columns decided before the first linear program. Small problems are done by then. */
export const FIRST = 1 << 15;
/** Columns decided by the search in a turn. */
export const STEP = 1 << 12;
/** How much more work the branches do than the search: usually, and where the search is the better way. */
const USUAL = 8;
const BETTER = 0.25;
/** How much more work all others do than the tries around known solutions. */
const AROUND = 9;

/**
 * What works beside the branches, and needs no linear program: a search of the whole model by simple prices, and tries
 * around known solutions.
 *
 * The search takes a ninth of the work, but four fifths as long as linear programs have no better bound than simple
 * prices. Where several solutions are wanted, and not yet found, `Lister` goes before it then.
 */
export class Beside {
  /** The model as it was stated. Its search looks for all solutions that are good enough, whatever the target is. */
  readonly whole: Root;
  /** About how many numbers are worked on to decide a column. */
  readonly width: number;
  readonly #list: FoundList;
  readonly #start: Start;
  readonly #seed: number;
  #around: Around | undefined;
  readonly #lister: Lister;

  constructor(model: Model, list: FoundList, start: Start, lister: Lister, seed: number) {
    this.whole = new Root(model, list, true);
    this.width = (4 * model.rowOf.length) / Math.max(1, model.columns);
    this.#list = list;
    this.#start = start;
    this.#lister = lister;
    this.#seed = seed;
  }

  get nodes(): number {
    return this.whole.nodes + this.#lister.nodes;
  }

  /**
   * Takes its turn, if it has done less than its part of the work. `updates`: the work of all, without tries around
   * solutions. `root`: that of the branches. 'exhausted' says that nothing more is to be found.
   */
  turn(
    updates: number,
    root: Root,
    isBoundBetter: boolean,
    step = STEP,
  ): 'none' | 'paused' | 'exhausted' {
    const { work } = this.whole;
    if (!isBoundBetter && this.#lister.isWanted(updates + this.width * work)) {
      return this.#lister.run();
    }
    const part = isBoundBetter ? USUAL : BETTER;
    if (part * this.width * (work - FIRST) < updates - work) {
      return this.whole.below.run(Math.min(STEP, step)) === 'exhausted' ? 'exhausted' : 'paused';
    }
    if (this.#list.list.length === 0) return 'none';
    this.#around ??= this.#newAround();
    // Where several solutions are wanted, the branches mostly search.
    const searched = this.#list.isOne ? 0 : root.state.work;
    if (AROUND * this.#around.work >= updates / this.width + work + searched) return 'none';
    this.#around.goOn();
    return 'paused';
  }

  #newAround(): Around {
    const root = new Root(this.whole.model, this.#list, true);
    atOnce(root.begin(this.#start, this.whole.best));
    return new Around(root, this.#list, this.#seed);
  }
}

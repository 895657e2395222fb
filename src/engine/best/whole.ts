import type { Decisions } from '../kernels/prefix.ts';
import type { Search } from '../kernels/search.ts';
import { startLists } from '../kernels/start-lists.ts';
import { type Compiled, costOf } from '../problem/compiled.ts';
import type { CheapestList } from './cheapest.ts';
import type { Model } from './model.ts';
import { Root } from './root.ts';

/** Options decided before the first linear program. Small problems are done by then. */
export const FIRST_DECISIONS = 1 << 15;
/** The part of them that may go, once k solutions are known, to see whether there are others. */
export const OTHERS = FIRST_DECISIONS / 4;
/** Options decided by the search in a turn. */
export const TURN_DECISIONS = 1 << 12;
/**
 * The work of the branches, as a multiple of the search: usually, and where the search is the
 * better way.
 */
const USUAL_WORK_FACTOR = 8;
const BETTER = 0.25;
/** Nodes of `lists` in a turn, and its work as a multiple of that of all others. */
const LISTS_NODES = 1 << 9;
const LISTS_WORK_FACTOR = 3;
/** The share of all solutions from which on `lists` goes on to the end. */
const NEARLY_DONE = 0.5;

interface WholeSettings {
  readonly k: number;
  readonly max: boolean;
  readonly prefix?: Decisions | undefined;
}

/**
 * Two searches of the whole model that need no linear program, and take turns with the branches.
 *
 * The first one is depth-first, by simple prices. It takes a ninth of the work, but four fifths as
 * long as linear programs have no better bound than simple prices.
 *
 * The second search is `lists`, which lists all solutions, whatever they cost. That helps where
 * several solutions are wanted and there are fewer: then no cost is too high, and the proof must go
 * through all solutions. `lists` does that in a tenth of the time of a search that keeps accounts.
 */
export class WholeSearch {
  /** Its search looks for all solutions that are good enough, whatever the target is. */
  readonly root: Root;
  readonly #compiled: Compiled;
  readonly #list: CheapestList;
  readonly #settings: WholeSettings;
  #lists: Search | undefined;

  constructor(compiled: Compiled, model: Model, list: CheapestList, settings: WholeSettings) {
    this.root = new Root(model, list, true);
    this.#compiled = compiled;
    this.#list = list;
    this.#settings = settings;
  }

  get nodes(): number {
    return this.root.search.nodes + (this.#lists?.nodes ?? 0);
  }

  /**
   * Takes a turn, if it has done less than its part of the work; else 'none'. `others`: the work of
   * the branches. 'exhausted' says that nothing more can be found.
   */
  turn(
    others: number,
    isBoundBetter: boolean,
    step = TURN_DECISIONS,
  ): 'none' | 'paused' | 'exhausted' {
    const { work, search, model } = this.root;
    if (!isBoundBetter && this.#wantsLists(others + (1 + model.width) * work))
      return this.#runLists();
    const part = isBoundBetter ? USUAL_WORK_FACTOR : BETTER;
    if (part * model.width * (work - FIRST_DECISIONS) >= others) return 'none';
    return search.run(Math.min(TURN_DECISIONS, step)) === 'exhausted' ? 'exhausted' : 'paused';
  }

  /** True if `lists` should work next. `work`: that of all other searches. */
  #wantsLists(work: number): boolean {
    const { isOne, worst } = this.#list;
    if (isOne || this.#compiled.multiple) return false;
    // With all that are wanted known, a cost can be too much. But near its end it goes on to its
    // proof.
    if (worst !== Number.POSITIVE_INFINITY && (this.#lists?.share() ?? 0) < NEARLY_DONE)
      return false;
    return (this.#lists?.updates ?? 0) < LISTS_WORK_FACTOR * work;
  }

  #runLists(): 'paused' | 'exhausted' {
    const { max, prefix } = this.#settings;
    this.#lists ??= startLists(this.#compiled, { prefix });
    const outcome = this.#lists.advance(LISTS_NODES, 1);
    if (outcome === 'solution') {
      const options = this.#lists.solution();
      const cost = options.reduce((sum, k) => sum + costOf(this.#compiled, k), 0);
      this.#list.add(max ? 0 - cost : cost, options);
    }
    if (outcome !== 'exhausted') return 'paused';
    // It has offered all solutions to the list.
    this.#list.looksForOthers = true;
    return 'exhausted';
  }
}

import { NODES_ALONE, type Walked } from '../core/walk.ts';
import { checkBudget, type Outcome } from '../kernels/search.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import type { Weighting } from '../why/rules.ts';
import { weighingBelow } from '../why/weighting.ts';
import { engineOf } from './engines.ts';
import { type AnyProblem, type Model, modelling, type Settings } from './model.ts';

/** The most work for each kind of weights: a quarter of a second. */
const MOST_WORK = 2 ** 26;
/** Problems with more nodes of the matrix have no weights that are found within that. */
const MOST_NODES = 1 << 18;
/** The work between two pauses: less than a millisecond. */
const SLICE = 1 << 16;

/** When weights are looked for. */
interface AidTuning {
  /**
   * The nodes of the search before that. A problem that is decided within them, or has a solution
   * there, takes no longer than without weights.
   */
  readonly first: number;
  /** The work for weights, in multiplications, for each node of the search. */
  readonly perNode: number;
}
/** Weights take about as much time as the search. */
const TUNING: AidTuning = { first: NODES_ALONE, perNode: 1 << 6 };

/**
 * A search with two aids.
 *
 *     problem -> [reduce], with that setting -> [search] ---> no solution in 65,536 nodes:
 *                                                  ^          [weigh], in turns with the search
 *                                                  '-----------'         |
 *                                                                        '-> weights: none, proven
 *
 * Weights prove in milliseconds what no search ends: chessboards without two corners, pigeons in
 * too few holes. They are looked for under `auto` alone.
 */
export class AidedSearch<W extends Walked> implements Walked {
  /** The search, once the problem is reduced. */
  protected search: W | undefined;
  readonly #modelling: Generator<void, Model>;
  readonly #start: (model: Model) => W;
  readonly #perNode: number;
  #weighing: Generator<number, Weighting | undefined> | undefined;
  /** The weights have their turn when the search has done this number of nodes. */
  #turn: number;
  /** The work for weights so far. */
  #work = 0;
  #isProven = false;

  /** `start` starts the search in the problem as it is, or reduced. It ends with this one. */
  constructor(
    problem: AnyProblem,
    settings: Settings,
    start: (model: Model) => W,
    tuning: Partial<AidTuning> = {},
  ) {
    const { first, perNode } = { ...TUNING, ...tuning };
    this.#start = start;
    this.#perNode = perNode;
    this.#turn = engineOf(settings) === 'auto' ? first : Number.POSITIVE_INFINITY;
    this.#modelling = modelling(problem, settings);
    // A problem that is not reduced is there at once, and with it the errors of its settings.
    if (settings.reduce !== true) this.#prepare();
  }

  get nodes(): number {
    return this.search?.nodes ?? 0;
  }

  get guesses(): number {
    return this.search?.guesses ?? 0;
  }

  get updates(): number {
    return this.search?.updates ?? 0;
  }

  get deepest(): number {
    return this.search?.deepest ?? 0;
  }

  get solutions(): number {
    return this.search?.solutions ?? 0;
  }

  /**
   * True while a division would not pay: before the problem is reduced, and while weights may prove
   * that there is no solution, or have proven it.
   */
  get isAlone(): boolean {
    if (this.search === undefined || this.#isProven) return true;
    return this.search.solutions === 0 && Number.isFinite(this.#turn);
  }

  share(): number {
    return this.#isProven ? 1 : (this.search?.share() ?? 0);
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    checkBudget(nodeBudget);
    const isEndless = nodeBudget === Number.POSITIVE_INFINITY;
    const target = this.solutions + solutionBudget;
    for (;;) {
      const { search } = this;
      let outcome: Outcome = 'paused';
      if (this.#isProven) return 'exhausted';
      if (nodeBudget === 0) return outcome;
      if (search === undefined) this.#prepare();
      else if (this.#turn === Number.POSITIVE_INFINITY) {
        outcome = search.advance(nodeBudget, target - search.solutions);
      } else if (search.nodes < this.#turn) {
        const nodes = Math.min(nodeBudget, this.#turn - search.nodes);
        outcome = search.advance(nodes, target - search.solutions);
      } else if (search.solutions > 0) this.#turn = Number.POSITIVE_INFINITY;
      else this.#weigh(search.nodes);
      if (outcome !== 'paused' || !isEndless) return outcome;
    }
  }

  end(): void {
    this.search?.end?.();
  }

  /** A slice of the reduction; at its end the search starts. */
  #prepare(): void {
    const { done, value } = this.#modelling.next();
    if (done !== true) return;
    this.search = this.#start(value);
    const { compiled, settings } = value;
    if (compiled.nodes > MOST_NODES) this.#turn = Number.POSITIVE_INFINITY;
    else this.#weighing = weighingBelow(compiled, settings.prefix, MOST_WORK);
  }

  /** A slice of the work for weights. */
  #weigh(nodes: number): void {
    const weighing = this.#weighing as Generator<number, Weighting | undefined>;
    const end = this.#work + SLICE;
    try {
      while (this.#work < end) {
        const { done, value } = weighing.next();
        if (done === true) {
          this.#isProven = value !== undefined;
          this.#turn = Number.POSITIVE_INFINITY;
          return;
        }
        this.#work += value;
      }
    } catch (error) {
      if (!isMemoryRefused(error)) throw error;
      this.#turn = Number.POSITIVE_INFINITY;
      return;
    }
    if (this.#work >= this.#perNode * nodes) this.#turn = 2 * nodes;
  }
}

import { countedNumber, recordOf, Totals } from '../kernels/counters.ts';
import { Lists } from '../kernels/lists.ts';
import { Planes } from '../kernels/planes/planes.ts';
import type { Outcome, Work } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import type { Model } from './model.ts';
import type { Settings } from './question-settings.ts';
import type { TreePortfolio } from './tree-portfolio.ts';

/** The nodes of the tree and the work before the portfolio begins: about a millisecond. */
const OPENING_NODES = 1 << 14;
const OPENING_WORK = 1 << 15;
/** The work is looked at after each of these numbers of nodes. */
const LOOK_NODES = 128;
/** Problems with more nodes of the matrix have no opening: its layout takes longer. */
const MOST_MATRIX_NODES = 1 << 12;
/** A problem with fewer options is answered by lists before planes are laid out. */
const TINY_OPTIONS = 60;

/**
 * The search of the core for about a millisecond, which answers most problems, and then the
 * portfolio, from the start:
 *
 *     Lists --> the answer
 *        '----> Portfolio; solutions that lists have reported do not come again
 *
 * The portfolio begins from the start: below the frontier of lists every later search would carry a
 * prefix.
 */
export class Opening extends Totals implements Work {
  readonly #settings: Settings;
  readonly #counts: boolean;
  readonly #goOn: (settings: Settings) => TreePortfolio;
  #lists: Lists | undefined;
  #portfolio: TreePortfolio | undefined;
  #nextLook = LOOK_NODES;
  #isAnswered = false;
  /** The solutions that lists have counted: a lower bound of a count. */
  #least = 0n;

  /** `counts`: solutions are only counted. */
  constructor(
    compiled: Compiled,
    settings: Settings,
    counts: boolean,
    goOn: (settings: Settings) => TreePortfolio,
  ) {
    const lists = new Lists(compiled, settings);
    super([lists]);
    this.#lists = lists;
    this.#settings = settings;
    this.#counts = counts;
    this.#goOn = goOn;
  }

  /**
   * True if a problem is better begun by lists. Where planes suit well, all solutions take a third
   * of the time by these, the layout included (8 queens). That takes some 30 µs, in which lists are
   * through with a problem of few options (Sudoku of 4x4: 0.3 of the time).
   */
  static suits(compiled: Compiled, wantsFew: boolean): boolean {
    if (compiled.multiple || compiled.nodes > MOST_MATRIX_NODES) return false;
    return wantsFew || compiled.options < TINY_OPTIONS || !Planes.suitsWell(compiled);
  }

  /** The problem as the portfolio searches it, once that has begun. */
  get model(): Model<Settings> | undefined {
    return this.#portfolio?.model;
  }

  get solutions(): number {
    if (this.#portfolio === undefined) return (this.#lists as Lists).solutions;
    return this.#counts ? countedNumber(this.exact) : this.#portfolio.solutions;
  }

  get exact(): bigint {
    const exact = this.#portfolio?.exact ?? BigInt(this.solutions);
    return exact < this.#least ? this.#least : exact;
  }

  share(): number {
    if (this.#isAnswered) return 1;
    return (this.#portfolio ?? (this.#lists as Lists)).share();
  }

  toGo(): number | undefined {
    return this.#isAnswered ? 0 : this.#portfolio?.toGo();
  }

  advance(nodeBudget: number, solutionBudget = 1): Outcome {
    if (this.#portfolio !== undefined) return this.#portfolio.advance(nodeBudget, solutionBudget);
    const lists = this.#lists as Lists;
    const isEndless = nodeBudget === Number.POSITIVE_INFINITY;
    const stop = isEndless ? nodeBudget : lists.nodes + Math.ceil(nodeBudget);
    const target = lists.solutions + solutionBudget;
    for (;;) {
      if (this.#isAnswered) return 'exhausted';
      if (lists.nodes >= stop) return 'paused';
      // With a budget of 0, after a solution right at the look, lists pause at once.
      const most = Math.min(stop, this.#nextLook) - lists.nodes;
      const outcome = lists.advance(most, target - lists.solutions);
      if (outcome === 'exhausted') this.#isAnswered = true;
      if (outcome === 'solution' && lists.solutions < target) continue;
      if (outcome !== 'paused') return outcome;
      if (lists.nodes === this.#nextLook) {
        this.#nextLook += LOOK_NODES;
        if (lists.nodes >= OPENING_NODES || lists.work >= OPENING_WORK) {
          this.#handOver(lists);
          return isEndless ? this.advance(nodeBudget, target - this.solutions) : outcome;
        }
      }
      if (!isEndless) return outcome;
    }
  }

  solution(into?: number[]): number[] {
    return (this.#portfolio ?? (this.#lists as Lists)).solution(into);
  }

  end(): void {
    this.#lists?.end();
    this.#portfolio?.end();
  }

  /**
   * Hands over to the portfolio. A second run of lists finds the solutions that the first has
   * reported: to keep them would cost every small problem.
   */
  #handOver(lists: Lists): void {
    const { solutions, prefix } = lists;
    const portfolio = this.#goOn({ ...this.#settings, prefix });
    this.parts = [recordOf(lists), portfolio];
    if (this.#counts) this.#least = BigInt(solutions);
    else if (solutions > 0) {
      lists.reset();
      for (let k = 0; k < solutions; k++) {
        lists.advance(Number.POSITIVE_INFINITY);
        portfolio.exclude(lists.solution());
      }
    }
    lists.end();
    this.#lists = undefined;
    this.#portfolio = portfolio;
  }
}

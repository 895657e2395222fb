import { checkMemoryLimit, type Work } from '../../engine/kernels/search.ts';
import { type Compiled, statedOf } from '../../engine/problem/compiled.ts';
import { ascending } from '../../engine/problem/problem.ts';
import { pausing, type Slices } from '../../engine/problem/slices.ts';
import { uniquePortfolio } from '../../engine/solve/portfolios.ts';
import type { TreePortfolio } from '../../engine/solve/tree-portfolio.ts';
import { SearchRow } from '../../engine/why/row.ts';
import { shrink } from '../../engine/why/shrink.ts';
import { type Clue, disagree } from './clues.ts';

/** How to search. */
interface SearchesSettings {
  readonly seed?: number | undefined;
  readonly memoryLimit?: number | undefined;
}

/** A row of searches in one problem, each below decisions of its own. */
export abstract class Searches<R> extends SearchRow implements Work {
  /** The findings so far. */
  result: R | undefined;
  protected readonly compiled: Compiled;
  protected readonly settings: SearchesSettings;
  /** One search, which is reset for each question. */
  #plan: TreePortfolio | undefined;

  constructor(compiled: Compiled, settings: SearchesSettings) {
    super();
    checkMemoryLimit(settings);
    this.compiled = compiled;
    this.settings = settings;
  }

  /** The work left is unknown. */
  toGo(): undefined {
    return undefined;
  }

  end(): void {
    this.#plan?.end();
  }

  /** A solution below some decisions, in ascending order, other than `except`. */
  protected *solutionBelow(
    decisions: readonly number[],
    except?: readonly number[],
  ): Slices<readonly number[] | undefined> {
    const isNew = this.#plan === undefined;
    this.#plan ??= uniquePortfolio(this.compiled, { ...this.settings, prefix: decisions });
    const plan = this.#plan;
    if (!isNew) plan.reset(decisions);
    return yield* this.otherSolution(plan, this.compiled, except);
  }

  /** The next solution of a search, in ascending order, other than `except`. */
  protected *otherSolution(
    search: TreePortfolio,
    compiled: Compiled,
    except?: readonly number[],
  ): Slices<readonly number[] | undefined> {
    for (;;) {
      const outcome = yield* this.run(search);
      if (outcome === 'exhausted') return undefined;
      if (outcome === 'stuck') {
        this.isStuck = true;
        // Nobody asks it to go on.
        yield;
      } else {
        const found = ascending(statedOf(compiled, search.solution()));
        if (except === undefined || !isSame(found, except)) return found;
      }
    }
  }

  /**
   * The numbers of some clues below which there is no solution other than `except`, as it is below
   * all of them; without any one of them there is. Clues that come first in `order` go first.
   * `note` gets the clues that are left after each step.
   *
   * Each other solution that was found stays known. Where it keeps to the clues that are left, no
   * search is needed to say so.
   */
  protected *needed(
    clues: readonly Clue[],
    order: readonly number[],
    except: readonly number[] | undefined,
    note: (kept: readonly number[]) => void = () => undefined,
  ): Slices<readonly number[]> {
    /** Known solutions, each by the clues that it disagrees with. */
    const others: ReadonlySet<number>[] = [];
    const otherBelow = (kept: readonly number[]) => {
      const known = others.find((broken) => !kept.some((clue) => broken.has(clue)));
      const below = [...new Set(kept.flatMap((clue) => clues[clue]))];
      return known === undefined ? search(below) : settled(known);
    };
    const isRefused = (below: readonly number[]) => this.isRefused(below);
    const solutionBelow = (below: readonly number[]) => this.solutionBelow(below, except);
    function* search(below: readonly number[]) {
      if (isRefused(below)) return undefined;
      const other = yield* solutionBelow(below);
      if (other === undefined) return undefined;
      others.push(disagree(clues, other));
      return others.at(-1);
    }
    const missing = (some: readonly number[], broken: ReadonlySet<number>) =>
      some.filter((clue) => broken.has(clue));
    return yield* pausing(shrink(order, otherBelow, missing), ({ kept }) => {
      if (kept !== undefined) note(kept);
    });
  }

  /** True if decisions exclude each other at once. */
  protected isRefused(_decisions: readonly number[]): boolean {
    return false;
  }
}

// biome-ignore lint/correctness/useYield: what is known needs no search
function* settled<L>(lack: L): Slices<L> {
  return lack;
}

/** True if two lists in ascending order are the same. */
function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((option, k) => option === b[k]);
}

import type { Decisions, Prefix } from '../kernels/prefix.ts';
import type { Outcome } from '../kernels/search.ts';
import { without } from '../kernels/split.ts';
import type { MainSearch } from './main-search.ts';
import { Portfolio } from './portfolio.ts';
import type { Settings } from './question-settings.ts';

/**
 * A portfolio whose main search goes over a tree. So it can be reset, and what is left of it can be
 * written down and divided between workers.
 */
export class TreePortfolio extends Portfolio<MainSearch, Settings> {
  /** The rest of the main search, around the solutions that others have found in it. */
  *frontier(): Iterable<Prefix> {
    const { main, model } = this;
    if (this.isAnswered || main === undefined || model === undefined) return;
    this.keep();
    const found = (this.reported?.solutions ?? []).map((numbers) => new Set(numbers));
    for (const prefix of main.frontier()) yield* without(prefix, found, model.compiled);
  }

  /**
   * Back to the start, below the same prefix or another. The other solvers begin anew, so that an
   * answer does not depend on the questions before: a Sudoku in a batch, say.
   */
  reset(prefix?: Decisions, length?: number): void {
    this.main?.reset(prefix, length);
    this.isAnswered = false;
    this.finder = undefined;
    this.reported?.clear();
    if (this.schedule?.isFresh) return;
    this.schedule?.end();
    this.begin();
  }

  /** The main search, if it can be divided: it leads, and each rival has had its chance. */
  get ready(): MainSearch | undefined {
    return this.isContested ? undefined : this.leading;
  }

  /**
   * The main search, if it leads and may come to its end. None while a decider may still prove that
   * there is no solution, or find all of them: a division would not pay.
   */
  get leading(): MainSearch | undefined {
    const { schedule } = this;
    if (schedule === undefined || this.isAnswered) return undefined;
    if (this.solutions === 0 && schedule.mayBeRefuted) return undefined;
    if (this.kind !== 'few' && schedule.mayFind) return undefined;
    return this.kind !== 'count' || schedule.isMainLeading ? schedule.main : undefined;
  }

  /**
   * The main search, if no rival is expected to end before it. Unlike `leading` it may be one that
   * takes a thread days: many machines share it.
   */
  get ahead(): MainSearch | undefined {
    const { schedule } = this;
    return !this.isAnswered && schedule?.isMainAhead ? schedule.main : undefined;
  }

  /** True while a rival, or another engine of the main search, has not had its chance. */
  get isContested(): boolean {
    const { schedule } = this;
    if (schedule === undefined || (this.kind === 'count' && schedule.isContested)) return true;
    return schedule.main.isChoosing;
  }

  /** True if the end is so near that no rival joins while `workers` workers enumerate. */
  isEndNear(workers: number): boolean {
    return this.kind === 'count' && (this.schedule?.isEndNear(workers) ?? false);
  }

  /**
   * Gives the rivals their chance, a slice of it, while the main search goes on elsewhere. When it is
   * settled, `ready` is the main search if that leads.
   */
  contest(): 'paused' | 'settled' | 'exhausted' {
    const { schedule } = this;
    if (schedule !== undefined && !this.isContested) {
      schedule.settle();
      return 'settled';
    }
    schedule?.contest();
    const outcome: Outcome = this.step(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    return outcome === 'exhausted' ? outcome : 'paused';
  }
}

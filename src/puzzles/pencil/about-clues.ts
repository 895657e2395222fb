/** The common part of questions about the clues of a caller. */

import { askingBelow, isRuledOut } from '../../engine/kernels/asked-below.ts';
import { type Decisions, decisionsIn, Start } from '../../engine/kernels/prefix.ts';
import type { Compiled } from '../../engine/problem/compiled.ts';
import { QuadrilleError } from '../../engine/problem/error.ts';
import {
  type AnyProblem,
  compiledOf,
  Problem,
  preparationOf,
  type Ruling,
  solutionOf,
} from '../../engine/problem/problem.ts';
import { pausing, type Slices } from '../../engine/problem/slices.ts';
import type { Limits, Status } from '../../engine/solve/limit-settings.ts';
import { uniquePortfolio } from '../../engine/solve/portfolios.ts';
import { Task } from '../../engine/solve/task.ts';
import { shrinkRules } from '../../engine/why/shrink.ts';
import { Searches } from './searches.ts';

/** The limits of a question about clues. */
export interface ClueSettings extends Pick<Limits, 'maxNodes' | 'timeout'> {
  /** The most bytes that `learn` may take. Default: 512 MB. */
  readonly memoryLimit?: number | undefined;
}

export const CLUE_SETTINGS = ['memoryLimit', 'maxNodes', 'timeout'];
/** Reads a solution as the caller knows it. */
export type Read = (numbers: readonly number[]) => unknown;

/** Searches below some of the decisions of a prefix, and the answer that they come to. */
export abstract class ClueSearches<R, A> extends Searches<R> {
  protected readonly decisions: readonly number[];
  /** The rules of the problem, by number; none where it has none. */
  protected readonly rules: readonly number[];
  private readonly ruling: Ruling<unknown> | undefined;

  constructor(
    compiled: Compiled,
    decisions: readonly number[],
    { memoryLimit }: ClueSettings,
    ruling?: Ruling<unknown>,
  ) {
    super(compiled, { memoryLimit });
    this.decisions = decisions;
    this.ruling = ruling;
    this.rules = Array.from({ length: ruling?.count ?? 0 }, (_, rule) => rule);
  }

  /**
   * The rules with which there is no solution below some decisions other than `except`; without any
   * one of them there is.
   */
  protected *neededRules(
    decisions: readonly number[],
    except?: readonly number[],
  ): Slices<readonly number[]> {
    if (this.ruling === undefined) return [];
    const solve = (kept: readonly number[]) => this.solutionWith(kept, decisions, except);
    return yield* pausing(shrinkRules(this.ruling, this.rules, solve));
  }

  /** A solution that keeps to some rules and decisions, and is not `except`. */
  protected *solutionWith(
    rules: readonly number[],
    decisions: readonly number[],
    except?: readonly number[],
  ): Slices<readonly number[] | undefined> {
    const { ruling } = this;
    if (ruling === undefined) return undefined;
    const { compiled, prefix } = yield* askingBelow(ruling.withOnly(rules), decisions);
    const search = uniquePortfolio(compiled, { ...this.settings, prefix });
    const found = yield* this.otherSolution(search, compiled, except);
    search.end();
    return found;
  }

  abstract answer(ended: Status, read: Read): A;

  /** There is none where rules exclude the decisions at once. */
  protected override *solutionBelow(
    decisions: readonly number[],
    except?: readonly number[],
  ): Slices<readonly number[] | undefined> {
    if (isRuledOut(this.ruling, this.compiled, decisions)) return undefined;
    return yield* super.solutionBelow(decisions, except);
  }

  protected override isRefused(decisions: readonly number[]): boolean {
    try {
      new Start(this.ruling?.stated ?? this.compiled, decisions);
      return false;
    } catch (error) {
      if (error instanceof QuadrilleError && error.code === 'bad-prefix') return true;
      throw error;
    }
  }
}

/**
 * The task that answers a question about the decisions of a prefix. `early`: the answer where it was
 * stopped while rules are compiled.
 */
export function clueTask<A, W extends ClueSearches<unknown, A>>(
  problem: AnyProblem,
  prefix: Decisions,
  settings: ClueSettings,
  Kind: new (...of: ConstructorParameters<typeof ClueSearches>) => W,
  early: (status: Status) => A,
): Task<A, W> {
  const { maxNodes, timeout } = settings;
  const ruling = problem instanceof Problem ? problem.ruling : undefined;
  const decisions = [...new Set(decisionsIn(ruling?.stated ?? compiledOf(problem), prefix))];
  const read = (numbers: readonly number[]) => solutionOf(problem, [...numbers]);
  const slices = preparationOf(problem);
  return new Task<A, W>(
    () => new Kind(compiledOf(problem), decisions, settings, ruling),
    { maxNodes, timeout },
    (searches, status) => searches.answer(status, read),
    undefined,
    slices && { slices, answer: early },
  );
}

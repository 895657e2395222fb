/** The common part of questions about the clues of a caller. */

import { type Decisions, decisionsIn, Start } from '../../engine/kernels/prefix.ts';
import type { Compiled } from '../../engine/problem/compiled.ts';
import { QuadrilleError } from '../../engine/problem/error.ts';
import { type AnyProblem, compiledOf, solutionOf } from '../../engine/problem/problem.ts';
import type { Limits, Status } from '../../engine/solve/limit-settings.ts';
import { Task } from '../../engine/solve/task.ts';
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

  constructor(compiled: Compiled, decisions: readonly number[], { memoryLimit }: ClueSettings) {
    super(compiled, { memoryLimit });
    this.decisions = decisions;
  }

  abstract answer(ended: Status, read: Read): A;

  protected override isRefused(decisions: readonly number[]): boolean {
    try {
      new Start(this.compiled, decisions);
      return false;
    } catch (error) {
      if (error instanceof QuadrilleError && error.code === 'bad-prefix') return true;
      throw error;
    }
  }
}

/** The task that answers a question about the decisions of a prefix. */
export function clueTask<A, W extends ClueSearches<unknown, A>>(
  problem: AnyProblem,
  prefix: Decisions,
  settings: ClueSettings,
  Kind: new (...of: ConstructorParameters<typeof ClueSearches>) => W,
): Task<A, W> {
  const { maxNodes, timeout } = settings;
  const compiled = compiledOf(problem);
  const decisions = [...new Set(decisionsIn(compiled, prefix))];
  const read = (numbers: readonly number[]) => solutionOf(problem, [...numbers]);
  return new Task(
    () => new Kind(compiled, decisions, settings),
    { maxNodes, timeout },
    (searches, status) => searches.answer(status, read),
  );
}

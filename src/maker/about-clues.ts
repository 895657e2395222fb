/** What questions about the clues of a caller have in common. */
import { type Limits, type Status, type Task, Walk } from '../core/walk.ts';
import { type Decisions, decisionsIn, Start } from '../kernels/prefix.ts';
import type { AnyProblem } from '../plan/model.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { compiledOf, solutionOf } from '../problem/problem.ts';
import { Searches } from './searches.ts';

/** The limits of a question about clues. */
export interface ClueSettings extends Pick<Limits, 'maxNodes' | 'timeout'> {
  /** The most bytes that `learn` may take. Default: 512 MB. */
  readonly memoryLimit?: number | undefined;
}

export const CLUE_SETTINGS = ['memoryLimit', 'maxNodes', 'timeout'];
/** The functions of this room that let the event loop run. */
export const POLITE = ['clashAsync', 'needlessAsync', 'makePuzzleAsync'];

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

/** Answers a question about the decisions of a prefix. */
export class ClueTask<A, W extends ClueSearches<unknown, A>> extends Walk<W, W> implements Task<A> {
  readonly #problem: AnyProblem;

  constructor(
    problem: AnyProblem,
    prefix: Decisions,
    settings: ClueSettings,
    Kind: new (...of: ConstructorParameters<typeof ClueSearches>) => W,
  ) {
    const { maxNodes, timeout } = settings;
    const compiled = compiledOf(problem);
    const decisions = [...new Set(decisionsIn(compiled, prefix))];
    super(
      () => new Kind(compiled, decisions, settings),
      (searches) => searches,
      { maxNodes, timeout },
    );
    this.#problem = problem;
  }

  answer(ended: Status): A {
    return this.solution().answer(ended, (numbers) => solutionOf(this.#problem, [...numbers]));
  }
}

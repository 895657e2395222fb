import type { Matrix } from '../../test/cases/matrix.ts';

/** One solver in the benchmark: an engine of ours, or a rival package. */
export interface Contender {
  /** An engine of ours, or a package's name. */
  readonly name: string;
  /** The version of a rival package; ours have none, which tells them apart. */
  readonly version?: string;
  /**
   * The name of its module in this folder, where it is so slow that a run in a process of its own must come to its
   * end first: it cannot be stopped.
   */
  readonly trial?: string;
  /** Why it cannot do this problem, in a few words for a footnote; undefined where it can. */
  cannot(matrix: Matrix, limit: number): string | undefined;
  /**
   * All that is timed: states the problem, from the raw matrix on, by the fastest means that the
   * contender documents, and finds at most `limit` solutions, in the form in which it gives them.
   */
  solve(matrix: Matrix, limit: number): ContenderResult;
  /**
   * The number of all solutions, found one by one: for more than fit into memory. A contender that
   * cannot pass them drops each as it comes. Absent where it keeps all solutions.
   */
  readonly count?: (matrix: Matrix) => number;
}

/** The result of a contender, to be read when the clock has stopped. */
export interface ContenderResult {
  /** The option numbers of each solution. */
  numbers(): readonly (readonly number[])[];
  /** The number of options chosen on the way, where the contender counts them. */
  readonly nodes?: () => number;
}

/** The reason why a rival cannot take a matrix with colours. */
export function cannotColour(matrix: Matrix): string | undefined {
  return matrix.colours === undefined ? undefined : 'has no colours';
}

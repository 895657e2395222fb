import type { Case } from './families.ts';

/** The result for a case within the time limit. */
export interface Decision {
  /** `some`: there is a solution, and this program does not look for another. */
  readonly answer: 'unique' | 'several' | 'none' | 'some' | 'unknown';
  /**
   * Milliseconds to the first solution, or to know that there is none; absent where time ran out.
   */
  readonly first?: number;
  /** Milliseconds from there to a second one, or to the proof that there is none. */
  readonly proof?: number;
  /** The first solution: option numbers in ascending order. */
  readonly numbers?: readonly number[];
  /** How the answer of a rival is wrong, or why it was not tried. */
  readonly fault?: { readonly wrong: boolean; readonly note: string };
}

/** A program that decides if there is a solution, and if there is another. */
export interface Decider {
  readonly name: string;
  readonly version?: string;
  readonly isRival: boolean;
  /** Has `limit` milliseconds for each of the two questions. */
  decide(one: Case, limit: number): Promise<Decision>;
}

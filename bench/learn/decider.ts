import type { Case } from './case.ts';

/** What was found out of a case within the time there was. */
export interface Decision {
  readonly answer: 'unique' | 'several' | 'none' | 'unknown';
  /** Milliseconds to the first solution, or to know that there is none; absent where time ran out. */
  readonly first?: number;
  /** Milliseconds from there to a second one, or to the proof that there is none. */
  readonly proof?: number;
  /** The first solution: option numbers in ascending order. */
  readonly numbers?: readonly number[];
}

/** Someone who decides whether there is a solution, and whether there is another. */
export interface Decider {
  readonly name: string;
  /** With so many milliseconds for each of the two questions. */
  decide(one: Case, limit: number): Promise<Decision>;
}

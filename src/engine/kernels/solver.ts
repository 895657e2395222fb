import type { Counters } from './counters.ts';
import type { Outcome, Work } from './search.ts';

/** A solver that a portfolio gives turns. */
export interface Solver {
  /** The cost so far, in nanoseconds by `costs.ts`. It never falls. A turn is an amount of it. */
  readonly cost: number;
  /** Steps so far. A schedule looks at the cost after fixed numbers of steps. */
  readonly nodes: number;
  /** Its counters, where its steps are nodes of the question. */
  readonly counters?: Counters;
  /** Goes on. `exhausted`: it has answered the question. `stuck`: it is of no more use. */
  advance(nodeBudget: number, solutionBudget?: number): Outcome;
  /** Gives back its memory. Its counters can be read after that. */
  end(): void;
  /** The solution that it has found. */
  solution?(into?: number[]): number[];
  /** Makes it leave out a solution that was found elsewhere. */
  exclude?(numbers: readonly number[]): void;
}

/** A solver that comes to all solutions. Rivals compete: the one expected to end first leads. */
export interface CompleteSolver extends Solver, Work {
  end(): void;
  /** The solutions so far; at the end, all of them. It never falls. */
  readonly exact: bigint;
  /** The states that it remembers. */
  readonly states: number;
  /** The binary logarithm of the cost that it is expected to need in all. */
  expectedCost(): number;
}

/**
 * A decider that has not begun: a solver beside the leading one that may answer the question by
 * itself, since it proves that there is no solution, or finds one.
 */
export interface Entrant {
  /** The cost of all rivals from which on it takes part. */
  readonly from: number;
  /** Its cost for each unit of cost of the rivals from then on, given that cost. */
  readonly pace: (cost: number) => number;
  /**
   * When it helps: before there is a solution, after that, always, or alone: from before there is
   * one until the main search has found one.
   */
  readonly when: 'before' | 'after' | 'always' | 'alone';
  /** It ends where there are this many solutions. Default: it does not. */
  readonly until?: number;
  /** The decider at its start; undefined if it is of no use for this problem. */
  start(): Solver | undefined;
}

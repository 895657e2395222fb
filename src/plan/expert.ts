import type { Counters } from '../kernels/counters.ts';
import type { Outcome, Search } from '../kernels/search.ts';

/** A solver that a plan gives turns. */
export interface Expert {
  /** The work so far, in nanoseconds by the table of costs. A turn is an amount of it. */
  readonly work: number;
  /** Steps so far. A plan looks at the work after fixed numbers of steps. */
  readonly nodes: number;
  /** Goes on. `exhausted`: it has answered the question. `stuck`: it is of no more use. */
  advance(nodeBudget: number, solutionBudget?: number): Outcome;
  /** Gives back its memory. Its counters can be read after that. */
  end(): void;
}

/** A way to all solutions. Ways compete: the one that is expected to end first leads. */
export interface Way extends Expert, Counters {
  readonly solutions: number;
  /** The solutions so far; at the end, all of them. */
  readonly exact: bigint;
  /** The states that it remembers. */
  readonly states: number;
  /** The binary logarithm of the work that it is expected to need in all. */
  logWork(): number;
  /** The share of its tree that is done. */
  share(): number;
}

/**
 * An expert beside the leading way, which may answer the question by itself: it proves that there
 * is no solution, or finds one.
 */
export interface Aid extends Expert, Partial<Pick<Search, 'solution'>> {
  /** Its counters, where its steps are nodes of the question. */
  readonly counters?: Counters;
  /** Makes it leave out a solution that was found elsewhere. */
  leaveOut?(numbers: readonly number[]): void;
}

/** An aid that has not begun. */
export interface Call {
  /** The work of all ways from which on it takes part. */
  readonly from: number;
  /** Its work for each unit of work of the ways. */
  readonly pace: number;
  /**
   * When it helps: before there is a solution, after that, always, or alone: from before there is
   * one until the main search has found one.
   */
  readonly helps: 'before' | 'after' | 'always' | 'alone';
  /** The aid at its start; undefined if it is of no use for this problem. */
  start(): Aid | undefined;
}

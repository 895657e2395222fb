import type { Counters } from '../kernels/counters.ts';
import type { CompleteSolver, Solver } from '../kernels/solver.ts';

/** A solver, and the cost at which its turn ends. */
export interface Turn {
  readonly solver: Solver;
  readonly untilCost: number;
}

/** The portfolio, as far as its solvers come and go. */
export interface SolverEvents extends Pick<Counters, 'nodes' | 'updates'> {
  readonly solutions: number;
  /** A solver begins. Called before its first step. */
  joined(counters: Counters | undefined, decider?: Solver): void;
  /** A rival is dropped. */
  dropped(rival: CompleteSolver): void;
}

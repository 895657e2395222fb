import { COSTS } from '../kernels/costs.ts';
import { Repair } from '../kernels/multiples/repair.ts';
import type { Decisions } from '../kernels/prefix.ts';
import type { Outcome } from '../kernels/search.ts';
import type { Solver } from '../kernels/solver.ts';
import { Learn } from '../learn/learn.ts';
import type { Compiled } from '../problem/compiled.ts';
import { isMemoryRefused } from '../problem/memory.ts';
import type { Weighting } from '../why/rules.ts';
import { findWeightsBelow } from '../why/weighting.ts';

/** Problems with more nodes of the matrix have no weights that a quarter of a second finds. */
export const MOST_WEIGHED_NODES = 1 << 18;
/** The most multiplications for each kind of weights: a quarter of a second. */
const MOST_MULTIPLICATIONS = 2 ** 26;
/** Between two pauses: a schedule first looks after 16 slices, a millisecond. */
const SLICE_MULTIPLICATIONS = 1 << 14;

/**
 * Looks for weights that prove that there is no solution. They prove in milliseconds what no search
 * ends: chessboards without two corners, pigeons in too few holes.
 */
export class WeightsDecider implements Solver {
  /** The slices so far. */
  nodes = 0;
  #multiplied = 0;
  readonly #weighing: Generator<number, Weighting | undefined>;

  constructor(compiled: Compiled, prefix: Decisions | undefined) {
    this.#weighing = findWeightsBelow(compiled, prefix, MOST_MULTIPLICATIONS);
  }

  get cost(): number {
    return COSTS.weights.update * this.#multiplied;
  }

  advance(): Outcome {
    this.nodes++;
    const end = this.#multiplied + SLICE_MULTIPLICATIONS;
    try {
      while (this.#multiplied < end) {
        const { done, value } = this.#weighing.next();
        if (done === true) return value === undefined ? 'stuck' : 'exhausted';
        this.#multiplied += value;
      }
      return 'paused';
    } catch (error) {
      if (isMemoryRefused(error) || error instanceof RangeError) return 'stuck';
      throw error;
    }
  }

  end(): void {
    this.#weighing.return(undefined);
  }
}

/** Learns from conflicts: it decides 25x25 Sudokus with few givens, which no backtracking does. */
export class LearnDecider extends Learn implements Solver {
  get cost(): number {
    return COSTS.learn.work * this.work;
  }

  get counters(): this {
    return this;
  }
}

/** Repairs a cover step by step, where the tree search has gone wrong near its root. */
export class RepairDecider extends Repair implements Solver {
  get cost(): number {
    return COSTS.lists.node * this.nodes + COSTS.lists.update * this.updates;
  }

  get counters(): this {
    return this;
  }
}

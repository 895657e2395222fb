import type { Status } from '../../src/engine/solve/limit-settings.ts';
import type { Grid } from '../../src/puzzles/sudoku/grid.ts';
import type { Shape } from '../../src/puzzles/sudoku/shape.ts';

/** One way to backtrack a Sudoku, to be measured against the others. */
export interface Baseline {
  /** Short, for a table. */
  readonly name: string;
  /** Why it does not take this grid, in a few words; undefined where it does. */
  refuses(shape: Shape, givens: Grid): string | undefined;
  /**
   * Solutions up to `limit` (at least 1), in an order of its own, unless the clock passes
   * `deadline` (as performance.now() counts) before that.
   */
  solve(shape: Shape, givens: Grid, limit: number, deadline: number): BaselineResult;
}

/** The solutions of a method, and its work. Givens count as neither guess nor placement. */
export interface BaselineResult {
  readonly solutions: readonly Uint8Array[];
  /**
   * Values tried where more than one was open. Plain backtracking learns that only at the second
   * value, so what it has not come back to is not counted yet: compare guesses of whole searches.
   */
  readonly guesses: number;
  /** Blanks that were given a value, guessed or forced; again each time it is done again. */
  readonly placements: number;
  /** `complete`, `limit`, `timeout` or `memory`. */
  readonly status: Status;
}

/** A search on its way: its solutions so far, and its limits. */
export class Run implements BaselineResult {
  readonly solutions: Uint8Array[] = [];
  guesses = 0;
  placements = 0;
  status: Status = 'complete';
  readonly #limit: number;
  readonly #deadline: number;
  #asked = 0;

  constructor(limit: number, deadline: number) {
    this.#limit = limit;
    this.#deadline = deadline;
  }

  /**
   * True once time is up. It looks at the clock the first time, then every 64th: that costs
   * nothing.
   */
  late(): boolean {
    if (this.#asked++ % 64 === 0 && performance.now() >= this.#deadline) this.status = 'timeout';
    return this.status === 'timeout';
  }

  /** Counts a value that is put in a cell as the nth there, from 1. True if time is up. */
  place(nth: number): boolean {
    this.placements++;
    // The first was a guess too, as it turns out at the second.
    if (nth > 1) this.guesses += nth === 2 ? 2 : 1;
    return this.late();
  }

  /** Keeps a solution; true if that was the last one wanted. */
  take(grid: Grid): boolean {
    this.solutions.push(new Uint8Array(grid));
    if (this.solutions.length >= this.#limit) this.status = 'limit';
    return this.status === 'limit';
  }
}

/** Solves: fills in the run. Where it stops early, the run's status says why. */
export type Method = (shape: Shape, givens: Grid, run: Run) => void;

export function baseline(name: string, refuses: Baseline['refuses'], method: Method): Baseline {
  return {
    name,
    refuses,
    solve(shape, givens, limit, deadline) {
      const run = new Run(limit, deadline);
      if (!run.late()) method(shape, givens, run);
      return run;
    },
  };
}

/** For methods that go down a level for each cell. */
export function refusesDeep(shape: Shape): string | undefined {
  return shape.cells > 4096 ? 'too many cells to recurse on' : undefined;
}

/** For methods with a bit for each value, which keep clear of the sign. */
export function refusesWide(shape: Shape): string | undefined {
  return shape.size > 31 ? 'more values than bits' : undefined;
}

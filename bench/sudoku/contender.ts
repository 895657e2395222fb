import type { Shape } from '../../src/sudoku.ts';

/** One Sudoku solver in the benchmark. All are asked the same: a first solution of each puzzle. */
export interface Contender {
  readonly name: string;
  /** An engine of ours, a package from npm, or one of the methods in `bench/baselines/`. */
  readonly kind: 'engine' | 'package' | 'method';
  /** True if it guesses as all engines do that go option by option; these guesses are counted apart. */
  readonly countsGuesses?: boolean;
  /** Of a package. */
  readonly version?: string;
  /** Why it does not take this puzzle, in a few words for a footnote; undefined where it does. */
  refuses(shape: Shape, givens: Uint8Array): string | undefined;
  /**
   * Makes ready for puzzles of one shape. That is not timed, as it is done once for all of them.
   */
  prepare(shape: Shape): Ready;
}

/** A solver that is ready for puzzles of one shape. */
export interface Ready {
  /**
   * All that is timed: from the givens to a full grid, its own or in `room`. At the deadline (as
   * performance.now() counts) it stops, unless it is a package: none of them can be stopped.
   */
  solve(givens: Uint8Array, room: Uint8Array, deadline: number): Answer;
  /** Values tried for the last puzzle where more than one was open, if it counts them. */
  readonly guesses?: () => number;
}

/** A full grid; that there is none; or that it is not known: time or memory ran out. */
export type Answer = Uint8Array | 'none' | 'unsolved';

import type { Picture } from '../../picture/board.ts';
import type { Problem } from '../../problem/problem.ts';
import type { Solution } from '../../problem/solution.ts';
import type { Flags, Given } from '../flags.ts';

/** A problem of the gallery, ready to be solved and drawn. */
export interface Made {
  readonly problem: Problem<unknown>;
  /** A solution as a picture. */
  draw(solution: Solution<unknown>): readonly Picture[];
}

/** What `make` and `draw` can be told to make. */
export interface Exhibit {
  readonly name: string;
  /** A line for the list. */
  readonly about: string;
  /** What else there is to know, for its own page of help. */
  readonly details?: string;
  /** What stands behind the name: `N`, or `ROWSxCOLUMNS|FILE`. */
  readonly operands: string;
  readonly flags: Flags;
  /** Arguments behind the name, and what they make. */
  readonly examples: readonly (readonly [args: string, about: string])[];
  make(given: Given<Flags>, operands: readonly string[], files: Files): Made | Promise<Made>;
}

export interface Files {
  /** All of a file, or of standard input for `-`. */
  read(name: string): Promise<string>;
  /** What is in it; what is wrong with it is told with its name. */
  parsed<T>(name: string, parse: (text: string) => T): Promise<T>;
}

/** An exhibit with flags of its own, whose types reach its maker. */
export function exhibit<F extends Flags>(
  stated: Omit<Exhibit, 'flags' | 'make'> & {
    readonly flags: F;
    make(given: Given<F>, operands: readonly string[], files: Files): Made | Promise<Made>;
  },
): Exhibit {
  return stated;
}

/** A problem, and how what its options stand for is drawn. */
export function made<T>(
  problem: Problem<T>,
  draw: (payloads: readonly T[]) => Picture | readonly Picture[],
): Made {
  return {
    problem: problem as Problem<unknown>,
    draw({ payloads }) {
      const boards = draw(payloads as readonly T[]);
      return Array.isArray(boards) ? boards : [boards as Picture];
    },
  };
}

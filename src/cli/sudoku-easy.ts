import type { Count, First, Question, Uniqueness } from '../ask/answers.ts';
import type { Limits, Status } from '../ask/walk.ts';
import type { Puzzle } from '../sudoku/grid.ts';
import type { Shape } from '../sudoku/shape.ts';
import type { Solver, Solvers } from '../sudoku/solver.ts';

/**
 * Nodes of an easy puzzle, times its cells: 8,000 nodes at 9x9, about 10 ms. Nearly all puzzles are
 * easy. One search answers them all, and blocks the event loop. A puzzle that takes longer starts
 * again in a search of its own, which shows progress and can be stopped.
 */
const EASY = 650_000;

/** `all` asks for a stream of solutions, `candidates` for a diagram of them. */
export type Asked = Question | 'all' | 'candidates';

/** The answer for a puzzle, whatever the question. */
export interface PuzzleAnswer {
  readonly status: Status;
  /** The number of solutions found; a bigint where it is asked for. */
  readonly solutions: number | bigint;
  /** The solution that answers `first`. */
  readonly grid?: Uint8Array | undefined;
  /** The answer to `isUnique`. */
  readonly answer?: Uniqueness['answer'] | undefined;
}

/** What a solver answers, whatever the question. */
export type AnyAnswer = Partial<First<Uint8Array> & Count & Uniqueness> & {
  readonly status: Status;
};

/** The limits of an easy puzzle. */
export function easyLimits({ cells }: Shape, limit: number | undefined): Limits {
  return { limit, maxNodes: Math.ceil(EASY / cells) };
}

const SOLUTIONS = { none: 0, unique: 1, several: 2 };

/** `found` is the number of solutions where the answer does not tell it. */
export function puzzleAnswer(
  { status, solution, exact, answer }: AnyAnswer,
  found = 0,
): PuzzleAnswer {
  if (solution !== undefined) return { status, solutions: 1, grid: solution };
  if (exact !== undefined) return { status, solutions: exact };
  if (answer === undefined) return { status, solutions: 0 };
  return { status, solutions: answer === 'unknown' ? found : SOLUTIONS[answer], answer };
}

/**
 * The line that ends what is written for a puzzle: the answer, the count, or why there is no solution, or not all;
 * empty where all solutions are written.
 */
export function textOf(question: Asked, { status, solutions, answer }: PuzzleAnswer): string {
  if (answer !== undefined) return answer;
  if (question === 'count') return `${status === 'complete' ? '' : '>='}${solutions}`;
  if (status !== 'complete' && status !== 'limit') return `undecided: ${status}`;
  return Number(solutions) === 0 ? 'no solution' : '';
}

/** Answers puzzles that need little work, one after the other, by one search for each shape. */
export class EasySolver {
  /** The solvers of all shapes, for other puzzles too. */
  readonly solvers: Solvers;
  readonly #question: Asked;
  readonly #limit: number | undefined;
  /** The shape of the current puzzle, its solver, its limits, and room for its solution. */
  #shape: Shape | undefined;
  #solver!: Solver;
  #limits!: Limits;
  #grid!: Uint8Array;

  constructor(question: Asked, limit: number | undefined, solvers: Solvers) {
    this.solvers = solvers;
    this.#question = question;
    this.#limit = limit;
  }

  /**
   * The answer, with status `nodes` if the puzzle is not easy; undefined for questions that take all solutions. A grid in it
   * is overwritten by the next.
   */
  answer({ shape, givens }: Puzzle): PuzzleAnswer | undefined {
    const question = this.#question;
    if (question === 'all' || question === 'candidates') return undefined;
    this.#setShape(shape);
    if (question !== 'first') return puzzleAnswer(this.#solver[question](givens, this.#limits));
    // Allocates nothing, unlike `Solver.first`.
    const grid = this.#grid;
    const status = this.#solver.firstInto(grid, givens, this.#limits);
    return status === 'found' ? { status, solutions: 1, grid } : { status, solutions: 0 };
  }

  #setShape(shape: Shape): void {
    if (shape === this.#shape) return;
    this.#shape = shape;
    this.#solver = this.solvers.of(shape);
    this.#limits = easyLimits(shape, this.#limit);
    this.#grid = new Uint8Array(shape.cells);
  }
}

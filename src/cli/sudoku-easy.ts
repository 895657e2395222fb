import type { Limits } from '../ask/walk.ts';
import type { Puzzle } from '../sudoku/grid.ts';
import type { Shape } from '../sudoku/shape.ts';
import { type Solver, Solvers } from '../sudoku/solver.ts';
import { type Asked, easyLimits, type PuzzleAnswer, puzzleAnswer } from './sudoku-words.ts';

/** Answers puzzles that need little work, one after the other, by one search for each shape. */
export class EasySolver {
  /** The solvers of all shapes, for other puzzles too. */
  readonly solvers = new Solvers();
  readonly #question: Asked;
  readonly #limit: number | undefined;
  /** The shape of the current puzzle, its solver, its limits, and room for its solution. */
  #shape: Shape | undefined;
  #solver!: Solver;
  #limits!: Limits;
  #grid!: Uint8Array;

  constructor(question: Asked, limit: number | undefined) {
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

import type { Count, First, Question, Uniqueness } from '../ask/answers.ts';
import type { Limits, Status } from '../ask/walk.ts';
import { GridError, type Puzzle } from '../sudoku/grid.ts';
import type { Shape } from '../sudoku/shape.ts';
import { type Solver, Solvers } from '../sudoku/solver.ts';
import { Symbols } from '../sudoku/symbols.ts';
import { readPlain } from '../sudoku/text/collection.ts';
import { EXIT, type Exit } from './exit.ts';
import { exitOf, worse } from './report.ts';

/**
 * Nodes of an easy puzzle, times its cells: 8,000 nodes at 9x9, about 10 ms. Nearly all puzzles are
 * easy. One search answers them all, and blocks the event loop. A puzzle that takes longer starts
 * again in a search of its own, which shows progress and can be stopped.
 */
const EASY = 650_000;
/** A text of so many characters has a hundred puzzles or so. */
const LONG_TEXT = 1 << 13;
/** Lines between two looks at the clock. */
const LOOK_LINES = 16;
/** Bytes of answers in one stretch of lines. */
const STRETCH_BYTES = 1 << 15;
/** The most bytes of an answer: a grid of 9x9 and its line feed, or a count. */
const ANSWER_BYTES = 128;
const LINE_FEED = 10;
const RETURN = 13;

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

/** The answers for some lines of a text that follow each other. */
export interface Stretch {
  /** The answers, one a line. */
  readonly text: string;
  readonly lines: number;
  readonly worst: Exit;
  /** Where in the text the stretch ends. */
  readonly end: number;
  /** Whether the line that begins there is left to others: it is no easy puzzle. */
  readonly isStopped: boolean;
}

/** Answers puzzles that need little work, one after the other, by one search for each shape. */
export class EasySolver {
  readonly #question: Question;
  readonly #limit: number | undefined;
  readonly #solvers: Solvers;
  /** The shape of the current puzzle, its solver, its limits, and room for its givens and its solution. */
  #shape: Shape | undefined;
  #solver!: Solver;
  #limits!: Limits;
  #givens!: Uint8Array;
  #grid!: Uint8Array;
  /** The answers of the current stretch: a string for each would cost 1 µs. */
  readonly #bytes = Buffer.alloc(STRETCH_BYTES);
  #length = 0;

  constructor(question: Question, limit: number | undefined, solvers = new Solvers()) {
    this.#question = question;
    this.#limit = limit;
    this.#solvers = solvers;
  }

  /** The answer, with status `nodes` if the puzzle is not easy. A grid in it is overwritten by the next. */
  answer({ shape, givens }: Pick<Puzzle, 'shape' | 'givens'>): PuzzleAnswer {
    this.#setShape(shape);
    if (this.#question !== 'first') {
      return puzzleAnswer(this.#solver[this.#question](givens, this.#limits));
    }
    // Allocates nothing, unlike `Solver.first`.
    const grid = this.#grid;
    const status = this.#solver.firstInto(grid, givens, this.#limits);
    return status === 'found' ? { status, solutions: 1, grid } : { status, solutions: 0 };
  }

  /**
   * Answers lines of a text from an index on, while each is an easy puzzle of that shape in digits and points. It
   * ends early after the time `until`, and where its room is full. The text ends with a line feed.
   */
  stretch(text: string, from: number, shape: Shape, until = Number.POSITIVE_INFINITY): Stretch {
    this.#setShape(shape, text.length >= LONG_TEXT);
    this.#length = 0;
    let worst: Exit = EXIT.answered;
    let lines = 0;
    let end = from;
    let isStopped = false;
    while (end < text.length && this.#length + ANSWER_BYTES <= STRETCH_BYTES) {
      const to = text.indexOf('\n', end);
      const exit = this.#answerLine(text, end, to);
      isStopped = exit === undefined;
      if (exit === undefined) break;
      worst = worse(worst, exit);
      lines++;
      end = to + 1;
      if (lines % LOOK_LINES === 0 && performance.now() >= until) break;
    }
    return { text: this.#bytes.toString('latin1', 0, this.#length), lines, worst, end, isStopped };
  }

  /** The answers for all lines of a text but those between two stretches, which are no easy puzzles. */
  stretches(text: string, shape: Shape): Stretch[] {
    const stretches: Stretch[] = [];
    for (let at = 0; at < text.length; ) {
      const stretch = this.stretch(text, at, shape);
      stretches.push(stretch);
      at = stretch.isStopped ? text.indexOf('\n', stretch.end) + 1 : stretch.end;
    }
    return stretches;
  }

  /** Writes the answer for a line; undefined if it has none. */
  #answerLine(text: string, from: number, to: number): Exit | undefined {
    const shape = this.#shape as Shape;
    const givens = this.#givens;
    const last = text.charCodeAt(to - 1) === RETURN ? to - 1 : to;
    if (last - from !== shape.cells) return undefined;
    if (!readPlain(givens, text, from, shape.size)) return undefined;
    try {
      const answer = this.answer({ shape, givens });
      const { status, solutions, grid } = answer;
      if (status === 'nodes') return undefined;
      if (grid !== undefined) {
        Symbols.usual(shape.size).writeInto(this.#bytes, this.#length, grid);
        this.#length += shape.cells;
      } else {
        const text = textOf(this.#question, answer);
        this.#length += this.#bytes.write(text, this.#length, 'latin1');
      }
      this.#bytes[this.#length++] = LINE_FEED;
      return exitOf(status, solutions);
    } catch (error) {
      // The givens contradict each other. Any other error is not one of the puzzle.
      if (!(error instanceof GridError)) throw error;
      return undefined;
    }
  }

  #setShape(shape: Shape, isForMany = false): void {
    if (shape === this.#shape) return;
    this.#shape = shape;
    this.#solver = this.#solvers.of(shape, isForMany);
    this.#limits = easyLimits(shape, this.#limit);
    this.#givens = new Uint8Array(shape.cells);
    this.#grid = new Uint8Array(shape.cells);
  }
}

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

import type { Question } from '../ask/answers.ts';
import { LineSolver } from '../sudoku/lines.ts';
import type { Shape } from '../sudoku/shape.ts';
import { EXIT, type Exit } from './exit.ts';
import { exitOf, worse } from './report.ts';
import { type PuzzleAnswer, textOf } from './sudoku-easy.ts';
import { LINE_FEED, RETURN } from './sudoku-text.ts';

/** Lines between two looks at the clock. */
const LOOK_LINES = 16;
/** The most bytes of answers in one stretch of lines. */
const STRETCH_BYTES = 1 << 16;
/** The most bytes of an answer: a grid of 9x9 and its line feed, or a count. */
const ANSWER_BYTES = 128;
/**
 * The most nodes of an easy puzzle: two milliseconds. Within them every search finds the same first solution; after them
 * `auto` goes on by other means.
 */
const MOST_NODES = 1 << 16;
const MOST_SOLUTIONS = 2 ** 31 - 1;
const ENCODER = new TextEncoder();
const UNIQUENESS = ['none', 'unique', 'several'] as const;

/** The answers for some lines of a text that follow each other. */
export interface Stretch {
  /** The answers, one a line. */
  readonly answers: Uint8Array;
  readonly lines: number;
  readonly worst: Exit;
  /** Where in the text the stretch ends. */
  readonly end: number;
  /** Whether the line that begins there is left to others: it is no easy puzzle in digits and points. */
  readonly isStopped: boolean;
}

/** Answers plain lines, from the bytes of a text to the bytes of the answers. */
export class LineAnswerer {
  readonly #question: Question;
  readonly #wanted: number;
  /** Shape -> its solver; undefined where there is none. */
  readonly #solvers = new Map<Shape, LineSolver | undefined>();
  /** The shape of the current lines, and its solver. */
  #shape: Shape | undefined;
  #solver: LineSolver | undefined;
  readonly #answers = new Uint8Array(STRETCH_BYTES);
  #length = 0;

  constructor(question: Question, limit = MOST_SOLUTIONS) {
    this.#question = question;
    this.#wanted = { first: 1, isUnique: 2, count: Math.min(limit, MOST_SOLUTIONS) }[question];
  }

  /**
   * Answers lines of a text from an index on, while each is an easy puzzle of that shape in digits and points. It
   * ends early after the time `until`, and where its room is full. The text ends with a line feed.
   */
  stretch(
    bytes: Uint8Array,
    from: number,
    shape: Shape,
    until = Number.POSITIVE_INFINITY,
  ): Stretch {
    this.#setShape(shape);
    this.#solver?.begin();
    this.#length = 0;
    let worst: Exit = EXIT.answered;
    let lines = 0;
    let end = from;
    let isStopped = false;
    while (end < bytes.length && this.#length + ANSWER_BYTES <= STRETCH_BYTES) {
      let to = end + shape.cells;
      if (bytes[to] === RETURN) to++;
      const exit = bytes[to] === LINE_FEED ? this.#answer(bytes, end) : undefined;
      isStopped = exit === undefined;
      if (exit === undefined) break;
      if (exit !== worst) worst = worse(worst, exit);
      lines++;
      end = to + 1;
      if (lines % LOOK_LINES === 0 && performance.now() >= until) break;
    }
    return { answers: this.#answers.slice(0, this.#length), lines, worst, end, isStopped };
  }

  /** The answers for all lines of a text but those between two stretches, which are left to others. */
  stretches(bytes: Uint8Array, shape: Shape): Stretch[] {
    const stretches: Stretch[] = [];
    for (let at = 0; at < bytes.length; ) {
      const stretch = this.stretch(bytes, at, shape);
      stretches.push(stretch);
      at = stretch.isStopped ? bytes.indexOf(LINE_FEED, stretch.end) + 1 : stretch.end;
    }
    return stretches;
  }

  /** Writes the answer for the puzzle at an index; undefined if it has none. */
  #answer(bytes: Uint8Array, from: number): Exit | undefined {
    const solver = this.#solver;
    const outcome = solver?.search(bytes, from, MOST_NODES, this.#wanted);
    if (solver === undefined || outcome === undefined || outcome === 'paused') return undefined;
    if (outcome === 'solution' && this.#question === 'first') {
      solver.write(this.#answers, this.#length);
      this.#length += (this.#shape as Shape).cells;
      this.#answers[this.#length++] = LINE_FEED;
      return EXIT.answered;
    }
    const { solutions } = solver;
    const status = outcome === 'solution' ? 'limit' : 'complete';
    const answer = this.#question === 'isUnique' ? UNIQUENESS[solutions] : undefined;
    const found: PuzzleAnswer = { status, solutions, answer };
    const text = `${textOf(this.#question, found)}\n`;
    this.#length += ENCODER.encodeInto(text, this.#answers.subarray(this.#length)).written;
    return exitOf(status, solutions);
  }

  #setShape(shape: Shape): void {
    if (shape === this.#shape) return;
    this.#shape = shape;
    if (!this.#solvers.has(shape)) this.#solvers.set(shape, LineSolver.of(shape));
    this.#solver = this.#solvers.get(shape);
  }
}

import { StringDecoder } from 'node:string_decoder';
import { setImmediate } from 'node:timers/promises';
import type { Message, Reply } from '../engine/parallel/pool.ts';
import type { Status } from '../engine/solve/limits.ts';
import type { Count, First, QuestionName, Uniqueness } from '../engine/solve/questions.ts';
import { formOf } from '../puzzles/sudoku/canonical.ts';
import { type Puzzle, writeFramed } from '../puzzles/sudoku/grid.ts';
import { EASY, LineSolver, wantedFor } from '../puzzles/sudoku/lines.ts';
import { Shape } from '../puzzles/sudoku/shape.ts';
import type { Solvers } from '../puzzles/sudoku/solver.ts';
import { Symbols } from '../puzzles/sudoku/symbols.ts';
import { type Mark, PuzzleReader, type Read } from '../puzzles/sudoku/text/reader.ts';
import { jsonLine } from './console.ts';
import { EXIT, type Exit, type Failure } from './exit.ts';
import { messageInFlags } from './mentions.ts';
import { countFields, exitOf, worse } from './report.ts';
import { type Asked, type Job, type Pencil, type PuzzleAnswer, placeOf } from './sudoku-job.ts';

export const LINE_FEED = 10;
const RETURN = 13;
/** Milliseconds of answering between two turns of the event loop. */
const TURN = 20;
/** Lines between two looks at the clock. */
const LOOK_LINES = 16;
/** Bytes of answers that are handed out at once, and room for one more, of at most 40,000. */
const ENOUGH_BYTES = 1 << 16;
const MOST_BYTES = 1 << 17;
/** The most nodes of an easy larger puzzle, times its cells: at 16x16 2,500, some 10 ms. */
const EASY_LARGE = 650_000;
const ENCODER = new TextEncoder();
/** The flags that say how to read a text. */
const READING = { operands: '', settings: { size: 0, boxes: 0, symbols: 0 } };
const UNIQUENESS = ['none', 'unique', 'several'] as const;

/** Tells whether a form is new among those so far. */
export type IsNew = (shape: Shape, form: Uint8Array) => boolean;

/** Answers to print, and what follows them: a puzzle that is not easy, or a mistake. */
export interface Stretch {
  readonly text: Uint8Array;
  readonly answered: number;
  readonly worst: Exit;
  readonly hard?: Puzzle | undefined;
  readonly failure?: Failure | undefined;
}

/** `found`: the number of solutions where the answer does not tell it. */
export function puzzleAnswer(
  given: Partial<First<Uint8Array> & Count & Uniqueness> & { readonly status: Status },
  found = 0,
): PuzzleAnswer {
  const { status, solution, exact, answer } = given;
  if (solution !== undefined) return { status, solutions: 1, grid: solution };
  if (exact !== undefined) return { status, solutions: exact };
  if (answer === undefined) return { status, solutions: 0 };
  const solutions = answer === 'unknown' ? found : UNIQUENESS.indexOf(answer);
  return { status, solutions, answer };
}

/** A solution, as it is printed. */
export function solutionText(job: Job, puzzle: Puzzle, grid: Uint8Array, index: number): string {
  const { shape, symbols } = puzzle;
  if (job.json) {
    const fields = { ...placeOf(job, puzzle), index, grid: symbols.write(grid) };
    return jsonLine('solution', fields);
  }
  return `${job.pretty ? writeFramed(shape, grid, symbols) : symbols.write(grid)}\n`;
}

/** All that ends the answer for a puzzle: its solution if it was asked for, its status. */
export function answerText(job: Job, puzzle: Puzzle, found: PuzzleAnswer): string {
  const { status, solutions, grid, answer, told } = found;
  const solution = grid === undefined ? '' : solutionText(job, puzzle, grid, 1);
  if (job.json) {
    const numbers = typeof solutions === 'bigint' ? countFields(solutions) : { solutions };
    const fields = { ...placeOf(job, puzzle), status, ...numbers, answer, ...told?.fields };
    return solution + jsonLine('status', fields);
  }
  return grid === undefined ? statusText(job.question, found) : solution;
}

/** The answer, the count, or the reason for none. */
function statusText(question: Asked, { status, solutions, answer, told }: PuzzleAnswer): string {
  if (told !== undefined) return told.text;
  if (isPencil(question) && answer === 'several') return 'several solutions\n';
  if (answer !== undefined && !isPencil(question)) return `${answer}\n`;
  if (question === 'count') return `${status === 'complete' ? '' : '>='}${solutions}\n`;
  const isDecided = status === 'complete' || status === 'limit';
  const isSolved = isDecided && Number(solutions) > 0;
  return isSolved ? '' : isDecided ? 'no solution\n' : `undecided: ${status}\n`;
}

/** True if an answer has several lines. */
export function hasLines(question: Asked): boolean {
  return ['all', 'candidates', 'steps', 'hint'].includes(question);
}

/** True if it is about solutions, and has a line for an answer. */
function isPlain(question: Asked): question is QuestionName {
  return question === 'first' || question === 'count' || question === 'isUnique';
}

/** True if it is about what a person would do. */
export function isPencil(question: Asked): question is Pencil {
  return question === 'steps' || question === 'hint' || question === 'rate';
}

/** The exit code for an answer. */
export function exitFor({ status, solutions, told }: PuzzleAnswer): Exit {
  return told?.isStuck ? EXIT.undecided : exitOf(status, solutions);
}

/**
 * Reads Sudokus from the bytes of a text, and answers those that are easy: nearly all. This is the
 * one way from bytes to answers; it runs in place or in a thread. Lines of digits and points are
 * answered as they stand, and no string is made of them; the reader gets all others, and knows what
 * these mean for the lines below them.
 */
export class Answerer {
  readonly #job: Job;
  readonly #signal: AbortSignal | undefined;
  readonly #isNew: IsNew;
  #reader!: PuzzleReader;
  #decoder!: StringDecoder;
  /** All engines. They are loaded for the first puzzle that needs them: 20 ms. */
  #solvers: Solvers | undefined;
  readonly #text = new Uint8Array(MOST_BYTES);
  #length = 0;
  #answered = 0;
  #worst: Exit = EXIT.answered;
  /** When the event loop had its last turn. */
  #turn = performance.now();

  /** `isNew` tells which forms are new, for `distinct`. */
  constructor(job: Job, signal?: AbortSignal, isNew: IsNew = () => true) {
    this.#job = job;
    this.#signal = signal;
    this.#isNew = isNew;
    this.goTo();
  }

  /** The place of the reader in the text, if it stands between two puzzles. */
  get mark(): Mark | undefined {
    return this.#reader.mark;
  }

  /** Goes on at a mark: others have answered what is above it. */
  goTo(mark?: Mark): void {
    const { size, boxes, symbols, source } = this.#job;
    this.#reader = new PuzzleReader({ size, boxes, symbols, source }, mark);
    this.#decoder = new StringDecoder('utf8');
  }

  /** Answers the puzzles on lines; `isEnd`: the last ones. The event loop may run between. */
  async *answer(bytes: Uint8Array, isEnd = false): AsyncGenerator<Stretch, void, undefined> {
    this.#turn = performance.now();
    for (let at = 0; at < bytes.length; ) {
      const shape = this.#plainShape(bytes, at);
      const solver = shape && LineSolver.of(shape);
      const next = solver ? this.#answerLines(bytes, at, solver) : at;
      if (next === at) {
        const end = bytes.indexOf(LINE_FEED, at) + 1 || bytes.length;
        const reads = this.#reader.push(this.#decoder.write(bytes.subarray(at, end)));
        yield* this.#answerReads(reads);
        at = end;
      } else at = next;
      if (this.#isDue) yield this.#take();
    }
    if (isEnd) {
      const rest = this.#reader.push(this.#decoder.end());
      yield* this.#answerReads([...rest, ...this.#reader.end()]);
    }
    yield this.#take();
  }

  /** The shape of the plain lines from an index on; none if the reader must read the line there. */
  #plainShape(bytes: Uint8Array, from: number): Shape | undefined {
    const { question, json, pretty } = this.#job;
    if (!isPlain(question) || json || pretty) return undefined;
    const end = bytes.indexOf(LINE_FEED, from);
    return this.#reader.plainShape((bytes[end - 1] === RETURN ? end - 1 : end) - from);
  }

  /** Answers lines from an index on, while each is an easy plain puzzle. Returns their end. */
  #answerLines(bytes: Uint8Array, from: number, solver: LineSolver): number {
    const { cells } = solver.shape;
    const question = this.#job.question as QuestionName;
    const wanted = wantedFor(question, this.#job.limit);
    const text = this.#text;
    solver.begin();
    let lines = 0;
    let at = from;
    while (at < bytes.length && this.#length < ENOUGH_BYTES) {
      let end = at + cells;
      if (bytes[end] === RETURN) end++;
      if (bytes[end] !== LINE_FEED) break;
      const outcome = solver.search(bytes, at, EASY, wanted);
      if (outcome === undefined || outcome === 'paused') break;
      if (question === 'first' && outcome === 'solution') {
        solver.write(text, this.#length);
        text[this.#length + cells] = LINE_FEED;
        this.#length += cells + 1;
      } else {
        const answer = puzzleAnswer(solver.answerTo(question, outcome));
        this.#write(statusText(question, answer));
        this.#note(answer);
      }
      lines++;
      at = end + 1;
      if (lines % LOOK_LINES === 0 && this.#isDue) break;
    }
    this.#answered += lines;
    this.#reader.pass(lines);
    return at;
  }

  async *#answerReads(reads: readonly Read[]): AsyncGenerator<Stretch, void, undefined> {
    const { source } = this.#job;
    for (const { puzzle, error } of reads) {
      if (error !== undefined) {
        const { code, line, column } = error;
        const message = messageInFlags(error, READING);
        yield this.#take({ failure: { code, message, file: source, line, column } });
        continue;
      }
      try {
        const { question } = this.#job;
        const isForm = question === 'canonical' || question === 'distinct';
        const text = isForm ? this.#formText(puzzle) : await this.#easyText(puzzle);
        if (text === undefined) yield this.#take({ hard: puzzle });
        else {
          this.#answered++;
          this.#write(text);
        }
      } catch (error) {
        yield this.#take({ failure: failureIn(error, this.#job, puzzle) });
      }
      if (this.#isDue) yield this.#take();
    }
  }

  /** The form of a puzzle; or the puzzle, if it is the first one of its form. */
  #formText(puzzle: Puzzle): string {
    const { shape, givens, symbols } = puzzle;
    const job = this.#job;
    const { grid: form, automorphisms } = formOf(shape, givens);
    const isDistinct = job.question === 'distinct';
    if (isDistinct && !this.#isNew(shape, form)) return '';
    const shown = isDistinct ? givens : form;
    if (!job.json) return solutionText(job, puzzle, shown, 1);
    return jsonLine('form', { ...placeOf(job, puzzle), grid: symbols.write(shown), automorphisms });
  }

  /** The text of an answer, if the puzzle is easy. */
  async #easyText(puzzle: Puzzle): Promise<string | undefined> {
    let answer = await this.#easy(puzzle);
    if (answer === undefined) return undefined;
    if (this.#job.question === 'rate') {
      const { rated } = await import('./sudoku-pencil.ts');
      answer = await rated(puzzle, answer, { timeout: this.#job.timeout, signal: this.#signal });
    }
    this.#note(answer);
    return answerText(this.#job, puzzle, answer);
  }

  /**
   * The answer for a puzzle; undefined if it is not easy. Throws if its givens exclude each other.
   */
  async #easy({ shape, givens }: Puzzle): Promise<PuzzleAnswer | undefined> {
    const { question: asked, limit } = this.#job;
    if (asked !== 'rate' && !isPlain(asked)) return undefined;
    const question = asked === 'rate' ? 'isUnique' : asked;
    const lines = LineSolver.of(shape);
    if (lines !== undefined) {
      const easy = lines.answer(question, givens, { limit });
      return easy && puzzleAnswer(easy);
    }
    this.#solvers ??= new (await import('../puzzles/sudoku/solver.ts')).Solvers();
    const limits = { limit, maxNodes: Math.ceil(EASY_LARGE / shape.cells) };
    const answer = puzzleAnswer(this.#solvers.of(shape)[question](givens, limits));
    return answer.status === 'nodes' ? undefined : answer;
  }

  #note(answer: PuzzleAnswer): void {
    const exit = exitFor(answer);
    if (exit !== this.#worst) this.#worst = worse(this.#worst, exit);
  }

  #write(text: string): void {
    this.#length += ENCODER.encodeInto(text, this.#text.subarray(this.#length)).written;
  }

  /** True if others are to have their turn, or the answers fill their room. */
  get #isDue(): boolean {
    return this.#length >= ENOUGH_BYTES || performance.now() - this.#turn >= TURN;
  }

  /** The answers since the last stretch. */
  #take(next: Pick<Stretch, 'hard' | 'failure'> = {}): Stretch {
    const text = this.#text.slice(0, this.#length);
    const stretch = { text, answered: this.#answered, worst: this.#worst, ...next };
    this.#length = 0;
    this.#answered = 0;
    this.#worst = EXIT.answered;
    this.#turn = performance.now();
    return stretch;
  }
}

/** The mistake in a puzzle whose givens exclude each other. It throws any other error. */
export function failureIn(error: unknown, { source }: Job, { line }: Puzzle): Failure {
  const { code, message } = error as Error & Partial<Failure>;
  // The engines of a thread are in a file of their own, with classes of their own.
  if (code !== 'bad-grid') throw error;
  return { code, message: `${source}:${line}: ${message}`, file: source, line };
}

/** Lines for a thread, and where the reader stands above them: that is a guess. */
export interface Order {
  readonly lines: Uint8Array;
  readonly mark: Mark;
}

/**
 * The answers, and where the reader stands below the lines; undefined if a puzzle goes on there.
 */
export interface Answers {
  readonly stretches: readonly Stretch[];
  readonly mark: Mark | undefined;
}

/** Carries out the orders of a job one after the other, in place or in a thread. */
export function orderly(
  hear: (reply: Reply) => void,
  signal?: AbortSignal,
): (message: Message) => void {
  let answerer: Answerer;
  let before: Promise<void> = Promise.resolve();
  const answer = async ({ job, order }: Message): Promise<Reply> => {
    if (job !== undefined) answerer = new Answerer(job as Job, signal);
    const { lines, mark } = order as Order;
    const stretches: Stretch[] = [];
    answerer.goTo(mark);
    for await (const stretch of answerer.answer(lines)) {
      stretches.push(stretch);
      await setImmediate();
    }
    return { value: { stretches, mark: answerer.mark } satisfies Answers };
  };
  const errorOf = (error: unknown) => ({
    error: error instanceof Error ? error.message : String(error),
  });
  return (message) => {
    before = before.then(() => answer(message).catch(errorOf)).then(hear);
  };
}

/** A puzzle that came out of a thread, with the objects of this one. */
export function revived({ shape, symbols, ...rest }: Puzzle): Puzzle {
  const { boxRows, boxColumns, size } = shape;
  const boxes = `${boxRows}x${boxColumns}`;
  return { ...rest, shape: Shape.of({ boxes }), symbols: Symbols.of(symbols.name, size) };
}

import { setImmediate } from 'node:timers/promises';
import type { Message, Reply } from '../engine/parallel/pool.ts';
import type { Watch } from '../engine/solve/cooperative.ts';
import type { QuestionName } from '../engine/solve/questions.ts';
import { formOf } from '../puzzles/sudoku/canonical.ts';
import type { Puzzle } from '../puzzles/sudoku/grid.ts';
import { LineSolver, wantedFor } from '../puzzles/sudoku/lines.ts';
import { Shape } from '../puzzles/sudoku/shape.ts';
import type { Solvers } from '../puzzles/sudoku/solver.ts';
import { Symbols } from '../puzzles/sudoku/symbols.ts';
import { LINE_FEED, type PlainLines, plainPuzzle, RETURN } from '../puzzles/sudoku/text/plain.ts';
import { jsonLine } from './console.ts';
import { EXIT, type Exit, type Failure } from './exit.ts';
import { worse } from './report.ts';
import { type Job, type PuzzleAnswer, placeOf, type VariantText } from './sudoku-job.ts';
import {
  answerText,
  endText,
  exitFor,
  failureIn,
  isPlain,
  puzzleAnswer,
  solutionText,
  statusText,
} from './sudoku-text.ts';

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

/** Tells whether a form is new among those so far. */
export type IsNew = (shape: Shape, form: Uint8Array) => boolean;

/** Answers to print, and what follows them: a puzzle that is not easy, or a mistake. */
export interface AnswerChunk {
  readonly text: Uint8Array;
  readonly answered: number;
  readonly worst: Exit;
  readonly hard?: Puzzle | VariantText | undefined;
  readonly failure?: Failure | undefined;
}

/** Puzzles to answer, and the mistakes between them. It can go to a thread. */
export type Order = PlainLines | { readonly items: readonly (Puzzle | VariantText | Failure)[] };

/**
 * Answers puzzles that are easy: nearly all. It runs in place or in a thread. Plain lines are
 * answered as they stand, and no string is made of them.
 */
export class Answerer {
  readonly #job: Job;
  readonly #signal: AbortSignal | undefined;
  readonly #isNew: IsNew;
  readonly #onSteps: Watch['onProgress'];
  /** All engines. They are loaded for the first puzzle that needs them: 20 ms. */
  #solvers: Solvers | undefined;
  readonly #text = new Uint8Array(MOST_BYTES);
  #length = 0;
  #answered = 0;
  #worst: Exit = EXIT.answered;
  /** The number of the next plain line. */
  #line = 0;
  /** When the event loop had its last turn. */
  #turn = performance.now();

  /** `isNew` tells which forms are new, for `distinct`; `onSteps` hears of a rating that takes long. */
  constructor(
    job: Job,
    signal?: AbortSignal,
    isNew: IsNew = () => true,
    onSteps?: Watch['onProgress'],
  ) {
    this.#onSteps = onSteps;
    this.#job = job;
    this.#signal = signal;
    this.#isNew = isNew;
  }

  /** Answers the puzzles of an order. The event loop may run between. */
  async *answer(order: Order): AsyncGenerator<AnswerChunk, void, undefined> {
    this.#turn = performance.now();
    if ('bytes' in order) yield* this.#answerLines(order);
    else {
      for (const item of order.items) {
        if ('code' in item) yield this.#take({ failure: item });
        else if ('variant' in item) yield* this.#answerVariant(item);
        else yield* this.#answerPuzzle(livePuzzle(item));
      }
    }
    yield this.#take();
  }

  async *#answerLines(order: PlainLines): AsyncGenerator<AnswerChunk, void, undefined> {
    const lines = { ...order, shape: liveShape(order.shape) };
    const { bytes, shape } = lines;
    const { question, json, pretty, timeout } = this.#job;
    const isText = !json && !pretty && timeout !== 0;
    const solver = isPlain(question) && isText ? LineSolver.of(shape) : undefined;
    this.#line = lines.line;
    for (let at = 0; at < bytes.length; ) {
      const next = solver === undefined ? at : this.#answerEasy(bytes, at, solver);
      if (next === at) {
        yield* this.#answerPuzzle(plainPuzzle(lines, at, this.#line++));
        at = bytes.indexOf(LINE_FEED, at) + 1;
      } else at = next;
      if (this.#isDue) yield this.#take();
    }
  }

  /** Answers lines from an index on, while each is an easy puzzle. Returns their end. */
  #answerEasy(bytes: Uint8Array, from: number, solver: LineSolver): number {
    const { cells } = solver.shape;
    const question = this.#job.question as QuestionName;
    const wanted = wantedFor(question, this.#job.limit);
    const text = this.#text;
    let lines = 0;
    let at = from;
    while (at < bytes.length && this.#length < ENOUGH_BYTES) {
      const outcome = solver.search(bytes, at, Number.POSITIVE_INFINITY, wanted);
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
      at += cells + (bytes[at + cells] === RETURN ? 2 : 1);
      if (lines % LOOK_LINES === 0 && this.#isDue) break;
    }
    this.#answered += lines;
    this.#line += lines;
    return at;
  }

  async *#answerPuzzle(puzzle: Puzzle): AsyncGenerator<AnswerChunk, void, undefined> {
    if (this.#job.question === 'as') {
      yield* this.#writeForm(puzzle);
      return;
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

  /** A variant is answered to its end, but where that takes several lines. */
  async *#answerVariant(text: VariantText): AsyncGenerator<AnswerChunk, void, undefined> {
    const job = this.#job;
    if (job.question === 'as') {
      yield* this.#writeForm(text);
      return;
    }
    const variants = await import('./sudoku-variant.ts');
    try {
      const puzzle = variants.puzzleIn(text, job);
      if ('givens' in puzzle && 'symbols' in puzzle) {
        yield* this.#answerPuzzle(puzzle);
        return;
      }
      if (!isPlain(job.question) && job.question !== 'rate') {
        yield this.#take({ hard: text });
        return;
      }
      const { timeout } = job;
      const watch = { timeout, signal: this.#signal, onProgress: this.#onSteps };
      const question = job.question === 'rate' ? 'isUnique' : job.question;
      const found = await variants.answerVariant(puzzle, { ...job, question }, watch);
      let { answer } = found;
      if (job.question === 'rate') {
        const { ratedVariant } = await import('./sudoku-pencil.ts');
        answer = await ratedVariant(puzzle, answer, watch);
      }
      this.#note(answer);
      this.#answered++;
      const solved =
        found.solution && variants.variantSolution(job, text, puzzle, found.solution, 1);
      this.#write(endText(job, text, answer, solved));
    } catch (error) {
      yield this.#take({ failure: variants.variantFailure(error, job, text) });
    }
    if (this.#isDue) yield this.#take();
  }

  /** Writes a puzzle in another form, which may be longer than the room for answers. */
  async *#writeForm(puzzle: Puzzle | VariantText): AsyncGenerator<AnswerChunk, void, undefined> {
    const { formText, variantFailure } = await import('./sudoku-variant.ts');
    yield this.#take();
    try {
      const text = ENCODER.encode(formText(this.#job, puzzle));
      yield { text, answered: 1, worst: EXIT.answered };
    } catch (error) {
      yield this.#take({ failure: variantFailure(error, this.#job, puzzle) });
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
      const { timeout } = this.#job;
      const watch = { timeout, signal: this.#signal, onProgress: this.#onSteps };
      answer = await rated(puzzle, answer, watch);
    }
    this.#note(answer);
    return answerText(this.#job, puzzle, answer);
  }

  /**
   * The answer for a puzzle; undefined if it is not easy. Throws if its givens exclude each other.
   */
  async #easy({ shape, givens }: Puzzle): Promise<PuzzleAnswer | undefined> {
    const { question: asked, limit, timeout } = this.#job;
    // An easy puzzle takes less time than a look at the clock, but without any it is not begun.
    if (timeout === 0) return undefined;
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
  #take(next: Pick<AnswerChunk, 'hard' | 'failure'> = {}): AnswerChunk {
    const text = this.#text.slice(0, this.#length);
    const chunk = { text, answered: this.#answered, worst: this.#worst, ...next };
    this.#length = 0;
    this.#answered = 0;
    this.#worst = EXIT.answered;
    this.#turn = performance.now();
    return chunk;
  }
}

/** Carries out the orders of a job one after the other, in place or in a thread. */
export function serialHandler(
  onReply: (reply: Reply) => void,
  signal?: AbortSignal,
): (message: Message) => void {
  let answerer: Answerer;
  let before: Promise<void> = Promise.resolve();
  const answer = async ({ job, order }: Message): Promise<Reply> => {
    if (job !== undefined) answerer = new Answerer(job as Job, signal);
    const chunks: AnswerChunk[] = [];
    for await (const chunk of answerer.answer(order as Order)) {
      chunks.push(chunk);
      await setImmediate();
    }
    return { value: chunks };
  };
  const errorOf = (error: unknown) => ({
    error: error instanceof Error ? error.message : String(error),
  });
  return (message) => {
    before = before.then(() => answer(message).catch(errorOf)).then(onReply);
  };
}

/** A puzzle that has come from another thread, with the objects of this one. */
export function livePuzzle(puzzle: Puzzle): Puzzle {
  const { shape, symbols } = puzzle;
  const isLive: boolean = shape instanceof Shape;
  if (isLive) return puzzle;
  return { ...puzzle, shape: liveShape(shape), symbols: Symbols.of(symbols.name, shape.size) };
}

function liveShape({ boxRows, boxColumns }: Shape): Shape {
  return Shape.of({ boxes: `${boxRows}x${boxColumns}` });
}

import { setImmediate } from 'node:timers/promises';
import type { Question } from '../ask/answers.ts';
import { Pool } from '../parallel/pool.ts';
import type { Puzzle } from '../sudoku/grid.ts';
import type { PooledSolvers } from '../sudoku/pooled.ts';
import type { Shape } from '../sudoku/shape.ts';
import type { Answerer, EasyAnswers } from './sudoku-answer.ts';
import { type AnyAnswer, easyLimits, puzzleAnswer } from './sudoku-easy.ts';
import type { Stretch } from './sudoku-lines.ts';
import { LINE_FEED, type PuzzleText } from './sudoku-text.ts';
import type { LinesJob, LinesOrder } from './sudoku-worker.ts';

/** Bytes of lines that a thread answers at once: 400 puzzles of 9x9, two milliseconds or so. */
const PORTION = 1 << 15;
/** Bytes that may wait for their turn: what two threads do in a twentieth of a second or so. */
const MOST_AHEAD = 1 << 20;

/** A part of the input, and the way to write its answers when it is its turn. */
interface Portion {
  readonly length: number;
  /** Whether the reader has not read it yet. */
  readonly isUnread: boolean;
  /** The answers, once they are asked for. */
  answers?: Promise<unknown>;
  /** Settled when `isReady`. */
  ready?: Promise<void>;
  /** Whether they are there, or will not come. */
  isReady: boolean;
  write(): Promise<void>;
}

/** Plain lines that no thread has yet. */
interface Held {
  readonly portion: Portion;
  readonly lines: Uint8Array;
  readonly shape: Shape;
}

/**
 * Answers easy puzzles by threads, ahead of their turn; then the answerer writes the answers in the order of the puzzles,
 * and answers the hard ones itself, as it does without threads.
 *
 *     plain lines --> a thread reads and answers them, and sends the text of the answers; while the next
 *                     answers to write are not there, this thread does the same
 *     other text ---> the reader reads it here; a thread gets the givens and sends the options of a solution
 *
 * Whether lines are plain depends on all lines above them. It is guessed by what the reader has read so far, and
 * looked at again when it is their turn.
 */
export class Ahead {
  readonly #answerer: Answerer;
  readonly #question: Question;
  readonly #limit: number | undefined;
  readonly #signal: AbortSignal;
  /** Bytes of lines that a thread answers at once. */
  readonly #portion: number;
  /** Threads for plain lines; and those for other puzzles, if they may have any. All start when they are needed. */
  readonly #lines: Pool;
  readonly #others: Pool | undefined;
  #solvers: PooledSolvers | undefined;
  /** Whether threads cannot be had: then this thread goes on alone. */
  #isAlone = false;
  readonly #jobs = new Map<Shape, LinesJob>();
  readonly #waiting: Portion[] = [];
  readonly #held: Held[] = [];
  /** The number of bytes that wait. */
  #length = 0;

  constructor(
    answerer: Answerer,
    question: Question,
    limit: number | undefined,
    lines: Pool,
    workers: number | undefined,
    signal: AbortSignal,
    portion = PORTION,
  ) {
    this.#answerer = answerer;
    this.#question = question;
    this.#limit = limit;
    this.#signal = signal;
    this.#lines = lines;
    this.#portion = portion;
    this.#others = workers === undefined ? undefined : new Pool(workers);
    signal.addEventListener('abort', () => this.close(), { once: true });
  }

  /** Takes lines of a text. It waits while enough of them are on their way. */
  async answerLines(bytes: Uint8Array, file: PuzzleText): Promise<void> {
    for (let from = 0; from < bytes.length && !this.#signal.aborted; ) {
      const end = portionEnd(bytes, from, this.#portion);
      const portion = bytes.subarray(from, end);
      const shape = this.#answerer.plainShape(portion, 0, file);
      if (shape === undefined) await this.#read(portion, file);
      else this.#send(portion, shape, file);
      while (this.#length > MOST_AHEAD) await this.#writeNext();
      from = end;
    }
  }

  /** Writes answers until there is news: the next piece of the text, which may be long in coming. */
  async writeUntil(news: Promise<unknown>): Promise<void> {
    let isThere = false;
    const hear = () => {
      isThere = true;
    };
    const heard = news.then(hear, hear);
    // What is there already is taken first: a thread may be without work.
    await setImmediate();
    while (!isThere && this.#waiting.length > 0) {
      const [first] = this.#waiting;
      if (first?.isReady || this.#held.length > 0) await this.#writeNext();
      else await Promise.race([heard, first?.ready]);
    }
  }

  /** Writes the answers of all that was taken. */
  async finish(): Promise<void> {
    while (this.#waiting.length > 0) await this.#writeNext();
  }

  close(): void {
    this.#lines.close();
    this.#others?.close();
  }

  /** Has plain lines answered. */
  #send(lines: Uint8Array, shape: Shape, file: PuzzleText): void {
    const portion = this.#wait(lines.length, true, (ready: Stretch[]) =>
      this.#answerer.answerLines(lines, file, ready),
    );
    this.#held.push({ portion, lines, shape });
    this.#handOut();
  }

  /** Gives the threads as many portions as they take. */
  #handOut(): void {
    while (
      this.#held.length > 0 &&
      !this.#signal.aborted &&
      !this.#isAlone &&
      this.#lines.hasRoom
    ) {
      const { portion, lines, shape } = this.#held.shift() as Held;
      // A message has all of the memory that it has a part of.
      const order: LinesOrder = { lines: new Uint8Array(lines) };
      const answers = this.#lines.ask(this.#jobOf(shape), order).catch(() => {
        this.#isAlone = true;
        return [];
      });
      this.#expect(portion, answers).then(() => this.#handOut());
    }
  }

  /** Reads other text, and has its puzzles answered. */
  async #read(bytes: Uint8Array, file: PuzzleText): Promise<void> {
    // The reader takes the text in order.
    while (this.#waiting.some(({ isUnread }) => isUnread)) await this.#writeNext();
    const reads = file.read(bytes);
    const puzzles = reads.flatMap(({ puzzle }) => puzzle ?? []);
    const answers = this.#answers(puzzles);
    const portion = this.#wait(bytes.length, false, (found: readonly (AnyAnswer | undefined)[]) => {
      const easy: EasyAnswers = found.map((answer) => answer && puzzleAnswer(answer));
      return this.#answerer.answer(reads, file.source, easy);
    });
    this.#expect(portion, answers);
  }

  /** The answers of the threads for puzzles that are no plain lines; none where there are no such threads. */
  async #answers(puzzles: readonly Puzzle[]): Promise<readonly (AnyAnswer | undefined)[]> {
    if (this.#others === undefined) return [];
    if (this.#solvers === undefined) {
      const { PooledSolvers } = await import('../sudoku/pooled.ts');
      this.#solvers = new PooledSolvers(this.#others);
    }
    return this.#solvers.answer(puzzles, this.#question, (shape) => easyLimits(shape, this.#limit));
  }

  #wait<A>(length: number, isUnread: boolean, write: (answers: A) => Promise<void>): Portion {
    const portion: Portion = {
      length,
      isUnread,
      isReady: false,
      write: async () => write((await portion.answers) as A),
    };
    this.#length += length;
    this.#waiting.push(portion);
    return portion;
  }

  /** Waits for the answers of a portion. An error is thrown where they are written. */
  #expect(portion: Portion, answers: Promise<unknown>): Promise<void> {
    const ready = () => {
      portion.isReady = true;
    };
    portion.answers = answers;
    portion.ready = answers.then(ready, ready);
    return portion.ready;
  }

  async #writeNext(): Promise<void> {
    const portion = this.#waiting[0];
    if (portion === undefined) return;
    while (!portion.isReady && !this.#signal.aborted && this.#held.length > 0) {
      const held = this.#held.shift() as Held;
      const stretches = this.#answerer.stretches(held.lines, held.shape);
      this.#expect(held.portion, Promise.resolve(stretches));
      // The threads are heard, and get their next portions.
      await setImmediate();
    }
    this.#waiting.shift();
    this.#length -= portion.length;
    try {
      await portion.write();
    } catch (error) {
      // The threads have ended with the signal.
      if (!this.#signal.aborted) throw error;
    }
  }

  #jobOf(shape: Shape): LinesJob {
    let job = this.#jobs.get(shape);
    if (job === undefined) {
      job = { question: this.#question, limit: this.#limit, boxes: shape.boxes };
      this.#jobs.set(shape, job);
    }
    return job;
  }
}

/** Where a portion of lines ends that begins at an index. A line that is longer than a portion is one by itself. */
function portionEnd(bytes: Uint8Array, from: number, portion: number): number {
  // No little rest remains.
  if (bytes.length - from < 1.5 * portion) return bytes.length;
  const cut = bytes.lastIndexOf(LINE_FEED, from + portion - 1) + 1;
  return cut > from ? cut : bytes.indexOf(LINE_FEED, from) + 1 || bytes.length;
}

import { setImmediate } from 'node:timers/promises';
import type { Question } from '../ask/answers.ts';
import { Pool } from '../parallel/pool.ts';
import { PooledSolvers } from '../sudoku/pooled.ts';
import type { Shape } from '../sudoku/shape.ts';
import type { PuzzleReader } from '../sudoku/text/reader.ts';
import type { Answerer, EasyAnswers } from './sudoku-answer.ts';
import { type AnyAnswer, easyLimits, puzzleAnswer, type Stretch } from './sudoku-easy.ts';
import type { LinesJob, LinesOrder } from './sudoku-worker.ts';

/** Characters of lines that a thread answers at once: 200 puzzles of 9x9, some milliseconds. */
const PORTION = 1 << 14;
/** Characters that may wait for their turn: what two threads do in a tenth of a second or so. */
const MOST_AHEAD = 1 << 19;

/** A part of the input, and the way to write its answers when it is its turn. */
interface Portion {
  readonly length: number;
  /** Whether the reader has not read it yet. */
  readonly isUnread: boolean;
  /** The answers, once they are asked for. */
  answers?: Promise<unknown>;
  /** Whether they are there, or will not come. */
  isReady: boolean;
  write(): Promise<void>;
}

/** Plain lines that no thread has yet. */
interface Held {
  readonly portion: Portion;
  readonly text: string;
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
  /** Threads for plain lines, which are there already; and those for other puzzles, which start when they are needed. */
  readonly #lines: Pool;
  readonly #others: Pool;
  readonly #solvers: PooledSolvers;
  readonly #jobs = new Map<Shape, LinesJob>();
  readonly #waiting: Portion[] = [];
  readonly #held: Held[] = [];
  /** The number of characters that wait. */
  #length = 0;

  constructor(
    answerer: Answerer,
    question: Question,
    limit: number | undefined,
    lines: Pool,
    workers: number | undefined,
    signal: AbortSignal,
  ) {
    this.#answerer = answerer;
    this.#question = question;
    this.#limit = limit;
    this.#signal = signal;
    this.#lines = lines;
    this.#others = new Pool(workers);
    this.#solvers = new PooledSolvers(this.#others);
    signal.addEventListener('abort', () => this.close(), { once: true });
  }

  /** Takes lines of a text. It waits while enough of them are on their way. */
  async answerText(text: string, reader: PuzzleReader, source: string): Promise<void> {
    for (let from = 0; from < text.length && !this.#signal.aborted; ) {
      // A line that is longer than a portion is one by itself.
      const cut = text.lastIndexOf('\n', from + PORTION - 1) + 1;
      const end = cut > from ? cut : text.indexOf('\n', from) + 1 || text.length;
      const portion = text.slice(from, end);
      const shape = this.#answerer.plainShape(portion, 0, reader);
      if (shape === undefined) await this.#read(portion, reader, source);
      else this.#send(portion, shape, reader, source);
      while (this.#length > MOST_AHEAD) await this.#writeNext();
      from = end;
    }
  }

  /** Writes the answers of all that was taken. */
  async finish(): Promise<void> {
    while (this.#waiting.length > 0) await this.#writeNext();
  }

  close(): void {
    this.#lines.close();
    this.#others.close();
  }

  /** Has plain lines answered. */
  #send(text: string, shape: Shape, reader: PuzzleReader, source: string): void {
    const portion = this.#wait(text.length, true, (ready: Stretch[]) =>
      this.#answerer.answerText(text, reader, source, ready),
    );
    this.#held.push({ portion, text, shape });
    this.#handOut();
  }

  /** Gives the threads as many portions as they take. */
  #handOut(): void {
    while (this.#held.length > 0 && !this.#signal.aborted && this.#lines.hasRoom) {
      const { portion, text, shape } = this.#held.shift() as Held;
      const order: LinesOrder = { text };
      const answers = this.#lines.ask(this.#jobOf(shape), order);
      this.#expect(portion, answers).then(() => this.#handOut());
    }
  }

  /** Reads other text, and has its puzzles answered. */
  async #read(text: string, reader: PuzzleReader, source: string): Promise<void> {
    // The reader takes the text in order.
    while (this.#waiting.some(({ isUnread }) => isUnread)) await this.#writeNext();
    const reads = reader.push(text);
    const puzzles = reads.flatMap(({ puzzle }) => puzzle ?? []);
    const answers = this.#solvers.answer(puzzles, this.#question, (shape) =>
      easyLimits(shape, this.#limit),
    );
    const portion = this.#wait(text.length, false, (found: Awaited<typeof answers>) => {
      const easy: EasyAnswers = found.map((answer) => answer && puzzleAnswer(answer as AnyAnswer));
      return this.#answerer.answer(reads, source, easy);
    });
    this.#expect(portion, answers);
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
  async #expect(portion: Portion, answers: Promise<unknown>): Promise<void> {
    portion.answers = answers;
    await answers.catch(() => undefined);
    portion.isReady = true;
  }

  async #writeNext(): Promise<void> {
    const portion = this.#waiting[0];
    if (portion === undefined) return;
    while (!portion.isReady && !this.#signal.aborted && this.#held.length > 0) {
      const held = this.#held.shift() as Held;
      const stretches = this.#answerer.stretches(held.text, held.shape);
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

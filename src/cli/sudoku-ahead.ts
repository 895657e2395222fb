import type { Question } from '../ask/answers.ts';
import { Pool } from '../parallel/pool.ts';
import { PooledSolvers } from '../sudoku/pooled.ts';
import type { Read } from '../sudoku/text/decode.ts';
import {
  type Answerer,
  type AnyAnswer,
  type EasyAnswers,
  easyLimits,
  puzzleAnswer,
} from './sudoku-answer.ts';

/** Puzzles that may wait for their turn: what the threads do in a tenth of a second or so. */
const MOST_AHEAD = 1 << 13;

/** Some puzzles, and the answers of the threads for the easy ones. */
interface Helping {
  readonly reads: readonly Read[];
  readonly source: string;
  readonly easy: Promise<EasyAnswers>;
}

/**
 * Answers easy puzzles by threads, ahead of their turn; then the answerer writes the answers in the order of the puzzles,
 * and answers the hard ones itself, as it does without threads.
 */
export class Ahead {
  readonly #answerer: Answerer;
  readonly #question: Question;
  readonly #limit: number | undefined;
  readonly #pool: Pool;
  readonly #solvers: PooledSolvers;
  readonly #waiting: Helping[] = [];
  /** The number of puzzles that wait. */
  #count = 0;

  constructor(answerer: Answerer, question: Question, limit: number | undefined, workers: number) {
    this.#answerer = answerer;
    this.#question = question;
    this.#limit = limit;
    this.#pool = new Pool(workers);
    this.#solvers = new PooledSolvers(this.#pool);
  }

  /** Takes puzzles. It waits while enough of them are on their way. */
  async answer(reads: readonly Read[], source: string): Promise<void> {
    const easy = this.#answersTo(reads);
    // An error is thrown where the answers are awaited.
    easy.catch(() => undefined);
    this.#waiting.push({ reads, source, easy });
    this.#count += reads.length;
    while (this.#count > MOST_AHEAD) await this.#writeNext();
  }

  /** Writes the answers of all that was taken. */
  async finish(): Promise<void> {
    while (this.#waiting.length > 0) await this.#writeNext();
  }

  close(): void {
    this.#pool.close();
  }

  async #writeNext(): Promise<void> {
    const helping = this.#waiting.shift();
    if (helping === undefined) return;
    this.#count -= helping.reads.length;
    await this.#answerer.answer(helping.reads, helping.source, await helping.easy);
  }

  async #answersTo(reads: readonly Read[]): Promise<EasyAnswers> {
    const puzzles = reads.flatMap(({ puzzle }) => puzzle ?? []);
    const answers = await this.#solvers.answer(puzzles, this.#question, (shape) =>
      easyLimits(shape, this.#limit),
    );
    return answers.map((answer) => answer && puzzleAnswer(answer as AnyAnswer));
  }
}

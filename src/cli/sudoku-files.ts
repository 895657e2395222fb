import type { Pool } from '../parallel/pool.ts';
import { Shape } from '../sudoku/shape.ts';
import type { ReadSettings } from '../sudoku/text/decode.ts';
import { isGrid } from '../sudoku/text/reader.ts';
import type { Shell } from './command.ts';
import { type Exit, UsageError } from './exit.ts';
import { openBytes } from './input.ts';
import type { Ahead } from './sudoku-ahead.ts';
import { Answerer, type AnswerSettings } from './sudoku-answer.ts';
import type { Asked } from './sudoku-easy.ts';
import { LINE_FEED, PuzzleText } from './sudoku-text.ts';

/** A line with more bytes is read before its end comes. */
const LONG_LINE = 1 << 16;
/**
 * The bytes of plain lines after which another thread joins by itself: 12,800 puzzles of 9x9. They take 60 ms, and a thread
 * needs 40 to start.
 */
const JOIN = 1 << 20;

/** How to read and answer. */
interface FileSettings
  extends Omit<AnswerSettings, 'namesFiles'>,
    Pick<ReadSettings, 'size' | 'boxes' | 'symbols'> {
  readonly workers?: number;
}

/** Answers the puzzles of files, by these threads where there are some. */
export async function answerFiles(
  question: Asked,
  given: FileSettings,
  operands: readonly string[],
  threads: Pool | undefined,
  shell: Shell,
): Promise<Exit> {
  const { size, boxes, symbols } = given;
  // The shape itself is not needed yet, but an error in it is told before any file is read.
  if (boxes !== undefined || size !== undefined) Shape.of({ size, boxes });
  const files = operands.length === 0 ? ['-'] : operands;
  return shell.interruptible(async (signal) => {
    const settings = { ...given, namesFiles: files.length > 1 };
    const answerer = new Answerer(question, settings, signal, shell);
    const team = new Team(answerer, question, given, threads, signal);
    try {
      for (const file of files) {
        if (signal.aborted) break;
        await answerFile(file, { size, boxes, symbols }, answerer, team, signal, shell);
      }
    } finally {
      team.ahead?.close();
    }
    return answerer.end();
  });
}

/** Decides when threads join. */
class Team {
  /** What has the threads answer, once they have joined. */
  ahead: Ahead | undefined;
  readonly #answerer: Answerer;
  readonly #question: Asked;
  readonly #settings: FileSettings;
  readonly #threads: Pool | undefined;
  readonly #signal: AbortSignal;
  /** The bytes of plain lines so far. */
  #bytes = 0;

  constructor(
    answerer: Answerer,
    question: Asked,
    settings: FileSettings,
    threads: Pool | undefined,
    signal: AbortSignal,
  ) {
    this.#answerer = answerer;
    this.#question = question;
    this.#settings = settings;
    this.#threads = threads;
    this.#signal = signal;
  }

  /** Has lines answered. */
  async answerLines(lines: Uint8Array, text: PuzzleText): Promise<void> {
    const answerer = await this.#forLines(lines, text);
    await answerer.answerLines(lines, text);
  }

  async #forLines(lines: Uint8Array, text: PuzzleText): Promise<Ahead | Answerer> {
    const { workers, limit } = this.#settings;
    const threads = this.#threads;
    const question = this.#question;
    // The threads know nothing of these two.
    if (threads === undefined || question === 'all' || question === 'candidates') {
      return this.#answerer;
    }
    if (this.ahead !== undefined) return this.ahead;
    if (workers === undefined) {
      if (this.#answerer.plainShape(lines, 0, text) !== undefined) this.#bytes += lines.length;
      if (this.#bytes < JOIN) return this.#answerer;
    }
    const { Ahead } = await import('./sudoku-ahead.ts');
    this.ahead = new Ahead(this.#answerer, question, limit, threads, workers, this.#signal);
    return this.ahead;
  }
}

async function answerFile(
  file: string,
  settings: ReadSettings,
  answerer: Answerer,
  team: Team,
  signal: AbortSignal,
  shell: Shell,
): Promise<void> {
  try {
    const { source, chunks } = openBytes(file, shell, signal);
    const text = new PuzzleText(source, settings);
    /** A line that is cut. */
    let begun: Uint8Array = new Uint8Array();
    for await (const chunk of whileWriting(chunks, team)) {
      const bytes = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
      const end = bytes.lastIndexOf(LINE_FEED) + 1;
      begun = bytes.subarray(end);
      if (end > 0) await team.answerLines(bytes.subarray(0, end), text);
      if (begun.length >= LONG_LINE) {
        // JSON with a million puzzles may be one line.
        await team.answerLines(begun, text);
        begun = new Uint8Array();
      }
      if (signal.aborted) return;
    }
    await team.ahead?.finish();
    await answerer.answer([...text.read(begun), ...text.end()], source);
  } catch (error) {
    await team.ahead?.finish();
    // The other files are answered.
    if (!(error instanceof UsageError)) throw error;
    answerer.fail({ code: error.code, message: hint(error.message, file), file: error.file });
  }
}

/** The message, with a remedy where a puzzle stands in place of a file. */
function hint(message: string, file: string): string {
  if (!isGrid(file)) return message;
  return `${message} (for a puzzle in place of a file: echo ${file} | quadrille sudoku)`;
}

/** The pieces of a text. While the next one has not come, answers are written. */
async function* whileWriting(
  chunks: AsyncIterable<Uint8Array>,
  team: Team,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = iterator.next();
      await team.ahead?.writeUntil(next);
      const { done, value } = await next;
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

import type { Pool } from '../parallel/pool.ts';
import { Shape } from '../sudoku/shape.ts';
import type { ReadSettings } from '../sudoku/text/decode.ts';
import { isGrid } from '../sudoku/text/reader.ts';
import type { Shell } from './command.ts';
import { type Exit, UsageError } from './exit.ts';
import { openBytes } from './input.ts';
import type { Ahead } from './sudoku-ahead.ts';
import { Answerer, type AnswerSettings } from './sudoku-answer.ts';
import { LINE_FEED, PuzzleText } from './sudoku-text.ts';
import type { Asked } from './sudoku-words.ts';

/** A line with more bytes is read before its end comes. */
const LONG_LINE = 1 << 16;

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
    const ahead = await aheadOf(answerer, question, given, threads, signal);
    try {
      for (const file of files) {
        if (signal.aborted) break;
        await answerFile(file, { size, boxes, symbols }, answerer, ahead, signal, shell);
      }
    } finally {
      ahead?.close();
    }
    return answerer.end();
  });
}

/** What has the threads answer the easy puzzles. They know nothing of `all` and `candidates`. */
async function aheadOf(
  answerer: Answerer,
  question: Asked,
  { workers, limit }: FileSettings,
  threads: Pool | undefined,
  signal: AbortSignal,
): Promise<Ahead | undefined> {
  if (threads === undefined || question === 'all' || question === 'candidates') return undefined;
  const { Ahead } = await import('./sudoku-ahead.ts');
  return new Ahead(answerer, question, limit, threads, workers, signal);
}

async function answerFile(
  file: string,
  settings: ReadSettings,
  answerer: Answerer,
  ahead: Ahead | undefined,
  signal: AbortSignal,
  shell: Shell,
): Promise<void> {
  const taker = ahead ?? answerer;
  try {
    const { source, chunks } = openBytes(file, shell, signal);
    const text = new PuzzleText(source, settings);
    /** A line that is cut. */
    let begun: Uint8Array = new Uint8Array();
    for await (const chunk of ahead === undefined ? chunks : whileWriting(chunks, ahead)) {
      const bytes = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
      const end = bytes.lastIndexOf(LINE_FEED) + 1;
      begun = bytes.subarray(end);
      if (end > 0) await taker.answerLines(bytes.subarray(0, end), text);
      if (begun.length >= LONG_LINE) {
        // JSON with a million puzzles may be one line.
        await taker.answerLines(begun, text);
        begun = new Uint8Array();
      }
      if (signal.aborted) return;
    }
    await ahead?.finish();
    await answerer.answer([...text.read(begun), ...text.end()], source);
  } catch (error) {
    await ahead?.finish();
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
  ahead: Ahead,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = iterator.next();
      await ahead.writeUntil(next);
      const { done, value } = await next;
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

import type { Pool } from '../parallel/pool.ts';
import { Shape } from '../sudoku/shape.ts';
import type { ReadSettings } from '../sudoku/text/decode.ts';
import { isGrid, PuzzleReader } from '../sudoku/text/reader.ts';
import type { Shell } from './command.ts';
import { type Exit, UsageError } from './exit.ts';
import { open } from './input.ts';
import type { Flags } from './sudoku.ts';
import type { Ahead } from './sudoku-ahead.ts';
import { Answerer } from './sudoku-answer.ts';
import type { Asked } from './sudoku-easy.ts';

/** A line with more characters is read before its end comes. */
const LONG_LINE = 1 << 16;

/** Answers the puzzles of files, by these threads where there are some. */
export async function answerFiles(
  question: Asked,
  given: Flags,
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
  { workers, limit }: Flags,
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
    const { source, chunks } = open(file, shell, signal);
    const reader = new PuzzleReader({ ...settings, source });
    /** A line that is cut. */
    let begun = '';
    for await (const chunk of chunks) {
      const text = begun + chunk;
      const end = text.lastIndexOf('\n') + 1;
      begun = text.slice(end);
      await taker.answerText(text.slice(0, end), reader, source);
      if (begun.length >= LONG_LINE) {
        // JSON with a million puzzles may be one line.
        await taker.answerText(begun, reader, source);
        begun = '';
      }
      if (signal.aborted) return;
    }
    await ahead?.finish();
    await answerer.answer([...reader.push(begun), ...reader.end()], source);
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

import {
  coreCount,
  type NodeThreads,
  nodeThreads,
  Pool,
  type StartThread,
  startInNode,
} from '../engine/parallel/pool.ts';
import type { Puzzle } from '../puzzles/sudoku/grid.ts';
import { inOrder } from '../puzzles/sudoku/in-order.ts';
import { Shape } from '../puzzles/sudoku/shape.ts';
import { type Chunk, ChunkReader } from '../puzzles/sudoku/text/chunks.ts';
import type { Read } from '../puzzles/sudoku/text/format.ts';
import { isGrid } from '../puzzles/sudoku/text/reader.ts';
import { variantTextIn } from '../puzzles/variants/recognise.ts';
import type { Shell } from './command.ts';
import { type Exit, type Failure, UsageError } from './exit.ts';
import { openBytes } from './input.ts';
import { messageInFlags } from './mentions.ts';
import { type AnswerChunk, Answerer, type Order, serialHandler } from './sudoku-answer.ts';
import type { Job, VariantText } from './sudoku-job.ts';
import { type FileSettings, Printer } from './sudoku-printer.ts';
import { hasLines } from './sudoku-text.ts';

/** Puzzles that are answered together: two milliseconds or so of 9x9; ratings take milliseconds each. */
const TOGETHER = 400;
const RATINGS_TOGETHER = 25;
/** Puzzles that are answered before a thread joins: 60 ms of work, and a thread needs 40 to start. */
const JOIN = 12_800;
/** Variants that are answered together, and how many plain puzzles take the time of one: 20 ms or more. */
const VARIANTS_TOGETHER = 4;
const VARIANT_WEIGHT = 4_000;
/** Chunks that may wait for their turn: what two threads do in a twentieth of a second or so. */
const MOST_AHEAD = 32;
/** Orders that a thread has at once: this thread may be busy when the first one is done. */
const DEPTH = 2;

/** The flags that say how to read a text. */
const READING = { operands: '', settings: { size: 0, boxes: 0, symbols: 0 } };

/** Threads that answer, and how many puzzles of each text are answered before they join. */
interface Team {
  readonly pool: Pool;
  readonly join: number;
}

/** Answers the puzzles of files. */
export async function answerFiles(
  settings: FileSettings,
  operands: readonly string[],
  shell: Shell,
): Promise<Exit> {
  const { size, boxes } = settings;
  // The shape itself is not needed yet, but an error in it is told before any file is read.
  if (boxes !== undefined || size !== undefined) Shape.of({ size, boxes });
  const files = operands.length === 0 ? ['-'] : operands;
  return shell.interruptible(async (signal) => {
    const team = teamFor(settings, signal);
    const stop = () => team?.pool.close();
    signal.addEventListener('abort', stop, { once: true });
    const printer = new Printer(settings, files.length > 1, signal, shell);
    try {
      for (const file of files) {
        if (signal.aborted) break;
        await answerFile(file, printer, team);
      }
    } finally {
      stop();
    }
    return printer.end();
  });
}

/** The threads. They start now if they are asked for, else when there is enough for them to do. */
function teamFor({ question, workers }: FileSettings, signal: AbortSignal): Team | undefined {
  // These are answered puzzle by puzzle, as they come.
  if (hasLines(question) || question === 'distinct' || workers === 1) return undefined;
  if (workers !== undefined) {
    return { pool: poolOf(workers, signal).start(workers - 1), join: 0 };
  }
  const join = question === 'rate' ? RATINGS_TOGETHER : JOIN;
  return coreCount() > 1 ? { pool: poolOf(2, signal), join } : undefined;
}

/** A pool. This thread is one worker itself, and takes the place of threads that cannot start. */
function poolOf(workers: number, signal: AbortSignal): Pool {
  let starts = 1;
  const startInPlace: StartThread = (onReply) => ({
    post: serialHandler(onReply, signal),
    end: () => undefined,
    keepAlive: () => undefined,
  });
  const start: StartThread = (onReply, onEnd) => {
    if (starts++ >= workers) return startInPlace(onReply, onEnd);
    try {
      const url = new URL('./sudoku-worker.cjs', import.meta.url);
      return startInNode(nodeThreads() as NodeThreads, onReply, onEnd, url);
    } catch {
      return startInPlace(onReply, onEnd);
    }
  };
  return new Pool(workers, start, DEPTH);
}

/** Answers the puzzles of one file. An error in it does not keep the others from being answered. */
async function answerFile(file: string, printer: Printer, team: Team | undefined): Promise<void> {
  try {
    const { source, chunks } = openBytes(file, printer.shell, printer.signal);
    const before = printer.taken;
    await answerPieces(source, chunks, printer, team);
    if (printer.taken > before || printer.signal.aborted) return;
    const remedy = 'give one as 81 characters on a line, or see --help';
    printer.fail({ code: 'bad-text', message: `${source} has no puzzle; ${remedy}`, file: source });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const message = hint(error.message, file);
    printer.fail({ code: error.code, message, file: error.file });
  }
}

/**
 * Answers the puzzles of one text, in their order:
 *
 *     pieces --ChunkReader--> chunks --+-- here, in place --+--> printed in order
 *                                      `---- a thread ------'
 *
 * `together`: the most puzzles in a chunk.
 */
export async function answerPieces(
  source: string,
  pieces: AsyncIterable<Uint8Array>,
  printer: Printer,
  team: Team | undefined,
  together = printer.question === 'rate' ? RATINGS_TOGETHER : TOGETHER,
): Promise<void> {
  const { signal } = printer;
  const job = printer.jobFor(source);
  const answerer = new Answerer(job, signal, printer.isNew, printer.onSteps);
  let taken = 0;
  const answer = async (chunk: Chunk<VariantText>): Promise<AnyIterable<AnswerChunk>> => {
    const order = orderOf(chunk, job);
    const isJoined = team !== undefined && taken >= team.join;
    taken += 'bytes' in chunk ? chunk.count : weightOf(chunk.reads);
    if (!isJoined) return answerer.answer(order);
    // A message has all of the memory that it has a part of.
    const message = 'bytes' in order ? { ...order, bytes: new Uint8Array(order.bytes) } : order;
    try {
      return (await team.pool.ask(job, message)) as AnswerChunk[];
    } catch {
      // Threads have ended over it.
      return answerer.answer(order);
    }
  };
  const { size, boxes, symbols } = job;
  const reader = new ChunkReader({ size, boxes, symbols, source }, together, takeVariant);
  const chunks = chunksOf(pieces, reader);
  for await (const stretches of inOrder(chunks, answer, team === undefined ? 1 : MOST_AHEAD)) {
    for await (const chunk of stretches) {
      if (signal.aborted) return;
      await printer.print(chunk);
    }
  }
}

/** A chunk as an order. */
function orderOf(chunk: Chunk<VariantText>, { source }: Job): Order {
  if ('bytes' in chunk) return chunk;
  const items = chunk.reads.map((read): Puzzle | VariantText | Failure => {
    if ('variant' in read) return read;
    const { puzzle, error } = read;
    if (error === undefined) return puzzle;
    const { code, line, column } = error;
    return { code, message: messageInFlags(error, READING), file: source, line, column };
  });
  return { items };
}

type AnyIterable<T> = Iterable<T> | AsyncIterable<T>;

async function* chunksOf(
  pieces: AsyncIterable<Uint8Array>,
  reader: ChunkReader<VariantText>,
): AsyncGenerator<Chunk<VariantText>, void, undefined> {
  for await (const piece of pieces) yield* fewVariants(reader.push(piece));
  yield* fewVariants(reader.end());
}

/** The same chunks, with at most a few variants in each. */
function* fewVariants(chunks: Iterable<Chunk<VariantText>>): Generator<Chunk<VariantText>> {
  for (const chunk of chunks) {
    if ('bytes' in chunk || !chunk.reads.some((read) => 'variant' in read)) yield chunk;
    else {
      const { reads } = chunk;
      for (let from = 0; from < reads.length; from += VARIANTS_TOGETHER) {
        yield { reads: reads.slice(from, from + VARIANTS_TOGETHER) };
      }
    }
  }
}

/** How many plain puzzles take the time of these. */
function weightOf(reads: readonly (Read | VariantText)[]): number {
  const variants = reads.filter((read) => 'variant' in read).length;
  return reads.length + variants * (VARIANT_WEIGHT - 1);
}

/** Takes the text of a variant Sudoku. */
function takeVariant(found: string | object, line: number): VariantText | undefined {
  const text = variantTextIn(found);
  return text === undefined ? undefined : { variant: text, line };
}

/** The message, with a remedy where a puzzle stands in place of a file. */
function hint(message: string, file: string): string {
  if (!isGrid(file)) return message;
  return `${message} (for a puzzle in place of a file: echo ${file} | quadrille sudoku)`;
}

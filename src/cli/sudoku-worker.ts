import { parentPort } from 'node:worker_threads';
import type { Question } from '../ask/answers.ts';
import type { Message, Reply } from '../parallel/pool.ts';
import { Shape } from '../sudoku/shape.ts';
import { LineAnswerer, type Stretch } from './sudoku-lines.ts';

// What runs in the threads of `quadrille sudoku --workers`. It loads the solver, and nothing of the command line.

/** How to answer the puzzles of a text. */
export interface LinesJob {
  readonly question: Question;
  readonly limit: number | undefined;
  readonly boxes: string;
}

/** Lines to answer, each with its line feed. */
export interface LinesOrder {
  readonly lines: Uint8Array;
}

let current: { readonly answerer: LineAnswerer; readonly shape: Shape } | undefined;

function answer({ job, order }: Message): Stretch[] {
  if (job !== undefined) {
    const { question, limit, boxes } = job as LinesJob;
    current = { answerer: new LineAnswerer(question, limit), shape: Shape.of({ boxes }) };
  }
  if (current === undefined) throw new Error('A worker got an order without its job.');
  return current.answerer.stretches((order as LinesOrder).lines, current.shape);
}

parentPort?.on('message', (message: Message) => {
  let reply: Reply;
  try {
    reply = { value: answer(message) };
  } catch (error) {
    reply = { error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(reply);
});

import { parentPort } from 'node:worker_threads';
import type { Question } from '../ask/answers.ts';
import type { Message, Reply } from '../parallel/pool.ts';
import { Shape } from '../sudoku/shape.ts';
import { EasySolver, type Stretch } from './sudoku-easy.ts';

// What runs in the threads of `quadrille sudoku --workers`. It loads the solver, and nothing of the command line.

/** How to answer the puzzles of a text. */
export interface LinesJob {
  readonly question: Question;
  readonly limit: number | undefined;
  readonly boxes: string;
}

/** Lines to answer, each with its line feed. */
export interface LinesOrder {
  readonly text: string;
}

let current: { readonly solver: EasySolver; readonly shape: Shape } | undefined;

function answer({ job, order }: Message): Stretch[] {
  if (job !== undefined) {
    const { question, limit, boxes } = job as LinesJob;
    current = { solver: new EasySolver(question, limit), shape: Shape.of({ boxes }) };
  }
  if (current === undefined) throw new Error('A worker got an order without its job.');
  return current.solver.stretches((order as LinesOrder).text, current.shape);
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

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

/** The answers for all lines but those between two stretches, which are no easy puzzles. */
function answer({ job, order }: Message): Stretch[] {
  if (job !== undefined) {
    const { question, limit, boxes } = job as LinesJob;
    current = { solver: new EasySolver(question, limit), shape: Shape.of({ boxes }) };
  }
  if (current === undefined) throw new Error('A worker got an order without its job.');
  const { solver, shape } = current;
  const { text } = order as LinesOrder;
  const stretches: Stretch[] = [];
  for (let at = 0; at < text.length; ) {
    const stretch = solver.stretch(text, at, shape);
    stretches.push(stretch);
    at = stretch.isStopped ? text.indexOf('\n', stretch.end) + 1 : stretch.end;
  }
  return stretches;
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

import { parentPort } from 'node:worker_threads';
import { orderly } from './sudoku-answer.ts';

// What runs in the threads of `quadrille sudoku --workers`. It loads the solver, and nothing of the command line.

parentPort?.on(
  'message',
  orderly((reply) => parentPort?.postMessage(reply)),
);

import { parentPort } from 'node:worker_threads';
import { serialHandler } from './sudoku-answer.ts';

// The program of the threads of `quadrille sudoku --workers`. It loads the solver, and nothing of
// the command line.

parentPort?.on(
  'message',
  serialHandler((reply) => parentPort?.postMessage(reply)),
);

/**
 * Searches on many machines, as jobs of BullMQ on Redis or PostgreSQL. Only for Node. It needs `bullmq`, and `ioredis` or `pg`.
 *
 * - {@link submit} puts a question on the queue, and {@link result} waits for its answer.
 * - {@link work} makes this process a worker.
 *
 * *Experimental*: [a minor version may change it](../docs/stability.md).
 *
 * @module quadrille/queue
 */

export {
  cancel,
  type Listed,
  list,
  type Result,
  type ResultSettings,
  result,
  solutionPages,
} from './queue/client.ts';
export type { JobEngine, QueueQuestion } from './queue/protocol.ts';
export { type Connection, init } from './queue/server.ts';
export { type SubmitSettings, submit } from './queue/submit.ts';
export { type Work, type WorkSettings, work } from './queue/work.ts';

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

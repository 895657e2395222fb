export type { Count, First, Uniqueness } from './ask/answers.ts';
export type { Checkpoint } from './ask/checkpoint.ts';
export type { Limits, Progress, Status } from './ask/walk.ts';
export {
  countParallel,
  firstParallel,
  isUniqueParallel,
  type ParallelSettings,
  solutionsParallel,
} from './parallel/answers.ts';
export { Pool } from './parallel/pool.ts';
export type { ParallelSolutions } from './parallel/stream.ts';

export type { Checkpoint } from './ask/checkpoint.ts';
export type { Count, First, Uniqueness } from './core/answers.ts';
export type { Limits, Progress, Status } from './core/walk.ts';
export {
  countParallel,
  firstParallel,
  isUniqueParallel,
  type ParallelSettings,
  solutionsParallel,
} from './parallel/answers.ts';
export { Pool } from './parallel/pool.ts';
export type { ParallelSolutions } from './parallel/stream.ts';

export {
  countParallel,
  firstParallel,
  isUniqueParallel,
  type ParallelSettings,
  solutionsParallel,
} from './parallel/answers.ts';
export { Pool } from './parallel/pool.ts';
export type { ParallelSolutions } from './parallel/stream.ts';
export type { Checkpoint } from './solve/checkpoint.ts';
export type { Limits, Progress, Status } from './solve/limits.ts';
export type { Count, First, Uniqueness } from './solve/questions.ts';

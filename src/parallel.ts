export {
  countParallel,
  firstParallel,
  isUniqueParallel,
  type ParallelSettings,
  solutionsParallel,
} from './engine/parallel/answers.ts';
export { Pool } from './engine/parallel/pool.ts';
export type { ParallelSolutions } from './engine/parallel/stream.ts';
export type { Checkpoint } from './engine/solve/checkpoint.ts';
export type { Limits, Progress, Status } from './engine/solve/limits.ts';
export type { Count, First, Uniqueness } from './engine/solve/questions.ts';

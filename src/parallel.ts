/**
 * The questions of `quadrille` on several cores: worker threads in Node, web workers in a page.
 *
 * ```ts
 * import { countParallel } from 'quadrille/parallel';
 * import { pentominoes } from 'quadrille/puzzles';
 *
 * console.log((await countParallel(pentominoes('5x12'))).count); // 4040
 * ```
 *
 * *Stable*: [see what that promises](../docs/stability.md).
 *
 * @module quadrille/parallel
 */

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
export type { Limits, Progress, Status } from './engine/solve/limit-settings.ts';
export type { Count, First, Uniqueness } from './engine/solve/questions.ts';

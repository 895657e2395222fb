export { type Decisions, Prefix } from './kernels/prefix.ts';
export type { Outcome, Search } from './kernels/search.ts';
export { Compiled } from './problem/compiled.ts';
export { type ErrorCode, type Place, QuadrilleError } from './problem/error.ts';
export type { Bounds, ItemList, MultipleItem, PrimaryList, Times } from './problem/names.ts';
export {
  type ColouredItem,
  type Items,
  type ItemUse,
  Problem,
  type Solution,
} from './problem/problem.ts';
export { createSearch, type EngineName, type Settings } from './solve/basic.ts';
export type { Watch } from './solve/cooperative.ts';
export {
  type AsyncSettings,
  count,
  countAsync,
  first,
  firstAsync,
  isUnique,
  isUniqueAsync,
  solutions,
  solutionsAsync,
} from './solve/core-api.ts';
export type { Limits, Progress, Status } from './solve/limits.ts';
export type { Count, First, Uniqueness } from './solve/questions.ts';
export type { AsyncSolutions, Solutions } from './solve/streams.ts';

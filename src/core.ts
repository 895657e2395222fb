export type { Count, First, Solutions, Uniqueness } from './core/answers.ts';
export type { Watch } from './core/drivers.ts';
export { createSearch, type EngineName, type Settings } from './core/engines.ts';
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
} from './core/questions.ts';
export type { AsyncSolutions } from './core/streams.ts';
export type { Limits, Progress, Status } from './core/walk.ts';
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

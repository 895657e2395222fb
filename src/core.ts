/**
 * The core of `quadrille`: problems, two engines, and the questions {@link first}, {@link solutions}, {@link count} and {@link isUnique}. The names
 * and types are those of `quadrille`, so a program that outgrows the core changes its import.
 *
 * ```ts
 * import { first, Problem } from 'quadrille/core';
 *
 * const problem = new Problem({ primary: ['a', 'b', 'c'] });
 * for (const option of [['a', 'b'], ['b', 'c'], ['c']]) problem.addOption(option);
 *
 * console.log(first(problem).solution?.options); // [ [ 'a', 'b' ], [ 'c' ] ]
 * ```
 *
 * *Stable*: [see what that promises](../docs/stability.md).
 *
 * @module quadrille/core
 */

export { type Decisions, Prefix } from './engine/kernels/prefix.ts';
export type { Outcome, Search } from './engine/kernels/search.ts';
export { Compiled } from './engine/problem/compiled.ts';
export { type ErrorCode, type Place, QuadrilleError } from './engine/problem/error.ts';
export type { Bounds, ItemList, MultipleItem, PrimaryList, Times } from './engine/problem/names.ts';
export {
  type ColouredItem,
  type Items,
  type ItemUse,
  Problem,
  type Solution,
} from './engine/problem/problem.ts';
export { createSearch, type EngineName, type Settings } from './engine/solve/basic.ts';
export type { Watch } from './engine/solve/cooperative.ts';
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
} from './engine/solve/core-api.ts';
export type { Limits, Progress, Status } from './engine/solve/limit-settings.ts';
export type { Count, First, Uniqueness } from './engine/solve/questions.ts';
export type { AsyncSolutions, Solutions } from './engine/solve/streams.ts';

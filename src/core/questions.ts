import type { Compiled } from '../problem/compiled.ts';
import type { Problem, Solution } from '../problem/problem.ts';
import { type Count, type First, Solutions, taskOf, type Uniqueness, walkOf } from './answers.ts';
import { answer, answerAsync, type Watch } from './drivers.ts';
import { type AnyProblem, SETTINGS, type Settings, sourceOf } from './engines.ts';
import { AsyncSolutions } from './streams.ts';
import { WATCH } from './walk.ts';

export interface AsyncSettings extends Settings, Watch {}

const ASYNC_SETTINGS = [...SETTINGS, ...WATCH];

/** Looks for one solution. */
export function first<T>(problem: Problem<T>, settings?: Settings): First<Solution<T>>;
export function first(compiled: Compiled, settings?: Settings): First<number[]>;
export function first(problem: AnyProblem, settings?: Settings): First<unknown> {
  return answer(taskOf('first', sourceOf(problem, settings), settings));
}

/** Counts the solutions, and keeps none of them. */
export function count<T>(problem: Problem<T> | Compiled, settings?: Settings): Count {
  return answer(taskOf('count', sourceOf(problem, settings), settings));
}

/** Decides if there is exactly one solution. It stops at the second. */
export function isUnique<T>(problem: Problem<T> | Compiled, settings?: Settings): Uniqueness {
  return answer(taskOf('isUnique', sourceOf(problem, settings), settings));
}

/** The solutions one by one. The search for each begins when the caller asks for it. */
export function solutions<T>(problem: Problem<T>, settings?: Settings): Solutions<Solution<T>>;
export function solutions(compiled: Compiled, settings?: Settings): Solutions<number[]>;
export function solutions(problem: AnyProblem, settings?: Settings): Solutions<unknown> {
  return new Solutions(walkOf(sourceOf(problem, settings), settings));
}

/** As `first`, but lets the event loop run. */
export function firstAsync<T>(
  problem: Problem<T>,
  settings?: AsyncSettings,
): Promise<First<Solution<T>>>;
export function firstAsync(compiled: Compiled, settings?: AsyncSettings): Promise<First<number[]>>;
export async function firstAsync(
  problem: AnyProblem,
  settings: AsyncSettings = {},
): Promise<First<unknown>> {
  const source = sourceOf(problem, settings, ASYNC_SETTINGS);
  return answerAsync(taskOf('first', source, settings), settings);
}

/** As `count`, but lets the event loop run. */
export async function countAsync<T>(
  problem: Problem<T> | Compiled,
  settings: AsyncSettings = {},
): Promise<Count> {
  const source = sourceOf(problem, settings, ASYNC_SETTINGS);
  return answerAsync(taskOf('count', source, settings), settings);
}

/** As `isUnique`, but lets the event loop run. */
export async function isUniqueAsync<T>(
  problem: Problem<T> | Compiled,
  settings: AsyncSettings = {},
): Promise<Uniqueness> {
  const source = sourceOf(problem, settings, ASYNC_SETTINGS);
  return answerAsync(taskOf('isUnique', source, settings), settings);
}

/** As `solutions`, for `for await`, but lets the event loop run, however fast solutions come. */
export function solutionsAsync<T>(
  problem: Problem<T>,
  settings?: AsyncSettings,
): AsyncSolutions<Solution<T>>;
export function solutionsAsync(
  compiled: Compiled,
  settings?: AsyncSettings,
): AsyncSolutions<number[]>;
export function solutionsAsync(
  problem: AnyProblem,
  settings: AsyncSettings = {},
): AsyncSolutions<unknown> {
  const source = sourceOf(problem, settings, ASYNC_SETTINGS);
  return new AsyncSolutions(walkOf(source, settings), settings);
}

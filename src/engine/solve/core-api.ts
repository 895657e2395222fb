/** The functions of `quadrille/core` that answer a question about solutions. */
import type { Search } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import type { AnyProblem, Problem, Solution } from '../problem/problem.ts';
import { begin, checkBasicSettings, reader, type Settings } from './basic.ts';
import { cooperate, type Watch } from './cooperative.ts';
import {
  type AnswersOf,
  COUNT_QUESTION,
  type Count,
  FIRST_QUESTION,
  type First,
  type Question,
  type QuestionName,
  streamOf,
  taskOf,
  UNIQUE_QUESTION,
  type Uniqueness,
} from './questions.ts';
import { AsyncSolutions, Solutions } from './streams.ts';
import { block, type Task } from './task.ts';

export interface AsyncSettings extends Settings, Watch {}

/** Looks for one solution. */
export function first<T>(problem: Problem<T>, settings?: Settings): First<Solution<T>>;
export function first(compiled: Compiled, settings?: Settings): First<number[]>;
export function first(problem: AnyProblem, settings?: Settings): First<unknown> {
  return answer(FIRST_QUESTION, problem, settings);
}

/** Counts the solutions, and keeps none of them. */
export function count<T>(problem: Problem<T> | Compiled, settings?: Settings): Count {
  return answer(COUNT_QUESTION, problem, settings);
}

/** Decides if there is exactly one solution. It stops at the second. */
export function isUnique<T>(problem: Problem<T> | Compiled, settings?: Settings): Uniqueness {
  return answer(UNIQUE_QUESTION, problem, settings);
}

/** The solutions one by one. The search for each begins when the caller asks for it. */
export function solutions<T>(problem: Problem<T>, settings?: Settings): Solutions<Solution<T>>;
export function solutions(compiled: Compiled, settings?: Settings): Solutions<number[]>;
export function solutions(problem: AnyProblem, settings?: Settings): Solutions<unknown> {
  const task = stream(problem, checkBasicSettings(settings));
  const read = reader(problem);
  return new Solutions(task, () => read(task.work));
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
  return answerAsync(FIRST_QUESTION, problem, settings);
}

/** As `count`, but lets the event loop run. */
export async function countAsync<T>(
  problem: Problem<T> | Compiled,
  settings: AsyncSettings = {},
): Promise<Count> {
  return answerAsync(COUNT_QUESTION, problem, settings);
}

/** As `isUnique`, but lets the event loop run. */
export async function isUniqueAsync<T>(
  problem: Problem<T> | Compiled,
  settings: AsyncSettings = {},
): Promise<Uniqueness> {
  return answerAsync(UNIQUE_QUESTION, problem, settings);
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
  const task = stream(problem, checkBasicSettings(settings, true));
  const read = reader(problem);
  return new AsyncSolutions(task, () => read(task.work), settings);
}

function answer<Q extends QuestionName>(
  question: Question<Q>,
  problem: AnyProblem,
  settings?: Settings,
): AnswersOf<unknown>[Q] {
  const checked = checkBasicSettings(settings);
  return block(taskOf(question, () => begin(problem, checked), reader(problem), checked));
}

async function answerAsync<Q extends QuestionName>(
  question: Question<Q>,
  problem: AnyProblem,
  settings: AsyncSettings,
): Promise<AnswersOf<unknown>[Q]> {
  checkBasicSettings(settings, true);
  const task = taskOf(question, () => begin(problem, settings), reader(problem), settings);
  return cooperate(task, settings);
}

function stream(problem: AnyProblem, settings: Settings): Task<undefined, Search> {
  return streamOf(() => begin(problem, settings), settings);
}

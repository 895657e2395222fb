import {
  type Count,
  type First,
  Solutions,
  taskOf,
  type Uniqueness,
  walkOf,
} from '../core/answers.ts';
import { answer } from '../core/drivers.ts';
import type { AnyProblem, Settings } from '../plan/model.ts';
import type { Compiled } from '../problem/compiled.ts';
import type { Problem, Solution } from '../problem/problem.ts';
import { COUNT, FIRST, SOLUTIONS, UNIQUE } from './means.ts';
import { sourceOf } from './source.ts';

/** Looks for one solution. */
export function first<T>(problem: Problem<T>, settings?: Settings): First<Solution<T>>;
export function first(compiled: Compiled, settings?: Settings): First<number[]>;
export function first(problem: AnyProblem, settings?: Settings): First<unknown> {
  return answer(taskOf('first', sourceOf(problem, FIRST, settings), settings));
}

/** Counts the solutions, and keeps none of them. */
export function count<T>(problem: Problem<T> | Compiled, settings?: Settings): Count {
  return answer(taskOf('count', sourceOf(problem, COUNT, settings), settings));
}

/** Decides if there is exactly one solution. It stops at the second. */
export function isUnique<T>(problem: Problem<T> | Compiled, settings?: Settings): Uniqueness {
  return answer(taskOf('isUnique', sourceOf(problem, UNIQUE, settings), settings));
}

/** The solutions one by one. The search for each begins when the caller asks for it. */
export function solutions<T>(problem: Problem<T>, settings?: Settings): Solutions<Solution<T>>;
export function solutions(compiled: Compiled, settings?: Settings): Solutions<number[]>;
export function solutions(problem: AnyProblem, settings?: Settings): Solutions<unknown> {
  return new Solutions(walkOf(sourceOf(problem, SOLUTIONS, settings), settings));
}

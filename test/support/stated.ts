import type { Problem } from '../../src/problem/problem.ts';
import { problemOf } from '../cases/problem.ts';
import { type MultipleMatrix, UNLIMITED } from './multiples.ts';

/** A matrix with bounds, stated as a problem. */
export function multipleProblemOf(matrix: MultipleMatrix): Problem {
  const problem = problemOf(matrix);
  for (const [item, [least, most]] of matrix.times.entries()) {
    problem.setTimes(item, [least, most === UNLIMITED ? Number.POSITIVE_INFINITY : most]);
  }
  return problem;
}

/** All that a problem states, but payloads. */
export function stated(problem: Problem<unknown>) {
  const { primaryCount, secondaryCount, optionCount } = problem;
  return {
    primaryCount,
    items: Array.from({ length: primaryCount + secondaryCount }, (_, k) => problem.itemName(k)),
    times: Array.from({ length: primaryCount }, (_, k) => problem.times(k)),
    options: Array.from({ length: optionCount }, (_, k) => problem.option(k)),
    costs: Array.from({ length: optionCount }, (_, k) => problem.cost(k)),
  };
}

import type { Problem } from '../../src/engine/problem/problem.ts';

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

import type { Problem } from '../../src/problem/problem.ts';

/** All that a problem states, but payloads. */
export function stated(problem: Problem<unknown>) {
  const { primaryCount, secondaryCount, optionCount } = problem;
  return {
    primaryCount,
    items: Array.from({ length: primaryCount + secondaryCount }, (_, k) => problem.itemName(k)),
    options: Array.from({ length: optionCount }, (_, k) => problem.option(k)),
  };
}

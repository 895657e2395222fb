import { type Compiled, itemsOf, timesOf } from '../engine/problem/compiled.ts';
import type { Problem } from '../engine/problem/problem.ts';
import { ascending } from '../engine/problem/problem.ts';
import { solutionsAsync } from '../engine/solve/api.ts';
import type { Limits, Status } from '../engine/solve/limit-settings.ts';

/**
 * Counts the orbits of solutions under a group, given as maps of options. An image counts only if it
 * is a solution again: a reflection may have no image of an option, or use up a piece.
 */
export async function countOrbits(
  problem: Problem<unknown>,
  group: readonly Int32Array[],
  limits: Limits,
): Promise<{ readonly exact: bigint; readonly status: Status }> {
  const orbits = new Orbits(problem.compile(), group);
  const stream = solutionsAsync(problem, { ...limits, reduce: true });
  let exact = 0n;
  for await (const { numbers } of stream) if (orbits.isFirst(numbers)) exact++;
  return { exact, status: stream.status as Status };
}

/** Tells one solution of each orbit: that with the least numbers. */
class Orbits {
  readonly #compiled: Compiled;
  readonly #group: readonly Int32Array[];
  /** Item -> how often the options of an image cover it. */
  readonly #covered: Int32Array;

  constructor(compiled: Compiled, group: readonly Int32Array[]) {
    this.#compiled = compiled;
    this.#group = group;
    this.#covered = new Int32Array(compiled.primary + compiled.secondary);
  }

  isFirst(numbers: readonly number[]): boolean {
    return !this.#group.some((map) => {
      const image = numbers.map((option) => map[option]);
      const least = Math.min(...image);
      if (least < 0 || least > numbers[0]) return false;
      ascending(image);
      const k = image.findIndex((option, at) => option !== numbers[at]);
      return k >= 0 && image[k] < numbers[k] && this.#isSolution(image);
    });
  }

  #isSolution(numbers: readonly number[]): boolean {
    const compiled = this.#compiled;
    const covered = this.#covered.fill(0);
    for (const option of numbers) for (const item of itemsOf(compiled, option)) covered[item]++;
    return covered.every((times, item) => {
      const [least, most] = item < compiled.primary ? timesOf(compiled, item) : [0, 1];
      return times >= least && times <= most;
    });
  }
}

/** Solutions with little code to load. */

import type { Uniqueness } from '../core/answers.ts';
import { NODES_ALONE, type Progress, type Status, Walk, type Walkable } from '../core/walk.ts';
import { Lists } from '../kernels/lists.ts';
import { type Problem, Solution } from '../problem/problem.ts';

/** Milliseconds between two looks at the progress. */
const TURN = 10;

/**
 * The solutions by the search of the core, with which the library begins, too. That is a tenth of
 * the code to load, and enough for most puzzles.
 */
export function quickWalk<T>(problem: Problem<T>, seed?: number): Walk<Solution<T>> {
  return new Walk(
    (): Walkable => new Lists(problem.compile(), { seed }),
    (search) => new Solution(problem, search.solution()),
    {},
  );
}

/** True while a walk is within the nodes that a search has to itself. */
export function isAlone(walk: Walk<unknown>): boolean {
  return walk.progress().nodes < NODES_ALONE;
}

/** The next solution, or the end, or a pause after some milliseconds. */
export function step(
  walk: Walk<unknown>,
  onProgress: (progress: Progress) => void,
): 'solution' | 'paused' | Status {
  const outcome = walk.next(performance.now() + TURN);
  onProgress(walk.progress());
  return outcome;
}

/** The answer of `isUnique`, with a solution where there is one. */
interface Decision<S> extends Pick<Uniqueness, 'answer'> {
  readonly solution?: S | undefined;
}

/**
 * Decides if a problem has one solution, none or several. The library takes over where this takes
 * too long.
 */
export async function decide<T>(
  problem: Problem<T>,
  onProgress: (progress: Progress) => void,
): Promise<Decision<Solution<T>>> {
  const decision = decideBy(quickWalk(problem), isAlone, onProgress);
  if (decision.answer !== 'unknown') return decision;
  const { sourceOf } = await import('../ask/answers.ts');
  const source = sourceOf(problem, {});
  const start = () => source.search(true);
  const walk = new Walk(start, (search) => source.read(search), {}) as Walk<Solution<T>>;
  return decideBy(walk, () => true, onProgress);
}

function decideBy<S>(
  walk: Walk<S>,
  goesOn: (walk: Walk<S>) => boolean,
  onProgress: (progress: Progress) => void,
): Decision<S> {
  let solution: S | undefined;
  while (goesOn(walk)) {
    const outcome = step(walk, onProgress);
    if (outcome === 'complete') return { answer: solution ? 'unique' : 'none', solution };
    if (outcome === 'solution') {
      if (solution !== undefined) return { answer: 'several', solution };
      solution = walk.solution();
    } else if (outcome !== 'paused') break;
  }
  return { answer: 'unknown', solution };
}

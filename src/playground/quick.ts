/** Solutions with little code to load. */
import type { Uniqueness } from '../ask/answers.ts';
import { startCells } from '../ask/costs.ts';
import { Enumeration } from '../ask/enumeration.ts';
import { NODES_ALONE, type Progress, type Status, Walk, type Walkable } from '../ask/walk.ts';
import { type Problem, Solution } from '../problem/problem.ts';

/** Milliseconds between two looks at the progress. */
const TURN = 10;

/**
 * The solutions that the library gives without weights and `learn`, in its order. That is a third of the code to load, and
 * enough for most puzzles.
 */
export function quickWalk<T>(problem: Problem<T>, seed?: number): Walk<Solution<T>> {
  const compiled = problem.compile();
  const start = () => startCells(compiled, { seed });
  return new Walk(
    (): Walkable => new Enumeration(compiled, { seed }, start),
    (search) => new Solution(problem, search.solution()),
    {},
  );
}

/** Whether a walk is within the nodes that a search has to itself. */
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

/** A solution, and whether it is the only one. */
interface Decision<S> extends Pick<Uniqueness, 'answer'> {
  readonly solution?: S | undefined;
}

/** Decides whether a problem has one solution, none or several. What is not decided soon is given to the library. */
export async function decide<T>(
  problem: Problem<T>,
  onProgress: (progress: Progress) => void,
): Promise<Decision<Solution<T>>> {
  const decision = decideBy(quickWalk(problem), isAlone, onProgress);
  if (decision.answer !== 'unknown') return decision;
  const { sourceOf } = await import('../ask/answers.ts');
  const { search, read } = sourceOf(problem, {});
  const walk = new Walk(() => search(true), read, {}) as Walk<Solution<T>>;
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

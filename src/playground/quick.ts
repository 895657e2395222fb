/** Solutions with little code to load. */
import type { Uniqueness } from '../ask/answers.ts';
import { startCells } from '../ask/costs.ts';
import { Enumeration } from '../ask/enumeration.ts';
import { type Progress, type Status, Walk } from '../ask/walk.ts';
import { type Problem, Solution } from '../problem/problem.ts';

/**
 * The nodes within which `cells` and `sweep` are alone, as in the library. Beyond, weights may prove that there is no
 * solution, and `learn` may be faster.
 */
export const NODES_ALONE = 1 << 16;
/** Milliseconds between two looks at the progress. */
const TURN = 10;

/**
 * The solutions that the library gives without weights and `learn`, in its order. That is a third of the code to load, and
 * enough for most puzzles.
 */
export class QuickWalk<T> extends Walk<Solution<T>> {
  constructor(problem: Problem<T>, seed?: number) {
    const compiled = problem.compile();
    const start = () => startCells(compiled, { seed });
    super(
      () => new Enumeration(compiled, { seed }, start),
      (search) => new Solution(problem, search.solution()),
      {},
    );
  }

  /** The next solution, or the end, or a pause after some milliseconds. */
  step(onProgress: (progress: Progress) => void): 'solution' | 'paused' | Status {
    const outcome = this.next(performance.now() + TURN);
    onProgress(this.progress());
    return outcome;
  }
}

/** A solution, and whether it is the only one. */
export async function decide<T>(
  problem: Problem<T>,
  onProgress: (progress: Progress) => void,
): Promise<Pick<Uniqueness, 'answer'> & { readonly solution?: Solution<T> | undefined }> {
  const walk = new QuickWalk(problem);
  let solution: Solution<T> | undefined;
  while (walk.progress().nodes < NODES_ALONE) {
    const outcome = walk.step(onProgress);
    if (outcome === 'complete') return { answer: solution ? 'unique' : 'none', solution };
    if (outcome === 'solution') {
      if (solution !== undefined) return { answer: 'several', solution };
      solution = walk.solution();
    } else if (outcome !== 'paused') break;
  }
  const { firstAsync, isUniqueAsync } = await import('../ask/async.ts');
  return {
    ...(await firstAsync(problem, { onProgress })),
    ...(await isUniqueAsync(problem, { onProgress })),
  };
}

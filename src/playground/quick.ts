/**
 * Decides if a problem has one solution, none or several. The search of the core, with which the
 * library begins, too, is a tenth of the code to load, and enough for most puzzles.
 */
import { solutionsAsync } from '../core/questions.ts';
import { AsyncSolutions } from '../core/streams.ts';
import { NODES_ALONE, type Progress, Walk } from '../core/walk.ts';
import type { Problem, Solution } from '../problem/problem.ts';

/** The answer, with a solution where there is one. */
interface Decision<S> {
  readonly answer: 'none' | 'unique' | 'several' | 'unknown';
  readonly solution: S | undefined;
}

export async function decide<T>(
  problem: Problem<T>,
  onProgress: (progress: Progress) => void,
): Promise<Decision<Solution<T>>> {
  const decision = await look(problem, onProgress);
  if (decision.answer !== 'unknown') return decision;
  const [{ sourceOf }, { startDeciding }, { uniquePlan }] = await Promise.all([
    import('../ask/source.ts'),
    import('../plan/engines.ts'),
    import('../plan/team.ts'),
  ]);
  const source = sourceOf(problem, {
    question: 'first',
    start: startDeciding,
    planning: uniquePlan,
  });
  const walk = new Walk(
    () => source.search(true),
    (search) => source.read(search),
    { limit: 2 },
  ) as Walk<Solution<T>>;
  return decisionBy(new AsyncSolutions(walk, { onProgress }));
}

/** Decides the same within a fixed number of nodes, where these are enough. */
export function look<T>(
  problem: Problem<T>,
  onProgress?: (progress: Progress) => void,
): Promise<Decision<Solution<T>>> {
  return decisionBy(solutionsAsync(problem, { limit: 2, maxNodes: NODES_ALONE, onProgress }));
}

async function decisionBy<S>(stream: AsyncSolutions<S>): Promise<Decision<S>> {
  const found: S[] = [];
  for await (const solution of stream) found.push(solution);
  const [solution] = found;
  if (found.length > 1) return { answer: 'several', solution };
  if (stream.status !== 'complete') return { answer: 'unknown', solution };
  return { answer: found.length === 1 ? 'unique' : 'none', solution };
}

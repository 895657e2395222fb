/**
 * Decides if a problem has one solution, none or several. The search of the core, with which the
 * library begins, too, is a tenth of the code to load, and enough for most puzzles without rules.
 */

import { type Problem, type Solution, solutionOf } from '../engine/problem/problem.ts';
import { solutionsAsync } from '../engine/solve/core-api.ts';
import type { Progress } from '../engine/solve/limit-settings.ts';
import { streamOf } from '../engine/solve/questions.ts';
import { AsyncSolutions } from '../engine/solve/streams.ts';
import { QUICK_NODES } from './news.ts';

/** The answer, with a solution where there is one. */
interface Decision<S> {
  readonly answer: 'none' | 'unique' | 'several' | 'unknown';
  readonly solution: S | undefined;
}

export async function decide<T>(
  problem: Problem<T>,
  onProgress: (progress: Progress) => void,
): Promise<Decision<Solution<T>>> {
  if (problem.ruling === undefined) {
    const decision = await look(problem, onProgress);
    if (decision.answer !== 'unknown') return decision;
  }
  const { uniquePortfolio } = await import('../engine/solve/portfolios.ts');
  const compiled = problem.compile();
  const task = streamOf(() => uniquePortfolio(compiled, {}), { limit: 2 });
  const read = () => solutionOf(problem, task.work.solution()) as Solution<T>;
  return decisionBy(new AsyncSolutions(task, read, { onProgress }));
}

/** Decides the same within a fixed number of nodes, where these are enough. */
export function look<T>(
  problem: Problem<T>,
  onProgress?: (progress: Progress) => void,
): Promise<Decision<Solution<T>>> {
  return decisionBy(solutionsAsync(problem, { limit: 2, maxNodes: QUICK_NODES, onProgress }));
}

async function decisionBy<S>(stream: AsyncSolutions<S>): Promise<Decision<S>> {
  const found: S[] = [];
  for await (const solution of stream) found.push(solution);
  const [solution] = found;
  if (found.length > 1) return { answer: 'several', solution };
  if (stream.status !== 'complete') return { answer: 'unknown', solution };
  return { answer: found.length === 1 ? 'unique' : 'none', solution };
}

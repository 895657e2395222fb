/** The tasks about a text: its solutions one by one, their number, the cheapest one. */
import { isUniqueAsync } from '../../ask/async.ts';
import type { Status } from '../../core/walk.ts';
import { readDlx } from '../../problem/dlx/reader.ts';
import type { Problem } from '../../problem/problem.ts';
import { Browsing, type Tell, telling } from '../news.ts';

/** A solution by the numbers of its options, or why there is none. */
export type SolutionReply =
  | { readonly numbers: readonly number[]; readonly cost?: number }
  | { readonly end: Status; readonly solutions: number };

/** The last text, with its stream of solutions. */
interface OpenText {
  readonly text: string;
  readonly problem: Problem;
  browsing: Browsing<undefined> | undefined;
}

let kept: OpenText | undefined;

function keep(text: string): OpenText {
  if (kept?.text === text) return kept;
  kept = { text, problem: readDlx(text), browsing: undefined };
  return kept;
}

/** The solution at a place, from 0. */
export async function textSolution(
  { text, at }: { readonly text: string; readonly at: number },
  tell: Tell,
): Promise<SolutionReply> {
  const now = keep(text);
  now.browsing ??= new Browsing(now.problem);
  const found = await now.browsing.at(at, tell);
  return found === undefined ? now.browsing.end : { numbers: found.numbers };
}

/** The number of solutions, by all cores. */
export async function textCount(
  { text }: { readonly text: string },
  tell: Tell,
): Promise<{ exact: string; status: Status }> {
  const { countParallel } = await import('../../parallel/answers.ts');
  const { exact, status } = await countParallel(keep(text).problem, { onProgress: telling(tell) });
  return { exact: String(exact), status };
}

/** Decides if there is exactly one solution. */
export async function textUnique(
  { text }: { readonly text: string },
  tell: Tell,
): Promise<{ answer: string; status: Status }> {
  return isUniqueAsync(keep(text).problem, { onProgress: telling(tell) });
}

/** The cheapest solution. */
export async function textBest(
  { text }: { readonly text: string },
  tell: Tell,
): Promise<SolutionReply> {
  const { bestAsync } = await import('../../ask/best.ts');
  const { solutions, status } = await bestAsync(keep(text).problem, { onProgress: telling(tell) });
  const [best] = solutions;
  if (best === undefined) return { end: status, solutions: 0 };
  return { numbers: best.solution.numbers, cost: best.cost };
}

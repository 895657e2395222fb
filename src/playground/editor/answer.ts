/** The tasks about a text: its solutions one by one, their number, the cheapest one. */
import { isUniqueAsync, solutionsAsync } from '../../ask/async.ts';
import type { Progress, Status } from '../../ask/walk.ts';
import { readDlx } from '../../problem/dlx/reader.ts';
import type { Problem, Solution } from '../../problem/problem.ts';
import type { Running } from '../solving.ts';

/** A solution by the numbers of its options, or why there is none. */
export type Found =
  | { readonly numbers: readonly number[]; readonly cost?: number }
  | { readonly end: Status; readonly solutions: number };

type Tell = (news: Running) => void;

/** Milliseconds between two pieces of news. */
const PAUSE = 100;

/** The last text, with its stream of solutions. */
interface Kept {
  readonly text: string;
  readonly problem: Problem;
  stream: AsyncIterableIterator<Solution<undefined>, Status | undefined> | undefined;
  readonly found: (readonly number[])[];
  end: Status | undefined;
}

let kept: Kept | undefined;
/** What is told of the stream's progress. */
let tellNow: Tell = () => undefined;

function keep(text: string): Kept {
  if (kept?.text === text) return kept;
  kept = { text, problem: readDlx(text), stream: undefined, found: [], end: undefined };
  return kept;
}

/** The solution at a place, from 0. */
export async function textSolution(
  { text, at }: { readonly text: string; readonly at: number },
  tell: Tell,
): Promise<Found> {
  const now = keep(text);
  tellNow = tell;
  now.stream ??= solutionsAsync(now.problem, { onProgress: sparing((news) => tellNow(news)) });
  while (now.found.length <= at && now.end === undefined) {
    const { done, value } = await now.stream.next();
    if (done) now.end = value ?? 'aborted';
    else now.found.push(value.numbers);
  }
  const numbers = now.found[at];
  if (numbers !== undefined) return { numbers };
  return { end: now.end as Status, solutions: now.found.length };
}

/** The number of solutions, by all cores. */
export async function textCount(
  { text }: { readonly text: string },
  tell: Tell,
): Promise<{ exact: string; status: Status }> {
  const { countParallel } = await import('../../parallel/answers.ts');
  const { exact, status } = await countParallel(keep(text).problem, { onProgress: sparing(tell) });
  return { exact: String(exact), status };
}

/** Whether there is exactly one solution. */
export async function textUnique(
  { text }: { readonly text: string },
  tell: Tell,
): Promise<{ answer: string; status: Status }> {
  return isUniqueAsync(keep(text).problem, { onProgress: sparing(tell) });
}

/** The cheapest solution. */
export async function textBest({ text }: { readonly text: string }, tell: Tell): Promise<Found> {
  const { bestAsync } = await import('../../ask/best.ts');
  const { solutions, status } = await bestAsync(keep(text).problem, { onProgress: sparing(tell) });
  const [best] = solutions;
  if (best === undefined) return { end: status, solutions: 0 };
  return { numbers: best.solution.numbers, cost: best.cost };
}

/** Tells of progress, but not more often than a reader can follow. */
function sparing(tell: Tell): (progress: Progress) => void {
  let before = performance.now();
  return ({ solutions, nodes, rate, share }) => {
    const now = performance.now();
    if (now - before < PAUSE) return;
    before = now;
    tell({ solutions, nodes, rate, share });
  };
}

/** The common parts of tasks: news at a pace that a reader can follow, and solutions one by one. */

import type { Problem, Solution } from '../engine/problem/problem.ts';
import type { AsyncSettings } from '../engine/solve/api.ts';
import type { Progress, Status } from '../engine/solve/limit-settings.ts';

/** The nodes that the search of the core has to itself, before the page loads the other solvers. */
export const QUICK_NODES = 1 << 16;

/** How far a task has come. */
export type Running = Pick<Progress, 'solutions' | 'nodes' | 'rate' | 'share' | 'left'>;
export type OnNews = (news: Running) => void;

/** Milliseconds between two pieces of news. */
const STATUS_NEWS_MS = 100;

/** A function that is true at most once in this many milliseconds. */
export function sparing(milliseconds: number): () => boolean {
  let before = performance.now();
  return () => {
    const now = performance.now();
    if (now - before < milliseconds) return false;
    before = now;
    return true;
  };
}

/** A listener to progress that passes it on, but not too often. */
export function newsListener(onNews: OnNews): (progress: Progress) => void {
  const isTime = sparing(STATUS_NEWS_MS);
  return ({ solutions, nodes, rate, share, left }) => {
    if (isTime()) onNews({ solutions, nodes, rate, share, ...(left !== undefined && { left }) });
  };
}

/** The solutions asked for, and their order. */
type Order = Pick<AsyncSettings, 'seed' | 'upToSymmetry'>;

/**
 * The solutions that `solutionsAsync` gives, in its order. The core's, which is a tenth of the code
 * to load, finds the same where it comes to the first one soon.
 */
async function* solutionsOf<T>(
  problem: Problem<T>,
  onProgress: (progress: Progress) => void,
  { seed, upToSymmetry }: Order,
): AsyncGenerator<Solution<T>, Status | undefined, undefined> {
  const settings = { seed, onProgress };
  const core = await import('../engine/solve/core-api.ts');
  const isSmall =
    !upToSymmetry &&
    problem.forbids === undefined &&
    !problem.compile().multiple &&
    (await core.firstAsync(problem, { ...settings, maxNodes: QUICK_NODES })).status !== 'nodes';
  const stream = isSmall
    ? core.solutionsAsync(problem, settings)
    : (await import('../engine/solve/api.ts')).solutionsAsync(problem, {
        ...settings,
        upToSymmetry,
      });
  for await (const solution of stream) yield solution;
  return stream.status;
}

/**
 * The solutions of a problem, or one of each class, kept as they come, so that one may go back and
 * forth among them.
 */
export class Browsing<T> {
  readonly #stream: AsyncIterator<Solution<T>, Status | undefined>;
  readonly #found: Solution<T>[] = [];
  #end: Status | undefined;
  /** The listener of the progress. */
  #onNews: OnNews = () => undefined;

  constructor(problem: Problem<T>, order: Order = {}) {
    const onProgress = newsListener((news) => this.#onNews(news));
    this.#stream = solutionsOf(problem, onProgress, order);
  }

  /** The solution at a place, from 0, if there is one; otherwise `end` says why not. */
  async at(place: number, onNews: OnNews): Promise<Solution<T> | undefined> {
    this.#onNews = onNews;
    while (this.#found.length <= place && this.#end === undefined) {
      const { done, value } = await this.#stream.next();
      if (done) this.#end = value ?? 'aborted';
      else this.#found.push(value);
    }
    return this.#found[place];
  }

  /** Why the stream has ended, and after how many solutions. */
  get end(): { readonly end: Status; readonly solutions: number } {
    return { end: this.#end as Status, solutions: this.#found.length };
  }
}

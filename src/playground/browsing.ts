/** Solutions one by one, forward and back. */
import { Enumeration } from '../ask/enumeration.ts';
import { type Progress, type Status, Walk } from '../ask/walk.ts';
import { Cells } from '../kernels/cells/cells.ts';
import { Masks } from '../kernels/masks.ts';
import { type Problem, Solution } from '../problem/problem.ts';
import { type Tell, telling } from './news.ts';

/** What `solutionsAsync` does before it looks for weights. */
const NODES_ALONE = 1 << 16;
/** Milliseconds between two looks at the progress. */
const TURN = 10;

/**
 * The solutions that `solutionsAsync` gives, in its order, with less code to load: a third of it finds the solutions of
 * most puzzles. The rest loads where a problem has multiplicities, and where weights may prove that there is no solution.
 */
async function* solutionsOf<T>(
  problem: Problem<T>,
  seed: number | undefined,
  onProgress: (progress: Progress) => void,
): AsyncGenerator<Solution<T>, Status | undefined, undefined> {
  const compiled = problem.compile();
  if (!compiled.multiple) {
    const settings = { seed };
    const start = () =>
      Masks.suits(compiled) ? new Masks(compiled, settings) : new Cells(compiled, settings);
    const walk = new Walk(
      () => new Enumeration(compiled, settings, start),
      (search) => new Solution(problem, search.solution()),
      {},
    );
    while (walk.solutions > 0 || walk.progress().nodes < NODES_ALONE) {
      const outcome = walk.next(performance.now() + TURN);
      onProgress(walk.progress());
      if (outcome === 'solution') yield walk.solution();
      else if (outcome !== 'paused') return outcome;
    }
  }
  const { solutionsAsync } = await import('../ask/async.ts');
  const rest = solutionsAsync(problem, { seed, onProgress });
  for await (const solution of rest) yield solution;
  return rest.status;
}

/** The solutions of a problem, kept as they come, so that one may go back and forth among them. */
export class Browsing<T> {
  readonly #stream: AsyncIterator<Solution<T>, Status | undefined>;
  readonly #found: Solution<T>[] = [];
  #end: Status | undefined;
  /** What is told of the progress now. */
  #tell: Tell = () => undefined;

  constructor(problem: Problem<T>, seed?: number) {
    this.#stream = solutionsOf(
      problem,
      seed,
      telling((news) => this.#tell(news)),
    );
  }

  /** The solution at a place, from 0, if there is one; otherwise `end` says why not. */
  async at(place: number, tell: Tell): Promise<Solution<T> | undefined> {
    this.#tell = tell;
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

import { type Count, countOf, type First, type Uniqueness } from '../ask/answers.ts';
import { type AsyncSettings, countAsync, watchOf } from '../ask/async.ts';
import { PoliteDriver } from '../ask/drivers.ts';
import { Keeper } from '../ask/keeper.ts';
import { type AnyProblem, SETTINGS } from '../ask/model.ts';
import { CHECKPOINTS, checkNames, type Status, WATCH } from '../ask/walk.ts';
import type { Search } from '../kernels/search.ts';
import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import type { Problem, Solution } from '../problem/problem.ts';
import { Books, stateOf } from './books.ts';
import { decide } from './decision.ts';
import { Division } from './division.ts';
import { Pilot } from './pilot.ts';
import { Lease, Pool } from './pool.ts';
import { ParallelSolutions } from './stream.ts';

/** How to search with several workers. */
export interface ParallelSettings extends Omit<AsyncSettings, 'proof'> {
  /** How many. Default: one for each core. With 1 the calling thread answers alone. */
  readonly workers?: number | undefined;
  /** Workers that are there already, in place of new ones. The caller closes the pool. */
  readonly pool?: Pool | undefined;
}

const KNOWN = [...SETTINGS, ...WATCH, ...CHECKPOINTS, 'workers', 'pool'];

/** If the workers have not ended after so many milliseconds, the end was not near after all. */
const LATER = 500;

/**
 * Counts the solutions with several workers. The calling thread begins, and answers small problems alone. Then the
 * workers enumerate, while the calling thread finds out whether another way to count promises to be faster. A way that
 * remembers states goes on alone, since it cannot be divided.
 */
export async function countParallel<T>(
  problem: Problem<T> | Compiled,
  settings: ParallelSettings = {},
): Promise<Count> {
  const [watch, lease] = checked(settings);
  if (lease.size === 1) return countAsync(problem, watch);
  const { limit = Number.POSITIVE_INFINITY } = watch;
  const keeper = Keeper.of('count', problem, watch);
  const pilot = new Pilot(problem, watch, limit === Number.POSITIVE_INFINITY, keeper);
  const { walk } = pilot;
  const driver = new PoliteDriver(walk, watchOf(watch, keeper));
  let pool: Pool | undefined;
  try {
    // A number of nodes holds for all that is done, so then nothing is done on trial.
    for (let tries = watch.maxNodes === undefined; ; tries = false) {
      const toDivide = () =>
        tries && !pilot.isChoosing(lease.size) ? pilot.leading : pilot.divisible;
      const status = await driver.run((until) => {
        const outcome = walk.finish(until);
        if (outcome !== 'paused' || !pilot.wantsWorkers) return outcome;
        pool ??= lease.open().start(lease.size - 1);
        return toDivide() === undefined ? outcome : 'divide';
      });
      const search = toDivide();
      if (status !== 'divide' || pool === undefined || search === undefined) {
        await keeper?.tell();
        return countOf(pilot.exact, status as Status);
      }
      const answer = await countDivided(pilot, search, pool, watch, keeper);
      if (answer !== undefined) return answer;
    }
  } finally {
    pilot.end();
    lease.close(pool);
  }
}

/** Divides a count; no answer if another way to count, or another engine, has turned out to be faster meanwhile. */
async function countDivided(
  pilot: Pilot,
  search: Search,
  pool: Pool,
  watch: AsyncSettings,
  keeper: Keeper | undefined,
): Promise<Count | undefined> {
  const { walk } = pilot;
  const { job, prefixes, solutions } = pilot.remains(search, pool.size);
  const books = new Books(pool.size, prefixes, solutions);
  const before = { ...walk.progress(), began: walk.began };
  const state = () => stateOf(books, job.engine);
  const { signal, onProgress } = watchOf(watch, keeper, state);
  /** While it is on trial, it reports nothing: what has come of it may not count. */
  let isTrial = pilot.isContested;
  const division = new Division(pool, job, books, before, {
    ...watch,
    signal,
    onProgress: onProgress && ((progress) => (isTrial ? undefined : onProgress(progress))),
  });
  // On trial, the calling thread has work of its own.
  const isSoon = isTrial && pilot.isSoon(pool.size);
  let end: Status | undefined;
  const ended = division.run(isTrial && !isSoon);
  // An error ends the trial too. It is thrown where the end is awaited.
  ended.then(
    (status) => {
      end = status;
    },
    () => {
      end = 'aborted';
    },
  );
  try {
    if (!isTrial) pilot.end();
    if (isSoon) await within(LATER, ended);
    if (isTrial) {
      division.relieve();
      const driver = new PoliteDriver(walk, { signal });
      const outcome = await driver.run((until) => end ?? pilot.contest(until));
      if (outcome === 'exhausted') {
        division.drop();
        await onProgress?.(walk.progress());
        return countOf(pilot.exact, 'complete');
      }
      if (outcome === 'settled' && !pilot.keeps(job)) {
        division.drop();
        return undefined;
      }
      isTrial = false;
      pilot.end();
      if (end !== undefined) await onProgress?.(division.progress);
      else if (outcome === 'aborted') division.stop(outcome);
      else if (!isSoon) division.help();
    }
    const status = await ended;
    return countOf(BigInt(division.solutions), status);
  } catch (error) {
    division.stop('aborted');
    throw error;
  } finally {
    await keeper?.tell(state());
  }
}

/** Waits for a promise, but no longer than so many milliseconds. */
async function within(time: number, promise: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await Promise.race([
      promise,
      new Promise((resolve) => {
        timer = setTimeout(resolve, time);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Looks for one solution with several workers. The calling thread searches as `firstAsync` does; if it is not soon at
 * the end, the others join, each with a seed of its own. The first answer wins.
 */
export function firstParallel<T>(
  problem: Problem<T>,
  settings?: ParallelSettings,
): Promise<First<Solution<T>>>;
export function firstParallel(
  compiled: Compiled,
  settings?: ParallelSettings,
): Promise<First<number[]>>;
export async function firstParallel(
  problem: AnyProblem,
  settings: ParallelSettings = {},
): Promise<First<unknown>> {
  const [watch, lease] = checked(settings);
  return decide('first', problem, watch, lease);
}

/** Whether there is exactly one solution, with several workers, as in `firstParallel`. */
export async function isUniqueParallel<T>(
  problem: Problem<T> | Compiled,
  settings: ParallelSettings = {},
): Promise<Uniqueness> {
  const [watch, lease] = checked(settings);
  return decide('isUnique', problem, watch, lease);
}

/**
 * The solutions, for `for await`, in no particular order, by several workers. They search ahead of the caller by
 * some thousand solutions.
 */
export function solutionsParallel<T>(
  problem: Problem<T>,
  settings?: ParallelSettings,
): ParallelSolutions<Solution<T>>;
export function solutionsParallel(
  compiled: Compiled,
  settings?: ParallelSettings,
): ParallelSolutions<number[]>;
export function solutionsParallel(
  problem: AnyProblem,
  settings: ParallelSettings = {},
): ParallelSolutions<unknown> {
  const [watch, lease] = checked(settings);
  return new ParallelSolutions(problem, watch, lease);
}

/** The settings without those of workers, and these. */
function checked(settings: ParallelSettings): [AsyncSettings, Lease] {
  checkNames(settings, KNOWN);
  const { workers, pool, ...watch } = settings;
  if (pool !== undefined && !(pool instanceof Pool)) {
    throw new QuadrilleError('bad-setting', `pool is ${shown(pool)}; give a Pool.`);
  }
  if (pool !== undefined && workers !== undefined) {
    throw new QuadrilleError('bad-setting', 'There are workers and a pool; give one of them.');
  }
  return [watch, new Lease(pool, workers)];
}

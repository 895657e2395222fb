import type { Compiled } from '../problem/compiled.ts';
import { QuadrilleError, shown } from '../problem/error.ts';
import type { AnyProblem, Problem, Solution } from '../problem/problem.ts';
import { type AsyncSettings, countAsync, watchOf } from '../solve/api.ts';
import { CheckpointWriter } from '../solve/checkpoint-writer.ts';
import { CooperativeDriver, progressReporter } from '../solve/cooperative.ts';
import type { Status } from '../solve/limit-settings.ts';
import type { MainSearch } from '../solve/main-search.ts';
import { checkUpToSymmetry, SETTINGS } from '../solve/question-settings.ts';
import { type Count, countOf, type First, type Uniqueness } from '../solve/questions.ts';
import { CHECKPOINTS, checkNames, WATCH } from '../solve/settings.ts';
import { COUNT } from '../solve/strategies.ts';
import { decide } from './decision.ts';
import { Division } from './division.ts';
import { Pieces } from './pieces.ts';
import { Pilot } from './pilot.ts';
import { Pool } from './pool.ts';
import { ParallelSolutions } from './stream.ts';

/** The settings of a search with several workers. */
export interface ParallelSettings extends Omit<AsyncSettings, 'proof'> {
  /** The number of workers. Default: one for each core. With 1 the calling thread answers alone. */
  readonly workers?: number | undefined;
  /** Workers that run already, in place of new ones. The caller closes the pool. */
  readonly pool?: Pool | undefined;
}

const ANSWER_SETTINGS = [...SETTINGS, ...WATCH, ...CHECKPOINTS, 'workers', 'pool'];

/**
 * If the workers have not ended after this number of milliseconds, the end was not near after all.
 */
const LATER = 500;

/**
 * Counts the solutions with several workers. The calling thread begins, and answers small problems
 * alone. Then the workers enumerate, while the calling thread finds out whether another solver
 * promises to be faster. One that remembers states goes on alone, since it cannot be
 * divided.
 */
export async function countParallel<T>(
  problem: Problem<T> | Compiled,
  settings: ParallelSettings = {},
): Promise<Count> {
  const [watch, pool, close] = checked(settings);
  if (pool.size === 1) return countAsync(problem, watch);
  const { limit = Number.POSITIVE_INFINITY } = watch;
  const checkpoints = CheckpointWriter.of(COUNT, problem, watch);
  const pilot = new Pilot(problem, watch, limit === Number.POSITIVE_INFINITY, checkpoints);
  const { task } = pilot;
  const driver = new CooperativeDriver(task, watchOf(watch, checkpoints));
  let hasWorkers = false;
  try {
    // A limit of nodes counts all work, so with one there is no work on trial.
    for (let tries = watch.maxNodes === undefined; ; tries = false) {
      const toDivide = () => (tries && !pilot.isChoosing(pool.size) ? pilot.leading : pilot.ready);
      const status = await driver.run((until) => {
        const outcome = task.finish(until);
        if (outcome !== 'paused' || !pilot.wantsWorkers) return outcome;
        if (!hasWorkers) pool.start(pool.size - 1);
        hasWorkers = true;
        return toDivide() === undefined ? outcome : 'divide';
      });
      const search = toDivide();
      if (status !== 'divide' || search === undefined) {
        await checkpoints?.write();
        return countOf(pilot.exact, status as Status);
      }
      const answer = await countDivided(pilot, search, pool, watch, checkpoints);
      if (answer !== undefined) return answer;
    }
  } finally {
    pilot.end();
    close();
  }
}

/**
 * Divides a count; undefined if another solver, or another engine, has turned out to be
 * faster meanwhile. While that may happen, the division is on trial.
 */
async function countDivided(
  pilot: Pilot,
  search: MainSearch,
  pool: Pool,
  watch: AsyncSettings,
  checkpoints: CheckpointWriter | undefined,
): Promise<Count | undefined> {
  const { task } = pilot;
  const { job, remaining } = pilot.remainder(search, pool.size);
  const pieces = new Pieces(pool.size, remaining);
  const before = { ...task.progress(), began: task.began };
  const state = () => pieces.remaining;
  const report = progressReporter(task, watchOf(watch, checkpoints, state));
  let isOnTrial = pilot.isContested;
  const division = new Division(pool, job, pieces, before, {
    ...watch,
    forbids: pilot.model.settings.forbids,
    // On trial it reports nothing: its results may not count.
    onProgress: (progress) => (isOnTrial ? undefined : report(() => progress)),
  });
  // The calling thread helps the division where the end is near; else it has the trial to do.
  const isSoon = isOnTrial && pilot.isSoon(pool.size);
  const ended = division.run(isOnTrial && !isSoon);
  // An error is thrown where the end is awaited.
  ended.catch(() => undefined);
  try {
    if (isOnTrial) {
      if (isSoon) await within(LATER, ended);
      const outcome = await trial(pilot, division, watch);
      if (outcome === 'exhausted') {
        division.drop();
        await report(() => task.progress());
        return countOf(pilot.exact, 'complete');
      }
      if (outcome === 'settled' && !pilot.keeps(job)) {
        division.drop();
        return undefined;
      }
      if (outcome === 'over') await ended;
      isOnTrial = false;
      pilot.end();
      if (outcome === 'over') await report(() => division.progress);
      else if (outcome === 'aborted') division.stop(outcome);
      else if (!isSoon) division.help();
    } else pilot.end();
    const status = await ended;
    return countOf(division.exact, status);
  } catch (error) {
    division.stop('aborted');
    throw error;
  } finally {
    await checkpoints?.write(state());
  }
}

/**
 * Gives the rivals their chance in the calling thread, while workers divide the leading search.
 * `exhausted`: a rival has the answer; `settled`: the leader is known; `over`: the workers have
 * come to the end.
 */
function trial(
  pilot: Pilot,
  division: Division,
  { signal }: AsyncSettings,
): Promise<'exhausted' | 'settled' | 'over' | 'aborted'> {
  division.relieve();
  const driver = new CooperativeDriver(pilot.task, { signal });
  return driver.run((until) => (division.isOver ? 'over' : pilot.contest(until)));
}

/** Waits for a promise, but no longer than `time` milliseconds. */
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
 * Looks for one solution with several workers. The calling thread searches as `firstAsync` does; if
 * it does not end soon, the workers join, each with its own seed. The first answer wins.
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
  return decide('first', problem, ...checked(settings));
}

/** Decides if there is exactly one solution, with several workers, as in `firstParallel`. */
export async function isUniqueParallel<T>(
  problem: Problem<T> | Compiled,
  settings: ParallelSettings = {},
): Promise<Uniqueness> {
  return decide('isUnique', problem, ...checked(settings));
}

/**
 * The solutions, for `for await`, in no particular order, by several workers. They search ahead of
 * the caller by some thousand solutions.
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
  return new ParallelSolutions(problem, ...checked(settings));
}

/**
 * The settings without those about workers; the caller's pool, or a new one; and a function that
 * closes the new one.
 */
function checked(settings: ParallelSettings): [AsyncSettings, Pool, close: () => void] {
  checkNames(settings, ANSWER_SETTINGS);
  const { workers, pool, ...watch } = settings;
  if (pool !== undefined && !(pool instanceof Pool)) {
    throw new QuadrilleError('bad-setting', `pool is ${shown(pool)}; give a Pool.`);
  }
  if (checkUpToSymmetry(settings.upToSymmetry)) {
    throw new QuadrilleError(
      'bad-setting',
      'One thread finds the classes of solutions; with upToSymmetry call countAsync, solutionsAsync, ' +
        'firstAsync or isUniqueAsync.',
    );
  }
  if (pool !== undefined && workers !== undefined) {
    throw new QuadrilleError('bad-setting', 'There are workers and a pool; give one of them.');
  }
  if (pool !== undefined) return [watch, pool, () => undefined];
  const own = new Pool(workers);
  return [watch, own, () => own.close()];
}

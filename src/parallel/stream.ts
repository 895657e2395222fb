import { type AsyncSettings, watchOf } from '../ask/async.ts';
import { PoliteDriver } from '../ask/drivers.ts';
import { Keeper } from '../ask/keeper.ts';
import type { AnyProblem } from '../ask/model.ts';
import type { Progress, Status } from '../ask/walk.ts';
import type { Search } from '../kernels/search.ts';
import { Books, stateOf } from './books.ts';
import { Division } from './division.ts';
import { Pilot } from './pilot.ts';
import type { Lease, Pool } from './pool.ts';

/** While so many solutions wait for the caller, no piece is given out. */
const MOST_WAITING = 1 << 12;

/**
 * A stream of solutions that several workers find. A loop may leave it at any time. Its `status` tells why it
 * ended.
 */
export class ParallelSolutions<S> implements AsyncIterableIterator<S, Status | undefined> {
  readonly #settings: AsyncSettings;
  readonly #keeper: Keeper | undefined;
  readonly #lease: Lease;
  readonly #pilot: Pilot;
  readonly #driver: PoliteDriver;
  readonly #steps: AsyncGenerator<S, Status, undefined>;
  #division: Division | undefined;
  #status: Status | undefined;
  #left = false;
  /** Solutions given to the caller, those before a checkpoint included. */
  #given: number;

  /** @internal */
  constructor(problem: AnyProblem, settings: AsyncSettings, lease: Lease) {
    this.#settings = settings;
    this.#lease = lease;
    this.#keeper = Keeper.of('solutions', problem, settings);
    this.#pilot = new Pilot(problem, settings, false, this.#keeper);
    this.#given = this.#pilot.walk.solutions;
    this.#driver = new PoliteDriver(this.#pilot.walk, watchOf(settings, this.#keeper));
    this.#steps = this.#run();
  }

  /** Why the stream ended; undefined before its end. */
  get status(): Status | undefined {
    return this.#status;
  }

  get progress(): Progress {
    const progress = this.#division?.progress ?? this.#pilot.walk.progress();
    return { ...progress, solutions: this.#given };
  }

  async next(): Promise<IteratorResult<S, Status | undefined>> {
    const result = await this.#steps.next();
    if (result.done && !this.#left) this.#status ??= result.value;
    return result.done ? { done: true, value: this.#status } : result;
  }

  /** Called by a loop that is left early. */
  async return(): Promise<IteratorResult<S, Status | undefined>> {
    this.#left = true;
    this.#driver.stop();
    this.#division?.stop('aborted');
    await this.#steps.return('aborted');
    return { done: true, value: this.#status };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async *#run(): AsyncGenerator<S, Status, undefined> {
    const pilot = this.#pilot;
    let pool: Pool | undefined;
    /** Whether the workers take over. It starts them when it is time for that. */
    const isDivided = () => {
      if (this.#lease.size === 1 || !pilot.wantsWorkers) return false;
      pool ??= this.#lease.open().start(this.#lease.size - 1);
      return pilot.divisible !== undefined;
    };
    try {
      for (;;) {
        const outcome = await this.#driver.run((until) => {
          const step = pilot.walk.next(until);
          return step === 'paused' && isDivided() ? 'divide' : step;
        });
        if (outcome === 'solution') {
          yield this.#give(pilot.solution());
        } else if (outcome !== 'divide') {
          await this.#keeper?.tell();
          return outcome as Status;
        }
        if (isDivided()) return yield* this.#divided(pool as unknown as Pool);
      }
    } finally {
      this.#pilot.end();
      this.#lease.close(pool);
    }
  }

  async *#divided(pool: Pool): AsyncGenerator<S, Status, undefined> {
    const { limit = Number.POSITIVE_INFINITY, onProgress, ...settings } = this.#settings;
    const keeper = this.#keeper;
    const { walk } = this.#pilot;
    const search = this.#pilot.divisible as Search;
    const { job, prefixes, solutions } = this.#pilot.remains(search, pool.size);
    const books = new Books(pool.size, prefixes, solutions);
    /** Solutions for the caller. */
    let ready: number[][] = [];
    let hasEnded = false;
    let resume = (): void => undefined;
    const division = new Division(
      pool,
      job,
      books,
      { ...walk.progress(), began: walk.began },
      {
        ...settings,
        onProgress: onProgress && (() => onProgress(this.progress)),
        collect(found) {
          for (const numbers of found) ready.push(numbers);
          resume();
        },
        hasRoom: () => ready.length < MOST_WAITING,
      },
    );
    this.#division = division;
    this.#pilot.end();
    const end = division.run().finally(() => {
      hasEnded = true;
      resume();
    });
    // An error is thrown below, where the end is awaited.
    end.catch(() => undefined);
    try {
      for (;;) {
        const batch = ready;
        ready = [];
        // The books have the solutions of the batch, and the caller has them after it.
        const state = keeper?.isDue ? stateOf(books, job.engine) : undefined;
        division.wake();
        for (const numbers of batch) {
          yield this.#give(numbers);
          if (this.#given < limit) continue;
          await onProgress?.(this.progress);
          return 'limit';
        }
        if (state !== undefined) await keeper?.tell(state);
        if (ready.length > 0) continue;
        if (hasEnded) {
          await keeper?.tell(stateOf(books, job.engine));
          const status = await end;
          // The last report is of the last solution given, not of the last one found.
          await onProgress?.(this.progress);
          return status;
        }
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      }
    } finally {
      division.stop('aborted');
      await end;
    }
  }

  #give(numbers: number[]): S {
    this.#given++;
    return this.#pilot.model.read(numbers) as S;
  }
}

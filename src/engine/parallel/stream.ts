import { type AnyProblem, solutionOf } from '../problem/problem.ts';
import { type AsyncSettings, watchOf } from '../solve/api.ts';
import { CheckpointWriter } from '../solve/checkpoint-writer.ts';
import { CooperativeDriver, progressReporter } from '../solve/cooperative.ts';
import type { Progress, Status } from '../solve/limit-settings.ts';
import type { MainSearch } from '../solve/main-search.ts';
import { SOLUTIONS } from '../solve/strategies.ts';
import { Division } from './division.ts';
import { Pieces } from './pieces.ts';
import { Pilot } from './pilot.ts';
import type { Pool } from './pool.ts';

/** While this number of solutions waits for the caller, no worker gets a piece. */
const MOST_WAITING = 1 << 12;

/**
 * A stream of solutions that several workers find. A loop may leave it at any time. Its `status`
 * says why it ended.
 */
export class ParallelSolutions<S> implements AsyncIterableIterator<S, Status | undefined> {
  readonly #problem: AnyProblem;
  readonly #settings: AsyncSettings;
  readonly #checkpoints: CheckpointWriter | undefined;
  readonly #pool: Pool;
  readonly #close: () => void;
  readonly #pilot: Pilot;
  readonly #driver: CooperativeDriver;
  readonly #steps: AsyncGenerator<S, Status, undefined>;
  #division: Division | undefined;
  #status: Status | undefined;
  #left = false;
  /** Solutions given to the caller by this stream. */
  #given = 0;

  /** @internal */
  constructor(problem: AnyProblem, settings: AsyncSettings, pool: Pool, close: () => void) {
    this.#problem = problem;
    this.#settings = settings;
    this.#pool = pool;
    this.#close = close;
    this.#checkpoints = CheckpointWriter.of(SOLUTIONS, problem, settings);
    this.#pilot = new Pilot(problem, settings, false, this.#checkpoints);
    this.#driver = new CooperativeDriver(this.#pilot.task, watchOf(settings, this.#checkpoints));
    this.#steps = this.#run();
  }

  /** Why the stream ended; undefined before its end. */
  get status(): Status | undefined {
    return this.#status;
  }

  /** How far the search is. */
  get progress(): Progress {
    const progress = this.#division?.progress ?? this.#pilot.task.progress();
    return { ...progress, solutions: this.#all };
  }

  /** All solutions given, those before a checkpoint included. */
  get #all(): number {
    return this.#pilot.before + this.#given;
  }

  /** Waits for the next solution. */
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

  /** The stream itself, for a loop. */
  [Symbol.asyncIterator](): this {
    return this;
  }

  async *#run(): AsyncGenerator<S, Status, undefined> {
    const pilot = this.#pilot;
    const { limit = Number.POSITIVE_INFINITY } = this.#settings;
    const pool = this.#pool;
    let hasWorkers = false;
    /** True when the workers take over. It starts them when it is time for that. */
    const isDivided = () => {
      if (pool.size === 1 || !pilot.wantsWorkers) return false;
      if (!hasWorkers) pool.start(pool.size - 1);
      hasWorkers = true;
      return pilot.ready !== undefined;
    };
    try {
      for (;;) {
        const outcome = await this.#driver.run((until) => {
          const step = pilot.task.next(until);
          return step === 'paused' && isDivided() ? 'divide' : step;
        });
        if (outcome === 'solution') {
          yield this.#give(pilot.solution());
        } else if (outcome !== 'divide') {
          await this.#checkpoints?.write();
          return outcome as Status;
        }
        if (this.#all < limit && isDivided()) return yield* this.#divided();
      }
    } finally {
      this.#pilot.end();
      this.#close();
    }
  }

  async *#divided(): AsyncGenerator<S, Status, undefined> {
    const pool = this.#pool;
    const { limit = Number.POSITIVE_INFINITY, ...settings } = this.#settings;
    const checkpoints = this.#checkpoints;
    const { task } = this.#pilot;
    const reporter = progressReporter(task, settings, () => this.#left);
    const report = () => reporter(() => this.progress);
    const search = this.#pilot.ready as MainSearch;
    const { job, remaining } = this.#pilot.remainder(search, pool.size);
    const pieces = new Pieces(pool.size, remaining);
    /** Solutions for the caller. */
    let ready: number[][] = [];
    let hasEnded = false;
    let resume = (): void => undefined;
    const division = new Division(
      pool,
      job,
      pieces,
      { ...task.progress(), began: task.began },
      {
        ...settings,
        forbids: this.#pilot.model.settings.forbids,
        onProgress: report,
        collect(found) {
          for (const numbers of found as number[][]) ready.push(numbers);
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
        // This state counts the solutions of the batch; it is written when the caller has them.
        const state = checkpoints?.isDue ? pieces.remaining : undefined;
        division.wake();
        for (const numbers of batch) {
          yield this.#give(this.#pilot.model.read(numbers));
          if (this.#all < limit) continue;
          await report();
          return 'limit';
        }
        if (state !== undefined) await checkpoints?.write(state);
        if (ready.length > 0) continue;
        if (hasEnded) {
          await checkpoints?.write(pieces.remaining);
          const status = await end;
          // The last report is of the last solution given, not of the last one found.
          await report();
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

  /** `numbers` are options of the problem as it was stated. */
  #give(numbers: number[]): S {
    this.#given++;
    return solutionOf(this.#problem, numbers) as S;
  }
}

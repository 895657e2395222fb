import { PrefixSearch } from '../kernels/prefix-search.ts';
import { Sweep } from '../kernels/sweep/sweep.ts';
import type { LaidOut } from '../kernels/sweep/sweep-layout.ts';
import { shared } from '../problem/memory.ts';
import { type AnyProblem, preparationOf } from '../problem/problem.ts';
import { askedOf } from '../solve/asked.ts';
import type { CheckpointWriter } from '../solve/checkpoint-writer.ts';
import { countPortfolio } from '../solve/counting.ts';
import type { MainSearch } from '../solve/main-search.ts';
import type { Model } from '../solve/model.ts';
import { solutionsPortfolio } from '../solve/portfolios.ts';
import type { Settings } from '../solve/question-settings.ts';
import type { Remaining } from '../solve/remaining.ts';
import type { Resumable } from '../solve/resumable.ts';
import { Task } from '../solve/task.ts';
import type { TreePortfolio } from '../solve/tree-portfolio.ts';
import type { Job } from './jobs.ts';

/**
 * Milliseconds after which workers start, and after which the work is divided. A worker takes some
 * 35 ms to start, and the calling thread works meanwhile, on pieces too.
 */
const WORKERS_JOIN_MS = 30;
const ALONE_MS = 70;
/**
 * No workers start where the end seems nearer than `SOON` milliseconds. After `EARLY` they start in
 * any case.
 */
const SOON = 120;
const EARLY = 250;
/**
 * `learn` does not divide a piece that it has begun, so the problem is divided once, into this
 * number of prefixes for each worker.
 */
const CUBES_PER_WORKER = 16;

/** The rest of a search, to divide. */
interface Remainder {
  readonly job: Job;
  readonly remaining: Remaining;
}

/**
 * The first part of a question, in the calling thread. It answers small problems, and chooses how
 * to go on: by a solver that remembers states, which cannot be divided, or by an engine that
 * enumerates.
 */
export class Pilot {
  /** The search within its limits. */
  readonly task: Task<undefined, TreePortfolio | Resumable>;
  #portfolio: TreePortfolio | undefined;
  /** True if the calling thread answers alone. */
  #isAlone = false;
  #resumable: Resumable | undefined;
  /** The number of solutions before the checkpoint that it goes on from. */
  before = 0;

  /** `checkpoints` writes its checkpoints, if the settings ask for them. */
  constructor(
    problem: AnyProblem,
    settings: Settings,
    counts: boolean,
    checkpoints?: CheckpointWriter,
  ) {
    const begin = (): TreePortfolio | Resumable => {
      this.#resumable = checkpoints?.resumable;
      if (this.#resumable !== undefined) {
        this.before = this.#resumable.solutions;
        return this.#resumable;
      }
      const portfolioOf = counts ? countPortfolio : solutionsPortfolio;
      const asked = askedOf(problem, settings);
      const { forbids, engine = 'auto' } = asked.settings;
      // Workers wait for the weights, so the search does not go on beside them. With rules by
      // functions `learn` has its part, and they wait for that, too. In a stream the main search
      // would find again what `learn` has given, so that is not divided.
      const deciders = forbids === undefined ? 'leading' : true;
      this.#isAlone = forbids !== undefined && !counts && engine === 'auto';
      this.#portfolio = portfolioOf(asked.compiled, asked.settings, { deciders });
      return this.#portfolio;
    };
    const slices = preparationOf(problem);
    const answer = () => undefined;
    this.task = new Task(begin, settings, answer, undefined, slices && { slices, answer });
  }

  /** The solution that it stands on, by its options as they were stated. */
  solution(): number[] {
    return this.task.work.solution();
  }

  /** The number of solutions found. */
  get exact(): bigint {
    return this.task.isStarted ? this.task.work.exact : 0n;
  }

  /** The problem as it is searched. */
  get model(): Model<Settings> {
    return this.task.work.model as Model<Settings>;
  }

  /** True when it is time to start workers. */
  get wantsWorkers(): boolean {
    const search = this.#leadingAfter(WORKERS_JOIN_MS);
    const time = performance.now() - this.task.began;
    if (search === undefined || time >= EARLY) return search !== undefined;
    const share = search.share();
    return time * (1 - share) > SOON * share;
  }

  /** The search to divide, once it is time for that. */
  get ready(): MainSearch | undefined {
    return this.isContested ? undefined : this.leading;
  }

  /** The search to divide, though another solver may still turn out to be faster. */
  get leading(): MainSearch | undefined {
    return this.#leadingAfter(ALONE_MS);
  }

  /** True while another solver has not had its chance. */
  get isContested(): boolean {
    return this.#portfolio?.isContested ?? false;
  }

  /** True if the estimate puts the end so near that no other solver is worth its chance. */
  isSoon(workers: number): boolean {
    return this.#portfolio?.isEndNear(workers) ?? false;
  }

  /**
   * True if the end is near, and `sweep` may still turn out to be much faster: a division waits for
   * that choice.
   */
  isChoosing(workers: number): boolean {
    return this.isSoon(workers) && this.#portfolio?.leading?.isChoosing === true;
  }

  /** Gives the others their chance until that time, while the leading search is divided. */
  contest(until: number): 'paused' | 'settled' | 'exhausted' {
    for (;;) {
      const outcome = (this.#portfolio as TreePortfolio).contest();
      if (outcome !== 'paused' || performance.now() >= until) return outcome;
    }
  }

  /** Its search gives back its memory, once its part is over. */
  end(): void {
    this.task.end();
  }

  /** True if a job still names the engine that goes on. */
  keeps({ engine }: Job): boolean {
    return this.ready?.engine === engine;
  }

  #leadingAfter(time: number): MainSearch | undefined {
    if (!this.task.isStarted) return undefined;
    const forbids = this.task.work.model?.settings.forbids;
    if (this.#isAlone || (forbids !== undefined && forbids.modules === undefined)) return undefined;
    if (performance.now() - this.task.began < time) return undefined;
    return this.#portfolio === undefined ? this.#resumable?.ready : this.#portfolio.leading;
  }

  /** The rest of that search. */
  remainder(search: MainSearch, workers: number): Remainder {
    const { compiled, settings } = this.model;
    const { seed, memoryLimit, forbids } = settings;
    const solutions = this.#resumable?.exact ?? search.exact;
    const remaining = { ...search.rest(CUBES_PER_WORKER * workers), solutions };
    const { engine } = search;
    const laidOut = laidOutBy(search);
    return {
      job: {
        data: shared(compiled.data),
        engine,
        seed,
        memoryLimit,
        laidOut,
        modules: forbids?.modules,
      },
      remaining,
    };
  }
}

/** The layout of a search that others can use, in memory for all threads. */
function laidOutBy({ current }: MainSearch): LaidOut | undefined {
  const engine = current instanceof PrefixSearch ? current.search : current;
  const laidOut = engine instanceof Sweep ? engine.laidOut : undefined;
  return laidOut && { ...laidOut, array: shared(laidOut.array) };
}

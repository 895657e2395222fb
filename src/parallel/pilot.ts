import type { CheckpointWriter } from '../ask/checkpoint-writer.ts';
import type { Resumable } from '../ask/resumable.ts';
import { now, Walk } from '../core/walk.ts';
import { PrefixSearch } from '../kernels/prefix-search.ts';
import type { LaidOut } from '../kernels/sweep/layout.ts';
import { Sweep } from '../kernels/sweep/sweep.ts';
import { countingPlan } from '../plan/counting.ts';
import type { MainSearch } from '../plan/main-search.ts';
import type { AnyProblem, Model, Settings } from '../plan/model.ts';
import type { Plan } from '../plan/plan.ts';
import type { Remaining } from '../plan/remaining.ts';
import { enumeratingPlan } from '../plan/team.ts';
import { shared } from '../problem/memory.ts';
import { compiledOf } from '../problem/problem.ts';
import type { Job } from './jobs.ts';

/**
 * Milliseconds after which workers start, and after which the work is divided. A worker takes some
 * 35 ms to start, and the calling thread works meanwhile, on pieces too.
 */
const START = 30;
const ALONE = 70;
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
const CUBES = 16;

/** The rest of a search, to divide. */
interface Remainder {
  readonly job: Job;
  readonly remaining: Remaining;
}

/**
 * The first part of a question, in the calling thread. It answers small problems, and chooses how
 * to go on: by a way to count that remembers states, which cannot be divided, or by an engine that
 * enumerates.
 */
export class Pilot {
  /** The search within its limits. */
  readonly walk: Walk<undefined, Plan | Resumable>;
  #plan: Plan | undefined;
  readonly #resumable: Resumable | undefined;
  readonly #model: Model | undefined;

  /** `checkpoints` writes its checkpoints, if the settings ask for them. */
  constructor(
    problem: AnyProblem,
    settings: Settings,
    counts: boolean,
    checkpoints?: CheckpointWriter,
  ) {
    this.#resumable = checkpoints?.resumable;
    this.#model = checkpoints?.model;
    const begin = (): Plan | Resumable => {
      if (this.#resumable !== undefined) return this.#resumable;
      // Workers wait for the weights, so the search does not go on beside them.
      const plan = counts ? countingPlan : enumeratingPlan;
      this.#plan = plan(compiledOf(problem), settings, { aids: 'first' });
      return this.#plan;
    };
    this.walk = new Walk(begin, () => undefined, settings);
  }

  get #search(): Plan | Resumable {
    return (this.#resumable ?? this.#plan) as Plan | Resumable;
  }

  /** The solution that it stands on, by its options as they were stated. */
  solution(): number[] {
    return this.#plan?.solution() ?? this.model.read(this.#search.solution());
  }

  /** The number of solutions found. */
  get exact(): bigint {
    return this.#search.exact;
  }

  /** The problem as it is searched. */
  get model(): Model {
    return (this.#model ?? this.#plan?.model) as Model;
  }

  /** True when it is time to start workers. */
  get wantsWorkers(): boolean {
    const search = this.#leadingAfter(START);
    const time = now() - this.walk.began;
    if (search === undefined || time >= EARLY) return search !== undefined;
    const share = search.share();
    return time * (1 - share) > SOON * share;
  }

  /** The search to divide, once it is time for that. */
  get divisible(): MainSearch | undefined {
    return this.isContested ? undefined : this.leading;
  }

  /** The search to divide, though another way to count may still turn out to be faster. */
  get leading(): MainSearch | undefined {
    return this.#leadingAfter(ALONE);
  }

  /** True while another way to count has not had its chance. */
  get isContested(): boolean {
    return this.#plan?.isContested ?? false;
  }

  /** True if the estimate puts the end so near that no other way to count is worth its chance. */
  isSoon(workers: number): boolean {
    return this.#plan?.isSoon(workers) ?? false;
  }

  /**
   * True if the end is near, and `sweep` may still turn out to be much faster: a division waits for
   * that choice.
   */
  isChoosing(workers: number): boolean {
    return this.isSoon(workers) && this.#plan?.leading?.isChoosing === true;
  }

  /** Gives the other ways their chance until that time, while the leading search is divided. */
  contest(until: number): 'paused' | 'settled' | 'exhausted' {
    for (;;) {
      const outcome = (this.#plan as Plan).contest();
      if (outcome !== 'paused' || now() >= until) return outcome;
    }
  }

  /** Its search gives back its memory, once its part is over. */
  end(): void {
    this.walk.end();
  }

  /** True if a job still names the engine that goes on. */
  keeps({ engine }: Job): boolean {
    return this.divisible?.engine === engine;
  }

  #leadingAfter(time: number): MainSearch | undefined {
    if (now() - this.walk.began < time) return undefined;
    return this.#plan === undefined ? this.#resumable?.divisible : this.#plan.leading;
  }

  /** The rest of that search. */
  remainder(search: MainSearch, workers: number): Remainder {
    const { compiled, settings } = this.model;
    const { seed, memoryLimit } = settings;
    const solutions = this.#resumable?.exact ?? search.exact;
    const remaining = { ...search.rest(CUBES * workers), solutions };
    const { engine } = search;
    const laidOut = laidOutBy(search);
    return {
      job: { data: shared(compiled.data), engine, seed, memoryLimit, laidOut },
      remaining,
    };
  }
}

/** The layout of a search that others can use, in memory for all threads. */
function laidOutBy({ goesOn }: MainSearch): LaidOut | undefined {
  const engine = goesOn instanceof PrefixSearch ? goesOn.search : goesOn;
  const laidOut = engine instanceof Sweep ? engine.laidOut : undefined;
  return laidOut && { ...laidOut, array: shared(laidOut.array) };
}

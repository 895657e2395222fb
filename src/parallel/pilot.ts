import { AidedSearch } from '../ask/aided.ts';
import type { CheckpointWriter } from '../ask/checkpoint-writer.ts';
import { Counting } from '../ask/counting.ts';
import {
  createCounting,
  createEnumeration,
  type EngineName,
  type QuestionSettings,
} from '../ask/engines.ts';
import { Enumeration } from '../ask/enumeration.ts';
import type { AnyProblem, Model, Settings } from '../ask/model.ts';
import { partOf, type Remaining } from '../ask/remaining.ts';
import { Resumable } from '../ask/resumable.ts';
import { now, Walk, type Walkable, type Walked } from '../core/walk.ts';
import { PrefixSearch } from '../kernels/prefix-search.ts';
import type { Search } from '../kernels/search.ts';
import type { LaidOut } from '../kernels/sweep/layout.ts';
import { Sweep } from '../kernels/sweep/sweep.ts';
import { shared } from '../problem/memory.ts';
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
  readonly walk: Walk<void, Walked>;
  #aided: AidedSearch<Walked> | undefined;
  /** Both are set once the problem is reduced. */
  #model: Model | undefined;
  #search: Walked | undefined;

  /** `checkpoints` writes its checkpoints, if the settings ask for them. */
  constructor(
    problem: AnyProblem,
    settings: Settings,
    counts: boolean,
    checkpoints?: CheckpointWriter,
  ) {
    const start = (model: Model) => {
      this.#model = model;
      this.#search = search(model, counts);
      return this.#search;
    };
    const begin = () => {
      this.#model = checkpoints?.model;
      this.#search = checkpoints?.resumable;
      if (this.#search !== undefined) return this.#search;
      // Workers wait for the weights, so the search does not go on beside them.
      this.#aided = new AidedSearch(problem, settings, start, {
        perNode: Number.POSITIVE_INFINITY,
      });
      return this.#aided;
    };
    this.walk = new Walk(begin, () => undefined, settings);
  }

  /** The solution that it stands on. */
  solution(): number[] {
    return (this.#search as Walkable).solution();
  }

  /** The number of solutions found. */
  get exact(): bigint {
    const search = this.#search;
    const isExact = search instanceof Counting || search instanceof Resumable;
    return isExact ? search.exact : BigInt(search?.solutions ?? 0);
  }

  get model(): Model {
    return this.#model as Model;
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
  get divisible(): Search | undefined {
    return this.isContested ? undefined : this.leading;
  }

  /** The search to divide, though another way to count may still turn out to be faster. */
  get leading(): Search | undefined {
    return this.#leadingAfter(ALONE);
  }

  /** True while another way to count has not had its chance. */
  get isContested(): boolean {
    return this.#search instanceof Counting && this.#search.isContested;
  }

  /** True if the estimate puts the end so near that no other way to count is worth its chance. */
  isSoon(workers: number): boolean {
    return (this.#search as Counting).isSoon(workers);
  }

  /**
   * True if the end is near, and `sweep` may still turn out to be much faster: a division waits for
   * that choice.
   */
  isChoosing(workers: number): boolean {
    const search = this.#search;
    return (
      search instanceof Counting && search.isSoon(workers) && search.leading?.isChoosing === true
    );
  }

  /** Gives the other ways their chance until that time, while the leading search is divided. */
  contest(until: number): 'paused' | 'settled' | 'exhausted' {
    for (;;) {
      const outcome = (this.#search as Counting).contest();
      if (outcome !== 'paused' || now() >= until) return outcome;
    }
  }

  /** Its search gives back its memory, once its part is over. */
  end(): void {
    this.walk.end();
  }

  /** True if a job still names the engine that goes on. */
  keeps({ engine }: Job): boolean {
    const { divisible } = this;
    return divisible !== undefined && this.#engineOf(divisible, this.model.settings) === engine;
  }

  #leadingAfter(time: number): Search | undefined {
    if (now() - this.walk.began < time || this.#aided?.isAlone) return undefined;
    const search = this.#search;
    if (search instanceof Counting) return search.leading;
    if (search instanceof Enumeration && search.isChoosing) return undefined;
    return search instanceof Resumable ? search.divisible : (search as Search);
  }

  /** The rest of that search. */
  remainder(search: Search, workers: number): Remainder {
    const { compiled, settings } = this.model;
    const { seed, memoryLimit } = settings;
    const engine = this.#engineOf(search, settings);
    const frontier = engine === 'learn' ? search.split(CUBES * workers) : search.frontier();
    const { solutions } = search;
    const before = this.#search instanceof Resumable ? this.#search.exact : BigInt(solutions);
    const laidOut = laidOutBy(search);
    return {
      job: { data: shared(compiled.data), engine, seed, memoryLimit, laidOut },
      remaining: { ...partOf(engine, frontier), solutions: before },
    };
  }

  #engineOf(search: Search, { engine = 'auto' }: QuestionSettings): EngineName {
    const named = this.#search instanceof Resumable ? this.#search.engine : engine;
    if (named !== 'auto') return named;
    return (search as Enumeration).engine;
  }
}

/** The layout of a search that others can use, in memory for all threads. */
function laidOutBy(search: Search): LaidOut | undefined {
  const inner = search instanceof Enumeration ? search.goesOn : search;
  const engine = inner instanceof PrefixSearch ? inner.search : inner;
  const laidOut = engine instanceof Sweep ? engine.laidOut : undefined;
  return laidOut && { ...laidOut, array: shared(laidOut.array) };
}

function search({ compiled, settings }: Model, counts: boolean): Walked {
  const isAuto = (settings.engine ?? 'auto') === 'auto';
  return counts && isAuto
    ? createCounting(compiled, settings)
    : createEnumeration(compiled, settings);
}

import { answer, answerAsync, type Watch } from '../core/drivers.ts';
import {
  checkLimits,
  checkNames,
  now,
  type Progress,
  type Status,
  type Task,
  WATCH,
} from '../core/walk.ts';
import { type Prefix, Start } from '../kernels/prefix.ts';
import { Random } from '../kernels/random.ts';
import type { Search } from '../kernels/search.ts';
import { divideBy } from '../kernels/split.ts';
import { countingPlan } from '../plan/counting.ts';
import { engineOf, start } from '../plan/engines.ts';
import { type AnyProblem, modelling, type Settings } from '../plan/model.ts';
import type { Plan } from '../plan/plan.ts';
import { planOf } from '../plan/team.ts';
import type { Compiled } from '../problem/compiled.ts';
import type { Problem } from '../problem/problem.ts';

/**
 * An expected number, and its standard error: 0 where the number is exact, and `unknown` where the
 * sample shows nothing of it, say because no dive has come to a solution.
 */
export interface Expectation {
  readonly mean: number;
  readonly error: number | 'unknown';
}

/** What a count of all solutions would come to. */
export interface Estimate {
  /** The solutions. */
  readonly solutions: Expectation;
  /** The nodes of the tree that the engine goes over; under `auto`, of `cells` or `multiples`. */
  readonly nodes: Expectation;
  /**
   * The milliseconds on this machine. Under `auto` the way that is expected to end first takes
   * them. Where that remembers states, it mostly needs less.
   */
  readonly milliseconds: Expectation;
  /**
   * `complete`: all solutions were counted meanwhile, so the numbers are exact. `found`: they are
   * estimates. Else the time or the signal stopped it, and they are as good as they were then.
   */
  readonly status: Status;
}

/** The part of the problem to estimate, how to count it, and the limits. */
export type EstimateSettings = Pick<
  Settings,
  'engine' | 'seed' | 'prefix' | 'memoryLimit' | 'reduce' | 'timeout'
>;

const SETTINGS = ['engine', 'seed', 'prefix', 'memoryLimit', 'reduce', 'timeout'];

/** The work of the count, in nanoseconds by the table of costs: an eighth of a second. */
const COUNTED = 2 ** 27;
/** The nodes of a named engine that are searched instead: its work is not known. */
const NODES = 1 << 19;
/** The most dives, and the most nodes of all of them. */
const DIVES = 512;
const DIVED = 1 << 18;
/** The nodes of the count between two looks at the clock. */
const SLICE = 1 << 11;

/**
 * Estimates a count before it is begun: the solutions, the nodes and the time. A count runs for a
 * moment; if it does not end, dives into the tree by chance tell its size (Knuth, TAOCP 7.2.2).
 */
export function estimate(
  problem: Problem<unknown> | Compiled,
  settings: EstimateSettings = {},
): Estimate {
  checkNames(settings, SETTINGS);
  return answer(new EstimateTask(problem, settings));
}

/** As `estimate`, but lets the event loop run. */
export async function estimateAsync(
  problem: Problem<unknown> | Compiled,
  settings: EstimateSettings & Watch = {},
): Promise<Estimate> {
  checkNames(settings, [...SETTINGS, ...WATCH]);
  return answerAsync(new EstimateTask(problem, settings), settings);
}

class EstimateTask implements Task<Estimate> {
  readonly began = now();
  readonly deadline: number;
  readonly #isAuto: boolean;
  readonly #count: Plan;
  readonly #solutions = new Mean();
  readonly #nodes = new Mean();
  readonly #steps: Generator<void, Status>;
  /** The milliseconds of the count so far. */
  #counted = 0;

  constructor(problem: AnyProblem, settings: EstimateSettings) {
    const { timeout } = settings;
    checkLimits({ timeout });
    this.deadline = this.began + (timeout ?? Number.POSITIVE_INFINITY);
    this.#isAuto = engineOf(settings) === 'auto';
    const compiled = 'compile' in problem ? problem.compile() : problem;
    this.#count = this.#isAuto
      ? countingPlan(compiled, settings)
      : planOf('all', compiled, settings);
    this.#steps = this.#run(compiled, settings);
  }

  finish(until: number): Status | 'paused' {
    for (;;) {
      const { done, value } = this.#steps.next();
      if (done === true) return value;
      const time = now();
      if (time >= this.deadline) return 'timeout';
      if (time >= until) return 'paused';
    }
  }

  progress(): Progress {
    const { nodes, guesses, updates, solutions, deepest } = this.#count;
    const rate = (1000 * nodes) / Math.max(1, now() - this.began);
    return { nodes, guesses, updates, solutions, deepest, rate, share: this.#count.share() };
  }

  answer(status: Status): Estimate {
    const count = this.#count;
    if (status === 'complete') {
      const exact = (mean: number) => ({ mean, error: 0 });
      const [solutions, nodes] = [exact(Number(count.exact)), exact(count.nodes)];
      return { solutions, nodes, milliseconds: exact(this.#counted), status };
    }
    const [solutions, nodes] = [this.#solutions.expectation, this.#nodes.expectation];
    const done = this.#counted;
    // An engine that is named goes over these nodes. Others estimate their work.
    const toGo = this.#isAuto ? count.toGo() : nodes.mean / count.nodes - 1;
    const mean = done * (1 + Math.max(0, toGo ?? nodes.mean / count.nodes - 1));
    const isKnown = nodes.error !== 'unknown';
    const error = isKnown ? (mean * (nodes.error as number)) / nodes.mean : 'unknown';
    return { solutions, nodes, milliseconds: { mean, error }, status };
  }

  end(): void {
    this.#count.end();
  }

  *#run(compiled: Compiled, settings: EstimateSettings): Generator<void, Status> {
    const count = this.#count;
    while (this.#isAuto ? count.work < COUNTED : count.nodes < NODES) {
      const time = now();
      const outcome = count.advance(SLICE, Number.POSITIVE_INFINITY);
      this.#counted += now() - time;
      if (outcome === 'exhausted') return 'complete';
      yield;
    }
    const { engine: _, ...rest } = settings;
    const model = yield* modelling(compiled, rest);
    const name = model.compiled.multiple ? 'multiples' : 'cells';
    const search = start(model.compiled, name, {});
    const root = new Start(model.compiled, model.settings.prefix).prefix;
    const random = new Random(settings.seed ?? 0);
    try {
      for (let k = 0, nodes = 0; k < DIVES && nodes < DIVED; k++) {
        const dive = yield* dived(search, root, random);
        this.#solutions.add(dive.solutions);
        this.#nodes.add(dive.nodes);
        nodes += dive.done;
      }
    } finally {
      search.end();
    }
    return 'found';
  }
}

/**
 * A walk from the root to a leaf, by chance. Where each of `width` branches is as likely, what is
 * seen below one of them counts `width` times.
 */
function* dived(search: Search, root: Prefix, random: Random) {
  let prefix = root;
  let weight = 1;
  let nodes = 0;
  for (let done = 0; ; ) {
    const parts = divideBy(search, prefix);
    done += search.nodes;
    yield;
    if (parts.length === 0) return { solutions: 0, nodes: nodes + weight * search.nodes, done };
    if (parts[0] === prefix) {
      // No choice is left.
      search.reset(prefix);
      while (search.advance(SLICE, Number.POSITIVE_INFINITY) !== 'exhausted') yield;
      const solutions = weight * search.solutions;
      return { solutions, nodes: nodes + weight * search.nodes, done: done + search.nodes };
    }
    nodes += weight * Math.max(0, search.nodes - 1);
    weight *= parts.length;
    // Each part begins with a node of its own.
    nodes += weight;
    prefix = parts[random.below(parts.length)] as Prefix;
  }
}

/** The mean of a sample, and its standard error. */
class Mean {
  #size = 0;
  #mean = 0;
  /** The sum of the squares of the differences from the mean (Welford). */
  #squares = 0;

  add(value: number): void {
    this.#size++;
    const before = value - this.#mean;
    this.#mean += before / this.#size;
    this.#squares += before * (value - this.#mean);
  }

  get expectation(): Expectation {
    const size = this.#size;
    if (this.#squares === 0) return { mean: this.#mean, error: 'unknown' };
    return { mean: this.#mean, error: Math.sqrt(this.#squares / (size - 1) / size) };
  }
}

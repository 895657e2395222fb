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
import type { Compiled } from '../problem/compiled.ts';
import { compiledOf, type Problem } from '../problem/problem.ts';

/**
 * An expected number, and its standard error: 0 where the number is exact, and `unknown` where the
 * sample shows nothing of it, say because no dive has come to a solution. The largest double stands
 * for all numbers beyond.
 */
export interface Expectation {
  readonly mean: number;
  readonly error: number | 'unknown';
}

/** The expected result and effort of a count of all solutions. */
export interface Estimate {
  /** The solutions, where they were counted to the end. In JSON a string. */
  readonly exact?: bigint;
  /** The solutions. */
  readonly solutions: Expectation;
  /** The nodes of the tree of `cells`, or of `multiples` with multiplicities. */
  readonly nodes: Expectation;
  /**
   * The milliseconds of a count on this machine. With the error `unknown` they are a limit from
   * above: states may come again, and then a count needs far less.
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
  'engine' | 'seed' | 'prefix' | 'symmetry' | 'memoryLimit' | 'reduce' | 'timeout'
>;

const SETTINGS = ['engine', 'seed', 'prefix', 'symmetry', 'memoryLimit', 'reduce', 'timeout'];

/** The work of the count, in nanoseconds by the table of costs: an eighth of a second. */
const COUNTED = 2 ** 27;
/**
 * The most dives, and the most work of all of them: a quarter of a second. Each branch on the way
 * begins a search anew, which takes about 20 ns for each item and option.
 */
const DIVES = 512;
const DIVED = 1 << 23;
/** A day. A count that seems to take longer ends only if states come again. */
const LONG = 24 * 3600 * 1000;
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
  readonly #engine: string;
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
    this.#engine = engineOf(settings);
    const compiled = compiledOf(problem);
    this.#count = countingPlan(compiled, settings);
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
      const exact = (mean: number) => expected(mean, 0);
      const [solutions, nodes] = [exact(Number(count.exact)), exact(count.nodes)];
      const milliseconds = exact(this.#counted);
      const answer = { exact: count.exact, solutions, nodes, milliseconds, status };
      const toJSON = () => ({ ...answer, exact: String(count.exact) });
      return Object.defineProperty(answer, 'toJSON', { value: toJSON });
    }
    const nodes = this.#nodes.expectation;
    let solutions = this.#solutions.expectation;
    const found = Number(count.exact);
    if (solutions.mean < found) solutions = expected(found, 'unknown');
    // These engines go over the nodes of that tree. Others estimate their work.
    const hasTree = ['cells', 'links', 'multiples'].includes(this.#engine);
    const isTree = hasTree && count.nodes > 0 && nodes.mean > 0;
    const toGo = isTree ? Math.max(0, nodes.mean / count.nodes - 1) : count.toGo();
    const mean = this.#counted * (1 + (toGo ?? Number.POSITIVE_INFINITY));
    const { error } = nodes;
    const isSure = isTree || (toGo !== undefined && count.leading !== undefined && mean < LONG);
    const isKnown = isSure && error !== 'unknown' && nodes.mean > 0;
    const milliseconds = expected(mean, isKnown ? (mean * error) / nodes.mean : 'unknown');
    return { solutions, nodes, milliseconds, status };
  }

  end(): void {
    this.#count.end();
  }

  *#run(compiled: Compiled, settings: EstimateSettings): Generator<void, Status> {
    const count = this.#count;
    while (count.work < COUNTED) {
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
    const { primary, secondary, options } = model.compiled;
    const size = primary + secondary + options;
    const random = new Random(settings.seed ?? 0);
    try {
      for (let k = 0, work = 0; k < DIVES && work < DIVED; k++) {
        const dive = yield* dived(search, size, root, random);
        this.#solutions.add(dive.solutions);
        this.#nodes.add(dive.nodes);
        work += dive.done;
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
function* dived(search: Search, size: number, root: Prefix, random: Random) {
  let prefix = root;
  let weight = 1;
  let nodes = 0;
  for (let done = 0; ; ) {
    const parts = divideBy(search, prefix);
    done += size + search.nodes;
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
    weight = Math.min(Number.MAX_VALUE, weight * parts.length);
    // Each part begins with a node of its own.
    nodes += weight;
    prefix = parts[random.below(parts.length)] as Prefix;
  }
}

/** An expectation without infinite numbers, which JSON does not have. */
function expected(mean: number, error: Expectation['error']): Expectation {
  if (!(mean < Number.MAX_VALUE)) return { mean: Number.MAX_VALUE, error: 'unknown' };
  return { mean, error: Number.isFinite(error) ? error : 'unknown' };
}

/** The mean of a sample, and its standard error. */
class Mean {
  #size = 0;
  #mean = 0;
  /** The sum of the squares of the differences from the mean (Welford). */
  #squares = 0;

  add(number: number): void {
    const value = Math.min(Number.MAX_VALUE, number);
    this.#size++;
    const before = value - this.#mean;
    this.#mean += before / this.#size;
    this.#squares += before * (value - this.#mean);
  }

  get expectation(): Expectation {
    const size = this.#size;
    if (!(this.#squares > 0)) return expected(this.#mean, 'unknown');
    return expected(this.#mean, Math.sqrt(this.#squares / (size - 1) / size));
  }
}

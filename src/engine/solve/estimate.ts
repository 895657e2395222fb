import { askedBelow } from '../kernels/asked-below.ts';
import { Totals } from '../kernels/counters.ts';
import { type Prefix, Start } from '../kernels/prefix.ts';
import { Random } from '../kernels/random.ts';
import type { Outcome, Search, Work } from '../kernels/search.ts';
import { divideBy } from '../kernels/split.ts';
import type { Compiled } from '../problem/compiled.ts';
import { type AnyProblem, type Problem, preparationOf } from '../problem/problem.ts';
import type { Slices } from '../problem/slices.ts';
import { cooperate, type Watch } from './cooperative.ts';
import { countPortfolio } from './counting.ts';
import { engineOf, startEngine } from './engines.ts';
import type { Status } from './limit-settings.ts';
import { modelling } from './model.ts';
import type { Settings } from './question-settings.ts';
import { checkNames, WATCH } from './settings.ts';
import { block, Task } from './task.ts';
import type { TreePortfolio } from './tree-portfolio.ts';

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
  /** The nodes of the tree of `lists`, or of `multiples` with multiplicities. */
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

/** The cost of the count: an eighth of a second. */
const COUNT_NS = 2 ** 27;
/**
 * The most dives, and the most work of all of them: a quarter of a second. Each branch on the way
 * begins a search anew, which takes about 20 ns for each item and option.
 */
const MOST_DIVES = 512;
const MOST_DIVED_STEPS = 1 << 23;
/** A day. A count that seems to take longer ends only if states come again. */
const DAY_MS = 24 * 3600 * 1000;
/** The nodes of the count in a slice. */
const SLICE_NODES = 1 << 11;

/**
 * Estimates a count before it is begun: the solutions, the nodes and the time. A count runs for an
 * eighth of a second; if it does not end, up to 512 dives into the tree by chance tell its size
 * (Knuth, TAOCP 7.2.2). On packings few dives go deep: there means are mostly too low.
 */
export function estimate(
  problem: Problem<unknown> | Compiled,
  settings: EstimateSettings = {},
): Estimate {
  checkNames(settings, SETTINGS);
  return block(estimateTask(problem, settings));
}

/** As `estimate`, but lets the event loop run. */
export async function estimateAsync(
  problem: Problem<unknown> | Compiled,
  settings: EstimateSettings & Watch = {},
): Promise<Estimate> {
  checkNames(settings, [...SETTINGS, ...WATCH]);
  return cooperate(estimateTask(problem, settings), settings);
}

function estimateTask(problem: AnyProblem, settings: EstimateSettings): Task<Estimate, Estimating> {
  const { timeout } = settings;
  const start = () => new Estimating(problem, settings);
  const answer = (work: Estimating, status: Status) =>
    work.answer(status === 'limit' ? 'found' : status);
  const slices = preparationOf(problem);
  const early = (status: Status): Estimate => {
    const unknown = new Mean().expectation;
    const milliseconds = expected(Number.POSITIVE_INFINITY, 'unknown');
    return { solutions: unknown, nodes: unknown, milliseconds, status };
  };
  return new Task(start, { timeout }, answer, 1, slices && { slices, answer: early });
}

/** A count for a moment, then dives. When it knows enough it stands on its only solution. */
class Estimating extends Totals implements Work {
  solutions = 0;
  readonly #engine: string;
  readonly #count: TreePortfolio;
  readonly #solutions = new Mean();
  readonly #nodes = new Mean();
  readonly #steps: Slices<Outcome>;
  /** The milliseconds of the count so far. */
  #counted = 0;

  constructor(problem: AnyProblem, asked: EstimateSettings) {
    const { compiled, prefix } = askedBelow(problem, asked.prefix);
    const settings = { ...asked, prefix };
    const count = countPortfolio(compiled, settings);
    super([count]);
    this.#engine = engineOf(settings);
    this.#count = count;
    this.#steps = this.#run(compiled, settings);
  }

  /** Goes on by one slice. */
  advance(nodeBudget: number): Outcome {
    for (;;) {
      const { done, value } = this.#steps.next();
      if (done === true) return value;
      if (nodeBudget !== Number.POSITIVE_INFINITY) return 'paused';
    }
  }

  share(): number {
    return this.#count.share();
  }

  /** Nobody waits for the end of the count. */
  toGo(): undefined {
    return undefined;
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
    const hasTree = ['lists', 'links', 'multiples'].includes(this.#engine);
    const isTree = hasTree && count.nodes > 0 && nodes.mean > 0;
    const toGo = isTree ? Math.max(0, nodes.mean / count.nodes - 1) : count.toGo();
    const mean = this.#counted * (1 + (toGo ?? Number.POSITIVE_INFINITY));
    const { error } = nodes;
    const isSure = isTree || (toGo !== undefined && count.leading !== undefined && mean < DAY_MS);
    const isKnown = isSure && error !== 'unknown' && nodes.mean > 0;
    const milliseconds = expected(mean, isKnown ? (mean * error) / nodes.mean : 'unknown');
    return { solutions, nodes, milliseconds, status };
  }

  end(): void {
    this.#count.end();
  }

  *#run(compiled: Compiled, settings: EstimateSettings): Slices<Outcome> {
    const count = this.#count;
    while (count.cost < COUNT_NS) {
      const time = performance.now();
      const outcome = count.advance(SLICE_NODES, Number.POSITIVE_INFINITY);
      this.#counted += performance.now() - time;
      if (outcome === 'exhausted') return outcome;
      yield;
    }
    const { engine: _, ...rest } = settings;
    const model = yield* modelling(compiled, rest);
    const name = model.compiled.multiple ? 'multiples' : 'lists';
    const search = startEngine(model.compiled, name, {});
    const root = new Start(model.compiled, model.settings.prefix).prefix;
    const { primary, secondary, options } = model.compiled;
    const size = primary + secondary + options;
    const random = new Random(settings.seed ?? 0);
    try {
      for (let k = 0, work = 0; k < MOST_DIVES && work < MOST_DIVED_STEPS; k++) {
        const dive = yield* dived(search, size, root, random);
        this.#solutions.add(dive.solutions);
        this.#nodes.add(dive.nodes);
        work += dive.done;
      }
    } finally {
      search.end();
    }
    this.solutions = 1;
    return 'solution';
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
      while (search.advance(SLICE_NODES, Number.POSITIVE_INFINITY) !== 'exhausted') yield;
      const solutions = weight * search.solutions;
      return { solutions, nodes: nodes + weight * search.nodes, done: done + search.nodes };
    }
    nodes += weight * Math.max(0, search.nodes - 1);
    weight = Math.min(Number.MAX_VALUE, weight * parts.length);
    // Each part begins with a node of its own.
    nodes += weight;
    prefix = parts[random.below(parts.length)];
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

import { recordOf } from '../kernels/counters.ts';
import { PrefixSearch } from '../kernels/prefix-search.ts';
import { type Forbids, type Module, type Search, STRIDE_NODES } from '../kernels/search.ts';
import { Sweep } from '../kernels/sweep/sweep.ts';
import type { LaidOut } from '../kernels/sweep/sweep-layout.ts';
import { Exchange } from '../learn/exchange.ts';
import { followSums } from '../learn/sum-maker.ts';
import { Sums } from '../learn/sums.ts';
import { Compiled } from '../problem/compiled.ts';
import { QuadrilleError } from '../problem/error.ts';
import { ascending } from '../problem/problem.ts';
import { type EngineName, startEngine } from '../solve/engines.ts';
import type { Limits, Status } from '../solve/limit-settings.ts';
import { solverOf } from '../solve/portfolios.ts';
import { type AnswersOf, type QuestionName, questionOf, taskOf } from '../solve/questions.ts';
import { type PlainRemaining, plainOf, type Remaining, remainingOf } from '../solve/remaining.ts';
import { begin, reader, STRATEGIES } from '../solve/strategies.ts';
import { block, nextSolution, Task } from '../solve/task.ts';
import type { PieceResult } from './pieces.ts';

/** A problem and the settings of its search. It goes to a worker once. */
export interface Job {
  /** The array of the compiled problem, shared between threads where that is allowed. */
  readonly data: Int32Array;
  readonly engine: EngineName;
  readonly seed: number | undefined;
  readonly memoryLimit: number | undefined;
  /** The layout that the calling thread has made already. */
  readonly laidOut?: LaidOut | undefined;
  /** Where a worker finds the functions of rules. */
  readonly modules?: readonly Module[] | undefined;
}

/** Makes the search of the job, so that the first piece is carried out at once. */
interface PrepareOrder {
  readonly kind: 'prepare';
}

/** Searches below prefixes for some nodes. */
export interface PieceOrder {
  readonly kind: 'piece';
  readonly remaining: PlainRemaining;
  readonly nodes: number;
  /** The most solutions to find. */
  readonly solutions: number;
  /** True to reply with the solutions themselves, among what was found. */
  readonly collects: boolean;
}

/** Answers a question alone, to its end. */
export interface DecisionOrder {
  readonly kind: 'decision';
  readonly question: QuestionName;
  /**
   * With `auto` the engine may change, as it does to count by remembered states. Default: the
   * engine of the job.
   */
  readonly engine?: 'auto' | undefined;
  readonly seed: number;
  readonly prefix: readonly number[];
  readonly symmetry?: boolean | undefined;
  readonly maxNodes: number | undefined;
  /**
   * The memory in which all searches for the answer exchange the clauses that they learn, and the
   * number of this search among them.
   */
  readonly exchange?: { readonly memory: Int32Array; readonly member: number } | undefined;
}

/** Answers a question below many prefixes of one problem, each by itself. */
export interface BatchOrder {
  readonly kind: 'batch';
  readonly question: QuestionName;
  readonly engine: EngineName | 'auto' | undefined;
  /** The decisions of all prefixes, and the end of each prefix in them. */
  readonly decisions: Int32Array;
  readonly ends: Int32Array;
  /** The limits of each search by itself. */
  readonly limits: Limits;
}

export type Order = PrepareOrder | PieceOrder | DecisionOrder | BatchOrder;

/** A worker's reply to a piece. */
export interface PieceReply extends PieceResult {
  /** True if the search cannot go on within its memory. */
  readonly isStuck: boolean;
  /** The milliseconds that the piece took. */
  readonly time: number;
}

export type DecisionReply = AnswersOf<number[]>[QuestionName];

/** A worker's reply to a batch. */
export interface BatchReply {
  /** The reason why the search below each prefix ended; undefined where none can start. */
  readonly statuses: readonly (Status | undefined)[];
  /** The number of solutions found below each. */
  readonly solutions: Float64Array;
  /**
   * The options of the first solutions, if these are asked for, and the end of each solution in
   * them.
   */
  readonly options: Int32Array;
  readonly ends: Int32Array;
}

/** A message to a worker: an order, with its job where the worker does not have it yet. */
export interface Message {
  readonly job?: Job | undefined;
  readonly order: Order;
}

/** The most option numbers in the solutions of one piece: a megabyte or so. */
const MOST_FOUND = 1 << 17;

/** Carries out the orders of one worker. It keeps the job, and one search for all pieces of it. */
export class JobRunner {
  /** The rules by functions of the job. */
  forbids: Forbids | undefined;
  #job: Job | undefined;
  #search: Search | undefined;
  #batch: Batch | undefined;

  /** Carries out an order. */
  answer({ job, order }: Message): PieceReply | DecisionReply | BatchReply | undefined {
    if (job !== undefined) {
      this.end();
      this.#job = job;
    }
    if (this.#job === undefined) throw new Error('A worker got an order without its job.');
    if (order.kind === 'decision') return decide(this.#job, order, this.forbids);
    if (order.kind === 'batch') {
      this.#batch ??= new Batch(this.#job, order.engine);
      return this.#batch.answer(order);
    }
    this.#search ??= start(this.#job, this.forbids);
    if (order.kind === 'prepare') return undefined;
    const work = new PieceWork(this.#search, order);
    work.goOn(Number.POSITIVE_INFINITY);
    return work.reply;
  }

  /** A piece of a job for the caller to carry out, to its end before the next one begins. */
  begin(job: Job, order: PieceOrder): PieceWork {
    this.answer({ job: job === this.#job ? undefined : job, order: { kind: 'prepare' } });
    return new PieceWork(this.#search as Search, order);
  }

  /** Gives back the memory that it holds for its job. */
  end(): void {
    this.#search?.end();
    this.#batch?.end();
    this.#job = this.#search = this.#batch = undefined;
  }
}

/** The problem of a job. */
function compiledOf(data: Int32Array): Compiled {
  const compiled = Compiled.of(data);
  followSums(compiled, Sums);
  return compiled;
}

/** The search of a job. */
function start(
  { data, engine, seed, memoryLimit, laidOut }: Job,
  forbids: Forbids | undefined,
): Search {
  const compiled = compiledOf(data);
  if (laidOut !== undefined) return new Sweep(compiled, { seed }, {}, laidOut);
  return startEngine(compiled, engine, { seed, memoryLimit, forbids });
}

/** A piece that is being carried out. */
class PieceWork {
  readonly #order: PieceOrder;
  readonly #remaining: Remaining;
  readonly #search: PrefixSearch;
  readonly #began = performance.now();
  readonly #found: number[][] = [];
  #isStuck = false;
  /** The integers that may still be collected. */
  #room = MOST_FOUND;

  constructor(search: Search, order: PieceOrder) {
    this.#order = order;
    this.#remaining = remainingOf(order.remaining);
    // The smallest first: the largest that are left are divided further.
    const left = [...this.#remaining.left].sort((a, b) => a.share - b.share);
    this.#search = new PrefixSearch(search, left);
  }

  /** Goes on to its end, or until that time. True at its end. */
  goOn(until: number): boolean {
    const { nodes, solutions, collects } = this.#order;
    const search = this.#search;
    for (;;) {
      const nodesLeft = nodes - search.nodes;
      const wanted = solutions - search.solutions;
      if (nodesLeft <= 0 || wanted <= 0 || this.#room <= 0) return true;
      // It pauses after a millisecond of work, or fewer nodes.
      const outcome = search.advance(Math.min(nodesLeft, STRIDE_NODES), collects ? 1 : wanted);
      this.#isStuck = outcome === 'stuck';
      if (this.#isStuck || outcome === 'exhausted') return true;
      if (outcome === 'solution' && collects) this.#collect(ascending(search.solution()));
      if (performance.now() >= until) return false;
    }
  }

  /** Its result so far. */
  get reply(): PieceReply {
    const { engine } = this.#remaining;
    const { exact } = this.#search;
    const left = [...this.#search.frontier()];
    return {
      ...recordOf(this.#search),
      remaining: plainOf({ engine, solutions: exact, found: this.#found, left }),
      isStuck: this.#isStuck,
      time: performance.now() - this.#began,
    };
  }

  #collect(numbers: number[]): void {
    this.#found.push(numbers);
    this.#room -= numbers.length + 1;
  }
}

type Restartable = ReturnType<typeof solverOf>;

/**
 * Two searches that are reset for each prefix: a new one for each would take longer than many an
 * answer.
 */
class Batch {
  readonly #enumeration: Restartable;
  /** For `first` and `isUnique`. */
  readonly #decision: Restartable;

  constructor({ data, seed, memoryLimit }: Job, engine: BatchOrder['engine']) {
    const compiled = compiledOf(data);
    const settings = { engine, seed, memoryLimit };
    this.#enumeration = solverOf('all', compiled, settings);
    this.#decision = solverOf('few', compiled, settings);
  }

  /** Gives back the memory that it holds. */
  end(): void {
    this.#enumeration.end();
    this.#decision.end();
  }

  answer({ question, decisions, ends, limits }: BatchOrder): BatchReply {
    const { enough } = questionOf(question);
    const search = enough === undefined ? this.#enumeration : this.#decision;
    const statuses: (Status | undefined)[] = [];
    const solutions = new Float64Array(ends.length);
    const found: number[] = [];
    const options: number[] = [];
    const foundEnds = new Int32Array(ends.length);
    for (let k = 0; k < ends.length; k++) {
      const status = this.#below(
        search,
        decisions.subarray(ends[k - 1] ?? 0, ends[k]),
        limits,
        enough,
      );
      statuses.push(status);
      solutions[k] = status === undefined ? 0 : search.solutions;
      if (question === 'first' && solutions[k] === 1) {
        search.solution(found);
        for (let n = 0; n < found.length; n++) options.push(found[n]);
      }
      foundEnds[k] = options.length;
    }
    return { statuses, solutions, options: Int32Array.from(options), ends: foundEnds };
  }

  #below(search: Restartable, prefix: Int32Array, limits: Limits, enough?: number) {
    try {
      search.reset(prefix);
    } catch (error) {
      if (error instanceof QuadrilleError && error.code === 'bad-prefix') return undefined;
      throw error;
    }
    const { limit = 1, maxNodes = Number.POSITIVE_INFINITY, timeout } = limits;
    // Most puzzles need no more than this, which allocates nothing.
    if (enough === 1 && limit > 0 && timeout === undefined) {
      const outcome = nextSolution(search, maxNodes);
      return outcome === 'solution' ? 'found' : outcome;
    }
    return new Task(
      () => search,
      limits,
      () => undefined,
      enough,
    ).finish();
  }
}

function decide(job: Job, order: DecisionOrder, forbids: Forbids | undefined): DecisionReply {
  const { memoryLimit } = job;
  const { question, engine = job.engine, seed, prefix, symmetry, maxNodes } = order;
  const compiled = compiledOf(job.data);
  const exchange = order.exchange && new Exchange(order.exchange.memory, order.exchange.member);
  const settings = { engine, seed, memoryLimit, prefix, symmetry, exchange, forbids };
  const start = () => begin(STRATEGIES[question], compiled, settings);
  return block(
    taskOf(questionOf(question), start, reader(compiled), { maxNodes }),
  ) as DecisionReply;
}

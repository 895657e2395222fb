import { type AsyncSettings, sourceAndWatch } from '../ask/async.ts';
import { MEANS } from '../ask/means.ts';
import { type AnswersOf, taskOf } from '../core/answers.ts';
import { PoliteDriver } from '../core/drivers.ts';
import { now, type Status } from '../core/walk.ts';
import { Start } from '../kernels/prefix.ts';
import { Exchange } from '../learn/exchange.ts';
import type { AnyProblem, Model } from '../plan/model.ts';
import type { Remaining } from '../plan/remaining.ts';
import { shared } from '../problem/memory.ts';
import { solutionOf } from '../problem/problem.ts';
import type { DecisionOrder, DecisionReply, Job } from './jobs.ts';
import { coreCount, type Pool } from './pool.ts';

/** Milliseconds after which the workers join. One takes some 35 ms to start. */
const ALONE = 70;
/** Milliseconds between two looks at the clock and the signal, while only the workers search. */
const LOOK = 20;

/** A question that one or two solutions answer. */
type Decision = Exclude<DecisionOrder['question'], 'count'>;

/**
 * Answers a decision by several searches of the whole problem. The calling thread searches as it
 * would alone. The workers join when that takes long, each with the engine `learn` and its own
 * seed. They exchange the clauses that they learn, and the search that ends first gives the answer:
 * the time that `learn` takes depends much on its seed.
 */
export async function decide<Q extends Decision>(
  question: Q,
  problem: AnyProblem,
  settings: AsyncSettings,
  pool: Pool,
  close: () => void,
): Promise<AnswersOf<unknown>[Q]> {
  const memory = pool.size > 1 ? Exchange.memory(pool.size) : undefined;
  const exchange = memory && new Exchange(memory, 0);
  const [source, watch, checkpoints] = sourceAndWatch(MEANS[question], problem, settings, exchange);
  const task = taskOf(question, source, settings);
  const driver = new PoliteDriver(task, watch);
  let helpers: Helpers | undefined;
  try {
    const status = await driver.run((until) => {
      const { model } = source;
      if (pool.size > 1 && helpers === undefined && model && now() - task.began >= ALONE) {
        helpers = new Helpers(question, model, pool, memory, () => driver.stop());
      }
      return task.finish(until);
    });
    if (isConclusive(status) || helpers === undefined) {
      await checkpoints?.tell();
      return task.answer(status);
    }
    const { timeout = Number.POSITIVE_INFINITY, signal } = settings;
    const isOver = () => signal?.aborted || now() - task.began >= timeout;
    // The calling thread is short of memory; a worker may have enough.
    while (status === 'memory' && helpers.isBusy && !isOver()) {
      await new Promise((resolve) => setTimeout(resolve, LOOK));
    }
    const { reply } = helpers;
    await checkpoints?.tell(reply && stateAfter(reply));
    if (reply === undefined) return task.answer(status);
    const read = (numbers: number[]) =>
      solutionOf(problem, (source.model as Model).read([...numbers]));
    const answer = 'solution' in reply ? { ...reply, solution: read(reply.solution) } : reply;
    return answer as AnswersOf<unknown>[Q];
  } finally {
    helpers?.stop();
    task.end?.();
    close();
  }
}

/** The state of an answered question. */
function stateAfter(reply: DecisionReply): Remaining {
  const found = 'solution' in reply ? [reply.solution] : [];
  const count =
    'answer' in reply ? ['none', 'unique', 'several'].indexOf(reply.answer) : found.length;
  return { engine: 'auto', solutions: BigInt(count), found, left: [] };
}

function isConclusive(status: Status): boolean {
  return status === 'found' || status === 'complete' || status === 'limit';
}

/** The workers that search beside the calling thread. */
class Helpers {
  /** The first answer of one of them. */
  reply: DecisionReply | undefined;
  readonly #pool: Pool;
  readonly #end = new AbortController();
  readonly #tell: () => void;
  #busy = 0;

  /**
   * All searches exchange the clauses that they learn through `memory`. `tell` is called when there
   * is an answer.
   */
  constructor(
    question: Decision,
    model: Model,
    pool: Pool,
    memory: Int32Array | undefined,
    tell: () => void,
  ) {
    this.#pool = pool;
    this.#tell = tell;
    const { engine = 'auto', seed = 0, memoryLimit, prefix = [], maxNodes } = model.settings;
    const job: Job = {
      data: shared(model.compiled.data),
      engine: engine === 'auto' ? 'learn' : engine,
      seed,
      memoryLimit,
    };
    const decisions = new Start(model.compiled, prefix).prefix.toArray();
    const orderOf = (k: number): DecisionOrder => ({
      kind: 'decision',
      question,
      seed: seed + k,
      prefix: decisions,
      maxNodes,
      exchange: memory && { memory, member: k },
    });
    this.#runAll(job, orderOf);
  }

  /** Runs all workers. Workers beyond the number of cores start one after the other. */
  async #runAll(job: Job, orderOf: (k: number) => DecisionOrder): Promise<void> {
    const { signal } = this.#end;
    for (let k = 1; k < this.#pool.size; k++) {
      if (k >= coreCount()) await this.#pool.grow(() => !signal.aborted);
      if (signal.aborted) return;
      this.#run(job, orderOf(k));
    }
  }

  get isBusy(): boolean {
    return this.#busy > 0 && this.reply === undefined;
  }

  /** Ends the workers that still search. */
  stop(): void {
    this.#end.abort();
  }

  /**
   * Runs one worker. If it ends, another one replaces it, since the answer does not depend on which
   * worker gives it.
   */
  async #run(job: Job, order: DecisionOrder): Promise<void> {
    this.#busy++;
    try {
      const reply = (await this.#pool.ask(job, order, this.#end.signal)) as DecisionReply;
      if (!isConclusive(reply.status)) return;
      this.reply ??= reply;
      this.#tell();
    } catch {
      // The other searches go on.
    } finally {
      this.#busy--;
    }
  }
}

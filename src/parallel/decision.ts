import { type AnswersOf, taskOf } from '../ask/answers.ts';
import { type AsyncSettings, sourceAndWatch } from '../ask/async.ts';
import type { State } from '../ask/checkpoint.ts';
import { PoliteDriver } from '../ask/drivers.ts';
import type { AnyProblem, Model } from '../ask/model.ts';
import { now, type Status } from '../ask/walk.ts';
import { Start } from '../kernels/prefix.ts';
import { Exchange } from '../learn/exchange.ts';
import { shared } from '../problem/memory.ts';
import type { DecisionOrder, DecisionReply, Job } from './jobs.ts';
import { type Lease, type Pool, WorkerEnded } from './pool.ts';

/** Milliseconds after which the workers join. One takes some 35 ms to start. */
const ALONE = 70;
/** The most times that a worker starts: one that ends is replaced. */
const MOST_STARTS = 3;
/** Milliseconds between two looks at the clock and the signal, while only the workers search. */
const LOOK = 20;

/** A question that a few solutions answer. */
type Decision = Exclude<DecisionOrder['question'], 'count'>;

/**
 * Answers a question that a few solutions answer, by several searches of the whole problem. The calling thread
 * searches as it would alone. The workers join when that takes long, each with the engine `learn` and a seed of
 * its own. They exchange what they learn, and the first to end gives the answer: the time that `learn` takes depends
 * much on its seed.
 */
export async function decide<Q extends Decision>(
  question: Q,
  problem: AnyProblem,
  settings: AsyncSettings,
  lease: Lease,
): Promise<AnswersOf<unknown>[Q]> {
  const memory = lease.size > 1 ? Exchange.memory(lease.size) : undefined;
  const exchange = memory && new Exchange(memory, 0);
  const [source, watch, keeper] = sourceAndWatch(question, problem, settings, exchange);
  const task = taskOf(question, source, settings);
  const driver = new PoliteDriver(task, watch);
  let helpers: Helpers | undefined;
  let pool: Pool | undefined;
  try {
    const status = await driver.run((until) => {
      const { model } = source;
      if (lease.size > 1 && helpers === undefined && model && now() - task.began >= ALONE) {
        pool = lease.open();
        helpers = new Helpers(question, model, pool, memory, () => driver.stop());
      }
      return task.finish(until);
    });
    if (isConclusive(status) || helpers === undefined) {
      await keeper?.tell();
      return task.answer(status);
    }
    const { timeout = Number.POSITIVE_INFINITY, signal } = settings;
    const isOver = () => signal?.aborted || now() - task.began >= timeout;
    // Where the calling thread is short of memory, a worker may not be.
    while (status === 'memory' && helpers.isBusy && !isOver()) {
      await new Promise((resolve) => setTimeout(resolve, LOOK));
    }
    await keeper?.tell(helpers.reply && stateAfter(helpers.reply));
    return (helpers.answer as AnswersOf<unknown>[Q] | undefined) ?? task.answer(status);
  } finally {
    helpers?.stop();
    task.end?.();
    lease.close(pool);
  }
}

/** The state of a question that is answered. */
function stateAfter(reply: DecisionReply): State {
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
  answer: unknown;
  /** The same as it came from the worker. */
  reply: DecisionReply | undefined;
  readonly #pool: Pool;
  readonly #ends = new Set<() => void>();
  readonly #tell: () => void;
  #busy = 0;
  #isOver = false;

  /** `memory`: where all searches exchange what they learn. `tell` is called when there is an answer. */
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
    for (let k = 1; k < pool.size; k++) {
      const order: DecisionOrder = {
        kind: 'decision',
        question,
        seed: seed + k,
        prefix: decisions,
        maxNodes,
        exchange: memory && { memory, member: k },
      };
      this.#run(job, order, (numbers) => model.read(numbers));
    }
  }

  get isBusy(): boolean {
    return this.#busy > 0 && this.answer === undefined;
  }

  /** Ends the workers that are still at it. */
  stop(): void {
    this.#isOver = true;
    for (const end of this.#ends) end();
  }

  /** One worker. One that ends is replaced, since the answer does not depend on any of them. */
  async #run(job: Job, order: DecisionOrder, read: (numbers: number[]) => unknown): Promise<void> {
    this.#busy++;
    for (let starts = 0; starts < MOST_STARTS && !this.#isOver; starts++) {
      try {
        const reply = (await this.#pool.run(job, order, (end) => {
          this.#ends.add(end);
          if (this.#isOver) end();
        })) as DecisionReply;
        if (!isConclusive(reply.status)) break;
        this.reply ??= { ...reply, ...('solution' in reply && { solution: [...reply.solution] }) };
        this.answer ??= 'solution' in reply ? { ...reply, solution: read(reply.solution) } : reply;
        this.#tell();
        break;
      } catch (error) {
        if (!(error instanceof WorkerEnded)) break;
      }
    }
    this.#busy--;
  }
}

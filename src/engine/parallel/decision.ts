import { Start } from '../kernels/prefix.ts';
import { Exchange } from '../learn/exchange.ts';
import { shared } from '../problem/memory.ts';
import { type AnyProblem, preparationOf, solutionOf } from '../problem/problem.ts';
import { type AsyncSettings, recorded } from '../solve/api.ts';
import { CooperativeDriver } from '../solve/cooperative.ts';
import type { Status } from '../solve/limit-settings.ts';
import type { Model } from '../solve/model.ts';
import type { Settings } from '../solve/question-settings.ts';
import { type AnswersOf, questionOf, taskOf } from '../solve/questions.ts';
import type { Remaining } from '../solve/remaining.ts';
import { reader, STRATEGIES } from '../solve/strategies.ts';
import type { DecisionOrder, DecisionReply, Job } from './jobs.ts';
import type { Pool } from './pool.ts';

/** Milliseconds after which the workers join. One takes some 35 ms to start. */
const ALONE_MS = 70;
/** Milliseconds between two looks at the clock and the signal, while only the workers search. */
const CLOCK_CHECK_MS = 20;

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
  const { start, watch, recorder } = recorded(STRATEGIES[question], problem, settings, exchange);
  const task = taskOf(
    questionOf(question),
    start,
    reader(problem),
    settings,
    preparationOf(problem, settings),
  );
  const driver = new CooperativeDriver(task, watch);
  const end = new AbortController();
  let help: Help | undefined;
  try {
    const status = await driver.run((until) => {
      const model = task.isStarted ? task.work.model : undefined;
      if (
        pool.size > 1 &&
        help === undefined &&
        model &&
        isForWorkers(model) &&
        performance.now() - task.began >= ALONE_MS
      ) {
        help = helpBy(pool, question, model, memory, end.signal, () => driver.stop());
      }
      return task.finish(until);
    });
    if (isConclusive(status) || help === undefined) {
      await recorder?.write();
      return task.answer(status);
    }
    const { timeout = Number.POSITIVE_INFINITY, signal } = settings;
    const isOver = () => signal?.aborted || performance.now() - task.began >= timeout;
    // The calling thread is short of memory; a worker may have enough.
    while (status === 'memory' && help.busy > 0 && help.reply === undefined && !isOver()) {
      await new Promise((resolve) => setTimeout(resolve, CLOCK_CHECK_MS));
    }
    const { reply } = help;
    await recorder?.write(reply && stateAfter(reply));
    if (reply === undefined) return task.answer(status);
    const read = (numbers: number[]) =>
      solutionOf(problem, (task.work.model as Model<Settings>).read([...numbers]));
    const answer = 'solution' in reply ? { ...reply, solution: read(reply.solution) } : reply;
    return answer as AnswersOf<unknown>[Q];
  } finally {
    end.abort();
    task.end();
    close();
  }
}

/** False where only the calling thread has the functions of rules. */
function isForWorkers({ settings: { forbids } }: Model<Settings>): boolean {
  return forbids === undefined || forbids.modules !== undefined;
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

/** The searches of the workers beside the calling thread. */
interface Help {
  /** The number of workers that search. */
  busy: number;
  /** The first answer of one of them. */
  reply: DecisionReply | undefined;
}

/**
 * Has all workers of a pool search, each with its own seed, until the signal. They exchange the
 * clauses that they learn through `memory`. `onAnswer` is called when there is an answer.
 */
function helpBy(
  pool: Pool,
  question: Decision,
  { compiled, settings }: Model<Settings>,
  memory: Int32Array | undefined,
  signal: AbortSignal,
  onAnswer: () => void,
): Help {
  const help: Help = { busy: 0, reply: undefined };
  const { engine = 'auto', seed = 0, memoryLimit, maxNodes } = settings;
  const named = engine === 'auto' ? 'learn' : engine;
  const { modules } = settings.forbids ?? {};
  const job: Job = { data: shared(compiled.data), engine: named, seed, memoryLimit, modules };
  const prefix = new Start(compiled, settings.prefix).prefix.toArray();
  const run = async (k: number) => {
    const exchange = memory && { memory, member: k };
    const how = { question, seed: seed + k, prefix, maxNodes, exchange };
    const order: DecisionOrder = { kind: 'decision', ...how };
    help.busy++;
    try {
      // A worker that ends is replaced: the answer does not depend on which worker gives it.
      const reply = (await pool.ask(job, order, signal)) as DecisionReply;
      if (!isConclusive(reply.status)) return;
      help.reply ??= reply;
      onAnswer();
    } catch {
      // All other searches go on.
    } finally {
      help.busy--;
    }
  };
  for (let k = 1; k < pool.size; k++) run(k);
  return help;
}

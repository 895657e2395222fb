import { firstAsync, isUniqueAsync } from '../ask/async.ts';
import { PoliteDriver } from '../core/drivers.ts';
import { Walk } from '../core/walk.ts';
import { Prefix, Start } from '../kernels/prefix.ts';
import { checkMemoryLimit, type Search } from '../kernels/search.ts';
import { countingPlan } from '../plan/counting.ts';
import { createSearch, QUESTION_ENGINES, type QuestionSettings } from '../plan/engines.ts';
import type { AnyProblem, Settings } from '../plan/model.ts';
import { partOf, type Remaining } from '../plan/remaining.ts';
import { enumeratingPlan } from '../plan/team.ts';
import type { Compiled } from '../problem/compiled.ts';
import { fingerprint } from '../problem/fingerprint.ts';
import { compiledOf } from '../problem/problem.ts';
import { checkInteger, checkWord } from '../problem/setting.ts';
import { newSubmission, QUEUE_QUESTIONS, type QueueQuestion, VERSION } from './protocol.ts';
import { type Connection, withServer } from './server.ts';
import { type Answer, add, type Submission } from './store.ts';

export interface SubmitSettings extends Connection, QuestionSettings, Pick<Settings, 'symmetry'> {
  /**
   * The nodes that a job spends before it is divided. Default: about a second's work on this
   * machine. More of them make fewer jobs.
   */
  readonly nodes?: number | undefined;
}

// All times are those that this process has computed: a busy machine chooses as an idle one does.

/**
 * Milliseconds of search after which jobs take over. Workers on one machine wait less: where states
 * repeat, a count by them often ends by then, or turns out to be faster.
 */
const ALONE = 2000;
/** Milliseconds in which a question that a few solutions answer may be answered at once. */
const SOON = 200;
/**
 * Milliseconds in which the rate of an engine is measured, and the planned milliseconds of a job.
 */
const SAMPLE = 20;
const JOB = 1000;
/**
 * `learn` cannot divide a search that it has begun, so it is divided into this number of cubes at
 * once.
 */
const CUBES = 256;

/** How a submission is searched. */
interface Plan extends Remaining {
  readonly nodes: number | null;
  readonly answer?: Answer | undefined;
}

/**
 * Stores a question about a problem in a queue, for workers to answer. Returns the id of the
 * submission. With the engine `auto` it searches for a moment, to choose an engine; small problems
 * are answered by that alone.
 */
export async function submit(
  problem: AnyProblem,
  question: QueueQuestion,
  settings: SubmitSettings,
): Promise<string> {
  checkWord('question', question, QUEUE_QUESTIONS);
  const known = ['nodes', 'engine', 'seed', 'prefix', 'memoryLimit', 'symmetry'];
  const compiled = compiledOf(problem);
  return withServer(settings, known, async (server) => {
    const { engine = 'auto', seed, memoryLimit, nodes } = settings;
    checkWord('engine', engine, QUESTION_ENGINES);
    checkMemoryLimit(settings);
    if (nodes !== undefined) checkInteger('nodes', nodes, 1, Number.MAX_SAFE_INTEGER);
    const { connection: _, queue: __, nodes: ___, ...search } = settings;
    const submission: Submission = {
      id: newSubmission(),
      version: VERSION,
      question,
      ...(seed !== undefined && { seed }),
      ...(memoryLimit !== undefined && { memoryLimit }),
      problem: fingerprint(compiled),
      ...(await planOf(compiled, question, search, nodes)),
    };
    await add(server, submission, compiled);
    return submission.id;
  });
}

async function planOf(
  compiled: Compiled,
  question: QueueQuestion,
  settings: Settings,
  nodes: number | undefined,
): Promise<Plan> {
  const { engine = 'auto' } = settings;
  const whole = Prefix.of(new Start(compiled, settings.prefix).prefix);
  const chosen = engine === 'auto' ? await choose(compiled, question, settings, whole) : undefined;
  if (chosen !== undefined && 'status' in chosen) {
    return { ...partOf('cells', []), nodes: null, answer: chosen };
  }
  const begin = chosen ?? partOf(engine, [whole]);
  if (begin.engine === 'auto') return { ...begin, nodes: null };
  const { symmetry: _, ...own } = settings;
  const search = createSearch(compiled, { ...own, engine: begin.engine });
  if (begin.engine === 'learn') return { ...partOf('learn', search.split(CUBES)), nodes: null };
  return { ...begin, nodes: nodes ?? pace(search) };
}

/** The nodes of about a second. */
function pace(search: Search): number {
  // To lay out a search is not part of its pace.
  while (search.nodes === 0) if (isEnd(search.advance(1))) break;
  // The first sample warms up the loops, and others may be disturbed by other programs.
  const rates = Array.from({ length: 4 }, () => rate(search));
  return Math.max(1, Math.round(JOB * Math.max(...rates)));
}

/** Nodes in a millisecond. */
function rate(search: Search): number {
  const [before, began] = [search.nodes, computed()];
  while (computed() - began < SAMPLE) if (isEnd(search.advance(1 << 12, 1 << 30))) break;
  return (search.nodes - before) / Math.max(1, computed() - began);
}

/** Milliseconds that this process has computed. */
function computed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function isEnd(outcome: string): boolean {
  return outcome === 'exhausted' || outcome === 'stuck';
}

/**
 * The engine that `auto` stands for and the prefixes that it begins with, or the answer, if it
 * comes at once.
 */
async function choose(
  compiled: Compiled,
  question: QueueQuestion,
  settings: Settings,
  whole: Prefix,
): Promise<Remaining | Answer> {
  if (question === 'first' || question === 'isUnique') {
    const answer = await decide(compiled, question, settings);
    // `learn` decides problems that are beyond all others, and workers share its cubes.
    return answer ?? partOf('learn', [whole]);
  }
  const counts = question === 'count';
  const plan = (counts ? countingPlan : enumeratingPlan)(compiled, settings, { aids: 'first' });
  const walk = new Walk(
    () => plan,
    () => undefined,
    {},
  );
  const began = computed();
  const status = await new PoliteDriver(walk, {}).run((until) => {
    const outcome = walk.finish(until);
    const enough = counts ? ALONE : SOON;
    return outcome === 'paused' && computed() - began > enough ? 'long' : outcome;
  });
  walk.end();
  if (status === 'complete' && counts) {
    return { status, count: String(plan.exact), nodes: plan.nodes, jobs: 0 };
  }
  const { divisible } = plan;
  if (divisible !== undefined) return partOf(divisible.engine, divisible.roots);
  if (counts) return partOf('auto', [whole]);
  return partOf(compiled.multiple ? 'multiples' : 'cells', [whole]);
}

/** The answer to a question that a few solutions answer, if it comes at once. */
async function decide(
  compiled: Compiled,
  question: 'first' | 'isUnique',
  settings: Settings,
): Promise<Answer | undefined> {
  const soon = { ...settings, timeout: SOON };
  const rest = { nodes: 0, jobs: 0 };
  if (question === 'first') {
    const { solution, status } = await firstAsync(compiled, soon);
    if (solution !== undefined) return { status: 'found', count: '1', solution, ...rest };
    return status === 'complete' ? { status, count: '0', ...rest } : undefined;
  }
  const { answer } = await isUniqueAsync(compiled, soon);
  if (answer === 'unknown') return undefined;
  const count = { several: '2', unique: '1', none: '0' }[answer];
  return { status: answer === 'several' ? 'found' : 'complete', count, ...rest };
}

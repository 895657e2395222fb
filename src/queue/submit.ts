import { checkStated } from '../engine/kernels/asked-below.ts';
import { Prefix, Start } from '../engine/kernels/prefix.ts';
import { checkMemoryLimit, type Search, STRIDE_NODES } from '../engine/kernels/search.ts';
import type { Compiled } from '../engine/problem/compiled.ts';
import { fingerprint } from '../engine/problem/fingerprint.ts';
import { type AnyProblem, ascending, compiledOf } from '../engine/problem/problem.ts';
import { checkFlag, checkInteger, checkWord } from '../engine/problem/setting.ts';
import { eventLoop } from '../engine/solve/cooperative.ts';
import { countPortfolio } from '../engine/solve/counting.ts';
import { createSearch, QUESTION_ENGINES, type QuestionSettings } from '../engine/solve/engines.ts';
import { firstPortfolio, solutionsPortfolio, uniquePortfolio } from '../engine/solve/portfolios.ts';
import type { Settings } from '../engine/solve/question-settings.ts';
import { partOf, type Remaining } from '../engine/solve/remaining.ts';
import {
  newSubmission,
  PROTOCOL_VERSION,
  QUEUE_QUESTIONS,
  type QueueQuestion,
} from './protocol.ts';
import { type Connection, withServer } from './server.ts';
import { type Answer, add, type Submission } from './store.ts';
import { WANTED } from './threads.ts';

export interface SubmitSettings extends Connection, QuestionSettings, Pick<Settings, 'symmetry'> {
  /**
   * The nodes that a job spends before it is divided. Default: about a second's work on this
   * machine. More of them make fewer jobs.
   */
  readonly nodes?: number | undefined;
}

/** The search before there are jobs: it answers small problems, and chooses an engine. */
const PORTFOLIOS = {
  first: firstPortfolio,
  isUnique: uniquePortfolio,
  count: countPortfolio,
  solutions: solutionsPortfolio,
};
/**
 * The work of its ways after which jobs take over, in nanoseconds by the table of costs. A process
 * that has just started takes about twice that time: two seconds of a count, since one by
 * remembered states often ends by then; a fifth of a second of a stream. Beside a decision others
 * work seven times as much.
 */
const LOCAL_NS = { first: 2 ** 25, isUnique: 2 ** 25, count: 1e9, solutions: 1e8 };
/** Milliseconds of that search between two turns of the event loop. */
const TURN_MS = 10;
/**
 * Milliseconds in which the rate of an engine is measured, and the planned milliseconds of a job:
 * of those that this process has computed, so that a busy machine finds what an idle one does. No
 * answer depends on it.
 */
const SAMPLE_MS = 20;
const JOB_MS = 1000;
/**
 * `learn` cannot divide a search that it has begun, so it is divided into this number of cubes at
 * once.
 */
const CUBES_AT_ONCE = 256;

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
  checkStated(problem, settings.prefix);
  return withServer(settings, known, async (server) => {
    const { engine = 'auto', seed, memoryLimit, nodes } = settings;
    checkWord('engine', engine, QUESTION_ENGINES);
    const symmetry = checkFlag('symmetry', settings.symmetry ?? true);
    checkMemoryLimit(settings);
    if (nodes !== undefined) checkInteger('nodes', nodes, 1, Number.MAX_SAFE_INTEGER);
    const { connection: _, queue: __, nodes: ___, ...search } = settings;
    const submission: Submission = {
      id: newSubmission(),
      version: PROTOCOL_VERSION,
      question,
      ...(seed !== undefined && { seed }),
      ...(memoryLimit !== undefined && { memoryLimit }),
      ...(!symmetry && { symmetry }),
      problem: fingerprint(compiled),
      ...(await planOf(compiled, question, search, nodes)),
    };
    await add(server, submission, compiled);
    return submission.id;
  });
}

/**
 * How a submission is searched, or its answer. Without `nodes` the size of its jobs is measured.
 * @internal
 */
export async function planOf(
  compiled: Compiled,
  question: QueueQuestion,
  settings: Settings,
  nodes: number | undefined,
): Promise<Plan> {
  const { engine = 'auto' } = settings;
  const whole = Prefix.of(new Start(compiled, settings.prefix).prefix);
  const chosen = engine === 'auto' ? await choose(compiled, question, settings, whole) : undefined;
  if (chosen !== undefined && 'status' in chosen) {
    return { ...partOf('lists', []), nodes: null, answer: chosen };
  }
  const begin = chosen ?? partOf(engine, [whole]);
  if (begin.engine === 'auto') return { ...begin, nodes: null };
  const { symmetry: _, ...own } = settings;
  const search = createSearch(compiled, { ...own, engine: begin.engine });
  if (begin.engine === 'learn')
    return { ...partOf('learn', search.split(CUBES_AT_ONCE)), nodes: null };
  return { ...begin, nodes: nodes ?? pace(search) };
}

/** The nodes of about a second. */
function pace(search: Search): number {
  // To lay out a search is not part of its pace.
  while (search.nodes === 0) if (isEnd(search.advance(1))) break;
  // The first sample warms up the loops, and others may be disturbed by other programs.
  const rates = Array.from({ length: 4 }, () => rate(search));
  return Math.max(1, Math.round(JOB_MS * Math.max(...rates)));
}

/** Nodes in a millisecond. */
function rate(search: Search): number {
  const [before, began] = [search.nodes, computed()];
  while (computed() - began < SAMPLE_MS) if (isEnd(search.advance(1 << 12, 1 << 30))) break;
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
 * comes at once. It rests on counted work, so it is the same on every machine.
 */
async function choose(
  compiled: Compiled,
  question: QueueQuestion,
  settings: Settings,
  whole: Prefix,
): Promise<Remaining | Answer> {
  const { wanted } = WANTED[question];
  const wantsFew = wanted < Number.POSITIVE_INFINITY;
  const portfolio = PORTFOLIOS[question](compiled, settings, { deciders: wantsFew || 'leading' });
  try {
    let outcome: string = await stepInTurns(() => {
      if (portfolio.solutions >= wanted) return 'found';
      if (portfolio.cost >= LOCAL_NS[question]) return 'undecided';
      const outcome = portfolio.advance(STRIDE_NODES, wanted - portfolio.solutions);
      return outcome === 'solution' ? 'paused' : outcome;
    });
    if (question === 'count' && outcome === 'undecided') {
      // Each way to count gets its chance before the choice, as beside workers on one machine.
      outcome = await stepInTurns(() => portfolio.contest());
    }
    const work = { nodes: portfolio.nodes, jobs: 0 };
    if (outcome === 'found') {
      const solution = question === 'first' ? { solution: ascending(portfolio.solution()) } : {};
      return { status: 'found', count: String(wanted), ...solution, ...work };
    }
    if (outcome === 'exhausted' && question !== 'solutions') {
      return { status: 'complete', count: String(portfolio.exact), ...work };
    }
    // `learn` decides problems that are beyond all others, and workers share its cubes.
    if (wantsFew) return partOf('learn', [whole]);
    const main = question === 'count' ? portfolio.ahead : portfolio.main;
    return main === undefined ? partOf('auto', [whole]) : partOf(main.engine, main.roots);
  } finally {
    portfolio.end();
  }
}

/** Takes steps until one is the last, in turns with the event loop. */
async function stepInTurns<R extends string>(step: () => R | 'paused'): Promise<R> {
  for (;;) {
    const end = performance.now() + TURN_MS;
    do {
      const outcome = step();
      if (outcome !== 'paused') return outcome;
    } while (performance.now() < end);
    await eventLoop();
  }
}

import type { Problem, Solution } from '../engine/problem/problem.ts';
import { countAsync, firstAsync, isUniqueAsync, solutionsAsync } from '../engine/solve/api.ts';
import type { Status } from '../engine/solve/limit-settings.ts';
import type { Uniqueness } from '../engine/solve/questions.ts';
import { write, writeCount } from './answers.ts';
import { EXIT, type Exit } from './exit.ts';
import type { Inquiry } from './question.ts';
import { grouped, Report } from './report.ts';
import { partOf } from './shard.ts';

/** The settings of the four questions. */
type Settings = Parameters<typeof countAsync>[1] & Parameters<typeof solutionsAsync>[1];

/** A question to a problem, with all that its answer needs. */
interface Asked {
  readonly inquiry: Inquiry;
  /** The problem, or the part of it that is asked for. */
  readonly problem: Problem;
  readonly settings: Settings;
  readonly report: Report;
  /** The functions of several threads, if there are several. */
  readonly parallel: typeof import('../engine/parallel/answers.ts') | undefined;
  readonly workers: number;
  /** The solutions that a checkpoint has. */
  readonly before: number;
}

interface Answer {
  readonly status: Status;
  readonly answer?: Uniqueness['answer'];
}

interface Mode {
  /** True if the threads share the work, so that their number is reported. */
  readonly divides: boolean;
  /** True if its answer says by itself that there is no solution. */
  readonly saysNone: boolean;
  /** Asks, and prints the answer. */
  ask(asked: Asked): Promise<Answer>;
}

const MODES = {
  solutions: { divides: true, saysNone: false, ask: askSolutions },
  count: { divides: true, saysNone: true, ask: askCount },
  first: { divides: false, saysNone: false, ask: askFirst },
  unique: { divides: false, saysNone: true, ask: askUnique },
} satisfies Record<string, Mode>;

async function askSolutions(asked: Asked): Promise<Answer> {
  const { problem, settings, parallel, workers, inquiry } = asked;
  const { console } = inquiry.shell;
  const stream = parallel
    ? parallel.solutionsParallel(problem, { ...settings, workers })
    : solutionsAsync(problem, settings);
  let index = asked.before;
  for await (const solution of stream) {
    show(solution, ++index, asked);
    inquiry.output?.check();
    if (console.isFull) await console.waitForRoom();
  }
  return { status: stream.status as Status };
}

async function askCount({
  problem,
  settings,
  parallel,
  workers,
  report,
  inquiry,
}: Asked): Promise<Answer> {
  const { exact, all, status } = parallel
    ? await parallel.countParallel(problem, { ...settings, workers })
    : await countAsync(problem, settings);
  report.count(exact);
  if (all !== undefined) report.countClasses(exact, all);
  writeCount(exact, status, inquiry);
  return { status };
}

async function askFirst(asked: Asked): Promise<Answer> {
  const { problem, settings, parallel, workers } = asked;
  const { solution, status } = parallel
    ? await parallel.firstParallel(problem, { ...settings, workers })
    : await firstAsync(problem, settings);
  if (solution !== undefined) show(solution, 1, asked);
  return { status };
}

async function askUnique({
  problem,
  settings,
  parallel,
  workers,
  inquiry,
}: Asked): Promise<Answer> {
  const { given, shell } = inquiry;
  const { answer, status } = parallel
    ? await parallel.isUniqueParallel(problem, { ...settings, workers })
    : await isUniqueAsync(problem, settings);
  if (!given.json) shell.console.write(`${answer}\n`);
  return { status, answer };
}

function show(solution: Solution<unknown>, index: number, { report, problem, inquiry }: Asked) {
  const { given, shell } = inquiry;
  if (solution.classSize !== undefined) report.countClasses(1n, solution.classSize);
  write(solution, index, { problem, given, shell });
}

/** Prints all solutions, or answers `--count`, `--first` and `--unique`. */
export async function search(inquiry: Inquiry): Promise<Exit> {
  const { given, shell } = inquiry;
  const { engine = 'auto', workers = 1, json } = given;
  const isPart = given.shard !== undefined || given.prefix !== undefined;
  const part = isPart ? partOf(inquiry.problem, given) : undefined;
  const problem = part?.problem ?? inquiry.problem;
  const kept = await openCheckpoint(problem, inquiry);
  // `first` gives turns to `learn`, which a stream does not, and takes no `sweep`. A checkpoint
  // keeps its question.
  const wantsOne =
    inquiry.question === 'solutions' &&
    given.limit === 1 &&
    kept === undefined &&
    engine !== 'sweep';
  const mode: Mode = MODES[wantsOne ? 'first' : (inquiry.question as keyof typeof MODES)];
  const report = new Report(engine, inquiry, mode.divides ? workers : 1);
  const parallel = workers > 1 ? await import('../engine/parallel/answers.ts') : undefined;
  const settings = {
    ...report.limits,
    engine,
    seed: given.seed,
    prefix: part?.prefix,
    reduce: given.reduce,
    limit: given.limit,
    symmetry: given['no-symmetry'] ? (false as const) : undefined,
    upToSymmetry: given['up-to-symmetry'],
    ...kept?.settings,
  };
  const before = kept?.solutions ?? 0;
  let answer: Answer;
  try {
    answer = await mode.ask({ inquiry, problem, settings, report, parallel, workers, before });
  } catch (error) {
    const refusal = kept?.refusalOf(error);
    if (refusal !== undefined) throw refusal;
    if (report.found > 0n) {
      if (mode === MODES.count) writeCount(report.found, undefined, inquiry);
      report.noteFound();
    }
    throw error;
  } finally {
    kept?.close();
  }
  const status = wantsOne && answer.status === 'found' ? 'limit' : answer.status;
  const saysNone = json || mode.saysNone;
  const ending = { answer: answer.answer, fields: part?.fields, saysNone: saysNone || isPart };
  const exit = report.end(status, ending);
  kept?.explain(status);
  if (given.stats && status === 'complete') await checkSum(report, inquiry);
  if (!isPart || exit !== EXIT.noSolution) return exit;
  if (!saysNone) shell.console.note('There is no solution in this part: that is proven.');
  // A scheduler would take a part without solutions for a failure.
  return EXIT.answered;
}

/** Milliseconds that a check of the sum may take in any case. */
const CHECK = 1000;

/**
 * Compares the sum of the sizes of all classes with a count of all solutions, if that takes at most
 * twice as long as the classes took.
 */
async function checkSum(report: Report, { problem, signal, shell }: Inquiry): Promise<void> {
  const { all } = report;
  if (all === undefined) return;
  const timeout = Math.max(CHECK, 2000 * report.seconds);
  const { exact, status } = await countAsync(problem, { timeout, signal });
  if (status !== 'complete') return;
  if (exact !== all)
    throw new Error(`The classes have ${all} solutions, and a count has ${exact}.`);
  shell.console.note(`A count of all solutions comes to ${grouped(exact)}, too.`);
}

/** The file of `--checkpoint`, locked. */
async function openCheckpoint(problem: Problem, { given, shell, output }: Inquiry) {
  if (given.checkpoint === undefined) return undefined;
  const { CheckpointFile } = await import('./checkpoint.ts');
  return CheckpointFile.open(given.checkpoint, problem, given, shell, output);
}

/** Answers `--best`: the cheapest solutions, or the dearest, and how far from these they can be. */
export async function askBest(inquiry: Inquiry): Promise<Exit> {
  const { problem, given, shell } = inquiry;
  const { best: k, max, seed, reduce, json } = given;
  const report = new Report('best', inquiry);
  const { bestAsync } = await import('../engine/best/questions.ts');
  const settings = {
    ...report.limits,
    k,
    max,
    seed,
    reduce,
    upToSymmetry: given['up-to-symmetry'],
  };
  const { solutions, bound, status } = await bestAsync(problem, settings);
  report.count(BigInt(solutions.length));
  for (const [index, { solution }] of solutions.entries()) {
    if (solution.classSize !== undefined) report.countClasses(1n, solution.classSize);
    write(solution, index + 1, inquiry);
    if (shell.console.isFull) await shell.console.waitForRoom();
  }
  const found = `${report.summary} so far`;
  const others = `no other ${given['up-to-symmetry'] ? 'class' : 'solution'} costs ${max ? 'more' : 'less'} than ${bound}`;
  const incomplete = typeof bound === 'number' ? `${found}, ${others}` : found;
  return report.end(status, { fields: { bound }, saysNone: json, incomplete });
}

import type { Problem, Solution } from '../engine/problem/problem.ts';
import { countAsync, firstAsync, isUniqueAsync, solutionsAsync } from '../engine/solve/api.ts';
import type { Status } from '../engine/solve/limits.ts';
import type { Count, First, Uniqueness } from '../engine/solve/questions.ts';
import { write, writeCount } from './answers.ts';
import { EXIT, type Exit } from './exit.ts';
import type { Inquiry } from './question.ts';
import { grouped, Report } from './report.ts';
import { partOf } from './shard.ts';

/** The functions that answer in one piece, by one thread. */
const ASYNC = { count: countAsync, first: firstAsync, unique: isUniqueAsync };

/** The answer of one of them. */
type Answer = Partial<First<Solution<unknown>> & Count & Uniqueness> & {
  readonly status: Status;
};

/** Prints all solutions, or answers `--count`, `--first` and `--unique`. */
export async function search(inquiry: Inquiry): Promise<Exit> {
  const { given, shell, output } = inquiry;
  const { console } = shell;
  const { engine = 'auto', workers = 1, json } = given;
  const isPart = given.shard !== undefined || given.prefix !== undefined;
  const part = isPart ? partOf(inquiry.problem, given) : undefined;
  const problem = part?.problem ?? inquiry.problem;
  const kept = await openCheckpoint(problem, inquiry);
  // `first` gives turns to `learn`, which a stream does not, and takes no `sweep`. A checkpoint keeps
  // its question.
  const wantsOne =
    inquiry.question === 'solutions' &&
    given.limit === 1 &&
    kept === undefined &&
    engine !== 'sweep';
  const question = wantsOne ? 'first' : (inquiry.question as keyof typeof ASYNC | 'solutions');
  const divides = question === 'solutions' || question === 'count';
  const report = new Report(engine, inquiry, divides ? workers : 1);
  const parallel = workers > 1 ? await import('../engine/parallel/answers.ts') : undefined;
  const settings = {
    ...report.limits,
    engine,
    seed: given.seed,
    prefix: part?.prefix,
    reduce: given.reduce,
    limit: given.limit,
    symmetry: given['no-symmetry'] ? false : undefined,
    upToSymmetry: given['up-to-symmetry'],
    ...kept?.settings,
  };
  const show = (solution: Solution<unknown>, index: number) => {
    if (solution.classSize !== undefined) report.countClasses(1n, solution.classSize);
    write(solution, index, { problem, given, shell });
  };
  let status: Status;
  let answer: Uniqueness['answer'] | undefined;
  try {
    if (question === 'solutions') {
      const stream = parallel
        ? parallel.solutionsParallel(problem, { ...settings, workers })
        : solutionsAsync(problem, settings);
      let index = kept?.solutions ?? 0;
      for await (const solution of stream) {
        show(solution, ++index);
        output?.check();
        if (console.isFull) await console.waitForRoom();
      }
      status = stream.status as Status;
    } else {
      const found: Answer = parallel
        ? await inParallel(parallel)[question](problem, { ...settings, workers })
        : await ASYNC[question](problem, settings);
      ({ status, answer } = found);
      if (wantsOne && status === 'found') status = 'limit';
      if (found.solution !== undefined) show(found.solution, 1);
      if (found.exact !== undefined) {
        report.count(found.exact);
        if (found.all !== undefined) report.countClasses(found.exact, found.all);
        writeCount(found.exact, status, inquiry);
      }
      if (answer !== undefined && !json) console.write(`${answer}\n`);
    }
  } catch (error) {
    const refusal = kept?.refusalOf(error);
    if (refusal !== undefined) throw refusal;
    if (report.found > 0n) {
      if (question === 'count') writeCount(report.found, undefined, inquiry);
      report.noteFound();
    }
    throw error;
  } finally {
    kept?.close();
  }
  const resultsTellNone = json || question === 'count' || question === 'unique';
  const tellsNone = resultsTellNone || isPart;
  const exit = report.end(status, { answer, fields: part?.fields, saysNone: tellsNone });
  kept?.explain(status);
  if (given.stats && status === 'complete') await checkSum(report, inquiry);
  if (!isPart || exit !== EXIT.noSolution) return exit;
  if (!resultsTellNone) console.note('There is no solution in this part: that is proven.');
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

/** The functions that answer in one piece, by several threads. */
function inParallel(parallel: typeof import('../engine/parallel/answers.ts')) {
  const { countParallel, firstParallel, isUniqueParallel } = parallel;
  return { count: countParallel, first: firstParallel, unique: isUniqueParallel };
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

import { setImmediate } from 'node:timers/promises';
import type { Status } from '../core/walk.ts';
import type { ModelAnswer } from '../problem/dimacs-model.ts';
import { QuadrilleError } from '../problem/error.ts';
import type { Problem, Solution } from '../problem/problem.ts';
import type { Shell } from './command.ts';
import { diagramOf, endOfDiagram, optionText, writeOdds } from './diagram.ts';
import { EXIT, type Exit } from './exit.ts';
import { readAll } from './input.ts';
import { counted, Report } from './report.ts';

/** How answers are printed. */
interface Form {
  /** As JSON, a line each. */
  readonly json?: boolean | undefined;
  /** Option -> its label, where labels take the place of items. */
  readonly labels?: readonly string[] | undefined;
}

/** The samples between two turns of the event loop: a millisecond or so. */
const SAMPLES_A_TURN = 64;

/** The flags that a diagram answers, and its limits. */
interface DiagramFlags extends Form {
  readonly sample?: number | undefined;
  readonly seed?: number | undefined;
  readonly timeout?: number | undefined;
  readonly 'max-nodes'?: number | undefined;
  readonly memory?: number | undefined;
  readonly stats?: true | undefined;
}

/** The flags of `--best`. */
interface BestFlags extends Omit<DiagramFlags, 'sample'> {
  readonly best?: number | undefined;
  readonly max?: true | undefined;
  readonly reduce?: true | undefined;
}

/** Writes a solution. */
export function write(
  { numbers, options, cost }: Solution<unknown>,
  index: number,
  problem: Problem,
  { json, labels }: Form,
  { console }: Shell,
): void {
  const price: { cost?: number } = problem.priced ? { cost } : {};
  if (json) {
    const named = labels && { labels: numbers.map((option) => labels[option] ?? null) };
    console.writeJson('solution', { index, ...price, numbers, options, ...named });
  } else console.write(blockOf(index, price.cost, numbers, problem, labels));
}

/** Writes a number of solutions; `>=` says that there may be more. */
export function writeCount(
  count: bigint,
  status: Status | undefined,
  { json }: Form,
  { console }: Shell,
): void {
  if (!json) console.write(`${status === 'complete' ? '' : '>='}${count}\n`);
}

/** A solution for people. */
function blockOf(
  index: number,
  cost: number | undefined,
  numbers: readonly number[],
  problem: Problem,
  labels: Form['labels'],
): string {
  const lines = numbers.map((option) => `  ${optionText(option, problem, labels)}\n`);
  return `${index}:${cost === undefined ? '' : ` cost ${cost}`}\n${lines.join('')}\n`;
}

/** Reads the answer of another solver, and writes it as an answer of quadrille. */
export async function readBack(
  problem: Problem,
  file: string,
  given: Form,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const source = file === '-' ? 'standard input' : file;
  const { answer, solution } = await modelOf(problem, await readAll(file, shell), source);
  if (solution !== undefined) write(solution, 1, problem, given, shell);
  if (given.json) {
    const status = { solution: 'found', none: 'complete', unknown: 'aborted' }[answer];
    console.writeJson('status', { status, solutions: solution === undefined ? 0 : 1 });
  }
  if (answer === 'solution') return EXIT.answered;
  console.note(
    answer === 'none'
      ? 'There is no solution, according to the solver.'
      : 'The solver ended without an answer.',
  );
  return answer === 'none' ? EXIT.noSolution : EXIT.undecided;
}

/** The answer of another solver in a text. Errors name the file. */
async function modelOf(problem: Problem, text: string, source: string): Promise<ModelAnswer> {
  const { isLpSolution, readLpSolution } = await import('../problem/lp-solution.ts');
  const { readModel } = await import('../problem/dimacs-model.ts');
  try {
    return isLpSolution(text) ? readLpSolution(problem, text) : readModel(problem, text);
  } catch (error) {
    if (!(error instanceof QuadrilleError)) throw error;
    const { code, message, line, column } = error;
    throw new QuadrilleError(code, `${source}: ${message}`, { source, line, column });
  }
}

/** Answers `--sample` and `--odds` from the diagram of all solutions. */
export async function askDiagram(
  problem: Problem,
  given: DiagramFlags,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { sample, seed = 0, timeout, json = false } = given;
  const report = new Report('diagram', signal, console);
  const limits = { timeout, maxNodes: given['max-nodes'], memoryLimit: given.memory, signal };
  const { diagram, status } = await diagramOf(problem, limits, report);
  if (diagram !== undefined && sample !== undefined) {
    let index = 0;
    for (const solution of diagram.samples({ seed })) {
      write(solution, ++index, problem, given, shell);
      if (index === sample) break;
      if (console.isFull) await console.waitForRoom();
      // Signals are heard when the event loop runs.
      if (index % SAMPLES_A_TURN === 0) await setImmediate();
      if (!signal.aborted) continue;
      if (json) console.writeJson('status', report.summary('aborted'));
      return report.end('aborted', given.stats ?? false, false, `${index} of ${sample} are drawn`);
    }
  } else if (diagram !== undefined) {
    const odds = { count: diagram.count, perOption: diagram.perOption() };
    await writeOdds(odds, problem, given, console);
  }
  if (json) console.writeJson('status', report.summary(status));
  return endOfDiagram(report, status, given.stats ?? false);
}

/** Answers `--best`: the cheapest solutions, or the dearest, and how far from these they can be. */
export async function askBest(
  problem: Problem,
  given: BestFlags,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { best: k, max, seed, reduce, timeout, json } = given;
  const report = new Report('best', signal, console);
  const { bestAsync } = await import('../ask/best.ts');
  const { solutions, bound, status } = await bestAsync(problem, {
    k,
    max,
    seed,
    reduce,
    timeout,
    maxNodes: given['max-nodes'],
    memoryLimit: given.memory,
    signal,
    onProgress: report.onProgress,
  });
  report.count(BigInt(solutions.length));
  for (const [index, { solution }] of solutions.entries()) {
    write(solution, index + 1, problem, given, shell);
    if (console.isFull) await console.waitForRoom();
  }
  if (json) console.writeJson('status', { ...report.summary(status), bound });
  const others = `no other solution costs ${max ? 'more' : 'less'} than ${bound}`;
  const found = `${counted(solutions.length, 'solution')} so far`;
  return report.end(
    status,
    given.stats ?? false,
    json,
    typeof bound === 'number' ? `${found}, ${others}` : found,
  );
}

import { setImmediate } from 'node:timers/promises';
import type { Count, First, Uniqueness } from '../ask/answers.ts';
import { countAsync, firstAsync, isUniqueAsync, solutionsAsync } from '../ask/async.ts';
import { QUESTION_ENGINES } from '../ask/engines.ts';
import type { Status } from '../ask/walk.ts';
import { DlxReader } from '../problem/dlx/reader.ts';
import type { Problem, Solution } from '../problem/problem.ts';
import { readBack, write, writeCount } from './answers.ts';
import { type Shell, simpleCommand } from './command.ts';
import { diagramOf, endOfDiagram, writeOdds } from './diagram.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import { atMostOne, choice, type Given, integer, memory, seconds, seed, text } from './flags.ts';
import { open, readAll } from './input.ts';
import { amount, counted, Report, Ticker } from './report.ts';

/** More threads than any machine has cores would only take memory. */
const MOST_WORKERS = 1024;

const FLAGS = {
  count: { about: 'prints only the number of solutions; >=N if there may be more' },
  first: { about: 'stops at the first solution' },
  limit: integer('K', 'stops at K solutions'),
  unique: { about: 'prints unique, several, none or unknown; stops at the second solution' },
  proof: text(
    'NAME',
    'proves that there is no solution, or with --unique no other, in NAME.cnf and NAME.drat, as drat-trim reads them',
  ),
  sample: integer(
    'K',
    'prints K solutions drawn at random, each as likely as any other; others by --seed',
    1,
  ),
  odds: {
    about: 'prints a line for each option: how many solutions have it, their share, its items',
  },
  best: integer('K', 'prints the K cheapest solutions, the cheapest first', 1),
  max: { about: 'with --best: the dearest solutions in place of the cheapest' },
  json: { about: 'prints a JSON object on each line: the results, then the status' },
  cnf: { about: 'prints the problem for SAT solvers (DIMACS) instead of solving it' },
  lp: { about: 'prints the problem for MIP solvers (an LP file) instead of solving it' },
  model: text('FILE', 'reads the answer of a solver to the output of --cnf or --lp'),
  format: choice(
    'NAME',
    'the form of the problem: dlx (default), or or-library (set partitioning)',
    ['dlx', 'or-library'] as const,
  ),
  stats: { about: 'prints statistics of the search on stderr' },
  sharp: { about: 'branches first on primary items whose names begin with #' },
  engine: choice(
    'NAME',
    `the engine: ${QUESTION_ENGINES.join(', ')}; default auto`,
    QUESTION_ENGINES,
  ),
  workers: integer(
    'N',
    'searches by N threads; default 1; the order of the solutions is then by chance',
    1,
    MOST_WORKERS,
  ),
  seed,
  timeout: seconds('stops after this time'),
  memory,
  'max-nodes': integer('N', 'stops when N options have been chosen'),
};

type Flags = Given<typeof FLAGS>;

/** Warnings that are printed; the others are only counted. */
const MOST_WARNINGS = 10;
/** The samples between two turns of the event loop: a millisecond or so. */
const SAMPLES_A_TURN = 64;

/** The functions that answer the flags, by one thread. Without one of these flags, `solve` prints all solutions. */
const QUESTIONS = { count: countAsync, first: firstAsync, unique: isUniqueAsync };

export const solve = simpleCommand({
  name: 'solve',
  summary: "solves an exact-cover problem in Knuth's text format (.dlx)",
  usage: ['quadrille solve [FILE|-] [flags]'],
  about:
    'A problem has items and options, which are sets of items. A solution is a set of options in ' +
    'which each primary item occurs exactly once, or as often as its name says. A secondary item ' +
    'occurs at most once, or several times in one colour.\n' +
    "Reads a problem in the text format of Knuth's dlx programs, from a file or from standard " +
    'input, and prints each solution as it is found: a number, then its options, one a line.\n' +
    'The first line of a problem names the items: primary ones, then "|", then secondary ones. ' +
    'Each other line is an option, a list of items; "x:red" is the secondary item x in red. ' +
    '"2:3|a" among the names is an item that occurs two or three times, "2|a" one that occurs ' +
    'twice; "|7" at the end of an option is its cost. ' +
    'Lines that begin with "|" are comments. The input may be packed by gzip.',
  flags: FLAGS,
  examples: [
    [
      "printf 'a b c\\na b\\nc\\na\\nb c\\n' | quadrille solve",
      'two solutions of three items and four options',
    ],
    ['quadrille make pentominoes 4x15 | quadrille solve --count', 'prints 1472'],
    ['quadrille solve puzzle.dlx --first --stats', 'one solution, and statistics'],
    [
      "printf 'a b\\na\\nb\\n' | quadrille solve --unique --proof p",
      'unique; the proof is for drat-trim p.cnf p.drat',
    ],
    ['quadrille make dominoes 8x8 | quadrille solve --sample 3 --seed 1', 'three of 12,988,816'],
    ['quadrille make dominoes 8x8 | quadrille solve --odds | sort -n | head', 'the rarest options'],
    [
      'quadrille solve puzzle.dlx --json --limit 10 |\n    jq -c \'select(.type == "solution") .options\'',
      'ten solutions, for programs',
    ],
    ['quadrille solve crews.txt --format or-library --best 3', 'the three cheapest, in order'],
    ['quadrille solve puzzle.dlx --cnf > puzzle.cnf', 'the same problem for a SAT solver'],
    ['cadical -q puzzle.cnf | quadrille solve puzzle.dlx --model -', 'its answer, read back'],
    [
      'quadrille solve crews.txt --format or-library --lp > crews.lp',
      'a problem of the OR-library for a MIP solver',
    ],
  ],
  async run(given, operands, shell) {
    checkTogether(given);
    const [file = '-', another] = operands;
    if (another !== undefined) {
      throw new UsageError(`${JSON.stringify(another)} is a second problem; give one at a time`);
    }
    if (file === '-' && given.model === '-') {
      throw new UsageError(
        'the problem and the answer are both read from -; give a file for one of them',
      );
    }
    const problem = await readProblem(file, given, shell);
    if (given.model !== undefined) return readBack(problem, given.model, given, shell);
    if (given.cnf) {
      const { dimacsLines } = await import('../problem/dimacs.ts');
      if (problem.priced) shell.console.note('Warning: the costs are left out; --lp has them.');
      await shell.console.writeAll(dimacsLines(problem));
      return EXIT.answered;
    }
    if (given.lp) {
      const { lpLines } = await import('../problem/lp.ts');
      await shell.console.writeAll(lpLines(problem));
      return EXIT.answered;
    }
    const { sample, odds, best } = given;
    const asksDiagram = sample !== undefined || odds !== undefined;
    if (given.proof !== undefined) {
      const { askProof } = await import('./proof.ts');
      return shell.interruptible((signal) => askProof(problem, given, signal, shell));
    }
    const ask = best !== undefined ? askBest : asksDiagram ? askDiagram : search;
    return shell.interruptible((signal) => ask(problem, given, signal, shell));
  },
});

/** Refuses flags that exclude each other, or would have no effect. */
function checkTogether(given: Flags): void {
  atMostOne(given, ['count', 'first', 'unique', 'sample', 'odds', 'best', 'cnf', 'lp', 'model']);
  for (const name of ['first', 'unique', 'sample', 'odds', 'best'] as const) {
    atMostOne(given, [name, 'limit']);
  }
  for (const name of ['sample', 'odds', 'best'] as const) {
    atMostOne(given, [name, 'engine']);
    atMostOne(given, [name, 'workers']);
  }
  for (const name of ['count', 'limit', 'sample', 'odds', 'best', 'workers'] as const) {
    atMostOne(given, ['proof', name]);
  }
  if (given.proof !== undefined && given.engine !== undefined && given.engine !== 'learn') {
    throw new UsageError(`--engine ${given.engine} writes no proof; leave --engine out`);
  }
  atMostOne(given, ['odds', 'seed']);
  atMostOne(given, ['sharp', 'format']);
  if (given.max && given.best === undefined) {
    throw new UsageError('--max says which solutions --best K prints; give --best too');
  }
  const names = Object.keys(FLAGS) as (keyof Flags)[];
  for (const name of names) {
    if (name === 'format') continue;
    if (name !== 'cnf') atMostOne(given, ['cnf', name]);
    if (name !== 'lp') atMostOne(given, ['lp', name]);
    if (name !== 'model' && name !== 'json') atMostOne(given, ['model', name]);
  }
}

/** Reads a problem. Warnings go to stderr. */
async function readProblem(file: string, { format, sharp }: Flags, shell: Shell): Promise<Problem> {
  const { console } = shell;
  if (format === 'or-library') {
    const { readOrLibrary } = await import('../problem/or-library.ts');
    const source = file === '-' ? 'standard input' : file;
    return readOrLibrary(await readAll(file, shell), { source });
  }
  const { source, chunks } = open(file, shell);
  let warnings = 0;
  const reader = new DlxReader({
    source,
    sharp,
    onWarning({ message }) {
      if (++warnings <= MOST_WARNINGS) console.note(`Warning: ${message}`);
    },
  });
  const ticker = new Ticker(console);
  let read = 0;
  for await (const chunk of chunks) {
    reader.push(chunk);
    read += chunk.length;
    ticker.tick(() => `reading ${source}: ${amount(read)} characters`);
  }
  const problem = reader.end();
  if (warnings > MOST_WARNINGS) {
    console.note(`... and ${amount(warnings - MOST_WARNINGS)} more options like these.`);
  }
  if (problem.optionCount === 0) console.note(`Warning: ${source} has items, but no options.`);
  return problem;
}

/** The same by several threads. */
function parallelQuestions(parallel: typeof import('../parallel/answers.ts')) {
  const { countParallel, firstParallel, isUniqueParallel } = parallel;
  return { count: countParallel, first: firstParallel, unique: isUniqueParallel };
}

async function search(
  problem: Problem,
  given: Flags,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { engine = 'auto', workers = 1, timeout, json } = given;
  const report = new Report(engine, signal, console);
  const parallel = workers > 1 ? await import('../parallel/answers.ts') : undefined;
  const settings = {
    engine,
    seed: given.seed,
    limit: given.limit,
    timeout,
    maxNodes: given['max-nodes'],
    memoryLimit: given.memory,
    signal,
    onProgress: report.onProgress,
  };
  let status: Status;
  let answer: Uniqueness['answer'] | undefined;
  const asked = atMostOne(given, ['count', 'first', 'unique']);
  try {
    if (asked === undefined) {
      const stream = parallel
        ? parallel.solutionsParallel(problem, { ...settings, workers })
        : solutionsAsync(problem, settings);
      let index = 0;
      for await (const solution of stream) {
        write(solution, ++index, problem, given, shell);
        if (console.isFull) await console.waitForRoom();
      }
      status = stream.status as Status;
    } else {
      const found: Partial<First<Solution<unknown>> & Count & Uniqueness> & { status: Status } =
        parallel === undefined
          ? await QUESTIONS[asked](problem, settings)
          : await parallelQuestions(parallel)[asked](problem, { ...settings, workers });
      ({ status, answer } = found);
      if (found.solution !== undefined) write(found.solution, 1, problem, given, shell);
      if (found.exact !== undefined) {
        report.count(found.exact);
        writeCount(found.exact, status, given, shell);
      }
      if (answer !== undefined && !json) console.write(`${answer}\n`);
    }
  } catch (error) {
    if (given.count) writeCount(report.found, undefined, given, shell);
    report.tellFound();
    throw error;
  }
  if (json) console.writeJson('status', report.summary(status, answer));
  const resultsTellNone = given.json ?? given.count ?? given.unique ?? false;
  return report.end(status, given.stats ?? false, resultsTellNone);
}

/** Answers `--sample` and `--odds` from the diagram of all solutions. */
async function askDiagram(
  problem: Problem,
  given: Flags,
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
    await writeOdds(odds, problem, json, console);
  }
  if (json) console.writeJson('status', report.summary(status));
  return endOfDiagram(report, status, given.stats ?? false);
}

/** Answers `--best`: the cheapest solutions, or the dearest, and how far from these they can be. */
async function askBest(
  problem: Problem,
  given: Flags,
  signal: AbortSignal,
  shell: Shell,
): Promise<Exit> {
  const { console } = shell;
  const { best: k, max, seed, timeout, json } = given;
  const report = new Report('best', signal, console);
  const { bestAsync } = await import('../ask/best.ts');
  const { solutions, bound, status } = await bestAsync(problem, {
    k,
    max,
    seed,
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
  // JSON has no infinity: null says that there are no others.
  const limit = Number.isFinite(bound) ? bound : null;
  if (json) console.writeJson('status', { ...report.summary(status), bound: limit });
  const others = `no other solution costs ${max ? 'more' : 'less'} than ${bound}`;
  const found = `${counted(solutions.length, 'solution')} so far`;
  return report.end(
    status,
    given.stats ?? false,
    json,
    limit === null ? found : `${found}, ${others}`,
  );
}

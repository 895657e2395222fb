import { countAsync, firstAsync, isUniqueAsync, solutionsAsync } from '../ask/async.ts';
import { QUESTION_ENGINES } from '../ask/engines.ts';
import type { Count, First, Uniqueness } from '../core/answers.ts';
import type { Status } from '../core/walk.ts';
import type { Problem, Solution } from '../problem/problem.ts';
import type { ReasonName } from '../why/explaining.ts';
import { askBest, askDiagram, readBack, write, writeCount } from './answers.ts';
import { type Shell, simpleCommand } from './command.ts';
import { EXIT, type Exit, UsageError } from './exit.ts';
import {
  atMostOne,
  choice,
  choices,
  type Given,
  integer,
  MOST_WORKERS,
  memory,
  type OptionalValueFlag,
  seconds,
  seed,
  text,
  type ValueFlag,
} from './flags.ts';
import { FORMAT, readProblem } from './input.ts';
import { KEEPING, OutputFile } from './output.ts';
import { Report } from './report.ts';
import { PART_FLAGS, partOf } from './shard.ts';

/** The reasons that --why looks for, as the library names them. */
const REASONS: readonly ReasonName[] = ['chain', 'weights', 'clash'];

const FLAGS = {
  count: { about: 'prints only the number of solutions; >=N if there may be more' },
  first: { about: 'stops at the first solution' },
  limit: integer('K', 'stops at K solutions'),
  unique: { about: 'prints unique, several, none or unknown; stops at the second solution' },
  proof: {
    value: 'NAME',
    about:
      'proves that there is no solution, or with --unique no other, in NAME.cnf and NAME.drat, as drat-trim reads them',
    read(text) {
      if (!/(?:^|[/\\])-?$/.test(text)) return text;
      throw new UsageError('give the name of two files without their ends: p for p.cnf and p.drat');
    },
  } satisfies ValueFlag<string>,
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
  why: {
    ...choices(
      'LIST',
      'tells why there is no solution: deductions, weights, or items that clash; LIST says which of these to ' +
        'look for, as in --why=clash or --why=chain,weights',
      REASONS,
    ),
    isOptional: true,
  } satisfies OptionalValueFlag<ReasonName[]>,
  reduce: { about: 'makes the problem smaller before the search (see quadrille reduce)' },
  labels: {
    about:
      'prints an option by its label, a comment in the line above it, as "| Ann, early on Monday"',
  },
  json: { about: 'prints a JSON object on each line: the results, then the status' },
  cnf: { about: 'prints the problem for SAT solvers (DIMACS) instead of solving it' },
  lp: { about: 'prints the problem for MIP solvers (an LP file) instead of solving it' },
  model: text('FILE', 'reads the answer of a solver to the output of --cnf or --lp'),
  format: FORMAT,
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
  ...KEEPING,
  ...PART_FLAGS,
  seed,
  timeout: seconds('stops after this time'),
  memory,
  'max-nodes': integer('N', 'stops when N options have been chosen'),
};

type Flags = Given<typeof FLAGS>;

/** The flags that are given, with the labels that were read. */
type Asked = Omit<Flags, 'labels'> & { readonly labels?: string[] | undefined };

/**
 * The functions that answer the flags, by one thread. Without one of these flags, `solve` prints
 * all solutions.
 */
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
    'Lines that begin with "|" are comments; with --labels they name the options below them. ' +
    'The input may be packed by gzip.',
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
    ['quadrille make langford 5 | quadrille solve --why || true', 'why there is no such row'],
    [
      "printf '%s\\n' 'mon tue' '| Ann on Monday' mon '| Bob on both days' 'mon tue' |\n    quadrille solve --labels",
      'the label of an option in its place',
    ],
    ['quadrille solve puzzle.dlx --cnf > puzzle.cnf', 'the same problem for a SAT solver'],
    ['cadical -q puzzle.cnf | quadrille solve puzzle.dlx --model -', 'its answer, read back'],
    [
      'quadrille solve crews.txt --format or-library --lp > crews.lp',
      'a problem of the OR-library for a MIP solver',
    ],
  ],
  async run(flags, operands, shell) {
    checkTogether(flags);
    const given: Asked = { ...flags, labels: flags.labels && [] };
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
    const asked = best !== undefined ? askBest : asksDiagram ? askDiagram : search;
    const ask = given.why ? (await import('./why.ts')).askWhy : asked;
    const output =
      given.output === undefined ? undefined : new OutputFile(given.output, shell.files);
    if (output !== undefined) shell.console.redirect(output);
    const exit = await shell.interruptible((signal) => ask(problem, given, signal, shell, output));
    shell.console.flush();
    output?.end();
    return exit;
  },
});

/** The flags that ask a question, or do something else with a problem. */
const QUESTION_FLAGS = [
  'count',
  'first',
  'unique',
  'sample',
  'odds',
  'best',
  'why',
  'cnf',
  'lp',
  'model',
] as const;

/** Refuses flags that exclude each other, or would have no effect. */
function checkTogether(given: Flags): void {
  atMostOne(given, QUESTION_FLAGS);
  for (const name of ['first', 'unique', 'sample', 'odds', 'best', 'why'] as const) {
    atMostOne(given, [name, 'limit']);
  }
  for (const name of ['sample', 'odds', 'best', 'why'] as const) {
    atMostOne(given, [name, 'engine']);
    atMostOne(given, [name, 'workers']);
    atMostOne(given, [name, 'checkpoint']);
    atMostOne(given, [name, 'shard']);
    if (name !== 'why') atMostOne(given, [name, 'prefix']);
    if (name !== 'best') atMostOne(given, [name, 'reduce']);
  }
  for (const name of [
    'count',
    'limit',
    'sample',
    'odds',
    'best',
    'why',
    'workers',
    'reduce',
    'output',
    'checkpoint',
    'shard',
    'prefix',
  ] as const) {
    atMostOne(given, ['proof', name]);
  }
  if (given.proof !== undefined && given.engine !== undefined && given.engine !== 'learn') {
    throw new UsageError(`--engine ${given.engine} writes no proof; leave --engine out`);
  }
  atMostOne(given, ['shard', 'prefix']);
  atMostOne(given, ['odds', 'seed']);
  atMostOne(given, ['sharp', 'format']);
  for (const name of ['format', 'count', 'unique'] as const) atMostOne(given, ['labels', name]);
  if (given.max && given.best === undefined) {
    throw new UsageError('--max says which solutions --best K prints; give --best too');
  }
  if (given['checkpoint-every'] !== undefined && given.checkpoint === undefined) {
    throw new UsageError('--checkpoint-every says when --checkpoint FILE is written; give it too');
  }
  const names = Object.keys(FLAGS) as (keyof Flags)[];
  for (const name of names) {
    if (name === 'format') continue;
    if (name !== 'cnf') atMostOne(given, ['cnf', name]);
    if (name !== 'lp') atMostOne(given, ['lp', name]);
    if (!['model', 'json', 'labels'].includes(name)) atMostOne(given, ['model', name]);
  }
}

/** The same by several threads. */
function parallelQuestions(parallel: typeof import('../parallel/answers.ts')) {
  const { countParallel, firstParallel, isUniqueParallel } = parallel;
  return { count: countParallel, first: firstParallel, unique: isUniqueParallel };
}

async function search(
  stated: Problem,
  given: Asked,
  signal: AbortSignal,
  shell: Shell,
  output?: OutputFile,
): Promise<Exit> {
  const { console } = shell;
  const { engine = 'auto', workers = 1, timeout, json } = given;
  const isPart = given.shard !== undefined || given.prefix !== undefined;
  const part = isPart ? partOf(stated, given) : undefined;
  const problem = part?.problem ?? stated;
  const kept = await openCheckpoint(problem, given, shell, output);
  // `first` gives turns to `learn`, which a stream does not. A checkpoint keeps its question.
  const wantsOne = given.limit === 1 && given.count === undefined && kept === undefined;
  const asked = wantsOne ? 'first' : atMostOne(given, ['count', 'first', 'unique']);
  const divides = asked !== 'first' && asked !== 'unique';
  const report = new Report(engine, signal, console, divides ? workers : 1);
  const parallel = workers > 1 ? await import('../parallel/answers.ts') : undefined;
  const settings = {
    engine,
    seed: given.seed,
    prefix: part?.prefix,
    reduce: given.reduce,
    limit: given.limit,
    timeout,
    maxNodes: given['max-nodes'],
    memoryLimit: given.memory,
    signal,
    onProgress: report.onProgress,
    ...kept?.settings,
  };
  let status: Status;
  let answer: Uniqueness['answer'] | undefined;
  try {
    if (asked === undefined) {
      const stream = parallel
        ? parallel.solutionsParallel(problem, { ...settings, workers })
        : solutionsAsync(problem, settings);
      let index = kept?.solutions ?? 0;
      for await (const solution of stream) {
        write(solution, ++index, problem, given, shell);
        output?.check();
        if (console.isFull) await console.waitForRoom();
      }
      status = stream.status as Status;
    } else {
      const found: Partial<First<Solution<unknown>> & Count & Uniqueness> & { status: Status } =
        parallel === undefined
          ? await QUESTIONS[asked](problem, settings)
          : await parallelQuestions(parallel)[asked](problem, { ...settings, workers });
      ({ status, answer } = found);
      if (wantsOne && status === 'found') status = 'limit';
      if (found.solution !== undefined) write(found.solution, 1, problem, given, shell);
      if (found.exact !== undefined) {
        report.count(found.exact);
        writeCount(found.exact, status, given, shell);
      }
      if (answer !== undefined && !json) console.write(`${answer}\n`);
    }
  } catch (error) {
    const refusal = kept?.refusalOf(error);
    if (refusal !== undefined) throw refusal;
    if (report.found > 0n) {
      if (given.count) writeCount(report.found, undefined, given, shell);
      report.tellFound();
    }
    throw error;
  } finally {
    await kept?.close();
  }
  if (json) console.writeJson('status', { ...report.summary(status, answer), ...part?.fields });
  const resultsTellNone = given.json ?? given.count ?? given.unique ?? false;
  const exit = report.end(status, given.stats ?? false, resultsTellNone || isPart);
  kept?.tell(status);
  if (!isPart || exit !== EXIT.noSolution) return exit;
  if (!resultsTellNone) console.note('There is no solution in this part: that is proven.');
  // A scheduler would take a part without solutions for a failure.
  return EXIT.answered;
}

/** The file of `--checkpoint`, locked. */
async function openCheckpoint(problem: Problem, given: Asked, shell: Shell, output?: OutputFile) {
  if (given.checkpoint === undefined) return undefined;
  const { CheckpointFile } = await import('./checkpoint.ts');
  return CheckpointFile.open(given.checkpoint, problem, given, shell, output);
}

import { accessSync, constants } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runAll, WITH_FILES } from './all.ts';
import { bestBenchmark } from './best/benchmark.ts';
import { countBenchmark } from './count.ts';
import { enumerateContenders, enumerateRaces } from './enumerate.ts';
import { firstBenchmark } from './first.ts';
import { type LearnSettings, learnBenchmark } from './learn/benchmark.ts';
import { writePage } from './page.ts';
import { pausesBenchmark } from './pauses.ts';
import { endQuietlyWithThePipe } from './pipe.ts';
import { type PlaygroundSettings, playgroundBenchmark } from './playground.ts';
import { type QueueSettings, queueBenchmark } from './queue.ts';
import { rateBenchmark } from './rate.ts';
import { reduceBenchmark } from './reduce.ts';
import { Results } from './results.ts';
import { CHECKOUTS, PROGRAMS, variableOf } from './rivals.ts';
import { rulesBenchmark } from './rules/benchmark.ts';
import { nursesBenchmark } from './rules/nurses-benchmark.ts';
import { smallBenchmark } from './small.ts';
import { type SudokuSettings, sudokuBenchmark } from './sudoku/benchmark.ts';
import { largeBenchmark } from './sudoku/large.ts';
import { symmetryBenchmark } from './symmetry.ts';
import { type BenchSettings, tournament } from './tournament.ts';
import { Trouble } from './trouble.ts';

interface Benchmark {
  /** A line for the list. */
  readonly about: string;
  /** The words that may follow its name; all others are mistakes. */
  readonly takes: readonly ('FILE' | keyof typeof OPTIONS)[];
  /** False where a checked target is missed. */
  run(settings: Settings): Promise<boolean>;
}

interface Settings
  extends SudokuSettings,
    BenchSettings,
    LearnSettings,
    PlaygroundSettings,
    QueueSettings {}

const OPTIONS = {
  check: { type: 'boolean' },
  repeat: { type: 'string' },
  only: { type: 'string' },
  slice: { type: 'string' },
  seeds: { type: 'string' },
  pictures: { type: 'string' },
  url: { type: 'string' },
  all: { type: 'boolean' },
  report: { type: 'boolean' },
} as const;

/** Those of `all`: the files of each benchmark. */
const ALL_OPTIONS = {
  quick: { type: 'boolean' },
  sudoku: { type: 'string', multiple: true },
  count: { type: 'string', multiple: true },
  reduce: { type: 'string', multiple: true },
  learn: { type: 'string', multiple: true },
  best: { type: 'string', multiple: true },
  rules: { type: 'string', multiple: true },
  rate: { type: 'string', multiple: true },
} as const;

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  enumerate: {
    about: 'all solutions, and the first few, beside the exact-cover packages of npm',
    takes: ['check', 'repeat', 'only'],
    async run(settings) {
      return tournament(enumerateRaces(), await enumerateContenders(), settings);
    },
  },
  small: {
    about: 'problems of 5 to 1,000 options, from the raw matrix to the answer, beside npm packages',
    takes: ['check', 'only'],
    run: smallBenchmark,
  },
  sudoku: {
    about: 'Sudokus beside npm packages and backtracking methods: of the FILEs, or our own',
    takes: ['FILE', 'check', 'repeat', 'only', 'slice'],
    run: sudokuBenchmark,
  },
  large: {
    about: 'a Sudoku of 100x100 with 3,000 blanks, and for a minute one with 6,000',
    takes: ['check', 'slice'],
    run: largeBenchmark,
  },
  count: {
    about: 'exact counts in processes of their own: of our problems, and of FILEs in .dlx',
    takes: ['FILE', 'check', 'repeat', 'only'],
    run: countBenchmark,
  },
  reduce: {
    about: 'what reduce removes from the problems of FILEs, and what a question gains by it',
    takes: ['FILE', 'repeat', 'only', 'slice'],
    run: reduceBenchmark,
  },
  learn: {
    about: 'what takes more than backtracking beside SAT solvers: Sudokus of FILEs, or families',
    takes: ['FILE', 'check', 'only', 'slice', 'seeds'],
    run: learnBenchmark,
  },
  first: {
    about: 'a first solution of 60 problems under auto, beside lists and learn alone',
    takes: ['check', 'only', 'slice'],
    run: firstBenchmark,
  },
  best: {
    about: 'the cheapest solution beside integer programs: of the FILEs, or of generated problems',
    takes: ['FILE', 'check', 'only', 'slice'],
    run: bestBenchmark,
  },
  rules: {
    about:
      'variant Sudokus of FILEs beside Interactive Sudoku Solver; or families, auto beside lists and learn',
    takes: ['FILE', 'check', 'only', 'slice'],
    run: rulesBenchmark,
  },
  nurses: {
    about: 'rosters of 20 people for four weeks, with rules and costs, beside HiGHS',
    takes: ['check', 'only', 'slice'],
    run: nursesBenchmark,
  },
  rate: {
    about:
      'ratings of the Sudokus of FILEs beside the known ones of their lines, and times of hints',
    takes: ['FILE', 'slice'],
    run: rateBenchmark,
  },
  symmetry: {
    about: 'the groups of shuffled problems, in processes of their own, beside dreadnaut of nauty',
    takes: ['check', 'repeat', 'only'],
    run: symmetryBenchmark,
  },
  pauses: {
    about: 'how long the asynchronous functions keep the event loop waiting',
    takes: ['check'],
    run: pausesBenchmark,
  },
  playground: {
    about: 'the first paint of the playground in Chromium; or pictures of its views',
    takes: ['check', 'pictures', 'all'],
    run: playgroundBenchmark,
  },
  queue: {
    about: 'counts by a queue on Redis and PostgreSQL, which it starts, beside those by threads',
    takes: ['check', 'repeat', 'only', 'url'],
    run: queueBenchmark,
  },
};

const HELP = `Usage: npm run bench -- NAME [FILE...] [options]
       npm run bench -- all [--report | --quick] [--sudoku FILE] [--best FILE] ...
       npm run bench -- page

Benchmarks:
${Object.entries(BENCHMARKS)
  .map(([name, { about }]) => `  ${name.padEnd(12)}${about}`)
  .join('\n')}
  ${'all'.padEnd(12)}all of them, in a quarter of an hour on two quiet cores; or in a minute a case of each, by --quick
  ${'page'.padEnd(12)}docs/benchmarks.md anew from the kept results, without measuring

Options:
  --report         keep the results in bench/results/, and write docs/benchmarks.md from those of all benchmarks
  --check          judge the targets, and end with code 1 where one is missed
  --repeat N       repeat every measurement N times
  --only TEXT      only what has the text in its name: cases, families, or for Sudokus contenders
  --slice SECONDS  sudoku: time for each contender in each repetition; large: for 6,000 blanks;
                   learn, reduce, first and rules: for each question; best and nurses: for each solver and case;
                   rate: for all
  --seeds A-B      learn: the families of these seeds, in place of those that are reported
  --pictures DIR   playground: where the pictures are written, in place of the measurement
  --url URL        queue: a server that runs already, in place of those that it starts
  --all            playground: each view in light, in dark and on a phone, not only those of the documentation
  --NAME FILE      all: a file for sudoku, count, reduce, learn, best, rules or rate; again for each file
  --help           this text

A rival that is no npm package is found on PATH, or by an environment variable with the path of its program or its
folder: ${Object.keys({ ...PROGRAMS, ...CHECKOUTS })
  .map(variableOf)
  .join(', ')}.

The tables go to stdout, progress to stderr, and all samples to bench/results/samples/.
For a garbage collection before each measurement: npx tsx --expose-gc bench/index.ts NAME
`;

/** A mistake on the command line. */
function misuse(message: string): Trouble {
  return new Trouble(`${message}\n\n${HELP.trimEnd()}`, 2);
}

async function main(): Promise<number> {
  const { values, positionals } = parse();
  if (values.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  const [name, ...files] = positionals;
  if (name === undefined) throw misuse('Say which benchmark to run.');
  if (name === 'all' || name === 'page') return whole(name, values, files);
  const benchmark = Object.hasOwn(BENCHMARKS, name) ? BENCHMARKS[name] : undefined;
  if (benchmark === undefined) throw misuse(`There is no benchmark "${name}".`);
  if (files.length > 0 && !benchmark.takes.includes('FILE')) {
    throw misuse(
      `Run one benchmark at a time, and ${name} takes no files: not "${files.join(' ')}".`,
    );
  }
  for (const file of files) mustBeReadable(fromThere(file));
  const report = values.report === true;
  for (const option of Object.keys(values) as (keyof typeof OPTIONS)[]) {
    if (option !== 'report' && !benchmark.takes.includes(option)) {
      throw misuse(`${name} takes no --${option}.`);
    }
  }
  if (report && (values.only !== undefined || values.pictures !== undefined)) {
    throw misuse('--report takes a whole benchmark, without --only and --pictures.');
  }
  const kind = files.length > 0 ? `${name}.files` : name;
  const results = new Results(report ? kind : `${kind}.part`, commandLine(files));
  const settings = {
    files: files.map(fromThere),
    check: values.check === true,
    repeat: repetitions(values.repeat),
    only: values.only,
    slice: seconds(values.slice),
    seeds: range(values.seeds),
    pictures: values.pictures && fromThere(values.pictures),
    url: address(values.url),
    all: values.all === true,
    publish: results.publish,
  };
  const isMet = await benchmark.run(settings);
  results.finish();
  if (report) await writePage();
  return isMet ? 0 : 1;
}

/** All benchmarks, or the page. */
async function whole(name: 'all' | 'page', values: Values, files: string[]): Promise<number> {
  const allowed = name === 'all' ? ['report', ...Object.keys(ALL_OPTIONS)] : [];
  const option = Object.keys(values).find((one) => !allowed.includes(one));
  if (option !== undefined) throw misuse(`${name} takes no --${option}.`);
  if (files.length > 0)
    throw misuse(`${name} takes files by --NAME only: not "${files.join(' ')}".`);
  if (name === 'page') {
    await writePage();
    return 0;
  }
  const { report = false, quick = false } = values;
  if (report && quick) throw misuse('--quick measures too little for --report.');
  const filesOf = Object.fromEntries(WITH_FILES.map((one) => [one, values[one]?.map(fromThere)]));
  for (const file of Object.values(filesOf).flat()) mustBeReadable(file);
  // Ctrl-C ends the benchmark that runs, and the page is written from what was measured before.
  process.once('SIGINT', () => undefined);
  try {
    return (await runAll({ report, quick, filesOf })) ? 0 : 1;
  } finally {
    if (report) await writePage();
  }
}

/** The words behind `npm run bench --` that measure this again, with the names of files alone. */
function commandLine(files: readonly string[]): string {
  return process.argv
    .slice(2)
    .filter((word) => word !== '--report')
    .map((word) => (files.includes(word) ? basename(word) : word))
    .map((word) => (/\s/.test(word) ? JSON.stringify(word) : word))
    .join(' ');
}

/** A file as the user named it: npm runs this in the package's folder, wherever they stand. */
function fromThere(file: string): string {
  const { INIT_CWD = '.' } = process.env;
  return resolve(INIT_CWD, file);
}

/** The file is read minutes later, so a slip in its name is told before anything is measured. */
function mustBeReadable(file: string | undefined): void {
  if (file === undefined) return;
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new Trouble(`${file} cannot be read; name a file that exists.`, 2);
  }
}

type Values = ReturnType<typeof parse>['values'];

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { ...OPTIONS, ...ALL_OPTIONS, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    // Node names the option in its first sentence; the others are about uses that do not occur
    // here.
    const [first] = String(error instanceof Error ? error.message : error).split(/\.\s/);
    throw misuse(`${first}.`);
  }
}

function repetitions(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw misuse(`--repeat is "${text}"; give a whole number from 1 up.`);
}

function address(text: string | undefined): string | undefined {
  if (text === undefined || /^(rediss?|postgres(ql)?):\/\/./.test(text)) return text;
  throw misuse(`--url is "${text}"; give redis://HOST or postgres://USER@HOST/DATABASE.`);
}

function range(text: string | undefined): readonly [number, number] | undefined {
  if (text === undefined) return undefined;
  const [, from = '', to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  if (from !== '' && Number(from) <= Number(to)) return [Number(from), Number(to)];
  throw misuse(`--seeds is "${text}"; give two whole numbers, as in 1-10.`);
}

function seconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (number > 0 && number <= 3600) return number;
  throw misuse(`--slice is "${text}"; give a number of seconds above 0, and at most 3600.`);
}

endQuietlyWithThePipe();
try {
  process.exitCode = await main();
} catch (error) {
  // Anything else is a mistake of this program, and keeps its stack.
  if (!(error instanceof Trouble)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bestBenchmark } from './best/benchmark.ts';
import { countBenchmark } from './count.ts';
import { enumerateContenders, enumerateRaces } from './enumerate.ts';
import { firstBenchmark } from './first.ts';
import { type LearnSettings, learnBenchmark } from './learn/benchmark.ts';
import { pausesBenchmark } from './pauses.ts';
import { endQuietlyWithThePipe } from './pipe.ts';
import { type PlaygroundSettings, playgroundBenchmark } from './playground.ts';
import { type QueueSettings, queueBenchmark } from './queue.ts';
import { rateBenchmark } from './rate.ts';
import { reduceBenchmark } from './reduce.ts';
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
  chart: { type: 'string' },
  pictures: { type: 'string' },
  url: { type: 'string' },
  all: { type: 'boolean' },
} as const;

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  enumerate: {
    about: 'all solutions, and the first few, beside the exact-cover packages of npm',
    takes: ['check', 'repeat', 'only'],
    async run(settings) {
      return tournament('enumerate', enumerateRaces(), await enumerateContenders(), settings);
    },
  },
  small: {
    about: 'problems of 5 to 1,000 options, from the raw matrix to the answer, beside npm packages',
    takes: ['check', 'only'],
    run: smallBenchmark,
  },
  sudoku: {
    about: 'Sudokus beside npm packages and backtracking methods: of the FILEs, or our own',
    takes: ['FILE', 'check', 'repeat', 'only', 'slice', 'chart'],
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
    about: 'a first solution of 60 problems under auto, beside cells and learn alone',
    takes: ['check', 'only'],
    run: firstBenchmark,
  },
  best: {
    about:
      'the cheapest solution beside HiGHS, yalps and CBC: of the FILEs, or of generated problems',
    takes: ['FILE', 'check', 'only', 'slice'],
    run: bestBenchmark,
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

Benchmarks:
${Object.entries(BENCHMARKS)
  .map(([name, { about }]) => `  ${name.padEnd(12)}${about}`)
  .join('\n')}

Options:
  --check          judge the targets, and end with code 1 where one is missed
  --repeat N       repeat every measurement N times
  --only TEXT      only what has the text in its name: cases, families, or for Sudokus contenders
  --slice SECONDS  sudoku: time for each contender in each repetition; large: for 6,000 blanks;
                   learn and reduce: for each question; best: for each solver and case; rate: for all
  --seeds A-B      learn: the families of these seeds, in place of those that are reported
  --chart FILE     sudoku: where the chart is written
  --pictures DIR   playground: where the pictures are written, in place of the measurement
  --url URL        queue: a server that runs already, in place of those that it starts
  --all            playground: each view in light, in dark and on a phone, not only those of the documentation
  --help           this text

The table goes to stdout, progress to stderr, and all samples to bench/results/NAME.json.
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
  const benchmark = Object.hasOwn(BENCHMARKS, name) ? BENCHMARKS[name] : undefined;
  if (benchmark === undefined) throw misuse(`There is no benchmark "${name}".`);
  if (files.length > 0 && !benchmark.takes.includes('FILE')) {
    throw misuse(
      `Run one benchmark at a time, and ${name} takes no files: not "${files.join(' ')}".`,
    );
  }
  for (const option of Object.keys(values) as (keyof typeof OPTIONS)[]) {
    if (!benchmark.takes.includes(option)) throw misuse(`${name} takes no --${option}.`);
  }
  const settings = {
    files: files.map(fromThere),
    check: values.check === true,
    repeat: repetitions(values.repeat),
    only: values.only,
    slice: seconds(values.slice),
    seeds: range(values.seeds),
    chart: values.chart && fromThere(values.chart),
    pictures: values.pictures && fromThere(values.pictures),
    url: address(values.url),
    all: values.all === true,
  };
  return (await benchmark.run(settings)) ? 0 : 1;
}

/** A file as the user named it: npm runs this in the package's folder, wherever they stand. */
function fromThere(file: string): string {
  const { INIT_CWD = '.' } = process.env;
  return resolve(INIT_CWD, file);
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { ...OPTIONS, help: { type: 'boolean', short: 'h' } },
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

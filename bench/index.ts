import { parseArgs } from 'node:util';
import { enumerateContenders, enumerateRaces } from './enumerate.ts';
import { type BenchSettings, tournament } from './tournament.ts';
import { Trouble } from './trouble.ts';

interface Benchmark {
  /** A line for the list. */
  readonly about: string;
  /** False where a checked target is missed. */
  run(settings: BenchSettings): Promise<boolean>;
}

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  enumerate: {
    about: 'all solutions, and the first few, beside the exact-cover packages of npm',
    async run(settings) {
      return tournament('enumerate', enumerateRaces(), await enumerateContenders(), settings);
    },
  },
};

const HELP = `Usage: npm run bench -- NAME [options]

Benchmarks:
${Object.entries(BENCHMARKS)
  .map(([name, { about }]) => `  ${name.padEnd(12)}${about}`)
  .join('\n')}

Options:
  --check      judge the targets, and end with code 1 where one is missed
  --repeat N   repeat every measurement N times
  --only TEXT  only the cases whose name contains the text
  --help       this text

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
  const [name, ...more] = positionals;
  if (name === undefined) throw misuse('Say which benchmark to run.');
  if (more.length > 0) {
    throw misuse(`Run one benchmark at a time: "${more.join(' ')}" is too much.`);
  }
  const benchmark = Object.hasOwn(BENCHMARKS, name) ? BENCHMARKS[name] : undefined;
  if (benchmark === undefined) throw misuse(`There is no benchmark "${name}".`);
  const settings = {
    check: values.check === true,
    repeat: repetitions(values.repeat),
    only: values.only,
  };
  return (await benchmark.run(settings)) ? 0 : 1;
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        check: { type: 'boolean' },
        repeat: { type: 'string' },
        only: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    // Node names the option in its first sentence; the others are about what nobody means here.
    const [first] = String(error instanceof Error ? error.message : error).split('. ');
    throw misuse(`${first}.`);
  }
}

function repetitions(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw misuse(`--repeat is "${text}"; give a whole number from 1 up.`);
}

try {
  process.exitCode = await main();
} catch (error) {
  // Anything else is a mistake of this program, and keeps its stack.
  if (!(error instanceof Trouble)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}

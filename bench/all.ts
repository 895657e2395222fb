import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Trouble } from './trouble.ts';

/** One benchmark in the whole, with settings that keep the whole to a quarter of an hour on two cores. */
interface Entry {
  readonly arguments: readonly string[];
  /** For a look whether everything runs, in seconds; absent: left out. */
  readonly quick?: readonly string[];
}

const PLAN: readonly Entry[] = [
  { arguments: ['enumerate', '--repeat', '2'], quick: ['enumerate', '--only', "Knuth's example"] },
  { arguments: ['small'], quick: ['small', '--only', "Knuth's example"] },
  { arguments: ['count'], quick: ['count', '--only', 'Soma', '--repeat', '1'] },
  {
    arguments: ['symmetry', '--repeat', '1'],
    quick: ['symmetry', '--only', 'K10', '--repeat', '1'],
  },
  {
    arguments: ['sudoku', '--slice', '0.3'],
    quick: ['sudoku', '--only', 'lists', '--slice', '0.01'],
  },
  { arguments: ['large', '--slice', '10'] },
  {
    arguments: ['learn', '--seeds', '101-102', '--slice', '5'],
    quick: ['learn', '--only', 'pigeons', '--seeds', '101', '--slice', '2'],
  },
  { arguments: ['first', '--slice', '2'], quick: ['first', '--only', 'queens 12'] },
  { arguments: ['best', '--slice', '4'], quick: ['best', '--only', 'cover 20', '--slice', '2'] },
  { arguments: ['rules', '--slice', '2'], quick: ['rules', '--only', 'killer 1', '--slice', '2'] },
  {
    arguments: ['nurses', '--slice', '4'],
    quick: ['nurses', '--only', 'ward 1', '--slice', '2'],
  },
  { arguments: ['pauses'] },
  { arguments: ['playground'] },
  { arguments: ['queue', '--repeat', '1'] },
];

/** The benchmarks that take files, and their settings with them. */
const SETTINGS_WITH_FILES = {
  sudoku: ['--slice', '1'],
  count: [],
  reduce: ['--slice', '20'],
  learn: ['--slice', '20'],
  best: ['--slice', '10'],
  rules: ['--slice', '10'],
  rate: ['--slice', '60'],
} as const;

type TakesFiles = keyof typeof SETTINGS_WITH_FILES;
export const WITH_FILES = Object.keys(SETTINGS_WITH_FILES) as TakesFiles[];

export interface AllSettings {
  readonly report: boolean;
  readonly quick: boolean;
  /** Files for a benchmark. */
  readonly filesOf: Partial<Record<TakesFiles, readonly string[] | undefined>>;
}

/**
 * All benchmarks, each in a process of its own, so that none begins with the memory and the compiled
 * code of another. One that fails does not end the others. False where one failed.
 */
export async function runAll({ report, quick, filesOf }: AllSettings): Promise<boolean> {
  const withFiles = WITH_FILES.flatMap((name) => {
    const files = filesOf[name] ?? [];
    return files.length === 0 ? [] : [[name, ...files, ...SETTINGS_WITH_FILES[name]]];
  });
  const runs = quick
    ? PLAN.flatMap((entry) => (entry.quick === undefined ? [] : [entry.quick]))
    : [...PLAN.map((entry) => entry.arguments), ...withFiles];
  const failed: string[] = [];
  for (const [k, run] of runs.entries()) {
    const [name = ''] = run;
    process.stderr.write(`\n${k + 1} of ${runs.length}: ${name}\n`);
    const code = await inProcess(report ? [...run, '--report'] : run);
    if (code !== 0) failed.push(`${name} (code ${code})`);
  }
  if (failed.length > 0) process.stderr.write(`\nWithout a result: ${failed.join(', ')}.\n`);
  return failed.length === 0;
}

function inProcess(args: readonly string[]): Promise<number> {
  const program = fileURLToPath(new URL('index.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (signal === null) resolve(code ?? 1);
      else
        reject(
          new Trouble(
            `Stopped: ${args[0]} was ended by ${signal}. What was measured before is kept.`,
            1,
          ),
        );
    });
  });
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countPortfolio } from '../src/engine/solve/counting.ts';
import { type Problem, writeDlx } from '../src/index.ts';
import {
  aztecDiamond,
  dominoes,
  langford,
  latinSquares,
  pentominoes,
  queens,
  soma,
} from '../src/puzzles.ts';
import { factors, matchings } from '../test/cases/gallery.ts';
import { problemOf } from '../test/cases/problem.ts';
import { median } from './clock.ts';
import type { Publish } from './results.ts';
import { type ProgramName, program } from './rivals.ts';
import type { Cell } from './section.ts';
import { digits, table } from './table.ts';
import { Trouble } from './trouble.ts';

export interface CountSettings {
  readonly files: readonly string[];
  readonly check: boolean;
  readonly repeat: number | undefined;
  readonly only: string | undefined;
  readonly publish: Publish;
}

/** A problem to be counted by the command line, in a process of its own. */
interface Case {
  readonly name: string;
  readonly file: string;
  readonly count: string | undefined;
  /** Seconds of other programs, taken in another run, for the targets. */
  readonly dlx6?: number | undefined;
  readonly dxz?: number | undefined;
  readonly states?: number;
  readonly targets: readonly Target[];
}

interface Target {
  readonly what: string;
  readonly bound: number;
  /** Least: at least the bound. Default: at most. */
  readonly least?: boolean;
  measure(run: Run, of: (...flags: string[]) => Run): number;
}

/** The output and the costs of a process, as the system measures them. */
interface Run {
  readonly output: string;
  readonly seconds: number;
  readonly megabytes: number;
}

const CLI = fileURLToPath(new URL('../dist/cli/main.cjs', import.meta.url));
/**
 * Loaded before the command: writes the costs of the process when it ends. Linux counts the memory of the process
 * that starts another as the peak of that one, except in VmHWM.
 */
const USAGE = `import { existsSync, readFileSync, writeSync } from 'node:fs';
process.on('exit', () => {
  const usage = process.resourceUsage();
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const [, peak = usage.maxRSS] = /VmHWM:\\s*(\\d+)/.exec(status) ?? [];
  writeSync(3, JSON.stringify({ ...usage, maxRSS: Number(peak) }));
});`;
const REPETITIONS = 3;
/** A run that takes longer than this is not repeated. */
const NO_REPEAT_SECONDS = 5;
/** A count that takes longer is given up, and the count until then is shown. */
const TIMEOUT = '300';
const MOST_MEGABYTES = 1000;
/** Programs of Knuth's that count, and what they get. */
const RIVALS = ['dlx1', 'ssxcc', 'dlx6'] as const;
const RIVAL_SECONDS = 5;
/** Of addresses: `dlx6` asks for 32 GB, and uses what it needs. */
const RIVAL_KILOBYTES = 40_000_000;
const SAMPLES = 5000;

/**
 * Exact counts by the command line, start of Node included: our own problems, and those of the
 * files.
 */
export async function countBenchmark({
  files,
  check,
  publish,
  ...how
}: CountSettings): Promise<boolean> {
  checkBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
  try {
    const all = files.length > 0 ? fileCases(files) : ownCases(folder);
    const { only = '' } = how;
    const chosen = all.filter(({ name }) => name.includes(only));
    if (chosen.length === 0) throw new Trouble(`--only "${only}" is in the name of no case.`, 2);
    const start = Math.min(...Array.from({ length: 5 }, () => run(['--version']).seconds));
    const results = chosen.map((one) => measured(one, how.repeat ?? REPETITIONS));
    publish({
      title: 'Exact counts: CPU time of whole processes that read the same file',
      columns: [
        { name: '', kind: 'text' },
        { name: 'count', kind: 'text' },
        { name: '', kind: 'text' },
        { name: '`quadrille solve --count`', kind: 'time', of: 'ours' },
        ...RIVALS.map((name) => ({ name, kind: 'time', of: 'rival' }) as const),
        { name: 'states', kind: 'count' },
        { name: 'peak memory', kind: 'memory' },
      ],
      rows: results.map(({ name, output, count, seconds, megabytes, states, rivals }) => ({
        cells: [
          name,
          output,
          judgementOf(output, count),
          1000 * seconds,
          ...rivals,
          states ?? null,
          megabytes,
        ],
      })),
      notes: [
        `The start of Node and of the command takes ${digits(start)} s of ours. Of ${results.length} counts ${results.filter(({ output, count }) => output === count).length} are known and right.`,
      ],
      plot: true,
    });
    if (!check) return true;
    console.log(`\n${verdictsTable(results)}`);
    return results.every(
      ({ output, count, verdicts }) =>
        judgementOf(output, count) !== 'WRONG' && verdicts.every(({ met }) => met),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const FEW_MEGABYTES: Target = {
  what: 'peak memory, MB',
  bound: MOST_MEGABYTES,
  measure: ({ megabytes }) => megabytes,
};

function within(bound: number): Target {
  return { what: 'CPU seconds', bound, measure: ({ seconds }) => seconds };
}

/** Beside the best of the engines that count one by one. */
const AS_ENUMERATION: Target = {
  what: 'times the best enumerating engine',
  bound: 1.15,
  measure: ({ seconds }, of) =>
    seconds / Math.min(of('--engine', 'lists').seconds, of('--engine', 'sweep').seconds),
};

const DIAGRAM_AND_SAMPLES: readonly Target[] = [
  {
    what: 'CPU seconds of the diagram and a sample',
    bound: 10,
    measure: (_, of) => of('--sample', '1').seconds,
  },
  {
    what: 'peak memory of the diagram, MB',
    bound: MOST_MEGABYTES,
    measure: (_, of) => of('--sample', '1').megabytes,
  },
  {
    what: 'samples a second',
    bound: 1000,
    least: true,
    measure: (_, of) =>
      SAMPLES / (of('--sample', String(SAMPLES)).seconds - of('--sample', '1').seconds),
  },
];

function ownCases(folder: string): Case[] {
  const own = (name: string, count: string, problem: Problem<unknown>, targets: Target[]): Case => {
    const file = join(folder, `${name}.dlx`);
    writeFileSync(file, writeDlx(problem));
    return { name, file, count, targets: [...targets, FEW_MEGABYTES] };
  };
  const withStates = (one: Case, problem: Problem<unknown>, bound?: number): Case => {
    const states = statesOf(problem);
    const few = bound === undefined ? [] : [{ what: 'states', bound, measure: () => states }];
    return { ...one, states, targets: [...one.targets, ...few] };
  };
  const [small, large, aztec] = [dominoes('12x12'), dominoes('16x16'), dominoes(aztecDiamond(14))];
  return [
    withStates(own('dominoes 12x12', '53060477521960000', small, [within(0.5)]), small, 80_000),
    withStates(own('dominoes 16x16', '2444888770250892795802079170816', large, [within(6)]), large),
    withStates(own('Aztec 14', String(2n ** 105n), aztec, [...DIAGRAM_AND_SAMPLES]), aztec),
    own('pentominoes 6x10', '9356', pentominoes('6x10'), [AS_ENUMERATION]),
    own('Langford 12', '216288', langford(12), [AS_ENUMERATION]),
    own('Soma', '11520', soma(), [AS_ENUMERATION]),
    own('12 queens', '14200', queens(12), []),
    // Symmetries of the problem and states up to isomorphism.
    own('Latin squares of order 6', '812851200', latinSquares(6), []),
    own('Latin squares of order 7', '61479419904000', latinSquares(7), []),
    own('one-factorizations of K10', '444733651353600', problemOf(factors(10)), []),
    own('perfect matchings of K30', '6190283353629375', problemOf(matchings(30)), []),
  ];
}

/** The states that are kept until the count is there. */
function statesOf(problem: Problem<unknown>): number {
  const counting = countPortfolio(problem.compile(), {});
  while (counting.advance(Number.POSITIVE_INFINITY) !== 'exhausted');
  return counting.states;
}

/** The entry of a file in the `counts.json` beside it. */
interface PublishedCount {
  readonly count?: string;
  readonly seconds_dlx6?: number | null;
  readonly seconds_dxz?: number | null;
}

function fileCases(files: readonly string[]): Case[] {
  return files.map((file) => {
    const name = basename(file, '.dlx');
    const known = knownBeside(file)[name];
    const dlx6 = known?.seconds_dlx6 ?? undefined;
    // No program of that table counts those without its seconds.
    const time = dlx6 === undefined ? [] : [within(dlx6 < 0.5 ? 0.3 : 1.5 * dlx6)];
    const dxz = known?.seconds_dxz ?? undefined;
    return { name, file, count: known?.count, dlx6, dxz, targets: [...time, FEW_MEGABYTES] };
  });
}

function knownBeside(file: string): Partial<Record<string, PublishedCount>> {
  const counts = join(dirname(file), 'counts.json');
  if (!existsSync(counts)) return {};
  try {
    return JSON.parse(readFileSync(counts, 'utf8'));
  } catch (error) {
    throw new Trouble(`${counts} cannot be read: ${(error as Error).message}.`, 2);
  }
}

interface Result extends Case, Run {
  /** The cells of the rivals. */
  readonly rivals: readonly Cell[];
  readonly verdicts: readonly (Omit<Target, 'measure'> & { measured: number; met: boolean })[];
}

function measured(one: Case, repetitions: number): Result {
  process.stderr.write(`${one.name}\n`);
  const ask = (...flags: string[]) => {
    const runs: Run[] = [];
    do runs.push(run(['solve', ...flags, '--timeout', TIMEOUT, one.file]));
    while (runs.length < repetitions && runs[0].seconds < NO_REPEAT_SECONDS);
    const middle = (of: (run: Run) => number) => median(runs.map(of));
    return {
      output: runs[0].output,
      seconds: middle(({ seconds }) => seconds),
      megabytes: middle(({ megabytes }) => megabytes),
    };
  };
  const counted = ask('--count');
  const of = (...flags: string[]) => ask(...(flags[0] === '--engine' ? ['--count'] : []), ...flags);
  const verdicts = one.targets.map(({ measure, ...target }) => {
    const value = measure(counted, of);
    const met = target.least === true ? value >= target.bound : value <= target.bound;
    return { ...target, measured: value, met };
  });
  const rivals = RIVALS.map((name) => rivalCell(name, one.file, one.count ?? counted.output));
  return { ...one, ...counted, verdicts, rivals };
}

/** The CPU time of a rival for a file. The shell limits it (dash one limit at a time), and tells what it took. */
function rivalCell(name: ProgramName, file: string, count: string): Cell {
  const found = program(name);
  if ('missing' in found) return { note: `${found.missing}.` };
  process.stderr.write(`  ${name}\n`);
  const script = `ulimit -t ${RIVAL_SECONDS}; ulimit -v ${RIVAL_KILOBYTES}; "$0" <"$1" 2>&1 >/dev/null; times`;
  const { stdout } = spawnSync('sh', ['-c', script, found.path, file], { encoding: 'utf8' });
  return knuthCell(stdout, count);
}

/** What Knuth's programs say, and behind it what `times` says of the shell and of its children. */
export function knuthCell(text: string, count: string): Cell {
  const [, said] = /Altogether (\d+) solution/.exec(text) ?? [];
  const [user = 0, system = 0] = [
    ...(text.trimEnd().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g),
  ].map(([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds));
  const ms = 1000 * (user + system);
  if (said === undefined && ms < 900 * RIVAL_SECONDS)
    return { note: 'It ended without an answer.' };
  if (said === undefined) return { value: ms, over: true };
  return said === count ? ms : { wrong: true, note: `It counts ${said}.` };
}

export function checkBuilt(): void {
  if (!existsSync(CLI)) throw new Trouble('There is no dist/cli/main.cjs; run npm run build.', 2);
}

/** Runs the command line in a process of its own. */
export function run(args: readonly string[]): Run {
  const hook = `data:text/javascript,${encodeURIComponent(USAGE)}`;
  const { output, status } = spawnSync(process.execPath, ['--import', hook, CLI, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const [, stdout = '', stderr = '', usage = ''] = output ?? [];
  if (status === null || !usage) {
    throw new Trouble(`quadrille ${args.join(' ')} ended without a result: ${stderr}`, 1);
  }
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(usage);
  return {
    output: stdout?.trim() ?? '',
    seconds: (userCPUTime + systemCPUTime) / 1e6,
    megabytes: maxRSS / 1000,
  };
}

function judgementOf(output: string, count: string | undefined): string {
  if (output.startsWith('>=')) return 'not all';
  if (count === undefined) return 'unknown';
  return output === count ? 'right' : 'WRONG';
}

function verdictsTable(results: readonly Result[]): string {
  const lines = results.flatMap(({ name, verdicts }) =>
    verdicts.map(({ what, bound, least, measured: value, met }) => [
      name,
      what,
      `${least === true ? 'at least' : 'at most'} ${digits(bound)}`,
      digits(value),
      met ? 'ok' : 'MISSED',
    ]),
  );
  return table(['case', 'measure', 'target', 'measured', ''], lines);
}

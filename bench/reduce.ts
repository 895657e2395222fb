import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { best, type Compiled, count, readDlx, readOrLibrary, reduce } from '../src/index.ts';
import { median } from './clock.ts';
import type { Publish } from './results.ts';
import type { Row as Line } from './section.ts';
import { Trouble } from './trouble.ts';

export interface ReduceSettings {
  readonly files: readonly string[];
  readonly repeat: number | undefined;
  readonly only: string | undefined;
  /** Seconds for each question. */
  readonly slice: number | undefined;
  readonly publish: Publish;
}

const REPETITIONS = 3;
const SLICE = 20;
/** A question that takes longer is asked once. */
const NO_REPEAT_SECONDS = 2;

/** Seconds; Infinity where the time ran out. */
interface Row {
  readonly name: string;
  readonly nodes: number;
  readonly left: number;
  readonly options: number;
  readonly optionsLeft: number;
  readonly reducing: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Measures `reduce`: the options that it removes, its time, and the time of the question without
 * and after it.
 */
export async function reduceBenchmark(settings: ReduceSettings): Promise<boolean> {
  const { files, repeat = REPETITIONS, only = '', slice = SLICE, publish } = settings;
  const chosen = files.filter((file) => basename(file).includes(only));
  if (chosen.length === 0) throw new Trouble('Name files of problems, as in reduce p.dlx.', 2);
  const rows = chosen.map((file) => measured(file, repeat, 1000 * slice));
  const families = [...new Set(rows.map(({ name }) => familyOf(name)))].map((family) =>
    summed(rows.filter(({ name }) => familyOf(name) === family)),
  );
  const time = (seconds: number) =>
    Number.isFinite(seconds) ? 1000 * seconds : { value: 1000 * slice, over: true };
  publish({
    title: 'What `reduce` removes and what it gains: CPU time in one process, in turns',
    columns: [
      { name: '', kind: 'text' },
      ...['options', 'left', 'nodes', 'nodes left'].map(
        (name) => ({ name, kind: 'count' }) as const,
      ),
      ...['reduce', 'before', 'after'].map((name) => ({ name, kind: 'time', of: 'ours' }) as const),
      { name: 'gain', kind: 'number' },
    ],
    rows: [...rows, ...families].map((row): Line => {
      const sizes = [row.options, row.optionsLeft, row.nodes, row.left];
      const times = [row.reducing, row.before, row.after].map(time);
      return { cells: [row.name, ...sizes, ...times, gainOf(row) ?? null] };
    }),
    notes: [
      'The question is `count` in .dlx, else `best`. Below the files are the sums of each family.',
    ],
  });
  return true;
}

/** `graph` for `graph-ilan`, `sppnw` for `sppnw32`. */
function familyOf(name: string): string {
  return /^[a-z]*/.exec(name)?.[0] ?? name;
}

/** All problems of a family that come to their end in time. */
function summed(rows: readonly Row[]): Row {
  const whole = rows.filter(({ before, after }) => Number.isFinite(before + after));
  const sum = (of: (row: Row) => number) => whole.reduce((total, row) => total + of(row), 0);
  return {
    name: `${whole.length} of ${familyOf(rows[0].name)}`,
    options: sum(({ options }) => options),
    optionsLeft: sum(({ optionsLeft }) => optionsLeft),
    nodes: sum(({ nodes }) => nodes),
    left: sum(({ left }) => left),
    reducing: sum(({ reducing }) => reducing),
    before: sum(({ before }) => before),
    after: sum(({ after }) => after),
  };
}

/** The time of the question without `reduce: true`, divided by the time with it. */
function gainOf({ before, after, reducing }: Row): number | undefined {
  if (!Number.isFinite(before) || !Number.isFinite(after)) return undefined;
  return before / (reducing + after);
}

function measured(file: string, repeat: number, timeout: number): Row {
  const text = readFileSync(file, 'utf8');
  const isDlx = file.endsWith('.dlx');
  const problem = (isDlx ? readDlx(text) : readOrLibrary(text)).compile();
  process.stderr.write(`${basename(file)}\n`);
  const ask = (compiled: Compiled) => (isDlx ? count : best)(compiled, { timeout }).status;
  const times: { readonly [part in 'reducing' | 'before' | 'after']: number[] } = {
    reducing: [],
    before: [],
    after: [],
  };
  let smaller = problem;
  const parts: [keyof typeof times, () => string][] = [
    ['before', () => ask(problem)],
    ['after', () => ask(smaller)],
  ];
  for (let k = 0; k <= repeat; k++) {
    const reducing = secondsOf(() => {
      smaller = reduce(problem).compiled;
      return 'complete';
    });
    // The first round only warms up, unless it takes long.
    const taken = parts.map(([part, work]): [typeof part, number] => [part, secondsOf(work)]);
    const isLong = taken.some(([, seconds]) => seconds > NO_REPEAT_SECONDS);
    parts.reverse();
    if (k === 0 && !isLong) continue;
    times.reducing.push(reducing);
    for (const [part, seconds] of taken) times[part].push(seconds);
    if (isLong) break;
  }
  return {
    name: basename(file).replace(/\.\w+$/, ''),
    options: problem.options,
    optionsLeft: smaller.options,
    nodes: problem.nodes,
    left: smaller.nodes,
    reducing: median(times.reducing),
    before: median(times.before),
    after: median(times.after),
  };
}

/** The processor seconds of work, Infinity if it does not come to its end. */
function secondsOf(work: () => string): number {
  const before = process.cpuUsage();
  const status = work();
  const { user, system } = process.cpuUsage(before);
  return status === 'complete' || status === 'found'
    ? (user + system) / 1e6
    : Number.POSITIVE_INFINITY;
}

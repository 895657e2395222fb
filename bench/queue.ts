import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isInstalled, KINDS, newServer } from '../test/support/servers.ts';
import { median } from './clock.ts';
import type { Publish } from './results.ts';
import { Trouble } from './trouble.ts';

export interface QueueSettings {
  readonly check: boolean;
  readonly repeat: number | undefined;
  readonly only: string | undefined;
  /** A server that runs already. Default: those that are installed are started. */
  readonly url: string | undefined;
  readonly publish: Publish;
}

/** A count of queens. */
interface Case {
  readonly name: string;
  readonly size: number;
  readonly count: bigint;
  /** The nodes of a job; default about a second. */
  readonly nodes?: number;
}

/** The cost of a run: wall clock, and CPU time of all its threads without that of the server. */
interface Sample {
  readonly seconds: number;
  readonly cpu: number;
  readonly jobs: number;
}

type Queue = typeof import('../src/queue.ts');

const DIST = new URL('../dist/', import.meta.url);
const CLI = fileURLToPath(new URL('cli/main.cjs', DIST));
/** Loaded before the command: writes the microseconds of CPU that the process took when it ends. */
const USAGE = `import { writeSync } from 'node:fs';
process.on('exit', () => { const { user, system } = process.cpuUsage(); writeSync(3, String(user + system)); });`;

const CASES: readonly Case[] = [
  { name: '16 queens', size: 16, count: 14_772_512n },
  { name: '15 queens', size: 15, count: 2_279_184n },
  // They show the number of jobs that go through, since they take no time by themselves.
  { name: 'tiny jobs', size: 12, count: 14_200n, nodes: 300 },
];
const REPETITIONS = 3;
/** Worker processes, of one thread each. */
const PROCESSES = [1, 2, 4];
/**
 * This number of processes is compared with the same number of threads, and may take TARGET times
 * as long.
 */
const COMPARED = 2;
const TARGET = 1.05;

/** The worker processes. None outlives this program. */
const workers = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of workers) child.kill('SIGKILL');
});

/** Counts by a queue beside counts by threads, in turns. */
export async function queueBenchmark(settings: QueueSettings): Promise<boolean> {
  process.once('SIGTERM', () => process.exit(143));
  if (!existsSync(CLI)) throw new Trouble('There is no dist/cli/main.cjs; run npm run build.', 2);
  const { url, only = '', repeat = REPETITIONS, check, publish } = settings;
  const kinds =
    url === undefined ? KINDS.filter(isInstalled) : [new URL(url).protocol.slice(0, -1)];
  const plan = kinds.flatMap((kind) =>
    CASES.map((one) => ({ name: `${kind}, ${one.name}`, kind, one })),
  );
  const chosen = plan.filter(({ name }) => name.includes(only));
  if (chosen.length === 0)
    throw new Trouble(`No case has "${only}" in its name, or no server is installed.`, 2);
  const results: { name: string; one: Case; runs: Sample[][] }[] = [];
  for (const kind of new Set(chosen.map(({ kind }) => kind))) {
    const server = url === undefined ? await newServer(kind as 'redis') : undefined;
    try {
      const connection = server?.url ?? (url as string);
      await (await room('queue')).init({ connection });
      for (const { name, one } of chosen.filter((each) => each.kind === kind)) {
        results.push({ name, one, runs: await runsOf(name, one, connection, repeat) });
      }
    } finally {
      await server?.remove();
    }
  }
  const lines = results.flatMap(linesOf);
  publish(
    {
      title: 'Counts by processes of `quadrille queue work --workers 1`, beside `countParallel`',
      columns: [
        { name: '', kind: 'text' },
        { name: 'processes', kind: 'count' },
        { name: 'time', kind: 'time', of: 'ours' },
        { name: 'CPU time', kind: 'time', of: 'ours' },
        { name: 'by two threads', kind: 'ratio', of: 'ours' },
        { name: 'CPU by theirs', kind: 'ratio', of: 'ours' },
        { name: 'jobs', kind: 'count' },
        { name: 'jobs a second', kind: 'rate', of: 'ours' },
      ],
      rows: lines.map(({ cells }) => ({ cells })),
      notes: ['Medians; the CPU time of the server is not in it.'],
    },
    results.map(({ name, runs }) => ({ name, runs })),
  );
  const isMet = lines.every(({ ratio }) => ratio <= TARGET);
  if (check)
    console.log(
      `\n${COMPARED} processes take at most ${TARGET} times the seconds of as many threads: ${isMet ? 'ok' : 'MISSED'}`,
    );
  return isMet || !check;
}

/** A line of the table for each number of processes. */
function linesOf({ name, one, runs }: { name: string; one: Case; runs: Sample[][] }) {
  const [threads, ...all] = runs.map((samples) => ({
    seconds: median(samples.map(({ seconds }) => seconds)),
    cpu: median(samples.map(({ cpu }) => cpu)),
    jobs: median(samples.map(({ jobs }) => jobs)),
  }));
  return all.map(({ seconds, cpu, jobs }, k) => {
    const isTiny = one.nodes !== undefined || threads === undefined;
    const ratios = isTiny ? [] : [seconds / threads.seconds, cpu / threads.cpu];
    const processes = PROCESSES[k];
    const ratio = processes === COMPARED ? (ratios[0] ?? 0) : 0;
    return {
      ratio,
      cells: [
        `${name}, ${processes}`,
        processes,
        1000 * seconds,
        1000 * cpu,
        ratios[0] ?? null,
        ratios[1] ?? null,
        jobs,
        jobs / seconds,
      ],
    };
  });
}

/** The samples of two threads, and of each number of processes. */
async function runsOf(name: string, one: Case, url: string, repeat: number): Promise<Sample[][]> {
  const runs: Sample[][] = [[], ...PROCESSES.map(() => [])];
  for (let k = 0; k < repeat; k++) {
    process.stderr.write(`${name}, run ${k + 1} of ${repeat}\n`);
    runs[0]?.push(await byThreads(one));
    for (const [n, processes] of PROCESSES.entries()) {
      runs[n + 1]?.push(await byQueue(one, url, processes));
    }
  }
  return runs;
}

async function byThreads({ size, count }: Case): Promise<Sample> {
  const { countParallel } = await room('parallel');
  const { queens } = await room('puzzles');
  const [began, before] = [performance.now(), process.cpuUsage()];
  const { exact } = await countParallel(queens(size), { engine: 'lists', workers: COMPARED });
  check(exact, count);
  return { seconds: (performance.now() - began) / 1000, cpu: own(before), jobs: 0 };
}

async function byQueue(
  { size, count, nodes }: Case,
  connection: string,
  processes: number,
): Promise<Sample> {
  const { submit, result, cancel }: Queue = await room('queue');
  const { queens } = await room('puzzles');
  const idle = await finish(await start(connection));
  const crew = await Promise.all(Array.from({ length: processes }, () => start(connection)));
  const [began, before] = [performance.now(), process.cpuUsage()];
  const id = await submit(queens(size), 'count', { connection, engine: 'lists', nodes });
  const { exact } = await result(id, { connection, wait: true });
  check(exact, count);
  const seconds = (performance.now() - began) / 1000;
  const { jobs } = await result(id, { connection });
  await cancel(id, { connection });
  const client = own(before);
  const taken = await Promise.all(crew.map(finish));
  // The start and the end of a process are not the work.
  const cpu = taken.reduce((sum, each) => sum + each - idle, client);
  return { seconds, cpu, jobs };
}

/** A worker process that is ready. */
async function start(url: string): Promise<ChildProcess> {
  const hook = `data:text/javascript,${encodeURIComponent(USAGE)}`;
  const args = ['--import', hook, CLI, 'queue', 'work', '--workers', '1', '--url', url];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  workers.add(child);
  child.once('exit', () => workers.delete(child));
  const [line] = await once(child.stderr as NodeJS.ReadableStream, 'data');
  if (!String(line).startsWith('Working')) throw new Trouble(`A worker does not start: ${line}`, 1);
  return child;
}

/** Ends a worker process. Returns the CPU seconds that it took. */
async function finish(child: ChildProcess): Promise<number> {
  child.kill('SIGINT');
  return Number(await text(child.stdio[3] as NodeJS.ReadableStream)) / 1e6;
}

/** CPU seconds of this process. */
function own(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function check(exact: bigint, count: bigint): void {
  if (exact !== count) throw new Trouble(`The count is ${exact}, and should be ${count}.`, 1);
}

/** A room of the built library: threads run plain JavaScript. */
function room(name: 'parallel' | 'puzzles' | 'queue') {
  return import(new URL(`node/${name}.js`, DIST).href);
}

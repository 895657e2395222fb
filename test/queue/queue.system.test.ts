import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createPostgresBackend, Queue, Worker, type WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { writeDlx } from '../../src/index.ts';
import type { Work } from '../../src/queue.ts';
import { dominoes, langford, pentominoes, queens } from '../cases/gallery.ts';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';
import { asSet } from '../support/checker.ts';
import { slow } from '../support/effort.ts';
import { linesOf } from '../support/output-schema.ts';
import {
  isInstalled,
  KINDS,
  newServer,
  type ServerKind,
  type TestServer,
} from '../support/servers.ts';
import { Chaos } from './chaos.ts';
import { type Library, library } from './library.ts';

// Real servers, started here: Redis and PostgreSQL.

let built: Library;
const servers = new Map<ServerKind, TestServer>();
beforeAll(async () => {
  const started = KINDS.filter(isInstalled).map(async (kind) => {
    servers.set(kind, await newServer(kind));
  });
  built = library();
  built.install();
  await Promise.all([...started, built.load()]);
}, 120_000);
afterAll(async () => {
  built.remove();
  await Promise.all([...servers.values()].map((server) => server.remove()));
});

/** What takes many jobs: a count of pentominoes, its engine, and the nodes of a job. */
const packing = slow
  ? ({ matrix: pentominoes(6, 10), count: 9356n, engine: 'sweep', nodes: 2e6 } as const)
  : ({ matrix: pentominoes(5, 12), count: 4040n, engine: 'sweep', nodes: 600_000 } as const);
/** No solution: three pieces for two cells. */
const impossible: Matrix = { name: 'none', primary: 2, secondary: 0, options: [[0]] };
const single: Matrix = { name: 'one', primary: 2, secondary: 0, options: [[0], [1]] };
/** Far more than any test waits for. */
const endless = () => built.compiled(queens(20));

function distinct(found: readonly (readonly number[])[]): number {
  return new Set(asSet(found)).size;
}

describe.each(KINDS)('on %s', (kind) => {
  let server: TestServer;
  let workers: Work[] = [];

  beforeAll(async () => {
    if (!isInstalled(kind)) return;
    server = servers.get(kind) as TestServer;
    await built.queue.init(connection());
  });
  afterEach(async () => {
    await Promise.all(workers.map((work) => work.close()));
    workers = [];
  });

  const connection = () => ({ connection: server.url });
  const start = async (settings = {}) => {
    const own = { ...connection(), workers: 2, lockDuration: 500 };
    const work = await built.queue.work({ ...own, ...settings });
    workers.push(work);
    return work;
  };
  const backend = (kind === 'redis' ? undefined : createPostgresBackend) as never;
  const queues = () => {
    const { port, hostname } = new URL(server.url);
    const address =
      kind === 'redis' ? { host: hostname, port: Number(port) } : { connectionString: server.url };
    const [jobs, store] = ['quadrille', 'quadrille-store'].map(
      (name) => new Queue(name, { connection: address }, backend),
    ) as [Queue, Queue];
    return { jobs, store, close: () => Promise.all([jobs.close(), store.close()]) };
  };
  const idsIn = (queue: Queue) =>
    queue.getRanges(['waiting', 'active', 'delayed', 'completed', 'failed'], 0, -1);
  const here = (name: string, run: () => Promise<void>, timeout = 180_000) =>
    test(
      name,
      async ({ skip }) => {
        skip(!isInstalled(kind), `${kind} is not installed`);
        await run();
      },
      timeout,
    );
  const wanted = (id: string) => built.queue.result(id, { ...connection(), wait: true });

  here('answers each question, and keeps solutions as pages', async () => {
    const { submit, result, cancel, list, solutionPages } = built.queue;
    await start();
    const settings = { ...connection(), engine: 'links', nodes: 2000 } as const;
    const eight = built.compiled(queens(8));
    const count = await submit(eight, 'count', settings);
    expect(await wanted(count)).toMatchObject({ status: 'complete', count: 92, exact: 92n });
    expect(await result(count, connection())).toMatchObject({
      isDone: true,
      share: 1,
      exact: 92n,
      open: 0,
      engine: 'links',
    });
    // Whoever lists the submissions sees that one is done, though nobody has asked for its result.
    const silent = await submit(eight, 'count', settings);
    for (let isDone = false; !isDone; await wait(20)) {
      isDone = (await list(connection())).some((each) => each.id === silent && each.isDone);
    }
    const first = await submit(eight, 'first', settings);
    const { solution, status } = await wanted(first);
    expect([solution?.length, status]).toEqual([8, 'found']);
    for (const [matrix, answer] of [
      [queens(8), 'several'],
      [single, 'unique'],
      [impossible, 'none'],
    ] as const) {
      const id = await submit(built.compiled(matrix), 'isUnique', settings);
      expect(await wanted(id)).toMatchObject({ answer });
    }
    const all = await submit(built.compiled(queens(9)), 'solutions', settings);
    expect(await wanted(all)).toMatchObject({ status: 'complete', count: 352 });
    const found: (readonly number[])[] = [];
    let pages = 0;
    for await (const page of solutionPages(all, connection())) {
      pages++;
      found.push(...page);
    }
    expect([pages > 1, found.length, distinct(found)]).toEqual([true, 352, 352]);
    await expect(solutionPages(count, connection()).next()).rejects.toThrow('asks for count');
    // A submission that is done stays until it is cancelled.
    expect(await result(count, connection())).toMatchObject({ count: 92 });
    await cancel(count, connection());
    await expect(result(count, connection())).rejects.toThrow(`There is no submission ${count}`);
  });

  here('answers small problems at once, and counts by states in one job', async () => {
    const { submit, result, cancel } = built.queue;
    const id = await submit(built.compiled(queens(8)), 'count', connection());
    expect(await result(id, connection())).toMatchObject({ status: 'complete', count: 92 });
    expect(await result(id, connection())).toMatchObject({ jobs: 0, open: 0 });
    const no = await submit(built.compiled(impossible), 'first', connection());
    expect(await result(no, connection())).toMatchObject({ status: 'complete', count: 0 });
    if (kind === 'postgres' && !slow) return;
    const long = await submit(built.compiled(dominoes(22, 22)), 'count', connection());
    expect(await result(long, connection())).toMatchObject({ engine: 'auto', open: 1 });
    await cancel(long, connection());
  });

  here('what two seconds do not count is divided, below the roots of symmetries', async () => {
    if (kind === 'postgres') return;
    const { submit, result, cancel } = built.queue;
    // One thread would need days for the first, so alone it would rather remember states.
    for (const [n, roots] of slow ? [[19, 9] as const, [15, 7] as const] : [[19, 9] as const]) {
      const id = await submit(built.compiled(langford(n)), 'count', connection());
      const { jobs, close } = queues();
      const names = (await idsIn(jobs)).filter((job) => job.startsWith(id));
      expect(names.length).toBe(roots);
      for (const name of names) expect((await jobs.getJob(name))?.data.factors).toEqual(['2']);
      expect(await result(id, connection())).toMatchObject({ engine: 'lists', open: roots });
      await close();
      if (n === 15) {
        await start();
        expect((await wanted(id)).exact).toBe(39_809_640n);
      }
      await cancel(id, connection());
    }
  });

  here('jobs count each solution as often as the factor of its root says', async () => {
    const store: typeof import('../../src/queue/store.ts') = await built.module('queue/store.js');
    const { Server }: typeof import('../../src/queue/server.ts') =
      await built.module('queue/server.js');
    const { PROTOCOL_VERSION, newSubmission }: typeof import('../../src/queue/protocol.ts') =
      await built.module('queue/protocol.js');
    const { enumerationOf }: typeof import('../../src/engine/solve/portfolios.ts') =
      await built.module('engine/solve/portfolios.js');
    const { partOf }: typeof import('../../src/engine/solve/remaining.ts') = await built.module(
      'engine/solve/remaining.js',
    );
    const { fingerprint }: typeof import('../../src/engine/problem/fingerprint.ts') =
      await built.module('engine/problem/fingerprint.js');
    await start();
    const open = await Server.open(connection());
    const counts: Promise<bigint>[] = [];
    const published = [
      [queens(10), 724n],
      [queens(11), 2680n],
      [queens(12), 14_200n],
      [langford(11), 35_584n],
      [langford(12), 216_288n],
    ] as const;
    for (const [matrix] of published) {
      const compiled = built.compiled(matrix);
      // Symmetries that cost nothing are looked for at once.
      const main = enumerationOf(compiled, {}, { symmetryBias: 0 }, true);
      while (main.symmetries === undefined) main.advance(1000, Number.POSITIVE_INFINITY);
      expect(main.roots.some(({ factor }) => factor > 1n)).toBe(true);
      const id = newSubmission();
      const how = { version: PROTOCOL_VERSION, question: 'count', nodes: 50_000 } as const;
      const part = partOf('lists', main.roots);
      await store.add(open, { id, ...how, problem: fingerprint(compiled), ...part }, compiled);
      main.end();
      counts.push(wanted(id).then(({ exact }) => exact));
    }
    expect(await Promise.all(counts)).toEqual(published.map(([, exact]) => exact));
    await open.close();
  });

  here('a cancelled submission leaves no job behind, while workers go on', async () => {
    const { submit, result, cancel, list } = built.queue;
    await start();
    const settings = { ...connection(), engine: 'lists' } as const;
    const id = await submit(endless(), 'count', { ...settings, nodes: 500_000 });
    while ((await result(id, connection())).jobs < 10) await wait(20);
    // After that, since workers take the oldest job. Its jobs take a while, so that there are few
    // of them.
    const other = await submit(endless(), 'count', { ...settings, nodes: 8e6 });
    expect(await cancel(id, connection())).toBe(0);
    const { jobs, store, close } = queues();
    const left = async () => (await idsIn(jobs)).filter((job) => job.startsWith(id));
    expect(await left()).toEqual([]);
    await wait(300);
    expect(await left()).toEqual([]);
    // The second submission has the same problem, which stays as long as it is needed.
    expect(await result(other, connection())).toMatchObject({ isDone: false });
    await Promise.all((await list(connection())).map(({ id }) => cancel(id, connection())));
    expect([await idsIn(jobs), await idsIn(store)]).toEqual([[], []]);
    await close();
  });

  here('cancel looks through the queue three times, however long a lock is held', async () => {
    const { submit, cancel } = built.queue;
    const settings = { ...connection(), engine: 'lists', nodes: 1000 } as const;
    const id = await submit(endless(), 'count', settings);
    const { jobs, close } = queues();
    // A worker that takes the root job, and dies.
    const held = { ...jobs.opts, autorun: false, lockDuration: 1000 };
    const dead = new Worker('quadrille', async () => null, held as WorkerOptions, backend);
    expect((await dead.getNextJob('its lock'))?.id).toBe(`${id}-0`);
    const looks = vi.spyOn(Queue.prototype, 'getRanges');
    expect(await cancel(id, connection())).toBe(0);
    // One of them sees the lock, and the other two see that nothing is left.
    const those = looks.mock.contexts.filter((queue) => (queue as Queue).name === 'quadrille');
    expect(those.length).toBeLessThanOrEqual(3);
    looks.mockRestore();
    expect(await idsIn(jobs)).toEqual([]);
    await Promise.all([dead.close(), close()]);
  });

  here('jobs that are lost are found again', async () => {
    const { submit } = built.queue;
    const { jobs, close } = queues();
    const id = await submit(built.compiled(queens(10)), 'count', {
      ...connection(),
      engine: 'links',
      nodes: 4000,
    });
    const first = await start();
    // An older copy of a server can lack jobs: children of a job that is done, and a root.
    const losable = async () =>
      (await idsIn(jobs)).filter((job) =>
        [`${id}-0-1`, `${id}-0-3-`].some((k) => job.startsWith(k)),
      );
    while ((await losable()).length < 2) await wait(20);
    await first.close();
    const lost = await losable();
    for (const job of lost) await jobs.remove(job);
    expect(lost.length).toBeGreaterThan(1);
    await start();
    expect(await wanted(id)).toMatchObject({ status: 'complete', count: 724 });
    const again = await submit(built.compiled(queens(10)), 'count', {
      ...connection(),
      engine: 'links',
      nodes: 4000,
    });
    await jobs.remove(`${again}-0`);
    expect(await wanted(again)).toMatchObject({ status: 'complete', count: 724 });
    await close();
  });

  here('a Redis that comes back older changes no count', async () => {
    if (kind !== 'redis') return;
    const { submit, cancel } = built.queue;
    const deliveries: string[] = [];
    await start({ onJob: (id: string) => deliveries.push(id) });
    const data = join(server.folder, 'appendonlydir');
    const { matrix, count, engine, nodes } = packing;
    const settings = { ...connection(), engine, nodes: nodes / 2 };
    const id = await submit(built.compiled(matrix), 'count', settings);
    for (let round = 1; round <= 3; round++) {
      const until = async (jobs: number) => {
        const enough = deliveries.length + jobs;
        while (deliveries.length < enough) await wait(10);
      };
      await until(15);
      cpSync(data, `${data}-${round}`, { recursive: true });
      await until(15);
      await server.crash();
      rmSync(data, { recursive: true });
      cpSync(`${data}-${round}`, data, { recursive: true });
      await server.start();
    }
    expect(await wanted(id)).toMatchObject({ status: 'complete', exact: count });
    expect(new Set(deliveries).size).toBeLessThan(deliveries.length - 20);
    await cancel(id, connection());
  });

  here('a worker ends where the server is away', async () => {
    if (kind === 'postgres' && !slow) return;
    const { submit, cancel, result } = built.queue;
    const work = await start();
    const settings = { ...connection(), engine: 'lists', nodes: 8e6 } as const;
    const id = await submit(endless(), 'count', settings);
    while ((await result(id, connection())).jobs < 9) await wait(20);
    await server.crash();
    await work.close();
    await server.start();
    // PostgreSQL recovers first.
    for (let left: number | undefined; left === undefined; ) {
      left = (await cancel(id, connection()).catch(async (error) => {
        if (error.code !== 'no-server') throw error;
        await wait(100);
      })) as number | undefined;
      if (left !== undefined) expect(left).toBe(0);
    }
  });

  here('what else is in the queue harms nothing', async () => {
    const { submit, cancel } = built.queue;
    const { jobs, store, close } = queues();
    const errors: string[] = [];
    await start({ onError: (message: string) => errors.push(message) });
    const settings = { ...connection(), engine: 'links', nodes: 2000 } as const;
    const id = await submit(endless(), 'count', { ...settings, nodes: 1e6 });
    const unknown = 'q0123456789abcdef0123';
    const part = { engine: 'links', solutions: '0', found: [], left: [0, 0], shares: [1] };
    const bad: [string, unknown][] = [
      ['mail-1', { to: 'somebody' }],
      [`${id}-x`, part],
      [`${id}-7`, { ...part, engine: 'auto' }],
      [`${id}-8`, { ...part, shares: [-1] }],
      [`${id}-9`, { ...part, left: [], shares: [] }],
      [`${id}-10`, { ...part, left: [3, 0] }],
      [`${id}-11`, { ...part, left: [0, 1, 999_999] }],
      [`${id}-12`, { ...part, left: [0, 2, 0, 1] }],
      [`${id}-13`, 'text'],
      [`${id}-14`, { ...part, found: [[0]] }],
    ];
    for (const [jobId, data] of bad) await jobs.add('x', data, { jobId });
    await jobs.add('x', part, { jobId: `${unknown}-0` });
    for (const [jobId] of bad) {
      for (let k = 0; (await jobs.getJobState(jobId)) !== 'failed'; k++) {
        expect(k, `${jobId} fails`).toBeLessThan(200);
        await wait(25);
      }
    }
    expect(errors.join('\n')).toContain('mail-1: This job is not one of quadrille: its id');
    expect(errors.join('\n')).toContain('prefix cannot have the decision 999999');
    while ((await jobs.getJob(`${unknown}-0`)) !== undefined) await wait(25);
    await cancel(id, connection());
    // A worker of another version leaves a job to those of its own.
    const later = await submit(built.compiled(queens(8)), 'count', settings);
    const older = 'q00000000000000000001';
    const { data } = (await store.getJob(later)) ?? {};
    await store.add('submission', { ...data, version: '0.0.1' }, { jobId: older });
    const foreign = `${older}-0`;
    await jobs.add('x', part, { jobId: foreign });
    while ((await jobs.getJobState(foreign)) !== 'delayed') await wait(25);
    expect(errors.at(-1)).toMatch(
      /^The submission q\w+ is for quadrille 0\.0\.1, and this worker is/,
    );
    expect(await wanted(later)).toMatchObject({ count: 92 });
    await cancel(older, connection());
    expect(await jobs.getJob(foreign)).toBeUndefined();
    // A damaged problem, another problem, and a damaged submission.
    const { data: nine } = built.compiled(queens(9));
    for (const [base64, why] of [
      ['AAAA', 'This is not a compiled problem'],
      [Buffer.from(nine.buffer).toString('base64'), 'the problem is another one'],
    ]) {
      await store.add('problem', { base64 }, { jobId: `${older}-problem` });
      await store.add('submission', data, { jobId: older });
      await jobs.add('x', part, { jobId: foreign });
      await expect(wanted(older)).rejects.toThrow(why);
      await cancel(older, connection());
    }
    const damaged = await submit(built.compiled(queens(9)), 'count', settings);
    await (await store.getJob(damaged))?.updateData({ question: 'why' });
    await expect(built.queue.result(damaged, connection())).rejects.toThrow('is damaged');
    for (const name of await idsIn(store)) await store.remove(name);
    for (const name of await idsIn(jobs)) await jobs.remove(name);
    await close();
  });

  here('a job whose data is no JSON is refused by its id, removed, and made anew', async () => {
    // PostgreSQL takes nothing else.
    if (kind === 'postgres') return;
    const { submit, result, cancel } = built.queue;
    const { jobs, store, close } = queues();
    const client = new Redis(server.url);
    const spoil = (queue: Queue, name: string) => client.hset(queue.toKey(name), 'data', '{"a');
    const settings = { ...connection(), engine: 'lists', nodes: 4000 } as const;
    const newOne = async () => {
      const id = await submit(built.compiled(queens(10)), 'count', settings);
      await spoil(jobs, `${id}-0`);
      return id;
    };
    // By a client.
    const id = await newOne();
    expect(await result(id, connection())).toMatchObject({ status: 'open', open: 1 });
    expect((await jobs.getJob(`${id}-0`))?.data).toMatchObject({ engine: 'lists' });
    await cancel(id, connection());
    // By a worker, that goes on.
    const second = await newOne();
    const refused = new Promise<string>((resolve) => {
      start({ onError: resolve });
    });
    expect(await refused).toBe(
      `${second}-0: its data is no JSON; it is removed, and result has it made anew`,
    );
    expect((await wanted(second)).exact).toBe(724n);
    await workers[0]?.close();
    // And `cancel` leaves nothing behind.
    const third = await newOne();
    await spoil(store, third);
    await expect(result(third, connection())).rejects.toThrow(`the submission ${third} is damaged`);
    for (const each of [second, third]) expect(await cancel(each, connection())).toBe(0);
    expect([await idsIn(jobs), await idsIn(store)]).toEqual([[], []]);
    client.disconnect();
    await close();
  });

  here('a job that another program completes is told by its id', async () => {
    const { submit, result, cancel } = built.queue;
    const settings = { ...connection(), engine: 'lists', nodes: 1000 } as const;
    const id = await submit(endless(), 'count', settings);
    const { jobs, close } = queues();
    const other = new Worker(
      'quadrille',
      async () => null,
      { ...jobs.opts, autorun: false },
      backend,
    );
    const job = await other.getNextJob('its lock');
    expect(job?.id).toBe(`${id}-0`);
    await job?.moveToCompleted(null, 'its lock', false);
    await expect(result(id, connection())).rejects.toThrow(
      `${id}-0: it was completed without an outcome, by the worker of another program`,
    );
    await cancel(id, connection());
    await Promise.all([other.close(), close()]);
  });

  here('a worker that loses the lock of a job says so in a sentence', async () => {
    if (kind === 'postgres') return;
    const { submit, cancel } = built.queue;
    const { jobs, close } = queues();
    const client = new Redis(server.url);
    const errors: string[] = [];
    const told = new Promise<string>((resolve) => {
      start({
        onJob: (job: string) => client.del(`${jobs.toKey(job)}:lock`),
        onError: (message: string) => {
          errors.push(message);
          resolve(message);
        },
      });
    });
    const settings = { ...connection(), engine: 'lists', nodes: 1e9 } as const;
    const id = await submit(endless(), 'count', settings);
    expect(await told).toBe(
      'A job was taken from this worker, since its lock ran out or it was cancelled: that changes no result.',
    );
    await workers[0]?.close();
    await cancel(id, connection());
    expect(errors.join()).not.toMatch(/Missing|renew/);
    client.disconnect();
    await close();
  });

  here('a worker that starts while the server is away waits for it', async () => {
    const { submit, cancel } = built.queue;
    await server.crash();
    let work: Promise<Work> | undefined;
    const told = await new Promise<string>((resolve) => {
      work = start({ onError: resolve });
    });
    const end = new AbortController();
    const given = start({ signal: end.signal, onError: () => end.abort() });
    const reason = await given.catch((error: Error) => error);
    await server.start();
    expect(told).toMatch(/no server answers; start it.* It is tried again until it answers\.$/);
    expect(reason).toMatchObject({ code: 'no-server' });
    await work;
    const settings = { ...connection(), engine: 'lists' } as const;
    const id = await submit(built.compiled(queens(8)), 'count', settings);
    expect((await wanted(id)).exact).toBe(92n);
    await cancel(id, connection());
  });

  here(
    'crashes of workers and of the server change no count',
    async () => {
      const { submit, solutionPages, cancel } = built.queue;
      const plan = slow
        ? { kills: 100, restarts: kind === 'redis' ? 10 : 5, spared: 0 }
        : { kills: 10, restarts: kind === 'redis' ? 2 : 1, spared: 30 };
      const chaos = new Chaos(join(built.folder, 'dist', 'queue', 'work.js'), server, {
        workers: 3,
        seed: 1,
        ...plan,
      });
      const { matrix, count, ...how } = packing;
      const settings = { ...connection(), ...how };
      const queenly = { ...connection(), engine: 'lists', nodes: 20_000 } as const;
      const run = chaos.run();
      const counts: bigint[] = [];
      const pages: [number, number][] = [];
      do {
        try {
          const packed = await submit(built.compiled(matrix), 'count', settings);
          const twelve = slow && (await submit(built.compiled(queens(12)), 'solutions', queenly));
          counts.push((await wanted(packed)).exact);
          if (!twelve) continue;
          expect((await wanted(twelve)).exact).toBe(14200n);
          const found: (readonly number[])[] = [];
          for await (const page of solutionPages(twelve, connection())) found.push(...page);
          pages.push([found.length, distinct(found)]);
          await cancel(twelve, connection());
        } catch (error) {
          // The server may be away at this moment. It comes back.
          if ((error as { code?: string }).code !== 'no-server') throw error;
          await wait(200);
        }
      } while (!chaos.hasEnded);
      await run;
      const survived = chaos.end();
      expect(survived).toMatchObject({ kills: plan.kills, restarts: plan.restarts });
      expect(survived.again).toBeGreaterThan(plan.kills / 10);
      expect(new Set(counts)).toEqual(new Set([count]));
      for (const page of pages) expect(page).toEqual([14200, 14200]);
      if (slow) console.log(kind, { ...survived, counts: counts.length, pages: pages.length });
    },
    900_000,
  );
});

describe('the command line', () => {
  /** Runs `quadrille queue`. */
  function run(args: readonly string[], input = '', folder = built.folder) {
    return new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
      const main = join(folder, 'dist', 'cli', 'main.cjs');
      const child = execFile(process.execPath, [main, 'queue', ...args], (_, stdout, stderr) =>
        resolve({ status: child.exitCode as number, stdout, stderr }),
      );
      child.stdin?.end(input);
    });
  }

  test('submits, works, and tells the result', async ({ skip }) => {
    skip(!isInstalled('redis'), 'redis-server is not installed');
    const server = await newServer('redis', ['--appendfsync', 'always']);
    const url = ['--url', server.url];
    const eight = writeDlx(problemOf(queens(8)));
    const file = join(built.folder, 'eight.dlx');
    writeFileSync(file, eight);
    const worker = spawn(process.execPath, [built.main, 'queue', 'work', ...url]);
    try {
      const submitted = await run(['submit', '--json', '--engine', 'lists', ...url], eight);
      expect(submitted).toMatchObject({ status: 0, stderr: '' });
      const [{ id } = { id: '' }] = linesOf(submitted.stdout) as { id: string }[];
      const found = await run(['result', id, file, '--wait', ...url]);
      expect(found).toMatchObject({ status: 0, stderr: '' });
      expect(found.stdout.match(/^\d+:$/gm)?.length).toBe(92);
      const numbers = await run(['result', id, '--json', ...url]);
      expect(linesOf(numbers.stdout).length).toBe(93);
      expect((await run(['result', id, '-', ...url], 'a\na\n')).stderr).toContain(
        'this is another problem than the one submitted',
      );
      const count = await run(['submit', '--count', ...url], eight);
      expect(count).toMatchObject({ status: 0, stderr: 'It is answered already; see result.\n' });
      const other = count.stdout.trim();
      expect(await run(['result', other, ...url])).toMatchObject({ status: 0, stdout: '92\n' });
      expect((await run(['status', other, ...url])).stdout).toBe(
        'done; 92 solutions, 0 jobs done\n',
      );
      const lines = linesOf((await run(['list', '--json', ...url])).stdout);
      expect(lines.map(({ id }) => id).sort()).toEqual([id, other].sort());
      for (const each of [id, other]) {
        expect(await run(['cancel', each, ...url])).toEqual({ status: 0, stdout: '', stderr: '' });
      }
      expect(await run(['list', ...url])).toEqual({ status: 0, stdout: '', stderr: '' });
      const gone = await run(['result', id, ...url]);
      expect(gone).toMatchObject({ status: 2, stdout: '' });
      expect(gone.stderr).toContain(`quadrille queue: There is no submission ${id}`);
      worker.kill('SIGINT');
      expect(await once(worker, 'exit')).toEqual([130, null]);
      const [open = ''] = (await run(['submit', '--engine', 'links', ...url], eight)).stdout.split(
        '\n',
      );
      expect((await run(['status', open, ...url])).stderr).toBe(
        'No worker is connected; start quadrille queue work.\n',
      );
    } finally {
      worker.kill('SIGKILL');
      await server.remove();
    }
  }, 60_000);

  test('the guide runs', async ({ skip }) => {
    skip(!isInstalled('redis'), 'redis-server is not installed');
    const server = await newServer('redis', ['--appendfsync', 'always']);
    const guide = readFileSync(new URL('../../docs/guide/queue.md', import.meta.url), 'utf8');
    const blocks = [...guide.matchAll(/```(?:sh|ts)\n(.*?)```/gs)].map(([, code = '']) =>
      code.replaceAll('redis://localhost:6379', server.url),
    );
    const [lines = '', program = ''] = blocks;
    const shell = spawn('bash', ['-c', `set -e; ${lines}`], { env: built.env });
    let [told, errors] = ['', ''];
    shell.stdout.on('data', (chunk) => {
      told += chunk;
    });
    shell.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    expect(await once(shell, 'exit')).toEqual([0, null]);
    expect(errors).toBe('Working; stop with Ctrl-C.\n');
    expect(told).toMatch(/^(?:about|done).*\n14200\n$/);
    const room = (name: string) => `export * from './dist/queue/${name}.js';\n`;
    writeFileSync(join(built.folder, 'queue.mjs'), ['client', 'submit', 'work'].map(room).join(''));
    const here = program
      .replace("'quadrille/queue'", "'./queue.mjs'")
      .replace("'quadrille/puzzles'", "'./dist/puzzles/classics.js'");
    writeFileSync(join(built.folder, 'guide.mjs'), here);
    const guided = spawnSync(process.execPath, ['guide.mjs'], {
      cwd: built.folder,
      encoding: 'utf8',
    });
    expect(guided).toMatchObject({ status: 0, stdout: '14200n\n', stderr: '' });
    await server.remove();
  }, 60_000);

  const redis = 'redis://127.0.0.1:1';
  test.each([
    [['list'], 'there is no server; give --url redis://HOST or postgres://USER@HOST/DATABASE'],
    [['dance', '--url', redis], 'there is no "dance"; give one of submit, work,'],
    [['status', '--url', redis], 'status needs an id; see queue list'],
    [['list', 'q1', '--url', redis], '"q1" is one argument too many for list'],
    [['list', '--seed', '1', '--url', redis], 'queue list has no --seed; leave it out'],
    [['list', '--url', 'redis:6379'], '--url is no address of a queue; give redis://'],
    [['list', '--url', `${redis}/jobs`], 'a database that is no number; give redis://HOST:6379/0'],
    [['list', '--url', 'redis://me:a%zz@here'], 'a % that is no code of a character; write %25'],
    [['--url', redis], 'it needs an action; give one of submit, work,'],
    [['list', '--queue', 'a:b', '--url', redis], 'queue is "a:b"; give 1 to 64 letters'],
    [['status', 'q1', '--url', redis], '"q1" is not the id of a submission'],
    [['list', '--url', redis], 'redis://127.0.0.1:1: no server answers; start it'],
    [['init', '--url', 'postgres://me:secret@127.0.0.1:1/x'], '127.0.0.1:1: no server answers'],
  ])('%j: %s', async (args, message) => {
    const { status, stdout, stderr } = await run(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`quadrille queue: `);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('secret');
  });

  test('a worker waits for a server that is away, until Ctrl-C', async () => {
    const worker = spawn(process.execPath, [built.main, 'queue', 'work', '--url', redis]);
    const [told] = await once(worker.stderr, 'data');
    expect(String(told)).toBe(
      'quadrille queue work: redis://127.0.0.1:1: no server answers; start it, or give its host and port. ' +
        'It is tried again until it answers.\n',
    );
    worker.kill('SIGINT');
    expect(await once(worker, 'exit')).toEqual([130, null]);
  });

  test('says how to install what is missing', async () => {
    const bare = mkdtempSync(join(tmpdir(), 'quadrille-bare-'));
    cpSync(join(built.folder, 'dist'), join(bare, 'dist'), { recursive: true });
    copyFileSync(join(built.folder, 'package.json'), join(bare, 'package.json'));
    const { status, stderr } = await run(['list', '--url', redis], '', bare);
    expect(status).toBe(2);
    expect(stderr).toContain('bullmq is not installed; run: npm install bullmq ioredis');
    const postgres = await run(['list', '--url', 'postgres://127.0.0.1:1/x'], '', bare);
    expect(postgres.stderr).toContain('run: npm install bullmq pg');
    rmSync(bare, { recursive: true });
  });

  test('a server that refuses, or would lose jobs', async ({ skip }) => {
    skip(!KINDS.every(isInstalled), 'redis-server or postgresql is not installed');
    const redis = await newServer('redis', [
      ...['--requirepass', 'secret'],
      ...['--maxmemory-policy', 'allkeys-lru'],
    ]);
    const url = new URL(redis.url);
    expect((await run(['list', '--url', url.href])).stderr).toContain('password is wrong');
    url.password = 'wrong';
    expect((await run(['list', '--url', url.href])).stderr).toContain('password is wrong');
    url.password = 'secret';
    expect((await run(['list', '--url', `${url.href}/99`])).stderr).toContain('no such database');
    expect((await run(['list', '--url', url.href])).stderr).toContain(
      '(maxmemory-policy allkeys-lru), and a job that is removed is lost; set',
    );
    await redis.remove();
    const there = new URL(servers.get('postgres')?.url as string);
    there.pathname = '/template1';
    expect((await run(['list', '--url', there.href])).stderr).toContain('its tables are missing');
    // A user who may read the tables and not write them.
    const client = new pg.Client(servers.get('postgres')?.url);
    await client.connect();
    await client.query(`CREATE ROLE reader LOGIN PASSWORD 'secret';
      GRANT USAGE ON SCHEMA bullmq TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA bullmq TO reader`);
    await client.end();
    const reader = new URL(servers.get('postgres')?.url as string);
    reader.username = 'reader';
    const refused = await run(['submit', '--count', '--url', reader.href], 'a\na\n');
    expect(refused.stderr).toContain('the user may not read and write its jobs; allow that');
    there.password = 'wrong';
    expect((await run(['init', '--url', there.href])).stderr).toContain('password is wrong');
    there.password = 'secret';
    there.pathname = '/nothing';
    expect((await run(['init', '--url', there.href])).stderr).toContain('no such database');
  }, 60_000);
});

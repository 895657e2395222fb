import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { StartThread } from '../../../src/engine/parallel/pool.ts';
import { langford, pentominoes, queens } from '../../cases/gallery.ts';
import { problemOf } from '../../cases/problem.ts';
import { built } from '../../support/built.ts';
import { asSet } from '../../support/checker.ts';

const program = built({ library: true });
const index: typeof import('../../../src/index.ts') = await program.load('index.js');
const parallel: typeof import('../../../src/parallel.ts') = await program.load('parallel.js');
const threads: typeof import('../../../src/engine/parallel/pool.ts') =
  await program.load('engine/parallel/pool.js');
const sudoku: typeof import('../../../src/sudoku.ts') = await program.load('sudoku.js');
afterAll(program.remove);

/** The clock of the calling thread goes fast, so that work is divided on a fast machine, too. */
const { now } = performance;
const fastNow = () => 10 * now.call(performance);
beforeAll(() => {
  vi.spyOn(performance, 'now').mockImplementation(fastNow);
});
afterAll(() => vi.restoreAllMocks());

function compiled(matrix: Parameters<typeof problemOf>[0]) {
  return index.Compiled.from(problemOf(matrix).compile().data);
}

/** `links` takes long enough for this that it is divided: 73,712 solutions. */
const thirteen = () => compiled(queens(13));
/** 14,200 solutions. */
const twelve = () => compiled(queens(12));
/** More work than any of these tests waits for. */
const endless = () => compiled(pentominoes(6, 10));
const engine = 'links';

/** A worker that carries out nothing. */
const idleThread = () => ({
  post: (_: object): void => undefined,
  end: () => undefined,
  keepAlive: (_isBusy: boolean): void => undefined,
});

test.each([true, false])('a count by workers, symmetry %s', async (symmetry) => {
  const problem = compiled(queens(14));
  let most = 0;
  const onProgress = ({ workers = 0 }) => {
    most = Math.max(most, workers);
  };
  const settings = { workers: 2, symmetry, onProgress };
  const { exact, status } = await parallel.countParallel(problem, settings);
  expect([exact, status]).toEqual([365_596n, 'complete']);
  expect(most).toBe(2);
});

test('counts, by workers that are divided between the questions of a pool', async () => {
  const pool = new parallel.Pool(2);
  const counts = await Promise.all([
    parallel.countParallel(thirteen(), { engine, pool }),
    parallel.countParallel(thirteen(), { engine, pool }),
    parallel.countParallel(compiled(queens(6)), { pool }),
  ]);
  expect(counts.map(({ count }) => count)).toEqual([73712, 73712, 4]);
  expect(counts.map(({ status }) => status)).toEqual(['complete', 'complete', 'complete']);
  pool.close();
  const late = parallel.countParallel(thirteen(), { engine, pool });
  await expect(late).rejects.toThrow('The pool is closed; make another one.');
});

test('workers that are started before their orders do not keep a program from its end', async () => {
  const isKept: boolean[] = [];
  const orders: number[] = [];
  const pool = new parallel.Pool(2, (hear) => {
    const number = isKept.push(true) - 1;
    return {
      ...idleThread(),
      post() {
        orders.push(number);
        hear({ value: 'done' });
      },
      keepAlive(isBusy) {
        isKept[number] = isBusy;
      },
    };
  });
  pool.start();
  expect(isKept).toEqual([false, false]);
  expect(await pool.ask({}, {})).toBe('done');
  pool.start();
  expect([isKept, orders]).toEqual([[false, false], [0]]);
  pool.close();
  pool.start();
  expect(isKept.length).toBe(2);
});

describe('more workers than cores', () => {
  beforeAll(() => {
    vi.spyOn(os, 'availableParallelism').mockReturnValue(2);
  });
  afterAll(() => void vi.mocked(os.availableParallelism).mockRestore());

  /** Workers that carry out nothing; what each has sent so far is up to the test. */
  function idle() {
    const hears: Parameters<StartThread>[0][] = [];
    const orders: object[] = [];
    const start: StartThread = (hear) => {
      hears.push(hear);
      return { ...idleThread(), post: ({ order }) => orders.push(order) };
    };
    return { hears, orders, start };
  }

  test('start one after the other, as they are needed', async () => {
    const { hears, orders, start } = idle();
    const pool = new parallel.Pool(300, start);
    pool.start();
    expect(hears.length).toBe(2);
    const asked = Array.from({ length: 5 }, () => pool.ask({}, {}));
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    hears[0]?.({ hasStarted: true });
    for (let started = 2; started <= 5; started++) {
      await settled();
      expect([hears.length, orders.length, pool.hasRoom]).toEqual([started, started, false]);
      hears.at(-1)?.({ hasStarted: true });
    }
    await settled();
    // Nothing is asked of the sixth, so it does not start.
    expect([hears.length, pool.hasRoom]).toEqual([5, true]);
    const grown = pool.grow(() => true);
    expect(hears.length).toBe(6);
    hears.at(-1)?.({ hasStarted: true });
    await grown;
    for (const hear of hears.slice(0, 5)) hear({ value: 'done' });
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['done']));
    pool.close();
  });

  test('one that ends before it has started leaves its turn to the next', async () => {
    const ends: ((why: string) => void)[] = [];
    const pool = new parallel.Pool(300, (_, ended) => {
      ends.push(ended);
      return idleThread();
    });
    pool.start();
    const asked = [1, 2, 3].map(() => pool.ask({}, {}));
    const refused = Promise.allSettled(asked);
    for (let k = 0; k < 9; k++) {
      await vi.waitFor(() => expect(ends.length).toBeGreaterThan(k));
      ends[k]?.('it is ill');
    }
    for (const { status } of await refused) expect(status).toBe('rejected');
    pool.close();
  });

  test('a time-out holds while they start, and the work goes on', async () => {
    const { hears, start } = idle();
    const pool = new parallel.Pool(300, start);
    const told = vi.fn();
    const settings = { engine, pool, timeout: 3000, onProgress: told } as const;
    const { status } = await parallel.countParallel(endless(), settings);
    expect([status, hears.length]).toEqual(['timeout', 2]);
    expect(told.mock.lastCall?.[0].nodes).toBeGreaterThan(0);
    const reported = told.mock.calls.map(([{ workers }]) => workers ?? 1);
    // The calling thread and the first worker: the second has not started.
    expect(Math.max(...reported)).toBe(2);
    for (const question of [parallel.firstParallel, parallel.isUniqueParallel]) {
      const { hears, start } = idle();
      const pool = new parallel.Pool(300, start);
      const hard = { engine, pool, timeout: 3000 } as const;
      expect((await question(compiled(pentominoes(6, 10)), hard)).status).toMatch(/found|timeout/);
      expect(hears.length).toBeLessThanOrEqual(2);
    }
  });

  test('all of them count together', async () => {
    const told = vi.fn();
    const { count } = await parallel.countParallel(thirteen(), {
      engine,
      workers: 12,
      onProgress: told,
    });
    expect(count).toBe(73712);
  });
});

test('a worker of a deep pool has its next order before it replies, and both are done again if it ends', async () => {
  const orders: object[][] = [];
  const hears: Parameters<StartThread>[0][] = [];
  const isKept: boolean[] = [];
  const start: StartThread = (hear) => {
    const number = hears.push(hear) - 1;
    orders[number] = [];
    return {
      post: ({ order }) => orders[number]?.push(order),
      end: () => undefined,
      keepAlive(isBusy) {
        isKept[number] = isBusy;
      },
    };
  };
  const pool = new parallel.Pool(2, start, 2);
  const job = {};
  const asked = [{ k: 0 }, { k: 1 }, { k: 2 }].map((order) => pool.ask(job, order));
  // The second worker gets an order before the first gets another.
  expect(orders).toEqual([[{ k: 0 }, { k: 2 }], [{ k: 1 }]]);
  expect(pool.hasRoom).toBe(true);
  const last = pool.ask(job, { k: 3 });
  expect([pool.hasRoom, orders[1]]).toEqual([false, [{ k: 1 }, { k: 3 }]]);
  for (const value of ['one', 'three']) {
    expect(isKept).toEqual([true, true]);
    hears[1]?.({ value });
  }
  expect(isKept).toEqual([true, false]);
  expect(await Promise.all([asked[1], last])).toEqual(['one', 'three']);
  hears[0]?.({ error: 'out of memory' });
  await vi.waitFor(() => expect(orders.flat().length).toBe(6));
  // Each is done again by a worker that is there, or a new one. The first of them still has no more
  // than two.
  expect(orders[0]).toEqual([{ k: 0 }, { k: 2 }]);
  const again = [...(orders[1] ?? []).slice(2), ...(orders[2] ?? [])];
  expect(asSet(again.map((order) => [(order as { k: number }).k]))).toEqual(asSet([[0], [2]]));
  for (const [k, hear] of hears.entries()) {
    const done = k === 1 ? 2 : 0;
    if (k > 0) for (const order of (orders[k] ?? []).slice(done)) hear({ value: order });
  }
  expect(await Promise.all([asked[0], asked[2]])).toEqual([{ k: 0 }, { k: 2 }]);
  pool.close();
});

test('the worker of the library is the single file that is published', () => {
  const worker = readFileSync(
    join(program.folder, 'dist', 'engine', 'parallel', 'worker.js'),
    'utf8',
  );
  expect(worker).not.toMatch(/\b(?:import|from)\s*["']/);
  expect(worker.length).toBeGreaterThan(50_000);
});

test('workers start before the work is divided, and none for what ends sooner', async () => {
  const started = vi.fn(idleThread);
  const pool = new parallel.Pool(2, started);
  // A clock that goes on by a millisecond at each look.
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++time);
  await parallel.countParallel(compiled(queens(4)), { engine, pool });
  expect(started).toHaveBeenCalledTimes(0);
  // The time at which they start is over, and that of the division is not.
  const settings = { engine, pool, timeout: 55 } as const;
  const { status } = await parallel.countParallel(endless(), settings);
  // The calling thread is the other one.
  expect([status, started.mock.calls.length]).toEqual(['timeout', 1]);
  clock.mockImplementation(fastNow);
  pool.close();
});

describe('the calling thread is one of the workers', () => {
  /** A pool whose workers are counted, and do nothing. */
  function poolOfNone() {
    const start = vi.fn(idleThread);
    return { pool: new parallel.Pool(2, start), start };
  }

  test('it waits for none of the others', async () => {
    const { pool, start } = poolOfNone();
    let workers: number | undefined;
    const onProgress = (progress: { readonly workers?: number }) => {
      workers = progress.workers;
    };
    const { count } = await parallel.countParallel(twelve(), { engine, pool, onProgress });
    expect([count, workers]).toEqual([14200, 2]);
    expect(start).toHaveBeenCalled();
    const found = new Set<string>();
    for await (const numbers of parallel.solutionsParallel(twelve(), { engine, pool })) {
      found.add(numbers.sort().join());
    }
    expect(found.size).toBe(14200);
    pool.close();
  });

  test('a worker takes its place when that takes long', async () => {
    const { pool, start } = poolOfNone();
    const started: number[] = [];
    const settings = { engine, pool, timeout: 4000 } as const;
    const onProgress = () => started.push(start.mock.calls.length);
    await parallel.countParallel(endless(), { ...settings, onProgress });
    expect([started.includes(1), start.mock.calls.length]).toEqual([true, 2]);
    pool.close();
  });

  test('a listener that never answers does not outlast a time-out, nor a loop that is left', async () => {
    const calls = vi.fn();
    const onProgress = ({ workers }: { readonly workers?: number }) => {
      if (workers === undefined) return undefined;
      calls();
      return new Promise(() => undefined);
    };
    const { pool } = poolOfNone();
    const settings = { engine, pool, onProgress } as const;
    const counted = await parallel.countParallel(endless(), { ...settings, timeout: 4000 });
    expect([counted.status, calls.mock.calls.length]).toEqual(['timeout', 1]);
    for await (const _ of parallel.solutionsParallel(twelve(), settings)) {
      if (calls.mock.calls.length === 2) break;
    }
    pool.close();
  });

  test('it helps one count at a time, and each is whole', async () => {
    const pool = new parallel.Pool(2);
    const counts = [1, 2, 3].map(() => parallel.countParallel(twelve(), { engine, pool }));
    for (const { count } of await Promise.all(counts)) expect(count).toBe(14200);
    pool.close();
  });

  test('where it fails, another worker does its piece', async () => {
    const { JobRunner }: typeof import('../../../src/engine/parallel/jobs.ts') =
      await program.load('engine/parallel/jobs.js');
    const begin = vi.spyOn(JobRunner.prototype, 'begin').mockImplementation(() => {
      throw new Error('no memory');
    });
    const { count } = await parallel.countParallel(thirteen(), { engine, workers: 2 });
    expect([count, begin.mock.calls.length]).toEqual([73712, 1]);
    begin.mockRestore();
  });
});

describe('a count is divided while other ways to count have their chance', () => {
  type TreePortfolio = import('../../../src/engine/solve/tree-portfolio.ts').TreePortfolio;
  let plan: TreePortfolio;
  let reports: number[];
  const contest = vi.fn();
  beforeAll(async () => {
    const built: typeof import('../../../src/engine/solve/tree-portfolio.ts') = await program.load(
      'engine/solve/tree-portfolio.js',
    );
    plan = built.TreePortfolio.prototype;
  });
  /** The count of a problem for which the others find out that, in the way of `outcome`. */
  async function counted(outcome: (this: TreePortfolio) => 'paused' | 'settled' | 'exhausted') {
    contest.mockReset().mockImplementation(outcome);
    vi.spyOn(plan, 'isEndNear').mockReturnValue(false);
    vi.spyOn(plan, 'isContested', 'get').mockImplementation(
      () => contest.mock.results.at(-1)?.value !== 'settled',
    );
    vi.spyOn(plan, 'contest').mockImplementation(function (this: TreePortfolio) {
      return contest.call(this);
    });
    reports = [];
    const onProgress = ({ share }: { share: number }) => reports.push(share);
    return parallel.countParallel(thirteen(), { workers: 2, onProgress });
  }
  afterEach(() => {
    vi.restoreAllMocks();
    vi.spyOn(performance, 'now').mockImplementation(fastNow);
    expect(reports).toEqual([...reports].sort((a, b) => a - b));
    expect(reports.at(-1)).toBe(1);
  });
  const all = { count: 73712, exact: 73712n, status: 'complete' };

  test('and goes on so where none is faster', async () => {
    expect(await counted(() => (contest.mock.calls.length < 5 ? 'paused' : 'settled'))).toEqual(
      all,
    );
    expect(contest).toHaveBeenCalledTimes(5);
  });

  test('also where the workers come to the end before that is known', async () => {
    expect(await counted(() => 'paused')).toEqual(all);
    expect(contest.mock.calls.length).toBeGreaterThan(5);
  });

  test('and is done by another way where that is faster, or at its end', async () => {
    const none = vi.fn(() => undefined);
    const isFaster = await counted(() => {
      vi.spyOn(plan, 'ready', 'get').mockImplementation(none);
      vi.spyOn(plan, 'leading', 'get').mockImplementation(none);
      return 'settled';
    });
    expect([isFaster, contest.mock.calls.length]).toEqual([all, 1]);
    vi.restoreAllMocks();
    vi.spyOn(performance, 'now').mockImplementation(fastNow);
    const isEnded = await counted(function (this: TreePortfolio) {
      while (this.advance(2 ** 20) !== 'exhausted');
      return 'exhausted';
    });
    expect([isEnded, contest.mock.calls.length]).toEqual([all, 1]);
  });

  test('and is divided again where another engine is faster', async () => {
    const orders = vi.spyOn(parallel.Pool.prototype, 'run');
    const count = await counted(function (this: TreePortfolio) {
      vi.spyOn(this.leading?.constructor.prototype, 'engine', 'get').mockReturnValue('links');
      return 'settled';
    });
    expect(count).toEqual(all);
    const engines = new Set(orders.mock.calls.map(([job]) => (job as { engine: string }).engine));
    expect([...engines]).toEqual(['lists', 'links']);
  });
});

test.each(['auto', 'links'] as const)('gives each solution once with %s', async (engine) => {
  const found: (readonly number[])[] = [];
  const stream = parallel.solutionsParallel(twelve(), { engine, workers: 2 });
  for await (const numbers of stream) found.push(numbers);
  expect(stream.status).toBe('complete');
  expect(stream.progress.solutions).toBe(14200);
  const all = [...index.solutions(twelve())];
  expect(asSet(found)).toEqual(asSet(all));
});

describe('what ends it', () => {
  test('a limit, with exactly so many solutions', async () => {
    const settings = { engine, limit: 13000, workers: 2 } as const;
    expect(await parallel.countParallel(twelve(), settings)).toEqual({
      count: 13000,
      exact: 13000n,
      status: 'limit',
    });
    const stream = parallel.solutionsParallel(twelve(), settings);
    let count = 0;
    for await (const _ of stream) count++;
    expect([count, stream.status]).toEqual([13000, 'limit']);
  });

  test('a number of nodes', async () => {
    let nodes = 0;
    const { status } = await parallel.countParallel(thirteen(), {
      engine,
      workers: 2,
      maxNodes: 1_200_000,
      onProgress: (progress) => {
        nodes = progress.nodes;
      },
    });
    expect([status, nodes]).toEqual(['nodes', 1_200_000]);
  });

  test('a limit that is met while the caller takes its time', async () => {
    const stream = parallel.solutionsParallel(twelve(), { engine, limit: 1, workers: 2 });
    let given = 0;
    for await (const _ of stream) {
      given++;
      // Long enough for the workers to start, and for the search to be divided.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect([given, stream.status]).toEqual([1, 'limit']);
  });

  test('the time or a signal; and no worker goes on', async () => {
    let alive = 0;
    let started = 0;
    const pool = new parallel.Pool(2, (hear, ended) => {
      const counted = class extends Worker {
        constructor(...[url, settings]: ConstructorParameters<typeof Worker>) {
          super(url, settings);
          alive++;
          started++;
          this.on('exit', () => alive--);
        }
      };
      const node = threads.nodeThreads();
      if (node === undefined) throw new Error('This is not Node.');
      return threads.startInNode({ ...node, Worker: counted as never }, hear, ended);
    });
    const late = await parallel.countParallel(endless(), { engine, pool, timeout: 300 });
    expect(late.status).toBe('timeout');
    const controller = new AbortController();
    const shares: number[] = [];
    const { status } = await parallel.countParallel(endless(), {
      engine,
      pool,
      signal: controller.signal,
      onProgress({ share, workers }) {
        shares.push(share);
        if (shares.length >= 50 && workers === 2) controller.abort();
      },
    });
    expect(status).toBe('aborted');
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    for await (const _ of parallel.solutionsParallel(endless(), { engine, pool })) break;
    // A thread that is ended is gone a little later; idle ones stay until the pool is closed.
    pool.close();
    while (alive > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(started).toBeGreaterThanOrEqual(2);
  });

  test('an error of the listener', async () => {
    let calls = 0;
    const onProgress = () => {
      if (++calls === 40) throw new Error('enough');
    };
    const answer = parallel.countParallel(endless(), { engine, workers: 2, onProgress });
    await expect(answer).rejects.toThrow('enough');
  });
});

test('first and unique: the first of several searches answers', async () => {
  const workers = 2;
  const hard = compiled(queens(10));
  const { solution, status } = await parallel.firstParallel(hard, { workers });
  expect([solution?.length, status]).toEqual([10, 'found']);
  expect(await parallel.isUniqueParallel(hard, { workers })).toEqual({
    answer: 'several',
    status: 'found',
  });
});

/** A pool whose workers do that with each message. */
function poolOf(listener: string): InstanceType<typeof parallel.Pool> {
  const path = join(mkdtempSync(join(program.folder, 'worker-')), 'worker.mjs');
  writeFileSync(
    path,
    `import { parentPort } from 'node:worker_threads';\nparentPort.on('message', ${listener});`,
  );
  const node = { Worker: Worker as never, parentPort: null };
  return new parallel.Pool(2, (hear, ended) =>
    threads.startInNode(node, hear, ended, pathToFileURL(path)),
  );
}

test('a worker that answers first ends the search of the calling thread', async () => {
  const reply = { value: { answer: 'none', status: 'complete' } };
  const pool = poolOf(`() => parentPort.postMessage(${JSON.stringify(reply)})`);
  // There are no Langford pairs for 13, and \`links\` needs minutes to prove it.
  const none = compiled(langford(13));
  expect(await parallel.isUniqueParallel(none, { engine, pool })).toEqual(reply.value);
  pool.close();
});

describe('checkpoints', () => {
  type Checkpoint = import('../../../src/engine/solve/checkpoint.ts').Checkpoint;

  /** Settings that go on from the last checkpoint, and stop after some more of them. */
  function interrupted(
    stop: number,
    last: Checkpoint | undefined,
    keep: (last: Checkpoint) => void,
  ) {
    const controller = new AbortController();
    let isTelling = false;
    // Those of the first stretch, before the work is divided, do not count.
    let isDivided = false;
    return {
      engine,
      resume: last,
      onProgress({ workers }: { readonly workers?: number }) {
        isDivided ||= workers !== undefined;
      },
      checkpointEvery: 0,
      signal: controller.signal,
      async onCheckpoint(checkpoint: Checkpoint) {
        expect(isTelling).toBe(false);
        isTelling = true;
        await new Promise((resolve) => setTimeout(resolve, 2));
        isTelling = false;
        keep(JSON.parse(JSON.stringify(checkpoint)));
        if (isDivided && --stop === 0) controller.abort();
      },
    } as const;
  }

  test('of a count: one that is stopped again and again, with other workers each time', async () => {
    let last: Checkpoint | undefined;
    for (let run = 0; ; run++) {
      const settings = interrupted(run < 6 ? 1 + run : -1, last, (checkpoint) => {
        last = checkpoint;
      });
      const workers = 2 + (run % 2);
      const { count, status } = await parallel.countParallel(twelve(), { ...settings, workers });
      expect(last?.engine).toBe(engine);
      if (status === 'aborted') continue;
      expect([count, status]).toEqual([14200, 'complete']);
      expect(run).toBeGreaterThan(0);
      break;
    }
    expect(last).toMatchObject({ solutions: '14200', left: [] });
  });

  test('of a stream: what came after the last one comes again, and nothing else', async () => {
    let last: Checkpoint | undefined;
    const all: string[] = [];
    for (let run = 0; ; run++) {
      let kept = all.length;
      const settings = interrupted(run < 6 ? 2 : -1, last, (checkpoint) => {
        last = checkpoint;
        kept = all.length;
        expect(Number(checkpoint.solutions)).toBe(kept);
      });
      const stream = parallel.solutionsParallel(twelve(), {
        ...settings,
        workers: 2 + (run % 2),
      });
      for await (const numbers of stream) {
        all.push(numbers.sort((a, b) => a - b).join(' '));
        // Other results come in while this caller is at work.
        if (all.length % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
        if (run % 3 === 2 && all.length % 997 === 0) break;
      }
      if (stream.status === 'complete') break;
      all.length = kept;
    }
    expect([all.length, new Set(all).size]).toEqual([14200, 14200]);
  });

  test('of a decision that a worker has answered', async () => {
    const pool = poolOf(`({ order: { question } }) => {
      const unique = { answer: 'unique', status: 'complete' };
      const first = { solution: [3], status: 'found' };
      parentPort.postMessage({ value: question === 'first' ? first : unique });
    }`);
    let last: Checkpoint | undefined;
    const onCheckpoint = (checkpoint: Checkpoint) => {
      last = checkpoint;
    };
    const problem = compiled(langford(13));
    const settings = { engine, pool } as const;
    await parallel.isUniqueParallel(problem, { ...settings, onCheckpoint });
    const unique = { answer: 'unique', status: 'complete' };
    expect(await parallel.isUniqueParallel(problem, { ...settings, resume: last })).toEqual(unique);
    await parallel.firstParallel(problem, { ...settings, onCheckpoint });
    const first = await parallel.firstParallel(problem, { ...settings, resume: last, maxNodes: 0 });
    expect(first).toEqual({ solution: [3], status: 'found' });
    pool.close();
  });
});

describe('a worker that ends', () => {
  /** Workers that carry out two orders, and end over the third: by `end`. */
  const mortal = (end: string, after: number) => {
    const path = join(program.folder, `mortal-${Math.random()}.js`);
    writeFileSync(
      path,
      `import { parentPort } from 'node:worker_threads';
       import { JobRunner } from './dist/engine/parallel/jobs.js';
       const runner = new JobRunner();
       let orders = 0;
       parentPort.on('message', (message) => {
         const value = runner.answer(message);
         if (++orders > ${after}) { ${end} }
         parentPort.postMessage({ value });
       });`,
    );
    let ends = 0;
    const small = class extends Worker {
      constructor(...[url, settings]: ConstructorParameters<typeof Worker>) {
        super(url, { ...settings, stderr: true, resourceLimits: { maxOldGenerationSizeMb: 24 } });
      }
    };
    const pool = new parallel.Pool(2, (hear, ended) =>
      threads.startInNode(
        { Worker: small as never, parentPort: null },
        hear,
        (why) => {
          ends++;
          ended(why);
        },
        pathToFileURL(path),
      ),
    );
    return { pool, ends: () => ends };
  };
  const ENDS = [
    ['process.exit', 'process.exit(3);', 'exited with code 3'],
    ['an error', "throw new Error('a bug');", 'a bug'],
    ['memory', 'for (const all = []; ; ) all.push(new Array(1e5).fill(all.length));', 'memory'],
  ] as const;

  test.each(ENDS)('by %s costs its piece being done again', async (_, end) => {
    const { pool, ends } = mortal(end, 2);
    expect((await parallel.countParallel(thirteen(), { engine, pool })).count).toBe(73712);
    expect(ends()).toBeGreaterThan(0);
    pool.close();
  });

  test.each(ENDS)('by %s each time is an error that names the prefix', async (_, end, why) => {
    const { pool } = mortal(end, 0);
    const answer = parallel.countParallel(endless(), { engine, pool });
    await expect(answer).rejects.toMatchObject({
      code: 'worker-failed',
      message: expect.stringContaining(why),
    });
    await expect(answer).rejects.toThrow(/below the prefix/);
    pool.close();
  });
});

describe('before it is divided', () => {
  /** It has weights, which no search finds in time. */
  const board = () => compiled(tetrominoes);
  const tetrominoes = {
    name: 'T-tetrominoes on 22x22',
    primary: 22 * 22,
    secondary: 0,
    options: Array.from({ length: 20 * 21 }, (_, k) => [Math.floor(k / 20), k % 20]).flatMap(
      ([a = 0, b = 0]) =>
        [
          [0, 0, 0, 1, 0, 2, 1, 1],
          [1, 0, 1, 1, 1, 2, 0, 1],
        ].flatMap((cells) => {
          const at = (x: number, y: number) => 22 * (a + x) + b + y;
          const pairs = [0, 2, 4, 6].map((n) => [cells[n], cells[n + 1]]);
          const flat = pairs.map(([x = 0, y = 0]) => at(x, y));
          // The same on its side.
          return [flat, flat.map((cell) => (cell % 22) * 22 + Math.floor(cell / 22))];
        }),
    ),
  };

  test('weights prove that there is no solution', async () => {
    const settings = { workers: 2, timeout: 600_000 };
    expect(await parallel.countParallel(board(), settings)).toMatchObject({
      count: 0,
      status: 'complete',
    });
    const stream = parallel.solutionsParallel(board(), settings);
    for await (const _ of stream);
    expect(stream.status).toBe('complete');
  });

  test('the problem is reduced, and its solutions are those of the original', async () => {
    const small = () => compiled(queens(8));
    const stream = parallel.solutionsParallel(small(), { workers: 2, reduce: true });
    const found: number[][] = [];
    for await (const numbers of stream) found.push(numbers);
    expect(asSet(found)).toEqual(asSet([...index.solutions(small())]));
    const settings = { workers: 2, reduce: true, engine } as const;
    expect((await parallel.countParallel(twelve(), settings)).count).toBe(14200);
    expect((await parallel.firstParallel(endless(), settings)).status).toBe('found');
  });

  test('to reduce ends at limits', async () => {
    for (const settings of [{ timeout: 0 }, { maxNodes: 0 }]) {
      const limited = { ...settings, workers: 2, reduce: true };
      expect(await parallel.countParallel(endless(), limited)).toMatchObject({ count: 0 });
      expect(await parallel.firstParallel(endless(), limited)).not.toHaveProperty('solution');
    }
  });
});

test('settings that cannot be are refused', async () => {
  const pool = new parallel.Pool(1);
  const problem = compiled(queens(4));
  await expect(parallel.countParallel(problem, { workers: 0 })).rejects.toThrow('workers is 0');
  await expect(parallel.countParallel(problem, { workers: 2, pool })).rejects.toThrow(
    'There are workers and a pool; give one of them.',
  );
  expect((await parallel.countParallel(problem, { pool })).count).toBe(2);
});

describe('Sudokus', () => {
  const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
  /**
   * Puzzles of two sizes, solvable or not, with errors of the text and of the givens among them.
   */
  const text = Array.from({ length: 700 }, (_, k) =>
    k % 50 === 7
      ? `55${EASY.slice(2)}`
      : k % 50 === 8
        ? `${EASY}1`
        : k % 50 === 9
          ? `1${'.'.repeat(15)}`
          : k % 50 === 10
            ? '.'.repeat(81)
            : EASY.replace(/\d/g, (digit) => String(1 + ((Number(digit) + k) % 9))),
  ).join('\n');
  const plain = (answers: readonly object[]) => JSON.parse(JSON.stringify(answers));
  const collect = async <A>(answers: AsyncIterable<A>): Promise<A[]> => {
    const all: A[] = [];
    for await (const answer of answers) all.push(answer);
    return all;
  };

  test.each(['first', 'count', 'isUnique', 'check'] as const)(
    'are answered in their order, as by one thread: %s',
    async (question) => {
      const pool = new parallel.Pool(2);
      const reads = [...sudoku.readEach(text)];
      for (const limits of [{ limit: 2 }, { maxNodes: 60, limit: 5 }, { limit: 0 }]) {
        const one = [...sudoku.answerEach(reads, question, limits)];
        const two = await collect(sudoku.answerEach(reads, question, { ...limits, pool }));
        expect(plain(two)).toEqual(plain(one));
        expect(two.filter(({ error }) => error !== undefined).length).toBeGreaterThan(10);
      }
      pool.close();
    },
  );

  test('are read no faster than the answers are taken', async () => {
    const pool = new parallel.Pool(2);
    const [puzzle] = sudoku.readPuzzles(EASY);
    let read = 0;
    async function* endless() {
      for (; ; read++) yield puzzle;
    }
    let taken = 0;
    for await (const { answer } of sudoku.answerEach(endless(), 'isUnique', { pool })) {
      expect(answer?.answer).toBe('unique');
      expect(read - taken).toBeLessThan(2000);
      if (++taken === 5000) break;
    }
    pool.close();
  });

  test('that cannot be, and pools that are none or closed, are refused', async () => {
    const pool = new parallel.Pool(2);
    const [puzzle] = sudoku.readPuzzles(EASY);
    const first = (puzzles: unknown, settings: object) =>
      collect(sudoku.answerEach(puzzles as never, 'first', settings as { pool: typeof pool }));
    await expect(first([puzzle, 3], { pool })).rejects.toThrow('There is 3 among the puzzles');
    expect(() => sudoku.answerEach([], 'first', { pool: 3 as never })).toThrow('give a Pool');
    expect(() => sudoku.answerEach(endlessText() as never, 'first')).toThrow(
      'give an array of them',
    );
    expect(() => sudoku.answerEach(3 as never, 'first', { pool })).toThrow('The puzzles are 3');
    pool.close();
    await expect(first([puzzle], { pool })).rejects.toThrow('The pool is closed');
  });

  async function* endlessText(): AsyncGenerator<never> {}

  test('over which three workers have ended are an error', async () => {
    const pool = poolOf('() => process.exit(3)');
    const answers = sudoku.answerEach(sudoku.readPuzzles(EASY), 'first', { pool });
    await expect(collect(answers)).rejects.toMatchObject({ code: 'worker-failed' });
    pool.close();
  });
});

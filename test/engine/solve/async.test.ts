import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  countAsync,
  firstAsync,
  Problem,
  type Progress,
  solutionsAsync,
} from '../../../src/index.ts';
import { dominoes, langford, pentominoes, queens } from '../../cases/gallery.ts';
import { problemOf } from '../../cases/problem.ts';
import { counted } from '../../support/counted.ts';

const eight = problemOf(queens(8));
/** More work than any of these tests waits for. */
const endless = () => problemOf(pentominoes(6, 10));

describe.each(['lists', 'links'] as const)('with %s', (engine) => {
  test('lets the event loop run, and ends at a signal that comes from it', async () => {
    const controller = new AbortController();
    let turns = 0;
    const turn = () => {
      turns++;
      if (turns === 20) controller.abort();
      else setImmediate(turn);
    };
    setImmediate(turn);
    const { count, status } = await countAsync(endless(), { engine, signal: controller.signal });
    expect(status).toBe('aborted');
    expect(turns).toBe(20);
    expect(count).toBeLessThan(9356);
  });

  test('lets the event loop run while solutions come thick and fast', async () => {
    let turns = 0;
    const turn = () => {
      turns++;
      if (turns < 10) setImmediate(turn);
    };
    setImmediate(turn);
    const stream = solutionsAsync(problemOf(dominoes(8, 8)), { engine });
    for await (const _ of stream) if (turns === 10) break;
    expect(turns).toBe(10);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test('an aborted signal ends it before it begins', async () => {
    const signal = AbortSignal.abort();
    expect(await countAsync(eight, { engine, signal })).toEqual(counted(0, 'aborted'));
    expect(await firstAsync(eight, { engine, signal })).toEqual({ status: 'aborted' });
    const stream = solutionsAsync(eight, { engine, signal });
    expect(await stream.next()).toEqual({ done: true, value: 'aborted' });
    expect(stream.status).toBe('aborted');
  });

  test('keeps to its other limits', async () => {
    expect(await countAsync(endless(), { engine, maxNodes: 3000 })).toMatchObject({
      status: 'nodes',
    });
    expect(await countAsync(endless(), { engine, timeout: 30 })).toMatchObject({
      status: 'timeout',
    });
    await expect(countAsync(eight, { engine, limit: -1 })).rejects.toThrow(/limit/);
    expect(() => solutionsAsync(eight, { engine, limit: -1 })).toThrow(/limit/);
  });

  test('reports progress that grows, the last time at the end', async () => {
    const reports: Progress[] = [];
    const onProgress = (progress: Progress) => reports.push(progress);
    await countAsync(problemOf(pentominoes(3, 20)), { engine, onProgress });
    await countAsync(problemOf(dominoes(6, 6)), { engine, onProgress: () => undefined });
    expect(reports.length).toBeGreaterThan(0);
    const last = reports.at(-1) as Progress;
    expect(last).toMatchObject({ solutions: 8, share: 1, deepest: 12 });
    expect(last.rate).toBeGreaterThan(0);
    const nodes = reports.map((report) => report.nodes);
    expect(nodes).toEqual([...nodes].sort((a, b) => a - b));
  });

  test('refuses a signal and a listener that are none', async () => {
    const signal = new AbortController() as unknown as AbortSignal;
    await expect(countAsync(eight, { engine, signal })).rejects.toThrow(/controller.signal/);
    const onProgress = 'x' as unknown as () => void;
    await expect(countAsync(eight, { engine, onProgress })).rejects.toThrow(/onProgress/);
  });

  test('a stream that is left stops even in the middle of a search', async () => {
    const stream = solutionsAsync(problemOf(langford(13)), { engine });
    const hopeless = stream.next();
    await stream.return();
    expect((await hopeless).done).toBe(true);
    const { nodes } = stream.progress;
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    expect(stream.progress.nodes).toBe(nodes);
  });

  test('several at once all get on', async () => {
    const counts = await Promise.all([1, 2, 3, 4, 5].map(() => countAsync(eight, { engine })));
    expect(counts.map(({ count }) => count)).toEqual([92, 92, 92, 92, 92]);
    const long = await Promise.all(
      [1, 2, 3].map(() => countAsync(endless(), { engine, maxNodes: 8000 })),
    );
    expect(new Set(long.map(({ count }) => count)).size).toBe(1);
  });

  test('calls of next that do not wait for each other get different solutions', async () => {
    const stream = solutionsAsync(eight, { engine, limit: 3 });
    const results = await Promise.all([1, 2, 3, 4].map(() => stream.next()));
    expect(results.map(({ done }) => done)).toEqual([false, false, false, true]);
    const [a, b] = results;
    expect(a?.value).not.toEqual(b?.value);
  });
});

describe('what a listener throws, or promises', () => {
  test('an error in onProgress comes out', async () => {
    const onProgress = () => {
      throw new Error('mine');
    };
    await expect(countAsync(endless(), { onProgress })).rejects.toThrow('mine');
    const stream = solutionsAsync(problemOf(queens(3)), { onProgress });
    await expect(stream.next()).rejects.toThrow('mine');
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test('a rejected promise of onProgress comes out, from a turn and from the end', async () => {
    const onProgress = async () => {
      throw new Error('mine');
    };
    await expect(countAsync(endless(), { onProgress })).rejects.toThrow('mine');
    await expect(countAsync(problemOf(queens(3)), { onProgress })).rejects.toThrow('mine');
    const atTheEnd = async ({ share }: Progress) => {
      await nextTurn();
      if (share === 1) throw new Error('mine at last');
    };
    const stream = solutionsAsync(eight, { onProgress: atTheEnd });
    const toEnd = async () => {
      for await (const _ of stream);
    };
    await expect(toEnd()).rejects.toThrow('mine at last');
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test('a promise of onProgress that never settles does not outlast a time-out or a signal', async () => {
    let calls = 0;
    const onProgress = () => {
      calls++;
      return new Promise(() => undefined);
    };
    const timed = { timeout: 30, onProgress };
    expect((await countAsync(endless(), timed)).status).toBe('timeout');
    expect(calls).toBe(1);
    const stream = solutionsAsync(endless(), timed);
    for await (const _ of stream);
    expect(stream.status).toBe('timeout');
    // The search is at its end before its first turn is, so this is the last report.
    const soon = countAsync(problemOf(queens(4)), { ...timed, timeout: 500 });
    expect(await soon).toMatchObject({ count: 2, status: 'complete' });
    const signal = { aborted: false };
    const abort = () => {
      setImmediate(() => {
        signal.aborted = true;
      });
      return onProgress();
    };
    const aborted = countAsync(endless(), { signal, onProgress: abort });
    expect((await aborted).status).toBe('aborted');
  });

  test("a promise of onProgress that is rejected too late is nobody's", async () => {
    const late: ((error: Error) => void)[] = [];
    const onProgress = () => new Promise((_, reject) => late.push(reject));
    const { status } = await countAsync(endless(), { timeout: 30, onProgress });
    for (const reject of late) reject(new Error('too late'));
    await nextTurn();
    expect([status, late.length]).toEqual(['timeout', 1]);
  });

  test('a promise that settles soon after a time-out is still waited for', async () => {
    const onProgress = async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      throw new Error('mine');
    };
    const asked = countAsync(endless(), { timeout: 1, onProgress });
    await expect(asked).rejects.toThrow('mine');
  });

  test('the next turn begins when the promise of onProgress is settled', async () => {
    let busy = 0;
    let calls = 0;
    const onProgress = async () => {
      calls++;
      expect(++busy).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 15));
      busy--;
    };
    await countAsync(endless(), { maxNodes: 20_000, onProgress });
    expect(busy).toBe(0);
    expect(calls).toBeGreaterThan(0);
  });
});

describe('with listeners that take their time', () => {
  afterEach(() => vi.restoreAllMocks());

  /** A clock that goes on only when it is read, or told to: so each run is the same. */
  function madeUpClock(step: number): { spend(ms: number): void } {
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      time += step;
      return time;
    });
    return {
      spend(ms) {
        time += ms;
      },
    };
  }

  /** Spends that time at each call; throws where the search has not moved over fifty of them. */
  function slowListener(spend: () => void) {
    const listener = { calls: 0, nodes: -1, standstill: 0 };
    const onProgress = ({ nodes }: Progress) => {
      listener.calls++;
      listener.standstill = nodes === listener.nodes ? listener.standstill + 1 : 0;
      if (listener.standstill === 50) throw new Error(`it stands still at ${nodes}`);
      listener.nodes = nodes;
      spend();
    };
    return { listener, onProgress };
  }

  test.each([
    // There are some 500 nodes; with this clock 30 of them fit into 10 ms.
    ['one search, 12 ms', 1, 12, 30],
    ['one search, an hour', 1, 3_600_000, 30],
    ['eight searches, 12 ms', 8, 12, 200],
    ['forty searches, half a millisecond', 40, 0.5, 560],
  ])('%s: each turn gets on, and each count is exact', async (_, searches, ms, mostCalls) => {
    const clock = madeUpClock(0.3);
    const problem = problemOf(queens(7));
    const all = Array.from({ length: searches }, () => slowListener(() => clock.spend(ms)));
    const counts = await Promise.all(
      all.map(({ onProgress }) => countAsync(problem, { onProgress })),
    );
    expect(counts).toEqual(all.map(() => counted(40)));
    for (const { listener } of all) {
      expect(listener.calls).toBeGreaterThan(2);
      expect(listener.calls).toBeLessThan(mostCalls);
    }
  });

  test('the time that a promise of the listener takes is not the time of the search', async () => {
    const clock = madeUpClock(0.3);
    const { listener, onProgress } = slowListener(() => undefined);
    const later = async (progress: Progress) => {
      onProgress(progress);
      await Promise.resolve();
      clock.spend(3_600_000);
    };
    expect((await countAsync(problemOf(queens(7)), { onProgress: later })).count).toBe(40);
    expect(listener.calls).toBeLessThan(30);
  });

  test('a stream whose reader takes its time gets on as well, and lets the event loop run', async () => {
    const clock = madeUpClock(0.3);
    const { listener, onProgress } = slowListener(() => clock.spend(12));
    let found = 0;
    for await (const _ of solutionsAsync(problemOf(queens(7)), { onProgress })) {
      found++;
      clock.spend(20);
    }
    expect(found).toBe(40);
    expect(listener.calls).toBeGreaterThanOrEqual(40);
  });

  test('to compile and lay out is part of the first turn', async () => {
    const clock = madeUpClock(0.3);
    const problem = problemOf(queens(7));
    vi.spyOn(problem, 'compile').mockImplementation(() => {
      clock.spend(20);
      return problemOf(queens(7)).compile();
    });
    const nodes: number[] = [];
    await countAsync(problem, { onProgress: (progress) => nodes.push(progress.nodes) });
    expect(nodes[0]).toBe(0);
    expect(nodes[1]).toBeGreaterThan(0);
  });

  test('in real time: 300,000 options of one item, with progress told', async () => {
    const problem = new Problem({ primary: 1 });
    for (let k = 0; k < 300_000; k++) problem.addIndices([0]);
    for (const engine of ['lists', 'links'] as const) {
      const { onProgress } = slowListener(() => undefined);
      expect(await countAsync(problem, { engine, onProgress })).toEqual(counted(300_000));
    }
  });
});

import { expect, test } from 'vitest';
import { countAsync, estimate, estimateAsync, firstAsync, Problem } from '../../../src/index.ts';
import { dominoes, queens } from '../../../src/puzzles.ts';

test('a problem that is counted at once is told exactly', () => {
  const { solutions, nodes, status } = estimate(queens(8));
  expect([solutions, status]).toEqual([{ mean: 92, error: 0 }, 'complete']);
  expect(nodes.error).toBe(0);
});

test('a seed gives the same estimate each time', () => {
  const [one, other] = [estimate(queens(14), { seed: 5 }), estimate(queens(14), { seed: 5 })];
  expect(other.solutions).toEqual(one.solutions);
  expect(other.nodes).toEqual(one.nodes);
});

test('all digits of a count, and no time that states may make short', () => {
  const { exact, status } = estimate(dominoes('12x14'));
  expect([status, exact]).toEqual(['complete', 43242613716069407953n]);
  expect(JSON.parse(JSON.stringify(estimate(queens(8)))).exact).toBe('92');
  expect(estimate(dominoes('20x20')).milliseconds.error).toBe('unknown');
});

test('numbers beyond a double, and none: always numbers, and soon', () => {
  const pairs = (count: number) => {
    const problem = new Problem({ primary: count });
    for (let item = 0; item < count; item++) {
      problem.addIndices([item]);
      problem.addIndices([item]);
    }
    return problem;
  };
  const most = Number.MAX_VALUE;
  expect(estimate(pairs(3000)).solutions).toEqual({ mean: most, error: 'unknown' });
  const all = [
    estimate(pairs(1100), { engine: 'lists' }),
    estimate(queens(8), { reduce: true, timeout: 0 }),
    estimate(pairs(5000), { engine: 'lists', timeout: 0 }),
  ];
  for (const { solutions, nodes, milliseconds } of all) {
    for (const { mean, error } of [solutions, nodes, milliseconds]) {
      expect(mean).toBeGreaterThanOrEqual(0);
      expect(error === 'unknown' || error >= 0).toBe(true);
    }
  }
});

test('it ends by time and signal, and lets the event loop run', async () => {
  expect(estimate(queens(20), { timeout: 0 }).status).toBe('timeout');
  const signal = AbortSignal.abort();
  expect((await estimateAsync(queens(20), { signal })).status).toBe('aborted');
  let turns = 0;
  const { status } = await estimateAsync(queens(20), { onProgress: () => turns++ });
  expect(status).toBe('found');
  expect(turns).toBeGreaterThan(1);
  expect(() => estimate(queens(4), { timeout: -1 })).toThrow(/timeout/);
  expect(() => estimate(queens(4), { limit: 3 } as object)).toThrow(/limit/);
});

test('progress tells the time to go where all solutions are looked for', async () => {
  const left: (number | undefined)[] = [];
  await countAsync(queens(12), { onProgress: (progress) => left.push(progress.left) });
  expect(left.at(-1)).toBe(0);
  expect(left.every((time) => time === undefined || time >= 0)).toBe(true);
  const first: (number | undefined)[] = [];
  await firstAsync(queens(30), { onProgress: (progress) => first.push(progress.left) });
  expect(first.every((time) => time === undefined)).toBe(true);
});

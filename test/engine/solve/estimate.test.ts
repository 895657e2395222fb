import { expect, test } from 'vitest';
import { countAsync, estimate, estimateAsync, firstAsync } from '../../../src/index.ts';
import { queens } from '../../../src/puzzles.ts';

test('a problem that is counted at once is told exactly', () => {
  const { solutions, nodes, status } = estimate(queens(8));
  expect([solutions, status]).toEqual([{ mean: 92, error: 0 }, 'complete']);
  expect(nodes.error).toBe(0);
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

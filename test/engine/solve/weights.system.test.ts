import { describe, expect, test } from 'vitest';
import { count, countAsync, first, isUnique, solutions } from '../../../src/index.ts';
import { mutilated, pigeons } from '../../support/impossible.ts';

// Without weights each of these takes minutes at least.
describe.each([
  ['a board of 8x8 without two corners', mutilated(8)],
  ['16x16', mutilated(16)],
  ['12 pigeons in 11 holes', pigeons(12, 11)],
  ['20 pigeons in 6 holes for 2 or 3 each', pigeons(20, 6, [2, 3])],
])('%s', (_, problem) => {
  test('has no solution, by every question', async () => {
    const limits = { maxNodes: 10_000_000 };
    expect(first(problem, limits)).toEqual({ status: 'complete' });
    expect(count(problem, limits)).toMatchObject({ exact: 0n, status: 'complete' });
    expect(isUnique(problem, limits)).toEqual({ answer: 'none', status: 'complete' });
    const stream = solutions(problem, limits);
    expect([...stream]).toEqual([]);
    expect(stream.status).toBe('complete');
    expect(stream.progress.share).toBe(1);
    expect(await countAsync(problem)).toMatchObject({ exact: 0n, status: 'complete' });
  });
});

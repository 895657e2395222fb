import { expect, test } from 'vitest';
import { count, countAsync, first } from '../../../src/index.ts';
import { polyominoes } from '../../../src/puzzles.ts';
import { mutilated, pigeons } from '../../support/impossible.ts';

test('engines that are named look for no weights', () => {
  const maxNodes = 500_000;
  expect(first(mutilated(16), { maxNodes })).toEqual({ status: 'complete' });
  for (const engine of ['lists', 'links'] as const) {
    expect(first(mutilated(16), { engine, maxNodes })).toEqual({ status: 'nodes' });
  }
});

test('weights below a prefix: pigeons that come to holes, and holes that are taken', () => {
  const full = pigeons(12, 12).compile();
  // Options 0 to 11 are the first pigeon: without it there is one hole too many.
  expect(first(full, { prefix: [0] }).status).toBe('found');
  // The hole 0 is left out by each pigeon.
  const closed = Array.from({ length: 12 }, (_, pigeon) => ~(12 * pigeon));
  expect(first(full, { prefix: closed, maxNodes: 1e7 })).toEqual({ status: 'complete' });
  expect(count(full, { prefix: [13, ...closed], maxNodes: 1e7 }).status).toBe('complete');
});

test('to reduce takes turns with the event loop, and ends at limits', async () => {
  const problem = polyominoes('20x20', 'pentominoes', { supply: 'unlimited' });
  problem.compile();
  let turns = 0;
  const onProgress = ({ nodes }: { nodes: number }) => {
    if (nodes === 0) turns++;
  };
  const settings = { reduce: true, maxNodes: 1, onProgress };
  expect((await countAsync(problem, settings)).status).toBe('nodes');
  expect(turns).toBeGreaterThan(2);
  const signal = AbortSignal.abort();
  expect((await countAsync(problem, { reduce: true, signal })).status).toBe('aborted');
  expect(count(problem, { reduce: true, timeout: 0 })).toMatchObject({
    exact: 0n,
    status: 'timeout',
  });
  expect(first(problem, { reduce: true, maxNodes: 0 })).toEqual({ status: 'nodes' });
});

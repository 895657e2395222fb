import { describe, expect, test } from 'vitest';
import { machine } from '../../../src/engine/kernels/wasm/memory.ts';
import { JobRunner } from '../../../src/engine/parallel/jobs.ts';
import { createSearch, ENGINE_NAMES } from '../../../src/engine/solve/engines.ts';
import { Enumeration } from '../../../src/engine/solve/enumeration.ts';
import { partOf, plainOf } from '../../../src/engine/solve/remaining.ts';
import { count, first, isUnique, Prefix, solutions, solutionsAsync } from '../../../src/index.ts';
import { pentominoes, queens } from '../../cases/gallery.ts';
import { problemOf } from '../../cases/problem.ts';
import { collectGarbage } from '../../support/heap.ts';
import { portfolioIn } from '../../support/portfolio.ts';

// A region of the memory of WebAssembly that is not given back waits for the garbage collector, and
// that for a turn of the event loop: a loop of questions would fill gigabytes. None of these tests
// lets the event loop run before it looks.

/** The regions that are held after this, and were not before. */
function held(act: () => unknown): number {
  const before = machine()?.regions as number;
  act();
  return (machine()?.regions as number) - before;
}

const packing = problemOf(pentominoes(3, 20)).compile();
const board = problemOf(queens(10)).compile();
const large = problemOf(pentominoes(6, 10)).compile();
const ENDLESS = Number.POSITIVE_INFINITY;

test('a search holds a region until its end', () => {
  let search = createSearch(large);
  search.end();
  const walk = () => {
    search = createSearch(large);
    while (search.nodes < 20_000) search.advance(20_000);
  };
  expect(held(walk)).toBe(1);
  expect(held(() => search.end())).toBe(-1);
  expect(held(() => search.end())).toBe(0);
  // It can be reset, and comes to the same.
  const small = createSearch(board);
  const counts = [0, 1].map((k) => {
    if (k === 1) small.reset();
    small.advance(3000, ENDLESS);
    small.end();
    small.reset();
    while (small.advance(ENDLESS, ENDLESS) !== 'exhausted');
    return small.solutions;
  });
  small.end();
  expect(counts).toEqual([724, 724]);
});

describe('a question gives back all that it held', () => {
  test.each(['auto', ...ENGINE_NAMES] as const)('with %s', (engine) => {
    const small = engine === 'multiples' || engine === 'learn' ? 500 : ENDLESS;
    const settings = { engine, maxNodes: small };
    expect(held(() => count(packing, settings))).toBe(0);
    expect(held(() => count(board, settings))).toBe(0);
    expect(held(() => count(board, { ...settings, limit: 300 }))).toBe(0);
    if (engine !== 'sweep') {
      expect(held(() => first(large, settings))).toBe(0);
      expect(held(() => isUnique(large, settings))).toBe(0);
    }
    expect(held(() => [...solutions(packing, settings)])).toBe(0);
    const left = () => {
      let found = 0;
      for (const _ of solutions(board, settings)) if (++found === 300) break;
    };
    expect(held(left)).toBe(0);
  });

  test('a stream that is left, and one that fails', async () => {
    // Here the event loop runs: then regions of other tests may be given back, too.
    await collectGarbage();
    const before = machine()?.regions;
    for await (const _ of solutionsAsync(large, { engine: 'lists' })) break;
    const onProgress = () => {
      throw new Error('enough');
    };
    const stream = solutionsAsync(large, { engine: 'lists', onProgress });
    const listen = async () => {
      for await (const _ of stream);
    };
    await expect(listen()).rejects.toThrow('enough');
    expect(machine()?.regions).toBe(before);
  });
});

test('an enumeration gives back what the search held that it hands over from, and all at its end', () => {
  const eager = { choiceLookNodes: 4000, sweepWorth: 0, sweepBias: 0 };
  const start = () => createSearch(packing);
  const before = machine()?.regions as number;
  const search = new Enumeration(packing, {}, start, eager);
  const handOver = () => {
    while (search.engine === 'lists') search.advance(4000, ENDLESS);
  };
  handOver();
  // That of `sweep`.
  expect(machine()?.regions).toBe(before + 1);
  while (search.advance(1000, ENDLESS) === 'paused');
  expect([search.solutions, machine()?.regions]).toEqual([8, before]);
  // Once more from the start, and given up half-way.
  search.reset();
  handOver();
  search.advance(1000, ENDLESS);
  search.end();
  expect(machine()?.regions).toBe(before);
});

test('the other ways to count are given up with their states, at the end and when the count is divided', () => {
  const compiled = board;
  const start = () => portfolioIn('count', compiled, {});
  for (const isWhole of [true, false]) {
    const before = machine()?.regions as number;
    const counting = start();
    let most = 0;
    while ((isWhole || counting.states < 100) && counting.advance(50) === 'paused') {
      most = Math.max(most, (machine()?.regions as number) - before);
    }
    const { nodes } = counting;
    expect(counting.states).toBeGreaterThan(0);
    counting.end();
    expect([counting.states, counting.nodes]).toEqual([0, nodes]);
    expect([most > 0, machine()?.regions]).toEqual([true, before]);
  }
});

test('a worker gives back what it held for a job when it gets another one, and the calling thread at the end', () => {
  const job = (data: Int32Array) =>
    ({ data, engine: 'sweep', seed: undefined, memoryLimit: undefined }) as const;
  const remaining = plainOf(partOf('sweep', [Prefix.root]));
  const order = { kind: 'piece', remaining, nodes: 20_000, solutions: ENDLESS, collects: false };
  const runner = new JobRunner();
  const piece = { ...order, kind: 'piece' } as const;
  expect(held(() => runner.answer({ job: job(packing.data), order: piece }))).toBe(1);
  expect(held(() => runner.answer({ job: job(large.data), order: piece }))).toBe(0);
  expect(held(() => runner.begin(job(packing.data), piece).goOn(ENDLESS))).toBe(0);
  expect(held(() => runner.end())).toBe(-1);
});

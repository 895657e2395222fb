import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  count,
  countAsync,
  createSearch,
  first,
  isUnique,
  Problem,
  solutions,
} from '../../src/index.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { Compiled } from '../../src/problem/compiled.ts';
import { polyominoes } from '../../src/puzzles.ts';
import { asSet } from '../support/checker.ts';
import { runs } from '../support/effort.ts';
import { bruteForceMultiples, compileMultiples, multipleMatrix } from '../support/multiples.ts';
import { planIn } from '../support/plan.ts';

/** A board without two opposite corners, to be covered by dominoes. */
function board(size: number): Problem {
  const names = Array.from({ length: size * size }, (_, k) => `${k}`).slice(1, -1);
  const problem = new Problem({ primary: names });
  for (let k = 1; k < size * size - 1; k++) {
    if ((k + 1) % size > 0 && k + 1 < size * size - 1) problem.addOption([`${k}`, `${k + 1}`]);
    if (k + size < size * size - 1) problem.addOption([`${k}`, `${k + size}`]);
  }
  return problem;
}

/** With `least`, each hole must have this number of pigeons, and at most that many and one. */
function pigeons(count: number, holes: number, least?: number): Problem {
  const birds = Array.from({ length: count }, (_, k) => `p${k}`);
  const places = Array.from({ length: holes }, (_, k) => `h${k}`);
  const problem =
    least === undefined
      ? new Problem({ primary: birds, secondary: places })
      : new Problem({
          primary: [
            ...birds,
            ...places.map((item) => ({ item, times: [least, least + 1] as const })),
          ],
        });
  for (const bird of birds) for (const place of places) problem.addOption([bird, place]);
  return problem;
}

// Without weights each of these takes minutes at least.
describe.each([
  ['a board of 8x8 without two corners', board(8)],
  ['30x30', board(30)],
  ['12 pigeons in 11 holes', pigeons(12, 11)],
  ['20 pigeons in 6 holes for 2 or 3 each', pigeons(20, 6, 2)],
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

test('engines that are named look for no weights', () => {
  const maxNodes = 500_000;
  expect(first(board(16), { maxNodes })).toEqual({ status: 'complete' });
  for (const engine of ['cells', 'links'] as const) {
    expect(first(board(16), { engine, maxNodes })).toEqual({ status: 'nodes' });
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

describe.each(['all', 'few', 'count'] as const)('random problems, reduced or not: %s', (kind) => {
  test('each solution comes once, with all experts in turn', () => {
    const decisions = fc.array(fc.integer({ min: -6, max: 5 }), { maxLength: 2 });
    fc.assert(
      fc.property(
        multipleMatrix,
        decisions,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom(1, 7, Number.POSITIVE_INFINITY),
        fc.constantFrom(1, 40),
        (matrix, prefix, reduce, opens, budget, joined) => {
          const compiled = compileMultiples(matrix);
          const settings = { prefix: prefix.filter((k) => isPossible(compiled, k)), reduce };
          const solutions = bruteForceMultiples(matrix).filter((numbers) =>
            settings.prefix.every((k) => numbers.includes(k < 0 ? ~k : k) === k >= 0),
          );
          let search: Plan;
          try {
            createSearch(compiled, { engine: 'multiples', prefix: settings.prefix });
            search = planIn(kind, compiled, settings, { opens, times: { joined } });
          } catch {
            // Two decisions that exclude each other.
            return;
          }
          const found: number[][] = [];
          for (;;) {
            const outcome = search.advance(budget, kind === 'count' ? Infinity : 1);
            if (outcome === 'exhausted') break;
            if (outcome === 'solution') found.push([...search.solution()].sort((a, b) => a - b));
          }
          if (kind !== 'count') expect(asSet(found)).toEqual(asSet(solutions));
          expect(search.solutions).toBe(solutions.length);
          expect(search.share()).toBe(1);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

/** True if an option can be chosen at all: prefixes with others are refused. */
function isPossible({ data, primary, options, startAt, itemAt }: Compiled, decision: number) {
  const option = decision < 0 ? ~decision : decision;
  if (option >= options) return false;
  const items = data.subarray(
    itemAt + (data[startAt + option] as number),
    itemAt + (data[startAt + option + 1] as number),
  );
  return items.some((item) => item < primary);
}

test('to reduce takes turns with the event loop, and ends at limits', async () => {
  const problem = polyominoes('30x30', 'pentominoes', { supply: 'unlimited' });
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

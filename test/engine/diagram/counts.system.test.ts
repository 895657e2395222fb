import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countPortfolio } from '../../../src/engine/solve/counting.ts';
import { count, diagram, Problem } from '../../../src/index.ts';
import {
  aztecDiamond,
  completeGraph,
  dominoes,
  latinSquares,
  perfectMatchings,
} from '../../../src/puzzles.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix, tightMatrix } from '../../support/arbitrary.ts';
import { counted } from '../../support/counted.ts';
import { runs, slow } from '../../support/effort.ts';
import { engines, rest } from '../../support/engines.ts';
import { tilings } from '../../support/kasteleyn.ts';
import { portfolioIn } from '../../support/portfolio.ts';

/** All partitions of a set: an option for each part. */
function partitions(size: number): Problem<number> {
  const items = Array.from({ length: size }, (_, item) => `i${item}`);
  const problem = new Problem<number>({ primary: items });
  for (let part = 1; part < 2 ** size; part++) {
    problem.addOption(
      items.filter((_, item) => (part >> item) & 1),
      part,
    );
  }
  return problem;
}

describe('counts are those of', () => {
  test.each(slow ? [2, 4, 6, 8, 10, 12, 14, 16] : [2, 4, 6, 8, 10, 12])(
    'the formula for domino tilings of a square of %d',
    (size) => {
      const { exact, status } = count(dominoes(`${size}x${size}`));
      expect(status).toBe('complete');
      expect(Number(exact) / tilings(size, size)).toBeCloseTo(1, 9);
    },
  );

  test('published lists: the tilings of 8x8, 12x12, 16x16 are exact to the last digit', () => {
    expect(count(dominoes('8x8'))).toEqual(counted(12988816));
    expect(count(dominoes('12x12'))).toEqual({
      count: undefined,
      exact: 53060477521960000n,
      status: 'complete',
    });
    if (!slow) return;
    expect(count(dominoes('16x16')).exact).toBe(2444888770250892795802079170816n);
  });

  test('strips: dominoes on 2xn (Fibonacci) and 3xn (OEIS A001835), long ones too', () => {
    const fibonacci = [1n, 1n];
    for (let n = 2; n <= 90; n++)
      fibonacci.push((fibonacci[n - 1] ?? 0n) + (fibonacci[n - 2] ?? 0n));
    for (const n of [1, 2, 5, 17, 60]) expect(count(dominoes(`2x${n}`)).exact).toBe(fibonacci[n]);
    const threes = [1n, 3n];
    for (let n = 2; n <= 20; n++) threes.push(4n * (threes[n - 1] ?? 0n) - (threes[n - 2] ?? 0n));
    for (const n of [1, 2, 7, 20]) expect(count(dominoes(`3x${2 * n}`)).exact).toBe(threes[n]);
  });

  test.each(slow ? [1, 2, 3, 6, 9, 12, 14] : [1, 2, 3, 6, 9])(
    'Aztec diamonds of order %d: 2 to the n(n+1)/2, by count and by diagram',
    (order) => {
      const problem = dominoes(aztecDiamond(order));
      const all = 2n ** BigInt((order * (order + 1)) / 2);
      expect(count(problem).exact).toBe(all);
      expect(diagram(problem).diagram?.count).toBe(all);
    },
  );

  test('perfect matchings: double factorials', () => {
    let all = 1n;
    for (let n = 1; n <= (slow ? 12 : 10); n++) {
      all *= BigInt(2 * n - 1);
      expect(count(perfectMatchings(completeGraph(2 * n))).exact).toBe(all);
    }
  });

  test('Bell numbers (OEIS A000110)', () => {
    const bell = [1, 2, 5, 15, 52, 203, 877, 4140, 21147, 115975];
    bell.forEach((all, n) => {
      expect(count(partitions(n + 1)).count).toBe(all);
    });
  });
});

describe('all ways to count take turns on small problems, and count right,', () => {
  const hashes = [undefined, () => 0, (keys: Int32Array, at: number) => keys[at] & 3];

  test('while the enumeration is divided elsewhere', () => {
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(
        fc.oneof(smallMatrix, tightMatrix),
        fc.nat(20),
        fc.constantFrom(0, 2000, 2 ** 20),
        fc.constantFrom(1, 2 ** 24),
        (matrix, before, memoryLimit, alone) => {
          const compiled = problemOf(matrix).compile();
          const more = { tuning: { aloneNs: alone }, build: { fewest: 1 } };
          const counting = portfolioIn('count', compiled, { memoryLimit }, more);
          const expected = BigInt(rest(engines.wasmLists(matrix)).length);
          for (let k = 0; k < before; k++) {
            if (counting.advance(1) === 'exhausted') return;
          }
          let outcome = counting.contest();
          while (outcome === 'paused') {
            if (counting.isContested) expect(counting.ready === undefined).toBe(true);
            outcome = counting.contest();
          }
          outcomes.add(outcome);
          if (outcome === 'settled') {
            expect(counting.isContested).toBe(false);
            while (counting.advance(7) !== 'exhausted');
          }
          expect(counting.exact).toBe(expected);
          expect(counting.advance(1)).toBe('exhausted');
        },
      ),
      { numRuns: runs(300) },
    );
    expect([...outcomes].sort()).toEqual(['exhausted', 'settled']);
  });

  test.each([Infinity, 7, 1])('with turns of the caller of %d nodes', (budget) => {
    let turns = 0;
    let remembering = 0;
    fc.assert(
      fc.property(
        fc.oneof(smallMatrix, tightMatrix),
        fc.constantFrom(0, 2000, 2 ** 20),
        fc.constantFrom(...hashes),
        fc.constantFrom(1, 1000),
        (matrix, memoryLimit, hash, leastTurn) => {
          const compiled = problemOf(matrix).compile();
          const more = { tuning: { leastTurnNs: leastTurn }, build: { hash, fewest: 1 } };
          const counting = portfolioIn('count', compiled, { memoryLimit }, more);
          let before = 0n;
          while (counting.advance(budget) !== 'exhausted') {
            turns++;
            const { exact } = counting;
            expect(exact >= before).toBe(true);
            before = exact;
          }
          const expected = BigInt(rest(engines.wasmLists(matrix)).length);
          expect(before <= expected).toBe(true);
          expect(counting.exact).toBe(expected);
          if (counting.states > 0) remembering++;
        },
      ),
      { numRuns: runs(300) },
    );
    expect(turns > 0).toBe(budget < Infinity);
    expect(remembering).toBeGreaterThan(runs(25));
  });
});

test('the same way is taken wherever it pauses', () => {
  const compiled = dominoes('10x11').compile();
  const nodesBy = (budget: () => number) => {
    const counting = countPortfolio(compiled, {});
    while (counting.advance(budget()) !== 'exhausted');
    return [counting.exact, counting.nodes];
  };
  const whole = nodesBy(() => Number.POSITIVE_INFINITY);
  let turn = 0;
  expect(nodesBy(() => 1 + (turn++ % 5000))).toEqual(whole);
  expect(nodesBy(() => 100)).toEqual(whole);
});

test('a count uses symmetries by itself, unless it is told not to', () => {
  const latin = latinSquares(6);
  expect(count(latin)).toMatchObject({ exact: 812851200n, status: 'complete' });
  // One by one it would take hundreds of millions of nodes.
  expect(count(latin, { maxNodes: 200_000, symmetry: false }).status).toBe('nodes');
  const slip = { symmetry: 'no' } as unknown as { symmetry: boolean };
  expect(() => count(latin, slip)).toThrow('symmetry is "no"; give true or false.');
});

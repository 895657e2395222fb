import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Prefix } from '../../../src/engine/kernels/prefix.ts';
import { shardsOf } from '../../../src/engine/parallel/shards.ts';
import type { Compiled } from '../../../src/engine/problem/compiled.ts';
import { finish } from '../../../src/engine/problem/slices.ts';
import { createSearch } from '../../../src/engine/solve/engines.ts';
import { enumerationOf } from '../../../src/engine/solve/portfolios.ts';
import { plainOf, remainingOf } from '../../../src/engine/solve/remaining.ts';
import { rootsBelow } from '../../../src/engine/symmetry/roots.ts';
import { count } from '../../../src/index.ts';
import {
  dominoes,
  langford,
  latinSquares,
  matchings,
  pentominoes,
  queens,
  soma,
} from '../../cases/gallery.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix, tightMatrix } from '../../support/arbitrary.ts';
import { beside } from '../../support/beside.ts';
import { runs } from '../../support/effort.ts';
import { solutionsBelow } from '../../support/known.ts';
import { bruteForceMultiples, compileMultiples, multipleMatrix } from '../../support/multiples.ts';
import { keys, shuffled } from '../../support/relabellings.ts';

const ENDLESS = Number.POSITIVE_INFINITY;

/** Some are two copies of a problem, with an item in common: so they have symmetries. */
const planted = fc
  .tuple(fc.oneof(smallMatrix, tightMatrix), fc.boolean(), keys)
  .map(([matrix, doubles, order]) =>
    shuffled(doubles ? beside([matrix, matrix], true) : matrix, order),
  );

/** All solutions, by the engine that knows least. */
function solved(matrix: Matrix): number[][] {
  const search = createSearch(problemOf(matrix).compile(), { engine: 'links' });
  const all: number[][] = [];
  while (search.advance(ENDLESS) === 'solution') all.push(search.solution());
  fc.pre(all.length < 2000);
  return all;
}

function rootsOf(compiled: Compiled, decisions: readonly number[] = []) {
  return finish(rootsBelow(compiled, { prefix: Prefix.of(decisions), mostLooks: 1 << 20 }));
}

/** The number of solutions below prefixes, each times its factor. */
function below(prefixes: readonly Prefix[], solutions: readonly (readonly number[])[]): bigint {
  return prefixes.reduce((sum, prefix) => {
    return sum + prefix.factor * BigInt(solutionsBelow(solutions, prefix).length);
  }, 0n);
}

describe('roots stand for all solutions', () => {
  test('of problems with and without symmetries, below decisions', () => {
    let gains = 0;
    fc.assert(
      fc.property(planted, fc.nat(), (matrix, pick) => {
        const compiled = problemOf(matrix).compile();
        const all = solved(matrix);
        const option = matrix.options.length > 0 ? pick % matrix.options.length : undefined;
        const solution = all[pick % Math.max(1, all.length)];
        for (const decisions of [
          [],
          option === undefined ? [] : [~option],
          solution?.slice(0, 1) ?? [],
        ]) {
          const { prefixes, part, order } = rootsOf(compiled, decisions);
          expect(below(prefixes, all)).toBe(below([Prefix.of(decisions)], all));
          if (order === 1n) expect(part).toBe(1);
          if (part < 1 && all.length > 0) gains++;
        }
      }),
      { numRuns: runs(300) },
    );
    expect(gains).toBeGreaterThan(runs(30));
  });

  test('with multiplicities', () => {
    let gains = 0;
    fc.assert(
      fc.property(multipleMatrix, (matrix) => {
        const { prefixes, part } = rootsOf(compileMultiples(matrix));
        const all = bruteForceMultiples(matrix);
        expect(below(prefixes, all)).toBe(BigInt(all.length));
        if (part < 1 && all.length > 0) gains++;
      }),
      { numRuns: runs(300) },
    );
    expect(gains).toBeGreaterThan(runs(5));
  });

  test.each([
    ['pentominoes 6x10', pentominoes(6, 10), 4n, 0.25],
    ['Soma', soma(), 48n, 1 / 48],
    ['8 queens', queens(8), 8n, 0.5],
    ['Langford 7', langford(7), 2n, 0.5],
    ['Latin squares of order 4', latinSquares(4), 82_944n, 0.01],
  ] as const)('%s: the order of the group, and the part that is left', (_, matrix, order, part) => {
    const roots = rootsOf(problemOf(matrix).compile());
    expect(roots.order).toBe(order);
    expect(roots.part).toBeLessThanOrEqual(part + 1e-9);
    const shares = roots.prefixes.reduce((sum, { share }) => sum + share, 0);
    expect(shares).toBeCloseTo(1, 9);
  });

  test('a search for them that is cut short gains less, and is right', () => {
    const matrix = latinSquares(3);
    const compiled = problemOf(matrix).compile();
    const all = solved(matrix);
    for (let mostLooks = 0; mostLooks < 5000; mostLooks += 97) {
      const roots = finish(rootsBelow(compiled, { prefix: Prefix.root, mostLooks }));
      expect(below(roots.prefixes, all)).toBe(12n);
    }
  });
});

describe('an enumeration with symmetries', () => {
  /** Looks for symmetries at the first look, and hands over at once or never. */
  const tunings = fc
    .record({
      choiceLookNodes: fc.integer({ min: 1, max: 6 }),
      sweepBias: fc.constantFrom(0, 1e18),
    })
    .map((tuning) => ({ ...tuning, sweepWorth: 0, symmetryBias: 0 }));

  test('counts right, wherever it pauses, and what it leaves is the rest', () => {
    const begun = { lists: 0, sweep: 0 };
    fc.assert(
      fc.property(
        planted,
        tunings,
        fc.constantFrom(1, 7, ENDLESS),
        fc.nat(40),
        (matrix, tuning, budget, stop) => {
          const all = solved(matrix);
          const total = BigInt(all.length);
          const search = enumerationOf(problemOf(matrix).compile(), {}, tuning, true);
          for (let k = 0; search.advance(budget, ENDLESS) !== 'exhausted'; k++) {
            expect(search.exact <= total).toBe(true);
            if (k !== stop) continue;
            const { solutions, left } = remainingOf(plainOf(search.rest()));
            expect(solutions + below(left, all)).toBe(total);
          }
          expect(search.exact).toBe(total);
          expect(below(search.roots, all)).toBe(total);
          if (search.roots.some(({ factor }) => factor > 1n)) {
            begun[search.engine as 'lists' | 'sweep']++;
          }
          search.reset();
          while (search.advance(budget, ENDLESS) !== 'exhausted');
          expect(search.exact).toBe(total);
        },
      ),
      { numRuns: runs(300) },
    );
    expect(begun.lists).toBeGreaterThan(runs(5));
    expect(begun.sweep).toBeGreaterThan(runs(5));
  });

  test('counts right where the search for `sweep` finds too few of them', () => {
    const one = {
      name: 'one',
      primary: 4,
      secondary: 0,
      options: [[1], [2], [1], [2], [1], [0], [3], [3, 1], [1]],
    };
    const compiled = problemOf(beside([one, one, one])).compile();
    const tuning = { choiceLookNodes: 10, symmetryBias: 0.001, sweepWorth: 0, sweepBias: 1e-9 };
    const search = enumerationOf(compiled, {}, tuning, true);
    while (search.advance(ENDLESS, ENDLESS) !== 'exhausted');
    expect([search.engine, search.exact]).toEqual(['sweep', 1000n]);
  });

  test.each([
    ['pentominoes of 5x12', pentominoes(5, 12), 4n * 1010n, 0.35],
    ['Soma', soma(), 48n * 240n, 0.11],
    ['13 queens', queens(13), 73_712n, 0.6],
  ] as const)('%s: the count, and the part of the work', (_, matrix, exact, part) => {
    const compiled = problemOf(matrix).compile();
    const [work, whole] = [true, false].map((usesSymmetry) => {
      const search = enumerationOf(compiled, {}, {}, usesSymmetry);
      while (search.advance(ENDLESS, ENDLESS) !== 'exhausted');
      expect(search.exact).toBe(exact);
      return search.cost;
    }) as [number, number];
    expect(work).toBeLessThan(part * whole);
  });
});

test('a small problem looks for no symmetries', () => {
  const search = enumerationOf(problemOf(queens(8)).compile(), {}, {}, true);
  while (search.advance(ENDLESS, ENDLESS) !== 'exhausted');
  expect(search.exact).toBe(92n);
  expect(search.symmetries).toBeUndefined();
});

test('counts with symmetries and without are the same', () => {
  for (const [matrix, exact] of [
    [dominoes(6, 6), 6728n],
    [langford(8), 300n],
    [matchings(12), 10_395n],
    [pentominoes(3, 20), 8n],
    [queens(9), 352n],
  ] as const) {
    for (const symmetry of [true, false]) {
      expect(count(problemOf(matrix), { symmetry }).exact).toBe(exact);
    }
  }
});

test('parts of a problem add up, each with the symmetries below it', () => {
  const compiled = problemOf(pentominoes(3, 20)).compile();
  const { left } = shardsOf(compiled, {}, 7);
  expect(left.length).toBe(7);
  let sum = 0n;
  for (const prefix of left) sum += prefix.factor * count(compiled, { prefix }).exact;
  expect(sum).toBe(4n * 2n);
});

test('an engine that is named knows of no symmetries', () => {
  const compiled = problemOf(langford(7)).compile();
  const search = createSearch(compiled, { engine: 'lists' });
  while (search.advance(ENDLESS, ENDLESS) !== 'exhausted');
  expect(search.solutions).toBe(52);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Sampler } from '../../../src/engine/diagram/sampler.ts';
import { diagram, Problem, sampler, solutions } from '../../../src/index.ts';
import { latinSquares as latinProblem } from '../../../src/puzzles.ts';
import { latinSquares, matchings, queens } from '../../cases/gallery.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix, turningMatrix } from '../../support/arbitrary.ts';
import { beside } from '../../support/beside.ts';
import { asSet, isSolution } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { prefixOf, small, solutionsBelow, where } from '../../support/known.ts';
import { bruteForceMultiples, compileMultiples, multipleMatrix } from '../../support/multiples.ts';
import { allOf, checkIndices, countedOf } from './counted-samples.ts';

describe('each index is another solution, and all solutions have one', () => {
  const isSmall = (matrix: Matrix) =>
    [...solutions(problemOf(matrix).compile(), { engine: 'links', limit: 300 })].length < 300;

  test.each([
    ['small problems', smallMatrix],
    ['problems with symmetries', turningMatrix],
    ['problems of two parts', fc.tuple(turningMatrix, smallMatrix).map((parts) => beside(parts))],
  ] as const)('%s', (_, matrices) => {
    fc.assert(
      fc.property(matrices, fc.constantFrom(undefined, 300), (matrix, memoryLimit) => {
        fc.pre(isSmall(matrix));
        const all = solutions(problemOf(matrix).compile(), { engine: 'links' });
        const search = countedOf(matrix, memoryLimit === undefined ? {} : { memoryLimit });
        expect(asSet(allOf(search))).toEqual(asSet(all));
      }),
      { numRuns: runs(500) },
    );
  });

  test('below decisions', () => {
    fc.assert(
      fc.property(small, where, (known, place) => {
        const prefix = prefixOf(known, place);
        const found = allOf(countedOf(known.matrix, { prefix }));
        expect(asSet(found)).toEqual(asSet(solutionsBelow(known.all, prefix)));
      }),
      { numRuns: runs(400) },
    );
  });

  test.each([
    // isomorph-samples.system.test.ts has those of order 4.
    ['Latin squares of order 3', latinSquares(3), 12],
    ['8 queens', queens(8), 92],
    ['matchings of K8', matchings(8), 105],
  ] as const)('%s', (_, matrix, count) => checkIndices(matrix, count));

  test('an index leads to the same solution, whatever was drawn before', () => {
    const one = countedOf(latinSquares(5));
    const other = countedOf(latinSquares(5), { memoryLimit: 2000 });
    const indices = [5n, 161_279n, 80_000n, 0n, 12_345n];
    const found = indices.map((index) => one.at(index));
    for (const k of [3, 0, 4, 1, 2]) expect(other.at(indices[k])).toEqual(found[k]);
  });
});

test('samples of perfect matchings of eight points are evenly spread', () => {
  const search = countedOf(matchings(8));
  const drawn = new Map<string, number>();
  const each = 8;
  const samples = new Sampler(105n, (index) => search.at(BigInt(index)));
  for (const solution of samples.sample({ seed: 1, size: 105 * each })) {
    const [key = ''] = asSet([solution]);
    drawn.set(key, (drawn.get(key) ?? 0) + 1);
  }
  expect(drawn.size).toBeLessThanOrEqual(105);
  let square = (105 - drawn.size) * each;
  for (const times of drawn.values()) square += (times - each) ** 2 / each;
  // 104 degrees of freedom: 104 on average, with a standard deviation of 14. The seed is fixed.
  expect(square).toBeGreaterThan(104 - 4 * 14);
  expect(square).toBeLessThan(104 + 4 * 14);
});

describe('a sampler', () => {
  test('draws as a diagram does, where that ends first', () => {
    const compiled = problemOf(queens(8)).compile();
    const wanted = diagram(compiled).diagram?.sample({ seed: 3, size: 20 });
    const { sampler: drawing, status } = sampler(compiled);
    expect(status).toBe('complete');
    expect(drawing?.count).toBe(92n);
    expect(drawing?.sample({ seed: 3, size: 20 })).toEqual(wanted);
  });

  test('below decisions, and where memory for the diagram runs out', () => {
    const { sampler: drawing } = sampler(latinProblem(6), {
      prefix: [0, ~50],
      memoryLimit: 2 ** 20,
    });
    expect(drawing?.count).toBeGreaterThan(0n);
    const drawn = drawing?.sample({ size: 5 }) ?? [];
    expect(drawn.length).toBe(5);
    for (const { numbers } of drawn) {
      expect(numbers).toContain(0);
      expect(numbers).not.toContain(50);
      expect(isSolution(latinSquares(6), numbers)).toBe(true);
    }
    const short = sampler(problemOf(queens(12)), { memoryLimit: 10_000 });
    expect(short).toEqual({ status: 'memory' });
  });

  test('multiplicities: brute force has all samples', () => {
    fc.assert(
      fc.property(multipleMatrix, (matrix) => {
        const all = asSet(bruteForceMultiples(matrix));
        const { sampler: drawing } = sampler(compileMultiples(matrix));
        expect(drawing?.count).toBe(BigInt(all.length));
        for (const one of drawing?.sample({ size: 3 }) ?? [])
          expect(all).toContain(asSet([one])[0]);
      }),
      { numRuns: runs(100) },
    );
  });

  test('no solution, no item, and settings that it refuses', () => {
    const none = sampler(problemOf(queens(3)).compile());
    expect([...(none.sampler?.samples() ?? [[0]])]).toEqual([]);
    const empty = sampler(new Problem({ secondary: ['x'] }).compile());
    expect(empty.sampler?.sample()).toEqual([[]]);
    expect(() => sampler(new Problem({ secondary: ['x'] }), { seed: 1 } as object)).toThrow('seed');
    expect(() => empty.sampler?.sample({ size: -1 })).toThrow('size');
    expect(() => sampler(problemOf(queens(4)), { symmetry: 1 } as object)).toThrow(
      'symmetry is 1; give true or false.',
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refutation } from '../../../src/engine/diagram/refutation.ts';
import type { Decisions } from '../../../src/engine/kernels/prefix.ts';
import { count } from '../../../src/index.ts';
import { langford, latinSquares, matchings } from '../../cases/gallery.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix, turningMatrix } from '../../support/arbitrary.ts';
import { bruteForce, isSolution } from '../../support/checker.ts';
import { howell, nearlyKirkman, officers, room } from '../../support/designs.ts';
import { runs } from '../../support/effort.ts';
import { decisions, keepsTo, solutionsBelow, tight, turning } from '../../support/known.ts';
import { keys, shuffled } from '../../support/relabellings.ts';

/** A solution, or undefined where it proves that there is none. */
function decided(
  matrix: Matrix,
  settings: { prefix?: Decisions; memoryLimit?: number } = {},
  budget = Number.POSITIVE_INFINITY,
): { solution: readonly number[] | undefined; nodes: number } {
  const search = new Refutation(problemOf(matrix).compile(), settings);
  while (search.advance(budget) !== 'exhausted') expect(search.result).toBeUndefined();
  const { result, solution, nodes } = search;
  expect(solution !== undefined).toBe(result === 1n);
  search.end();
  expect(search.solution).toBe(solution);
  return { solution, nodes };
}

/** Checks the answer, given whether there is a solution. */
function check(matrix: Matrix, isPossible: boolean, answer: ReturnType<typeof decided>): void {
  expect(answer.solution !== undefined).toBe(isPossible);
  if (answer.solution) expect(isSolution(matrix, answer.solution)).toBe(true);
}

describe('random problems', () => {
  test('it finds a solution exactly if brute force does', () => {
    fc.assert(
      fc.property(smallMatrix, fc.integer({ min: 1, max: 9 }), (matrix, budget) => {
        const isPossible = bruteForce(matrix).length > 0;
        check(matrix, isPossible, decided(matrix));
        check(matrix, isPossible, decided(matrix, {}, budget));
      }),
      { numRuns: runs(400) },
    );
  });

  test('problems with symmetries, shuffled as well', () => {
    let possible = 0;
    let all = 0;
    fc.assert(
      fc.property(turningMatrix, keys, (matrix, order) => {
        const isPossible = count(problemOf(matrix).compile(), { engine: 'links' }).exact > 0n;
        check(matrix, isPossible, decided(matrix));
        const other = shuffled(matrix, order);
        check(other, isPossible, decided(other));
        all++;
        if (isPossible) possible++;
      }),
      { numRuns: runs(1000), seed: 5 },
    );
    // Both answers are common.
    expect(possible).toBeGreaterThan(all / 10);
    expect(all - possible).toBeGreaterThan(all / 10);
  });

  test('below decisions, and with room for few states', () => {
    fc.assert(
      fc.property(fc.oneof(tight, turning), decisions, (known, prefixIn) => {
        const prefix = prefixIn(known);
        const isPossible = solutionsBelow(known.all, prefix).length > 0;
        for (const settings of [{ prefix }, { prefix, memoryLimit: 600 }]) {
          const answer = decided(known.matrix, settings);
          check(known.matrix, isPossible, answer);
          if (isPossible) expect(keepsTo(prefix, answer.solution ?? [])).toBe(true);
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

/** Problems without a solution, with the most nodes that a proof may take, also shuffled. */
const IMPOSSIBLE: [string, Matrix, number][] = [
  ['a Room square of side 5', room(5), 40],
  ['a Howell design of side 5 with 8 points', howell(5, 8), 400],
  ['five days of 12 girls in triples', nearlyKirkman(12, 5), 200],
  ["Euler's 36 officers", officers(6), 1500],
  ['a perfect matching of K13', matchings(13), 20],
  ['Langford 6', langford(6), 200],
];

test.each(IMPOSSIBLE)('%s: there is none', (_, matrix, most) => {
  for (const one of [matrix, shuffled(matrix, [3, 1, 4, 1, 5]), shuffled(matrix, [2, 7, 1, 8])]) {
    const { solution, nodes } = decided(one);
    expect(solution).toBeUndefined();
    expect(nodes).toBeLessThanOrEqual(most);
  }
});

test.each([
  ['a Room square of side 7', room(7)],
  ['four days of 12 girls in triples', nearlyKirkman(12, 4)],
  ['officers of 5 regiments', officers(5)],
  ['a Latin square of order 9', latinSquares(9)],
])('%s: it finds one', (_, matrix) => {
  check(matrix, true, decided(matrix));
});

test('what it spends on the first symmetries is told slice by slice', () => {
  const squares = latinSquares(12);
  const search = new Refutation(problemOf(squares).compile(), { suits: () => false });
  const spent: number[] = [];
  while (search.advance(1) === 'paused') spent.push(search.work);
  const rises = spent.filter((work, k) => work > (spent[k - 1] ?? 0));
  expect(rises.length).toBeGreaterThan(2);
  search.end();
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count } from '../../../src/index.ts';
import { steiner } from '../../../src/puzzles.ts';
import { encode, Shape } from '../../../src/sudoku.ts';
import { factors, langford, latinSquares, matchings, queens } from '../../cases/gallery.ts';
import { matrixOf } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix } from '../../support/arbitrary.ts';
import { beside } from '../../support/beside.ts';
import { bruteForce } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { decisions, solutionsBelow, tight } from '../../support/known.ts';
import { keys, shuffled } from '../../support/relabellings.ts';
import { checkKnown, counted, type Known } from './counted-isomorphs.ts';

describe('random problems', () => {
  test('it counts as brute force does', () => {
    fc.assert(
      fc.property(smallMatrix, fc.integer({ min: 1, max: 9 }), (matrix, budget) => {
        const solutions = BigInt(bruteForce(matrix).length);
        expect(counted(matrix).exact).toBe(solutions);
        expect(counted(matrix, {}, budget).exact).toBe(solutions);
      }),
      { numRuns: runs(400) },
    );
  });

  test('copies of a problem, with an item in common, and shuffled', () => {
    fc.assert(
      fc.property(smallMatrix, fc.integer({ min: 2, max: 4 }), keys, (matrix, times, order) => {
        const all = beside(new Array(times).fill(matrix), true);
        const exact = count(problemOf(all).compile(), { engine: 'links' }).exact;
        expect(counted(all).exact).toBe(exact);
        expect(counted(shuffled(all, order)).exact).toBe(exact);
      }),
      { numRuns: runs(300) },
    );
  });

  test('tight problems, also below decisions, and with room for few states', () => {
    fc.assert(
      fc.property(tight, decisions, (known, prefixIn) => {
        const prefix = prefixIn(known);
        const exact = BigInt(solutionsBelow(known.all, prefix).length);
        expect(counted(known.matrix, { prefix }).exact).toBe(exact);
        expect(counted(known.matrix, { prefix, memoryLimit: 600 }).exact).toBe(exact);
      }),
      { numRuns: runs(300) },
    );
  });
});

// isomorphs.system.test.ts has larger ones.
const KNOWN: readonly Known[] = [
  ['Latin squares of order 5', latinSquares(5), 161280n, 60],
  ['Latin squares of order 6', latinSquares(6), 812851200n, 400],
  ['Steiner systems of 9 points', matrixOf('', steiner(9)), 840n, 10],
  ['Steiner systems of 13 points', matrixOf('', steiner(13)), 1197504000n, 300],
  ['factors of K8', factors(8), 31449600n, 120],
  ['Sudokus of 2x2', matrixOf('', encode(Shape.of({ boxes: '2x2' }))), 288n, 30],
  ['Sudokus of 2x3', matrixOf('', encode(Shape.of({ boxes: '2x3' }))), 28200960n, 600],
  ['perfect matchings of K30', matchings(30), 6190283353629375n, 16],
  ['8 queens', queens(8), 92n, 400],
  ['Langford 8', langford(8), 300n, 2000],
];

test.each(KNOWN)('%s', (...known) => checkKnown(known));

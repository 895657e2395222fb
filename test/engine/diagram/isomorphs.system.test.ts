import { expect, test } from 'vitest';
import { steiner } from '../../../src/puzzles.ts';
import { encode, Shape } from '../../../src/sudoku.ts';
import { factors, latinSquares } from '../../cases/gallery.ts';
import { type Matrix, matrixOf } from '../../cases/matrix.ts';
import { slow } from '../../support/effort.ts';
import { checkKnown, counted, type Known } from './counted-isomorphs.ts';

const KNOWN: readonly Known[] = [
  ['Latin squares of order 7', latinSquares(7), 61479419904000n, 4000],
];

test.each(KNOWN)('%s', (...known) => checkKnown(known));

const LONG: [string, Matrix, bigint][] = [
  ['Latin squares of order 8', latinSquares(8), 108776032459082956800n],
  ['Steiner systems of 15 points', matrixOf('', steiner(15)), 60281712691200n],
  ['factors of K10', factors(10), 444733651353600n],
  ['Sudokus of 2x4', matrixOf('', encode(Shape.of({ boxes: '2x4' }))), 29136487207403520n],
];
test.runIf(slow).each(LONG)('%s', (_, matrix, solutions) => {
  expect(counted(matrix).exact).toBe(solutions);
});

import { expect, test } from 'vitest';
import { count, sampler, samplerAsync } from '../../../src/index.ts';
import { latinSquares as latinProblem } from '../../../src/puzzles.ts';
import { encode, Shape } from '../../../src/sudoku.ts';
import { latinSquares } from '../../cases/gallery.ts';
import { problemOf } from '../../cases/problem.ts';
import { asSet, isSolution } from '../../support/checker.ts';

// Latin squares: OEIS A003090. Sudokus: Pettersen and Russell.
test.each([
  ['Latin squares of order 6', latinProblem(6), 12, 812851200n],
  ['Sudokus of 2x3', encode(Shape.of({ boxes: '2x3' })), 49, 28200960n],
] as const)('classes of %s', (_, problem, classes, all) => {
  expect(count(problem, { upToSymmetry: true })).toMatchObject({
    count: classes,
    all,
    status: 'complete',
  });
});

test('a sampler without a diagram: Latin squares of order 6', async () => {
  const matrix = latinSquares(6);
  const compiled = problemOf(matrix).compile();
  const { sampler: drawing, status } = sampler(compiled);
  expect(status).toBe('complete');
  expect(drawing?.count).toBe(812851200n);
  const drawn = drawing?.sample({ seed: 4, size: 10 }) ?? [];
  expect(new Set(asSet(drawn)).size).toBe(10);
  for (const solution of drawn) expect(isSolution(matrix, solution)).toBe(true);
  // The same by the other driver, and one after the other.
  const again = await samplerAsync(compiled);
  const stream = again.sampler?.samples({ seed: 4 }) as Generator<number[], void>;
  for (const solution of drawn) expect(stream.next().value).toEqual(solution);
  expect(drawing?.sample({ seed: 5 })).not.toEqual(drawn.slice(0, 1));
  expect(sampler(compiled, { symmetry: false, maxNodes: 20_000 })).toEqual({ status: 'nodes' });
});

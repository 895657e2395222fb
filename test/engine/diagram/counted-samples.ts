import { expect } from 'vitest';
import { IsomorphSamples } from '../../../src/engine/diagram/isomorph-samples.ts';
import type { Decisions } from '../../../src/engine/kernels/prefix.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { asSet } from '../../support/checker.ts';

export function countedOf(
  matrix: Matrix,
  settings: { prefix?: Decisions; memoryLimit?: number } = {},
): IsomorphSamples {
  const search = new IsomorphSamples(problemOf(matrix).compile(), settings);
  while (search.advance(1000) !== 'exhausted');
  return search;
}

export function* allOf(search: IsomorphSamples): Generator<number[]> {
  for (let index = 0n; index < (search.result as bigint); index++) yield search.at(index);
}

/** Each index of a problem has another solution. */
export function checkIndices(matrix: Matrix, count: number): void {
  const found = asSet(allOf(countedOf(matrix)));
  expect(new Set(found).size).toBe(count);
  expect(found.length).toBe(count);
}

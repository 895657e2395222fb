import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explain } from '../../src/index.ts';
import { tightMatrix } from '../support/arbitrary.ts';
import {
  bruteForceMultiples,
  compileMultiples,
  type MultipleMatrix,
  multipleMatrix,
} from '../support/multiples.ts';
import { checkExplanation } from '../support/reasons.ts';

const exact = multipleMatrix.map((matrix): MultipleMatrix => {
  return { ...matrix, times: matrix.times.map(() => [1, 1] as const) };
});

/** Problems with conflicts, too large for chains alone. */
const tight = tightMatrix.map((matrix): MultipleMatrix => {
  return { ...matrix, times: Array.from({ length: matrix.primary }, () => [1, 1] as const) };
});

const kinds = new Map<string, number>();

describe.each([
  ['any bounds', multipleMatrix, 600],
  ['items covered exactly once', exact, 600],
  ['conflicts', tight, 300],
])('random problems with %s', (_, arbitrary, numRuns) => {
  test('none without a solution goes unexplained, none with one is explained', () => {
    fc.assert(
      fc.property(arbitrary, (matrix) => {
        const explanation = explain(compileMultiples(matrix));
        kinds.set(explanation.kind, (kinds.get(explanation.kind) ?? 0) + 1);
        const solutions = bruteForceMultiples(matrix);
        if (solutions.length === 0) checkExplanation(matrix, explanation);
        else {
          expect(explanation.kind).toBe('solution');
        }
      }),
      { numRuns },
    );
  });
});

test('x', () => console.log(kinds));

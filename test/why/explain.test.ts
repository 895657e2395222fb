import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explain } from '../../src/index.ts';
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

/**
 * Problems in which each primary item has several options and each option two or three items. So chains seldom
 * decide them, as few options are forced or block an item.
 */
const even = fc
  .record({
    primary: fc.integer({ min: 4, max: 9 }),
    secondary: fc.integer({ min: 0, max: 1 }),
    size: fc.integer({ min: 2, max: 4 }),
    coloured: fc.boolean(),
    bounded: fc.integer({ min: 0, max: 3 }),
    picks: fc.noBias(fc.array(fc.nat(), { minLength: 200, maxLength: 200 })),
  })
  .map(({ primary, secondary, size, coloured, bounded, picks }): MultipleMatrix => {
    const items = primary + secondary;
    let next = 0;
    const pick = (below: number) => (picks[next++ % picks.length] as number) % below;
    const options: number[][] = [];
    for (let item = 0; item < primary; item++) {
      for (let own = 0; own < 2; own++) {
        const others = new Set([item]);
        while (others.size < size) others.add(pick(items));
        options.push([...others]);
      }
    }
    const colours = options.map((own) => own.map((item) => (item < primary ? 0 : pick(3))));
    const times = Array.from({ length: primary }, (_, item) =>
      bounded === 0 && item % 3 === 0 ? ([1, 2] as const) : ([1, 1] as const),
    );
    const matrix = { name: 'even', primary, secondary, options, times };
    return coloured ? { ...matrix, colours } : matrix;
  });

const kinds = new Map<string, number>();

describe.each([
  ['any bounds', multipleMatrix, 600],
  ['items covered exactly once', exact, 600],
  ['several options for each item', even, 600],
])('random problems with %s', (_, arbitrary, numRuns) => {
  test.each([
    ['all reasons', undefined],
    ['clashes alone', ['clash'] as const],
  ])('those without a solution are explained, by %s', (_name, reasons) => {
    fc.assert(
      fc.property(arbitrary, (matrix) => {
        const explanation = explain(compileMultiples(matrix), { reasons });
        kinds.set(explanation.kind, (kinds.get(explanation.kind) ?? 0) + 1);
        const solutions = bruteForceMultiples(matrix);
        if (solutions.length === 0) checkExplanation(matrix, explanation);
        else expect(explanation.kind).toBe('solution');
      }),
      { numRuns },
    );
  });
  test('weights', () => {
    fc.assert(
      fc.property(arbitrary, (matrix) => {
        const explanation = explain(compileMultiples(matrix), { reasons: ['weights'] });
        kinds.set(explanation.kind + 'w', (kinds.get(explanation.kind + 'w') ?? 0) + 1);
        if (explanation.kind === 'unknown') return;
        checkExplanation(matrix, explanation);
        expect(bruteForceMultiples(matrix)).toEqual([]);
      }),
      { numRuns },
    );
  });
  test('x', () => { console.log(JSON.stringify([...kinds])); kinds.clear(); });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  Compiled,
  costOf,
  emptyCompiled,
  leastOf,
  mostOf,
  setCost,
} from '../../src/problem/compiled.ts';
import { reduceCompiled } from '../../src/problem/reduce.ts';
import { asSet } from '../support/checker.ts';
import {
  bruteForceMultiples,
  compileMultiples,
  type MultipleMatrix,
  multipleMatrix,
} from '../support/multiples.ts';

/** The numbers of a compiled problem. */
function matrixOf(compiled: Compiled): MultipleMatrix {
  const { data, primary, secondary, options, startAt, itemAt, colourAt, coloured } = compiled;
  const slices = (at: number) =>
    Array.from({ length: options }, (_, k) => [
      ...data.subarray(at + (data[startAt + k] as number), at + (data[startAt + k + 1] as number)),
    ]);
  const times = Array.from(
    { length: primary },
    (_, item) => [leastOf(compiled, item), mostOf(compiled, item)] as const,
  );
  const matrix = { name: 'reduced', primary, secondary, options: slices(itemAt), times };
  return coloured ? { ...matrix, colours: slices(colourAt) } : matrix;
}

/** Option 2 costs 21, and so on, in some orders that have nothing to do with that of the options. */
const priceOf = (option: number) => ((option * 7 + 7) % 11) - 5;

/** The problem with costs and preferred items. */
function withCosts(matrix: MultipleMatrix): Compiled {
  const plain = compileMultiples(matrix);
  const { primary, secondary, options, nodes, coloured, multiple } = plain;
  const counts = { primary, secondary, options, nodes, coloured, multiple };
  const compiled = Compiled.of(emptyCompiled({ ...counts, priced: true, prefers: true }));
  compiled.data.set(plain.data.subarray(8), 8);
  for (let option = 0; option < options; option++) setCost(compiled, option, priceOf(option));
  for (let item = 0; item < primary; item++) compiled.data[compiled.preferredAt + item] = item % 2;
  return Compiled.from(compiled.data);
}

/** Problems in which most items are covered exactly once, so that more is forced. */
const mostlyExact = fc
  .tuple(multipleMatrix, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }))
  .map(([matrix, isExact]): MultipleMatrix => {
    const times = matrix.times.map((bounds, k) => (isExact[k] ? ([1, 1] as const) : bounds));
    return { ...matrix, times };
  });

const exact = multipleMatrix.map((matrix): MultipleMatrix => {
  return { ...matrix, times: matrix.times.map(() => [1, 1] as const) };
});

describe.each([
  ['any bounds', multipleMatrix],
  ['few bounds', mostlyExact],
  ['items covered exactly once', exact],
])('problems with %s', (_, arbitrary) => {
  test('a smaller problem has the same solutions through the map, and is reduced no further', () => {
    fc.assert(
      fc.property(arbitrary, (matrix) => {
        const compiled = withCosts(matrix);
        const reduced = reduceCompiled(compiled);
        // Reads as a compiled problem.
        const small = Compiled.from(reduced.compiled.data);
        const original = (numbers: readonly number[]) =>
          numbers.map((number) => reduced.optionOf[number] as number);
        const found = bruteForceMultiples(matrixOf(small)).map(original);
        expect(asSet(found)).toEqual(asSet(bruteForceMultiples(matrix)));

        for (let option = 0; option < small.options; option++) {
          expect(costOf(small, option)).toBe(priceOf(reduced.optionOf[option] as number));
        }
        expect(reduced.itemOf).toHaveLength(small.primary + small.secondary);
        expect(reduced.removed).toEqual({
          options: compiled.options - small.options,
          items: compiled.primary + compiled.secondary - small.primary - small.secondary,
          nodes: compiled.nodes - small.nodes,
        });
        const again = reduceCompiled(small);
        expect(again.compiled.data).toEqual(small.data);
        expect(again.forced).toBe(reduced.forced);
      }),
      { numRuns: 400 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count, first, Problem, reduce, solutions } from '../../src/index.ts';
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
import { runs } from '../support/effort.ts';
import {
  bruteForceMultiples,
  compileMultiples,
  type MultipleMatrix,
  multipleMatrix,
} from '../support/multiples.ts';
import { stated } from '../support/stated.ts';

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

/**
 * Option 2 costs 21, and so on, in some orders that have nothing to do with that of the options.
 */
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
      { numRuns: runs(400) },
    );
  });
});

describe('questions with reduce: true', () => {
  test('have the same answers', () => {
    fc.assert(
      fc.property(mostlyExact, (matrix) => {
        const compiled = compileMultiples(matrix);
        const all = asSet(bruteForceMultiples(matrix));
        expect(asSet(solutions(compiled, { reduce: true }))).toEqual(all);
        expect(count(compiled, { reduce: true }).count).toBe(all.length);
        const { solution } = first(compiled, { reduce: true });
        if (all.length === 0) expect(solution).toBeUndefined();
        else expect(all).toContain(asSet([solution as number[]])[0]);
      }),
      { numRuns: runs(100) },
    );
  });

  test('keep to a prefix', () => {
    fc.assert(
      fc.property(exact, fc.nat(), fc.boolean(), (matrix, pick, isChosen) => {
        const option = pick % Math.max(1, matrix.options.length);
        if (!matrix.options[option]?.some((item) => item < matrix.primary)) return;
        const compiled = compileMultiples(matrix);
        const prefix = [isChosen ? option : ~option];
        const all = bruteForceMultiples(matrix).filter(
          (numbers) => numbers.includes(option) === isChosen,
        );
        expect(asSet(solutions(compiled, { reduce: true, prefix }))).toEqual(asSet(all));
        expect(count(compiled, { reduce: true, prefix }).count).toBe(all.length);
      }),
      { numRuns: runs(200) },
    );
  });

  test('refuse what is no flag, and decisions on options that the problem has not', () => {
    const problem = new Problem({ primary: ['a'] });
    problem.addOption(['a']);
    expect(() => first(problem, { reduce: 'yes' as never })).toThrow(/reduce is "yes"/);
    expect(() => first(problem, { reduce: true, prefix: [1] })).toThrow(/no such option/);
  });
});

test('what an item that has room for one more rules out is seen', () => {
  const problem = new Problem({
    primary: ['a', { item: 'b', times: [0, 2] }, 'c'],
    secondary: ['x'],
  });
  problem.addOption(['a', 'x']); // would leave nothing for c
  problem.addOption(['b']); // the same, once the next one is chosen
  problem.addOption(['b', 'a']);
  problem.addOption(['b', 'x', 'c']);
  problem.addOption(['b', 'x', 'c']);
  expect([...reduce(problem).optionOf]).toEqual([2, 3, 4]);
});

test('a stated problem is reduced to one with the same names', () => {
  const problem = new Problem<string>({ primary: ['a', 'b', 'c', 'd'], secondary: ['x', 'y'] });
  problem.addOption(['a', 'b'], 'blocks c');
  problem.addOption(['a', { item: 'x', colour: 'red' }], 'left');
  problem.addOption(['a', { item: 'x', colour: 'blue' }], 'right');
  problem.addOption(['b', 'c', { item: 'x', colour: 'red' }], 'forced, in red');
  problem.addOption(['d', 'y'], 'one');
  problem.addOption(['d'], 'two');
  problem.setCost(4, 7);
  problem.prefer(['d']);
  const { problem: small, optionOf, removed, forced } = reduce(problem);
  // Option 3 is forced: only it has c. So option 0 has no room for b, and option 2 none for its
  // colour.
  expect(stated(small)).toMatchObject({
    items: ['a', 'c', 'd'],
    options: [['a'], ['c'], ['d'], ['d']],
  });
  expect([...optionOf]).toEqual([1, 3, 4, 5]);
  expect(small.payload(2)).toBe(4);
  expect(small.cost(2)).toBe(7);
  expect(removed).toEqual({ options: 2, items: 3, nodes: 8 });
  expect(forced).toBe(2);
  expect(small.compile().prefers).toBe(true);
  expect(() => reduce({} as Problem)).toThrow(/The problem is an object/);
});

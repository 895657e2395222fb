import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  Compiled,
  costOf,
  emptyCompiled,
  leastOf,
  mostOf,
  setCost,
} from '../../../src/engine/problem/compiled.ts';
import { reduceCompiled } from '../../../src/engine/problem/reduce.ts';
import { count, first, Problem, reduce, solutions } from '../../../src/index.ts';
import { matrixOf } from '../../cases/matrix.ts';
import { asSet } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { anyKnown, decisions, once, solutionsBelow } from '../../support/known.ts';
import {
  bruteForceMultiples,
  compileMultiples,
  type MultipleMatrix,
  multipleMatrix,
} from '../../support/multiples.ts';
import { stated } from '../../support/stated.ts';

/** The numbers of a compiled problem. */
function numbersOf(compiled: Compiled): MultipleMatrix {
  const times = Array.from(
    { length: compiled.primary },
    (_, item) => [leastOf(compiled, item), mostOf(compiled, item)] as const,
  );
  return { ...matrixOf('reduced', { compile: () => compiled }), times };
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

describe.each([
  ['any bounds', multipleMatrix],
  ['few bounds', mostlyExact],
  ['items covered exactly once', multipleMatrix.map(once)],
])('problems with %s', (_, arbitrary) => {
  test('a smaller problem has the same solutions through the map, and is reduced no further', () => {
    fc.assert(
      fc.property(arbitrary, (matrix) => {
        const compiled = withCosts(matrix);
        const reduced = reduceCompiled(compiled);
        // Reads as a compiled problem.
        const small = Compiled.from(reduced.compiled.data);
        const original = (numbers: readonly number[]) =>
          numbers.map((number) => reduced.optionOf[number]);
        const found = bruteForceMultiples(numbersOf(small)).map(original);
        expect(asSet(found)).toEqual(asSet(bruteForceMultiples(matrix)));

        for (let option = 0; option < small.options; option++) {
          expect(costOf(small, option)).toBe(priceOf(reduced.optionOf[option]));
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
  test('have the same answers, below any decisions', () => {
    fc.assert(
      fc.property(anyKnown, decisions, (known, prefixIn) => {
        const { compiled } = known;
        const settings = { reduce: true, prefix: prefixIn(known) };
        const all = asSet(solutionsBelow(known.all, settings.prefix));
        expect(asSet(solutions(compiled, settings))).toEqual(all);
        expect(count(compiled, settings).count).toBe(all.length);
        const { solution } = first(compiled, settings);
        if (all.length === 0) expect(solution).toBeUndefined();
        else expect(all).toContain(asSet([solution as number[]])[0]);
      }),
      { numRuns: runs(300) },
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

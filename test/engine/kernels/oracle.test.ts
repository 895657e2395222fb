import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Links } from '../../../src/engine/kernels/links/links.ts';
import { Multiples } from '../../../src/engine/kernels/multiples/multiples.ts';
import type { Prefix } from '../../../src/engine/kernels/prefix.ts';
import type { Search, SearchSettings } from '../../../src/engine/kernels/search.ts';
import { Learn } from '../../../src/engine/learn/learn.ts';
import { knuth } from '../../cases/knuth.ts';
import { problemOf } from '../../cases/problem.ts';
import { seeds, smallMatrix } from '../../support/arbitrary.ts';
import { asSet, inOrder } from '../../support/checker.ts';
import { expectFrontier, expectPausable, expectSplit } from '../../support/contract.ts';
import { runs } from '../../support/effort.ts';
import { engines, leftmost, rest } from '../../support/engines.ts';
import {
  isChoosable,
  type Known,
  multiple,
  prefixOf,
  small,
  smallOf,
  solutionsBelow,
  tight,
  tightMultiple,
  where,
} from '../../support/known.ts';

type Case = readonly [
  name: string,
  problems: fc.Arbitrary<Known>,
  start: (known: Known, settings?: SearchSettings) => Search,
];

const learn = ({ compiled }: Known, settings?: SearchSettings) => new Learn(compiled, settings);
const cases: Case[] = [
  ...Object.entries(engines).map(
    ([name, start]): Case => [name, small, ({ matrix }, settings) => start(matrix, settings)],
  ),
  ['multiples', fc.oneof(small, multiple), ({ compiled }, s) => new Multiples(compiled, s)],
  // It looks at secondary items always, not only where capacity is scarce and there are many ways.
  ['multiples, scarce', multiple, ({ compiled }, s) => new Multiples(compiled, s, 0)],
  ['learn', fc.oneof(small, tight), learn],
  ['learn, with bounds', fc.oneof(multiple, tightMultiple), learn],
];
/** The searches that do all nodes of a budget, and know their share. */
const exact = cases.filter(([name]) => !name.startsWith('learn'));

describe.each(cases)('%s', (name, problems, start) => {
  test('finds exactly the solutions that brute force finds, each once', () => {
    fc.assert(
      fc.property(problems, seeds, (known, seed) => {
        const search = start(known, { seed });
        const found = rest(search);
        expect(asSet(found)).toEqual(asSet(known.all));
        for (const { length } of found) expect(search.deepest).toBeGreaterThanOrEqual(length);
      }),
      { numRuns: runs(500) },
    );
  });

  test('finds below decisions the solutions that keep to them, again after a reset', () => {
    fc.assert(
      fc.property(problems, where, seeds, fc.nat(20), (known, place, seed, nodes) => {
        const prefix = prefixOf(known, place);
        const chosen = prefix.filter((decision) => decision >= 0);
        const kept = asSet(solutionsBelow(known.all, prefix));
        const search = start(known, { seed, prefix });
        const below = () => {
          const found = rest(search);
          for (const numbers of found) expect(numbers.slice(0, chosen.length)).toEqual(chosen);
          expect(asSet(found)).toEqual(kept);
          return inOrder(found);
        };
        const none = { nodes: 0, guesses: 0, updates: 0, solutions: 0 };
        const first = below();
        search.reset();
        expect(search).toMatchObject(none);
        search.advance(nodes);
        search.reset();
        const again = below();
        // In `multiples` and `learn` the first search has changed the order.
        if (name in engines) expect(again).toEqual(first);
        search.reset([]);
        expect(search).toMatchObject({ ...none, deepest: 0 });
        search.advance(nodes);
        // A buffer that holds more than the prefix, as one that serves many starts does.
        search.reset(Int32Array.of(...prefix, 99), prefix.length);
        below();
        search.reset([]);
        expect(asSet(rest(search))).toEqual(asSet(known.all));
      }),
      { numRuns: runs(500) },
    );
  });

  test('finds below each decision by itself, one after the other', () => {
    fc.assert(
      fc.property(problems, seeds, (known, seed) => {
        const search = start(known, { seed });
        for (const k of known.matrix.options.keys()) {
          for (const decision of isChoosable(known, k) ? [~k, k] : [~k]) {
            search.reset([decision]);
            const kept = solutionsBelow(known.all, [decision]);
            expect([decision, asSet(rest(search))]).toEqual([decision, asSet(kept)]);
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('splits what is left, below any decisions, paused anywhere', () => {
    const nodes = fc.nat(10);
    const atLeast = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(problems, where, seeds, nodes, atLeast, (known, place, seed, nodes, atLeast) => {
        const prefix = prefixOf(known, place);
        const kept = solutionsBelow(known.all, prefix);
        const below = (part: Prefix) => start(known, { prefix: part });
        expectSplit(start(known, { seed, prefix }), below, kept, { nodes, atLeast });
      }),
      { numRuns: runs(500) },
    );
  });

  const solutionBudgets = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(Infinity));
  const nodeBudgets = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(Infinity));
  const budgets = fc.array(fc.tuple(nodeBudgets, solutionBudgets), { minLength: 1, maxLength: 6 });

  test('comes to as many solutions as a call asks for, and stands on the last', () => {
    fc.assert(
      fc.property(problems, budgets, (known, budgets) => {
        const whole = start(known);
        const all = rest(whole);
        const search = start(known);
        for (let call = 0; ; call++) {
          const [nodeBudget, solutionBudget] = budgets[call % budgets.length];
          const { nodes, solutions } = search;
          const outcome = search.advance(nodeBudget, solutionBudget);
          const found = search.solutions - solutions;
          expect(search.nodes - nodes).toBeLessThanOrEqual(nodeBudget);
          if (outcome === 'solution') {
            expect(found).toBe(solutionBudget);
            expect(search.solution()).toEqual(all[search.solutions - 1]);
            continue;
          }
          expect(found).toBeLessThan(solutionBudget);
          expect(() => search.solution()).toThrow(/does not stand on a solution/);
          if (outcome === 'exhausted') break;
          expect(outcome).toBe('paused');
          expect(search.nodes - nodes).toBe(nodeBudget);
        }
        expect(search.solutions).toBe(all.length);
        const { nodes, guesses, updates, solutions, deepest } = whole;
        // `multiples` counts the last ones without a node for each.
        if (name.startsWith('multiples')) expect(search.nodes).toBeLessThanOrEqual(nodes);
        else expect(search).toMatchObject({ nodes, guesses, updates, solutions, deepest });
      }),
      { numRuns: runs(500) },
    );
  });

  test('refuses a solution budget that is no number of solutions', () => {
    const known = smallOf(knuth());
    const search = start(known);
    for (const budget of [0, -1, 1.5, Number.NaN, null, '5', [1], 1n]) {
      expect(() => search.advance(1, budget as unknown as number)).toThrow(/solution budget/);
    }
    expect(search.nodes).toBe(0);
    expect(search.advance(Number.POSITIVE_INFINITY, undefined)).toBe('solution');
  });
});

describe.each(exact)('%s', (_, problems, start) => {
  test('has at every pause a frontier with exactly the solutions to come', () => {
    fc.assert(
      fc.property(problems, seeds, (known, seed) => {
        const below = (prefix: Prefix) => start(known, { prefix });
        expectFrontier(start(known, { seed }), below, known.all, 40);
      }),
      { numRuns: runs(250) },
    );
  });

  test('finds the same in the same order when it is paused after every node', () => {
    fc.assert(
      fc.property(problems, seeds, (known, seed) => {
        expectPausable(start(known, { seed }), start(known, { seed }));
      }),
      { numRuns: runs(500) },
    );
  });
});
describe.each(Object.entries(leftmost))('%s', (_, start) => {
  test('finds solutions in the order of links, by as many guesses', () => {
    fc.assert(
      fc.property(smallMatrix, seeds, (matrix, seed) => {
        const search = start(matrix, { seed });
        const links = engines.links(matrix, { seed });
        expect(inOrder(rest(search))).toEqual(inOrder(rest(links)));
        expect(search.guesses).toBe(links.guesses);
        expect(search.guesses).toBeLessThanOrEqual(search.nodes);
      }),
      { numRuns: runs(500) },
    );
  });
});

test('links leaves its memory as it found it, byte for byte', () => {
  fc.assert(
    fc.property(smallMatrix, seeds, (matrix, seed) => {
      const search = new Links(problemOf(matrix).compile(), { seed });
      const before = search.snapshot();
      rest(search);
      expect(search.snapshot()).toEqual(before);
    }),
    { numRuns: runs(500) },
  );
});

test.each(Object.entries(leftmost))(
  '%s tries the leftmost of the items with fewest options, and options as stated',
  (_, start) => {
    // a has three options, b and c two: b. With option 4 chosen, a and c have two: a.
    const options = [[0, 1], [0], [0, 2], [2], [1]];
    const matrix = { name: 'order', primary: 3, secondary: 0, options };
    expect(inOrder(rest(start(matrix)))).toEqual([
      [0, 3],
      [1, 3, 4],
      [2, 4],
    ]);
  },
);

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Search, SearchSettings } from '../../../src/engine/kernels/search.ts';
import { Sweep } from '../../../src/engine/kernels/sweep/sweep.ts';
import { countPortfolio } from '../../../src/engine/solve/counting.ts';
import { createSearch } from '../../../src/engine/solve/engines.ts';
import { Enumeration } from '../../../src/engine/solve/enumeration.ts';
import { enumerationOf } from '../../../src/engine/solve/portfolios.ts';
import { Task } from '../../../src/engine/solve/task.ts';
import type { Tuning } from '../../../src/engine/solve/tuning.ts';
import { Problem, solutions } from '../../../src/index.ts';
import {
  dominoes,
  langford,
  latinSquares,
  pentominoes,
  queens,
  soma,
} from '../../cases/gallery.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { Allocations } from '../../support/allocations.ts';
import { seeds, smallMatrix } from '../../support/arbitrary.ts';
import { asSet, bruteForce } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { rest } from '../../support/engines.ts';
import { keptBy } from '../../support/heap.ts';
import { prefixOf, small, solutionsBelow, where } from '../../support/known.ts';
import { expectAtMost, expectSame } from '../../support/same.ts';

/** Hands over after the first nodes, whatever the estimates. */
const EAGER = { choiceLookNodes: 1, sweepWorth: 0, sweepBias: 0 };

function start(
  matrix: Matrix,
  settings: SearchSettings = {},
  tuning: Partial<Tuning> = EAGER,
): Enumeration {
  const compiled = problemOf(matrix).compile();
  return new Enumeration(compiled, settings, () => createSearch(compiled, settings), tuning);
}

/** Solutions by calls with these budgets, over and over. Checks the promises of each call. */
function byBudgets(search: Search, budgets: readonly number[], found: number[][] = []): number[][] {
  let { nodes } = search;
  let share = search.share();
  for (let k = 0; k < 1e5; k++) {
    const budget = budgets[k % budgets.length];
    const reported = search.solutions;
    const outcome = search.advance(budget);
    expectAtMost(search.nodes - nodes, budget);
    expect(search.share()).toBeGreaterThan(share - 1e-12);
    expectSame(search.solutions, reported + (outcome === 'solution' ? 1 : 0));
    nodes = search.nodes;
    share = search.share();
    if (outcome === 'exhausted') {
      expect(share).toBe(1);
      return found;
    }
    if (outcome === 'solution') found.push(search.solution());
    else expect(() => search.solution()).toThrow(/does not stand on a solution/);
  }
  throw new Error('ran away');
}

const budgetLists = fc.array(
  fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant(Number.POSITIVE_INFINITY)),
  { minLength: 1, maxLength: 6 },
);
/** From a handover at once to one late in the search. */
const looks = fc.integer({ min: 1, max: 8 });

/**
 * The solutions that `lists` had found at the handovers of a test: without any, it would show
 * nothing.
 */
let foundBefore = 0;
let handovers = 0;

function note(search: Enumeration): void {
  if (search.nodes === search.initial.nodes) return;
  handovers++;
  foundBefore += search.initial.solutions;
}

const ENDLESS = Number.POSITIVE_INFINITY;

describe('each solution once, wherever sweep takes over', () => {
  test('as a stream, below any decisions, with any budgets, seeds and a handover at any time', () => {
    handovers = foundBefore = 0;
    fc.assert(
      fc.property(
        fc.tuple(small, where, seeds, looks),
        budgetLists,
        fc.nat(60),
        ([known, place, seed, firstLook], budgets, steps) => {
          const prefix = prefixOf(known, place);
          const all = solutionsBelow(known.all, prefix);
          const search = start(
            known.matrix,
            { seed, prefix },
            { ...EAGER, choiceLookNodes: firstLook },
          );
          const found: number[][] = [];
          for (let k = 0; k < steps; k++) {
            if (search.advance(1) === 'solution') found.push(search.solution());
          }
          // All that it has not reported lies below its frontier, and nothing else does.
          for (const prefixes of [[...search.frontier()], search.split(4)]) {
            const left = prefixes.flatMap((prefix) => solutionsBelow(all, prefix));
            expect(asSet([...found, ...left])).toEqual(asSet(all));
          }
          expect(asSet(byBudgets(search, budgets, found))).toEqual(asSet(all));
          note(search);
          search.reset();
          expect(asSet(byBudgets(search, budgets))).toEqual(asSet(all));
          search.reset([]);
          expect(asSet(byBudgets(search, budgets))).toEqual(asSet(known.all));
          note(search);
        },
      ),
      { numRuns: runs(1000) },
    );
    expect(handovers).toBeGreaterThan(runs(40));
    expect(foundBefore).toBeGreaterThan(runs(20));
  });

  test('counted without a stop, from any solution on', () => {
    handovers = foundBefore = 0;
    fc.assert(
      fc.property(smallMatrix, looks, fc.nat(4), fc.integer({ min: 1, max: 5 }), (...drawn) => {
        const [matrix, firstLook, streamed, budget] = drawn;
        const all = bruteForce(matrix).length;
        const search = start(matrix, {}, { ...EAGER, choiceLookNodes: firstLook });
        for (let k = 0; k < streamed; k++) search.advance(Number.POSITIVE_INFINITY);
        let { solutions: before } = search;
        expect(before).toBe(Math.min(streamed, all));
        for (let end = false; !end; ) {
          end = search.advance(budget, Number.POSITIVE_INFINITY) === 'exhausted';
          expect(search.solutions).toBeGreaterThanOrEqual(before);
          before = search.solutions;
          expect(before).toBeLessThanOrEqual(all);
        }
        expect(before).toBe(all);
        note(search);
      }),
      { numRuns: runs(500) },
    );
    expect(handovers).toBeGreaterThan(runs(16));
    expect(foundBefore).toBeGreaterThan(runs(8));
  });

  test('some at a time, to a limit', () => {
    fc.assert(
      fc.property(
        smallMatrix,
        looks,
        fc.integer({ min: 1, max: 9 }),
        (matrix, firstLook, limit) => {
          const all = bruteForce(matrix).length;
          const search = start(matrix, {}, { ...EAGER, choiceLookNodes: firstLook });
          const task = new Task(
            () => search,
            { limit },
            () => undefined,
          );
          const status = task.finish();
          expect(search.solutions).toBe(Math.min(limit, all));
          if (limit < all) expect(status).toBe('limit');
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

describe('the choice', () => {
  /** All solutions by calls with these budgets. */
  function counted(matrix: Matrix, nodes: number, solutions: number, settings = {}): Enumeration {
    const search = enumerationOf(problemOf(matrix).compile(), settings);
    while (search.advance(nodes, solutions) !== 'exhausted') {
      if (search.nodes > 1e8) throw new Error('ran away');
    }
    return search;
  }

  test('a packing goes to sweep, and counts and streams agree', { timeout: 60_000 }, () => {
    const matrix = pentominoes(4, 15);
    const { solutions: all, nodes, initial: lists } = counted(matrix, ENDLESS, ENDLESS);
    expect(all).toBe(4 * 368);
    expect(lists.solutions).toBeLessThan(368);
    // Of some 500,000 nodes of lists.
    expect(lists.nodes).toBeLessThan(50_000);
    expect(nodes).toBeGreaterThan(1e6);
    const read = vi.spyOn(Sweep.prototype, 'solution');
    const stream = [...solutions(problemOf(matrix))].map(({ numbers }) => numbers);
    // The solutions of `lists` do not come again, to be compared.
    expect(read.mock.calls.length).toBeLessThan(4 * 368);
    read.mockRestore();
    expect(new Set(asSet(stream)).size).toBe(4 * 368);
    expect(stream).toHaveLength(4 * 368);
  });

  test('what must look ahead, and what is small, stays with lists and its order', () => {
    for (const matrix of [queens(9), queens(11), langford(8), latinSquares(4)]) {
      const compiled = problemOf(matrix).compile();
      const search = enumerationOf(compiled, {});
      expect(byBudgets(search, [ENDLESS])).toEqual(rest(createSearch(compiled)));
      expect(search.nodes).toBe(search.initial.nodes);
    }
  });

  test.each([
    ['a count', undefined, [ENDLESS, ENDLESS, ENDLESS]],
    ['a count', 7, [ENDLESS, ENDLESS, ENDLESS]],
    ['a stream', undefined, [1, 1, 3]],
    ['a stream', 7, [1, 1, 3]],
  ] as const)('%s is the same wherever it pauses, with seed %s', (_, seed, budgets) => {
    const matrix = soma();
    const [first, ...others] = [ENDLESS, 1000, 77].map((nodes, k) =>
      counted(matrix, nodes, budgets[k], { seed }),
    ) as [Enumeration, ...Enumeration[]];
    const { solutions: all, nodes, guesses, updates, deepest, initial: lists } = first;
    expect(all).toBe(240 * 48);
    expect(nodes).toBeGreaterThan(lists.nodes);
    for (const other of others) {
      expect(other).toMatchObject({ solutions: all, nodes, guesses, updates, deepest });
      expect(other.initial.nodes).toBe(lists.nodes);
    }
  });

  test('the first solutions of a stream come before an order of sweep is looked for', () => {
    const compiled = problemOf(pentominoes(6, 10)).compile();
    const estimate = vi.spyOn(Sweep.prototype, 'estimate');
    try {
      const search = enumerationOf(compiled, {});
      for (let k = 0; k < 10; k++) expect(search.advance(ENDLESS)).toBe('solution');
      expect(estimate).not.toHaveBeenCalled();
      const { nodes } = search;
      for (let k = 0; k < 400; k++) expect(search.advance(ENDLESS)).toBe('solution');
      expect(estimate).toHaveBeenCalled();
      // A count looks for it sooner.
      estimate.mockClear();
      search.reset();
      while (search.nodes < nodes) search.advance(nodes - search.nodes, ENDLESS);
      expect(estimate).toHaveBeenCalled();
    } finally {
      estimate.mockRestore();
    }
  });

  test.each([1, 1e18])('a sweep that is no use is not kept: bias %d', async (bias) => {
    const { estimate } = Sweep.prototype;
    let sweep: WeakRef<Sweep> | undefined;
    Sweep.prototype.estimate = function (width) {
      sweep = new WeakRef(this);
      return estimate.call(this, width);
    };
    const search = start(langford(9), {}, { ...EAGER, choiceLookNodes: 500, sweepBias: bias });
    try {
      search.advance(2000, ENDLESS);
      while (search.nodes < 2000) search.advance(1000, ENDLESS);
    } finally {
      Sweep.prototype.estimate = estimate;
    }
    // A reference holds until the end of the turn.
    await new Promise((resolve) => setImmediate(resolve));
    keptBy(() => 0);
    expect(sweep).toBeDefined();
    expect(sweep?.deref() === undefined).toBe(bias > 1);
    while (search.advance(ENDLESS, ENDLESS) !== 'exhausted');
    expect(search.solutions).toBe(0);
  });

  test('states are remembered before an order of sweep is looked for', () => {
    // Partitions of 5 elements, 12 times over: 52 ** 12.
    const problem = new Problem({ primary: 60 });
    for (let first = 0; first < 60; first += 5) {
      for (let set = 1; set < 32; set++) {
        problem.addIndices([0, 1, 2, 3, 4].flatMap((k) => ((set >> k) & 1 ? [first + k] : [])));
      }
    }
    const estimate = vi.spyOn(Sweep.prototype, 'estimate');
    try {
      const search = countPortfolio(problem.compile(), {});
      while (search.advance(ENDLESS) !== 'exhausted');
      expect(search.exact).toBe(52n ** 12n);
      expect(estimate).not.toHaveBeenCalled();
    } finally {
      estimate.mockRestore();
    }
  });

  test('what no number of machines counts one by one is not divided', () => {
    const search = countPortfolio(problemOf(dominoes(12, 12)).compile(), {});
    while (search.advance(1000) !== 'exhausted') expect(search.ready).toBeUndefined();
    expect(search.exact).toBe(53_060_477_521_960_000n);
  });

  test('lists goes on alone where the machine refuses memory for sweep', () => {
    const matrix = langford(7);
    for (let refused = 1; refused < 12; refused++) {
      const search = start(matrix);
      expect(search.advance(1)).toBe('paused');
      const allocations = new Allocations();
      let count = 0;
      allocations.before = () => {
        if (++count >= refused) throw new RangeError('Array buffer allocation failed');
      };
      try {
        for (let k = 0; k < 50; k++) search.advance(1, ENDLESS);
      } finally {
        allocations.stop();
      }
      if (refused === 1) expect(count).toBeGreaterThan(0);
      while (search.advance(ENDLESS, ENDLESS) !== 'exhausted');
      expect(search.solutions).toBe(52);
    }
  });
});

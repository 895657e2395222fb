import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { SearchSettings } from '../../../src/engine/kernels/search.ts';
import type { MainSearch } from '../../../src/engine/solve/main-search.ts';
import { firstPortfolio } from '../../../src/engine/solve/portfolios.ts';
import type { TreePortfolio } from '../../../src/engine/solve/tree-portfolio.ts';
import type { Tuning } from '../../../src/engine/solve/tuning.ts';
import { createSearch, first, isUnique, Problem } from '../../../src/index.ts';
import { langford, latinSquares, queens } from '../../cases/gallery.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { Allocations } from '../../support/allocations.ts';
import { matrices, seeds, smallMatrix, turningMatrix } from '../../support/arbitrary.ts';
import { asSet, bruteForce, isSolution } from '../../support/checker.ts';
import { expectPausable } from '../../support/contract.ts';
import { runs, slow } from '../../support/effort.ts';
import { prefixesOf, rest } from '../../support/engines.ts';
import { openingIn, portfolioIn } from '../../support/portfolio.ts';

// Much work, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 60_000 });

/** With turns so short that all solvers have their part in the smallest problems. */
function start(
  matrix: Matrix,
  settings: SearchSettings = {},
  tuning: Partial<Tuning> = {},
  kind: 'few' | 'all' = 'few',
): TreePortfolio {
  return portfolioIn(kind, problemOf(matrix).compile(), settings, { tuning });
}

/** For a few solutions learning helps all the way; for all of them until the tree search finds one. */
const kinds = fc.constantFrom('few', 'all');

const turns = fc.record({
  joinedNs: fc.integer({ min: 1, max: 300 }),
  learningPace: fc.integer({ min: 1, max: 2000 }),
  lookNodes: fc.integer({ min: 1, max: 6 }),
  leastTurnNs: fc.integer({ min: 1, max: 100 }),
});

test('the same in the same order when it is paused after every node, and the same after a reset', () => {
  fc.assert(
    fc.property(
      smallMatrix,
      kinds,
      seeds,
      turns,
      fc.nat(30),
      (matrix, kind, seed, lengths, nodes) => {
        const whole = start(matrix, { seed }, lengths, kind);
        const paused = start(matrix, { seed }, lengths, kind);
        expectPausable(paused, whole, false);
        paused.reset();
        expect(paused).toMatchObject({ nodes: 0, guesses: 0, updates: 0, solutions: 0 });
        paused.advance(nodes);
        paused.reset();
        // The order of forced options may differ then, and with it the turns.
        expect(asSet(rest(paused))).toEqual(asSet(bruteForce(matrix)));
      },
    ),
    { numRuns: runs(500) },
  );
});

test('a stream learns until the tree search finds a solution, and no longer', () => {
  const search = start(latinSquares(4), {}, {}, 'all');
  expect(search.advance(Number.POSITIVE_INFINITY)).toBe('solution');
  expect(search.main?.solutions).toBe(0);
  let byOthers = 1;
  while (search.main?.solutions === 0) {
    if (search.advance(Number.POSITIVE_INFINITY) === 'exhausted') break;
    byOthers++;
  }
  expect(byOthers).toBeLessThan(576);
  expect(search.main?.solutions).toBeGreaterThan(0);
});

test('a budget of 0 leaves it where it stands', () => {
  const search = start(queens(6));
  while (search.advance(1) !== 'solution');
  const numbers = search.solution();
  expect(search.advance(0)).toBe('paused');
  expect(search.solution()).toEqual(numbers);
});

test('the whole of problems with hundreds of solutions', () => {
  for (const [matrix, count] of [
    [queens(8), 92],
    [langford(8), 300],
    [latinSquares(4), 576],
  ] as const) {
    const found = rest(start(matrix, {}, { joinedNs: 300, leastTurnNs: 3000 }));
    expect(found.length).toBe(count);
    expect(new Set(asSet(found)).size).toBe(count);
  }
});

/** The allocations between two that are refused. All of them take ten seconds. */
const BETWEEN = slow ? 1 : 8;

test.each(['one', 'every later one'] as const)(
  'goes on by cells alone where the machine refuses learn an allocation, whichever, and %s',
  (which) => {
    const matrix = langford(4);
    const all = asSet(rest(start(matrix)));
    let refused = 0;
    for (let n = which === 'one' ? 0 : 1; ; n += BETWEEN) {
      const search = start(matrix);
      const allocations = new Allocations();
      let left = n;
      allocations.before = () => {
        const refuses = which === 'one' ? left === 0 : left <= 0;
        left--;
        if (refuses) throw new RangeError('Array buffer allocation failed');
      };
      try {
        expect(asSet(rest(search))).toEqual(all);
      } finally {
        allocations.stop();
      }
      if (left >= 0) break;
      refused++;
      if (refused % 4 > 0) continue;
      search.reset();
      expect(asSet(rest(search))).toEqual(all);
    }
    expect(BETWEEN * refused).toBeGreaterThan(300);
  },
);

/** Problems with enough of a tree that all solvers have some turns. */
const someMatrix = matrices({
  name: 'some',
  primary: [9, 14],
  secondary: [0, 5],
  options: [25, 40],
  items: [2, 4],
  colours: 'some',
});

/** What a plan does: each solution with its counters, and those at its end. */
function waysOf(plan: TreePortfolio, budgets: readonly number[]): string[] {
  const way: string[] = [];
  for (let n = 0, outcome = ''; outcome !== 'exhausted'; n++) {
    outcome = plan.advance(budgets[n % budgets.length]);
    if (outcome === 'paused') continue;
    const { exact, nodes, guesses, updates, deepest } = plan;
    const solution = outcome === 'solution' ? plan.solution() : [];
    way.push([outcome, exact, nodes, guesses, updates, deepest, ...solution].join(' '));
  }
  plan.end();
  return way;
}

test('the solvers take the same turns, wherever their plan pauses', () => {
  const cases = fc.tuple(
    fc.oneof(someMatrix, turningMatrix),
    fc.constantFrom('few', 'all', 'count'),
    fc.integer({ min: 1, max: 10 }),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
  );
  const options = [
    [1, 4, 5, 0],
    [2, 5, 6, 1],
    [3, 6, 7, 2],
    [0, 7, 4, 3],
    ...[0, 1, 2, 3].map((k) => [4 + k, k]),
  ];
  const turned = { name: 'turned', primary: 8, secondary: 4, options };
  fc.assert(
    fc.property(cases, ([matrix, kind, firstLook, budgets]) => {
      const compiled = problemOf(matrix).compile();
      const tuning = {
        lookNodes: firstLook,
        leastTurnNs: firstLook,
        aloneNs: 3 * firstLook,
        suits: () => true,
      };
      const start = () => portfolioIn(kind, compiled, {}, { tuning });
      const whole = waysOf(start(), [Number.POSITIVE_INFINITY]);
      expect(waysOf(start(), budgets)).toEqual(whole);
    }),
    { numRuns: runs(300), examples: [[[turned, 'few', 2, [1]]]] },
  );
});

test('an engine that is named goes alone', () => {
  const compiled = problemOf(queens(6)).compile();
  for (const engine of ['lists', 'links', 'learn'] as const) {
    const alone = createSearch(compiled, { engine });
    const plan = portfolioIn('few', compiled, { engine });
    expect(rest(plan)).toEqual(rest(alone));
    expect(plan.nodes).toBe(alone.nodes);
  }
  for (const engine of ['lists', 'links', 'sweep', 'learn'] as const) {
    const counting = portfolioIn('count', compiled, { engine });
    while (counting.main === undefined || counting.main.nodes < 5) counting.advance(1);
    // It can be divided at once, though `learn` cannot tell what is left.
    const main = counting.ready;
    expect(main?.engine).toBe(engine);
    const { solutions, left } = (main as MainSearch).rest(4);
    if (engine === 'learn') expect(left.length).toBeGreaterThan(3);
    const ahead = left.flatMap((prefix) => rest(createSearch(compiled, { prefix })));
    expect(Number(solutions) + ahead.length).toBe(4);
    while (counting.advance(100, Number.POSITIVE_INFINITY) !== 'exhausted');
    expect(counting.exact).toBe(4n);
    expect(counting.toGo()).toBe(0);
  }
  const decision = firstPortfolio(compiled, {});
  expect(prefixesOf(decision)).toEqual([[]]);
  expect(() => decision.solution()).toThrow(/does not stand on a solution/);
  expect(() => decision.advance(Number.NaN)).toThrow(/budget/);
  expect(decision.advance(0)).toBe('paused');
});

test('what cells decides, where learning does not help: Langford pairs for 10', () => {
  // None (OEIS A014552).
  const search = start(langford(10), {}, { learningPace: 4, leastTurnNs: 2 ** 17 });
  expect(search.advance(Number.POSITIVE_INFINITY)).toBe('exhausted');
});

test('first and isUnique go the same way', () => {
  const problem = problemOf(queens(8));
  expect(first(problem).solution?.numbers).toEqual(
    first(problem, { engine: 'lists' }).solution?.numbers,
  );
  expect(isUnique(problem)).toEqual({ answer: 'several', status: 'found' });
  expect(() => first(problem, { memoryLimit: -1 })).toThrow(/memoryLimit/);
});

test('a budget of solutions stops at the last of them, whoever finds them', () => {
  const matrix = queens(6);
  for (const nodes of [3, Number.POSITIVE_INFINITY]) {
    const search = start(matrix);
    while (search.advance(nodes, 3 - search.solutions) !== 'solution' || search.solutions < 3);
    expect(search.solutions).toBe(3);
    expect(isSolution(matrix, search.solution())).toBe(true);
    const [last] = rest(search);
    expect(isSolution(matrix, last)).toBe(true);
    expect(search.solutions).toBe(4);
  }
  expect(() => start(matrix).advance(1, 0)).toThrow(/solution budget/);
});

test('one solution is one, though learning finds it once more', () => {
  // Of two ways for x, one covers all. The other one leaves six pigeons for five holes.
  const pigeons = Array.from({ length: 6 }, (_, k) => `p${k}`);
  const holes = Array.from({ length: 5 }, (_, k) => `h${k}`);
  const m = { item: 'm', times: [1, 2] } as const;
  const problem = new Problem({ primary: ['x', m, ...pigeons], secondary: holes });
  problem.addOption(['x', 'm', ...pigeons]);
  problem.addOption(['x', 'm']);
  for (const pigeon of pigeons) for (const hole of holes) problem.addOption([pigeon, hole]);
  const plan = portfolioIn('few', problem.compile());
  const outcomes = [plan.advance(3, 2), plan.advance(Number.POSITIVE_INFINITY, 2)];
  expect([outcomes[1], plan.solutions]).toEqual(['exhausted', 1]);
});

test('a plan that is reset begins its turns anew', () => {
  const compiled = problemOf(queens(20)).compile();
  const joins = (plan: TreePortfolio) => {
    const before = plan.nodes;
    for (;;) {
      // Nodes of `learn` are counted, but not as nodes of the main search.
      plan.advance(64);
      if (plan.nodes - before !== (plan.main?.nodes ?? 0)) return plan.main?.nodes;
    }
  };
  const tuning = { joinedNs: 2 ** 18, leastTurnNs: 2 ** 10, lookNodes: 256, learningPace: 4 };
  const fresh = joins(portfolioIn('few', compiled, { prefix: [399] }, { tuning }));
  const used = portfolioIn('few', compiled, { prefix: [0] }, { tuning });
  while (used.nodes < 300) used.advance(64);
  used.reset([399]);
  expect(joins(used)).toBe(fresh);
});

test('a lower bound of a count never falls, whoever goes on', () => {
  const compiled = problemOf(queens(11)).compile();
  const plan = openingIn('count', compiled, {}, { tuning: { soonLog2: 1, aloneNs: 2 ** 20 } });
  let before = 0n;
  while (plan.advance(97, Number.POSITIVE_INFINITY) !== 'exhausted') {
    expect(plan.exact >= before).toBe(true);
    before = plan.exact;
    const left = plan.toGo();
    expect(left === undefined || left >= 0).toBe(true);
  }
  expect(plan.exact).toBe(2680n);
});

test('a count that ends early gives the main search a fifth of the cost: 18 queens', () => {
  const tuning = { aloneNs: 2 ** 20, leastTurnNs: 2 ** 15, lookNodes: 256, soonLog2: 1 };
  const portfolio = portfolioIn('count', problemOf(queens(18)).compile(), {}, { tuning });
  while (portfolio.cost < 2 ** 27) portfolio.advance(1000);
  const main = portfolio.main as MainSearch;
  // Another one is in the middle of its turn.
  const turn = 2 ** 26;
  expect(main.cost).toBeGreaterThan((portfolio.cost - turn) / 6);
  expect(main.cost).toBeLessThan(portfolio.cost / 2);
  // It finds solutions fastest.
  expect(portfolio.exact).toBe(main.exact);
});

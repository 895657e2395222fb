import { expect, test } from 'vitest';
import { count, estimate, estimateAsync, Problem } from '../../../src/index.ts';
import { dominoes, langford, latinSquares, pentominoes, queens } from '../../../src/puzzles.ts';

// The counts of solutions: OEIS A000170, A014552 and A002860.
test.each([
  ['14 queens', () => queens(14), 365_596],
  ['Langford pairs of 12', () => langford(12), 216_288],
  ['Latin squares of order 6', () => latinSquares(6), 812_851_200],
])('an estimate is within four standard errors: %s', (_, make, exact) => {
  const { solutions, nodes, milliseconds, status } = estimate(make(), { seed: 1, symmetry: false });
  expect(status).toBe('found');
  expect(Math.abs(solutions.mean - exact)).toBeLessThan(4 * (solutions.error as number));
  expect(solutions.error).toBeLessThan(exact / 2);
  expect(nodes.mean).toBeGreaterThan(solutions.mean);
  expect(milliseconds.mean).toBeGreaterThan(1);
});

test('the nodes are those of the tree, below a prefix too', () => {
  const problem = queens(12);
  for (const prefix of [[], [0]]) {
    const settings = { engine: 'links', prefix } as const;
    const { nodes } = estimate(problem, { ...settings, seed: 3 });
    let counted = 0;
    let all = 0;
    // The number of nodes at which a count ends is the number of nodes of its tree.
    for (let most = 1; ; most *= 2) {
      const { status } = count(problem, { ...settings, maxNodes: most });
      if (status === 'complete') break;
      all = counted = most;
    }
    expect(nodes.mean).toBeGreaterThan(counted / 1.5);
    expect(nodes.mean).toBeLessThan(3 * all);
  }
});

test('where no dive comes to a solution, those that were counted are a limit from below', () => {
  const { solutions, status } = estimate(pentominoes('6x10'));
  expect([status, solutions.error]).toEqual(['found', 'unknown']);
  // The problem has 4 * 2339.
  expect(solutions.mean).toBeGreaterThan(0);
  expect(solutions.mean).toBeLessThan(9356);
});

test.each(['lists', 'learn'] as const)('the engine %s works for a moment only', async (engine) => {
  // A node of `learn` takes some 400 times as long as one of `lists`.
  const most = { lists: 2 ** 22, learn: 2 ** 14 }[engine];
  let nodes = 0;
  const onProgress = (progress: { readonly nodes: number }) => {
    nodes = progress.nodes;
  };
  const { status } = await estimateAsync(queens(14), { engine, onProgress });
  expect(status).toBe('found');
  expect(nodes).toBeGreaterThan(most / 8);
  expect(nodes).toBeLessThan(most);
});

test('a seed gives the same estimate each time', () => {
  const [one, other] = [estimate(queens(14), { seed: 5 }), estimate(queens(14), { seed: 5 })];
  expect(other.solutions).toEqual(one.solutions);
  expect(other.nodes).toEqual(one.nodes);
});

test('numbers beyond a double, and none: always numbers, and soon', () => {
  const pairs = (count: number) => {
    const problem = new Problem({ primary: count });
    for (let item = 0; item < count; item++) {
      problem.addIndices([item]);
      problem.addIndices([item]);
    }
    return problem;
  };
  const most = Number.MAX_VALUE;
  expect(estimate(pairs(3000)).solutions).toEqual({ mean: most, error: 'unknown' });
  const all = [
    estimate(pairs(1100), { engine: 'lists' }),
    estimate(queens(8), { reduce: true, timeout: 0 }),
    estimate(pairs(5000), { engine: 'lists', timeout: 0 }),
  ];
  for (const { solutions, nodes, milliseconds } of all) {
    for (const { mean, error } of [solutions, nodes, milliseconds]) {
      expect(mean).toBeGreaterThanOrEqual(0);
      expect(error === 'unknown' || error >= 0).toBe(true);
    }
  }
});

test('all digits of a count, and no time that states may make short', () => {
  const { exact, status } = estimate(dominoes('12x14'));
  expect([status, exact]).toEqual(['complete', 43242613716069407953n]);
  expect(JSON.parse(JSON.stringify(estimate(queens(8)))).exact).toBe('92');
  expect(estimate(dominoes('20x20')).milliseconds.error).toBe('unknown');
});

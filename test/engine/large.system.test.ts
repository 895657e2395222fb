import { expect, test } from 'vitest';
import { Branching } from '../../src/engine/best/branching.ts';
import { PrefixSearch } from '../../src/engine/kernels/prefix-search.ts';
import { Random } from '../../src/engine/kernels/random.ts';
import { Sweep } from '../../src/engine/kernels/sweep/sweep.ts';
import { WasmLists } from '../../src/engine/kernels/wasm/lists.ts';
import { countPortfolio } from '../../src/engine/solve/counting.ts';
import { createSearch } from '../../src/engine/solve/engines.ts';
import { aztecDiamond, dominoes as tilings } from '../../src/puzzles.ts';
import { dominoes, latinSquares, pentominoes, queens } from '../cases/gallery.ts';
import { problemOf } from '../cases/problem.ts';
import { portfolioIn } from '../support/portfolio.ts';
import { compiledOf } from './best/stated.ts';

const ENDLESS = Number.POSITIVE_INFINITY;

test.each([
  ['dominoes 10x10', problemOf(dominoes(10, 10)), 258_584_046_368n],
  ['dominoes 12x12', problemOf(dominoes(12, 12)), 53_060_477_521_960_000n],
  ['Aztec diamond of order 10', tilings(aztecDiamond(10)), 2n ** 55n],
] as const)('the probes of a long search are short: %s', (_, problem, count) => {
  const search = countPortfolio(problem.compile(), {});
  let calls = 1;
  // Each call makes a slice of the probes at most. Some 1000 calls; with probes of any length, a
  // million.
  while (search.advance(1000) !== 'exhausted' && calls < 20_000) calls++;
  expect(calls).toBeLessThan(20_000);
  expect(search.exact).toBe(count);
});

test.each([true, false])(
  'a count that is divided has waited for the estimate of sweep, or goes on by lists: symmetry %s',
  (symmetry) => {
    for (const [matrix, engines, count] of [
      // With symmetries the rest may seem too short for it.
      [pentominoes(5, 12), symmetry ? ['lists', 'sweep'] : ['sweep'], 4040n],
      [queens(13), ['lists'], 73_712n],
    ] as const) {
      const compiled = problemOf(matrix).compile();
      const counting = countPortfolio(compiled, { symmetry });
      while (counting.ready === undefined) expect(counting.advance(1 << 12)).toBe('paused');
      const main = counting.ready;
      expect(engines).toContain(main.engine);
      expect(main.isChoosing).toBe(false);
      // What it leaves counts the same elsewhere.
      const { engine, solutions, left } = main.rest();
      expect(left.some(({ factor }) => factor > 1n)).toBe(symmetry);
      const elsewhere = createSearch(compiled, { engine: engine as 'lists' | 'sweep' });
      const rest = new PrefixSearch(elsewhere, left);
      while (rest.advance(ENDLESS, ENDLESS) !== 'exhausted');
      expect(solutions + rest.exact).toBe(count);
    }
  },
);

test('plain states that are far behind are few: Latin squares of order 7', () => {
  const portfolio = portfolioIn('count', problemOf(latinSquares(7)).compile(), {});
  while (portfolio.advance(Number.POSITIVE_INFINITY) !== 'exhausted');
  expect(portfolio.exact).toBe(61479419904000n);
  // Isomorphic states alone are 642; with turns of equal cost 150,000 others.
  expect(portfolio.states).toBeLessThan(50_000);
});

test('an order of items is found in linear time where there are more of them than the search for it pays for', () => {
  const size = 3000;
  const options = Array.from({ length: 2 * size }, (_, k) =>
    k < size ? [k] : [k - size, (k - size + 1) % size],
  );
  const matrix = { name: 'ring', primary: size, secondary: 0, options };
  const search = new Sweep(problemOf(matrix).compile());
  expect(search.advance(Number.POSITIVE_INFINITY, 1000)).toBe('solution');
  // Dominoes and single squares around a ring: hardly a choice leads astray.
  expect(search.nodes).toBeLessThan(50 * size);
  const cells = new WasmLists(problemOf(matrix).compile());
  expect(cells.advance(Number.POSITIVE_INFINITY)).toBe('solution');
});

/**
 * Items that 1 or 2 options cover, and options of 2 to 5 of them, at about the same price for each.
 */
function multiCover(seed: number, items: number) {
  const random = new Random(seed);
  const options: number[][] = [];
  const costs: number[] = [];
  while (options.length < 10 * items) {
    const count = 2 + random.below(4);
    options.push([...random.order(items)].slice(0, count));
    costs.push(200 + 100 * count + random.below(300));
  }
  const times = Array.from({ length: items }, (): [number, number] => [1, 2]);
  return compiledOf({ primary: items, secondary: 0, options, costs, times });
}

test('several solutions of items with multiplicities take little more than one', () => {
  const work = (k: number, most: number) => {
    const search = new Branching(multiCover(1, 25), { k, max: false });
    let outcome = '';
    while (outcome !== 'exhausted' && search.updates < most) outcome = search.advance(100);
    expect(outcome).toBe('exhausted');
    return { costs: search.found.map(({ cost }) => cost), updates: search.updates };
  };
  // By CBC it is 4108. With branches on the option of the largest fraction it is 15 million.
  const one = work(1, 10_000_000);
  expect(one.costs).toEqual([4108]);
  // Without a tree that goes on from target to target 300 million are not enough.
  const two = work(2, 3 * one.updates);
  const four = work(4, 10 * one.updates);
  expect(two.costs[0]).toBe(one.costs[0]);
  expect(four.costs.slice(0, 2)).toEqual(two.costs);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { best, Problem, setCostsInOrder, type TwoCosts } from '../../../src/index.ts';
import { runs } from '../../support/effort.ts';
import { bruteForceMultiples, multipleMatrix, multipleProblemOf } from '../../support/multiples.ts';

test('the first objective decides, and then the second', () => {
  const small = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -9, max: 9 }));
  const pairs = fc.array(small, { minLength: 11, maxLength: 11 });
  let several = 0;
  fc.assert(
    fc.property(multipleMatrix, pairs, fc.boolean(), (matrix, costs, max) => {
      const problem = multipleProblemOf(matrix);
      const sumsOf = setCostsInOrder(problem, 1000, (option) => costs[option] as TwoCosts);
      const sign = max ? -1 : 1;
      const sums = bruteForceMultiples(matrix).map((chosen) =>
        chosen.reduce<TwoCosts>(
          ([one, two], option) => [
            one + (costs[option] as TwoCosts)[0],
            two + (costs[option] as TwoCosts)[1],
          ],
          [0, 0],
        ),
      );
      sums.sort(([a, b], [c, d]) => sign * (a - c || b - d));
      several += Number(sums.length > 1);
      const found = best(problem, { max }).solutions.map(({ cost }) => sumsOf(cost));
      expect(found).toEqual(sums.slice(0, 1));
    }),
    { numRuns: runs(900) },
  );
  expect(several).toBeGreaterThan(20);
});

const problem = () => {
  const two = new Problem({ primary: ['a', 'b'] });
  for (const item of ['a', 'a', 'b', 'b']) two.addOption([item]);
  return two;
};
const costs: readonly TwoCosts[] = [
  [1, 5],
  [1, -4],
  [2, 7],
  [0, 0],
];

test('a factor that may not keep the order is refused: two options differ by 12 + 4 at most', () => {
  const set = (factor: number) => setCostsInOrder(problem(), factor, (k) => costs[k]);
  expect(() => set(16)).toThrow(/may differ by 16, so the factor 16 may not keep the order/);
  expect(set(17)(17 + 5)).toEqual([1, 5]);
  expect(set(17)(17 - 4)).toEqual([1, -4]);
  expect(() => set(0)).toThrow(/factor is 0; give a whole number from 1/);
  expect(() => set(1.5)).toThrow(/factor is 1\.5/);
});

test('costs that may not add up exactly are refused, and leave the problem as it was', () => {
  const stated = problem();
  stated.setCost(0, 3);
  const set = (factor: number, first: number) => () =>
    setCostsInOrder(stated, factor, () => [first, 1]);
  expect(set(2 ** 52, 1)).toThrow(/may add up to \d+, and sums are exact below 2 \*\* 53 only/);
  expect(set(1000, 2 ** 50)).toThrow(/give a smaller factor, of 3 or more/);
  expect(() => setCostsInOrder(stated, 10, () => [0.5, 1])).toThrow(/Option 0 has .* two costs/);
  expect(() => setCostsInOrder(stated, 10, () => 3 as never)).toThrow(/Option 0 has 3/);
  expect([0, 1, 2, 3].map((option) => stated.cost(option))).toEqual([3, 0, 0, 0]);
  const sumsOf = setCostsInOrder(stated, 2 ** 51, () => [1, -1]);
  expect(sumsOf(best(stated).solutions[0]?.cost)).toEqual([2, -2]);
});

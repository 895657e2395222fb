import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  costOf,
  leastOf,
  mostCost,
  mostOf,
  UNLIMITED,
} from '../../../src/engine/problem/compiled.ts';
import { Solution } from '../../../src/engine/problem/problem.ts';
import { Compiled, Problem, type Times } from '../../../src/index.ts';

describe('times', () => {
  test('are stated with an item, or later by its name or index', () => {
    const problem = new Problem({
      primary: ['a', { item: 'b', times: 2 }, { item: 'c', times: [0, 3] }, 'd'],
      secondary: ['x'],
    });
    problem.addPrimary([{ item: 'e', times: [4, Number.POSITIVE_INFINITY] }]);
    problem.addPrimary(1).setTimes(5, [1, 2]).setTimes('d', 7);
    expect([0, 1, 2, 3, 4, 5].map((item) => problem.times(item))).toEqual([
      [1, 1],
      [2, 2],
      [0, 3],
      [7, 7],
      [4, Number.POSITIVE_INFINITY],
      [1, 2],
    ]);
    expect(problem.times('e')).toEqual([4, Number.POSITIVE_INFINITY]);
    const compiled = Compiled.from(problem.compile().data);
    expect(compiled.multiple).toBe(true);
    const items = [0, 1, 2, 3, 4, 5];
    expect(items.map((item) => leastOf(compiled, item))).toEqual([1, 2, 0, 7, 4, 1]);
    expect(items.map((item) => mostOf(compiled, item))).toEqual([1, 2, 3, 7, UNLIMITED, 2]);
  });

  test('may come from a variable, whose type is no pair', () => {
    const primary = ['a', 'b'].map((item) => ({ item, times: [2, 3] }));
    const problem = new Problem({ primary }).addPrimary([{ item: 'c', times: [0, 1] as const }]);
    expect(['a', 'b', 'c'].map((item) => problem.times(item))).toEqual([
      [2, 3],
      [2, 3],
      [0, 1],
    ]);
  });

  test('take no room where every item is covered once', () => {
    const problem = new Problem({ primary: ['a', { item: 'b', times: 1 }] });
    expect(problem.multiple).toBe(false);
    problem.setTimes('a', [1, 2]);
    expect(problem.compile().multiple).toBe(true);
    problem.setTimes('a', [1, 1]);
    expect(problem.compile().multiple).toBe(false);
    expect(problem.compile().data).toEqual(new Problem({ primary: 2 }).compile().data);
  });

  test.each<[unknown, RegExp]>([
    [-1, /Item "b" has -1 as a number of times; give a whole number from 0/],
    [1.5, /has 1\.5 as/],
    [Number.POSITIVE_INFINITY, /has Infinity as|Infinity/],
    [Number.NaN, /has NaN as/],
    [UNLIMITED, /has 2147483647 as/],
    ['2', /has "2" as/],
    [undefined, /has undefined as/],
    [null, /has null as/],
    [[3, 2], /at least 3 and at most 2 times; give the smaller number first/],
    [[1, -1], /has -1 as/],
    [[1], /has an array of 1 as/],
    [[1, 2, 3], /has an array of 3 as/],
  ])('%j are refused, and leave the problem as it was', (times, message) => {
    const problem = new Problem({ primary: ['a'] });
    const refused = expect.objectContaining({ code: 'bad-times', item: 'b' });
    const wrong = { item: 'b', times: times as Times };
    expect(() => problem.addPrimary(['c', wrong])).toThrow(refused);
    expect(() => problem.addPrimary(['c', wrong])).toThrow(message);
    problem.addPrimary(['b']);
    expect(() => problem.setTimes('b', times as Times)).toThrow(message);
    expect([problem.primaryCount, problem.multiple]).toEqual([2, false]);
  });

  test('are one argument', () => {
    const problem = new Problem({ primary: ['a'] });
    const two = problem.setTimes.bind(problem) as (...all: unknown[]) => unknown;
    expect(() => two('a', 0, 3)).toThrow(/times of "a" .* give an array, as in \[0, 3\]/);
    expect(problem.times('a')).toEqual([1, 1]);
  });

  test('belong to primary items', () => {
    const problem = new Problem({ primary: ['a'], secondary: ['x'] });
    const wrong = [{ item: 'y', times: 2 }] as unknown as string[];
    expect(() => problem.addSecondary(wrong)).toThrow(/"y" is secondary, and only primary/);
    expect(() => problem.setTimes('x', 2)).toThrow(/"x" is secondary, and only primary items have/);
    expect(() => problem.times(1)).toThrow(/"x" is secondary/);
    expect(() => problem.setTimes('z', 2)).toThrow(/no item "z"/);
    problem.addOption(['a']);
    const late = expect.objectContaining({ code: 'items-frozen', item: 'b' });
    expect(() => problem.addPrimary([{ item: 'b', times: 2 }])).toThrow(late);
  });

  test('a name stated twice is refused, with times as without', () => {
    const twice = [{ item: 'a', times: 2 }, 'a'];
    expect(() => new Problem({ primary: twice })).toThrow(/"a" is stated twice/);
    expect(() => new Problem({ primary: [{ item: '', times: 2 }] })).toThrow(/is called ""/);
  });
});

describe('costs', () => {
  test('are 0 until they are stated, and take no room then', () => {
    const problem = new Problem({ primary: 2 });
    problem.setCost(problem.addIndices([0]), 7);
    problem.addIndices([1]);
    problem.setCost(problem.addIndices([0, 1]), -(2 ** 40));
    expect([0, 1, 2].map((option) => problem.cost(option))).toEqual([7, 0, -(2 ** 40)]);
    const compiled = Compiled.from(problem.compile().data);
    expect([0, 1, 2].map((option) => costOf(compiled, option))).toEqual([7, 0, -(2 ** 40)]);
    problem.setCost(0, 0).setCost(2, -0);
    expect([problem.priced, problem.compile().priced]).toEqual([false, false]);
    expect(Object.is(problem.cost(2), 0)).toBe(true);
  });

  test.each([1.5, 2 ** 53, -(2 ** 53), Number.NaN, '7', undefined, 7n])('%s is refused', (cost) => {
    const problem = new Problem({ primary: 1 });
    problem.addIndices([0]);
    const refused = expect.objectContaining({ code: 'bad-cost', option: 0 });
    expect(() => problem.setCost(0, cost as number)).toThrow(refused);
    expect(() => problem.setCost(1, 7)).toThrow(/There is no option 1/);
    expect(problem.priced).toBe(false);
  });

  test('the sums of costs are exact, or refused by compile', () => {
    const large = 2 ** 52;
    const problem = new Problem({ primary: 2 });
    for (let k = 0; k < 3; k++) problem.setCost(problem.addIndices([k % 2]), large - 1);
    expect(mostCost(problem.compile())).toBe(2 * large - 2);
    // An option without primary items is never chosen, so its cost does not count.
    const more = new Problem({ primary: 1, secondary: 1 });
    more.setCost(more.addIndices([0]), large);
    more.setCost(more.addIndices([1]), large);
    expect(more.compile().priced).toBe(true);
    problem.setCost(2, large).setCost(1, large);
    expect(() => problem.compile()).toThrow(/may add up to 9007199254740992, .*divide all costs/);
    problem
      .setCost(0, large - 2)
      .setCost(2, 1)
      .setTimes(0, 2);
    expect(problem.compile().priced).toBe(true);
    problem.setCost(2, -2);
    expect(() => problem.compile()).toThrow(expect.objectContaining({ code: 'bad-cost' }));
  });

  test('the bound holds for every set of options that some items allow', () => {
    const options = fc.array(fc.record({ item: fc.nat(2), cost: fc.integer() }), { maxLength: 8 });
    const most = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3));
    fc.assert(
      fc.property(options, most, (stated, times) => {
        const problem = new Problem({ primary: 3 });
        for (const [item, bound] of times.entries()) problem.setTimes(item, [0, bound]);
        for (const { item, cost } of stated) problem.setCost(problem.addIndices([item]), cost);
        const bound = mostCost(problem.compile());
        for (let set = 0; set < 1 << stated.length; set++) {
          const chosen = stated.filter((_, k) => set & (1 << k));
          const fits = times.every((t, i) => chosen.filter(({ item }) => item === i).length <= t);
          const sum = chosen.reduce((total, { cost }) => total + cost, 0);
          if (fits) expect(Math.abs(sum)).toBeLessThanOrEqual(bound);
        }
      }),
    );
  });

  test('a solution has the sum, and JSON shows it where options cost', () => {
    const problem = new Problem({ primary: 2 });
    problem.addIndices([0]);
    problem.addIndices([1]);
    const solution = new Solution(problem, [0, 1]);
    expect([solution.cost, 'cost' in solution.toJSON()]).toEqual([0, false]);
    problem.setCost(0, 9).setCost(1, -2);
    expect([solution.cost, solution.toJSON().cost]).toEqual([7, 7]);
  });
});

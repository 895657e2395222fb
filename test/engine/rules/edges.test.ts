import { describe, expect, test } from 'vitest';
import { Learn } from '../../../src/engine/learn/learn.ts';
import { count, Problem, solutions, writeDlx } from '../../../src/index.ts';
import {
  atMost,
  budget,
  different,
  equal,
  forbid,
  occurs,
  type Rule,
  readRuledDlx,
  regular,
  sum,
  table,
  variable,
  withRules,
  writeRuledDlx,
} from '../../../src/rules.ts';
import { asSet } from '../../support/checker.ts';
import { rest } from '../../support/engines.ts';

const names = ['a', 'b', 'c'];
const of = names.map((name) => variable<number>(name));
const [a] = of as [(typeof of)[number]];

function counted(rules: readonly Rule<number>[], values: readonly number[] = [1, 2, 3]) {
  const problem = new Problem<number>({ primary: names });
  for (const name of names) for (const value of values) problem.addOption([name], value);
  return count(withRules(problem, rules)).count;
}

describe('an automaton, with and without values that differ', () => {
  test.each<[string, Parameters<typeof regular>[1], number, number]>([
    ['its state may be null', { start: null, step: () => null, accept: () => true }, 27, 6],
    [
      'NaN is no state',
      {
        start: 'x',
        step: (_, value, k) => (k === 0 && value === 1 ? Number.NaN : 'y'),
        accept: () => true,
      },
      18,
      4,
    ],
    ['it may refuse the end', { start: 0, step: () => 0, accept: () => false }, 0, 0],
  ])('%s', (_, automaton, alone, apart) => {
    expect(counted([regular(of, automaton)])).toBe(alone);
    expect(counted([different(of), regular(of, automaton)])).toBe(apart);
  });
});

test('no variables: a value stands among them never', () => {
  const never = occurs(1 as never, [], 1);
  expect(counted([equal(a, a), never])).toBe(0);
  expect(counted([equal(a, a), never, never])).toBe(0);
  expect(counted([equal(a, a), never, occurs(2 as never, [], 0)])).toBe(0);
  expect(counted([equal(a, a), occurs(1 as never, [], 0), occurs(2 as never, [], 0)])).toBe(27);
});

test('a budget over options of two items that may stay uncovered, with several weights each', () => {
  const problem = new Problem({ primary: ['a', 'b', 'c', 'd'], secondary: ['s', 't'] });
  const weights = new Map<number, number>();
  for (const [item, room, weight] of [
    ['a', 's', 1],
    ['b', 's', 2],
    ['c', 't', 1],
    ['d', 't', 2],
  ] as const) {
    weights.set(problem.addOption([item, room]), weight);
    problem.addOption([item]);
  }
  const weightOf = (option: number) => weights.get(option) ?? 0;
  for (const total of [0, 1, 2, 3, 4, [1, 2], [2, 4], [0, 3]]) {
    const [least, most] = typeof total === 'number' ? [total, total] : total;
    const wanted = [...solutions(problem)].filter(({ numbers }) => {
      const sum = numbers.reduce((all, option) => all + weightOf(option), 0);
      return sum >= (least as number) && sum <= (most as number);
    });
    const ruled = withRules(problem, [budget([...weights.keys()], weightOf, total)]);
    expect([total, count(ruled).count]).toEqual([total, wanted.length]);
  }
});

test('without rules a problem compiles to itself, options that are impossible too', () => {
  const problem = new Problem({ primary: ['a', { item: 'never', times: 0 }], secondary: ['s'] });
  const chosen = problem.addOption(['a', 's']);
  problem.addOption(['a', 'never']);
  const ruled = withRules(problem, []);
  expect(ruled.compile().data).toEqual(problem.compile().data);
  expect(writeDlx(ruled)).toBe(writeDlx(problem));
  const text = writeRuledDlx(withRules(problem, [atMost(1, [chosen])]));
  expect(text).toContain(writeDlx(problem));
  expect(readRuledDlx(text).optionCount).toBe(2);
});

test('learning goes around a solution that is known, whose options are merged', () => {
  const problem = new Problem<number>({ primary: ['also', 'a'] });
  problem.addOption(['a'], 3);
  for (const value of [2, 2, 2, 1, 0]) problem.addOption(['a', 'also'], value);
  const twice = { start: 0, step: (sum: number, value: number) => sum + value };
  const rule = regular([a, a], { ...twice, accept: (sum) => sum % 3 === 1 });
  const compiled = withRules(problem, [rule]).compile();
  const all = rest(new Learn(compiled));
  expect(all.length).toBe(3);
  for (const known of all) {
    const search = new Learn(compiled);
    search.exclude(known);
    expect(asSet(rest(search))).toEqual(asSet(all.filter((one) => one !== known)));
  }
});

test('sums that would be rounded are refused, and those below are exact', () => {
  const large = 2 ** 53 - 1;
  expect(() => counted([sum(of, large)], [large, large - 1, 1, -large])).toThrow(
    /the 1st rule \(sum\), the sum may come to .*exact up to 2 \*\* 44/,
  );
  expect(() => counted([budget([0, 3], () => large, large)])).toThrow(/the 1st rule \(budget\)/);
  const most = 2 ** 42;
  // most - most + most, in three orders.
  expect(counted([sum(of, most)], [most, most - 1, 1, -most])).toBe(3);
});

test('functions that throw or are async, and settings that are none, are told', () => {
  const fails = () => {
    throw new Error('no idea');
  };
  const automaton = { start: 0, step: () => 0, accept: () => true };
  const told: [() => unknown, RegExp][] = [
    [() => budget([0], fails, 1), /budget\(\), weightOf throws at option 0: Error: no idea/],
    [() => counted([regular(of, { ...automaton, accept: fails })]), /accept throws .*no idea/],
    [() => counted([regular(of, { ...automaton, step: fails })]), /step at position 0 throws/],
    [
      () => counted([regular(of, { ...automaton, accept: (async () => false) as never })]),
      /accept gives a promise/,
    ],
    [
      () => counted([different(of), regular(of, { ...automaton, step: async () => 0 } as never)]),
      /step at position 0 gives a promise/,
    ],
    [() => forbid(() => undefined, null as never), /The settings are null/],
    [() => forbid(() => undefined, 5 as never), /The settings are 5/],
  ];
  for (const [call, message] of told) expect(call).toThrow(message);
});

test('a table is what it was when it was stated', () => {
  const tuples: [number][] = [[1]];
  const rule = table([a], tuples);
  tuples.push([2]);
  expect(counted([rule])).toBe(9);
});

test('tuples that are there twice count once, in tables of any width and with a variable twice', () => {
  const values = Array.from({ length: 9 }, (_, k) => k);
  // 9 ** 20 tuples have no exact number each.
  for (const width of [2, 3, 20]) {
    const cells = Array.from({ length: width }, (_, k) => `cell ${k}`);
    const problem = new Problem<number>({ primary: cells });
    for (const cell of cells) for (const value of values) problem.addOption([cell], value);
    const variables = cells.map((cell) => variable<number>(cell));
    const tuples = values.flatMap((value) => [
      cells.map((_, k) => (value + k) % 9),
      cells.map((_, k) => (value + k) % 9),
      cells.map((_, k) => (k === 0 ? 0 : value)),
    ]);
    // One of the first kind may be one of the second.
    const distinct = new Set(tuples.map((tuple) => tuple.join())).size;
    const countOf = (rule: Rule<number>) => count(withRules(problem, [rule])).count;
    expect(countOf(table(variables, tuples))).toBe(distinct);
    const ending = (tuple: readonly number[], end: number): [...number[], number] => [
      ...tuple,
      end,
    ];
    const twice = tuples.map((tuple) => ending(tuple, tuple[0]));
    const others = tuples.map((tuple) => ending(tuple, (tuple[0] + 1) % 9));
    expect(countOf(table([...variables, variables[0]], [...twice, ...others]))).toBe(distinct);
  }
});

test('variables that differ: as many values as variables, more, and fewer', () => {
  for (const most of [2, 3, 4, 5]) {
    const values = Array.from({ length: most }, (_, k) => k);
    const [x, y, z] = [most, most - 1, most - 2];
    expect(counted([different(of)], values)).toBe(x * y * z);
    // Each is known to be less than the next one.
    const below = table(
      [of[0], of[1]],
      values.flatMap((v) => values.slice(v + 1).map((w) => [v, w] as const)),
    );
    expect(counted([different(of), below], values)).toBe((x * y * z) / 2);
    expect(counted([different(of), below, equal(of[1], of[2])], values)).toBe(0);
  }
  // A value that one variable alone may have is its own where each value is there.
  const problem = new Problem<number>({ primary: names });
  for (const name of names) {
    for (const value of name === 'a' ? [1, 2, 3] : [1, 2]) problem.addOption([name], value);
  }
  const ruled = withRules(problem, [different(of)]);
  expect(count(ruled).count).toBe(2);
});

test('without rules a problem is compiled as it is stated', () => {
  const named = new Problem<number>({ primary: ['1', '0'], secondary: ['2'] });
  const counts = new Problem<number>({ primary: 2, secondary: 1 });
  const multiple = new Problem<number>({ primary: [{ item: '0', times: [0, 2] }, '1'] });
  for (const problem of [named, counts, multiple]) {
    for (const items of [[0], [1], [0, 1]]) problem.addIndices(items, items.length);
    problem.setCost(1, 7);
    const ruled = withRules(problem, []);
    expect([...ruled.compile().data]).toEqual([...problem.compile().data]);
    expect(ruled.option(2)).toEqual(problem.option(2));
    expect(ruled.times(0)).toEqual(problem.times(0));
  }
});

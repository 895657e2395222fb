import { describe, expect, test } from 'vitest';
import { count, Problem } from '../../../src/index.ts';
import {
  budget,
  different,
  equal,
  forbid,
  occurs,
  type Rule,
  regular,
  sum,
  table,
  variable,
  withRules,
} from '../../../src/rules.ts';

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

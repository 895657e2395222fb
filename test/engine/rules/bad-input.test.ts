import { describe, expect, test } from 'vitest';
import { ordinal } from '../../../src/engine/problem/error.ts';
import { Compiled, count, countAsync, first, Problem, QuadrilleError } from '../../../src/index.ts';
import { countParallel, solutionsParallel } from '../../../src/parallel.ts';
import { clash, makePuzzle, needless } from '../../../src/pencil.ts';
import {
  ascending,
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

/** Two cells with the values 1 to 3, an item that two options cover, and a secondary one. */
function problem(): Problem<number | string> {
  const stated = new Problem<number | string>({
    primary: ['a', 'b', { item: 'twice', times: 2 }],
    secondary: ['s'],
  });
  for (const item of ['a', 'b']) for (const n of [1, 2, 3]) stated.addOption([item], n);
  stated.addOption(['twice', 's'], 'x');
  stated.addOption(['twice'], 'y');
  return stated;
}

const value = (payload: number | string) => payload as number;
const a = variable('a', value);
const b = variable('b', value);
const plain = { start: 0, step: (state: number) => state, accept: () => true };

describe('refused at once, with rule, place and remedy', () => {
  test.each<[string, () => Rule<number | string>, RegExp]>([
    [
      'an unknown item',
      () => sum([variable('c', value)], 3),
      /In the 1st rule \(sum\), there is no item "c"/,
    ],
    ['an item by a wrong index', () => different([variable(7)]), /no item with index 7/],
    [
      'a secondary item',
      () => different([variable('s')]),
      /item "s" is secondary, and a variable is covered exactly once/,
    ],
    [
      'an item covered twice',
      () => different([variable('twice')]),
      /item "twice" is covered 2 times, .*budget\(\)/,
    ],
    [
      'a function that throws',
      () =>
        sum(
          [
            variable('a', (): number => {
              throw new TypeError('oh');
            }),
          ],
          3,
        ),
      /at option 0 of item "a" its function throws TypeError: oh; give a function/,
    ],
    [
      'no value',
      () => different([variable('a', () => undefined)]),
      /at option 0 of item "a" the value is undefined/,
    ],
    ['NaN', () => different([variable('a', () => Number.NaN)]), /the value is NaN/],
    ['a promise', () => different([variable('a', async () => 1)]), /the value is a promise/],
    [
      'a sum of texts',
      () => sum([variable('a', () => '1' as never)], 3),
      /the value is "1"; give a function that gives a whole number/,
    ],
    ['a sum of halves', () => sum([variable('a', () => 0.5)], 3), /the value is 0\.5/],
    [
      'an order of texts',
      () => ascending([variable('a', () => 'z' as never), b]),
      /the value is "z"; .* gives a number/,
    ],
    [
      'a value that no option has',
      () =>
        table(
          [a, b],
          [
            [1, 2],
            [1, 9],
          ],
        ),
      /no option gives a variable the value of the 2nd tuple, 9/,
    ],
    [
      'a value of another type',
      () => occurs('1' as never, [a, b], 1),
      /no option gives a variable the value "1"; values are compared by ===/,
    ],
    [
      'an unknown option',
      () => budget([0, 77], () => 1, 1),
      /In the 1st rule \(budget\), there is no option 77; options are numbered from 0, and 8/,
    ],
  ])('%s', (_, rule, message) => {
    const wrong = () => withRules(problem(), [rule()]);
    expect(wrong).toThrow(QuadrilleError);
    expect(wrong).toThrow(message);
  });

  test.each<[string, () => unknown, RegExp]>([
    [
      'a short tuple',
      () => table([a, b], [[1] as never]),
      /In table\(\), the 1st tuple has 1 value; give one value for each of 2 variables/,
    ],
    ['no tuple', () => table([a], [3 as never]), /the 1st tuple is 3/],
    ['no tuples', () => table([a], 3 as never), /the tuples are 3; give an array/],
    [
      'no variable',
      () => different(['a' as never]),
      /In different\(\), a variable is "a"; give what variable\(\) gives/,
    ],
    ['no variables', () => different('ab' as never), /the variables are "ab"; give an array/],
    [
      'a weight too few',
      () => sum([a, b], 3, [1]),
      /its list has 1 weight; give one for each of 2 variables/,
    ],
    ['half a weight', () => sum([a, b], 3, [1, 0.5]), /a weight is 0\.5; give a whole number/],
    [
      'half a time',
      () => occurs(1, [a, b], 0.5),
      /In occurs\(\), the number of times is 0\.5; give/,
    ],
    [
      'times turned round',
      () => occurs(1, [a, b], [2, 1]),
      /the number of times is \[2, 1\]; give/,
    ],
    [
      'half a total',
      () => sum([a, b], 2.5),
      /the total is 2\.5; give a whole number, or \[least, most\]/,
    ],
    ['three totals', () => sum([a, b], [1, 2, 3]), /the total is \[1, 2, 3\]/],
    ['no bound at all', () => sum([a, b], Number.POSITIVE_INFINITY), /the total is Infinity/],
    [
      'a range upside down',
      () => sum([a, b], [3, 1]),
      /the total is \[3, 1\]; give the smaller number first/,
    ],
    [
      'a weight that is none',
      () => budget([0], () => '5' as never, 3),
      /the weight of option 0 is "5"/,
    ],
    ['no function', () => forbid(3 as never), /In forbid\(\), conflictIn is 3; give a function/],
    [
      'no automaton',
      () => regular([a], null as never),
      /the automaton is null; give \{ start, step, accept \}/,
    ],
    [
      'half an automaton',
      () => regular([a], { start: 0, step: plain.step } as never),
      /accept is undefined/,
    ],
    ['an empty name', () => equal(a, b, { name: '' }), /the name is ""/],
    [
      'a misspelled setting',
      () => equal(a, b, { nam: 'x' } as never),
      /no setting "nam" here; did you mean name/,
    ],
    ['an item that is none', () => variable({} as never), /The item of a variable is an object/],
  ])('%s', (_, action, message) => {
    expect(action).toThrow(QuadrilleError);
    expect(action).toThrow(message);
  });

  test('by its name, where a rule has one', () => {
    const rule = sum([variable('c', value)], 3, { name: 'the cage of 3' });
    expect(() => withRules(problem(), [rule])).toThrow(/^In the cage of 3, there is no item "c"/);
    expect(withRules(problem(), [sum([a], 3, [1], { name: 'x' })]).ruling?.nameOf(0)).toBe('x');
  });

  test('with the place as properties', () => {
    try {
      withRules(problem(), [sum([variable('a', (payload) => Number(payload) / 2)], 3)]);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'bad-option', option: 0, item: 'a' });
    }
  });
});

describe('refused while it is compiled', () => {
  const digits = (cells: number, values = 10) => {
    const stated = new Problem<number>({ primary: cells });
    for (let cell = 0; cell < cells; cell++) {
      for (let n = 0; n < values; n++) stated.addIndices([cell], n);
    }
    return { stated, cells: Array.from({ length: cells }, (_, cell) => variable<number>(cell)) };
  };

  test('functions that throw', () => {
    const { stated, cells } = digits(2);
    const fail = () => {
      throw new RangeError('no');
    };
    const at = (automaton: object) =>
      withRules(stated, [regular(cells, { ...plain, ...automaton }, { name: 'mine' })]);
    expect(() => at({ step: fail }).compile()).toThrow(
      /In mine, step at position 0 throws RangeError: no/,
    );
    expect(() => at({ accept: fail }).compile()).toThrow(/In mine, accept throws RangeError: no/);
    // What failed may be asked again.
    expect(() => at({ accept: fail }).compile()).toThrow(QuadrilleError);
  });

  test('the automaton may end at once: a time-out holds, and so does the event loop', async () => {
    const { stated, cells } = digits(10);
    let steps = 0;
    const automaton = {
      start: '',
      step: (state: string, value: number) => {
        steps++;
        return `${state}${value}`;
      },
      accept: () => true,
    };
    const ruled = withRules(stated, [regular(cells, automaton)]);
    expect(first(ruled, { timeout: 0 })).toEqual({ status: 'timeout' });
    expect(steps).toBeLessThan(100_000);
    const slices = ruled.compiling();
    for (let k = 0; k < 3; k++) slices.next();
    expect(steps).toBeLessThan(200_000);
    // So do the questions about clues.
    steps = 0;
    expect(clash(ruled, [0], { timeout: 0 })).toEqual({ status: 'timeout' });
    expect(needless(ruled, [0], { timeout: 0 })).toEqual({ solutions: [], status: 'timeout' });
    const none = { uniform: false, attempts: 0, seed: 1, status: 'timeout' };
    expect(makePuzzle(ruled, { seed: 1, timeout: 0 })).toEqual(none);
    expect(steps).toBeLessThan(300_000);
    // So do workers and checkpoints: there is none before the search.
    steps = 0;
    const nothing = { count: 0, exact: 0n, status: 'timeout' };
    const onCheckpoint = () => expect.unreachable();
    expect(await countAsync(ruled, { timeout: 0, onCheckpoint })).toEqual(nothing);
    for (const more of [{}, { onCheckpoint }]) {
      const settings = { workers: 2, timeout: 0, ...more };
      expect(await countParallel(ruled, settings)).toEqual(nothing);
      const stream = solutionsParallel(ruled, settings);
      for await (const _ of stream) expect.unreachable();
      expect(stream.status).toBe('timeout');
    }
    expect(steps).toBeLessThan(500_000);
  });
});

test('places among rules are counted as people do', () => {
  const places = [0, 1, 2, 3, 9, 10, 11, 12, 20, 22, 99, 110, 1001].map(ordinal);
  const words = '1st 2nd 3rd 4th 10th 11th 12th 13th 21st 23rd 100th 111th 1002nd';
  expect(places).toEqual(words.split(' '));
});

describe('a problem with rules', () => {
  test('may get options and costs later, and is compiled anew', () => {
    const stated = new Problem<number | string>({ primary: ['a', 'b'] });
    for (const item of ['a', 'b']) for (const n of [1, 2]) stated.addOption([item], n);
    const ruled = withRules(stated, [sum([a, b], 5)]);
    expect(count(ruled).count).toBe(0);
    const kept = ruled.compile();
    expect(ruled.compile()).toBe(kept);
    expect(ruled.addOption(['b'], 3)).toBe(4);
    expect(count(ruled).count).toBe(1);
    expect(ruled.setCost(4, 9).compile().priced).toBe(true);
    // The problem that it was made of stays as it was.
    expect(stated.optionCount).toBe(4);
    expect(() => ruled.addOption(['a'], 'x') && ruled.compile()).toThrow(/the value is "x"/);
  });

  test('compiles to what can be stored, and says what its items are', () => {
    const ruled = withRules(problem(), [sum([a, b], 4), different([a, b])]);
    const compiled = ruled.compile();
    expect(compiled.stated).toBe(8);
    const copy = Compiled.from(compiled.data.slice());
    expect([copy.options, copy.stated]).toEqual([compiled.options, 8]);
    const origins = Array.from({ length: compiled.primary + compiled.secondary }, (_, item) =>
      ruled.originOf(item),
    );
    expect(origins.slice(0, 3)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
    expect(origins[compiled.primary]).toEqual({ item: 3 });
    for (const origin of origins) {
      if ('rule' in origin) expect([0, 1]).toContain(origin.rule);
      else expect(origin.item).toBeLessThan(4);
    }
    expect(() => ruled.originOf(-1)).toThrow(/no item -1/);
  });

  test('that the root decides has an item without options, which belongs to a rule that fails', () => {
    const ruled = withRules(problem(), [different([a, b]), sum([a, b], 40)]);
    const compiled = ruled.compile();
    expect(compiled.options).toBe(8);
    expect(compiled.primary).toBe(4);
    expect(ruled.originOf(3)).toEqual({ rule: 1 });
    expect(first(ruled).status).toBe('complete');
  });

  test('keeps its rules under more of them', () => {
    const once = withRules(problem(), [sum([a, b], 4)]);
    const twice = withRules(once, [different([a, b])]);
    expect(twice.rules.length).toBe(2);
    expect([count(once).count, count(twice).count]).toEqual([3, 2]);
  });
});

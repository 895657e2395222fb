import { describe, expect, test } from 'vitest';
import { Branching } from '../../../src/engine/best/branching.ts';
import { type BestWork, PlanSearch } from '../../../src/engine/best/plan-search.ts';
import { Plans } from '../../../src/engine/best/plans.ts';
import type { Grouping } from '../../../src/engine/problem/problem.ts';
import { finish, type Slices } from '../../../src/engine/problem/slices.ts';
import { best, Problem, QuadrilleError } from '../../../src/index.ts';
import {
  atMost,
  budget,
  different,
  type Rule,
  regular,
  sum,
  variable,
  withRules,
} from '../../../src/rules.ts';
import { costsOf, grouped } from './grouped.ts';
import { searchOf } from './plan-searches.ts';

/** So many people with a shift on each day, who like some shifts less; each shift has its needs. */
function roster(people: number, days: number, needs: readonly (readonly [number, number])[]) {
  const name = (who: number, day: number) => `person ${who} on ${day}`;
  const primary = needs.flatMap((times, shift) =>
    Array.from({ length: days }, (_, day) => ({ item: `shift ${shift} on ${day}`, times })),
  );
  const problem = new Problem<number>({ primary });
  const rules: Rule<number>[] = [];
  for (let who = 0; who < people; who++) {
    problem.addPrimary(Array.from({ length: days }, (_, day) => name(who, day)));
  }
  for (let who = 0; who < people; who++) {
    const own: number[] = [];
    for (let day = 0; day < days; day++) {
      for (const shift of needs.keys()) {
        const option = problem.addOption([name(who, day), `shift ${shift} on ${day}`], shift);
        problem.setCost(option, (who * 7919 + day * 104729 + shift * 1299709) % 11);
        own.push(option);
      }
    }
    const plan = Array.from({ length: days }, (_, day) => variable<number>(name(who, day)));
    const step = (last: number, shift: number) => (shift > 0 && shift < last ? undefined : shift);
    rules.push(
      regular(plan, { start: 0, step, accept: () => true }),
      budget(own, (option) => problem.payload(option), [days / 2, 1.5 * days]),
    );
  }
  return withRules(problem, rules);
}

describe('a roster', () => {
  const ward = () =>
    roster(8, 14, [
      [2, 4],
      [2, 4],
      [2, 3],
    ]);

  let once: ReturnType<typeof best<number>> | undefined;
  /** The answer without settings, which several tests compare with. */
  const known = () => {
    once ??= best(ward());
    return once;
  };

  test('is proven, whatever the seed, and the same each time', () => {
    const answer = known();
    expect(answer.status).toBe('complete');
    expect(answer.bound).toBe(answer.solutions[0]?.cost);
    expect(best(ward()).solutions).toEqual(answer.solutions);
    const other = best(ward(), { seed: 5 });
    expect([other.status, other.solutions[0]?.cost]).toEqual(['complete', answer.bound]);
    const numbers = answer.solutions[0]?.solution.numbers ?? [];
    expect(best(ward(), { prefix: numbers }).solutions[0]?.cost).toBe(answer.bound);
  });

  test('stopped on its way, has a bound that holds and what it has found', () => {
    const { solutions } = known();
    const optimum = solutions[0]?.cost;
    const ruled = ward();
    let bounded = 0;
    for (const maxNodes of [0, 1, 5, 20, 40, 80, 160]) {
      const answer = best(ruled, { maxNodes });
      if (answer.status === 'complete') continue;
      expect(answer.status).toBe('nodes');
      for (const { cost, solution } of answer.solutions) {
        expect(cost).toBeGreaterThanOrEqual(optimum);
        expect(ruled.ruling?.brokenBy(solution.numbers)).toEqual([]);
      }
      if (typeof answer.bound !== 'number') continue;
      bounded++;
      expect(answer.bound).toBeLessThanOrEqual(optimum);
    }
    expect(bounded).toBeGreaterThan(1);
    expect(best(ward(), { timeout: 0 })).toEqual({
      solutions: [],
      bound: 'unknown',
      status: 'timeout',
    });
  });

  test('pauses after some shortest paths', () => {
    const own = searchOf(ward());
    let most = 0;
    for (let k = 0, before = 0; k < 2000 && own?.search.advance(1) !== 'exhausted'; k++) {
      const { work } = (own as NonNullable<typeof own>).plans;
      most = Math.max(most, work - before);
      before = work;
    }
    expect(most).toBeLessThan(1 << 17);
  });

  test('that cannot be is proven by prices', () => {
    // More people are needed than may work.
    const none = roster(6, 14, [
      [0, 1],
      [0, 1],
      [5, 6],
    ]);
    const own = searchOf(none);
    while (own?.search.advance(1) !== 'exhausted');
    expect([own?.search.found, own?.search.bound, own?.wholes()]).toEqual([
      [],
      Number.POSITIVE_INFINITY,
      0,
    ]);
    expect(best(none)).toEqual({ solutions: [], bound: 'none', status: 'complete' });
  });

  test('goes on with the search of the whole where prices do not close the gap', () => {
    // So many solutions are asked for that prices rule few plans out.
    const ruled = grouped(8);
    const own = searchOf(ruled, { k: 100 });
    while (own?.search.advance(1) !== 'exhausted');
    expect(own?.wholes()).toBe(1);
    expect(own?.search.found.map(({ cost }) => cost)).toEqual(costsOf(ruled, []).slice(0, 100));
  });
});

/** Two people, one of whom works each day, three days in a row at most; one option costs more than all others. */
const lopsided = (days: number) => {
  const items = [0, 1].map((who) => Array.from({ length: days }, (_, day) => `${who} on ${day}`));
  const needs = Array.from({ length: days }, (_, day) => [
    { item: `need ${day}`, times: 1 },
    { item: `any ${day}`, times: [0, 2] as const },
  ]);
  const problem = new Problem<number>({ primary: [...items.flat(), ...needs.flat()] });
  for (const [who, own] of items.entries()) {
    for (const [day, item] of own.entries()) {
      problem.setCost(problem.addOption([item, `any ${day}`], 0), 1 + ((who + day) % 3));
      problem.setCost(problem.addOption([item, `any ${day}`, `need ${day}`], 1), 4);
    }
  }
  problem.setCost(1, 1e10);
  const step = (worked: number, value: number) =>
    value === 0 ? 0 : worked < 3 ? worked + 1 : undefined;
  const rules = items.map((own) =>
    regular(
      own.map((item) => variable<number>(item)),
      { start: 0, step, accept: () => true },
    ),
  );
  return withRules(problem, rules);
};

test('a solution that plans and the search of the whole find is listed once', () => {
  const ruled = lopsided(12);
  expect(ruled.compile().options).toBeGreaterThan(ruled.optionCount);
  const grouping = finish(ruled.ruling?.grouping([]) as Slices<Grouping>);
  const plans = finish(Plans.of(ruled.stated, grouping, false));
  function* whole(): Slices<BestWork> {
    yield;
    const [{ options }] = search.found;
    return new Branching(ruled.compile(), { k: 2, max: false, prefix: options });
  }
  const search = new PlanSearch(ruled.stated, plans, { k: 30, max: false, whole });
  while (search.advance(1) !== 'exhausted');
  const keys = search.found.map(({ options }) => options.join());
  expect(keys[0].split(',')).toHaveLength(24);
  const stated = search.found.map(({ options }) =>
    options.filter((option) => option < ruled.optionCount).join(),
  );
  expect(stated).toEqual(keys);
  expect(new Set(stated).size).toBe(stated.length);
});

test('where the search of the whole has no room, plans go on alone', () => {
  const ruled = lopsided(24);
  const grouping = finish(ruled.ruling?.grouping([]) as Slices<Grouping>);
  const plans = finish(Plans.of(ruled.stated, grouping, false));
  let refused = 0;
  function* whole(): Slices<BestWork> {
    refused++;
    yield;
    throw new QuadrilleError('too-large', 'The rules make too many items.');
  }
  const search = new PlanSearch(ruled.stated, plans, { k: 100, max: false, whole });
  while (refused === 0) search.advance(1);
  const { steps } = plans;
  while (plans.steps === steps) expect(search.advance(1)).not.toBe('exhausted');
  expect(search.found.length).toBeGreaterThan(0);
  expect(refused).toBe(1);
});

describe('costs beside which prices are not exact', () => {
  test('a long group has a bound', () => {
    const own = searchOf(lopsided(400));
    finish(own?.plans.climb(50, () => 1e10) as Slices<boolean>);
    expect(own?.plans.bound).toBeGreaterThan(0);
  });

  test('prices never become infinite, and nothing follows from those that are too large', () => {
    const own = searchOf(lopsided(800));
    finish(own?.plans.climb(50, () => 1e10) as Slices<boolean>);
    expect(own?.plans.bound).toBe(Number.NEGATIVE_INFINITY);
    expect(own?.plans.price.every(Number.isFinite)).toBe(true);
    own?.search.advance(1);
    while (own?.search.found.length === 0) expect(own?.search.advance(1)).not.toBe('exhausted');
  });
});

describe('without groups it is searched as it is compiled', () => {
  const two = (items: readonly string[]) => {
    const problem = new Problem<number>({
      primary: ['a', 'b', 'c', 'd', { item: 'n', times: [0, 4] }],
      secondary: ['s'],
    });
    for (const item of ['a', 'b', 'c', 'd']) {
      for (const value of [1, 2, 3]) problem.setCost(problem.addOption([item], value), value);
    }
    problem.setCost(problem.addOption(items, 1), -5);
    return problem;
  };
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((item) => variable<number>(item));
  const rules = [sum([a, b], 4), sum([c, d], 4)];

  test.each<[string, Problem<number>, readonly Rule<number>[]]>([
    ['an option of two variables', two(['a', 'c']), rules],
    ['an item that several groups cover, one of them twice', withTwice(), rules],
    [
      'an automaton from the end to the start',
      two(['a', 'n']),
      [
        ...rules,
        regular([a, b], { start: 0, step: (_, value) => value, accept: () => true }),
        regular([b, a], { start: 0, step: (_, value) => value, accept: () => true }),
      ],
    ],
    [
      'a variable seen in two ways',
      two(['a', 'n']),
      [...rules, sum([a, variable<number, number>('a', (value) => value % 2)], [0, 9])],
    ],
    ['one group', two(['b', 'n']), [...rules, sum([b, c], [2, 5])]],
    ['a rule about no variable', two(['a', 'n']), [...rules, atMost(1, [])]],
  ])('%s', (_, problem, own) => {
    const ruled = withRules(problem, own);
    expect(searchOf(ruled)).toBeUndefined();
    expect(best(ruled).solutions[0]?.cost).toBe(costsOf(ruled)[0]);
  });

  test('an automaton that throws for a value that other rules take out', () => {
    const step = (state: number, value: number) => {
      if (value === 3) throw new Error('three');
      return state;
    };
    const automaton = { start: 0, step, accept: () => true };
    const ruled = withRules(two(['a', 'n']), [
      regular([a, b], automaton),
      sum([a, b], 2),
      sum([c, d], 4),
    ]);
    expect(searchOf(ruled)).toBeUndefined();
    expect(best(ruled).solutions[0]?.cost).toBe(0);
  });

  test('colours, costs of 0, and costs beside which prices have no place', () => {
    const coloured = new Problem<number>({ primary: ['a', 'b'], secondary: ['s'] });
    for (const item of ['a', 'b']) {
      for (const value of [1, 2]) {
        coloured.addOption([item, { item: 's', colour: `c${value}` }], value);
      }
    }
    coloured.setCost(0, 3);
    const ruled = withRules(coloured, [sum([a, b], [2, 4])]);
    expect(searchOf(ruled)).toBeUndefined();
    expect(best(ruled).solutions[0]?.cost).toBe(0);
    const dear = two(['a', 'n']);
    dear.setCost(0, 2 ** 50);
    const large = withRules(dear, rules);
    expect(searchOf(large)?.plans.isFine).toBe(false);
    expect(best(large).solutions[0]?.cost).toBe(costsOf(large)[0]);
    const free = withRules(two(['a', 'n']), rules);
    for (let option = 0; option < free.optionCount; option++) free.setCost(option, 0);
    expect(best(free).solutions[0]?.cost).toBe(0);
  });

  function withTwice(): Problem<number> {
    const problem = two(['a', 'n']);
    for (const item of ['b', 'c']) problem.addOption([item, 'n'], 2);
    return problem;
  }
});

test('an automaton may have its start from its class', () => {
  class Last {
    get start() {
      return 2;
    }
    step(last: number, value: number) {
      return value < last ? value : undefined;
    }
    accept() {
      return true;
    }
  }
  const problem = new Problem<number>({
    primary: ['a', 'b', 'c', { item: 'n', times: [0, 2] }],
  });
  for (const item of ['a', 'b', 'c']) {
    for (const value of [0, 1, 2]) {
      problem.setCost(problem.addOption(item === 'b' ? [item] : [item, 'n'], value), 3 - value);
    }
  }
  const [a, b, c] = ['a', 'b', 'c'].map((item) => variable<number>(item));
  const ruled = withRules(problem, [regular([a, b], new Last()), sum([c], [0, 2])]);
  expect(best(ruled).solutions.map(({ cost }) => cost)).toEqual([6]);
  expect(searchOf(ruled)).toBeDefined();
});

test('what several variables of one group alone cover is a rule of the group', () => {
  const problem = new Problem<number>({
    primary: ['a', 'b', 'c', 'd', { item: 'n', times: [1, 1] }],
  });
  for (const item of ['a', 'b', 'c', 'd']) {
    problem.setCost(problem.addOption([item], 0), 0);
    problem.setCost(problem.addOption([item, ...(item < 'c' ? ['n'] : [])], 1), 2);
  }
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((item) => variable<number>(item));
  const ruled = withRules(problem, [different([a, b]), sum([a, b, c], [1, 3]), sum([d], 1)]);
  const own = searchOf(ruled);
  expect(own?.plans.items).toEqual([]);
  while (own?.search.advance(1) !== 'exhausted');
  expect(own?.search.found[0]?.cost).toBe(costsOf(ruled)[0]);
});

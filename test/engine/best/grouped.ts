import { Random } from '../../../src/engine/kernels/random.ts';
import { Problem, solutions } from '../../../src/index.ts';
import {
  ascending,
  atMost,
  budget,
  different,
  equal,
  implies,
  occurs,
  type Rule,
  regular,
  sum,
  table,
  type Variable,
  variable,
  withRules,
} from '../../../src/rules.ts';

type Ruled = ReturnType<typeof withRules<number>>;

/**
 * A small random problem whose rules fall into groups: people and days, with items that link people.
 * A third has what groups cannot be made of: an item that a person covers twice, an option of two
 * people.
 */
export function grouped(seed: number): Ruled {
  const random = new Random(seed);
  const people = 2 + random.below(2);
  const days = people === 2 ? 2 + random.below(2) : 2;
  const links = 1 + random.below(3);
  const item = (who: number, day: number) => `v${who},${day}`;
  const isOdd = random.below(3) === 0;
  const problem = new Problem<number>({ secondary: ['s0', 's1'] });
  for (let i = 0; i < links; i++) {
    const least = random.below(people);
    problem.addPrimary([{ item: `n${i}`, times: [least, least + random.below(3)] }]);
  }
  for (let who = 0; who < people; who++) {
    for (let day = 0; day < days; day++) problem.addPrimary([item(who, day)]);
  }
  const size = [3, 20, 2 ** 30][random.below(3)];
  const state = (items: string[], value: number) => {
    const option = problem.addOption([...new Set(items)], value);
    problem.setCost(option, random.below(size) - Math.floor(size / 3));
    return option;
  };
  for (let i = 0; i < links; i++) {
    if (random.below(2) === 0) state([`n${i}`, ...(random.below(3) === 0 ? ['s0'] : [])], 0);
  }
  const rules: Rule<number>[] = [];
  for (let who = 0; who < people; who++) {
    const own: number[] = [];
    for (let day = 0; day < days; day++) {
      for (let value = 0; value < 3; value++) {
        for (let twins = 1 + random.below(2); twins > 0; twins--) {
          const items = [item(who, day)];
          for (let i = 0; i < links; i++) {
            const isHere = isOdd ? random.below(4) === 0 : i % days === day;
            if (isHere && random.below(2) === 0) items.push(`n${i}`);
          }
          if (day === 0 && random.below(5) === 0) items.push('s1');
          if (isOdd && random.below(20) === 0) items.push(item((who + 1) % people, day));
          own.push(state(items, value));
        }
      }
    }
    const all = Array.from({ length: days }, (_, day) => variable<number>(item(who, day)));
    const some = () => [...random.order(days)].slice(0, 2).map((day) => all[day]);
    for (let n = 1 + random.below(2); n > 0; n--) {
      rules.push(
        ruleOf(random, own, all, some() as [Variable<number, number>, Variable<number, number>]),
      );
    }
  }
  return withRules(problem, rules);
}

function ruleOf(
  random: Random,
  own: readonly number[],
  all: readonly Variable<number, number>[],
  [a, b]: readonly [Variable<number, number>, Variable<number, number>],
): Rule<number> {
  const low = random.below(3);
  const options = () => [...random.order(own.length)].slice(0, 3).map((k) => own[k]);
  switch (random.below(10)) {
    case 0:
      return sum(all, [low, low + random.below(4)]);
    case 1:
      return sum(
        all,
        [low - 2, low + 1],
        all.map(() => random.below(4) - 1),
      );
    case 2:
      return budget(own, (option) => (7 * option) % 5, [low, low + 6]);
    case 3:
      return occurs(random.below(3), all, [0, random.below(3)]);
    case 4:
      return regular(all, {
        start: 0,
        step: (state: number, value) => (state === 2 && value === 1 ? undefined : value),
        accept: (state) => state !== low,
      });
    case 5:
      return random.below(2) === 0 ? equal(a, b) : ascending([a, b]);
    case 6:
      return different(all);
    case 7:
      return table(
        [a, b],
        [
          [0, 1],
          [1, 2],
          [2, 0],
          [2, 2],
        ],
      );
    case 8:
      return atMost(1 + random.below(2), options());
    default: {
      const day = random.below(all.length);
      const per = own.length / all.length;
      const first = Math.floor(day * per);
      return random.below(2) === 0 ? atMost(1, options()) : implies(options(), [own[first]]);
    }
  }
}

/** The costs of all solutions that keep to the rules, by what these say. */
export function costsOf(ruled: Ruled, prefix: readonly number[] = []): number[] {
  const plain = new Problem<number>({
    primary: Array.from({ length: ruled.primaryCount }, (_, k) => ({
      item: ruled.itemName(k),
      times: ruled.times(k),
    })),
    secondary: Array.from({ length: ruled.secondaryCount }, (_, k) =>
      ruled.itemName(ruled.primaryCount + k),
    ),
  });
  for (let option = 0; option < ruled.optionCount; option++)
    plain.addOption(ruled.option(option), 0);
  const costs: number[] = [];
  for (const { numbers } of solutions(plain)) {
    const keeps = (decision: number) =>
      decision < 0 ? !numbers.includes(~decision) : numbers.includes(decision);
    if (!prefix.every(keeps) || (ruled.ruling?.brokenBy(numbers).length ?? 0) > 0) continue;
    costs.push(numbers.reduce((all, option) => all + ruled.cost(option), 0));
  }
  return costs.sort((x, y) => x - y);
}

import fc from 'fast-check';
import { Problem } from '../../../src/index.ts';
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
} from '../../../src/rules.ts';

/** The value that an option gives each variable that it covers. */
export type Values = Readonly<Record<string, unknown>>;

/** A rule of a random problem: how it is stated, and what it says, in words of its own. */
export interface Stated {
  readonly kind: string;
  readonly rule: Rule<Values>;
  readonly holds: (chosen: readonly number[], seenAt: (item: string) => unknown) => boolean;
}

/** A random problem with items v0, v1, ... for variables, and rules about it. */
export interface Case {
  readonly problem: Problem<Values>;
  readonly rules: readonly Stated[];
}

interface Plan {
  readonly variables: number;
  readonly extraPrimary: number;
  readonly secondary: number;
  /** Whether items keep variables from having a value twice. */
  readonly isExclusive: boolean;
  readonly pool: readonly unknown[];
  readonly options: readonly {
    readonly cells: readonly number[];
    readonly values: readonly number[];
    readonly extra: readonly number[];
    readonly colours: readonly number[];
    readonly cost: number;
  }[];
  readonly picks: readonly RulePlan[];
}

interface RulePlan {
  readonly kind: number;
  readonly cells: readonly number[];
  readonly numbers: readonly number[];
}

export const KINDS = [
  'table',
  'sum',
  'different',
  'ascending',
  'equal',
  'occurs',
  'regular',
  'budget',
  'atMost',
  'implies',
] as const;

/** Values of which sums can be made, and others. */
const POOLS: readonly (readonly unknown[])[] = [
  [1, 2, 3],
  [0, -2, 5, 3],
  [1, 2, 3, 4, 5, 6],
  ['x', 'y', null, 2.5],
];

/** Random problems with rules of these kinds, each about some variables or all about the same. */
export function cases(
  kinds: readonly (typeof KINDS)[number][],
  most = 3,
  areShared = false,
): fc.Arbitrary<Case> {
  const allowed = kinds.map((kind) => KINDS.indexOf(kind));
  const option = fc.record({
    cells: fc.uniqueArray(fc.nat(3), { minLength: 0, maxLength: 2 }),
    values: fc.array(fc.nat(9), { minLength: 2, maxLength: 2 }),
    extra: fc.uniqueArray(fc.nat(5), { maxLength: 2 }),
    colours: fc.array(fc.nat(2), { minLength: 2, maxLength: 2 }),
    cost: fc.integer({ min: -3, max: 5 }),
  });
  const plan: fc.Arbitrary<Plan> = fc.record({
    variables: fc.integer({ min: 1, max: 4 }),
    extraPrimary: fc.nat(1),
    secondary: fc.nat(3),
    isExclusive: fc.boolean(),
    pool: fc.constantFrom(...POOLS),
    options: fc.array(option, { minLength: 2, maxLength: 16 }),
    picks: fc.array(
      fc.record({
        kind: fc.constantFrom(...allowed),
        cells: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
        numbers: fc.array(fc.nat(40), { minLength: 24, maxLength: 24 }),
      }),
      { minLength: 1, maxLength: most },
    ),
  });
  return plan.map((own) => {
    if (!areShared) return build(own);
    return build({
      ...own,
      picks: own.picks.map((pick) => ({ ...pick, cells: own.picks[0].cells })),
    });
  });
}

function build(plan: Plan): Case {
  const { variables, pool } = plan;
  const cell = (k: number) => `v${k % variables}`;
  const primary = [
    ...Array.from({ length: variables }, (_, k) => `v${k}`),
    ...Array.from({ length: plan.extraPrimary }, (_, k) => `p${k}`),
  ];
  const own = Array.from({ length: plan.secondary }, (_, k) => `s${k}`);
  const secondary = [...own, ...(plan.isExclusive ? pool.map((_, k) => `x${k}`) : [])];
  const problem = new Problem<Values>({ primary, secondary });
  const extras = [...primary.slice(variables), ...own];
  const givenBy = new Map<string, Set<unknown>>(primary.map((item) => [item, new Set()]));
  const state = (
    cells: readonly string[],
    given: readonly unknown[],
    uses: (string | { item: string; colour: string })[],
    cost: number,
  ) => {
    const values = Object.fromEntries(cells.map((item, k) => [item, given[k]]));
    for (const [k, item] of cells.entries()) givenBy.get(item)?.add(given[k]);
    const exclusive = plan.isExclusive ? given.map((value) => `x${pool.indexOf(value)}`) : [];
    if (new Set(exclusive).size < exclusive.length) return;
    const number = problem.addOption([...cells, ...uses, ...exclusive], values);
    if (cost !== 0) problem.setCost(number, cost);
  };
  // Each variable has some options of its own, so that there are solutions.
  for (let k = 0; k < variables; k++) {
    for (const value of plan.isExclusive ? pool : pool.slice(0, 3))
      state([cell(k)], [value], [], 0);
  }
  for (const { cells, values, extra, colours, cost } of plan.options) {
    const covered = [...new Set(cells.map(cell))];
    const uses = [...new Set(extra.map((k) => extras[k % Math.max(1, extras.length)]))]
      .filter((item) => item !== undefined)
      .map((item, k) =>
        item.startsWith('s') && colours[k] > 0 ? { item, colour: `c${colours[k]}` } : item,
      );
    if (covered.length + uses.length === 0) continue;
    state(
      covered,
      covered.map((_, k) => pool[values[k] % pool.length]),
      uses,
      cost,
    );
  }
  for (let k = 0; k < plan.extraPrimary; k++) state([], [], [`p${k}`], 0);
  const context: Context = { problem, cell, pool, givenBy };
  return { problem, rules: plan.picks.map((pick) => ruleOf(pick, context)) };
}

interface Context {
  readonly problem: Problem<Values>;
  readonly cell: (k: number) => string;
  readonly pool: readonly unknown[];
  readonly givenBy: ReadonlyMap<string, ReadonlySet<unknown>>;
}

function ruleOf({ kind, cells, numbers }: RulePlan, context: Context): Stated {
  const { problem, cell, pool, givenBy } = context;
  const items = cells.map(cell);
  const isNumeric = pool.every((value) => typeof value === 'number');
  const at = (item: string): Variable<Values, unknown> =>
    variable(item, (payload) => payload[item]);
  /** Values that are numbers in any case. */
  const size = (value: unknown) => (typeof value === 'number' ? Math.round(value) : 4);
  const numeric = (item: string): Variable<Values, number> =>
    isNumeric
      ? variable(item, (payload) => payload[item] as number)
      : variable(item, (payload) => size(payload[item]));
  const seen = (value: unknown): number => (isNumeric ? (value as number) : size(value));
  const all = items.map(at);
  const count = problem.optionCount;
  const options = [...new Set(numbers.slice(8, 12).map((n) => n % count))];
  const others = [...new Set(numbers.slice(12, 14).map((n) => n % count))];
  const has = (chosen: readonly number[], list: readonly number[]) =>
    list.filter((option) => chosen.includes(option)).length;
  const [first, second] = numbers;
  const low = (first % 13) - 3;
  const range = [low, low + (second % 4)] as const;
  const name = KINDS[kind];
  switch (name) {
    case 'table': {
      const values = items.map((item) => [...(givenBy.get(item) ?? [])]);
      const tuples = Array.from({ length: second % 7 }, (_, row) =>
        values.map((own, k) => own[numbers[(row * 3 + k) % 24] % own.length]),
      );
      return {
        kind: name,
        rule: table(all, tuples),
        holds: (_, seenAt) =>
          tuples.some((tuple) => tuple.every((value, k) => value === seenAt(items[k]))),
      };
    }
    case 'sum': {
      const weights = items.map((_, k) => (numbers[k + 2] % 5) - 1);
      const isPlain = second % 2 === 0;
      return {
        kind: name,
        rule: isPlain ? sum(items.map(numeric), range) : sum(items.map(numeric), range, weights),
        holds: (_, seenAt) => {
          let total = 0;
          for (const [k, item] of items.entries())
            total += (isPlain ? 1 : weights[k]) * seen(seenAt(item));
          return total >= range[0] && total <= range[1];
        },
      };
    }
    case 'different':
      return {
        kind: name,
        rule: different(all),
        holds: (_, seenAt) => new Set(items.map(seenAt)).size === items.length,
      };
    case 'ascending':
      return {
        kind: name,
        rule: ascending(items.map(numeric)),
        holds: (_, seenAt) =>
          items.every((item, k) => k === 0 || seen(seenAt(items[k - 1])) < seen(seenAt(item))),
      };
    case 'equal': {
      const b = cell(first);
      return {
        kind: name,
        rule: equal(all[0], at(b)),
        holds: (_, seenAt) => seenAt(items[0]) === seenAt(b),
      };
    }
    case 'occurs': {
      const value = pool[first % 3];
      const times = [second % 3, (second % 3) + (first % 2)] as const;
      return {
        kind: name,
        rule: occurs(value, all, times),
        holds: (_, seenAt) => {
          const found = items.filter((item) => seenAt(item) === value).length;
          return found >= times[0] && found <= times[1];
        },
      };
    }
    case 'regular': {
      // States 0 to 2; the next one by the place of the value in the pool. 3 refuses.
      const place = (state: number, value: unknown) =>
        numbers[(3 * pool.indexOf(value) + state) % 24] % 4;
      const isGood = (state: number) => state <= second % 3;
      return {
        kind: name,
        rule: regular(all, {
          start: 0,
          step: (state: number, value) =>
            place(state, value) === 3 ? undefined : place(state, value),
          accept: isGood,
        }),
        holds: (_, seenAt) => {
          let state = 0;
          for (const item of items) {
            state = place(state, seenAt(item));
            if (state === 3) return false;
          }
          return isGood(state);
        },
      };
    }
    case 'budget': {
      const weight = (option: number) => (numbers[option % 24] % 7) - 2;
      return {
        kind: name,
        rule: budget(options, weight, range),
        holds: (chosen) => {
          let total = 0;
          for (const option of options) if (chosen.includes(option)) total += weight(option);
          return total >= range[0] && total <= range[1];
        },
      };
    }
    case 'atMost':
      return {
        kind: name,
        rule: atMost(first % 3, options),
        holds: (chosen) => has(chosen, options) <= first % 3,
      };
    case 'implies': {
      // The others are options of one item.
      const item = cell(first);
      const own = others.map((n) => {
        const list = Array.from({ length: count }, (_, option) => option).filter((option) =>
          problem.option(option).includes(item),
        );
        return list[n % list.length];
      });
      return {
        kind: name,
        rule: implies(options, own),
        holds: (chosen) => has(chosen, options) === 0 || has(chosen, own) > 0,
      };
    }
  }
}

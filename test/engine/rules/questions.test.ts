import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  best,
  count,
  diagram,
  explain,
  first,
  isUnique,
  Problem,
  QuadrilleError,
  readLpSolution,
  readModel,
  reduce,
  sampler,
  sentences,
  solutions,
  symmetries,
  writeDimacs,
} from '../../../src/index.ts';
import { clash, hint, makePuzzle, needless, rate, steps } from '../../../src/pencil.ts';
import {
  ascending,
  atMost,
  different,
  equal,
  forbid,
  implies,
  occurs,
  type Rule,
  sum,
  table,
  type Variable,
  variable,
  withRules,
} from '../../../src/rules.ts';
import { runs, seed } from '../../support/effort.ts';
import { cases, KINDS } from './random-rules.ts';

/** Dice: an item for each, an option for each number that it shows. */
function dice(names: readonly string[], most = 6) {
  const problem = new Problem<number>({ primary: names });
  for (const name of names) for (let n = 1; n <= most; n++) problem.addOption([name], n);
  return { problem, of: names.map((name) => variable<number>(name)) };
}

/** The numbers 1 to 9 in a square, all different. */
function square() {
  const cells = [...'abcdefghi'];
  const primary = [...cells, ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(String)];
  const problem = new Problem<number>({ primary });
  for (const cell of cells) for (let n = 1; n <= 9; n++) problem.addOption([cell, `${n}`], n);
  const of = cells.map((name) => variable<number>(name));
  const lines = ['abc', 'def', 'ghi', 'adg', 'beh', 'cfi', 'aei', 'ceg'];
  const rules = lines.map((line) =>
    sum(
      [...line].map((cell) => of[cells.indexOf(cell)] as Variable<number, number>),
      15,
      { name: `line ${line}` },
    ),
  );
  return { problem, of, rules };
}

/** All that generators make of some permutations of 0 to n - 1. */
function closure(generators: readonly ArrayLike<number>[], n: number): number[][] {
  const one = Array.from({ length: n }, (_, k) => k);
  const all = new Map([[one.join(), one]]);
  for (const element of all.values()) {
    for (const generator of generators) {
      const product = element.map((k) => generator[k]);
      all.set(product.join(), product);
    }
  }
  return [...all.values()];
}

describe('symmetries are those of the rules as stated', () => {
  test('of a magic square: turns and mirrors', () => {
    const { problem, rules } = square();
    const ruled = withRules(problem, rules);
    const found = symmetries(ruled);
    expect([found.order, found.status]).toEqual([8n, 'complete']);
    expect(found.optionOrbits.length).toBe(81);
    expect(found.itemOrbits.length).toBe(18);
    expect(count(ruled).count).toBe(8);
    expect(count(ruled, { upToSymmetry: true })).toMatchObject({ count: 1, all: 8n });
    const one = first(ruled, { upToSymmetry: true }).solution;
    expect([one?.numbers.length, one?.classSize]).toEqual([9, 8n]);
    const orbit = new Set(
      [...solutions(ruled)].map((each) => found.canonical(each).numbers.join()),
    );
    expect(orbit.size).toBe(1);
    expect(best(ruled, { k: 3, upToSymmetry: true }).solutions.length).toBe(1);
  });

  test.each<[string, (of: readonly Variable<number, number>[]) => Rule<number>, bigint]>([
    ['a sum: any order of three', ([a, b, c]) => sum([a, b, c] as never, 10), 6n],
    [
      'a sum by weights: two may change places',
      ([a, b, c]) => sum([a, b, c] as never, 10, [1, 1, 2]),
      2n,
    ],
    ['a sum with one of them twice', ([a, b, c]) => sum([a, b, c, c] as never, 10), 2n],
    ['an order: turned round', ([a, b, c]) => ascending([a, b, c] as never), 2n],
    ['all different: any order, any values', ([a, b, c]) => different([a, b, c] as never), 36n],
    [
      'equal: two change places, values at once, the third by itself',
      ([a, b]) => equal(a as never, b as never),
      72n,
    ],
    [
      'occurs: all other values',
      ([a, b, c]) => occurs(1, [a, b, c] as Variable<number, number>[], 2),
      48n,
    ],
    [
      'a table: a and b change places, so do 1 and 2, and c by itself',
      ([a, b]) =>
        table([a, b] as Variable<number, number>[], [
          [1, 2],
          [2, 1],
        ]),
      24n,
    ],
    ['at most one of 0, 3 and 6', () => atMost(1, [0, 3, 6]), 48n],
    ['0 implies 3', () => implies(0, 3), 24n],
  ])('%s', (_, ruleOf, order) => {
    const { problem, of } = dice(['a', 'b', 'c'], 3);
    const rule = ruleOf(of);
    expect(symmetries(withRules(problem, [rule])).order).toBe(order);
    // A rule that is stated twice is one rule.
    expect(symmetries(withRules(problem, [rule, rule])).order).toBe(order);
  });

  test('random ones take solutions to solutions, and classes are their orbits', () => {
    fc.assert(
      fc.property(cases(KINDS, 3), ({ problem, rules }) => {
        const ruled = withRules(
          problem,
          rules.map(({ rule }) => rule),
        );
        const found = symmetries(ruled);
        expect(found.status).toBe('complete');
        const all = new Map(
          Array.from(solutions(ruled), (one) => [one.numbers.join(), one.numbers]),
        );
        for (const { options } of found.generators) {
          for (const numbers of all.values()) {
            const image = numbers.map((k) => options[k] as number).sort((a, b) => a - b);
            expect(all.has(image.join())).toBe(true);
          }
        }
        if (found.order > 2000n) return;
        const group = closure(
          found.generators.map(({ options }) => options),
          problem.optionCount,
        );
        const classes = new Set(
          Array.from(all.values(), (numbers) =>
            group
              .map((element) =>
                numbers
                  .map((k) => element[k] as number)
                  .sort((a, b) => a - b)
                  .join(),
              )
              .sort()
              .at(0),
          ),
        );
        const counted = count(ruled, { upToSymmetry: true });
        expect(counted).toMatchObject({ exact: BigInt(classes.size), all: BigInt(all.size) });
        const listed = [...solutions(ruled, { upToSymmetry: true })];
        expect(listed.length).toBe(classes.size);
      }),
      { numRuns: runs(600), seed },
    );
  });

  test('of a function they do not show, nor in a compiled problem', () => {
    const { problem } = dice(['a']);
    const ruled = withRules(problem, [forbid(() => undefined, { name: 'the loop' })]);
    expect(() => symmetries(ruled)).toThrow(/symmetries of the loop are not known/);
    const { of } = dice(['a', 'b']);
    const compiled = withRules(dice(['a', 'b']).problem, [sum(of, 7)]).compile();
    expect(() => symmetries(compiled)).toThrow(/give the Problem that withRules\(\) gave/);
    expect(() => count(compiled, { upToSymmetry: true })).toThrow(QuadrilleError);
  });
});

describe('reasons name rules', () => {
  const { problem, of } = dice(['a', 'b', 'c']);
  const [a, b, c] = of as [
    Variable<number, number>,
    Variable<number, number>,
    Variable<number, number>,
  ];
  const rules = [
    sum([a, b], 3, { name: 'the low pair' }),
    different([b, c]),
    ascending([b, a], { name: 'b below a' }),
    sum([a, c], 12, { name: 'the high pair' }),
  ];

  test('that contradict each other', () => {
    const ruled = withRules(problem, rules);
    const told = explain(ruled);
    expect(told).toEqual({
      kind: 'clash',
      items: [],
      options: [],
      rules: [0, 3],
      isIrreducible: true,
      status: 'complete',
    });
    expect(sentences(told, ruled)).toEqual([
      'These rules cannot all be kept: the low pair, the high pair. Without any one of them, the others can.',
    ]);
    expect(clash(ruled, [])).toEqual({ decisions: [], rules: [0, 3], status: 'complete' });
    // Below a = 6 the low pair alone fails.
    expect(clash(ruled, [5])).toMatchObject({ decisions: [], rules: [0, 3] });
    expect(clash(withRules(problem, rules.slice(0, 3)), [5, 13])).toEqual({
      decisions: [5],
      rules: [0],
      status: 'complete',
    });
    const alone = withRules(problem, [sum([a, b], 13)]);
    expect(sentences(explain(alone), alone)).toEqual([
      'This rule cannot be kept: the 1st rule (sum).',
    ]);
  });

  test('that are superfluous', () => {
    const ruled = withRules(problem, [
      sum([a, b], 3),
      ascending([b, a]),
      sum([a, b, c], 9),
      occurs(1, [a, b], [1, 1]),
      equal(c, c),
    ]);
    expect(isUnique(ruled).answer).toBe('unique');
    const { rules: spare, solutions: found } = needless(ruled, []);
    expect(found[0]?.payloads).toEqual([2, 1, 6]);
    // Without the sum of two, b could be 2 and a 1 only against the order.
    expect(spare?.each).toContain(4);
    for (const rule of spare?.each ?? []) {
      const others = ruled.rules.filter((_, k) => k !== rule);
      expect(isUnique(withRules(problem, others)).answer).toBe('unique');
    }
    const left = ruled.rules.filter((_, k) => !spare?.together.includes(k));
    expect(isUnique(withRules(problem, left)).answer).toBe('unique');
    for (const rule of left) {
      const others = left.filter((other) => other !== rule);
      expect(isUnique(withRules(problem, others)).answer).toBe('several');
    }
  });

  test('where the items alone fail, the reason is theirs', () => {
    const full = new Problem<number>({ primary: ['a', 'b'] });
    full.addOption(['a'], 1);
    const told = explain(withRules(full, [sum([variable<number>('a')], 1)]));
    expect(told).toMatchObject({ kind: 'chain', item: 1 });
  });

  test('a solution is one', () => {
    const ruled = withRules(problem, rules.slice(0, 3));
    const told = explain(ruled);
    expect(told.kind === 'solution' && told.solution.numbers.length).toBe(3);
  });
});

test('diagrams, samples and their options do not show what rules add', () => {
  const { problem, of } = dice(['a', 'b', 'c']);
  const ruled = withRules(problem, [sum(of, 10)]);
  const { diagram: built } = diagram(ruled);
  expect(built?.count).toBe(27n);
  expect(built?.perOption().length).toBe(18);
  const all = [...(built?.solutions() ?? [])];
  for (const [k, one] of all.entries()) {
    expect(one.numbers.length).toBe(3);
    expect(built?.indexOf(one)).toBe(BigInt(k));
  }
  expect(built?.indexOf([0, 6, 12])).toBe(-1n);
  const per = Array.from({ length: 18 }, (_, k) => all.filter((one) => one.numbers.includes(k)));
  expect(built?.perOption()).toEqual(per.map(({ length }) => BigInt(length)));
  const shown = [...(built?.toDot() ?? '').matchAll(/-> .*label="([^"]*)"/g)].map(
    ([, label]) => label,
  );
  expect(
    shown
      .join()
      .match(/\d+/g)
      ?.every((option) => Number(option) < 18),
  ).toBe(true);
  const costs = Array.from({ length: 18 }, (_, k) => k);
  expect(built?.best(1, costs)[0]?.cost).toBe(
    Math.min(...all.map((one) => one.numbers.reduce((x, y) => x + y))),
  );
  expect(sampler(ruled).sampler?.sample({ size: 1 })[0]?.numbers.length).toBe(3);
});

test('answers of other solvers are read back, and checked against the rules', () => {
  const { problem, of } = dice(['a', 'b']);
  const ruled = withRules(problem, [sum(of, 2, { name: 'snake eyes' })]);
  const { options } = ruled.compile();
  expect(writeDimacs(ruled)).toContain(`options: ${options}.`);
  const chosen = new Set([0, 6]);
  const model = (numbers: ReadonlySet<number>) =>
    `s SATISFIABLE\nv ${Array.from({ length: 400 }, (_, k) => (numbers.has(k) ? k + 1 : -k - 1)).join(' ')} 0\n`;
  expect(readModel(ruled, model(chosen)).solution?.payloads).toEqual([1, 1]);
  expect(() => readModel(ruled, model(new Set([1, 6])))).toThrow(/breaks snake eyes/);
  const added = options > 12 ? `x${options - 1} 1\n` : '';
  expect(readLpSolution(ruled, `optimal\nx0 1\nx6 1\n${added}`).solution?.numbers).toEqual([0, 6]);
});

test('puzzles are made with rules; steps and smaller problems refuse them', () => {
  const { problem, rules } = square();
  const ruled = withRules(problem, rules);
  const made = makePuzzle(ruled, { seed: 1 });
  expect(made.status).toBe('found');
  expect(isUnique(ruled, { prefix: made.puzzle?.clues.flat() ?? [] }).answer).toBe('unique');
  expect(makePuzzle(ruled, { seed: 1, solution: first(ruled).solution?.numbers }).status).toBe(
    'found',
  );
  expect(() => makePuzzle(ruled, { solution: [0, 10, 20, 30, 40, 50, 60, 70, 80] })).toThrow(
    /breaks line/,
  );
  for (const ask of [steps, hint, rate]) {
    expect(() => [...(ask(ruled) as Iterable<unknown>)]).toThrow(/rules beyond covering/);
  }
  expect(() => makePuzzle(ruled, { rating: [1, 2] })).toThrow(/rules beyond covering/);
  expect(() => reduce(ruled)).toThrow(/reduce: true/);
  expect(count(ruled, { reduce: true }).count).toBe(8);
});

test('a prefix that rules alone exclude has no solution; one that is wrong by itself is refused', () => {
  const { problem, of } = dice(['a', 'b', 'c']);
  const ruled = withRules(problem, [sum(of, 5, { name: 'five' }), atMost(1, [0, 6, 12])]);
  // 6 is never among three that sum up to five; two ones leave no third.
  for (const prefix of [[5], [0, 6], [5, 11]]) {
    expect(first(ruled, { prefix })).toEqual({ status: 'complete' });
    expect(count(ruled, { prefix })).toMatchObject({ exact: 0n, status: 'complete' });
    expect(count(ruled, { prefix, upToSymmetry: true })).toMatchObject({ exact: 0n });
    expect(count(ruled, { prefix, engine: 'learn' })).toMatchObject({ exact: 0n });
    expect([...solutions(ruled, { prefix })]).toEqual([]);
    expect(best(ruled, { prefix })).toEqual({ solutions: [], bound: 'none', status: 'complete' });
    expect(diagram(ruled, { prefix }).diagram?.perOption()).toEqual(Array(18).fill(0n));
    expect(sampler(ruled, { prefix }).sampler?.count).toBe(0n);
    const rules = prefix[1] === 6 ? [1] : [0];
    expect(explain(ruled, { prefix })).toMatchObject({ kind: 'clash', rules });
  }
  expect(clash(ruled, [0, 6])).toEqual({ decisions: [0, 6], rules: [1], status: 'complete' });
  // Options that rules add have numbers from 18 on, which no caller knows.
  const compiled = ruled.compile();
  expect(compiled.options).toBeGreaterThan(19);
  expect(() => count(ruled, { prefix: [~18] })).toThrow(
    'prefix cannot have the decision -19: there is no such option (18 are stated, numbered from 0; ' +
      'those that rules add are only in what compile() gives); leave it out, or take a prefix that split gives.',
  );
  const [left, taken] = [~18, 18].map((decision) => count(compiled, { prefix: [decision] }).exact);
  expect(left + taken).toBe(count(ruled).exact);
  for (const prefix of [[0, 1], [0, ~0], [18], [~18], [9999], [~9999], [1.5]]) {
    expect(() => first(ruled, { prefix })).toThrow(QuadrilleError);
    expect(() => diagram(ruled, { prefix })).toThrow(QuadrilleError);
  }
});

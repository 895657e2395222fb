import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import { finish } from '../../../src/engine/problem/slices.ts';
import { stepsOf } from '../../../src/engine/why/chain.ts';
import { rulesOf, rulesOn, support, type Weighting } from '../../../src/engine/why/rules.ts';
import { signs } from '../../../src/engine/why/signs.ts';
import {
  equations,
  equationsModulo,
  findWeights,
  findWeightsBelow,
  propagationBelow,
} from '../../../src/engine/why/weighting.ts';
import {
  type Compiled,
  type Explanation,
  explain,
  explainAsync,
  Problem,
  sentences,
} from '../../../src/index.ts';
import { langford, polyominoes } from '../../../src/puzzles.ts';
import { asSet } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { mutilated, pigeons } from '../../support/impossible.ts';
import {
  decisions,
  type Known,
  multiple,
  once,
  solutionsBelow,
  withBounds,
} from '../../support/known.ts';
import { type MultipleMatrix, multipleMatrix } from '../../support/multiples.ts';
import { checkExplanation } from '../../support/reasons.ts';

/**
 * Problems in which each primary item has several options and each option two or three items. So
 * chains seldom decide them, as few options are forced or block an item.
 */
const even = fc
  .record({
    primary: fc.integer({ min: 4, max: 9 }),
    secondary: fc.integer({ min: 0, max: 1 }),
    size: fc.integer({ min: 2, max: 4 }),
    coloured: fc.boolean(),
    bounded: fc.integer({ min: 0, max: 3 }),
    picks: fc.noBias(fc.array(fc.nat(), { minLength: 200, maxLength: 200 })),
  })
  .map(({ primary, secondary, size, coloured, bounded, picks }) => {
    const items = primary + secondary;
    let next = 0;
    const pick = (below: number) => picks[next++ % picks.length] % below;
    const options: number[][] = [];
    for (let item = 0; item < primary; item++) {
      for (let own = 0; own < 2; own++) {
        const others = new Set([item]);
        while (others.size < size) others.add(pick(items));
        options.push([...others]);
      }
    }
    const colours = options.map((own) => own.map((item) => (item < primary ? 0 : pick(3))));
    const times = Array.from({ length: primary }, (_, item) =>
      bounded === 0 && item % 3 === 0 ? ([1, 2] as const) : ([1, 1] as const),
    );
    const matrix = { name: 'even', primary, secondary, options, times };
    return withBounds(coloured ? { ...matrix, colours } : matrix);
  });

describe.each([
  ['any bounds', multiple],
  ['items covered exactly once', multipleMatrix.map((matrix) => withBounds(once(matrix)))],
  ['several options for each item', even],
])('random problems with %s', (_, problems) => {
  /** Checks the reason that is given, if there is no solution. */
  function check({ matrix, all }: Known, told: Explanation<number[]>, prefix: number[] = []) {
    const solutions = asSet(solutionsBelow(all, prefix));
    if (solutions.length === 0) checkExplanation(matrix as MultipleMatrix, told, prefix);
    else {
      if (told.kind !== 'solution') throw new Error(`${told.kind}, and no solution`);
      expect(solutions).toContain(asSet([told.solution])[0]);
    }
  }

  test.each([
    ['all reasons', undefined],
    ['clashes alone', ['clash'] as const],
  ])('have a reason exactly if they have no solution: %s', (_name, reasons) => {
    fc.assert(
      fc.property(problems, (known) => check(known, explain(known.compiled, { reasons }))),
      { numRuns: runs(300) },
    );
  });

  test('have no weights, or weights that hold', () => {
    fc.assert(
      fc.property(problems, (known) => {
        const explanation = explain(known.compiled, { reasons: ['weights'] });
        if (explanation.kind === 'unknown') return;
        expect(known.all).toEqual([]);
        check(known, explanation);
      }),
      { numRuns: runs(300) },
    );
  });

  test('are explained below a prefix', () => {
    fc.assert(
      fc.property(problems, decisions, (known, prefixIn) => {
        const prefix = prefixIn(known);
        check(known, explain(known.compiled, { prefix }), prefix);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('the arguments of mathematicians', () => {
  test.each([8, 16, 30])('a chessboard of %i without two corners: black 1, white -1', (size) => {
    const problem = mutilated(size);
    const explanation = explain(problem);
    if (explanation.kind !== 'equations') throw new Error(explanation.kind);
    expect(explanation).toMatchObject({ modulus: 0, total: 2, status: 'complete', steps: [] });
    for (const [item, weight] of explanation.weights.entries()) {
      const [x = 0, y = 0] = problem.itemName(item).split(',').map(Number);
      expect(weight).toBe((x + y) % 2 === 1 ? 1 : -1);
    }
  });

  test('T-tetrominoes on 10x10 squares: 1 and 5 modulo 8', () => {
    const problem = polyominoes('10x10', 'T4', { supply: 'unlimited' });
    const explanation = explain(problem);
    if (explanation.kind !== 'equations') throw new Error(explanation.kind);
    expect(explanation).toMatchObject({ modulus: 8, total: 300 });
    expect([...explanation.weights.subarray(0, 4)]).toEqual([1, 5, 1, 5]);
  });

  test('12 pigeons in 11 holes: a pigeon 1, a hole -1', () => {
    const explanation = explain(pigeons(12, 11));
    if (explanation.kind !== 'signs') throw new Error(explanation.kind);
    expect([...explanation.weights]).toEqual([...Array(12).fill(1), ...Array(11).fill(-1)]);
    expect(explanation.total).toBe(1);
    expect(explain(pigeons(11, 11)).kind).toBe('solution');
  });

  test.each([5, 6, 9, 10, 13, 14])('Langford pairs for %i: places 0 and 1, modulo 2', (n) => {
    expect(explain(langford(n))).toMatchObject({ kind: 'equations', modulus: 2 });
  });
});

test('weights are found within a limit of work, and below a prefix', () => {
  const tight = pigeons(9, 8).compile();
  const weightingOf = (compiled: Compiled, workLimit: number, prefix?: number[]) =>
    finish(findWeightsBelow(compiled, prefix, workLimit));
  expect(weightingOf(tight, 1e6)).toMatchObject({ kind: 'signs', total: 1 });
  expect(weightingOf(tight, 10)).toBeUndefined();
  expect(weightingOf(pigeons(40, 39).compile(), 1e7)).toMatchObject({ kind: 'signs', total: 1 });
  const loose = pigeons(8, 8).compile();
  expect(weightingOf(loose, 1e6)).toBeUndefined();
  // Options 0 to 7 are the first pigeon: it may not come at all, so that no others are in its way.
  const without = Array.from({ length: 8 }, (_, option) => ~option);
  expect(weightingOf(loose, 1e6, without)?.total).toBe(1);
});

describe('weights are sparse', () => {
  test('no item can be left out of them', () => {
    fc.assert(
      fc.property(fc.oneof(multiple, even), ({ compiled }) => {
        const found = explain(compiled, { reasons: ['weights'] });
        // Modulo a prime, smaller sets have weights only if larger ones do. Others are found by luck as well.
        if (!('weights' in found)) return;
        if (found.kind === 'equations' && ![2, 3, 5, 7].includes(found.modulus)) return;
        const propagation = propagationBelow(compiled, undefined);
        // Items that are not to be covered decide options before any deduction.
        if (found.steps.length > stepsOf(propagation).length) finish(propagation.run());
        const rules = rulesOf(propagation);
        const items = support(found.weights);
        for (const item of items) {
          const others = items.filter((other) => other !== item);
          const part = finish(rulesOn(rules, others));
          const { kind, modulus } = found;
          const fewer = finish(
            kind === 'signs' ? signs(part, 1e9) : equationsModulo(part, modulus),
          );
          if (fewer?.modulus !== modulus) continue;
          throw new Error(`${items} weigh ${found.weights}, but ${item} is not needed`);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test('in a timetable they are of the teacher who lacks hours', () => {
    const slots = Array.from({ length: 20 }, (_, k) => `hour ${k}`);
    const subjects = { maths: 'Ann', art: 'Bob', sport: 'Cid', music: 'Dan', history: 'Eve' };
    const classes = ['1a', '1b', '1c'];
    const teachers = Object.values(subjects);
    const problem = new Problem({
      primary: classes.flatMap((name) => [
        ...Object.keys(subjects).map((subject) => ({ item: `${name} ${subject}`, times: 4 })),
        ...slots.map((slot) => `${name} ${slot}`),
      ]),
      secondary: teachers.flatMap((teacher) => slots.map((slot) => `${teacher} ${slot}`)),
    });
    const random = new Random(2);
    const free = new Map(
      teachers.map((teacher) => {
        const hours = slots.filter(() => random.below(10) > 0);
        return [teacher, teacher === 'Bob' ? hours.slice(3, 14) : hours];
      }),
    );
    for (const name of classes) {
      for (const [subject, teacher] of Object.entries(subjects)) {
        for (const slot of free.get(teacher) as string[]) {
          problem.addOption([`${name} ${subject}`, `${name} ${slot}`, `${teacher} ${slot}`]);
        }
      }
    }
    const bare = finish(findWeights(rulesOf(propagationBelow(problem.compile(), undefined))));
    expect(support((bare as Weighting).weights).length).toBeGreaterThan(40);
    const names = (free.get('Bob') as string[]).map((slot) => `Bob ${slot}`).join(', ');
    expect(sentences(explain(problem), problem)).toEqual([
      'Weight 1: 1a art (at least 4 times), 1b art (at least 4 times), 1c art (at least 4 times).',
      `Weight -1: ${names}.`,
      'No option weighs more than 0, but all items together weigh at least 1.',
    ]);
  });

  /**
   * An odd cycle, of which each option covers two neighbours: all weigh 1 modulo 2. Three of its items clash besides:
   * the first agrees with the second, the second with the third, but not the third with the first.
   */
  function cycle(length: number): Problem {
    const links = ['x1 y2', 'x2 y1', 'y1 z2', 'y2 z1', 'z1 x1', 'z2 x2'];
    const problem = new Problem({ primary: length, secondary: links });
    const third = Math.floor(length / 3);
    // The three are the last items.
    const order = [...Array(length).keys()].sort((a, b) => +(a % third === 0) - +(b % third === 0));
    for (let place = 0; place < length; place++) {
      const next = (place + 1) % length;
      const ends = ['x', 'y', 'z'].flatMap((name, k) => [
        ...(place === third * k ? [`${name}1`] : []),
        ...(next === third * k ? [`${name}2`] : []),
      ]);
      const own = links.filter((link) => link.split(' ').some((end) => ends.includes(end)));
      problem.addOption([String(order.indexOf(place)), String(order.indexOf(next)), ...own]);
    }
    return problem;
  }

  test('an item outside of a clash is covered as often as it may be', () => {
    // Items 1 to 3 clash. Item 0 takes an option of 4 and one of 5.
    const matrix: MultipleMatrix = {
      name: 'beside',
      primary: 6,
      secondary: 0,
      options: [
        [1, 2],
        [2, 3],
        [1, 3],
        [4, 0],
        [4, 0],
        [5, 0],
        [5, 0],
      ],
      times: Array.from({ length: 6 }, (_, item) => (item === 0 ? [1, 2] : [1, 1])),
    };
    const told = explain(withBounds(matrix).compiled, { reasons: ['clash'] });
    expect(told).toMatchObject({ kind: 'clash', items: [1, 2, 3] });
  });

  test('a clash that is shorter takes their place, if it is asked for', () => {
    const long = cycle(21);
    expect(explain(long, { reasons: ['weights'] })).toMatchObject({ modulus: 2, total: 21 });
    expect(explain(long)).toEqual({
      kind: 'clash',
      items: [18, 19, 20],
      options: [
        [0, 20],
        [6, 7],
        [13, 14],
      ],
      isIrreducible: true,
      status: 'complete',
    });
    // Too little memory to look for a clash.
    expect(explain(long, { memoryLimit: 100 })).toMatchObject({ kind: 'equations' });
    expect(explain(long, { maxNodes: 1 })).toMatchObject({ kind: 'equations' });
  });
});

test('the steps of a chain rest on each other, and no other is among them', () => {
  const problem = new Problem({ primary: ['a', 'b', 'c', 'd'] });
  problem.addOption(['a', 'b']);
  problem.addOption(['b', 'c']);
  problem.addOption(['d']);
  expect(explain(problem)).toEqual({
    kind: 'chain',
    item: 0,
    steps: [
      { kind: 'needed', option: 1, isChosen: true, item: 2 },
      { kind: 'excluded', option: 0, isChosen: false, item: 1 },
    ],
    status: 'complete',
  });
});

test('limits and errors are those of any question', async () => {
  const hard = pigeons(9, 8).compile();
  const clash = { reasons: ['clash'] } as const;
  expect(explain(hard, { ...clash, maxNodes: 100 })).toEqual({ kind: 'unknown', status: 'nodes' });
  expect(explain(hard, { ...clash, timeout: 0 })).toEqual({ kind: 'unknown', status: 'timeout' });
  expect(explain(hard, { ...clash, memoryLimit: 100 })).toEqual({
    kind: 'unknown',
    status: 'memory',
  });
  const signal = AbortSignal.abort();
  expect(await explainAsync(hard, { ...clash, signal })).toMatchObject({ status: 'aborted' });
  expect(await explainAsync(hard)).toMatchObject({ kind: 'signs', status: 'complete' });
  expect(explain(hard, { reasons: ['chain'] })).toEqual({ kind: 'unknown', status: 'complete' });
  expect(() => explain(hard, { reasons: ['luck' as 'chain'] })).toThrow(/luck/);
  expect(() => explain(hard, { limit: 1 } as never)).toThrow(/limit/);
});

test('equations are found exactly where integers, negative ones included, solve nothing', () => {
  const system = fc
    .record({ items: fc.integer({ min: 1, max: 4 }), options: fc.integer({ min: 1, max: 4 }) })
    .chain(({ items, options }) =>
      fc.record({
        own: fc.array(fc.subarray([...Array(items).keys()], { minLength: 1 }), {
          minLength: options,
          maxLength: options,
        }),
        times: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: items, maxLength: items }),
      }),
    );
  fc.assert(
    fc.property(system, ({ own, times }) => {
      const start = [0];
      for (const items of own) start.push((start.at(-1) as number) + items.length);
      const least = Int32Array.from(times);
      const found = finish(
        equations(
          {
            options: own.length,
            start: Int32Array.from(start),
            items: Int32Array.from(own.flat()),
            least,
            most: least,
            sizes: least,
          },
          1e6,
        ),
      );
      expect(found === undefined).toBe(isSolvable(own, times));
    }),
    { numRuns: runs(300) },
  );
});

/** True if integers from -9 to 9 for the options cover each item that often. */
function isSolvable(own: readonly (readonly number[])[], times: readonly number[]): boolean {
  const visit = (option: number, left: readonly number[]): boolean => {
    const items = own[option];
    if (items === undefined) return left.every((rest) => rest === 0);
    for (let x = -9; x <= 9; x++) {
      if (
        visit(
          option + 1,
          left.map((rest, item) => (items.includes(item) ? rest - x : rest)),
        )
      ) {
        return true;
      }
    }
    return false;
  };
  return visit(0, times);
}

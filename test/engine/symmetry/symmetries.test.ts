import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  Compiled,
  count,
  Problem,
  type Symmetries,
  solutions,
  symmetries,
  symmetriesAsync,
} from '../../../src/index.ts';
import {
  completeGraph,
  cubeGraph,
  latinSquares,
  pentominoes,
  perfectMatchings,
  petersenGraph,
  queens,
  soma,
  steiner,
} from '../../../src/puzzles.ts';
import { encode, Shape } from '../../../src/sudoku.ts';
import { matrixOf } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { runs } from '../../support/effort.ts';
import { bruteForceMultiples } from '../../support/multiples.ts';
import {
  classesByForce,
  keys,
  nameUpToIsomorphism,
  shuffled,
  symmetriesByForce,
  tinyWeighted,
  weightedProblemOf,
} from '../../support/relabellings.ts';
import { expectSame } from '../../support/same.ts';
import { orderOfGroup } from '../../support/schreier.ts';

const ORDERS: [string, Problem<unknown>, bigint][] = [
  ['pentominoes in a box of 6x10', pentominoes('6x10'), 4n],
  ['Soma', soma(), 48n],
  ['Latin squares of order 6', latinSquares(6), 720n ** 3n * 6n],
  ['Steiner triple systems of 13 points', steiner(13), 6227020800n],
  ['Sudokus of 2x3', encode(Shape.of({ boxes: '2x3' })), 2488320n],
  ['Sudokus of 2x2', encode(Shape.of({ boxes: '2x2' })), 3072n],
  ['4 queens', queens(4), 8n],
  ['9 queens', queens(9), 8n],
  ['matchings of the cube of 5 dimensions', perfectMatchings(cubeGraph(5)), 3840n],
  ["matchings of Petersen's graph", perfectMatchings(petersenGraph()), 120n],
  ['matchings of K12', perfectMatchings(completeGraph(12)), 479001600n],
];

/** Checks that a symmetry keeps every use, every kind, every bound and every cost. */
function checkSymmetry(problem: Problem<unknown>, found: Symmetries<unknown>, k: number): void {
  const { items, options } = found.generators[k];
  const itemCount = problem.primaryCount + problem.secondaryCount;
  expect([...items].sort((a, b) => a - b)).toEqual(Array.from({ length: itemCount }, (_, i) => i));
  expect(new Set(options).size).toBe(problem.optionCount);
  const { data, itemAt, colourAt, startAt, coloured } = problem.compile();
  const usesOf = (option: number) => {
    const [first, end] = data.subarray(startAt + option, startAt + option + 2);
    const uses = new Map<number, number>();
    for (let node = first; node < end; node++) {
      uses.set(data[itemAt + node], coloured ? data[colourAt + node] : 0);
    }
    return uses;
  };
  const wrong: string[] = [];
  for (let item = 0; item < itemCount; item++) {
    const image = items[item];
    const isPrimary = item < problem.primaryCount;
    if (isPrimary !== image < problem.primaryCount) wrong.push(`item ${item}: kind`);
    if (isPrimary && String(problem.times(item)) !== String(problem.times(image)))
      wrong.push(`item ${item}`);
  }
  /** Item and colour -> its image, and back. */
  const pairs = new Map<string, string>();
  for (let option = 0; option < problem.optionCount; option++) {
    const image = options[option];
    if (problem.cost(image) !== problem.cost(option)) wrong.push(`option ${option}: cost`);
    const uses = usesOf(option);
    const others = usesOf(image);
    if (uses.size !== others.size) wrong.push(`option ${option}: size`);
    for (const [item, colour] of uses) {
      const into = items[item];
      const hue = others.get(into);
      if ((hue === 0) !== (colour === 0)) wrong.push(`option ${option}: item ${item}`);
      const from = `${item}/${colour}`;
      const to = `to ${into}/${hue}`;
      if ((pairs.get(from) ?? to) !== to) wrong.push(`option ${option}: colour of ${item}`);
      if ((pairs.get(to) ?? from) !== from) wrong.push(`option ${option}: colour of ${into}`);
      pairs.set(from, to);
      pairs.set(to, from);
    }
  }
  expect(wrong).toEqual([]);
}

describe('the group of a problem', () => {
  test.each(ORDERS)('has the known order: %s', (_, problem, order) => {
    const found = symmetries(problem);
    expect([found.order, found.status]).toEqual([order, 'complete']);
    for (let k = 0; k < found.generators.length; k++) checkSymmetry(problem, found, k);
    // The order counts what the generators generate: by another algorithm.
    if (problem.optionCount > 150) return;
    const both = found.generators.map(({ options, items }) => [
      ...options,
      ...items.map((item) => options.length + item),
    ]);
    expect(orderOfGroup(both)).toBe(order);
  });

  test.each(ORDERS)(
    'is found in a shuffled and renamed problem too: %s',
    (name, problem, order) => {
      for (const by of [
        [3, 7, 1, 9, 12, 5, 2, 8, 11, 4, 10, 6, 0],
        [8, 2, 11, 5, 0, 10, 3, 12, 1, 7, 4, 9, 6],
      ]) {
        expect(symmetries(problemOf(shuffled(matrixOf(name, problem), by))).order).toBe(order);
      }
    },
  );

  test('is what brute force finds', () => {
    let order = 0n;
    const check = fc.property(tinyWeighted, (matrix) => {
      const problem = weightedProblemOf(matrix);
      const found = symmetries(problem);
      const { order: expected, itemOrbits, optionOrbits } = symmetriesByForce(matrix);
      expect(found.status).toBe('complete');
      expect(found.order).toBe(expected);
      expect([...found.itemOrbits]).toEqual(itemOrbits);
      expect([...found.optionOrbits]).toEqual(optionOrbits);
      for (let k = 0; k < found.generators.length; k++) checkSymmetry(problem, found, k);
      order += found.order;
    });
    fc.assert(check, { numRuns: runs(1600) });
    expect(order).toBeGreaterThan(2000n);
  });

  test('acts on options stated twice, on items with the same options, and on items without', () => {
    const orderOf = (primary: number, secondary: number, options: number[][]) =>
      symmetries(problemOf({ name: '', primary, secondary, options })).order;
    expect(orderOf(1, 0, [[0], [0], [0]])).toBe(6n);
    expect(orderOf(3, 0, [[0, 1, 2]])).toBe(6n);
    expect(orderOf(2, 2, [[0, 1]])).toBe(4n);
    expect(orderOf(2, 1, [[0, 2], [1]])).toBe(1n);
    // An option without a primary item is never chosen, and keeps its place.
    expect(orderOf(2, 2, [[0, 2], [1, 3], [2]])).toBe(1n);
    expect(
      orderOf(2, 2, [
        [0, 2],
        [1, 3],
      ]),
    ).toBe(2n);
    expect(symmetries(new Problem({ primary: ['a'] })).order).toBe(1n);
    expect(symmetries(new Problem({ primary: 5, secondary: 3 })).order).toBe(720n);
  });

  test('permutes the colours of each item, and keeps uses without a colour apart', () => {
    const problem = new Problem({ primary: ['a', 'b', 'c'], secondary: ['x'] });
    problem.addOption(['a', { item: 'x', colour: 'red' }]);
    problem.addOption(['b', { item: 'x', colour: 'green' }]);
    problem.addOption(['c', { item: 'x', colour: 'blue' }]);
    expect(symmetries(problem).order).toBe(6n);
    problem.addOption(['c', 'x']);
    expect(symmetries(problem).order).toBe(2n);
  });

  test('keeps costs and bounds, but not preferences', () => {
    const problem = new Problem({ primary: ['a', 'b', 'c'] });
    for (const item of ['a', 'b', 'c']) problem.addOption([item]);
    expect(symmetries(problem.prefer(['a'])).order).toBe(6n);
    expect(symmetries(problem.setCost(0, 2 ** 40)).order).toBe(2n);
    expect(symmetries(problem.setCost(1, 2 ** 41)).order).toBe(1n);
    problem.setCost(0, 0).setCost(1, 0).setTimes('b', [0, Number.POSITIVE_INFINITY]);
    expect(symmetries(problem).order).toBe(2n);
    expect(symmetries(problem.setTimes('c', [0, 7])).order).toBe(1n);
  });

  test('of many options and items that are alike is found soon', () => {
    const alike = new Problem({ primary: 400, secondary: 300 });
    for (let k = 0; k < 500; k++) alike.addIndices([0, 1]);
    const { order, generators } = symmetries(alike);
    expect(generators.length).toBe(499 + 1 + 397 + 299);
    let expected = 2n;
    for (const count of [500n, 398n, 300n]) for (let k = 2n; k <= count; k++) expected *= k;
    expect(order).toBe(expected);
  });
});

describe('classes of solutions', () => {
  /** Class sizes by the solution that stands for each class, with the number of members met. */
  function classesOf(problem: Problem<unknown>) {
    const found = symmetries(problem);
    const classes = new Map<string, { size: bigint; met: bigint }>();
    for (const solution of solutions(problem)) {
      const name = found.canonical(solution).numbers.join(' ');
      const known = classes.get(name) ?? { size: found.classSize(solution), met: 0n };
      known.met++;
      classes.set(name, known);
    }
    for (const { size, met } of classes.values()) expectSame(met, size);
    return classes;
  }

  test.each([
    ['4 queens', queens(4), 1],
    ['5 queens', queens(5), 2],
    ['6 queens', queens(6), 1],
    ['7 queens', queens(7), 6],
    ['8 queens', queens(8), 12],
    ['Latin squares of order 3', latinSquares(3), 1],
    ['Latin squares of order 4, main classes', latinSquares(4), 2],
    ['Steiner triple systems of 7 points', steiner(7), 1],
    ['Sudokus of 2x2', encode(Shape.of({ boxes: '2x2' })), 2],
    ['pentominoes in a box of 3x20', pentominoes('3x20'), 2],
  ])('are as many as published: %s', (_, problem, classes) => {
    expect(classesOf(problem).size).toBe(classes);
  });

  test('are those of the definition, and shuffled problems have as many', () => {
    let several = 0;
    const check = fc.property(tinyWeighted, keys, (matrix, by) => {
      const found = symmetries(weightedProblemOf(matrix).compile());
      const all = bruteForceMultiples(matrix);
      const sizes = classesByForce(matrix);
      /** Name -> the solution that stands for the class. */
      const members = new Map<string, string>();
      for (const solution of all) {
        const name = nameUpToIsomorphism(matrix, solution);
        const canonical = String(found.canonical(solution));
        expect(all.map(String)).toContain(canonical);
        expect(members.get(name) ?? canonical).toBe(canonical);
        members.set(name, canonical);
        const alike = all.filter((other) => found.isEquivalent(solution, other));
        expect(BigInt(alike.length)).toBe(sizes.get(name));
        expect(found.classSize(solution)).toBe(sizes.get(name));
        for (const generator of found.generators) {
          expect(String(found.canonical(found.image(generator, solution)))).toBe(canonical);
        }
        if (alike.length > 1) several++;
      }
      expect(new Set(members.values()).size).toBe(sizes.size);
      const other = shuffled(matrix, by);
      const others = symmetries(weightedProblemOf(other).compile());
      const names = bruteForceMultiples(other).map((solution) =>
        String(others.canonical(solution)),
      );
      expect(new Set(names).size).toBe(sizes.size);
    });
    fc.assert(check, { numRuns: runs(1000) });
    expect(several).toBeGreaterThan(30);
  });

  test('a solution is taken as it comes, and given as the problem gives it', () => {
    const problem = queens(6);
    const found = symmetries(problem);
    const [solution] = [...solutions(problem)];
    const image = found.image(found.generators[0], solution ?? []);
    expect(image.payloads.length).toBe(6);
    expect(found.isEquivalent(image, solution?.numbers ?? [])).toBe(true);
    expect(found.isEquivalent(image, image.numbers.slice(1))).toBe(false);
    const compiled = symmetries(Compiled.from(problem.compile().data.slice()));
    expect(compiled.canonical(image)).toEqual(found.canonical(image.numbers).numbers);
  });

  test('numbers that name no options are refused', () => {
    const found = symmetries(queens(4));
    for (const wrong of [[99], [-1], [0.5], [1, 1], ['a'], undefined, 7, { numbers: 3 }]) {
      expect(() => found.canonical(wrong as number[])).toThrow(/^The solution (is|has) /);
    }
  });
});

describe('limits', () => {
  const problem = latinSquares(5);
  const whole = symmetries(problem);

  test('maxNodes ends it with what is proven', () => {
    const known = new Set<bigint>();
    for (let maxNodes = 0; maxNodes < 60; maxNodes++) {
      const found = symmetries(problem, { maxNodes });
      known.add(found.order);
      expect(whole.order % found.order).toBe(0n);
      if (found.status === 'complete') break;
      expect(found.status).toBe('nodes');
      expect(() => found.classSize([])).toThrow(/status nodes; call symmetries\(\) with higher/);
    }
    expect(known.size).toBeGreaterThan(5);
    expect(known.has(whole.order)).toBe(true);
    const some = symmetries(problem, { maxNodes: 20 });
    expect(some.generators.length).toBeGreaterThan(1);
    for (let k = 0; k < some.generators.length; k++) checkSymmetry(problem, some, k);
  });

  test('a problem without symmetries needs no nodes, and one without options neither', () => {
    const path = new Problem({ primary: 3 });
    path.addIndices([0, 1]);
    path.addIndices([0]);
    path.addIndices([1, 2]);
    expect(symmetries(path, { maxNodes: 0 })).toMatchObject({ status: 'complete', order: 1n });
    const bare = new Problem({ primary: ['a'] });
    expect(symmetries(bare, { maxNodes: 0 })).toMatchObject({ status: 'complete', order: 1n });
  });

  test('solutions keep to maxNodes, too', () => {
    const found = symmetries(problem, { maxNodes: 3 });
    expect(() => found.canonical([])).toThrow(/take more than 3 nodes/);
  });

  test('memoryLimit and timeout', () => {
    for (const memoryLimit of [0, 20_000, 60_000]) {
      const found = symmetries(problem, { memoryLimit });
      expect(found.status).toBe('memory');
      expect(whole.order % found.order).toBe(0n);
      expect(found.optionOrbits.length).toBe(125);
    }
    expect(symmetries(problem, { memoryLimit: 60_000 }).generators.length).toBeGreaterThan(2);
    expect(symmetries(problem, { timeout: 0 }).status).toBe('timeout');
  });

  test('a signal in the middle', async () => {
    const controller = new AbortController();
    let turns = 0;
    const found = await symmetriesAsync(latinSquares(24), {
      signal: controller.signal,
      onProgress: () => {
        if (++turns === 1) controller.abort();
      },
    });
    expect(found.status).toBe('aborted');
    expect(found.order).toBeLessThan(10n ** 60n);
    expect((await symmetriesAsync(problem)).order).toBe(whole.order);
  });

  test('wrong settings are refused', () => {
    expect(() => symmetries(problem, { limit: 1 } as object)).toThrow(/no setting "limit"/);
    expect(() => symmetries(problem, { memoryLimit: -1 })).toThrow(/memoryLimit is -1/);
    expect(() => symmetries(problem, { maxNodes: -1 })).toThrow(/maxNodes is -1/);
    expect(() => symmetries({} as Problem)).toThrow(/The problem is an object/);
    const signal = AbortSignal.abort();
    expect(() => symmetries(problem, { signal } as object)).toThrow(/ends in Async/);
  });

  test('the answer does not depend on a count before', () => {
    expect(count(problem, { limit: 10 }).count).toBe(10);
    expect(symmetries(problem)).toMatchObject({ order: whole.order, status: 'complete' });
  });
});

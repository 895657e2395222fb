import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SettingError } from '../../../src/engine/problem/setting.ts';
import {
  best,
  bestAsync,
  count,
  countAsync,
  first,
  firstAsync,
  isUnique,
  isUniqueAsync,
  type OptionSymmetry,
  Problem,
  QuadrilleError,
  solutions,
  solutionsAsync,
  symmetries,
} from '../../../src/index.ts';
import { countParallel } from '../../../src/parallel.ts';
import { queens, soma } from '../../../src/puzzles.ts';
import { atMost, withRules } from '../../../src/rules.ts';
import { runs, seed } from '../../support/effort.ts';
import { anyKnown, type Known, packing, prefixOf, turning, where } from '../../support/known.ts';
import { thrown } from '../../support/thrown.ts';

type Maps = readonly (readonly number[])[];

const identityOf = (options: number) => Array.from({ length: options }, (_, k) => k);
const set = (map: readonly number[], images: Record<number, number>) =>
  map.map((image, k) => images[k] ?? image);
const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

/** The group that permutations generate; undefined if it is larger than `most`. */
function closure(generators: Maps, options: number, most = 300): number[][] | undefined {
  const elements = [identityOf(options)];
  const known = new Set(elements.map(String));
  for (const element of elements) {
    for (const generator of generators) {
      const product = element.map((k) => generator[k] as number);
      if (known.has(String(product))) continue;
      if (elements.length === most) return undefined;
      known.add(String(product));
      elements.push(product);
    }
  }
  return elements;
}

/** The classes by their meaning: each as the set of its solutions. Some map takes one to the other. */
function classesByForce(all: Maps, elements: Maps): string[][] {
  const left = new Map(all.map((numbers) => [sorted(numbers).join(), numbers]));
  const classes: string[][] = [];
  for (const [name, numbers] of left) {
    const images = elements.map((element) => sorted(numbers.map((k) => element[k] as number)));
    const members = new Set(images.map(String).filter((image) => left.has(image)));
    expect(members.has(name)).toBe(true);
    for (const member of members) left.delete(member);
    classes.push([...members]);
  }
  return classes;
}

/** Asks all questions about classes, and compares the answers with the classes by force. */
function checkClasses(
  problem: Parameters<typeof count>[0],
  group: readonly OptionSymmetry[],
  classes: readonly string[][],
  prefix: readonly number[] = [],
): void {
  const settings = { upToSymmetry: group, prefix };
  const all = classes.reduce((sum, members) => sum + members.length, 0);
  expect(count(problem, settings)).toMatchObject({
    exact: BigInt(classes.length),
    all: BigInt(all),
    status: 'complete',
  });
  const classOf = new Map(classes.flatMap((one, k) => one.map((member) => [member, k] as const)));
  const met = new Set<number | undefined>();
  const compiled = problem instanceof Problem ? problem : new Problem();
  if (problem instanceof Problem) {
    for (const { numbers, classSize } of solutions(compiled, settings)) {
      const k = classOf.get(numbers.join());
      expect(classSize).toBe(BigInt(classes[k as number]?.length ?? 0));
      met.add(k);
    }
    expect(met.size).toBe(classes.length);
    const { solution } = first(compiled, settings);
    const size = solution && classes[classOf.get(solution.numbers.join()) as number]?.length;
    expect(solution?.classSize).toBe(size && BigInt(size));
  }
  const answer = classes.length > 1 ? 'several' : classes.length === 1 ? 'unique' : 'none';
  expect(isUnique(problem, settings).answer).toBe(answer);
  if (classes.length > 1) {
    expect(count(problem, { ...settings, limit: 1 })).toMatchObject({ count: 1, status: 'limit' });
  }
}

/** A problem with some of its options alone, and the group seen on these. */
function withOnly({ problem }: Known, kept: readonly number[], group: Maps): [Problem, number[][]] {
  const part = new Problem();
  const items = Array.from({ length: problem.primaryCount + problem.secondaryCount }, (_, k) => k);
  const names = items.map((k) => `${problem.itemName(k)}`);
  part.addPrimary(
    names.slice(0, problem.primaryCount).map((item, k) => ({ item, times: problem.times(k) })),
  );
  part.addSecondary(names.slice(problem.primaryCount));
  for (const option of kept) {
    part.addOption(problem.option(option));
  }
  const numberOf = new Map(kept.map((option, k) => [option, k]));
  const seen = group.map((map) => kept.map((option) => numberOf.get(map[option] as number) ?? -1));
  return [part, seen];
}

/** Those of all solutions that have none but these options, by the numbers of these. */
function solutionsWith(all: Maps, kept: readonly number[]): number[][] {
  const numberOf = new Map(kept.map((option, k) => [option, k]));
  return all
    .map((numbers) => numbers.map((option) => numberOf.get(option) ?? -1))
    .filter((numbers) => !numbers.includes(-1));
}

const rich = fc.oneof(anyKnown, turning, packing);

describe('classes as brute force by their meaning', () => {
  test('symmetries of the problem: generators, all of them, and some', () => {
    fc.assert(
      fc.property(rich, fc.nat(7), (known, mask) => {
        const { problem, all } = known;
        const found = symmetries(problem).generators.map(({ options }) => [...options]);
        const options = problem.optionCount;
        const whole = closure(found, options);
        if (whole === undefined) return;
        const classes = classesByForce(all, whole);
        checkClasses(problem, found, classes);
        checkClasses(problem, whole.reverse(), classes);
        expect(count(problem, { upToSymmetry: true }).count).toBe(classes.length);
        const some = found.filter((_, k) => (mask >> k) & 1).map((map) => Int32Array.from(map));
        const part = closure(
          some.map((map) => [...map]),
          options,
        ) as number[][];
        checkClasses(problem, some, classesByForce(all, part));
      }),
      { numRuns: runs(500), seed },
    );
  });

  test('permutations of the options that need not keep solutions', () => {
    const swaps = fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { maxLength: 5 });
    fc.assert(
      fc.property(rich, fc.array(swaps, { minLength: 1, maxLength: 2 }), (known, given) => {
        const { problem, all } = known;
        const options = problem.optionCount;
        const maps = given.map((pairs) => {
          const map = identityOf(options);
          for (const [a, b] of pairs) {
            if (a >= options || b >= options || map[a] !== a || map[b] !== b) continue;
            map[a] = b;
            map[b] = a;
          }
          return map;
        });
        const whole = closure(maps, options, 1000);
        if (whole !== undefined) checkClasses(problem, maps, classesByForce(all, whole));
      }),
      { numRuns: runs(1200), seed },
    );
  });

  test('maps whose images are no options of the problem', () => {
    fc.assert(
      fc.property(rich, fc.array(fc.nat(20), { maxLength: 4 }), where, (known, out, place) => {
        const { problem, all } = known;
        const options = problem.optionCount;
        const generators = symmetries(problem).generators.map(({ options }) => [...options]);
        const whole = closure(generators, options, 100);
        if (whole === undefined || options === 0) return;
        const kept = identityOf(options).filter((k) => !out.includes(k));
        const [part, group] = withOnly(known, kept, whole);
        const own = solutionsWith(all, kept);
        checkClasses(part, group, classesByForce(own, group));
        // Below decisions: by the maps that keep those chosen.
        const matrix = { ...known.matrix, options: kept.map((k) => known.matrix.options[k] ?? []) };
        const prefix = prefixOf({ ...known, matrix, all: own }, place);
        const chosen = prefix.filter((k) => k >= 0);
        const keeping = group.filter((map) =>
          chosen.every((k) => chosen.includes(map[k] as number)),
        );
        const below = own.filter((numbers) =>
          prefix.every((k) => (k < 0 ? !numbers.includes(~k) : numbers.includes(k))),
        );
        checkClasses(part, group, classesByForce(below, keeping), prefix);
      }),
      { numRuns: runs(1500), seed },
    );
  });

  test('pieces that have no mirror image, and ranges of copies', () => {
    fc.assert(
      fc.property(
        fc.record({
          rows: fc.integer({ min: 2, max: 4 }),
          hasMirror: fc.boolean(),
          gaps: fc.boolean(),
          bounds: fc.array(fc.tuple(fc.nat(2), fc.nat(2)), { minLength: 3, maxLength: 3 }),
        }),
        ({ rows, hasMirror, gaps, bounds }) => {
          const { problem, group } = chiral(rows, hasMirror, gaps, bounds);
          const found = Array.from(solutions(problem), ({ numbers }) => numbers);
          checkClasses(problem, group, classesByForce(found, group));
        },
      ),
      { numRuns: runs(400), seed },
    );
  });

  test('rules beyond covering: an image has to keep them', () => {
    fc.assert(
      fc.property(rich, fc.uniqueArray(fc.nat(8), { minLength: 2 }), ({ problem, all }, some) => {
        const options = problem.optionCount;
        const generators = symmetries(problem).generators.map(({ options }) => [...options]);
        const whole = closure(generators, options, 100);
        const few = some.filter((k) => k < options);
        if (whole === undefined || few.length < 2) return;
        const ruled = withRules(problem, [atMost(1, few)]);
        const kept = all.filter((numbers) => numbers.filter((k) => few.includes(k)).length <= 1);
        checkClasses(ruled, generators, classesByForce(kept, whole));
      }),
      { numRuns: runs(300), seed },
    );
  });
});

/** Packings of a board by L (with its mirror image J or without), dominoes and cells. */
function chiral(
  rows: number,
  hasMirror: boolean,
  gaps: boolean,
  bounds: readonly (readonly [least: number, more: number])[],
): { problem: Problem; group: number[][] } {
  type Cell = readonly [row: number, column: number];
  const columns = 3;
  const nameOf = (cells: readonly Cell[]) => cells.map(String).sort().join(' ');
  const turn = ([r, c]: Cell): Cell => [c, -r];
  const flip = ([r, c]: Cell): Cell => [r, -c];
  const l: Cell[] = [
    [0, 0],
    [1, 0],
    [2, 0],
    [2, 1],
  ];
  const pieces = [
    { name: 'L', cells: l },
    ...(hasMirror ? [{ name: 'J', cells: l.map(flip) }] : []),
    {
      name: 'I',
      cells: [
        [0, 0],
        [0, 1],
      ] as Cell[],
    },
  ];
  const cells = Array.from(
    { length: rows * columns },
    (_, k): Cell => [Math.floor(k / columns), k % columns],
  );
  const problem = new Problem({
    primary: [
      ...pieces.map(({ name }, k) => {
        const [least, more] = bounds[k] as readonly [number, number];
        return { item: name, times: [least, least + more + 1] as const };
      }),
      ...(gaps ? [] : cells.map(String)),
    ],
    secondary: gaps ? cells.map(String) : [],
  });
  const options: { name: string; cells: Cell[] }[] = [];
  const numberOf = new Map<string, number>();
  for (const { name, cells: shape } of pieces) {
    let turned = shape;
    for (let k = 0; k < 4; k++) {
      turned = turned.map(turn);
      for (let r = -3; r < 7; r++) {
        for (let c = -3; c < 7; c++) {
          const at = turned.map(([y, x]): Cell => [y + r, x + c]);
          const isIn = at.every(([y, x]) => y >= 0 && x >= 0 && y < rows && x < columns);
          const key = `${name} ${nameOf(at)}`;
          if (!isIn || numberOf.has(key)) continue;
          numberOf.set(key, problem.addOption([name, ...at.map(String)]));
          options.push({ name, cells: at });
        }
      }
    }
  }
  const half = ([r, c]: Cell): Cell => [rows - 1 - r, columns - 1 - c];
  const across = ([r, c]: Cell): Cell => [r, columns - 1 - c];
  const moves = [
    [(cell: Cell) => cell, false],
    [half, false],
    [across, true],
    [(cell: Cell) => half(across(cell)), true],
  ] as const;
  const mirror = new Map([
    ['L', 'J'],
    ['J', 'L'],
  ]);
  const group = moves.map(([move, isMirror]) =>
    options.map(({ name, cells }) => {
      const image = isMirror ? (mirror.get(name) ?? name) : name;
      return numberOf.get(`${image} ${nameOf(cells.map(move))}`) ?? -1;
    }),
  );
  return { problem, group };
}

describe('known numbers', () => {
  const group = symmetries(soma()).generators.map(({ options }) => options);

  test('the Soma cube', () => {
    expect(count(soma(), { upToSymmetry: group })).toMatchObject({ count: 240, all: 11520n });
  });

  test('without a map, each solution is a class; so it is with the identity alone', () => {
    const upToSymmetry = [identityOf(64)];
    expect(count(queens(8), { upToSymmetry: [] })).toMatchObject({ count: 92, all: 92n });
    expect(count(queens(8), { upToSymmetry })).toMatchObject({ count: 92, all: 92n });
  });

  test('an item that no option may cover', () => {
    const problem = new Problem({ primary: ['a', { item: 'b', times: 0 }] });
    for (const items of [['a', 'b'], ['a'], ['a'], ['a', 'b']]) problem.addOption(items);
    expect(count(problem, { upToSymmetry: true })).toMatchObject({ count: 1, all: 2n });
    const upToSymmetry = [[3, 2, 1, 0]];
    expect(count(problem, { upToSymmetry })).toMatchObject({ count: 1, all: 2n });
  });

  test('politely', async () => {
    const problem = queens(6);
    const upToSymmetry = symmetries(problem).generators.map(({ options }) => options);
    const settings = { upToSymmetry };
    expect(await countAsync(problem, settings)).toMatchObject({ count: 1, all: 4n });
    expect((await isUniqueAsync(problem, settings)).answer).toBe('unique');
    expect((await firstAsync(problem, settings)).solution?.classSize).toBe(4n);
    const found = [];
    for await (const one of solutionsAsync(problem, settings)) found.push(one.classSize);
    expect(found).toEqual([4n]);
    expect((await bestAsync(problem, { ...settings, k: 3 })).solutions.length).toBe(1);
  });

  test('a count that ends early is a lower bound', () => {
    const problem = queens(9);
    const half = identityOf(81).map((k) => 80 - k);
    for (const upToSymmetry of [[half], [set(half, { 0: -1, 80: -1 }), identityOf(81)]]) {
      const whole = count(problem, { upToSymmetry });
      const part = count(problem, { upToSymmetry, maxNodes: 200 });
      expect([whole.status, part.status]).toEqual(['complete', 'nodes']);
      expect(part.exact < whole.exact).toBe(true);
    }
  });

  test('best: one of each class; the maps have to keep the costs', () => {
    const problem = queens(6);
    const half = identityOf(36).map((k) => 35 - k);
    expect(best(problem, { k: 9, upToSymmetry: [half] }).solutions.length).toBe(4);
    const whole = symmetries(problem).generators.map(({ options }) => options);
    const found = best(problem, { k: 9, upToSymmetry: whole }).solutions;
    expect(found.map(({ solution }) => solution.classSize)).toEqual([4n]);
    problem.setCost(1, 7);
    expect(() => best(problem, { upToSymmetry: [half] })).toThrow(
      'takes option 1 of cost 7 to option 34 of cost 0; give symmetries that keep the costs.',
    );
  });
});

describe('what is no group', () => {
  const problem = queens(4);
  const identity = identityOf(16);
  const turned = identity.map((k) => 4 * (k % 4) + 3 - Math.floor(k / 4));
  const ask = (upToSymmetry: unknown) => () =>
    count(problem, { upToSymmetry: upToSymmetry as OptionSymmetry[] });

  test.each([
    ['a word', 'all', 'upToSymmetry is "all"; give true, false, or an array of symmetries.'],
    ['null', null, 'upToSymmetry is null; give a value, or leave it out'],
    [
      'a map that is none',
      [7],
      'Symmetry 0 of upToSymmetry is 7, no array; give for each option its image',
    ],
    ['a hole', new Array(1), 'Symmetry 0 of upToSymmetry is undefined, no array'],
    [
      'a wrong length',
      [identity, [0, 1]],
      'Symmetry 1 of upToSymmetry has 2 numbers, and the problem has 16 options;',
    ],
    ['a length of one', [[0]], 'Symmetry 0 of upToSymmetry has 1 number, and the problem'],
    ['a fraction', [set(identity, { 3: 0.5 })], 'takes option 3 to 0.5, and options are 0 to 15;'],
    ['no option', [set(identity, { 3: 16 })], 'takes option 3 to 16, and options are 0 to 15;'],
    ['below -1', [set(identity, { 3: -2 })], 'takes option 3 to -2,'],
    ['a map of bigints', [identity.map(BigInt)], 'takes option 0 to 0n,'],
    ['one image for two', [set(identity, { 3: 5 })], 'takes options 3 and 5 both to option 5;'],
    [
      'no inverse',
      [[1, ...new Array(15).fill(-1)]],
      'lacks what undoes a symmetry; where some of its maps have -1, give all',
    ],
    [
      'no half turn',
      [turned, set(identity, { 0: -1 })],
      'lacks a product of symmetries without -1; where some',
    ],
    [
      'no product',
      [[1, 2, 3, 0, -1, -1, -1, -1, ...identity.slice(8)]].flatMap((map) => [
        map,
        map.map((_, k) => map.indexOf(k)),
      ]),
      'lacks a product of symmetries with -1;',
    ],
    [
      'too many',
      new Array(1025).fill(identity),
      'has 1025 symmetries, more than 1024; give generators',
    ],
    ['a large group', [set(identity, { 0: 15, 15: 0 }), [...identity.slice(1), 0]], 'generates 1'],
  ])('%s is refused', (_, upToSymmetry: unknown, message) => {
    expect(thrown(ask(upToSymmetry)).message).toContain(message);
  });

  test('a group that is too large has a remedy for programs, and one for commands', () => {
    const error = thrown(ask(new Array(1025).fill(identity))) as SettingError;
    expect(error.code).toBe('too-large');
    expect(error.message).toMatch(/; give generators, .* or leave out upToSymmetry\.$/);
    const inFlags = error.inWords(({ setting, verb = '' }) =>
      setting === 'upToSymmetry' ? `${verb} --up-to-symmetry`.trim() : undefined,
    );
    expect(inFlags).toBe(
      'The group of --up-to-symmetry has 1025 symmetries, more than 1024; leave out --up-to-symmetry.',
    );
  });

  test('a product of a map with -1 and one without has to be there', () => {
    const half = identity.map((k) => 15 - k);
    const hole = set(identity, { 0: -1 });
    expect(ask([half, hole])).toThrow('lacks a product of a symmetry with -1 and one without;');
  });

  test('settings that say how to search, and workers, are refused', async () => {
    const upToSymmetry = [turned];
    expect(() => count(problem, { upToSymmetry, engine: 'lists' })).toThrow(
      'upToSymmetry takes no setting engine; leave out the one or the other.',
    );
    expect(() => best(problem, { upToSymmetry, reduce: true })).toThrow(/leave out reduce/);
    await expect(countParallel(problem, { upToSymmetry })).rejects.toThrow(
      'One thread finds the classes of solutions',
    );
    const onCheckpoint = () => undefined;
    await expect(countAsync(problem, { upToSymmetry, onCheckpoint })).rejects.toThrow(
      QuadrilleError,
    );
  });

  test('the maps are copied: the caller may change them', async () => {
    const map = Int32Array.from(identity, (k) => k ^ 3);
    const asked = countAsync(queens(4), { upToSymmetry: [map] });
    map.fill(0);
    expect((await asked).count).toBe(1);
  });
});

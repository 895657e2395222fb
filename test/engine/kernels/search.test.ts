import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Planes } from '../../../src/engine/kernels/planes/planes.ts';
import { Prefix } from '../../../src/engine/kernels/prefix.ts';
import { Random } from '../../../src/engine/kernels/random.ts';
import type { SearchSettings } from '../../../src/engine/kernels/search.ts';
import { split } from '../../../src/engine/kernels/split.ts';
import { WasmLists } from '../../../src/engine/kernels/wasm/lists.ts';
import { Learn } from '../../../src/engine/learn/learn.ts';
import { createSearch } from '../../../src/engine/solve/engines.ts';
import { langford, latinSquares, queens } from '../../cases/gallery.ts';
import { knuth } from '../../cases/knuth.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { asSet } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { engines, leftmost, prefixesOf, rest } from '../../support/engines.ts';

const matrixOf = (primary: number, secondary: number, options: number[][]) => ({
  name: 'small',
  primary,
  secondary,
  options,
});

const all = {
  ...engines,
  learn: (matrix: Matrix, settings?: SearchSettings) =>
    new Learn(problemOf(matrix).compile(), settings),
};

describe('planes', () => {
  const options = (count: number) => Array.from({ length: count }, (_, k) => [k % 2]);

  test('hold 31 options of each item', () => {
    const compiled = problemOf(matrixOf(2, 0, options(62))).compile();
    expect(Planes.suits(compiled)).toBe(true);
    expect(rest(new Planes(compiled))).toHaveLength(961);
  });

  test('have a table of options alone, however many items there are', () => {
    const rows = Array.from({ length: 1000 }, (_, k) => [k < 31 ? 0 : 1 + (k % 129)]);
    expect(Planes.suits(problemOf(matrixOf(130, 0, rows)).compile())).toBe(true);
  });

  test.each<[string, Matrix]>([
    ['more than 31 options of an item', matrixOf(2, 0, options(63))],
    ['long rows', matrixOf(4097, 0, [[0]])],
    ['a large table', matrixOf(1000, 0, options(60))],
    ['more options than a table has integers', matrixOf(1, 1, Array((1 << 17) + 1).fill([1]))],
    ['colours', { ...matrixOf(1, 1, [[0, 1]]), colours: [[0, 1]] }],
  ])('do not hold %s', (_, matrix) => {
    const compiled = problemOf(matrix).compile();
    expect(Planes.suits(compiled)).toBe(false);
    expect(Planes.suitsWell(compiled)).toBe(false);
    expect(createSearch(compiled)).toBeInstanceOf(WasmLists);
  });

  test('are what cells are where they suit', () => {
    for (const matrix of [queens(8), langford(8), latinSquares(5), knuth(), latinSquares(8)]) {
      expect(createSearch(problemOf(matrix).compile())).toBeInstanceOf(Planes);
    }
  });

  test('suit well where choices change much', () => {
    const well = (matrix: Matrix) => Planes.suitsWell(problemOf(matrix).compile());
    expect([queens(8), langford(8), latinSquares(5)].map(well)).toEqual([true, true, true]);
    expect([knuth(), latinSquares(8)].map(well)).toEqual([false, false]);
  });

  test('branch at the leftmost item with the fewest options, for any numbers of them', () => {
    const random = new Random(1);
    for (let round = 0; round < runs(200); round++) {
      const counts = Array.from({ length: 2 + random.below(140) }, () => 2 + random.below(30));
      // They are stated in turns, so that their numbers tell nothing.
      const own = Array.from({ length: 31 }, (_, k) =>
        counts.flatMap((count, item) => (k < count ? [[item]] : [])),
      ).flat();
      const preferred = random.below(2) === 0 ? [random.below(counts.length)] : [];
      const matrix = { ...matrixOf(counts.length, 0, own), preferred };
      const first = preferred[0] ?? counts.indexOf(Math.min(...counts));
      const numbers = own.flatMap(([item], option) => (item === first ? [option] : []));
      const compiled = problemOf(matrix).compile();
      const search = new Planes(compiled);
      search.advance(1);
      expect(prefixesOf(search)).toEqual(numbers.map((option) => [option]));
    }
  });
});

test('a split divides the largest share there is, each time', () => {
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(shares, fc.infiniteStream(shares), fc.nat(40), (begun, divisions, atLeast) => {
      const part = (share: number) => Prefix.of([0], share);
      let open = begun.map(part);
      const divide = (prefix: Prefix): Prefix[] => {
        for (const { share } of open) expect(share).toBeLessThanOrEqual(prefix.share);
        const parts = (divisions.next().value as number[]).map(part);
        open = [...open.filter((other) => other !== prefix), ...parts];
        return parts;
      };
      const parts = split(open, 1 + atLeast, divide);
      expect(parts).toHaveLength(open.length);
      expect(parts).toEqual(open.sort((a, b) => b.share - a.share));
      expect(parts.length).toBeGreaterThan(atLeast);
    }),
  );
});

describe('random numbers', () => {
  test('are those of mulberry32', () => {
    const random = new Random(1);
    const drawn = Array.from({ length: 5 }, () => random.below(2 ** 32));
    expect(drawn).toEqual([2693262067, 11749833, 2265367787, 4213581821, 4159151403]);
  });

  test('differ by every bit of the seed, and by its sign', () => {
    const seeds = [0, ...Array.from({ length: 53 }, (_, bit) => 2 ** bit)];
    const drawn = [...seeds, -1, -(2 ** 52)].map((seed) => new Random(seed).below(2 ** 32));
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  test('put things in every order, equally often', () => {
    const random = new Random(7);
    const times = new Map<string, number>();
    for (let k = 0; k < 6000; k++) {
      const order = random.order(3).join(' ');
      times.set(order, (times.get(order) ?? 0) + 1);
    }
    expect([...times.keys()].sort()).toEqual([
      '0 1 2',
      '0 2 1',
      '1 0 2',
      '1 2 0',
      '2 0 1',
      '2 1 0',
    ]);
    // Within five standard deviations.
    for (const often of times.values()) expect(Math.abs(often - 1000)).toBeLessThan(145);
  });
});

describe.each(Object.entries(engines))('%s', (name, start) => {
  test.each([
    ['no primary items: the empty solution', matrixOf(0, 2, [[0], [0, 1]]), ['']],
    ['no primary items and no options', matrixOf(0, 1, []), ['']],
    ['no options', matrixOf(1, 0, []), []],
    ['a primary item without options', matrixOf(2, 0, [[0]]), []],
    ['options stated twice', matrixOf(1, 0, [[0], [0]]), ['0', '1']],
    ['one item, one option', matrixOf(1, 0, [[0]]), ['0']],
    ['a secondary item in no solution', matrixOf(1, 1, [[0]]), ['0']],
    ['an option of secondary items only', matrixOf(1, 1, [[1], [0, 1]]), ['1']],
  ])('%s', (_name, matrix, solutions) => {
    const search = start(matrix);
    expect(asSet(rest(search))).toEqual(solutions);
    expect(search.advance(1)).toBe('exhausted');
    expect(prefixesOf(search)).toEqual([]);
    expect(search.share()).toBe(1);
  });

  test('pauses after so much work, however many solutions it comes to', () => {
    const options = Array.from({ length: 300 }, (_, k) => [k % 3]);
    const search = start(matrixOf(3, 0, options));
    let pauses = 0;
    while (search.advance(1e9, Number.POSITIVE_INFINITY) === 'paused') pauses++;
    expect(search.solutions).toBe(100 ** 3);
    expect(pauses).toBeGreaterThan(5);
  });

  test('tells the most options that it has chosen at once, prefix included', () => {
    // All three items by an option each, then all by one.
    const matrix = matrixOf(3, 0, [[0], [1], [2], [0, 1, 2], [1]]);
    const search = start(matrix);
    expect(search.deepest).toBe(0);
    rest(search);
    expect(search.deepest).toBe(3);
    search.reset([3]);
    rest(search);
    expect(search.deepest).toBe(1);
    search.reset([1, 2]);
    rest(search);
    expect(search.deepest).toBe(3);
    // A path that leads nowhere: two of the last three items leave nothing for the other.
    const blind = start(matrixOf(4, 0, [[0], [1, 2], [2, 3], [1, 3]]));
    expect(rest(blind)).toEqual([]);
    // `sweep` may begin with one of the three, and sees at once that nothing is left.
    expect(blind.deepest).toBeGreaterThanOrEqual(name in leftmost ? 2 : 1);
    expect(blind.deepest).toBeLessThanOrEqual(2);
  });

  test('does work in proportion to the options of an item, not to their square', () => {
    const work = (options: number) => {
      const own = Array.from({ length: options }, (_, k) => [0, 1 + k]);
      const search = start(matrixOf(1, options, own));
      expect(rest(search)).toHaveLength(options);
      return search.updates;
    };
    // Four times the options; sixteen times the work would be the square.
    expect(work(400)).toBeLessThanOrEqual(8 * work(100));
  });

  test('estimates the share done as Knuth does, without what it is in the middle of', () => {
    // Two items with two options each: four solutions.
    const search = start(matrixOf(2, 0, [[0], [0], [1], [1]]));
    const shares = [search.share()];
    while (search.advance(1) !== 'exhausted') shares.push(search.share());
    expect(shares).toEqual([0, 0, 1 / 4, 1 / 2, 1 / 2, 3 / 4, 1]);
  });

  test('its frontier splits a large problem as it stands', () => {
    const matrix = langford(8);
    const all = asSet(rest(start(matrix)));
    const search = start(matrix);
    const reported: number[][] = [];
    for (let pauses = 0; pauses < 2; pauses++) {
      if (search.advance(582) === 'solution') reported.push(search.solution());
      const ahead = [...search.frontier()].flatMap((prefix) => rest(start(matrix, { prefix })));
      expect(asSet([...reported, ...ahead])).toEqual(all);
    }
  });

  test.each(['nodes', 'updates'] as const)('never counts %s beyond what is exact', (counter) => {
    const matrix = queens(6);
    const search = start(matrix);
    search.advance(20);
    const ahead = search.frontier();
    const most = Number.MAX_SAFE_INTEGER - 10;
    Object.assign(search, { [counter]: most });
    expect(() => search.advance(Number.POSITIVE_INFINITY)).toThrow(
      expect.objectContaining({
        name: 'QuadrilleError',
        code: 'too-large',
        message: expect.stringContaining('frontier()'),
      }),
    );
    expect(search[counter]).toBe(most);
    expect(search.frontier()).toEqual(ahead);
  });
});

describe.each(Object.entries(all))('%s', (_, start) => {
  test('pauses at once on a budget of 0, and refuses one that is no number', () => {
    const search = start(knuth());
    expect(search.advance(0)).toBe('paused');
    expect(search.nodes).toBe(0);
    expect(prefixesOf(search)).toEqual([[]]);
    for (const budget of [Number.NaN, -1, undefined, null, '5', [1], 1n]) {
      expect(() => search.advance(budget as unknown as number)).toThrow(/budget/);
    }
    expect(search.advance(Number.POSITIVE_INFINITY)).toBe('solution');
    // Standing on a solution, a budget of 0 moves nothing.
    expect(search.advance(0)).toBe('paused');
    expect(search.solution()).toHaveLength(3);
  });

  test('gives a fresh array for a solution, and none where it stands on none', () => {
    const search = start(knuth());
    expect(() => search.solution()).toThrow(/does not stand on a solution/);
    search.advance(Number.POSITIVE_INFINITY);
    const numbers = search.solution();
    numbers.length = 0;
    expect(search.solution()).toHaveLength(3);
    const given = [7, 7, 7, 7];
    expect(search.solution(given)).toBe(given);
    expect(given).toEqual(search.solution());
    expect(search.advance(Number.POSITIVE_INFINITY)).toBe('exhausted');
    expect(() => search.solution()).toThrow(/does not stand on a solution/);
  });

  test('a seed gives another order, each time the same one', () => {
    const matrix = langford(8);
    const plain = rest(start(matrix));
    const first = rest(start(matrix, { seed: 1 }));
    expect(first).toEqual(rest(start(matrix, { seed: 1 })));
    expect(first).not.toEqual(plain);
    expect(first).not.toEqual(rest(start(matrix, { seed: 2 })));
    expect(asSet(first)).toEqual(asSet(plain));
    expect(rest(start(matrix, { seed: 2 ** 40 }))).not.toEqual(rest(start(matrix, { seed: 0 })));
    expect(() => start(matrix, { seed: 0.5 })).toThrow(/seed/);
  });

  test.each([
    [[6], /no such option/],
    [[-7], /no such option/],
    [[1.5], /no such option/],
    [[0, 0], /twice/],
    [[~4, 4], /option 4 is chosen and left out/],
    [[0, 2], /beside option 0, because of item 2/],
    ['0', /array/],
    [{}, /array/],
    [null, /array/],
  ])('refuses the prefix %j', (prefix, message) => {
    const search = start(knuth());
    expect(() => search.reset(prefix as number[])).toThrow(message);
    if (prefix === null) expect(() => search.reset(null as never, 0)).toThrow(message);
    expect(() => search.reset([0], 2)).toThrow(/2 decisions of an array of 1/);
    expect(() => search.reset([0], 0.5)).toThrow(/0.5 decisions of an array of 1/);
    // A refused call has changed nothing.
    expect(rest(search)).toHaveLength(1);
    // Null is no prefix, where a setting may be left out.
    if (prefix !== null) expect(() => start(knuth(), { prefix } as never)).toThrow(message);
  });
});

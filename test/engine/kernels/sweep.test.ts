import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import { Sweep } from '../../../src/engine/kernels/sweep/sweep.ts';
import { dominoes, langford, pentominoes } from '../../cases/gallery.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { blocks } from '../../support/blocks.ts';
import { asSet } from '../../support/checker.ts';
import { runs, slow } from '../../support/effort.ts';
import { engines, rest } from '../../support/engines.ts';

/** Another one each time with SEED in the environment. */
const { SEED = '1' } = process.env;

/** Around the ends of the words of a state. */
const SIZES = slow
  ? [1, 2, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128, 129, 200]
  : [1, 31, 32, 33, 64, 65, 96, 97, 128, 129];

describe.each(SIZES)('%i items', (items) => {
  const random = new Random(Number(SEED) * 1000 + items);

  test('sweep, testing or not, finds what cells find', () => {
    for (let round = 0; round < runs(4); round++) {
      const matrix = blocks(items, random);
      const wanted = asSet(rest(engines.wasmLists(matrix)));
      expect(wanted.length).toBeGreaterThan(0);
      for (const engine of ['sweep', 'sweep, testing'] as const) {
        expect(asSet(rest(engines[engine](matrix)))).toEqual(wanted);
        expect(asSet(rest(engines[engine](matrix, { seed: round })))).toEqual(wanted);
      }
    }
  });
});

test.each([31, 32, 33, 63, 64, 65, 96, 97])(
  'an item with %i options has them all, also after some were left out',
  (count) => {
    const options = Array.from({ length: count + 1 }, (_, k) => (k < count ? [0] : [1]));
    const matrix = { name: 'wide', primary: 2, secondary: 0, options };
    const all = options.slice(1).map((_, k) => [k, count]);
    for (const engine of ['sweep', 'sweep, testing'] as const) {
      const search = engines[engine](matrix);
      expect(asSet(rest(search))).toEqual(asSet(all));
      search.reset([~0, ~(count - 1)]);
      expect(asSet(rest(search))).toEqual(asSet(all.slice(1, -1)));
      search.reset([]);
      expect(asSet(rest(search))).toEqual(asSet(all));
    }
  },
);

test('below decisions, options that are left out and come back', () => {
  const matrix = pentominoes(3, 20);
  const all = rest(engines.sweep(matrix));
  const [first = []] = all;
  const search = engines.sweep(matrix);
  for (const option of first) {
    search.reset([~option]);
    expect(asSet(rest(search))).toEqual(asSet(all.filter((one) => !one.includes(option))));
    search.reset([option]);
    expect(asSet(rest(search))).toEqual(asSet(all.filter((one) => one.includes(option))));
  }
  search.reset([]);
  expect(rest(search)).toEqual(all);
});

test('another search uses what one has laid out, whatever that one has done since', () => {
  const matrix = dominoes(4, 4);
  const compiled = problemOf(matrix).compile();
  const all = rest(new Sweep(compiled));
  const first = new Sweep(compiled);
  // Options that are left out are missing in its array.
  first.reset([~0, ~7]);
  for (let nodes = 0; nodes < 9; nodes++) {
    const { laidOut } = first;
    // A clone of a view would be one of the whole memory.
    const copy = laidOut && { ...laidOut, array: laidOut.array.slice() };
    const second = new Sweep(compiled, {}, { firstLevels: 2 }, copy);
    expect(rest(second)).toEqual(all);
    first.advance(1);
  }
  first.reset([]);
  expect(rest(first)).toEqual(all);
});

test('counts without a stop, and its levels grow as it needs them', () => {
  const count = (matrix: Matrix) => {
    const search = new Sweep(problemOf(matrix).compile(), {}, { firstLevels: 2 });
    expect(search.advance(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)).toBe('exhausted');
    return search.solutions;
  };
  expect(count(dominoes(6, 6))).toBe(6728);
  expect(count(langford(7))).toBe(52);
  expect(count(pentominoes(4, 15))).toBe(4 * 368);
});

test('solutions come by the candidates of the first item, as they were stated', () => {
  // One item has all options, so every order begins with it.
  const matrix = { name: 'one', primary: 1, secondary: 2, options: [[0, 1], [2], [0], [0, 2]] };
  expect(rest(engines.sweep(matrix))).toEqual([[0], [2], [3]]);
});

describe('the order of the items', () => {
  /** Nodes by hand, columns first and the pieces last: 1.79, 8.39 and 25.8 million. */
  test.each([
    [4, 15, 4 * 368, runs(20)],
    [5, 12, 4 * 1010, runs(4)],
    ...(slow ? ([[6, 10, 4 * 2339, 2]] as const) : []),
  ] as const)(
    'is found from shuffled items: %ix%i',
    { timeout: 240_000 },
    (rows, columns, count, rounds) => {
      const matrix = pentominoes(rows, columns);
      const work: number[] = [];
      for (let seed = 1; seed <= rounds; seed++) {
        const items = new Random(seed).order(matrix.primary);
        const order = new Random(~seed).order(matrix.options.length);
        const options = Array.from(order, (k) => matrix.options[k].map((item) => items[item]));
        const search = new Sweep(problemOf({ ...matrix, options }).compile());
        search.advance(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
        expect(search.solutions).toBe(count);
        work.push(search.nodes);
      }
      const byHand = { 4: 1_789_677, 5: 8_387_259, 6: 25_848_915 }[rows];
      expect(Math.max(...work) / Math.min(...work, byHand)).toBeLessThan(1.5);
    },
  );

  test('is the same each time, and that of a small problem is found in the first slice', () => {
    const matrix = langford(6);
    const [a, b] = [1, 2].map(() => new Sweep(problemOf(langford(7)).compile())) as [Sweep, Sweep];
    expect(rest(a)).toEqual(rest(b));
    const small = new Sweep(problemOf(matrix).compile());
    small.advance(1);
    expect(small.nodes).toBe(1);
  });
});

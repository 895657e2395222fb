import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { SearchSettings } from '../../../src/engine/kernels/search.ts';
import { Account, SHORT_OF_MEMORY } from '../../../src/engine/learn/account.ts';
import { Learn } from '../../../src/engine/learn/learn.ts';
import { Problem, QuadrilleError } from '../../../src/index.ts';
import { langford, latinSquares, queens } from '../../cases/gallery.ts';
import { knuth } from '../../cases/knuth.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { Allocations } from '../../support/allocations.ts';
import { seeds, slices } from '../../support/arbitrary.ts';
import { asSet, isSolution } from '../../support/checker.ts';
import { runs, slow } from '../../support/effort.ts';
import { engines, rest } from '../../support/engines.ts';
import { anyKnown } from '../../support/known.ts';
import { compileMultiples, type MultipleMatrix } from '../../support/multiples.ts';

// Much work, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 60_000 });

const start = (matrix: Matrix, settings?: SearchSettings, slice?: number) =>
  new Learn(problemOf(matrix).compile(), settings, slice);

/** All solutions to come, and how it ended. */
function toEnd(search: Learn): [found: number[][], outcome: string] {
  const found: number[][] = [];
  let outcome = search.advance(Number.POSITIVE_INFINITY);
  for (; outcome === 'solution'; outcome = search.advance(Number.POSITIVE_INFINITY)) {
    found.push(search.solution());
  }
  return [found, outcome];
}

/** A problem with colours, and conflicts to learn from. */
const coloured: Matrix = {
  name: 'coloured',
  primary: 30,
  secondary: 12,
  options: Array.from({ length: 300 }, (_, k) => [k % 30, 30 + (k % 7), 37 + (k % 5)]),
  colours: Array.from({ length: 300 }, (_, k) => [0, (k * k) % 4, (3 * k) % 5]),
};

/** Graphs of 6 nodes that have 2 or 3 edges each. */
const degrees: MultipleMatrix = {
  name: 'degrees',
  primary: 6,
  secondary: 0,
  options: Array.from({ length: 15 }, (_, k) => {
    const a = Math.floor((1 + Math.sqrt(1 + 8 * k)) / 2);
    return [a, k - (a * (a - 1)) / 2];
  }),
  times: Array.from({ length: 6 }, () => [2, 3] as const),
};

describe('the account', () => {
  test.each<[string, Matrix | MultipleMatrix, SearchSettings]>([
    ['queens', queens(8), {}],
    ['queens, with little', queens(8), { memoryLimit: 30_000 }],
    ['with a seed', langford(7), { seed: 7 }],
    ['with a seed, with little', langford(7), { seed: 7, memoryLimit: 60_000 }],
    ['with a prefix', queens(9), { prefix: [3] }],
    ['with colours', coloured, { memoryLimit: 300_000 }],
    ['with bounds', degrees, { prefix: [3, ~4] }],
    ['where there is no solution at first sight', { ...knuth(), primary: 8, secondary: 0 }, {}],
  ])('knows to the byte what is held: %s', { timeout: 60_000 }, async (_, matrix, settings) => {
    const compiled = 'times' in matrix ? compileMultiples(matrix) : problemOf(matrix).compile();
    const { primary, secondary, options, multiple } = compiled;
    const allocations = new Allocations();
    try {
      const search = new Learn(compiled, settings, 500);
      // The memory that it holds ready for a prefix that may come.
      const prefix = 4 * (primary + secondary + (multiple ? 3 * options : 2 * primary));
      const check = async () => {
        const live = await allocations.live();
        expect(live).toBeLessThanOrEqual(search.memory);
        expect(live).toBeGreaterThanOrEqual(search.memory - prefix);
      };
      await check();
      for (const budget of [1, 1, 1, 1, 100, 1000, 3000, Number.POSITIVE_INFINITY]) {
        search.advance(budget);
        await check();
      }
      search.reset();
      await check();
      for (const budget of [1, 1, 300]) search.advance(budget);
      await check();
      search.reset([0]);
      search.advance(1000);
      await check();
      search.reset([]);
      toEnd(search);
      await check();
    } finally {
      allocations.stop();
    }
  });

  test('allocates nothing beyond any limit, and what it finds is right or it is stuck', () => {
    const outcomes = { stuck: 0, exhausted: 0 };
    const limits = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(
        anyKnown,
        seeds,
        slices,
        limits,
        fc.boolean(),
        (known, seed, slice, memoryLimit, again) => {
          const { compiled } = known;
          const allocations = new Allocations();
          let search: Learn | undefined;
          allocations.before = (bytes) => {
            // Nothing is given back before it is made.
            const held = search === undefined ? allocations.total : search.memory;
            if (held + bytes > memoryLimit) throw new Error(`${held} + ${bytes} > ${memoryLimit}`);
          };
          try {
            search = new Learn(compiled, { seed, memoryLimit }, slice);
            let [found, outcome] = toEnd(search);
            if (again) {
              search.reset();
              [found, outcome] = toEnd(search);
            }
            expect(search.memory).toBeLessThanOrEqual(memoryLimit);
            allocations.stop();
            outcomes[outcome as 'stuck' | 'exhausted']++;
            const all = asSet(known.all);
            expect(new Set(asSet(found)).size).toBe(found.length);
            expect(asSet(found).filter((one) => !all.includes(one))).toEqual([]);
            if (outcome === 'exhausted') expect(asSet(found)).toEqual(all);
          } finally {
            allocations.stop();
          }
        },
      ),
      { numRuns: runs(1500) },
    );
    expect(outcomes.stuck).toBeGreaterThan(runs(50));
    expect(outcomes.exhausted).toBeGreaterThan(runs(50));
  });

  test('takes nothing for a problem that is far too large for the limit', () => {
    const problem = new Problem({ primary: 100 });
    for (let k = 0; k < 50_000; k++) problem.addIndices([k % 20, 20 + (k % 30), 60 + (k % 40)]);
    const compiled = problem.compile();
    const allocations = new Allocations();
    try {
      expect(new Learn(compiled, { memoryLimit: 1000 }).advance(1)).toBe('stuck');
      expect(allocations.total).toBe(0);
      const search = new Learn(compiled, { memoryLimit: 1_000_000 });
      expect(search.advance(Number.POSITIVE_INFINITY)).toBe('stuck');
      expect(allocations.total).toBeLessThanOrEqual(1_000_000);
    } finally {
      allocations.stop();
    }
  });

  test('refuses what cannot be addressed before it allocates it', () => {
    const account = new Account(Number.POSITIVE_INFINITY);
    expect(() => account.integers(2 ** 31)).toThrow(expect.objectContaining({ code: 'too-large' }));
    expect(account.used).toBe(0);
    expect(() => new Account(399).integers(100)).toThrow(SHORT_OF_MEMORY as never);
  });

  test('a machine without memory is an error, wherever it comes, and a reset mends it', () => {
    for (const matrix of [queens(6), coloured]) {
      const compiled = problemOf(matrix).compile();
      const all = asSet(rest(new Learn(compiled, { seed: 3 })));
      let failed = 0;
      for (let n = 0; ; n++) {
        const allocations = new Allocations();
        let left = n;
        allocations.before = () => {
          if (left-- === 0) throw new RangeError('Array buffer allocation failed');
        };
        let search: Learn | undefined;
        try {
          search = new Learn(compiled, { seed: 3 });
          const [found] = toEnd(search);
          expect(asSet(found)).toEqual(all);
        } catch (error) {
          failed++;
          expect(error).toBeInstanceOf(QuadrilleError);
          expect((error as QuadrilleError).code).toBe('out-of-memory');
          expect(() => search?.advance(1)).toThrow((error as Error).message);
        } finally {
          allocations.stop();
        }
        search?.reset();
        if (search !== undefined) expect(asSet(rest(search))).toEqual(all);
        if (left >= 0) break;
      }
      expect(failed).toBeGreaterThan(20);
    }
  });
});

describe('memory', () => {
  test.each([-1, Number.NaN, '5', null])('a limit of %j is refused', (memoryLimit) => {
    expect(() => start(knuth(), { memoryLimit: memoryLimit as number })).toThrow(/memoryLimit/);
  });

  test('with too little for the problem itself it is stuck at once, and stays so', () => {
    const search = start(queens(8), { memoryLimit: 1000 });
    expect(search.advance(0)).toBe('paused');
    expect(search.advance(1e6)).toBe('stuck');
    expect(search.advance(1e6)).toBe('stuck');
    expect(() => search.solution()).toThrow();
  });

  test('after a reset it comes as far again', () => {
    const search = start(queens(10), { memoryLimit: 70_000 });
    const run = () => {
      let found = 0;
      while (search.advance(Number.POSITIVE_INFINITY) === 'solution') found++;
      return [found, search.nodes];
    };
    const [found = 0, nodes] = run();
    expect(found).toBeGreaterThan(100);
    search.reset();
    expect(run()).toEqual([found, nodes]);
  });

  test('with little it finds some solutions, all different, until it is stuck', () => {
    const matrix = queens(10);
    const search = start(matrix, { memoryLimit: 70_000 });
    const [found, outcome] = toEnd(search);
    expect(outcome).toBe('stuck');
    expect(found.length).toBeGreaterThan(10);
    expect(found.length).toBeLessThan(724);
    expect(new Set(asSet(found)).size).toBe(found.length);
    expect(found.filter((numbers) => !isSolution(matrix, numbers))).toEqual([]);
    search.reset();
    expect(search.advance(Number.POSITIVE_INFINITY)).toBe('solution');
  });

  test('with little it forgets more, and proves what it would have proven', () => {
    const ample = start(langford(9));
    expect(rest(ample)).toEqual([]);
    const search = start(langford(9), { memoryLimit: 250_000 });
    expect(rest(search)).toEqual([]);
    expect(search.conflicts).toBeGreaterThan(ample.conflicts);
  });

  test('with any limit it finds all solutions once, or some of them once and is stuck', () => {
    const outcomes = { stuck: 0, exhausted: 0 };
    for (const [matrix, count] of [
      [langford(7), 52],
      [queens(8), 92],
      [latinSquares(4), 576],
    ] as const) {
      for (let memoryLimit = 12_000; memoryLimit < 250_000; memoryLimit *= slow ? 1.06 : 1.12) {
        const slice = 1 + (Math.floor(memoryLimit) % 2000);
        const [found, outcome] = toEnd(start(matrix, { memoryLimit, seed: slice }, slice));
        outcomes[outcome as 'stuck' | 'exhausted']++;
        expect(found.filter((numbers) => !isSolution(matrix, numbers))).toEqual([]);
        expect(new Set(asSet(found)).size).toBe(found.length);
        if (outcome === 'exhausted') expect(found.length).toBe(count);
      }
    }
    expect(outcomes.stuck).toBeGreaterThan(15);
    expect(outcomes.exhausted).toBeGreaterThan(15);
  });

  test('leaves out solutions while memory is short, and what these clauses settle is followed up', () => {
    // Found by a search at random: the memory runs out in the propagation of options left out.
    const options = (
      '8 5 1, 3 4 6, 9 2 7 0, 10, 5 9, 1 8 13, 10, 5 1, 8 0 6 12, 3 5 7, 9 13, 5 1 2 10 ' +
      '14, 4, 7 12, 8 9 4, 9 5 8 13, 2 3 10 7, 3 16, 5 13, 3 2 12, 7 4 2 13, 4, 9 8 2 7 ' +
      '11, 9 6 0 14, 10 2 3 9 17, 0 9 2 10, 9 7 6 4, 0, 0 4 5 10, 5 4 0 12, 1 8 14, 10, ' +
      '1 9 4 14, 3 7, 8 15, 5 3 2 10 11, 5 0 17, 10 0 12, 10 2, 1 3 0 5, 10 4 0 14, 5 ' +
      '13, 6 9 15, 0, 6 8 7 1 12, 9 13, 9 6 0 4 17, 3 10 0 2 17'
    ).split(', ');
    const matrix: Matrix = {
      name: 'short',
      primary: 11,
      secondary: 7,
      options: options.map((items) => items.split(' ').map(Number)),
    };
    const all = rest(engines.wasmLists(matrix));
    const known = [
      [1, 2, 3, 0],
      [1, 2, 3, 7, 34],
      [1, 2, 3, 30, 18],
      [1, 2, 3, 30, 41],
    ];
    const wanted = asSet(all).filter((one) => !asSet(known).includes(one));
    expect(wanted).toHaveLength(all.length - known.length);
    let ended = 0;
    for (let memoryLimit = 40_000; memoryLimit < 56_000; memoryLimit += slow ? 125 : 250) {
      const search = start(matrix, { memoryLimit, seed: 801 });
      for (const numbers of known) search.exclude(numbers);
      const [found, outcome] = toEnd(search);
      expect(asSet(found).filter((one) => !wanted.includes(one))).toEqual([]);
      if (outcome !== 'exhausted') continue;
      expect(asSet(found)).toEqual(wanted);
      ended++;
    }
    expect(ended).toBeGreaterThan(5);
  });

  test('with so little that nothing can be kept it is stuck, and not busy for ever', () => {
    for (const memoryLimit of [10_000, 20_000, 40_000, 60_000]) {
      const search = start(langford(9), { memoryLimit });
      expect(search.advance(Number.POSITIVE_INFINITY)).toBe('stuck');
    }
  });
});

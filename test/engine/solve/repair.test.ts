import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Multiples } from '../../../src/engine/kernels/multiples/multiples.ts';
import { Repair } from '../../../src/engine/kernels/multiples/repair.ts';
import { Start } from '../../../src/engine/kernels/prefix.ts';
import { Random } from '../../../src/engine/kernels/random.ts';
import { count, first, isUnique, solutions } from '../../../src/engine/solve/api.ts';
import { createSearch } from '../../../src/engine/solve/engines.ts';
import { seeds } from '../../support/arbitrary.ts';
import { asSet } from '../../support/checker.ts';
import { runs, slow } from '../../support/effort.ts';
import { multiple, packing, prefixOf, solutionsBelow, where } from '../../support/known.ts';
import { compileMultiples } from '../../support/multiples.ts';
import { matrixOf, placements } from '../../support/placements.ts';

test.each([
  ['random problems', multiple],
  ['small packings', packing],
])('what the repair finds is a solution that keeps to the prefix: %s', (_, problems) => {
  let found = 0;
  fc.assert(
    fc.property(problems, where, seeds, (known, place, seed) => {
      const { compiled, all } = known;
      const prefix = prefixOf(known, place);
      const repair = new Repair(compiled, new Start(compiled, prefix), seed);
      for (let k = 0; k < 60; k++) {
        if (repair.advance(3) === 'paused') continue;
        const [numbers] = asSet([repair.solution()]);
        expect(asSet(solutionsBelow(all, prefix))).toContain(numbers);
        found++;
        break;
      }
    }),
    { numRuns: runs(300) },
  );
  expect(found).toBeGreaterThan(runs(75));
});

const SHAPES = [
  '###/##./##.',
  '###/##./.##',
  '.##/###/##.',
  '##./###/##.',
  '###/#../###',
  '###/.#./###',
];
const turned = (text: string): string => {
  const lines = text.split('/');
  return [...lines[0]]
    .map((_, x) =>
      lines
        .map((line) => line[x])
        .reverse()
        .join(''),
    )
    .join('/');
};
const orientations = (text: string): string[] => {
  const all: string[] = [];
  for (let k = 0, shape = text; k < 8; k++, shape = turned(shape)) {
    if (k === 4) shape = shape.split('/').reverse().join('/');
    all.push(shape);
  }
  return [...new Set(all)];
};
const presents = (rows: number, columns: number, counts: number[], shapes = SHAPES) =>
  matrixOf(
    counts.map((number) => [number, number] as const),
    rows * columns,
    placements(rows, columns, shapes.map(orientations)),
  );

describe('presents in a region with gaps', () => {
  // The example of Advent of Code 2025, day 12. In the last one 11 cells would stay empty, and yet
  // nothing fits.
  test.each([
    [4, 4, [0, 0, 0, 0, 2, 0], 'found'],
    [5, 12, [1, 0, 1, 0, 2, 2], 'found'],
    [5, 12, [1, 0, 1, 0, 3, 2], 'complete'],
  ] as const)('in %i x %i: %o', (rows, columns, counts, status) => {
    const compiled = compileMultiples(presents(rows, columns, [...counts]));
    if (status === 'found') expect(first(compiled).status).toBe(status);
    const answer = status === 'found' ? 'several' : 'none';
    expect(isUnique(compiled)).toEqual({ answer, status });
  });

  test('all ways are counted, by auto as by name', () => {
    const compiled = compileMultiples(presents(4, 5, [0, 0, 0, 0, 1, 1]));
    const { count: ways } = count(compiled);
    expect(ways).toBeGreaterThan(1);
    for (const engine of ['multiples', 'learn'] as const) {
      expect(count(compiled, { engine }).count).toBe(ways);
    }
  });

  test.each(slow ? [1, 2, 3] : [1])(
    'hundreds of them fill nine tenths of 50 x 50 (seed %i)',
    (seed) => {
      const counts = SHAPES.map((_, k) => 44 + ((seed * 7 + k * 11) % 19));
      const number = counts.reduce((sum, times) => sum + times, 0);
      expect(number).toBeGreaterThan(300);
      const matrix = presents(50, 50, counts);
      const { solution = [], status } = first(compileMultiples(matrix), { maxNodes: 40 * number });
      expect(status).toBe('found');
      expect(solution).toHaveLength(number);
      for (const [kind, times] of counts.entries()) {
        expect(solution.filter((option) => matrix.options[option]?.[0] === kind)).toHaveLength(
          times,
        );
      }
      const used = solution.flatMap((option) => matrix.options[option]?.slice(1));
      expect(new Set(used).size).toBe(used.length);
    },
  );
});

/** A square of cells, mostly with a single cell at one of its sides. */
function bumpy(side: number, random: Random): string {
  const marks = Array.from({ length: side + 2 }, (_, r) =>
    Array.from({ length: side + 2 }, (_, c) =>
      r > 0 && r <= side && c > 0 && c <= side ? '#' : '.',
    ),
  );
  const place = random.below(side + 2);
  (marks[0] as string[])[place] = place > 0 && place <= side ? '#' : '.';
  // Without the empty margins.
  const rows = marks.filter((row) => row.includes('#'));
  const columns = [...marks.keys()].filter((c) => rows.some((row) => row[c] === '#'));
  return rows.map((row) => columns.map((c) => row[c]).join('')).join('/');
}

describe('generated regions of 32 x 32, some of them full', () => {
  // A square of 6 x 6 is in each piece. Only 5 x 5 of these fit, though the area has room for more.
  test.each(slow ? [1, 2, 3, 4, 5] : [1])(
    'pieces of seed %i',
    (seed) => {
      const random = new Random(seed);
      const shapes = Array.from({ length: 4 }, () => bumpy(6, random));
      const areas = shapes.map((shape) => shape.split('#').length - 1);
      const any = presents(32, 32, [1, 1, 1, 1], shapes);
      const ask = (number: number) => {
        const counts = shapes.map((_, k) => Math.floor((number + k) / 4));
        const area = counts.reduce((sum, times, k) => sum + times * areas[k], 0);
        expect(area).toBeLessThan(0.98 * 1024);
        const times = counts.map((count) => [count, count] as const);
        return first(compileMultiples({ ...any, times }), { maxNodes: 200_000 });
      };
      expect(ask(26)).toEqual({ status: 'complete' });
      expect(ask(23).solution).toHaveLength(23);
    },
    30_000,
  );
});

describe('weights that prove at the start that nothing fits', () => {
  test('nine squares of 2 x 2 fit in 7 x 7, and ten do not', () => {
    for (const [number, outcome] of [
      [9, 'solution'],
      [10, 'exhausted'],
    ] as const) {
      const search = new Multiples(compileMultiples(presents(7, 7, [number], ['##/##'])));
      expect(search.advance(Infinity)).toBe(outcome);
      if (number === 10) expect(search.nodes).toBe(0);
    }
  });

  test('they are found beside smaller pieces, and hold below a prefix', () => {
    const matrix = presents(7, 7, [10, 4], ['##/##', '#']);
    const compiled = compileMultiples(matrix);
    expect(first(compiled, { maxNodes: 1 })).toEqual({ status: 'complete' });
    expect(count(compiled, { prefix: [3, ~0] })).toMatchObject({ count: 0, status: 'complete' });
    const search = new Multiples(compiled);
    expect([...search.frontier()]).toEqual([]);
    search.reset([5]);
    expect(search.advance(1)).toBe('exhausted');
  });

  test('a square of 4 x 4 counts as four of 2 x 2', () => {
    const squares = ['####/####/####/####', '##/##'];
    for (const [number, status] of [
      [5, 'found'],
      [6, 'complete'],
    ] as const) {
      const compiled = compileMultiples(presents(7, 7, [1, number], squares));
      expect(first(compiled, { maxNodes: 1000 }).status).toBe(status);
      if (status === 'complete') expect(new Multiples(compiled).advance(1)).toBe('exhausted');
    }
  });

  test('they prove nothing wrong: learn finds no solution either', () => {
    const shape = fc.constantFrom('##/##', '##/##/##', '###/###/###', '#.#/###', '##/#.', '#');
    let proofs = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 7 }),
        fc.integer({ min: 3, max: 7 }),
        fc.uniqueArray(shape, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 50, max: 100 }),
        fc.constantFrom(5, 20, 1e9),
        (rows, columns, shapes, percent, gap) => {
          const share = (rows * columns * percent) / 100 / shapes.length;
          const counts = shapes.map((text) => Math.round(share / (text.split('#').length - 1)));
          const whole = presents(rows, columns, counts, shapes);
          const matrix = { ...whole, options: whole.options.filter((_, k) => k % gap !== 1) };
          const compiled = compileMultiples(matrix);
          const search = new Multiples(compiled);
          if (search.advance(1) !== 'exhausted') return;
          proofs++;
          const { status } = first(compiled, { engine: 'learn', maxNodes: 2000 });
          expect(['complete', 'nodes']).toContain(status);
        },
      ),
      { numRuns: runs(1500) },
    );
    expect(proofs).toBeGreaterThan(runs(60));
  });
});

describe('engines that cover each item exactly once', () => {
  const twice = compileMultiples(matrixOf([[2, 2]], 0, [[0], [0], [0]]));

  test.each(['lists', 'links', 'sweep'] as const)('%s refuses multiplicities', (engine) => {
    const refused = expect.objectContaining({
      code: 'bad-setting',
      message: expect.stringMatching(
        new RegExp(
          `engine ${engine} covers.*exactly once.*take the engine auto, multiples or learn`,
        ),
      ),
    });
    expect(() => createSearch(twice, { engine })).toThrow(refused);
    expect(() => first(twice, { engine })).toThrow(refused);
    expect(() => count(twice, { engine })).toThrow(refused);
  });

  test.each(['auto', 'multiples', 'learn'] as const)('%s takes them', (engine) => {
    expect(count(twice, { engine })).toMatchObject({ count: 3, status: 'complete' });
    expect([...solutions(twice, { engine })].map((numbers) => numbers.length)).toEqual([2, 2, 2]);
    expect(isUnique(twice, { engine }).answer).toBe('several');
    expect(first(twice, { engine, prefix: [~0] })).toMatchObject({ status: 'found' });
  });
});

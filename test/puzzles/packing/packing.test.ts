import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count, first, solutions } from '../../../src/index.ts';
import { cubesOf } from '../../../src/puzzles/packing/cubes.ts';
import { piece, pieces, readPieces } from '../../../src/puzzles/packing/pieces.ts';
import {
  type PolyominoSettings,
  polycubes,
  polyominoes,
} from '../../../src/puzzles/packing/polyominoes.ts';
import { asPacking, classesOf, packings } from './tiling.ts';

describe('as many dominoes in a board as published', () => {
  // The matching polynomials of the grids; their coefficients have the sums of OEIS A028420.
  test.each([
    ['3x3', [12, 44, 56, 18], 131],
    ['4x4', [24, 224, 1044, 2593, 3388, 2150, 552, 36], 10012],
  ])('%s', (region, counts, sum) => {
    const found = counts.map((_, k) => {
      return count(polyominoes(region, `I2*${k + 1}`, { gaps: true })).count;
    });
    expect(found).toEqual(counts);
    expect(1 + counts.reduce((all, one) => all + one, 0)).toBe(sum);
  });

  test('2xn: OEIS A046741, by monominoes in the gaps, too', () => {
    // Matchings of a ladder of n rungs with k edges.
    const ladder = [
      [4, 2],
      [7, 11, 3],
      [10, 29, 26, 5],
      [13, 56, 94, 56, 8],
    ];
    for (const [k, row] of ladder.entries()) {
      const region = `2x${k + 2}`;
      for (const [at, expected] of row.entries()) {
        const dominoes = `I2*${at + 1}`;
        const gaps = 2 * (k + 2) - 2 * (at + 1);
        expect(count(polyominoes(region, dominoes, { gaps: true })).count).toBe(expected);
        const names = gaps === 0 ? dominoes : `${dominoes} I1*${gaps}`;
        expect(count(polyominoes(region, names)).count).toBe(expected);
      }
    }
  });

  test('all of one kind: Fischer and Temperley, Kasteleyn (1961)', () => {
    expect(count(polyominoes('6x6', 'I2*18')).count).toBe(6728);
  });
});

describe("Slothouber's and Graatsma's puzzle: six 1x2x2 and three 1x1x1 in 3x3x3", () => {
  test('its one solution looks the same in six ways, so that there are 48 / 6', () => {
    expect(count(polycubes('3x3x3', 'O4*6 I1*3')).count).toBe(8);
    expect(count(polycubes('3x3x3', 'O4*6', { gaps: true })).count).toBe(8);
  });
});

describe('as many as by hand', () => {
  test.each<[region: string, names: string, settings: PolyominoSettings]>([
    ['3x3', 'L4 I2*2', { gaps: true }],
    ['3x4', 'L4 I2*2', { gaps: true }],
    // A mirror would make one of the two and two of the one.
    ['4x4', "S4*2 S4' I1", { gaps: true, oneSided: true }],
    ['4x4', "L4*2 L4' I1", { gaps: true, oneSided: true }],
    ['3x4', "L4 L4' I1", { gaps: true, oneSided: true }],
  ])('%s by %s, %j, up to symmetry', (region, names, settings) => {
    const given = pieces(names);
    const cells = cubesOf(region);
    const freedom = settings.oneSided ? 'one-sided' : 'flat';
    const byHand = packings(cells, given, freedom, true);
    const classes = classesOf(byHand, cells, given, freedom);
    const once = { ...settings, upToSymmetry: true };
    expect(count(polyominoes(region, names, once)).count).toBe(classes);
    expect(classes).toBeLessThan(byHand.length);
  });

  const random = fc.record({
    region: fc.constantFrom('2x2', '2x3', '3x3', '2x4', '3x4', '.##\n###\n##.', '###\n#.#\n###'),
    names: fc.uniqueArray(fc.constantFrom('I1', 'I2', 'I3', 'V3', 'L4', "L4'", 'S4', 'T4', 'O4'), {
      minLength: 1,
      maxLength: 3,
    }),
    times: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 3 }),
    gaps: fc.boolean(),
    oneSided: fc.boolean(),
  });

  test('in random regions, by random pieces: the same sets, each once, or one of each class', () => {
    let [compared, classes, several] = [0, 0, 0];
    fc.assert(
      fc.property(random, ({ region, names, times, gaps, oneSided }) => {
        const cells = cubesOf(region);
        const freedom = oneSided ? 'one-sided' : 'flat';
        // Turned over, L4' is L4: two kinds that look alike are not told apart by their looks.
        if (!oneSided && names.includes("L4'")) return;
        // The last kind fills the rest, where the region must be full.
        const given = names.map((name, k) => {
          return { ...pieces(name)[0], times: times[k] };
        });
        const size = () => given.reduce((sum, one) => sum + one.cells.length * one.times, 0);
        const last = given.at(-1) as (typeof given)[number];
        if (!gaps) last.times += (cells.length - size()) / last.cells.length;
        if (!Number.isInteger(last.times) || last.times < 1 || size() > cells.length) return;
        const byHand = packings(cells, given, freedom, gaps);
        const found = [...solutions(polyominoes(region, given, { gaps, oneSided }))].map(
          ({ payloads }) => asPacking(payloads).join('; '),
        );
        expect(found.sort()).toEqual(byHand.map((packing) => packing.join('; ')).sort());
        compared++;
        if (given.some((one) => one.times > 1) && found.length > 1) several++;
        const once = { gaps, oneSided, upToSymmetry: true };
        try {
          const { count: broken } = count(polyominoes(region, given, once));
          expect(broken).toBe(classesOf(byHand, cells, given, freedom));
          if (given.some((one) => one.times > 1)) classes++;
        } catch (error) {
          expect((error as Error).message).toContain('fixes pieces that have one copy');
          expect(given.some((one) => one.times > 1)).toBe(true);
        }
      }),
      { numRuns: 600, seed: 7 },
    );
    expect(compared).toBeGreaterThan(100);
    expect(several).toBeGreaterThan(30);
    expect(classes).toBeGreaterThan(8);
  });
});

test('gaps are cells that may be empty, and nothing else changes', () => {
  const problem = polyominoes('2x2', 'I2', { gaps: true });
  expect([problem.primaryCount, problem.secondaryCount]).toEqual([1, 4]);
  expect(problem.option(0)).toEqual(['I2', 'r1c1', 'r1c2']);
});

test('copies are one item, covered as often, and each placement is one option', () => {
  const problem = polyominoes('2x4', 'V3*2 I2', { gaps: true });
  expect([problem.times('V3'), problem.times('I2')]).toEqual([
    [2, 2],
    [1, 1],
  ]);
  expect([problem.secondaryCount, problem.optionCount]).toEqual([8, 3 * 4 + 10]);
  expect(problem.payload(0).piece).toBe('V3');
  expect(polyominoes('4x4', 'V3*2 I2*5').times('V3')).toEqual([2, 2]);
  // All cells are covered, and most of them by I2: the number of the others leaves it no choice.
  expect(() => polyominoes('4x4', 'V3*2 I2*5').times('I2')).toThrow(/no item "I2"/);
});

test('many copies take no more options than one', () => {
  const pieces = 'P*12 I*12 X*12 W*12';
  const problem = polyominoes('20x20', pieces, { gaps: true });
  const once = polyominoes('20x20', pieces.replaceAll('*12', ''), { gaps: true });
  expect(problem.optionCount).toBe(once.optionCount);
  const { solution } = first(problem);
  expect(solution?.payloads.filter(({ piece }) => piece === 'W')).toHaveLength(12);
  expect(new Set(solution?.payloads.flatMap(({ cells }) => cells)).size).toBe(48 * 5);
});

describe('how many there are of a piece', () => {
  test('is told by name, for one and for a set, and in a drawing', () => {
    expect(pieces('P*3').map(({ name, times }) => [name, times])).toEqual([['P', 3]]);
    expect(pieces("F'*2")[0]).toMatchObject({ name: "F'", times: 2 });
    expect(pieces('trominoes*2 O4').map(({ name, times }) => [name, times])).toEqual([
      ['I3', 2],
      ['V3', 2],
      ['O4', undefined],
    ]);
    expect(readPieces('corner*2:\n##\n#.\n')[0]).toMatchObject({ name: 'corner', times: 2 });
  });

  test.each<[() => unknown, string]>([
    [() => pieces('P*0'), 'The number of pieces "P" is 0; give a whole number from 1 to 10000.'],
    [() => pieces('P*99999'), 'from 1 to 10000'],
    [() => pieces('P*'), 'No piece is called "P*"'],
    [() => pieces('P*2*3'), 'No piece is called "P*2*3"'],
    [() => piece('a*b', '#'), "without blanks, ':', '|' and '*'"],
    [() => polyominoes('3x3', 'I3 I3'), "or both as one: 'I3*2'"],
    [
      () => polyominoes('3x3', [{ ...pieces('I3')[0], times: 1.5 }]),
      'The number of pieces "I3" is 1.5',
    ],
    [() => polyominoes('2x2', 'I3*2', { gaps: true }), 'give fewer pieces, or a larger board'],
    [
      () => polyominoes('3x3', 'I3*2'),
      "give both the same number, or give gaps: true, or give supply: 'unlimited'.",
    ],
    [() => polyominoes('3x3', 'I3*4'), "give both the same number, or give supply: 'unlimited'."],
    [
      () => polyominoes('3x3', 'I3*3', { supply: 'unlimited' }),
      'The piece "I3" has a number of copies, 3, but the supply is unlimited; leave out the number',
    ],
    [
      () => polyominoes('3x3', 'I3', { supply: 'unlimited', gaps: true }),
      'no piece has to be placed',
    ],
    [() => polyominoes('3x3', 'I3', { gaps: 'yes' as never }), 'gaps is "yes"; give true or false'],
    [() => polyominoes('4x4', 'I2*7', { gaps: true, upToSymmetry: true }), 'Here there are none'],
  ])('%s', (make, message) => {
    expect(make).toThrow(message);
  });
});

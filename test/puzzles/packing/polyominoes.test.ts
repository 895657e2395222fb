import { describe, expect, test } from 'vitest';
import { count, first, type Problem, solutions } from '../../../src/index.ts';
import { aztecDiamond, cubesOf, type Placed } from '../../../src/puzzles/packing/cubes.ts';
import { type Piece, piece, pieces, withMirrors } from '../../../src/puzzles/packing/pieces.ts';
import {
  dominoes,
  type PolyominoSettings,
  pentominoes,
  polyominoes,
} from '../../../src/puzzles/packing/polyominoes.ts';
import { slow } from '../../support/effort.ts';
import { tilings } from '../../support/kasteleyn.ts';
import { isTiling } from './tiling.ts';

const once = { upToSymmetry: true };
const endless = { supply: 'unlimited' } as const;

/** 8x8 without the four cells in the middle. */
const WITHOUT_MIDDLE = `
########
########
########
###..###
###..###
########
########
########`;

describe('the 12 pentominoes', () => {
  test.each([
    ['3x20', 2, 4, 'Golomb (1954)'],
    [WITHOUT_MIDDLE, 65, 8, 'Scott (1958)'],
    ['4x15', 368, 4, 'Haselgrove and Haselgrove (1960)'],
  ])('%s: %i x %i (%s)', { timeout: 30_000 }, (region, classes, group) => {
    expect(count(pentominoes(region)).count).toBe(classes * group);
    expect(count(pentominoes(region, once)).count).toBe(classes);
  });

  test.runIf(slow).each([
    ['5x12', 1010, 'Haselgrove and Haselgrove (1960)'],
    ['6x10', 2339, 'Haselgrove and Haselgrove (1960)'],
  ])('%s: %i (%s)', { timeout: 300_000 }, (region, classes) => {
    expect(count(pentominoes(region)).count).toBe(4 * classes);
    expect(count(pentominoes(region, once)).count).toBe(classes);
  });

  test.runIf(slow)(
    'with the square tetromino anywhere on 8x8: 16146 (Knuth 2000)',
    {
      timeout: 300_000,
    },
    () => {
      expect(count(polyominoes('8x8', 'pentominoes O4', once)).count).toBe(16146);
    },
  );

  test.runIf(slow)('18 one-sided ones in 3x30: four of each', { timeout: 300_000 }, () => {
    // None is its own image: V lies on no axis of the board, F and its like on no centre.
    const all = count(pentominoes('3x30', { oneSided: true })).count ?? 0;
    expect(all).toBeGreaterThan(0);
    expect(count(pentominoes('3x30', { oneSided: true, ...once })).count).toBe(all / 4);
  });

  test('18 one-sided ones are laid without turning them over', () => {
    const region = '3x30';
    const { solution } = first(pentominoes(region, { oneSided: true }));
    const given = withMirrors(pieces('pentominoes'));
    expect(isTiling(solution?.payloads ?? [], cubesOf(region), given, 'one-sided')).toBe(true);
  });

  test('each solution is a tiling', () => {
    for (const { payloads } of solutions(pentominoes('3x20'))) {
      expect(isTiling(payloads, cubesOf('3x20'), pieces('pentominoes'), 'flat')).toBe(true);
    }
    for (const { payloads } of solutions(pentominoes(WITHOUT_MIDDLE, once))) {
      expect(isTiling(payloads, cubesOf(WITHOUT_MIDDLE), pieces('pentominoes'), 'flat')).toBe(true);
    }
  });
});

describe('pieces without end', () => {
  test.each<[names: string, string, width: number, rows: number, counts: number[]]>([
    ['trominoes', 'OEIS A233339', 3, 4, [23, 939, 41813]],
    ['tetrominoes', 'OEIS A174248', 1, 4, [1, 4, 23, 117, 454, 2003, 9157]],
    ['L4', 'OEIS A084480', 2, 4, [2, 10, 42, 182, 790]],
    ['L4 T4', 'OEIS A233191', 1, 4, [0, 2, 4, 12, 16, 76, 128, 386]],
    ['L4 S4 O4', 'OEIS A242636', 1, 4, [0, 3, 12, 23, 94, 289, 842]],
    ['L4 T4 S4', 'OEIS A233266', 1, 4, [0, 2, 10, 24, 70, 276, 820]],
    ['L U I', 'OEIS A251737', 1, 5, [1, 3, 5, 17, 66, 181, 508]],
    ['T W I X', 'OEIS A372221', 1, 5, [1, 1, 1, 1, 2, 3, 6, 9]],
  ])('%s (%s)', (names, _source, width, rows, counts) => {
    const found = counts.map((_, k) => {
      return count(polyominoes(`${rows}x${width * (k + 1)}`, names, endless)).count;
    });
    expect(found).toEqual(counts);
  });

  test('monominoes and dominoes in 2xn: OEIS A030186', () => {
    const counts = [2, 7, 22, 71, 228];
    const found = counts.map((_, k) => count(polyominoes(`2x${k + 1}`, 'I1 I2', endless)).count);
    expect(found).toEqual(counts);
  });

  test('one-sided L4 in 4x2n, by hand', () => {
    // In 4x2 two of them make a rectangle, of one hand and of the other.
    const oneSided = { ...endless, oneSided: true };
    expect(count(polyominoes('4x2', 'L4', oneSided)).count).toBe(1);
    expect(count(polyominoes('4x2', "L4'", oneSided)).count).toBe(1);
    expect(count(polyominoes('4x2', "L4 L4'", oneSided)).count).toBe(2);
    expect(count(polyominoes('4x4', "L4 L4'", oneSided)).count).toBe(10);
  });

  test('tilings are tilings', () => {
    const all = pieces('tetrominoes');
    for (const { payloads } of solutions(polyominoes('4x4', 'tetrominoes', endless))) {
      expect(isTiling(payloads, cubesOf('4x4'), all, 'flat', 'unlimited')).toBe(true);
    }
  });
});

describe('dominoes', () => {
  test('on every rectangle up to 6x6', () => {
    expect([tilings(6, 6), tilings(8, 8)].map(Math.round)).toEqual([6728, 12988816]);
    for (let rows = 1; rows <= 6; rows++) {
      for (let columns = rows; columns <= 6; columns++) {
        const odd = (rows * columns) % 2 === 1;
        const expected = odd ? 0 : Math.round(tilings(rows, columns));
        expect(count(dominoes(`${rows}x${columns}`)).count).toBe(expected);
      }
    }
  });

  test.each([1, 2, 3, 4, 5])('in the Aztec diamond of order %i', (n) => {
    expect(count(dominoes(aztecDiamond(n))).count).toBe(2 ** ((n * (n + 1)) / 2));
  });

  test('not on a board without two opposite corners', () => {
    expect(count(dominoes('.###\n####\n####\n###.')).count).toBe(0);
  });
});

test('a piece in two parts is a piece', () => {
  const given = [piece('apart', '#.#'), piece('dot', '#')];
  expect(count(polyominoes('1x3', given)).count).toBe(1);
});

test('what is stated has readable names, and payloads to draw', () => {
  const problem: Problem<Placed> = polyominoes('2x2', [piece('vee', '##\n#.'), ...pieces('I1')]);
  expect(problem.option(0)).toEqual(['vee', 'r1c1', 'r1c2', 'r2c1']);
  expect(problem.payload(0)).toEqual({
    piece: 'vee',
    cells: [
      { row: 0, column: 0 },
      { row: 0, column: 1 },
      { row: 1, column: 0 },
    ],
  });
  expect(problem.optionCount).toBe(8);
});

test.each<[region: unknown, given: unknown, settings: unknown, RegExp]>([
  [
    '5x5',
    'pentominoes',
    {},
    /The 12 pieces have 60 cells, the board has 25; give both the same number, or give supply/,
  ],
  ['5x5', 'X', {}, /The piece has 5 cells, the board has 25/],
  ['2x2x2', 'O4', {}, /The board has more than one layer; use polycubes/],
  ['3x3x3', 'soma', {}, /more than one layer; use polycubes/],
  ['4x5', 'tetrominoes left', {}, /The piece "left" has more than one layer/],
  ['2x2', 'I2 I2', {}, /Two pieces are called "I2"/],
  ['2x2', [], {}, /The pieces are an array of 0/],
  ['2x2', undefined, {}, /The pieces are undefined/],
  ['2x2', 'O4', { supply: 'twice' }, /supply is "twice"; give 'once' or 'unlimited'/],
  ['2x2', 'O4', { oneSided: 'yes' }, /oneSided is "yes"; give true or false/],
  ['2x2', 'O4', { upToSymmetry: 1 }, /upToSymmetry is 1; give true or false/],
  ['2x2', 'O4', { symmetry: true }, /no setting "symmetry" here; give any of: supply/],
  ['2x2', 'O4', null, /The settings are null/],
  ['2x2', 'O4', 'once', /The settings are "once"/],
])('%j by %j, %j is refused', (region, given, settings, message) => {
  expect(() =>
    polyominoes(region as string, given as Piece[], settings as PolyominoSettings),
  ).toThrow(message);
});

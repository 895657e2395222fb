import { describe, expect, test } from 'vitest';
import { count, first, solutions } from '../../../src/index.ts';
import { cubesOf } from '../../../src/puzzles/packing/cubes.ts';
import { pieces, readPieces } from '../../../src/puzzles/packing/pieces.ts';
import { bedlam, polycubes, soma } from '../../../src/puzzles/packing/polyominoes.ts';
import { slow } from '../../support/effort.ts';
import { isTiling } from './tiling.ts';

const once = { upToSymmetry: true };

test('Soma: 240 ways but for turning and mirroring (Conway and Guy 1961)', () => {
  expect(count(soma()).count).toBe(240 * 48);
  let found = 0;
  for (const { payloads } of solutions(soma(once))) {
    expect(isTiling(payloads, cubesOf('3x3x3'), pieces('soma'), 'solid')).toBe(true);
    found++;
  }
  expect(found).toBe(240);
});

test.each([once, {}])('Bedlam: a first solution, %j', (settings) => {
  const { solution } = first(bedlam(settings));
  const placed = solution?.payloads ?? [];
  expect(isTiling(placed, cubesOf('4x4x4'), pieces('bedlam'), 'solid')).toBe(true);
});

describe('solid pentominoes (Bouwkamp 1969, 1978)', () => {
  test('2x3x10: 12 x 8', { timeout: 30_000 }, () => {
    expect(count(polycubes('2x3x10', 'pentominoes')).count).toBe(12 * 8);
    expect(count(polycubes('2x3x10', 'pentominoes', once)).count).toBe(12);
    // However the box stands.
    expect(count(polycubes('10x2x3', 'pentominoes', once)).count).toBe(12);
  });

  test.runIf(slow).each([
    ['2x5x6', 264],
    ['3x4x5', 3940],
  ])('%s: %i', { timeout: 1_200_000 }, (box, classes) => {
    expect(count(polycubes(box, 'pentominoes', once)).count).toBe(classes);
  });
});

test('dominoes in 2x2xn: OEIS A006253', () => {
  const counts = [2, 9, 32, 121, 450];
  const found = counts.map((_, k) => {
    return count(polycubes(`2x2x${k + 1}`, 'domino', { supply: 'unlimited' })).count;
  });
  expect(found).toEqual(counts);
});

test('a flat region takes flat pieces either way up', () => {
  expect(count(polycubes('3x20', 'pentominoes')).count).toBe(8);
  expect(count(polycubes('3x20', 'pentominoes', once)).count).toBe(2);
  expect(count(polycubes('3x1x20', 'pentominoes', once)).count).toBe(2);
});

test('names and payloads say the layer', () => {
  const problem = polycubes('1x1x2', readPieces('bar:\n#\n\n#'));
  expect(problem.option(0)).toEqual(['bar', 'r1c1l1', 'r1c1l2']);
  expect(problem.payload(0)).toEqual({
    piece: 'bar',
    cells: [
      { row: 0, column: 0, layer: 0 },
      { row: 0, column: 0, layer: 1 },
    ],
  });
});

test('settings are checked', () => {
  expect(() => soma({ supply: 'unlimited' } as object)).toThrow(/no setting "supply" here/);
  expect(() => bedlam(null as unknown as object)).toThrow(/The settings are null/);
  expect(() => polycubes('3x3x4', 'soma')).toThrow(/27 cells, the board has 36/);
  expect(() => polycubes('3x3x3', 'soma', { oneSided: true } as object)).toThrow(/"oneSided"/);
});

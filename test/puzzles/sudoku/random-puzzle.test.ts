import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import { PuzzleGenerator } from '../../../src/puzzles/sudoku/generator.ts';
import { check } from '../../../src/puzzles/sudoku/grid.ts';
import { rearranged } from '../../../src/puzzles/sudoku/random-puzzle.ts';
import { Shape } from '../../../src/puzzles/sudoku/shape.ts';
import { slow } from '../../support/effort.ts';
import { expectSame } from '../../support/same.ts';

type Boxes = Shape['boxes'];

describe('full grids', () => {
  const most = slow ? 25 : 9;
  const all: Boxes[] = slow ? [] : ['4x4', '2x8', '16x1', '1x25'];
  for (let rows = 1; rows <= most; rows++) {
    for (let columns = 1; rows * columns <= most; columns++) all.push(`${rows}x${columns}`);
  }

  test.each([
    ['as they come', undefined],
    ['the regular one, where no search is allowed', 0],
  ])('of all shapes: %s', (_, maxNodes) => {
    for (const boxes of all) {
      const generator = new PuzzleGenerator({ boxes, seed: 1, maxNodes });
      for (let k = 0; k < 2; k++) {
        expect(`${boxes} ${check(generator.shape, generator.grid()).answer}`).toBe(
          `${boxes} solved`,
        );
      }
    }
  });

  test('are no mere rearrangements of the regular grid', () => {
    // In the top band of that the same three sets of values recur in each box, one in each of its
    // rows; that stays so however bands, rows and columns are ordered and values are named.
    const setsInBand = (grid: Uint8Array) => {
      const sets = new Set<string>();
      for (let from = 0; from < 36; from += 4) sets.add(String(grid.slice(from, from + 4).sort()));
      return sets.size;
    };
    const regular = new PuzzleGenerator({ boxes: '3x4', seed: 1, maxNodes: 0 });
    const usual = new PuzzleGenerator({ boxes: '3x4', seed: 1 });
    for (let k = 0; k < 20; k++) {
      expect(setsInBand(regular.grid())).toBe(3);
      expect(setsInBand(usual.grid())).toBeGreaterThan(3);
    }
  });

  test('differ from one another, and each value comes everywhere', () => {
    const generator = new PuzzleGenerator({ seed: 1 });
    const grids = Array.from({ length: 300 }, () => generator.grid());
    expect(new Set(grids.map(String)).size).toBe(300);
    for (let cell = 0; cell < 81; cell++) {
      expect(new Set(grids.map((grid) => grid[cell])).size).toBe(9);
    }
  });
});

describe('rearranged', () => {
  test.each<Boxes>(['2x2', '2x3', '3x2', '1x5', '3x3', '5x2'])('with boxes of %s', (boxes) => {
    const shape = Shape.of({ boxes });
    const { size, cells } = shape;
    const random = new Random(1);
    const full = new PuzzleGenerator({ boxes, seed: 1 }).grid();
    const row = Uint8Array.from({ length: cells }, (_, cell) => (cell < size ? 1 + cell : 0));
    const landed = new Set<number>();
    const rows = new Set<boolean>();
    for (let k = 0; k < 1000; k++) {
      expectSame(check(shape, rearranged(shape, full, random)).answer, 'solved');
      const one = new Uint8Array(cells);
      one[cells - 1] = 1;
      landed.add(rearranged(shape, one, random).findIndex((value) => value > 0));
      // A row stays a row, unless it may become a column.
      const given = [...rearranged(shape, row, random).entries()].filter(([, value]) => value > 0);
      const first = given[0]?.[0];
      rows.add(given.every(([cell]) => shape.rowOf(cell) === shape.rowOf(first)));
      expectSame(new Set(given.map(([, value]) => value)).size, size);
    }
    expect(landed.size).toBe(cells);
    expect(rows).toEqual(new Set(shape.boxRows === shape.boxColumns ? [true, false] : [true]));
  });
});

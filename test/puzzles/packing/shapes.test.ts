import { describe, expect, test } from 'vitest';
import { pieces, withMirrors } from '../../../src/puzzles/packing/pieces.ts';
import { freePolyominoes } from '../../../src/puzzles/packing/polyominoes.ts';
import type { Cube } from '../../../src/puzzles/packing/region.ts';
import { pointsOf, waysOf } from './tiling.ts';

/** OEIS A000105, A000988, A001168: polyominoes that are free, one-sided, and fixed, from n = 1. */
const free = [1, 1, 2, 5, 12, 35, 108, 369];
const oneSided = [1, 1, 2, 7, 18, 60, 196, 704];
const fixed = [1, 2, 6, 19, 63, 216, 760, 2725];

const shapes = (polyominoes: readonly (readonly Cube[])[]): string[] =>
  polyominoes.map((cells) => [...waysOf(pointsOf(cells), 'flat').keys()].sort()[0]).sort();

/** True if there are cells within that no way leads to from outside. */
function hasHole(cells: readonly Cube[]): boolean {
  const size = cells.length + 2;
  const taken = new Set(cells.map(({ row, column }) => (row + 1) * size + column + 1));
  const reached = new Set<number>([0]);
  for (const cell of reached) {
    const column = cell % size;
    const near = [cell - size, cell + size];
    if (column > 0) near.push(cell - 1);
    if (column < size - 1) near.push(cell + 1);
    for (const next of near) {
      if (next >= 0 && next < size * size && !taken.has(next)) reached.add(next);
    }
  }
  return reached.size + taken.size < size * size;
}

describe.each(free.map((count, k) => [k + 1, count]))('of %i cells', (n, count) => {
  const all = freePolyominoes(n);

  test(`there are ${count}`, () => {
    expect(all).toHaveLength(count);
    expect(new Set(shapes(all)).size).toBe(count);
    const named = all.map((cells, k) => ({ name: `${k}`, cells }));
    expect(withMirrors(named)).toHaveLength(oneSided[n - 1]);
    const ways = all.map((cells) => waysOf(pointsOf(cells), 'flat').size);
    expect(ways.reduce((sum, more) => sum + more)).toBe(fixed[n - 1]);
  });

  test('each has its cells in one piece', () => {
    for (const cells of all) {
      const reached = new Set(cells.slice(0, 1));
      for (const one of reached) {
        for (const cell of cells) {
          const far = Math.abs(cell.row - one.row) + Math.abs(cell.column - one.column);
          if (far === 1) reached.add(cell);
        }
      }
      expect(reached.size).toBe(n);
    }
  });
});

test('one of seven cells has a hole, and six of eight (OEIS A001419)', () => {
  expect([6, 7, 8].map((n) => freePolyominoes(n).filter(hasHole).length)).toEqual([0, 1, 6]);
});

test('those of 1 to 5 cells are the drawn ones', () => {
  const sets = ['monomino', 'domino', 'trominoes', 'tetrominoes', 'pentominoes'];
  for (const [k, set] of sets.entries()) {
    const drawn = pieces(set).map(({ cells }) => cells);
    expect(shapes(drawn)).toEqual(shapes(freePolyominoes(k + 1)));
  }
});

test('hexominoes fill no rectangle: an odd number of them cover 4 fields of one colour', () => {
  // Golomb, "Polyominoes" (1965): 24 are balanced on a chessboard, 11 are not.
  const white = freePolyominoes(6).map(
    (cells) => cells.filter(({ row, column }) => (row + column) % 2 === 0).length,
  );
  expect(white.filter((fields) => fields === 3)).toHaveLength(24);
  expect(white.filter((fields) => fields === 2 || fields === 4)).toHaveLength(11);
});

test('they are sorted, the straight one first, and come in the same order each time', () => {
  for (let n = 1; n <= 6; n++) {
    const all = freePolyominoes(n);
    expect(all[0]?.every(({ row }) => row === 0)).toBe(true);
    expect(freePolyominoes(n)).toEqual(all);
    // As texts in reading order, which compares columns as digits do.
    const texts = all.map((cells) => cells.map(({ row, column }) => `${row}${column}`).join(''));
    expect(texts).toEqual([...texts].sort());
  }
});

test.each([0, 10, 1.5, Number.NaN])('%s cells are refused', (n) => {
  expect(() => freePolyominoes(n)).toThrow(/n is .*; give a whole number from 1 to 9/);
});

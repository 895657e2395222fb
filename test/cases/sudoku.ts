import type { Matrix } from './matrix.ts';

/** A grid with a single solution that is slow for plain backtracking in reading order. */
export const SLOW_FOR_BRUTE_FORCE =
  '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9';

/**
 * A 9x9 Sudoku: cells, row-values, column-values, box-values; a given leaves its cell one option.
 */
export function sudoku(grid: string): Matrix {
  const options: number[][] = [];
  for (let cell = 0; cell < 81; cell++) {
    const row = Math.floor(cell / 9);
    const column = cell % 9;
    const box = 3 * Math.floor(row / 3) + Math.floor(column / 3);
    const given = '123456789'.indexOf(grid[cell]);
    for (let value = 0; value < 9; value++) {
      if (given >= 0 && given !== value) continue;
      options.push([cell, 81 + 9 * row + value, 162 + 9 * column + value, 243 + 9 * box + value]);
    }
  }
  return { name: 'Sudoku', primary: 324, secondary: 0, options };
}

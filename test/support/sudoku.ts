import type { Shape } from '../../src/puzzles/sudoku/shape.ts';

/**
 * True if a grid is full, keeps the givens, and has every value in every row, column and box:
 * straight from the rules, with the boxes told from rows and columns alone.
 */
export function isCompletion(
  shape: Shape,
  givens: ArrayLike<number>,
  grid: ArrayLike<number> | undefined,
): boolean {
  if (grid?.length !== shape.size ** 2) return false;
  const seen = new Set<string>();
  for (let row = 0; row < shape.size; row++) {
    for (let column = 0; column < shape.size; column++) {
      const cell = row * shape.size + column;
      const value = grid[cell];
      if (!(Number.isInteger(value) && value >= 1 && value <= shape.size)) return false;
      if (givens[cell] !== 0 && givens[cell] !== value) return false;
      const box = `${Math.floor(row / shape.boxRows)}, ${Math.floor(column / shape.boxColumns)}`;
      seen
        .add(`row ${row}: ${value}`)
        .add(`column ${column}: ${value}`)
        .add(`box ${box}: ${value}`);
    }
  }
  return seen.size === 3 * shape.size ** 2;
}

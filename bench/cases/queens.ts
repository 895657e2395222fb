import type { Matrix } from './matrix.ts';

/** n queens: rows and columns exactly once, the 4n - 2 diagonals at most once. */
export function queens(n: number): Matrix {
  const options: number[][] = [];
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      const rising = 2 * n + row + column;
      const falling = 2 * n + (2 * n - 1) + (row - column + n - 1);
      options.push([row, n + column, rising, falling]);
    }
  }
  return { name: `${n} queens`, primary: 2 * n, secondary: 4 * n - 2, options };
}

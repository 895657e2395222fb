import type { Matrix } from './matrix.ts';

/** Domino tilings of a board: every cell once, dominoes without end. */
export function dominoes(width: number, height: number): Matrix {
  const options: number[][] = [];
  for (let cell = 0; cell < width * height; cell++) {
    if (cell % width < width - 1) options.push([cell, cell + 1]);
    if (cell + width < width * height) options.push([cell, cell + width]);
  }
  return {
    name: `dominoes ${height}x${width}`,
    primary: width * height,
    secondary: 0,
    options,
  };
}

/** Latin squares of order n: cells, row-values and column-values. */
export function latinSquares(n: number): Matrix {
  const options: number[][] = [];
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      for (let value = 0; value < n; value++) {
        options.push([n * row + column, n * n + n * row + value, 2 * n * n + n * column + value]);
      }
    }
  }
  return { name: `Latin squares of order ${n}`, primary: 3 * n * n, secondary: 0, options };
}

/** Perfect matchings of the complete graph: every vertex once, edges as options. */
export function matchings(vertices: number): Matrix {
  const options: number[][] = [];
  for (let a = 0; a < vertices; a++) {
    for (let b = a + 1; b < vertices; b++) options.push([a, b]);
  }
  return { name: `perfect matchings of K${vertices}`, primary: vertices, secondary: 0, options };
}

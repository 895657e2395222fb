import type { Matrix } from './matrix.ts';

/** Langford pairs: two of each value 1..n in 2n places, k places between the two k's. */
export function langford(n: number): Matrix {
  const options: number[][] = [];
  for (let value = 1; value <= n; value++) {
    for (let place = 0; place + value + 1 < 2 * n; place++) {
      options.push([value - 1, n + place, n + place + value + 1]);
    }
  }
  return { name: `Langford ${n}`, primary: 3 * n, secondary: 0, options };
}

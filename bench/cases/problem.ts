import { Problem } from '../../src/index.ts';
import type { Matrix } from './matrix.ts';

/** A matrix stated as a problem. */
export function problemOf(matrix: Matrix): Problem {
  const problem = new Problem({ primary: matrix.primary, secondary: matrix.secondary });
  matrix.options.forEach((items, k) => {
    problem.addIndices(items, undefined, matrix.colours?.[k]);
  });
  return problem;
}

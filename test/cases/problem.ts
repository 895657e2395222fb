import { Problem } from '../../src/index.ts';
import type { Matrix } from './matrix.ts';

/** A matrix stated as a problem. */
export function problemOf(matrix: Matrix): Problem {
  const problem = new Problem({ primary: matrix.primary, secondary: matrix.secondary });
  const { options, colours, preferred } = matrix;
  if (preferred !== undefined) problem.prefer(preferred);
  for (let k = 0; k < options.length; k++) {
    problem.addIndices(options[k], undefined, colours?.[k]);
  }
  return problem;
}

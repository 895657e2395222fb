import fc from 'fast-check';
import type { Compiled } from '../../src/engine/problem/compiled.ts';
import type { Problem } from '../../src/index.ts';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';
import { matrices } from './arbitrary.ts';

/** The least and the most options that cover an item. */
type Bounds = readonly [least: number, most: number];

/** A problem with bounds for each primary item. */
export interface MultipleMatrix extends Matrix {
  readonly times: readonly Bounds[];
}

/** How a compiled problem stores that there is no upper bound. */
export const UNLIMITED = 2 ** 31 - 1;

/** A matrix with bounds, stated as a problem. */
export function multipleProblemOf(matrix: MultipleMatrix): Problem {
  const problem = problemOf(matrix);
  for (const [item, [least, most]] of matrix.times.entries()) {
    problem.setTimes(item, [least, most === UNLIMITED ? Number.POSITIVE_INFINITY : most]);
  }
  return problem;
}

export function compileMultiples(matrix: MultipleMatrix): Compiled {
  return multipleProblemOf(matrix).compile();
}

/**
 * All solutions of a small problem: it tries every set of options, and skips sets that cover an
 * item too often.
 */
export function bruteForceMultiples(matrix: MultipleMatrix): number[][] {
  const { primary, secondary, options, colours, times } = matrix;
  const found: number[][] = [];
  const chosen: number[] = [];
  /** Item -> the colours in which the chosen options use it. */
  const uses: number[][] = Array.from({ length: primary + secondary }, () => []);

  const mayUse = (item: number): boolean => {
    const own = uses[item];
    if (item < primary) return own.length <= times[item]?.[1];
    return own.length <= 1 || (own[0] !== 0 && own.every((colour) => colour === own[0]));
  };

  const visit = (option: number): void => {
    const items = options[option];
    if (items === undefined) {
      if (times.every(([least], item) => uses[item].length >= least)) {
        found.push([...chosen]);
      }
      return;
    }
    visit(option + 1);
    // An option without a primary item is never chosen.
    if (!items.some((item) => item < primary)) return;
    for (const [k, item] of items.entries()) uses[item]?.push(colours?.[option]?.[k] ?? 0);
    chosen.push(option);
    if (items.every(mayUse)) visit(option + 1);
    chosen.pop();
    for (const item of items) uses[item]?.pop();
  };
  visit(0);
  return found;
}

/** The same problems with bounds for their primary items. */
function bounded(
  problems: fc.Arbitrary<Matrix>,
  bounds: fc.Arbitrary<Bounds>,
): fc.Arbitrary<MultipleMatrix> {
  return problems.chain((matrix) =>
    fc
      .array(bounds, { minLength: matrix.primary, maxLength: matrix.primary })
      .map((times) => ({ ...matrix, times })),
  );
}

/**
 * Small random problems with bounds: exactly once for about a third of the items, 0 below, several
 * times, or no limit above.
 */
export const multipleMatrix = bounded(
  matrices({
    name: 'small, with bounds',
    primary: [0, 5],
    secondary: [0, 3],
    options: [0, 9],
    items: [1, 4],
    copies: 2,
    colours: 'some',
  }),
  fc.oneof(
    fc.constant([1, 1] as const),
    fc.tuple(fc.nat(2), fc.nat(2)).map(([least, more]) => [least, least + more] as const),
    fc.nat(1).map((least) => [least, UNLIMITED] as const),
  ),
);

/**
 * Random problems with more options and conflicts to learn from: items to be covered several times.
 */
export const tightMultiples = bounded(
  matrices({
    name: 'tight, with bounds',
    primary: [3, 6],
    secondary: [0, 2],
    options: [10, 15],
    items: [2, 3],
    colours: 'all',
  }),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.nat(1))
    .map(([least, more]) => [least, least + more] as const),
);

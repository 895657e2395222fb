import fc from 'fast-check';
import { type Compiled, hasPrimary, itemsOf, mostOf } from '../../src/problem/compiled.ts';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';
import { smallMatrix, tightMatrix } from './arbitrary.ts';
import { bruteForce } from './checker.ts';
import {
  bruteForceMultiples,
  compileMultiples,
  type MultipleMatrix,
  multipleMatrix,
  tightMultiples,
} from './multiples.ts';

/** A random problem and all its solutions, by brute force. */
export interface Known {
  readonly matrix: Matrix;
  readonly compiled: Compiled;
  readonly all: readonly number[][];
}

function once(matrix: Matrix): MultipleMatrix {
  return { ...matrix, times: Array.from({ length: matrix.primary }, () => [1, 1] as const) };
}

function withBounds(matrix: MultipleMatrix): Known {
  return { matrix, compiled: compileMultiples(matrix), all: bruteForceMultiples(matrix) };
}

export const small: fc.Arbitrary<Known> = smallMatrix.map((matrix) => ({
  matrix,
  compiled: problemOf(matrix).compile(),
  all: bruteForce(matrix),
}));
export const tight: fc.Arbitrary<Known> = tightMatrix.map((matrix) => withBounds(once(matrix)));
export const multiple: fc.Arbitrary<Known> = multipleMatrix.map(withBounds);
export const tightMultiple: fc.Arbitrary<Known> = tightMultiples.map(withBounds);

/** A problem of any of these kinds. */
export const anyKnown = fc.oneof(small, tight, multiple, tightMultiple);

/** True if an option has a primary item, and no item that nothing may cover. */
export function isChoosable({ compiled }: Known, option: number): boolean {
  return (
    hasPrimary(compiled, option) &&
    itemsOf(compiled, option).every((i) => i >= compiled.primary || mostOf(compiled, i) > 0)
  );
}

/** A place in the tree of a problem: some options of one of its solutions, and others left out. */
export const where = fc.record({
  pick: fc.nat(),
  mask: fc.nat(63),
  out: fc.array(fc.nat(30), { maxLength: 3 }),
});
export type Where = typeof where extends fc.Arbitrary<infer W> ? W : never;

/** The decisions of a place. Now and then no solution lies below them. */
export function prefixOf({ matrix, all }: Known, { pick, mask, out }: Where): number[] {
  const count = matrix.options.length;
  const solution = all[pick % Math.max(1, all.length)] ?? [];
  const chosen = solution.filter((_, k) => (mask >> k) & 1);
  const leftOut = count === 0 ? [] : out.map((k) => k % count).filter((k) => !chosen.includes(k));
  return [...leftOut.map((k) => ~k), ...chosen];
}

/** True if a solution keeps to all decisions of a prefix. */
export function keepsTo(prefix: readonly number[], numbers: readonly number[]): boolean {
  return prefix.every((decision) =>
    decision < 0 ? !numbers.includes(~decision) : numbers.includes(decision),
  );
}

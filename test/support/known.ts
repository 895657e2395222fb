import fc from 'fast-check';
import { Compiled, hasPrimary, itemsOf, mostOf } from '../../src/engine/problem/compiled.ts';
import type { Problem } from '../../src/engine/problem/problem.ts';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';
import { smallMatrix, tightMatrix, turningMatrix } from './arbitrary.ts';
import { bruteForce } from './checker.ts';
import {
  bruteForceMultiples,
  type MultipleMatrix,
  multipleMatrix,
  multipleProblemOf,
  tightMultiples,
} from './multiples.ts';
import { matrixOf, placements } from './placements.ts';

/** A random problem and all its solutions, by brute force. */
export interface Known {
  readonly matrix: Matrix;
  readonly problem: Problem;
  readonly compiled: Compiled;
  readonly all: readonly number[][];
}

/** The same problem with each item to be covered once. */
export function once(matrix: Matrix): MultipleMatrix {
  return { ...matrix, times: Array.from({ length: matrix.primary }, () => [1, 1] as const) };
}

function knownOf(matrix: Matrix, problem: Problem, all: number[][]): Known {
  return { matrix, problem, compiled: problem.compile(), all };
}

export function smallOf(matrix: Matrix): Known {
  return knownOf(matrix, problemOf(matrix), bruteForce(matrix));
}

export function withBounds(matrix: MultipleMatrix): Known {
  return knownOf(matrix, multipleProblemOf(matrix), bruteForceMultiples(matrix));
}

/** The same problems with some of their primary items preferred: none, all, or a few. */
export function preferring(matrices: fc.Arbitrary<Matrix>): fc.Arbitrary<Matrix> {
  return matrices.chain((matrix) =>
    fc
      .subarray(Array.from({ length: matrix.primary }, (_, item) => item))
      .map((preferred) => ({ ...matrix, preferred })),
  );
}

/** Preferences change the order in which solutions come, and nothing else. */
export const small: fc.Arbitrary<Known> = preferring(smallMatrix).map(smallOf);
export const tight: fc.Arbitrary<Known> = tightMatrix.map((matrix) => withBounds(once(matrix)));
export const multiple: fc.Arbitrary<Known> = multipleMatrix.map(withBounds);
export const tightMultiple: fc.Arbitrary<Known> = tightMultiples.map(withBounds);
/** Problems with symmetries. */
export const turning: fc.Arbitrary<Known> = turningMatrix.map((matrix) => withBounds(once(matrix)));
/** Pieces of two or three cells in a small rectangle: problems with scarce capacity. */
export const packing: fc.Arbitrary<Known> = fc
  .record({
    rows: fc.integer({ min: 1, max: 3 }),
    dominoes: fc.integer({ min: 0, max: 2 }),
    trominoes: fc.integer({ min: 1, max: 2 }),
    more: fc.nat(1),
  })
  .map(({ rows, dominoes, trominoes, more }) => {
    const times = [
      [dominoes, dominoes + more],
      [trominoes, trominoes],
    ] as const;
    const options = placements(rows, 4, [['##'], ['###', '#/#/#']]);
    return withBounds(matrixOf(times, 4 * rows, options));
  });

/**
 * Problems with options that rules add: for some options "not this one", and options that cover
 * several items of rules. Most have a solution.
 */
export const added: fc.Arbitrary<Known> = fc
  .record({
    matrix: fc.oneof(smallMatrix.map(once), multipleMatrix),
    negations: fc.array(fc.record({ of: fc.nat(), rules: fc.uniqueArray(fc.nat(3)) }), {
      maxLength: 7,
    }),
    others: fc.array(fc.uniqueArray(fc.nat(3), { minLength: 1 }), { maxLength: 4 }),
    isHopeless: fc.nat(4).map((k) => k === 0),
  })
  .map(({ matrix, negations, others, isHopeless }) => {
    const stated = matrix.options.length;
    const count = stated === 0 ? 0 : negations.length;
    // After the stated primary items: one for each negation, with two options, and four of rules.
    const rule = (k: number) => matrix.primary + count + k;
    const moved = (item: number) =>
      item < matrix.primary ? item : rule(4 + item - matrix.primary);
    const options = matrix.options.map((items) => items.map(moved));
    for (const [k, { of, rules }] of negations.slice(0, count).entries()) {
      options[of % options.length]?.push(matrix.primary + k);
      options.push([matrix.primary + k, ...rules.map(rule)]);
    }
    for (const rules of others) options.push(rules.map(rule));
    const known = withBounds({
      ...matrix,
      primary: rule(4),
      options,
      times: [
        ...matrix.times,
        ...Array.from({ length: count }, () => [1, 1] as const),
        ...Array.from({ length: 4 }, (_, k) => [0, k === 0 ? 2 : 1] as const),
      ],
      ...(matrix.colours && {
        colours: options.map((items, k) => items.map((_, n) => matrix.colours?.[k]?.[n] ?? 0)),
      }),
    });
    return { known: { ...known, compiled: withAdded(known.compiled, stated) }, isHopeless };
  })
  .filter(({ known: { compiled, all }, isHopeless }) => {
    // Added options follow from the stated ones.
    const parts = all.map((numbers) => numbers.filter((option) => option < compiled.stated).sort());
    return new Set(parts.map(String)).size === all.length && (all.length > 0 || isHopeless);
  })
  .map(({ known }) => known);

/** The same compiled problem, if rules added the options from `stated` on. */
function withAdded(compiled: Compiled, stated: number): Compiled {
  const data = compiled.data.slice();
  data[7] = compiled.options - stated;
  return Compiled.from(data);
}

/** A problem of any of these kinds. */
export const anyKnown = fc.oneof(small, tight, multiple, tightMultiple);

/** True if an option has a primary item, and no item that nothing may cover. */
export function isChoosable({ compiled }: Known, option: number): boolean {
  return (
    hasPrimary(compiled, option) &&
    itemsOf(compiled, option).every((i) => i >= compiled.primary || mostOf(compiled, i) > 0)
  );
}

/** The solutions that keep to a prefix. */
export function solutionsBelow<S extends readonly number[]>(
  all: readonly S[],
  prefix: Iterable<number>,
) {
  return all.filter((numbers) => keepsTo(prefix, numbers));
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

/** Decisions that some solution keeps, or any one decision. */
export const decisions = fc.oneof(
  where.map((place) => (known: Known) => prefixOf(known, place)),
  fc.tuple(fc.nat(), fc.boolean()).map(([pick, isChosen]) => (known: Known) => {
    const option = pick % Math.max(1, known.matrix.options.length);
    if (option >= known.matrix.options.length) return [];
    return [isChosen && isChoosable(known, option) ? option : ~option];
  }),
);

/** True if a solution keeps to all decisions of a prefix. */
export function keepsTo(prefix: Iterable<number>, numbers: readonly number[]): boolean {
  return [...prefix].every((decision) =>
    decision < 0 ? !numbers.includes(~decision) : numbers.includes(decision),
  );
}

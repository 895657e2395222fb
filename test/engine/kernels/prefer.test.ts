import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Learn } from '../../../src/engine/learn/learn.ts';
import { Compiled } from '../../../src/index.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { smallMatrix, tightMatrix } from '../../support/arbitrary.ts';
import { inOrder, isCompatible } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { engines, leftmost, rest } from '../../support/engines.ts';
import { preferring } from '../../support/known.ts';

/**
 * All solutions as Knuth's DLX2-SHARP comes to them, each with the share that is done then: it
 * branches at the item with the fewest options, the leftmost of several, where an item that is not
 * preferred counts only if it has one option or none, or if no preferred one is open. The options of
 * an item get equal parts of its share.
 */
function asKnuth(matrix: Matrix): [number[], share: number][] {
  const { primary, options, preferred = [] } = matrix;
  const found: [number[], number][] = [];
  let done = 0;
  const visit = (
    open: readonly number[],
    live: readonly number[],
    chosen: readonly number[],
    part: number,
  ) => {
    let best: number[] = [];
    let least = Number.POSITIVE_INFINITY;
    for (const item of open) {
      const having = live.filter((k) => options[k]?.includes(item));
      const isLate = having.length > 1 && !preferred.includes(item);
      const length = having.length + (isLate ? 1e6 : 0);
      if (length < least) [best, least] = [having, length];
    }
    if (best.length === 0) done += part;
    if (open.length === 0) found.push([[...chosen].sort((a, b) => a - b), done]);
    for (const k of best) {
      const left = live.filter((other) => other !== k && isCompatible(matrix, k, other));
      const items = options[k];
      const rest = open.filter((item) => !items.includes(item));
      visit(rest, left, [...chosen, k], part / best.length);
    }
  };
  const all = options.flatMap((items, k) => (items.some((item) => item < primary) ? [k] : []));
  const items = Array.from({ length: primary }, (_, item) => item);
  visit(items, all, [], 1);
  return found;
}

test.each(Object.entries(leftmost))(
  '%s finds solutions in the order of DLX2-SHARP, and knows the share',
  (_, start) => {
    let differ = 0;
    const matrices = preferring(fc.oneof(smallMatrix, tightMatrix));
    const property = fc.property(matrices, (matrix) => {
      const search = start(matrix);
      const found: number[][] = [];
      const wanted = asKnuth(matrix);
      while (search.advance(Number.POSITIVE_INFINITY) === 'solution') {
        expect(search.share()).toBeCloseTo(wanted[found.length]?.[1], 12);
        found.push(search.solution());
      }
      expect(search.share()).toBe(1);
      expect(inOrder(found)).toEqual(wanted.map(([numbers]) => numbers));
      const { preferred: _, ...plain } = matrix;
      if (String(inOrder(found)) !== String(inOrder(rest(start(plain))))) differ++;
    });
    fc.assert(property, { numRuns: runs(600) });
    // Else the preference has no effect.
    expect(differ).toBeGreaterThan(0);
  },
);

test('sweep covers preferred items first', () => {
  // Items 0 to 3 have two options each, and the last one has nothing to do with the others.
  const options = [[0, 1], [0], [1, 2], [2, 3], [3], [1], [2], [4], [4]];
  const matrix = { name: 'chain', primary: 5, secondary: 0, options, preferred: [4] };
  for (const name of ['sweep', 'sweep, testing'] as const) {
    const found = inOrder(rest(engines[name](matrix)));
    const of = found.map((numbers) => numbers.at(-1));
    expect(of).toEqual([...of].sort());
  }
});

test('learn decides options of preferred items first', () => {
  const options = [[0], [0], [1], [1], [2], [2]];
  const first = (preferred: number[]) => {
    const matrix = { name: 'three', primary: 3, secondary: 0, options, preferred };
    return rest(new Learn(problemOf(matrix).compile()))[0]?.[0];
  };
  expect(first([2])).toBeGreaterThanOrEqual(4);
  expect(first([1])).toBeLessThan(4);
  expect(first([1])).toBeGreaterThan(1);
});

test('preferred items come back from a clone of the compiled problem', () => {
  fc.assert(
    fc.property(preferring(smallMatrix), (matrix) => {
      const compiled = problemOf(matrix).compile();
      expect(compiled.prefers).toBe(matrix.preferred?.length !== 0);
      expect(Compiled.from(structuredClone(compiled.data))).toEqual(compiled);
    }),
    { numRuns: runs(100) },
  );
  const { data } = problemOf({
    name: '',
    primary: 2,
    secondary: 0,
    options: [[0, 1]],
    preferred: [1],
  }).compile();
  const odd = data.slice();
  odd[odd.length - 1] = 2;
  expect(() => Compiled.from(odd)).toThrow(/item 1 is neither preferred nor not/);
  expect(() => Compiled.from(data.subarray(0, -1))).toThrow(/header promises/);
});

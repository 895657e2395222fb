import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Compiled } from '../../src/index.ts';
import { Learn } from '../../src/learn/learn.ts';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';
import { smallMatrix, tightMatrix } from '../support/arbitrary.ts';
import { asSet, bruteForce, isCompatible } from '../support/checker.ts';
import { runs } from '../support/effort.ts';
import { engines, leftmost, rest } from '../support/engines.ts';

const seeds = fc.option(fc.maxSafeInteger(), { nil: undefined });

/** The same problems with some of their primary items preferred: none, all, or a few. */
const preferring = (matrices: fc.Arbitrary<Matrix>): fc.Arbitrary<Matrix> =>
  matrices.chain((matrix) =>
    fc
      .subarray(Array.from({ length: matrix.primary }, (_, item) => item))
      .map((preferred) => ({ ...matrix, preferred })),
  );

/**
 * All solutions as Knuth's DLX2-SHARP comes to them: it branches at the item with the fewest
 * options, the leftmost of several, where an item that is not preferred counts only if it has one
 * option or none, or if no preferred one is open.
 */
function asKnuth(matrix: Matrix): number[][] {
  const { primary, options, preferred = [] } = matrix;
  const found: number[][] = [];
  const visit = (open: readonly number[], live: readonly number[], chosen: readonly number[]) => {
    if (open.length === 0) found.push([...chosen].sort((a, b) => a - b));
    let best: number[] = [];
    let least = Number.POSITIVE_INFINITY;
    for (const item of open) {
      const having = live.filter((k) => options[k]?.includes(item));
      const isLate = having.length > 1 && !preferred.includes(item);
      const length = having.length + (isLate ? 1e6 : 0);
      if (length < least) [best, least] = [having, length];
    }
    for (const k of best) {
      const left = live.filter((other) => other !== k && isCompatible(matrix, k, other));
      const items = options[k] as readonly number[];
      visit(
        open.filter((item) => !items.includes(item)),
        left,
        [...chosen, k],
      );
    }
  };
  const all = options.flatMap((items, k) => (items.some((item) => item < primary) ? [k] : []));
  visit(
    Array.from({ length: primary }, (_, item) => item),
    all,
    [],
  );
  return found;
}

const sorted = (solutions: readonly number[][]) =>
  solutions.map((numbers) => [...numbers].sort((a, b) => a - b));

const all = {
  ...engines,
  learn: (matrix: Matrix, settings = {}) => new Learn(problemOf(matrix).compile(), settings),
};

describe.each(Object.entries(all))('%s, with preferred items', (_, start) => {
  test('finds exactly the solutions that brute force finds', () => {
    fc.assert(
      fc.property(preferring(smallMatrix), seeds, (matrix, seed) => {
        expect(asSet(rest(start(matrix, { seed })))).toEqual(asSet(bruteForce(matrix)));
      }),
      { numRuns: runs(300) },
    );
  });

  test('goes on below its frontier and its parts, and comes to the same after a reset', () => {
    fc.assert(
      fc.property(preferring(smallMatrix), fc.nat(6), fc.nat(4), (matrix, steps, parts) => {
        const whole = asSet(rest(start(matrix)));
        const search = start(matrix);
        const found: number[][] = [];
        for (let k = 0; k < steps; k++) {
          const outcome = search.advance(1);
          if (outcome === 'solution') found.push(search.solution());
          if (outcome === 'exhausted') break;
        }
        const below = (prefixes: Iterable<Iterable<number>>) =>
          Array.from(prefixes, (prefix) => rest(start(matrix, { prefix: [...prefix] }))).flat();
        const left = asSet(below(search.frontier()));
        expect(asSet(below(search.split(parts + 1)))).toEqual(left);
        expect(asSet([...found, ...rest(search)])).toEqual(whole);
        search.reset();
        expect(asSet(rest(search))).toEqual(whole);
      }),
      { numRuns: runs(100) },
    );
  });
});

test.each(Object.entries(leftmost))('%s finds solutions in the order of DLX2-SHARP', (_, start) => {
  let differ = 0;
  const property = fc.property(preferring(tightMatrix), (matrix) => {
    const found = sorted(rest(start(matrix)));
    expect(found).toEqual(asKnuth(matrix));
    const { preferred: _, ...plain } = matrix;
    if (JSON.stringify(found) !== JSON.stringify(sorted(rest(start(plain))))) differ++;
  });
  fc.assert(property, { numRuns: runs(100) });
  // Else the preference has no effect.
  expect(differ).toBeGreaterThan(0);
});

test('sweep covers preferred items first', () => {
  // Items 0 to 3 have two options each, and the last one has nothing to do with the others.
  const options = [[0, 1], [0], [1, 2], [2, 3], [3], [1], [2], [4], [4]];
  const matrix = { name: 'chain', primary: 5, secondary: 0, options, preferred: [4] };
  for (const name of ['sweep', 'sweep, testing'] as const) {
    const found = sorted(rest(engines[name](matrix)));
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

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { SearchSettings } from '../../src/kernels/search.ts';
import { Learn } from '../../src/learn/learn.ts';
import { Allocations } from '../support/allocations.ts';
import { seeds, slices } from '../support/arbitrary.ts';
import { asSet } from '../support/checker.ts';
import { runs } from '../support/effort.ts';
import { prefixesOf, rest } from '../support/engines.ts';
import {
  bruteForceMultiples,
  compileMultiples,
  type MultipleMatrix,
  multipleMatrix,
  tightMultiples,
  UNLIMITED,
} from '../support/multiples.ts';

// Much work, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 60_000 });

const start = (matrix: MultipleMatrix, settings?: SearchSettings, slice?: number) =>
  new Learn(compileMultiples(matrix), settings, slice);

const matrices = fc.oneof(multipleMatrix, tightMultiples);

/** True if a clause of `knowledge` holds in a solution. */
function holds(clause: readonly number[], numbers: readonly number[]): boolean {
  return clause.some((literal) =>
    literal > 0 ? numbers.includes(literal - 1) : !numbers.includes(-literal - 1),
  );
}

/** True if a solution keeps to all decisions of a prefix. */
function keepsTo(prefix: readonly number[], numbers: readonly number[]): boolean {
  return prefix.every((decision) =>
    decision < 0 ? !numbers.includes(~decision) : numbers.includes(decision),
  );
}

/** The decisions of a prefix: some options of some solution, and some options left out. */
const where = fc.record({
  pick: fc.nat(),
  mask: fc.nat(63),
  out: fc.array(fc.nat(30), { maxLength: 3 }),
});
type Where = typeof where extends fc.Arbitrary<infer W> ? W : never;

/** Decisions that name a subtree, now and then one without solutions. */
function prefixOf(
  { options }: MultipleMatrix,
  all: readonly number[][],
  { pick, mask, out }: Where,
): number[] {
  const solution = all[pick % Math.max(1, all.length)] ?? [];
  const chosen = solution.filter((_, k) => (mask >> k) & 1);
  const leftOut = options.length === 0 ? [] : out.map((k) => k % options.length);
  return [...leftOut.filter((k) => !chosen.includes(k)).map((k) => ~k), ...chosen];
}

const call = fc.oneof(
  fc.record({ what: fc.constant('advance' as const), nodes: fc.nat(8) }),
  fc.record({ what: fc.constant('leaveOut' as const), pick: fc.nat() }),
  fc.record({ what: fc.constant('reset' as const), where }),
);

describe('against brute force', () => {
  test('finds each set of options once, in the same order however the work is cut', () => {
    const total = { conflicts: 0, solutions: 0 };
    fc.assert(
      fc.property(matrices, seeds, slices, (matrix, seed, slice) => {
        const search = start(matrix, { seed });
        const found = rest(search);
        expect(asSet(found)).toEqual(asSet(bruteForceMultiples(matrix)));
        for (const { length } of found) expect(search.deepest).toBeGreaterThanOrEqual(length);
        const cut = start(matrix, { seed }, slice);
        expect(rest(cut)).toEqual(found);
        const { nodes, guesses, updates, solutions, deepest, conflicts } = search;
        expect(cut).toMatchObject({ nodes, guesses, updates, solutions, deepest, conflicts });
        total.conflicts += conflicts;
        total.solutions += solutions;
      }),
      { numRuns: runs(700) },
    );
    expect(total.conflicts).toBeGreaterThan(runs(500));
    expect(total.solutions).toBeGreaterThan(runs(1000));
  });

  test('knows only what follows from the problem and from what was found', () => {
    let conflicts = 0;
    fc.assert(
      fc.property(matrices, seeds, slices, (matrix, seed, slice) => {
        const all = bruteForceMultiples(matrix);
        // It looks at each clause in each solution at each step.
        fc.pre(all.length <= 60);
        const search = start(matrix, { seed }, slice);
        /** The solutions to come: each clause must hold in all of them. */
        const left = new Map(all.map((numbers) => [asSet([numbers])[0], numbers]));
        let outcome = search.advance(0);
        for (; outcome !== 'exhausted'; outcome = search.advance(1)) {
          if (outcome === 'solution') left.delete(asSet([search.solution()])[0]);
          const wrong = search.knowledge().filter((clause) => {
            return [...left.values()].some((numbers) => !holds(clause, numbers));
          });
          expect(wrong).toEqual([]);
        }
        expect(left.size).toBe(0);
        conflicts += search.conflicts;
      }),
      { numRuns: 80 },
    );
    expect(conflicts).toBeGreaterThan(100);
  });

  test('below one prefix after the other, without what is known', () => {
    let found = 0;
    fc.assert(
      fc.property(
        matrices,
        where,
        seeds,
        slices,
        fc.array(call, { maxLength: 20 }),
        (matrix, first, seed, slice, calls) => {
          const all = bruteForceMultiples(matrix);
          let prefix = prefixOf(matrix, all, first);
          const search = start(matrix, { seed, prefix }, slice);
          const below = () => new Set(asSet(all.filter((one) => keepsTo(prefix, one))));
          let left = below();
          const report = () => {
            const numbers = search.solution();
            const chosen = prefix.filter((decision) => decision >= 0);
            expect(numbers.slice(0, chosen.length)).toEqual(chosen);
            expect(left.delete(asSet([numbers])[0] as string)).toBe(true);
            found++;
          };
          for (const step of calls) {
            if (step.what === 'reset') {
              prefix = prefixOf(matrix, all, step.where);
              search.reset(prefix);
              left = below();
            } else if (step.what === 'leaveOut') {
              const known = all[step.pick % Math.max(1, all.length)];
              if (known === undefined) continue;
              left.delete(asSet([known])[0] as string);
              search.leaveOut(known);
            } else if (search.advance(step.nodes) === 'solution') {
              report();
            }
          }
          for (let outcome = ''; outcome !== 'exhausted'; ) {
            outcome = search.advance(1000);
            if (outcome === 'solution') report();
          }
          expect([...left]).toEqual([]);
        },
      ),
      { numRuns: runs(1000) },
    );
    expect(found).toBeGreaterThan(runs(1000));
  });

  test('a frontier and a split divide what is left', () => {
    let parts = 0;
    fc.assert(
      fc.property(
        matrices,
        where,
        seeds,
        fc.nat(10),
        fc.integer({ min: 1, max: 9 }),
        (matrix, place, seed, nodes, atLeast) => {
          const all = bruteForceMultiples(matrix);
          const prefix = prefixOf(matrix, all, place);
          const search = start(matrix, { seed, prefix });
          const found: number[][] = [];
          for (let k = 0; k < nodes; k++) {
            if (search.advance(1) === 'solution') found.push(search.solution());
          }
          const seen = asSet(found);
          const wanted = asSet(all.filter((one) => keepsTo(prefix, one))).filter(
            (one) => !seen.includes(one),
          );
          const frontier = prefixesOf(search);
          const split = search.split(atLeast).map((part) => part.toArray());
          expect(split.length).toBeGreaterThanOrEqual(Math.min(atLeast, wanted.length));
          const below = start(matrix, { seed });
          for (const some of [frontier, split]) {
            const gathered = some.flatMap((part) => {
              below.reset(part);
              return rest(below);
            });
            expect(asSet(gathered)).toEqual(wanted);
          }
          parts += split.length;
        },
      ),
      { numRuns: runs(700) },
    );
    expect(parts).toBeGreaterThan(runs(400));
  });

  test('within any memory it finds all sets once, or some of them once and is stuck', () => {
    const outcomes = { stuck: 0, exhausted: 0 };
    const limits = fc.integer({ min: 0, max: 12_000 });
    fc.assert(
      fc.property(matrices, seeds, slices, limits, (matrix, seed, slice, memoryLimit) => {
        const search = start(matrix, { seed, memoryLimit }, slice);
        const found: number[][] = [];
        let outcome = search.advance(Number.POSITIVE_INFINITY);
        for (; outcome === 'solution'; outcome = search.advance(Number.POSITIVE_INFINITY)) {
          found.push(search.solution());
        }
        const all = asSet(bruteForceMultiples(matrix));
        expect(search.memory).toBeLessThanOrEqual(memoryLimit);
        expect(new Set(asSet(found)).size).toBe(found.length);
        for (const one of asSet(found)) expect(all).toContain(one);
        if (outcome === 'exhausted') expect(asSet(found)).toEqual(all);
        outcomes[outcome as 'stuck' | 'exhausted']++;
      }),
      { numRuns: runs(700) },
    );
    expect(outcomes.stuck).toBeGreaterThan(runs(50));
    expect(outcomes.exhausted).toBeGreaterThan(runs(50));
  });
});

/**
 * The edges of a complete graph: graphs in which each of `nodes` nodes has `least` to `most` edges.
 */
function graphs(nodes: number, least: number, most = least): MultipleMatrix {
  const options: number[][] = [];
  for (let a = 0; a < nodes; a++) for (let b = 0; b < a; b++) options.push([a, b]);
  const times = Array.from({ length: nodes }, () => [least, most] as const);
  return { name: 'graphs', primary: nodes, secondary: 0, options, times };
}

/** Square matrices of 0 and 1 with `sum` ones in each row and column. */
function squares(size: number, sum: number): MultipleMatrix {
  const options = Array.from({ length: size * size }, (_, k) => [
    Math.floor(k / size),
    size + (k % size),
  ]);
  const times = Array.from({ length: 2 * size }, () => [sum, sum] as const);
  return { name: 'squares', primary: 2 * size, secondary: 0, options, times };
}

test.each<[string, number, MultipleMatrix]>([
  ['2-regular graphs of 6 nodes (OEIS A001205)', 70, graphs(6, 2)],
  ['2-regular graphs of 7 nodes', 465, graphs(7, 2)],
  ['cubic graphs of 6 nodes (OEIS A002829)', 70, graphs(6, 3)],
  ['cubic graphs of 7 nodes', 0, graphs(7, 3)],
  ['graphs of 5 nodes (all of them)', 2 ** 10, graphs(5, 0, UNLIMITED)],
  ['graphs of 5 nodes without isolated nodes (OEIS A006129)', 768, graphs(5, 1, UNLIMITED)],
  ['matchings of 7 nodes, perfect or not (OEIS A000085)', 232, graphs(7, 0, 1)],
  ['squares of 4 with 2 ones in each line (OEIS A001499)', 90, squares(4, 2)],
  ['squares of 5 with 2 ones in each line', 2040, squares(5, 2)],
])('%s: %i', (_, count, matrix) => {
  const found = rest(start(matrix));
  expect(new Set(asSet(found)).size).toBe(count);
  expect(found.length).toBe(count);
});

test('knows to the byte what is held', async () => {
  const compiled = compileMultiples(graphs(8, 2, 3));
  const { primary, secondary, options } = compiled;
  const allocations = new Allocations();
  try {
    const search = new Learn(compiled, { prefix: [3, ~4] }, 500);
    const prefix = 4 * (primary + secondary + 3 * options);
    for (const budget of [1, 1, 1, 100, 3000]) {
      search.advance(budget);
      const live = await allocations.live();
      expect(live).toBeLessThanOrEqual(search.memory);
      expect(live).toBeGreaterThanOrEqual(search.memory - prefix);
    }
  } finally {
    allocations.stop();
  }
});

test('refuses a prefix that covers an item too often, and one that chooses an option twice', () => {
  const matrix = graphs(4, 1, 2);
  const search = start(matrix);
  for (const prefix of [[0, 1, 3], [0, 0], [2, ~2], [~2, 2], [6]]) {
    expect(() => start(matrix, { prefix })).toThrow(/prefix/);
    expect(() => search.reset(prefix)).toThrow(/prefix/);
  }
  expect(() => start(matrix, { prefix: [0, 1, 3] })).toThrow('item 0 would be covered more than 2');
  const all = bruteForceMultiples(matrix);
  search.reset([0, ~3, 1]);
  expect(asSet(rest(search))).toEqual(asSet(all.filter((one) => keepsTo([0, ~3, 1], one))));
});

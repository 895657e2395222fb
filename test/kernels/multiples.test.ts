import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { langford, pentominoes, queens } from '../../bench/cases/gallery.ts';
import { problemOf } from '../../bench/cases/problem.ts';
import { Cells } from '../../src/kernels/cells/cells.ts';
import { Multiples } from '../../src/kernels/multiples/multiples.ts';
import type { SearchSettings } from '../../src/kernels/search.ts';
import { seeds, smallMatrix } from '../support/arbitrary.ts';
import { asSet, bruteForce } from '../support/checker.ts';
import { rest } from '../support/engines.ts';
import { growthOf } from '../support/growth.ts';
import {
  bruteForceMultiples,
  compileMultiples,
  type MultipleMatrix,
  multipleMatrix,
  UNLIMITED,
} from '../support/multiples.ts';

type Start = (matrix: MultipleMatrix, settings?: SearchSettings) => Multiples;

/** It looks at secondary items only where capacity is scarce and there are many ways, or always. */
const ways: Record<string, Start> = {
  'by primary items': (matrix, settings) => new Multiples(compileMultiples(matrix), settings),
  'by secondary items': (matrix, settings) => new Multiples(compileMultiples(matrix), settings, 0),
};
const start = ways['by primary items'] as Start;

/** A matrix of small numbers. */
function matrixOf(
  times: MultipleMatrix['times'],
  secondary: number,
  options: number[][],
): MultipleMatrix {
  return { name: 'small', primary: times.length, secondary, options, times };
}

describe.each(Object.entries(ways))('random problems with bounds, %s', (_, start) => {
  test('it finds exactly the sets of options that brute force finds, each once', () => {
    fc.assert(
      fc.property(multipleMatrix, seeds, (matrix, seed) => {
        const found = rest(start(matrix, { seed }));
        expect(asSet(found)).toEqual(asSet(bruteForceMultiples(matrix)));
      }),
      { numRuns: 1000 },
    );
  });

  test('it finds the same in the same order when it is paused after every node', () => {
    fc.assert(
      fc.property(multipleMatrix, seeds, (matrix, seed) => {
        const whole = start(matrix, { seed });
        const found = rest(whole);
        const paused = start(matrix, { seed });
        const pieces: number[][] = [];
        let share = 0;
        for (;;) {
          const before = paused.nodes;
          const outcome = paused.advance(1);
          expect(paused.nodes - before).toBeLessThanOrEqual(1);
          if (outcome === 'paused') expect(paused.nodes).toBe(before + 1);
          expect(paused.share()).toBeGreaterThanOrEqual(share);
          share = paused.share();
          expect(share).toBeLessThanOrEqual(1 + 1e-9);
          if (outcome === 'exhausted') break;
          if (outcome === 'solution') pieces.push(paused.solution());
        }
        expect(pieces).toEqual(found);
        expect(paused.share()).toBe(1);
        const { nodes, guesses, updates, solutions, deepest } = whole;
        expect(paused).toMatchObject({ nodes, guesses, updates, solutions, deepest });
        expect(solutions).toBe(found.length);
      }),
      { numRuns: 500 },
    );
  });

  test('at every pause its frontier has exactly the solutions to come', () => {
    fc.assert(
      fc.property(multipleMatrix, seeds, (matrix, seed) => {
        const all = asSet(bruteForceMultiples(matrix));
        const search = start(matrix, { seed });
        const reported: number[][] = [];
        let outcome = '';
        for (let pauses = 0; outcome !== 'exhausted' && pauses < 40; pauses++) {
          const frontier = [...search.frontier()];
          const ahead = frontier.flatMap((prefix) => rest(start(matrix, { prefix })));
          expect(asSet([...reported, ...ahead])).toEqual(all);
          const shares = frontier.reduce((sum, prefix) => sum + prefix.share, search.share());
          expect(shares).toBeCloseTo(1, 9);
          outcome = search.advance(1);
          if (outcome === 'solution') reported.push(search.solution());
        }
        if (outcome === 'exhausted') expect([...search.frontier()]).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('it splits what is left, below any decisions, paused anywhere', () => {
    fc.assert(
      fc.property(
        multipleMatrix,
        seeds,
        fc.array(fc.nat(20), { maxLength: 4 }),
        fc.nat(6),
        fc.integer({ min: 1, max: 12 }),
        (matrix, seed, out, nodes, atLeast) => {
          const count = matrix.options.length;
          const prefix = count === 0 ? [] : out.map((k) => ~(k % count));
          const all = bruteForceMultiples(matrix);
          const kept = all.filter((numbers) => !prefix.some((k) => numbers.includes(~k)));
          const search = start(matrix, { seed, prefix });
          const reported: number[][] = [];
          for (let k = 0; k < nodes; k++) {
            if (search.advance(1) === 'solution') reported.push(search.solution());
          }
          const parts = search.split(atLeast);
          const ahead = parts.map((part) => rest(start(matrix, { prefix: part })));
          expect(asSet([...reported, ...ahead.flat()])).toEqual(asSet(kept));
          if (parts.length < atLeast) {
            for (const found of ahead) expect(found.length).toBeLessThanOrEqual(1);
          }
          const shares = parts.map(({ share }) => share);
          expect(shares).toEqual([...shares].sort((a, b) => b - a));
          expect(asSet([...reported, ...rest(search)])).toEqual(asSet(kept));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('below a prefix it finds the solutions that keep to its decisions', () => {
    fc.assert(
      fc.property(
        multipleMatrix,
        seeds,
        fc.nat(),
        fc.nat(63),
        fc.array(fc.nat(20), { maxLength: 3 }),
        (matrix, seed, pick, mask, out) => {
          const all = bruteForceMultiples(matrix);
          const solution = all[pick % Math.max(1, all.length)] ?? [];
          const chosen = solution.filter((_, k) => (mask >> k) & 1);
          const count = Math.max(1, matrix.options.length);
          const leftOut = out.map((k) => k % count).filter((k) => !chosen.includes(k));
          const prefix = matrix.options.length === 0 ? [] : [...leftOut.map((k) => ~k), ...chosen];
          const kept = all.filter((numbers) =>
            prefix.every((k) => (k >= 0 ? numbers.includes(k) : !numbers.includes(~k))),
          );
          const search = start(matrix, { seed, prefix });
          const found = rest(search);
          for (const numbers of found) {
            expect(numbers.slice(0, chosen.length)).toEqual(chosen);
          }
          expect(asSet(found)).toEqual(asSet(kept));
          search.reset([]);
          expect(asSet(rest(search))).toEqual(asSet(all));
          search.reset(prefix);
          expect(asSet(rest(search))).toEqual(asSet(kept));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('after a reset at any time it finds the same', () => {
    fc.assert(
      fc.property(multipleMatrix, seeds, fc.nat(20), (matrix, seed, nodes) => {
        const search = start(matrix, { seed });
        const found = asSet(rest(search));
        search.reset();
        const none = { nodes: 0, guesses: 0, updates: 0, solutions: 0, deepest: 0 };
        expect(search).toMatchObject(none);
        search.advance(nodes);
        search.reset();
        expect(asSet(rest(search))).toEqual(found);
      }),
      { numRuns: 300 },
    );
  });
});

test('of problems where each item is covered exactly once it finds the solutions', () => {
  fc.assert(
    fc.property(smallMatrix, seeds, (matrix, seed) => {
      const search = new Multiples(problemOf(matrix).compile(), { seed });
      expect(asSet(rest(search))).toEqual(asSet(bruteForce(matrix)));
    }),
    { numRuns: 500 },
  );
});

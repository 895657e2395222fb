import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Links } from '../../src/kernels/links/links.ts';
import type { Prefix } from '../../src/kernels/prefix.ts';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';
import { smallMatrix } from '../support/arbitrary.ts';
import { asSet, bruteForce, inOrder, isSolution } from '../support/checker.ts';
import { expectFrontier, expectPausable, expectSplit } from '../support/contract.ts';
import { runs } from '../support/effort.ts';
import { engines, leftmost, rest } from '../support/engines.ts';

const seeds = fc.option(fc.maxSafeInteger(), { nil: undefined });

/** True if two different options can stand together, or one can stand at all. */
function compatible(matrix: Matrix, a: number, b: number): boolean {
  return (matrix.options[a] as readonly number[]).every((item, k) => {
    const other = (matrix.options[b] as readonly number[]).indexOf(item);
    if (other < 0) return true;
    const colour = matrix.colours?.[a]?.[k] ?? 0;
    return colour > 0 && colour === matrix.colours?.[b]?.[other];
  });
}

describe.each(Object.entries(engines))('%s', (_, start) => {
  test('finds exactly the solutions that brute force finds', () => {
    fc.assert(
      fc.property(smallMatrix, seeds, (matrix, seed) => {
        const found = rest(start(matrix, { seed }));
        for (const numbers of found) expect(isSolution(matrix, numbers)).toBe(true);
        expect(asSet(found)).toEqual(asSet(bruteForce(matrix)));
      }),
      { numRuns: runs(500) },
    );
  });

  test('finds the same in the same order when it is paused after every node', () => {
    fc.assert(
      fc.property(smallMatrix, seeds, (matrix, seed) => {
        expectPausable(start(matrix, { seed }), start(matrix, { seed }));
      }),
      { numRuns: runs(500) },
    );
  });

  test('has at every pause a frontier with exactly the solutions to come', () => {
    fc.assert(
      fc.property(smallMatrix, seeds, (matrix, seed) => {
        const below = (prefix: Prefix) => start(matrix, { prefix });
        expectFrontier(start(matrix, { seed }), below, bruteForce(matrix));
      }),
      { numRuns: runs(250) },
    );
  });

  test('splits what is left, below any decisions, paused anywhere', () => {
    fc.assert(
      fc.property(
        smallMatrix,
        seeds,
        fc.array(fc.nat(20), { maxLength: 4 }),
        fc.nat(6),
        fc.integer({ min: 1, max: 12 }),
        (matrix, seed, out, nodes, atLeast) => {
          const count = matrix.options.length;
          const prefix = count === 0 ? [] : out.map((k) => ~(k % count));
          const kept = bruteForce(matrix).filter((s) => !prefix.some((k) => s.includes(~k)));
          const below = (part: Prefix) => start(matrix, { prefix: part });
          expectSplit(start(matrix, { seed, prefix }), below, kept, { nodes, atLeast });
        },
      ),
      { numRuns: runs(500) },
    );
  });

  test('finds below a prefix the solutions that contain it, and refuses one that cannot be', () => {
    fc.assert(
      fc.property(smallMatrix, fc.nat(), fc.nat(), seeds, (matrix, x, y, seed) => {
        const count = matrix.options.length;
        fc.pre(count > 0);
        const prefix = x % (count + 1) === count ? [y % count] : [x % count, y % count];
        const choosable = prefix.every((k) => matrix.options[k]?.some((i) => i < matrix.primary));
        const [a, b] = prefix as [number, number | undefined];
        const possible = choosable && (b === undefined || (a !== b && compatible(matrix, a, b)));
        if (!possible) {
          expect(() => start(matrix, { prefix })).toThrow(/prefix/);
          return;
        }
        const found = rest(start(matrix, { prefix, seed }));
        for (const numbers of found) expect(numbers.slice(0, prefix.length)).toEqual(prefix);
        const wanted = bruteForce(matrix).filter((numbers) =>
          prefix.every((option) => numbers.includes(option)),
        );
        expect(asSet(found)).toEqual(asSet(wanted));
      }),
      { numRuns: runs(500) },
    );
  });

  test('finds the same again, in the same order, after a reset at any time', () => {
    fc.assert(
      fc.property(smallMatrix, seeds, fc.nat(20), (matrix, seed, nodes) => {
        const search = start(matrix, { seed });
        const found = inOrder(rest(search));
        search.reset();
        expect(search).toMatchObject({
          nodes: 0,
          guesses: 0,
          updates: 0,
          solutions: 0,
          deepest: 0,
        });
        search.advance(nodes);
        search.reset();
        expect(inOrder(rest(search))).toEqual(found);
        const option = found[0]?.[0];
        if (option === undefined) return;
        const below = inOrder(rest(start(matrix, { seed, prefix: [option] })));
        search.reset([option]);
        search.advance(nodes);
        search.reset();
        expect(inOrder(rest(search))).toEqual(below);
        // A buffer that holds more than the prefix, as one that serves many starts does.
        search.reset(Int32Array.of(option, 99), 1);
        expect(inOrder(rest(search))).toEqual(below);
        search.reset([]);
        expect(inOrder(rest(search))).toEqual(found);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe.each(Object.entries(leftmost))('%s', (_, start) => {
  test('finds solutions in the order of links, by as many guesses', () => {
    fc.assert(
      fc.property(smallMatrix, seeds, (matrix, seed) => {
        const search = start(matrix, { seed });
        const links = engines.links(matrix, { seed });
        expect(inOrder(rest(search))).toEqual(inOrder(rest(links)));
        expect(search.guesses).toBe(links.guesses);
        expect(search.guesses).toBeLessThanOrEqual(search.nodes);
      }),
      { numRuns: runs(500) },
    );
  });
});

test('links leaves its memory as it found it, byte for byte', () => {
  fc.assert(
    fc.property(smallMatrix, seeds, (matrix, seed) => {
      const search = new Links(problemOf(matrix).compile(), { seed });
      const before = search.snapshot();
      rest(search);
      expect(search.snapshot()).toEqual(before);
    }),
    { numRuns: runs(500) },
  );
});

test.each(Object.entries(leftmost))(
  '%s tries the leftmost of the items with fewest options, and options as stated',
  (_, start) => {
    // a has three options, b and c two: b. With option 4 chosen, a and c have two: a.
    const options = [[0, 1], [0], [0, 2], [2], [1]];
    const matrix = { name: 'order', primary: 3, secondary: 0, options };
    expect(inOrder(rest(start(matrix)))).toEqual([
      [0, 3],
      [1, 3, 4],
      [2, 4],
    ]);
  },
);

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Isomorphs } from '../../src/diagram/isomorphs.ts';
import { count } from '../../src/index.ts';
import type { Decisions } from '../../src/kernels/prefix.ts';
import { factors, langford, latinSquares, matchings, queens } from '../cases/gallery.ts';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';
import { smallMatrix, tightMatrix } from '../support/arbitrary.ts';
import { bruteForce } from '../support/checker.ts';
import { runs, slow } from '../support/effort.ts';
import { keys, shuffled } from '../support/relabellings.ts';

interface Ended {
  readonly exact: bigint;
  readonly nodes: number;
  readonly states: number;
}

function counted(
  matrix: Matrix,
  settings: { prefix?: Decisions; memoryLimit?: number } = {},
  budget = Number.POSITIVE_INFINITY,
): Ended {
  const search = new Isomorphs(problemOf(matrix).compile(), settings);
  let share = 0;
  for (;;) {
    const outcome = search.advance(budget);
    const { exact, nodes, entries: states } = search;
    const now = 2 ** search.logShare();
    expect(now).toBeGreaterThanOrEqual(0);
    share = Math.max(share, now);
    if (outcome === 'exhausted') {
      expect(now).toBe(1);
      return { exact, nodes, states };
    }
  }
}

/** Copies of a problem side by side; their first secondary items, where they have any, are one. */
function copies(matrix: Matrix, times: number): Matrix {
  const { primary, secondary, options, colours } = matrix;
  const shared = secondary > 0 ? 1 : 0;
  const own = secondary - shared;
  const itemOf = (item: number, copy: number) => {
    if (item < primary) return copy * primary + item;
    if (item === primary) return times * primary;
    return times * primary + shared + copy * own + item - primary - 1;
  };
  const all = Array.from({ length: times }, (_, copy) =>
    options.map((items) => items.map((item) => itemOf(item, copy))),
  );
  return {
    name: `${times} x ${matrix.name}`,
    primary: times * primary,
    secondary: shared + times * own,
    options: all.flat(),
    ...(colours && { colours: all.flatMap(() => colours) }),
  };
}

/** Steiner triple systems: each pair of points in one triple. */
function triples(points: number): Matrix {
  const pair = (a: number, b: number) => (b * (b - 1)) / 2 + a;
  const options: number[][] = [];
  for (let c = 2; c < points; c++) {
    for (let b = 1; b < c; b++) {
      for (let a = 0; a < b; a++) options.push([pair(a, b), pair(a, c), pair(b, c)]);
    }
  }
  return { name: 'triples', primary: (points * (points - 1)) / 2, secondary: 0, options };
}

/** Sudokus without a given, with boxes of some rows and columns. */
function sudokus(rows: number, columns: number): Matrix {
  const n = rows * columns;
  const options: number[][] = [];
  for (let cell = 0; cell < n * n; cell++) {
    const y = Math.floor(cell / n);
    const x = cell % n;
    const box = Math.floor(y / rows) * rows + Math.floor(x / columns);
    for (let v = 0; v < n; v++) {
      options.push([cell, n * (n + y) + v, n * (2 * n + x) + v, n * (3 * n + box) + v]);
    }
  }
  return { name: 'sudokus', primary: 4 * n * n, secondary: 0, options };
}

describe('random problems', () => {
  test('it counts as brute force does', () => {
    fc.assert(
      fc.property(smallMatrix, fc.integer({ min: 1, max: 9 }), (matrix, budget) => {
        const solutions = BigInt(bruteForce(matrix).length);
        expect(counted(matrix).exact).toBe(solutions);
        expect(counted(matrix, {}, budget).exact).toBe(solutions);
      }),
      { numRuns: runs(400) },
    );
  });

  test('copies of a problem, with an item in common, and shuffled', () => {
    fc.assert(
      fc.property(smallMatrix, fc.integer({ min: 2, max: 4 }), keys, (matrix, times, order) => {
        const all = copies(matrix, times);
        const exact = count(problemOf(all).compile(), { engine: 'links' }).exact;
        expect(counted(all).exact).toBe(exact);
        expect(counted(shuffled(all, order)).exact).toBe(exact);
      }),
      { numRuns: runs(300) },
    );
  });

  test('tight problems, also below decisions, and with room for few states', () => {
    fc.assert(
      fc.property(tightMatrix, fc.nat(), fc.nat(), (matrix, left, chosen) => {
        const compiled = problemOf(matrix).compile();
        const { options, primary } = matrix;
        const out = left % options.length;
        const taken = chosen % options.length;
        const prefix = [~out];
        if (taken !== out && options[taken]?.some((item) => item < primary)) prefix.push(taken);
        const exact = count(compiled, { engine: 'links', prefix }).exact;
        expect(counted(matrix, { prefix }).exact).toBe(exact);
        expect(counted(matrix, { prefix, memoryLimit: 600 }).exact).toBe(exact);
      }),
      { numRuns: runs(300) },
    );
  });
});

/** Published counts, with the most nodes that they may take, also shuffled. */
const KNOWN: [string, Matrix, bigint, number][] = [
  ['Latin squares of order 5', latinSquares(5), 161280n, 60],
  ['Latin squares of order 6', latinSquares(6), 812851200n, 400],
  ['Latin squares of order 7', latinSquares(7), 61479419904000n, 4000],
  ['Steiner systems of 9 points', triples(9), 840n, 10],
  ['Steiner systems of 13 points', triples(13), 1197504000n, 300],
  ['factors of K8', factors(8), 31449600n, 120],
  ['Sudokus of 2x2', sudokus(2, 2), 288n, 30],
  ['Sudokus of 2x3', sudokus(2, 3), 28200960n, 600],
  ['perfect matchings of K30', matchings(30), 6190283353629375n, 16],
  ['8 queens', queens(8), 92n, 400],
  ['Langford 8', langford(8), 300n, 2000],
];

test.each(KNOWN)('%s', (_, matrix, solutions, most) => {
  for (const one of [matrix, shuffled(matrix, [3, 1, 4, 1, 5]), shuffled(matrix, [2, 7, 1, 8])]) {
    const { exact, nodes } = counted(one);
    expect(exact).toBe(solutions);
    expect(nodes).toBeLessThanOrEqual(most);
  }
});

const LONG: [string, Matrix, bigint][] = [
  ['Latin squares of order 8', latinSquares(8), 108776032459082956800n],
  ['Steiner systems of 15 points', triples(15), 60281712691200n],
  ['factors of K10', factors(10), 444733651353600n],
  ['Sudokus of 2x4', sudokus(2, 4), 29136487207403520n],
];
test.runIf(slow).each(LONG)('%s', (_, matrix, solutions) => {
  expect(counted(matrix).exact).toBe(solutions);
});

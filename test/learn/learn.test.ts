import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Random } from '../../src/kernels/random.ts';
import type { SearchSettings } from '../../src/kernels/search.ts';
import { Learn } from '../../src/learn/learn.ts';
import { encodeBare } from '../../src/sudoku/encode.ts';
import { PuzzleGenerator } from '../../src/sudoku/generator.ts';
import { check } from '../../src/sudoku/grid.ts';
import {
  dominoes,
  langford,
  latinSquares,
  matchings,
  pentominoes,
  queens,
  soma,
} from '../cases/gallery.ts';
import { knuth } from '../cases/knuth.ts';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';
import { SLOW_FOR_BRUTE_FORCE, sudoku } from '../cases/sudoku.ts';
import { seeds, slices, smallMatrix, tightMatrix } from '../support/arbitrary.ts';
import { asSet, bruteForce, isSolution } from '../support/checker.ts';
import { runs, slow } from '../support/effort.ts';
import { engines, rest } from '../support/engines.ts';

// Much work, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 60_000 });

const start = (matrix: Matrix, settings?: SearchSettings, slice?: number) =>
  new Learn(problemOf(matrix).compile(), settings, slice);

/** True if a clause of `knowledge` holds in a solution. */
function holds(clause: readonly number[], numbers: readonly number[]): boolean {
  return clause.some((literal) =>
    literal > 0 ? numbers.includes(literal - 1) : !numbers.includes(-literal - 1),
  );
}

describe('against brute force', () => {
  test.each([
    ['small', smallMatrix, bruteForce, runs(2000)],
    ['tight', tightMatrix, (matrix: Matrix) => rest(engines.cells(matrix)), runs(1000)],
  ] as const)('finds exactly the solutions of %s problems', (_, matrices, oracle, numRuns) => {
    fc.assert(
      fc.property(matrices, seeds, (matrix, seed) => {
        const search = start(matrix, { seed });
        const found = rest(search);
        expect(found.filter((numbers) => !isSolution(matrix, numbers))).toEqual([]);
        expect(asSet(found)).toEqual(asSet(oracle(matrix)));
        expect(search.solutions).toBe(found.length);
        expect(search.deepest).toBeGreaterThanOrEqual(
          Math.max(0, ...found.map(({ length }) => length)),
        );
      }),
      { numRuns },
    );
  });

  test.each([
    ['small', smallMatrix, bruteForce],
    ['tight', tightMatrix, (matrix: Matrix) => rest(engines.cells(matrix))],
  ] as const)(
    'knows of %s problems only what follows from them and from what it was to leave out',
    (_, matrices, oracle) => {
      let conflicts = 0;
      fc.assert(
        fc.property(matrices, seeds, slices, (matrix, seed, slice) => {
          const search = start(matrix, { seed }, slice);
          /** The solutions to come: each clause must hold in all of them. */
          const left = new Map(oracle(matrix).map((numbers) => [asSet([numbers])[0], numbers]));
          let outcome = search.advance(0);
          for (; outcome !== 'exhausted'; outcome = search.advance(1)) {
            if (outcome === 'solution') left.delete(asSet([search.solution()])[0]);
            const told = search.knowledge().filter((clause) => {
              return [...left.values()].some((numbers) => !holds(clause, numbers));
            });
            expect(told).toEqual([]);
          }
          expect(left.size).toBe(0);
          conflicts += search.conflicts;
        }),
        { numRuns: runs(400) },
      );
      expect(conflicts).toBeGreaterThan(runs(40));
    },
  );

  test('leaves out what is known already, whenever it is told', () => {
    fc.assert(
      fc.property(
        fc.oneof(smallMatrix, tightMatrix),
        seeds,
        slices,
        fc.array(fc.tuple(fc.nat(6), fc.nat()), { maxLength: 6 }),
        (matrix, seed, slice, told) => {
          const all = rest(engines.cells(matrix));
          const search = start(matrix, { seed }, slice);
          const found: number[][] = [];
          const leftOut = new Set<string>();
          let outcome = search.advance(0);
          for (const [nodes, x] of told) {
            outcome = search.advance(nodes);
            if (outcome === 'solution') found.push(search.solution());
            const known = all[x % Math.max(1, all.length)];
            if (known === undefined) continue;
            if (!asSet(found).includes(asSet([known])[0] as string)) {
              leftOut.add(asSet([known])[0] as string);
            }
            search.leaveOut(known);
          }
          found.push(...rest(search));
          expect(asSet(found)).toEqual(asSet(all).filter((one) => !leftOut.has(one)));
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  test('finds below a prefix the solutions that contain it, again after a reset', () => {
    fc.assert(
      fc.property(
        smallMatrix,
        fc.nat(),
        seeds,
        slices,
        fc.nat(20),
        (matrix, x, seed, slice, nodes) => {
          const all = bruteForce(matrix);
          const search = start(matrix, { seed }, slice);
          const found = asSet(rest(search));
          const numbers = all[x % Math.max(1, all.length)];
          fc.pre(numbers !== undefined);
          const prefix = numbers.filter((_, k) => (x >> k) & 1).reverse();
          const wanted = asSet(all.filter((one) => prefix.every((option) => one.includes(option))));
          search.reset(prefix);
          search.advance(nodes);
          search.reset();
          const below = rest(search);
          expect(asSet(below)).toEqual(wanted);
          for (const one of below) expect(one.slice(0, prefix.length)).toEqual(prefix);
          expect(asSet(rest(start(matrix, { seed, prefix })))).toEqual(wanted);
          search.reset([]);
          expect(asSet(rest(search))).toEqual(found);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

/** Published numbers of solutions, as in counts.test.ts, that are not too many to enumerate so. */
test.each(
  (
    [
      [knuth(), 1, 'Knuth, "Dancing links" (2000)'],
      [pentominoes(3, 20), 2 * 4, 'Golomb (1954)'],
      [queens(6), 4, 'OEIS A000170'],
      [queens(8), 92, 'OEIS A000170'],
      [queens(10), 724, 'OEIS A000170'],
      [langford(5), 0, 'OEIS A014552'],
      [langford(7), 2 * 26, 'OEIS A014552'],
      [langford(8), 2 * 150, 'OEIS A014552'],
      [latinSquares(4), 576, 'OEIS A002860'],
      [matchings(8), 105, 'OEIS A001147'],
      [dominoes(4, 4), 36, 'Kasteleyn (1961)'],
      [sudoku(SLOW_FOR_BRUTE_FORCE), 1, 'a proper puzzle'],
    ] satisfies [Matrix, number, string][]
  )
    // 22,000 conflicts; a Sudoku of test/ask/auto.test.ts has more.
    .filter(([{ name }]) => slow || name !== 'pentominoes 3x20')
    .map(([matrix, count, source]) => [matrix.name, count, source, matrix] as const),
)('%s: %i solutions (%s)', { timeout: 60_000 }, (_name, count, _source, matrix) => {
  const found = rest(start(matrix));
  expect(found.filter((numbers) => !isSolution(matrix, numbers))).toEqual([]);
  expect(new Set(asSet(found)).size).toBe(count);
  expect(found.length).toBe(count);
});

test('finds a first solution where there are many', () => {
  for (const matrix of [soma(), pentominoes(6, 10), queens(20), langford(16)]) {
    const search = start(matrix);
    expect(search.advance(Number.POSITIVE_INFINITY)).toBe('solution');
    expect(isSolution(matrix, search.solution())).toBe(true);
  }
});

describe('proves that there is no solution', () => {
  /** n + 1 pigeons into n holes: each pigeon sits, no hole takes two. */
  const pigeons = (holes: number): Matrix => ({
    name: 'pigeons',
    primary: holes + 1,
    secondary: holes,
    options: Array.from({ length: (holes + 1) * holes }, (_, k) => [
      Math.floor(k / holes),
      holes + 1 + (k % holes),
    ]),
  });
  /** A chessboard without two of its corners: for two of one colour Max Black's riddle (1946). */
  const mutilated = (size: number, corners: [number, number] = [0, size * size - 1]): Matrix => {
    const cells = Array.from({ length: size * size }, (_, k) => k).filter(
      (cell) => !corners.includes(cell),
    );
    const options: number[][] = [];
    for (const [k, cell] of cells.entries()) {
      const right = cells.indexOf(cell + 1);
      if (right >= 0 && cell % size < size - 1) options.push([k, right]);
      const below = cells.indexOf(cell + size);
      if (below >= 0) options.push([k, below]);
    }
    return { name: 'mutilated', primary: cells.length, secondary: 0, options };
  };

  test.each<[string, Matrix]>([
    ['2 pigeons in 1 hole', pigeons(1)],
    ['5 pigeons in 4 holes', pigeons(4)],
    ['8 pigeons in 7 holes', pigeons(7)],
    ['the mutilated chessboard 2x2', mutilated(2)],
    ['the mutilated chessboard 4x4', mutilated(4)],
    ['the mutilated chessboard 6x6', mutilated(6)],
    ['the mutilated chessboard 8x8', mutilated(8)],
    ['Langford pairs, n = 9', langford(9)],
    ['perfect matchings of K9', matchings(9)],
  ])('%s', { timeout: 60_000 }, (_, matrix) => {
    const search = start(matrix);
    expect(rest(search)).toEqual([]);
    expect(search.advance(1)).toBe('exhausted');
    expect(search.share()).toBe(1);
  });

  test('but not where there is one', () => {
    // The squares of either colour are equal in number.
    expect(start(mutilated(6, [0, 5])).advance(Number.POSITIVE_INFINITY)).toBe('solution');
    expect(start(mutilated(8, [0, 7])).advance(Number.POSITIVE_INFINITY)).toBe('solution');
  });

  test('16x16 Sudokus with one wrong clue that is not wrong at first sight', () => {
    const generator = new PuzzleGenerator({ size: 16, seed: 4 });
    const compiled = encodeBare(generator.shape).compile();
    const random = new Random(5);
    let conflicts = 0;
    for (let proven = 0; proven < (slow ? 6 : 3); ) {
      const { givens, solution } = generator.puzzle({ givens: 110, attempts: 1 });
      const blank = random.below(256);
      const wrong = 1 + random.below(16);
      if (givens[blank] !== 0 || solution[blank] === wrong) continue;
      givens[blank] = wrong;
      if (check(generator.shape, givens).mistakes.length > 0) continue;
      const prefix: number[] = [];
      for (const [cell, value] of givens.entries())
        if (value > 0) prefix.push(16 * cell + value - 1);
      const search = new Learn(compiled, { prefix });
      expect(search.advance(Number.POSITIVE_INFINITY)).toBe('exhausted');
      conflicts += search.conflicts;
      // One that is seen through without any search proves nothing.
      if (search.conflicts > 0) proven++;
    }
    expect(conflicts).toBeGreaterThan(10);
  });
});

describe('the contract', () => {
  test.each<[string, Matrix, string[]]>([
    ['no primary items: the empty solution', { ...knuth(), primary: 0, secondary: 7 }, ['']],
    ['no options', { ...knuth(), options: [] }, []],
    [
      'options stated twice',
      { ...knuth(), primary: 1, secondary: 0, options: [[0], [0]] },
      ['0', '1'],
    ],
  ])('%s', (_, matrix, solutions) => {
    const search = start(matrix);
    expect(asSet(rest(search))).toEqual(solutions);
    expect(search.advance(1)).toBe('exhausted');
    expect(search.advance(0)).toBe('exhausted');
  });

  test('takes a budget of half a node for a node', () => {
    const search = start(queens(8));
    expect(search.advance(0.5)).toBe('paused');
    expect(search.nodes).toBe(1);
  });

  test('pauses at once on a budget of 0, and refuses one that is no number', () => {
    const search = start(queens(8));
    expect(search.advance(0)).toBe('paused');
    expect(search.nodes).toBe(0);
    for (const budget of [Number.NaN, -1, undefined, null, '5', [1], 1n]) {
      expect(() => search.advance(budget as unknown as number)).toThrow(/budget/);
    }
    expect(() => search.solution()).toThrow(/does not stand on a solution/);
    expect(search.advance(Number.POSITIVE_INFINITY)).toBe('solution');
    const numbers = search.solution();
    expect(search.advance(0)).toBe('paused');
    expect(search.solution()).toEqual(numbers);
    const given = [7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7];
    expect(search.solution(given)).toBe(given);
    expect(given).toEqual(numbers);
  });

  test('a seed gives another way, each time the same one', () => {
    const matrix = queens(8);
    const plain = rest(start(matrix));
    const first = rest(start(matrix, { seed: 1 }));
    expect(rest(start(matrix, { seed: 1 }))).toEqual(first);
    expect(first).not.toEqual(plain);
    expect(asSet(first)).toEqual(asSet(plain));
    expect(() => start(matrix, { seed: 0.5 })).toThrow(/seed/);
  });

  test('refuses what cells refuses', () => {
    for (const prefix of [[6], [-7], [0, 0], [0, 2], [~1, 1], '0', {}]) {
      expect(() => start(knuth(), { prefix: prefix as number[] })).toThrow(/prefix/);
      expect(() => engines.cells(knuth(), { prefix: prefix as number[] })).toThrow(/prefix/);
    }
    expect(() => new Learn({} as never)).toThrow(/compiled/);
  });
});

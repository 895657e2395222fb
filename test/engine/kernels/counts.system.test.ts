import { describe, expect, test } from 'vitest';
import { Learn } from '../../../src/engine/learn/learn.ts';
import {
  dominoes,
  dudeney,
  langford,
  latinSquares,
  macmahon,
  matchings,
  pentominoes,
  queens,
  soma,
} from '../../cases/gallery.ts';
import { knuth } from '../../cases/knuth.ts';
import type { Matrix } from '../../cases/matrix.ts';
import { problemOf } from '../../cases/problem.ts';
import { SLOW_FOR_BRUTE_FORCE, sudoku } from '../../cases/sudoku.ts';
import { isSolution } from '../../support/checker.ts';
import { slow } from '../../support/effort.ts';
import { engines } from '../../support/engines.ts';
import { expectSame } from '../../support/same.ts';

/** Published numbers of solutions; a product counts the symmetries that are not taken out. */
const published: [Matrix, number, source: string][] = [
  [knuth(), 1, 'Knuth, "Dancing links" (2000)'],
  [pentominoes(6, 10), 2339 * 4, 'Haselgrove and Haselgrove (1960)'],
  [pentominoes(5, 12), 1010 * 4, 'Haselgrove and Haselgrove (1960)'],
  [pentominoes(4, 15), 368 * 4, 'Haselgrove and Haselgrove (1960)'],
  [pentominoes(3, 20), 2 * 4, 'Golomb (1954)'],
  [dudeney(), 65 * 8, 'Scott (1958)'],
  ...[1, 0, 0, 2, 10, 4, 40, 92, 352, 724].map((count, k): [Matrix, number, string] => [
    queens(k + 1),
    count,
    'OEIS A000170',
  ]),
  // Both directions of each are counted.
  [langford(3), 2 * 1, 'OEIS A014552'],
  [langford(4), 2 * 1, 'OEIS A014552'],
  [langford(5), 0, 'OEIS A014552'],
  [langford(7), 2 * 26, 'OEIS A014552'],
  [langford(8), 2 * 150, 'OEIS A014552'],
  [dominoes(6, 6), 6728, 'Kasteleyn (1961)'],
  [soma(), 240 * 48, 'Conway and Guy (1961)'],
  [latinSquares(4), 576, 'OEIS A002860'],
  [matchings(10), 945, 'OEIS A001147'],
  [sudoku(SLOW_FOR_BRUTE_FORCE), 1, 'a proper puzzle'],
];

const packing = (region: string) => `pentominoes ${region}`;

/** Counts that take an engine seconds and more: it does them with SLOW=1. */
const LONG: Readonly<Record<string, readonly string[]>> = {
  lists: ['6x10', '5x12', '4x15'].map(packing),
  links: ['Soma cube', ...['6x10', '5x12', '4x15', '8x8 minus centre'].map(packing)],
  // It counts these in sweep.test.ts.
  sweep: ['6x10', '5x12', '4x15'].map(packing),
  learn: [packing('3x20'), '10 queens'],
};

/** A clause against each solution, and no end of conflicts: `learn` does not count these. */
const BEYOND_LEARN = [
  ...['Soma cube', 'dominoes 6x6', 'perfect matchings of K10'],
  ...['6x10', '5x12', '4x15', '8x8 minus centre'].map(packing),
];

const longest: [Matrix, number, source: string][] = [
  [macmahon(), 13328 * 8, 'Knuth, TAOCP 7.2.2.1'],
];

const all = {
  ...engines,
  learn: (matrix: Matrix) => new Learn(problemOf(matrix).compile()),
};

function check(engine: keyof typeof all, matrix: Matrix, count: number): void {
  const search = all[engine](matrix);
  let found = 0;
  const seen = new Set<string>();
  while (search.advance(Number.POSITIVE_INFINITY) === 'solution') {
    // The checker is slow: look at the first thousand and at one of a hundred from there on.
    if (found < 1000 || found % 100 === 0) {
      expectSame(isSolution(matrix, search.solution()), true);
    }
    seen.add(String(search.solution().sort((a, b) => a - b)));
    found++;
  }
  expect([found, seen.size]).toEqual([count, count]);
}

describe.each(['lists', 'links', 'sweep', 'learn'] as const)('%s', (engine) => {
  const cases = published.filter(([{ name }]) => {
    if (engine === 'learn' && BEYOND_LEARN.includes(name)) return false;
    return slow || !LONG[engine]?.includes(name);
  });
  test.each(cases.map(([matrix, count, source]) => [matrix.name, count, source, matrix] as const))(
    '%s: %i solutions (%s)',
    { timeout: 120_000 },
    (_name, count, _source, matrix) => check(engine, matrix, count),
  );

  test
    .runIf(slow && engine !== 'learn')
    .each(longest.map(([matrix, count, source]) => [matrix.name, count, source, matrix] as const))(
    '%s: %i solutions (%s)',
    { timeout: 1_200_000 },
    (_name, count, _source, matrix) => check(engine, matrix, count),
  );
});

test.each([
  'wasmLists, sharing',
  'lists, unwinding',
  'lists, unwinding and sharing',
  'sweep, testing',
] as const)('%s counts the same', (engine) => {
  check(engine, queens(8), 92);
  check(engine, pentominoes(3, 20), 8);
  check(engine, langford(7), 52);
});

test('a branch with thousands of options is no matter', () => {
  const options = Array.from({ length: 20_000 }, (_, k) => [0, 1 + (k % 9)]);
  check('lists', { name: 'wide', primary: 1, secondary: 9, options }, 20_000);
  check('links', { name: 'wide', primary: 1, secondary: 9, options }, 20_000);
  check('sweep', { name: 'wide', primary: 1, secondary: 9, options }, 20_000);
});

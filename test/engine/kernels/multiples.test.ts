import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Multiples } from '../../../src/engine/kernels/multiples/multiples.ts';
import type { SearchSettings } from '../../../src/engine/kernels/search.ts';
import { WasmLists } from '../../../src/engine/kernels/wasm/lists.ts';
import { readDlx } from '../../../src/index.ts';
import { langford, pentominoes, queens } from '../../cases/gallery.ts';
import { problemOf } from '../../cases/problem.ts';
import { seeds } from '../../support/arbitrary.ts';
import { asSet, inOrder } from '../../support/checker.ts';
import { runs } from '../../support/effort.ts';
import { rest } from '../../support/engines.ts';
import { multiple } from '../../support/known.ts';
import { compileMultiples, type MultipleMatrix, UNLIMITED } from '../../support/multiples.ts';
import { matrixOf, placements } from '../../support/placements.ts';

const start = (matrix: MultipleMatrix, settings?: SearchSettings) =>
  new Multiples(compileMultiples(matrix), settings);

test('it counts all solutions, stopped at any number of them and paused anywhere', () => {
  const wanted = fc.integer({ min: 1, max: 30 });
  const nodes = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(multiple, seeds, wanted, nodes, (known, seed, wanted, nodes) => {
      for (const many of [undefined, 0]) {
        const search = new Multiples(known.compiled, { seed }, many);
        for (let before = 0; ; before = search.solutions) {
          const outcome = search.advance(nodes, wanted);
          expect(search.solutions - before).toBeLessThanOrEqual(wanted);
          if (outcome === 'exhausted') break;
          const left = search.split(1).map((prefix) => {
            const part = new Multiples(known.compiled, { prefix }, many);
            part.advance(Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER);
            return part.solutions;
          });
          expect(search.solutions + left.reduce((sum, n) => sum + n, 0)).toBe(known.all.length);
        }
        expect(search.solutions).toBe(known.all.length);
      }
    }),
    { numRuns: runs(300) },
  );
});

describe('examples', () => {
  test('options are tried as stated, and each set comes once', () => {
    const two = matrixOf([[2, 2]], 0, [[0], [0], [0], [0]]);
    expect(inOrder(rest(start(two)))).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
      [2, 3],
    ]);
    // Where nothing is needed, the empty set is a solution as well.
    const free = matrixOf([[0, UNLIMITED]], 1, [[0], [0, 1], [0, 1], [1]]);
    expect(asSet(rest(start(free)))).toEqual(['', '0', '0 1', '0 2', '1', '2']);
  });

  test.each([
    ['an item that no option may cover', '0|a b\na b\nb\na\n', 1],
    ['more options needed than there are', '3:5|a\na\na\n', 0],
    ['a billion options needed', '1073741824:|a\na\n', 0],
    ['no options needed, none there', '0:3|a\n', 1],
    ['less capacity than needed', '2|a | x y z\na x y\na y z\na x z\n', 0],
  ])('%s', (_, text, count) => {
    expect(rest(new Multiples(readDlx(text).compile()))).toHaveLength(count);
  });

  test('no primary items', () => {
    expect(rest(start(matrixOf([], 2, [[0], [0, 1]])))).toEqual([[]]);
  });

  test('after a reset it knows what an item without room leaves of many others', () => {
    // Each of the items 1 to n has two options, and item 0 rules out one of them.
    for (const n of [2, 5, 30]) {
      const others = Array.from({ length: n }, (_, k) => k + 1);
      const times = [[0, 0] as const, ...others.map(() => [1, 1] as const)];
      const options = [...others.map((item) => [0, item]), ...others.map((item) => [item])];
      const search = start(matrixOf(times, 0, options));
      const chosen = others.map((item) => n + item - 1);
      for (let k = 0; k < 3; k++, search.reset()) {
        expect(asSet(rest(search))).toEqual(asSet([chosen]));
      }
    }
  });

  test('a branch takes preferred items first', () => {
    // Item 0 has the fewest ways; item 1 is preferred.
    const options = [[0], [0], [1], [1], [1]];
    const problem = problemOf({
      name: 'preferred',
      primary: 2,
      secondary: 0,
      options,
      preferred: [1],
    });
    expect(rest(new Multiples(problem.compile()))[0]).toEqual([2, 0]);
    const plain = readDlx('a b\na\na\nb\nb\nb\n');
    expect(rest(new Multiples(plain.compile()))[0]).toEqual([0, 2]);
  });

  test('a prefix may choose several options of an item, up to its bound', () => {
    const matrix = matrixOf([[1, 2]], 0, [[0], [0], [0]]);
    expect(rest(start(matrix, { prefix: [2, 0] }))).toEqual([[2, 0]]);
    expect(asSet(rest(start(matrix, { prefix: [~0] })))).toEqual(['1', '1 2', '2']);
    expect(() => start(matrix, { prefix: [0, 1, 2] })).toThrow(/prefix/);
  });

  test('the share of a choice is 1 of the ways of its item', () => {
    // Two of five: four ways. Below a choice one of four: four ways.
    const search = start(matrixOf([[2, 2]], 0, [[0], [0], [0], [0], [0]]));
    const shares: number[] = [];
    while (search.advance(Number.POSITIVE_INFINITY) === 'solution') shares.push(search.share());
    expect(shares.slice(0, 4)).toEqual([1 / 16, 1 / 8, 3 / 16, 1 / 4]);
    expect(shares.at(-1)).toBeCloseTo(1, 12);
  });
});

test('of puzzles it chooses as many options as cells in all, or nearly', () => {
  for (const matrix of [langford(7), queens(8), pentominoes(3, 20)]) {
    const search = new Multiples(problemOf(matrix).compile());
    const cells = new WasmLists(problemOf(matrix).compile());
    expect(search.advance(Infinity, Infinity)).toBe('exhausted');
    expect(cells.advance(Infinity, Infinity)).toBe('exhausted');
    expect(search.solutions).toBe(cells.solutions);
    expect(Math.abs(search.nodes / cells.nodes - 1)).toBeLessThan(0.1);
  }
});

const DOMINO = ['##', '#/#'];
const L_TROMINO = ['##/#', '##/ #', '#/##', ' #/##'];
const I_TROMINO = ['###', '#/#/#'];

describe('identical pieces', () => {
  const tiling = (
    rows: number,
    columns: number,
    pieces: string[][],
    times: MultipleMatrix['times'],
  ) => {
    const cells = rows * columns;
    const once = Array.from({ length: cells }, () => [1, 1] as const);
    return matrixOf([...times, ...once], 0, placements(rows, columns, pieces));
  };
  const count = (matrix: MultipleMatrix): number => {
    const search = start(matrix);
    expect(search.advance(Infinity, Infinity)).toBe('exhausted');
    return search.solutions;
  };
  const any = [0, UNLIMITED] as const;

  // Kasteleyn 1961, Temperley and Fisher 1961: OEIS A004003 for squares, A001835 for three rows.
  test.each([
    [2, 10, 89],
    [3, 8, 153],
    [4, 4, 36],
    [6, 6, 6728],
  ])('dominoes tile %i x %i in %i ways', (rows, columns, ways) => {
    expect(count(tiling(rows, columns, [DOMINO], [any]))).toBe(ways);
    const number = (rows * columns) / 2;
    expect(count(tiling(rows, columns, [DOMINO], [[number, number]]))).toBe(ways);
    expect(count(tiling(rows, columns, [DOMINO], [[0, number - 1]]))).toBe(0);
  });

  // By hand, 2 x 3 has the two ways of a pair; 2 x 3n has as many as n pairs.
  test.each([
    [2, 9, 8],
    [3, 6, 8],
    [4, 6, 18],
    [6, 6, 162],
  ])('L-trominoes tile %i x %i in %i ways', (rows, columns, ways) => {
    expect(count(tiling(rows, columns, [L_TROMINO], [any]))).toBe(ways);
  });

  test('the ways with each number of each piece add up to those with any', () => {
    for (const [rows, columns] of [
      [3, 6],
      [4, 6],
      [5, 6],
    ] as const) {
      const most = (rows * columns) / 3;
      const whole = count(tiling(rows, columns, [L_TROMINO, I_TROMINO], [any, any]));
      let sum = 0;
      for (let k = 0; k <= most; k++) {
        sum += count(tiling(rows, columns, [L_TROMINO, I_TROMINO], [[k, k], any]));
      }
      expect(sum).toBe(whole);
      expect(whole).toBeGreaterThan(0);
    }
  });

  test('named copies of a piece can be exchanged: n! times as many by cells', () => {
    const cells = 12;
    const pieces = [DOMINO, DOMINO, L_TROMINO, L_TROMINO];
    const named = problemOf({
      name: 'named',
      primary: pieces.length,
      secondary: cells,
      options: placements(3, 4, pieces),
    });
    const search = new WasmLists(named.compile());
    expect(search.advance(Infinity, Infinity)).toBe('exhausted');
    const matrix = matrixOf(
      [
        [2, 2],
        [2, 2],
      ],
      cells,
      placements(3, 4, [DOMINO, L_TROMINO]),
    );
    expect(count(matrix)).toBe(search.solutions / 4);
    expect(search.solutions).toBeGreaterThan(100);
  });
});

describe('large problems', () => {
  test('a depth of 10,000 needs no recursion', () => {
    const deep = matrixOf(
      Array.from({ length: 100 }, () => [150, 151] as const),
      0,
      Array.from({ length: 16_000 }, (_, k) => [k % 100]),
    );
    const search = start(deep);
    expect(search.advance(Infinity)).toBe('solution');
    expect(search.deepest).toBeGreaterThanOrEqual(10_000);
    expect(search.advance(Infinity)).toBe('solution');
    const [first] = search.frontier();
    expect(first?.length).toBeGreaterThan(10_000);
  });

  test('it is laid out slice by slice, and notices that the problem went away', () => {
    const options = Array.from({ length: 30_000 }, (_, k) => [k % 100]);
    const times = Array.from({ length: 100 }, () => [299, 300] as const);
    const compiled = compileMultiples(matrixOf(times, 0, options));
    const search = new Multiples(compiled, { seed: 1 });
    let calls = 0;
    for (; search.nodes === 0; calls++) expect(search.advance(1)).toBe('paused');
    expect(calls).toBeGreaterThan(3);
    expect(search.advance(Infinity)).toBe('solution');
    const gone = new Multiples(compiled);
    structuredClone(compiled.data.buffer, { transfer: [compiled.data.buffer as ArrayBuffer] });
    expect(() => gone.advance(1)).toThrow(/transfer/);
  });

  test('the options of one item are counted without a search', () => {
    const n = 100_000;
    const options = Array.from({ length: n }, (_, k) => [0, 1 + k]);
    const search = new Multiples(compileMultiples(matrixOf([[1, 1]], n, options)));
    while (search.advance(Number.POSITIVE_INFINITY, 2 * n) !== 'exhausted');
    expect(search.solutions).toBe(n);
    expect(search.nodes).toBe(1);
    expect((search as unknown as { looks: number }).looks).toBeLessThan(8 * n);
  });

  test('its first nodes take work in proportion to the problem', () => {
    const work = (n: number) => {
      const options = Array.from({ length: 4 * n }, (_, k) => [k % 3, 3 + k]);
      const times = [[n, n] as const, [n, n] as const, [1, UNLIMITED] as const];
      // All options of the first two items but a few are forced.
      const search = new Multiples(compileMultiples(matrixOf(times, 4 * n, options)), {
        prefix: Array.from({ length: n }, (_, k) => ~(3 * k)).slice(0, n / 4),
      });
      let calls = 0;
      while (search.nodes < 50) {
        search.advance(1);
        calls++;
      }
      // A call does at most so much.
      expect(calls).toBeLessThan(50 + n);
      return search.updates;
    };
    expect(work(8000)).toBeLessThan(8 * work(2000));
  });
});

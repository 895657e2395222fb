import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '../../src/engine/problem/problem.ts';
import { count, first, solutions } from '../../src/engine/solve/api.ts';
import {
  cyclicSquare,
  type GreekLetter,
  latinSquares,
  orthogonalMates,
  transversals,
} from '../../src/puzzles/latin.ts';
import { counted } from '../support/counted.ts';
import { slow } from '../support/effort.ts';
import { expectSame } from '../support/same.ts';
import { expectRefusal } from '../support/thrown.ts';
import { asText, fillings, inLine } from './brute-fill.ts';

describe('published counts', () => {
  test.each([1, 2, 12, 576, 161280].map((all, k) => [k + 1, all]))(
    'order %i: %i Latin squares (OEIS A002860)',
    (order, all) => {
      expect(count(latinSquares(order))).toEqual(counted(all));
    },
  );

  test.each([1, 1, 1, 4, 56, 9408].map((all, k) => [k + 1, all]))(
    'order %i: %i reduced (OEIS A000315)',
    (order, all) => {
      const problem = latinSquares(order, { reduced: true });
      expect(count(problem)).toEqual(counted(all));
    },
  );

  test.runIf(slow)('order 7: 16942080 reduced (OEIS A000315)', { timeout: 600_000 }, () =>
    expect(count(latinSquares(7, { reduced: true })).count).toBe(16_942_080),
  );
});

test('every solution of order 4 is a square that the rules allow, and all of them are there', () => {
  const found = [...solutions(latinSquares(4))].map(({ payloads }) => asText(4, payloads));
  expect(found.sort()).toEqual(fillings(4, inLine).sort());
});

test('givens leave the squares that have them', () => {
  const all = fillings(4, inLine).map((text) => text.split(' ').map(Number));
  const someSquare = fc.constantFrom(...all);
  const mask = fc.array(fc.boolean(), { minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(someSquare, mask, (square, kept) => {
      const givens = square.map((value, cell) => (kept[cell] ? value : 0));
      const wanted = fillings(4, inLine, givens).length;
      expect(count(latinSquares(4, { givens })).count).toBe(wanted);
      expect(count(latinSquares(4, { givens: Uint8Array.from(givens) })).count).toBe(wanted);
    }),
  );
});

test('givens and reduced together', () => {
  const givens = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  const reduced = fillings(4, inLine, [1, 2, 3, 4, 2, 1, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0]);
  expect(count(latinSquares(4, { givens, reduced: true })).count).toBe(reduced.length);
  givens[4] = 3;
  expect(() => latinSquares(4, { givens, reduced: true })).toThrow(
    'r2c1 holds 3, but a reduced square has 2 there',
  );
});

test('items are named after what they say', () => {
  const problem = latinSquares(2);
  expect(problem.option(1)).toEqual(['r1c1', 'r1=2', 'c1=2']);
  expect(problem.payload(1)).toEqual({ row: 0, column: 0, value: 2 });
  expect([...Array(12).keys()].map((item) => problem.itemName(item)).join(' ')).toBe(
    'r1c1 r1c2 r2c1 r2c2 r1=1 r1=2 r2=1 r2=2 c1=1 c1=2 c2=1 c2=2',
  );
});

test('the cyclic square is one', () => {
  expect(cyclicSquare(3)).toEqual([1, 2, 3, 2, 3, 1, 3, 1, 2]);
  expect(count(latinSquares(20, { givens: cyclicSquare(20) })).count).toBe(1);
});

describe('what is refused', () => {
  test.each([0, -1, 2.5, Number.NaN, 101, '4', undefined])('order %s', (order) => {
    expect(() => latinSquares(order as number)).toThrow(/order is .* whole number from 1 to 100/);
    expect(() => cyclicSquare(order as number)).toThrow(/order is .* whole number from 1 to 100/);
  });

  test.each<[unknown, RegExp]>([
    [[1, 2, 3], /givens are 3 values; give 4, row by row/],
    ['1234', /givens are "1234"; give an array of 4/],
    [[1, 3, 0, 0], /r1c2 holds 3; give a number from 1 to 2, or 0/],
    [[1, -1, 0, 0], /r1c2 holds -1/],
    [[1, 0, 1, 0], /r1c1 and r2c1 are both in column 1 and hold 1; change one/],
    [[0, 0, 2, 2], /r2c1 and r2c2 are both in row 2 and hold 2/],
    [[1, Number.NaN, 0, 0], /r1c2 holds NaN/],
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
    [[1, , 0, 0], /r1c2 holds undefined/],
  ])('givens %j', (givens, message) => {
    expectRefusal(() => latinSquares(2, { givens: givens as number[] }), message, {
      code: 'bad-grid',
    });
  });

  test('settings that are none', () => {
    expect(() => latinSquares(2, { reduced: 1 } as never)).toThrow('reduced is 1');
    expect(() => latinSquares(2, null as never)).toThrow('settings are null');
    expect(() => latinSquares(2, { given: [] } as never)).toThrow('no setting "given"');
  });
});

/** Klein's four-group, and the group of six that does not commute, as tables. */
const KLEIN = [1, 2, 3, 4, 2, 1, 4, 3, 3, 4, 1, 2, 4, 3, 2, 1];
const S3 = groupOf6();

function groupOf6(): number[] {
  const elements = ['012', '120', '201', '021', '102', '210'];
  return elements.flatMap((p) =>
    elements.map((q) => elements.indexOf([...p].map((k) => q[Number(k)]).join('')) + 1),
  );
}

/** The mate as a grid of letters, if every pair of value and letter is there once. */
function mateOf(square: readonly number[], letters: readonly GreekLetter[]): number[] {
  const order = Math.sqrt(square.length);
  const mate = new Array<number>(square.length).fill(0);
  for (const { letter, cells } of letters) {
    for (const { row, column, value } of cells) {
      const cell = row * order + column;
      expectSame(square[cell], value);
      expectSame(mate[cell], 0);
      mate[cell] = letter;
    }
  }
  expect(mate.slice(0, order)).toEqual(Array.from({ length: order }, (_, k) => k + 1));
  expect(new Set(square.map((value, cell) => `${value} ${mate[cell]}`)).size).toBe(square.length);
  for (let line = 0; line < order; line++) {
    const across = mate.filter((_, cell) => Math.floor(cell / order) === line);
    const down = mate.filter((_, cell) => cell % order === line);
    expect(new Set(across).size).toBe(order);
    expect(new Set(down).size).toBe(order);
  }
  return mate;
}

test.each([1, 3, 15, 133, 2025, 37851].map((all, k) => [2 * k + 1, all]))(
  'the cyclic square of order %i has %i transversals (OEIS A006717)',
  (order, all) => {
    expect(count(transversals(cyclicSquare(order))).count).toBe(all);
  },
);

test.each([2, 4, 6, 8, 10])('that of order %i has none, nor a mate (Euler 1782)', (order) => {
  expect(count(transversals(cyclicSquare(order)))).toEqual(counted(0));
  expect(count(orthogonalMates(cyclicSquare(order)))).toEqual(counted(0));
});

test('transversals are those of the definition', () => {
  for (const text of fillings(4, inLine).filter((_, k) => k % 37 === 0)) {
    const square = text.split(' ').map(Number);
    const found = [...solutions(transversals(square))].map(({ payloads }) => payloads);
    for (const cells of found) {
      expect(new Set(cells.map(({ row }) => row)).size).toBe(4);
      expect(new Set(cells.map(({ column }) => column)).size).toBe(4);
      expect(new Set(cells.map(({ value }) => value)).size).toBe(4);
    }
    const permutations = fillings(4, inLine).map((other) => other.split(' ').slice(0, 4));
    const wanted = [...new Set(permutations.map(String))].filter((permutation) => {
      const columns = permutation.split(',').map(Number);
      return new Set(columns.map((column, row) => square[4 * row + column - 1])).size === 4;
    });
    expect(found.length).toBe(wanted.length);
  }
});

test('mates of all squares of order 4: as many orthogonal pairs as there are', () => {
  const squares = fillings(4, inLine).map((text) => text.split(' ').map(Number));
  let pairs = 0;
  for (const one of squares) {
    for (const other of squares) {
      let seen = 0;
      for (let cell = 0; cell < 16; cell++) {
        seen |= 1 << (4 * one[cell] + other[cell] - 5);
      }
      if (seen === 0xffff) pairs++;
    }
  }
  let mates = 0;
  for (const square of squares) {
    for (const { payloads } of solutions(orthogonalMates(square))) {
      mateOf(square, payloads);
      mates++;
    }
  }
  // The letters of each can be renamed in 4! ways.
  expect(mates * 24).toBe(pairs);
  expect(count(orthogonalMates(KLEIN)).count).toBe(2);
});

test.each([
  [3, 1],
  [5, 3],
])('the cyclic square of order %i has %i mates, its multiples', (order, all) => {
  const square = cyclicSquare(order);
  const found = [...solutions(orthogonalMates(square))].map(({ payloads }) => {
    return mateOf(square, payloads).join(' ');
  });
  // Letter kr + c, k other than 0 and 1: for prime order up to 5 there is nothing else.
  const multiples = Array.from({ length: order - 2 }, (_, k) =>
    square.map((_, cell) => (((k + 2) * Math.floor(cell / order) + cell) % order) + 1).join(' '),
  );
  expect(found.sort()).toEqual(multiples.sort());
  expect(found.length).toBe(all);
});

test('mates of the cyclic square of order 7, counted by another encoding', () => {
  // A letter in a cell: items for the cell, and for the letter in its row, column and value.
  const square = cyclicSquare(7);
  const problem = new Problem({ primary: 4 * 49 });
  square.forEach((value, cell) => {
    const row = Math.floor(cell / 7);
    const column = cell % 7;
    for (let letter = 0; letter < 7; letter++) {
      if (row === 0 && letter !== column) continue;
      const [r, c, v] = [row, column, value - 1].map((k) => 7 * k + letter) as [
        number,
        number,
        number,
      ];
      problem.addIndices([cell, 49 + r, 98 + c, 147 + v]);
    }
  });
  const wanted = count(problem).count;
  expect(wanted).toBeGreaterThan(5);
  expect(count(orthogonalMates(square)).count).toBe(wanted);
});

describe('order 6 (Tarry 1900)', () => {
  test('no group of 6 has a transversal (Hall and Paige 1955); other squares have, but no mate', () => {
    expect(count(orthogonalMates(cyclicSquare(6))).count).toBe(0);
    expect(count(transversals(S3)).count).toBe(0);
    const some = [...solutions(latinSquares(6, { reduced: true }), { limit: 200, seed: 1 })];
    const squares = some.map(({ payloads }) => asText(6, payloads).split(' ').map(Number));
    expect(squares.some((square) => count(transversals(square)).exact > 0n)).toBe(true);
    for (const square of squares) expect(count(orthogonalMates(square)).count).toBe(0);
  });

  test('no reduced square has a mate', { timeout: 60_000 }, () => {
    let squares = 0;
    for (const { payloads } of solutions(latinSquares(6, { reduced: true }))) {
      if (squares++ % (slow ? 1 : 5) > 0) continue;
      const square = asText(6, payloads).split(' ').map(Number);
      expect(first(orthogonalMates(square)).status).toBe('complete');
    }
    expect(squares).toBe(9408);
  });
});

test('order 10: Parker was right (1959)', () => {
  const { square, mate } = parker();
  const found = first(orthogonalMates(square), { timeout: 20_000 });
  if (found.solution === undefined) throw new Error('no mate found');
  mateOf(square, found.solution.payloads);
  // The mate that the construction gives is one of the solutions: its letters are transversals.
  const known = new Set(
    [...solutions(transversals(square))].map(({ payloads }) =>
      payloads
        .map(({ row, column }) => 10 * row + column)
        .sort()
        .join(' '),
    ),
  );
  for (let letter = 1; letter <= 10; letter++) {
    const cells = square.map((_, cell) => cell).filter((cell) => mate[cell] === letter);
    expect(known.has(cells.sort().join(' '))).toBe(true);
  }
});

/**
 * Parker's pair of order 10, by his construction ("Orthogonal Latin squares", 1959): 100 quadruples
 * of the residues modulo 7 and three more symbols, of which any two places show every pair.
 */
function parker(): { square: number[]; mate: number[] } {
  const quadruples: number[][] = [];
  for (let i = 0; i < 7; i++) {
    quadruples.push([i, i, i, i]);
    for (let k = 1; k <= 3; k++) {
      const [a, b, c, x] = [i, (i + k) % 7, (i - k + 7) % 7, 6 + k];
      quadruples.push([a, b, c, x], [b, a, x, c], [c, x, a, b], [x, c, b, a]);
    }
  }
  for (let p = 0; p < 3; p++) {
    for (let q = 0; q < 3; q++)
      quadruples.push([7 + p, 7 + q, 7 + ((p + q) % 3), 7 + ((p + 2 * q) % 3)]);
  }
  const square = new Array<number>(100).fill(0);
  const mate = new Array<number>(100).fill(0);
  for (const [row = 0, column = 0, latin = 0, greek = 0] of quadruples) {
    square[10 * row + column] = latin + 1;
    mate[10 * row + column] = greek + 1;
  }
  return { square, mate };
}

describe('what is refused', () => {
  test.each<[unknown, RegExp]>([
    [undefined, /square is undefined; give the n x n values/],
    [[1, 2], /square has 2 values/],
    [[], /square has 0 values/],
    [[1, 2, 1, 2], /r1c1 and r2c1 are both in column 1 and hold 1/],
    [[1, 2, 2, 0], /r2c2 is blank/],
    [[1, 2, 2, 3], /r2c2 holds 3; give a number from 1 to 2/],
  ])('%j', (square, message) => {
    expect(() => transversals(square as number[])).toThrow(message);
    expect(() => orthogonalMates(square as number[])).toThrow(message);
  });

  test('mates of a large square', () => {
    expect(() => orthogonalMates(cyclicSquare(12))).toThrow('give order 11 or less');
    expect(transversals(cyclicSquare(13)).optionCount).toBe(169);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count, solutions } from '../../src/ask/answers.ts';
import { cyclicSquare, latinSquares } from '../../src/puzzles/latin.ts';
import { asText, fillings, inLine } from './brute-fill.ts';

/** Minutes rather than seconds: run with SLOW=1 in the environment. */
const { SLOW } = process.env;

describe('published counts', () => {
  test.each([1, 2, 12, 576, 161280].map((all, k) => [k + 1, all]))(
    'order %i: %i Latin squares (OEIS A002860)',
    (order, all) => {
      expect(count(latinSquares(order))).toEqual({ count: all, status: 'complete' });
    },
  );

  test.each([1, 1, 1, 4, 56, 9408].map((all, k) => [k + 1, all]))(
    'order %i: %i reduced (OEIS A000315)',
    (order, all) => {
      const problem = latinSquares(order, { reduced: true });
      expect(count(problem)).toEqual({ count: all, status: 'complete' });
    },
  );

  test.runIf(SLOW)('order 7: 16942080 reduced (OEIS A000315)', { timeout: 600_000 }, () =>
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
    [[1, 2, 3], /givens are 3 values; give an array of 4/],
    ['1234', /givens are "1234"; give an array of 4/],
    [[1, 3, 0, 0], /r1c2 holds 3; give a number from 1 to 2, or 0/],
    [[1, -1, 0, 0], /r1c2 holds -1/],
    [[1, 0, 1, 0], /r1c1 and r2c1 are both in column 1 and hold 1; change one/],
    [[0, 0, 2, 2], /r2c1 and r2c2 are both in row 2 and hold 2/],
    [[1, Number.NaN, 0, 0], /r1c2 holds NaN/],
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
    [[1, , 0, 0], /r1c2 holds undefined/],
  ])('givens %j', (givens, message) => {
    expect(() => latinSquares(2, { givens: givens as number[] })).toThrow(message);
    expect(() => latinSquares(2, { givens: givens as number[] })).toThrow(
      expect.objectContaining({ code: 'bad-grid' }),
    );
  });

  test('settings that are none', () => {
    expect(() => latinSquares(2, { reduced: 1 } as never)).toThrow('reduced is 1');
    expect(() => latinSquares(2, null as never)).toThrow('settings are null');
    expect(() => latinSquares(2, { given: [] } as never)).toThrow('no setting "given"');
  });
});

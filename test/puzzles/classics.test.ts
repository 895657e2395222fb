import { describe, expect, test } from 'vitest';
import { count, first, solutions } from '../../src/index.ts';
import { type LangfordPair, langford, queens } from '../../src/puzzles/classics.ts';
import type { Cell } from '../../src/puzzles/packing/cubes.ts';
import { slow } from '../support/effort.ts';

/** OEIS A000170, from n = 1. */
const board = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680];
/** OEIS A007705: on a torus, for odd n; for even n there are none (Polya 1918). */
const torus = [1, 0, 10, 28, 0, 88];

/** The queens of a board by one column after the other, straight from the rules. */
function byHand(n: number, attacks: (a: Cell, b: Cell) => boolean): number {
  const placed: Cell[] = [];
  let found = 0;
  const place = (column: number): void => {
    if (column === n) found++;
    else {
      for (let row = 0; row < n; row++) {
        const queen = { row, column };
        if (placed.some((other) => attacks(queen, other))) continue;
        placed.push(queen);
        place(column + 1);
        placed.pop();
      }
    }
  };
  place(0);
  return found;
}

const onBoard = (a: Cell, b: Cell): boolean =>
  a.row === b.row ||
  a.column === b.column ||
  Math.abs(a.row - b.row) === Math.abs(a.column - b.column);

const onTorus =
  (n: number) =>
  (a: Cell, b: Cell): boolean => {
    // A queen sees the copies of another one in the eight boards around hers.
    for (const down of [-n, 0, n]) {
      for (const right of [-n, 0, n]) {
        if (onBoard(a, { row: b.row + down, column: b.column + right })) return true;
      }
    }
    return false;
  };

describe('as many solutions as are published', () => {
  test.each(board.map((solutions, k) => [k + 1, solutions]))('%i: %i', (n, solutions) => {
    expect(count(queens(n)).count).toBe(solutions);
  });

  test.each(torus.map((solutions, k) => [2 * k + 1, solutions]))('torus of %i: %i', (n, all) => {
    expect(count(queens(n, { torus: true })).count).toBe(all);
    if (n < 11) expect(count(queens(n + 1, { torus: true })).count).toBe(0);
  });

  test.runIf(slow)('13 queens, and 13 on a torus', { timeout: 300_000 }, () => {
    expect(count(queens(13)).count).toBe(73712);
    expect(count(queens(13, { torus: true })).count).toBe(4524);
  });
});

test('as many as by hand', () => {
  for (let n = 1; n <= 7; n++) {
    expect(count(queens(n)).count).toBe(byHand(n, onBoard));
    expect(count(queens(n, { torus: true })).count).toBe(byHand(n, onTorus(n)));
  }
});

test('no queen attacks another', () => {
  for (const torus of [false, true]) {
    const attacks = torus ? onTorus(7) : onBoard;
    for (const { payloads } of solutions(queens(7, { torus }))) {
      expect(payloads).toHaveLength(7);
      expect(payloads.filter((a) => payloads.some((b) => a !== b && attacks(a, b)))).toEqual([]);
    }
  }
});

test('forty queens are found', () => {
  const queensThere = first(queens(40)).solution?.payloads ?? [];
  expect(queensThere).toHaveLength(40);
  expect(queensThere.some((a) => queensThere.some((b) => a !== b && onBoard(a, b)))).toBe(false);
});

test.each([0, -1, 1.5, Number.NaN, 1001, '8' as unknown as number])(
  '%s queens are refused',
  (n) => {
    expect(() => queens(n)).toThrow(/^n is .*; give a whole number from 1 to 1000\.$/);
  },
);

test('settings are checked', () => {
  expect(() => queens(8, { torus: 1 as unknown as boolean })).toThrow(/torus is 1; give true/);
  expect(() => queens(8, { toroidal: true } as object)).toThrow(/no setting "toroidal" here/);
  expect(() => queens(8, null as unknown as object)).toThrow(/The settings are null/);
});

/** OEIS A014552, from n = 1: a sequence and the same backwards count as one. */
const published = [0, 0, 1, 1, 0, 0, 26, 150, 0, 0];

function sequence(pairs: readonly LangfordPair[]): number[] {
  const values = new Array<number>(2 * pairs.length).fill(0);
  for (const { value, first, second } of pairs) {
    values[first] = value;
    values[second] = value;
  }
  return values;
}

describe('as many as are published', () => {
  test.each(published.map((pairs, k) => [k + 1, pairs]))('%i: %i', (n, pairs) => {
    expect(count(langford(n)).count).toBe(2 * pairs);
    expect(count(langford(n, { upToSymmetry: true })).count).toBe(pairs);
  });

  test('11: 17792', () => {
    expect(count(langford(11, { upToSymmetry: true })).count).toBe(17792);
  });

  test.runIf(slow)('12: 108144', { timeout: 120_000 }, () => {
    expect(count(langford(12, { upToSymmetry: true })).count).toBe(108144);
  });
});

test.each([3, 4, 7, 8])('%i: what is left out is there backwards', (n) => {
  const all = [...solutions(langford(n))].map(({ payloads }) => sequence(payloads).join(' '));
  const half = [...solutions(langford(n, { upToSymmetry: true }))].map(({ payloads }) =>
    sequence(payloads),
  );
  const both = half.flatMap((values) => [values.join(' '), [...values].reverse().join(' ')]);
  expect(both.sort()).toEqual(all.sort());
});

test('between two k there are k values', () => {
  for (const { payloads } of solutions(langford(7))) {
    const values = sequence(payloads);
    expect([...values].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k, k]));
    for (let k = 1; k <= 7; k++) expect(values.lastIndexOf(k) - values.indexOf(k) - 1).toBe(k);
  }
});

test.each([0, -3, 2.5, Number.NaN, 1001])('n = %s is refused', (n) => {
  expect(() => langford(n)).toThrow(/give a whole number from 1 to 1000/);
});

import { describe, expect, test } from 'vitest';
import { count, solutions } from '../../src/index.ts';
import { type LangfordPair, langford } from '../../src/puzzles/langford.ts';

/** Takes minutes rather than seconds: run with SLOW=1 in the environment. */
const { SLOW } = process.env;

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

  test.runIf(SLOW)('12: 108144', { timeout: 120_000 }, () => {
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

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TINTS, tintsForMap } from '../../../src/puzzles/picture/palette.ts';

/** Neighbours of each thing, from pairs. */
function graph(count: number, pairs: readonly (readonly [number, number])[]): Set<number>[] {
  const sets = Array.from({ length: count }, () => new Set<number>());
  for (const [one, other] of pairs) {
    if (one === other) continue;
    sets[one]?.add(other);
    sets[other]?.add(one);
  }
  return sets;
}

function expectProper(sets: readonly ReadonlySet<number>[]): number[] {
  const tints = tintsForMap(sets);
  expect(tints).toHaveLength(sets.length);
  sets.forEach((set, thing) => {
    for (const other of set) expect(tints[thing]).not.toBe(tints[other]);
  });
  for (const tint of tints) expect(Number.isInteger(tint) && tint >= 0 && tint < TINTS).toBe(true);
  return tints;
}

describe('colouring', () => {
  test('a map takes at most six colours', () => {
    const plan = fc
      .record({ width: fc.integer({ min: 2, max: 12 }), height: fc.integer({ min: 2, max: 12 }) })
      .chain(({ width, height }) =>
        fc
          .array(fc.integer({ min: 0, max: 3 }), { minLength: 144, maxLength: 144 })
          .map((joins) => ({ width, height, joins })),
      );
    fc.assert(
      fc.property(plan, ({ width, height, joins }) => {
        // Each cell joins the country to its left or above it, or founds one: countries hang
        // together, so that the plan is a map.
        const country: number[] = [];
        let count = 0;
        for (let cell = 0; cell < width * height; cell++) {
          const join = joins[cell];
          if (join === 1 && cell % width > 0) country.push(country[cell - 1]);
          else if (join === 2 && cell >= width) country.push(country[cell - width]);
          else country.push(count++);
        }
        const pairs = country.flatMap((one, cell): [number, number][] => {
          const right = cell % width < width - 1 ? [country[cell + 1]] : [];
          const below = cell + width < country.length ? [country[cell + width]] : [];
          return [...right, ...below].map((other) => [one, other]);
        });
        const tints = expectProper(graph(count, pairs));
        expect(Math.max(...tints)).toBeLessThan(6);
      }),
    );
  });

  test('the whole palette is used where six colours do not do', () => {
    for (let n = 0; n <= TINTS; n++) {
      const pairs = Array.from({ length: n * n }, (_, k) => [Math.floor(k / n), k % n] as const);
      expect(new Set(expectProper(graph(n, pairs))).size).toBe(n);
    }
  });

  test('neighbours share a colour only where there are more of them than colours', () => {
    const n = TINTS + 3;
    const pairs = Array.from({ length: n * n }, (_, k) => [Math.floor(k / n), k % n] as const);
    const tints = tintsForMap(graph(n, pairs));
    expect(new Set(tints).size).toBe(TINTS);
  });

  test('any graph in which nothing has twelve neighbours', () => {
    const pair = fc.tuple(fc.nat({ max: 19 }), fc.nat({ max: 19 }));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 120 }), (pairs) => {
        const sets = graph(20, []);
        for (const [one, other] of pairs) {
          const full = [one, other].some((thing) => (sets[thing]?.size ?? 0) >= TINTS - 1);
          if (one === other || full) continue;
          sets[one]?.add(other);
          sets[other]?.add(one);
        }
        expectProper(sets);
      }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { count, first, solutions } from '../../src/ask/answers.ts';
import { steiner, type Triple } from '../../src/puzzles/steiner.ts';

/** Whether every two points are together in exactly one triple. */
function isSystem(points: number, triples: readonly Triple[]): boolean {
  const together = new Map<string, number>();
  for (const triple of triples) {
    const [a, b, c] = triple.points;
    if (!(1 <= a && a < b && b < c && c <= points)) return false;
    for (const pair of [`${a} ${b}`, `${a} ${c}`, `${b} ${c}`]) {
      together.set(pair, (together.get(pair) ?? 0) + 1);
    }
  }
  return (
    together.size === (points * (points - 1)) / 2 && [...together.values()].every((k) => k === 1)
  );
}

test.each([
  [3, 1],
  [7, 30],
  [9, 840],
])('%i points: %i systems (OEIS A030128)', (points, all) => {
  const found = [...solutions(steiner(points))];
  expect(found.length).toBe(all);
  for (const { payloads } of found) expect(isSystem(points, payloads)).toBe(true);
  const texts = found.map(({ payloads }) =>
    payloads
      .map(({ points }) => points.join(' '))
      .sort()
      .join(),
  );
  expect(new Set(texts).size).toBe(all);
});

test.each([13, 15, 19, 21, 25, 27, 31, 33])('a system of %i points is found', (points) => {
  const { solution } = first(steiner(points), { timeout: 10_000 });
  expect(isSystem(points, solution?.payloads ?? [])).toBe(true);
});

test('13 points: as many systems as published', () => {
  // The six triples of point 1 can be named 1 2 3, 1 4 5 ... in 11!! ways: the others are as many.
  const problem = steiner(13);
  const prefix = [2, 4, 6, 8, 10, 12].map((a) => {
    const names = [`1-${a}`, `1-${a + 1}`, `${a}-${a + 1}`].join();
    return Array.from({ length: problem.optionCount }, (_, k) => k).find(
      (k) => problem.option(k).join() === names,
    ) as number;
  });
  // 1197504000 labelled systems of 13 points (OEIS A030128), and 11!! = 10395.
  expect(count(problem, { prefix }).count).toBe(1_197_504_000 / 10_395);
});

test('items are pairs', () => {
  const problem = steiner(7);
  expect(problem.primaryCount).toBe(21);
  expect(problem.option(0)).toEqual(['1-2', '1-3', '2-3']);
  expect(problem.option(34)).toEqual(['5-6', '5-7', '6-7']);
  expect(problem.payload(34)).toEqual({ points: [5, 6, 7] });
});

describe('what is refused', () => {
  test.each([0, 1, 2, 7.5, Number.NaN, '7', undefined])('%s points are no number', (points) => {
    expect(() => steiner(points as number)).toThrow(
      /number of points is .* whole number from 3 up/,
    );
  });

  test('what is proven not to exist, and what is only too large', () => {
    for (let points = 3; points < 320; points++) {
      const exists = points % 6 === 1 || points % 6 === 3;
      if (exists && points <= 99) continue;
      expect(() => steiner(points)).toThrow(
        exists
          ? `A Steiner triple system of ${points} points exists (Kirkman 1847), but is too large`
          : `There is no Steiner triple system of ${points} points: there is one exactly where`,
      );
    }
  });

  test('refused is what counting finds, too: each point is in (v - 1) / 2 triples of v (v - 1) / 6', () => {
    for (let points = 3; points < 99; points++) {
      const counts = points % 2 === 1 && (points * (points - 1)) % 6 === 0;
      if (counts) expect(steiner(points).primaryCount).toBe((points * (points - 1)) / 2);
      else expect(() => steiner(points)).toThrow('There is no');
    }
  });
});

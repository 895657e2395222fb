import { describe, expect, test } from 'vitest';
import { count, first, solutions } from '../../src/engine/solve/api.ts';
import { kirkman, steiner, type Triple, type Walk } from '../../src/puzzles/triple-systems.ts';
import { slow } from '../support/effort.ts';

/** True if every two points are together in exactly one triple. */
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
  // The six triples of point 1 can be named 1 2 3, 1 4 5 ... in 11!! ways, and each has the same
  // number of completions.
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
          : `There is no Steiner triple system of ${points} points: the number must be 1 or 3 modulo 6`,
      );
    }
  });

  test('refused is what counting finds, too: each point is in (v - 1) / 2 triples of v (v - 1) / 6', () => {
    for (let points = 3; points < 40; points++) {
      const counts = points % 2 === 1 && (points * (points - 1)) % 6 === 0;
      if (counts) expect(steiner(points).primaryCount).toBe((points * (points - 1)) / 2);
      else expect(() => steiner(points)).toThrow('There is no');
    }
  });
});

/** True if all walk every day, and every two together exactly once. */
function isParade(girls: number, walks: readonly Walk[]): boolean {
  const days = (girls - 1) / 2;
  const together = new Set<string>();
  const walking = new Set<string>();
  for (const { day, points } of walks) {
    if (!(day >= 1 && day <= days)) return false;
    for (const girl of points) {
      walking.add(`${girl} on ${day}`);
      for (const other of points) if (girl < other) together.add(`${girl} ${other}`);
    }
  }
  const all = walks.length === (days * girls) / 3;
  return all && walking.size === girls * days && together.size === girls * days;
}

test('9 girls: 840 ways, each named in 7!! ways', () => {
  // There is one system of 9 points, the affine plane: each of the 840 (OEIS A030128) has the four
  // days that its parallels are, in no other way.
  const found = [...solutions(kirkman(9))];
  expect(found.length * 105).toBe(840);
  for (const { payloads } of found) expect(isParade(9, payloads)).toBe(true);
});

test("15 girls: a solution of Query VI in the Lady's and Gentleman's Diary for 1850", () => {
  const { solution } = first(kirkman(15), { timeout: 20_000 });
  expect(isParade(15, solution?.payloads ?? [])).toBe(true);
});

test.runIf(slow)(
  '15 girls: as many solutions as the seven of Cole have names',
  { timeout: 1_200_000 },
  () => {
    // Cole, "Kirkman parades" (1922): seven, whose symmetries are 168, 168, 24, 24, 12, 12 and 21.
    const factorial = Array.from({ length: 15 }, (_, k) => k + 1).reduce((a, b) => a * b);
    const named = [168, 168, 24, 24, 12, 12, 21].reduce((sum, group) => sum + factorial / group, 0);
    const wanted = named / (13 * 11 * 9 * 7 * 5 * 3);
    expect(wanted).toBe(2_995_200);
    // Girls 2 and 4 walk with one of ten others on one of four days. No choice differs from the
    // others by more than names, so one of the forty will do.
    const problem = kirkman(15);
    const walk = Array.from({ length: problem.optionCount }, (_, k) => k).find((k) => {
      const { day, points } = problem.payload(k);
      return points.join(' ') === '2 4 6' && day === 4;
    }) as number;
    expect(Number(count(problem, { prefix: [walk] }).exact) * 40).toBe(wanted);
  },
);

test('items are pairs and days', () => {
  const problem = kirkman(9);
  expect(problem.primaryCount).toBe(36 + 9 * 4);
  expect(problem.option(1)).toEqual(['1-4', '1-5', '4-5', 'g1d2', 'g4d2', 'g5d2']);
  expect(problem.payload(1)).toEqual({ day: 2, points: [1, 4, 5] });
  expect(count(kirkman(3)).count).toBe(1);
});

describe('what is refused', () => {
  test.each([0, 2, 9.5, Number.NaN, '15', undefined])('%s girls are no number', (girls) => {
    expect(() => kirkman(girls as number)).toThrow(/number of girls is .* whole number from 3 up/);
  });

  test('what is proven not to exist, and what is only too large', () => {
    for (let girls = 4; girls < 120; girls++) {
      const exists = girls % 6 === 3;
      if (exists && girls <= 51) continue;
      expect(() => kirkman(girls)).toThrow(
        exists
          ? `A Kirkman triple system of ${girls} girls exists (Ray-Chaudhuri and Wilson 1971), but`
          : `There is no Kirkman triple system of ${girls} girls: the number must be 3 modulo 6`,
      );
    }
  });
});

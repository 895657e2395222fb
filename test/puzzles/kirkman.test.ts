import { describe, expect, test } from 'vitest';
import { count, first, solutions } from '../../src/ask/answers.ts';
import { kirkman, type Walk } from '../../src/puzzles/kirkman.ts';

/** Minutes rather than seconds: run with SLOW=1 in the environment. */
const { SLOW } = process.env;

/** Whether all walk every day, and every two together exactly once. */
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

test.runIf(SLOW)(
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
    expect(count(problem, { prefix: [walk] }).count * 40).toBe(wanted);
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
          : `There is no Kirkman triple system of ${girls} girls: there is one exactly where`,
      );
    }
  });
});

import { expect, test } from 'vitest';
import { Problem, symmetries } from '../../../src/index.ts';
import { different, type Rule, table, variable, withRules } from '../../../src/rules.ts';

/** Items with the values 0 to `most` - 1 each, and a rule about all of them. */
function ruled(
  count: number,
  most: number,
  ruleOf: (variables: ReturnType<typeof variable<number>>[]) => Rule<number>,
) {
  const names = Array.from({ length: count }, (_, k) => `x${k}`);
  const problem = new Problem<number>({ primary: names });
  for (const name of names) for (let v = 0; v < most; v++) problem.addOption([name], v);
  return withRules(problem, [ruleOf(names.map((name) => variable<number>(name)))]);
}

function pausesOf(slices: Iterator<unknown> | undefined): number {
  let pauses = 0;
  while (slices?.next().done === false) pauses++;
  return pauses;
}

/** Triples of values below `most` with an even sum: half of all. */
function evenTriples(most: number) {
  const values = Array.from({ length: most }, (_, k) => k);
  return ([a, b, c]: ReturnType<typeof variable<number>>[]) =>
    table(
      [a, b, c],
      values.flatMap((x) =>
        values.flatMap((y) =>
          values.filter((z) => (x + y + z) % 2 === 0).map((z) => [x, y, z] as const),
        ),
      ),
    );
}

test('variables and what differs are laid out with pauses', () => {
  expect(pausesOf(ruled(100, 100, different).preparation())).toBeGreaterThanOrEqual(8);
});

test('rules are described for symmetries with pauses, and a time-out holds meanwhile', () => {
  expect(pausesOf(ruled(100, 60, different).ruling?.describing())).toBeGreaterThanOrEqual(4);
  const problem = ruled(3, 24, evenTriples(24));
  expect(pausesOf(problem.ruling?.describing())).toBeGreaterThanOrEqual(4);
  const found = symmetries(problem, { timeout: 0 });
  expect(found).toMatchObject({ status: 'timeout', order: 1n, generators: [] });
  expect([found.optionOrbits.length, found.itemOrbits.length]).toEqual([72, 3]);
});

test('what an early time-out gives compares solutions under the rules', () => {
  const below = ruled(2, 3, ([a, b]) =>
    table(
      [a, b],
      [
        [0, 1],
        [1, 2],
        [2, 2],
      ],
    ),
  );
  const early = symmetries(below, { timeout: 0 });
  expect(early.status).toBe('timeout');
  // No symmetry of the rule takes 0 1 to 1 2: two tuples have the 2 on the right. Without it one does.
  for (let again = 0; again < 2; again++) expect(early.isEquivalent([0, 4], [1, 5])).toBe(false);
  expect(early.canonical([1, 5])).toEqual(symmetries(below).canonical([1, 5]));
  expect(symmetries(below).isEquivalent([0, 4], [1, 5])).toBe(false);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { count, Diagram, diagram, Problem } from '../../src/index.ts';
import { asSet } from '../support/checker.ts';
import { runs } from '../support/effort.ts';
import { bruteForceMultiples, compileMultiples, multipleMatrix } from '../support/multiples.ts';

test('a diagram with multiplicities has each set of options once, and answers as a list of them would', () => {
  let several = 0;
  fc.assert(
    fc.property(multipleMatrix, fc.nat(), (matrix, pick) => {
      const compiled = compileMultiples(matrix);
      const expected = bruteForceMultiples(matrix);
      if (expected.length > 3) several++;
      const { diagram: built, status } = diagram(compiled);
      if (built === undefined) throw new Error(status);
      const all = [...built.solutions()];
      expect(built.count).toBe(BigInt(expected.length));
      expect(asSet(all)).toEqual(asSet(expected));
      all.forEach((numbers, index) => {
        expect(built.at(index)).toEqual(numbers);
        expect(built.indexOf([...numbers].reverse())).toBe(BigInt(index));
        expect(built.indexOf([...numbers, matrix.options.length])).toBe(-1n);
        const less = numbers.slice(1);
        const isThere = all.some(
          (other) => other.length === less.length && less.every((k) => other.includes(k)),
        );
        expect(built.indexOf(less) >= 0n).toBe(isThere);
      });
      const has = (option: number) => all.filter((numbers) => numbers.includes(option)).length;
      expect(built.perOption()).toEqual(matrix.options.map((_, option) => BigInt(has(option))));

      const costs = matrix.options.map((_, option) => ((option * 7 + pick) % 11) - 5);
      const cost = (numbers: number[]) => numbers.reduce((sum, k) => sum + (costs[k] ?? 0), 0);
      const cheapest = all.map(cost).sort((a, b) => a - b);
      expect(built.best(3, costs).map(({ cost }) => cost)).toEqual(cheapest.slice(0, 3));
      const stored = Diagram.from(compiled, built.store().slice());
      expect([...stored.solutions()]).toEqual(all);
      expect(built.toDot()).toContain('digraph');

      const some = all[pick % Math.max(1, all.length)];
      if (some === undefined) return;
      const option = pick % Math.max(1, matrix.options.length);
      const decisions = some.includes(option) ? [option] : [~option];
      const kept = all.filter((numbers) => numbers.includes(option) === some.includes(option));
      if (matrix.options.length === 0) return;
      expect([...built.given(decisions).solutions()]).toEqual(kept);
      expect(
        asSet([...(diagram(compiled, { prefix: decisions }).diagram?.solutions() ?? [])]),
      ).toEqual(asSet(kept));
    }),
    { numRuns: runs(300) },
  );
  expect(several).toBeGreaterThan(runs(50));
});

test('half of 40 options: 40 over 20, and a grid with two of each row and column', () => {
  const half = new Problem({ primary: [{ item: 'x', times: 20 }] });
  for (let k = 0; k < 40; k++) half.addOption(['x']);
  const { diagram: built } = diagram(half);
  expect(built?.count).toBe(137846528820n);
  expect(built?.sample({ size: 5 }).map(({ numbers }) => numbers.length)).toEqual([
    20, 20, 20, 20, 20,
  ]);
  expect(count(half).exact).toBe(137846528820n);

  // OEIS A001499.
  const lines = [...Array(6).keys()].flatMap((k) => [`r${k}`, `c${k}`]);
  const grid = new Problem({ primary: lines.map((item) => ({ item, times: 2 })) });
  for (let cell = 0; cell < 36; cell++)
    grid.addOption([`r${cell % 6}`, `c${Math.floor(cell / 6)}`]);
  expect(diagram(grid).diagram?.count).toBe(67950n);
});

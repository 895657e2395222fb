import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Learn } from '../../../src/engine/learn/learn.ts';
import { type Compiled, hasPrimary } from '../../../src/engine/problem/compiled.ts';
import { Problem, solutions } from '../../../src/index.ts';
import { sum, variable, withRules } from '../../../src/rules.ts';
import { asSet } from '../../support/checker.ts';
import { runs, seed } from '../../support/effort.ts';
import { rest } from '../../support/engines.ts';

/** A Sudoku of 4x4 whose options have their value; `base` is the least one. */
function sudoku(base: number): Problem<number> {
  const items = ['cell', 'row', 'column', 'box'].flatMap((kind) =>
    Array.from({ length: 16 }, (_, k) => `${kind} ${k}`),
  );
  const problem = new Problem<number>({ primary: items });
  for (let cell = 0; cell < 16; cell++) {
    const [row, column] = [cell >> 2, cell & 3];
    const box = 2 * (row >> 1) + (column >> 1);
    for (let k = 0; k < 4; k++) {
      const uses = [`cell ${cell}`, `row ${4 * row + k}`, `column ${4 * column + k}`];
      problem.addOption([...uses, `box ${4 * box + k}`], base + k);
    }
  }
  return problem;
}

/** The sums that a compiled problem tells of, each as whether a solution keeps to it. */
function sumsOf({ data, sumsAt, sumIntegers }: Compiled): ((numbers: number[]) => boolean)[] {
  if (sumIntegers === 0) return [];
  let at = sumsAt + 1;
  const take = () => data[at++];
  const list = <T>(make: () => T) => Array.from({ length: take() }, make);
  const variables = list(() => new Map(list(() => [take(), take()] as const)));
  const sums = list(() => {
    const [least, most] = [take(), take()];
    const groups = list(() => ({ weight: take(), own: list(take) }));
    return (numbers: number[]) => {
      let total = 0;
      for (const { weight, own } of groups) {
        const bits = own.map((x) => numbers.flatMap((one) => variables[x].get(one) ?? [])[0]);
        if (new Set(bits).size < bits.length) return false;
        for (const bit of bits) total += weight * bit;
      }
      return total >= least && total <= most;
    };
  });
  expect(at).toBe(data.length);
  return sums;
}

describe('sums that follow from others', () => {
  const problems = [1, 0, -7].map(sudoku);
  const all = Array.from(solutions(problems[0]), ({ numbers }) => [...numbers]);
  const cage = fc.record({
    cells: fc.uniqueArray(fc.nat(15), { minLength: 2, maxLength: 6 }),
    isApart: fc.boolean(),
  });

  test('hold in all solutions, which stay the same', () => {
    let told = 0;
    let found = 0;
    fc.assert(
      fc.property(
        fc.nat(2),
        fc.nat(287),
        fc.array(cage, { minLength: 1, maxLength: 8 }),
        (which, like, plans) => {
          const problem = problems[which];
          const totalOf = (numbers: readonly number[], cells: readonly number[]) =>
            cells.reduce((total, cell) => {
              const option = numbers.find((one) => one >> 2 === cell) as number;
              return total + (problem.payload(option) as number);
            }, 0);
          const taken = new Set<number>();
          const cages = plans.flatMap(({ cells, isApart }) => {
            const own = isApart ? cells.filter((one) => !taken.has(one)) : cells;
            for (const one of own) taken.add(one);
            return own.length > 1 ? [own] : [];
          });
          const totals = cages.map((cells) => totalOf(all[like], cells));
          const rules = cages.map((cells, k) => {
            const variables = cells.map((one) => variable<number>(`cell ${one}`));
            return sum(variables, totals[k]);
          });
          const ruled = withRules(problem, rules);
          const compiled = ruled.compile();
          const wanted = all.filter((numbers) =>
            cages.every((cells, k) => totalOf(numbers, cells) === totals[k]),
          );
          const sums = sumsOf(compiled);
          told += sums.length;
          for (const numbers of wanted) {
            expect(sums.map((holds) => holds(numbers))).toEqual(sums.map(() => true));
          }
          const search = new Learn(compiled);
          const solved = rest(search).map((numbers) =>
            numbers.filter((one) => one < compiled.stated),
          );
          expect(asSet(solved)).toEqual(asSet(wanted));
          const parts = search as unknown as {
            search: { trail: { sums?: { found: number } } } | undefined;
          };
          found += parts.search?.trail.sums?.found ?? 0;
          const given = Array.from(solutions(ruled), ({ numbers }) => [...numbers]);
          expect(asSet(given)).toEqual(asSet(wanted));
        },
      ),
      { seed, numRuns: runs(2000) },
    );
    expect(told).toBeGreaterThan(300);
    expect(found).toBeGreaterThan(100);
  });

  test('are of cells, too, that no rule names', () => {
    const cells = [0, 1, 2].map((k) => variable<number>(`cell ${k}`));
    const compiled = withRules(problems[0], [sum(cells, 6)]).compile();
    // Row 1 adds up to 10, so its last cell is 4.
    const isLeft = [12, 13, 14, 15].map((option) => hasPrimary(compiled, option));
    expect(isLeft).toEqual([false, false, false, true]);
  });
});

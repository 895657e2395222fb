import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Learn } from '../../../src/engine/learn/learn.ts';
import { type Compiled, hasPrimary } from '../../../src/engine/problem/compiled.ts';
import { finish } from '../../../src/engine/problem/slices.ts';
import { Binding } from '../../../src/engine/rules/binding.ts';
import { compilingRules } from '../../../src/engine/rules/compile.ts';
import { TUNING } from '../../../src/engine/rules/tuning.ts';
import { startEngine } from '../../../src/engine/solve/engines.ts';
import { Problem, solutions } from '../../../src/index.ts';
import { sum, variable, withRules } from '../../../src/rules.ts';
import { asSet } from '../../support/checker.ts';
import { runs, seed } from '../../support/effort.ts';
import { prefixesOf, rest } from '../../support/engines.ts';

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
  let at = sumsAt + 3;
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

/** So that small sums are long ones. */
const NO_TABLES = { ...TUNING, mostTuples: 0, mostTriples: 0, mostCageTuples: 0, mostSets: 0 };

describe('long sums', () => {
  const problems = [1, -7].map(sudoku);
  const all = Array.from(solutions(problems[0]), ({ numbers }) => [...numbers]);
  const term = fc.tuple(fc.nat(15), fc.constantFrom(1, 1, 1, -1, 2));
  const rule = fc.record({
    terms: fc.array(term, { minLength: 4, maxLength: 12 }),
    example: fc.nat(287),
    below: fc.nat(2),
    above: fc.nat(2),
  });

  test('are searched without their diagrams, and answered with these', () => {
    let without = 0;
    fc.assert(
      fc.property(fc.nat(1), fc.array(rule, { minLength: 1, maxLength: 3 }), (k, stated) => {
        const problem = problems[k];
        const sums = stated.map(({ terms, example, below, above }) => {
          const totalOf = (numbers: readonly number[]) => {
            const valueIn = (cell: number) =>
              numbers.filter((one) => one >> 2 === cell).map((one) => problem.payload(one))[0] ?? 0;
            return terms.reduce((sum, [cell, weight]) => sum + weight * valueIn(cell), 0);
          };
          const total = totalOf(all[example]);
          return { terms, range: [total - below, total + above] as const, totalOf };
        });
        const rules = sums.map(({ terms, range }) =>
          sum(
            terms.map(([cell]) => variable<number>(`cell ${cell}`)),
            range,
            terms.map(([, weight]) => weight),
          ),
        );
        const binding = new Binding(problem as Problem<unknown>, problem.compile(), rules);
        const { compiled } = finish(compilingRules(binding, NO_TABLES));
        const { data, sumsAt, sumIntegers, options } = compiled;
        const from = sumIntegers > 0 ? data[sumsAt + 2] : options;
        if (from < options) without++;
        const wanted = all.filter((numbers) =>
          sums.every(({ range, totalOf }) => {
            const total = totalOf(numbers);
            return total >= range[0] && total <= range[1];
          }),
        );
        const search = new Learn(compiled, {}, 2000);
        const found = rest(search);
        const isStated = (option: number) => option < compiled.stated;
        expect(asSet(found.map((numbers) => numbers.filter(isStated)))).toEqual(asSet(wanted));
        const whole = asSet(rest(startEngine(compiled, 'lists', {})));
        expect(asSet(found)).toEqual(whole);
        // Below a solution that is excluded, and below an option of the diagrams.
        const [first, second] = found;
        if (first === undefined) return;
        search.reset([]);
        search.exclude(first);
        expect(rest(search)).toHaveLength(found.length - 1);
        const last = Math.max(...first);
        for (const prefix of [[last], [~last], [first[0]], second ?? [], []]) {
          search.reset(prefix);
          search.advance(Number.POSITIVE_INFINITY);
          const frontier = prefixesOf(search);
          search.reset(prefix);
          const own = found.filter((numbers) =>
            prefix.every((one) => numbers.includes(one < 0 ? ~one : one) === one >= 0),
          );
          expect(asSet(rest(search))).toEqual(asSet(own));
          const below = frontier.flatMap((one) => {
            search.reset(one);
            return rest(search);
          });
          expect(below).toHaveLength(Math.max(0, own.length - 1));
        }
      }),
      { seed, numRuns: runs(100) },
    );
    expect(without).toBeGreaterThan(runs(100) / 2);
  });
});

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

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Learn } from '../../../src/engine/learn/learn.ts';
import { followSums } from '../../../src/engine/learn/sum-maker.ts';
import { Sums } from '../../../src/engine/learn/sums.ts';
import { Compiled } from '../../../src/engine/problem/compiled.ts';
import { Problem, solutions } from '../../../src/index.ts';
import { asSet } from '../../support/checker.ts';
import { runs, seed } from '../../support/effort.ts';
import { rest } from '../../support/engines.ts';

const SUMS = 16;

/** A Latin square: cell by cell, each with its values as options. */
function square(order: number): Problem<number> {
  const lines = ['cell', 'row', 'column'].flatMap((kind) =>
    Array.from({ length: order ** 2 }, (_, k) => `${kind} ${k}`),
  );
  const problem = new Problem<number>({ primary: lines });
  for (let cell = 0; cell < order ** 2; cell++) {
    const [row, column] = [Math.floor(cell / order), cell % order];
    for (let value = 0; value < order; value++) {
      problem.addOption(
        [`cell ${cell}`, `row ${order * row + value}`, `column ${order * column + value}`],
        value,
      );
    }
  }
  return problem;
}

interface Sum {
  readonly least: number;
  readonly most: number;
  readonly terms: readonly (readonly [cell: number, weight: number])[];
}

/** The same with sums, which need not follow from it; the bits of the values are those of `bits`. */
function withSums(
  compiled: Compiled,
  order: number,
  bits: readonly number[],
  sums: readonly Sum[],
): Compiled {
  const cells = Array.from({ length: order ** 2 }, (_, cell) => [
    order,
    ...bits.slice(0, order).flatMap((bit, value) => [order * cell + value, bit]),
  ]);
  const written = sums.map(({ least, most, terms }) => {
    const groups: [weight: number, cells: number[]][] = [];
    for (const [cell, weight] of terms) {
      const differ = (other: number) =>
        cell % order === other % order || Math.floor(cell / order) === Math.floor(other / order);
      const group = groups.find(([own, others]) => own === weight && others.every(differ));
      if (group === undefined) groups.push([weight, [cell]]);
      else group[1].push(cell);
    }
    const parts = groups.flatMap(([weight, own]) => [weight, own.length, ...own]);
    return [least, most, groups.length, ...parts];
  });
  const section = [
    compiled.primary,
    compiled.options,
    order ** 2,
    ...cells.flat(),
    sums.length,
    ...written.flat(),
  ];
  const data = new Int32Array([...compiled.data, section.length + 1, ...section]);
  data[6] |= SUMS;
  return read(data);
}

function read(data: Int32Array): Compiled {
  const compiled = Compiled.from(data);
  followSums(compiled, Sums);
  return compiled;
}

function foundIn(search: Learn): number {
  const { trail } = (search as unknown as { search: { trail: { sums?: { found: number } } } })
    .search;
  return trail.sums?.found ?? 0;
}

describe('sums in learn', () => {
  const three = square(3);
  const four = square(4);
  const all = new Map([three, four].map((one) => [one, [...solutions(one)]]));
  const sumOf = (order: number) =>
    fc.record({
      cells: fc.uniqueArray(fc.nat(order ** 2 - 1), { minLength: 1, maxLength: 9 }),
      weights: fc.array(fc.constantFrom(1, 1, 1, -1, -1, 2, -3), { minLength: 9, maxLength: 9 }),
      isPlain: fc.boolean(),
      like: fc.nat(1000),
      width: fc.constantFrom(0, 0, 0, 1, 3),
      shift: fc.constantFrom(0, 0, 0, 0, 1, -2),
    });

  test('hold, and exclude nothing else, by brute force', () => {
    let firings = 0;
    let solved = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(three, four),
        fc.array(sumOf(3), { minLength: 1, maxLength: 4 }),
        fc.constantFrom([0, 1, 2, 3], [27, 28, 29, 30], [0, 2, 3, 30], [5, 1, 9, 8]),
        fc.option(fc.nat(1000), { nil: undefined }),
        (problem, plans, bits, random) => {
          const known = all.get(problem) ?? [];
          const order = problem === three ? 3 : 4;
          const bitAt = (numbers: readonly number[], cell: number) =>
            bits[(numbers.find((one) => Math.floor(one / order) === cell) ?? 0) % order];
          const totalOf = (numbers: readonly number[], terms: Sum['terms']) =>
            terms.reduce((sum, [cell, weight]) => sum + weight * bitAt(numbers, cell), 0);
          const sums = plans.map(({ cells, weights, isPlain, like, width, shift }): Sum => {
            const terms = cells.map((cell, k) => [cell, isPlain ? 1 : weights[k]] as const);
            const least = totalOf(known[like % known.length].numbers, terms) + shift;
            return { least, most: least + width, terms };
          });
          const compiled = withSums(problem.compile(), order, bits, sums);
          const search = new Learn(compiled, random === undefined ? {} : { seed: random });
          const found = rest(search);
          const wanted = known.filter(({ numbers }) =>
            sums.every(({ least, most, terms }) => {
              const total = totalOf(numbers, terms);
              return total >= least && total <= most;
            }),
          );
          expect(asSet(found)).toEqual(asSet(wanted.map(({ numbers }) => numbers)));
          firings += foundIn(search);
          solved += wanted.length;
        },
      ),
      { seed, numRuns: runs(2000) },
    );
    expect(firings).toBeGreaterThan(2000);
    expect(solved).toBeGreaterThan(1000);
  });

  test.each([1, -1])('give a reason where a group of weight %d has too few values', (weight) => {
    // With option 0, a, b and c have the values 0 and 1 alone, or, mirrored, 2 and 3; d is their sum.
    for (const isMirrored of [false, true]) {
      const names = ['a', 'b', 'c'];
      const secondary = names.flatMap((x) => [0, 1, 2, 3].map((value) => `${x}${value}`));
      const values = [0, 1, 2, 3].map((value) => `value ${value}`);
      const problem = new Problem({
        primary: ['first', ...names, 'd'],
        secondary: [...secondary, ...values],
      });
      const gone = isMirrored ? [0, 1] : [2, 3];
      problem.addOption(['first', ...names.flatMap((x) => gone.map((value) => `${x}${value}`))]);
      problem.addOption(['first']);
      const section: number[] = [];
      for (const x of names) {
        section.push(4);
        for (let value = 0; value < 4; value++) {
          section.push(problem.addOption([x, `${x}${value}`, `value ${value}`]), value);
        }
      }
      section.push(7);
      for (let value = 0; value < 7; value++) section.push(problem.addOption(['d']), value);
      // Any sum that they may have.
      section.push(1, -30, 30, 2, weight, 3, 0, 1, 2, -weight, 1, 3);
      const { data, primary, options } = problem.compile();
      section.unshift(primary, options, 4);
      const told = new Int32Array([...data, section.length + 1, ...section]);
      told[6] |= SUMS;
      for (const prefix of [[], [0]]) {
        const search = new Learn(read(told));
        search.reset(prefix);
        expect(rest(search)).toHaveLength(prefix.length > 0 ? 0 : 24 * 7);
      }
    }
  });

  test('hold below prefixes, after a reset, and in slices', () => {
    const cell = (row: number, column: number): readonly [number, number] => [4 * row + column, 1];
    const sums: Sum[] = [
      { least: 4, most: 4, terms: [cell(0, 0), cell(1, 1), cell(2, 2), cell(3, 3)] },
      { least: 2, most: 2, terms: [cell(0, 1), cell(0, 2), cell(1, 2), [7, -1]] },
    ];
    const compiled = withSums(four.compile(), 4, [0, 1, 2, 3], sums);
    const whole = asSet(rest(new Learn(compiled)));
    expect(whole.length).toBeGreaterThan(10);
    const search = new Learn(compiled, {}, 50);
    for (const prefix of [[], [1], [~1], [0, ~22, ~23], [2, 7], []]) {
      search.reset(prefix);
      const own = rest(search);
      const wanted = rest(new Learn(compiled)).filter((numbers) =>
        prefix.every((one) => numbers.includes(one < 0 ? ~one : one) === one >= 0),
      );
      expect(asSet(own)).toEqual(asSet(wanted));
    }
    // Another engine does not know of them, and neither does a proof.
    const lines: string[] = [];
    const proven = new Learn(compiled, { proof: (text) => void lines.push(text) });
    expect(rest(proven)).toHaveLength(576);
  });
});

describe('the sums of a compiled problem', () => {
  const compiled = withSums(
    square(2).compile(),
    2,
    [0, 1],
    [
      {
        least: 1,
        most: 1,
        terms: [
          [0, 1],
          [1, 1],
        ],
      },
    ],
  );

  test('come back from its array', () => {
    const again = read(compiled.data.slice());
    expect(again.sumIntegers).toBe(compiled.sumIntegers);
    expect(rest(new Learn(again))).toHaveLength(2);
  });

  test('are refused where a number is none that they may have', () => {
    const { data, sumsAt } = compiled;
    for (let at = sumsAt; at < data.length; at++) {
      for (const value of [-(2 ** 31), -1, 0, 31, 2 ** 31 - 1]) {
        const wrong = data.slice();
        wrong[at] = value;
        let other: Compiled;
        try {
          other = read(wrong);
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad-compiled' });
          continue;
        }
        // Otherwise it is another problem, of which the search comes to an end.
        expect(rest(new Learn(other)).length).toBeLessThanOrEqual(2);
      }
    }
    expect(() => Compiled.from(data.slice(0, -1))).toThrow(/sums|integers/);
    // The last sum has its last variable twice.
    const twice = new Int32Array([...data, data[data.length - 1]]);
    twice[sumsAt]++;
    twice[data.length - 3]++;
    expect(() => Compiled.from(twice)).toThrow('its sums are out of shape');
  });
});

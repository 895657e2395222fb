import { describe, expect, test } from 'vitest';
import { count, createSearch, first, isUnique, Problem, symmetries } from '../../../src/index.ts';
import {
  ascending,
  different,
  type Rule,
  sum,
  table,
  type Variable,
  variable,
  withRules,
} from '../../../src/rules.ts';

/** Cells with the numbers 1 to n * n, each once: an item for each cell, and for each number. */
function square(n: number): { problem: Problem<number>; cells: Variable<number, number>[] } {
  const numbers = Array.from({ length: n * n }, (_, k) => k + 1);
  const names = numbers.map((k) => `c${k}`);
  const problem = new Problem<number>({ primary: [...names, ...numbers.map((k) => `n${k}`)] });
  for (const name of names) for (const k of numbers) problem.addOption([name, `n${k}`], k);
  return { problem, cells: names.map((name) => variable<number>(name)) };
}

/** The lines of a square: rows, columns and both diagonals. */
function linesOf<C>(cells: readonly C[], n: number): C[][] {
  const range = Array.from({ length: n }, (_, k) => k);
  const at = (row: number, column: number) => cells[row * n + column];
  return [
    ...range.map((r) => range.map((c) => at(r, c))),
    ...range.map((c) => range.map((r) => at(r, c))),
    range.map((k) => at(k, k)),
    range.map((k) => at(k, n - 1 - k)),
  ];
}

describe('magic squares', () => {
  const magic = (n: number) => {
    const { problem, cells } = square(n);
    const total = (n * (n * n + 1)) / 2;
    return withRules(
      problem,
      linesOf(cells, n).map((line) => sum(line, total)),
    );
  };

  test('of 3x3: 8, and one up to symmetry', () => {
    const problem = magic(3);
    for (const engine of ['lists', 'links', 'learn'] as const) {
      expect([engine, count(problem, { engine }).count]).toEqual([engine, 8]);
    }
    expect(symmetries(problem).order).toBe(8n);
    expect(count(problem, { upToSymmetry: true }).count).toBe(1);
  });

  // Frenicle de Bessy, 1693: 880 but for turns and reflections.
  test('of 4x4: 880 times 8', () => {
    expect(count(magic(4)).count).toBe(7040);
  });
});

// https://oeis.org/A003022 has the lengths, the rulers are in many books.
describe('Golomb rulers', () => {
  const ruler = (marks: number, length: number) => {
    const positions = Array.from({ length: length + 1 }, (_, k) => k);
    const pairs: [number, number][] = [];
    for (let j = 1; j < marks; j++) for (let i = 0; i < j; i++) pairs.push([i, j]);
    const names = Array.from({ length: marks }, (_, k) => `m${k}`);
    const problem = new Problem<number>({
      primary: [...names, ...pairs.map(([i, j]) => `d${i},${j}`)],
    });
    for (const [k, name] of names.entries()) {
      const own = k === 0 ? [0] : k === marks - 1 ? [length] : positions;
      for (const at of own) problem.addOption([name], at);
    }
    for (const [i, j] of pairs) {
      for (const d of positions.slice(1)) problem.addOption([`d${i},${j}`], d);
    }
    const mark = (k: number) => variable<number>(`m${k}`);
    const gap = ([i, j]: [number, number]) => variable<number>(`d${i},${j}`);
    const rules: Rule<number>[] = [
      ascending(names.map((_, k) => mark(k))),
      different(pairs.map(gap)),
      ...pairs.map(([i, j]) => sum([mark(j), mark(i), gap([i, j])], 0, [1, -1, -1])),
    ];
    return withRules(problem, rules);
  };

  test.each([
    [3, 3, 2],
    [4, 6, 2],
    [5, 11, 4],
    [6, 17, 8],
  ])('of %i marks and length %i: %i, and none that is shorter', (marks, length, all) => {
    expect(count(ruler(marks, length), { engine: 'learn' }).count).toBe(all);
    expect(count(ruler(marks, length - 1), { engine: 'learn' }).exact).toBe(0n);
  });
});

/** A Sudoku without givens, with an item for each cell and for each place of a digit. */
function sudoku(): Problem<number> {
  const nine = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const names = nine.flatMap((r) => nine.map((c) => `r${r}c${c}`));
  const houses = ['r', 'c', 'b'].flatMap((house) =>
    nine.flatMap((k) => nine.map((d) => `${house}${k}=${d + 1}`)),
  );
  const problem = new Problem<number>({ primary: [...names, ...houses] });
  for (const r of nine) {
    for (const c of nine) {
      for (const d of nine) {
        const b = 3 * Math.floor(r / 3) + Math.floor(c / 3);
        const digit = d + 1;
        problem.addOption(
          [`r${r}c${c}`, `r${r}=${digit}`, `c${c}=${digit}`, `b${b}=${digit}`],
          digit,
        );
      }
    }
  }
  return problem;
}

const cell = (row: number, column: number) => variable<number>(`r${row - 1}c${column - 1}`);

describe('a killer Sudoku', () => {
  // The example of https://en.wikipedia.org/wiki/Killer_sudoku.
  const CAGES = `
    3: 11 12; 15: 13 14 15; 22: 16 25 26 35; 4: 17 27; 16: 18 28; 15: 19 29 39 49;
    25: 21 22 31 32; 17: 23 24; 9: 33 34 44; 8: 36 46 56; 20: 37 38 47;
    6: 41 51; 14: 42 43; 17: 45 55 65; 17: 48 57 58; 13: 52 53 62; 20: 54 64 74; 12: 59 69;
    27: 61 71 81 91; 6: 63 72 73; 20: 66 76 77; 6: 67 68; 10: 75 84 85 94; 14: 78 79 88 89;
    8: 82 92; 16: 83 93; 15: 86 87; 13: 95 96 97; 17: 98 99`;
  const ANSWER =
    '215647398368952174794381652586274931142593867973816425821739546659428713437165289';

  const cages = CAGES.split(';')
    .map((line) => line.trim().split(': '))
    .map(([total = '', places = '']) => ({
      total: Number(total),
      cells: places.split(' ').map((place) => cell(Number(place[0]), Number(place[1]))),
    }));

  test('has the published answer, and no other', () => {
    const rules = cages.flatMap(({ total, cells }) => [sum(cells, total), different(cells)]);
    const problem = withRules(sudoku(), rules);
    const found = first(problem).solution;
    expect(found?.numbers.map((option) => problem.payload(option)).join('')).toBe(ANSWER);
    expect(isUnique(problem).answer).toBe('unique');
  });
});

test('variables that rules speak of in any number keep one solution each', () => {
  // a + b = 5 by pairs that both have an own option for.
  const problem = new Problem<readonly [number, number]>({ primary: ['a', 'b'] });
  for (const a of [1, 2, 3, 4]) for (const b of [1, 2, 3, 4]) problem.addOption(['a', 'b'], [a, b]);
  const a = variable('a', ([first]: readonly [number, number]) => first);
  const b = variable('b', ([, second]: readonly [number, number]) => second);
  const ruled = withRules(problem, [sum([a, b], 5), table([a], [[1], [2]])]);
  const search = createSearch(ruled.compile());
  const found: unknown[] = [];
  while (search.advance(1e6) === 'solution') {
    found.push(
      search
        .solution()
        .filter((option) => option < 16)
        .map((option) => problem.payload(option)),
    );
  }
  expect(found.sort()).toEqual([[[1, 4]], [[2, 3]]]);
});

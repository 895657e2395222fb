import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count, first, isUnique, solutions } from '../../src/engine/solve/api.ts';
import { readGivens } from '../../src/puzzles/houses.ts';
import { latinSquares } from '../../src/puzzles/latin.ts';
import { encode } from '../../src/puzzles/sudoku/encode.ts';
import { check } from '../../src/puzzles/sudoku/grid.ts';
import { Shape } from '../../src/puzzles/sudoku/shape.ts';
import { Solver } from '../../src/puzzles/sudoku/solver.ts';
import { jigsaw, samurai, sudokuX, windoku } from '../../src/puzzles/sudoku-variants.ts';
import { expectRefusal } from '../support/thrown.ts';
import { anyOf, asText, type Clash, fillings, inLine } from './brute-fill.ts';

const inBox =
  (rows: number, columns: number): Clash =>
  ([a, b], [c, d]) =>
    Math.floor(a / rows) === Math.floor(c / rows) &&
    Math.floor(b / columns) === Math.floor(d / columns);

const onDiagonal =
  (size: number): Clash =>
  ([a, b], [c, d]) =>
    (a === b && c === d) || (a + b === size - 1 && c + d === size - 1);

/** Windows of a 9x9 are rows and columns 2-4 and 6-8; of a 4x4 there is one, 2-3. */
const inWindow =
  (n: number): Clash =>
  (one, other) => {
    const windows = [one, other].map(([row, column]) => {
      // Counted from 0, every (n + 1)-th line from 0 lies between windows.
      if (row % (n + 1) === 0 || column % (n + 1) === 0) return undefined;
      return `${Math.floor(row / (n + 1))} ${Math.floor(column / (n + 1))}`;
    });
    return windows[0] !== undefined && windows[0] === windows[1];
  };

const inRegion =
  (regions: string): Clash =>
  ([a, b], [c, d]) => {
    const rows = regions.split('\n');
    return rows[a]?.[b] === rows[c]?.[d];
  };

/** True if a filled grid keeps the rule. */
function keeps(size: number, clash: Clash, grid: readonly number[]): boolean {
  return grid.every((value, a) =>
    grid.every((other, b) => {
      if (a === b || value !== other) return value >= 1 && value <= size;
      return !clash([Math.floor(a / size), a % size], [Math.floor(b / size), b % size]);
    }),
  );
}

const QUARTERS = 'AABB\nACCB\nACDB\nCDDD';
const FIVES = 'AAABB\nACABB\nCCCDB\nECDDD\nEEEED';
const NINES = `
AAABBBBBB
AAACCCCBB
AAADDDCCB
EEEEDDDCC
EEFFFDDDC
EEFFFGGHH
EFFFGGGHH
IIIIGGHHH
IIIIIGGHH`.trim();

type Make = (givens?: number[]) => ReturnType<typeof sudokuX>;

const small: readonly [name: string, size: number, Make, Clash[]][] = [
  ['X, 4x4', 4, (givens) => sudokuX({ size: 4, givens }), [inBox(2, 2), onDiagonal(4)]],
  ['X, 6x6', 6, (givens) => sudokuX({ boxes: '2x3', givens }), [inBox(2, 3), onDiagonal(6)]],
  ['windoku, 4x4', 4, (givens) => windoku({ size: 4, givens }), [inBox(2, 2), inWindow(2)]],
  ['jigsaw, 4x4', 4, (givens) => jigsaw({ regions: QUARTERS, givens }), [inRegion(QUARTERS)]],
  ['jigsaw, 5x5', 5, (givens) => jigsaw({ regions: FIVES, givens }), [inRegion(FIVES)]],
];

describe.each(small)('%s', (_, size, make, clashes) => {
  const all = fillings(size, anyOf(inLine, ...clashes));

  test('its grids are those that the rules allow', () => {
    expect(all.length).toBeGreaterThan(0);
    const found = [...solutions(make())].map(({ payloads }) => asText(size, payloads));
    expect(found.sort()).toEqual([...all].sort());
  });

  test('givens leave those that have them', () => {
    const cells = fc.array(fc.boolean(), { minLength: size ** 2, maxLength: size ** 2 });
    fc.assert(
      fc.property(fc.constantFrom(...all), cells, (text, kept) => {
        const givens = text.split(' ').map((value, cell) => (kept[cell] ? Number(value) : 0));
        const wanted = all.filter((other) =>
          other.split(' ').every((value, cell) => !givens[cell] || givens[cell] === Number(value)),
        );
        expect(count(make(givens)).count).toBe(wanted.length);
      }),
      { numRuns: 20 },
    );
  });
});

test('48 of the 288 grids of 4x4 are X (Kitamoto, Seki and Watanabe 2020)', () => {
  expect(count(sudokuX({ size: 4 })).count).toBe(48);
});

test('a jigsaw whose regions are the boxes is a Sudoku (288 of 4x4, OEIS A107739)', () => {
  expect(count(jigsaw({ regions: '1122\n1122\n3344\n3344' })).count).toBe(288);
});

/** Puzzles of our own, beside their solutions: made by taking givens from a random grid. */
const PUZZLES: [name: string, Make, Clash, text: string][] = [
  [
    'X',
    (givens) => sudokuX({ givens }),
    anyOf(inLine, inBox(3, 3), onDiagonal(9)),
    `.5..87...   652187394
     ..9.46...   739546821
     1....9...   184329567
     .........   965231748
     3...7.9..   321874956
     4..6..2..   478695213
     .........   543968172
     ..7.13..5   297413685
     .1..5....   816752439`,
  ],
  [
    'windoku',
    (givens) => windoku({ givens }),
    anyOf(inLine, inBox(3, 3), inWindow(3)),
    `6........   628917534
     .........   973654128
     45.82....   451823967
     3........   394268751
     .1...9...   516379842
     2....5.9.   287145396
     ....862..   139486275
     ......4..   762531489
     ....9....   845792613`,
  ],
  [
    'jigsaw',
    (givens) => jigsaw({ regions: NINES, givens }),
    anyOf(inLine, inRegion(NINES)),
    `.6.......   261758493
     ...8..6..   754839621
     ..9......   839245176
     ..7.....2   687591342
     ........5   413926785
     3........   325187964
     9......3.   976412538
     .....4...   198364257
     5..67....   542673819`,
  ],
];

describe.each(PUZZLES)('%s, 9x9: a puzzle of our own', (name, make, clash, text) => {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  const givens = readGivens(lines.map(([left]) => left).join('\n'));
  const solution = readGivens(lines.map(([, right]) => right).join('\n'));

  test('has its one solution', () => {
    expect(keeps(9, clash, solution)).toBe(true);
    expect(isUnique(make(givens))).toEqual({ answer: 'unique', status: 'complete' });
    const found = first(make(givens)).solution?.payloads ?? [];
    expect(asText(9, found)).toBe(solution.join(' '));
  });

  test('has more without the rule of its kind', () => {
    const plain = name === 'jigsaw' ? latinSquares(9, { givens }) : encode(Shape.of(), givens);
    expect(isUnique(plain).answer).toBe('several');
  });

  test('an empty grid is filled', () => {
    const found = first(make(), { timeout: 20_000 }).solution?.payloads ?? [];
    expect(keeps(9, clash, asText(9, found).split(' ').map(Number))).toBe(true);
  });
});

/** A puzzle of our own: made by taking givens from a random solution. */
const SAMURAI = `
...74..1......4..5...
.......4......3.62...
8..1............7.654
93...2..1.......8....
..6...35....58...6...
....6...9.....27.9..8
..43....2............
.2..........1...5....
..82....6........7.41
......9.3.....1......
.........3.5.........
......6..91..........
.15....6...8......5.9
6........62.....6...7
......2....1..8.1....
.689....2......9.....
...3..........5...9.6
.4...16.....7......54
.9...........5.23....
.51.8............7.2.
...2.413.....2....61.`;

describe('samurai', () => {
  /** The five grids of a whole, by the row and column where they begin. */
  const corners = [0, 12].flatMap((row) => [0, 12].map((column) => [row, column]));
  const grids = (whole: readonly number[]) =>
    [...corners, [6, 6]].map(([row = 0, column = 0]) =>
      Array.from({ length: 81 }, (_, cell) => {
        return whole[21 * (row + Math.floor(cell / 9)) + column + (cell % 9)];
      }),
    );

  test.each([
    ['the empty grid', undefined],
    ['a puzzle of our own', readGivens(SAMURAI)],
  ])('%s: five Sudokus at once', (_name, givens) => {
    const found = first(samurai({ givens })).solution?.payloads ?? [];
    const whole = asText(21, found).split(' ').map(Number);
    expect(whole.filter((value) => value > 0).length).toBe(5 * 81 - 4 * 9);
    for (const grid of grids(whole)) expect(check(Shape.of(), grid).answer).toBe('solved');
    for (const [cell, given] of (givens ?? []).entries()) {
      if (given > 0) expect(whole[cell]).toBe(given);
    }
  });

  test('the puzzle has one solution, but its grids by themselves have several', () => {
    const givens = readGivens(SAMURAI);
    expect(isUnique(samurai({ givens }))).toEqual({ answer: 'unique', status: 'complete' });
    const solver = new Solver(Shape.of());
    for (const grid of grids(givens)) expect(solver.isUnique(grid).answer).toBe('several');
  });

  test('a shared box is one house', () => {
    const problem = samurai();
    expect(problem.primaryCount).toBe(369 + (5 * 27 - 4) * 9);
    // r7c7, in a shared box: row and column of both grids, and the box.
    expect(problem.option(9 * (6 * 18 + 6)).length).toBe(6);
  });

  test('givens in holes, or equal ones of two grids', () => {
    const givens = new Uint8Array(441);
    givens[9] = 1;
    expect(() => samurai({ givens })).toThrow('r1c10 holds 1, but it is a hole of the board');
    givens[9] = 0;
    givens[21 * 6 + 6] = 5;
    givens[21 * 8 + 8] = 5;
    expect(() => samurai({ givens })).toThrow(
      'r7c7 and r9c9 are both in box 9 of the north-west grid and hold 5',
    );
    givens[21 * 8 + 8] = 0;
    givens[21 * 6 + 14] = 5;
    expect(() => samurai({ givens })).toThrow('both in row 1 of the middle grid and hold 5');
    expect(() => samurai({ givens: new Uint8Array(81) })).toThrow('give 441, row by row');
  });
});

describe('what is refused', () => {
  test.each<[string, () => unknown, code: string]>([
    [
      'size is 7, a prime, so boxes can only be 1x7 or 7x1',
      () => sudokuX({ size: 7 }),
      'bad-shape',
    ],
    ['size is 0; give a whole number from 1 to 100', () => sudokuX({ size: 0 }), 'bad-shape'],
    ['size is "9"', () => sudokuX({ size: '9' as never }), 'bad-shape'],
    ['boxes are "3"', () => sudokuX({ boxes: '3' }), 'bad-shape'],
    ['boxes of 11x11 make size 121', () => sudokuX({ boxes: '11x11' }), 'bad-shape'],
    ['size is 9, but boxes of 2x3 have 6', () => sudokuX({ size: 9, boxes: '2x3' }), 'bad-shape'],
    ['no setting "sizes"', () => sudokuX({ sizes: 9 } as never), 'bad-setting'],
    ['1 value; give 16, row by row', () => sudokuX({ size: 4, givens: [1] }), 'bad-grid'],
    ['size of the windoku is 6; give a square number', () => windoku({ size: 6 }), 'bad-shape'],
    ['size of the windoku is 1', () => windoku({ size: 1 }), 'bad-shape'],
    ['size of the windoku is 121', () => windoku({ size: 121 }), 'bad-shape'],
    ['size of the windoku is NaN', () => windoku({ size: Number.NaN }), 'bad-shape'],
    ['regions are undefined; give a text', () => jigsaw({} as never), 'bad-text'],
    ['regions have 0 lines', () => jigsaw({ regions: '' }), 'bad-text'],
    ['Line 2 of the regions has 1 symbol; give 2', () => jigsaw({ regions: 'AB\nB' }), 'bad-text'],
    ['Line 3, column 1: region "A" has more', () => jigsaw({ regions: 'AA\n\nAB' }), 'bad-text'],
    ['Region "D" has 1 cell; give', () => jigsaw({ regions: 'AAB\nABD\nBCC' }), 'bad-text'],
  ])('%s', (message, make, code) => {
    expectRefusal(make, message, { code });
  });

  test.each<[string, () => unknown]>([
    ['the diagonal from top left', () => sudokuX({ size: 4, givens: twos(16, [0, 15]) })],
    ['the diagonal from top right', () => sudokuX({ size: 4, givens: twos(16, [6, 9]) })],
    ['window 1', () => windoku({ size: 4, givens: twos(16, [5, 10]) })],
    ['window 4', () => windoku({ givens: twos(81, [50, 60]) })],
    ['region A', () => jigsaw({ regions: QUARTERS, givens: twos(16, [1, 4]) })],
    ['box 6', () => sudokuX({ boxes: '2x3', givens: twos(36, [27, 34]) })],
  ])('equal givens in %s', (house, make) => {
    const message = `are both in ${house} and hold 2; change one of them`;
    expectRefusal(make, message, { code: 'bad-grid' });
  });
});

/** Givens with a 2 in some cells, and nothing else. */
function twos(count: number, cells: readonly number[]): number[] {
  return Array.from({ length: count }, (_, cell) => (cells.includes(cell) ? 2 : 0));
}

import { describe, expect, test } from 'vitest';
import type { Baseline } from '../../bench/baselines/baseline.ts';
import { BASELINES } from '../../bench/baselines/index.ts';
import { koot } from '../../bench/baselines/koot.ts';
import { lynn } from '../../bench/baselines/lynn.ts';
import { plain } from '../../bench/baselines/plain.ts';
import { praxis } from '../../bench/baselines/praxis.ts';
import { thornton } from '../../bench/baselines/thornton.ts';
import { Shape } from '../../src/sudoku/shape.ts';

const NEVER = Number.POSITIVE_INFINITY;
const nine = Shape.of({ size: 9 });
const four = Shape.of({ size: 4 });

const grid = (text: string) =>
  Uint8Array.from(text.replaceAll(/\s/g, ''), (c) => (c === '.' ? 0 : Number(c)));

/** The puzzle of the Programming Praxis exercise of February 2009; Koot's are variants of it. */
const PRAXIS = '700100000020000015000006390200018000040090070000750003078500000560000040000001002';
const SOLVED = '789135624623947815451286397237418569845693271916752483178524936562379148394861752';
const withLast = (row: string) => PRAXIS.slice(0, 72) + row;
const withFirst = (row: string, text: string) => row + text.slice(9);
/** Bird's. */
const BIRD = '2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....';
const FOURTEEN =
  '123456789456789123789123456231000000564030000897005000312000900645000070978000001';

const CASES: readonly [name: string, shape: Shape, givens: Uint8Array, solutions: number][] = [
  ['Praxis', nine, grid(PRAXIS), 1],
  ['Koot, another last row', nine, grid(withLast('000001000')), 50],
  ['Koot, a first row too', nine, grid(withFirst('789135624', withLast('000001000'))), 12],
  ['Koot, unsolvable', nine, grid(withLast('003001002')), 0],
  ['Koot, erroneous', nine, grid(withFirst('789110000', PRAXIS)), 0],
  ['fourteen solutions', nine, grid(FOURTEEN), 14],
  ['Bird', nine, grid(BIRD), 1],
  ['solved', nine, grid(SOLVED), 1],
  ['five blanks', nine, grid(`.....${SOLVED.slice(5)}`), 1],
  ['solved but for a mistake', nine, grid(`98${SOLVED.slice(2)}`), 0],
  ['one blank that nothing fits', nine, grid(`.${SOLVED.slice(1, 80)}7`), 0],
  ['Inaimathi, 4x4', four, grid('1.3. .4.2 .34. 4.23'), 1],
  ['4x4, two equal givens in a row', four, grid('1..1 .... .... ....'), 0],
  ['4x4, two equal givens in a column', four, grid('1... .... .... 1...'), 0],
  ['4x4, two equal givens in a box', four, grid('1... .1.. .... ....'), 0],
  ['4x4, a cell that no value fits', four, grid('12.. ..3. ...4 ....'), 0],
  // A published count: 288 grids of 4x4.
  ['4x4, empty', four, new Uint8Array(16), 288],
];
/** Judges by the rules alone: a full grid that keeps the givens, each value once in each unit. */
function isSolution(shape: Shape, givens: Uint8Array, solution: Uint8Array): boolean {
  const seen = new Set<string>();
  for (let cell = 0; cell < shape.cells; cell++) {
    const value = solution[cell] as number;
    if (!(value >= 1 && value <= shape.size)) return false;
    if (givens[cell] !== 0 && givens[cell] !== value) return false;
    const row = Math.floor(cell / shape.size);
    const column = cell % shape.size;
    const band = Math.floor(row / shape.boxRows);
    const stack = Math.floor(column / shape.boxColumns);
    for (const place of [`r${row}`, `c${column}`, `b${band},${stack}`])
      seen.add(`${place}=${value}`);
  }
  return seen.size === 3 * shape.cells;
}

/** A grid by a pattern, a row shifted by a box each time, with some of its cells left blank. */
function pattern(shape: Shape, isBlank: (cell: number) => boolean): Uint8Array {
  const { size, boxRows, boxColumns } = shape;
  return Uint8Array.from({ length: shape.cells }, (_, cell) => {
    const row = Math.floor(cell / size);
    const shift = boxColumns * (row % boxRows) + Math.floor(row / boxRows);
    return isBlank(cell) ? 0 : (((cell % size) + shift) % size) + 1;
  });
}

describe.each(BASELINES.map((method): [string, Baseline] => [method.name, method]))(
  '%s',
  (_, method) => {
    const taken = CASES.filter(([, shape, givens]) => method.refuses(shape, givens) === undefined);

    test('takes puzzles, of 4x4 and of 9x9', () => {
      expect(taken.map(([, { size }]) => size)).toEqual(expect.arrayContaining([4, 9]));
    });

    test.each(taken)('%s', (_name, shape, givens, solutions) => {
      const before = givens.slice();
      const found = method.solve(shape, givens, 1000, NEVER);
      expect(found.status).toBe('complete');
      expect(found.solutions).toHaveLength(solutions);
      expect(new Set(found.solutions.map(String)).size).toBe(solutions);
      for (const solution of found.solutions) {
        expect(isSolution(shape, givens, solution)).toBe(true);
      }
      const blanks = givens.filter((value) => value === 0).length;
      if (solutions > 0) expect(found.placements).toBeGreaterThanOrEqual(blanks);
      expect(found.placements).toBeGreaterThanOrEqual(found.guesses);
      // Each solution but the first takes a guess, and nobody guesses once.
      if (solutions > 1) expect(found.guesses).toBeGreaterThanOrEqual(solutions);
      expect(found.guesses).not.toBe(1);
      expect(givens).toEqual(before);
    });

    test('stops at the limit, and does the same again', () => {
      const most = taken.reduce((a, b) => (b[3] > a[3] ? b : a));
      const [, shape, givens, limit] = most;
      const all = method.solve(shape, givens, 1000, NEVER);
      expect(limit).toBeGreaterThan(0);
      const found = method.solve(shape, givens, limit, NEVER);
      expect(found.status).toBe('limit');
      expect(found.solutions).toEqual(all.solutions);
      expect(found.placements).toBeLessThanOrEqual(all.placements);
      expect(method.solve(shape, givens, 1000, NEVER)).toEqual(all);
    });

    test('stops at once where the deadline has passed', () => {
      const [, shape, givens] = taken[0] as (typeof CASES)[number];
      const found = method.solve(shape, givens, 1, performance.now() - 1);
      expect(found).toMatchObject({ status: 'timeout', solutions: [], placements: 0 });
    });
  },
);

test('Praxis and Koot print the solution of theirs', () => {
  for (const method of [praxis, koot]) {
    expect(method.solve(nine, grid(PRAXIS), 2, NEVER).solutions).toEqual([grid(SOLVED)]);
  }
});

test.each(CASES)('the same order makes the same placements: %s', (_, shape, givens) => {
  const expected = plain.solve(shape, givens, NEVER, NEVER);
  for (const method of [koot, lynn, thornton]) {
    const { solutions, guesses, placements } = method.solve(shape, givens, NEVER, NEVER);
    expect({ solutions, guesses, placements }).toEqual({
      solutions: expected.solutions,
      guesses: expected.guesses,
      placements: expected.placements,
    });
  }
  // Last cell first is reading order on the grid turned around.
  const turned = praxis.solve(shape, givens.slice().reverse(), NEVER, NEVER);
  expect(turned.placements).toBe(expected.placements);
  expect(turned.guesses).toBe(expected.guesses);
  expect(turned.solutions.map((solution) => solution.slice().reverse())).toEqual(
    expected.solutions,
  );
});

test.each([
  ['1x1', Shape.of({ size: 1 }), () => true],
  ['6x6 in boxes of 2x3', Shape.of({ boxes: '2x3' }), (cell: number) => cell >= 12],
  ['6x6 in boxes of 3x2', Shape.of({ boxes: '3x2' }), (cell: number) => cell % 6 > 1],
  ['16x16', Shape.of({ size: 16 }), (cell: number) => (cell * 7) % 12 === 0],
  ['25x25', Shape.of({ size: 25 }), (cell: number) => (cell * 7) % 26 === 0],
  ['31 values', Shape.of({ boxes: '1x31' }), (cell: number) => cell % 32 === 0],
  ['36x36', Shape.of({ size: 36 }), (cell: number) => cell % 100 === 0],
] as const)('all that take it agree on %s', (_name, shape, isBlank) => {
  const givens = pattern(shape, isBlank);
  const solved = (method: Baseline) => {
    const { solutions, status } = method.solve(shape, givens, NEVER, NEVER);
    expect(status).toBe('complete');
    return solutions.map(String).sort();
  };
  const expected = solved(plain);
  expect(expected).toContain(String(pattern(shape, () => false)));
  const takers = BASELINES.filter((method) => method.refuses(shape, givens) === undefined);
  expect(takers.length).toBeGreaterThan(7);
  for (const method of takers) expect(solved(method)).toEqual(expected);
});

test('a clock that runs out on the way stops every method', () => {
  for (const method of BASELINES) {
    const many = new Uint8Array(81);
    if (method.refuses(nine, many) !== undefined) continue;
    const found = method.solve(nine, many, NEVER, performance.now() + 20);
    expect([method.name, found.status]).toEqual([method.name, 'timeout']);
  }
});

test('the brute force of Bird refuses what it would never finish', () => {
  const [bruteForce, prune] = BASELINES as [Baseline, Baseline];
  const blanks = (count: number) => grid('.'.repeat(count) + SOLVED.slice(count));
  expect(bruteForce.refuses(nine, blanks(6))).toBeUndefined();
  expect(bruteForce.refuses(nine, blanks(7))).toMatch(/combinations/);
  // Pruning leaves one choice for each of these.
  expect(prune.refuses(nine, blanks(7))).toBeUndefined();
  expect(prune.refuses(nine, new Uint8Array(81))).toMatch(/combinations/);
});

test('a bit for each value is not enough for 36 of them', () => {
  const shape = Shape.of({ size: 36 });
  const refused = BASELINES.filter(
    (m) =>
      m.refuses(
        shape,
        pattern(shape, () => false),
      ) !== undefined,
  );
  expect(refused.map(({ name }) => name)).toEqual([
    'Norvig',
    'Sarkar, fixed cells',
    'Sarkar, exclusive sets',
    'bit masks',
  ]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count, createSearch, first } from '../../../src/index.ts';
import {
  check,
  checkGivens,
  decode,
  encode,
  GridError,
  Shape,
  Solver,
  writeFramed,
  writeJson,
  writeLine,
} from '../../../src/sudoku.ts';
import { runs } from '../../support/effort.ts';
import { isCompletion } from '../../support/sudoku.ts';

const SIX = Shape.of({ boxes: '2x3' });
const SOLVED = [1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 2, 3, 1, 5, 6, 4, 5, 6, 4, 2, 3, 1].concat([
  3, 1, 2, 6, 4, 5, 6, 4, 5, 3, 1, 2,
]);

const EMPTY = new Array<number>(36).fill(0);

/** A grid with other values in some cells. */
function put(grid: readonly number[], ...values: [cell: number, value: number][]): number[] {
  const changed = [...grid];
  for (const [cell, value] of values) changed[cell] = value;
  return changed;
}

describe('check', () => {
  test('a solved grid', () => {
    expect(check(SIX, SOLVED)).toEqual({ answer: 'solved', mistakes: [], blanks: [] });
    expect(isCompletion(SIX, SOLVED, SOLVED)).toBe(true);
  });

  test('blanks', () => {
    const grid = put(SOLVED, [7, 0]);
    expect(check(SIX, grid)).toEqual({ answer: 'unfinished', mistakes: [], blanks: [7] });
  });

  test('names the row, the column and the box of a wrong value, and its cells', () => {
    // r2c2 holds 5; 6 is in its row at r2c3, its column at r4c2, its box at r2c3.
    expect(check(SIX, put(SOLVED, [7, 6]))).toEqual({
      answer: 'wrong',
      mistakes: [
        { unit: 'row', number: 2, value: 6, cells: [7, 8] },
        { unit: 'column', number: 2, value: 6, cells: [7, 19] },
        { unit: 'box', number: 1, value: 6, cells: [7, 8] },
      ],
      blanks: [],
    });
  });

  test('agrees with the rules on any grid', () => {
    const cell = fc.integer({ min: 0, max: 4 });
    const four = Shape.of({ size: 4 });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 16, maxLength: 16 }), (grid) => {
        const { answer, mistakes, blanks } = check(four, grid);
        expect(answer === 'solved').toBe(isCompletion(four, grid, grid));
        expect(blanks).toEqual(grid.flatMap((value, k) => (value === 0 ? [k] : [])));
        expect(answer === 'wrong').toBe(mistakes.length > 0);
        for (const { unit, number, value, cells } of mistakes) {
          expect(cells.length).toBeGreaterThan(1);
          for (const place of cells) {
            expect(grid[place]).toBe(value);
            expect(four[`${unit}Of`](place)).toBe(number - 1);
          }
        }
        // Wrong exactly if two equal values share a unit.
        const clash = grid.some((value, a) =>
          grid.some(
            (other, b) =>
              a < b &&
              value > 0 &&
              value === other &&
              (['rowOf', 'columnOf', 'boxOf'] as const).some((of) => four[of](a) === four[of](b)),
          ),
        );
        expect(mistakes.length > 0).toBe(clash);
      }),
      { numRuns: runs(300) },
    );
  });
});

test.each([
  [SOLVED.slice(1), /has 35 cells; a Sudoku of 6x6 with boxes of 2x3 needs an array of 36/, []],
  ['123', /is "123"/, []],
  [undefined, /is undefined/, []],
  [null, /is null/, []],
  [{}, /is an object/, []],
  [put(SOLVED, [35, 7]), /r6c6 holds 7; give a number from 1 to 6, or 0/, [35]],
  [put(SOLVED, [6, -1]), /r2c1 holds -1/, [6]],
  [put(SOLVED, [6, 1.5]), /r2c1 holds 1.5/, [6]],
  [put(SOLVED, [6, Number.NaN]), /r2c1 holds NaN/, [6]],
  [put(SOLVED, [6, 257]), /r2c1 holds 257/, [6]],
  [[...SOLVED.slice(0, 35), '2'], /r6c6 holds "2"/, [35]],
  [put(SOLVED, [0, 2]), /r1c1 and r1c2 are both in row 1 and hold 2/, [0, 1]],
  [put(SOLVED, [0, 0], [2, 0], [12, 3], [13, 0]), /r3c1 and r5c1 .* column 1 .* 3/, [12, 24]],
  [put(EMPTY, [0, 1], [7, 1]), /r1c1 and r2c2 are both in box 1 .of 2x3. and hold 1/, [0, 7]],
])('givens that cannot be are refused, and the cells named (%#)', (givens, message, cells) => {
  const solver = new Solver({ boxes: '2x3' });
  const error = expect.objectContaining({
    code: 'bad-grid',
    message: expect.stringMatching(message),
    cells,
  });
  const wrong = givens as number[];
  expect(() => checkGivens(SIX, wrong)).toThrow(error);
  if (wrong !== undefined) expect(() => encode(SIX, wrong)).toThrow(error);
  expect(() => solver.first(wrong)).toThrow(error);
  expect(() => solver.firstInto(new Uint8Array(36), wrong)).toThrow(error);
  expect(() => solver.solutions(wrong)).toThrow(error);
  expect(() => solver.first(wrong)).toThrow(GridError);
  // A refusal has changed nothing.
  expect(solver.first(SOLVED).solution).toEqual(Uint8Array.from(SOLVED));
});

test.each([undefined, null, {}, SOLVED, 6])('what is no shape is refused (%#)', (wrong) => {
  const error = expect.objectContaining({ code: 'bad-shape' });
  const shape = wrong as unknown as Shape;
  for (const ask of [check, checkGivens, encode, writeLine, writeFramed, writeJson]) {
    expect(() => ask(shape, SOLVED)).toThrow(error);
  }
  expect(() => encode(shape)).toThrow(error);
  expect(() => decode(shape, [])).toThrow(error);
});

describe('encode', () => {
  test.each(['1x1', '2x2', '2x3', '3x2', '3x3', '1x5', '4x4'] as const)('boxes of %s', (boxes) => {
    const shape = Shape.of({ boxes });
    const { size, cells } = shape;
    const problem = encode(shape);
    const { primary, secondary, options, nodes } = problem.compile();
    expect([primary, secondary]).toEqual([4 * cells, 0]);
    expect([options, nodes]).toEqual([size ** 3, 4 * size ** 3]);
    // Every item has one option for each value.
    const uses = new Map<string, number>();
    for (let option = 0; option < options; option++) {
      for (const item of problem.option(option)) {
        uses.set(String(item), (uses.get(String(item)) ?? 0) + 1);
      }
      const { row, column, value } = problem.payload(option);
      const cell = row * size + column;
      expect(problem.option(option)).toEqual([
        `r${row + 1}c${column + 1}`,
        `r${row + 1}=${value}`,
        `c${column + 1}=${value}`,
        `b${shape.boxOf(cell) + 1}=${value}`,
      ]);
    }
    expect(uses.size).toBe(4 * cells);
    expect(new Set(uses.values())).toEqual(new Set([size]));
  });

  test('with givens, any engine finds what the solver finds', () => {
    const givens = SOLVED.map((value, cell) => (cell % 5 === 0 ? value : 0));
    const problem = encode(SIX, givens);
    const solver = new Solver({ boxes: '2x3' });
    expect(problem.optionCount).toBe(8 + 28 * 6);
    expect(count(problem).count).toBe(solver.count(givens).count);
    const grid = decode(SIX, first(problem).solution?.payloads ?? []);
    expect(isCompletion(SIX, givens, grid)).toBe(true);
    const search = createSearch(problem.compile(), { engine: 'links' });
    expect(search.advance(1e6)).toBe('solution');
    const again = decode(
      SIX,
      search.solution().map((option) => problem.payload(option)),
    );
    expect(isCompletion(SIX, givens, again)).toBe(true);
  });

  test.each([
    [[{ row: -1, column: 1, value: 1 }], /row -1; give one from 0 to 5/],
    [[{ row: 1, column: 6, value: 1 }], /column 6; give one from 0 to 5/],
    [[{ row: 1, column: 1, value: 0 }], /value 0; give one from 1 to 6/],
    [[{ row: 1, column: 1 } as never], /value undefined/],
    [
      [
        { row: 1, column: 2, value: 1 },
        { row: 1, column: 2, value: 2 },
      ],
      /r2c3 is given 1 and 2/,
    ],
  ])('placements that cannot be are refused (%#)', (placements, message) => {
    expect(() => decode(SIX, placements)).toThrow(message);
  });

  test('a grid of what is left out is blank there', () => {
    expect(decode(SIX, [{ row: 1, column: 0, value: 3 }])).toEqual(
      Uint8Array.from(put(EMPTY, [6, 3])),
    );
  });
});

test.each([[null], [undefined], [5], ['x'], [{}], [[null]], [['x']], [[{}]]])(
  'decode refuses what are no placements: %j',
  (wrong) => {
    expect(() => decode(SIX, wrong as never)).toThrow(
      expect.objectContaining({
        name: 'QuadrilleError',
        code: 'bad-grid',
        message: expect.stringMatching(/give .*\{ row, column, value \}/),
      }),
    );
  },
);

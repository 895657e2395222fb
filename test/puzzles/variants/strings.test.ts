import { describe, expect, test } from 'vitest';
import { writeGrid } from '../../../bench/rules/puzzles.ts';
import { count, first, solutions } from '../../../src/index.ts';
import { variant as readVariant } from '../../../src/sudoku.ts';

/** All Sudokus of 4x4, with these least values. */
function grids(least = 1): number[][] {
  const found: number[][] = [];
  const grid: number[] = [];
  const go = (): void => {
    if (grid.length === 16) return void found.push([...grid]);
    const cell = grid.length;
    const boxOf = (one: number) => 2 * (one >> 3) + ((one % 4) >> 1);
    for (let value = least; value < least + 4; value++) {
      const clashes = grid.some(
        (other, k) =>
          other === value &&
          (k >> 2 === cell >> 2 || k % 4 === cell % 4 || boxOf(k) === boxOf(cell)),
      );
      if (clashes) continue;
      grid.push(value);
      go();
      grid.pop();
    }
  };
  go();
  return found;
}

const ALL = grids();
const FROM_0 = grids(0);

/** Row and column from 1, as in the text. */
type At = (row: number, column: number) => number;

const row = (at: At, k: number) => [1, 2, 3, 4].map((column) => at(k, column));
const column = (at: At, k: number) => [1, 2, 3, 4].map((one) => at(one, k));
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const rises = (values: readonly number[]) => values.every((v, k) => k === 0 || values[k - 1] < v);
const differ = (values: readonly number[]) => new Set(values).size === values.length;
const between = (line: readonly number[], low: number, high: number) => {
  const ends = [line.indexOf(low), line.indexOf(high)].sort();
  return line.slice(ends[0] + 1, ends[1]);
};
const seen = (line: readonly number[]) =>
  line.filter((v, k) => v > 0 && line.slice(0, k).every((w) => w < v)).length;
const neighbours = [1, 2, 3, 4].flatMap((r) =>
  [1, 2, 3, 4].flatMap((c) => [
    ...(c < 4 ? [[r, c, r, c + 1] as const] : []),
    ...(r < 4 ? [[r, c, r + 1, c] as const] : []),
  ]),
);
const apart = (at: At, moves: readonly (readonly [number, number])[]) =>
  [1, 2, 3, 4].every((r) =>
    [1, 2, 3, 4].every((c) =>
      moves.every(([down, right]) => {
        const [r2, c2] = [r + down, c + right];
        return r2 > 4 || c2 < 1 || c2 > 4 || at(r, c) !== at(r2, c2);
      }),
    ),
  );

describe('each constraint keeps the grids of 4x4 that it describes', () => {
  test.each<[string, (at: At) => boolean]>([
    ['', () => true],
    ['~R1C1_1_2~R1C1_2_3~R4C4_4', (at) => at(1, 1) === 2 && at(4, 4) === 4],
    ['~R1C1_1~R1C1_2', () => false],
    ['Thermo~R1C1~R1C2~R2C3', (at) => rises([at(1, 1), at(1, 2), at(2, 3)])],
    ['GreaterThan~R1C1~R1C2', (at) => at(1, 1) > at(1, 2)],
    [
      'Whisper~2~R1C1~R2C2~R3C3',
      (at) => Math.abs(at(1, 1) - at(2, 2)) >= 2 && Math.abs(at(2, 2) - at(3, 3)) >= 2,
    ],
    [
      'WhiteDot~R1C1~R1C2~R2C2',
      (at) => Math.abs(at(1, 1) - at(1, 2)) === 1 && Math.abs(at(1, 2) - at(2, 2)) === 1,
    ],
    ['BlackDot~R2C2~R2C3', (at) => at(2, 2) === 2 * at(2, 3) || at(2, 3) === 2 * at(2, 2)],
    [
      'StrictKropki.WhiteDot~R1C1~R1C2.BlackDot~R3C3~R3C4',
      (at) =>
        neighbours.every(([r, c, r2, c2]) => {
          const [v, w] = [at(r, c), at(r2, c2)];
          const isWhite = Math.abs(v - w) === 1;
          const isBlack = v === 2 * w || w === 2 * v;
          if (r === 1 && c === 1 && c2 === 2) return isWhite;
          if (r === 3 && c === 3 && c2 === 4) return isBlack;
          return !isWhite && !isBlack;
        }),
    ],
    ['V~R1C1~R1C2', (at) => at(1, 1) + at(1, 2) === 5],
    ['X~R1C1~R1C2', () => false],
    [
      'StrictXV.V~R1C1~R1C2.V~R2C4~R3C4',
      (at) =>
        neighbours.every(([r, c, r2, c2]) => {
          const isMarked = (r === 1 && c === 1 && c2 === 2) || (r === 2 && c === 4 && r2 === 3);
          return (at(r, c) + at(r2, c2) === 5) === isMarked;
        }),
    ],
    ['Palindrome~R1C1~R2C2~R3C2~R4C1', (at) => at(1, 1) === at(4, 1) && at(2, 2) === at(3, 2)],
    ['Palindrome~R1C1~R2C3~R3C2', (at) => at(1, 1) === at(3, 2)],
    [
      'AntiKnight',
      (at) =>
        apart(at, [
          [1, 2],
          [2, 1],
          [1, -2],
          [2, -1],
        ]),
    ],
    [
      'AntiKing',
      (at) =>
        apart(at, [
          [1, 1],
          [1, -1],
        ]),
    ],
    ['Diagonal~1', (at) => differ([at(1, 4), at(2, 3), at(3, 2), at(4, 1)])],
    ['Diagonal~-1', (at) => differ([at(1, 1), at(2, 2), at(3, 3), at(4, 4)])],
    ['Windoku', (at) => differ([at(2, 2), at(2, 3), at(3, 2), at(3, 3)])],
    [
      'DisjointSets',
      (at) =>
        [
          [1, 1],
          [1, 2],
          [2, 1],
          [2, 2],
        ].every(([r = 0, c = 0]) =>
          differ([at(r, c), at(r, c + 2), at(r + 2, c), at(r + 2, c + 2)]),
        ),
    ],
    ['NoBoxes.Jigsaw~1122112233443344', () => true],
    [
      'Cage~6~R2C2~R2C3~R3C3',
      (at) => differ([at(2, 2), at(2, 3), at(3, 3)]) && at(2, 2) + at(2, 3) + at(3, 3) === 6,
    ],
    ['Cage~0~R2C2~R3C3', (at) => at(2, 2) !== at(3, 3)],
    ['Arrow~R1C1~R2C2~R3C3', (at) => at(1, 1) === at(2, 2) + at(3, 3)],
    ['LittleKiller~7~R1C3', (at) => at(1, 3) + at(2, 2) + at(3, 1) === 7],
    ['LittleKiller~5~R3C4', (at) => at(3, 4) + at(2, 3) + at(1, 2) === 5],
    ['LittleKiller~9~R4C2', (at) => at(4, 2) + at(3, 3) + at(2, 4) === 9],
    ['LittleKiller~9~R1C1', (at) => at(1, 1) + at(2, 2) + at(3, 3) + at(4, 4) === 9],
    [
      'RegionSumLine~R1C2~R1C3~R2C4~R3C4',
      (at) => at(1, 2) === at(1, 3) + at(2, 4) && at(1, 2) === at(3, 4),
    ],
    [
      'RegionSumLine~R1C1~R1C2~R2C3~R2C4~R3C4~R4C4',
      (at) =>
        at(1, 1) + at(1, 2) === at(2, 3) + at(2, 4) && at(1, 1) + at(1, 2) === at(3, 4) + at(4, 4),
    ],
    [
      'Renban~R1C2~R1C3~R2C3',
      (at) =>
        differ([at(1, 2), at(1, 3), at(2, 3)]) &&
        Math.max(at(1, 2), at(1, 3), at(2, 3)) - Math.min(at(1, 2), at(1, 3), at(2, 3)) === 2,
    ],
    [
      'Between~R1C1~R2C2~R3C3~R4C4',
      (at) =>
        [at(2, 2), at(3, 3)].every(
          (v) => Math.min(at(1, 1), at(4, 4)) < v && v < Math.max(at(1, 1), at(4, 4)),
        ),
    ],
    [
      'Lockout~2~R1C1~R2C2~R3C3',
      (at) =>
        Math.abs(at(1, 1) - at(3, 3)) >= 2 &&
        (at(2, 2) < Math.min(at(1, 1), at(3, 3)) || at(2, 2) > Math.max(at(1, 1), at(3, 3))),
    ],
    [
      'Quad~R2C2~1~1',
      (at) => [at(2, 2), at(2, 3), at(3, 2), at(3, 3)].filter((v) => v === 1).length >= 2,
    ],
    [
      'Quad~R2C2~1~4',
      (at) => [1, 4].every((v) => [at(2, 2), at(2, 3), at(3, 2), at(3, 3)].includes(v)),
    ],
    [
      'Sandwich~5~R1.Sandwich~0~C2',
      (at) => sum(between(row(at, 1), 1, 4)) === 5 && sum(between(column(at, 2), 1, 4)) === 0,
    ],
    ['Skyscraper~R1~2~3', (at) => seen(row(at, 1)) === 2 && seen(row(at, 1).reverse()) === 3],
    ['Skyscraper~C4~~4', (at) => seen(column(at, 4).reverse()) === 4],
    [
      'XSum~R1~3.XSum~C1~~7',
      (at) =>
        sum(row(at, 1).slice(0, at(1, 1))) === 3 &&
        sum(column(at, 1).reverse().slice(0, at(4, 1))) === 7,
    ],
    [
      'NumberedRoom~R1~4.NumberedRoom~C2~~1',
      (at) => at(1, at(1, 1)) === 4 && at(5 - at(4, 2), 2) === 1,
    ],
  ])('%s', (text, isGood) => {
    const expected = ALL.filter((grid) => isGood((r, c) => grid[4 * r + c - 5] as number)).length;
    const problem = readVariant(`.Shape~4x4.${text}`).problem;
    expect(count(problem).count).toBe(expected);
  });

  test.each<[string, (at: At) => boolean]>([
    ['Sandwich~3~R1', (at) => sum(between(row(at, 1), 0, 3)) === 3],
    ['Skyscraper~R1~2', (at) => seen(row(at, 1)) === 2],
    ['XSum~R1~3', (at) => at(1, 1) > 0 && sum(row(at, 1).slice(0, at(1, 1))) === 3],
    ['NumberedRoom~R1~0', (at) => at(1, 1) > 0 && at(1, at(1, 1)) === 0],
    ['Arrow~R1C1~R2C2~R3C3', (at) => at(1, 1) === at(2, 2) + at(3, 3)],
    ['Renban~R1C2~R1C3', (at) => Math.abs(at(1, 2) - at(1, 3)) === 1],
  ])('from 0: %s', (text, isGood) => {
    const expected = FROM_0.filter((grid) =>
      isGood((r, c) => grid[4 * r + c - 5] as number),
    ).length;
    const problem = readVariant(`.Shape~4x4~0-3.${text}`).problem;
    expect(count(problem).count).toBe(expected);
  });
});

describe('reading', () => {
  const solved = (text: string) => {
    const variant = readVariant(text);
    return [...solutions(variant.problem)].map(({ payloads }) =>
      writeGrid(variant, variant.decode(payloads)),
    );
  };

  test('a grid, a grid with pieces and constraints are the same puzzle', () => {
    const expected = solved('.Shape~4x4.~R1C1_1~R1C2_2~R2C1_3~R3C1_2~R4C4_1');
    expect(expected.length).toBeGreaterThan(0);
    expect(solved('12.. 3... 2... ...1')).toEqual(expected);
    expect(solved('12..3...2......1 1122112233443344')).toEqual(expected);
  });

  test('marks are the values that cells may have', () => {
    const read = readVariant(`12.......${'123456789'.repeat(80)}`);
    expect(read.shape.values.length).toBe(9);
    expect(read.clues).toEqual([]);
    expect(read.valuesOf(0)).toEqual([1, 2]);
    expect(read.valuesOf(80)).toEqual(read.shape.values);
  });

  test('killers by arrows and by numbers', () => {
    // A row of cages of two cells, and eight rows without cages.
    const arrows = `3<7<B<F<0${'0'.repeat(72)}`;
    const { clues } = readVariant(arrows);
    expect(clues[0]).toEqual({ kind: 'cage', cells: [0, 1], numbers: [3] });
    expect(clues[2]).toEqual({ kind: 'cage', cells: [4, 5], numbers: [11] });
    const numbers = [...Array(81).keys()].map((k) => (k < 2 ? 256 * 3 + 1 : k));
    const long = readVariant(`3x3:d:k:${numbers.join(':')}:`);
    expect(long.clues.filter(({ kind }) => kind === 'cage')).toEqual([
      { kind: 'cage', cells: [0, 1], numbers: [3] },
    ]);
    expect(long.kinds).toEqual(['diagonal', 'cage']);
    expect(long.clues.length).toBe(3);
  });

  test('a renban line that closes ends in its first cell', () => {
    const open = solved('.Shape~4x4.Renban~R1C1~R1C2~R2C2~R2C1');
    expect(open.length).toBeGreaterThan(0);
    expect(solved('.Shape~4x4.Renban~R1C1~R1C2~R2C2~R2C1~R1C1')).toEqual(open);
  });

  test('values above 9 are letters', () => {
    const variant = readVariant(`${'.'.repeat(255)}P`);
    expect(variant.givens.indexOf(16)).toBe(255);
    const { solution } = first(variant.problem);
    expect(writeGrid(variant, variant.decode(solution?.payloads ?? []))).toMatch(/^[A-P]{255}P$/);
  });

  test.each([
    ['.Cage~3~R1C1~R9Ca', 'Cage names the cell "R9Ca"'],
    ['.Sandwich~3~Q1', 'Sandwich names the line "Q1"'],
    ['.Shape~9', 'Shape is "9"'],
    ['nothing', 'found "nothing", which is in no known form'],
    ['.Jigsaw~123', 'Jigsaw has 3 cells'],
    ['.Jigsaw~1', 'Jigsaw has 1 cell;'],
    ['.Thermo~R1C1', 'The thermometer at r1c1 has 1 cell; give 2 or more'],
    ['.Sandwich~10~R1.Sandwich~12~R1', 'Sandwich stands in one place with 10 and with 12'],
    ['.XSum~R1~5~6~7', 'XSum has "7" behind what it states'],
    ['.AntiKnight~R1C1', 'AntiKnight has "R1C1" behind what it states'],
  ])('%s is refused', (text, message) => {
    expect(() => readVariant(text)).toThrow(message);
  });

  test('an unknown constraint is refused', () => {
    expect(() => readVariant('.Chaos')).toThrow('Chaos is a kind that quadrille does not know;');
    expect(() => readVariant('.Cages~3~R1C1~R1C2')).toThrow(
      'Cages is a kind that quadrille does not know (did you mean Cage?); leave it out',
    );
    expect(() => readVariant('.littlekiler~3~R1C1')).toThrow('(did you mean LittleKiller?)');
  });
});

import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import { Problem, symmetries } from '../../../src/index.ts';
import {
  automorphisms,
  canonicalGrid,
  PuzzleGenerator,
  Shape,
  Solver,
} from '../../../src/sudoku.ts';
import { expectSame } from '../../support/same.ts';

const at = (list: ArrayLike<number>, k: number) => list[k];

/** All orders of the numbers from 0. */
function permutations(count: number): number[][] {
  if (count === 0) return [[]];
  return permutations(count - 1).flatMap((rest) =>
    Array.from({ length: count }, (_, k) => [...rest.slice(0, k), count - 1, ...rest.slice(k)]),
  );
}

/** All orders of lines that keep blocks together: blocks, and lines in each of them. */
function lineOrders(blocks: number, width: number): number[][] {
  return permutations(blocks).flatMap((outer) =>
    outer.reduce<number[][]>(
      (orders, block) =>
        orders.flatMap((order) =>
          permutations(width).map((inner) => [...order, ...inner.map((k) => block * width + k)]),
        ),
      [[]],
    ),
  );
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}

/** The number of transformations of a shape, by its definition. */
function transformations({ size, boxRows, boxColumns }: Shape): number {
  const rows = factorial(boxRows) ** boxColumns * factorial(boxColumns);
  const columns = factorial(boxColumns) ** boxRows * factorial(boxRows);
  return (boxRows === boxColumns ? 2 : 1) * rows * columns * factorial(size);
}

function turned({ size }: Shape, grid: ArrayLike<number>): Uint8Array {
  return Uint8Array.from(grid, (_, cell) =>
    at(grid, (cell % size) * size + Math.floor(cell / size)),
  );
}

/** Rows and columns in other orders. */
function moved({ size }: Shape, grid: ArrayLike<number>, rows: number[], columns: number[]) {
  return Uint8Array.from(grid, (_, cell) =>
    at(grid, at(rows, Math.floor(cell / size)) * size + at(columns, cell % size)),
  );
}

/** Every form with values named in the order in which they come, each once per transformation. */
function* forms(shape: Shape, grid: ArrayLike<number>): Generator<Uint8Array> {
  const { boxRows, boxColumns } = shape;
  const columnOrders = lineOrders(boxRows, boxColumns);
  for (const one of boxRows === boxColumns ? [grid, turned(shape, grid)] : [grid]) {
    for (const rows of lineOrders(boxColumns, boxRows)) {
      for (const columns of columnOrders) {
        const names = new Map([[0, 0]]);
        yield moved(shape, one, rows, columns).map((value) => {
          if (!names.has(value)) names.set(value, names.size);
          return names.get(value) as number;
        });
      }
    }
  }
}

/** The smallest form, and how many transformations lead to it, by trying all. */
function bruteForce(shape: Shape, grid: ArrayLike<number>) {
  let least: Uint8Array | undefined;
  let ways = 0;
  for (const form of forms(shape, grid)) {
    const sign = least === undefined ? -1 : Buffer.compare(form, least);
    if (sign > 0) continue;
    if (sign < 0) ways = 0;
    least = form;
    ways++;
  }
  const unnamed = shape.size - new Set(Array.from(grid).filter((value) => value > 0)).size;
  return { grid: [...(least as Uint8Array)], automorphisms: ways * factorial(unnamed) };
}

const answerFor = (shape: Shape, grid: ArrayLike<number>) => ({
  grid: [...canonicalGrid(shape, grid)],
  automorphisms: automorphisms(shape, grid),
});

/** The grid with some cells only. */
function someOf(grid: Uint8Array, givens: number, random: Random): Uint8Array {
  const kept = new Set(random.order(grid.length).subarray(0, givens));
  return grid.map((value, cell) => (kept.has(cell) ? value : 0));
}

/** A form of a grid by a transformation at random. */
function disguised(shape: Shape, grid: Uint8Array, random: Random): Uint8Array {
  const { size, boxRows, boxColumns } = shape;
  const shuffled = (count: number) => [...random.order(count)];
  const order = (blocks: number, width: number) =>
    shuffled(blocks).flatMap((block) => shuffled(width).map((k) => block * width + k));
  const one = boxRows === boxColumns && random.below(2) === 0 ? turned(shape, grid) : grid;
  const names = [0, ...shuffled(size).map((k) => k + 1)];
  return moved(shape, one, order(boxColumns, boxRows), order(boxRows, boxColumns)).map(
    (value) => names[value],
  );
}

const FOUR = Shape.of({ size: 4 });
const NINE = Shape.of();
const read = (text: string) => Uint8Array.from(text, Number);

/** Published: no grid of 9x9 has more automorphisms than this one, 648. */
const MOST_SYMMETRIC = read(
  '123456789456789123789123456231564897564897231897231564312645978645978312978312645',
);

describe('4x4', () => {
  const grids = [...new Solver({ size: 4 }).solutions(new Uint8Array(16))];

  test('its 288 grids are of two classes', () => {
    const classes = new Map<string, number>();
    for (const grid of grids) {
      const answer = answerFor(FOUR, grid);
      expectSame(answer, bruteForce(FOUR, grid));
      const name = answer.grid.join('');
      classes.set(name, (classes.get(name) ?? 0) + 1);
      expectSame(transformations(FOUR) % answer.automorphisms, 0);
    }
    expect(grids).toHaveLength(288);
    expect([...classes]).toEqual(
      expect.arrayContaining([
        ['1234341221434321', 96],
        ['1234341223414123', 192],
      ]),
    );
    for (const [name, count] of classes) {
      expect(automorphisms(FOUR, read(name)) * count).toBe(transformations(FOUR));
    }
  });

  test('puzzles: as by trying all transformations, and all their forms agree', () => {
    const random = new Random(4);
    for (let givens = 0; givens <= 16; givens++) {
      for (let k = 0; k < 12; k++) {
        const puzzle = someOf(grids[(37 * k + givens) % 288], givens, random);
        expectSame(answerFor(FOUR, puzzle), bruteForce(FOUR, puzzle));
      }
      const puzzle = someOf(grids[givens], givens, random);
      const form = canonicalGrid(FOUR, puzzle);
      for (const other of forms(FOUR, puzzle)) expectSame(canonicalGrid(FOUR, other), form);
    }
  });
});

test.each(['2x3', '3x2'])('6x6 with boxes of %s: as by trying all transformations', (boxes) => {
  const shape = Shape.of({ boxes });
  const random = new Random(6);
  const generator = new PuzzleGenerator({ boxes, seed: 6 });
  for (const givens of [0, 1, 3, 6, 8, 10, 12, 16, 20, 24, 28, 32, 34, 35, 36, 36, 36]) {
    const grid = someOf(generator.grid(), givens, random);
    expect(answerFor(shape, grid)).toEqual(bruteForce(shape, grid));
  }
});

test('puzzles with few values, and with none: as by trying all transformations', () => {
  const shape = Shape.of({ size: 6 });
  const random = new Random(7);
  const generator = new PuzzleGenerator({ size: 6, seed: 7 });
  for (let most = 1; most <= 5; most++) {
    const grid = generator.grid().map((value) => (value <= most ? value : 0));
    for (const givens of [36, 9, 5]) {
      const puzzle = someOf(grid, givens, random);
      expect(answerFor(shape, puzzle)).toEqual(bruteForce(shape, puzzle));
    }
  }
});

describe.each(['2x4', '4x2', '3x3'])('boxes of %s', (boxes) => {
  const shape = Shape.of({ boxes });
  const { cells } = shape;
  const random = new Random(9);
  const generator = new PuzzleGenerator({ boxes, seed: 9 });

  test('a grid has the form of its disguises, which has itself', () => {
    for (const share of [0, 0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 0.9, 0.98, 1, 1]) {
      const grid = someOf(generator.grid(), Math.ceil(share * cells), random);
      const form = answerFor(shape, grid);
      expect(answerFor(shape, Uint8Array.from(form.grid))).toEqual(form);
      expect(Buffer.compare(Uint8Array.from(form.grid), grid)).toBeLessThanOrEqual(0);
      for (let k = 0; k < 8; k++) {
        expectSame(answerFor(shape, disguised(shape, grid, random)), form);
      }
    }
  });

  test('grids that are no forms of each other differ', () => {
    const grid = someOf(generator.grid(), Math.ceil(cells / 4), random);
    const form = canonicalGrid(shape, grid);
    expect(canonicalGrid(shape, someOf(grid, Math.ceil(cells / 4) - 1, random))).not.toEqual(form);
  });
});

describe('automorphisms', () => {
  /** The symmetries of the incidences of a grid: rows, columns, boxes, values, and cells. */
  function byIncidences(shape: Shape, grid: ArrayLike<number>): bigint {
    const { size, cells } = shape;
    const units = ['r', 'c', 'b', 'v'].flatMap((kind) =>
      Array.from({ length: size }, (_, k) => `${kind}${k}`),
    );
    const problem = new Problem({ secondary: [...units, 'boxes'] });
    const all = (kind: string) => units.filter((name) => name.startsWith(kind));
    problem.addOption(all('v'));
    // One item more tells boxes from values.
    problem.addOption([...all('b'), 'boxes']);
    for (let cell = 0; cell < cells; cell++) {
      const value = grid[cell];
      const place = [`r${shape.rowOf(cell)}`, `c${shape.columnOf(cell)}`, `b${shape.boxOf(cell)}`];
      problem.addOption(value === 0 ? place : [...place, `v${value - 1}`]);
    }
    return symmetries(problem).order;
  }

  test('of the most symmetric grid, and of its disguises', () => {
    const random = new Random(648);
    expect(automorphisms(NINE, MOST_SYMMETRIC)).toBe(648);
    expect(automorphisms(NINE, disguised(NINE, MOST_SYMMETRIC, random))).toBe(648);
    expect([...canonicalGrid(NINE, MOST_SYMMETRIC)]).toEqual([...MOST_SYMMETRIC]);
  });

  test('of the blank grid: all transformations', () => {
    expect(automorphisms(NINE, new Uint8Array(81))).toBe(1_218_998_108_160);
    expect(transformations(NINE)).toBe(1_218_998_108_160);
    const shape = Shape.of({ boxes: '4x2' });
    expect(automorphisms(shape, new Uint8Array(64))).toBe(transformations(shape));
  });

  test('as the symmetries of the incidences of rows, columns, boxes, values and cells', () => {
    const random = new Random(5);
    const grid = new PuzzleGenerator({ seed: 5 }).grid();
    const puzzles = [
      // A full grid without automorphisms takes `symmetries` minutes.
      MOST_SYMMETRIC,
      someOf(grid, 25, random),
      someOf(MOST_SYMMETRIC, 20, random),
      MOST_SYMMETRIC.map((value) => (value <= 8 ? value : 0)),
      MOST_SYMMETRIC.map((value) => (value <= 3 ? value : 0)),
      MOST_SYMMETRIC.map((value, cell) => (cell % 10 === 0 ? value : 0)),
      MOST_SYMMETRIC.map((value, cell) => (cell < 27 ? value : 0)),
      MOST_SYMMETRIC.map((value) => (value === 1 ? 1 : 0)),
    ];
    for (const puzzle of puzzles) {
      expect(BigInt(automorphisms(NINE, puzzle))).toBe(byIncidences(NINE, puzzle));
    }
  });
});

describe('is refused', () => {
  test.each([{ size: 16 }, { boxes: '1x7' }, { boxes: '5x1' }, { size: 10 }])('%j', (settings) => {
    const shape = Shape.of(settings);
    expect(() => canonicalGrid(shape, new Uint8Array(shape.cells))).toThrow(
      `A Sudoku of ${shape} gets no canonical form; give one of 4x4, 6x6, 8x8 or 9x9`,
    );
  });

  test.each([
    [[5, 0, 5], 'r1c1 and r1c3 are both in row 1 and hold 5'],
    [[5, ...new Array(8).fill(0), 5], 'r1c1 and r2c1 are both in column 1 and hold 5'],
    [[5, ...new Array(9).fill(0), 5], 'r1c1 and r2c2 are both in box 1 (of 3x3) and hold 5'],
    [[10], 'r1c1 holds 10'],
    [[-1], 'r1c1 holds -1'],
    [[1.5], 'r1c1 holds 1.5'],
    [[Number.NaN], 'r1c1 holds NaN'],
  ])('%j', (values, message) => {
    const grid = [...values, ...new Array(81 - values.length).fill(0)];
    expect(() => automorphisms(NINE, grid)).toThrow(message);
  });

  test('what is no grid', () => {
    expect(() => canonicalGrid(NINE, [1, 2])).toThrow('The grid has 2 cells');
    expect(() => canonicalGrid(NINE, undefined as never)).toThrow('The grid is undefined');
    expect(() => canonicalGrid({} as never, [])).toThrow('The shape is');
  });
});

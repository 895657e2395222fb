import { Random } from '../../src/engine/kernels/random.ts';
import { isUnique, Problem } from '../../src/index.ts';
import { different, regular, sum, variable, withRules } from '../../src/rules.ts';
import { CellGrid, type Clue, PuzzleGenerator, plainShape, Variant } from '../../src/sudoku.ts';
import type { Case } from '../auto.ts';
import { afterShift, RESTED, SHIFTS } from './nurses.ts';

const SEEDS = [1, 2, 3] as const;

/** Problems with rules of eight kinds. The same seed makes the same one. */
export function familyCases(): Case[] {
  const sudokus = Object.entries(SUDOKUS).flatMap(([name, [clues, least]]) =>
    SEEDS.map((seed) => ({ name: `${name} ${seed}`, make: () => sudoku(seed, clues, least) })),
  );
  return [
    ...sudokus,
    ...SEEDS.map((seed) => ({ name: `magic square ${seed}`, make: () => magicSquare(seed) })),
    ...RULERS.map(([marks, length]) => ({
      name: `Golomb ruler, ${marks} marks in ${length}`,
      make: () => golombRuler(marks, length),
    })),
    ...SEEDS.map((seed) => ({ name: `rotation ${seed}`, make: () => rotation(seed) })),
  ];
}

/** A grid of 9x9 whose clues a family makes. */
interface Grid {
  readonly values: readonly number[];
  readonly random: Random;
}

/** The clues of a family, and the fewest givens beside them: with fewer, some take minutes. */
const SUDOKUS: Readonly<Record<string, readonly [(grid: Grid) => Clue[], number]>> = {
  killer: [killer, 0],
  arrows: [arrows, 7],
  sandwiches: [sandwiches, 0],
  thermometers: [thermometers, 0],
  'little killer': [littleKillers, 10],
};

const PLAIN = plainShape(9);

/** The clues of a grid, and givens of which its one solution needs each, or the fewest that are asked for. */
function sudoku(seed: number, clues: (grid: Grid) => Clue[], least: number): Problem<unknown> {
  const generator = new PuzzleGenerator({ size: 9, seed, maxNodes: 1 });
  const values = [...generator.puzzle().solution];
  const random = new Random(seed);
  const own = clues({ values, random });
  const all = [...random.order(81)];
  const problem = (givens: readonly number[]) => {
    const candidates = new Map(givens.map((cell) => [cell, [values[cell]]]));
    return new Variant({ shape: PLAIN, clues: own, candidates }).problem;
  };
  const isEnough = (givens: readonly number[]) => isUnique(problem(givens)).answer === 'unique';
  let [few, enough] = [least - 1, all.length];
  while (enough - few > 1) {
    const count = few + Math.ceil((enough - few) / 8);
    if (isEnough(all.slice(0, count))) enough = count;
    else few = count;
  }
  let givens = all.slice(0, enough);
  for (const given of [...givens]) {
    const rest = givens.filter((one) => one !== given);
    if (rest.length >= least && isEnough(rest)) givens = rest;
  }
  return problem(givens);
}

/** Cells around a cell: side by side, or by a corner too. */
function around(cell: number, corners: boolean): number[] {
  const [row, column] = [Math.floor(cell / 9), cell % 9];
  const found: number[] = [];
  for (const down of [-1, 0, 1]) {
    for (const right of [-1, 0, 1]) {
      const [r, c] = [row + down, column + right];
      const isNear = corners || down === 0 || right === 0;
      if (isNear && r >= 0 && r < 9 && c >= 0 && c < 9) found.push(9 * r + c);
    }
  }
  return found.filter((other) => other !== cell);
}

function total(cells: readonly number[], { values }: Grid): number {
  return cells.reduce((all, cell) => all + values[cell], 0);
}

/** Cages of up to 7 cells cover the grid. */
function killer(grid: Grid): Clue[] {
  const { values, random } = grid;
  const left = new Set(Array.from({ length: 81 }, (_, cell) => cell));
  const cages: Clue[] = [];
  for (const start of random.order(81)) {
    if (!left.delete(start)) continue;
    const cells = [start];
    for (const size = 5 + random.below(3); cells.length < size; ) {
      const next = cells
        .flatMap((cell) => around(cell, false))
        .filter((cell) => left.has(cell) && cells.every((own) => values[own] !== values[cell]));
      if (next.length === 0) break;
      const cell = next[random.below(next.length)];
      left.delete(cell);
      cells.push(cell);
    }
    cages.push({ kind: 'cage', cells, numbers: [total(cells, grid)] });
  }
  return cages;
}

const MOST_TRIES = 5000;

/** Walks of chance from a cell on, as long as `isGood` allows the next cell. */
function walks(
  { random }: Grid,
  count: number,
  isGood: (cells: readonly number[], next: number) => boolean,
  isWhole: (cells: readonly number[]) => boolean,
): number[][] {
  const used = new Set<number>();
  const found: number[][] = [];
  for (let tries = 0; tries < MOST_TRIES && found.length < count; tries++) {
    const cells = [random.below(81)];
    while (!isWhole(cells)) {
      const next = around(cells[cells.length - 1], true).filter(
        (cell) => !used.has(cell) && !cells.includes(cell) && isGood(cells, cell),
      );
      if (next.length === 0) break;
      cells.push(next[random.below(next.length)]);
    }
    if (used.has(cells[0]) || !isWhole(cells)) continue;
    for (const cell of cells) used.add(cell);
    found.push(cells);
  }
  return found;
}

function arrows(grid: Grid): Clue[] {
  const { values } = grid;
  const rest = ([first, ...others]: readonly number[]) => values[first] - total(others, grid);
  const found = walks(
    grid,
    18,
    (cells, next) => values[next] <= rest(cells),
    (cells) => cells.length > 2 && rest(cells) === 0,
  );
  return found.map((cells) => ({ kind: 'arrow', cells, numbers: [] }));
}

function thermometers(grid: Grid): Clue[] {
  const { values } = grid;
  const found = walks(
    grid,
    16,
    (cells, next) => values[next] > values[cells[cells.length - 1]],
    (cells) => cells.length === 4,
  );
  return found.map((cells) => ({ kind: 'thermometer', cells, numbers: [] }));
}

function sandwiches(grid: Grid): Clue[] {
  const board = new CellGrid(PLAIN);
  const lines = Array.from({ length: 9 }, (_, k) => [board.row(k), board.column(k)]);
  return lines.flat().map((cells) => {
    const places = [1, 9].map((value) => cells.findIndex((cell) => grid.values[cell] === value));
    const between = cells.slice(Math.min(...places) + 1, Math.max(...places));
    return { kind: 'sandwich', cells, numbers: [total(between, grid)] };
  });
}

/** The sums of diagonals of 4 to 9 cells, in both directions. */
function littleKillers(grid: Grid): Clue[] {
  const diagonals: number[][] = [];
  for (const side of [1, -1]) {
    for (let start = -5; start <= 5; start++) {
      const cells: number[] = [];
      for (let row = 0; row < 9; row++) {
        const column = side > 0 ? row + start : 8 - row - start;
        if (column >= 0 && column < 9) cells.push(9 * row + column);
      }
      diagonals.push(cells);
    }
  }
  return diagonals.map((cells) => {
    return { kind: 'little-killer', cells, numbers: [total(cells, grid)] };
  });
}

/** Duerer's square. */
const SQUARE = [16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1] as const;

/** A magic square of 4x4, of which three values are given; they are those of one that there is. */
function magicSquare(seed: number): Problem<unknown> {
  const order = 4;
  const random = new Random(seed);
  const all = Array.from({ length: order }, (_, k) => k);
  // Rows and columns in one order, which keeps the middle of the diagonals: magic again.
  const places = [
    [0, 1, 2, 3],
    [1, 0, 3, 2],
    [3, 2, 1, 0],
    [2, 3, 0, 1],
  ][random.below(4)];
  const known = (row: number, column: number) => SQUARE[order * places[row] + places[column]];
  const given = new Set([...random.order(order ** 2)].slice(0, 3));
  const cells = all.flatMap((row) => all.map((column) => `${row},${column}`));
  const numbers = cells.map((_, k) => k + 1);
  const problem = new Problem<number>({ primary: [...cells, ...numbers.map(String)] });
  for (const row of all) {
    for (const column of all) {
      const isGiven = given.has(order * row + column);
      for (const number of isGiven ? [known(row, column)] : numbers) {
        problem.addOption([`${row},${column}`, String(number)], number);
      }
    }
  }
  const lines = [
    ...all.map((row) => all.map((column) => `${row},${column}`)),
    ...all.map((column) => all.map((row) => `${row},${column}`)),
    all.map((k) => `${k},${k}`),
    all.map((k) => `${k},${order - 1 - k}`),
  ];
  const magic = (order * (order ** 2 + 1)) / 2;
  return withRules(
    problem,
    lines.map((line) =>
      sum(
        line.map((cell) => variable<number>(cell)),
        magic,
      ),
    ),
  );
}

/** Marks and length: the shortest ones, and one that is not there. */
const RULERS = [
  [5, 11],
  [6, 17],
  [7, 24],
  [7, 25],
] as const;

/** Marks on a ruler so that no two pairs are equally far apart; the first pair is nearer than the last. */
function golombRuler(marks: number, length: number): Problem<unknown> {
  const all = Array.from({ length: marks }, (_, k) => k);
  const pairs = all.flatMap((a) => all.slice(a + 1).map((b) => [a, b] as const));
  const distance = ([a, b]: readonly [number, number]) => `${a}-${b}`;
  const problem = new Problem<number>({
    primary: pairs.map(distance),
  });
  for (const pair of pairs) {
    const isWhole = pair[0] === 0 && pair[1] === marks - 1;
    for (let apart = 1; apart <= length; apart++) {
      if ((apart === length) !== isWhole) continue;
      problem.addOption([distance(pair)], apart);
    }
  }
  const at = (a: number, b: number) => variable<number>(distance([a, b]));
  return withRules(problem, [
    ...pairs
      .filter(([a, b]) => b > a + 1)
      .map(([a, b]) => {
        const steps = Array.from({ length: b - a }, (_, k) => at(a + k, a + k + 1));
        return sum([...steps, at(a, b)], 0, [...steps.map(() => 1), -1]);
      }),
    sum([at(0, 1), at(marks - 2, marks - 1)], [1 - length, -1], [1, -1]),
    different(pairs.map(([a, b]) => at(a, b))),
  ]);
}

/** Weeks, one after the other, for as many people: in each week they are one week further. */
const WEEKS = 9;
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** A rotation: a plan of nine weeks, in which each weekday has as many of each shift as one of chance. */
function rotation(seed: number): Problem<unknown> {
  const random = new Random(seed);
  const days = Array.from({ length: 7 * WEEKS }, (_, day) => day);
  let state = RESTED;
  const planted = days.map(() => {
    for (;;) {
      const shift = random.below(SHIFTS.length);
      const next = afterShift(state, shift);
      if (next === undefined) continue;
      state = next;
      return shift;
    }
  });
  const need = (day: number, shift: number) => `${DAYS[day]} ${SHIFTS[shift]}`;
  const problem = new Problem<number>({ primary: days.map((day) => `day ${day}`) });
  for (const weekday of DAYS.keys()) {
    for (const shift of SHIFTS.keys()) {
      const times = days.filter((day) => day % 7 === weekday && planted[day] === shift).length;
      if (times > 0) problem.addPrimary([{ item: need(weekday, shift), times }]);
    }
  }
  for (const day of days) {
    for (const shift of SHIFTS.keys()) {
      const item = need(day % 7, shift);
      const isNeeded = days.some((other) => other % 7 === day % 7 && planted[other] === shift);
      if (isNeeded) problem.addOption([`day ${day}`, item], shift);
    }
  }
  return withRules(problem, [
    regular(
      days.map((day) => variable<number>(`day ${day}`)),
      { start: RESTED, step: afterShift, accept: () => true },
    ),
  ]);
}

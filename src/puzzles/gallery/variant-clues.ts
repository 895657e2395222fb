import type { Random } from '../../engine/kernels/random.ts';
import type { CellGrid } from '../variants/cell-grid.ts';
import type { Clue, ClueKind } from '../variants/clue.ts';
import type { With } from './variant-kinds.ts';

/** A full grid, on which clues are drawn that its values obey. */
interface Drawing {
  readonly grid: CellGrid;
  readonly values: readonly number[];
  readonly random: Random;
}

/** What is drawn on a full grid, by the name that people give it. */
export const WITH: Readonly<Record<With, (drawing: Drawing) => Clue[]>> = {
  cages: drawCages,
  thermos: (drawing: Drawing) => drawLines(drawing, 'thermometer', [], [3, 7], (v, w) => w > v),
  arrows: drawArrows,
  whispers: (drawing: Drawing) =>
    drawLines(drawing, 'whisper', [WHISPER], [3, 8], (v, w) => Math.abs(v - w) >= WHISPER),
  renban: drawRenban,
  kropki: (drawing: Drawing) => [
    ...drawPairs(drawing, 'white-dot', [1], (v, w) => Math.abs(v - w) === 1),
    ...drawPairs(drawing, 'black-dot', [2], (v, w) => v === 2 * w || w === 2 * v),
  ],
  xv: (drawing: Drawing) => [
    ...drawPairs(drawing, 'x', [], (v, w) => v + w === 10),
    ...drawPairs(drawing, 'v', [], (v, w) => v + w === 5),
  ],
  inequalities: drawInequalities,
  quadruples: drawQuadruples,
  sandwiches: drawSandwiches,
  'little-killers': drawLittleKillers,
};

/** German whispers. */
const WHISPER = 5;
const CAGE_CELLS = [2, 5] as const;
const ARROW_CELLS = [2, 4] as const;
const RENBAN_CELLS = [3, 6] as const;
/** Lines cover at most this share of the cells. */
const LINE_SHARE = 0.6;
/** Attempts to begin a line for each cell. */
const TRIES_PER_CELL = 8;
/** The share of all quadruples and inequalities that are drawn. */
const FEW = 0.35;

/** All cells in connected cages of different values; single cells are left. */
function drawCages({ grid, values, random }: Drawing): Clue[] {
  const free = new Set(Array.from({ length: grid.cells }, (_, cell) => cell));
  const clues: Clue[] = [];
  for (const start of random.order(grid.cells)) {
    if (!free.has(start)) continue;
    const wanted = between(random, CAGE_CELLS);
    const cells = [start];
    free.delete(start);
    while (cells.length < wanted) {
      const next = cells
        .flatMap((cell) => sidesOf(grid, cell))
        .filter((cell) => free.has(cell) && cells.every((own) => values[own] !== values[cell]));
      if (next.length === 0) break;
      const cell = next[random.below(next.length)];
      cells.push(cell);
      free.delete(cell);
    }
    if (cells.length === 1) continue;
    const sum = cells.reduce((all, cell) => all + values[cell], 0);
    clues.push({ kind: 'cage', cells: cells.sort((a, b) => a - b), numbers: [sum] });
  }
  return clues;
}

/** Lines that do not cross, along which neighbours are as they should be. */
function drawLines(
  drawing: Drawing,
  kind: ClueKind,
  numbers: readonly number[],
  length: readonly [least: number, most: number],
  isGood: (v: number, w: number) => boolean,
): Clue[] {
  const { values, random } = drawing;
  const begin = () => {
    const most = between(random, length);
    return (line: readonly number[], cell: number) =>
      line.length < most && isGood(values[line[line.length - 1]], values[cell]);
  };
  const finish = (line: readonly number[]) => (line.length < length[0] ? undefined : line);
  return drawWalks(drawing, begin, finish).map((cells) => ({ kind, cells, numbers }));
}

function drawRenban(drawing: Drawing): Clue[] {
  const { values, random } = drawing;
  const [least, longestRun] = RENBAN_CELLS;
  const reach = (cells: readonly number[]) => {
    const own = cells.map((cell) => values[cell]);
    return new Set(own).size === own.length ? Math.max(...own) - Math.min(...own) : longestRun;
  };
  const isRun = (cells: readonly number[]) => reach(cells) < cells.length;
  const begin = () => {
    const most = between(random, RENBAN_CELLS);
    return (line: readonly number[], cell: number) =>
      line.length < most && reach([...line, cell]) < longestRun;
  };
  return drawWalks(drawing, begin, (line) => longest(line, least, isRun)).map((cells) => ({
    kind: 'renban',
    cells,
    numbers: [],
  }));
}

function drawArrows(drawing: Drawing): Clue[] {
  const { values, random } = drawing;
  const [least] = ARROW_CELLS;
  const sumOf = (cells: readonly number[]) => cells.reduce((all, cell) => all + values[cell], 0);
  const isSum = ([circle, ...shaft]: readonly number[]) => sumOf(shaft) === values[circle];
  const begin = () => {
    const most = 1 + between(random, ARROW_CELLS);
    return ([circle, ...shaft]: readonly number[], cell: number) =>
      shaft.length + 1 < most && sumOf(shaft) + values[cell] <= values[circle];
  };
  return drawWalks(drawing, begin, (line) => longest(line, least + 1, isSum)).map((cells) => ({
    kind: 'arrow',
    cells,
    numbers: [],
  }));
}

/** The longest beginning of a line that is good. */
function longest(
  cells: readonly number[],
  least: number,
  isGood: (cells: readonly number[]) => boolean,
): readonly number[] | undefined {
  for (let length = cells.length; length >= least; length--) {
    if (isGood(cells.slice(0, length))) return cells.slice(0, length);
  }
  return undefined;
}

/**
 * Walks from cell to cell, also diagonally, that share no cells. `begin` gives what says if a cell may
 * follow, `finish` the part of a walk that is kept.
 */
function drawWalks(
  { grid, random }: Drawing,
  begin: () => (line: readonly number[], cell: number) => boolean,
  finish: (line: readonly number[]) => readonly number[] | undefined,
): (readonly number[])[] {
  const used = new Set<number>();
  const walks: (readonly number[])[] = [];
  for (let k = 0; k < TRIES_PER_CELL * grid.cells && used.size < LINE_SHARE * grid.cells; k++) {
    const start = random.below(grid.cells);
    if (used.has(start)) continue;
    const mayFollow = begin();
    const line = [start];
    for (;;) {
      const next = aroundOf(grid, line[line.length - 1]).filter(
        (cell) => !used.has(cell) && !line.includes(cell) && mayFollow(line, cell),
      );
      if (next.length === 0) break;
      line.push(next[random.below(next.length)]);
    }
    const kept = finish(line);
    if (kept === undefined) continue;
    for (const cell of kept) used.add(cell);
    walks.push(kept);
  }
  return walks;
}

function drawPairs(
  { grid, values }: Drawing,
  kind: ClueKind,
  numbers: readonly number[],
  isGood: (v: number, w: number) => boolean,
): Clue[] {
  return grid
    .neighbours()
    .filter(([a, b]) => isGood(values[a], values[b]))
    .map((cells) => ({ kind, cells, numbers }));
}

function drawInequalities({ grid, values, random }: Drawing): Clue[] {
  return grid
    .neighbours()
    .filter(() => random.below(1000) < 1000 * FEW)
    .map(([a, b]) => ({
      kind: 'inequality',
      cells: values[a] > values[b] ? [a, b] : [b, a],
      numbers: [],
    }));
}

function drawQuadruples({ grid, values, random }: Drawing): Clue[] {
  const clues: Clue[] = [];
  for (let cell = 0; cell < grid.cells; cell++) {
    const cells = grid.square(cell);
    if (cells === undefined || random.below(1000) >= 1000 * FEW) continue;
    const numbers = cells
      .filter(() => random.below(2) === 0)
      .map((own) => values[own])
      .sort((a, b) => a - b);
    if (numbers.length > 0) clues.push({ kind: 'quadruple', cells, numbers });
  }
  return clues;
}

function drawSandwiches({ grid, values }: Drawing): Clue[] {
  const ends = [Math.min(...values), Math.max(...values)];
  const lines = [
    ...Array.from({ length: grid.rows }, (_, row) => grid.row(row)),
    ...Array.from({ length: grid.columns }, (_, column) => grid.column(column)),
  ];
  return lines.map((cells) => {
    const own = cells.map((cell) => values[cell]);
    const [from, to] = ends.map((value) => own.indexOf(value)).sort((a, b) => a - b);
    const sum = own.slice(from + 1, to).reduce((all, value) => all + value, 0);
    return { kind: 'sandwich', cells, numbers: [sum] };
  });
}

/** Diagonals of three cells and more, each from one of its ends. */
function drawLittleKillers({ grid, values, random }: Drawing): Clue[] {
  const clues: Clue[] = [];
  for (let k = 0; k < grid.columns; k++) {
    for (const ray of [
      grid.ray(0, k, 1, 1),
      grid.ray(0, k, 1, -1),
      grid.ray(grid.rows - 1, k, -1, 1),
      grid.ray(grid.rows - 1, k, -1, -1),
    ]) {
      const cells = random.below(2) === 0 ? ray : [...ray].reverse();
      if (cells.length < 3 || clues.some((clue) => isSameSet(clue.cells, cells))) continue;
      const sum = cells.reduce((all, cell) => all + values[cell], 0);
      clues.push({ kind: 'little-killer', cells, numbers: [sum] });
    }
  }
  return clues;
}

function isSameSet(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((cell) => b.includes(cell));
}

function sidesOf(grid: CellGrid, cell: number): number[] {
  return neighboursOf(grid, cell, SIDES);
}

function aroundOf(grid: CellGrid, cell: number): number[] {
  return neighboursOf(grid, cell, [...SIDES, ...CORNERS]);
}

const SIDES = [
  [-1, 0],
  [0, 1],
  [1, 0],
  [0, -1],
] as const;
const CORNERS = [
  [-1, -1],
  [-1, 1],
  [1, 1],
  [1, -1],
] as const;

function neighboursOf(
  grid: CellGrid,
  cell: number,
  moves: readonly (readonly [number, number])[],
): number[] {
  return moves
    .map(([down, right]) => grid.at(grid.rowOf(cell) + down, grid.columnOf(cell) + right))
    .filter((other) => other !== undefined);
}

function between(random: Random, [least, most]: readonly [number, number]): number {
  return least + random.below(most - least + 1);
}

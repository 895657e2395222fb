import type { Random } from '../../src/engine/kernels/random.ts';
import type { Compiled } from '../../src/engine/problem/compiled.ts';
import { Position } from '../../src/puzzles/pencil/position.ts';
import type { Scale } from '../../src/puzzles/pencil/scale.ts';
import type { Reason, Sink, Why } from '../../src/puzzles/pencil/step.ts';
import type { Technique } from '../../src/puzzles/pencil/technique.ts';
import { compileMultiples, type MultipleMatrix } from './multiples.ts';
import { Oracle } from './oracle.ts';

/** A step as a technique reports it. */
export interface Finding {
  readonly technique: string;
  readonly tenths: number;
  readonly decisions: readonly number[];
  readonly reason: Reason;
}

/**
 * All that a technique finds on a position, not only the first. `clean`: how many options the items
 * had when it found nothing. `defer` is called where it may find more though no item changes.
 */
export function findAll(
  find: Technique,
  position: Position,
  most = Number.POSITIVE_INFINITY,
  clean?: Int32Array,
  defer?: () => void,
) {
  const found: Finding[] = [];
  const sink: Sink = {
    ...(defer && { defer }),
    get isEnough() {
      return found.length >= most;
    },
    accepts: () => found.length < most,
    add(technique: string, tenths: number, decisions: readonly number[], why: () => Why) {
      const { items = [], covers = [], options = [], chains = [] } = why();
      found.push({ technique, tenths, decisions, reason: { items, covers, options, chains } });
    },
  };
  const slices = find(position, sink, clean);
  if (slices !== undefined) for (const _ of slices);
  return found;
}

/** The names of all steps on a scale. They are the same for every problem. */
export function namesOn(scale: Scale): readonly string[] {
  const { compiled, nameOf } = boardStand(4, housesOf(4, 2), new Array(16).fill([1, 2, 3, 4]));
  return scale(compiled, nameOf).names ?? [];
}

/** A problem, and decisions that leave it a solution. */
export interface Stand {
  readonly matrix: MultipleMatrix;
  readonly compiled: Compiled;
  readonly decisions: readonly number[];
  readonly oracle: Oracle;
  nameOf(item: number): string;
}

export function positionOf({ compiled, decisions }: Stand): Position {
  const position = Position.of(compiled);
  for (const decision of decisions) position.decide(decision);
  return position;
}

/**
 * A random problem with a solution: secondary items, colours, bounds. Some options that are in none
 * of a few solutions are crossed out.
 */
export function randomStand(random: Random): Stand {
  const coloured = random.below(3) === 0;
  const several = random.below(3) === 0;
  const primary = 3 + random.below(7);
  const secondary = random.below(5);
  const wide = random.below(12) === 0;
  const most = wide ? 15 : 4;
  const items = wide ? 16 + random.below(6) : primary + secondary;
  const primaries = wide ? items - random.below(6) : primary;
  const options: number[][] = [];
  const colours: number[][] = [];
  const hues = Array.from({ length: items }, () => 1 + random.below(2));
  const add = (own: readonly number[], hueOf: (item: number) => number): void => {
    options.push([...own]);
    colours.push(own.map((item) => (coloured && item >= primaries ? hueOf(item) : 0)));
  };
  const uses = new Array<number>(items).fill(0);
  for (let layer = several ? 2 : 1; layer > 0; layer--) {
    const order = [...random.order(primaries)];
    while (order.length > 0) {
      const own = order.splice(0, 1 + random.below(wide ? 12 : 3));
      const more = [...Array(items).keys()].slice(primaries).filter((item) => {
        return random.below(3) === 0 && (coloured || uses[item] === 0);
      });
      own.push(...more);
      for (const item of own) uses[item] = uses[item] + 1;
      add(own, (item) => hues[item]);
    }
  }
  for (let more = 4 + random.below(3 * primary); more > 0; more--) {
    const own = [...random.order(items)].slice(0, 1 + random.below(most));
    add(own, () => random.below(3));
  }
  for (let copies = random.below(6) - 3; copies > 0; copies--) {
    const option = random.below(options.length);
    options.push(options[option]);
    colours.push(colours[option]);
  }
  const times = Array.from({ length: primaries }, (_, item): readonly [number, number] => {
    const used = uses[item];
    if (!several) return [1, 1];
    const least = Math.max(0, used - random.below(2));
    return [least, used + random.below(2)];
  });
  const matrix: MultipleMatrix = {
    name: 'random',
    primary: primaries,
    secondary: items - primaries,
    options,
    times,
    ...(coloured ? { colours } : {}),
  };
  return standOf(matrix, (item) => `i${item}`, random);
}

/** Crosses out some options that none of one to three solutions has. */
function standOf(matrix: MultipleMatrix, nameOf: (item: number) => string, random: Random): Stand {
  const kept = new Set<number>();
  for (let solutions = 1 + random.below(3); solutions > 0; solutions--) {
    const oracle = new Oracle(matrix, [], random.order(matrix.options.length));
    for (const option of oracle.solution() ?? []) kept.add(option);
  }
  const share = random.below(10);
  const decisions = [...matrix.options.keys()]
    .filter((option) => !kept.has(option) && random.below(10) < share)
    .map((option) => ~option);
  const oracle = new Oracle(matrix, decisions);
  return { matrix, compiled: compileMultiples(matrix), decisions, oracle, nameOf };
}

/** Rows, columns, boxes, and perhaps more: the name and the cells of each. */
export type HouseList = readonly (readonly [name: string, cells: readonly number[]])[];

export function housesOf(size: number, boxRows: number): [string, number[]][] {
  const boxColumns = size / boxRows;
  const cells = [...Array(size * size).keys()];
  const row = (cell: number) => Math.floor(cell / size);
  const column = (cell: number) => cell % size;
  const box = (cell: number) =>
    Math.floor(row(cell) / boxRows) * boxRows + Math.floor(column(cell) / boxColumns);
  const kinds = [
    ['r', row],
    ['c', column],
    ['b', box],
  ] as const;
  return kinds.flatMap(([letter, of]) =>
    [...Array(size).keys()].map((k): [string, number[]] => [
      `${letter}${k + 1}`,
      cells.filter((cell) => of(cell) === k),
    ]),
  );
}

/** The two diagonals. */
export function diagonals(size: number): [string, number[]][] {
  const numbers = [...Array(size).keys()];
  return [
    ['d1', numbers.map((k) => k * size + k)],
    ['d2', numbers.map((k) => k * size + size - 1 - k)],
  ];
}

/** Cells and values as a problem: an option for each value that a cell may have. */
export function boardMatrix(
  size: number,
  houses: HouseList,
  values: readonly (readonly number[])[],
) {
  const names = values.map((_, cell) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`);
  // Of a house with fewer cells than values the values need not all be there: secondary items.
  const sorted = [...houses].sort(([, a], [, b]) => b.length - a.length);
  for (const [name] of sorted) for (let v = 1; v <= size; v++) names.push(`${name}=${v}`);
  const options: number[][] = [];
  const placed: [cell: number, value: number][] = [];
  values.forEach((list, cell) => {
    for (const value of list) {
      const own = [cell];
      sorted.forEach(([, cells], house) => {
        if (cells.includes(cell)) own.push(values.length + house * size + value - 1);
      });
      options.push(own);
      placed.push([cell, value]);
    }
  });
  const full = sorted.filter(([, cells]) => cells.length === size).length;
  const primary = values.length + full * size;
  const matrix: MultipleMatrix = {
    name: 'board',
    primary,
    secondary: names.length - primary,
    options,
    times: Array.from({ length: primary }, () => [1, 1] as const),
  };
  return { matrix, names, placed };
}

export function boardStand(
  size: number,
  houses: HouseList,
  values: readonly (readonly number[])[],
) {
  const { matrix, names, placed } = boardMatrix(size, houses, values);
  const stand: Stand = {
    matrix,
    compiled: compileMultiples(matrix),
    decisions: [],
    oracle: new Oracle(matrix),
    nameOf: (item) => names[item],
  };
  return { ...stand, placed, names };
}

/** A full grid at random. */
export function fullGrid(size: number, houses: HouseList, random: Random): number[] {
  const all = Array.from({ length: size }, (_, k) => k + 1);
  const { matrix, placed } = boardMatrix(size, houses, new Array(size * size).fill(all));
  const oracle = new Oracle(matrix, [], random.order(matrix.options.length));
  const grid: number[] = [];
  for (const option of oracle.solution() as number[]) {
    const [cell, value] = placed[option];
    grid[cell] = value;
  }
  return grid;
}

/** A random position around a full grid: some cells filled, some values of the others crossed out. */
export function randomValues(
  size: number,
  houses: HouseList,
  grid: readonly number[],
  random: Random,
): number[][] {
  const filled = random.below(80);
  const left = 20 + random.below(80);
  const isFilled = grid.map(() => random.below(100) < filled);
  return grid.map((value, cell) => {
    if (isFilled[cell]) return [value];
    const seen = new Set<number>();
    for (const [, cells] of houses) {
      if (!cells.includes(cell)) continue;
      for (const other of cells) if (isFilled[other]) seen.add(grid[other]);
    }
    const list: number[] = [];
    for (let v = 1; v <= size; v++) {
      if (v === value || (!seen.has(v) && random.below(100) < left)) list.push(v);
    }
    return list;
  });
}

/**
 * A 9x9 position with one solution, around a loop of cells that may all hold two values, but one to
 * three of them others as well. Its solution holds one of the others. If none is found, any position.
 */
export function plantedLoop(length: number, random: Random): Stand {
  const houses = housesOf(9, 3);
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  for (let trial = 0; trial < 40; trial++) {
    const grid = fullGrid(9, houses, random);
    const [a = 0, b = 0, ...others] = [...random.order(9)].map((k) => k + 1);
    const loop = loopIn(houses, grid, a, b, length, random);
    if (loop === undefined) continue;
    const rest = loop.slice(0, 1 + random.below(3));
    const more = others.slice(0, 1 + random.below(rest.length > 1 ? 3 : 1));
    // Another grid, in which the first cell of the loop holds one of the others.
    const wanted = grid.map((_, cell) => {
      if (cell === rest[0]) return more;
      if (!loop.includes(cell)) return all;
      return rest.includes(cell) ? [a, b, ...more] : [a, b];
    });
    const { matrix, placed } = boardMatrix(9, houses, wanted);
    const oracle = new Oracle(matrix, [], random.order(matrix.options.length));
    const solution = oracle.solution();
    if (solution === undefined) continue;
    const truth: number[] = [];
    for (const option of solution) {
      const [cell, value] = placed[option];
      truth[cell] = value;
    }
    const values = randomValues(9, houses, truth, random).map((list, cell) => {
      const own = truth[cell];
      if (rest.includes(cell)) return [...new Set([a, b, ...more, own])];
      if (loop.includes(cell)) return [a, b];
      // A cell beside the loop that holds a or b would rule it out.
      if (list.length === 1 && (own === a || own === b)) return [own, more[0]];
      return list;
    });
    const stand = boardStand(9, houses, values);
    if (stand.oracle.isUnique()) return stand;
  }
  return boardStand(9, houses, new Array(81).fill(all));
}

/** The cells of two values that hang together by rows, columns and boxes: so many, if there are. */
function loopIn(
  houses: HouseList,
  grid: readonly number[],
  a: number,
  b: number,
  length: number,
  random: Random,
): number[] | undefined {
  const left = new Set([...random.order(81)].filter((cell) => [a, b].includes(grid[cell] ?? 0)));
  while (left.size > 0) {
    const loop = new Set([[...left][0]]);
    for (const cell of loop) {
      for (const [, cells] of houses) {
        if (!cells.includes(cell)) continue;
        for (const other of cells) if (left.has(other)) loop.add(other);
      }
    }
    for (const cell of loop) left.delete(cell);
    if (loop.size === length) return [...loop];
  }
  return undefined;
}

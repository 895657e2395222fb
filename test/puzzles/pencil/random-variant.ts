import type { Random } from '../../../src/engine/kernels/random.ts';
import { solutions } from '../../../src/index.ts';
import { CellGrid } from '../../../src/puzzles/variants/cell-grid.ts';
import { type Clue, type ClueKind, formOf } from '../../../src/puzzles/variants/clue.ts';
import { plainShape, type VariantShape } from '../../../src/puzzles/variants/shape.ts';
import { Variant } from '../../../src/puzzles/variants/variant.ts';

/** A variant with clues of these kinds around a random grid that keeps to its houses. */
export function randomVariant(random: Random, side: number, wanted: readonly ClueKind[]): Variant {
  const first = random.below(5) === 0 ? 0 : 1;
  const plain = plainShape(side, side, first);
  const kinds = wanted.filter((kind) => plain.boxes || !needsBoxes(kind));
  // A rule of the whole grid leaves few grids with boxes, or none.
  const whole = kinds.filter((kind) => formOf(kind).place === 'grid');
  const boxes = plain.boxes && (whole.some(needsBoxes) || whole.length === 0);
  const shape: VariantShape = { ...plain, boxes };
  const grid = new CellGrid(shape);
  const base = whole.map((kind): Clue => ({ kind, cells: [], numbers: strictNumbers(kind) }));
  const strict = base.filter(({ kind }) => kind.startsWith('strict'));
  const loose = base.filter((clue) => !strict.includes(clue));
  const values = randomGrid(new Variant({ shape, clues: loose }), random);
  if (values === undefined) return new Variant({ shape, clues: base });
  base.push(...strict.flatMap(({ kind }) => marksOf(kind, grid, values)));
  const clues = kinds
    .filter((kind) => !whole.includes(kind))
    .flatMap((kind) => {
      const many = 1 + random.below(4);
      return Array.from({ length: many }, () => randomClue(kind, grid, shape, values, random));
    })
    .filter((clue) => clue !== undefined);
  const candidates = new Map<number, number[]>();
  for (let cell = 0; cell < grid.cells; cell++) {
    // A large grid has few blanks: its solutions are counted.
    if (random.below(10) < (side === 4 ? 3 : side === 9 ? 4 : 6))
      candidates.set(cell, [values[cell]]);
    else if (random.below(3) === 0) {
      candidates.set(
        cell,
        shape.values.filter((value) => value === values[cell] || random.below(2) === 0),
      );
    }
  }
  return new Variant({ shape, clues: [...base, ...clues], candidates });
}

function needsBoxes(kind: ClueKind): boolean {
  return kind === 'windoku' || kind === 'disjoint-groups';
}

function strictNumbers(kind: ClueKind): number[] {
  return kind === 'strict-difference' ? [1] : kind === 'strict-ratio' ? [2] : [];
}

/** All marks without which a grid would break a strict rule. */
function marksOf(kind: ClueKind, grid: CellGrid, values: readonly number[]): Clue[] {
  return grid.neighbours().flatMap(([a, b]): Clue[] => {
    const [v, w] = [values[a], values[b]];
    const cells = [a, b];
    if (kind === 'strict-difference') {
      return Math.abs(v - w) === 1 ? [{ kind: 'white-dot', cells, numbers: [1] }] : [];
    }
    if (kind === 'strict-ratio') {
      return v === 2 * w || w === 2 * v ? [{ kind: 'black-dot', cells, numbers: [2] }] : [];
    }
    if (v + w === 10) return [{ kind: 'x', cells, numbers: [] }];
    return v + w === 5 ? [{ kind: 'v', cells, numbers: [] }] : [];
  });
}

function randomGrid(variant: Variant, random: Random): number[] | undefined {
  const seed = random.word();
  for (const { payloads } of solutions(variant.problem, { seed })) return variant.decode(payloads);
  return undefined;
}

/** A clue that a grid keeps to; undefined where a random place has none. */
function randomClue(
  kind: ClueKind,
  grid: CellGrid,
  shape: VariantShape,
  values: readonly number[],
  random: Random,
): Clue | undefined {
  for (let tries = 0; tries < 60; tries++) {
    const clue = tried(kind, grid, shape, values, random);
    if (clue === undefined) continue;
    try {
      const candidates = new Map(values.map((value, cell) => [cell, [value]]));
      const variant = new Variant({ shape, clues: [clue], candidates });
      for (const _ of solutions(variant.problem)) return clue;
    } catch (error) {
      // The cells are none of that kind.
      if (!(error instanceof Error && 'code' in error && error.code === 'bad-grid')) throw error;
    }
  }
  return undefined;
}

function tried(
  kind: ClueKind,
  grid: CellGrid,
  { values: all }: VariantShape,
  values: readonly number[],
  random: Random,
): Clue | undefined {
  const form = formOf(kind);
  const cells = placeOf(kind, grid, random);
  if (cells.length < form.least) return undefined;
  const own = cells.map((cell) => values[cell]);
  const sum = own.reduce((total, value) => total + value, 0);
  const [a = 0, b = 0] = own;
  const numbers = (): number[] => {
    switch (kind) {
      case 'cage':
        return random.below(5) === 0 ? [] : [sum];
      case 'little-killer':
        return [sum];
      case 'white-dot':
        return [Math.abs(a - b)];
      case 'black-dot':
        return [Math.max(a, b) / Math.max(1, Math.min(a, b))];
      case 'whisper':
        return [1 + random.below(2)];
      case 'lockout':
        return [random.below(3)];
      case 'pill-arrow':
        return [2];
      case 'quadruple':
        return own
          .filter(() => random.below(2) === 0)
          .concat(a)
          .slice(0, 4);
      case 'sandwich': {
        const ends = [own.indexOf(all[0]), own.indexOf(all[all.length - 1])].sort((x, y) => x - y);
        return [own.slice(ends[0] + 1, ends[1]).reduce((total, value) => total + value, 0)];
      }
      case 'skyscraper':
        return [own.filter((value, k) => value > Math.max(0, ...own.slice(0, k))).length];
      case 'x-sum':
        return [own.slice(0, a).reduce((total, value) => total + value, 0)];
      case 'numbered-room':
        return [own[a - 1] ?? 0];
      default:
        return [];
    }
  };
  return { kind, cells, numbers: numbers() };
}

function placeOf(kind: ClueKind, grid: CellGrid, random: Random): number[] {
  const cell = random.below(grid.cells);
  const near = (from: number) =>
    [...Array(grid.cells).keys()].filter((other) => {
      const down = Math.abs(grid.rowOf(from) - grid.rowOf(other));
      const right = Math.abs(grid.columnOf(from) - grid.columnOf(other));
      return Math.max(down, right) === 1;
    });
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)];
  switch (formOf(kind).place) {
    case 'pair':
      return [...pick(grid.neighbours())].sort(() => random.below(2) - 0.5);
    case 'square':
      return grid.square(cell) ?? [];
    case 'row': {
      const line =
        random.below(2) === 0 ? grid.row(grid.rowOf(cell)) : grid.column(grid.columnOf(cell));
      return random.below(2) === 0 ? line : [...line].reverse();
    }
    case 'diagonal': {
      if (kind === 'diagonal') {
        return random.below(2) === 0 ? grid.ray(0, 0, 1, 1) : grid.ray(0, grid.columns - 1, 1, -1);
      }
      const right = random.below(2) === 0;
      const column = random.below(grid.columns);
      return grid.ray(0, column, 1, right ? 1 : -1);
    }
    default: {
      const cells = [cell];
      const wanted = 1 + random.below(5);
      while (cells.length < wanted) {
        const next = near(cells[cells.length - 1]).filter((other) => !cells.includes(other));
        if (next.length === 0) break;
        cells.push(pick(next));
      }
      if (kind === 'clone') {
        const others = [...random.order(grid.cells)].filter((other) => !cells.includes(other));
        return [...cells, ...others.slice(0, cells.length)];
      }
      return cells;
    }
  }
}

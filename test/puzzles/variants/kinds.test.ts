import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/engine/kernels/random.ts';
import { solutions } from '../../../src/index.ts';
import { CLUES, formOf } from '../../../src/puzzles/variants/clue.ts';
import {
  CellGrid,
  type Clue,
  type ClueKind,
  Variant,
  type VariantShape,
  variant,
  writeVariant,
} from '../../../src/sudoku.ts';
import { runs } from '../../support/effort.ts';
import { fillings, holds } from './meanings.ts';

const values = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, k) => first + k);
const shapes: readonly VariantShape[] = [
  { rows: 4, columns: 4, values: values(1, 4), boxes: true, pieces: [] },
  { rows: 4, columns: 4, values: values(0, 3), boxes: true, pieces: [] },
  { rows: 2, columns: 4, values: values(1, 4), boxes: true, pieces: [] },
  { rows: 4, columns: 2, values: values(0, 4), boxes: false, pieces: [[0, 1, 2, 4]] },
  { rows: 3, columns: 3, values: values(1, 4), boxes: false, pieces: [] },
  {
    rows: 3,
    columns: 3,
    values: values(0, 2),
    boxes: false,
    pieces: [
      [0, 1, 3],
      [5, 7, 8],
    ],
  },
  { rows: 1, columns: 5, values: values(1, 5), boxes: false, pieces: [] },
];
const grids = shapes.map(fillings);

/** A clue with numbers that may fit; undefined where the grid has no place for it. */
function randomClue(kind: ClueKind, shape: VariantShape, random: Random): Clue | undefined {
  const grid = new CellGrid(shape);
  const cell = random.below(grid.cells);
  const some = (count: number) => [...random.order(grid.cells)].slice(0, count);
  const most = shape.values[shape.values.length - 1];
  const isTurned = random.below(2) === 0;
  const line = (() => {
    switch (formOf(kind).place) {
      case 'grid':
        return [];
      case 'pair': {
        const pairs = grid.neighbours();
        return [...pairs[random.below(pairs.length)]];
      }
      case 'square':
        return grid.square(cell) ?? [];
      case 'row':
        return random.below(2) === 0
          ? grid.row(grid.rowOf(cell))
          : grid.column(grid.columnOf(cell));
      case 'diagonal':
        return grid.ray(0, isTurned ? grid.columns - 1 : 0, 1, isTurned ? -1 : 1);
      default:
        return some(1 + random.below(4));
    }
  })();
  const cells = isTurned && formOf(kind).place === 'row' ? line.reverse() : line;
  if (kind === 'clone' && cells.length % 2 > 0) cells.pop();
  const numbers = (() => {
    switch (kind) {
      case 'cage':
        return random.below(3) === 0 ? [] : [cells.length + random.below(cells.length * most)];
      case 'pill-arrow':
        return [2];
      case 'quadruple':
        return Array.from({ length: 1 + random.below(3) }, () => random.below(most + 1));
      case 'strict-difference':
      case 'strict-ratio':
      case 'white-dot':
      case 'black-dot':
      case 'whisper':
      case 'lockout':
        return [1 + random.below(2)];
      case 'skyscraper':
      case 'numbered-room':
        return [random.below(most + 1)];
      case 'little-killer':
      case 'sandwich':
      case 'x-sum':
        return [random.below(2 * most + 2)];
      default:
        return [];
    }
  })();
  const clue = { kind, cells, numbers };
  try {
    new Variant({ shape, clues: [clue] });
    return clue;
  } catch {
    return undefined;
  }
}

/** The solutions as texts, in order. */
function solved(puzzle: Variant): string[] {
  const found = Array.from(solutions(puzzle.problem), ({ payloads }) => puzzle.decode(payloads));
  return found.map((grid) => grid.join(' ')).sort();
}

describe('solutions are all grids that keep to the clues', () => {
  for (const kind of Object.keys(CLUES) as ClueKind[]) {
    test(kind, () => {
      const random = new Random(kind.length * 1000 + kind.charCodeAt(0));
      let tried = 0;
      for (let round = 0; round < 10 * runs(80) && tried < runs(60); round++) {
        const which = random.below(shapes.length);
        const shape = shapes[which];
        // Marks beside a rule of the whole grid; another one of the kind; any other clue.
        const marks = {
          'strict-xv': 'v',
          'strict-difference': 'white-dot',
          'strict-ratio': 'black-dot',
        };
        const beside = (marks as Partial<Record<ClueKind, ClueKind>>)[kind] ?? kind;
        const kinds = [kind, ...(random.below(2) === 0 ? [beside, beside] : [])];
        const clues = kinds.map((one) => randomClue(one, shape, random));
        if (clues[0] === undefined) continue;
        tried++;
        const stated = clues.filter((clue) => clue !== undefined);
        const cell = random.below(shape.rows * shape.columns);
        const candidates = new Map([[cell, shape.values.filter(() => random.below(3) > 0)]]);
        const puzzle = new Variant({ shape, clues: stated, candidates });
        const expected = grids[which]
          .filter((grid) => candidates.get(cell)?.includes(grid[cell]))
          .filter((grid) => stated.every((clue) => holds(clue, grid, shape, stated)))
          .map((grid) => grid.join(' '))
          .sort();
        expect(solved(puzzle), JSON.stringify([shape, stated, [...candidates]])).toEqual(expected);
        for (const form of ['iss', 'f-puzzles'] as const) {
          const text = written(puzzle, form);
          if (text !== undefined) expect(solved(variant(text)), text).toEqual(expected);
        }
      }
      expect(tried).toBeGreaterThan(0);
    });
  }
});

/** Undefined where the form cannot state the puzzle. */
function written(puzzle: Variant, form: 'iss' | 'f-puzzles'): string | undefined {
  try {
    return writeVariant(puzzle, form);
  } catch (error) {
    expect(error).toMatchObject({ code: 'not-supported' });
    return undefined;
  }
}

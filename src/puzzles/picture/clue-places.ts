import type { CellGrid } from '../variants/cell-grid.ts';
import type { Clue, ClueKind } from '../variants/clue.ts';
import type { Variant } from '../variants/variant.ts';
import type { Side } from './board.ts';
import type { Point } from './outline.ts';

/** A clue outside of the grid. */
export interface OutsideMark {
  readonly clue: Clue;
  /** The middle of its place, in sides of a square. */
  readonly at: Point;
  readonly side: Side;
  readonly text: string;
  /** Columns and rows of a step along its diagonal, for one that has an arrow. */
  readonly step?: Point | undefined;
}

/** Kinds that stand outside as mere numbers -> the letter that tells them apart. */
const OUTSIDE: Partial<Record<ClueKind, string>> = {
  sandwich: 'S',
  skyscraper: 'T',
  'x-sum': 'X',
  'numbered-room': 'N',
};

/** The kinds of mere numbers outside that a variant has, each with its letter. */
export function outsideKinds({ kinds }: Variant): [ClueKind, string][] {
  return (Object.entries(OUTSIDE) as [ClueKind, string][]).filter(([kind]) => kinds.includes(kind));
}

/**
 * The clues outside, each at the end from where it is read. Where a place is taken, the next one
 * further out in the direction of the clue.
 */
export function outsideMarks(variant: Variant): OutsideMark[] {
  const { grid } = variant;
  const several = outsideKinds(variant).length > 1;
  const taken = new Set<string>();
  // Place and direction -> how far out the last clue is.
  const reached = new Map<string, number>();
  const marks: OutsideMark[] = [];
  for (const clue of variant.clues) {
    const { kind, cells, numbers } = clue;
    const letter = OUTSIDE[kind];
    const isDiagonal = kind === 'little-killer';
    if (letter === undefined && !isDiagonal) continue;
    const [right, down] = isDiagonal ? diagonalStep(grid, cells) : lineStep(grid, clue);
    const [row, column] = [grid.rowOf(cells[0]), grid.columnOf(cells[0])];
    const start = [row, column, right, down].join();
    for (let out = (reached.get(start) ?? 0) + 1; ; out++) {
      const [x, y] = [column - out * right, row - out * down];
      if (taken.has(`${x} ${y}`)) continue;
      taken.add(`${x} ${y}`);
      reached.set(start, out);
      marks.push({
        clue,
        at: [x + 0.5, y + 0.5],
        side: sideOf(grid, y, x),
        text: `${several && letter !== undefined ? letter : ''}${numbers[0]}`,
        step: isDiagonal ? [right, down] : undefined,
      });
      break;
    }
  }
  return marks;
}

/** Which side a place outside the grid is on. */
function sideOf({ rows }: CellGrid, y: number, x: number): Side {
  if (y < 0) return 'above';
  if (y >= rows) return 'below';
  return x < 0 ? 'left' : 'right';
}

/** Columns and rows from a cell of a row or column to the next. */
function lineStep(grid: CellGrid, { cells }: Clue): Point {
  const [first, second = first] = cells;
  const down = grid.rowOf(second) - grid.rowOf(first);
  const right = grid.columnOf(second) - grid.columnOf(first);
  if (down !== 0 || right !== 0) return [right, down];
  // A row or column of one cell: it is read along the shorter side of the grid.
  return grid.columns === 1 ? [1, 0] : [0, 1];
}

/** The same along a diagonal; one of a single cell lies at a corner, across it. */
function diagonalStep(grid: CellGrid, [first, second]: Clue['cells']): Point {
  const [row, column] = [grid.rowOf(first), grid.columnOf(first)];
  if (second !== undefined) return [grid.columnOf(second) - column, grid.rowOf(second) - row];
  const steps: readonly Point[] = [
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
  ];
  const isAcross = ([right, down]: Point) =>
    grid.at(row - down, column - right) === undefined &&
    grid.at(row + down, column + right) === undefined;
  return steps.find(isAcross) ?? [1, 1];
}

/** Cage -> the cell of its sum. Cages that begin in one cell have their sums in different ones. */
export function sumCells(clues: readonly Clue[]): Map<Clue, number> {
  const taken = new Set<number>();
  const found = new Map<Clue, number>();
  for (const clue of clues) {
    if (clue.kind !== 'cage' || clue.numbers.length === 0) continue;
    const cells = [...clue.cells].sort((a, b) => a - b);
    const cell = cells.find((one) => !taken.has(one)) ?? cells[0];
    taken.add(cell);
    found.set(clue, cell);
  }
  return found;
}

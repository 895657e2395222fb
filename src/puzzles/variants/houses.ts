import type { CellGrid, Cells } from './cell-grid.ts';
import type { Clue } from './clue.ts';
import type { VariantShape } from './shape.ts';

/** A grid and what its cells obey. */
export interface RuledGrid {
  readonly shape: VariantShape;
  readonly grid: CellGrid;
  readonly clues: readonly Clue[];
  /** The values that a cell may have as the puzzle is stated. */
  valuesOf(cell: number): readonly number[];
}

/** Cells with different values. One with as many cells as there are values holds each of them. */
export interface VariantHouse {
  /** The prefix of its items: `r1` makes `r1=5`. */
  readonly name: string;
  /** As sentences name it: `row 1`. */
  readonly title: string;
  readonly cells: Cells;
}

/** The rows, columns, boxes, pieces, diagonals and so on of a variant. */
export function housesOf({ grid, shape, clues }: RuledGrid): VariantHouse[] {
  const houses = [
    ...named(
      'r',
      'row',
      ranged(grid.rows, (row) => grid.row(row)),
    ),
    ...named(
      'c',
      'column',
      ranged(grid.columns, (column) => grid.column(column)),
    ),
    ...named('b', 'box', shape.boxes ? grid.boxes() : []),
    ...named('p', 'piece', shape.pieces),
  ];
  const has = (kind: string) => clues.some((clue) => clue.kind === kind);
  const cellsOf = (kind: string) =>
    clues.filter((clue) => clue.kind === kind).map(({ cells }) => cells);
  houses.push(
    ...cellsOf('diagonal').map((cells) => ({
      name: isFalling(grid, cells) ? 'd1' : 'd2',
      title: `the diagonal from ${grid.nameOf(cells[0])}`,
      cells,
    })),
    ...named('w', 'window', has('windoku') ? grid.windows() : []),
    ...named('s', 'group', has('disjoint-groups') ? grid.samePlaces() : []),
    ...named('e', 'extra region', cellsOf('extra-region')),
  );
  // A rule that is stated twice is one house.
  return [...new Map(houses.map((house) => [house.name, house] as const)).values()];
}

/** Each marked cell of a clue with each neighbour that has no such mark, from any clue. */
export function aroundMarks(
  { grid, clues }: Pick<RuledGrid, 'grid' | 'clues'>,
  { kind, cells }: Pick<Clue, 'kind' | 'cells'>,
): [marked: number, neighbour: number][] {
  const own = new Set(cells);
  const all = new Set(clues.flatMap((clue) => (clue.kind === kind ? clue.cells : [])));
  return grid
    .neighbours()
    .flatMap(([a, b]): [number, number][] => [
      [a, b],
      [b, a],
    ])
    .filter(([marked, neighbour]) => own.has(marked) && !all.has(neighbour));
}

/** The parts of a line in different boxes or pieces. */
export function partsOf({ grid, shape }: RuledGrid, cells: Cells): number[][] {
  const regions = shape.boxes ? grid.boxes() : shape.pieces;
  const regionOf = (cell: number) => regions.findIndex((region) => region.includes(cell));
  const parts: number[][] = [];
  for (const [k, cell] of cells.entries()) {
    if (k === 0 || regionOf(cell) !== regionOf(cells[k - 1])) parts.push([]);
    parts[parts.length - 1].push(cell);
  }
  return parts;
}

/** True for a diagonal from top left to bottom right, in either direction. */
function isFalling(grid: CellGrid, cells: Cells): boolean {
  return grid.columnOf(cells[0]) === grid.rowOf(cells[0]);
}

function named(name: string, title: string, groups: readonly Cells[]): VariantHouse[] {
  return groups.map((cells, k) => ({ name: `${name}${k + 1}`, title: `${title} ${k + 1}`, cells }));
}

function ranged<T>(length: number, make: (k: number) => T): T[] {
  return Array.from({ length }, (_, k) => make(k));
}

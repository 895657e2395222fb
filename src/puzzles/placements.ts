import { QuadrilleError } from '../problem/error.ts';
import type { Piece } from './pieces.ts';
import type { Cube } from './region.ts';
import { orientations, type Turning } from './turning.ts';

/** The most placements that a packing may have: ten million nodes where pieces are large. */
export const MOST_PLACEMENTS = 1_000_000;

/** A piece in one place: its number, and the cells that it takes, by their numbers in the region. */
export interface Placement {
  readonly piece: number;
  /** In the reading order of the region. */
  readonly cells: readonly number[];
}

/** Every way for every piece to lie in the region, by piece, orientation, and cell. */
export function placementsOf(
  pieces: readonly Piece[],
  region: readonly Cube[],
  turning: Turning,
): Placement[] {
  const rows = extent(region, 'row');
  const columns = extent(region, 'column');
  const layers = extent(region, 'layer');
  // A cell of the box around the region as one number: a shape lies elsewhere by adding.
  const codeOf = ({ row, column, layer }: Cube) => (layer * rows + row) * columns + column;
  const numberOf = new Map(region.map((cell, number) => [codeOf(cell), number]));
  const placements: Placement[] = [];
  pieces.forEach((piece, number) => {
    for (const shape of orientations(piece.cells, turning)) {
      const [height, width] = [extent(shape, 'row'), extent(shape, 'column')];
      const depth = extent(shape, 'layer');
      const start = shape[0] as Cube;
      const steps = shape.map((cell) => codeOf(cell) - codeOf(start));
      for (const at of region) {
        // The first cell of the shape, which is on its lowest layer, lies on this one of the region.
        const [row, column, layer] = [at.row - start.row, at.column - start.column, at.layer];
        if (row < 0 || row + height > rows || column < 0 || column + width > columns) continue;
        if (layer + depth > layers) continue;
        const cells = cellsAt(steps, codeOf(at), numberOf);
        if (cells === undefined) continue;
        if (placements.length === MOST_PLACEMENTS) throw tooMany();
        placements.push({ piece: number, cells });
      }
    }
  });
  return placements;
}

/** How many rows, columns or layers cells at the origin take. */
function extent(cells: readonly Cube[], axis: keyof Cube): number {
  return cells.reduce((most, cell) => Math.max(most, cell[axis] + 1), 0);
}

function cellsAt(
  steps: readonly number[],
  at: number,
  numberOf: ReadonlyMap<number, number>,
): number[] | undefined {
  const cells: number[] = [];
  for (const step of steps) {
    const number = numberOf.get(at + step);
    if (number === undefined) return undefined;
    cells.push(number);
  }
  return cells;
}

function tooMany(): QuadrilleError {
  return new QuadrilleError(
    'bad-setting',
    `The pieces can lie in the region in more than ${MOST_PLACEMENTS} ways; ` +
      'give fewer pieces or a smaller region.',
  );
}

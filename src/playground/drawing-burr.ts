/** A drawing as a file of BurrTools. It loads when a reader saves one. */
import type { BurrFile, BurrShape, BurrVoxel } from '../puzzles/burr/file.ts';
import { writeBurr } from '../puzzles/burr/write.ts';
import type { Piece } from '../puzzles/packing/pieces.ts';
import { type Cube, regionOf } from '../puzzles/packing/region.ts';

/** What a drawing says. */
export interface DrawnPacking {
  /** `#` for a cell; an empty line between layers. */
  readonly board: string;
  readonly pieces: readonly Piece[];
  readonly unlimited: boolean;
  readonly gaps: boolean;
}

/** The text of the file: a shape for the board, one for each piece, and a problem. */
export function burrTextOf({ board, pieces, unlimited, gaps }: DrawnPacking): string {
  const cells = regionOf(board);
  const file: BurrFile = {
    grid: 'cubes',
    shapes: [
      shapeOf('board', cells, gaps),
      ...pieces.map(({ name, cells }) => shapeOf(name, cells, false)),
    ],
    problems: [
      {
        result: 0,
        pieces: pieces.map(({ times = 1, cells: own }, k) => ({
          shape: k + 1,
          min: unlimited ? 0 : times,
          max: unlimited ? Math.floor(cells.length / own.length) : times,
        })),
      },
    ],
  };
  return writeBurr(file);
}

/** The rows of a drawing go downwards; in BurrTools they go upwards. */
function shapeOf(name: string, cells: readonly Cube[], variable: boolean): BurrShape {
  const side = (place: (cell: Cube) => number) =>
    cells.reduce((most, cell) => Math.max(most, place(cell)), 0) + 1;
  const [width, height] = [side(({ column }) => column), side(({ row }) => row)];
  const voxels = cells.map(({ row, column, layer }): BurrVoxel => {
    const at = [column, height - 1 - row, layer] as const;
    return variable ? { at, variable } : { at };
  });
  return { name, size: [width, height, side(({ layer }) => layer)], voxels };
}

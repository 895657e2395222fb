/** A drawing as a file of BurrTools. It loads when a reader saves one. */
import type { BurrFile, BurrShape, BurrVoxel } from '../puzzles/burr/file.ts';
import { writeBurr } from '../puzzles/burr/write.ts';
import type { LatticeCell } from '../puzzles/packing/lattice.ts';
import type { Piece } from '../puzzles/packing/pieces.ts';
import type { Cube } from '../puzzles/packing/region.ts';

/** What a drawing says. */
export interface DrawnPacking {
  /** Absent for squares and cubes. */
  readonly lattice: 'triangles' | undefined;
  readonly board: readonly Cube[];
  readonly pieces: readonly Piece[];
  readonly unlimited: boolean;
  readonly gaps: boolean;
}

/** The text of the file: a shape for the board, one for each piece, and a problem. */
export function burrTextOf({ lattice, board, pieces, unlimited, gaps }: DrawnPacking): string {
  const voxelsOf = lattice === undefined ? cubesIn : prismsIn;
  const shapes = [
    { ...shapeOf(voxelsOf(board), gaps), name: 'board' },
    ...pieces.map(({ name, cells }) => ({ ...shapeOf(voxelsOf(cells), false), name })),
  ];
  const file: BurrFile = {
    grid: lattice === undefined ? 'cubes' : 'prisms',
    shapes,
    problems: [
      {
        result: 0,
        pieces: pieces.map(({ times = 1, cells }, k) => ({
          shape: k + 1,
          min: unlimited ? 0 : times,
          max: unlimited ? Math.floor(board.length / cells.length) : times,
        })),
      },
    ],
  };
  return writeBurr(file);
}

/** The rows of a drawing go downwards; in BurrTools they go upwards. */
function cubesIn(cells: readonly Cube[]): LatticeCell[] {
  return cells.map(({ row, column, layer }) => [column, -row, layer]);
}

/** Triangles are prisms of one layer; x, y, z stand in their column, row and layer. */
function prismsIn(cells: readonly Cube[]): LatticeCell[] {
  return cells.map(({ column: x, row: y, layer: z }) => [2 * x + y + z, y, 0]);
}

/** A shape in the smallest box, moved by a translation. */
function shapeOf(cells: readonly LatticeCell[], variable: boolean): BurrShape {
  const bound = (axis: 0 | 1 | 2, most: boolean) =>
    cells.reduce((one, cell) => Math[most ? 'max' : 'min'](one, cell[axis]), cells[0][axis]);
  const [left, low, floor] = [bound(0, false), bound(1, false), bound(2, false)];
  // The kind of a prism is that of x + y: a translation keeps it.
  const room = Math.abs(left + low) % 2;
  const voxels = cells.map(([x, y, z]): BurrVoxel => {
    const at = [x - left + room, y - low, z - floor] as const;
    return variable ? { at, variable } : { at };
  });
  const side = (axis: 0 | 1 | 2) => bound(axis, true) - bound(axis, false) + 1;
  return { size: [side(0) + room, side(1), side(2)], voxels };
}

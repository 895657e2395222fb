/** A drawing as a file of BurrTools. It loads when a reader saves one. */
import type { BurrFile, BurrShape } from '../puzzles/burr/file.ts';
import { writeBurr } from '../puzzles/burr/write.ts';
import { type Cube, cellOf } from '../puzzles/packing/cubes.ts';
import type { LatticeCell } from '../puzzles/packing/lattice.ts';
import { LATTICES } from '../puzzles/packing/lattices.ts';
import type { Piece } from '../puzzles/packing/pieces.ts';
import type { DrawnLattice } from './drawing-state.ts';

/** What a drawing says. */
export interface DrawnPacking {
  /** Absent for squares and cubes. */
  readonly lattice: Exclude<DrawnLattice, 'hexagons' | 'edges'> | undefined;
  readonly board: readonly Cube[];
  readonly pieces: readonly Piece[];
  readonly unlimited: boolean;
  readonly gaps: boolean;
}

/** The text of the file: a shape for the board, one for each piece, and a problem. */
export function burrTextOf({ lattice, board, pieces, unlimited, gaps }: DrawnPacking): string {
  const grid = lattice === undefined ? 'cubes' : lattice === 'triangles' ? 'prisms' : lattice;
  const shapeOf = (cells: readonly Cube[], variable: boolean): BurrShape => {
    const at = cells.map((cell) => voxelOf(lattice, cell));
    const moved = LATTICES[grid].atOrigin(at);
    const side = (axis: 0 | 1 | 2) => 1 + Math.max(...moved.map((cell) => cell[axis]));
    const voxels = moved.map((at) => (variable ? { at, variable } : { at }));
    return { size: [side(0), side(1), side(2)], voxels };
  };
  const file: BurrFile = {
    grid,
    shapes: [
      { ...shapeOf(board, gaps), name: 'board' },
      ...pieces.map(({ name, cells }) => ({ ...shapeOf(cells, false), name })),
    ],
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

/** The place of a cell in BurrTools. */
function voxelOf(lattice: DrawnPacking['lattice'], cube: Cube): LatticeCell {
  const [x, y, z] = cellOf(cube);
  // The rows of a drawing go downwards; in BurrTools they go upwards.
  if (lattice === undefined) return [x, -y, z];
  // Triangles are prisms of one layer.
  if (lattice === 'triangles') return [2 * x + y + z, y, 0];
  return [x, y, z];
}

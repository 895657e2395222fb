/** Solids for the page to turn: the pieces of a solution in space, with the colours of its picture. */

import type { LatticeCell } from '../puzzles/packing/lattice.ts';
import { LATTICES, type LatticeName } from '../puzzles/packing/lattices.ts';
import type { Cube } from '../puzzles/packing/region.ts';
import { isGraph, isLattice, type Picture, squareAt } from '../puzzles/picture/board.ts';
import type { SolidPiece } from '../puzzles/picture/solid.ts';

/** A solution in space. */
export interface SolidPicture {
  readonly lattice: LatticeName;
  readonly pieces: readonly SolidPiece[];
}

/** A piece in its place, as packings have it. */
interface PlacedPiece {
  readonly piece: string;
  readonly cells: readonly (Cube | readonly number[])[];
}

/** The solid of a solution; undefined where it has no pieces in space. */
export function solidOf(
  payloads: readonly unknown[],
  pictures: readonly Picture[],
): SolidPicture | undefined {
  const pieces = payloads.filter(isPlaced);
  const [picture] = pictures;
  if (pieces.length === 0 || picture === undefined || isGraph(picture)) return undefined;
  if (isLattice(picture)) {
    const { lattice } = picture;
    if (LATTICES[lattice].isFlat) return undefined;
    const tints = new Map(picture.cells.map(({ at, tint }) => [at.join(), tint]));
    return { lattice, pieces: piecesOf(pieces, (cell) => tints.get(cell.join())) };
  }
  if (!pieces.every(({ cells }) => 'layer' in cells[0])) return undefined;
  const tintAt = ([column, row, layer]: LatticeCell) => {
    const board = pictures[layer];
    if (board === undefined || isGraph(board) || isLattice(board)) return undefined;
    return squareAt(board, row, column)?.tint;
  };
  return { lattice: 'cubes', pieces: piecesOf(pieces, tintAt) };
}

function isPlaced(payload: unknown): payload is PlacedPiece {
  const { piece, cells } = (payload ?? {}) as Record<string, unknown>;
  const [first] = Array.isArray(cells) ? (cells as unknown[]) : [];
  return typeof piece === 'string' && typeof first === 'object';
}

function piecesOf(
  placed: readonly PlacedPiece[],
  tintAt: (cell: LatticeCell) => number | undefined,
): SolidPiece[] {
  return placed.map(({ piece, cells }) => {
    const places = cells.map((cell): LatticeCell => {
      if ('layer' in cell) return [cell.column, cell.row, cell.layer];
      const [x, y, z = 0] = cell;
      return [x, y, z];
    });
    return { name: piece, cells: places, tint: tintAt(places[0]) ?? 0 };
  });
}

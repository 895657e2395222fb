/** Solids for the page to turn: the pieces of a solution in space, with the colours of its picture. */

import type { Cube } from '../puzzles/packing/cubes.ts';
import { LATTICES, type LatticeName } from '../puzzles/packing/lattices.ts';
import {
  isGraph,
  isLattice,
  type LatticePicture,
  type Picture,
  squareAt,
} from '../puzzles/picture/board.ts';
import type { SolidPiece } from '../puzzles/picture/solid.ts';

/** A solution in space. */
export interface SolidPicture {
  readonly lattice: LatticeName;
  readonly pieces: readonly SolidPiece[];
}

/** The solid of a solution; undefined where it has no pieces in space. */
export function solidOf(
  payloads: readonly unknown[],
  pictures: readonly Picture[],
): SolidPicture | undefined {
  const [picture] = pictures;
  if (payloads.length === 0 || picture === undefined) return undefined;
  if (isLattice(picture)) {
    const { lattice } = picture;
    return LATTICES[lattice].isFlat ? undefined : { lattice, pieces: piecesIn(picture) };
  }
  if (!payloads.every(isOfCubes)) return undefined;
  const pieces = payloads.map(({ piece, cells }): SolidPiece => {
    const [{ row, column, layer }] = cells;
    const board = pictures[layer];
    const isBoard = board !== undefined && !isGraph(board) && !isLattice(board);
    return {
      name: piece,
      cells: cells.map((cell) => [cell.column, cell.row, cell.layer]),
      tint: (isBoard && squareAt(board, row, column)?.tint) || 0,
    };
  });
  return { lattice: 'cubes', pieces };
}

/** The pieces of a picture. A cell without a region belongs to none. */
function piecesIn({ cells }: LatticePicture): SolidPiece[] {
  const pieces = new Map<string | number, SolidPiece & { cells: SolidPiece['cells'][number][] }>();
  for (const { at, region, tint = 0, mark } of cells) {
    if (region === undefined) continue;
    const known = pieces.get(region);
    if (known !== undefined) known.cells.push(at);
    else pieces.set(region, { name: mark ?? String(region), cells: [at], tint });
  }
  return [...pieces.values()];
}

/** True for a piece of cubes, as a packing has it. */
function isOfCubes(
  payload: unknown,
): payload is { readonly piece: string; readonly cells: readonly Cube[] } {
  const { piece, cells } = (payload ?? {}) as Record<string, unknown>;
  const [first] = Array.isArray(cells) ? (cells as unknown[]) : [];
  return typeof piece === 'string' && typeof (first as Cube | undefined)?.layer === 'number';
}

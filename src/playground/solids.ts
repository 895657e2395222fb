/** Solids for the page to turn: the pieces of a solution in space, with the colours of its picture. */

import type { LatticeName } from '../puzzles/packing/lattices.ts';
import type { Cube } from '../puzzles/packing/region.ts';
import { isGraph, type Picture, squareAt } from '../puzzles/picture/board.ts';
import type { SolidPiece } from '../puzzles/picture/solid.ts';

/** A solution in space. */
export interface SolidPicture {
  readonly lattice: LatticeName;
  readonly pieces: readonly SolidPiece[];
}

/** The solid of a solution; undefined where it has no cells in space. */
export function solidOf(
  payloads: readonly unknown[],
  pictures: readonly Picture[],
): SolidPicture | undefined {
  if (payloads.length === 0 || !payloads.every(isOfCubes)) return undefined;
  const pieces = payloads.map(({ piece, cells }): SolidPiece => {
    const [{ row, column, layer }] = cells;
    const board = pictures[layer];
    const tint = board === undefined || isGraph(board) ? 0 : squareAt(board, row, column)?.tint;
    return {
      name: piece,
      cells: cells.map((cell) => [cell.column, cell.row, cell.layer]),
      tint: tint ?? 0,
    };
  });
  return { lattice: 'cubes', pieces };
}

/** True for a piece of cubes, as a packing has it. */
function isOfCubes(
  payload: unknown,
): payload is { readonly piece: string; readonly cells: readonly Cube[] } {
  const { piece, cells } = (payload ?? {}) as Record<string, unknown>;
  const [first] = Array.isArray(cells) ? (cells as unknown[]) : [];
  return typeof piece === 'string' && typeof (first as Cube | undefined)?.layer === 'number';
}

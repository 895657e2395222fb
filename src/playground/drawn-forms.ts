/** Drawings on lattices other than squares and cubes, as the worker states them. */

import type { Exhibit } from '../puzzles/gallery/exhibit.ts';
import { packingExhibit } from '../puzzles/gallery/tilings.ts';
import { type Cube, cellOf } from '../puzzles/packing/cubes.ts';
import { LATTICES, type LatticeName } from '../puzzles/packing/lattices.ts';
import type { Piece } from '../puzzles/packing/pieces.ts';

/** A drawing: x, y, z of a cell stand in its column, row and layer. */
export interface DrawnForms {
  readonly board: readonly Cube[];
  readonly pieces: readonly Piece[];
}

/** The packing of a drawing, as the gallery has it. `settings` are the switches that are on. */
export function formsExhibit(
  lattice: string,
  settings: Parameters<typeof packingExhibit>[3],
  { board, pieces }: DrawnForms,
): Exhibit {
  const name = lattice as LatticeName;
  const { [name]: own } = LATTICES;
  // At the origin, as in a file of BurrTools: hints name cells.
  const cellsOf = (cells: readonly Cube[]) =>
    own.atOrigin(cells.map(cellOf)).map((cell) => cell.slice(0, own.dimensions));
  const forms = pieces.map(({ name, times, cells }) => ({
    name,
    times: settings.unlimited ? undefined : times,
    cells: cellsOf(cells),
  }));
  return packingExhibit(name, cellsOf(board), forms, settings);
}

/** Drawings on hexagons, triangles and edges, as the worker states them. */

import { type Exhibit, exhibit } from '../puzzles/gallery/exhibit.ts';
import type { LatticeName } from '../puzzles/packing/lattices.ts';
import type { Piece } from '../puzzles/packing/pieces.ts';
import { polyforms } from '../puzzles/packing/polyforms.ts';
import type { Cube } from '../puzzles/packing/region.ts';
import { polyformPicture } from '../puzzles/picture/tiling.ts';

/** A drawing: x, y, z of a cell stand in its column, row and layer. */
export interface DrawnForms {
  readonly board: readonly Cube[];
  readonly pieces: readonly Piece[];
}

/** The switches of a drawing. */
interface DrawnSettings {
  readonly unlimited?: true;
  readonly gaps?: true;
  readonly 'one-sided'?: true;
}

/** The packing of a drawing. `settings` are the switches that are on. */
export function formsExhibit(
  lattice: string,
  settings: DrawnSettings,
  { board, pieces }: DrawnForms,
): Exhibit {
  const name = lattice as LatticeName;
  const cellsOf = (cells: readonly Cube[]) =>
    cells.map(({ row, column, layer }) =>
      name === 'hexagons' ? [column, row] : [column, row, layer],
    );
  const problem = polyforms(
    name,
    cellsOf(board),
    pieces.map(({ name, times, cells }) => {
      const copies = settings.unlimited ? undefined : times;
      return { name, times: copies, cells: cellsOf(cells) };
    }),
    {
      supply: settings.unlimited === true ? 'unlimited' : 'once',
      gaps: settings.gaps === true,
      oneSided: settings['one-sided'] === true,
    },
  );
  const draw = (placed: Parameters<typeof polyformPicture>[0]) =>
    polyformPicture(placed, { lattice: name, board: cellsOf(board) });
  return { ...exhibit(problem, draw), group: () => problem.boardSymmetries() };
}

/** Small pictures of pieces in space. */
import type { LatticeCell } from '../puzzles/packing/lattice.ts';
import type { LatticeName } from '../puzzles/packing/lattices.ts';
import { pieceFigure } from '../puzzles/picture/svg/solids.ts';

/** The least side of a picture, so that a single cell does not look like a large piece. */
const LEAST_SIDE = 130;

/** The picture of a piece, as SVG. */
export function pieceSvg(lattice: LatticeName, cells: readonly LatticeCell[]): string {
  const { width, height, lines } = pieceFigure(lattice, cells);
  const side = Math.max(width, height, LEAST_SIDE);
  const view = [(width - side) / 2, (height - side) / 2, side, side].join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}" class="piece of-space" aria-hidden="true">${lines.join('')}</svg>`;
}

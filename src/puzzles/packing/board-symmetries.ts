import { type Cells, keyOf, type Lattice } from './lattice.ts';
import { PlacementImages } from './placement-images.ts';
import type { PiecePlacement } from './placements.ts';
import type { IsAlike } from './points.ts';

/** A symmetry of a board: where it takes each cell. */
export interface BoardSymmetry {
  /** True if a turn has this effect, false if only a reflection has. */
  readonly isProper: boolean;
  /** Cell -> its image, by number. */
  readonly cells: Int32Array;
}

/**
 * The symmetries of a board, the identity first: the maps of the lattice that take it onto itself.
 * Maps with the same effect on the cells count once: a flat board in space has two for each
 * symmetry, with and without a reflection in its plane. `isAlike`: false for two cells that no
 * symmetry may take to each other.
 */
export function boardSymmetries(
  lattice: Lattice,
  board: Cells,
  isAlike?: IsAlike,
): BoardSymmetry[] {
  const found: { isProper: boolean; readonly cells: Int32Array }[] = [];
  for (const { map, images } of lattice.mapsOnto(board, board, isAlike)) {
    const { isProper } = lattice.maps[map];
    const same = found.find(({ cells }) => cells.every((image, cell) => image === images[cell]));
    if (same === undefined) found.push({ isProper, cells: images });
    else same.isProper ||= isProper;
  }
  return found;
}

/** A symmetry of a packing: the image of each piece and of each placement. */
export interface PackingSymmetry {
  /** Piece -> its image, or -1. */
  readonly pieces: readonly number[];
  /** Placement -> placement, or -1 where the image is none. */
  readonly placements: Int32Array;
}

/** A number of copies, or the least and the most. */
export type Copies = number | readonly [least: number, most: number];

type Bounds = Exclude<Copies, number>;

/** What a symmetry keeps of a piece. Default: one copy. */
export interface Counted {
  readonly times?: Copies | undefined;
}

/** The least and the greatest number of copies. */
export function boundsOf({ times = 1 }: Counted): Bounds {
  return typeof times === 'number' ? [times, times] : times;
}

/** What placements are made from. */
export interface PlacedForms {
  readonly lattice: Lattice;
  readonly board: Cells;
  readonly pieces: readonly (Counted & { readonly cells: Cells })[];
  /** Piece -> its orientations. */
  readonly ways: readonly (readonly Cells[])[];
  readonly placements: readonly PiecePlacement[];
}

/**
 * The symmetries of the board and what they do to placements, the identity first. A reflection takes
 * a piece to its mirror image: itself, or one of the same shape with bounds that allow the exchange.
 * Of several pieces of one shape, the first goes to the first, and so on.
 */
export function placementSymmetries(forms: PlacedForms): PackingSymmetry[] {
  const { lattice, board, pieces, ways, placements } = forms;
  const same = pieces.map((_, piece) => piece);
  const mirrored = mirrorImages(lattice, pieces, ways);
  const images = new PlacementImages(placements, board.length);
  return boardSymmetries(lattice, board).map(({ isProper, cells }) => {
    const moved = isProper ? same : mirrored;
    return { pieces: moved, placements: images.under(cells, moved) };
  });
}

/** Piece -> the piece that a reflection takes it to, or -1. */
function mirrorImages(
  lattice: Lattice,
  pieces: PlacedForms['pieces'],
  ways: readonly (readonly Cells[])[],
): number[] {
  const shapes = ways.map((orientations) => orientations.map(keyOf).sort()[0]);
  const bounds = pieces.map(boundsOf);
  const isLike = (piece: number) => (other: number) =>
    shapes[other] === shapes[piece] && bounds[other].join() === bounds[piece].join();
  return pieces.map(({ cells }, piece) => {
    const mirror = keyOf(lattice.mirrored(cells));
    const twins = [...ways.keys()].filter((other) =>
      ways[other].some((way) => keyOf(way) === mirror),
    );
    if (twins.includes(piece)) return piece;
    const rank = [...ways.keys()].filter(isLike(piece)).indexOf(piece);
    const alike = twins.filter((twin) => bounds[twin].join() === bounds[piece].join());
    if (alike[rank] !== undefined) return alike[rank];
    const others = twins.filter((twin) => doMeet(bounds[twin], bounds[piece]));
    return others.length === 1 &&
      [...ways.keys()].filter((other) => shapes[other] === shapes[piece]).length === 1
      ? others[0]
      : -1;
  });
}

function doMeet(one: Bounds, other: Bounds): boolean {
  return one[0] <= other[1] && other[0] <= one[1];
}

/**
 * The symmetries of the board that are symmetries of a packing, the identity first: each permutes the
 * placements, and takes a piece to one with the same number of copies.
 */
export function symmetriesOf(forms: PlacedForms): PackingSymmetry[] {
  const bounds = forms.pieces.map((piece) => boundsOf(piece).join());
  return placementSymmetries(forms).filter(
    ({ pieces, placements }) =>
      !placements.includes(-1) &&
      pieces.every((image, piece) => image >= 0 && bounds[image] === bounds[piece]),
  );
}

import { QuadrilleError, shown } from '../../problem/error.ts';
import type { Problem } from '../../problem/problem.ts';
import { checkFlag, checkSettings } from '../../problem/setting.ts';
import { type PackingSettings, packing } from './packing.ts';
import { checkPieces, type Piece, pieces as piecesNamed, withMirrors } from './pieces.ts';
import { type Cube, isFlat, type Placed, regionOf } from './region.ts';

export interface PolyominoSettings extends PackingSettings {
  /** Whether pieces may not be turned over. Default: no. */
  readonly oneSided?: boolean | undefined;
}

/**
 * Tilings of a region by polyominoes. The region is a rectangle such as `'6x10'` (rows x columns), or a
 * drawing with `#` for a cell. The pieces are names for `pieces` (`'pentominoes O4'`), or its result.
 *
 *     polyominoes('8x8', 'pentominoes O4', { upToSymmetry: true });
 *     polyominoes('10x10', 'P*3 I*2', { gaps: true });
 *     polyominoes('####\n#..#\n####', 'I2', { supply: 'unlimited' });
 */
export function polyominoes(
  region: string,
  pieces: string | readonly Piece[],
  settings: PolyominoSettings = {},
): Problem<Placed> {
  checkSettings(settings, ['supply', 'gaps', 'upToSymmetry', 'oneSided']);
  const { oneSided, ...rest } = settings;
  const cells = regionOf(region);
  const given = checkPieces(typeof pieces === 'string' ? piecesNamed(pieces) : pieces);
  const solid = given.find((piece) => !isFlat(piece.cells))?.name;
  if (solid !== undefined || !isFlat(cells)) {
    const what = solid === undefined ? 'region' : `piece ${shown(solid)}`;
    throw new QuadrilleError(
      'bad-setting',
      `The ${what} has more than one layer; use polycubes for what is not flat.`,
    );
  }
  const turning = checkFlag('oneSided', oneSided) ? 'in-plane' : 'in-space';
  return packing(cells, given, turning, rest, ({ row, column }) => ({ row, column }));
}

/**
 * The 12 pentominoes, each once, in a region of 60 cells, or in a larger one with gaps. With
 * `oneSided` the 18 one-sided pentominoes (F and its mirror image F' ...), in a region of 90 cells.
 */
export function pentominoes(
  region: string,
  settings: Omit<PolyominoSettings, 'supply'> = {},
): Problem<Placed> {
  checkSettings(settings, ['gaps', 'upToSymmetry', 'oneSided']);
  const twelve = piecesNamed('pentominoes');
  return polyominoes(region, settings.oneSided ? withMirrors(twelve) : twelve, settings);
}

/** Tilings of a region by dominoes. */
export function dominoes(region: string): Problem<Placed> {
  return polyominoes(region, 'domino', { supply: 'unlimited' });
}

/**
 * Packings of a region in space by polycubes in any orientation. The region is a box such as `'3x4x5'`
 * (rows x columns x layers), or a drawing: its layers from the bottom up, with an empty line between
 * two. The pieces are names for `pieces` (`'soma'`), or its result.
 */
export function polycubes(
  region: string,
  pieces: string | readonly Piece[],
  settings: PackingSettings = {},
): Problem<Placed<Cube>> {
  const given = typeof pieces === 'string' ? piecesNamed(pieces) : pieces;
  return packing(regionOf(region), given, 'in-space', settings, (cube) => cube);
}

/** Piet Hein's Soma cube: seven pieces in 3x3x3. */
export function soma(settings: Pick<PackingSettings, 'upToSymmetry'> = {}): Problem<Placed<Cube>> {
  checkSettings(settings, ['upToSymmetry']);
  return polycubes('3x3x3', 'soma', settings);
}

/** Bruce Bedlam's cube: 13 pieces in 4x4x4, with 19,186 solutions up to rotation. */
export function bedlam(
  settings: Pick<PackingSettings, 'upToSymmetry'> = {},
): Problem<Placed<Cube>> {
  checkSettings(settings, ['upToSymmetry']);
  return polycubes('4x4x4', 'bedlam', settings);
}

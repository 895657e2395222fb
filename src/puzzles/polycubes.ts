import type { Problem } from '../problem/problem.ts';
import { checkSettings } from '../problem/setting.ts';
import { type PackingSettings, packing } from './packing.ts';
import { type Piece, pieces as piecesNamed } from './pieces.ts';
import type { Cube, Placed } from './region.ts';
import { regionOf } from './region.ts';

/**
 * Packings of a region in space by polycubes, turned at will. The region: a box as `'3x4x5'` (rows
 * x columns x layers), or a drawing, layer by layer from the bottom with an empty line between
 * two. The pieces: by names as `pieces` takes them (`'soma'`), or as it gives them.
 */
export function polycubes(
  region: string,
  pieces: string | readonly Piece[],
  settings: PackingSettings = {},
): Problem<Placed<Cube>> {
  const given = typeof pieces === 'string' ? piecesNamed(pieces) : pieces;
  return packing(regionOf(region), given, 'in-space', settings, (cube) => cube);
}

/** Piet Hein's Soma cube: 3x3x3 of seven pieces. */
export function soma(settings: Pick<PackingSettings, 'upToSymmetry'> = {}): Problem<Placed<Cube>> {
  checkSettings(settings, ['upToSymmetry']);
  return polycubes('3x3x3', 'soma', settings);
}

/** Bruce Bedlam's cube: 4x4x4 of 13 pieces, in 19,186 ways but for rotations. */
export function bedlam(
  settings: Pick<PackingSettings, 'upToSymmetry'> = {},
): Problem<Placed<Cube>> {
  checkSettings(settings, ['upToSymmetry']);
  return polycubes('4x4x4', 'bedlam', settings);
}

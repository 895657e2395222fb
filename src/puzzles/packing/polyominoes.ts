import { shown } from '../../engine/problem/error.ts';
import { checkFlag, checkInteger, checkSettings } from '../../engine/problem/setting.ts';
import { badSetting } from '../mistakes.ts';
import { type Cell, type Cube, cellOf, cubeOf, cubesOf, isFlat, type Placed } from './cubes.ts';
import { freeForms } from './free.ts';
import { LATTICES } from './lattices.ts';
import { PACKING_SETTINGS, Packing, type PackingSettings } from './packing.ts';
import { checkPieces, formOf, type Piece, pieces as piecesNamed, withMirrors } from './pieces.ts';

export interface PolyominoSettings extends PackingSettings {
  /** True forbids to turn pieces over. Default: false. */
  readonly oneSided?: boolean | undefined;
}

/**
 * Tilings of a board by polyominoes. The board is a rectangle such as `'6x10'` (rows x columns),
 * an Aztec diamond (`'aztec 5'`), or a drawing with `#` for a cell. The pieces are names for
 * `pieces` (`'pentominoes O4'`), or its result.
 *
 *     polyominoes('8x8', 'pentominoes O4', { upToSymmetry: true });
 *     polyominoes('10x10', 'P*3 I*2', { gaps: true });
 *     polyominoes('####\n#..#\n####', 'I2', { supply: 'unlimited' });
 */
export function polyominoes(
  board: string,
  pieces: string | readonly Piece[],
  settings: PolyominoSettings = {},
): Packing<Placed> {
  checkSettings(settings, ['supply', 'gaps', 'upToSymmetry', 'oneSided']);
  return flatPacking(board, pieces, settings);
}

/** `hasSupply`: false where the caller has no setting of that name, so that no error offers it. */
function flatPacking(
  board: string,
  pieces: string | readonly Piece[],
  { oneSided, ...rest }: PolyominoSettings,
  hasSupply = true,
): Packing<Placed> {
  const cells = cubesOf(board);
  const given = checkPieces(typeof pieces === 'string' ? piecesNamed(pieces) : pieces);
  const solid = given.find((piece) => !isFlat(piece.cells))?.name;
  if (solid !== undefined || !isFlat(cells)) {
    const what = solid === undefined ? 'board' : `piece ${shown(solid)}`;
    throw badSetting(`The ${what} has more than one layer; use polycubes for what is not flat.`);
  }
  return new Packing({
    lattice: LATTICES.squares,
    board: cells.map(cellOf),
    pieces: given.map(formOf),
    turnsOver: !checkFlag('oneSided', oneSided),
    settings: rest,
    hasSupply,
    payloadOf: placedIn(cells.map(({ row, column }) => ({ row, column }))),
  });
}

/** Payloads with the cells of a board. */
function placedIn<C extends Cell>(board: readonly C[]) {
  return (piece: string, cells: readonly number[]): Placed<C> => ({
    piece,
    cells: cells.map((cell) => board[cell]),
  });
}

/**
 * The 12 pentominoes, each once, on a board of 60 cells, or on a larger one with gaps. With
 * `oneSided` the 18 one-sided pentominoes (F and its mirror image F' ...), on a board of 90 cells.
 */
export function pentominoes(
  board: string,
  settings: Omit<PolyominoSettings, 'supply'> = {},
): Packing<Placed> {
  checkSettings(settings, ['gaps', 'upToSymmetry', 'oneSided']);
  const twelve = piecesNamed('pentominoes');
  return flatPacking(board, settings.oneSided ? withMirrors(twelve) : twelve, settings, false);
}

/** Tilings of a board by dominoes. */
export function dominoes(board: string): Packing<Placed> {
  return polyominoes(board, 'domino', { supply: 'unlimited' });
}

/**
 * Packings of a board of cubes by polycubes in any orientation. The board is a box such as
 * `'3x4x5'` (rows x columns x layers), or a drawing: its layers from the bottom up, with an empty
 * line between two. The pieces are names for `pieces` (`'soma'`), or its result.
 */
export function polycubes(
  board: string,
  pieces: string | readonly Piece[],
  settings: PackingSettings = {},
): Packing<Placed<Cube>> {
  checkSettings(settings, PACKING_SETTINGS);
  const given = typeof pieces === 'string' ? piecesNamed(pieces) : pieces;
  const cells = cubesOf(board);
  return new Packing({
    lattice: LATTICES.cubes,
    board: cells.map(cellOf),
    pieces: checkPieces(given).map(formOf),
    turnsOver: false,
    settings,
    payloadOf: placedIn(cells),
  });
}

/** Piet Hein's Soma cube: seven pieces in 3x3x3. */
export function soma(settings: Pick<PackingSettings, 'upToSymmetry'> = {}): Packing<Placed<Cube>> {
  checkSettings(settings, ['upToSymmetry']);
  return polycubes('3x3x3', 'soma', settings);
}

/** Bruce Bedlam's cube: 13 pieces in 4x4x4, with 19,186 solutions up to rotation. */
export function bedlam(
  settings: Pick<PackingSettings, 'upToSymmetry'> = {},
): Packing<Placed<Cube>> {
  checkSettings(settings, ['upToSymmetry']);
  return polycubes('4x4x4', 'bedlam', settings);
}

/** There are 1285 free 9-ominoes; each further cell multiplies the number by almost four. */
const MOST_PIECE_CELLS = 9;

/**
 * All polyominoes of n cells, holes allowed: 1, 1, 2, 5, 12, 35, 108 ... (OEIS A000105). Rotations
 * and reflections of one another count once. Each is in its canonical form: of its orientations,
 * the one whose cells, in reading order, compare least. The list has the same order, so the
 * straight one is first.
 */
export function freePolyominoes(n: number): Cube[][] {
  checkInteger('n', n, 1, MOST_PIECE_CELLS);
  return freeForms(LATTICES.squares, n, false).map((cells) => cells.map(cubeOf));
}

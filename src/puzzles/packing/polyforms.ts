import { nearest, shown } from '../../engine/problem/error.ts';
import {
  checkFlag,
  checkInteger,
  checkSettings,
  SettingError,
} from '../../engine/problem/setting.ts';
import { badSetting } from '../mistakes.ts';
import { type Board, boardOf } from './boards.ts';
import {
  checkForms,
  checkNamed,
  type Form,
  formsAmong,
  type PolyformPiece,
  readForms,
  withMirrorForms,
} from './forms.ts';
import { freeForms } from './free.ts';
import { LATTICES, type LatticeName } from './lattices.ts';
import { PACKING_SETTINGS, Packing, type PackingSettings } from './packing.ts';

/** How to pack polyforms. */
export interface PolyformSettings extends PackingSettings {
  /** True forbids to turn flat pieces over; solids are never mirrored. Default: false. */
  readonly oneSided?: boolean | undefined;
}

/** A piece and its cells, of two numbers in squares and hexagons, of three in other lattices. */
export interface PlacedPolyform {
  readonly piece: string;
  readonly cells: readonly (readonly number[])[];
}

/**
 * Packings of a board of a lattice. The board is a name (`'hexagon 4'`), a drawing, or an array of
 * cells; the pieces are names, or an array of pieces with cells or drawings.
 *
 *     polyforms('triangles', 'hexagon 8x2x2', 'hexiamonds', { upToSymmetry: true });
 *     polyforms('hexagons', '4x7', 'tetrahexes');
 *     polyforms('edges', '2x2', [{ name: 'bend', cells: '+-+\n|', times: 6 }]);
 */
export function polyforms(
  lattice: LatticeName,
  board: Board,
  pieces: string | readonly PolyformPiece[],
  settings: PolyformSettings = {},
): Packing<PlacedPolyform> {
  checkLattice(lattice);
  checkSettings(settings, [...PACKING_SETTINGS, 'oneSided']);
  const { oneSided, ...rest } = settings;
  const { isFlat, dimensions } = LATTICES[lattice];
  if (checkFlag('oneSided', oneSided) && !isFlat) {
    throw new SettingError(
      [`Pieces of ${lattice} have no sides, and are never mirrored`],
      [{ setting: 'oneSided', verb: 'leave out' }],
    );
  }
  const cells = boardOf(lattice, board);
  const given = formsOf(lattice, pieces);
  const coordinates = cells.map((cell) => cell.slice(0, dimensions));
  return new Packing({
    lattice: LATTICES[lattice],
    board: cells,
    pieces: given,
    turnsOver: isFlat && !oneSided,
    settings: rest,
    payloadOf: (piece, numbers) => ({ piece, cells: numbers.map((cell) => coordinates[cell]) }),
  });
}

/** Throws if it is no name of a lattice. */
export function checkLattice(lattice: LatticeName): LatticeName {
  if (typeof lattice === 'string' && Object.hasOwn(LATTICES, lattice)) return lattice;
  const names = Object.keys(LATTICES);
  const like = typeof lattice === 'string' ? nearest(lattice, names) : undefined;
  const meant = like === undefined ? '' : `did you mean ${shown(like)}? `;
  throw badSetting(`There is no lattice ${shown(lattice)}; ${meant}give ${names.join(', ')}.`);
}

function formsOf(lattice: LatticeName, pieces: string | readonly PolyformPiece[]): Form[] {
  if (typeof pieces !== 'string') return checkForms(lattice, pieces);
  const named = formsAmong<number>(lattice, pieces, []);
  return checkNamed(
    named,
    ({ cells }: Form) => cells,
    (_, times: number) => times,
  );
}

/** Which pieces to give. */
export interface PolyformPieceSettings {
  /** True adds the mirror image of each chiral piece: F, F' ... Default: false. */
  readonly mirrors?: boolean | undefined;
  /** Pieces of one's own: a name means one of them before any other. Default: none. */
  readonly drawn?: readonly PolyformPiece[] | undefined;
}

/** Pieces of a lattice by name, with their cells. */
export function polyformPieces(
  lattice: LatticeName,
  names: string,
  settings: PolyformPieceSettings = {},
): PolyformPiece[] {
  checkLattice(lattice);
  checkSettings(settings, ['mirrors', 'drawn']);
  const { drawn = [] } = settings;
  const hasNone = Array.isArray(drawn) && drawn.length === 0;
  const found = formsAmong(lattice, names, hasNone ? [] : checkForms(lattice, drawn));
  const all = checkFlag('mirrors', settings.mirrors) ? withMirrorForms(lattice, found) : found;
  return all.map((form) => pieceOf(lattice, form));
}

/**
 * Reads pieces of a lattice from a text. A line with the name and a colon begins each: `F:`, or
 * `F*3:` for three copies. The rows of the drawing follow.
 */
export function readPolyformPieces(lattice: LatticeName, text: string): PolyformPiece[] {
  checkLattice(lattice);
  return readForms(lattice, text).map((form) => pieceOf(lattice, form));
}

function pieceOf(lattice: LatticeName, { cells, ...named }: Form): PolyformPiece {
  const { dimensions } = LATTICES[lattice];
  return { ...named, cells: cells.map((cell) => cell.slice(0, dimensions)) };
}

/** The most cells of a free polyform; the next number takes more than a second. */
const MOST_FREE: Readonly<Record<LatticeName, number>> = {
  squares: 9,
  cubes: 7,
  hexagons: 8,
  triangles: 12,
  edges: 7,
  prisms: 7,
  spheres: 6,
  rhombic: 7,
  tetraoctahedra: 8,
};

/** Which polyforms differ. */
export interface FreePolyformSettings {
  /** True counts a piece and its mirror image as two. Default: false. */
  readonly oneSided?: boolean | undefined;
}

/**
 * All connected polyforms of n cells, each as an array of its cells. Rotations of one another count
 * once, and so do mirror images by default. Each is in its canonical form: of its orientations, the
 * one whose cells compare least, by layer, row and place in it. The list has the same order.
 */
export function freePolyforms(
  lattice: LatticeName,
  n: number,
  settings: FreePolyformSettings = {},
): number[][][] {
  checkLattice(lattice);
  checkSettings(settings, ['oneSided']);
  checkInteger('n', n, 1, MOST_FREE[lattice]);
  const { dimensions } = LATTICES[lattice];
  return freeForms(LATTICES[lattice], n, checkFlag('oneSided', settings.oneSided)).map((form) =>
    form.map((cell) => cell.slice(0, dimensions)),
  );
}

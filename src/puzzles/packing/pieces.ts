import { shown } from '../../engine/problem/error.ts';
import { badSetting } from '../mistakes.ts';
import { type Cube, cellOf, cubeOf, isFlat, placeOf } from './cubes.ts';
import { cellsDrawn } from './drawing.ts';
import {
  checkName,
  checkNamed,
  checkTimes,
  type Form,
  formsAmong,
  isTurned,
  mirroredForm,
  readForms,
} from './forms.ts';
import { LATTICES } from './lattices.ts';
import { setsOf } from './piece-names.ts';

/** A piece of a packing; the cells of a flat one are all on layer 0. */
export interface Piece {
  readonly name: string;
  readonly cells: readonly Cube[];
  /** The number of copies. Default: 1. */
  readonly times?: number | undefined;
}

/** A piece from a drawing: `piece('Z', '##.\n.##')`. An empty line separates layers. */
export function piece(name: string, drawing: string): Piece {
  if (typeof drawing !== 'string') {
    throw badSetting(`The piece ${shown(name)} is ${shown(drawing)}; draw it as '##.\\n.##'.`);
  }
  const cells = LATTICES.cubes.atOrigin(cellsDrawn('cubes', { text: drawing, line: 1 }));
  return { name: checkName(name), cells: cells.map(cubeOf) };
}

/**
 * Pieces by name, separated by blanks or commas: `'pentominoes O4'`, `'F I L'`.
 *
 * - Sets: monomino, domino, trominoes, tetrominoes, pentominoes, hexominoes, heptominoes,
 *   octominoes, soma, bedlam.
 * - Pentominoes have letters: F I L N P T U V W X Y Z.
 * - Smaller polyominoes have a letter and their size: I1 I2 I3 V3 I4 L4 O4 S4 T4.
 * - Larger ones have no common names. They have size and number in the order of `freePolyominoes`:
 *   `6-1` to `6-35`.
 * - Soma: bent, ell, tee, skew, claw, left, right. Bedlam: b1 to b13.
 *
 * `F'` is the mirror image of F. `F*3` is three copies of F.
 */
export function pieces(names: string): Piece[] {
  return piecesAmong(names, []);
}

/** The same, where a name means one of these pieces before any other. */
export function piecesAmong(names: string, drawn: readonly Piece[]): Piece[] {
  return formsAmong('cubes', names, drawn.map(formOf)).map(pieceOf);
}

/**
 * Reads pieces from a text. A line with the name and a colon begins each: `F:`, or `F*3:` for three
 * copies. The rows of the drawing follow; an empty line separates layers, from the bottom up.
 */
export function readPieces(text: string): Piece[] {
  return readForms('cubes', text).map(pieceOf);
}

/** The pieces, each chiral one followed by its mirror image: F, F' ... */
export function withMirrors(pieces: readonly Piece[]): Piece[] {
  return checkPieces(pieces).flatMap((one) => {
    // Flat ones are turned in their plane, others in space.
    const lattice = isFlat(one.cells) ? LATTICES.squares : LATTICES.cubes;
    const form = formOf(one);
    const twin = mirroredForm(lattice, form);
    return isTurned(lattice, form.cells, twin.cells) ? [one] : [one, pieceOf(twin)];
  });
}

/**
 * The pieces with their cells at the origin. Throws if one is invalid or two have the same name.
 */
export function checkPieces(pieces: readonly Piece[]): Piece[] {
  return checkNamed(pieces, checkCells, checkTimes);
}

/** A piece on the lattice of cubes, or of squares if it is flat. */
export function formOf({ cells, ...named }: Piece): Form<number> {
  return { ...named, cells: cells.map(cellOf) };
}

function pieceOf({ cells, ...named }: Form<number>): Piece {
  return { ...named, cells: cells.map(cubeOf) };
}

function checkCells({ name, cells }: Piece): Cube[] {
  const places = new Set<string>();
  for (const cell of Array.isArray(cells) ? (cells as readonly Cube[]) : []) {
    const { row, column, layer } = cell ?? {};
    if (![row, column, layer].every((place) => Number.isSafeInteger(place))) {
      throw badSetting(
        `The piece ${shown(name)} has a cell at row ${shown(row)}, column ${shown(column)}, ` +
          `layer ${shown(layer)}; give whole numbers.`,
      );
    }
    places.add(placeOf(cell));
  }
  if (places.size === 0 || places.size !== cells.length) {
    throw badSetting(
      `The cells of the piece ${shown(name)} are ${shown(cells)}; ` +
        'give at least one, none of them twice.',
    );
  }
  return LATTICES.cubes.atOrigin(cells.map(cellOf)).map(cubeOf);
}

/** The names of sets. */
export const PIECE_SETS: readonly string[] = setsOf('cubes');

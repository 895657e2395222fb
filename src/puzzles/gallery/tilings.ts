import { nearest, QuadrilleError } from '../../engine/problem/error.ts';
import { SettingError } from '../../engine/problem/setting.ts';
import {
  boardExamples,
  boardNames,
  boardOf,
  boardWords,
  isBoardName,
  noBoard,
  type Board as PackedBoard,
} from '../packing/boards.ts';
import type { Cell, Cube, Placed } from '../packing/cubes.ts';
import { drawingHelp } from '../packing/drawing.ts';
import type { PolyformPiece } from '../packing/forms.ts';
import { LATTICES, type LatticeName } from '../packing/lattices.ts';
import { cellName, type Packing } from '../packing/packing.ts';
import { namesIn, setsOf } from '../packing/piece-names.ts';
import { PIECE_SETS, piecesAmong, readPieces } from '../packing/pieces.ts';
import {
  checkLattice,
  polyformPieces,
  polyforms,
  readPolyformPieces,
} from '../packing/polyforms.ts';
import {
  bedlam,
  dominoes,
  pentominoes,
  polycubes,
  polyominoes,
  soma,
} from '../packing/polyominoes.ts';
import type { Board } from '../picture/board.ts';
import { layerBoards, polyformPicture, tilingBoard } from '../picture/tiling.ts';
import {
  type Choices,
  checkOperands,
  type Entry,
  type Exhibit,
  entry,
  exhibit,
  type Files,
  squareNamed,
  text,
  toggle,
} from './exhibit.ts';
import { CELL_KINDS, tilingWords } from './gallery-names.ts';

const BOARD = 'ROWSxCOLUMNS|FILE';
const BOARD_HELP = 'The board is a rectangle, as 6x10, or a file with a drawing: # for a cell.';

/** Sets of pieces that a flat board has room for. */
const FLAT_SETS = PIECE_SETS.filter((name) => name !== 'soma' && name !== 'bedlam');

const LATTICE_NAMES = Object.keys(LATTICES) as LatticeName[];

const upToSymmetry = {
  'up-to-symmetry': toggle(
    'counts solutions as one if they differ by a turn or mirror of the board',
  ),
};
const gaps = { gaps: toggle('cells may stay empty') };
/** Settings of packings by pieces of the user's choice. */
const packing = {
  ...gaps,
  pieces: text(
    'FILE',
    'pieces drawn in a file, each below a line with its name, as S: (S*4: gives four of it); all of ' +
      'them, or those that are named',
  ),
  unlimited: toggle('any number of each piece; default: one of each, and three of P*3'),
};
const oneSided = {
  'one-sided': toggle("pieces are not turned over; F' is the mirror image of F"),
};

/** An empty board, without the points that mark gaps between pieces. */
function unmarked(board: Board): Board {
  return { ...board, ground: 'ruled', squares: board.squares.map((square) => square && {}) };
}

/** An exhibit of pieces that are placed on a board. */
function tiling<T extends Placed | Placed<Cube>>(
  lattice: 'squares' | 'cubes',
  problem: Packing<T>,
  draw: (placed: readonly T[]) => Board | readonly Board[],
): Exhibit {
  return exhibit(problem, draw, {
    lattice,
    group: () => problem.boardSymmetries(),
    drawBlank: () => [draw([])].flat().map(unmarked),
    placeOf: squareNamed,
    words: tilingWords((option) => problem.payload(option).piece),
    squaresOf: ({ piece, cells }) => cells.map((cell: Cell | Cube) => ({ ...cell, mark: piece })),
  });
}

/** A cube whose board and pieces are fixed. */
function cube(
  name: string,
  about: string,
  board: string,
  make: typeof soma,
  example: readonly [args: string, about: string],
): Entry {
  return entry({
    name,
    about,
    operands: '',
    settings: upToSymmetry,
    examples: [example],
    make(given, operands) {
      checkOperands(operands);
      const problem = make({ upToSymmetry: given['up-to-symmetry'] });
      return tiling('cubes', problem, (placed) => layerBoards(placed, { region: board }));
    },
  });
}

export const TILINGS: readonly Entry[] = [
  entry({
    name: 'pentominoes',
    about: 'the 12 pentominoes on a board of 60 cells',
    details: BOARD_HELP,
    operands: BOARD,
    settings: {
      ...gaps,
      ...upToSymmetry,
      'one-sided': toggle(
        "pieces are not turned over: 18 pieces, as F and its mirror image F', for 90 cells",
      ),
    },
    examples: [
      ['6x10', 'the classic: 9356 solutions'],
      ['3x20 --up-to-symmetry', 'one of each kind: 2 solutions'],
    ],
    async make(given, operands, files) {
      const [operand = ''] = checkOperands(operands, BOARD);
      const board = await readBoard('squares', operand, files);
      const settings = {
        gaps: given.gaps,
        upToSymmetry: given['up-to-symmetry'],
        oneSided: given['one-sided'],
      };
      return tiling('squares', pentominoes(board, settings), (placed) =>
        tilingBoard(placed, { region: board }),
      );
    },
  }),
  entry({
    name: 'dominoes',
    about: 'tilings by dominoes',
    details: `${BOARD_HELP} aztec5 is the Aztec diamond of order 5.`,
    operands: `${BOARD}|aztecN`,
    settings: {},
    examples: [
      ['6x6', '6728 solutions'],
      ['aztec4', '1024 solutions, 2 to the 10th'],
    ],
    async make(_given, operands, files) {
      const [operand = ''] = checkOperands(operands, BOARD);
      const board = await readBoard('squares', operand, files);
      return tiling('squares', dominoes(board), (placed) =>
        tilingBoard(placed, { region: board, byDirection: true }),
      );
    },
  }),
  entry({
    name: 'polyominoes',
    about: 'tilings by pieces of your choice',
    details:
      `${BOARD_HELP} Pieces go by name: whole sets (${FLAT_SETS.join(', ')}), or one by one ` +
      `(${namesIn(FLAT_SETS)}); P*3 is three of P, which are alike.`,
    operands: `${BOARD} PIECE...`,
    words: FLAT_SETS,
    settings: {
      ...packing,
      ...upToSymmetry,
      ...oneSided,
    },
    examples: [
      ['8x8 pentominoes O4', "Dudeney's chessboard"],
      ['6x6 V3 --unlimited', 'a square filled with corners'],
      ["10x10 'P*3' 'I*2' --gaps", 'three P and two I, and room to spare'],
    ],
    async make(given, operands, files) {
      const [operand = '', ...names] = operands;
      checkOperands(operands.slice(0, 1), BOARD);
      const chosen = await piecesOf(names, given.pieces, files);
      const board = await readBoard('squares', operand, files);
      const problem = polyominoes(board, chosen, settingsOf(given));
      return tiling('squares', problem, (placed) => tilingBoard(placed, { region: board }));
    },
  }),
  cube('soma', "Piet Hein's Soma cube: seven pieces in 3x3x3", '3x3x3', soma, [
    '--up-to-symmetry',
    '240 solutions',
  ]),
  cube('bedlam', "Bruce Bedlam's cube: 13 pieces in 4x4x4", '4x4x4', bedlam, [
    '',
    'one of the 19,186 ways',
  ]),
  entry({
    name: 'polycubes',
    about: 'packings of a box by pieces of your choice',
    details:
      'The board is a box, as 3x4x5, or a file with a drawing: layer by layer, with an empty line ' +
      'between two layers. Pieces go by name: the sets soma and bedlam, their pieces ' +
      `(${namesIn(['soma', 'bedlam'])}), or flat ones; O4*6 is six of O4.`,
    operands: 'AxBxC|FILE PIECE...',
    words: PIECE_SETS,
    settings: { ...packing, ...upToSymmetry },
    examples: [
      ['3x4x5 pentominoes', 'the flat pentominoes in a box'],
      ["3x3x3 'O4*6' --gaps", "Slothouber's and Graatsma's six blocks: 8 solutions"],
    ],
    async make(given, operands, files) {
      const [operand = '', ...names] = operands;
      checkOperands(operands.slice(0, 1), 'AxBxC|FILE');
      const chosen = await piecesOf(names, given.pieces, files);
      const board = await readBoard('cubes', operand, files);
      const problem = polycubes(board, chosen, settingsOf(given));
      return tiling('cubes', problem, (placed) => layerBoards(placed, { region: board }));
    },
  }),
  packingsOf('triangles', 'polyiamonds', 'tilings by pieces of triangles', [
    ['4x9 hexiamonds --up-to-symmetry', 'the twelve in a parallelogram: 74 solutions'],
    ['triangle12 sphinx --unlimited', 'a triangle of sphinxes: 830 solutions'],
  ]),
  packingsOf('hexagons', 'polyhexes', 'tilings by pieces of hexagons', [
    ['4x7 tetrahexes --up-to-symmetry', 'the seven in a parallelogram: 9 solutions'],
    ["hexagon3 'I3*2' 'V3*2' 'A3*2' --gaps", 'two of each, and one cell to spare: 672 solutions'],
  ]),
  packingsOf('edges', 'polysticks', 'tilings of a grid by pieces of sticks, which do not cross', [
    ['2x3 tristicks --gaps', 'all five, and two places to spare: 80 solutions'],
    ['2x2 V2 --unlimited', '8 solutions'],
  ]),
  packingsOf('spheres', 'polyspheres', 'pyramids of spheres that are joined to pieces', [
    ['tetrahedron4 2-1 --unlimited', 'ten pairs in a pyramid: 4536 solutions'],
    ['pyramid3 trispheres --gaps', '1240 solutions'],
  ]),
  entry({
    name: 'polyforms',
    about: 'packings of a lattice of your choice, such as prisms or tetrahedra',
    details:
      `The lattices are ${LATTICE_NAMES.join(', ')}. ` +
      'Boards, pieces and drawings of each are in the guide (docs/guide/gallery.md).',
    operands: 'LATTICE BOARD|FILE PIECE...',
    words: LATTICE_NAMES,
    offers(operands) {
      const [lattice] = operands as readonly [LatticeName?];
      if (lattice === undefined) return LATTICE_NAMES;
      return Object.hasOwn(LATTICES, lattice) ? offersOf(lattice, operands.length - 1) : [];
    },
    settings: { ...packing, ...upToSymmetry, ...oneSided },
    examples: [
      ['prisms hexagon1x2 3-1 --unlimited', 'a hexagonal prism of two layers: 9 solutions'],
      ['rhombic 1x1x1 triples --unlimited', 'a cube in eight pieces: 21 solutions'],
    ],
    make(given, operands, files) {
      const [name = '', ...rest] = operands;
      checkOperands(operands.slice(0, 1), 'LATTICE');
      return packed(checkLattice(name as LatticeName), rest, given, files);
    },
  }),
];

/** The packings of a lattice. */
function packingsOf(
  lattice: LatticeName,
  name: string,
  about: string,
  examples: Entry['examples'],
): Entry {
  const boards = boardNames(lattice).map((board) => board.replace(' ', ''));
  const sets = setsOf(lattice);
  return entry({
    name,
    about,
    details:
      `The board is ${boards.join(', ')}, where letters are sides, or a file with a drawing: ` +
      `${drawingHelp(lattice)}. Pieces go by name: whole sets (${sets.join(', ')}), or one by one ` +
      `(${namesIn(sets, lattice)}); *2 behind a name gives two, which are alike.`,
    operands: 'BOARD|FILE PIECE...',
    words: sets,
    offers: (operands) => offersOf(lattice, operands.length),
    settings: { ...packing, ...upToSymmetry, ...(LATTICES[lattice].isFlat && oneSided) },
    examples,
    make: (given, operands, files) => packed(lattice, operands, given, files),
  });
}

/** What may follow so many operands of a packing: a board, then pieces. */
function offersOf(lattice: LatticeName, operands: number): readonly string[] {
  return operands === 0 ? boardExamples(lattice) : setsOf(lattice);
}

type PackingFlags = Choices<typeof packing & typeof upToSymmetry & typeof oneSided>;

/** The settings of a packing by flags. Polycubes know nothing of sides. */
function settingsOf(given: PackingFlags) {
  const one = given['one-sided'];
  return {
    supply: given.unlimited ? ('unlimited' as const) : ('once' as const),
    gaps: given.gaps,
    upToSymmetry: given['up-to-symmetry'],
    ...(one && { oneSided: one }),
  };
}

/** The named pieces, drawn in a file or known; without names all that the file draws. */
async function piecesOf(names: readonly string[], file: string | undefined, files: Files) {
  const drawn = file === undefined ? [] : await files.parse(file, readPieces);
  if (names.length > 0) return piecesAmong(names.join(' '), drawn);
  if (drawn.length > 0) return drawn;
  throw missingPieces("name some, such as 'pentominoes' or 'F I L'");
}

function missingPieces(remedy: string): SettingError {
  return new SettingError(
    [{ setting: 'PIECE' }, ' is missing'],
    [remedy, { setting: 'pieces', value: 'FILE', verb: 'give' }],
  );
}

/** A set in the middle: the first ones have one piece, the last ones hundreds. */
function exampleOf(sets: readonly string[]): string | undefined {
  return sets[sets.length >> 1];
}

/** The pieces of a lattice, named, or drawn in a file; without names all that the file draws. */
async function formsOf(
  lattice: LatticeName,
  names: readonly string[],
  file: string | undefined,
  files: Files,
) {
  const drawn = file && (await files.parse(file, (text) => readPolyformPieces(lattice, text)));
  if (names.length > 0)
    return polyformPieces(lattice, names.join(' '), { ...(drawn && { drawn }) });
  if (drawn) return drawn;
  throw missingPieces(`name some, such as '${exampleOf(setsOf(lattice))}'`);
}

/**
 * The board of an operand: a name, as `hexagon4` or `hexagon 4`, or the drawing in a file. What looks
 * like a name and is no file has the error of a board.
 */
async function readBoard(lattice: LatticeName, operand: string, files: Files): Promise<string> {
  if (isBoardName(lattice, operand)) return operand;
  try {
    return await files.parse(operand, (drawing) => {
      // Mistakes in it are told with the name of the file.
      boardOf(lattice, drawing);
      return drawing;
    });
  } catch (error) {
    const isLike =
      /^[a-z]* ?\d[^./\\]*$/i.test(operand) || nearest(operand, boardWords(lattice)) !== undefined;
    // A page has words of its own for a file that is not there.
    if (error instanceof QuadrilleError || !isLike) throw error;
    const examples = boardExamples(lattice).join(', ');
    throw noBoard(lattice, operand, `a board such as ${examples}, or a file with a drawing`);
  }
}

/** The packing of a lattice that operands name. */
async function packed(
  lattice: LatticeName,
  operands: readonly string[],
  given: PackingFlags,
  files: Files,
): Promise<Exhibit> {
  const [operand = '', ...names] = operands;
  checkOperands(operands.slice(0, 1), 'BOARD|FILE');
  const named = await readBoard(lattice, operand, files);
  const chosen = await formsOf(lattice, names, given.pieces, files);
  return packingExhibit(lattice, named, chosen, given);
}

/** An exhibit of a packing of a lattice. */
export function packingExhibit(
  lattice: LatticeName,
  given: PackedBoard,
  pieces: readonly PolyformPiece[],
  flags: PackingFlags,
): Exhibit {
  const problem = polyforms(lattice, given, pieces, settingsOf(flags));
  const board = boardOf(lattice, given);
  const places = new Map(board.map((cell) => [cellName(LATTICES[lattice], cell), squareAt(cell)]));
  return exhibit(problem, (placed) => polyformPicture(placed, { lattice, board }), {
    lattice,
    group: () => problem.boardSymmetries(),
    drawBlank: () => ({ lattice, cells: board.map((at) => ({ at })) }),
    placeOf: (item) => places.get(item),
    words: tilingWords(
      (option) => problem.payload(option).piece,
      (item) => (places.has(item) ? CELL_KINDS[lattice] : undefined),
    ),
    squaresOf: ({ piece, cells }) => cells.map((cell) => ({ ...squareAt(cell), mark: piece })),
  });
}

/** The square of a hint at a cell of a lattice. */
function squareAt([column, row, layer = 0]: readonly number[]): Cube {
  return { row, column, layer };
}

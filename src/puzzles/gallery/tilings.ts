import type { Problem } from '../../engine/problem/problem.ts';
import { SettingError } from '../../engine/problem/setting.ts';
import { namesIn } from '../packing/piece-names.ts';
import { PIECE_SETS, piecesAmong, readPieces } from '../packing/pieces.ts';
import {
  bedlam,
  dominoes,
  pentominoes,
  polycubes,
  polyominoes,
  soma,
} from '../packing/polyominoes.ts';
import { aztecDiamond, type Cell, type Cube, type Placed, regionOf } from '../packing/region.ts';
import type { Board } from '../picture/board.ts';
import { layerBoards, tilingBoard } from '../picture/tiling.ts';
import {
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
import { tilingWords } from './gallery-names.ts';

const REGION = 'ROWSxCOLUMNS|FILE';
const REGION_HELP = 'The region is a rectangle, as 6x10, or a file with a drawing: # for a cell.';

/** Sets of pieces that a plane region has room for. */
const FLAT_SETS = PIECE_SETS.filter((name) => name !== 'soma' && name !== 'bedlam');

const upToSymmetry = {
  'up-to-symmetry': toggle(
    'counts solutions as one if they differ by a turn or mirror of the region',
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

/** The region of an operand: a rectangle, a box, `aztec5`, or the drawing in a file. */
async function readRegion(operand: string, files: Files): Promise<string> {
  if (/^\d+x\d+(?:x\d+)?$/.test(operand)) return operand;
  const [, order] = /^aztec(\d+)$/.exec(operand) ?? [];
  if (order !== undefined) return aztecDiamond(Number(order));
  return files.parse(operand, (drawing) => {
    // Mistakes in it are told with the name of the file.
    regionOf(drawing);
    return drawing;
  });
}

/** An empty board, without the points that mark gaps between pieces. */
function unmarked(board: Board): Board {
  return { ...board, ground: 'ruled', squares: board.squares.map((square) => square && {}) };
}

/** An exhibit of pieces that are placed in a region. */
function tiling<T extends Placed | Placed<Cube>>(
  problem: Problem<T>,
  draw: (placed: readonly T[]) => Board | readonly Board[],
): Exhibit {
  return exhibit(problem, draw, {
    drawBlank: () => [draw([])].flat().map(unmarked),
    placeOf: squareNamed,
    words: tilingWords((option) => problem.payload(option).piece),
    squaresOf: ({ piece, cells }) => cells.map((cell: Cell | Cube) => ({ ...cell, mark: piece })),
  });
}

/** A cube whose region and pieces are fixed. */
function cube(
  name: string,
  about: string,
  region: string,
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
      return tiling(problem, (placed) => layerBoards(placed, { region }));
    },
  });
}

export const TILINGS: readonly Entry[] = [
  entry({
    name: 'pentominoes',
    about: 'the 12 pentominoes in a region of 60 cells',
    details: REGION_HELP,
    operands: REGION,
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
      const [operand = ''] = checkOperands(operands, REGION);
      const region = await readRegion(operand, files);
      const settings = {
        gaps: given.gaps,
        upToSymmetry: given['up-to-symmetry'],
        oneSided: given['one-sided'],
      };
      return tiling(pentominoes(region, settings), (placed) => tilingBoard(placed, { region }));
    },
  }),
  entry({
    name: 'dominoes',
    about: 'tilings by dominoes',
    details: `${REGION_HELP} aztec5 is the Aztec diamond of order 5.`,
    operands: `${REGION}|aztecN`,
    settings: {},
    examples: [
      ['6x6', '6728 solutions'],
      ['aztec4', '1024 solutions, 2 to the 10th'],
    ],
    async make(_given, operands, files) {
      const [operand = ''] = checkOperands(operands, REGION);
      const region = await readRegion(operand, files);
      return tiling(dominoes(region), (placed) =>
        tilingBoard(placed, { region, byDirection: true }),
      );
    },
  }),
  entry({
    name: 'polyominoes',
    about: 'tilings by pieces of your choice',
    details:
      `${REGION_HELP} Pieces go by name: whole sets (${FLAT_SETS.join(', ')}), or one by one ` +
      `(${namesIn(FLAT_SETS)}); P*3 is three of P, which are alike.`,
    operands: `${REGION} PIECE...`,
    words: FLAT_SETS,
    settings: {
      ...packing,
      ...upToSymmetry,
      'one-sided': toggle("pieces are not turned over; F' is the mirror image of F"),
    },
    examples: [
      ['8x8 pentominoes O4', "Dudeney's chessboard"],
      ['6x6 V3 --unlimited', 'a square filled with corners'],
      ["10x10 'P*3' 'I*2' --gaps", 'three P and two I, and room to spare'],
    ],
    async make(given, operands, files) {
      const [operand = '', ...names] = operands;
      checkOperands(operands.slice(0, 1), REGION);
      const chosen = await piecesOf(names, given.pieces, files);
      const region = await readRegion(operand, files);
      const settings = {
        supply: given.unlimited ? ('unlimited' as const) : ('once' as const),
        gaps: given.gaps,
        upToSymmetry: given['up-to-symmetry'],
        oneSided: given['one-sided'],
      };
      const problem = polyominoes(region, chosen, settings);
      return tiling(problem, (placed) => tilingBoard(placed, { region }));
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
      'The region is a box, as 3x4x5, or a file with a drawing: layer by layer, with an empty line ' +
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
      const region = await readRegion(operand, files);
      const settings = {
        supply: given.unlimited ? ('unlimited' as const) : ('once' as const),
        gaps: given.gaps,
        upToSymmetry: given['up-to-symmetry'],
      };
      const problem = polycubes(region, chosen, settings);
      return tiling(problem, (placed) => layerBoards(placed, { region }));
    },
  }),
];

/** The named pieces, drawn in a file or known; without names all that the file draws. */
async function piecesOf(names: readonly string[], file: string | undefined, files: Files) {
  const drawn = file === undefined ? [] : await files.parse(file, readPieces);
  if (names.length > 0) return piecesAmong(names.join(' '), drawn);
  if (drawn.length > 0) return drawn;
  throw new SettingError(
    [{ setting: 'PIECE' }, ' is missing'],
    [
      "name some, such as 'pentominoes' or 'F I L'",
      { setting: 'pieces', value: 'FILE', verb: 'give' },
    ],
  );
}

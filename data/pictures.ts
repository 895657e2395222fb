import { diagram, explain, first, type Problem } from '../src/index.ts';
import {
  drawSvg,
  langfordBoard,
  layerBoards,
  macmahonBoard,
  type Picture,
  queensBoard,
  sudokuBoard,
  tilingBoard,
  weightBoards,
} from '../src/picture.ts';
import {
  aztecDiamond,
  dominoes,
  langford,
  macmahon,
  pentominoes,
  pieces,
  polyominoes,
  queens,
  soma,
} from '../src/puzzles.ts';
import { readPuzzle, Solver } from '../src/sudoku.ts';

/** A solution of a problem, as what its options stand for. */
function solved<T>(problem: Problem<T>, seed?: number): T[] {
  const { solution } = first(problem, { seed });
  if (solution === undefined) throw new Error('A picture has no solution.');
  return solution.payloads;
}

/** A solution of a problem, each as likely as any other. */
function drawn<T>(problem: Problem<T>, seed: number): T[] {
  const [solution] = diagram(problem).diagram?.sample({ seed }) ?? [];
  if (solution === undefined) throw new Error('A picture has no diagram.');
  return solution.payloads;
}

/** Weights that prove that a tiling does not exist, without their legend. */
function weighed(problem: Problem<unknown>): Picture[] {
  const reason = explain(problem, { reasons: ['weights'] });
  if (reason.kind !== 'equations') throw new Error('A picture has no weights.');
  const items = Array.from(reason.weights, (weight, item) => {
    const name = problem.itemName(item);
    const [row = 1, column = 1] = name.slice(1).split('c').map(Number);
    return { name, weight, place: { row: row - 1, column: column - 1 } };
  });
  return weightBoards(items, reason).slice(0, -1);
}

/** Pieces below their names; the layers of a solid one side by side, the lowest at the left. */
function drawPieces(names: string, title: string): string {
  const boards = pieces(names).map(({ name, cells }) => {
    const [height, width, layers] = (['row', 'column', 'layer'] as const).map(
      (axis) => 1 + Math.max(...cells.map((cell) => cell[axis])),
    ) as [number, number, number];
    const spread = cells.map(({ row, column, layer }) => {
      return { row, column: column + layer * (width + 1) };
    });
    // Each layer as a box, whose empty squares show where the layers lie on one another.
    const row = Array.from({ length: layers }, () => '#'.repeat(width)).join('.');
    const region = layers > 1 ? Array.from({ length: height }, () => row).join('\n') : undefined;
    return tilingBoard([{ piece: name, cells: spread }], { region, caption: name });
  });
  return drawSvg(boards, { title });
}

/** A chessboard without two opposite corners. */
const CUT = Array.from({ length: 8 }, (_, row) =>
  row === 0 ? '.#######' : row === 7 ? '#######.' : '########',
).join('\n');

/** Programming Praxis, "Sudoku", 20 February 2009. */
function sudoku(caption: string): Picture {
  const { shape, givens } = readPuzzle(
    '700100000020000015000006390200018000040090070000750003078500000560000040000001002',
  );
  const { solution = givens } = new Solver(shape).first(givens);
  return sudokuBoard(shape, solution, { givens, caption });
}

/** Dudeney's: 8x8 without the four squares in the middle. */
const CHESSBOARD = Array.from({ length: 8 }, (_, row) =>
  row === 3 || row === 4 ? '###..###' : '########',
).join('\n');

/** The order of the Aztec diamond. A diagram of the next order takes twice the nodes. */
const ORDER = 16;

/** What `data/pictures/` has: file -> how it is drawn. */
export const pictures: Readonly<Record<string, () => string>> = {
  'arctic-circle.svg': () =>
    drawSvg(tilingBoard(drawn(dominoes(aztecDiamond(ORDER)), 1), { byDirection: true }), {
      title: 'A random tiling of an Aztec diamond by dominoes',
      width: 440,
    }),
  'gallery.svg': () =>
    drawSvg(
      [
        sudoku('Sudoku'),
        tilingBoard(solved(pentominoes(CHESSBOARD), 8), { caption: 'pentominoes' }),
        queensBoard(8, solved(queens(8), 7), '8 queens'),
        macmahonBoard(solved(macmahon(), 24), "MacMahon's squares"),
        langfordBoard(solved(langford(8), 5), "Langford's pairs"),
      ],
      { title: 'Solutions found by quadrille', width: 1140 },
    ),
  'hexominoes.svg': () => drawPieces('hexominoes', 'The hexominoes 6-1 to 6-35'),
  'pentominoes.svg': () => drawSvg(tilingBoard(solved(pentominoes('6x10'), 1))),
  'pieces.svg': () =>
    drawPieces(
      'monomino domino trominoes tetrominoes pentominoes soma bedlam',
      'The pieces by name: polyominoes of up to five squares, Soma, Bedlam',
    ),
  'weights.svg': () =>
    drawSvg(
      [...weighed(dominoes(CUT)), ...weighed(polyominoes('10x10', 'T4', { supply: 'unlimited' }))],
      { title: 'Two boards with weights: dominoes and T-tetrominoes cannot fill them' },
    ),
  'soma.svg': () => drawSvg(layerBoards(solved(soma(), 3))),
};

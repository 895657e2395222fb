import { langford, queens } from '../classics.ts';
import { readGivens, writeGivens } from '../houses.ts';
import { cyclicSquare, latinSquares, orthogonalMates } from '../latin.ts';
import { macmahon } from '../macmahon.ts';
import { perfectMatchings } from '../matching.ts';
import type { Board, GraphPicture, Picture } from '../picture/board.ts';
import {
  langfordBoard,
  macmahonBoard,
  matchingGraph,
  queensBoard,
  triplesBoard,
} from '../picture/patterns.ts';
import { graecoLatinBoard, latinBoard } from '../picture/values.ts';
import { kirkman, steiner } from '../triple-systems.ts';
import {
  checkOperands,
  type Entry,
  entry,
  exhibit,
  integer,
  markedBoard,
  parseInteger,
  text,
  toggle,
} from './exhibit.ts';
import { LANGFORD_WORDS, MACMAHON_WORDS, QUEENS_WORDS } from './gallery-names.ts';
import { GRAPH_NAMES, graphNamed } from './graphs.ts';
import { factorial } from './symmetry.ts';
import { valuesExhibit } from './values.ts';

/** Puzzles of numbers, boards and graphs. */
export const PATTERNS: readonly Entry[] = [
  entry({
    name: 'queens',
    about: 'N queens on a board of N x N, none attacking another',
    operands: 'N',
    settings: { torus: toggle('diagonals go on at the opposite side of the board') },
    examples: [
      ['8', '92 solutions'],
      ['11 --torus', '88 solutions'],
    ],
    make(given, operands) {
      const [n = ''] = checkOperands(operands, 'N');
      const size = parseInteger(n, 'N');
      return exhibit(queens(size, { torus: given.torus }), (cells) => queensBoard(size, cells), {
        symmetries: { order: 8n, words: 'turns and mirrors of the board' },
        words: QUEENS_WORDS,
        squaresOf: (cell) => [{ ...cell, mark: 'Q' }],
      });
    },
  }),
  entry({
    name: 'langford',
    about: "Langford's pairs: two of each number from 1 to N in a row, k others between two k's",
    operands: 'N',
    settings: { 'up-to-symmetry': toggle('counts a row and its reverse as one') },
    examples: [
      ['7', '52 solutions'],
      ['7 --up-to-symmetry', '26 solutions'],
    ],
    make(given, operands) {
      const [n = ''] = checkOperands(operands, 'N');
      const order = parseInteger(n, 'N');
      const settings = { upToSymmetry: given['up-to-symmetry'] };
      const placeOf = (item: string) => {
        const [, place] = /^s(\d+)$/.exec(item) ?? [];
        return place === undefined ? undefined : { row: 0, column: Number(place) - 1, layer: 0 };
      };
      return exhibit(langford(order, settings), (pairs) => langfordBoard(pairs), {
        sides: [1, 2 * order],
        placeOf,
        words: LANGFORD_WORDS,
        squaresOf: ({ value, first, second }) =>
          [first, second].map((column) => ({ row: 0, column, mark: `${value}` })),
        symmetries: { order: 2n, words: 'a row, and the same row read backward' },
      });
    },
  }),
  entry({
    name: 'macmahon',
    about: "MacMahon's squares: edges that touch agree in colour, and the border is of one colour",
    operands: '[ROWSxCOLUMNS]',
    settings: {
      colours: integer('N', 'the number of colours: 3 (default) make 24 squares, 2 make 6', 1, 6),
      border: text('COLOUR', 'the colour of the border: a, b, c ... or any; default a'),
    },
    examples: [['', 'the 24 squares in a board of 4x6']],
    make({ colours, border }, operands) {
      const [board] = checkOperands(operands, 'ROWSxCOLUMNS?');
      const problem = macmahon({ board, colours, border });
      const [rows = 0, columns = 0] = (board ?? '4x6').split('x').map(Number);
      return exhibit(problem, (squares) => macmahonBoard(squares), {
        sides: [rows, columns],
        words: MACMAHON_WORDS,
        squaresOf: ({ row, column, square }) => [{ row, column, mark: square }],
        drawClues: (squares) => enlarged(macmahonBoard(squares), rows, columns),
      });
    },
  }),
  entry({
    name: 'latin',
    about: 'Latin squares of order N: each of N values once in each row and each column',
    operands: 'N',
    settings: {
      reduced: toggle('the first row and the first column are in order'),
      givens: text('FILE', 'given values: a line for each row, . for a blank'),
    },
    examples: [
      ['4', '576 solutions'],
      ['6 --reduced', '9408 solutions'],
    ],
    async make({ reduced, givens }, operands, files) {
      const [n = ''] = checkOperands(operands, 'N');
      const order = parseInteger(n, 'N');
      const given = givens === undefined ? undefined : await files.parse(givens, readGivens);
      const problem = latinSquares(order, { reduced, givens: given });
      const grid = {
        width: order,
        givens: given,
        write: (values: readonly number[]) => writeGivens(values, order),
        symmetries: {
          order: 6n * factorial(order) ** 3n,
          words: "rows, columns and values in any order, and in each other's roles",
        },
      };
      return valuesExhibit(problem, grid, (values) => latinBoard(values, given));
    },
  }),
  entry({
    name: 'mates',
    about: 'orthogonal mates of a Latin square: Greek letters that meet each value once',
    details:
      'Squares that differ only in the names of the letters count as one: the first row has the ' +
      'letters in order. The Latin square is that of addition modulo N, or one in a file, a line for ' +
      'each row.',
    operands: 'N|FILE',
    settings: {},
    examples: [
      ['5', '3 solutions: Graeco-Latin squares of order 5'],
      ['6', 'none'],
    ],
    async make(_given, operands, files) {
      const [which = ''] = checkOperands(operands, 'N|FILE');
      const square = /^\d+$/.test(which)
        ? cyclicSquare(Number(which))
        : await files.parse(which, readGivens);
      return exhibit(orthogonalMates(square), (letters) => graecoLatinBoard(letters), {
        drawBlank: () => latinBoard(square),
        drawClues(letters) {
          const order = Math.sqrt(square.length);
          const cells = letters.flatMap(({ letter, cells }) =>
            cells.map(({ value, ...place }) => ({ ...place, mark: `${value},${letter}` })),
          );
          return markedBoard([order, order], cells);
        },
      });
    },
  }),
  entry({
    name: 'matching',
    about: 'perfect matchings: edges of a graph, each vertex an end of exactly one',
    details:
      'The graph: K8 (complete, of 8), cube3 (of dimension 3), petersen, icosahedron, dodecahedron, ' +
      'fullerene (C60), or a file with a line of two names for each edge.',
    operands: 'GRAPH|FILE',
    words: GRAPH_NAMES,
    settings: {},
    examples: [
      ['petersen', '6 solutions'],
      ['fullerene', '12,500 solutions'],
    ],
    async make(_given, operands, files) {
      const [name = ''] = checkOperands(operands, 'GRAPH|FILE');
      const { graph, symmetries } = await graphNamed(name, files);
      const problem = perfectMatchings(graph);
      return exhibit(problem, (chosen) => matchingGraph(graph, chosen), { symmetries });
    },
  }),
  entry({
    name: 'steiner',
    about: 'Steiner triple systems: triples of V points, each two points in exactly one',
    operands: 'V',
    settings: {},
    examples: [
      ['7', '30 solutions'],
      ['9', '840 solutions'],
    ],
    make(_given, operands) {
      const [points = ''] = checkOperands(operands, 'V');
      const count = parseInteger(points, 'V');
      return exhibit(steiner(count), (triples) => triplesBoard(triples), {
        drawBlank: () => pointsOf(count),
        symmetries: { order: factorial(count), words: 'the points in any order' },
      });
    },
  }),
  entry({
    name: 'kirkman',
    about: "Kirkman's schoolgirls: V girls walk in threes day by day, each two together once",
    details:
      'The names of girls and days are fixed in part: on day k girl 1 walks with 2k and 2k + 1.',
    operands: 'V',
    settings: {},
    examples: [['15', 'the fifteen of 1850']],
    make(_given, operands) {
      const [girls = ''] = checkOperands(operands, 'V');
      const count = parseInteger(girls, 'V');
      return exhibit(kirkman(count), (walks) => triplesBoard(walks), {
        drawBlank: () => pointsOf(count),
      });
    },
  }),
];

/** Points on a circle without lines. */
function pointsOf(count: number): GraphPicture {
  return { vertices: Array.from({ length: count }, (_, k) => `${k + 1}`), edges: [] };
}

/** The same board, with squares to the right and below up to that size. */
function enlarged({ squares, ...board }: Board, height: number, width: number): Picture {
  const at = (row: number, column: number) =>
    row < board.height && column < board.width ? squares[row * board.width + column] : undefined;
  const all = Array.from(
    { length: width * height },
    (_, k) => at(Math.floor(k / width), k % width) ?? {},
  );
  return { ...board, width, height, squares: all, ground: 'ruled' };
}

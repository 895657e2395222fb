import { badValue } from '../../engine/problem/setting.ts';
import { gridGraph, hamiltonianCycles, knightGraph } from '../hamiltonian.ts';
import { masyu, readMasyu, writeMasyu } from '../masyu.ts';
import type { Edge, Graph } from '../matching.ts';
import { masyuBoard, slitherlinkBoard, tourBoard } from '../picture/loops.ts';
import { matchingGraph } from '../picture/patterns.ts';
import { readSlitherlink, slitherlink, writeSlitherlink } from '../slitherlink.ts';
import { checkOperands, type Entry, type Exhibit, entry, exhibit } from './exhibit.ts';
import { GRAPH_NAMES, graphNamed } from './graphs.ts';

/** Puzzles of one loop. */
export const LOOPS: readonly Entry[] = [
  entry({
    name: 'hamiltonian',
    about: 'Hamiltonian cycles: one loop along the edges of a graph, through all its vertices',
    details:
      'ROWSxCOLUMNS joins the squares of a board to their neighbours. The file has an edge a line: ' +
      'two names.',
    operands: 'ROWSxCOLUMNS|GRAPH|FILE',
    words: GRAPH_NAMES,
    settings: {},
    examples: [
      ['6x6', '1,072 solutions'],
      ['dodecahedron', '30 solutions'],
    ],
    async make(_given, operands, files) {
      const [operand = ''] = checkOperands(operands, 'ROWSxCOLUMNS|GRAPH|FILE');
      const sides = sidesIn(operand);
      if (sides !== undefined) return toursExhibit(gridGraph(...sides), sides);
      const { graph, isRead } = await graphNamed(operand, files);
      return exhibit(hamiltonianCycles(graph), (edges) => matchingGraph(graph, edges), {
        operands: isRead ? undefined : [operand],
      });
    },
  }),
  entry({
    name: 'knights-tour',
    about: "closed knight's tours: a knight visits each square of a board once and comes back",
    operands: 'ROWSxCOLUMNS',
    settings: {},
    examples: [['6x6', '9,862 solutions']],
    make(_given, operands) {
      const [operand = ''] = checkOperands(operands, 'ROWSxCOLUMNS');
      const sides = sidesIn(operand);
      if (sides === undefined) throw badValue('ROWSxCOLUMNS', operand, 'give it as in 6x6');
      return toursExhibit(knightGraph(...sides), sides);
    },
  }),
  entry({
    name: 'slitherlink',
    about: 'Slitherlink: one loop along the sides of cells; a clue counts the sides of its cell',
    details:
      'The puzzle is an address of puzz.link, or a file: of an address, or with a line for each row, ' +
      '. for a cell without a clue.',
    operands: 'ADDRESS|FILE',
    settings: {},
    examples: [['https://puzz.link/p?slither/5/5/cbcbcddad', '1 solution']],
    async make(_given, operands, files) {
      const clues = await puzzleIn(operands, files, readSlitherlink);
      return exhibit(slitherlink(clues), (lines) => slitherlinkBoard(clues, lines), {
        operands: [writeSlitherlink(clues)],
      });
    },
  }),
  entry({
    name: 'masyu',
    about: 'Masyu: one loop through all pearls, straight at white ones, turning at black ones',
    details:
      'The puzzle is an address of puzz.link, or a file: of an address, or with a line for each row, ' +
      'w and b for pearls, . for a cell without one.',
    operands: 'ADDRESS|FILE',
    settings: {},
    examples: [['https://puzz.link/p?mashu/6/6/1063000i3000', '1 solution']],
    async make(_given, operands, files) {
      const clues = await puzzleIn(operands, files, readMasyu);
      return exhibit(masyu(clues), (lines) => masyuBoard(clues, lines), {
        operands: [writeMasyu(clues)],
      });
    },
  }),
];

function sidesIn(operand: string): [rows: number, columns: number] | undefined {
  const [, rows, columns] = /^(\d{1,4})x(\d{1,4})$/.exec(operand) ?? [];
  return rows === undefined ? undefined : [Number(rows), Number(columns)];
}

function toursExhibit(graph: Graph, [rows, columns]: readonly [number, number]): Exhibit {
  const draw = (edges: readonly Edge[]) => tourBoard(rows, columns, edges);
  return exhibit(hamiltonianCycles(graph), draw, { operands: [`${rows}x${columns}`] });
}

/** A puzzle in the operand, if that is an address, or in its file. */
async function puzzleIn<C>(
  operands: readonly string[],
  files: Parameters<Entry['make']>[2],
  read: (text: string) => C,
): Promise<C> {
  const [operand = ''] = checkOperands(operands, 'ADDRESS|FILE');
  return isPuzzle(operand) ? read(operand) : files.parse(operand, read);
}

/** True for an address of a site, or its last part. */
function isPuzzle(operand: string): boolean {
  return /^https?:|^[a-z]+\/(v:[^/]*\/)?\d+\/\d+\//.test(operand);
}

import { mistakeAt, shown } from '../../engine/problem/error.ts';
import { badText } from '../mistakes.ts';
import type { Lattice, LatticeCell } from './lattice.ts';
import { LATTICES, type LatticeName } from './lattices.ts';

/** A drawing, and the number of its first line in the text that holds it. */
export interface Drawing {
  readonly text: string;
  readonly line: number;
}

/** The most characters of a drawing: ten for each cell of the largest board. */
const MOST_CHARACTERS = 100_000;

/** Where a character of a drawing stands, from 0. */
type Place = readonly [column: number, row: number, layer: number];

/** How a lattice is drawn. */
interface Style {
  /** The characters that it uses, other than `.` and a blank. */
  readonly marks: string;
  /** What to draw, as the remedy of an error. */
  readonly help: string;
  /** The ways to lay a drawing on the lattice: its first character may be of any kind. */
  readonly ways: number;
  /** The cell of a character; undefined if it misses the lattice, null if it fits and is none. */
  cellAt(mark: string, place: Place, way: number): LatticeCell | undefined | null;
}

const isEven = (number: number) => number % 2 === 0;
const HASH = "'#' for a cell";

const byRows: Style = {
  marks: '#',
  help: HASH,
  ways: 1,
  cellAt: (_, place) => place,
};

/** Solids in blocks: the drawing begins at the upper left corner of a block. */
function inBlocks(lattice: Lattice, ways: number, help: string): Style {
  return {
    marks: '#',
    help,
    ways,
    cellAt(_, [column, row, layer], way) {
      const cell: LatticeCell = [column + 3 * way, -1 - row, layer];
      return lattice.isCell(cell) ? cell : undefined;
    },
  };
}

const TURN_BY_TURN = "'A' for a cell that points up and 'V' for one that points down, in turns";

/** Rows go downwards; squares and cubes count them in that direction, the others upwards. */
const STYLES: Readonly<Record<LatticeName, Style>> = {
  squares: byRows,
  cubes: byRows,
  hexagons: {
    marks: '#',
    help: `${HASH}, two columns apart in a row, and shifted by one from row to row`,
    ways: 2,
    cellAt: (_, [column, row], way) =>
      isEven(column + row + way) ? [(column + row - way) / 2, 0 - row, 0] : undefined,
  },
  triangles: {
    marks: 'AV',
    help: `${TURN_BY_TURN} along a row and from row to row`,
    ways: 2,
    cellAt(mark, [column, row], way) {
      const kind = mark === 'V' ? 1 : 0;
      if (!isEven(column + row + kind + way)) return undefined;
      return [(column + row - kind - way) / 2, 0 - row, kind];
    },
  },
  edges: {
    marks: '+-|',
    help: "'+', '-' and '|' as in a grid of matches: '+-+' above '| |'",
    ways: 4,
    cellAt(mark, [column, row], way) {
      const [x, y] = [column - (way % 2), row - Math.floor(way / 2)];
      if (isEven(x) !== (mark !== '-') || isEven(y) !== (mark !== '|')) return undefined;
      if (mark === '+') return null;
      return mark === '-' ? [(x - 1) / 2, 0 - y / 2, 0] : [x / 2, 0 - (y + 1) / 2, 1];
    },
  },
  prisms: {
    marks: 'AV',
    help: `${TURN_BY_TURN} along a row and from row to row, and alike from layer to layer`,
    ways: 2,
    cellAt: (mark, [column, row, layer], way) =>
      isEven(column + row + way) === (mark === 'A') ? [column + way, 0 - row, layer] : undefined,
  },
  spheres: {
    marks: '#',
    help: `${HASH}, on places of one colour of a chessboard, and of the other in the next layer`,
    ways: 2,
    cellAt: (_, [column, row, layer], way) =>
      isEven(column + row + layer + way) ? [column + way, 0 - row, layer] : undefined,
  },
  rhombic: inBlocks(
    LATTICES.rhombic,
    1,
    `${HASH}: of 5x5x5 places those with a coordinate 0 or 4, one that is 1 or 3, and one that is 2`,
  ),
  tetraoctahedra: inBlocks(
    LATTICES.tetraoctahedra,
    2,
    `${HASH}: of 3x3x3 places the middle one and four corners`,
  ),
};

/** What to draw in a lattice: `'#' for a cell`. */
export function drawingHelp(lattice: LatticeName): string {
  return STYLES[lattice].help;
}

/**
 * The cells of a drawing, row by row. `.` and a blank are no cells. A drawing in space shows its
 * layers from the bottom up, with an empty line between two.
 *
 *     .##     a pentomino    .A     a tetriamond    #.#.#    a tetrahex   +-+   a tetrastick
 *     ##.                    AVA                     .#                   | |
 *     .#.                                                                 +-+
 */
export function cellsDrawn(lattice: LatticeName, { text, line }: Drawing): LatticeCell[] {
  if (text.length > MOST_CHARACTERS) {
    throw badText(
      `The drawing has ${text.length} characters; give at most ${MOST_CHARACTERS}.`,
      line,
    );
  }
  const { marks, help, ways, cellAt } = STYLES[lattice];
  const { isFlat } = LATTICES[lattice];
  let found = Array.from({ length: ways }, (_, way) => ({ way, cells: [] as LatticeCell[] }));
  let layer = 0;
  let row = 0;
  text.split('\n').forEach((content, k) => {
    const bare = content.trimEnd();
    if (bare === '') {
      if (row > 0) layer++;
      row = 0;
      return;
    }
    if (isFlat && layer > 0) {
      const problem = `an empty line begins another layer, but ${lattice} have one; draw an empty row as '.'`;
      throw mistakeAt({ line: line + k, column: 1 }, 'bad-text', `${problem}.`);
    }
    for (let column = 0; column < bare.length; column++) {
      const mark = bare[column];
      if (mark === '.' || mark === ' ') continue;
      const fitting = found.filter(({ way, cells }) => {
        const cell = marks.includes(mark) ? cellAt(mark, [column, row, layer], way) : undefined;
        if (cell) cells.push(cell);
        return cell !== undefined;
      });
      if (fitting.length === 0) {
        const where = marks.includes(mark) ? ' where it fits no cell' : '';
        const problem = `found ${shown(mark)} in a drawing${where}; give ${help}, '.' or a blank for none.`;
        throw mistakeAt({ line: line + k, column: column + 1 }, 'bad-text', problem);
      }
      found = fitting;
    }
    row++;
  });
  const [{ cells }] = found;
  if (cells.length === 0) {
    throw badText(`The drawing at line ${line} has no cells; give ${help}.`, line);
  }
  return cells;
}

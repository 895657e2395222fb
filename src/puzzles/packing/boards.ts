import { nearest, plural, type QuadrilleError, shown } from '../../engine/problem/error.ts';
import { badSetting } from '../mistakes.ts';
import { cellsDrawn, drawingHelp } from './drawing.ts';
import type { Cells, LatticeCell } from './lattice.ts';
import { LATTICES, type LatticeName } from './lattices.ts';

/** The most cells of a board. */
const MOST_BOARD_CELLS = 10_000;
/** The most places of a box that a named board is part of. */
const MOST_PLACES = 1_000_000;
/** The greatest coordinate that a caller may give, and the least below 0. */
const MOST_COORDINATE = 1_000_000;

/** A board: a name, a drawing, or its cells, of two or three whole numbers each. */
export type Board = string | readonly (readonly number[])[];

/** The places of a box that belong to a board, if they are cells. Default: all. */
interface Part {
  readonly size: readonly [width: number, height: number, depth: number];
  has?(x: number, y: number, z: number): boolean;
}

/** A name with its sides, `hexagon N`, and the board that it means. */
type Named = readonly [pattern: string, part: (...sides: number[]) => Part];

const SQUARES: readonly Named[] = [
  ['AxB', (rows, columns) => ({ size: [columns, rows, 1] })],
  [
    'aztec N',
    (n) => ({
      size: [2 * n, 2 * n, 1],
      has: (x, y) => Math.abs(x + 0.5 - n) + Math.abs(y + 0.5 - n) <= n,
    }),
  ],
];

/**
 * Boards of triangles, with two kinds of cells, and of hexagons, with one: parts of a parallelogram.
 * The sum of a cell is x + y, and one more for a triangle that points down.
 */
function oblique(kinds: 1 | 2): Named[] {
  const rhombus = (rows: number, columns: number): Part => ({ size: [columns, rows, kinds] });
  const trapezoid = (rows: number, bottom: number): Part => ({
    size: [bottom, rows, kinds],
    has: (x, y, z) => x + y + z < bottom,
  });
  // Sides a, b, c, a, b, c from the bottom on. Hexagons share the cells in their corners.
  const shared = 2 - kinds;
  const hexagon = (a: number, b: number, c: number): Part => ({
    size: [a + c - shared, b + c - shared, kinds],
    has: (x, y, z) => x + y + z >= c - shared && x + y + z < a + b + c - 2 * shared,
  });
  return [
    ['AxB', rhombus],
    ['rhombus AxB', rhombus],
    ['triangle N', (n) => trapezoid(n, n)],
    [
      'trapezoid AxB',
      (rows, bottom) => {
        if (rows <= bottom) return trapezoid(rows, bottom);
        const what = `A trapezoid of ${rows} rows on a bottom of ${bottom} has rows without cells`;
        throw badSetting(`${what}; give at most ${plural(bottom, 'row')}.`);
      },
    ],
    ['hexagon N', (n) => hexagon(n, n, n)],
    ['hexagon AxBxC', hexagon],
  ];
}

/** A board of triangles, as thick as the last side says. */
function prism([pattern, part]: Named): Named {
  return [
    `${pattern}xL`,
    (...sides) => {
      const { size, has } = part(...sides.slice(0, -1));
      const [width, height] = size;
      return {
        size: [2 * width + height, height, sides.at(-1) ?? 0],
        has(x, y) {
          const kind = (x + y) % 2;
          const along = (x - y - kind) / 2;
          return along >= 0 && along < width && (has?.(along, y, kind) ?? true);
        },
      };
    },
  ];
}

/** Spheres: the layer of n x n, others on top, each in the gaps of the one below it, and so many below. */
function pyramid(n: number, below: number): Part {
  const middle = n - 1;
  // Moves the corners of the layers to cells: to an even sum.
  const shift = (middle + below) % 2;
  return {
    size: [2 * n - 1 + shift, 2 * n - 1, n + below],
    has: (x, y, z) => Math.abs(x - shift - middle) + Math.abs(y - middle) < n - Math.abs(z - below),
  };
}

/** The places between the corners 0 0 0, 0 h h, h 0 h and h h 0 of a cube. */
const isInTetrahedron = (height: number, ...place: readonly number[]) => {
  const sum = place.reduce((total, one) => total + one, 0);
  return sum <= 2 * height && place.every((one) => 2 * one <= sum);
};

/** Lattice -> its named boards. */
const NAMED: Readonly<Record<LatticeName, readonly Named[]>> = {
  squares: SQUARES,
  cubes: [...SQUARES, ['AxBxC', (rows, columns, layers) => ({ size: [columns, rows, layers] })]],
  hexagons: [
    ...oblique(1),
    [
      'rectangle AxB',
      (rows, columns) => {
        // A row begins half a cell to the left or right of the one below.
        const shift = Math.floor((rows - 1) / 2);
        return {
          size: [columns + shift, rows, 1],
          has: (x, y) => {
            const place = x - shift + Math.floor(y / 2);
            return place >= 0 && place < columns;
          },
        };
      },
    ],
  ],
  triangles: oblique(2),
  edges: [
    [
      'AxB',
      (rows, columns) => ({
        size: [columns + 1, rows + 1, 2],
        has: (x, y, z) => (z === 0 ? x < columns : y < rows),
      }),
    ],
  ],
  prisms: oblique(2).map(prism),
  spheres: [
    [
      'tetrahedron N',
      (n) => ({
        size: [n, n, n],
        has: (x, y, z) => isInTetrahedron(n - 1, x, y, z),
      }),
    ],
    ['pyramid N', (n) => pyramid(n, 0)],
    ['octahedron N', (n) => pyramid(n, n - 1)],
  ],
  rhombic: [['AxBxC', (rows, columns, layers) => ({ size: [5 * columns, 5 * rows, 5 * layers] })]],
  tetraoctahedra: [
    ['AxBxC', (rows, columns, layers) => ({ size: [3 * columns, 3 * rows, 3 * layers] })],
    [
      'tetrahedron N',
      (n) => ({
        size: [3 * n, 3 * n, 3 * n],
        has: (x, y, z) => isInTetrahedron(3 * n, x + 0.5, y + 0.5, z + 0.5),
      }),
    ],
    [
      'octahedron N',
      (n) => ({
        size: [6 * n, 6 * n, 6 * n],
        has: (...place) =>
          place.reduce((total, one) => total + Math.abs(one + 0.5 - 3 * n), 0) <= 3 * n,
      }),
    ],
  ],
};

/** The names of the boards of a lattice: `AxB`, `hexagon N`. */
export function boardNames(lattice: LatticeName): string[] {
  return NAMED[lattice].map(([pattern]) => pattern);
}

/** Their words: `hexagon`. */
export function boardWords(lattice: LatticeName): string[] {
  return boardNames(lattice).map((name) => /^[a-z]*/.exec(name)?.[0] ?? '');
}

/** A board of each name, which is one. */
export function boardExamples(lattice: LatticeName): string[] {
  const sides: Readonly<Record<string, string>> = { A: '3', B: '4', C: '2', L: '2', N: '4' };
  return boardNames(lattice).map((name) =>
    name.replace(' ', '').replaceAll(/[ABCLN]/g, (letter) => sides[letter]),
  );
}

/** The cells of a board, in reading order. */
export function boardOf(lattice: LatticeName, board: Board): Cells {
  if (typeof board !== 'string') {
    const wanted = 'a name, a drawing, or an array of cells';
    return inOrder(lattice, cellsGiven(lattice, board, { what: 'The board', wanted }));
  }
  const cells = /^\s*[a-z0-9]/.test(board)
    ? cellsNamed(lattice, board.trim())
    : cellsDrawn(lattice, { text: board, line: 1 });
  if (cells.length > MOST_BOARD_CELLS) {
    throw tooLarge('The board', `a drawing of ${cells.length} cells`);
  }
  return LATTICES[lattice].atOrigin(cells);
}

function inOrder(lattice: LatticeName, cells: Cells): Cells {
  return [...cells].sort((a, b) => LATTICES[lattice].compare(a, b));
}

/** A name of a board of a lattice: its part of a box, and its sides. Undefined if it is none. */
function partNamed(
  lattice: LatticeName,
  board: string,
): { part: Named[1]; sides: number[] } | undefined {
  const [, name = '', text] = /^(?:([a-z]+)\s*)?(\d+(?:x\d+)*)$/.exec(board.trim()) ?? [];
  if (text === undefined) return undefined;
  const sides = text.split('x').map(Number);
  const [, part] =
    NAMED[lattice].find(([pattern]) => {
      const words = pattern.split(' ');
      return (
        (words.length === 1 ? '' : words[0]) === name &&
        words.at(-1)?.split('x').length === sides.length
      );
    }) ?? [];
  return part && { part, sides };
}

/** True for `hexagon 4`, whatever the number, where the lattice has hexagons. */
export function isBoardName(lattice: LatticeName, board: string): boolean {
  return partNamed(lattice, board) !== undefined;
}

/** The error that a lattice has no board of a name. `others` are those to give. */
export function noBoard(lattice: LatticeName, name: string, others: string): QuadrilleError {
  const [word] = /^[a-z]*/i.exec(name) ?? [''];
  const like = nearest(word, boardWords(lattice));
  const meant = like === undefined || like === word ? '' : `did you mean ${shown(like)}? `;
  return badSetting(
    `No board of ${lattice} is called ${shown(name)}; ${meant}give ${others} (${drawingHelp(lattice)}).`,
  );
}

/** The cells of a named board. Of spheres, the least coordinate of a board may be 0 or 1. */
function cellsNamed(lattice: LatticeName, board: string): LatticeCell[] {
  const named = partNamed(lattice, board);
  if (named === undefined) {
    const names = boardNames(lattice).join(', ');
    throw noBoard(lattice, board, `${names}, where letters stand for numbers, or a drawing`);
  }
  const { part, sides } = named;
  const { size, has } = part(...sides);
  const [width, height, depth] = size;
  const places = width * height * depth;
  const refused = () => tooLarge('The board', shown(board));
  if (!(sides.every((side) => side > 0) && places <= MOST_PLACES)) throw refused();
  const cells: LatticeCell[] = [];
  for (let z = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        if (!(has?.(x, y, z) ?? true) || !LATTICES[lattice].isCell([x, y, z])) continue;
        if (cells.length === MOST_BOARD_CELLS) throw refused();
        cells.push([x, y, z]);
      }
    }
  }
  if (cells.length === 0) throw refused();
  return cells;
}

function tooLarge(what: string, is: string): QuadrilleError {
  return badSetting(`${what} is ${is}; give one of 1 to ${MOST_BOARD_CELLS} cells.`);
}

/**
 * Cells that a caller gives, checked. For errors: `what` they are, as in `The board`, and what is
 * wanted: `an array of cells`.
 */
export function cellsGiven(
  lattice: LatticeName,
  cells: readonly (readonly number[])[],
  { what, wanted }: { readonly what: string; readonly wanted: string },
): LatticeCell[] {
  const { dimensions } = LATTICES[lattice];
  const like = dimensions === 2 ? '[x, y]' : '[x, y, z]';
  if (!Array.isArray(cells) || cells.length === 0) {
    throw badSetting(`${what} is ${shown(cells)}; give ${wanted} ${like}.`);
  }
  if (cells.length > MOST_BOARD_CELLS) throw tooLarge(what, `a list of ${cells.length} cells`);
  const seen = new Set<string>();
  // Holes of a sparse array are undefined here.
  return Array.from(cells as readonly unknown[], (cell) => {
    const at = cellOf(lattice, cell);
    if (at === undefined) {
      throw badSetting(
        `${what} has the cell ${shownCell(cell)}, which is none of ${lattice}; give whole ` +
          `numbers ${like} of a cell, from ${-MOST_COORDINATE} to ${MOST_COORDINATE}.`,
      );
    }
    const key = at.join();
    if (seen.has(key)) {
      throw badSetting(`${what} has the cell ${shownCell(cell)} twice; give each cell once.`);
    }
    seen.add(key);
    return at;
  });
}

/** A value as a cell, if it is one. */
function cellOf(lattice: LatticeName, value: unknown): LatticeCell | undefined {
  const { dimensions } = LATTICES[lattice];
  if (!Array.isArray(value) || value.length !== dimensions) return undefined;
  const isCoordinate = (number: unknown) =>
    Number.isInteger(number) && Math.abs(number as number) <= MOST_COORDINATE;
  if (!Array.from(value).every(isCoordinate)) return undefined;
  const [x, y, z = 0]: readonly number[] = value;
  // `+ 0` makes 0 of -0.
  const cell: LatticeCell = [x + 0, y + 0, z + 0];
  return LATTICES[lattice].isCell(cell) ? cell : undefined;
}

/** A cell that is perhaps none, for errors. */
function shownCell(cell: unknown): string {
  const isShort = Array.isArray(cell) && cell.length > 0 && cell.length <= 3;
  return isShort ? `[${Array.from(cell, shown).join(', ')}]` : shown(cell);
}

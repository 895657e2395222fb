import type { Matrix } from './matrix.ts';

/**
 * Polycube packing, each piece once. A flat board is a box one cell deep, in which turning a
 * piece over is a rotation like any other, so pentominoes and the Soma cube share this file.
 */

/** A cell of the box, or of a piece: x, y and z. */
export type Cell = readonly [x: number, y: number, z: number];

/** A piece as layers of rows of text, `#` where it has a cell: `['##.', '.##']` is a Z. */
export type Drawing = readonly (string | readonly string[])[];

/** The 12 pentominoes by Conway's and Golomb's letters. */
export const PENTOMINOES: Readonly<Record<string, Drawing>> = {
  F: ['.##', '##.', '.#.'],
  I: ['#####'],
  L: ['####', '#...'],
  N: ['##..', '.###'],
  P: ['##', '##', '#.'],
  T: ['###', '.#.', '.#.'],
  U: ['#.#', '###'],
  V: ['#..', '#..', '###'],
  W: ['#..', '##.', '.##'],
  X: ['.#.', '###', '.#.'],
  Y: ['####', '.#..'],
  Z: ['##.', '.#.', '.##'],
};

/** Piet Hein's seven Soma pieces; a nested list is one layer. */
export const SOMA: Readonly<Record<string, Drawing>> = {
  bent: ['##', '#.'],
  ell: ['###', '#..'],
  tee: ['###', '.#.'],
  skew: ['##.', '.##'],
  left: [
    ['##', '#.'],
    ['#.', '..'],
  ],
  right: [
    ['##', '#.'],
    ['.#', '..'],
  ],
  claw: [
    ['##', '#.'],
    ['..', '#.'],
  ],
};

function cellsOf(drawing: Drawing): Cell[] {
  const layers = typeof drawing[0] === 'string' ? [drawing as readonly string[]] : drawing;
  const cells: Cell[] = [];
  layers.forEach((layer, z) => {
    [...layer].forEach((row, y) => {
      [...row].forEach((mark, x) => {
        if (mark === '#') cells.push([x, y, z]);
      });
    });
  });
  return cells;
}

/** The distinct ways to turn a piece in space, each moved to the origin with its cells sorted. */
function orientations(piece: readonly Cell[]): Cell[][] {
  const seen = new Map<string, Cell[]>();
  // Quarter turns about z and about x generate all 24 rotations.
  const queue: (readonly Cell[])[] = [piece];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const low = [0, 1, 2].map((axis) => Math.min(...next.map((cell) => cell[axis] as number)));
    const [lowX, lowY, lowZ] = low as unknown as Cell;
    const home = next.map(([x, y, z]): Cell => [x - lowX, y - lowY, z - lowZ]);
    home.sort((a, b) => a[2] - b[2] || a[1] - b[1] || a[0] - b[0]);
    const key = home.join(' ');
    if (seen.has(key)) continue;
    seen.set(key, home);
    queue.push(home.map(([x, y, z]): Cell => [-y, x, z]));
    queue.push(home.map(([x, y, z]): Cell => [x, -z, y]));
  }
  return [...seen.values()];
}

/** The box to fill, cell by cell, without its holes. */
export function box(width: number, height: number, depth = 1, holes: readonly Cell[] = []): Cell[] {
  const missing = new Set(holes.map(String));
  const cells: Cell[] = [];
  for (let z = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        if (!missing.has(String([x, y, z]))) cells.push([x, y, z]);
      }
    }
  }
  return cells;
}

/** Items: the pieces, then the cells of the region; options: every placement of every piece. */
export function packing(
  name: string,
  pieces: Readonly<Record<string, Drawing>>,
  region: readonly Cell[],
): Matrix {
  const drawings = Object.values(pieces);
  const itemOf = new Map(region.map((cell, index) => [String(cell), drawings.length + index]));
  const options: number[][] = [];
  drawings.forEach((drawing, piece) => {
    for (const shape of orientations(cellsOf(drawing))) {
      for (const [x, y, z] of region) {
        // The shape's first cell in reading order lies on this cell of the region.
        const [x0, y0, z0] = shape[0] as Cell;
        const items = shape.map(([dx, dy, dz]) =>
          itemOf.get(String([x + dx - x0, y + dy - y0, z + dz - z0])),
        );
        if (!items.includes(undefined)) options.push([piece, ...(items as number[])]);
      }
    }
  });
  return { name, primary: drawings.length + region.length, secondary: 0, options };
}

export function pentominoes(width: number, height: number): Matrix {
  return packing(`pentominoes ${height}x${width}`, PENTOMINOES, box(width, height));
}

/** Dudeney's chessboard: 8x8 without the four squares in the middle. */
export function dudeney(): Matrix {
  const middle: Cell[] = [
    [3, 3, 0],
    [4, 3, 0],
    [3, 4, 0],
    [4, 4, 0],
  ];
  return packing('pentominoes 8x8 minus centre', PENTOMINOES, box(8, 8, 1, middle));
}

export function soma(): Matrix {
  return packing('Soma cube', SOMA, box(3, 3, 3));
}

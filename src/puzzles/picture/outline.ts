/** A corner of squares: `x` to the right, `y` down, from the upper left corner of a board. */
export type Point = readonly [x: number, y: number];

type PlaceTest = (row: number, column: number) => boolean;

const NORTH = 0;
const EAST = 1;
const SOUTH = 2;
const WEST = 3;

/**
 * The outlines of squares: closed loops of corners where the way turns, the upper left one last, clockwise around squares and
 * counterclockwise around holes. They run within the squares, `inset` away from their border.
 */
export function outlinesOf(
  width: number,
  height: number,
  has: PlaceTest,
  inset: number,
): readonly Point[][] {
  // Corner -> the directions with a square on the right-hand side: bits N, E, S, W.
  const across = width + 1;
  const ways = new Uint8Array(across * (height + 1));
  const mark = (row: number, column: number, way: number) => {
    const corner = row * across + column;
    ways[corner] = ways[corner] | (1 << way);
  };
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (!has(row, column)) continue;
      if (row === 0 || !has(row - 1, column)) mark(row, column, EAST);
      if (column === width - 1 || !has(row, column + 1)) mark(row, column + 1, SOUTH);
      if (row === height - 1 || !has(row + 1, column)) mark(row + 1, column + 1, WEST);
      if (column === 0 || !has(row, column - 1)) mark(row + 1, column, NORTH);
    }
  }
  const loops: Point[][] = [];
  for (let corner = 0; corner < ways.length; corner++) {
    while (ways[corner] !== 0) loops.push(loop(ways, corner, across, inset));
  }
  return loops;
}

/** Way -> the direction to the squares on its right-hand side. */
const INWARD_X = [1, 0, -1, 0];
const INWARD_Y = [0, 1, 0, -1];

/** Walks one loop from a corner and removes its directions from `ways`. */
function loop(ways: Uint8Array, start: number, across: number, inset: number): Point[] {
  const steps = [-across, 1, across, -1];
  const points: Point[] = [];
  const turn = (corner: number, from: number, to: number) => {
    const x = (corner % across) + inset * (INWARD_X[from] + INWARD_X[to]);
    points.push([x, Math.floor(corner / across) + inset * (INWARD_Y[from] + INWARD_Y[to])]);
  };
  // The scan meets a loop at its top left corner: it leads east, or south around a hole.
  const first = (ways[start] >> EAST) & 1 ? EAST : SOUTH;
  let way = first;
  let corner = start;
  for (;;) {
    ways[corner] = ways[corner] & ~(1 << way);
    corner += steps[way];
    if (corner === start) break;
    const open = ways[corner];
    // Where two squares touch only at a corner, a right turn stays with the same square.
    const next = [way + 1, way, way + 3]
      .map((turned) => turned % 4)
      .find((one) => (open >> one) & 1);
    if (next === way) continue;
    turn(corner, way, next as number);
    way = next as number;
  }
  // The loop leads back to where it starts.
  turn(start, way, first);
  return points;
}

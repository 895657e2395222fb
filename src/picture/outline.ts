/**
 * The outline of squares as the data of an SVG path: closed loops, clockwise about the squares and
 * the other way about their holes, a line of text for each loop. Places count in squares; `unit`
 * is the side of one.
 */
export function outlineOf(
  width: number,
  height: number,
  has: (row: number, column: number) => boolean,
  unit: number,
): string {
  // Corner -> the ways that lead on from it with a square on the right hand: bits N, E, S, W.
  const across = width + 1;
  const ways = new Uint8Array(across * (height + 1));
  const mark = (row: number, column: number, way: number) => {
    const corner = row * across + column;
    ways[corner] = (ways[corner] as number) | (1 << way);
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
  const loops: string[] = [];
  for (let corner = 0; corner < ways.length; corner++) {
    while (ways[corner] !== 0) loops.push(loop(ways, corner, across, unit));
  }
  return loops.join('\n');
}

const NORTH = 0;
const EAST = 1;
const SOUTH = 2;
const WEST = 3;

/** Walks one loop from a corner and takes its ways out. */
function loop(ways: Uint8Array, start: number, across: number, unit: number): string {
  const steps = [-across, 1, across, -1];
  let path = `M${(start % across) * unit} ${Math.floor(start / across) * unit}`;
  // Loops are met at the top left: a way to the east, or to the south about a hole.
  let way = ((ways[start] as number) >> EAST) & 1 ? EAST : SOUTH;
  let corner = start;
  let length = 0;
  const flush = () => {
    const signed = (way === EAST || way === SOUTH ? length : -length) * unit;
    path += `${way === EAST || way === WEST ? 'h' : 'v'}${signed}`;
    length = 0;
  };
  for (;;) {
    ways[corner] = (ways[corner] as number) & ~(1 << way);
    corner += steps[way] as number;
    length++;
    if (corner === start) break;
    const open = ways[corner] as number;
    // Where two squares touch by a corner only, turning right keeps to the same square.
    const next = [way + 1, way, way + 3].map((turn) => turn % 4).find((turn) => (open >> turn) & 1);
    if (next === way) continue;
    flush();
    way = next as number;
  }
  // The last stretch is what `z` draws.
  return `${path}z`;
}

import { checkInteger } from '../../engine/problem/setting.ts';
import { atOrigin, type Cube, placeOf } from './region.ts';

/** A way to turn a piece about the origin, or to mirror it. */
export type Turn = (cell: Cube) => Cube;

/** A quarter turn in the plane of the layers. */
const quarter: Turn = ({ row, column, layer }) => ({ row: column, column: -row, layer });
/** A quarter turn that tips the piece over, about an axis along the rows. */
const tip: Turn = ({ row, column, layer }) => ({ row: -layer, column, layer: row });

/** How a piece may be turned: `in-plane` gives up to four orientations, `in-space` up to 24. */
export type Turning = 'in-plane' | 'in-space';

/**
 * The distinct orientations of a piece, each at the origin with its cells in reading order. Turning
 * a flat piece over is a rotation in space. So the flat orientations in space are the eight of the
 * plane.
 */
export function orientations(piece: readonly Cube[], turning: Turning): Cube[][] {
  // Quarter turns about two axes generate all 24 rotations.
  const turns = turning === 'in-plane' ? [quarter] : [quarter, tip];
  const seen = new Map<string, Cube[]>();
  const queue: (readonly Cube[])[] = [piece];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const moved = atOrigin(next);
    const shape = shapeOf(moved);
    if (seen.has(shape)) continue;
    seen.set(shape, moved);
    for (const turn of turns) queue.push(moved.map(turn));
  }
  return [...seen.values()];
}

/** The mirror image of a piece. */
export function mirrored(piece: readonly Cube[]): Cube[] {
  return atOrigin(piece.map((cell) => ({ ...cell, column: -cell.column })));
}

/** A key for a shape at the origin. */
export function shapeOf(cells: readonly Cube[]): string {
  return cells.map(placeOf).join(' ');
}

/** The 48 symmetries of a cube, reflections included: they permute and reverse the axes. */
export const ISOMETRIES: readonly Turn[] = isometries();

function isometries(): Turn[] {
  const found: Turn[] = [];
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ] as const) {
    for (let signs = 0; signs < 8; signs++) {
      found.push((cell) => {
        const axes = [cell.row, cell.column, cell.layer] as const;
        const [row, column, layer] = order.map((axis, k) => {
          return (signs >> k) & 1 ? -axes[axis] : axes[axis];
        }) as [number, number, number];
        return { row, column, layer };
      });
    }
  }
  return found;
}

/** There are 1285 free 9-ominoes; each further cell multiplies the number by almost four. */
const MOST_PIECE_CELLS = 9;

/**
 * All polyominoes of n cells, holes allowed: 1, 1, 2, 5, 12, 35, 108 ... (OEIS A000105). Rotations
 * and reflections of one another count once. Each is in its canonical form: of its orientations,
 * the one whose cells, in reading order, compare least. The list has the same order, so the
 * straight one is first.
 */
export function freePolyominoes(n: number): Cube[][] {
  checkInteger('n', n, 1, MOST_PIECE_CELLS);
  let found: Cube[][] = [[{ row: 0, column: 0, layer: 0 }]];
  for (let cells = 2; cells <= n; cells++) found = extended(found);
  return found.sort(compare);
}

/** The canonical form of a polyomino. */
function canonical(polyomino: readonly Cube[]): Cube[] {
  const flat = orientations(polyomino, 'in-space').filter((way) => way.at(-1)?.layer === 0);
  return flat.sort(compare)[0];
}

/** All polyominoes with one cell more than these. */
function extended(polyominoes: readonly (readonly Cube[])[]): Cube[][] {
  const found = new Map<string, Cube[]>();
  for (const polyomino of polyominoes) {
    const taken = new Set(polyomino.map(placeOf));
    for (const { row, column } of polyomino) {
      for (const cell of [
        { row: row - 1, column, layer: 0 },
        { row: row + 1, column, layer: 0 },
        { row, column: column - 1, layer: 0 },
        { row, column: column + 1, layer: 0 },
      ]) {
        if (taken.has(placeOf(cell))) continue;
        const form = canonical(atOrigin([...polyomino, cell]));
        found.set(shapeOf(form), form);
      }
    }
  }
  return [...found.values()];
}

function compare(a: readonly Cube[], b: readonly Cube[]): number {
  for (const [k, one] of a.entries()) {
    const other = b[k];
    const less = one.row - other.row || one.column - other.column;
    if (less !== 0) return less;
  }
  return 0;
}
